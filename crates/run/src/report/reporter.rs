//! The watch that prints what the settings ask for, and stops the search at their limits.

use super::details::write_choice;
use super::json;
use super::path::{OptionTexts, PathText};
use super::progress::{share_done, write_progress};
use super::settings::{FIRST_DELTA, REPORTS_ALIKE};
use super::state::write_state;
use super::{Form, ProgressView, Settings, ShapeFile, Verbose};
use dlx3_base::text::output::{Output, Put};
use dlx3_base::text::plural::counted;
use dlx3_base::text::signals::Signals;
use dlx3_base::text::streams::Streams;
use dlx3_format::{ItemId, Original};
use dlx3_search::parallel::{BreakAt, Head, Parallel, ParallelWatch, Render};
use dlx3_search::{Count, Counters, Outcome, Search, State, Watch};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Why a search ended before its tree was walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// As many solutions as asked for were found.
    Enough,
    /// Mems have reached the limit.
    Timeout,
    /// The time is over.
    Late,
    /// A signal came. Its number.
    Interrupted(i32),
    /// A write failed.
    WriteFailed,
}

/// The output is flushed after this many walked mems.
const FLUSH_AFTER: u64 = 1 << 26;

/// The mems at which reports are due.
struct Reports {
    /// The mems at which the next report is due.
    next: Count,
    /// The distance to the report after it.
    delta: Count,
    /// The number of reports before the distance grows. None if it never grows.
    until_growth: Option<u32>,
}

impl Reports {
    /// The reports for the setting `delta`, or `None` for no reports.
    fn new(delta: Option<u64>) -> Option<Self> {
        let first = Count::from(delta.unwrap_or(FIRST_DELTA));
        (first != 0).then(|| Reports {
            next: first.clone(),
            delta: first,
            until_growth: delta.is_none().then_some(REPORTS_ALIKE),
        })
    }

    /// Moves to the next report.
    fn advance(&mut self) {
        if let Some(left) = &mut self.until_growth {
            *left -= 1;
            if *left == 0 {
                *left = REPORTS_ALIKE;
                self.delta = Count::from(self.delta.to_big() * 10u32);
            }
        }
        self.next += &self.delta;
    }
}

/// Watches a search and reports on it.
pub struct Reporter<'r, 'w> {
    settings: &'r Settings,
    streams: &'r mut Streams<'w>,
    shape: Option<&'r mut ShapeFile>,
    signals: Signals,
    /// Whether every node is printed, and every branch.
    tells_nodes: bool,
    tells_branches: bool,
    /// The next report. None: never.
    reports: Option<Reports>,
    /// The number of walked mems at which to flush next.
    flush_at: u64,
    /// The number of `numbers` that have been shown.
    numbers_shown: usize,
    /// The path to the last solution written, and the texts of options for lines of branches.
    path: PathText,
    options: OptionTexts,
    view: Option<&'r mut (dyn ProgressView + 'r)>,
    /// The largest number of branches of a node, among the nodes shown.
    max_degree: i64,
    end: Option<End>,
}

impl<'r, 'w> Reporter<'r, 'w> {
    /// A watch for a run that has not begun.
    ///
    /// # Panics
    /// If the numbers of the solutions to print fall, or begin below 1.
    pub fn new(
        settings: &'r Settings,
        streams: &'r mut Streams<'w>,
        shape: Option<&'r mut ShapeFile>,
        signals: Signals,
    ) -> Self {
        let numbers = &settings.numbers;
        let is_sorted = numbers.is_sorted() && numbers.first().is_none_or(|first| *first >= 1);
        assert!(is_sorted, "solutions come in the order of their numbers");
        Reporter {
            tells_nodes: settings.verbose.has(Verbose::DETAILS)
                || shape.is_some()
                || tells_max_degree(settings),
            tells_branches: settings.verbose.has(Verbose::CHOICES),
            settings,
            streams,
            shape,
            signals,
            reports: Reports::new(settings.delta),
            flush_at: 0,
            numbers_shown: 0,
            path: PathText::new(settings.form),
            options: OptionTexts::new(Form::Text),
            view: None,
            max_degree: 0,
            end: None,
        }
    }

    /// Adds a view. It is called whenever the signals [tick](Signals::tick_each), or at each flush
    /// if it [follows the output](ProgressView::follows_output).
    pub fn with_view(mut self, view: Option<&'r mut (dyn ProgressView + 'r)>) -> Self {
        self.view = view;
        self
    }

    /// Why the search was stopped, if it was.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The largest number of branches of a node, if [it is wanted](tells_max_degree).
    pub fn max_degree(&self) -> Option<i64> {
        tells_max_degree(self.settings).then_some(self.max_degree)
    }

    /// Whether every solution is written and none ends the search.
    #[inline]
    fn lists_all(&self) -> bool {
        let settings = self.settings;
        settings.spacing == 1 && settings.numbers.is_empty() && settings.most_solutions.is_none()
    }

    fn stop(&mut self, end: End) -> ControlFlow<()> {
        self.end = Some(end);
        ControlFlow::Break(())
    }

    fn shows(&self, code: i32) -> bool {
        self.settings.verbose.has(code)
    }

    fn show_view(&mut self, state: &dyn State) {
        let Some(view) = &mut self.view else {
            return;
        };
        self.streams.flush();
        if let Some(line) = view.show(share_done(state), state.counters()) {
            writeln!(self.streams.err(), "{line}");
        }
    }

    fn write_report(&mut self, state: &dyn State) {
        let levels = self.settings.levels_up_to;
        let original = self.settings.variant.original;
        if self.shows(Verbose::FULL_STATE) {
            write_state(self.streams.err(), state, original, levels);
        } else {
            write_progress(self.streams.err(), state, original, levels);
        }
    }

    fn write_solution(&mut self, state: &dyn State) {
        let number = &state.counters().solutions;
        let out = self.streams.out();
        write_head(out, self.settings.form, number);
        out.put(self.path.of(state));
    }

    #[cold]
    fn tell_node(&mut self, state: &dyn State, best: Option<(ItemId, i64)>) {
        if self.shows(Verbose::DETAILS) {
            let level = state.level() as i64;
            let from = details_from(self.settings, state.counters().max_level());
            if level < self.settings.choices_below && level >= from {
                let original = self.settings.variant.original;
                write_choice(self.streams.err(), state, original, best);
            }
        }
        if let Some(shape) = &mut self.shape {
            shape.write_node(state, self.settings.variant, best);
        }
        if let Some((_, score)) = best {
            self.max_degree = self.max_degree.max(score);
        }
    }

    #[cold]
    fn tell_branch(&mut self, state: &dyn State) {
        let level = state.level();
        if (level as i64) < self.settings.choices_below {
            let err = self.streams.err();
            err.put(b"L");
            err.put_number(level as u64);
            err.put(b":");
            (self.options).put_branch(err, state.problem(), state.branch(level));
        }
    }

    fn has_failed(&self) -> bool {
        self.streams.has_failed() || self.shape.as_ref().is_some_and(|shape| shape.has_failed())
    }

    /// Flushes, so that the output can be read while the search continues.
    fn flush(&mut self, mems: u64) {
        self.streams.flush();
        if let Some(shape) = &mut self.shape {
            shape.flush();
        }
        self.flush_at = mems.saturating_add(FLUSH_AFTER);
    }

    /// Reacts to signals and failed writes.
    fn attend(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mems = state.counters().mems.walked();
        if self.signals.raised() {
            if self.signals.take_report() {
                let err = self.streams.err();
                match self.view.as_mut().and_then(|view| view.report()) {
                    Some(line) => writeln!(err, "{line}"),
                    None => {
                        let original = self.settings.variant.original;
                        write_progress(err, state, original, self.settings.levels_up_to);
                    }
                }
            }
            if self.signals.take_tick() {
                self.show_view(state);
            }
            self.flush_at = mems;
        }
        if mems >= self.flush_at {
            self.flush(mems);
            if self.view.as_ref().is_some_and(|view| view.follows_output()) {
                self.show_view(state);
            }
        }
        if let Some(signal) = self.signals.stop() {
            self.streams.err().put(b"INTERRUPTED!\n");
            return self.stop(End::Interrupted(signal));
        }
        if self.signals.is_late() {
            self.streams.err().put(b"TIMEOUT!\n");
            return self.stop(End::Late);
        }
        match self.has_failed() {
            true => self.stop(End::WriteFailed),
            false => ControlFlow::Continue(()),
        }
    }

    /// Runs a search on up to `threads` threads, and reports on it.
    ///
    /// # Panics
    /// If a write has failed while several threads ran the same search.
    pub fn run(&mut self, search: &mut Search<'_>, threads: usize) -> Outcome {
        let parallel = Parallel {
            threads: Some(threads),
            ..Parallel::default()
        };
        parallel.run(search, self)
    }
}

impl Watch for Reporter<'_, '_> {
    fn alarm_flag(&self) -> Arc<AtomicBool> {
        self.signals.flag()
    }

    fn alarm_at(&self) -> Option<Count> {
        let report_at = self.reports.as_ref().map(|reports| reports.next.clone());
        let timeout = self.settings.timeout.map(Count::from);
        report_at.into_iter().chain(timeout).min()
    }

    fn soft_alarm_at(&self) -> u64 {
        self.flush_at
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        let multiple = match self.settings.spacing {
            0 => None,
            spacing => Some(found.multiple_after(spacing)),
        };
        let number = self.settings.numbers.get(self.numbers_shown).cloned();
        let most = self.settings.most_solutions.clone();
        multiple.into_iter().chain(number).chain(most).min()
    }

    #[inline]
    fn solution_due(&self, found: &Count) -> u64 {
        if self.lists_all() {
            return found.walked() + 1;
        }
        let number = self.solution_at(found);
        number.map_or(u64::MAX, |number| found.walked_at(&number))
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mems = &state.counters().mems;
        if let Some(reports) = &mut self.reports
            && *mems >= reports.next
        {
            reports.advance();
            self.write_report(state);
        }
        if self.settings.timeout.is_some_and(|most| *mems >= most) {
            self.streams.err().put(b"TIMEOUT!\n");
            return self.stop(End::Timeout);
        }
        self.attend(state)
    }

    #[inline]
    fn wants_choices(&self) -> bool {
        self.tells_nodes
    }

    #[inline]
    fn wants_branches(&self) -> bool {
        self.tells_branches
    }

    #[inline(always)]
    fn chosen(&mut self, state: &dyn State, best: Option<(ItemId, i64)>) {
        if self.tells_nodes {
            self.tell_node(state, best);
        }
    }

    #[inline(always)]
    fn branched(&mut self, state: &dyn State) {
        if self.tells_branches {
            self.tell_branch(state);
        }
    }

    #[inline]
    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        if self.lists_all() {
            self.write_solution(state);
            return match self.has_failed() {
                true => self.stop(End::WriteFailed),
                false => ControlFlow::Continue(()),
            };
        }
        let (number, settings) = (&state.counters().solutions, self.settings);
        let is_multiple = settings.spacing != 0 && number.is_multiple_of(settings.spacing);
        let mut times = u32::from(is_multiple);
        while settings.numbers.get(self.numbers_shown) == Some(number) {
            self.numbers_shown += 1;
            times += 1;
        }
        for _ in 0..times {
            self.write_solution(state);
            if self.has_failed() {
                return self.stop(End::WriteFailed);
            }
        }
        let most = settings.most_solutions.as_ref();
        if most.is_some_and(|most| number >= most) {
            return self.stop(End::Enough);
        }
        ControlFlow::Continue(())
    }
}

impl ParallelWatch for Reporter<'_, '_> {
    fn limits(&self) -> BreakAt {
        BreakAt {
            mems: self.settings.timeout,
            solutions: self.settings.most_solutions.clone(),
        }
    }

    fn spacing(&self) -> u64 {
        // If there are numbers, too, `solution` shows all.
        match self.settings.numbers.is_empty() {
            true => self.settings.spacing,
            false => 0,
        }
    }

    fn renderer(&self) -> fn() -> Render {
        match self.settings.form {
            Form::Text => || renderer(Form::Text),
            Form::Json => || renderer(Form::Json),
        }
    }

    fn show(&mut self, number: &Count, solution: &[u8]) -> ControlFlow<()> {
        let out = self.streams.out();
        write_head(out, self.settings.form, number);
        out.put(solution);
        match self.has_failed() {
            true => self.stop(End::WriteFailed),
            false => ControlFlow::Continue(()),
        }
    }

    fn head(&self) -> Option<Head> {
        // If there is a last solution, its batch is walked again.
        (self.spacing() == 1).then_some(match self.settings.form {
            Form::Text => TEXT_HEAD,
            Form::Json => json::HEAD,
        })
    }

    fn show_numbered(&mut self, _: &Count, solutions: &[u8]) -> ControlFlow<()> {
        self.streams.out().put(solutions);
        match self.has_failed() {
            true => self.stop(End::WriteFailed),
            false => ControlFlow::Continue(()),
        }
    }

    fn merged(&mut self, counters: &Counters) -> ControlFlow<()> {
        if counters.mems.walked() >= self.flush_at {
            self.flush(counters.mems.walked());
        }
        match self.has_failed() {
            true => self.stop(End::WriteFailed),
            false => ControlFlow::Continue(()),
        }
    }

    fn fewer_threads(&mut self, started: usize) {
        // Without another thread, the calling thread searches.
        let threads = counted(started.max(1), "thread");
        let name = self.settings.variant.original.name();
        let err = self.streams.err();
        writeln!(err, "{name}: no more than {threads} can search");
    }
}

/// Whether the largest number of branches is wanted, and the program prints it.
fn tells_max_degree(settings: &Settings) -> bool {
    settings.variant.original == Original::Dlx1 && settings.verbose.has(Verbose::MAX_DEGREE)
}

/// The first level whose choices are shown in detail, when the deepest level so far is `deepest`.
pub fn details_from(settings: &Settings, deepest: usize) -> i64 {
    // C computes an int, which wraps around for extreme words.
    i64::from((deepest as i32).wrapping_sub(settings.details_gap as i32))
}

/// The bytes around a solution's number.
const TEXT_HEAD: Head = Head {
    before: b"",
    after: b":\n",
};

/// Writes the number of a solution and `:`.
pub fn write_number<W: Write>(out: &mut Output<W>, number: &Count) {
    match number.to_u64() {
        Some(number) => out.put_number(number),
        None => write!(out, "{number}"),
    }
    out.put(TEXT_HEAD.after);
}

/// Writes the beginning of a solution.
#[inline]
fn write_head<W: Write>(out: &mut Output<W>, form: Form, number: &Count) {
    match form {
        Form::Text => write_number(out, number),
        Form::Json => json::write_number(out, number),
    }
}

/// Renders solutions on a worker's thread.
fn renderer(form: Form) -> Render {
    let mut path = PathText::new(form);
    Box::new(move |state, text| text.put(path.of(state)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of the first `count` reports.
    fn places(delta: Option<u64>, count: usize) -> Vec<Count> {
        let mut reports = Reports::new(delta).unwrap();
        let mut places = Vec::new();
        for _ in 0..count {
            places.push(reports.next.clone());
            reports.advance();
        }
        places
    }

    fn count(text: &str) -> Count {
        text.parse().unwrap()
    }

    #[test]
    fn the_distance_of_reports_grows_tenfold_after_each_thousand() {
        let places = places(None, 30_000);
        assert_eq!(places[0], 10_000_000_000);
        assert_eq!(places[1], 20_000_000_000);
        assert_eq!(places[999], 10_000_000_000_000);
        assert_eq!(places[1000], 10_100_000_000_000);
        assert_eq!(places[1999], 110_000_000_000_000);
        assert_eq!(places[2000], 111_000_000_000_000);
        // 1,000 reports at each of 30 distances, from 10^10 to 10^39 mems.
        let last = "1".repeat(30) + "0000000000000";
        assert_eq!(places[29_999], count(&last));
    }

    #[test]
    fn a_distance_that_was_asked_for_stays() {
        let places = places(Some(FIRST_DELTA), 3000);
        assert_eq!(places[2999], 3000 * FIRST_DELTA);
        assert!(Reports::new(Some(0)).is_none());
        let mut far = Reports::new(Some(u64::MAX)).unwrap();
        far.advance();
        assert_eq!(far.next, count("36893488147419103230"));
    }
}
