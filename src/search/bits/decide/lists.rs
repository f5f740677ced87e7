//! Whether bitmaps are faster than lists: what the search takes with them, and
//! what it would have taken with lists. The unit is about a quarter of a nanosecond.
//!
//! The central peg game in 14 layers took 1.4 times as long as with lists alone before
//! anything was compared, and 1.05 times since. Each sub-problem has a fixed cost since
//! bitmaps took 15 times as long as lists, for millions of small ones among 60,000 options
//! with 20,000 secondary items.

use super::shrink::steps;
use crate::search::bits::mode::Mode;
use crate::search::bits::sub::Sub;
use crate::search::{Count, Counters};

/// What lists take for a mem.
const PER_MEM: u64 = 2;
/// What it takes to find a node of an option in the lists and to encode it.
const PER_NODE: u64 = 40;
/// What any sub-problem takes, however small.
const PER_PROBLEM: u64 = 3000;
/// The work that a sub-problem has taken so far, and what lists would have taken.
#[derive(Clone, Debug, Default)]
pub struct Balance {
    work: u64,
    /// The tree's nodes that `work` includes.
    nodes: u64,
    /// The mems when it began.
    mems: Count,
    /// The walked mems at which to ask whether to go on.
    pub review_at: u64,
    /// Whether lists are said to be faster in any case; for tests.
    pub always_loses: bool,
}

impl Balance {
    pub fn new(counters: &Counters, review: u64) -> Self {
        Balance {
            work: 0,
            nodes: counters.nodes.walked(),
            mems: counters.mems.clone(),
            review_at: counters.mems.walked().saturating_add(review),
            always_loses: false,
        }
    }

    /// Adds what it took to encode a sub-problem from lists.
    pub fn add_encoding(&mut self, sub: &Sub) {
        self.work += PER_PROBLEM + sub.nodes.len() as u64 * PER_NODE;
    }

    /// Adds the nodes since the last time, which were searched in `sub`.
    pub fn add_nodes(&mut self, counters: &Counters, sub: &Sub) {
        let nodes = counters.nodes.walked();
        self.work += (nodes - self.nodes) * work(sub);
        self.nodes = nodes;
    }

    pub fn add(&mut self, work: u64) {
        self.work += work;
    }

    /// Whether lists would have been clearly faster. If not, asks again when
    /// twice as much has been done. Lists know no states: they would have walked all mems.
    pub fn loses(&mut self, counters: &Counters, sub: &Sub) -> bool {
        self.add_nodes(counters, sub);
        let mems = &counters.mems - &self.mems;
        let lists = mems.saturated().saturating_mul(PER_MEM);
        self.review_at = counters.mems.walked() + mems.walked();
        self.always_loses || self.work > lists.saturating_add(lists / 4)
    }

    /// What it has taken, and what lists would have taken.
    pub fn sums(&self, counters: &Counters) -> (u64, u64) {
        let mems = &counters.mems - &self.mems;
        (self.work, mems.saturated().saturating_mul(PER_MEM))
    }
}

/// What a node takes, about.
fn work(sub: &Sub) -> u64 {
    // Words without live options are passed by.
    let words = sub.options.len().div_ceil(64);
    let steps = steps(sub, sub.layout.groups * 8, words) as u64;
    match sub.mode {
        Mode::Colors => steps,
        _ => 100 + 4 * steps,
    }
}
