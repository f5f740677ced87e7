//! Word rectangles: words across and down. An option puts a word in a row or column; letters of
//! cells are colors.
//!
//! TAOCP 7.2.2.1 has word rectangles and double word squares among its examples of colors. Knuth's
//! program WORD-RECT-DLX has the same items and options as [`WordRectangle`], in the same order.

use super::{Family, FamilyError};
use dlx3_base::text::blank::is_blank;
use dlx3_base::text::ends::plain;
use std::io::{self, Write};

/// Words of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordList {
    words: Vec<Vec<u8>>,
    length: usize,
}

/// The most letters of a word: positions are hexadecimal digits.
pub const MOST_LETTERS: usize = 16;

impl WordList {
    /// Reads words, one a line, all as long as the first one, which has at most [`MOST_LETTERS`]
    /// letters; with `most`, only that many words. A letter is any byte but white space and NUL. A
    /// word that occurs twice counts twice.
    ///
    /// # Errors
    /// The first line that is not such a word.
    pub fn read(text: &[u8], most: Option<usize>) -> Result<Self, FamilyError> {
        let text = &*plain(text);
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        let mut words: Vec<Vec<u8>> = Vec::new();
        let lines = text.split(|&byte| byte == b'\n');
        let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        let lines = lines.enumerate();
        for (index, word) in lines.take(most.unwrap_or(usize::MAX)) {
            let fault = |place: usize, expected: String| FamilyError::Words {
                line: index + 1,
                column: place + 1,
                expected,
            };
            let bad = word.iter().position(|&byte| is_blank(byte) || byte == 0);
            if let Some(place) = bad {
                return Err(fault(place, "a letter or the end of the line".to_owned()));
            }
            let length = words.first().map(Vec::len);
            match length {
                None if word.is_empty() || word.len() > MOST_LETTERS => {
                    let expected = format!("a word of 1 to {MOST_LETTERS} letters");
                    return Err(fault(word.len().min(MOST_LETTERS), expected));
                }
                Some(length) if word.len() != length => {
                    let expected = format!("a word of {length} letters, as in line 1");
                    return Err(fault(word.len().min(length), expected));
                }
                _ => words.push(word.to_vec()),
            }
        }
        let length = words.first().map_or(0, Vec::len);
        match length {
            0 => Err(FamilyError::Unfit("there must be a word".to_owned())),
            _ => Ok(WordList { words, length }),
        }
    }

    /// How many words there are.
    pub fn count(&self) -> usize {
        self.words.len()
    }
}

/// Writes an option: a word that begins at some cell.
fn write_word(
    out: &mut dyn Write,
    item: char,
    line: usize,
    word: &[u8],
    cell: impl Fn(usize) -> (usize, usize),
) -> io::Result<()> {
    write!(out, "{item}{line:x}")?;
    for (place, &letter) in word.iter().enumerate() {
        let (row, column) = cell(place);
        write!(out, " {row:x}{column:x}:")?;
        out.write_all(&[letter])?;
    }
    writeln!(out)
}

/// Words of one list down, words of another one across.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordRectangle {
    columns: WordList,
    rows: WordList,
}

impl WordRectangle {
    /// The problem for these words of columns and of rows.
    pub fn new(columns: WordList, rows: WordList) -> Self {
        WordRectangle { columns, rows }
    }
}

impl Family for WordRectangle {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        // The words of columns are as long as the rectangle is high.
        let (height, width) = (self.columns.length, self.rows.length);
        for row in 0..height {
            write!(out, " R{row:x}")?;
        }
        for column in 0..width {
            write!(out, " C{column:x}")?;
        }
        write!(out, " |")?;
        for (row, column) in super::cells(height, width) {
            write!(out, " {row:x}{column:x}")?;
        }
        writeln!(out)?;
        for word in &self.columns.words {
            for column in 0..width {
                write_word(out, 'C', column, word, |place| (place, column))?;
            }
        }
        for word in &self.rows.words {
            for row in 0..height {
                write_word(out, 'R', row, word, |place| (row, place))?;
            }
        }
        Ok(())
    }
}

/// A double word square: words of one list across and down, alternating line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordSquare {
    words: WordList,
}

impl WordSquare {
    /// The problem for these words.
    pub fn new(words: WordList) -> Self {
        WordSquare { words }
    }
}

impl Family for WordSquare {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let size = self.words.length;
        for letter in ['a', 'd'] {
            for line in 0..size {
                write!(out, "{letter}{line:x} ")?;
            }
        }
        write!(out, "|")?;
        for (row, column) in super::cells(size, size) {
            write!(out, " {row:x}{column:x}")?;
        }
        writeln!(out)?;
        for line in 0..size {
            for word in &self.words.words {
                write_word(out, 'a', line, word, |place| (line, place))?;
                write_word(out, 'd', line, word, |place| (place, line))?;
            }
        }
        Ok(())
    }
}
