//! Files and standard streams of systems other than Unix, above all Windows.

use std::ffi::OsString;
use std::fs::{File, FileType, Metadata};
use std::io::{self, Read, Seek, SeekFrom};

/// Standard output as a file, without the buffer of the standard library.
///
/// # Errors
/// If the system has no more handles, or does not offer this.
pub fn stdout() -> io::Result<File> {
    file(&io::stdout())
}

/// Standard error as a file.
///
/// # Errors
/// The same as [`stdout`].
pub fn stderr() -> io::Result<File> {
    file(&io::stderr())
}

/// Standard input as a file.
///
/// # Errors
/// The same as [`stdout`].
pub fn stdin() -> io::Result<File> {
    file(&io::stdin())
}

/// The identity of a file: unknown here.
pub fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

#[cfg(windows)]
fn file(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    use std::io::IsTerminal;
    let handle = stream.as_handle();
    // A console takes UTF-16, and only the standard library's own stream translates.
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

/// Whether two terminals are the same one. There is only one console.
pub fn is_one_device(_: &File, _: &File) -> bool {
    true
}

/// The name of a file. Bytes that are not UTF-8 are replaced.
pub fn file_name(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Reads bytes of a file from an offset. This also moves the position of the next write, so a file
/// that is written at the same time must be opened twice.
///
/// # Errors
/// If the read fails.
pub fn read_at(mut file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek(SeekFrom::Start(offset))?;
    file.read(bytes)
}
