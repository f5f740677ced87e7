//! Files and standard streams of Unix.

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
/// The same as [`stdout`].
pub fn stderr() -> io::Result<File> {
    io::stderr().as_fd().try_clone_to_owned().map(File::from)
}

/// Standard input as a file.
///
/// # Errors
/// The same as [`stdout`].
pub fn stdin() -> io::Result<File> {
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

/// The identity of a file, by device and inode, whatever its name.
pub fn identity(data: &Metadata) -> Option<(u64, u64)> {
    Some((data.dev(), data.ino()))
}

/// Whether it is a pipe or a socket, so that another program may read it as it is written.
pub fn is_pipe(kind: FileType) -> bool {
    kind.is_fifo() || kind.is_socket()
}

/// Whether two terminals are the same one.
pub fn is_one_device(one: &File, other: &File) -> bool {
    let device = |file: &File| file.metadata().map(|data| data.rdev()).ok();
    device(one) == device(other)
}

/// The name of a file. It may have any bytes.
pub fn file_name(bytes: &[u8]) -> OsString {
    OsStr::from_bytes(bytes).to_owned()
}

/// Reads bytes of a file from an offset, even while others read or write it.
///
/// # Errors
/// If the read fails.
pub fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(bytes, offset)
}
