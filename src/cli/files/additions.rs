//! A file to which only lines are added, such as a journal. It is read and judged before it changes.

use crate::cli::Failure;
use crate::text::output::Output;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

/// An open file, unchanged so far.
pub struct Unchanged {
    path: PathBuf,
    /// Its contents, for whoever judges them.
    pub file: File,
}

/// A file that gets more lines. Writes go to its buffer; a failure is kept for [`finish`].
///
/// [`finish`]: Additions::finish
pub struct Additions {
    path: PathBuf,
    output: Output<File>,
}

impl Unchanged {
    /// Opens a file, or makes an empty one.
    ///
    /// # Errors
    /// If it cannot be read or written, or is not a plain file.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let file = opened.map_err(|error| Failure::writing(path.display(), &error))?;
        let opened = Unchanged {
            path: path.to_path_buf(),
            file,
        };
        if !opened.about()?.is_file() {
            return Err(Failure::new(format_args!(
                "{} is no file for a journal",
                path.display()
            )));
        }
        Ok(opened)
    }

    /// Its length in bytes.
    ///
    /// # Errors
    /// If the system does not tell it.
    pub fn length(&self) -> Result<u64, Failure> {
        Ok(self.about()?.len())
    }

    fn about(&self) -> Result<std::fs::Metadata, Failure> {
        let about = self.file.metadata();
        about.map_err(|error| Failure::reading(self.path.display(), &error))
    }

    /// Lines are added from byte `end` on; anything after it was cut short and goes. If nothing is
    /// left, the file begins with `heading`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add_after(mut self, end: u64, heading: &[u8]) -> Result<Additions, Failure> {
        let mut begin = || -> io::Result<()> {
            self.file.set_len(end)?;
            self.file.seek(SeekFrom::Start(end)).map(|_| ())
        };
        begin().map_err(|error| Failure::writing(self.path.display(), &error))?;
        let mut output = Output::new(self.file);
        if end == 0 {
            output.put(heading);
            output.flush();
        }
        Ok(Additions {
            path: self.path,
            output,
        })
    }
}

impl Additions {
    /// Writes what is in the buffer.
    ///
    /// # Errors
    /// If a write has failed, now or before.
    pub fn finish(&mut self) -> Result<(), Failure> {
        let written = self.output.finish();
        written.map_err(|error| Failure::writing(self.path.display(), &error))
    }
}

impl Deref for Additions {
    type Target = Output<File>;

    fn deref(&self) -> &Output<File> {
        &self.output
    }
}

impl DerefMut for Additions {
    fn deref_mut(&mut self) -> &mut Output<File> {
        &mut self.output
    }
}
