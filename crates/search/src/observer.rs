//! What users of the library see of a search while it runs.

use super::counters::Counters;
use super::path::Path;
use super::state::State;
use super::watch::Watch;
use dlx3_base::count::Count;
use dlx3_format::OptionId;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Sees the solutions and the progress of a search, on one thread or on several; it is called on
/// the thread that runs the search. Solutions come in the same order on any number of threads.
/// Progress may come at other nodes on several threads, and less often.
///
/// The observer `()` ignores everything; with it, solutions are only counted.
pub trait Observer {
    /// Whether [`Self::solution`] must be called. If not, solutions are only counted, and a subtree
    /// known to a [`Memo`](super::Memo) is counted at once, however large it is. Asked once, when a
    /// run begins.
    fn wants_solutions(&self) -> bool {
        true
    }

    /// Called at each solution, in DLX3's order. A break pauses the search there.
    fn solution(&mut self, _solution: &Solution) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// About how many mems are walked between two calls of [`Self::progress`]. By default 2^26,
    /// which takes 7 to 70 milliseconds at 0.1 to 1 nanoseconds a mem (the yardsticks). Asked once,
    /// when a run begins.
    fn progress_every(&self) -> u64 {
        PROGRESS_EVERY
    }

    /// Called about every [`Self::progress_every`] walked mems. With several threads, it may be
    /// late by some milliseconds. A break pauses the search there.
    fn progress(&mut self, _state: &dyn State) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Only counts.
impl Observer for () {
    fn wants_solutions(&self) -> bool {
        false
    }
}

/// A solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// Its number, from 1, in DLX3's order.
    pub number: Count,
    /// The options chosen, in the order of the search's levels. (A null move chooses none.)
    pub options: Vec<OptionId>,
    /// Where it is in the search tree.
    pub path: Path,
}

impl Solution {
    /// The solution where a search stands.
    pub(super) fn of(state: &dyn State) -> Self {
        let mut solution = Solution::default();
        let level = state.level();
        solution.options.reserve_exact(level);
        solution.path.refill(|path| path.reserve_exact(level));
        solution.become_that_of(state);
        solution
    }

    /// Becomes the solution that a state shows, reusing its memory.
    fn become_that_of(&mut self, state: &dyn State) {
        self.number = state.counters().solutions.clone();
        self.options.clear();
        let options = &mut self.options;
        self.path.refill(|path| state.append_path(options, path));
    }
}

/// The default of [`Observer::progress_every`].
const PROGRESS_EVERY: u64 = 1 << 26;

/// The watch that calls an observer.
pub struct Observing<'o> {
    /// The observer.
    pub observer: &'o mut dyn Observer,
    /// Whether the observer wants to see solutions.
    pub wants_solutions: bool,
    /// The last solution that was shown; its memory is reused.
    pub solution: Solution,
    progress_every: u64,
    /// The walked mems at which progress is due next.
    pub progress_at: u64,
    /// Set when progress is due while threads search.
    pub is_due: Arc<AtomicBool>,
}

impl<'o> Observing<'o> {
    /// For a search that has counted `counters`.
    pub fn new(observer: &'o mut dyn Observer, counters: &Counters) -> Self {
        let progress_every = observer.progress_every();
        Observing {
            wants_solutions: observer.wants_solutions(),
            solution: Solution::default(),
            progress_every,
            progress_at: counters.mems.walked().saturating_add(progress_every),
            observer,
            is_due: Arc::default(),
        }
    }
}

impl Watch for Observing<'_> {
    fn alarm_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_due)
    }

    fn soft_alarm_at(&self) -> u64 {
        self.progress_at
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        self.wants_solutions.then(|| found.plus(&1.into()))
    }

    #[inline]
    fn solution_due(&self, found: &Count) -> u64 {
        match self.wants_solutions {
            true => found.walked() + 1,
            false => u64::MAX,
        }
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.is_due.store(false, Ordering::Relaxed);
        let walked = state.counters().mems.walked();
        self.progress_at = walked.saturating_add(self.progress_every);
        self.observer.progress(state)
    }

    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.solution.become_that_of(state);
        self.observer.solution(&self.solution)
    }
}
