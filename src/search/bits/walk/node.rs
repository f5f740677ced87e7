//! A node: its choice is counted, and its branches are taken.

use super::compact::compact;
use super::fork::{Fork, Rest};
use super::isa::{ChosenItem, Isa, Move};
use super::recall::recall;
use super::small::search_small;
use super::state::{Flow, Stop, Walk};
use crate::search::bits::bitmap::{and, and_not, count, ones};
use crate::search::bits::branch::{Branching, Included, Tweaks};
use crate::search::bits::decide::shown;
use crate::search::bits::decide::subtrees::SWEPT_WORDS;
use crate::search::bits::kernels::choose::Candidates;
use crate::search::bits::key;
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::{Bit, Place};
use crate::search::bits::price::{self, Cost};
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::shorts::SHORT_WORDS;
use std::ops::ControlFlow;

/// Chooses the item to branch on at a node whose frame has been written: its key.
#[inline(always)]
pub fn choose<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &Walk<'_>,
    sub: &Sub,
    live: &[u64; W],
    depth: usize,
) -> u64 {
    debug_assert_eq!(sub.layout.words, W);
    let active = sub.frames.active(&sub.layout, depth);
    let changing = sub.frames.keys(&sub.layout, depth);
    let candidates = Candidates::new(sub, active, changing, walk.shows_nodes);
    // SAFETY: `dispatch` begins a walk with the words that the sub-problem has.
    unsafe { isa.choose::<M, W>(&candidates, live) }
}

/// Counts the choice at a node that is counted, and does what is to be done there; whether
/// its branches are still to be taken.
#[inline(always)]
fn enter<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> ControlFlow<Stop, bool> {
    walk.count_choice(place);
    if walk.shows_nodes {
        walk.show::<M>(sub, live, place, key);
    }
    if key == key::NONE {
        walk.solution(sub, live, place)?;
        return ControlFlow::Continue(false);
    }
    let score = M::score(key);
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

/// In what state the walk reaches a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It is new.
    New,
    /// A part of the walk begins there: it is counted already.
    Counted,
    /// A part of the walk begins below it.
    OnWay,
    /// A part of the walk begins behind it.
    Behind,
}

/// A branch that has been taken.
#[derive(Clone, Copy, Debug)]
pub struct Descent {
    pub number: u32,
    pub arrival: Arrival,
    /// What coming back costs.
    pub owed: u64,
}

/// Searches a child whose frame has been written, and comes back.
#[inline(always)]
pub fn search_child<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    descent: Descent,
) -> Flow {
    if descent.arrival != Arrival::Behind {
        let key = choose::<M, W>(isa, walk, sub, live, place.depth);
        if descent.arrival == Arrival::New {
            walk.arrive(sub, live, place)?;
        }
        match descent.arrival {
            Arrival::OnWay => isa.branch::<M, W>(walk, sub, live, place, key)?,
            _ => search::<M, W>(isa, walk, sub, live, place, key)?,
        }
    }
    walk.leave(place.level, descent.number)?;
    walk.counters.mems.walk(descent.owed);
    Flow::Continue(())
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
    // Without colors, most nodes are swept, unless solutions are to be shown.
    if !M::HAS_COLORS && !walk.shows_soon() {
        return divide::<M, W>(isa, walk, sub, live, place, key);
    }
    // One branch after another, as long as there is but one: with no more than one
    // child, there is nothing to come back for but what is owed.
    let (mut live, mut place, mut key, mut owed) = (*live, place, key, 0);
    loop {
        if M::HAS_COLORS && search_small::<_, M, W>(isa, walk, sub, &live, place, key) {
            walk.counters.mems.walk(owed);
            return Flow::Continue(());
        }
        let is_forced = M::score(key) == 1
            && (M::IS_PLAIN || sub.items[M::rank(key).index()].is_simple())
            // The walk may end with that branch.
            && walk.end.level != place.level + 1
            && !(walk.shows_nodes || walk.shows_moves || walk.way.is_on_way())
            && !must_compact::<M, W>(walk, sub, &live, place);
        if !is_forced {
            break;
        }
        let rank = M::rank(key);
        let list = and(&live, sub.rows.item::<W>(rank));
        let option = only(&list);
        let hidden = match M::HAS_COLORS {
            true => sub.weigh_one::<W>(place.depth, option),
            false => sub.weigh::<M, W>(place.depth, &list),
        };
        let covering = hidden.covering();
        live[option.word()] &= !option.mask();
        let branching = Branching {
            rank,
            score: 1,
            bound: 0,
            slack: 0,
            changes: false,
        };
        let (item, id) = (sub.items[rank.index()].id, sub.options[option.index()].id);
        walk.path.set(place.level, item, Some(id), 1, 1);
        sub.frames.reserve(&sub.layout, place.depth + 1);
        let (depth, active) = (place.depth, place.active);
        let child = sub.include::<M, W>(isa, &live, depth, active, option, branching);
        let mut cost = child.cost;
        (live, place) = (child.live, place.below(child.active));
        cost += covering;
        owed += cost.mems + price::FORCED_UP;
        cost.mems += price::FORCED_DOWN;
        walk.pay(cost);
        key = choose::<M, W>(isa, walk, sub, &live, place.depth);
        walk.arrive(sub, &live, place)?;
        if !enter::<M, W>(isa, walk, sub, &live, place, key)? {
            walk.counters.mems.walk(owed);
            return Flow::Continue(());
        }
    }
    divide::<M, W>(isa, walk, sub, &live, place, key)?;
    walk.counters.mems.walk(owed);
    Flow::Continue(())
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

/// Whether to continue in a smaller sub-problem.
#[inline(always)]
fn must_compact<M: ModeType, const W: usize>(
    walk: &mut Walk<'_>,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
) -> bool {
    place.depth > 0
        && sub.may_compact
        && (walk.compacting).is_due(sub, count(live) as usize, place.active as usize)
}

/// Sweeps what is below a node, if that is due; whether it has been counted so.
#[inline(always)]
fn sweep<I: Isa, M: ModeType, const W: usize>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> bool {
    // Where states come back, a sweep would not see it.
    if M::HAS_COLORS
        || W > SWEPT_WORDS
        || !sub.sweeps.any
        || walk.may_recall(place)
        || !walk
            .sweeping
            .rule(sub, walk.recall.is_some())
            .is_due(sub, place.active)
    {
        return false;
    }
    if M::IS_PLAIN && walk.sweeping.should_wait(isa, sub, live) {
        return false;
    }
    let Some(limits) = walk.limits(place) else {
        return false;
    };
    if !M::IS_PLAIN && W <= SHORT_WORDS && walk.sweeping.should_keep_keys(isa, sub) {
        // Not in the sweep itself, which only reads.
        sub.look_for_shorts::<W>();
    }
    let sweeping = &mut *walk.sweeping;
    let mut swept = None;
    if sweeping.takes_eights() {
        swept = isa.sweep_eights(sweeping, sub, live, place, key, limits);
    }
    if swept.is_none() && M::IS_PLAIN && sub.sweeps.lengths {
        swept = isa.sweep_kept(sweeping, sub, live, place, key, limits);
    }
    let swept = match swept {
        Some(swept) => swept,
        None => isa.sweep::<W>(sweeping, sub, live, place, key, limits),
    };
    if limits.solutions <= shown::NEAR {
        walk.shown.learn(place.active, swept, walk.sweeping.nodes());
    }
    if swept {
        let height = walk.sweeping.count(walk.counters, place.level);
        walk.reach = walk.reach.max(place.level + height);
        return true;
    }
    if walk.sweeping.exceeds(limits) {
        // A few more sweeps in vain, of ever smaller subtrees, cost little.
        walk.most_active = place.active / 4 * 3;
    }
    false
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
        return compact::<_, W>(isa, walk, sub, live, place, ChosenItem { rank, score });
    }
    if sweep::<_, M, W>(isa, walk, sub, live, place, key) {
        return Flow::Continue(());
    }
    let item = &sub.items[rank.index()];
    let branching = match M::IS_PLAIN {
        true => Branching {
            rank,
            score,
            bound: 0,
            slack: 0,
            changes: false,
        },
        false => Branching {
            rank,
            score,
            bound: key::bound(sub.key(place.depth, rank)) - 1,
            slack: item.slack,
            changes: item.may_change(),
        },
    };
    let row = *sub.rows.item::<W>(rank);
    let list = and(live, &row);
    let is_simple = M::IS_PLAIN || branching.is_simple();
    let fork = Fork {
        place,
        branching,
        // As long as the list keeps what the lower bound needs.
        options: match is_simple {
            true => score,
            false => (count(&list) as i64).min(score),
        },
    };
    let mut rest = Rest {
        list,
        number: 0,
        base: *live,
        tweaks: Tweaks::default(),
    };
    let is_counted = !walk.way.is_on_way();
    if is_counted {
        walk.counters.mems.walk(match is_simple {
            true => price::BEGIN,
            false => price::BEGIN + price::BEGIN_TWEAKS,
        });
    }
    let mut covering = Cost::default();
    if branching.is_used_up() {
        covering = sub.weigh::<M, W>(place.depth, &list).covering();
        rest.base = and_not(live, &row);
        if is_counted {
            walk.pay(covering);
            walk.counters.mems.walk(price::DEACTIVATE);
        }
    }
    sub.frames.reserve(&sub.layout, place.depth + 1);
    if is_counted || isa.resume::<M, W>(walk, sub, &fork, &mut rest)? == Move::Option {
        take_options::<M, W>(isa, walk, sub, &fork, &mut rest)?;
        take_null::<M, W>(isa, walk, sub, &fork, &rest.base)?;
    }
    // `covering` is nothing unless the item was covered.
    walk.counters.mems.walk(price::RESTORE + covering.mems);
    walk.counters.mems.walk(match is_simple {
        true => price::DEACTIVATE,
        false => rest.tweaks.untweak(),
    });
    Flow::Continue(())
}

/// Takes the branches that choose an option.
#[inline(always)]
fn take_options<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    fork: &Fork,
    rest: &mut Rest<W>,
) -> Flow {
    let place = fork.place;
    let mut number = rest.number;
    for word in 0..W {
        for bit in ones(rest.list[word]) {
            if i64::from(number) == fork.options {
                break;
            }
            number += 1;
            let option = Bit::new(word, bit);
            fork.advance::<M>(walk);
            if let Some(cost) = rest.tweak::<M>(sub, fork, option) {
                walk.pay(cost);
            }
            fork.step(walk, sub, &rest.base, Some(option), number);
            let (depth, active) = (place.depth, place.active);
            let Included { live, active, cost } =
                sub.include::<M, W>(isa, &rest.base, depth, active, option, fork.branching);
            walk.pay(cost);
            let descent = Descent {
                number,
                arrival: Arrival::New,
                owed: price::leave_option(cost.mems),
            };
            search_child::<M, W>(isa, walk, sub, &live, place.below(active), descent)?;
        }
    }
    Flow::Continue(())
}

/// Takes the last branch, if options may be forgone: the null move.
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
    let descent = Descent {
        number,
        arrival: Arrival::New,
        owed: price::LEAVE_NULL,
    };
    let below = place.below(place.active - 1);
    search_child::<M, W>(isa, walk, sub, base, below, descent)
}
