//! What all verbs have: limits of memory and time, and a report of what it has cost.

use crate::answers::count::Told;
use crate::answers::{Limits, Stopped};
use crate::cli::size::parse_size;
use crate::cli::{Failure, Process, catch_signals, input};
use crate::format::Problem;
use crate::text::signals::Signals;
use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

/// The exit status when a limit or a signal stopped it before the answer.
pub const STOPPED: u8 = 3;

/// What an answer may cost.
#[derive(clap::Args, Debug)]
pub struct Cost {
    /// Bytes that states may take, such as 64K, 100M, 2G. With less, it takes longer, or
    /// comes to no answer; an answer is exact in any case
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_size)]
    pub memory: usize,

    /// Stop after so much time, such as 500ms, 90s, 15m, 2h
    #[arg(long, value_name = "LIMIT", value_parser = parse_time)]
    time: Option<Duration>,

    /// How many threads may work [default: 1]: the output is the same. Only counting layer by
    /// layer has work for more than one
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// `500ms`, `90s`, `15m`, `2h`; a number alone is seconds.
fn parse_time(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let milliseconds = match &text[digits.len()..] {
        "ms" => 1,
        "s" | "" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => 0,
    };
    let number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let time = number
        .then(|| digits.parse::<u64>().ok()?.checked_mul(milliseconds))
        .flatten();
    match time {
        Some(time) if milliseconds > 0 => Ok(Duration::from_millis(time)),
        _ => Err("a time is a number and ms, s, m or h".to_owned()),
    }
}

/// Looks at the clock and at signals.
pub struct Clock {
    signals: Signals,
    end: Option<Instant>,
    memory: usize,
    threads: usize,
}

impl Cost {
    /// Starts the clock, and catches signals from now on.
    ///
    /// # Errors
    /// If the handlers cannot be set.
    pub fn clock(&self) -> Result<Clock, Failure> {
        Ok(Clock {
            signals: catch_signals()?,
            end: self.time.and_then(|time| Instant::now().checked_add(time)),
            memory: self.memory,
            threads: self.threads.map_or(1, NonZero::get),
        })
    }
}

impl Clock {
    /// Does some work within the limits.
    pub fn within<T>(&self, work: impl FnOnce(&mut Limits<'_>) -> T) -> T {
        let mut stop = || {
            let is_late = self.end.is_some_and(|end| Instant::now() >= end);
            is_late || self.signals.stop().is_some()
        };
        work(&mut Limits {
            memory: self.memory,
            threads: self.threads,
            stop: &mut stop,
        })
    }

    /// What to say where there is no answer, with what is known instead.
    pub fn stopped(&self, why: Stopped, known: &str) -> Failure {
        match (why, self.signals.stop()) {
            (Stopped::Memory, _) => Failure::new(format_args!(
                "this takes more than {} bytes of states: see --memory{known}",
                self.memory
            )),
            (Stopped::Limit, None) => Failure::new(format_args!("time is up{known}")),
            (Stopped::Limit, Some(_)) => Failure::new(format_args!("stopped by a signal{known}")),
        }
        .with_status(STOPPED)
    }
}

/// The problem on stdin. It may have costs, which are not asked for.
///
/// # Errors
/// If it is none, or cannot be read.
pub fn read() -> Result<Problem, Failure> {
    read_with_costs().map(|(problem, _)| problem)
}

/// The problem on stdin, and what each option costs.
///
/// # Errors
/// If it is none, or cannot be read.
pub fn read_with_costs() -> Result<(Problem, Vec<u64>), Failure> {
    let path = Path::new("-");
    input::read_problem_with_costs(path, input::open(path)?)
}

/// Says on stderr what the parts of a problem have taken.
pub fn tell(process: &mut Process, told: &[Told], free: usize) {
    for part in told {
        let Told {
            items,
            options,
            way,
            effort,
            ..
        } = part;
        let err = process.err();
        write!(err, "{options} options, {items} items: {way}; ");
        write!(err, "{} states", effort.states);
        if effort.hits > 0 {
            write!(err, ", {} hits", effort.hits);
        }
        if effort.bytes > 0 {
            write!(err, ", {} bytes", effort.bytes);
        }
        writeln!(err, ".");
    }
    if free > 0 {
        let options = if free == 1 { "option" } else { "options" };
        writeln!(process.err(), "{free} {options} may hold or not.");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("15m"), Ok(Duration::from_secs(900)));
        assert_eq!(parse_time("2h"), Ok(Duration::from_secs(7200)));
        for wrong in [
            "",
            "s",
            "-1s",
            "1 s",
            "1d",
            "1.5s",
            "99999999999999999h",
            "é",
        ] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }
}
