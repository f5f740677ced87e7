//! Encoding a sub-problem anew when few of its options are left, where that has
//! been found to repay.

use super::cover::count;
use super::dance::{Dance, Flow, Place};
use super::isa::{Isa, dispatch, words_for};
use super::sub::{COLORS, Sub};
use super::worth::Repaid;

/// Sub-problems within sub-problems that take more bytes than this have no further
/// ones.
const MOST_HELD: usize = 1 << 25;
/// One that takes more bytes is not kept for the next one of its kind.
const MOST_KEPT: usize = 1 << 22;

/// When to encode anew.
#[derive(Clone, Debug, Default)]
pub(super) struct Shrinking {
    /// Whether to do so whenever half of the options are gone.
    pub always: bool,
    /// What it has brought, by the steps of a node's child and, with colors, by
    /// the number of options.
    pub repaid: [[Repaid; 16]; 32],
    /// The bytes of all sub-problems that are encoded within others now.
    pub held: usize,
}

impl Sub {
    /// The steps that evaluating a child takes if there are so many items and
    /// words: those of the choice, and those of covering. (With colors, a quarter
    /// of a step, and what a child takes anyway.)
    #[inline(always)]
    pub fn steps(&self, items: usize, words: usize) -> usize {
        let groups = items.div_ceil(8);
        match self.mode {
            COLORS => {
                let planes = self.pure.count;
                let passes = self.breadth * (5 + 3 * planes) + 10 * planes + 16;
                150 + 4 * groups * words + passes * words.div_ceil(8)
            }
            _ => groups * words + 4 * words,
        }
    }

    /// Whether a child takes much more than it would with so many steps.
    #[inline(always)]
    pub fn is_heavier_than(&self, then: usize) -> bool {
        let now = self.steps(self.groups * 8, self.words);
        match self.mode {
            COLORS => now > 2 * then,
            _ => 2 * now > 3 * then,
        }
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
            COLORS => 1000 + options * self.breadth * 30,
            // Two words are gathered faster than many.
            _ if options <= 128 => 2 * (items + options) * (4 + self.words),
            _ => 6 * (items + options) * (4 + self.words),
        }
    }
}

impl Shrinking {
    #[inline(always)]
    fn repaid(&mut self, mode: u8, steps: usize, options: usize) -> &mut Repaid {
        let kind = match mode {
            COLORS => options.max(1).ilog2(),
            _ => 0,
        };
        &mut self.repaid[steps.ilog2() as usize][kind as usize]
    }

    #[inline(always)]
    pub fn is_due<const W: usize>(&mut self, sub: &Sub, live: &[u64; W], place: Place) -> bool {
        let may_repay = sub.mode != COLORS || sub.may_shrink || self.always;
        if place.depth == 0 || !may_repay {
            return false;
        }
        let (options, items) = (count(live) as usize, place.active as usize);
        if self.always {
            return 2 * options <= sub.options.len();
        }
        let now = sub.steps_now::<W>();
        // As it would be encoded: rounded up, and with groups of two kinds.
        let kinds = items + if sub.changing > 0 { 8 } else { 0 };
        let then = sub.steps(kinds, words_for(options));
        sub.is_heavier_than(then)
            && self.repaid(sub.mode, now, options).is_worth_while()
            && self.held <= MOST_HELD
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
    dance.ledger.add_nodes(dance.counters, sub);
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
    let bytes = smaller.bytes();
    dance.shrinking.held += bytes;
    let flow = dispatch::<I>(dance, &mut smaller, place.level, Some((rank, score)));
    dance.shrinking.held -= bytes;
    let nodes = dance.counters.nodes.walked() - nodes;
    let now = sub.steps_now::<W>();
    let then = smaller.steps(smaller.primary, smaller.words);
    let cost = sub.encoding(smaller.primary, smaller.options.len());
    dance.ledger.add_nodes(dance.counters, &smaller);
    dance.ledger.add(cost as u64);
    let gain = nodes * now.saturating_sub(then) as u64;
    let repaid = dance.shrinking.repaid(sub.mode, now, smaller.options.len());
    repaid.add(cost as u64, gain);
    if smaller.bytes() <= MOST_KEPT {
        dance.pool.push(smaller);
    }
    flow
}
