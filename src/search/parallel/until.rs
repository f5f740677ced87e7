//! A watch that lends another watch to a search until so many mems have passed.

use crate::format::ItemId;
use crate::search::watch::alarm_due;
use crate::search::{Count, Path, State, Watch};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks for a break at the first node at which mems, or those that have been
/// walked, have reached a number.
pub(super) struct Until<'w, W> {
    watch: &'w mut W,
    mems: Option<Count>,
    walked: u64,
    /// Whether it was this that asked for the break.
    pub reached: bool,
}

impl<'w, W: Watch> Until<'w, W> {
    pub fn new(watch: &'w mut W, mems: Option<Count>, walked: u64) -> Self {
        Until {
            watch,
            mems,
            walked,
            reached: false,
        }
    }
}

impl<W: Watch> Watch for Until<'_, W> {
    fn urgent(&self) -> Arc<AtomicBool> {
        self.watch.urgent()
    }

    fn alarm_at(&self) -> Option<Count> {
        self.watch
            .alarm_at()
            .into_iter()
            .chain(self.mems.clone())
            .min()
    }

    fn look_at(&self) -> u64 {
        self.watch.look_at().min(self.walked)
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        self.watch.solution_at(found)
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mems = &state.counters().mems;
        if mems.walked() >= alarm_due(self.watch, mems) || self.urgent().load(Ordering::Relaxed) {
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
    fn is_shown_nodes(&self) -> bool {
        self.watch.is_shown_nodes()
    }

    #[inline]
    fn is_shown_moves(&self) -> bool {
        self.watch.is_shown_moves()
    }

    #[inline]
    fn chosen(&mut self, state: &dyn State, best: Option<(ItemId, i64)>) {
        self.watch.chosen(state, best);
    }

    #[inline]
    fn moved(&mut self, state: &dyn State) {
        self.watch.moved(state);
    }

    #[inline]
    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.watch.solution(state)
    }
}
