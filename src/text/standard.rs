//! The process's own stdin and stdout. If one of them was closed when the process
//! began (`<&-`, `>&-`), reading it or writing to it fails.
//!
//! A closed stderr is left as /dev/null: its user wants no messages.

use super::system;
use std::io::{self, Read, Write};

/// Standard input.
pub fn stdin() -> Box<dyn Read + Send> {
    match system::stdin_was_closed() {
        true => Box::new(Closed),
        false => Box::new(io::stdin()),
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
