//! Why a Sudoku with rules has no solution: clues and rules that contradict each other.
//!
//! ```text
//! left = all clues and rules
//! for each size from half of them down to 1:
//!     for each block of this size: if there is no solution without it, it leaves
//! ```
//!
//! Rows, columns, boxes and the digits of cells beside the grid always hold. In the last round,
//! each clue and each rule is tried alone, and fewer of them have no fewer solutions. So in the
//! end each one is needed.
//!
//! Two kinds of rules depend on others. "All dots are given" becomes stricter without a dot, so
//! such a rule is tried first; if it stays, all dots, V and X stay. Ties of full ranks say how
//! these are read, so they always hold.

use super::kinds::dots::{is_of_others, is_sign};
use super::kinds::edges::is_of_ties;
use super::solve::Rules;
use super::{Cell, Rule, Variant};
use crate::Stop;
use dlx3_answers::Stopped;

/// Clues and rules that contradict each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflict {
    /// The cells of the clues.
    pub cells: Vec<Cell>,
    /// The places of the rules in the list.
    pub rules: Vec<usize>,
    /// Whether each of them is known to be needed. If the search was stopped, or dots had to stay,
    /// some may be idle.
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
    let is = |demand: &Demand, kind: fn(&Rule) -> bool| match *demand {
        Demand::Clue(_) => false,
        Demand::Rule(place) => kind(&variant.rules[place]),
    };
    let (mut others, rest): (Vec<Demand>, Vec<Demand>) = clues
        .chain((0..variant.rules.len()).map(Demand::Rule))
        .partition(|demand| is(demand, is_of_others));
    let is_done = shrink(variant, &mut others, &rest, stop).is_ok();
    let (mut held, mut loose): (Vec<Demand>, Vec<Demand>) = rest
        .iter()
        .partition(|demand| is(demand, is_of_ties) || !others.is_empty() && is(demand, is_sign));
    let mut is_minimal = is_done && !held.iter().any(|demand| is(demand, is_sign));
    held.append(&mut others);
    is_minimal &= shrink(variant, &mut loose, &held, stop).is_ok();
    let mut conflict = Conflict {
        is_minimal,
        ..Conflict::default()
    };
    for demand in loose.into_iter().chain(held) {
        match demand {
            Demand::Clue(cell) => conflict.cells.push(cell),
            Demand::Rule(_) if is(&demand, is_of_ties) => {}
            Demand::Rule(place) => conflict.rules.push(place),
        }
    }
    conflict.rules.sort_unstable();
    Ok(Some(conflict))
}

/// Drops loose demands while there is no solution without them, though the others hold.
fn shrink(
    variant: &Variant,
    loose: &mut Vec<Demand>,
    held: &[Demand],
    stop: &Stop<'_>,
) -> Result<(), Stopped> {
    let mut size = loose.len().div_ceil(2);
    while size > 0 {
        let mut from = 0;
        while from < loose.len() {
            let to = loose.len().min(from + size);
            let rest = [&loose[..from], &loose[to..]].concat();
            match contradicts(variant, &[&rest, held].concat(), stop)? {
                true => *loose = rest,
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
