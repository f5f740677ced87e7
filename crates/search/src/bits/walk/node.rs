//! The walk of a node, from the root of a sub-problem on.
//!
//! ```text
//! begin(sub):     decide which techniques serve it; choose; search its root
//! search(node):   count the choice; show a solution; recall the state; or else branch
//! branch(node):   with colors, go down as long as there is one branch; then divide
//! divide(node):   compact, sweep, or else:
//!     for each option of the item:  include it, search the child, come back
//!     take the null move, if the item may be forgone
//! resume(node):   take the branch to where a part of the walk begins
//! ```
//!
//! Invariant: when a node is shown, the counters are those of DLX3.

use super::compact;
use super::isa::{Arrival, ChosenItem, Fork, Isa, Untaken};
use super::state::{Flow, Stop, Walk};
use super::subtree::{forgo_all, recall, search_small, sweep};
use crate::bits::bitmap::{and, and_not, count, first, ones};
use crate::bits::branch::{Branching, Included, Tweaks};
use crate::bits::decide::compact::may_repay;
use crate::bits::decide::subtrees::{MIDDLE_WORDS, SWEPT_CHANGING, SWEPT_WIDTH, SWEPT_WORDS};
use crate::bits::kernels::choose::Candidates;
use crate::bits::kernels::draw::draw;
use crate::bits::key::{self, ModeType};
use crate::bits::number::{Bit, Place};
use crate::bits::price::{self, Cost};
use crate::bits::small::encode::may_fit;
use crate::bits::small::leaves::Leaves;
use crate::bits::sub::arrays::Layout;
use crate::bits::sub::{Sub, Subtrees, Sweeps};
use crate::bits::tuning::Tuning;
use crate::prices::{Dlx3, Prices};
use crate::vector::portable::Portable;
use std::ops::ControlFlow;

/// Arrives at a node whose frame has been written: counts it, if it is new, and chooses the item to
/// branch on.
// Not inlined in debug builds, where frames of the walk would be larger.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn come_to<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
    is_new: bool,
) -> ControlFlow<Stop, u64> {
    if const { M::Prices::HAS_DICE } && walk.dice.is_some() {
        let key = isa.draw_item(walk, sub, live, place, is_new)?;
        return ControlFlow::Continue(match M::IS_PLAIN && key != key::NONE {
            true => M::key_of(key::score(key), key::rank(key)),
            false => key,
        });
    }
    match const { W > 8 || !M::IS_PLAIN && W > 4 } {
        true => isa.come_far::<M, W>(walk, sub, live, place, is_new),
        false => come_here::<M, W>(isa, walk, sub, live, place, is_new),
    }
}

/// Arrives at a node where ties are not broken at random.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn come_here<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
    is_new: bool,
) -> ControlFlow<Stop, u64> {
    debug_assert_eq!(sub.layout.words, W);
    let active = sub.frames.active(&sub.layout, place.depth);
    let changing = sub.frames.keys(&sub.layout, place.depth);
    // DLX2's choice ends at the first item without options, which must be found.
    let full = M::Prices::ENDS_AT_EMPTY || walk.watching.shows_nodes();
    let candidates = Candidates::new(sub, active, changing, full);
    // SAFETY: `dispatch` begins a walk with the words that the sub-problem has.
    let key = unsafe { isa.choose::<M::Choice, W>(&candidates, live) };
    if is_new {
        walk.arrive::<M::Prices>(sub, live, place)?;
    }
    ControlFlow::Continue(key)
}

/// Counts a node and chooses its item, with ties broken at random. The node is counted before
/// numbers are drawn: if the walk stops there, they are drawn when it continues.
#[inline(always)]
pub fn draw_item<I: Isa>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &Sub,
    live: &[u64],
    place: Place,
    is_new: bool,
) -> ControlFlow<Stop, u64> {
    if is_new {
        walk.arrive::<Dlx3>(sub, live, place)?;
    }
    let dice = walk.dice.as_mut().expect("ties are broken at random");
    let active = sub.frames.active(&sub.layout, place.depth);
    let changing = sub.frames.keys(&sub.layout, place.depth);
    let candidates = Candidates::new(sub, active, changing, true);
    debug_assert_eq!(live.len(), sub.layout.words);
    // SAFETY: `dispatch` begins a walk with the words that the sub-problem has.
    let drawn = unsafe { draw(isa, &candidates, live, dice) };
    let mems = price::DRAW * drawn.draws;
    walk.counters.mems.walk(mems);
    walk.counters.choice_mems.walk(mems);
    ControlFlow::Continue(drawn.key)
}

/// Searches a new sub-problem from its root. If `chosen` is given, the choice has been made and
/// counted.
#[inline(never)]
pub fn begin<I: Isa, M: ModeType, const W: usize>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    place: Place,
    chosen: Option<ChosenItem>,
) -> Flow {
    let tuning = walk.tuning;
    sub.sweeps = sweeps::<I, M>(isa, &sub.layout, tuning);
    let primary = &sub.items[..sub.layout.primary];
    sub.sweeps.chains = !M::IS_PLAIN && tuning.chains && primary.iter().any(|item| item.slack > 0);
    sub.may_compact = tuning.compact;
    if M::HAS_COLORS {
        sub.may_compact = tuning.compact_colors && (walk.compactor.rule.always || may_repay(sub));
        let (fits, words) = (may_fit(sub), isa.small_words());
        let always = walk.compactor.rule.always;
        sub.subtrees = Subtrees {
            small: tuning.small && fits && (words.contains(&W) || always),
            // Small subtrees are searched within middle ones.
            middle: tuning.middle
                && fits
                && W > MIDDLE_WORDS
                && (words.contains(&MIDDLE_WORDS) || always),
            within: tuning.small,
            leaves: (tuning.leaves && fits).then(|| Leaves::of(sub)).flatten(),
            siblings: tuning.siblings,
        };
    }
    let live = first::<W>(sub.options.len());
    if let Some(chosen) = chosen {
        let key = M::key_of(chosen.score, chosen.rank);
        return isa.branch::<M, W>(walk, sub, &live, place, key);
    }
    let arrival = match walk.way.is_on_way() {
        true => Arrival::OnWay,
        false => Arrival::Counted,
    };
    isa.reach::<M, W>(walk, sub, &live, place, arrival)
}

/// The sweeps that a sub-problem may have.
#[inline(always)]
fn sweeps<I: Isa, M: ModeType>(isa: I, layout: &Layout, tuning: &Tuning) -> Sweeps {
    // Above `SWEPT_CHANGING` groups of changing bounds, walk node by node; above `WALKED_CHANGING`,
    // sweep by short keys.
    let has_many = !M::IS_PLAIN && layout.changing > SWEPT_CHANGING;
    let is_swept = !has_many || tuning.keys && layout.changing > I::WALKED_CHANGING;
    let is_small = layout.words <= SWEPT_WORDS && layout.width <= SWEPT_WIDTH;
    Sweeps {
        any: tuning.sweep && !M::HAS_COLORS && is_small && is_swept,
        eights: tuning.eights && isa.takes_eights(layout, M::IS_PLAIN),
        pack: tuning.pack && isa.packs_eights(),
        lengths: tuning.lengths,
        renumber_lengths: tuning.lengths && tuning.renumber_lengths,
        keys: tuning.keys,
        single: tuning.single,
        chains: false,
    }
}

/// Enters a node that is counted, and adds its known counts, if any. Returns whether branches are
/// left to take.
#[inline(always)]
fn enter<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> ControlFlow<Stop, bool> {
    let score = walk.count_choice::<M>(sub, live, place, key)?;
    let is_forgone = !M::IS_PLAIN && score == 1 && !key::has_options(key);
    if is_forgone && forgo_all::<W>(walk, sub, live, place) {
        return ControlFlow::Continue(false);
    }
    if score > 1 && walk.may_recall(place) {
        recall::<_, M, W>(isa, walk, sub, live, place, key)?;
        return ControlFlow::Continue(false);
    }
    ControlFlow::Continue(score > 0)
}

/// Searches a node that is counted.
#[inline(always)]
pub fn search<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    match enter::<M, W>(isa, walk, sub, live, place, key)? {
        true => isa.branch::<M, W>(walk, sub, live, place, key),
        false => Flow::Continue(()),
    }
}

/// Searches below a node whose frame has been written.
#[inline(always)]
pub fn reach<I: Isa, M: ModeType, const W: usize>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    arrival: Arrival,
) -> Flow {
    if arrival == Arrival::Left {
        return Flow::Continue(());
    }
    let key = come_to::<M, W>(isa, walk, sub, live, place, arrival == Arrival::New)?;
    match arrival {
        Arrival::OnWay => isa.branch::<M, W>(walk, sub, live, place, key),
        _ => search::<M, W>(isa, walk, sub, live, place, key),
    }
}

/// Takes all branches of a node whose item has been chosen.
#[inline(always)]
pub fn branch<I: Isa, M: ModeType, const W: usize>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    // Without colors, most nodes are swept, unless the watch sees solutions, or there are bounds
    // and ties are broken at random.
    let is_swept = M::IS_PLAIN || walk.dice.is_none();
    let goes_down = M::HAS_COLORS || walk.shows_soon() || !is_swept;
    // Takes single branches in a loop, without recursion: coming back only pays the mems owed.
    let (mut live, mut place, mut key, mut owed) = (live, place, key, 0);
    let mut owed_lengths = 0;
    let mut below;
    loop {
        if !goes_down {
            break;
        }
        if M::HAS_COLORS && search_small::<_, M, W>(isa, walk, sub, live, place, key) {
            walk.counters.mems.walk(owed);
            walk.pay_lengths::<M::Prices>(owed_lengths);
            return Flow::Continue(());
        }
        let is_forced = M::score(key) == 1
            && (M::IS_PLAIN || sub.items[M::rank(key).index()].is_simple())
            // A walk that ends with this branch has to come back from it.
            && walk.end.level != place.level + 1
            && !(walk.watching.shows_all() || walk.way.is_on_way())
            && !must_compact::<M, W>(walk, sub, live, place);
        if !is_forced {
            break;
        }
        let rank = M::rank(key);
        let list = and(live, sub.rows.item::<W>(rank));
        let option = only(&list);
        let hidden = match M::HAS_COLORS {
            true => sub.weigh_one::<M, W>(place.depth, option),
            false => sub.weigh::<M, W>(isa, place.depth, &list),
        };
        let covering = hidden.covering();
        let mut base = *live;
        base[option.word()] &= !option.mask();
        let branching = Branching::simple(rank, 1);
        let (item, id) = (sub.items[rank.index()].id, sub.options[option.index()].id);
        walk.path.set(place.level, item, Some(id), 1, 1);
        sub.frames.reserve(&sub.layout, place.depth + 1);
        let (depth, active) = (place.depth, place.active);
        let child = include::<M, W>(isa, sub, &base, depth, active, option, branching);
        let mut cost = child.cost;
        below = child.live;
        (live, place) = (&below, place.below(child.active));
        cost += covering;
        owed += cost.mems + price::forced_up::<M::Prices>(child.active == 0);
        cost.mems += price::forced_down::<M::Prices>();
        walk.pay(cost);
        if M::Prices::TELLS_LENGTHS {
            let lengths = sub.lengths_of_rows::<M>(hidden) + child.lengths;
            owed_lengths += lengths;
            walk.pay_lengths::<M::Prices>(lengths);
        }
        key = come_to::<M, W>(isa, walk, sub, live, place, true)?;
        if !enter::<M, W>(isa, walk, sub, live, place, key)? {
            walk.counters.mems.walk(owed);
            walk.pay_lengths::<M::Prices>(owed_lengths);
            return Flow::Continue(());
        }
    }
    divide::<M, W>(isa, walk, sub, live, place, key)?;
    walk.counters.mems.walk(owed);
    walk.pay_lengths::<M::Prices>(owed_lengths);
    Flow::Continue(())
}

/// Covers the other items of an option. With colors or long bitmaps, this is much code, which exists
/// once.
#[inline(always)]
fn include<M: ModeType, const W: usize>(
    isa: impl Isa,
    sub: &mut Sub,
    base: &[u64; W],
    depth: usize,
    active: u32,
    option: Bit,
    branching: Branching,
) -> Included<W> {
    match const { M::HAS_COLORS || W > 8 } {
        true => isa.include_far::<M, W>(sub, base, depth, active, option, branching),
        false => sub.include::<M, W>(isa, base, depth, active, option, branching),
    }
}

/// The option in a list of one.
#[inline(always)]
fn only<const W: usize>(list: &[u64; W]) -> Bit {
    let mut option = Bit(0);
    for (word, &bits) in list.iter().enumerate() {
        let place = Bit::new(word, bits.trailing_zeros() as usize);
        option = if bits == 0 { option } else { place };
    }
    option
}

/// Whether the walk must continue in a compacted sub-problem.
#[inline(always)]
fn must_compact<M: ModeType, const W: usize>(
    walk: &mut Walk<'_>,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
) -> bool {
    place.depth > 0
        && sub.may_compact
        && (walk.compactor.rule).is_due(sub, count(live) as usize, place.active as usize)
}

/// Takes all branches of a node.
#[inline(always)]
fn divide<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    let (rank, score) = (M::rank(key), M::score(key));
    if must_compact::<M, W>(walk, sub, live, place) && !walk.only_passes(place) {
        return compact::<M::Prices>(isa, walk, sub, live, place, ChosenItem { rank, score });
    }
    if sweep::<_, M, W>(isa, walk, sub, live, place, key) {
        return Flow::Continue(());
    }
    let branching = Branching::of::<M>(sub, place.depth, key);
    let row = *sub.rows.item::<W>(rank);
    let list = and(live, &row);
    let is_simple = M::IS_PLAIN || branching.is_simple();
    let fork = Fork {
        place,
        branching,
        // As long as enough options are left for the lower bound.
        options: match is_simple {
            true => score,
            false => (isa.count(&list) as i64).min(score),
        },
    };
    let mut untaken = Untaken {
        list,
        number: 0,
        base: *live,
        tweaks: Tweaks::default(),
    };
    let is_counted = !walk.way.is_on_way();
    if is_counted {
        fork.begin::<M>(walk);
    }
    let (mut covering, mut lengths) = (Cost::default(), 0);
    if branching.is_used_up() {
        let hidden = sub.weigh::<M, W>(isa, place.depth, &list);
        covering = hidden.covering();
        lengths = sub.lengths_of_rows::<M>(hidden);
        untaken.base = and_not(live, &row);
        if is_counted {
            walk.pay(covering);
            walk.pay_lengths::<M::Prices>(lengths);
            walk.counters.mems.walk(price::DEACTIVATE);
        }
    }
    sub.frames.reserve(&sub.layout, place.depth + 1);
    if is_counted || resume::<M, W>(isa, walk, sub, &fork, &mut untaken)? {
        take_options::<M, W>(isa, walk, sub, &fork, &mut untaken)?;
        take_null::<M, W>(isa, walk, sub, &fork, &untaken.base)?;
    }
    fork.end::<M>(walk, covering, untaken.tweaks);
    walk.pay_lengths::<M::Prices>(lengths);
    Flow::Continue(())
}

/// Takes the branches that choose an option.
#[inline(always)]
fn take_options<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    fork: &Fork,
    untaken: &mut Untaken<W>,
) -> Flow {
    let place = fork.place;
    let mut number = untaken.number;
    let mut at = 0;
    for word in 0..W {
        for bit in ones(untaken.list[word]) {
            if i64::from(number) == fork.options {
                break;
            }
            number += 1;
            let mut option = Bit::new(word, bit);
            if sub.orders.is_on && !(fork.options == 1 && fork.is_simple::<M>()) {
                option = sub.orders.next(fork.branching.rank, &mut at, &untaken.list);
            }
            fork.advance::<M>(walk);
            if let Some(cost) = untaken.tweak::<M>(isa, sub, fork, option) {
                walk.pay(cost);
            }
            fork.step(walk, sub, &untaken.base, Some(option), number);
            let (depth, active) = (place.depth, place.active);
            let Included {
                live,
                active,
                cost,
                lengths,
            } = include::<M, W>(
                isa,
                sub,
                &untaken.base,
                depth,
                active,
                option,
                fork.branching,
            );
            walk.pay(cost);
            walk.pay_lengths::<M::Prices>(lengths);
            walk.counters.mems.walk(M::Prices::ANY_ACTIVE);
            let below = place.below(active);
            match const { W > 8 } {
                true => isa.reach::<M, W>(walk, sub, &live, below, Arrival::New)?,
                false => reach::<_, M, W>(isa, walk, sub, &live, below, Arrival::New)?,
            }
            let retreat = price::retreat::<M::Prices>(active == 0);
            walk.come_back(below, number, retreat + cost.mems)?;
            walk.pay_lengths::<M::Prices>(lengths);
        }
    }
    Flow::Continue(())
}

/// Takes the last branch, if it is the null move.
#[inline(always)]
fn take_null<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    fork: &Fork,
    base: &[u64; W],
) -> Flow {
    let Fork {
        place, branching, ..
    } = *fork;
    fork.advance::<M>(walk);
    if !fork.has_null::<M>() {
        return Flow::Continue(());
    }
    if !branching.is_used_up() {
        walk.counters.mems.walk(price::DEACTIVATE);
    }
    let number = branching.score as u32;
    fork.step(walk, sub, base, None, number);
    sub.forgo::<M>(place.depth, branching.rank);
    let below = place.below(place.active - 1);
    isa.reach::<M, W>(walk, sub, base, below, Arrival::New)?;
    walk.come_back(below, number, price::LEAVE_NULL)
}

/// The child at which a part of the walk continues.
struct Resumed<const W: usize> {
    live: [u64; W],
    active: u32,
    /// The number of its branch, and the mems of coming back.
    number: u32,
    owed: u64,
    /// The part of these mems that pays for lengths.
    lengths: u64,
}

/// Takes the branch of a node that leads to where the walk continues, and searches what is left
/// below it. Returns whether branches follow, that is, whether it was not the null move.
#[inline(always)]
fn resume<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    fork: &Fork,
    untaken: &mut Untaken<W>,
) -> ControlFlow<Stop, bool> {
    let child = take_branch::<M, W>(walk, sub, fork, untaken);
    let place = fork.place.below(child.active);
    let arrival = Arrival::of_way(&walk.way);
    isa.reach::<M, W>(walk, sub, &child.live, place, arrival)?;
    walk.come_back(place, child.number, child.owed)?;
    walk.pay_lengths::<M::Prices>(child.lengths);
    ControlFlow::Continue(i64::from(child.number) <= fork.options)
}

/// Takes the branch of a node that leads to where the walk continues. This happens once for each
/// level of a path, so all instruction sets share the code.
#[cold]
#[inline(never)]
fn take_branch<M: ModeType, const W: usize>(
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    fork: &Fork,
    untaken: &mut Untaken<W>,
) -> Resumed<W> {
    let Fork {
        place, branching, ..
    } = *fork;
    let number = walk.way.branches.pop().expect("it is on its way");
    let is_null = i64::from(number) > fork.options;
    let mut chosen = None;
    while i64::from(untaken.number) < fork.options && untaken.number < number {
        let word = untaken.list.iter().position(|&word| word != 0);
        let word = word.expect("an option for each branch");
        let option = Bit::new(word, untaken.list[word].trailing_zeros() as usize);
        untaken.list[word] &= untaken.list[word] - 1;
        untaken.number += 1;
        untaken.tweak::<M>(Portable, sub, fork, option);
        chosen = Some(option);
    }
    let chosen = chosen.filter(|_| !is_null);
    fork.put_on_path(walk, sub, chosen, number);
    let Some(option) = chosen else {
        sub.forgo::<M>(place.depth, branching.rank);
        return Resumed {
            live: untaken.base,
            active: place.active - 1,
            number,
            owed: price::LEAVE_NULL,
            lengths: 0,
        };
    };
    let (depth, active) = (place.depth, place.active);
    let base = &untaken.base;
    let child = include::<M, W>(Portable, sub, base, depth, active, option, branching);
    Resumed {
        live: child.live,
        active: child.active,
        number,
        owed: price::retreat::<M::Prices>(child.active == 0) + child.cost.mems,
        lengths: child.lengths,
    }
}
