//! When to end a search (time limit, signals), and its progress on stderr.

use crate::cli::arguments::deadline::{Deadline, TimeLimit};
use crate::cli::process::fit::fit;
use crate::cli::process::progress::ProgressLine;
use crate::cli::{Failure, Process, catch_signals};
use crate::sieve::optimum::{Monitor, Progress};
use crate::text::plural::counted;
use crate::text::signals::Signals;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often progress is shown.
const EVERY: Duration = Duration::from_secs(1);

/// Looks at the clock and at signals. Each thread has one of its own.
#[derive(Clone)]
pub struct Limit {
    signals: Signals,
    start: Instant,
    time: TimeLimit,
    deadline: Deadline,
    shows_progress: bool,
    /// One for all threads.
    line: Arc<Mutex<ProgressLine>>,
    next_report: Instant,
    label: String,
}

impl Limit {
    /// Catches signals from now on. Progress is shown on a terminal, or wherever it is `asked`
    /// for.
    ///
    /// # Errors
    /// If the handlers cannot be set.
    pub fn new(time: TimeLimit, asked: bool, process: &Process) -> Result<Self, Failure> {
        let signals = catch_signals()?;
        let line = ProgressLine::below(process.streams.footline());
        let now = Instant::now();
        Ok(Limit {
            signals,
            start: now,
            time,
            deadline: time.begin(),
            shows_progress: asked || line.is_on_terminal(),
            line: Arc::new(Mutex::new(line)),
            next_report: now + EVERY,
            label: String::new(),
        })
    }

    /// Starts the clock again for another search.
    pub fn restart(&mut self, label: String) {
        self.start = Instant::now();
        self.deadline = self.time.begin();
        self.next_report = self.start + EVERY;
        self.label = label;
    }

    /// Whether a signal asked for the end of everything.
    pub fn is_stopped(&self) -> bool {
        self.signals.raised() && self.signals.stop().is_some()
    }
}

impl Monitor for Limit {
    fn look(&mut self, progress: &Progress) -> ControlFlow<()> {
        let asked = self.signals.raised() && self.signals.take_report();
        let now = Instant::now();
        if asked || self.shows_progress && now >= self.next_report {
            self.next_report = now + EVERY;
            let Progress {
                score,
                bound,
                nodes,
                cuts,
                iterations,
                columns,
            } = progress;
            let seconds = now.duration_since(self.start).as_secs_f64();
            let line = fit(
                &format!(
                    "{}: {seconds:.1} s, score {score}, bound {bound}",
                    self.label
                ),
                [
                    &format!(", {}", counted(nodes, "node"))[..],
                    &format!(", {} open", counted(columns, "pair")),
                    &format!(", {}", counted(cuts, "cut")),
                    &format!(", {}", counted(iterations, "iteration")),
                ],
            );
            let mut shown = self.line.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(line) = shown.show(line) {
                // If this fails, there is nothing left to report it on.
                _ = writeln!(std::io::stderr(), "{line}");
            }
        }
        if self.is_over() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn is_over(&mut self) -> bool {
        self.is_stopped() || self.deadline.is_over()
    }
}
