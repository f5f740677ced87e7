//! `--time`, in all programs: the option, the clock, and what is said when time is up.

use super::time::parse_time;
use crate::cli::{Failure, exit};
use clap::Args;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The option `--time`. A program that means more by it says so with `mut_arg`.
#[derive(Args, Clone, Copy, Debug)]
pub struct TimeLimit {
    /// Stop after so much time, such as 500ms, 90s, 15m, 2h; the exit status is 3 then
    #[arg(long, value_name = "LIMIT", value_parser = parse_time)]
    time: Option<Duration>,
}

/// When to stop, if ever.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Option<Instant>);

impl TimeLimit {
    /// How much time there is, if that is said.
    pub fn time(self) -> Option<Duration> {
        self.time
    }

    /// Time runs from now on.
    pub fn begin(self) -> Deadline {
        Deadline::after(self.time)
    }
}

impl Deadline {
    /// So much time from now on; without one, never.
    pub fn after(time: Option<Duration>) -> Self {
        // A time that no clock shows never comes.
        Deadline(time.and_then(|time| Instant::now().checked_add(time)))
    }

    /// Whether time is up.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    /// Does this when time is up: now if it is, else on a thread that waits.
    ///
    /// # Errors
    /// If the system refuses the thread.
    pub fn then(self, act: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let Some(end) = self.0 else { return Ok(()) };
        let wait = move || {
            thread::sleep(end.saturating_duration_since(Instant::now()));
            act();
        };
        match self.is_over() {
            true => wait(),
            false => _ = thread::Builder::new().stack_size(1 << 16).spawn(wait)?,
        }
        Ok(())
    }

    /// For work that has no place to look at the clock: when time is up, the program says so and
    /// ends, with what it has printed so far.
    ///
    /// # Errors
    /// If the system refuses a thread, which waits for the end.
    pub fn watch(self, program: &'static str) -> Result<Watchdog, Failure> {
        let printing = Arc::new(Mutex::new(()));
        let watchdog = Watchdog {
            printing: Arc::clone(&printing),
        };
        let end = move || {
            let _printed = printing.lock().unwrap_or_else(PoisonError::into_inner);
            let Failure {
                message, status, ..
            } = time_is_up("");
            let line = [program.as_bytes(), b": ", &message, b"\n"].concat();
            // If this fails, there is nothing left to report it on.
            let _ = io::stderr().write_all(&line);
            std::process::exit(status.into());
        };
        self.then(end)
            .map_err(|error| Failure::new(format_args!("cannot watch the time: {error}")))?;
        Ok(watchdog)
    }
}

/// The failure of what was stopped, with what is known, or an empty text.
pub fn time_is_up(known: impl Display) -> Failure {
    Failure::new(format_args!("time is up{known}")).with_status(exit::STOPPED)
}

/// What ends the program when time is up.
pub struct Watchdog {
    /// Whoever has it is printing: the program does not end meanwhile.
    printing: Arc<Mutex<()>>,
}

impl Watchdog {
    /// While something is printed, time is not up. Whoever prints flushes.
    pub fn hold(&self) -> MutexGuard<'_, ()> {
        self.printing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work is done: from now on, the time does not matter.
    pub fn end(self) {
        std::mem::forget(self.hold());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_deadline_is_over_at_once_or_later_or_never() {
        assert!(Deadline::after(Some(Duration::ZERO)).is_over());
        for far in [None, Some(Duration::from_secs(3600)), Some(Duration::MAX)] {
            assert!(!Deadline::after(far).is_over(), "{far:?}");
        }
    }

    #[test]
    fn what_waits_for_a_deadline_finds_it_over() {
        for time in [0, 20] {
            let deadline = Deadline::after(Some(Duration::from_millis(time)));
            let (sender, receiver) = channel();
            let act = move || sender.send(deadline.is_over()).unwrap();
            deadline.then(act).unwrap();
            assert_eq!(receiver.recv(), Ok(true));
        }
    }

    #[test]
    fn what_waits_for_no_deadline_never_happens() {
        for never in [None, Some(Duration::MAX)] {
            let (sender, receiver) = channel::<()>();
            let deadline = Deadline::after(never);
            deadline.then(move || sender.send(()).unwrap()).unwrap();
            // Nobody waits: the sender is gone.
            assert!(receiver.recv().is_err());
        }
    }
}
