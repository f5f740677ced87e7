//! Streams and signals of systems other than Unix, for programs.

use libc::c_int;
use std::io;

/// No signal asks for a progress line here: `--progress` does.
pub const REPORT: Option<c_int> = None;

/// A stream that was closed when the process began cannot be told from an empty one.
pub fn stdin_was_closed() -> bool {
    false
}

/// As above.
pub fn stdout_was_closed() -> bool {
    false
}

/// There is no such signal here.
pub fn let_long_writes_fail() {}

/// The error of a stream that is closed.
pub fn closed() -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}
