//! Decides whether to try to count a subtree at once if the watch sees every solution, or nearly
//! so: a trial that meets one too many is given up, and its nodes are walked.
//!
//! ```text
//! for each number of active items:
//!     balance = what trials have saved, less what they have taken
//!     try while it is not negative; else now and then, ever less often
//! ```
//!
//! The unit is a node that is counted in a trial. Subtrees of many items have solutions, those of
//! few are too small to repay; what is between them is learned.

/// Where more solutions than this may be counted before one has to be shown, it is the first of many
/// trials that is given up: there is nothing to learn.
pub const NEAR: u64 = 1 << 8;
/// What a trial takes beside its nodes.
const TRIAL: i64 = 60;
/// What it takes to walk a node.
const WALKED: i64 = 5;
/// A balance does not grow beyond this many trials, so that it soon shows a change.
const MOST_TRIALS: i64 = 16;
/// After this many nodes that were not tried comes the next trial; then twice as many, and at most
/// `MOST_RESTED`.
const RESTED: u32 = 16;
const MOST_RESTED: u32 = 1 << 12;
/// Classes by the number of active items; the last one has all that are more.
const CLASSES: usize = 64;

/// What trials have brought.
#[derive(Debug)]
pub struct ShownRule {
    classes: [Class; CLASSES],
}

#[derive(Clone, Copy, Debug)]
struct Class {
    balance: i64,
    /// The nodes to skip until the next trial, and how many these were at first.
    rest: u32,
    rests: u32,
}

impl Default for ShownRule {
    fn default() -> Self {
        let class = Class {
            balance: 0,
            rest: 0,
            rests: RESTED,
        };
        ShownRule {
            classes: [class; CLASSES],
        }
    }
}

impl ShownRule {
    fn class(&mut self, active: u32) -> &mut Class {
        &mut self.classes[(active as usize).min(CLASSES - 1)]
    }

    /// Whether to try below a node with `active` active items.
    #[inline]
    pub fn is_due(&mut self, active: u32) -> bool {
        let class = self.class(active);
        if class.balance >= 0 {
            return true;
        }
        class.rest = class.rest.saturating_sub(1);
        class.rest == 0
    }

    /// Learns from a trial that has visited `nodes` nodes, and was given up or not.
    pub fn learn(&mut self, active: u32, is_done: bool, nodes: u64) {
        let nodes = nodes.min(1 << 32) as i64;
        let gain = match is_done {
            true => (WALKED - 1) * nodes - TRIAL,
            false => -nodes - TRIAL,
        };
        self.settle(active, gain);
    }

    /// Learns what a trial has saved, less what it has taken.
    pub fn settle(&mut self, active: u32, gain: i64) {
        let class = self.class(active);
        let rested = class.balance < 0;
        let most = MOST_TRIALS * TRIAL;
        class.balance = match rested && gain > 0 {
            true => gain.min(most),
            false => (class.balance + gain).clamp(-most, most),
        };
        if class.balance >= 0 {
            class.rests = RESTED;
            return;
        }
        if rested {
            class.rests = MOST_RESTED.min(2 * class.rests);
        }
        class.rest = class.rests;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of these nodes are tried, if all trials end so.
    fn tried(rule: &mut ShownRule, active: u32, nodes: u32, is_done: bool, size: u64) -> u32 {
        let mut tried = 0;
        for _ in 0..nodes {
            if rule.is_due(active) {
                tried += 1;
                rule.learn(active, is_done, size);
            }
        }
        tried
    }

    #[test]
    fn subtrees_that_are_given_up_or_small_are_tried_ever_less_often() {
        let mut rule = ShownRule::default();
        assert_eq!(tried(&mut rule, 9, 10_000, true, 100), 10_000);
        for (active, is_done, size) in [(20, false, 100), (200, false, 3), (5, true, 10)] {
            let tried = tried(&mut rule, active, 10_000, is_done, size);
            assert!((5..20).contains(&tried), "{tried}");
        }
    }

    #[test]
    fn a_trial_that_repays_brings_more_of_them() {
        let mut rule = ShownRule::default();
        tried(&mut rule, 9, 10_000, false, 100);
        assert_eq!(tried(&mut rule, 9, MOST_RESTED, false, 100), 1);
        while !rule.is_due(9) {}
        rule.learn(9, true, 1000);
        assert_eq!(tried(&mut rule, 9, 100, true, 1000), 100);
        // One in ten is given up.
        for _ in 0..100 {
            assert_eq!(tried(&mut rule, 9, 9, true, 1000), 9);
            assert_eq!(tried(&mut rule, 9, 1, false, 100), 1);
        }
    }
}
