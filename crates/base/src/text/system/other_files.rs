//! Files of systems other than Unix, Windows above all, and their streams as files.

use std::ffi::OsString;
use std::fs::{File, FileType, Metadata};
use std::io::{self, Read, Seek, SeekFrom};

/// Standard output as a file, without the buffer of the standard library.
///
/// # Errors
/// If the system has no more handles, or if this system has none.
pub fn stdout() -> io::Result<File> {
    file(&io::stdout())
}

/// Standard error as a file.
///
/// # Errors
/// As above.
pub fn stderr() -> io::Result<File> {
    file(&io::stderr())
}

/// Standard input as a file.
///
/// # Errors
/// As above.
pub fn stdin() -> io::Result<File> {
    file(&io::stdin())
}

/// What tells a file from others: not known here.
pub fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

#[cfg(windows)]
fn file(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    use std::io::IsTerminal;
    let handle = stream.as_handle();
    // A console takes UTF-16. The standard library translates what goes through its own stream.
    if handle.is_terminal() {
        return Err(io::ErrorKind::Unsupported.into());
    }
    handle.try_clone_to_owned().map(File::from)
}

#[cfg(not(windows))]
fn file<T>(_: &T) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Pipes cannot be told from files here.
pub fn is_pipe(_: FileType) -> bool {
    false
}

/// Whether two terminals are the same one: there is one console.
pub fn is_one_device(_: &File, _: &File) -> bool {
    true
}

/// The name of a file. What is not UTF-8 is replaced.
pub fn file_name(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Reads some bytes of a file from an offset. This moves the place where the next write goes, too,
/// so a file that is written at the same time must be opened twice.
///
/// # Errors
/// If they cannot be read.
pub fn read_at(mut file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek(SeekFrom::Start(offset))?;
    file.read(bytes)
}
