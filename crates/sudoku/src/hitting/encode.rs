//! The exact cover problem whose solutions are hitting sets.
//!
//! Item `N|n` is in every option and counts the clues; `1:S|uK` is set `K` of
//! `S` cells; `G|k` counts the clues kept of a given puzzle. There is an option
//! for every cell that may be a clue. It has the clue as a colored secondary item
//! `pRC:D`, row and column from 0, so that a solution reads as a puzzle.

use crate::boards::digit;
use crate::solved::Filled;
use crate::solved::cells::Cells;
use crate::unavoidable::keep_minimal;
use dlx3_base::text::plural::counted;
use dlx3_format::{Bounds, BuildError, ItemId, Problem};

/// Which puzzles of a grid to look for.
#[derive(Clone, Copy, Debug)]
pub struct Terms<const W: usize> {
    /// The number of clues.
    pub clues: usize,
    /// The cells that may be clues.
    pub pattern: Cells<W>,
    /// A puzzle whose clues the others share, except for a few.
    pub kept: Option<Kept<W>>,
}

/// A puzzle of the grid, all but `free` of whose clues stay.
#[derive(Clone, Copy, Debug)]
pub struct Kept<const W: usize> {
    /// The clues of that puzzle.
    pub given: Cells<W>,
    /// How many of them may go.
    pub free: usize,
}

/// Why there are no such puzzles, or no such problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum HitFault {
    Clues { clues: usize, most: usize },
    Free { free: usize, given: usize },
    Kept { kept: usize, clues: usize },
    Problem(BuildError),
}

dlx3_base::messages! {
    HitFault {
        Self::Clues { clues, most } => "there must be from 1 to {most} clues here, not {clues}",
        Self::Free { free, given } => (
            "{} cannot be free where {given} {} given",
            counted(free, "clue"),
            if *given == 1 { "is" } else { "are" },
        ),
        Self::Kept { kept, clues } => (
            "{} that {} and {} in all do not go together here",
            counted(kept, "clue"),
            if *kept == 1 { "stays" } else { "stay" },
            counted(clues, "clue"),
        ),
        Self::Problem(it) => "the problem is too large: {it}",
    }
}

impl From<BuildError> for HitFault {
    fn from(kind: BuildError) -> Self {
        HitFault::Problem(kind)
    }
}

/// The problem of hitting all these sets, under these terms. The sets are restricted
/// to cells that may be clues, and those that then contain another are left out.
///
/// # Errors
/// If the terms contradict each other, or there are too many sets.
pub fn encode<const W: usize>(
    grid: &Filled<W>,
    sets: &[Cells<W>],
    terms: &Terms<W>,
) -> Result<Problem, HitFault> {
    let mut cells = terms.pattern;
    let (clues, most) = (terms.clues, cells.count() as usize);
    if !(1..=most).contains(&clues) {
        return Err(HitFault::Clues { clues, most });
    }
    let mut builder = Problem::builder();
    let exactly = |count| Bounds {
        lower: count as u32,
        upper: count as u32,
    };
    let number = builder.item("n", exactly(clues))?;
    let mut kept = None;
    if let Some(Kept { given, free }) = &terms.kept {
        let all_given = given.count() as usize;
        let Some(stay) = all_given.checked_sub(*free) else {
            let given = all_given;
            return Err(HitFault::Free { free: *free, given });
        };
        let usable = cells.and(given).count() as usize;
        let others = cells.minus(given).count() as usize;
        if stay > clues.min(usable) || clues - stay > others {
            return Err(HitFault::Kept { kept: stay, clues });
        }
        if stay == 0 {
            // An item with the upper bound 0 cannot be written.
            cells = cells.minus(given);
        } else {
            kept = Some((given, builder.item("k", exactly(stay))?));
        }
    }
    let mut sets: Vec<Cells<W>> = sets.iter().map(|set| set.and(&cells)).collect();
    keep_minimal(&mut sets);
    let mut hit: Vec<Vec<ItemId>> = vec![Vec::new(); grid.cells()];
    for (index, set) in sets.iter().enumerate() {
        let bounds = Bounds {
            lower: 1,
            // A set without cells cannot be hit: its item is in no option.
            upper: set.count().max(1),
        };
        let item = builder.item(format!("u{index}"), bounds)?;
        for cell in set.iter() {
            hit[cell].push(item);
        }
    }
    let order = grid.order();
    let mut places = Vec::new();
    for cell in cells.iter() {
        let (row, column) = (cell / order, cell % order);
        let name = [b'p', digit::encode(row), digit::encode(column)];
        places.push((cell, builder.secondary(name)?));
    }
    for (cell, place) in places {
        let mut nodes = vec![(number, None)];
        if let Some((given, item)) = kept
            && given.contains(cell)
        {
            nodes.push((item, None));
        }
        nodes.extend(hit[cell].iter().map(|&item| (item, None)));
        nodes.push((place, Some(digit::encode(grid.digit(cell) + 1))));
        builder.option(&nodes)?;
    }
    Ok(builder.build()?)
}
