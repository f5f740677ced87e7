//! Whether bitmaps are worth their while: what the search takes with them, and
//! what it would have taken with lists. Both are estimated from what is counted,
//! not timed, so that a run can be repeated. The unit is about a quarter of a
//! nanosecond.

use super::sub::{COLORS, Sub};
use crate::search::{Count, Counters};

/// What lists take for a mem.
const PER_MEM: u64 = 2;
/// What it takes to find a node of an option in the lists and to encode it.
const PER_NODE: u64 = 40;
/// What any sub-problem takes, however small.
const PER_PROBLEM: u64 = 3000;
/// So many trials are made before what they have brought counts; fewer if they
/// have taken so much.
const TRIALS: u64 = 32;
const MOST_TRIED: u64 = 1 << 25;

/// What something has taken, and what it has saved.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Repaid {
    trials: u64,
    cost: u64,
    gain: u64,
}

impl Repaid {
    #[inline(always)]
    pub fn is_worth_while(self) -> bool {
        self.gain > self.cost || self.trials < TRIALS && self.cost < MOST_TRIED
    }

    pub fn add(&mut self, cost: u64, gain: u64) {
        self.trials += 1;
        self.cost = self.cost.saturating_add(cost);
        self.gain = self.gain.saturating_add(gain);
    }
}

/// What a sub-problem's search has taken so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    work: u64,
    /// The tree's nodes that `work` includes.
    nodes: u64,
    /// The mems at its begin.
    mems: Count,
    /// The mems at which to look whether to go on, as far as they are walked.
    pub review_at: u64,
    /// Whether to stop then in any case; for tests.
    pub is_hasty: bool,
}

impl Ledger {
    pub fn new(counters: &Counters, review: u64) -> Self {
        Ledger {
            work: 0,
            nodes: counters.nodes.walked(),
            mems: counters.mems.clone(),
            review_at: counters.mems.walked().saturating_add(review),
            is_hasty: false,
        }
    }

    /// Takes down that a sub-problem has been encoded from lists.
    pub fn add_encoding(&mut self, sub: &Sub) {
        self.work += PER_PROBLEM + sub.nodes.len() as u64 * PER_NODE;
    }

    /// Takes down the nodes since the last time, which were searched in `sub`.
    pub fn add_nodes(&mut self, counters: &Counters, sub: &Sub) {
        let nodes = counters.nodes.walked();
        self.work += (nodes - self.nodes) * sub.work();
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
        self.is_hasty || self.work > lists.saturating_add(lists / 4)
    }

    /// What it has taken, and what lists would have taken.
    pub fn balance(&self, counters: &Counters) -> (u64, u64) {
        let mems = &counters.mems - &self.mems;
        (self.work, mems.saturated().saturating_mul(PER_MEM))
    }
}

impl Sub {
    /// What a node takes, about.
    fn work(&self) -> u64 {
        // Words without live options are passed by.
        let words = self.options.len().div_ceil(64);
        let steps = self.steps(self.groups * 8, words) as u64;
        match self.mode {
            COLORS => steps,
            _ => 100 + 4 * steps,
        }
    }
}
