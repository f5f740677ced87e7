//! A watch that lends another watch to a search until so many mems have passed.

use crate::format::ItemId;
use crate::search::{State, Watch};
use std::ops::ControlFlow;

/// Asks for a break at the first node at which mems have reached a number.
pub(super) struct Until<'w, W> {
    watch: &'w mut W,
    mems: u64,
    /// Whether it was this that asked for the break.
    pub reached: bool,
}

impl<'w, W: Watch> Until<'w, W> {
    pub fn new(watch: &'w mut W, mems: u64) -> Self {
        Until {
            watch,
            mems,
            reached: false,
        }
    }
}

impl<W: Watch> Watch for Until<'_, W> {
    #[inline]
    fn is_urgent(&self) -> bool {
        self.watch.is_urgent()
    }

    #[inline]
    fn alarm_at(&self) -> u64 {
        self.watch.alarm_at().min(self.mems)
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mems = state.counters().mems;
        if mems >= self.watch.alarm_at() || self.watch.is_urgent() {
            self.watch.alarm(state)?;
        }
        if mems >= self.mems {
            self.reached = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
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
    fn shows_solution(&self, found: u64) -> u64 {
        self.watch.shows_solution(found)
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
