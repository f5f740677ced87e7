//! Puzzles in texts that people copy from a terminal, a page, a spreadsheet or a program.
//!
//! | file | what it reads |
//! |---|---|
//! | `fields.rs` | rows of fields between bars, commas, `&` or blanks, with headers, row names and other text |
//! | `fixed.rs` | rows whose blanks are spaces, so that places count |
//! | `lists.rs` | lists in brackets: JSON, Python, C, whatever their lines are |
//! | `markup.rs` | XML and HTML with an element for each cell |
//! | `run.rs` | all cells in an address or another line; all cells in lines of any length |
//! | `looks.rs` | what a text that is not read looks like |
//!
//! [`Puzzles`](super::Puzzles) comes here only with a text that it would refuse. Every reader tries
//! the text and must account for all of its lines, and the readers must agree: digits in a remark
//! are no clues, and a text with two readings is refused.

mod cell;
mod fields;
mod fixed;
mod lists;
mod looks;
mod markup;
mod run;

pub use lists::is_solution;
pub use looks::Looks;

use super::layout;
use super::reading::Sign;
use crate::boards::Geometry;

/// The board asked for, and whether the text is complete.
#[derive(Clone, Copy)]
struct Asked {
    order: usize,
    /// Rows and columns of a box.
    shape: Option<(usize, usize)>,
    /// Whether the text is complete. If not, more lines may follow.
    is_whole: bool,
}

impl Asked {
    fn cells(self) -> usize {
        self.order * self.order
    }
}

/// Finds grids in lines, if they are of its form.
type Reader = fn(Asked, &[Vec<u8>]) -> Option<Found>;

/// A grid that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGrid {
    /// Its first line, from 0.
    pub line: usize,
    /// The signs of its cells, `.` for blanks.
    pub signs: Vec<Sign>,
    /// The cells whose digits the player entered; empty if the text does not say.
    pub entered: Vec<bool>,
}

/// All grids of a text, and how many of its lines they take, lines between them included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The grids, at least one.
    pub grids: Vec<FoundGrid>,
    /// The lines.
    pub used: usize,
}

/// Whether a line is prose or blank, and so cannot be part of a puzzle.
pub fn is_words(geometry: &Geometry, line: &[u8]) -> bool {
    let line = cell::in_ascii(line);
    let letters = line.split(|byte| !byte.is_ascii_alphabetic() && *byte != b'~');
    let has_word = letters.map(<[u8]>::len).any(|length| length > 2);
    let is_fence = line.trim_ascii() == b"```";
    is_fence || line.trim_ascii().is_empty() || has_word && cell::is_text(geometry.order(), &line)
}

/// Finds the puzzles of a text. If it is not whole, more may follow.
///
/// # Errors
/// The likely kind of the text, if it is known.
pub fn find(geometry: &Geometry, lines: &[&[u8]], is_whole: bool) -> Result<Found, Option<Looks>> {
    let asked = Asked {
        order: geometry.order(),
        shape: geometry.box_shape(),
        is_whole,
    };
    let mut is_skipped = false;
    let line = |line: &&[u8]| {
        // A section with a player's progress is no puzzle.
        if let Some(is_puzzle) = layout::section_of(line) {
            is_skipped = !is_puzzle;
        }
        match is_skipped {
            true => Vec::new(),
            false => cell::in_ascii(line),
        }
    };
    let text: Vec<Vec<u8>> = lines.iter().map(line).collect();
    let refused = || Err(looks::of(asked, &text));
    let readers: [Reader; 6] = [
        run::addresses,
        fields::find,
        fixed::find,
        lists::find,
        markup::find,
        run::wrapped,
    ];
    let mut found: Option<Found> = None;
    for reader in readers {
        let Some(other) = reader(asked, &text).filter(|found| !found.grids.is_empty()) else {
            continue;
        };
        let is_same = |found: &Found| {
            let signs = |found: &Found| -> Vec<Vec<Sign>> {
                found.grids.iter().map(|grid| grid.signs.clone()).collect()
            };
            signs(found) == signs(&other)
        };
        match &found {
            None => found = Some(other),
            Some(first) if is_same(first) => {}
            Some(_) => return Err(Some(Looks::TwoReadings)),
        }
    }
    found.map_or_else(refused, Ok)
}
