//! Why a puzzle has no solution: cells, and digits of units, that cannot all be had.
//!
//! The puzzle as an exact cover ([`super::encode`]) demands a digit for each empty cell, each
//! missing digit in each unit, and the sum of each cage. Of a puzzle without solutions, a smallest
//! set of these demands is told that cannot be met together
//! ([conflict](dlx3_answers::conflict)).

use super::encode::{ItemName, build_named};
use crate::Stop;
use crate::boards::{Board, Cage, Grid};
use dlx3_answers::conflict::conflict;
use dlx3_answers::{Limits, Stopped};
use dlx3_base::text::list::list;
use dlx3_format::BuildError;

/// The limit of the search's memory, in bytes.
const MEMORY: usize = 1 << 28;

/// A demand of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// A cell has a digit.
    Cell(u16),
    /// A unit has a digit: the place of the unit in the geometry's list, and the digit from 1.
    Digit(u16, u8),
    /// A cage has its sum: its place among the cages.
    Cage(u16),
}

/// Demands that cannot be met together, in the order of the cover: cells, units, cages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The demands.
    pub needs: Vec<Need>,
    /// Whether each of them is known to be needed for that. If the search was stopped, some may not
    /// be.
    pub is_minimal: bool,
}

impl Impossible {
    /// The demands in words: "There cannot be a digit in r1c2.", or a list of what cannot be had together.
    pub fn text(&self, board: &Board) -> String {
        let named: Vec<String> = self.needs.iter().map(|&need| named(need, board)).collect();
        match (&self.needs[..], &named[..]) {
            ([Need::Cell(_)], [only]) => format!("There cannot be {only}."),
            ([Need::Digit(unit, digit)], _) => {
                let unit = board.geometry.unit_name((*unit).into());
                format!("No place is left for {digit} in {unit}.")
            }
            ([Need::Cage(_)], [only]) => format!("The digits leave no way to fill {only}."),
            _ => format!("These cannot all be had: {}.", list(named, "and")),
        }
    }
}

fn named(need: Need, board: &Board) -> String {
    let geometry = &board.geometry;
    let cell = |cell: u16| {
        let cell = usize::from(cell);
        format!("r{}c{}", geometry.row(cell) + 1, geometry.column(cell) + 1)
    };
    match need {
        Need::Cell(at) => format!("a digit in {}", cell(at)),
        Need::Digit(unit, digit) => format!("{digit} in {}", geometry.unit_name(unit.into())),
        Need::Cage(number) => {
            let Cage { sum, cells } = &board.cages[usize::from(number)];
            format!("the sum {sum} from {} on", cell(cells[0]))
        }
    }
}

/// Why a puzzle has no solution; none if it has one, or if its clues clash already.
///
/// # Errors
/// If it was stopped before it was known whether there is a solution.
pub fn why(board: &Board, grid: &Grid, stop: &Stop<'_>) -> Result<Option<Impossible>, Stopped> {
    let Ok((problem, names)): Result<_, BuildError> = build_named(board, grid) else {
        return Ok(None);
    };
    if grid.clash(&board.geometry).is_some() {
        return Ok(None);
    }
    let mut ask = || stop();
    let mut limits = Limits {
        stop: &mut ask,
        ..Limits::new(MEMORY)
    };
    let found = conflict(&problem, &mut limits)?;
    Ok(found.map(|found| {
        let mut needs = Vec::new();
        for own in found.items {
            let need = match names[own.item.index()] {
                ItemName::Place(row, column) => {
                    let order = board.geometry.order();
                    Need::Cell((row * order + column) as u16)
                }
                ItemName::Unit(kind, digit) => {
                    let mut units = board.geometry.units().iter();
                    let unit = units.position(|unit| unit.kind == kind).unwrap_or_default();
                    Need::Digit(unit as u16, digit as u8)
                }
                ItemName::Cage(number) | ItemName::RuledOut(number, _) => Need::Cage(number as u16),
                ItemName::Board(..) => continue,
            };
            if !needs.contains(&need) {
                needs.push(need);
            }
        }
        Impossible {
            needs,
            is_minimal: found.is_minimal,
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{Geometry, cage};
    use crate::never;

    fn told(line: &[u8]) -> Option<String> {
        let board = Board::from(Geometry::of_order(9).unwrap());
        let grid = Grid::parse(&board.geometry, line).unwrap();
        let found = why(&board, &grid, &never).unwrap()?;
        assert!(found.is_minimal);
        Some(found.text(&board))
    }

    #[test]
    fn a_cell_without_candidates_and_a_digit_without_places_are_told_alone() {
        let with = |clues: &[(usize, u8)]| {
            let mut line = [b'.'; 81];
            clues
                .iter()
                .for_each(|&(cell, digit)| line[cell] = b'0' + digit);
            told(&line).unwrap()
        };
        let row = (0..8).map(|cell| (cell, cell as u8 + 1));
        let clues: Vec<(usize, u8)> = row.chain([(44, 9)]).collect();
        assert_eq!(with(&clues), "There cannot be a digit in r1c9.");
        let clues = [(4, 1), (16, 1), (18, 2), (19, 3), (20, 4)];
        assert_eq!(with(&clues), "No place is left for 1 in row 3.");
    }

    #[test]
    fn a_puzzle_with_solutions_has_no_conflict() {
        assert_eq!(told(&[b'.'; 81]), None);
    }

    #[test]
    fn cells_and_digits_that_cannot_be_had_together_are_a_smallest_set() {
        let line =
            *b"..85..27.........1..2.6.45........3.2....19...93.84....6.7..1......1....58..32...";
        let board = Board::from(Geometry::of_order(9).unwrap());
        let [solution] = &crate::solve::Solver::new(&board)
            .solutions(&Grid::parse(&board.geometry, &line).unwrap(), 2)[..]
        else {
            panic!("it has one solution");
        };
        let mut several = 0;
        for cell in (0..81).filter(|&cell| line[cell] == b'.').step_by(6) {
            for digit in (1..=9)
                .filter(|&digit| solution.get(cell) != Some(digit))
                .step_by(4)
            {
                let mut wrong = line;
                wrong[cell] = b'0' + digit;
                let grid = Grid::parse(&board.geometry, &wrong).unwrap();
                if grid.clash(&board.geometry).is_some() {
                    continue;
                }
                let found = why(&board, &grid, &never).unwrap().unwrap();
                assert!(found.is_minimal && !found.needs.is_empty());
                if found.needs.len() > 1 {
                    several += 1;
                    let text = found.text(&board);
                    assert!(text.starts_with("These cannot all be had: "), "{text}");
                }
            }
        }
        assert!(several > 2, "{several}");
    }

    #[test]
    fn a_cage_whose_sum_cannot_be_had_is_named() {
        let geometry = Geometry::of_order(4).unwrap();
        let cages = cage::read(&geometry, b"3 r1c1 r1c2\n3 r1c3 r1c4").unwrap();
        let board = Board { geometry, cages };
        let found = why(&board, &Grid::empty(4), &never).unwrap().unwrap();
        let text = found.text(&board);
        assert!(
            text.contains("the sum 3 from r1c1 on") && text.contains("the sum 3 from r1c3 on"),
            "{text}"
        );
    }
}
