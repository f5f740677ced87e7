//! A program's own files, in a folder that its user names.
//!
//! The folder may have other files, and one of them may happen to have a name that the program
//! uses. So a file is opened for writing only once it is known to be the program's own, and never
//! through a link, whose target lies elsewhere.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The owner of a name in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Nothing.
    Nobody,
    /// A file of the program: a plain file that starts with the program's mark. It may also be
    /// empty, or end within the mark, as after a kill: then it holds nothing of anybody else.
    Own {
        /// Whether the mark is complete.
        is_whole: bool,
    },
    /// Something else: another file, a folder, a link.
    Other,
}

/// Finds the owner of a name, for a program whose files start with `mark`.
///
/// # Errors
/// If it cannot be read.
pub fn holder(path: &Path, mark: &[u8]) -> io::Result<Holder> {
    let about = match fs::symlink_metadata(path) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Holder::Nobody),
        Err(error) => return Err(error),
    };
    if !about.is_file() {
        return Ok(Holder::Other);
    }
    let mut begins = Vec::new();
    File::open(path)?
        .take(mark.len() as u64)
        .read_to_end(&mut begins)?;
    Ok(match mark.starts_with(&begins) {
        true => Holder::Own {
            is_whole: begins.len() == mark.len(),
        },
        false => Holder::Other,
    })
}

/// Replaces a file of the program by an empty one.
///
/// # Errors
/// If that fails, or if another program makes such a file at the same time.
pub fn renew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => File::create_new(path),
    }
}

/// The error for a file that belongs to somebody else.
pub fn foreign() -> io::Error {
    let what = "it is there already, and no file of this program";
    io::Error::new(io::ErrorKind::AlreadyExists, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_own_as_far_as_it_begins_as_own_files_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let seen = || holder(&path, b"mark").unwrap();
        assert_eq!(seen(), Holder::Nobody);
        for (text, expected) in [
            ("", Holder::Own { is_whole: false }),
            ("ma", Holder::Own { is_whole: false }),
            ("mark", Holder::Own { is_whole: true }),
            ("mark and more", Holder::Own { is_whole: true }),
            ("other", Holder::Other),
            ("max", Holder::Other),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(seen(), expected, "{text}");
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(seen(), Holder::Other);
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_leads_to_is_not_own_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (there, link) = (folder.path().join("there"), folder.path().join("link"));
        fs::write(&there, "mark").unwrap();
        std::os::unix::fs::symlink(&there, &link).unwrap();
        assert_eq!(holder(&link, b"mark").unwrap(), Holder::Other);
        renew(&link).unwrap();
        assert_eq!(fs::read_to_string(&there).unwrap(), "mark");
        assert_eq!(fs::read_to_string(&link).unwrap(), "");
    }
}
