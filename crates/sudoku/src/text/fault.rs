//! Why the cells of a puzzle cannot be read.

use super::forms::FormFault;
use super::pasted::Looks;
use crate::boards::{Alphabet, digit};
use dlx3_base::text::plural::counted;

/// Why a line of text is not a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum GridFault {
    WrongLength {
        expected: usize,
        found: usize,
    },
    BadCharacter {
        column: usize,
        byte: u8,
        order: usize,
    },
    NotAmong {
        column: usize,
        byte: u8,
        digits: Alphabet,
    },
    BadNumber {
        column: usize,
        number: usize,
        order: usize,
    },
    ZeroAndBlank {
        column: usize,
        blank: u8,
        digits: Alphabet,
    },
    Mixed {
        order: usize,
    },
    Ambiguous {
        first: Alphabet,
        second: Alphabet,
    },
    DigitInHole {
        column: usize,
    },
    Form(FormFault),
    NotRead {
        looks: Looks,
        order: usize,
    },
}

dlx3_base::messages! {
    GridFault {
        Self::WrongLength { expected, found } => (
            "{} where {expected} are expected", counted(found, "character"),
        ),
        Self::BadCharacter { column, byte, order } => (
            "column {column}: `{}' is neither a digit from 1 to {} nor a blank (. 0 _ - *)",
            byte.escape_ascii(),
            digit::encode(*order) as char,
        ),
        Self::NotAmong { column, byte, digits } => (
            "column {column}: `{}' is neither one of the digits {digits} nor a blank (. 0 _ - *)",
            byte.escape_ascii(),
        ),
        Self::BadNumber { column, number, order } =>
            "column {column}: {number} is neither a digit from 1 to {order} nor a blank \
            (. 0 _ - *)",
        Self::ZeroAndBlank { column, blank, digits } => (
            "column {column}: `0' is no blank where `{}' is one, and none of the digits {digits}",
            *blank as char,
        ),
        Self::Mixed { order } => (
            "the digits are neither all of {}, nor of {}{} (see --digits)",
            Alphabet::capital(*order),
            Alphabet::from_zero(*order),
            or_letters(*order),
        ),
        Self::Ambiguous { first, second } => (
            "two readings fit, with the digits {first} and with {second}: see --digits {} and \
            --digits {}",
            first.argument(),
            second.argument(),
        ),
        Self::DigitInHole { column } =>
            "column {column}: this cell is a hole of the board and holds no digit",
        Self::Form(it) => "{it}",
        Self::NotRead { looks, order } => (
            "{looks} as {} signs, all in a line or a line for each row, with 0 or . for blanks (all \
            forms: docs/sudoku.md, \"Puzzles as text\")",
            order * order,
        ),
    }
    through { FormFault => Form }
}

fn or_letters(order: usize) -> String {
    let letters = Alphabet::letters(order).filter(|_| order > 9);
    letters.map_or(String::new(), |letters| format!(", nor of {letters}"))
}

impl GridFault {
    /// The column of the fault, if it has one.
    pub(super) fn column_mut(&mut self) -> Option<&mut usize> {
        match self {
            Self::BadCharacter { column, .. }
            | Self::NotAmong { column, .. }
            | Self::BadNumber { column, .. }
            | Self::ZeroAndBlank { column, .. }
            | Self::DigitInHole { column } => Some(column),
            Self::WrongLength { .. }
            | Self::Mixed { .. }
            | Self::Ambiguous { .. }
            | Self::Form(_)
            | Self::NotRead { .. } => None,
        }
    }
}
