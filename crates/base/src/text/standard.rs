//! The process's own stdin and stdout. If one of them was closed when the process
//! began (`<&-`, `>&-`), reading it or writing to it fails.
//!
//! A closed stderr is left as /dev/null: its user wants no messages.

use super::system;
use std::io::{self, IsTerminal, Read, Write};

/// Standard input. If it is a terminal, the first read says that a program waits for it.
pub fn stdin() -> Box<dyn Read + Send> {
    stdin_for("the input")
}

/// The same with what is read, such as `a problem`.
pub fn stdin_for(what: &'static str) -> Box<dyn Read + Send> {
    match system::stdin_was_closed() {
        true => Box::new(Closed),
        false => Box::new(Stdin { what: Some(what) }),
    }
}

/// Says that a program waits for what a person types. Only terminals are told, and only of
/// terminals: nothing else is changed by it.
pub fn tell_a_terminal(what: &str) {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        // In one piece, as what is typed already is echoed between two. If this fails, there is
        // nobody to tell.
        let line = format!("reading {what} from the terminal; end with Ctrl-D\n");
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

/// Standard input that is open.
struct Stdin {
    /// What is to be read, before the first read.
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

/// Standard output, without a buffer.
pub fn stdout() -> Box<dyn Write + Send> {
    if system::stdout_was_closed() {
        return Box::new(Closed);
    }
    // The standard library's own buffers lines, and ignores a write to a closed
    // stream.
    match system::stdout() {
        Ok(file) => Box::new(file),
        Err(_) => Box::new(io::stdout()),
    }
}

/// A stream that was closed.
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
