//! Unix.

use libc::c_int;
use std::ffi::{OsStr, OsString};
use std::fs::{File, FileType};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, FileTypeExt};
use std::sync::atomic::{AtomicBool, Ordering};

/// The signal that asks for a progress line.
pub const REPORT: Option<c_int> = Some(libc::SIGUSR1);

static STDIN_CLOSED: AtomicBool = AtomicBool::new(false);
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

// Rust's runtime opens /dev/null in the place of a closed standard stream, for reading and
// writing, before `main` begins. Afterwards such a stream looks the same as one that another
// program opened on /dev/null on purpose (Python's DEVNULL, `daemon`). So the loader calls `look`
// before the runtime starts. On systems whose loader makes no such calls, a closed stream is taken
// for /dev/null.
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
    // SAFETY: an array of functions that the loader calls before `main`; what they are
    // given, C lets them ignore. `look` uses nothing that the runtime sets up.
    unsafe(link_section = ".init_array")
)]
#[cfg_attr(
    target_vendor = "apple",
    // SAFETY: the same.
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
    // SAFETY: F_GETFD only asks, and may be asked of any number.
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

/// The error of a stream that is closed.
pub fn closed() -> io::Error {
    io::Error::from_raw_os_error(libc::EBADF)
}

/// Standard output as a file, without the buffer of the standard library.
///
/// # Errors
/// If there are too many open files.
pub fn stdout() -> io::Result<File> {
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

/// Standard error as a file.
///
/// # Errors
/// As above.
pub fn stderr() -> io::Result<File> {
    io::stderr().as_fd().try_clone_to_owned().map(File::from)
}

/// Whether it is a pipe or a socket, which another program may read as it comes.
pub fn is_pipe(kind: FileType) -> bool {
    kind.is_fifo() || kind.is_socket()
}

/// The name of a file, of any bytes.
pub fn file_name(bytes: &[u8]) -> OsString {
    OsStr::from_bytes(bytes).to_owned()
}

/// Reads some bytes of a file from an offset, whoever else reads or writes it at the same time.
///
/// # Errors
/// If they cannot be read.
pub fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(bytes, offset)
}
