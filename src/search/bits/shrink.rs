//! Encoding a sub-problem anew when few of its options are left, where that has
//! been found to repay.

use super::cover::count;
use super::dance::{Dance, Flow, Place};
use super::isa::{Isa, dispatch};
use super::sub::{COLORS, Sub};

/// What encoding an option with colors takes, in vector steps for each that
/// including it takes.
const PER_PASS: usize = 8;
/// So many encodings are made before what they have brought counts.
const TRIALS: u64 = 32;

/// What encodings have brought.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Repaid {
    encodings: u64,
    cost: u64,
    gain: u64,
}

impl Repaid {
    #[inline(always)]
    pub fn is_worth_while(self) -> bool {
        self.encodings < TRIALS || self.gain > self.cost
    }

    pub fn add(&mut self, cost: u64, gain: u64) {
        self.encodings += 1;
        self.cost += cost;
        self.gain += gain;
    }
}

/// When to encode anew.
#[derive(Clone, Debug, Default)]
pub(super) struct Shrinking {
    /// Whether to do so whenever half of the options are gone.
    pub always: bool,
    /// What it has brought, by the number of steps of a choice.
    pub repaid: [Repaid; 32],
}

impl Sub {
    /// The steps that evaluating a child takes if there are so many items and
    /// words: those of the choice, and those of covering.
    #[inline(always)]
    fn steps(&self, items: usize, words: usize) -> usize {
        let covering = match self.mode {
            COLORS => self.passes * words.div_ceil(8),
            _ => 4 * words,
        };
        items.div_ceil(8) * words + covering
    }

    /// The steps that it takes now.
    #[inline(always)]
    fn steps_now<const W: usize>(&self) -> usize {
        self.steps(self.groups * 8, W)
    }

    /// What encoding anew takes.
    #[inline(always)]
    fn encoding(&self, items: usize, options: usize) -> usize {
        match self.mode {
            COLORS => options * self.passes * PER_PASS,
            _ => 6 * (items + options) * (4 + self.words),
        }
    }
}

impl Shrinking {
    #[inline(always)]
    pub fn is_due<const W: usize>(&self, sub: &Sub, live: &[u64; W], place: Place) -> bool {
        if place.depth == 0 {
            return false;
        }
        let (options, items) = (count(live) as usize, place.active as usize);
        if self.always {
            return 2 * options <= sub.options.len();
        }
        let now = sub.steps_now::<W>();
        2 * now > 3 * sub.steps(items, options.div_ceil(64))
            && self.repaid[now.ilog2() as usize].is_worth_while()
    }
}

/// Branches in a smaller encoding.
#[cold]
#[inline(never)]
pub(super) fn shrink<I: Isa, const W: usize>(
    dance: &mut Dance<'_>,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
    rank: usize,
    score: i64,
) -> Flow {
    let mut smaller = dance.pool.pop().unwrap_or_default();
    if sub.mode == COLORS {
        let encoder = &mut dance.encoder;
        encoder.encode_sub(&mut smaller, sub, live, place.depth);
    } else {
        I::extract_sub(&mut smaller, sub, live, place.depth);
    }
    let is_before = |other: &usize| sub.is_active(place.depth, *other);
    let rank = (0..rank).filter(is_before).count();
    let nodes = dance.counters.nodes.walked();
    let flow = dispatch::<I>(dance, &mut smaller, place.level, Some((rank, score)));
    let nodes = dance.counters.nodes.walked() - nodes;
    let now = sub.steps_now::<W>();
    let then = smaller.steps(smaller.primary, smaller.words);
    let cost = sub.encoding(smaller.primary, smaller.options.len());
    let gain = nodes * now.saturating_sub(then) as u64;
    dance.shrinking.repaid[now.ilog2() as usize].add(cost as u64, gain);
    dance.pool.push(smaller);
    flow
}
