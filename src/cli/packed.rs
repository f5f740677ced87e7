//! Files that are compressed if their names say so.

use crate::answers::proof::Target;
use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// A frame of a `.zst` file is made of this many bytes. Frames follow one another, which all readers of
/// the format accept.
const FRAME: usize = 1 << 20;

/// A file that is written: as it is, or compressed with gzip or zstd.
pub enum PackedFile {
    /// As it is.
    Plain(File),
    /// With gzip.
    Gzip(GzEncoder<File>),
    /// With zstd: what the next frame will have.
    Zstd(File, Vec<u8>),
}

impl PackedFile {
    /// Creates a file; its name may end in `.gz` or `.zst`.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = File::create(path)?;
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        Ok(match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("gz") => PackedFile::Gzip(GzEncoder::new(file, Compression::fast())),
            Some("zst") => PackedFile::Zstd(file, Vec::new()),
            _ => PackedFile::Plain(file),
        })
    }
}

fn write_frame(file: &mut File, buffer: &mut Vec<u8>) -> io::Result<()> {
    let frame = compress_to_vec(&buffer[..], CompressionLevel::Fastest);
    buffer.clear();
    file.write_all(&frame)
}

impl Write for PackedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            PackedFile::Plain(file) => file.write(bytes),
            PackedFile::Gzip(encoder) => encoder.write(bytes),
            PackedFile::Zstd(file, buffer) => {
                buffer.extend_from_slice(bytes);
                if buffer.len() >= FRAME {
                    write_frame(file, buffer)?;
                }
                Ok(bytes.len())
            }
        }
    }

    /// What is compressed is not cut where the buffer before it ends.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            PackedFile::Plain(file) => file.flush(),
            _ => Ok(()),
        }
    }
}

impl Target for PackedFile {
    fn end(&mut self) -> io::Result<()> {
        match self {
            PackedFile::Plain(file) => file.flush(),
            PackedFile::Gzip(encoder) => encoder.try_finish(),
            PackedFile::Zstd(file, buffer) => write_frame(file, buffer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn what_is_compressed_comes_back_whole() {
        let folder = tempfile::tempdir().unwrap();
        let text: Vec<u8> = (0..3_000_000u32)
            .map(|place| (place.wrapping_mul(place) >> 13) as u8 % 16)
            .collect();
        for name in ["a.txt", "a.gz", "a.ZST"] {
            let path = folder.path().join(name);
            let mut file = PackedFile::create(&path).unwrap();
            for piece in text.chunks(70_001) {
                file.write_all(piece).unwrap();
                file.flush().unwrap();
            }
            file.end().unwrap();
            drop(file);
            let written = std::fs::read(&path).unwrap();
            assert_eq!(name == "a.txt", written.len() == text.len(), "{name}");
            let mut read = Vec::new();
            match name {
                "a.gz" => {
                    _ = flate2::read::MultiGzDecoder::new(&written[..]).read_to_end(&mut read)
                }
                "a.ZST" => {
                    let mut rest = &written[..];
                    while !rest.is_empty() {
                        let mut frame = ruzstd::decoding::StreamingDecoder::new(&mut rest).unwrap();
                        frame.read_to_end(&mut read).unwrap();
                    }
                }
                _ => read = written,
            }
            assert!(read == text, "{name}");
        }
    }
}
