//! Killer Sudokus without digits: a filled grid is cut into cages whose sums have one solution.
//!
//! ```text
//! cut a filled grid into cages of different digits
//! while the sums have a second solution:
//!     some cage has cells in which the two solutions differ
//!     cut it in two, or give one such cell to the cage beside it,
//!         so that the sums of the two solutions differ
//! ```
//!
//! Each change rules out the second solution that led to it. Cages of two cells and more are
//! changed without cages of one cell as long as that is possible; a cage of one cell tells its
//! digit.

use super::make::MakeFault;
use crate::Stop;
use crate::boards::{Board, Cage, Geometry, Grid};
use crate::random::Random;
use crate::solve::Solver;

/// The most cells of a cage; on boards above order 9, where sums tell less.
const MOST: usize = 5;
const MOST_LARGE: usize = 2;
/// How many cuts are made until one has no cage of one cell.
const DRAWS: u32 = 50;
/// How many changes a cut gets before the grid is cut once more.
const CHANGES: u32 = 60;
/// How many cuts are tried with cages of two cells at least. The last one may have cages of one.
const CUTS: u32 = 20;
/// The limits of nodes and of tries for filling a board.
const FILL_NODES: u64 = 20_000;
const FILL_TRIES: u32 = 500;

/// A killer Sudoku without digits, and its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MadeKiller {
    /// The board with its cages, which hold all cells.
    pub board: Board,
    /// The only solution.
    pub solution: Grid,
}

/// Makes the killer Sudoku of that stream on a board without cages.
///
/// # Errors
/// If none is found in reasonable time, or if it was stopped.
pub fn make_killer(
    geometry: &Geometry,
    seed: u64,
    stream: u64,
    stop: &Stop<'_>,
) -> Result<MadeKiller, MakeFault> {
    let mut random = Random::new(seed, stream);
    let plain = Board::from(geometry.clone());
    let empty = Grid::empty(geometry.order());
    let solution = Solver::new(&plain)
        .fill_until(&empty, &mut random, FILL_TRIES, FILL_NODES, stop)
        .map_err(|_| MakeFault::Stopped)?
        .ok_or(MakeFault::NoGrid)?;
    for cut in 1..=CUTS {
        let mut draws = (0..DRAWS).map(|_| Cages::cut(geometry, &solution, &mut random));
        let mut cages = draws.next().expect("there are several");
        while cages.has_single()
            && let Some(other) = draws.next()
        {
            cages = other;
        }
        drop(draws);
        let least = if cut == CUTS { 1 } else { 2 };
        let mut changes = 0;
        loop {
            let board = cages.board();
            let found = Solver::new(&board).solutions_until(&empty, 2, stop);
            let found = found.map_err(|_| MakeFault::Stopped)?;
            let Some(other) = found
                .iter()
                .find(|&found| found.cells() != solution.cells())
            else {
                return Ok(MadeKiller { board, solution });
            };
            changes += 1;
            let is_late = changes > CHANGES && cut < CUTS;
            if is_late || !cages.rule_out(other, least, &mut random) {
                break;
            }
        }
    }
    Err(MakeFault::NoPuzzle(CUTS))
}

/// A grid that is cut into cages.
struct Cages<'g> {
    geometry: &'g Geometry,
    solution: &'g Grid,
    cages: Vec<Vec<u16>>,
    cage_of: Vec<usize>,
    /// The most cells of a cage.
    most: usize,
}

impl<'g> Cages<'g> {
    /// Cuts a grid at random.
    fn cut(geometry: &'g Geometry, solution: &'g Grid, random: &mut Random) -> Self {
        let free = usize::MAX;
        let mut all = Cages {
            geometry,
            solution,
            cages: Vec::new(),
            cage_of: vec![free; geometry.cells()],
            most: match geometry.order() {
                ..=9 => MOST,
                _ => MOST_LARGE,
            },
        };
        for cell in (0..geometry.cells()).filter(|&cell| !geometry.is_hole(cell)) {
            if all.cage_of[cell] != free {
                continue;
            }
            let number = all.cages.len();
            all.cages.push(Vec::new());
            all.put(cell as u16, number);
            let size = 2 + random.below(all.most as u32 - 1) as usize;
            while all.cages[number].len() < size {
                let near = all.beside(number);
                let near = near.into_iter().filter(|&cell| {
                    all.cage_of[usize::from(cell)] == free && all.fits(cell, number)
                });
                let near: Vec<u16> = near.collect();
                if near.is_empty() {
                    break;
                }
                let next = near[random.below(near.len() as u32) as usize];
                all.put(next, number);
            }
            // A cell that is left alone goes to a cage beside it.
            if all.cages[number].len() == 1 {
                let near = all.beside(number).into_iter();
                let near = near.map(|cell| all.cage_of[usize::from(cell)]);
                let may = |&other: &usize| {
                    other != free && all.cages[other].len() < MOST && all.fits(cell as u16, other)
                };
                if let Some(other) = near.filter(may).min_by_key(|&other| all.cages[other].len()) {
                    all.cages.pop();
                    all.put(cell as u16, other);
                }
            }
        }
        all
    }

    /// Whether a cage has one cell, which tells its digit.
    fn has_single(&self) -> bool {
        self.cages.iter().any(|cells| cells.len() == 1)
    }

    fn put(&mut self, cell: u16, cage: usize) {
        self.cages[cage].push(cell);
        self.cage_of[usize::from(cell)] = cage;
    }

    fn digit(&self, cell: u16) -> u8 {
        self.solution.cells()[usize::from(cell)]
    }

    /// Whether the digit of a cell is none of a cage.
    fn fits(&self, cell: u16, cage: usize) -> bool {
        let mut own = self.cages[cage].iter();
        own.all(|&other| self.digit(other) != self.digit(cell))
    }

    /// The cells beside one.
    fn near(&self, cell: u16) -> Vec<u16> {
        let (geometry, at, order) = (self.geometry, usize::from(cell), self.geometry.order());
        let (row, column) = (geometry.row(at), geometry.column(at));
        let mut near = Vec::with_capacity(4);
        if row > 0 {
            near.push(cell - order as u16);
        }
        if column > 0 {
            near.push(cell - 1);
        }
        if column + 1 < order {
            near.push(cell + 1);
        }
        if row + 1 < order {
            near.push(cell + order as u16);
        }
        near.retain(|&cell| !geometry.is_hole(cell.into()));
        near
    }

    /// The cells beside a cage, in order.
    fn beside(&self, cage: usize) -> Vec<u16> {
        let own = &self.cages[cage];
        let mut near: Vec<u16> = own.iter().flat_map(|&cell| self.near(cell)).collect();
        near.sort_unstable();
        near.dedup();
        near.retain(|cell| !own.contains(cell));
        near
    }

    /// Whether cells hang together.
    fn is_one(&self, cells: &[u16]) -> bool {
        let Some(&first) = cells.first() else {
            return false;
        };
        let mut reached = vec![first];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            for near in self.near(cell) {
                if cells.contains(&near) && !reached.contains(&near) {
                    reached.push(near);
                }
            }
        }
        reached.len() == cells.len()
    }

    /// Changes a cage so that another solution of the sums is none any more. Cages keep `least`
    /// cells. False if no change does that.
    fn rule_out(&mut self, other: &Grid, least: usize, random: &mut Random) -> bool {
        let gain = |cells: &[u16]| {
            let difference = |&cell: &u16| {
                i32::from(self.digit(cell)) - i32::from(other.cells()[usize::from(cell)])
            };
            cells.iter().map(difference).sum::<i32>()
        };
        // Ways to cut a cage in two, and ways to move a cell.
        let (mut cuts, mut moves) = (Vec::new(), Vec::new());
        for (number, own) in self.cages.iter().enumerate() {
            for set in 1..(1u32 << own.len()) - 1 {
                let inside = |place: &usize| set >> place & 1 == 1;
                let part: Vec<u16> = (0..own.len()).filter(inside).map(|at| own[at]).collect();
                let rest: Vec<u16> = own
                    .iter()
                    .copied()
                    .filter(|cell| !part.contains(cell))
                    .collect();
                if gain(&part) == 0 || rest.len() < least || !self.is_one(&rest) {
                    continue;
                }
                if part.len() >= least && part.len() <= rest.len() && self.is_one(&part) {
                    cuts.push((number, part.clone()));
                }
                if let [cell] = part[..] {
                    let to = self
                        .near(cell)
                        .into_iter()
                        .map(|near| self.cage_of[usize::from(near)]);
                    let may = |&to: &usize| {
                        to != number && self.cages[to].len() < MOST && self.fits(cell, to)
                    };
                    moves.extend(to.filter(may).map(|to| (number, cell, to)));
                }
            }
        }
        if !moves.is_empty() && (cuts.is_empty() || random.below(2) == 0) {
            let (number, cell, to) = moves[random.below(moves.len() as u32) as usize];
            self.cages[number].retain(|&own| own != cell);
            self.put(cell, to);
            return true;
        }
        if cuts.is_empty() {
            return false;
        }
        let (number, part) = cuts.swap_remove(random.below(cuts.len() as u32) as usize);
        self.cages[number].retain(|cell| !part.contains(cell));
        let fresh = self.cages.len();
        self.cages.push(Vec::new());
        part.into_iter().for_each(|cell| self.put(cell, fresh));
        true
    }

    /// The board with these cages, in the order of their first cells.
    fn board(&self) -> Board {
        let mut cages: Vec<Cage> = (self.cages.iter())
            .map(|cells| {
                let mut cells = cells.clone();
                cells.sort_unstable();
                let sum = cells.iter().map(|&cell| u32::from(self.digit(cell))).sum();
                Cage { sum, cells }
            })
            .collect();
        cages.sort_unstable_by_key(|cage| cage.cells[0]);
        Board {
            geometry: self.geometry.clone(),
            cages,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::jigsaw;
    use crate::never;

    #[test]
    fn made_killers_have_one_solution_without_any_digit() {
        let six = Geometry::of_order(6).unwrap();
        let drawn = jigsaw::read(b"AAAABB\nAACBBB\nCCCCBD\nECDDDD\nEEEDFF\nEEFFFF").unwrap();
        for (geometry, count) in [(six, 6), (drawn, 4)] {
            let cells = geometry.cells();
            for number in 0..count {
                let made = make_killer(&geometry, 7, number, &never).unwrap();
                let cages = &made.board.cages;
                let held: usize = cages.iter().map(|cage| cage.cells.len()).sum();
                assert_eq!(held, cells);
                let small = cages.iter().filter(|cage| cage.cells.len() == 1).count();
                assert!(small <= 1, "{small} cages of one cell");
                assert!(made.board.is_solved_by(&made.solution));
                let empty = Grid::empty(geometry.order());
                assert_eq!(Solver::new(&made.board).count(&empty, 2), 1);
                assert_eq!(made, make_killer(&geometry, 7, number, &never).unwrap());
            }
        }
    }

    #[test]
    fn a_killer_is_not_made_once_somebody_stops() {
        let geometry = Geometry::of_order(9).unwrap();
        let made = make_killer(&geometry, 7, 0, &|| true);
        assert!(matches!(made, Err(MakeFault::Stopped) | Ok(_)));
    }
}
