//! `--time` for work that has no place to look at the clock: when time is up, the program says so
//! and ends, with what it has printed so far.

use super::time::parse_time;
use crate::cli::{Failure, exit};
use clap::Args;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The option `--time`.
#[derive(Args, Clone, Copy, Debug)]
pub struct TimeArgument {
    /// Stop after so much time, such as 500ms, 90s, 15m, 2h; the exit status is 3 then
    #[arg(long, value_name = "LIMIT", value_parser = parse_time)]
    time: Option<Duration>,
}

/// What ends the program when time is up.
pub struct Watchdog {
    /// Whoever has it is printing: the program does not end meanwhile.
    printing: Arc<Mutex<()>>,
}

impl TimeArgument {
    /// Time runs from now on.
    ///
    /// # Errors
    /// If the system refuses a thread, which waits for the end.
    pub fn watch(self, program: &'static str) -> Result<Watchdog, Failure> {
        let printing = Arc::new(Mutex::new(()));
        if let Some(time) = self.time {
            let printing = Arc::clone(&printing);
            let wait = move || {
                thread::sleep(time);
                let _printed = printing.lock().unwrap_or_else(PoisonError::into_inner);
                // If this fails, there is nothing left to report it on.
                let _ = writeln!(io::stderr(), "{program}: time is up");
                std::process::exit(exit::STOPPED.into());
            };
            let thread = thread::Builder::new().stack_size(1 << 16);
            let waiting = thread.spawn(wait);
            waiting
                .map_err(|error| Failure::new(format_args!("cannot watch the time: {error}")))?;
        }
        Ok(Watchdog { printing })
    }
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
