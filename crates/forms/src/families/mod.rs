//! Classic families of exact covering problems, for `dlx gen`, benchmarks and tests. Each has its
//! source and its known counts beside it.
//!
//! A family is a value that holds its parameters. It writes its `.dlx` text line by line, so a
//! large problem need not be in memory.

pub mod bricks;
pub mod clues;
pub mod dice;
pub mod dissections;
pub mod domination;
pub mod fillomino;
pub mod graceful;
pub mod indicator;
pub mod langford;
pub mod latin;
pub mod macmahon;
pub mod masyu;
pub mod partridge;
pub mod queens;
pub mod random;
pub mod rectangles;
pub mod slitherlink;
pub mod tilings;
pub mod triples;
pub mod windmill;
pub mod words;

use dlx3_format::Problem;
use dlx3_format::Reader;
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::RangeInclusive;

/// A problem that can be written.
pub trait Family {
    /// Writes it as `.dlx` text.
    ///
    /// # Errors
    /// The first write that fails.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// The whole text, in bytes.
    fn bytes(&self) -> Vec<u8> {
        let mut text = Vec::new();
        self.write(&mut text).expect("memory takes all");
        text
    }

    /// The whole text. Only letters of words can be other bytes than ASCII; those that are not
    /// UTF-8 are replaced.
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }

    /// The problem itself.
    fn problem(&self) -> Problem {
        let read = Reader::new().read(&self.bytes()[..]);
        match read {
            Ok(text) => text.problem,
            Err(error) => panic!("a family writes .dlx text: {error}"),
        }
    }
}

/// Why a problem does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FamilyError {
    /// A parameter is too small or too large.
    OutOfRange {
        /// The parameter.
        what: &'static str,
        /// The smallest value allowed.
        least: usize,
        /// The largest value allowed.
        most: usize,
        /// The value given.
        given: usize,
    },
    /// The parameters do not fit together.
    Unfit(String),
    /// A file of words has something else in it.
    Words {
        /// The line, from 1.
        line: usize,
        /// The byte of the line, from 1.
        column: usize,
        /// What was expected there.
        expected: String,
    },
}

dlx3_base::messages! {
    FamilyError {
        Self::OutOfRange { what, least, most, given } =>
            "{what} must be from {least} to {most}, not {given}",
        Self::Unfit(it) => "{it}",
        Self::Words { line, column, expected } =>
            "line {line}, column {column}: expected {expected}",
    }
}

/// Checks that a parameter is within its range.
fn within(
    what: &'static str,
    given: usize,
    range: RangeInclusive<usize>,
) -> Result<usize, FamilyError> {
    match range.contains(&given) {
        true => Ok(given),
        false => Err(FamilyError::OutOfRange {
            what,
            least: *range.start(),
            most: *range.end(),
            given,
        }),
    }
}

/// The largest number of values that one digit can tell apart.
const DIGITS: usize = 62;

/// A number below [`DIGITS`] as one digit.
fn digit(number: usize) -> char {
    char::from(b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[number])
}

/// All cells of a board, row by row.
fn cells(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// Writes words separated by blanks, and a newline.
fn write_line(
    out: &mut dyn Write,
    words: impl IntoIterator<Item = impl Display>,
) -> io::Result<()> {
    let mut before = "";
    for word in words {
        write!(out, "{before}{word}")?;
        before = " ";
    }
    writeln!(out)
}
