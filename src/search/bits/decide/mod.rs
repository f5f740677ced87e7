//! Decides how a subtree is searched: by lists or bitmaps, in a smaller encoding, as a whole, or
//! not at all because the memo knows it.
//!
//! A decision changes the time that a search takes, and nothing else. No rule looks at a clock: each
//! estimates from what is counted, so that a run can be repeated. A rule whose constants come from
//! a measurement says which.
//!
//! What is learned is kept in a [`Rule`] for each kind of thing that is tried ([`shown`] has a
//! balance of its own):
//!
//! ```text
//! if rule.has_rested(now):
//!     try it
//!     rule.add(cost, gain)
//!     if rule.is_overdrawn(allowance, share):    cost > allowance + gain / share
//!         rule.rest(now, length)                 or try it on smaller subtrees only
//! ```
//!
//! | what is tried | cost | gain | if it is overdrawn |
//! |---|---|---|---|
//! | to encode what lists have left ([`lists`]) | the work of bitmaps | the work of lists | what is as long is left to lists |
//! | to compact a sub-problem ([`compact`]) | encoding | the steps that are saved | those of its kind are not compacted |
//! | to search a small subtree with colors ([`subtrees`]) | nodes visited in vain | nodes counted | it rests |
//! | to sweep ([`subtrees`]) | nodes visited in vain | nodes counted | only smaller subtrees are swept |
//! | to look up a state ([`recall`]) | the nodes that naming it takes | the nodes saved | states with as many items rest |

pub mod compact;
pub mod lists;
pub mod recall;
pub mod shown;
pub mod subtrees;
pub mod wide;

/// This many trials are made before what they have brought counts. Instructions, with 4 trials
/// and with 256: the central peg game in 14 layers (0.3 Gmems, where lists are best) takes 5%
/// less and 13% more; planted cover, Langford with gaps and MacMahon squares differ by less than
/// 0.5%; and so do word squares, bricks and Sudoku with 16 and with 64.
const TRIALS: u64 = 32;
/// Fewer trials are enough once they have cost this much. With 2^20, the peg game takes 9% less;
/// with 2^30 it takes as long, and the others take as long with either.
const MOST_TRIED: u64 = 1 << 25;

/// What something that is tried has cost and gained, and how long it rests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule {
    trials: u64,
    cost: u64,
    gain: u64,
    /// It rests for `rest` nodes from the node of number `since` on.
    since: u64,
    rest: u64,
    /// How often the rest has been doubled.
    doublings: u32,
}

impl Rule {
    /// Adds a trial.
    #[inline]
    pub fn add(&mut self, cost: u64, gain: u64) {
        self.trials += 1;
        self.cost = self.cost.saturating_add(cost);
        self.gain = self.gain.saturating_add(gain);
    }

    /// Whether the trials have gained more than they have cost, or are too few to tell.
    #[inline(always)]
    pub fn repays(&self) -> bool {
        self.gain > self.cost || self.trials < TRIALS && self.cost < MOST_TRIED
    }

    /// Whether the trials have cost more than is allowed in any case and a share of the gain.
    #[inline]
    pub fn is_overdrawn(&self, allowance: u64, share: u64) -> bool {
        self.cost > allowance.saturating_add(self.gain / share)
    }

    /// Begins a rest when `now` nodes have been walked.
    fn rest(&mut self, now: u64, length: u64) {
        (self.since, self.rest) = (now, length);
    }

    /// Whether the last rest is over. It is, too, if the counters have begun at 0 since.
    #[inline(always)]
    pub fn has_rested(&self, now: u64) -> bool {
        // With other counters, this is a large number.
        now.wrapping_sub(self.since) >= self.rest
    }
}
