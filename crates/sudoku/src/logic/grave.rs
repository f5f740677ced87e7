//! Bivalue universal grave (BUG): if every empty cell had two candidates, and every digit two
//! places or none in each house, then there would be no solution or several. So at least one of the
//! candidates beyond these (the extra ones) is right.
//!
//! Type 1: they are in one cell, which loses the others; rating 5.6. Type 2: they are one digit,
//! which goes from every cell that sees all of theirs; 5.7. Type 4: they are in two cells of a
//! house that share another digit: one of the cells has it, and both keep only this digit and the
//! extra ones; 5.7. Type 3: their cells share a house and, as one cell, make a naked set with
//! others of it; 5.7 and 0.1 for each digit beyond the first. On boards with windows or diagonals,
//! each digit of this set goes from every cell that sees all its places in the set.
//!
//! The first hint counts; boxes, rows, columns, windows, diagonals. (Sudoku Explainer: "Bivalue
//! Universal Grave", as lkSudoku has mended it.)

use super::houses::HOUSES_OF;
use super::marks::{CELLS, HOUSE, HOUSE_SET, Marks, bits, cells, choices};
use super::naked_set::seen_by_places;
use super::step::{OtherCells, Step, Technique};

/// The extra candidates.
struct Extra {
    /// Their cells, in the order in which they were found.
    cells: Vec<usize>,
    /// The extra candidates of each cell.
    digits: [u16; CELLS],
    /// All their digits.
    all: u16,
    /// The cells that see all of theirs.
    seen: Option<u128>,
    /// The marks without them.
    rest: Marks,
}

impl Extra {
    /// Adds one; false if no hint is possible any more.
    fn add(&mut self, cell: usize, digit: usize) -> bool {
        if !self.cells.contains(&cell) {
            self.cells.push(cell);
        }
        self.digits[cell] |= 1 << digit;
        self.rest.take(cell, digit);
        let own = self.cells.iter().fold(0, |set, &cell| set | 1 << cell);
        let seen = self.seen.unwrap_or(u128::MAX) & self.rest.peers(cell) & !own;
        self.seen = Some(seen);
        self.cells.len() == 1 || self.all.count_ones() <= 1 || seen != 0
    }

    /// All extra candidates, if there is a grave without them.
    fn of(marks: &Marks) -> Option<Self> {
        let mut extra = Extra {
            cells: Vec::new(),
            digits: [0; CELLS],
            all: 0,
            seen: None,
            rest: marks.clone(),
        };
        // The cells with more than two candidates in houses that have a digit too often, as long as
        // it is one digit.
        let mut only: Option<(usize, u128)> = None;
        let mut one_digit = true;
        for house in marks.regions().houses() {
            let own = HOUSE[house];
            for digit in 0..9 {
                let places = marks.places(house, digit);
                if matches!(places.count_ones(), 0 | 2) {
                    continue;
                }
                let here = bits(places).map(|place| usize::from(own[place]));
                let rich: Vec<usize> = here.filter(|&cell| marks.size(cell) >= 3).collect();
                let set = rich.iter().fold(0, |set, &cell| set | 1 << cell);
                match &mut only {
                    None => only = Some((digit, set)),
                    Some((first, all)) if *first == digit => *all |= set,
                    Some(_) => one_digit = false,
                }
                match rich[..] {
                    [] => return None,
                    [cell] => {
                        extra.all |= 1 << digit;
                        if !extra.add(cell, digit) {
                            return None;
                        }
                    }
                    _ => {}
                }
            }
        }
        if let Some((digit, set)) = only.filter(|_| one_digit) {
            let known = extra.cells.iter().fold(0, |set, &cell| set | 1 << cell);
            for cell in cells(set & !known) {
                if !extra.add(cell, digit) {
                    return None;
                }
            }
        }
        extra.is_grave().then_some(extra)
    }

    fn is_grave(&self) -> bool {
        let rest = &self.rest;
        let pairs = (0..CELLS).all(|cell| rest.placed(cell) != 0 || rest.size(cell) == 2);
        let houses = rest.regions().houses();
        let mut houses = houses.flat_map(|house| (0..9).map(move |digit| (house, digit)));
        pairs
            && houses.all(|(house, digit)| matches!(rest.places(house, digit).count_ones(), 0 | 2))
    }

    /// The houses that all their cells share: box, row, column, window, diagonal.
    fn houses(&self) -> impl Iterator<Item = usize> {
        let first = self.cells.first().copied().into_iter();
        let kinds = first.flat_map(|cell| {
            let kinds = self.rest.regions().kinds(cell);
            kinds.map(move |kind| usize::from(HOUSES_OF[cell][kind]))
        });
        kinds.filter(|&house| {
            self.cells
                .iter()
                .all(|cell| HOUSE_SET[house] >> cell & 1 == 1)
        })
    }
}

/// The first hint.
pub fn find(marks: &Marks) -> Option<Step> {
    let extra = Extra::of(marks)?;
    let found = match extra.cells[..] {
        [cell] => {
            let removed = vec![(cell as u8, marks.digits(cell) & !extra.all)];
            Some(Step::remove(Technique::Grave, 5.6, removed))
        }
        _ if extra.all.count_ones() == 1 => {
            one_digit(marks, &extra).or_else(|| two_cells(marks, &extra))
        }
        _ if extra.seen.is_some_and(|seen| seen != 0) => {
            two_cells(marks, &extra).or_else(|| naked_set(marks, &extra))
        }
        _ => None,
    };
    found.map(|step| {
        let others = step.reason.others.clone();
        let mut step = step.because(extra.cells, [], extra.all);
        step.reason.others = others;
        step
    })
}

/// Type 2.
fn one_digit(marks: &Marks, extra: &Extra) -> Option<Step> {
    let digit = extra.all.trailing_zeros() as usize;
    let gone = cells(extra.seen?).filter(|&cell| marks.has(cell, digit));
    let removed: Vec<_> = gone.map(|cell| (cell as u8, extra.all)).collect();
    (!removed.is_empty()).then(|| Step::remove(Technique::Grave, 5.7, removed))
}

/// Type 4.
fn two_cells(marks: &Marks, extra: &Extra) -> Option<Step> {
    let [first, second] = extra.cells[..] else {
        return None;
    };
    let shared = marks.digits(first) & marks.digits(second) & !extra.all;
    if shared.count_ones() != 1 || extra.houses().next().is_none() {
        return None;
    }
    let gone = |cell: usize| marks.digits(cell) & !extra.digits[cell] & !shared;
    let removed = [first, second].map(|cell| (cell as u8, gone(cell)));
    Some(Step::remove(Technique::Grave, 5.7, removed.to_vec()))
}

/// Type 3.
fn naked_set(marks: &Marks, extra: &Extra) -> Option<Step> {
    for degree in 2..=6 {
        for house in extra.houses() {
            let near: Vec<usize> = cells(extra.seen? & HOUSE_SET[house]).collect();
            if near.len() < degree || extra.all.count_ones() < 2 {
                continue;
            }
            for chosen in choices(degree - 1, near.len()) {
                let inside = |place: &usize| chosen >> place & 1 == 1;
                let mut own = (0..near.len())
                    .filter(inside)
                    .map(|place| marks.digits(near[place]));
                if own.clone().any(|digits| digits.count_ones() < 2) {
                    continue;
                }
                let set = own.by_ref().fold(0, |set, digits| set | digits);
                if set.count_ones() as usize != degree || extra.all & !set != 0 {
                    continue;
                }
                let members = (0..near.len()).filter(inside).map(|place| near[place]);
                let removed = match marks.regions().is_usual() {
                    true => {
                        let others = (0..near.len()).filter(|place| !inside(place));
                        let others = others.map(|place| near[place]);
                        let gone = others.map(|cell| (cell as u8, marks.digits(cell) & set));
                        gone.filter(|&(_, set)| set != 0).collect()
                    }
                    false => {
                        let all = members.clone().chain(extra.cells.iter().copied());
                        seen_by_places(marks, all, set)
                    }
                };
                if !removed.is_empty() {
                    let rating = 5.7 + (degree - 1) as f64 * 0.1;
                    let mut step = Step::remove(Technique::Grave, rating, removed);
                    step.reason.others = Some(OtherCells {
                        house: house as u8,
                        cells: members.map(|cell| cell as u8).collect(),
                        digits: set,
                        is_hidden: false,
                    });
                    return Some(step);
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn a_grid_of_pairs_is_avoided() {
        let puzzle =
            "9....2...54.9....6.8..4...9..2.......7..5..68.9.31........3.71....18.........94..";
        let expected = "5.6: r4c9-1 r4c9-7";
        assert_eq!(first(Technique::Grave, puzzle), expected);
    }
}
