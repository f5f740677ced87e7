//! When to search a small subtree with colors with code of its own: below nodes with few live
//! options. Encoding them takes as long as visiting a few nodes.
//!
//! Measured with one thread, processor time: with AVX2, word squares take 0.8 of the time and
//! MacMahon squares 0.78, with AVX-512 word squares 0.86.

use crate::search::bits::bitmap::count;
use crate::search::bits::sub::Sub;

/// The most live options: two words.
const MOST_OPTIONS: u64 = 128;
/// The most active items: a word.
const MOST_ACTIVE: u32 = u64::BITS;
/// The most nodes: signals wait for its end.
const MOST_NODES: u64 = 1 << 20;
/// The same for the first ones. Later it is this number and a sixteenth of what has been counted,
/// as with sweeps.
const FIRST_NODES: u64 = 1 << 11;
/// This many nodes may always be visited in vain.
const LITTLE_WASTE: u64 = 1 << 12;
/// For each node that was visited in vain, so many are walked before the next trial, if more than
/// a little has been wasted.
const REST: u64 = 16;

/// Below which nodes to do so.
#[derive(Debug, Default)]
pub struct SmallRule {
    /// Nodes counted so, and in vain.
    counted: u64,
    wasted: u64,
    /// How many nodes are to be walked before the next trial.
    rest: u64,
}

impl SmallRule {
    /// Whether to try below a node.
    #[inline(always)]
    pub fn is_due<const W: usize>(&mut self, sub: &Sub, live: &[u64; W], active: u32) -> bool {
        if !sub.may_be_small || active > MOST_ACTIVE || count(live) > MOST_OPTIONS {
            return false;
        }
        let rests = self.rest > 0;
        self.rest -= u64::from(rests);
        !rests
    }

    /// How many nodes have been counted so; for tests.
    #[cfg(test)]
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// The most nodes that the next one may have.
    #[inline]
    pub fn most_nodes(&self) -> u64 {
        MOST_NODES.min(FIRST_NODES + self.counted / 16)
    }

    /// Learns from a subtree that has been searched, or was given up after so many nodes.
    pub fn learn(&mut self, is_done: bool, nodes: u64) {
        if is_done {
            self.counted = self.counted.saturating_add(nodes);
            return;
        }
        self.wasted += nodes;
        if self.wasted > LITTLE_WASTE + self.counted / 16 {
            self.wasted /= 2;
            self.rest = REST * nodes;
        }
    }
}
