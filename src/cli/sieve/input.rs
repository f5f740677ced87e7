//! What the programs of the sieve share: the argument N, and lines of numbers.

use crate::cli::Failure;
use crate::sieve::Numbers;
use crate::text::blank::is_blank;
use crate::text::ends::plain_with_spaces;
use crate::text::excerpt;
use crate::text::lines::Lines;
use clap::builder::RangedI64ValueParser;
use std::io::Read;

/// Accepts the sizes that [`Numbers`] does.
pub fn number_parser() -> RangedI64ValueParser<u32> {
    RangedI64ValueParser::new().range(1..=i64::from(Numbers::MOST))
}

/// A line and its words, with their columns from 1.
pub struct Words {
    pub line: u64,
    words: Vec<(usize, Vec<u8>)>,
}

impl Words {
    /// A fault of this line: at its word number `word`, or at its end.
    pub fn fault(&self, word: usize, message: impl std::fmt::Display) -> Failure {
        let column = match (self.words.get(word), self.words.last()) {
            (Some((column, _)), _) => *column,
            (None, Some((column, last))) => column + last.len(),
            (None, None) => 1,
        };
        Failure::new(format_args!(
            "line {}, column {column}: {message}",
            self.line
        ))
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn word(&self, word: usize) -> &[u8] {
        self.words.get(word).map_or(b"", |(_, word)| word)
    }

    /// A word as a number.
    ///
    /// # Errors
    /// If it is none, or is above 2^64 - 1.
    pub fn wide(&self, word: usize) -> Result<u64, Failure> {
        let text = self.word(word);
        if text.is_empty() {
            return Err(self.fault(word, "a number is expected here"));
        }
        let is_number = text.iter().all(u8::is_ascii_digit);
        let shown = String::from_utf8_lossy(text);
        if !is_number {
            return Err(self.fault(word, format_args!("`{}' is not a number", excerpt(text))));
        }
        let number = shown.parse();
        number.map_err(|_| self.fault(word, format_args!("{shown} is too large")))
    }

    /// A word as one of the numbers 1 to `largest`.
    ///
    /// # Errors
    /// If it is none of them.
    pub fn number(&self, word: usize, largest: u32) -> Result<u32, Failure> {
        let number = self.wide(word)?;
        match u32::try_from(number) {
            Ok(small) if (1..=largest).contains(&small) => Ok(small),
            _ => Err(self.fault(
                word,
                format_args!("{number} is not one of the numbers 1 to {largest}"),
            )),
        }
    }
}

/// Calls `handle` with every line that is not blank.
///
/// # Errors
/// Those of `handle`, and if the input cannot be read.
pub fn lines_of(
    reader: impl Read,
    handle: &mut dyn FnMut(Words) -> Result<(), Failure>,
) -> Result<(), Failure> {
    parts_of(reader, None, handle)
}

/// The same, with the parts of lines between commas.
///
/// # Errors
/// Those of `handle`, and if the input cannot be read.
pub fn moves_of(
    reader: impl Read,
    handle: &mut dyn FnMut(Words) -> Result<(), Failure>,
) -> Result<(), Failure> {
    parts_of(reader, Some(b','), handle)
}

fn parts_of(
    reader: impl Read,
    separator: Option<u8>,
    handle: &mut dyn FnMut(Words) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut lines = Lines::new(reader);
    loop {
        let number = lines.number() + 1;
        let line = match lines.next() {
            Ok(Some(line)) => plain_with_spaces(line),
            Ok(None) => return Ok(()),
            Err(error) => return Err(Failure::reading("the input", &error)),
        };
        let mut words = Vec::new();
        let mut start = None;
        for (place, &byte) in line.iter().enumerate() {
            if Some(byte) == separator {
                if let Some(from) = start.take() {
                    words.push((from + 1, line[from..place].to_vec()));
                }
                if words.is_empty() {
                    return Err(Failure::new(format_args!(
                        "line {number}, column {}: a move is expected before this comma",
                        place + 1
                    )));
                }
                handle(Words {
                    line: number,
                    words: std::mem::take(&mut words),
                })?;
                continue;
            }
            match (is_blank(byte), start) {
                (false, None) => start = Some(place),
                (true, Some(from)) => {
                    words.push((from + 1, line[from..place].to_vec()));
                    start = None;
                }
                _ => {}
            }
        }
        if !words.is_empty() {
            handle(Words {
                line: number,
                words,
            })?;
        }
    }
}
