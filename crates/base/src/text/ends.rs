//! Line ends and marks of other editors and systems: a byte order mark, carriage returns alone,
//! no-break spaces. Programs that read puzzles or tables take their text from here. The search
//! reads its problems byte by byte, as the C program does.
//!
//! A carriage return ends a line if the beginning of the text has no newline. The beginning is the
//! whole of a text in memory, and up to 64 KB of a stream. Each such byte becomes a newline, so no
//! position changes.

use std::borrow::Cow;
use std::io::{self, Read};

const MARK: &[u8] = b"\xef\xbb\xbf";
/// The first newline of a stream must come within this many bytes: more than any line of a puzzle.
const MOST_BEFORE: usize = 1 << 16;

/// A whole text with newlines at the ends of its lines, without a byte order mark.
pub fn plain(text: &[u8]) -> Cow<'_, [u8]> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    if !ends_with_returns(text) {
        return Cow::Borrowed(text);
    }
    let mut text = text.to_vec();
    returns_to_newlines(&mut text);
    Cow::Owned(text)
}

/// Like [`plain`], and each no-break space (U+00A0) becomes a space. Only for texts in which no
/// name has a byte beyond ASCII.
pub fn plain_with_spaces(text: &[u8]) -> Cow<'_, [u8]> {
    let text = plain(text);
    let mut places = memchr::memmem::find_iter(&text, NO_BREAK).peekable();
    if places.peek().is_none() {
        return text;
    }
    let mut spaced = Vec::with_capacity(text.len());
    let mut rest = 0;
    for place in places {
        spaced.extend_from_slice(&text[rest..place]);
        spaced.push(b' ');
        rest = place + NO_BREAK.len();
    }
    spaced.extend_from_slice(&text[rest..]);
    Cow::Owned(spaced)
}

/// U+00A0 in UTF-8.
const NO_BREAK: &[u8] = "\u{a0}".as_bytes();

fn ends_with_returns(text: &[u8]) -> bool {
    memchr::memchr(b'\n', text).is_none() && memchr::memchr(b'\r', text).is_some()
}

fn returns_to_newlines(text: &mut [u8]) {
    for byte in text.iter_mut().filter(|byte| **byte == b'\r') {
        *byte = b'\n';
    }
}

/// A stream with newlines at the ends of its lines, without a byte order mark.
pub struct Plain<R> {
    reader: R,
    /// The bytes that were read to see how lines end. None before that.
    head: Option<io::Cursor<Vec<u8>>>,
    has_returns: bool,
    /// An error that came after the head: it is returned after the head.
    failed: Option<io::Error>,
}

impl<R: Read> Plain<R> {
    /// Reads from this reader.
    pub fn new(reader: R) -> Self {
        Plain {
            reader,
            head: None,
            has_returns: false,
            failed: None,
        }
    }

    /// Reads up to the first newline. A reader of lines would wait for it anyway.
    fn begin(&mut self) -> Vec<u8> {
        let mut head = vec![0; 1 << 12];
        let mut length = 0;
        while length < MOST_BEFORE {
            if length == head.len() {
                head.resize(2 * length, 0);
            }
            match self.reader.read(&mut head[length..]) {
                Ok(0) => break,
                Ok(count) => {
                    let read = length..length + count;
                    length = read.end;
                    if memchr::memchr(b'\n', &head[read]).is_some() {
                        break;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failed = Some(error);
                    break;
                }
            }
        }
        head.truncate(length);
        if head.starts_with(MARK) {
            head.drain(..MARK.len());
        }
        self.has_returns = ends_with_returns(&head);
        head
    }
}

impl<R: Read> Read for Plain<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.head.is_none() {
            self.head = Some(io::Cursor::new(self.begin()));
        }
        let head = self.head.as_mut();
        let mut length = head.map_or(Ok(0), |head| head.read(bytes))?;
        if length == 0 {
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            length = self.reader.read(bytes)?;
        }
        if self.has_returns {
            returns_to_newlines(&mut bytes[..length]);
        }
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that hands out a few bytes at a time, and fails at the end.
    struct Trickle<'a>(&'a [u8], usize);

    impl Read for Trickle<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(bytes.len());
            if count == 0 {
                return Err(io::Error::other("no more"));
            }
            bytes[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn returns_are_newlines_where_there_is_no_newline() {
        for (text, expected) in [
            (&b""[..], &b""[..]),
            (b"a\rb\r", b"a\nb\n"),
            (b"a\r\nb\r\n", b"a\r\nb\r\n"),
            (b"a\r\rb\nc", b"a\r\rb\nc"),
            (b"\xef\xbb\xbfa\rb", b"a\nb"),
            (b"\xef\xbb\xbf", b""),
            (b"a\xef\xbb\xbf", b"a\xef\xbb\xbf"),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
            for step in 1..9 {
                let (mut read, mut plain) = (Vec::new(), Plain::new(Trickle(text, step)));
                let error = plain.read_to_end(&mut read).unwrap_err();
                assert_eq!(error.to_string(), "no more");
                assert_eq!(read, expected, "{text:?}, {step} bytes a read");
            }
        }
    }

    #[test]
    fn a_long_stream_of_returns_has_lines() {
        let text = b"0123456\r".repeat(3 * MOST_BEFORE / 8);
        let mut read = Vec::new();
        Plain::new(&text[..]).read_to_end(&mut read).unwrap();
        assert_eq!(read, b"0123456\n".repeat(3 * MOST_BEFORE / 8));
    }

    #[test]
    fn spaces_that_do_not_break_are_spaces() {
        let text = "\u{a0}a\u{a0}\u{a0}b\u{e0}".as_bytes();
        assert_eq!(plain_with_spaces(text), " a  b\u{e0}".as_bytes());
        assert_eq!(plain_with_spaces(b"a\rb"), &b"a\nb"[..]);
    }
}
