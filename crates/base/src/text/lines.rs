//! Lines of a byte stream, however long, found with memchr.
//!
//! Invariant: `buffer[start..end]` holds what was read and not yet returned. The first read is
//! small. Once it fills the buffer, reads are larger. From then on the buffer grows only if a
//! single line does not fit, so memory depends on the longest line, not on the input.

use std::io::{self, Read};

const READ_SIZE: usize = 1 << 16;
/// Many problems are no longer. Clearing 64 KB would take a fiftieth of the time of such a run.
const FIRST_READ_SIZE: usize = 1 << 12;

/// The lines of a reader, each with its `\n`. A last line without one gets it.
pub struct Lines<R> {
    reader: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    number: u64,
    at_end: bool,
}

impl<R: Read> Lines<R> {
    /// Reads lines from this reader.
    pub fn new(reader: R) -> Self {
        Lines {
            reader,
            buffer: vec![0; FIRST_READ_SIZE],
            start: 0,
            end: 0,
            number: 0,
            at_end: false,
        }
    }

    /// The number of the last line that was returned, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line with its newline, or `None` at the end of the input.
    #[allow(clippy::should_implement_trait)] // the line borrows the buffer
    pub fn next(&mut self) -> io::Result<Option<&[u8]>> {
        let mut searched = self.start;
        loop {
            if let Some(offset) = memchr::memchr(b'\n', &self.buffer[searched..self.end]) {
                let line = self.start..searched + offset + 1;
                self.start = line.end;
                self.number += 1;
                return Ok(Some(&self.buffer[line]));
            }
            if self.at_end {
                if self.start == self.end {
                    return Ok(None);
                }
                self.make_room();
                self.buffer[self.end] = b'\n';
                self.end += 1;
                searched = self.end - 1;
                continue;
            }
            searched = self.make_room();
            self.fill()?;
        }
    }

    /// Makes sure that `buffer[end..]` is not empty. Returns the new `end`, where the unsearched
    /// part begins.
    fn make_room(&mut self) -> usize {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.buffer.len(), 0);
        }
        self.end
    }

    fn fill(&mut self) -> io::Result<()> {
        loop {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Ok(0) => {
                    self.at_end = true;
                    return Ok(());
                }
                Ok(count) => {
                    self.end += count;
                    if self.end == self.buffer.len() && self.end < READ_SIZE {
                        self.buffer.resize(READ_SIZE, 0);
                    }
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that hands out a few bytes at a time.
    struct Trickle<'a>(&'a [u8], usize);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn collect(bytes: &[u8], step: usize) -> Vec<Vec<u8>> {
        let mut lines = Lines::new(Trickle(bytes, step));
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push(line.to_vec());
        }
        assert_eq!(lines.number(), all.len() as u64);
        all
    }

    #[test]
    fn lines_keep_their_newline_and_the_last_one_gets_one() {
        for step in 1..9 {
            assert_eq!(
                collect(b"a b\n\n c", step),
                [&b"a b\n"[..], b"\n", b" c\n"],
                "{step} bytes a read"
            );
        }
        assert!(collect(b"", 1).is_empty());
    }

    #[test]
    fn a_line_longer_than_the_buffer_comes_whole() {
        let mut text = vec![b'x'; 3 * READ_SIZE + 1];
        text.extend_from_slice(b"\nshort\n");
        text.extend(vec![b'y'; 2 * READ_SIZE]);
        let lines = collect(&text, READ_SIZE);
        let lengths: Vec<usize> = lines.iter().map(Vec::len).collect();
        assert_eq!(lengths, [3 * READ_SIZE + 2, 6, 2 * READ_SIZE + 1]);
    }

    #[test]
    fn where_the_first_buffer_ends_nothing_is_lost() {
        for length in FIRST_READ_SIZE - 2..FIRST_READ_SIZE + 3 {
            for end in ["", "\n", "\nz\n"] {
                let text = ["x".repeat(length).as_str(), end].concat();
                for step in [1000, FIRST_READ_SIZE, READ_SIZE] {
                    let lines = collect(text.as_bytes(), step);
                    let expected = text.lines().map(|line| format!("{line}\n").into_bytes());
                    assert_eq!(
                        lines,
                        expected.collect::<Vec<_>>(),
                        "{length}, {step} a read"
                    );
                }
            }
        }
    }
}
