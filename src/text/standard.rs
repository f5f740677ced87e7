//! The process's own stdin and stdout. If one of them was closed when the process
//! began (`<&-`, `>&-`), reading it or writing to it fails.
//!
//! Rust's runtime opens /dev/null in the place of a closed standard stream, for
//! reading and writing, before `main` begins. Afterwards such a stream looks the same
//! as one that another program opened on /dev/null on purpose (Python's DEVNULL,
//! `daemon`). So the loader calls [`look`] before the runtime starts. On systems
//! whose loader makes no such calls, a closed stream is taken for /dev/null.
//!
//! A closed stderr is left as /dev/null: its user wants no messages.

use libc::c_int;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};

static STDIN_CLOSED: AtomicBool = AtomicBool::new(false);
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

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

/// Standard input. If it is a terminal, the first read says that a program waits for it.
pub fn stdin() -> Box<dyn Read + Send> {
    stdin_for("the input")
}

/// The same with what is read, such as `a problem`.
pub fn stdin_for(what: &'static str) -> Box<dyn Read + Send> {
    match STDIN_CLOSED.load(Ordering::Relaxed) {
        true => Box::new(Closed),
        false => Box::new(Stdin { what: Some(what) }),
    }
}

/// Says that a program waits for what a person types. Only terminals are told, and only of
/// terminals: nothing else is changed by it.
pub fn tell_a_terminal(what: &str) {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        // If this fails, there is nobody to tell.
        let _ = writeln!(
            io::stderr(),
            "reading {what} from the terminal; end with Ctrl-D"
        );
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
    if STDOUT_CLOSED.load(Ordering::Relaxed) {
        return Box::new(Closed);
    }
    // The standard library's own buffers lines, and ignores a write to a closed
    // stream.
    match io::stdout().as_fd().try_clone_to_owned() {
        Ok(fd) => Box::new(File::from(fd)),
        Err(_) => Box::new(io::stdout()),
    }
}

/// A stream that was closed.
struct Closed;

impl Closed {
    fn error() -> io::Error {
        io::Error::from_raw_os_error(libc::EBADF)
    }
}

impl Read for Closed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(Self::error())
    }
}

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(Self::error())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
