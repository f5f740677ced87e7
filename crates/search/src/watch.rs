//! How the engines are watched and controlled within the crate. Users of the library have an
//! [`Observer`](super::Observer), which is called by one of the watches.

use super::path::Path;
use super::state::State;
use dlx3_base::count::Count;
use dlx3_format::ItemId;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Sees a search step by step, and says when it must be called. All methods do nothing by default;
/// those that are called most often cost nothing then.
///
/// [`Self::alarm`] is called for three reasons: [`Self::alarm_flag`], [`Self::alarm_at`] and
/// [`Self::soft_alarm_at`].
pub trait Watch {
    /// A flag that is tested where a node is counted, but not within a sweep or a small subtree: if
    /// it is set, [`Self::alarm`] is called. Asked once, when a run begins.
    fn alarm_flag(&self) -> Arc<AtomicBool> {
        Arc::default()
    }

    /// The mems at which to call [`Self::alarm`] next: at the first node that reaches them. `None`
    /// for never.
    fn alarm_at(&self) -> Option<Count> {
        None
    }

    /// When to call [`Self::alarm`], in mems that were really walked, without subtrees known from
    /// the memo. The call may come some nodes later.
    fn soft_alarm_at(&self) -> u64 {
        u64::MAX
    }

    /// The number of the next solution for which [`Self::solution`] must be called, when `found`
    /// have been found. Earlier ones may be counted without being visited. Asked when a run begins,
    /// and after each call of a method that may change it.
    fn solution_at(&self, found: &Count) -> Option<Count> {
        Some(found.plus(&1.into()))
    }

    /// When to call [`Self::solution`], in solutions found by walking; `u64::MAX` for never. A
    /// watch that sees all solutions may override this with something faster.
    #[inline]
    fn solution_due(&self, found: &Count) -> u64 {
        let number = self.solution_at(found);
        number.map_or(u64::MAX, |number| found.walked_at(&number))
    }

    /// Called at a node, once it is counted.
    fn alarm(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called before lists ask whether bitmaps take a node, and when lists continue, with the mems
    /// walked so far: mems of lists take longer.
    #[inline]
    fn hands_over(&mut self, _to_bitmaps: bool, _mems: u64) {}

    /// Asked after [`Self::alarm`]: the search will end when it has left this node. Its parent must
    /// be on the path to the node of the alarm, and the branch to it must be the one taken there or
    /// a later one; if not, the search panics.
    fn take_end(&mut self) -> Option<Path> {
        None
    }

    /// Whether [`Self::chosen`] must be called, with the very best item even if another one shows
    /// that there is no branch.
    #[inline]
    fn wants_choices(&self) -> bool {
        false
    }

    /// Whether [`Self::branched`] has to be called.
    #[inline]
    fn wants_branches(&self) -> bool {
        false
    }

    /// Called when a node has chosen an item (with its score, which may be 0 or less), or `None` at
    /// a solution.
    #[inline]
    fn chosen(&mut self, _: &dyn State, _best: Option<(ItemId, i64)>) {}

    /// Called at each branch, before the option's other items are covered. Only then, the state
    /// also has a branch on [`State::level`].
    #[inline]
    fn branched(&mut self, _: &dyn State) {}

    /// Called at a solution that [`Self::solution_at`] asks for, once it is counted.
    #[inline]
    fn solution(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The walked mems at which a watch's next alarm is due.
pub(super) fn alarm_due(watch: &dyn Watch, mems: &Count) -> u64 {
    watch.soft_alarm_at().min(mark_due(watch, mems))
}

/// The walked mems at which an alarm is due at the exact node.
pub(super) fn mark_due(watch: &dyn Watch, mems: &Count) -> u64 {
    let mark = watch.alarm_at().map(|mark| mems.walked_at(&mark));
    mark.unwrap_or(u64::MAX)
}

/// The watch that never looks.
impl Watch for () {
    fn solution_at(&self, _: &Count) -> Option<Count> {
        None
    }
}

/// Passes all calls except [`Watch::hands_over`] on to another watch, and pauses the search itself:
/// after a number of mems, of walked mems, or of shown solutions, or at solution number n.
pub struct Pausing<'w, W> {
    watch: &'w mut W,
    solution: Option<Count>,
    mems: Option<Count>,
    walked: u64,
    /// How many solutions may still be shown.
    shown: u64,
    /// The flag of the other watch, and its own, which is tested at every node.
    call: Arc<AtomicBool>,
    alarm_flag: Arc<AtomicBool>,
    /// Whether the mems have been reached; otherwise the other watch asked for the break.
    pub reached: bool,
}

impl<'w, W: Watch> Pausing<'w, W> {
    /// Pauses once that many mems have been walked.
    pub fn at_walked_mems(watch: &'w mut W, walked: u64) -> Self {
        let call = watch.alarm_flag();
        Pausing {
            watch,
            solution: None,
            mems: None,
            walked,
            shown: u64::MAX,
            alarm_flag: Arc::clone(&call),
            call,
            reached: false,
        }
    }

    /// Pauses at this many mems, or never.
    pub fn at_mems(watch: &'w mut W, mems: Option<Count>) -> Self {
        Pausing {
            mems,
            ..Self::at_walked_mems(watch, u64::MAX)
        }
    }

    /// Also pauses at the solution of this number, if that comes first.
    pub fn or_at_solution(self, number: Count) -> Self {
        Pausing {
            solution: Some(number),
            ..self
        }
    }

    /// Also pauses after this many shown solutions, if that comes first. The flag of the other
    /// watch is then tested at solutions only, as this one needs a flag of its own.
    pub fn or_after_solutions(self, shown: u64) -> Self {
        Pausing {
            shown,
            alarm_flag: Arc::default(),
            ..self
        }
    }
}

impl<W: Watch> Watch for Pausing<'_, W> {
    fn alarm_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.alarm_flag)
    }

    fn alarm_at(&self) -> Option<Count> {
        let alarm = self.watch.alarm_at();
        alarm.into_iter().chain(self.mems.clone()).min()
    }

    fn soft_alarm_at(&self) -> u64 {
        self.watch.soft_alarm_at().min(self.walked)
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        let solution = self.watch.solution_at(found);
        solution.into_iter().chain(self.solution.clone()).min()
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mems = &state.counters().mems;
        if !Arc::ptr_eq(&self.alarm_flag, &self.call) {
            self.alarm_flag.store(false, Ordering::Relaxed);
        }
        let is_called = self.call.load(Ordering::Relaxed);
        if is_called || mems.walked() >= alarm_due(self.watch, mems) {
            self.watch.alarm(state)?;
        }
        let is_reached = self.mems.as_ref().is_some_and(|most| mems >= most);
        if is_reached || mems.walked() >= self.walked {
            self.reached = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn take_end(&mut self) -> Option<Path> {
        self.watch.take_end()
    }

    #[inline]
    fn wants_choices(&self) -> bool {
        self.watch.wants_choices()
    }

    #[inline]
    fn wants_branches(&self) -> bool {
        self.watch.wants_branches()
    }

    #[inline]
    fn chosen(&mut self, state: &dyn State, best: Option<(ItemId, i64)>) {
        self.watch.chosen(state, best);
    }

    #[inline]
    fn branched(&mut self, state: &dyn State) {
        self.watch.branched(state);
    }

    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        let found = &state.counters().solutions;
        if self.solution.as_ref().is_some_and(|number| found >= number) {
            return ControlFlow::Break(());
        }
        self.watch.solution(state)?;
        self.shown = self.shown.saturating_sub(1);
        if self.shown == 0 {
            // It pauses at the next node.
            self.walked = 0;
        }
        if self.shown == 0 || self.call.load(Ordering::Relaxed) {
            self.alarm_flag.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }
}
