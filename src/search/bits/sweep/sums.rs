//! What a sweep finds.

use crate::search::bits::price;

/// What a sweep may count: beyond that, something has to be shown.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub mems: u64,
    pub solutions: u64,
}

/// What was found below a node, as sums of what counters are made of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub nodes: u64,
    pub solutions: u64,
    /// Active items at the nodes.
    pub active: u64,
    /// What branching costs whatever is hidden, and its updates.
    pub mems: u64,
    pub updates: u64,
    /// Options hidden in branches, and their other nodes.
    pub options: u64,
    pub pure: u64,
    pub purified: u64,
}

impl Sums {
    /// Adds the [weight] of all that is hidden in a batch.
    #[inline(always)]
    pub fn hide(&mut self, weight: u64) {
        let [options, pure, purified] = price::weight_parts(weight);
        self.options += options;
        self.pure += pure;
        self.purified += purified;
    }

    #[inline(always)]
    pub fn exceed(&self, limits: Limits) -> bool {
        self.total_mems() > limits.mems || self.solutions > limits.solutions
    }

    #[inline(always)]
    pub fn total_mems(&self) -> u64 {
        let hidden = price::hiding(self.options, self.pure, self.purified);
        // Options are hidden and unhidden.
        self.mems + 2 * hidden + self.choice_mems()
    }

    #[inline(always)]
    pub fn choice_mems(&self) -> u64 {
        price::choice(self.nodes, self.active)
    }
}
