//! The process's own stdin and stdout. If one of them was closed when the process began (`<&-`,
//! `>&-`), its reads or writes fail.
//!
//! A closed stderr stays /dev/null: its user wants no messages.

use super::system;
use std::io::{self, IsTerminal, Read, Write};

/// Standard input. If it is a terminal, the first read prints that the program waits for input.
pub fn stdin() -> Box<dyn Read + Send> {
    stdin_for("the input")
}

/// Like [`stdin`], with a name for the input, such as `a problem`.
pub fn stdin_for(what: &'static str) -> Box<dyn Read + Send> {
    match system::stdin_was_closed() {
        true => Box::new(Closed),
        false => Box::new(Stdin { what: Some(what) }),
    }
}

/// Prints that a program waits for a person to type `what`. It prints only if both stdin and stderr
/// are terminals.
pub fn tell_a_terminal(what: &str) {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        // One write, as the terminal would echo typed text between two. If it fails, nobody is
        // there to read it.
        let line = format!("reading {what} from the terminal; end with Ctrl-D\n");
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

/// Standard input, open.
struct Stdin {
    /// What to ask for at the first read.
    what: Option<&'static str>,
}

impl Read for Stdin {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if let Some(what) = self.what.take() {
            tell_a_terminal(what);
        }
        io::stdin().read(bytes)
    }
}

/// Standard output, unbuffered.
pub fn stdout() -> Box<dyn Write + Send> {
    if system::stdout_was_closed() {
        return Box::new(Closed);
    }
    // The standard library's stdout buffers lines, and ignores writes to a closed stream.
    match system::stdout() {
        Ok(file) => Box::new(file),
        Err(_) => Box::new(io::stdout()),
    }
}

/// A stream that was closed when the process began.
struct Closed;

impl Read for Closed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(system::closed())
    }
}

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(system::closed())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
