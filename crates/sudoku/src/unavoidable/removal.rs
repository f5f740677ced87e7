//! Unavoidable sets as GridChecker finds them: remove some digits, or the cells of
//! some boxes, find all solutions, and take the cells that differ from the grid.
//!
//! The solutions come from the DLX3 search. Each option that changes a cell has
//! the item `1:S|s` besides the four of its cell, so that a solution changes
//! at most `S` cells and the grid itself is none.

use super::keep_minimal_until;
use crate::boards::digit;
use crate::solved::Filled;
use crate::solved::cells::Cells;
use crate::{Stop, ask, never};
use dlx3_answers::Stopped;
use dlx3_format::{Bounds, BuildError, ItemId, Problem};
use dlx3_search::{Engine, Observer, Outcome, Search, Solution, State};

use std::ops::ControlFlow;

/// The cells to remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// All cells of this many digits.
    Digits(usize),
    /// All cells of this many boxes.
    Boxes(usize),
}

impl Removal {
    fn count(self) -> usize {
        match self {
            Removal::Digits(count) | Removal::Boxes(count) => count,
        }
    }
}

/// The minimal unavoidable sets of at most `limit` cells, smallest first, each within the cells of
/// one removal.
pub fn minimal_sets<const W: usize>(
    grid: &Filled<W>,
    removal: Removal,
    limit: usize,
) -> Vec<Cells<W>> {
    minimal_sets_until(grid, removal, limit, &never).expect("nobody stops it")
}

/// `minimal_sets`, until `stop` asks for an end.
///
/// # Errors
/// If it was stopped before the list was complete.
pub fn minimal_sets_until<const W: usize>(
    grid: &Filled<W>,
    removal: Removal,
    limit: usize,
    stop: &Stop<'_>,
) -> Result<Vec<Cells<W>>, Stopped> {
    let mut all = Vec::new();
    for choice in choices(grid.order(), removal.count()) {
        ask(stop)?;
        let removed: Cells<W> = (0..grid.cells())
            .filter(|&cell| {
                let number = match removal {
                    Removal::Digits(_) => grid.digit(cell),
                    Removal::Boxes(_) => grid.units_of(cell)[2] - 2 * grid.order(),
                };
                choice >> number & 1 != 0
            })
            .collect();
        let mut sets = differences(grid, &removed, limit, stop)?;
        keep_minimal_until(&mut sets, stop)?;
        all.extend(sets);
    }
    keep_minimal_until(&mut all, stop)?;
    Ok(all)
}

/// All ways to choose `count` of `order` things, as bits.
fn choices(order: usize, count: usize) -> impl Iterator<Item = u32> {
    let last = 1u64 << order;
    let first = (1u64 << count.min(63)) - 1;
    let next = |&bits: &u64| {
        // The next number with as many bits.
        let low = bits & bits.wrapping_neg();
        let carried = bits + low;
        let shifted = (bits ^ carried) >> 2;
        (bits != 0).then(|| carried | shifted.checked_div(low).unwrap_or(0))
    };
    std::iter::successors(Some(first), next)
        .take_while(move |&bits| count <= order && bits < last)
        .map(|bits| bits as u32)
}

/// Solves the grid without `removed`. For each other solution that differs in at most `limit`
/// cells, returns these cells.
fn differences<const W: usize>(
    grid: &Filled<W>,
    removed: &Cells<W>,
    limit: usize,
    stop: &Stop<'_>,
) -> Result<Vec<Cells<W>>, Stopped> {
    if limit == 0 || removed.is_empty() {
        return Ok(Vec::new());
    }
    let (problem, options) = encode(grid, removed, limit)
        .expect("names are distinct and short, bounds positive and in order");
    let mut seen = Differences {
        options: &options,
        found: Vec::new(),
        stop,
    };
    match Search::new(&problem, Engine::Auto).run(&mut seen) {
        Outcome::Exhausted => Ok(seen.found),
        _ => Err(Stopped::Limit),
    }
}

/// Collects solutions until `stop` asks for an end.
struct Differences<'s, const W: usize> {
    /// The cell of each option, and whether it is changed there.
    options: &'s [(usize, bool)],
    found: Vec<Cells<W>>,
    stop: &'s Stop<'s>,
}

impl<const W: usize> Observer for Differences<'_, W> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        let changed = solution.options.iter().filter_map(|&option| {
            let (cell, changed) = self.options[option.index()];
            changed.then_some(cell)
        });
        self.found.push(changed.collect());
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _: &dyn State) -> ControlFlow<()> {
        match (self.stop)() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The problem, and the cell of each option with whether it is changed there.
fn encode<const W: usize>(
    grid: &Filled<W>,
    removed: &Cells<W>,
    limit: usize,
) -> Result<(Problem, Vec<(usize, bool)>), BuildError> {
    let order = grid.order();
    let mut builder = Problem::builder();
    let limit = limit.min(grid.cells()) as u32;
    let mut places: Vec<Option<ItemId>> = vec![None; grid.cells()];
    for cell in removed.iter() {
        let name = [
            b'p',
            digit::encode(cell / order),
            digit::encode(cell % order),
        ];
        places[cell] = Some(builder.item(name, Bounds::ONE)?);
    }
    // Digit `d` is missing in unit `u`: item at `u * order + d`.
    let mut missing: Vec<Option<ItemId>> = vec![None; 3 * order * order];
    for (number, unit) in grid.units().iter().enumerate() {
        for cell in unit.and(removed).iter() {
            let value = grid.digit(cell);
            let kind = b"rcb"[number / order];
            let name = [
                kind,
                digit::encode(number % order),
                digit::encode(value + 1),
            ];
            missing[number * order + value] = Some(builder.item(name, Bounds::ONE)?);
        }
    }
    let sized = Bounds {
        lower: 1,
        upper: limit,
    };
    let size = builder.item("s", sized)?;
    let mut options = Vec::new();
    for cell in removed.iter() {
        for value in 0..order {
            let units = grid.units_of(cell);
            let items = units.map(|unit| missing[unit * order + value]);
            let (Some(place), [Some(row), Some(column), Some(bx)]) = (places[cell], items) else {
                continue;
            };
            let changed = value != grid.digit(cell);
            let nodes = [place, row, column, bx, size].map(|item| (item, None));
            builder.option(&nodes[..if changed { 5 } else { 4 }])?;
            options.push((cell, changed));
        }
    }
    Ok((builder.build()?, options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_all_combinations() {
        let list = |order, count| choices(order, count).collect::<Vec<u32>>();
        assert_eq!(list(4, 2), [0b11, 0b101, 0b110, 0b1001, 0b1010, 0b1100]);
        assert_eq!(list(32, 31).len(), 32);
        assert_eq!(
            (list(3, 3).len(), list(3, 0).len(), list(3, 4).len()),
            (1, 1, 0)
        );
        assert_eq!(list(9, 5).len(), 126);
    }
}
