//! Streams and signals of Unix, for programs.

use libc::c_int;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// The signal that asks for a progress line.
pub const REPORT: Option<c_int> = Some(libc::SIGUSR1);

static STDIN_CLOSED: AtomicBool = AtomicBool::new(false);
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

// Before `main`, Rust's runtime opens /dev/null in place of each closed standard stream. Afterwards
// such a stream looks like one that another program opened on /dev/null on purpose (Python's
// DEVNULL, `daemon`). So the loader calls `look` before the runtime starts. Where the loader makes
// no such calls, a closed stream counts as /dev/null.
#[used]
#[cfg_attr(
    any(
        target_os = "linux",
        target_os = "android",
        target_os = "freebsd",
        target_os = "netbsd",
        target_os = "openbsd",
        target_os = "dragonfly",
        target_os = "illumos",
        target_os = "solaris"
    ),
    // SAFETY: the section is an array of functions that the loader calls before `main`. C lets them
    // ignore their arguments. `look` uses nothing that the runtime sets up.
    unsafe(link_section = ".init_array")
)]
#[cfg_attr(
    target_vendor = "apple",
    // SAFETY: as above.
    unsafe(link_section = "__DATA,__mod_init_func")
)]
static LOOK: extern "C" fn() = look;

/// Finds out which streams are closed.
extern "C" fn look() {
    for (fd, closed) in [
        (libc::STDIN_FILENO, &STDIN_CLOSED),
        (libc::STDOUT_FILENO, &STDOUT_CLOSED),
    ] {
        closed.store(!is_open(fd), Ordering::Relaxed);
    }
}

fn is_open(fd: c_int) -> bool {
    // SAFETY: F_GETFD only queries, and accepts any number.
    unsafe { libc::fcntl(fd, libc::F_GETFD) != -1 }
}

/// Whether stdin was closed when the process began.
pub fn stdin_was_closed() -> bool {
    STDIN_CLOSED.load(Ordering::Relaxed)
}

/// Whether stdout was closed when the process began.
pub fn stdout_was_closed() -> bool {
    STDOUT_CLOSED.load(Ordering::Relaxed)
}

/// Makes a write beyond the limit of a file's size (`ulimit -f`) return an error, which can be
/// reported. By default it silently kills the process.
pub fn let_long_writes_fail() {
    // SAFETY: ignoring a signal needs no handler, and is allowed at any time.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// The error of a closed stream.
pub fn closed() -> io::Error {
    io::Error::from_raw_os_error(libc::EBADF)
}
