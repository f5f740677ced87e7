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

/// Sees the solutions and the progress of a search, on one thread or on several, and is called on
/// the thread that runs the search. It is shown the same solutions, in the same order. Progress may
/// come at other nodes on several threads, and not as often.
///
/// `()` is an observer that wants nothing; with it, solutions are only counted.
pub trait Observer {
    /// Whether [`Self::solution`] has to be called. If not, solutions are only counted:
    /// subtrees that a [`Memo`](super::Memo) knows, however large, are counted at once.
    /// Asked for when a run begins.
    fn wants_solutions(&self) -> bool {
        true
    }

    /// Called at each solution, in DLX3's order. A break pauses the search there.
    fn solution(&mut self, _solution: &Solution) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// How many mems are walked from one call of [`Self::progress`] to the next, about. By
    /// default 2^26, which takes 7 to 70 milliseconds at the 0.1 to 1 nanoseconds that the
    /// yardsticks take for a mem. Asked for when a run begins.
    fn progress_every(&self) -> u64 {
        PROGRESS_EVERY
    }

    /// Called now and then: each time that about [`Self::progress_every`] mems have been walked. With
    /// several threads, some milliseconds of work may lie between two calls. A break pauses the
    /// search there.
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
    /// The solution at which a search stands.
    pub(super) fn of(state: &dyn State) -> Self {
        let mut solution = Solution::default();
        let level = state.level();
        solution.options.reserve_exact(level);
        solution.path.refill(|path| path.reserve_exact(level));
        solution.become_that_of(state);
        solution
    }

    /// Becomes the solution that a state shows, in the memory of this one.
    fn become_that_of(&mut self, state: &dyn State) {
        self.number = state.counters().solutions.clone();
        self.options.clear();
        let options = &mut self.options;
        self.path.refill(|path| state.append_path(options, path));
    }
}

/// The mems that are walked from one call of [`Observer::progress`] to the next, if the observer
/// does not say otherwise.
const PROGRESS_EVERY: u64 = 1 << 26;

/// The watch that calls an observer.
pub struct Observing<'o> {
    /// Who is called.
    pub observer: &'o mut dyn Observer,
    /// Whether the observer wants to see solutions.
    pub wants_solutions: bool,
    /// The last one that was shown, as the next one needs memory, too.
    pub solution: Solution,
    progress_every: u64,
    /// The walked mems with which the next progress is due.
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
