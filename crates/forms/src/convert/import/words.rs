//! The words of a text, with their places.

use super::{Fault, Place};
use dlx3_base::text::blank::is_blank;
use dlx3_format::{Decimal, TooLarge};

/// A word and its place.
#[derive(Clone, Copy, Debug)]
pub struct Word<'t> {
    pub text: &'t [u8],
    pub place: Place,
}

impl<'t> Word<'t> {
    pub fn fault(self, told: impl Into<String>) -> Fault {
        Fault::new(self.place, told)
    }

    pub fn unexpected(self, expected: &str) -> Fault {
        Fault::unexpected(self.place, self.text, expected)
    }

    /// Reads a nonnegative integer.
    pub fn count(self, expected: &str) -> Result<usize, Fault> {
        let text = std::str::from_utf8(self.text).ok();
        let digits = text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok());
        number.ok_or_else(|| self.unexpected(expected))
    }

    /// Reads a number from 1 to `most`, and returns it as an index.
    pub fn index(self, most: usize, expected: &str) -> Result<usize, Fault> {
        match self.count(expected)? {
            number if (1..=most).contains(&number) => Ok(number - 1),
            _ => Err(self.unexpected(&format!("{expected} from 1 to {most}"))),
        }
    }

    /// Reads a decimal number.
    pub fn decimal(self, expected: &str) -> Result<Decimal, Fault> {
        Decimal::parse(self.text).map_err(|error| match error {
            None => self.unexpected(expected),
            Some(TooLarge) => self.fault(format!(
                "`{}' has more digits than 128 bits hold",
                super::shown(self.text)
            )),
        })
    }
}

/// The lines of a text, with their numbers from 1, without their ends and a byte order mark.
pub fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let lines = text.split(|&byte| byte == b'\n');
    (1..).zip(lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)))
}

/// The words of a line.
pub fn words(number: usize, line: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        start += dlx3_base::text::blank::leading_blanks(&line[start..]);
        let rest = &line[start..];
        let length = rest.iter().position(|&byte| is_blank(byte));
        let text = &rest[..length.unwrap_or(rest.len())];
        let place = Place {
            line: number,
            column: start + 1,
        };
        start += text.len();
        (!text.is_empty()).then_some(Word { text, place })
    })
}

/// The place after the last byte of a line.
pub fn end(number: usize, line: &[u8]) -> Place {
    Place {
        line: number,
        column: line.len() + 1,
    }
}
