//! Solutions of the exact cover back to grids, by the names of the items alone.

use crate::boards::digit::decode;
use dlx3_format::Name;

/// A grid whose size is that of its greatest row and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The number of columns.
    pub columns: usize,
    /// The digits row by row.
    pub digits: Vec<u8>,
    /// The digits beside the grid that rules have, too, in the order of their numbers.
    pub beside: Vec<u8>,
}

/// Whether an option is one of these problems: it gives a cell a color.
pub fn is_of_rules(words: &[(Name, Option<u8>)]) -> bool {
    place(words).is_some() || beside(words).is_some()
}

/// The row, column and digit of an option `pRC xRC:D ...`.
fn place(words: &[(Name, Option<u8>)]) -> Option<(usize, usize, u8)> {
    let is_cell = |word: &&(Name, Option<u8>)| matches!(word.0.as_bytes(), [b'p', _, _]);
    let cell = words.iter().find(is_cell)?.0.as_bytes();
    let is_color = |word: &&(Name, Option<u8>)| matches!(word.0.as_bytes(), [b'x', row, column] if [*row, *column] == cell[1..]);
    let digit = words.iter().find(is_color)?.1?;
    Some((decode(cell[1])?, decode(cell[2])?, decode(digit)? as u8))
}

/// The number and digit of an option `eN yN:D ...`.
fn beside(words: &[(Name, Option<u8>)]) -> Option<(usize, u8)> {
    let number = |word: &(Name, Option<u8>), letter: u8| -> Option<usize> {
        let digits = word.0.as_bytes().strip_prefix(&[letter])?;
        std::str::from_utf8(digits).ok()?.parse().ok()
    };
    let cell = words.iter().find_map(|word| number(word, b'e'))?;
    let color = words.iter().find(|word| number(word, b'y') == Some(cell))?;
    Some((cell, decode(color.1?)? as u8))
}

/// The grid of a solution.
///
/// # Errors
/// If a cell is missing, or told twice.
pub fn read<'w>(options: impl Iterator<Item = &'w [(Name, Option<u8>)]>) -> Result<Read, String> {
    let mut cells = Vec::new();
    let mut others = Vec::new();
    for words in options {
        cells.extend(place(words));
        others.extend(beside(words));
    }
    let rows = cells.iter().map(|own| own.0 + 1).max().unwrap_or(0);
    let columns = cells.iter().map(|own| own.1 + 1).max().unwrap_or(0);
    let mut digits = vec![None; rows * columns];
    for (row, column, digit) in cells {
        if digits[row * columns + column].replace(digit).is_some() {
            return Err(format!("r{}c{} is told twice", row + 1, column + 1));
        }
    }
    let missing = digits.iter().position(Option::is_none);
    if let Some(cell) = missing {
        let (row, column) = (cell / columns + 1, cell % columns + 1);
        return Err(format!("r{row}c{column} is missing"));
    }
    others.sort_unstable();
    Ok(Read {
        columns,
        digits: digits.into_iter().flatten().collect(),
        beside: others.into_iter().map(|own| own.1).collect(),
    })
}
