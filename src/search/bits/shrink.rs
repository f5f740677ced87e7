//! Encoding a sub-problem anew when few of its options are left, where that has
//! been found to repay.

use super::cover::count;
use super::dance::{Dance, Flow, Place};
use super::isa::{Isa, dispatch};
use super::sub::Sub;
use crate::search::Watch;

/// How many nodes an encoding must have served, on average, to be worth while.
const REPAYS: u64 = 24;
/// So many encodings are made before their average counts.
const TRIALS: u64 = 64;

/// What encodings have brought, by size.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Repaid {
    encodings: u64,
    nodes: u64,
}

impl Repaid {
    pub fn is_worth_while(self) -> bool {
        self.encodings < TRIALS || self.nodes > self.encodings * REPAYS
    }

    pub fn add(&mut self, nodes: u64) {
        self.encodings += 1;
        self.nodes += nodes;
    }
}

/// When to encode anew.
#[derive(Clone, Debug, Default)]
pub(super) struct Shrinking {
    /// Whether to do so whenever half of the options are gone.
    pub always: bool,
    pub repaid: [Repaid; 8],
}

impl Shrinking {
    #[inline(always)]
    pub fn is_due<const W: usize>(&self, sub: &Sub, live: &[u64; W], depth: usize) -> bool {
        if self.always {
            return depth > 0 && 2 * count(live) <= sub.options.len() as u64;
        }
        W > 1
            && depth > 0
            && count(live).div_ceil(64).next_power_of_two() * 4 <= W as u64
            && self.repaid[W.ilog2() as usize].is_worth_while()
    }
}

/// Branches in a smaller encoding.
#[cold]
#[inline(never)]
pub(super) fn shrink<I: Isa, T: Watch>(
    dance: &mut Dance<'_, T>,
    sub: &Sub,
    live: &[u64],
    place: Place,
    rank: usize,
    score: i64,
) -> Flow {
    let mut smaller = dance.pool.pop().unwrap_or_default();
    dance
        .encoder
        .encode_sub(&mut smaller, sub, live, place.depth);
    let is_before = |other: &usize| sub.is_active(place.depth, *other);
    let rank = (0..rank).filter(is_before).count();
    let nodes = dance.counters.nodes;
    let flow = dispatch::<I, T>(dance, &mut smaller, place.level, Some((rank, score)));
    let nodes = dance.counters.nodes - nodes;
    dance.shrinking.repaid[sub.words.ilog2() as usize].add(nodes);
    dance.pool.push(smaller);
    flow
}
