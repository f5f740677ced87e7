//! The common frame of all programs: they read the command line, print help, flush buffers, report
//! a failure, and end with an exit status.

use super::failure::{Failure, exit};
use crate::format::Problem;
use crate::text::foreign::shown_lines;
use crate::text::output::{self, Output};
use crate::text::signals::Signals;
use crate::text::streams::Streams;
use crate::text::system;
use clap::Parser;
use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// A program: its command line and its work.
pub trait Program: Parser {
    /// The output on stdout, as the message about a failed write names it.
    const OUTPUT: &'static str = "the output";
    /// The output on stderr, as messages name it.
    const MESSAGES: &'static str = "the messages";

    /// The words that clap is to read; the first one is the program's name.
    fn words(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
        words.collect()
    }

    /// The failure for a command line that clap refuses.
    fn refuse(error: &clap::Error) -> Failure {
        Failure::page(exit::BAD_USAGE, error.render().to_string())
    }

    /// Does the work, and returns the exit status. Output may stay buffered, and a failed write is
    /// reported later. But a program that may write for a long time should test
    /// [`Process::has_failed`] now and then.
    ///
    /// # Errors
    /// The failure that ended it early.
    fn run(self, process: &mut Process) -> Result<u8, Failure>;
}

/// The streams and names of a running program.
pub struct Process {
    /// Standard output and standard error.
    pub streams: Streams<'static>,
    /// The output on stdout, as the message about a failed write names it.
    pub output: &'static str,
    messages: &'static str,
    program: String,
}

/// Standard output or standard error.
pub type Stream = Output<Box<dyn Write + Send>>;

impl Process {
    /// Standard output.
    pub fn out(&mut self) -> &mut Stream {
        self.streams.out()
    }

    /// Standard error.
    pub fn err(&mut self) -> &mut Stream {
        self.streams.err()
    }

    /// Prints a line on stderr at once, after the program's name.
    pub fn say(&mut self, message: impl Display) {
        let err = self.streams.err();
        let message = message.to_string();
        writeln!(err, "{}: {}", self.program, shown_lines(message.as_bytes()));
        err.flush();
    }

    /// Whether a write has failed at any time.
    pub fn has_failed(&self) -> bool {
        self.streams.has_failed()
    }

    /// Ends the work if a write has failed.
    ///
    /// # Errors
    /// That failure.
    pub fn check(&mut self) -> Result<(), Failure> {
        match self.has_failed() {
            true => self.finish(),
            false => Ok(()),
        }
    }

    /// Writes a problem on stdout.
    ///
    /// # Errors
    /// If that fails.
    pub fn write_problem(&mut self, problem: &Problem) -> Result<(), Failure> {
        self.write_with(|writer| problem.write(writer))
    }

    /// Lets a function write on stdout. The first write that fails ends it.
    ///
    /// # Errors
    /// If a write fails.
    pub fn write_with(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let written = write(&mut Writer(self.streams.out()));
        written.map_err(|error| Failure::writing(self.output, &error))
    }

    /// Says on stderr if a program that reads solutions got none. That is no fault: the problem may
    /// have none.
    pub fn tell_if_no_solutions(&mut self, solutions: u64) {
        if solutions == 0 {
            self.say("no solutions came; was m1 forgotten?");
        }
    }

    /// Flushes both streams, and checks that everything was written.
    ///
    /// # Errors
    /// The first failure of stdout, else that of stderr.
    pub fn finish(&mut self) -> Result<(), Failure> {
        let (out, err) = self.streams.finish();
        out.map_err(|error| Failure::writing(self.output, &error))?;
        err.map_err(|error| Failure::writing(self.messages, &error))
    }
}

/// A writer that fails once its output has failed.
struct Writer<'o>(&'o mut Stream);

impl Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.put(bytes);
        match self.0.has_failed() {
            true => self.0.finish().map(|()| bytes.len()),
            false => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The flags that signals set from now on.
///
/// # Errors
/// If the system refuses a handler.
pub fn catch_signals() -> Result<Signals, Failure> {
    Signals::catch().map_err(|error| Failure::new(format_args!("cannot catch signals: {error}")))
}

/// The `main` of a program.
pub fn main<P: Program>() -> ExitCode {
    let mut command = P::command();
    let mut process = Process {
        streams: Streams::standard(),
        output: P::OUTPUT,
        messages: P::MESSAGES,
        program: command.get_name().to_owned(),
    };
    let matches = command.try_get_matches_from_mut(P::words(env::args_os()));
    let arguments = matches.and_then(|mut matches| {
        let arguments = P::from_arg_matches_mut(&mut matches);
        arguments.map_err(|error| error.format(&mut command))
    });
    output::protect_stdin();
    system::let_long_writes_fail();
    let ended = match arguments {
        Ok(arguments) => arguments.run(&mut process),
        Err(error) if error.use_stderr() => Err(P::refuse(&error)),
        Err(page) => {
            process.out().put(page.render().to_string().as_bytes());
            Ok(exit::DONE)
        }
    };
    ExitCode::from(end(ended, &mut process))
}

/// Prints a failure, and returns the exit status. The failure that ended the work comes first, then
/// one of stdout, then one of stderr.
fn end(ended: Result<u8, Failure>, process: &mut Process) -> u8 {
    let mut written = process.finish();
    // A signal that ended us has also ended the reader.
    let is_lost = written
        .as_ref()
        .is_err_and(|failure| failure.status == exit::BROKEN_PIPE);
    if is_lost && matches!(ended, Ok(status) if status > exit::SIGNAL) {
        written = Ok(());
    }
    match ended.and_then(|status| written.map(|()| status)) {
        Ok(status) => status,
        Err(failure) => {
            let is_terminal = io::stderr().is_terminal();
            // Whatever a message quotes, nothing in it may control the terminal.
            let message = match failure.is_exact && !is_terminal {
                true => failure.message,
                false => shown_lines(&failure.message).into_bytes(),
            };
            let page = match failure.is_page {
                true => message,
                false => [process.program.as_bytes(), b": ", &message, b"\n"].concat(),
            };
            // If this fails, there is nothing left to report it on.
            let _ = io::stderr().write_all(&page);
            if !failure.hint.is_empty() && (is_terminal || failure.is_hint_for_all) {
                let hint = shown_lines(failure.hint.as_bytes());
                let _ = writeln!(io::stderr(), "{}: {hint}", process.program);
            }
            failure.status
        }
    }
}
