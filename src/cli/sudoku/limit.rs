//! `--time`: after so much time, work stops, and what is done stays done.

use crate::answers::Stopped;
use crate::cli::arguments::time::parse_time;
use crate::cli::{Failure, exit};
use clap::Args;
use std::time::{Duration, Instant};

/// The option `--time`.
#[derive(Args, Clone, Copy, Debug)]
pub struct TimeLimit {
    /// Stop after so much time, such as 500ms, 90s, 15m, 2h; the exit status is 3 then
    #[arg(long, value_name = "LIMIT", value_parser = parse_time)]
    time: Option<Duration>,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Option<Instant>);

impl TimeLimit {
    /// Time runs from now on.
    pub fn begin(self) -> Deadline {
        // A time that no clock shows never comes.
        Deadline(self.time.and_then(|time| Instant::now().checked_add(time)))
    }
}

impl Deadline {
    /// Whether time is up.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    /// The failure of what was stopped, with what is known, or an empty text.
    pub fn stopped(self, _: Stopped, known: &str) -> Failure {
        Failure::new(format_args!("time is up{known}")).with_status(exit::STOPPED)
    }
}
