//! Going on below a node in a smaller sub-problem.

use super::dispatch::dispatch;
use super::isa::{ChosenItem, Isa};
use super::state::{Flow, Walk};
use crate::search::bits::decide::shrink::{encoding, steps, steps_now};
#[cfg(test)]
use crate::search::bits::mode::Mode;
use crate::search::bits::number::Rank;
use crate::search::bits::place::Place;
use crate::search::bits::sub::Sub;

/// A sub-problem that takes more bytes is not kept for the next one of its kind.
const MOST_KEPT: usize = 1 << 22;

/// Branches in a smaller encoding.
#[cold]
#[inline(never)]
pub fn shrink<I: Isa, const W: usize>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
    chosen: ChosenItem,
) -> Flow {
    walk.balance.add_nodes(walk.counters, sub);
    #[cfg(test)]
    {
        walk.shrinking.done[usize::from(sub.mode == Mode::Colors)] += 1;
    }
    let mut smaller = walk.pool.pop().unwrap_or_default();
    if !isa.gather(&mut smaller, sub, live, place.depth) {
        let encoder = &mut walk.encoder;
        encoder.encode_sub(&mut smaller, sub, live, place.depth);
    }
    // Its rank is now the number of active items before it.
    let before = sub.primary().take(chosen.rank.index());
    let before = before.filter(|&other| sub.is_active(place.depth, other));
    let rank = Rank(before.count() as u32);
    let nodes = walk.counters.nodes.walked();
    let bytes = smaller.bytes();
    walk.shrinking.held += bytes;
    let chosen = ChosenItem { rank, ..chosen };
    let flow = dispatch(isa, walk, &mut smaller, place.level, Some(chosen));
    walk.shrinking.held -= bytes;
    let nodes = walk.counters.nodes.walked() - nodes;
    let now = steps_now(sub);
    let then = steps(&smaller, smaller.layout.primary, smaller.layout.words);
    let cost = encoding(sub, smaller.layout.primary, smaller.options.len());
    walk.balance.add_nodes(walk.counters, &smaller);
    walk.balance.add(cost as u64);
    let gain = nodes * now.saturating_sub(then) as u64;
    let repaid = walk.shrinking.repaid(sub.mode, now, smaller.options.len());
    repaid.add(cost as u64, gain);
    if smaller.bytes() <= MOST_KEPT {
        walk.pool.push(smaller);
    }
    flow
}
