//! The clues of a puzzle on a board, one line a row.

use super::FamilyError;
use dlx3_base::text::ends::plain;

/// The contents of the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clues {
    rows: Vec<Vec<u8>>,
    columns: usize,
}

/// What a puzzle accepts as clues.
pub(super) struct Rules {
    /// The signs of a cell, apart from `.` for no clue.
    pub signs: &'static [u8],
    /// A description of the signs, for people.
    pub called: &'static str,
    /// The smallest and the largest number of rows and columns.
    pub sides: (usize, usize),
    /// Whether rows may be short; missing cells have no clue.
    pub may_be_short: bool,
}

impl Rules {
    /// Reads the clues of a text.
    ///
    /// # Errors
    /// If the text has other signs, or rows or columns are too few or too many.
    pub fn read(&self, text: &[u8]) -> Result<Clues, FamilyError> {
        let text = &*plain(text);
        let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
        if lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        let (least, most) = self.sides;
        let fault = |row: usize, column: usize, expected: String| {
            Err(FamilyError::Words {
                line: row + 1,
                column: column + 1,
                expected,
            })
        };
        let mut rows: Vec<Vec<u8>> = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if row == most {
                return fault(row, 0, format!("no more than {most} rows"));
            }
            let is_sign = |sign: &u8| *sign == b'.' || self.signs.contains(sign);
            let length = rows.first().map_or(line.len(), Vec::len);
            if let Some(at) = line.iter().take(most).position(|sign| !is_sign(sign)) {
                return fault(row, at, format!("`.' or {}", self.called));
            }
            if line.len() > most {
                return fault(row, most, format!("no more than {most} cells in a row"));
            }
            if line.len() != length && !self.may_be_short {
                let at = line.len().min(length);
                return fault(row, at, format!("a row of {length} cells, as line 1 has"));
            }
            rows.push(line.to_owned());
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.len() < least || columns < least {
            return fault(
                rows.len(),
                0,
                format!("a board of at least {least}x{least} cells"),
            );
        }
        for row in &mut rows {
            row.resize(columns, b'.');
        }
        Ok(Clues { rows, columns })
    }
}

impl Clues {
    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// The clue of a cell; `None` for `.`.
    pub(super) fn at(&self, row: usize, column: usize) -> Option<u8> {
        Some(self.rows[row][column]).filter(|&sign| sign != b'.')
    }
}
