//! The walk through the search tree, by recursion, with the counters exact at each node. Here it enters a
//! sub-problem: with code for its number of words and its mode, and at a node of a larger one after
//! what is left there has been encoded again.
//!
//! The recursion goes through [`isa::Isa`], as code that is compiled for an instruction
//! set can be entered by a call only. So no file here needs one above it: what calls back
//! is in the trait.

pub mod isa;
pub mod node;
pub mod names;
pub mod state;
pub mod subtree;
pub mod view;
pub mod wide;

use super::key::{BoundsMode, ColorsMode, Mode, PlainMode};
use super::number::{Place, Rank};
use super::sub::Sub;
use isa::{ChosenItem, Isa};
use state::{Flow, Walk};

/// A sub-problem that takes more bytes is not kept for the next one of its kind.
pub const MOST_KEPT: usize = 1 << 22;

/// Branches at a node in a smaller encoding of what is left there.
#[cold]
#[inline(never)]
pub fn compact<I: Isa, const W: usize>(
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
        walk.compactor.rule.done[usize::from(sub.mode == Mode::Colors)] += 1;
    }
    let mut smaller = walk.compactor.take_sub();
    if !isa.gather(&mut smaller, sub, live, place.depth) {
        let encoder = &mut walk.compactor.encoder;
        encoder.encode_sub(&mut smaller, sub, live, place.depth);
    }
    if sub.orders.is_on {
        let kept = sub
            .primary()
            .filter(|&rank| sub.is_active(place.depth, rank));
        smaller.orders.keep(&sub.orders, kept, live);
    }
    // Its rank is now the number of active items before it.
    let before = sub.primary().take(chosen.rank.index());
    let before = before.filter(|&other| sub.is_active(place.depth, other));
    let rank = Rank(before.count() as u32);
    let nodes = walk.counters.nodes.walked();
    let bytes = smaller.bytes();
    walk.compactor.rule.held += bytes;
    let chosen = ChosenItem { rank, ..chosen };
    let flow = dispatch(isa, walk, &mut smaller, place.level, Some(chosen));
    walk.compactor.rule.held -= bytes;
    let nodes = walk.counters.nodes.walked() - nodes;
    walk.balance.add_nodes(walk.counters, &smaller);
    let cost = walk.compactor.rule.learn(sub, &smaller, nodes);
    walk.balance.add(cost);
    if smaller.bytes() <= MOST_KEPT {
        walk.compactor.pool.push(smaller);
    }
    flow
}

/// Searches a sub-problem with code for its number of words and its mode, see
/// [`WORDS`](crate::search::bits::bitmap::WORDS).
pub fn dispatch(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    level: usize,
    chosen: Option<ChosenItem>,
) -> Flow {
    if sub.wide.is_on {
        return match sub.mode {
            Mode::Plain => isa.begin_wide::<PlainMode>(walk, sub, level, chosen),
            _ => isa.begin_wide::<BoundsMode>(walk, sub, level, chosen),
        };
    }
    macro_rules! dispatch {
        ($($words:literal)*, $($more:literal)*; with colors $($colored:literal)*, $($more_colored:literal)*) => {
            match (sub.layout.words, sub.mode) {
                $(($words, Mode::Plain) => isa.begin::<PlainMode, $words>(walk, sub, level, chosen),
                ($words, Mode::Bounds) => isa.begin::<BoundsMode, $words>(walk, sub, level, chosen),)*
                $(($colored, Mode::Colors) => {
                    isa.begin::<ColorsMode, $colored>(walk, sub, level, chosen)
                })*
                $(#[cfg(not(target_family = "wasm"))]
                ($more, Mode::Plain) => isa.begin::<PlainMode, $more>(walk, sub, level, chosen),
                #[cfg(not(target_family = "wasm"))]
                ($more, Mode::Bounds) => isa.begin::<BoundsMode, $more>(walk, sub, level, chosen),)*
                $(#[cfg(not(target_family = "wasm"))]
                ($more_colored, Mode::Colors) => {
                    isa.begin::<ColorsMode, $more_colored>(walk, sub, level, chosen)
                })*
                (words, _) => unreachable!("{words} words"),
            }
        };
    }
    // The numbers after the comma are not for browsers.
    dispatch!(1 2 4 16 32, 3 8; with colors 1 2 4 16 64, 8 32)
}
