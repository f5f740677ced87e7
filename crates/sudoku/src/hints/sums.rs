//! Reasoning from sums: of a cage, of the rest of a unit beside the cages within it (innies), and
//! of the one cell by which cages reach beyond a unit (an outie). Killer solvers call the last two
//! the rule of 45.

use super::words::{digits, of, sign};
use super::{Area, BoardStep, Kind, Position};
use crate::boards::{Board, Cage};
use dlx3_base::text::list::list;

/// Most cells in the rest of a unit: the sum of more says little.
const MOST_REST: usize = 4;
/// Most empty cells of an area that is filled in all ways: memory doubles with each cell.
const MOST_CELLS: usize = 10;
/// Most sets of digits tried for an area. Only boards above order 9 have more.
const MOST_SETS: usize = 2000;
/// Most ways to reach a sum that a sentence lists.
const MOST_LISTED: usize = 6;

/// Innies and outies. The cells of a unit beside the cages within it have the sum of all digits
/// less the sums of these cages. If the cages that meet a unit cover it and reach beyond it by one
/// cell, that cell has the sum of these cages less the sum of all digits.
pub fn rests(board: &Board) -> Vec<Area> {
    let geometry = &board.geometry;
    let all: u32 = (1..=geometry.order() as u32).sum();
    let mut rests = Vec::new();
    let units = geometry.units().iter().enumerate();
    for (number, unit) in units.filter(|(_, unit)| unit.complete) {
        let has = |cell: &u16| unit.cells.binary_search(cell).is_ok();
        let name = geometry.unit_name(number);
        let within = |cage: &&Cage| cage.cells.iter().all(has);
        let (inner, sum) = together(board.cages.iter().filter(within));
        let rest: Vec<u16> = left_of(&unit.cells, &inner);
        let known = all.checked_sub(sum).filter(|_| !inner.is_empty());
        if let Some(known) = known.filter(|_| (1..=MOST_REST).contains(&rest.len())) {
            rests.push(Area {
                cells: rest,
                complete: false,
                sum: Some(known),
                name: format!("{name} outside of its cages ({all} less the cages' {sum})"),
                kind: Kind::UnitSum,
            });
        }
        let meets = |cage: &&Cage| cage.cells.iter().any(has);
        let (outer, sum) = together(board.cages.iter().filter(meets));
        let beyond = left_of(&outer, &unit.cells);
        let covers = left_of(&unit.cells, &outer).is_empty();
        if let Some(known) = sum.checked_sub(all).filter(|_| covers && beyond.len() == 1) {
            rests.push(Area {
                cells: beyond,
                complete: false,
                sum: Some(known),
                name: format!("the cages of {name} beyond it (their {sum} less {all})"),
                kind: Kind::UnitSum,
            });
        }
    }
    rests
}

/// The cells of some cages in increasing order, and their sum.
fn together<'c>(cages: impl Iterator<Item = &'c Cage>) -> (Vec<u16>, u32) {
    let (mut cells, mut sum) = (Vec::new(), 0u32);
    for cage in cages {
        cells.extend_from_slice(&cage.cells);
        sum = sum.saturating_add(cage.sum);
    }
    cells.sort_unstable();
    (cells, sum)
}

/// The cells of one list that another, which is in order, lacks.
fn left_of(cells: &[u16], other: &[u16]) -> Vec<u16> {
    let lacks = |cell: &u16| other.binary_search(cell).is_err();
    cells.iter().copied().filter(lacks).collect()
}

/// All ways to fill an area.
pub struct Ways {
    /// The empty cells of the area.
    pub cells: Vec<u16>,
    /// The rest of the sum, for the empty cells.
    pub rest: u32,
    /// The sets of digits that some way has.
    pub sets: Vec<u32>,
    /// The digits that each cell has in some way.
    pub possible: Vec<u32>,
}

impl Ways {
    /// The digits that all ways have.
    pub fn needed(&self) -> u32 {
        self.sets.iter().fold(u32::MAX, |all, set| all & set)
    }
}

impl Position<'_> {
    /// The ways to fill an area with a sum; none if it has no sum, if it is full, or too large.
    pub(super) fn ways(&self, area: &Area) -> Option<Ways> {
        let sum = area.sum?;
        let empty = |cell: &&u16| self.digits[usize::from(**cell)] == 0;
        let cells: Vec<u16> = area.cells.iter().filter(empty).copied().collect();
        let found = area
            .cells
            .iter()
            .map(|&cell| self.digits[usize::from(cell)]);
        let rest = sum.checked_sub(found.map(u32::from).sum())?;
        if cells.is_empty() || cells.len() > MOST_CELLS {
            return None;
        }
        let cage = Cage { sum: rest, cells };
        let own: Vec<u32> = cage.cells.iter().map(|&cell| self.set(cell)).collect();
        let union = own.iter().fold(0, |all, set| all | set);
        let (mut sets, mut possible) = (Vec::new(), vec![0; own.len()]);
        for (number, set) in cage.digit_sets(self.board.geometry.order()).enumerate() {
            if number >= MOST_SETS {
                return None;
            }
            // Bit `d` of these sets is digit `d`.
            let set = (set >> 1) as u32;
            if set & !union == 0 && spread(set, &own, &mut possible) {
                sets.push(set);
            }
        }
        let Cage { cells, .. } = cage;
        Some(Ways {
            cells,
            rest,
            sets,
            possible,
        })
    }

    /// A step that follows from the sum of an area of this kind.
    pub(super) fn sum(&self, kind: Kind) -> Option<BoardStep> {
        let areas = self.areas.iter().filter(|area| area.kind == kind);
        areas.into_iter().find_map(|area| self.sum_of(area))
    }

    fn sum_of(&self, area: &Area) -> Option<BoardStep> {
        let ways = self.ways(area).filter(|ways| !ways.sets.is_empty())?;
        let cells = ways.cells.iter().zip(&ways.possible);
        let gone = cells.flat_map(|(&cell, &can)| self.candidates(&[cell], !can));
        let removed: Vec<_> = gone.collect();
        if removed.is_empty() {
            return None;
        }
        let names = self.names(&ways.cells, "and");
        let whole = ways.cells.len() == area.cells.len();
        let still = if whole { "" } else { "still " };
        let what = match ways.cells[..] {
            [only] => format!("{} must be {}", self.name(only), ways.rest),
            _ => format!("{names} must {still}add up to {}", ways.rest),
        };
        let how = match (ways.cells.len(), ways.sets.len()) {
            (1, _) => ".".to_owned(),
            (_, count @ 1..=MOST_LISTED) => {
                let sums = ways.sets.iter().map(|&set| {
                    let signs: Vec<String> = of(set).map(|digit| sign(digit).into()).collect();
                    signs.join("+")
                });
                let only = if count == 1 {
                    "the only way"
                } else {
                    "the only ways"
                };
                format!(
                    ": with the candidates left, {only} to do so: {}.",
                    list(sums, "or")
                )
            }
            (_, count) => format!(
                ": of the {count} sets of digits that do so, none has the digits below there."
            ),
        };
        let sentence = format!("In {}, {what}{how} {}", area.name, self.therefore(&removed));
        let possible = ways.cells.iter().zip(&ways.possible);
        Some(BoardStep {
            kind: area.kind,
            placed: None,
            removed,
            cells: ways.cells.clone(),
            areas: vec![area.cells.clone()],
            candidates: possible
                .flat_map(|(&cell, &can)| self.candidates(&[cell], can))
                .collect(),
            place: format!("Look at the sum of {}.", self.names(&area.cells, "and")),
            sentence,
        })
    }

    /// The digits that an area must have, and why.
    pub(super) fn needs(&self, area: &Area) -> (u32, String) {
        if area.complete {
            return (
                u32::MAX >> (32 - self.board.geometry.order()),
                String::new(),
            );
        }
        match self.ways(area) {
            Some(ways) if !ways.sets.is_empty() && ways.sets.len() < MOST_SETS => {
                let needed = ways.needed();
                let why = format!(
                    "Each way to reach the sum of {} has {}. ",
                    area.name,
                    digits(needed, "and")
                );
                (needed, why)
            }
            _ => (0, String::new()),
        }
    }
}

/// Puts a set of digits into as many cells, in all ways that the cells' candidates `own` allow.
/// Adds the digits that each cell takes in some way to `possible`. Returns whether there is a way.
fn spread(set: u32, own: &[u32], possible: &mut [u32]) -> bool {
    let members: Vec<u8> = of(set).collect();
    // Cells are filled in their order; a state is which members have been used.
    let states = 1usize << members.len();
    let allows = |cell: usize, member: usize| own[cell] >> (members[member] - 1) & 1 == 1;
    let mut reached = vec![false; states];
    reached[0] = true;
    for state in 0..states {
        let cell = state.count_ones() as usize;
        if reached[state] && cell < own.len() {
            let next = (0..members.len()).filter(|&m| state >> m & 1 == 0 && allows(cell, m));
            for member in next.collect::<Vec<_>>() {
                reached[state | 1 << member] = true;
            }
        }
    }
    if !reached[states - 1] {
        return false;
    }
    let mut ends = vec![false; states];
    ends[states - 1] = true;
    for state in (0..states - 1).rev() {
        let cell = state.count_ones() as usize;
        for member in (0..members.len()).filter(|&m| state >> m & 1 == 0) {
            if ends[state | 1 << member] && allows(cell, member) {
                ends[state] = true;
                if reached[state] {
                    possible[cell] |= 1 << (members[member] - 1);
                }
            }
        }
    }
    true
}
