//! Why a Sudoku with rules has no solution: clues and rules that contradict each other.
//!
//! ```text
//! left = all clues and rules
//! for each size from half of them down to 1:
//!     for each block of this size: if there is no solution without it, it leaves
//! ```
//!
//! Rows, columns, boxes and the digits of cells beside the grid always hold. In the last round each clue and rule is tried alone, and
//! with less there are no fewer solutions; so in the end each one is needed.

use super::solve::Rules;
use super::{Cell, Variant};
use crate::Stop;
use dlx3_answers::Stopped;

/// Clues and rules that contradict each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflict {
    /// The cells of the clues.
    pub cells: Vec<Cell>,
    /// The places of the rules in the list.
    pub rules: Vec<usize>,
    /// Whether there is a solution without any one of them. If the search was stopped, some may be
    /// idle.
    pub is_minimal: bool,
}

/// A clue, or a rule by its place.
#[derive(Clone, Copy)]
enum Demand {
    Clue(Cell),
    Rule(usize),
}

/// Why a Sudoku has no solution; none if it has one.
///
/// # Errors
/// If it was stopped before it was known whether there is a solution.
pub fn why(rules: &Rules<'_>, stop: &Stop<'_>) -> Result<Option<Conflict>, Stopped> {
    let variant = rules.variant();
    if !rules.solutions(1, stop)?.is_empty() {
        return Ok(None);
    }
    let all = variant.shape.digits();
    let clues = (0..variant.shape.cells()).filter(|&cell| variant.sets[cell] != all);
    let clues = clues.map(|cell| Demand::Clue(cell as Cell));
    let mut left: Vec<Demand> = clues
        .chain((0..variant.rules.len()).map(Demand::Rule))
        .collect();
    let is_minimal = shrink(variant, &mut left, stop).is_ok();
    let mut conflict = Conflict {
        is_minimal,
        ..Conflict::default()
    };
    for demand in left {
        match demand {
            Demand::Clue(cell) => conflict.cells.push(cell),
            Demand::Rule(place) => conflict.rules.push(place),
        }
    }
    Ok(Some(conflict))
}

/// Drops demands while there is no solution without them.
fn shrink(variant: &Variant, left: &mut Vec<Demand>, stop: &Stop<'_>) -> Result<(), Stopped> {
    let mut size = left.len().div_ceil(2);
    while size > 0 {
        let mut from = 0;
        while from < left.len() {
            let to = left.len().min(from + size);
            let rest: Vec<Demand> = left[..from].iter().chain(&left[to..]).copied().collect();
            match contradicts(variant, &rest, stop)? {
                true => *left = rest,
                false => from = to,
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Ok(())
}

/// Whether no grid meets these demands. A rule that needs another one, which is missing, does not
/// contradict anything.
fn contradicts(variant: &Variant, demands: &[Demand], stop: &Stop<'_>) -> Result<bool, Stopped> {
    let mut less = Variant {
        rules: Vec::new(),
        ..variant.clone()
    };
    less.sets[..variant.shape.cells()].fill(variant.shape.digits());
    for &demand in demands {
        match demand {
            Demand::Clue(cell) => less.sets[usize::from(cell)] = variant.sets[usize::from(cell)],
            Demand::Rule(place) => less.rules.push(variant.rules[place].clone()),
        }
    }
    match Rules::new(&less) {
        Ok(rules) => Ok(rules.solutions(1, stop)?.is_empty()),
        Err(_) => Ok(false),
    }
}
