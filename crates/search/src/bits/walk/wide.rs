//! The walk of a wide sub-problem ([`sub::wide`](crate::bits::sub::wide)), as in
//! [`node`](super::node), but with bitmaps of any number of words, which are in the frames.
//!
//! ```text
//! begin(sub):     choose; search its root
//! search(node):   count the choice; show a solution; recall the state; or else branch
//! branch(node):   compact, if few options are left; or else, for each option of the item:
//!                 include it, search the child, come back; then take the null move
//! ```
//!
//! Invariant: when a node is shown, the counters are those of DLX3.

use super::compact;
use super::isa::{Arrival, ChosenItem, Fork, Isa};
use super::state::{Flow, Walk};
use super::subtree::remember;
use crate::bits::bitmap::count_all;
use crate::bits::branch::{Branching, Tweaks};
use crate::bits::decide::naming;
use crate::bits::key::{self, ModeType};
use crate::bits::number::{Bit, Place};
use crate::bits::price::{self, Cost};
use crate::bits::sub::Sub;
use crate::bits::wide::Origin;
use crate::prices::Prices;

/// Searches a new wide sub-problem from its root. If `chosen` is given, the choice has been made
/// and counted.
#[inline(always)]
pub fn begin_wide<I: Isa, M: ModeType>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    place: Place,
    chosen: Option<ChosenItem>,
) -> Flow {
    sub.may_compact = walk.tuning.compact;
    sub.wide.branches.clear();
    if let Some(chosen) = chosen {
        let key = M::key_of(chosen.score, chosen.rank);
        return isa.branch_wide::<M>(walk, sub, place, key);
    }
    let key = sub.choose_wide::<M, _>(isa, 0);
    match walk.way.is_on_way() {
        true => isa.branch_wide::<M>(walk, sub, place, key),
        false => search::<_, M>(isa, walk, sub, place, key),
    }
}

/// Searches a node that is counted.
#[inline(always)]
fn search<I: Isa, M: ModeType>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    place: Place,
    key: u64,
) -> Flow {
    let score = walk.count_choice::<M>(sub, sub.live(place.depth), place, key)?;
    if score > 1 && walk.may_recall(place) {
        return recall::<_, M>(isa, walk, sub, place, key);
    }
    if score > 0 {
        return isa.branch_wide::<M>(walk, sub, place, key);
    }
    Flow::Continue(())
}

/// Enters a node with more than one branch, unless its subtree is known.
#[inline(never)]
fn recall<I: Isa, M: ModeType>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    place: Place,
    key: u64,
) -> Flow {
    let naming = naming(sub.layout.words, false, false);
    let mut name = None;
    if let Some(recall) = &mut walk.recall {
        let frames = std::mem::take(&mut sub.wide.live);
        let words = sub.layout.words;
        let live = &frames[2 * place.depth * words..][..words];
        name = Some(isa.name(sub, walk.path.problem, recall, live, place.depth));
        sub.wide.live = frames;
    }
    remember(walk, sub, place, name, naming, |walk, sub| {
        isa.branch_wide::<M>(walk, sub, place, key)
    })
}

/// Searches below a child whose frame has been written.
#[inline(always)]
fn reach<I: Isa, M: ModeType>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    place: Place,
    has_failed: bool,
    arrival: Arrival,
) -> Flow {
    if arrival == Arrival::Left {
        return Flow::Continue(());
    }
    let key = match has_failed {
        true => key::FAILED,
        false => sub.choose_wide::<M, _>(isa, place.depth),
    };
    walk.balance.add(sub.take_work());
    if arrival == Arrival::New {
        walk.arrive::<M::Prices>(sub, sub.live(place.depth), place)?;
    }
    match arrival {
        Arrival::OnWay => isa.branch_wide::<M>(walk, sub, place, key),
        _ => search::<_, M>(isa, walk, sub, place, key),
    }
}

/// Whether the walk must continue in a compacted sub-problem.
#[inline(always)]
fn must_narrow(walk: &Walk<'_>, sub: &Sub, place: Place) -> bool {
    if place.depth == 0 || !sub.may_compact {
        return false;
    }
    let options = count_all(sub.live(place.depth));
    (walk.compactor.rule).is_due_wide(sub, options, place.active as usize)
}

/// Takes all branches of a node whose item has been chosen.
#[inline(always)]
pub fn branch_wide<I: Isa, M: ModeType>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    place: Place,
    key: u64,
) -> Flow {
    let (rank, score) = (M::rank(key), M::score(key));
    if must_narrow(walk, sub, place) && !walk.only_passes(place) {
        let live = sub.live(place.depth);
        return compact::<M::Prices>(isa, walk, sub, live, place, ChosenItem { rank, score });
    }
    let branching = Branching::of::<M>(sub, place.depth, key);
    let start = sub.wide.branches.len();
    let length = sub.list_branches(place.depth, rank);
    let is_simple = M::IS_PLAIN || branching.is_simple();
    let fork = Fork {
        place,
        branching,
        options: match is_simple {
            true => score,
            false => (length as i64).min(score),
        },
    };
    // The branch to where the walk continues, if any.
    let way = walk.way.branches.pop();
    if way.is_none() {
        fork.begin::<M>(walk);
    }
    sub.frames.reserve(&sub.layout, place.depth + 1);
    sub.reserve_wide(place.depth + 1);
    // With one branch, copying the base would be a waste.
    let is_forced = is_simple && score == 1 && !walk.watching.shows_all();
    if !is_forced {
        sub.open_base(place.depth);
    }
    let mut covering = Cost::default();
    if branching.is_used_up() {
        let hidden = match is_forced {
            true => sub.weight_of(sub.wide.branches[start] as usize),
            false => sub.cover_base(place.depth, rank, length),
        };
        covering = hidden.covering();
        if way.is_none() {
            walk.pay(covering);
            walk.counters.mems.walk(price::DEACTIVATE);
        }
    }
    let mut tweaks = Tweaks::default();
    for number in 1..=fork.options as u32 {
        let option = Bit(sub.wide.branches[start + number as usize - 1] as usize);
        let is_new = way.is_none_or(|way| way < number);
        if is_new {
            fork.advance::<M>(walk);
        }
        if !is_simple {
            let hidden = match branching.is_used_up() {
                true => None,
                false => Some(sub.remove_from_base(place.depth, option)),
            };
            let cost = tweaks.lose(hidden);
            if is_new {
                walk.pay(cost);
            }
        }
        let arrival = match way {
            Some(way) if number < way => continue,
            Some(way) if number == way => Arrival::of_way(&walk.way),
            _ => Arrival::New,
        };
        let (depth, active) = (place.depth, place.active);
        fork.put_on_path(walk, sub, Some(option), number);
        if is_new {
            walk.show_branch(sub, sub.base(depth), place, branching, false);
        }
        let from = Origin {
            is_node: is_forced,
            // DLX2's choice ends at the first item without options, which must be found.
            full: M::Prices::ENDS_AT_EMPTY || walk.watching.shows_nodes(),
        };
        let child = sub.include_wide::<M>(isa, depth, active, option, branching, from);
        if is_new {
            walk.pay(child.cost);
            walk.counters.mems.walk(M::Prices::ANY_ACTIVE);
        }
        let below = place.below(child.active);
        reach::<_, M>(isa, walk, sub, below, child.has_failed, arrival)?;
        let retreat = price::retreat::<M::Prices>(child.active == 0);
        walk.come_back(below, number, retreat + child.cost.mems)?;
    }
    let null_on_way = way.filter(|&way| i64::from(way) > fork.options);
    if null_on_way.is_none() {
        fork.advance::<M>(walk);
    }
    if null_on_way.is_some() || fork.has_null::<M>() {
        take_null::<_, M>(isa, walk, sub, &fork, null_on_way)?;
    }
    sub.wide.branches.truncate(start);
    fork.end::<M>(walk, covering, tweaks);
    Flow::Continue(())
}

/// Takes the null move; `on_way` is its number if it leads to where the walk continues.
#[inline(always)]
fn take_null<I: Isa, M: ModeType>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    fork: &Fork,
    on_way: Option<u32>,
) -> Flow {
    let Fork {
        place, branching, ..
    } = *fork;
    let number = on_way.unwrap_or(branching.score as u32);
    let arrival = match on_way {
        Some(_) => Arrival::of_way(&walk.way),
        None => {
            if !branching.is_used_up() {
                walk.counters.mems.walk(price::DEACTIVATE);
            }
            Arrival::New
        }
    };
    fork.put_on_path(walk, sub, None, number);
    if on_way.is_none() {
        walk.show_branch(sub, sub.base(place.depth), place, branching, true);
    }
    sub.forgo_wide::<M>(place.depth, branching.rank);
    let below = place.below(place.active - 1);
    reach::<_, M>(isa, walk, sub, below, false, arrival)?;
    walk.come_back(below, number, price::LEAVE_NULL)
}
