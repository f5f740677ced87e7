//! The DLX3 search on several threads, as a contest sees it.
//!
//! What the threads walk depends on what each of them finds in the memo, and so on which is
//! faster. Nothing else may depend on that. So the contest is told what one thread would have
//! spent, if nodes of the whole tree, walked or known, kept taking as long as before; and it is
//! told in steps of fixed size.

use crate::race::way::Pace;
use dlx3_search::Counters;
use std::ops::ControlFlow;

/// What is told of the search since several threads have joined in.
pub(super) struct Spread {
    /// What had been spent, and the nodes of the tree, when it began.
    begun: u64,
    nodes: f64,
    /// The estimate then.
    pub estimate: f64,
    /// What was told last, and what to tell next.
    pub told: u64,
    next: u64,
}

/// Where more and more is known from the memo, nodes take less and less: no more is told as
/// spent than the estimate this many times.
const MOST_TIMES: f64 = 8.0;

impl Spread {
    /// How many mems are walked between two looks at clocks, if the threads could not be started.
    pub const ALONE: u64 = 1 << 26;

    /// When so much has been spent, with that estimate.
    pub fn new(spent: u64, estimate: f64, counters: &Counters) -> Self {
        Spread {
            begun: spent,
            nodes: counters.nodes.to_f64(),
            estimate,
            told: spent,
            next: spent,
        }
    }

    /// What is said to have been spent by now.
    fn spent(&self, counters: &Counters) -> u64 {
        let most = self.begun.max((self.estimate * MOST_TIMES) as u64);
        let times = counters.nodes.to_f64() / self.nodes.max(1.0);
        ((self.begun as f64 * times) as u64).min(most)
    }

    /// Asks whether to continue, as often as it is time; and once more, to look at clocks: what has
    /// been told before makes no difference.
    pub fn ask(&mut self, counters: &Counters, pace: &mut Pace<'_>) -> ControlFlow<()> {
        let spent = self.spent(counters);
        loop {
            let is_due = self.next <= spent;
            if is_due {
                self.told = self.next;
            }
            let Some(more) = pace(self.told, self.estimate.max(self.told as f64)) else {
                return ControlFlow::Break(());
            };
            if !is_due {
                return ControlFlow::Continue(());
            }
            self.next = self.told + more.max(1);
        }
    }
}
