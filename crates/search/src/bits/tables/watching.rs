//! Calls the watch when it has to see something.

use super::view::TableView;
use super::walk::TableWalk;
use crate::bits::walk::state::{Cause, Flow, Stop};
use crate::path::WalkEnd;
use crate::watch::{Watch, alarm_due, mark_due};
use dlx3_format::ItemId;
use std::sync::atomic::Ordering;

impl TableWalk<'_> {
    fn view(&self) -> TableView<'_> {
        TableView {
            path: &self.path,
            counters: self.counters,
            shape: self.shape,
            board: self.board,
            level: self.level,
        }
    }

    /// Calls the watch with up-to-date counters.
    fn call<T>(&mut self, call: impl FnOnce(&mut dyn Watch, &TableView<'_>) -> T) -> T {
        self.tally.sync(self.counters);
        let view = TableView {
            path: &self.path,
            counters: self.counters,
            shape: self.shape,
            board: self.board,
            level: self.level,
        };
        call(self.watch, &view)
    }

    fn stop(&self, cause: Cause) -> Flow {
        let level = self.level;
        Flow::Break(Stop { level, cause })
    }

    /// Asks the watch when it has to be called next. The counters must be up to date.
    pub fn set_alarm(&mut self) {
        let (now, mems) = (&self.tally.now, &self.counters.mems);
        let left = |due: u64| match due {
            u64::MAX => u64::MAX,
            due => due.saturating_sub(mems.walked()).saturating_add(now.mems),
        };
        self.mark_at = left(mark_due(self.watch, mems));
        self.soft_at = left(self.watch.soft_alarm_at());
        self.alarm_at = self.mark_at.min(self.soft_at);
        self.set_solution();
    }

    fn set_solution(&mut self) {
        let found = &self.counters.solutions;
        self.solution_at = match self.watch.solution_due(found) {
            u64::MAX => u64::MAX,
            due => (due.saturating_sub(found.walked())).saturating_add(self.tally.now.solutions),
        };
    }

    #[cold]
    #[inline(never)]
    pub fn alarm(&mut self) -> Flow {
        self.tally.sync(self.counters);
        let mems = &self.counters.mems;
        let is_called = self.alarm_flag.load(Ordering::Relaxed);
        if is_called || mems.walked() >= alarm_due(self.watch, mems) {
            if self.call(|watch, view| watch.alarm(view)).is_break() {
                return self.stop(Cause::Alarm);
            }
            if let Some(end) = self.watch.take_end() {
                end.must_be_ahead_of(&self.view());
                self.end = WalkEnd::after(&end);
            }
        }
        self.set_alarm();
        Flow::Continue(())
    }

    /// Counts a solution.
    #[inline(always)]
    pub fn solution(&mut self) -> Flow {
        self.tally.now.solutions += 1;
        if self.tally.now.solutions < self.solution_at {
            return Flow::Continue(());
        }
        self.show_solution()
    }

    #[cold]
    #[inline(never)]
    fn show_solution(&mut self) -> Flow {
        if self.call(|watch, view| watch.solution(view)).is_break() {
            return self.stop(Cause::Solution);
        }
        self.set_solution();
        Flow::Continue(())
    }

    #[cold]
    #[inline(never)]
    pub fn show_choice(&mut self, best: Option<(usize, u32)>) {
        let best = best.map(|(item, length)| (ItemId(item as u32), i64::from(length)));
        self.call(|watch, view| watch.chosen(view, best));
    }

    #[cold]
    #[inline(never)]
    pub fn show_branch(&mut self) {
        self.call(|watch, view| watch.branched(view));
    }
}
