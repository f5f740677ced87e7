//! Buffered output that keeps its first write error.
//!
//! Code that prints need not test every write. After its first error, an [`Output`] drops all
//! further bytes. Its owner asks for the error once, with [`Output::finish`].

use super::system;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const BUFFER: usize = 1 << 16;

/// The numbers below 100 in two digits.
static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + number as u8 / 10, b'0' + number as u8 % 10];
        number += 1;
    }
    pairs
};

/// The files that this process reads, by device and inode, or by their full names.
static READ: Mutex<Vec<FileId>> = Mutex::new(Vec::new());

#[derive(PartialEq, Eq)]
enum FileId {
    Known((u64, u64)),
    Named(PathBuf),
}

impl FileId {
    fn of(path: &Path) -> io::Result<Self> {
        match system::identity(&path.metadata()?) {
            Some(id) => Ok(FileId::Known(id)),
            None => path.canonicalize().map(FileId::Named),
        }
    }
}

fn note(id: FileId) {
    if let Ok(mut read) = READ.lock() {
        read.push(id);
    }
}

/// Notes that this process reads a file, so that [`create`] refuses to write to it.
pub fn protect(path: &Path) {
    if let Ok(id) = FileId::of(path) {
        note(id);
    }
}

/// Notes that this process reads standard input, so that [`create`] refuses to write to its file.
pub fn protect_stdin() {
    let data = system::stdin().and_then(|file| file.metadata());
    if let Some(id) = data.ok().and_then(|data| system::identity(&data)) {
        note(FileId::Known(id));
    }
}

/// Whether this process reads this file. Devices such as /dev/null never count.
pub fn is_protected(path: &Path) -> bool {
    let is_read = |id: FileId| READ.lock().is_ok_and(|read| read.contains(&id));
    path.is_file() && FileId::of(path).is_ok_and(is_read)
}

/// Creates a file that a command line names.
///
/// # Errors
/// If the file cannot be created; if its name is `-`, as there is no second standard output; if it
/// is [an input](protect).
pub fn create(path: &Path) -> io::Result<File> {
    let refused = |message| Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    if path.as_os_str() == "-" {
        return refused("a file is needed here; one of this name is ./-");
    }
    if is_protected(path) {
        return refused("it is an input of this command");
    }
    File::create(path)
}

/// A place to append text to: an output, or a buffer in memory.
pub trait Put {
    /// Adds bytes.
    fn put(&mut self, bytes: &[u8]);

    /// Adds a number in decimal digits.
    #[inline]
    fn put_number(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut start = digits.len();
        // Two digits at a time, as each division waits for the last one.
        while number >= 100 {
            start -= 2;
            digits[start..start + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
            number /= 100;
        }
        if number >= 10 {
            start -= 2;
            digits[start..start + 2].copy_from_slice(&PAIRS[number as usize]);
        } else {
            start -= 1;
            digits[start] = b'0' + number as u8;
        }
        self.put(&digits[start..]);
    }

    /// Adds a number that may be negative.
    fn put_signed(&mut self, number: i64) {
        if number < 0 {
            self.put(b"-");
        }
        self.put_number(number.unsigned_abs());
    }
}

impl Put for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

impl<W: Write> Put for Output<W> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.put(bytes);
    }
}

/// A buffered writer that keeps its first error and writes nothing after it.
pub struct Output<W: Write> {
    writer: W,
    buffer: Vec<u8>,
    error: Option<io::Error>,
    failed: bool,
}

impl<W: Write> Output<W> {
    /// Puts a buffer in front of a writer.
    pub fn new(writer: W) -> Self {
        Output {
            writer,
            buffer: Vec::with_capacity(BUFFER),
            error: None,
            failed: false,
        }
    }

    /// Adds bytes; they are written when the buffer is full or flushed.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        if self.buffer.len() + bytes.len() > BUFFER {
            self.flush();
            if bytes.len() > BUFFER {
                self.write_through(bytes);
                return;
            }
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// Adds formatted text: `write!` and `writeln!` end here.
    pub fn write_fmt(&mut self, arguments: std::fmt::Arguments<'_>) {
        // The adapter never fails.
        let _ = io::Write::write_fmt(&mut Adapter(self), arguments);
    }

    /// Adds a number in decimal digits.
    #[inline]
    pub fn put_number(&mut self, number: u64) {
        Put::put_number(self, number);
    }

    /// The writer behind the buffer.
    pub fn writer(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Writes the buffered bytes.
    pub fn flush(&mut self) {
        if self.buffer.is_empty() {
            return;
        }
        let buffer = std::mem::take(&mut self.buffer);
        self.write_through(&buffer);
        self.buffer = buffer;
        self.buffer.clear();
    }

    /// Whether a write has failed at any time.
    pub fn has_failed(&self) -> bool {
        self.failed
    }

    /// Whether the error is a pipe whose reader has closed it.
    pub fn has_lost_its_reader(&self) -> bool {
        let error = self.error.as_ref();
        error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Flushes, and returns the first error, if any.
    pub fn finish(&mut self) -> io::Result<()> {
        self.flush();
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn write_through(&mut self, bytes: &[u8]) {
        if self.failed {
            return;
        }
        let written = self
            .writer
            .write_all(bytes)
            .and_then(|()| self.writer.flush());
        if let Err(error) = written {
            self.failed = true;
            self.error = Some(error);
        }
    }
}

impl<W: Write> Drop for Output<W> {
    fn drop(&mut self) {
        self.flush();
    }
}

struct Adapter<'a, W: Write>(&'a mut Output<W>);

impl<W: Write> Write for Adapter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.put(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes `room` bytes, then fails.
    struct Full {
        room: usize,
        taken: Vec<u8>,
    }

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = bytes.len().min(self.room);
            if count == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.room -= count;
            self.taken.extend_from_slice(&bytes[..count]);
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_first_write_error_is_kept_until_asked_for() {
        let mut output = Output::new(Full {
            room: 5,
            taken: Vec::new(),
        });
        write!(output, "{}", 123);
        output.flush();
        write!(output, "defg");
        output.flush();
        write!(output, "lost");
        assert!(output.has_failed());
        let error = output.finish().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(output.writer.taken, b"123de");
    }

    #[test]
    fn numbers_are_written_in_full() {
        let mut output = Output::new(Vec::new());
        for number in [0, 9, 10, u64::MAX] {
            output.put_number(number);
            output.put(b" ");
        }
        output.finish().unwrap();
        assert_eq!(output.writer, b"0 9 10 18446744073709551615 ");
        let powers = (0..20).map(|power| 10_u64.pow(power));
        for number in (0..20_000).chain(powers.flat_map(|power| [power - 1, power, power / 2 * 3]))
        {
            let mut text = Vec::new();
            text.put_number(number);
            assert_eq!(text, number.to_string().as_bytes());
        }
    }

    #[test]
    fn long_pieces_pass_in_order() {
        let mut output = Output::new(Vec::new());
        output.put(b"start ");
        output.put(&vec![b'x'; 2 * BUFFER]);
        output.put(b" end");
        output.finish().unwrap();
        let written = &output.writer;
        assert_eq!(written.len(), 2 * BUFFER + 10);
        assert!(written.starts_with(b"start x") && written.ends_with(b"x end"));
    }
}
