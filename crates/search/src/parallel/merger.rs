//! The merger puts batches together in their order, so that the watch sees one walk. If something
//! has to be shown within a batch, it walks the batch again itself.

use super::ParallelWatch;
use super::batch::{Batch, Rendering};
use super::schedule::{Next, Schedule};
use super::worker::MUCH_TEXT;
use crate::{Counters, Outcome, Path, Pausing, Position, Search, Side};
use dlx3_base::count::Count;
use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The longest time that a signal may wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// Invariant: `total` is what one thread would have counted at the end of the merged walk.
pub(super) struct Merger<'j, 'p, W> {
    pub search: &'j mut Search<'p>,
    pub watch: &'j mut W,
    pub total: Counters,
    /// Whether the search stands at the end of the merged walk, if that pauses.
    pub is_there: bool,
}

impl<W: ParallelWatch> Merger<'_, '_, W> {
    /// Merges all batches. `alive` tells whether all workers are running. Returns the outcome and
    /// whether the search is lost; if not, it can continue after a pause.
    pub fn merge(mut self, schedule: &Schedule, alive: impl Fn() -> bool) -> (Outcome, bool) {
        let outcome = {
            let _stop = StopAtEnd(schedule);
            self.merge_batches(schedule, alive)
        };
        match outcome {
            Outcome::Exhausted => self.search.links.go_to_root(),
            // It may have been walking a batch.
            Outcome::Paused => self.search.links.set_end(&Path::default()),
        }
        self.search.links.counters = self.total;
        (outcome, outcome == Outcome::Paused && !self.is_there)
    }

    fn merge_batches(&mut self, schedule: &Schedule, alive: impl Fn() -> bool) -> Outcome {
        loop {
            // Batches may come so fast that one is always waiting.
            let is_called = self.watch.alarm_flag().load(Ordering::Relaxed);
            let went_on = match schedule.next(PATIENCE, is_called) {
                Next::Batch(batch) => {
                    let went_on = self.merge_batch(*batch, schedule);
                    went_on.map_break(|()| Outcome::Paused)
                }
                Next::Nothing(_) if !self.watch.alarm_flag().load(Ordering::Relaxed) && alive() => {
                    continue;
                }
                Next::Nothing(at) if alive() => self.call_watch(&at),
                Next::Nothing(_) => {
                    self.is_there = false;
                    ControlFlow::Break(Outcome::Paused)
                }
                Next::End => ControlFlow::Break(Outcome::Exhausted),
            };
            if let ControlFlow::Break(outcome) = went_on {
                return outcome;
            }
        }
    }

    /// Calls the watch at the next node after `at`, the end of the merged walk. (Between two nodes,
    /// the counters are not such as one thread would ever show.)
    fn call_watch(&mut self, at: &Position) -> ControlFlow<Outcome> {
        if at.side == Side::Inside {
            self.search.links.go_to(at);
            self.search.links.counters = self.total.clone();
            let went_on = self.watch.alarm(&self.search.links);
            return went_on.map_break(|()| Outcome::Paused);
        }
        self.search.go_to(at, &Path::default());
        self.search.links.counters = self.total.clone();
        let mut pause = Pausing::at_walked_mems(self.watch, 0);
        let outcome = self.search.walk(&mut pause);
        if pause.reached {
            // The node will be counted with its batch.
            return ControlFlow::Continue(());
        }
        self.total = self.search.links.counters.clone();
        ControlFlow::Break(outcome)
    }

    fn merge_batch(&mut self, mut batch: Batch, schedule: &Schedule) -> ControlFlow<()> {
        if self.must_be_walked(&batch) {
            self.walk(&batch)?;
        } else {
            if let Some(number) = self.show(&mut batch) {
                self.pause_at_solution(&batch, number);
                return ControlFlow::Break(());
            }
            self.total.add(&batch.counted);
            schedule.give_text(mem::take(&mut batch.text), MUCH_TEXT);
        }
        let went_on = self.watch.merged(&self.total);
        self.is_there = went_on.is_continue();
        went_on
    }

    /// Whether the watch has to see the batch itself. (The mems at the batch's last node are no
    /// more than those at its end.)
    fn must_be_walked(&self, batch: &Batch) -> bool {
        let (total, counted) = (&self.total, &batch.counted);
        let alarm = self.watch.alarm_at();
        let solution = match batch.rendering {
            Rendering::Nothing { .. } => self.watch.solution_at(&total.solutions),
            Rendering::All { .. } | Rendering::Shown { .. } => self.watch.limits().solutions,
        };
        alarm.is_some_and(|mems| total.mems.plus(&counted.mems) >= mems)
            || counted.solutions != 0
                && solution.is_some_and(|at| total.solutions.plus(&counted.solutions) >= at)
    }

    /// Shows the batch's solutions. Returns the number of the one at which the watch asks for a
    /// break.
    fn show(&mut self, batch: &mut Batch) -> Option<Count> {
        let spacing = self.watch.spacing();
        let mut number = self.total.solutions.clone();
        match batch.rendering.clone() {
            Rendering::Nothing { .. } => {}
            Rendering::All { digits } => {
                let head = self.watch.head();
                if let Some(head) = head
                    && batch.number(head, digits, &number.plus(&1.into()))
                {
                    number += batch.ends.len() as u64;
                    let went_on = self.watch.show_numbered(&number, &batch.text);
                    return went_on.is_break().then_some(number);
                }
                let head = head.map_or(0, |head| head.length(digits));
                for solution in batch.solutions().map(|solution| &solution[head..]) {
                    number += 1;
                    if number.is_multiple_of(spacing)
                        && self.watch.show(&number, solution).is_break()
                    {
                        return Some(number);
                    }
                }
            }
            Rendering::Shown { before } => {
                debug_assert_eq!(before, number);
                for solution in batch.solutions() {
                    number = number.multiple_after(spacing);
                    if self.watch.show(&number, solution).is_break() {
                        return Some(number);
                    }
                }
            }
        }
        None
    }

    /// Walks a batch again up to one of its solutions, where the search will pause.
    fn pause_at_solution(&mut self, batch: &Batch, number: Count) {
        self.go_to_batch(batch);
        let nobody = &mut ();
        let mut pause = Pausing::at_mems(nobody, None).or_at_solution(number);
        self.search.walk(&mut pause);
        self.total = self.search.links.counters.clone();
    }

    fn go_to_batch(&mut self, batch: &Batch) {
        let end = batch.end.clone().unwrap_or_default();
        let found = self.search.go_to(&batch.from, &end);
        debug_assert!(found, "{:?} is in the tree", batch.from);
        self.search.links.counters = self.total.clone();
    }

    fn walk(&mut self, batch: &Batch) -> ControlFlow<()> {
        self.go_to_batch(batch);
        let mems = match batch.end {
            Some(_) => None,
            None => Some(self.total.mems.plus(&batch.counted.mems)),
        };
        let mut pause = Pausing::at_mems(self.watch, mems);
        let outcome = self.search.walk(&mut pause);
        let reached = pause.reached;
        if reached || outcome == Outcome::Exhausted {
            self.total.add(&batch.counted);
            // Their profiles may lack the subtrees that the memo knew.
            let walked = &self.search.links.counters;
            debug_assert_eq!(self.total.without_profile(), walked.without_profile());
            debug_assert_eq!(self.total.max_level(), walked.max_level());
            return ControlFlow::Continue(());
        }
        self.total = self.search.links.counters.clone();
        ControlFlow::Break(())
    }
}

/// Stops the workers when the merger ends, even by a panic: they would wait for it forever.
struct StopAtEnd<'l>(&'l Schedule);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
