//! Floor 5: command lines. One folder or file a filter; the binaries in
//! `src/bin` only call these.

pub mod dlx3;
pub mod dlx_check;
pub mod gen_peg;
pub mod gen_sudoku;
pub mod input;
pub mod page;
pub mod peg;
pub mod peg_input;
pub mod show_peg;
pub mod show_sudoku;
mod size;
pub mod sudoku;

pub mod gen_sieve;
pub mod show_sieve;
pub mod sieve;

use crate::search;
use std::fmt;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;

/// Exit statuses that all filters share. Usage errors of clap give 2; `dlx3`
/// itself follows the C program (255 for usage, 102 for bad input).
pub mod exit {
    /// All went well.
    pub const DONE: u8 = 0;
    /// Bad input, a check that failed, or a file that cannot be read or written.
    pub const FAILURE: u8 = 1;
    /// Bad `.dlx` text: what C's `exit(-666)` leaves.
    pub const BAD_INPUT: u8 = 102;
    /// The reader of our output has gone away: 128 + SIGPIPE, as a shell shows it.
    pub const BROKEN_PIPE: u8 = 141;
}

/// Why a filter ends before its work is done.
#[derive(Debug)]
pub struct Failure {
    /// The exit status.
    pub status: u8,
    /// What to print on stderr, without a newline at its end; empty to be quiet.
    pub message: Vec<u8>,
}

impl Failure {
    /// A failure with a message.
    pub fn new(message: impl fmt::Display) -> Self {
        Failure {
            status: exit::FAILURE,
            message: message.to_string().into_bytes(),
        }
    }

    /// The same with another exit status.
    pub fn with_status(mut self, status: u8) -> Self {
        self.status = status;
        self
    }

    /// A write that failed. A closed pipe ends a filter quietly.
    pub fn writing(what: impl fmt::Display, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure {
                status: exit::BROKEN_PIPE,
                message: Vec::new(),
            };
        }
        Self::new(format_args!("cannot write {what}: {error}"))
    }
}

/// What a filter that searches deep trees asks for: enough for 4,096 options chosen one
/// below the other, and as many null moves. Memory is taken only as far as a search
/// really goes down, but address space may be limited.
const DEEP_STACK: usize = 64 << 20;
/// What is left of it to all that is not search.
const MARGIN: usize = 1 << 20;

/// The same as [`run`], with a deep stack, of which the filter is told how much it may
/// use. Where the system refuses that, it runs with what there is.
pub fn run_deep(
    program: &str,
    filter: impl FnOnce(usize) -> Result<u8, Failure> + Send,
) -> ExitCode {
    let filter = Mutex::new(Some(filter));
    let take = || filter.lock().ok()?.take();
    let deep = || take().map(|filter| run(program, || filter(DEEP_STACK - MARGIN)));
    let done = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(DEEP_STACK);
        match thread.spawn_scoped(scope, deep) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => None,
        }
    });
    let shallow = || take().map(|filter| run(program, || filter(search::STACK)));
    done.or_else(shallow).unwrap_or(ExitCode::FAILURE)
}

/// Runs a filter: prints `PROGRAM: MESSAGE` for a failure and makes the exit
/// status.
pub fn run(program: &str, filter: impl FnOnce() -> Result<u8, Failure>) -> ExitCode {
    match filter() {
        Ok(status) => ExitCode::from(status),
        Err(Failure { status, message }) => {
            if !message.is_empty() {
                let mut line = format!("{program}: ").into_bytes();
                line.extend_from_slice(&message);
                line.push(b'\n');
                // Nobody is left to tell if this fails.
                let _ = io::stderr().write_all(&line);
            }
            ExitCode::from(status)
        }
    }
}
