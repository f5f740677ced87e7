//! Streams and signals of systems other than Unix, for programs.

use libc::c_int;
use std::io;

/// No signal asks for a progress line here. `--progress` does.
pub const REPORT: Option<c_int> = None;

/// Whether stdin was closed when the process began. Here it cannot be told from an empty stream.
pub fn stdin_was_closed() -> bool {
    false
}

/// Whether stdout was closed when the process began. Here it cannot be told.
pub fn stdout_was_closed() -> bool {
    false
}

/// Does nothing: these systems have no signal for writes beyond a limit.
pub fn let_long_writes_fail() {}

/// The error of a closed stream.
pub fn closed() -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}
