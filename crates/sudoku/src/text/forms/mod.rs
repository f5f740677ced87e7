//! Forms of 9x9 puzzles that other programs write, with candidates and with the player's entries.
//!
//! | form | what it looks like |
//! |---|---|
//! | candidates in a line | 729 characters: nine a cell, its candidates at their places |
//! | candidate grid | 81 words of digits between blanks and bars, in a frame or not |
//! | `.sdx` (SudoCue) | 81 words: `5` for a clue, `u5` for an entered digit, or candidates |
//! | library string (HoDoKu) | `:0000:x:53+4...:215 916:::`: entered digits have a `+` |
//! | XML (OpenSudoku) | `<game data="530070000..." />`, any number of them |
//!
//! After the cells of a library string stand candidates that were deleted: digit, row and column.
//! OpenSudoku's files of games in play hold more than digits: see `read.rs`.

mod read;

pub use read::{FormFault, FormLine, Games, NextGame, kind, library_string, marks, rows};

use crate::solve::nine::{Nine, Solved};
use crate::{Stop, never};
use dlx3_answers::Stopped;
use std::fmt::Write as _;

/// A puzzle with the player's entries and candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The clues: digits from 1, and 0 for none.
    pub clues: [u8; 81],
    /// The clues and the entered digits.
    pub digits: [u8; 81],
    /// The candidates of cells without digits: bit `d` for digit `d + 1`. A cell with none has all
    /// candidates that the digits leave.
    pub marks: [u16; 81],
}

/// A form that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleForm {
    /// 81 characters.
    Line,
    /// Nine lines in a frame.
    Grid,
    /// A `.sdk` file.
    Sdk,
    /// A `.sdx` file.
    Sdx,
    /// 729 characters.
    Marks,
    /// A grid of candidates in a frame.
    Candidates,
    /// HoDoKu's library string.
    Hodoku,
    /// OpenSudoku's XML: see [`XML_HEAD`] and [`XML_END`].
    OpenSudoku,
}

/// The text before the games of OpenSudoku's XML.
pub const XML_HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n";
/// The text after the games of OpenSudoku's XML.
pub const XML_END: &str = "</opensudoku>\n";

/// All nine digits.
const ALL: u16 = 0x1ff;

impl Played {
    /// A puzzle in which nothing was done.
    pub fn new(clues: [u8; 81]) -> Self {
        Played {
            clues,
            digits: clues,
            marks: [0; 81],
        }
    }

    /// The candidates of each cell: the player's, or else those that the digits leave. One bit if
    /// the cell has a digit.
    pub fn candidates(&self) -> [u16; 81] {
        let mut sets = [0; 81];
        for (cell, set) in sets.iter_mut().enumerate() {
            *set = match (self.digits[cell], self.marks[cell]) {
                (0, 0) => self.left(cell),
                (0, marks) => marks,
                (digit, _) => 1 << (digit - 1),
            };
        }
        sets
    }

    /// The candidates that the digits leave to a cell.
    fn left(&self, cell: usize) -> u16 {
        let seen = peers(cell).filter(|&other| self.digits[other] != 0);
        seen.fold(ALL, |set, other| set & !(1 << (self.digits[other] - 1)))
    }

    /// Removes a candidate of a cell without a digit; false if it was the last one.
    fn strike(&mut self, cell: usize, digit: u8) -> bool {
        if self.digits[cell] != 0 {
            return true;
        }
        let before = match self.marks[cell] {
            0 => self.left(cell),
            marks => marks,
        };
        self.marks[cell] = before & !(1 << (digit - 1));
        self.marks[cell] != 0 || before == 0
    }

    /// Whether some cell lacks a candidate that the digits leave.
    pub fn excludes(&self) -> bool {
        (0..81).any(|cell| {
            let left = self.left(cell);
            self.digits[cell] == 0 && self.marks[cell] != 0 && self.marks[cell] & left != left
        })
    }

    /// Whether the candidates are part of the puzzle: its clues alone do not have one solution, and
    /// candidates are missing.
    pub fn is_of_candidates(&self) -> bool {
        let nine = Nine::with_clues(&self.clues);
        self.excludes() && nine.is_none_or(|nine| nine.count(2) != 1)
    }

    /// Up to `limit` solutions that have all digits and only candidates.
    pub fn solutions(&self, limit: usize) -> Vec<Solved> {
        let found = self.solutions_until(limit, &never);
        found.expect("nobody stops it")
    }

    /// `solutions`, until `stop` asks for an end.
    ///
    /// # Errors
    /// If it was stopped before the answer.
    pub fn solutions_until(&self, limit: usize, stop: &Stop<'_>) -> Result<Vec<Solved>, Stopped> {
        let Some(mut nine) = Nine::with_clues(&self.digits) else {
            return Ok(Vec::new());
        };
        for cell in 0..81 {
            if self.digits[cell] == 0 && self.marks[cell] != 0 {
                let missing = (1..=9).filter(|digit| self.marks[cell] >> (digit - 1) & 1 == 0);
                missing.for_each(|digit| nine.rule_out(cell, digit));
            }
        }
        nine.solutions_until(limit, stop)
    }

    /// The puzzle in a form, with a newline at the end.
    pub fn write(&self, form: PuzzleForm) -> String {
        let sign = |digit: u8| match digit {
            0 => '.',
            digit => char::from(b'0' + digit),
        };
        let line: String = self.digits.iter().map(|&digit| sign(digit)).collect();
        match form {
            PuzzleForm::Line => line + "\n",
            PuzzleForm::Sdk => (0..9).fold("[Puzzle]\n".to_owned(), |text, row| {
                text + &line[9 * row..9 * row + 9] + "\n"
            }),
            PuzzleForm::Grid => framed(&line.chars().map(String::from).collect::<Vec<_>>()),
            PuzzleForm::Candidates => framed(&self.candidates().map(word)),
            PuzzleForm::Marks => {
                let cells = self.candidates().into_iter();
                let signs = cells.flat_map(|set| {
                    (1..=9).map(move |digit| match set >> (digit - 1) & 1 {
                        1 => sign(digit),
                        _ => '.',
                    })
                });
                signs.chain(['\n']).collect()
            }
            PuzzleForm::Sdx => self.sdx(),
            PuzzleForm::Hodoku => self.hodoku(),
            PuzzleForm::OpenSudoku => format!("  <game data=\"{}\" />\n", line.replace('.', "0")),
        }
    }

    fn sdx(&self) -> String {
        let candidates = self.candidates();
        let mut text = String::new();
        for (cell, &set) in candidates.iter().enumerate() {
            if self.digits[cell] != 0 && self.clues[cell] == 0 {
                text.push('u');
            }
            text += &word(set);
            text.push(if cell % 9 == 8 { '\n' } else { ' ' });
        }
        text
    }

    fn hodoku(&self) -> String {
        let (mut text, mut deleted) = (":0000:x:".to_owned(), Vec::new());
        let candidates = self.candidates();
        for (cell, &set) in candidates.iter().enumerate() {
            match (self.clues[cell], self.digits[cell]) {
                (0, 0) => text.push('.'),
                (0, digit) => _ = write!(text, "+{digit}"),
                (digit, _) => _ = write!(text, "{digit}"),
            }
            if self.digits[cell] == 0 {
                let gone = self.left(cell) & !set;
                let digits = (1..=9).filter(|digit| gone >> (digit - 1) & 1 == 1);
                let (row, column) = (cell / 9 + 1, cell % 9 + 1);
                deleted.extend(digits.map(|digit: u8| format!("{digit}{row}{column}")));
            }
        }
        format!("{text}:{}:::\n", deleted.join(" "))
    }
}

/// The cells that see a cell.
fn peers(cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / 9, cell % 9);
    (0..81).filter(move |&other| {
        let (its_row, its_column) = (other / 9, other % 9);
        let same_box = row / 3 == its_row / 3 && column / 3 == its_column / 3;
        other != cell && (row == its_row || column == its_column || same_box)
    })
}

/// A set as digits one after the other.
fn word(set: u16) -> String {
    let digits = (0..9u8).filter(|digit| set >> digit & 1 == 1);
    digits.map(|digit| char::from(b'1' + digit)).collect()
}

/// 81 words in a frame.
fn framed(words: &[String]) -> String {
    let mut widths = [1; 9];
    for (cell, word) in words.iter().enumerate() {
        widths[cell % 9] = widths[cell % 9].max(word.len());
    }
    let mut rule = String::from("+");
    for stack in widths.chunks(3) {
        rule += &"-".repeat(stack.iter().sum::<usize>() + 4);
        rule.push('+');
    }
    rule.push('\n');
    let mut text = String::new();
    for (cell, word) in words.iter().enumerate() {
        let column = cell % 9;
        if cell % 27 == 0 {
            text += &rule;
        }
        if column % 3 == 0 {
            text += "| ";
        }
        _ = write!(text, "{word:<width$} ", width = widths[column]);
        if column == 8 {
            text += "|\n";
        }
    }
    text + &rule
}

#[cfg(test)]
mod tests;
