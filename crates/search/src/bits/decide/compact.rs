//! Decides when to re-encode what is left of a sub-problem as a smaller one; and which sub-problems
//! are wide: walked with the lengths of all lists kept ([`sub::wide`](crate::bits::sub::wide)).
//!
//! Without colors, compacting is due when a child then takes at most two thirds of its steps (a
//! half would leave bricks at three words). With colors it is due at half the steps, and each size
//! of options has its own rule (one rule would leave word squares at 32 words where 4 suffice).

use super::Rule;
use crate::bits::bitmap::{MOST_WIDE_OPTIONS, words_for};
use crate::bits::key::Mode;
use crate::bits::sub::Sub;
use crate::bits::sub::wide::{WideRule, WideSize};
use crate::vector::Vectors;

/// No further sub-problem is encoded within others once these take more than this many bytes.
const MOST_HELD: usize = 1 << 25;

/// When to compact.
#[derive(Clone, Debug, Default)]
pub struct Compacting {
    /// Whether to compact whenever half of the options are gone; for tests.
    pub always: bool,
    /// What compacting has cost and saved, by the steps of a node's child and, with colors, by the
    /// number of options left.
    rules: Vec<[Rule; 16]>,
    /// What wide sub-problems have cost and saved, by the number of options.
    wide: Vec<Rule>,
    /// The bytes of all sub-problems that are encoded within others now.
    pub held: usize,
}

/// The steps that a child takes with these numbers of items and words: for the choice, and for
/// covering. (With colors, the unit is a quarter of a step, and a child's fixed part is included.)
#[inline(always)]
pub fn steps(sub: &Sub, items: usize, words: usize) -> usize {
    let groups = items.div_ceil(8);
    match sub.mode {
        Mode::Colors => {
            let planes = sub.other_nodes.pure.count;
            let passes = sub.breadth * (5 + 3 * planes) + 10 * planes + 16;
            150 + 4 * groups * words + passes * words.div_ceil(8)
        }
        _ => groups * words + 4 * words,
    }
}

/// The steps that a child of the sub-problem takes now.
#[inline(always)]
pub fn steps_now(sub: &Sub) -> usize {
    steps(sub, sub.layout.groups * 8, sub.layout.words)
}

/// Whether a child takes much more than `then` steps.
#[inline(always)]
fn is_heavier_than(sub: &Sub, then: usize) -> bool {
    let now = steps_now(sub);
    match sub.mode {
        Mode::Colors => now > 2 * then,
        _ => 2 * now > 3 * then,
    }
}

/// Whether any smaller encoding might be worth it.
pub fn may_repay(sub: &Sub) -> bool {
    is_heavier_than(sub, steps(sub, 1, 1))
}

/// The steps that compacting takes.
#[inline(always)]
fn encoding(sub: &Sub, items: usize, options: usize) -> usize {
    match sub.mode {
        Mode::Colors => 1000 + options * sub.breadth * 30,
        // Gathering two words is faster than gathering many.
        _ if options <= 128 => 2 * (items + options) * (4 + sub.layout.words),
        _ => 6 * (items + options) * (4 + sub.layout.words),
    }
}

/// The element at `place` of a list that grows on demand: few problems use much of it.
#[inline(always)]
fn at<T: Clone + Default>(list: &mut Vec<T>, place: usize) -> &mut T {
    if place >= list.len() {
        list.resize(place + 1, T::default());
    }
    &mut list[place]
}

impl Compacting {
    pub fn new(always: bool) -> Self {
        Compacting {
            always,
            ..Compacting::default()
        }
    }

    #[inline(always)]
    fn rule(&mut self, mode: Mode, steps: usize, options: usize) -> &mut Rule {
        let kind = match mode {
            Mode::Colors => options.max(1).ilog2(),
            _ => 0,
        };
        &mut at(&mut self.rules, steps.ilog2() as usize)[kind as usize]
    }

    /// Whether to compact when `options` options and `items` items are left.
    #[inline(always)]
    pub fn is_due(&mut self, sub: &Sub, options: usize, items: usize) -> bool {
        if self.always {
            return 2 * options <= sub.options.len();
        }
        // Compares with the actual encoding, its words rounded up and its groups of two kinds.
        // Otherwise a chain of 700 options would be compacted at each of them, and take nine times
        // as long.
        let kinds = items + if sub.layout.changing > 0 { 8 } else { 0 };
        let then = steps(sub, kinds, words_for(options, sub.mode == Mode::Colors));
        is_heavier_than(sub, then)
            && self.rule(sub.mode, steps_now(sub), options).repays()
            && self.held <= MOST_HELD
    }

    /// Learns from `nodes` nodes that were counted in `smaller`, the compacted sub-problem; returns
    /// the cost of encoding it.
    pub fn learn(&mut self, sub: &Sub, smaller: &Sub, nodes: u64) -> u64 {
        if sub.wide.is_on {
            return self.learn_wide(sub, smaller, nodes);
        }
        let (items, options) = (smaller.layout.primary, smaller.options.len());
        let now = steps_now(sub);
        let then = steps(smaller, items, smaller.layout.words);
        let cost = encoding(sub, items, options) as u64;
        let gain = nodes * now.saturating_sub(then) as u64;
        self.rule(sub.mode, now, options).add(cost, gain);
        cost
    }
}

/// Which sub-problems are wide with these vectors.
pub fn wide_rule(is_on: bool, always: bool, vectors: Vectors) -> WideRule {
    let (per_chunk, per_lane) = match vectors {
        Vectors::Avx512 => (5, 3),
        Vectors::Avx2 => (9, 8),
        Vectors::Portable => (18, 24),
    };
    WideRule {
        is_on,
        always,
        most_options: MOST_WIDE_OPTIONS,
        per_chunk,
        per_lane,
    }
}

impl Compacting {
    /// Whether to compact a wide sub-problem when `options` options and `items` items are left.
    #[inline(always)]
    pub fn is_due_wide(&self, sub: &Sub, options: usize, items: usize) -> bool {
        if self.always {
            return 2 * options <= sub.options.len();
        }
        let all = sub.options.len();
        if 4 * options > 3 * all {
            return false;
        }
        if 2 * options > all {
            let nodes = options * sub.breadth;
            let size = WideSize {
                items,
                options,
                nodes,
            };
            if sub.wide.rule.prefers(size) {
                return false;
            }
        }
        let rule = self.wide.get(options.max(1).ilog2() as usize);
        rule.is_none_or(Rule::repays)
    }

    /// [`Self::learn`] of a wide sub-problem.
    fn learn_wide(&mut self, sub: &Sub, smaller: &Sub, nodes: u64) -> u64 {
        let (rule, items, words) = (&sub.wide.rule, smaller.items.len(), smaller.layout.words);
        let size = WideSize {
            items: smaller.layout.primary,
            options: smaller.options.len(),
            nodes: smaller.nodes.len(),
        };
        // The wide sub-problem would have hidden as many options.
        let now = rule.keeping(size, sub.layout.primary, sub.layout.words);
        let (then, index) = match smaller.wide.is_on {
            true => (rule.keeping(size, size.items, words), items * words / 2),
            false => (
                rule.counting(smaller.layout.groups, words) / 2,
                size.nodes * words,
            ),
        };
        let cost = (3000 + 40 * size.nodes + 60 * size.options + index) as u64;
        let gain = nodes * now.saturating_sub(then);
        let size = smaller.options.len().max(1).ilog2();
        at(&mut self.wide, size as usize).add(cost, gain);
        cost
    }
}
