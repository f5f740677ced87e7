//! Decides which sub-problems are wide: walked with the lengths of all lists kept
//! ([`sub::wide`](crate::search::bits::sub::wide)); and when to encode again what is left of one.

use super::Rule;
use crate::search::bits::bitmap::MOST_WIDE_OPTIONS;
use crate::search::bits::kernels::Vectors;
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::wide::{Size, WideRule};

/// Which sub-problems are wide with these vectors.
pub fn rule(is_on: bool, always: bool, vectors: Vectors) -> WideRule {
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

/// When to encode again what is left of a wide sub-problem.
#[derive(Clone, Debug)]
pub struct Narrowing {
    always: bool,
    rules: [Rule; usize::BITS as usize],
    /// How often it was done.
    #[cfg(test)]
    pub done: u64,
}

impl Narrowing {
    pub fn new(always: bool) -> Self {
        Narrowing {
            always,
            rules: [Rule::default(); usize::BITS as usize],
            #[cfg(test)]
            done: 0,
        }
    }

    /// Whether to do so when `options` options and `items` items are left.
    #[inline(always)]
    pub fn is_due(&self, sub: &Sub, options: usize, items: usize) -> bool {
        if self.always {
            return 2 * options <= sub.options.len();
        }
        let all = sub.options.len();
        if 4 * options > 3 * all {
            return false;
        }
        if 2 * options > all {
            let nodes = options * sub.breadth;
            let size = Size {
                items,
                options,
                nodes,
            };
            if sub.wide.rule.prefers(size) {
                return false;
            }
        }
        self.rules[options.max(1).ilog2() as usize].repays()
    }

    /// Learns from a sub-problem that was encoded again as `smaller`, in which `nodes` nodes were
    /// counted; returns what encoding took.
    pub fn learn(&mut self, sub: &Sub, smaller: &Sub, nodes: u64) -> u64 {
        let (rule, items, words) = (&sub.wide.rule, smaller.items.len(), smaller.layout.words);
        let size = Size {
            items: smaller.layout.primary,
            options: smaller.options.len(),
            nodes: smaller.nodes.len(),
        };
        // As many options would have been hidden there, too.
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
        self.rules[smaller.options.len().max(1).ilog2() as usize].add(cost, gain);
        cost
    }
}
