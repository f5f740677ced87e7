//! What users of the library see of a search while it runs.

use super::parallel::{BreakAt, ParallelWatch, Render};
use super::{Count, Counters, Path, State, Watch};
use crate::format::OptionId;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Sees the solutions and the progress of a search, on one thread or on several: the
/// calls are the same, in the same order, on the thread that runs the search.
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

    /// Called now and then: each time that about 2^26 mems have been walked, which takes 7 to
    /// 70 milliseconds at the 0.1 to 1 nanoseconds that the yardsticks take for a mem. A break
    /// pauses the search there.
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
    /// The options chosen, in the order of the search's levels. (A null move chooses
    /// none.)
    pub options: Vec<OptionId>,
    /// Where it is in the search tree.
    pub path: Path,
}

impl Solution {
    /// The solution at which a search stands.
    pub(super) fn of(state: &dyn State) -> Self {
        let branches = (0..state.level()).map(|level| state.branch(level));
        let nodes = branches.filter_map(|branch| branch.node);
        Solution {
            number: state.counters().solutions.clone(),
            options: nodes.map(|node| state.problem().option_of(node)).collect(),
            path: Path::of(state),
        }
    }
}

/// The mems that are walked from one call of [`Observer::progress`] to the next.
const PROGRESS_EVERY: u64 = 1 << 26;

/// The watch that calls an observer.
pub(super) struct Observing<'o> {
    observer: &'o mut dyn Observer,
    wants_solutions: bool,
    progress_at: u64,
    /// Set where progress is due while threads search.
    is_due: Arc<AtomicBool>,
}

impl<'o> Observing<'o> {
    /// For a search that has counted so much.
    pub fn new(observer: &'o mut dyn Observer, counters: &Counters) -> Self {
        Observing {
            wants_solutions: observer.wants_solutions(),
            observer,
            progress_at: counters.mems.walked().saturating_add(PROGRESS_EVERY),
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

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.is_due.store(false, Ordering::Relaxed);
        let walked = state.counters().mems.walked();
        self.progress_at = walked.saturating_add(PROGRESS_EVERY);
        self.observer.progress(state)
    }

    #[inline]
    fn wants_choices(&self) -> bool {
        false
    }

    #[inline]
    fn wants_branches(&self) -> bool {
        false
    }

    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.observer.solution(&Solution::of(state))
    }
}

/// A solution goes from thread to thread as two numbers of 32 bits for each level: that of
/// the branch, and one more than that of the option, or 0 for a null move.
fn render(state: &dyn State, text: &mut Vec<u8>) {
    for level in 0..state.level() {
        let branch = state.branch(level);
        let option = branch
            .node
            .map(|node| state.problem().option_of(node).0 + 1);
        text.extend_from_slice(&branch.number.to_le_bytes());
        text.extend_from_slice(&option.unwrap_or(0).to_le_bytes());
    }
}

impl ParallelWatch for Observing<'_> {
    fn limits(&self) -> BreakAt {
        BreakAt::default()
    }

    fn spacing(&self) -> u64 {
        self.wants_solutions.into()
    }

    fn renderer(&self) -> Render {
        render
    }

    fn show(&mut self, number: &Count, text: &[u8]) -> ControlFlow<()> {
        let (words, _) = text.as_chunks::<4>();
        let mut solution = Solution {
            number: number.clone(),
            ..Solution::default()
        };
        let mut branches = Vec::with_capacity(words.len() / 2);
        for pair in words.chunks_exact(2) {
            let [branch, option] = [pair[0], pair[1]].map(u32::from_le_bytes);
            branches.push(branch);
            solution.options.extend(option.checked_sub(1).map(OptionId));
        }
        solution.path = Path::new(branches).expect("branches are numbered from 1");
        self.observer.solution(&solution)
    }

    fn merged(&mut self, counters: &Counters) -> ControlFlow<()> {
        if counters.mems.walked() >= self.progress_at {
            self.is_due.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }
}
