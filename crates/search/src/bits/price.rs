//! The prices of DLX3. [`links`](crate::links) counts a mem on the line of the access that it pays
//! for. This engine makes none of these accesses and computes their sum. So each charge has a name
//! here, with the function of `links` that pays it. No other file of this engine has these numbers,
//! except [`steps`](crate::bits::kernels::steps), which asserts those that it relies on.
//!
//! An operation and its undoing are paid separately. If a name does not say which of them, both
//! cost the same.

use crate::prices::{Dlx3, Prices};

/// The cost of an operation. Undoing it costs the same mems, and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    pub mems: u64,
    pub updates: u64,
    pub cleansings: u64,
}

impl std::ops::AddAssign for Cost {
    #[inline(always)]
    fn add_assign(&mut self, other: Cost) {
        self.mems += other.mems;
        self.updates += other.updates;
        self.cleansings += other.cleansings;
    }
}

/// Choosing an item (`choose`) at some nodes with `active` active items in total: for a node, the
/// first item; for an item, its bounds and length.
#[inline(always)]
pub(super) const fn choice(nodes: u64, active: u64) -> u64 {
    nodes + 2 * active
}

/// `choose`, with random choices: a random number.
pub(super) const DRAW: u64 = 4;

// Hiding options.

/// `cover`, `uncover`: the first row of the list.
const FIRST_ROW: u64 = 1;
/// `cover`, `uncover`: the next row.
const NEXT_ROW: u64 = 1;
/// `hide`, `unhide`: the spacer of an option, and its links.
const SPACER: u64 = 1 + 1;
/// `hide`, `unhide`: a node whose item is purified.
const PURIFIED_NODE: u64 = 1;
/// `hide`, `unhide`: the length of a list.
pub(super) const LENGTH: u64 = 2;
/// `hide`, `unhide`: any other node; its links; those of its neighbors; the length of its list.
const PURE_NODE: u64 = 1 + 1 + 2 + LENGTH;

/// Hiding options as the rows of a list. `pure` of their other nodes are not purified, and
/// `purified` are.
#[inline(always)]
pub(super) const fn hiding(options: u64, pure: u64, purified: u64) -> u64 {
    (NEXT_ROW + SPACER) * options + PURE_NODE * pure + PURIFIED_NODE * purified
}

/// Hiding options one by one (`tweak`, `untweak`), not as the rows of a list.
#[inline(always)]
pub(super) const fn hiding_alone(options: u64, pure: u64, purified: u64) -> u64 {
    hiding(options, pure, purified) - NEXT_ROW * options
}

/// `deactivate`, `reactivate`: an item's links, and those of its neighbors.
pub(super) const DEACTIVATE: u64 = 3;

/// Covering an inactive item, beside hiding its options; and its one update.
pub(super) const COVER: u64 = FIRST_ROW;
pub(super) const COVER_UPDATES: u64 = 1;

/// Covering another item of a chosen option, which becomes inactive, too.
pub(super) const COVER_OTHER: u64 = DEACTIVATE + COVER;

// Purifying an item.

/// `purify`, `unpurify`: the node, whose color the item gets; the first row. And the one cleansing
/// of the item itself.
pub(super) const PURIFY: u64 = 1 + 1;
pub(super) const PURIFY_CLEANSINGS: u64 = 1;
/// `purify`: a row of the same color is looked at and marked; the next row. Each such
/// row is a cleansing.
pub(super) const MARK: u64 = 1 + 1 + 1;
/// `purify`, `expel`: a row of another color is looked at, and its spacer; the next row.
const EXPEL: u64 = 1 + 2 + 1;
/// `expel`: a node whose item is not purified.
const EXPEL_PURE_NODE: u64 = 2 + 2 + 2;

/// What an option costs when it leaves: for itself, for each other node, and again for each other
/// node that is not purified.
pub(super) struct Leaving {
    pub option: u64,
    pub node: u64,
    pub pure: u64,
}

/// It leaves because an item is covered.
pub(super) const COVERED: Leaving = Leaving {
    option: NEXT_ROW + SPACER,
    node: PURIFIED_NODE,
    pure: PURE_NODE - PURIFIED_NODE,
};

/// It leaves because an item is purified in another color.
#[inline(always)]
pub(super) const fn expelled<P: Prices>() -> Leaving {
    Leaving {
        option: EXPEL,
        node: P::EXPEL_PURIFIED,
        pure: EXPEL_PURE_NODE - P::EXPEL_PURIFIED,
    }
}

// An option's other items, when it is chosen (`cover_others`, `uncover_others`).

/// The spacer, and its links.
pub(super) const OPTION: u64 = 1 + 1;
/// A node.
pub(super) const OPTION_NODE: u64 = 1;
/// A node of a primary item, and its bound, read and written; an access to a bound costs `bound`.
#[inline(always)]
pub(super) const fn option_primary(bound: u64) -> u64 {
    OPTION_NODE + 2 * bound
}

/// A node of a primary item that is covered whenever it is chosen.
#[inline(always)]
pub(super) const fn option_covered(bound: u64) -> u64 {
    option_primary(bound) + COVER_OTHER
}

/// The surplus in [`Opt::fixed`](crate::bits::sub::arrays::Opt::fixed) for the item branched on,
/// which has been covered already.
#[inline(always)]
pub(super) const fn of_branched(changes: bool) -> u64 {
    of_branched_by::<Dlx3>(changes)
}

/// [`of_branched`] by these prices.
#[inline(always)]
pub(super) const fn of_branched_by<P: Prices>(changes: bool) -> u64 {
    match changes {
        true => option_primary(P::BOUND),
        false => option_covered(P::BOUND),
    }
}

// Branching on an item.

/// `begin_level`: the first choice, and the bound.
pub(super) const BEGIN: u64 = begin::<Dlx3>();
/// `begin_level`: the first tweak, for an item that is tweaked.
pub(super) const BEGIN_TWEAKS: u64 = 1;
/// `advance`: bound and slack.
const ADVANCE: u64 = 1;
/// `advance`, for an item that is tweaked: the length, and bound and slack again.
const ADVANCE_TWEAKED: u64 = ADVANCE + 2;
/// `retreat`: the choice and its item.
const RETREAT: u64 = 2;
/// `retreat`: the next choice, read and written.
const NEXT_CHOICE: u64 = 2;
/// `restore`: bound and slack, and the bound again.
pub(super) const RESTORE: u64 = 1 + 2;
/// `restore`: the first tweak.
const RESTORE_TWEAKS: u64 = 1;
/// `tweak`: the node and its links; those of its neighbors; the length.
pub(super) const TWEAK: u64 = 2 + 2 + 2;
pub(super) const TWEAK_UPDATES: u64 = 1;
/// `untweak`: the first row of the list, read and written; the links of the last one; the length.
const UNTWEAK: u64 = 2 + 1 + 2;
/// `untweak`: each row's links, and the next row.
const UNTWEAK_EACH: u64 = 1 + 1;

/// `begin_level`.
#[inline(always)]
pub(super) const fn begin<P: Prices>() -> u64 {
    2 + P::BOUND
}

/// `restore`: bound and slack, and the bound again.
#[inline(always)]
pub(super) const fn restore<P: Prices>() -> u64 {
    3 * P::BOUND
}

/// `advance`: [`ADVANCE`] or [`ADVANCE_TWEAKED`], by these prices.
#[inline(always)]
pub(super) const fn advance_by<P: Prices>(is_tweaked: bool) -> u64 {
    match is_tweaked {
        true => ADVANCE_TWEAKED,
        false => P::BOUND,
    }
}

/// Coming back from the branch of an option to the choice of the next one, beside uncovering its
/// items. By some prices, reading the choice after a solution is free.
#[inline(always)]
pub(super) const fn retreat<P: Prices>(is_solution: bool) -> u64 {
    match is_solution {
        true => P::RETREAT_FROM_SOLUTION + NEXT_CHOICE,
        false => RETREAT + NEXT_CHOICE,
    }
}

/// Covering an item without options, and uncovering it again.
#[inline(always)]
pub(super) const fn dead_end<P: Prices>() -> u64 {
    simple::<P>().node
}

/// Coming back from the null move.
pub(super) const LEAVE_NULL: u64 = RETREAT + DEACTIVATE;

/// Untweaking an item: its `count` options, which cost `hiding` to hide.
#[inline(always)]
pub(super) const fn untweak(count: u64, hiding: u64) -> u64 {
    RESTORE_TWEAKS + UNTWEAK + UNTWEAK_EACH * count + hiding
}

// A node with one branch, whose item is covered for good.

/// Going down, beside covering the item and the option's other items.
#[inline(always)]
pub(super) const fn forced_down<P: Prices>() -> u64 {
    begin::<P>() + DEACTIVATE + P::BOUND + P::ANY_ACTIVE
}

/// Coming back, beside uncovering them.
#[inline(always)]
pub(super) const fn forced_up<P: Prices>(is_solution: bool) -> u64 {
    retreat::<P>(is_solution) + P::BOUND + restore::<P>() + DEACTIVATE
}

/// The cost of a node and its branches, down and back up, beside what they hide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub node: u64,
    /// Each option's branch, beside covering its items, and hiding it as the row of a list.
    pub each: u64,
    /// The null move, if there is one.
    pub null: u64,
    /// The updates of the node, and of each option's branch.
    pub updates: u64,
    pub updates_each: u64,
}

/// A node whose item is covered for good.
pub(super) const SIMPLE: Round = simple::<Dlx3>();

/// [`SIMPLE`], by these prices.
#[inline(always)]
pub(super) const fn simple<P: Prices>() -> Round {
    Round {
        node: begin::<P>() + 2 * (DEACTIVATE + COVER) + P::BOUND + restore::<P>(),
        each: P::BOUND + P::ANY_ACTIVE + RETREAT + NEXT_CHOICE,
        null: 0,
        updates: COVER_UPDATES,
        updates_each: 0,
    }
}

/// How much less coming back from a solution costs than from another node.
#[inline(always)]
pub(super) const fn less_for_solution<P: Prices>() -> u64 {
    retreat::<P>(false) - retreat::<P>(true)
}

/// How much less a choice costs if no item is active.
#[inline(always)]
pub(super) const fn less_for_no_choice<P: Prices>() -> u64 {
    choice(1, 0) - P::CHOICE_OF_NONE
}

/// A node whose item is covered, but may be forgone: it is tweaked.
pub(super) const USED_UP: Round = Round {
    node: BEGIN + BEGIN_TWEAKS + DEACTIVATE + COVER + ADVANCE_TWEAKED + RESTORE + untweak(0, COVER),
    each: ADVANCE_TWEAKED + TWEAK + UNTWEAK_EACH + RETREAT + NEXT_CHOICE,
    null: LEAVE_NULL,
    updates: COVER_UPDATES,
    updates_each: TWEAK_UPDATES,
};

/// A node whose item stays active: its options are hidden one by one.
pub(super) const TWEAKED: Round = Round {
    node: BEGIN + BEGIN_TWEAKS + ADVANCE_TWEAKED + RESTORE + untweak(0, 0),
    each: USED_UP.each - 2 * NEXT_ROW,
    null: DEACTIVATE + LEAVE_NULL,
    updates: 0,
    updates_each: TWEAK_UPDATES,
};

/// A node whose only branch is the null move of an item that stays active, without the cost of its
/// choice.
pub(super) const FORGO: u64 = TWEAKED.node + TWEAKED.null;

/// How much more such a move costs if the item is covered.
pub(super) const FORGO_USED_UP: u64 = USED_UP.node + USED_UP.null - FORGO;

// Weights. A weight packs three numbers into one, so that one addition adds all of them: how many
// options there are, and how many of their other nodes are not purified, and are purified.

/// The bits from which on a weight holds the nodes.
const PURE: u32 = 16;
const PURIFIED: u32 = 40;

/// The numbers of nodes must be less than this.
const MOST_NODES: u64 = 1 << (PURIFIED - PURE);
const _: () = assert!(u64::BITS - PURIFIED == PURIFIED - PURE);

/// The weights of this many options can be added up.
pub(super) const MOST_WEIGHTS: u64 = (1 << PURE) - 1;

/// The weight of an option without colors, if no sum of [`MOST_WEIGHTS`] of them can overflow.
#[inline(always)]
pub(super) fn weight(pure: u32, purified: u32) -> Option<u64> {
    let fits = u64::from(pure.max(purified)) * MOST_WEIGHTS < MOST_NODES;
    fits.then_some(1 | u64::from(pure) << PURE | u64::from(purified) << PURIFIED)
}

/// The parts of a sum of weights: options, their other nodes that are not purified, and those that
/// are.
#[inline(always)]
pub(super) fn weight_parts(sum: u64) -> [u64; 3] {
    [
        sum & ((1 << PURE) - 1),
        sum >> PURE & (MOST_NODES - 1),
        sum >> PURIFIED,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_the_largest_weights_that_fit_are_told_apart() {
        let most = (0..1000).filter(|&nodes| weight(nodes, nodes).is_some());
        let most = most.max().expect("small ones fit");
        for (pure, purified) in [(most, most), (most, 0), (0, most)] {
            let sum = weight(pure, purified).expect("it fits") * MOST_WEIGHTS;
            let all = [1, u64::from(pure), u64::from(purified)];
            assert_eq!(weight_parts(sum), all.map(|number| number * MOST_WEIGHTS));
        }
        assert!(weight(most + 1, 0).is_none() && weight(0, most + 1).is_none());
    }
}
