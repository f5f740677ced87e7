//! The walk through the search tree by recursion, with exact counters at each node. This module
//! enters a sub-problem: with code for its mode and number of words, and, at a node of a larger
//! one, after what is left there has been compacted.
//!
//! The recursion goes through [`isa::Isa`], as code for an instruction set can only be entered by a
//! call. The trait has all functions that are called this way.

pub mod isa;
pub mod names;
pub mod node;
pub mod state;
pub mod subtree;
pub mod view;
pub mod wide;

use super::key::{BoundsMode, Mode, Modes};
use super::number::{Place, Rank};
use super::sub::Sub;
#[cfg(test)]
use super::tests::note;
use isa::{ChosenItem, Isa};
use state::{Compactor, Flow, Walk};

/// A sub-problem that takes more bytes is not kept for reuse.
const MOST_KEPT: usize = 1 << 22;

/// Branches at a node in a compacted sub-problem.
#[cold]
#[inline(never)]
pub fn compact<P: Modes>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &Sub,
    live: &[u64],
    place: Place,
    chosen: ChosenItem,
) -> Flow {
    let is_wide = sub.wide.is_on;
    #[cfg(test)]
    note(match sub.mode {
        _ if is_wide => "narrow",
        Mode::Colors => "compact-colors",
        _ => "compact",
    });
    let mut smaller = walk.compactor.take_sub();
    if is_wide {
        smaller.wide.rule = sub.wide.rule.below();
    }
    if !isa.gather(&mut smaller, sub, live, place.depth) {
        let encoder = &mut walk.compactor.encoder;
        encoder.encode_sub(&mut smaller, sub, live, place.depth);
    }
    let is_active = |&rank: &Rank| sub.is_active(place.depth, rank);
    if sub.orders.is_on {
        let kept = sub.primary().filter(is_active);
        smaller.orders.keep(&sub.orders, kept, live);
    }
    // Its new rank is the number of active items before it.
    let before = sub.primary().take(chosen.rank.index()).filter(is_active);
    let rank = Rank(before.count() as u32);
    walk.balance.add_nodes(walk.counters, sub);
    let nodes = walk.counters.nodes.walked();
    let bytes = smaller.bytes();
    walk.compactor.rule.held += bytes;
    let chosen = ChosenItem { rank, ..chosen };
    let flow = dispatch::<P>(isa, walk, &mut smaller, place.level, Some(chosen));
    let Compactor { rule, pool, .. } = &mut *walk.compactor;
    rule.held -= bytes;
    let nodes = walk.counters.nodes.walked() - nodes;
    walk.balance.add_nodes(walk.counters, &smaller);
    walk.balance.add(rule.learn(sub, &smaller, nodes));
    if smaller.bytes() <= MOST_KEPT {
        pool.push(smaller);
    }
    flow
}

/// Searches a sub-problem with code for its mode and its number of words (see
/// [`WORDS`](crate::bits::bitmap::WORDS)).
pub fn dispatch<P: Modes>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    level: usize,
    chosen: Option<ChosenItem>,
) -> Flow {
    let place = Place {
        depth: 0,
        level,
        active: sub.layout.primary as u32,
    };
    if sub.wide.is_on {
        return match sub.mode {
            Mode::Bounds if const { P::HAS_BOUNDS } => {
                isa.begin_wide::<BoundsMode>(walk, sub, place, chosen)
            }
            _ => isa.begin_wide::<P::Plain>(walk, sub, place, chosen),
        };
    }
    macro_rules! dispatch {
        ($($mode:ident $type:ty, $if:expr, $only:meta: $($words:literal)*;)*) => {
            match (sub.layout.words, sub.mode) {
                $($(#[cfg($only)]
                ($words, Mode::$mode) if const { $if } => {
                    node::begin::<_, $type, $words>(isa, walk, sub, place, chosen)
                })*)*
                (words, ..) => unreachable!("{words} words"),
            }
        };
    }
    // Browsers have fewer sizes.
    dispatch!(
        Plain P::Plain, true, all(): 1 2 4 16 32;
        Plain P::Plain, true, not(target_family = "wasm"): 3 8;
        Bounds BoundsMode, P::HAS_BOUNDS, all(): 1 2 4 16 32;
        Bounds BoundsMode, P::HAS_BOUNDS, not(target_family = "wasm"): 3 8;
        Colors P::Colors, true, all(): 1 2 4 16 64;
        Colors P::Colors, true, not(target_family = "wasm"): 8 32;
    )
}
