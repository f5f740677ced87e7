//! The watch that tells what it is asked to tell, and ends the search when it is
//! asked to.

use super::details::write_choice;
use super::option::write_branch;
use super::progress::write_progress;
use super::state::write_state;
use super::{Settings, ShapeFile, Verbose};
use crate::format::ItemId;
use crate::search::{Counters, Joint, State, Watch};
use crate::text::output::Put;
use crate::text::signals::Signals;
use crate::text::streams::Streams;
use std::ops::ControlFlow;

/// Why a search ended before its tree was walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There are as many solutions as were asked for.
    Enough,
    /// Mems have reached the limit.
    Timeout,
    /// A signal came; its number.
    Interrupted(i32),
    /// A write failed: going on would serve nobody.
    WriteFailed,
}

/// After this many mems, what is buffered is written.
const FLUSH_AFTER: u64 = 1 << 26;

/// Watches a search and reports on it.
pub struct Reporter<'r, 'w> {
    settings: &'r Settings,
    streams: &'r mut Streams<'w>,
    shape: Option<&'r mut ShapeFile>,
    signals: Signals,
    /// Whether every node, every branch has something to tell.
    tells_nodes: bool,
    tells_branches: bool,
    /// The mems at which to report next.
    threshold: u64,
    /// The mems at which to flush next.
    flush_at: u64,
    end: Option<End>,
}

impl<'r, 'w> Reporter<'r, 'w> {
    pub fn new(
        settings: &'r Settings,
        streams: &'r mut Streams<'w>,
        shape: Option<&'r mut ShapeFile>,
        signals: Signals,
    ) -> Self {
        Reporter {
            tells_nodes: settings.verbose.has(Verbose::DETAILS) || shape.is_some(),
            tells_branches: settings.verbose.has(Verbose::CHOICES),
            settings,
            streams,
            shape,
            signals,
            threshold: settings.delta,
            flush_at: 0,
            end: None,
        }
    }

    /// Why the search was asked to end, if it was.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    fn stop(&mut self, end: End) -> ControlFlow<()> {
        self.end = Some(end);
        ControlFlow::Break(())
    }

    fn shows(&self, code: i32) -> bool {
        self.settings.verbose.has(code)
    }

    fn write_report(&mut self, state: &dyn State) {
        let levels = self.settings.levels_up_to;
        if self.shows(Verbose::FULL_STATE) {
            write_state(self.streams.err(), state, levels);
        } else {
            write_progress(self.streams.err(), state, levels);
        }
    }

    fn write_solution(&mut self, state: &dyn State) {
        let out = self.streams.out();
        out.put_number(state.counters().solutions);
        out.put(b":\n");
        write_branches(out, state);
    }

    #[cold]
    fn tell_node(&mut self, state: &dyn State, best: Option<(ItemId, i64)>) {
        if self.shows(Verbose::DETAILS) {
            let level = state.level() as i64;
            let deepest = state.counters().max_level() as i64;
            if level < self.settings.choices_below && level >= deepest - self.settings.details_gap {
                write_choice(self.streams.err(), state, best);
            }
        }
        if let Some(shape) = &mut self.shape {
            shape.write_node(state, best);
        }
    }

    #[cold]
    fn tell_branch(&mut self, state: &dyn State) {
        let level = state.level();
        if (level as i64) < self.settings.choices_below {
            let err = self.streams.err();
            write!(err, "L{level}:");
            write_branch(err, state, state.branch(level));
        }
    }

    fn has_failed(&self) -> bool {
        self.streams.has_failed() || self.shape.as_ref().is_some_and(|shape| shape.has_failed())
    }

    /// Writes what is buffered: somebody may be waiting for it.
    fn flush(&mut self, mems: u64) {
        self.streams.flush();
        if let Some(shape) = &mut self.shape {
            shape.flush();
        }
        self.flush_at = mems.saturating_add(FLUSH_AFTER);
    }
}

impl Watch for Reporter<'_, '_> {
    #[inline]
    fn is_urgent(&self) -> bool {
        self.signals.raised()
    }

    fn alarm_at(&self) -> u64 {
        self.speaks_at().min(self.flush_at)
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mems = state.counters().mems;
        if self.settings.delta != 0 && mems >= self.threshold {
            self.threshold = self.threshold.wrapping_add(self.settings.delta);
            self.write_report(state);
        }
        if mems >= self.settings.timeout {
            self.streams.err().put(b"TIMEOUT!\n");
            return self.stop(End::Timeout);
        }
        self.attend(state)
    }

    #[inline]
    fn is_shown_nodes(&self) -> bool {
        self.tells_nodes
    }

    #[inline]
    fn is_shown_moves(&self) -> bool {
        self.tells_branches
    }

    #[inline]
    fn shows_solution(&self, found: u64) -> u64 {
        let shown = match self.settings.spacing {
            0 => u64::MAX,
            spacing => (found / spacing + 1).saturating_mul(spacing),
        };
        shown.min(self.settings.most_solutions.max(found + 1))
    }

    #[inline(always)]
    fn chosen(&mut self, state: &dyn State, best: Option<(ItemId, i64)>) {
        if self.tells_nodes {
            self.tell_node(state, best);
        }
    }

    #[inline(always)]
    fn moved(&mut self, state: &dyn State) {
        if self.tells_branches {
            self.tell_branch(state);
        }
    }

    #[inline]
    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        let number = state.counters().solutions;
        if self.settings.spacing != 0 && number.is_multiple_of(self.settings.spacing) {
            self.write_solution(state);
            if self.has_failed() {
                return self.stop(End::WriteFailed);
            }
        }
        if number >= self.settings.most_solutions {
            return self.stop(End::Enough);
        }
        ControlFlow::Continue(())
    }
}

impl Joint for Reporter<'_, '_> {
    fn is_joint(&self) -> bool {
        !self.tells_nodes && !self.tells_branches
    }

    fn speaks_at(&self) -> u64 {
        let report_at = match self.settings.delta {
            0 => u64::MAX,
            _ => self.threshold,
        };
        report_at.min(self.settings.timeout)
    }

    fn most_solutions(&self) -> u64 {
        self.settings.most_solutions
    }

    fn spacing(&self) -> u64 {
        self.settings.spacing
    }

    fn render(state: &dyn State, text: &mut Vec<u8>) {
        write_branches(text, state);
    }

    fn show(&mut self, number: u64, solution: &[u8]) -> ControlFlow<()> {
        let out = self.streams.out();
        out.put_number(number);
        out.put(b":\n");
        out.put(solution);
        match self.has_failed() {
            true => self.stop(End::WriteFailed),
            false => ControlFlow::Continue(()),
        }
    }

    fn joined(&mut self, counters: &Counters) -> ControlFlow<()> {
        if counters.mems >= self.flush_at {
            self.flush(counters.mems);
        }
        match self.has_failed() {
            true => self.stop(End::WriteFailed),
            false => ControlFlow::Continue(()),
        }
    }

    fn attend(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mems = state.counters().mems;
        if self.signals.raised() {
            if self.signals.take_report() {
                write_progress(self.streams.err(), state, self.settings.levels_up_to);
            }
            self.flush_at = mems;
        }
        if mems >= self.flush_at {
            self.flush(mems);
        }
        if let Some(signal) = self.signals.stop() {
            self.streams.err().put(b"INTERRUPTED!\n");
            return self.stop(End::Interrupted(signal));
        }
        match self.has_failed() {
            true => self.stop(End::WriteFailed),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Writes the branches on the path to a node, a line each.
fn write_branches(out: &mut impl Put, state: &dyn State) {
    for level in 0..state.level() {
        write_branch(out, state, state.branch(level));
    }
}
