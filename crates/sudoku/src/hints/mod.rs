//! Hints on boards of any kind: jigsaws, killers, diagonals and orders from 4 to 32. (The ladder of
//! [`crate::logic`] knows more techniques, but only 9x9 boards.) Finds singles, sums of cages,
//! locked candidates and sets, easiest first. A step has its reason as data and as a sentence.
//!
//! An area is a unit, a cage, or the rest of a unit beside its cages: no digit occurs twice in it.
//! `sums.rs` reasons from the sum of an area, `patterns.rs` has all other steps.

mod patterns;
mod sums;
mod words;

use crate::boards::{Board, Grid};
use dlx3_base::text::list::list;
use words::of;

/// A digit that a cell may have: the cell, and the digit from 1.
pub type Place = (u16, u8);

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)] // the titles say it
pub enum Kind {
    LastValue,
    HiddenSingle,
    NakedSingle,
    CageSum,
    UnitSum,
    Locked,
    NakedSet,
    HiddenSet,
}

impl Kind {
    /// The usual name.
    pub fn title(self) -> &'static str {
        match self {
            Kind::LastValue => "Last value",
            Kind::HiddenSingle => "Hidden single",
            Kind::NakedSingle => "Naked single",
            Kind::CageSum => "Sum of a cage",
            Kind::UnitSum => "Sum of a house",
            Kind::Locked => "Pointing",
            Kind::NakedSet => "Naked set",
            Kind::HiddenSet => "Hidden set",
        }
    }
}

/// A step, and why it is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardStep {
    /// The kind.
    pub kind: Kind,
    /// The digit that it places, if it does.
    pub placed: Option<Place>,
    /// The candidates that it takes away.
    pub removed: Vec<Place>,
    /// The cells of its pattern.
    pub cells: Vec<u16>,
    /// The areas that it looks at, as cells.
    pub areas: Vec<Vec<u16>>,
    /// The candidates of its pattern.
    pub candidates: Vec<Place>,
    /// Where to look, as a sentence that does not tell the kind.
    pub place: String,
    /// Why the step is right.
    pub sentence: String,
}

/// Cells no two of which have the same digit.
#[derive(Clone, Debug)]
struct Area {
    cells: Vec<u16>,
    /// Whether every digit must occur.
    complete: bool,
    sum: Option<u32>,
    name: String,
    kind: Kind,
}

/// A board with the digits and candidates that have been found so far.
#[derive(Clone, Debug)]
pub struct Position<'b> {
    board: &'b Board,
    digits: Vec<u8>,
    /// Bit `d - 1` for digit `d`; none in a cell with a digit, and in a hole.
    sets: Vec<u32>,
    /// The units, then the cages, then the rests of units beside cages.
    areas: Vec<Area>,
    /// The cells that share an area with a cell.
    peers: Vec<Vec<u16>>,
}

impl<'b> Position<'b> {
    /// The candidates that the digits of a grid leave, less those in `gone`: a set for each cell,
    /// bit `d - 1` for digit `d`. An empty list removes none.
    pub fn new(board: &'b Board, grid: &Grid, gone: &[u32]) -> Self {
        let geometry = &board.geometry;
        let mut peers: Vec<Vec<u16>> = (0..geometry.cells())
            .map(|cell| geometry.peers(cell).to_vec())
            .collect();
        for cage in &board.cages {
            for &cell in &cage.cells {
                let own = &mut peers[usize::from(cell)];
                own.extend(cage.cells.iter().filter(|&&other| other != cell));
                own.sort_unstable();
                own.dedup();
            }
        }
        let all = u32::MAX >> (32 - geometry.order());
        let free = |cell: &usize| grid.get(*cell).is_none() && !geometry.is_hole(*cell);
        let mut sets = vec![0; geometry.cells()];
        for cell in (0..geometry.cells()).filter(free) {
            let near = peers[cell].iter();
            let near = near.filter_map(|&peer| grid.get(usize::from(peer)));
            let left = near.fold(all, |set, digit| set & !(1 << (digit - 1)));
            sets[cell] = left & !gone.get(cell).copied().unwrap_or(0);
        }
        Position {
            board,
            digits: grid.cells().to_vec(),
            sets,
            areas: areas_of(board),
            peers,
        }
    }

    /// The easiest next step that is found.
    pub fn next(&self) -> Option<BoardStep> {
        self.last_value()
            .or_else(|| self.hidden_single())
            .or_else(|| self.naked_single())
            .or_else(|| self.sum(Kind::CageSum))
            .or_else(|| self.sum(Kind::UnitSum))
            .or_else(|| self.locked())
            .or_else(|| self.naked_set(2))
            .or_else(|| self.hidden_set(2))
            .or_else(|| self.naked_set(3))
            .or_else(|| self.hidden_set(3))
    }

    /// Does a step.
    pub fn apply(&mut self, step: &BoardStep) {
        for &(cell, digit) in &step.removed {
            self.sets[usize::from(cell)] &= !(1 << (digit - 1));
        }
        if let Some((cell, digit)) = step.placed {
            let at = usize::from(cell);
            self.digits[at] = digit;
            self.sets[at] = 0;
            for &peer in &self.peers[at] {
                self.sets[usize::from(peer)] &= !(1 << (digit - 1));
            }
        }
    }

    /// The digits so far, 0 for none.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The cell with the fewest candidates, if any cell is empty.
    pub fn narrowest(&self) -> Option<usize> {
        let open = (0..self.sets.len()).filter(|&cell| self.sets[cell] != 0);
        open.min_by_key(|&cell| self.sets[cell].count_ones())
    }

    /// What a step does, as in `r4c5=7` or `r1c2<>3, r1c4<>3`.
    pub fn effect(&self, step: &BoardStep) -> String {
        if let Some((cell, digit)) = step.placed {
            return format!("{}={}", self.name(cell), words::sign(digit));
        }
        let removed = step.removed.iter();
        let removed =
            removed.map(|&(cell, digit)| format!("{}<>{}", self.name(cell), words::sign(digit)));
        removed.collect::<Vec<_>>().join(", ")
    }

    fn set(&self, cell: u16) -> u32 {
        self.sets[usize::from(cell)]
    }

    /// The cells of an area that may have a digit.
    fn places(&self, cells: &[u16], digit: u8) -> Vec<u16> {
        let may = |cell: &u16| self.set(*cell) >> (digit - 1) & 1 == 1;
        cells.iter().copied().filter(may).collect()
    }

    fn name(&self, cell: u16) -> String {
        let (geometry, cell) = (&self.board.geometry, usize::from(cell));
        format!("r{}c{}", geometry.row(cell) + 1, geometry.column(cell) + 1)
    }

    fn names(&self, cells: &[u16], last: &str) -> String {
        list(cells.iter().map(|&cell| self.name(cell)), last)
    }

    /// The candidates of some cells among some digits.
    fn candidates(&self, cells: &[u16], digits: u32) -> Vec<Place> {
        let own = |&cell: &u16| of(self.set(cell) & digits).map(move |digit| (cell, digit));
        cells.iter().flat_map(own).collect()
    }

    /// "So r1c1 and r1c2 are not 3."
    fn therefore(&self, removed: &[Place]) -> String {
        let mut groups: Vec<(u32, Vec<u16>)> = Vec::new();
        let mut cells: Vec<u16> = removed.iter().map(|&(cell, _)| cell).collect();
        cells.dedup();
        for cell in cells {
            let own = removed.iter().filter(|place| place.0 == cell);
            let set = own.fold(0, |set, &(_, digit)| set | 1 << (digit - 1));
            match groups.iter_mut().find(|(known, _)| *known == set) {
                Some((_, members)) => members.push(cell),
                None => groups.push((set, vec![cell])),
            }
        }
        let parts = groups.iter().map(|(set, cells)| {
            let verb = if cells.len() == 1 { "is" } else { "are" };
            let signs = of(*set).map(words::sign);
            format!(
                "{} {verb} not {}",
                self.names(cells, "and"),
                list(signs, "or")
            )
        });
        format!("So {}.", parts.collect::<Vec<_>>().join("; "))
    }
}

/// The units, then the cages, then the rests of units beside the cages within: their sums are
/// known.
fn areas_of(board: &Board) -> Vec<Area> {
    let geometry = &board.geometry;
    let units = geometry.units().iter().enumerate();
    let mut areas: Vec<Area> = units
        .map(|(number, unit)| Area {
            cells: unit.cells.clone(),
            complete: unit.complete,
            sum: None,
            name: geometry.unit_name(number).to_string(),
            kind: Kind::UnitSum,
        })
        .collect();
    let cages = board.cages.iter().map(|cage| Area {
        cells: cage.cells.clone(),
        complete: false,
        sum: Some(cage.sum),
        name: format!("the cage of {}", cage.sum),
        kind: Kind::CageSum,
    });
    let rests = sums::rests(board);
    areas.extend(cages);
    areas.extend(rests);
    areas
}

#[cfg(test)]
mod tests;
