//! Exit statuses, and the reasons why a program ends before its work is done.

use crate::format::Fault;
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::Path;

/// Exit statuses that all programs share. `dlx3` follows the C program: bad usage gives
/// 255 there.
pub mod exit {
    /// All went well.
    pub const DONE: u8 = 0;
    /// Bad input, a failed check, a file that cannot be read or written; or there is no such
    /// solution, puzzle or proof.
    pub const FAILURE: u8 = 1;
    /// A command line that cannot be understood.
    pub const BAD_USAGE: u8 = 2;
    /// A limit has stopped it before the answer; in `dlx` and `sieve`, also a signal.
    pub const STOPPED: u8 = 3;
    /// One part of several waits for others: the same command continues.
    pub const NOT_YET: u8 = 4;
    /// Bad `.dlx` text: what C's `exit(-666)` leaves.
    pub const BAD_INPUT: u8 = 102;
    /// The reader of our output has gone away: 128 + SIGPIPE, as a shell shows it.
    pub const BROKEN_PIPE: u8 = 141;
    /// A signal has ended it: this and its number, as a shell shows it.
    pub const SIGNAL: u8 = 128;
}

/// Why a program ends before its work is done.
#[derive(Debug)]
pub struct Failure {
    /// The exit status.
    pub status: u8,
    /// The message for stderr; empty to be quiet.
    pub message: Vec<u8>,
    /// Whether the message is a page, printed unchanged. Others follow the program's name, on a
    /// line of their own.
    pub is_page: bool,
    /// Whether the message is the C program's, to the last byte. Bytes that could control a
    /// terminal are removed for terminals only.
    pub is_exact: bool,
    /// A line of advice for people, or nothing. Only a terminal gets it: output that programs read,
    /// or that is compared with the C program's, stays the same.
    pub hint: String,
    /// Whether everybody gets the hint, and not only a terminal.
    pub is_hint_for_all: bool,
}

impl Failure {
    /// A failure with a message, without a newline at its end.
    pub fn new(message: impl fmt::Display) -> Self {
        Failure {
            status: exit::FAILURE,
            message: message.to_string().into_bytes(),
            is_page: false,
            is_exact: false,
            hint: String::new(),
            is_hint_for_all: false,
        }
    }

    /// This failure with another exit status.
    pub fn with_status(mut self, status: u8) -> Self {
        self.status = status;
        self
    }

    /// Puts the name of a file before the message. Standard input (`-`, or no name) has none.
    pub fn in_file(mut self, file: Option<&Path>) -> Self {
        if let Some(file) = file.filter(|file| !self.is_page && file.as_os_str() != "-") {
            let before = format!("{}: ", file.display()).into_bytes();
            self.message.splice(..0, before);
        }
        self
    }

    /// A failure with a page that says all.
    pub fn page(status: u8, page: impl Into<Vec<u8>>) -> Self {
        Failure {
            status,
            message: page.into(),
            is_page: true,
            is_exact: false,
            hint: String::new(),
            is_hint_for_all: false,
        }
    }

    /// This failure with a hint, if there is one.
    pub fn with_hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint.unwrap_or_default();
        self
    }

    /// This failure with advice that everybody gets, if there is any.
    pub fn with_advice(mut self, advice: Option<String>) -> Self {
        self.is_hint_for_all = advice.is_some();
        self.with_hint(advice)
    }

    /// Bad `.dlx` text.
    pub fn bad_input(fault: &Fault) -> Self {
        Self::page(exit::BAD_INPUT, format!("{fault}\n"))
    }

    /// Bad `.dlx` text, in the C program's words.
    pub fn bad_input_of_dlx3(fault: &Fault) -> Self {
        let message = match io::stderr().is_terminal() {
            true => format!("{fault}\n").into_bytes(),
            false => fault.to_bytes(),
        };
        let mut failure = Self::page(exit::BAD_INPUT, message);
        failure.is_exact = true;
        failure
    }

    /// Something that cannot be read.
    pub fn reading(what: impl fmt::Display, error: &io::Error) -> Self {
        Self::new(format_args!("cannot read {what}: {error}"))
    }

    /// A write that failed. A closed pipe ends a program quietly.
    pub fn writing(what: impl fmt::Display, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::page(exit::BROKEN_PIPE, []);
        }
        Self::new(format_args!("cannot write {what}: {error}"))
    }
}
