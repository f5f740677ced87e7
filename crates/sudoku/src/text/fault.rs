//! Why the cells of a puzzle cannot be read.

use super::forms::FormFault;
use super::pasted::Looks;
use crate::boards::{Alphabet, digit};

/// Why a line of text is not a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum GridFault {
    #[error("{found} characters where {expected} are expected")]
    WrongLength { expected: usize, found: usize },
    #[error("column {column}: `{}' is neither a digit from 1 to {} nor a blank (. 0 _ - *)",
        byte.escape_ascii(), digit::encode(*order) as char)]
    BadCharacter {
        column: usize,
        byte: u8,
        order: usize,
    },
    #[error("column {column}: `{}' is neither one of the digits {digits} nor a blank (. 0 _ - *)",
        byte.escape_ascii())]
    NotAmong {
        column: usize,
        byte: u8,
        digits: Alphabet,
    },
    #[error(
        "column {column}: {number} is neither a digit from 1 to {order} nor a blank \
        (. 0 _ - *)"
    )]
    BadNumber {
        column: usize,
        number: usize,
        order: usize,
    },
    #[error("column {column}: `0' is no blank where `{}' is one, and none of the digits {digits}",
        *blank as char)]
    ZeroAndBlank {
        column: usize,
        blank: u8,
        digits: Alphabet,
    },
    #[error("the digits are neither all of {}, nor of {}{} (see --digits)",
        Alphabet::capital(*order), Alphabet::from_zero(*order), or_letters(*order))]
    Mixed { order: usize },
    #[error("two readings fit, with the digits {first} and with {second}: see --digits {} and \
        --digits {}", first.argument(), second.argument())]
    Ambiguous { first: Alphabet, second: Alphabet },
    #[error("column {column}: this cell is a hole of the board and holds no digit")]
    DigitInHole { column: usize },
    #[error(transparent)]
    Form(#[from] FormFault),
    #[error(
        "{looks} as {} signs, all in a line or a line for each row, with 0 or . for blanks (all \
        forms: docs/sudoku.md, \"Puzzles as text\")", order * order
    )]
    NotRead { looks: Looks, order: usize },
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
