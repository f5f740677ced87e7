//! A watch that passes all calls on to another one, and pauses the search at a number of
//! mems.

use crate::format::ItemId;
use crate::search::watch::alarm_due;
use crate::search::{Count, Path, State, Watch};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks for a break at the first node at which the mems, or those that have really been
/// walked, have reached a number.
pub(super) struct PauseAt<'w, W> {
    watch: &'w mut W,
    mems: Option<Count>,
    walked: u64,
    /// Whether that has happened; else a break is what the other watch asked for.
    pub reached: bool,
}

impl<'w, W: Watch> PauseAt<'w, W> {
    pub fn new(watch: &'w mut W, mems: Option<Count>, walked: u64) -> Self {
        PauseAt {
            watch,
            mems,
            walked,
            reached: false,
        }
    }
}

impl<W: Watch> Watch for PauseAt<'_, W> {
    fn alarm_flag(&self) -> Arc<AtomicBool> {
        self.watch.alarm_flag()
    }

    fn alarm_at(&self) -> Option<Count> {
        self.watch
            .alarm_at()
            .into_iter()
            .chain(self.mems.clone())
            .min()
    }

    fn soft_alarm_at(&self) -> u64 {
        self.watch.soft_alarm_at().min(self.walked)
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        self.watch.solution_at(found)
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mems = &state.counters().mems;
        let is_called = self.alarm_flag().load(Ordering::Relaxed);
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

    #[inline]
    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.watch.solution(state)
    }
}
