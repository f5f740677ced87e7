//! The DLX3 search on several threads, as a contest sees it.
//!
//! The nodes that threads walk depend on what each of them finds in the memo, and so on their
//! timing. Nothing else may depend on that. So the contest is told the time that one thread would
//! have spent, if nodes of the whole tree, walked or known, kept their average time so far. It is
//! told in steps of fixed size.

use crate::race::way::Pace;
use dlx3_search::Counters;
use std::ops::ControlFlow;

/// The reported work of a search since several threads have joined it.
pub(super) struct Spread {
    /// The work and the nodes of the tree when they joined.
    begun: u64,
    nodes: f64,
    /// The estimate when they joined.
    pub estimate: f64,
    /// The work reported last, and the work to report next.
    pub told: u64,
    next: u64,
}

/// The reported work is at most the estimate times this: the more the memo knows, the less time a
/// node takes.
const MOST_TIMES: f64 = 8.0;

impl Spread {
    /// The mems between two looks at the clock, if no thread could be started.
    pub const ALONE: u64 = 1 << 26;

    /// Starts from the work spent so far and the estimate.
    pub fn new(spent: u64, estimate: f64, counters: &Counters) -> Self {
        Spread {
            begun: spent,
            nodes: counters.nodes.to_f64(),
            estimate,
            told: spent,
            next: spent,
        }
    }

    /// The work to report by now.
    fn spent(&self, counters: &Counters) -> u64 {
        let most = self.begun.max((self.estimate * MOST_TIMES) as u64);
        let times = counters.nodes.to_f64() / self.nodes.max(1.0);
        ((self.begun as f64 * times) as u64).min(most)
    }

    /// Asks whether to continue, once for each step that is due, and once more to check clocks:
    /// reporting the same work again makes no difference.
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
