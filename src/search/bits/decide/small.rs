//! When to search a small subtree with code of its own.

use crate::search::bits::mode::Mode;
use crate::search::bits::small::encode::{MOST_ACTIVE, may_fit};
use crate::search::bits::sub::Sub;

/// The most options of a small subtree.
pub const MOST_OPTIONS: u64 = 128;
/// The most nodes: signals wait for its end.
const MOST_NODES: u64 = 1 << 20;
/// The same for the first ones. Later it is this number and a sixteenth of what has been counted so.
const FIRST_NODES: u64 = 1 << 11;
/// This many nodes may always be visited in vain.
const LITTLE_WASTE: u64 = 1 << 12;

/// Below which nodes to do so.
#[derive(Debug, Default)]
pub struct SmallRule {
    /// Nodes counted so, and in vain.
    useful: u64,
    wasted: u64,
    /// How many nodes are to be walked before the next trial.
    rest: u64,
}

impl SmallRule {
    /// Whether to try below a node of a sub-problem with colors.
    #[inline(always)]
    pub fn is_due(&mut self, sub: &Sub, options: u64, active: u32) -> bool {
        debug_assert!(sub.mode == Mode::Colors);
        if options > MOST_OPTIONS || !sub.may_be_small || active as usize > MOST_ACTIVE {
            return false;
        }
        if self.rest > 0 {
            self.rest -= 1;
            return false;
        }
        true
    }

    /// Whether small subtrees of a sub-problem can be encoded.
    pub fn may_fit(sub: &Sub) -> bool {
        may_fit(sub)
    }

    /// How many nodes have been counted so.
    pub fn counted(&self) -> u64 {
        self.useful
    }

    /// The most nodes that the next one may have.
    #[inline(always)]
    pub fn most_nodes(&self) -> u64 {
        MOST_NODES.min(FIRST_NODES + self.useful / 16)
    }

    /// Learns from a subtree that has been searched, or was given up.
    pub fn learn(&mut self, is_done: bool, nodes: u64) {
        if is_done || nodes == 0 {
            self.useful += nodes;
            return;
        }
        self.wasted += nodes + 1;
        if self.wasted > LITTLE_WASTE + self.useful / 16 {
            self.wasted /= 2;
            self.rest = 16 * (nodes + 1);
        }
    }
}
