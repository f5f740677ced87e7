//! Files of Unix, and its streams as files.

use std::ffi::{OsStr, OsString};
use std::fs::{File, FileType, Metadata};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt};

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

/// Standard input as a file.
///
/// # Errors
/// As above.
pub fn stdin() -> io::Result<File> {
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

/// What tells a file from others, whatever it is called; none if that is not known.
pub fn identity(data: &Metadata) -> Option<(u64, u64)> {
    Some((data.dev(), data.ino()))
}

/// Whether it is a pipe or a socket, which another program may read as it comes.
pub fn is_pipe(kind: FileType) -> bool {
    kind.is_fifo() || kind.is_socket()
}

/// Whether two terminals are the same one.
pub fn is_one_device(one: &File, other: &File) -> bool {
    let device = |file: &File| file.metadata().map(|data| data.rdev()).ok();
    device(one) == device(other)
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
