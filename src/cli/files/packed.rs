//! Files that may be compressed. Writing goes by the name (`.gz`, `.zst`), reading by the first
//! bytes: every program unpacks every text that it reads.

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::error::Error;
use std::io::{self, BufRead, BufReader, Read};

/// How far back a zstd frame may refer, in bytes. Other readers allow the same.
const WINDOW: u64 = 128 << 20;

/// Unpacks a text that is packed with gzip or zstd; passes on any other. Nothing is read before the
/// first read.
pub fn unpacked(text: impl Read + Send + 'static) -> Box<dyn Read + Send> {
    Box::new(Unpacked::Unknown(Box::new(text)))
}

/// The first bytes of gzip with deflate, and of zstd.
const STARTS: [&[u8]; 2] = [b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd"];

enum Unpacked {
    /// Nothing was read yet.
    Unknown(Box<dyn Read + Send>),
    /// The text, unpacked if needed.
    Known(Box<dyn Read + Send>),
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Unpacked::Unknown(text) = self {
            let mut first = Vec::new();
            // Read no more than needed: at a terminal, a text of one line must not wait for more.
            while STARTS
                .iter()
                .any(|start| start.len() > first.len() && start.starts_with(&first))
                && text.by_ref().take(1).read_to_end(&mut first)? > 0
            {}
            let text = std::mem::replace(text, Box::new(io::empty()));
            let is = |start: &[u8]| first == start;
            let (is_gzip, is_zstd) = (is(STARTS[0]), is(STARTS[1]));
            let whole = io::Cursor::new(first).chain(text);
            *self = Unpacked::Known(match (is_gzip, is_zstd) {
                (true, _) => Box::new(Packed(MultiGzDecoder::new(buffered(whole)))),
                (_, true) => Box::new(Packed(Frames::Between(buffered(whole)))),
                _ => Box::new(whole),
            });
        }
        match self {
            Unpacked::Unknown(text) | Unpacked::Known(text) => text.read(buffer),
        }
    }
}

fn buffered<R: Read>(packed: R) -> BufReader<R> {
    BufReader::with_capacity(1 << 16, packed)
}

/// Gives faults of packed bytes plain messages.
struct Packed<R>(R);

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| {
            if error.kind() == io::ErrorKind::Unsupported {
                return error;
            }
            let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
            while let Some(error) = cause {
                if let Some(code) = error.downcast_ref().and_then(io::Error::raw_os_error) {
                    return io::Error::from_raw_os_error(code);
                }
                cause = error.source();
            }
            io::Error::other("its compressed text is damaged, or the end is missing")
        })
    }
}

/// Unpacks the frames of zstd, one after another.
enum Frames<R: BufRead> {
    Between(R),
    Within(Box<StreamingDecoder<R, FrameDecoder>>),
    /// Nothing follows a fault.
    Ended,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            *self = match std::mem::replace(self, Frames::Ended) {
                Frames::Ended => return Ok(0),
                Frames::Between(mut packed) => {
                    if packed.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    let frame = StreamingDecoder::new_with_max_window_size(packed, WINDOW);
                    Frames::Within(Box::new(frame.map_err(|error| match error {
                        FrameDecoderError::WindowSizeTooBig { .. } => io::Error::new(
                            io::ErrorKind::Unsupported,
                            "to unpack it takes more than 128 MB, as zstd --long makes it",
                        ),
                        error => io::Error::other(error),
                    })?))
                }
                Frames::Within(mut frame) => match frame.read(buffer)? {
                    0 if !buffer.is_empty() => Frames::Between(frame.into_inner()),
                    number => {
                        *self = Frames::Within(frame);
                        return Ok(number);
                    }
                },
            };
        }
    }
}

#[cfg(feature = "answers")]
pub use written::PackedFile;

#[cfg(feature = "answers")]
mod written {
    use crate::answers::proof::Target;
    use crate::text::output;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::fs::File;
    use std::io::{self, Write};
    use std::path::Path;

    /// Bytes in a frame of a `.zst` file. A file has several frames, which all readers of the
    /// format accept.
    const FRAME: usize = 1 << 20;

    /// A file that is written: as it is, or compressed with gzip or zstd.
    pub enum PackedFile {
        /// As it is.
        Plain(File),
        /// With gzip.
        Gzip(GzEncoder<File>),
        /// With zstd: the file, and the bytes of the next frame.
        Zstd(File, Vec<u8>),
    }

    impl PackedFile {
        /// Creates a file; its name may end in `.gz` or `.zst`.
        ///
        /// # Errors
        /// If it cannot be created.
        pub fn create(path: &Path) -> io::Result<Self> {
            let file = output::create(path)?;
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

        /// Compressed data is not cut where a caller's buffer ends.
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
}

#[cfg(all(test, feature = "answers"))]
mod tests {
    use super::*;
    use crate::answers::proof::Target;
    use std::io::Write;
    use std::path::Path;

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
            let read = |path: &Path| {
                let mut read = Vec::new();
                let all = unpacked(std::fs::File::open(path).unwrap()).read_to_end(&mut read);
                all.map(|_| read)
            };
            assert!(read(&path).unwrap() == text, "{name}");
            if name != "a.txt" {
                std::fs::write(&path, &written[..written.len() / 2]).unwrap();
                assert!(read(&path).is_err(), "half of {name}");
            }
        }
    }
}
