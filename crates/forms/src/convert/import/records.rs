//! The cells of a table by RFC 4180: a quoted cell may hold separators, line breaks, and doubled
//! quotes. Cells are separated by commas, or by whatever spreadsheets and matrices use.

use super::words::{Word, words};
use super::{Fault, Place};
use dlx3_base::text::blank::is_blank;
use dlx3_format::Decimal;

/// A cell, trimmed.
#[derive(Clone, Debug)]
pub struct Cell {
    pub text: Vec<u8>,
    pub place: Place,
}

impl Cell {
    pub fn word(&self) -> Word<'_> {
        Word {
            text: &self.text,
            place: self.place,
        }
    }
}

/// The records of a table.
pub struct Records<'t> {
    text: &'t [u8],
    at: usize,
    line: usize,
    /// The offset of the line.
    start: usize,
    /// The separator of cells. Blanks may be repeated, and exclude quotes.
    separator: u8,
}

impl<'t> Records<'t> {
    pub fn new(text: &'t [u8], separator: u8) -> Self {
        if let Some((_, length)) = announced(text) {
            let at = length + 1;
            return Records {
                text,
                at,
                line: 2,
                start: at,
                separator,
            };
        }
        Records {
            text: text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text),
            at: 0,
            line: 1,
            start: 0,
            separator,
        }
    }

    /// The records after the first line, whose length with its end is `length` bytes.
    pub fn after(text: &'t [u8], separator: u8, length: usize) -> Self {
        match length {
            0 => Records::new(text, separator),
            start => Records {
                text,
                at: start,
                line: 1 + memchr::memchr_iter(b'\n', &text[..start]).count(),
                start,
                separator,
            },
        }
    }

    fn place(&self) -> Place {
        Place {
            line: self.line,
            column: self.at - self.start + 1,
        }
    }

    /// Reads the next record that is not blank into `cells`; false at the end.
    pub fn next(&mut self, cells: &mut Vec<Cell>) -> Result<bool, Fault> {
        cells.clear();
        if self.separator == b' ' {
            self.words(cells);
            return Ok(!cells.is_empty());
        }
        loop {
            if self.at == self.text.len() {
                if is_blank_line(cells) {
                    cells.clear();
                }
                return Ok(!cells.is_empty());
            }
            let cell = self.cell()?;
            cells.push(cell);
            let Some(&end) = self.text.get(self.at) else {
                continue;
            };
            self.at += 1;
            if end == self.separator {
                if self.at == self.text.len() {
                    let place = self.place();
                    cells.push(Cell {
                        text: Vec::new(),
                        place,
                    });
                }
                continue;
            }
            self.line += 1;
            self.start = self.at;
            match is_blank_line(cells) {
                true => cells.clear(),
                false => return Ok(true),
            }
        }
    }

    /// Reads the words of the next line that has any.
    fn words(&mut self, cells: &mut Vec<Cell>) {
        while self.at < self.text.len() && cells.is_empty() {
            let rest = &self.text[self.at..];
            let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let words = words(self.line, &rest[..length]);
            cells.extend(words.map(|word| Cell {
                text: word.text.to_vec(),
                place: word.place,
            }));
            self.at = (self.at + length + 1).min(self.text.len());
            self.line += 1;
        }
    }

    /// Reads the next cell, which ends at a separator, a line break or the end of the text.
    fn cell(&mut self) -> Result<Cell, Fault> {
        let rest = &self.text[self.at..];
        let blanks = rest
            .iter()
            .take_while(|&&byte| is_blank(byte) && byte != b'\n' && byte != self.separator);
        self.at += blanks.count();
        let place = self.place();
        if self.text.get(self.at) != Some(&b'"') {
            let rest = &self.text[self.at..];
            let length = memchr::memchr2(self.separator, b'\n', rest).unwrap_or(rest.len());
            self.at += length;
            return Ok(Cell {
                text: trimmed(&rest[..length]).to_vec(),
                place,
            });
        }
        let mut text = Vec::new();
        self.at += 1;
        loop {
            let Some(&byte) = self.text.get(self.at) else {
                return Err(Fault::new(place, "this quote has no end"));
            };
            self.at += 1;
            match byte {
                b'"' if self.text.get(self.at) == Some(&b'"') => self.at += 1,
                b'"' => break,
                b'\n' => {
                    self.line += 1;
                    self.start = self.at;
                }
                _ => {}
            }
            text.push(byte);
        }
        let rest = &self.text[self.at..];
        let length = memchr::memchr2(self.separator, b'\n', rest).unwrap_or(rest.len());
        if let Some(more) = rest[..length].iter().position(|&byte| !is_blank(byte)) {
            self.at += more;
            let found = trimmed(&rest[more..length]);
            let expected = format!("{} or the end of the line", separator_name(self.separator));
            return Err(Fault::unexpected(self.place(), found, expected));
        }
        self.at += length;
        Ok(Cell {
            text: trimmed(&text).to_vec(),
            place,
        })
    }
}

fn is_blank_line(cells: &[Cell]) -> bool {
    matches!(cells, [only] if only.text.is_empty())
}

fn trimmed(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_blank(*first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && is_blank(*last)
    {
        text = rest;
    }
    text
}

/// The name of a separator, for messages.
pub fn separator_name(separator: u8) -> &'static str {
    match separator {
        b',' => "a comma",
        b';' => "a semicolon",
        b'\t' => "a tab",
        _ => "a blank",
    }
}

/// The separator announced by a first line of Excel, such as `sep=;`, and the length of that line,
/// which is not a row.
fn announced(text: &[u8]) -> Option<(u8, usize)> {
    let rest = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let length = memchr::memchr(b'\n', rest)?;
    let line = &rest[..length];
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = match line {
        [b'"', quoted @ .., b'"'] => quoted,
        _ => line,
    };
    let [name @ .., separator] = line else {
        return None;
    };
    let is_separator = name.eq_ignore_ascii_case(b"sep=") && !separator.is_ascii_alphanumeric();
    is_separator.then_some((*separator, text.len() - rest.len() + length))
}

/// The separator of a text: announced by its first line, or else commas, semicolons or tabs
/// according to that line. Blanks, if the first line has several words and one of the first two
/// lines looks like numbers or a row of a matrix.
pub fn separator(text: &[u8]) -> u8 {
    if let Some((separator, _)) = announced(text) {
        return separator;
    }
    for separator in [b',', b';', b'\t'] {
        let mut cells = Vec::new();
        // Whoever reads the text reports faults.
        let _ = Records::new(text, separator).next(&mut cells);
        if cells.len() > 1 {
            return separator;
        }
    }
    let mut records = Records::new(text, b' ');
    let (mut first, mut second) = (Vec::new(), Vec::new());
    records.words(&mut first);
    records.words(&mut second);
    let line = if second.is_empty() { &first } else { &second };
    let are_numbers = line.len() == first.len() && line.iter().all(|cell| is_number(&cell.text));
    // A row of a matrix is recognized even if one of its cells is wrong or missing.
    let is_row = |line: &[Cell]| {
        let cells = line.iter().filter(|cell| yes_or_no(&cell.text).is_some());
        line.len() > 1 && 2 * cells.count() >= line.len()
    };
    match first.len() > 1 && (are_numbers || is_row(&first) || is_row(&second)) {
        true => b' ',
        false => b',',
    }
}

/// Whether a cell is a number, or yes or no in a program's words.
pub fn is_number(text: &[u8]) -> bool {
    yes_or_no(text).is_some() || Decimal::parse(text).is_ok()
}

/// The value of a matrix cell: 1, 1.0 and True; or 0, 0.0, False and an empty cell.
pub fn yes_or_no(text: &[u8]) -> Option<bool> {
    match text {
        b"" | b"0" => return Some(false),
        b"1" => return Some(true),
        _ if text.eq_ignore_ascii_case(b"true") => return Some(true),
        _ if text.eq_ignore_ascii_case(b"false") => return Some(false),
        _ => {}
    }
    let number = Decimal::parse(text).ok()?;
    let is_one = number.plus(Decimal::ONE.negated())?.is_zero();
    (is_one || number.is_zero()).then_some(is_one)
}
