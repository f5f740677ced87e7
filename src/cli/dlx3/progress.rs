//! What the progress line says: how far the search has come, how fast it goes, and when it may end.
//!
//! The search knows nothing of it: a waiting thread raises the flag of the
//! [signals](crate::text::signals::Signals), which the search tests in any case.

use crate::cli::arguments::time::for_people;
use crate::cli::process::fit::fit;
use crate::cli::process::progress::ProgressLine;
use crate::format::Original;
use crate::report::{ProgressView, Settings, Verbose};
use crate::search::Counters;
use crate::text::plural::counted;
use crate::text::streams::Footline;
use crate::text::system;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// From line to line on a terminal.
const SECOND: Duration = Duration::from_secs(1);

/// What is older than this share of all the time says little of what is to come; nor should a
/// moment say much.
const LATELY: f64 = 0.2;
const MOMENT: f64 = 10.0;

/// How often there is to be a progress line, if at all: by itself only where it disturbs
/// nothing, on a terminal that nothing else is written to all the time.
pub fn every(asked: Option<u32>, settings: &Settings) -> Option<Duration> {
    if let Some(seconds) = asked {
        return (seconds > 0).then(|| Duration::from_secs(seconds.into()));
    }
    let tells = [Verbose::CHOICES, Verbose::DETAILS];
    let tells = tells.iter().any(|&code| settings.verbose.has(code));
    let is_quiet = !tells && (settings.spacing == 0 || !is_read_as_it_comes());
    (is_quiet && io::stderr().is_terminal()).then_some(SECOND)
}

/// Whether stdout is a terminal, or a pipe, which may lead to one.
fn is_read_as_it_comes() -> bool {
    let kind = system::stdout().and_then(|file| file.metadata());
    let is_pipe = kind.is_ok_and(|kind| system::is_pipe(kind.file_type()));
    io::stdout().is_terminal() || is_pipe
}

/// How fast it has gone of late. What is older counts less.
#[derive(Clone, Debug, Default)]
struct Pace {
    share: f64,
    mems: f64,
    seconds: f64,
}

impl Pace {
    /// Adds what has been done in some seconds more, of which there have been `gone` in all.
    fn add(&mut self, share: f64, mems: f64, seconds: f64, gone: f64) {
        let faded = (-seconds / (LATELY * gone).max(MOMENT)).exp();
        self.share = faded * self.share + share;
        self.mems = faded * self.mems + mems;
        self.seconds = faded * self.seconds + seconds;
    }

    fn mems_in_a_second(&self) -> f64 {
        self.mems / self.seconds.max(f64::MIN_POSITIVE)
    }

    /// The seconds that a share of the tree may take; `None` if nobody knows.
    fn seconds_for(&self, share: f64) -> Option<f64> {
        (self.share > 0.0).then(|| self.seconds * share / self.share)
    }
}

/// Whether reports after every N mems would only drown the line.
pub fn replaces_reports(every: Option<Duration>, settings: &Settings) -> bool {
    every.is_some() && settings.delta.is_none() && io::stderr().is_terminal()
}

/// The line while the tree is cut into cubes, before the search.
pub struct CuttingLine {
    line: ProgressLine,
    begun: Instant,
}

impl CuttingLine {
    pub fn new(footline: Footline) -> Self {
        CuttingLine {
            line: ProgressLine::below(footline),
            begun: Instant::now(),
        }
    }

    /// Shows how many pieces there are; returns the line if stderr is not a terminal.
    pub fn show(&mut self, pieces: usize) -> Option<String> {
        let gone = for_people(self.begun.elapsed().as_secs_f64());
        let pieces = counted(pieces, "piece");
        let text = format!("dlx3: cutting the tree, {pieces} so far, {gone} gone");
        self.line.show(text)
    }
}

/// The view that makes the line.
pub struct SearchLine {
    /// The program that says it.
    program: &'static str,
    line: ProgressLine,
    begun: Instant,
    /// When the last line was, what had been done then, and counted.
    last: Instant,
    share: f64,
    mems: f64,
    pace: Pace,
}

impl SearchLine {
    /// For a search of which a share has been done, and so much been counted, in earlier runs.
    pub fn new(share: f64, counters: &Counters, footline: Footline) -> Self {
        let now = Instant::now();
        SearchLine {
            program: Original::default().name(),
            line: ProgressLine::below(footline),
            begun: now,
            last: now,
            share,
            mems: counters.mems.to_f64(),
            pace: Pace::default(),
        }
    }

    /// This line with the name of another program before it.
    pub fn of(mut self, original: Original) -> Self {
        self.program = original.name();
        self
    }

    fn text(&mut self, share: f64, counters: &Counters) -> String {
        let gone = self.begun.elapsed().as_secs_f64();
        let lately = self.last.elapsed().as_secs_f64();
        self.last = Instant::now();
        // The estimate may fall a little where the search goes down, and what threads have done
        // is not counted for a moment while they hand it in.
        let share = share.max(self.share);
        let mems = counters.mems.to_f64().max(self.mems);
        self.pace
            .add(share - self.share, mems - self.mems, lately, gone);
        (self.share, self.mems) = (share, mems);
        let left = self.pace.seconds_for(1.0 - share);
        let left = left.map(|left| format!(", {} left", for_people(left)));
        let solutions = counted(&counters.solutions, "solution");
        fit(
            &format!("{}: about {:.2}% done", self.program, 100.0 * share),
            [
                &left.unwrap_or_default()[..],
                &format!(", {solutions}"),
                &format!(", {:.1e} mems/s", self.pace.mems_in_a_second()),
                &format!(", {} gone", for_people(gone)),
            ],
        )
    }
}

impl ProgressView for SearchLine {
    fn show(&mut self, share: f64, counters: &Counters) -> Option<String> {
        let text = self.text(share, counters);
        self.line.show(text)
    }
}

impl SearchLine {
    /// Takes the line off the terminal.
    pub fn hide(&self) {
        self.line.hide();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_lately_says_more_of_what_is_to_come() {
        let mut pace = Pace::default();
        assert_eq!(pace.seconds_for(0.5), None);
        for second in 1..=100 {
            pace.add(0.001, 1e6, 1.0, f64::from(second));
        }
        let even = pace.seconds_for(0.9).unwrap();
        assert!((even - 900.0).abs() < 1e-6, "{even}");
        assert!((pace.mems_in_a_second() - 1e6).abs() < 1e-3);
        // Twice as fast from now on: it is not believed at once, but soon.
        pace.add(0.002, 2e6, 1.0, 101.0);
        let soon = pace.seconds_for(0.9).unwrap();
        assert!((800.0..900.0).contains(&soon), "{soon}");
        for second in 102..=200 {
            pace.add(0.002, 2e6, 1.0, f64::from(second));
        }
        let late = pace.seconds_for(0.9).unwrap();
        assert!((450.0..470.0).contains(&late), "{late}");
    }

    #[test]
    fn the_line_says_what_is_done_and_how_long_the_rest_may_take() {
        let mut line = SearchLine::new(0.25, &Counters::default(), Footline::default());
        line.line = ProgressLine::off_terminal();
        line.begun -= Duration::from_secs(60);
        line.last = line.begun;
        let counters = |mems: u64, solutions: u64| Counters {
            mems: mems.into(),
            solutions: solutions.into(),
            ..Counters::default()
        };
        let said = line.show(0.5, &counters(6_000_000_000, 1)).unwrap();
        assert_eq!(
            said,
            "dlx3: about 50.00% done, 2 min left, 1 solution, 1.0e8 mems/s, 60 s gone"
        );
        line.last -= Duration::from_secs(60);
        line.begun -= Duration::from_secs(60);
        let said = line.show(0.4, &counters(6_000_000_000, 7)).unwrap();
        assert!(
            said.starts_with("dlx3: about 50.00% done, ") && said.contains(", 7 solutions, "),
            "{said}"
        );
        // With a number of 30 digits, the pace gives way, and what is left does not.
        line.last -= Duration::from_secs(60);
        let mut many = counters(9_000_000_000, 0);
        many.solutions = "123456789012345678901234567890".parse().unwrap();
        let said = line.show(0.6, &many).unwrap();
        assert!(
            said.contains(" left, ") && said.contains("7890 solutions"),
            "{said}"
        );
        assert!(said.len() < 80, "{said}");
    }
}
