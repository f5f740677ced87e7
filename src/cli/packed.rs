//! Files that may be compressed: one whose name ends in `.gz` is written so, and what begins as gzip
//! does is unpacked.

use super::{Failure, exit, input};
use crate::text::output::Output;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// A file that is written.
pub struct PackedFile {
    path: PathBuf,
    output: Output<Packing>,
}

enum Packing {
    Plain(File),
    Gzip(GzEncoder<File>),
}

impl Write for Packing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Packing::Plain(file) => file.write(bytes),
            Packing::Gzip(packer) => packer.write(bytes),
        }
    }

    /// What is packed is not cut where a buffer ends.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Packing::Plain(file) => file.flush(),
            Packing::Gzip(_) => Ok(()),
        }
    }
}

impl PackedFile {
    /// Creates a file, or empties it.
    ///
    /// # Errors
    /// If it cannot be created, or if its name says that it should be packed in another way.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let ends_in = |ending: &str| path.extension().is_some_and(|own| own == ending);
        if ends_in("zst") {
            return Err(Failure::new(format_args!(
                "{}: only .gz is compressed here; for zstd, write to a pipe",
                path.display()
            ))
            .with_status(exit::BAD_USAGE));
        }
        let file = File::create(path).map_err(|error| Failure::writing(path.display(), &error))?;
        let packing = match ends_in("gz") {
            true => Packing::Gzip(GzEncoder::new(file, Compression::fast())),
            false => Packing::Plain(file),
        };
        Ok(PackedFile {
            path: path.to_owned(),
            output: Output::new(packing),
        })
    }

    /// Where to write.
    pub fn output(&mut self) -> &mut Output<impl Write + use<>> {
        &mut self.output
    }

    /// Writes the rest.
    ///
    /// # Errors
    /// The first write that has failed.
    pub fn finish(&mut self) -> Result<(), Failure> {
        let written = self
            .output
            .finish()
            .and_then(|()| match self.output.writer() {
                Packing::Plain(_) => Ok(()),
                Packing::Gzip(packer) => packer.try_finish(),
            });
        written.map_err(|error| Failure::writing(self.path.display(), &error))
    }
}

/// Opens a file, or stdin for `-`, and unpacks it if it is packed.
///
/// # Errors
/// If it cannot be opened or read, or if it is packed in another way than by gzip.
pub fn open_packed(path: &Path, what: &'static str) -> Result<Box<dyn Read + Send>, Failure> {
    let mut reader = BufReader::with_capacity(1 << 16, input::open_for(path, what)?);
    let start = reader.fill_buf();
    let start = start.map_err(|error| Failure::reading(path.display(), &error))?;
    if start.starts_with(b"\x28\xb5\x2f\xfd") {
        return Err(Failure::new(format_args!(
            "{}: packed by zstd; unpack it first",
            path.display()
        )));
    }
    Ok(match start.starts_with(b"\x1f\x8b") {
        true => Box::new(MultiGzDecoder::new(reader)),
        false => Box::new(reader),
    })
}
