//! Chains of implications: what follows if a candidate is right (on) or wrong (off).
//!
//! If a candidate is on, all others of its cell and all of its digit that it sees are off (weak
//! links). If one is off, the other one of its cell, or of its digit in a house, is on if only one
//! is left (strong links). In dynamic chains, a candidate that is off counts as removed, so that
//! more strong links arise, and a candidate may follow from several. When these end, further rules
//! may apply ([`nested`]).
//!
//! The search is breadth first; candidates that are on come before those that are off. A candidate
//! is a number, `2 * (9 * cell + digit) + on`. Found candidates lie in an arena in the order in
//! which they were found, so the queue is an index into it.

pub mod implications;
mod links;
mod multiple;
mod nested;

pub use links::Links;
pub use multiple::{Chains, Depth, Task};

use super::houses::{HOUSES_OF, PLACE_OF, USUAL_KINDS};
use super::marks::{HOUSE, Marks, Regions, bits};
use super::step::{Link, Mark};

/// How many numbers candidates have.
const MARKS: usize = 2 * 729;
/// No place in the arena.
const NONE: u16 = u16::MAX;

/// A candidate, on or off.
pub fn number(cell: usize, digit: usize, on: bool) -> u16 {
    (2 * (9 * cell + digit) + usize::from(on)) as u16
}

/// Its cell.
pub fn cell_of(mark: u16) -> usize {
    usize::from(mark) / 18
}

/// Its digit.
pub fn digit_of(mark: u16) -> usize {
    usize::from(mark) / 2 % 9
}

/// Whether it is on.
pub fn is_on(mark: u16) -> bool {
    mark & 1 == 1
}

/// A candidate in the form that steps use.
pub fn told(mark: u16) -> Mark {
    Mark {
        cell: cell_of(mark) as u8,
        digit: digit_of(mark) as u8 + 1,
        on: is_on(mark),
    }
}

fn link(from: u16, to: u16) -> Link {
    Link {
        from: told(from),
        to: told(to),
    }
}

/// Why a candidate is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It is assumed.
    Assumed,
    /// By the others of its cell.
    Cell,
    /// By the others of its digit in its house of a kind: box, row, column, window, diagonals (0 to
    /// 5).
    House(u8),
    /// By another rule.
    Rule,
}

/// Calls `visit` with all candidates that are off if `mark` is on, and why: others of its cell if
/// `by_cell`, then others of its digit in the box, the row, the column, the window, the diagonals.
fn off_by(marks: &Marks, mark: u16, by_cell: bool, mut visit: impl FnMut(u16, Cause) -> bool) {
    let (cell, digit) = (cell_of(mark), digit_of(mark));
    if by_cell {
        for other in bits(marks.digits(cell) & !(1 << digit)) {
            if !visit(number(cell, other, false), Cause::Cell) {
                return;
            }
        }
    }
    let place = usize::from(PLACE_OF[cell][0]);
    // The part of a line within the box has been visited.
    let outside_row = 0x1ff & !(7 << (cell % 9 / 3 * 3));
    let outside_column = 0x1ff & !(7 << (cell / 27 * 3));
    let masks = [0x1ff & !(1 << place), outside_row, outside_column];
    for (kind, mask) in masks.into_iter().enumerate() {
        let house = usize::from(HOUSES_OF[cell][kind]);
        for place in bits(marks.places(house, digit) & mask) {
            let other = usize::from(HOUSE[house][place]);
            if !visit(number(other, digit, false), Cause::House(kind as u8)) {
                return;
            }
        }
    }
    if !marks.regions().is_usual() {
        off_elsewhere(marks, mark, visit);
    }
}

/// Calls `visit` with the candidates outside its box, row and column that are off if `mark` is on.
fn off_elsewhere(marks: &Marks, mark: u16, mut visit: impl FnMut(u16, Cause) -> bool) {
    let (cell, digit) = (cell_of(mark), digit_of(mark));
    let mut seen = Regions::None.peers(cell) | 1 << cell;
    for kind in marks.regions().kinds(cell).skip(USUAL_KINDS) {
        let house = usize::from(HOUSES_OF[cell][kind]);
        for place in bits(marks.places(house, digit)) {
            let other = usize::from(HOUSE[house][place]);
            if seen >> other & 1 == 1 {
                continue;
            }
            seen |= 1 << other;
            if !visit(number(other, digit, false), Cause::House(kind as u8)) {
                return;
            }
        }
    }
}

/// Calls `visit` with all candidates that are on if `mark` is off, and why: the only other
/// candidate of the cell if `by_cell`, then the only other place of the digit in the box, the row,
/// the column, the window, the diagonals if `by_house`. Each comes once, and `visit` returns
/// whether to continue.
#[inline]
fn on_by(
    marks: &Marks,
    mark: u16,
    by_cell: bool,
    by_house: bool,
    mut visit: impl FnMut(u16, Cause) -> bool,
) {
    let (cell, digit) = (cell_of(mark), digit_of(mark));
    if by_cell {
        let digits = marks.digits(cell);
        if digits.count_ones() == 2 {
            let other = (digits & !(1 << digit)).trailing_zeros() as usize;
            if !visit(number(cell, other, true), Cause::Cell) {
                return;
            }
        }
    }
    if !by_house {
        return;
    }
    // A row and a column have no other cell in common, but either may have one with the box.
    let mut boxed = None;
    for kind in 0..USUAL_KINDS {
        let other = only_other(marks, cell, digit, kind);
        if kind == 0 {
            boxed = other;
        } else if other == boxed {
            continue;
        }
        if let Some(other) = other
            && !visit(number(other, digit, true), Cause::House(kind as u8))
        {
            return;
        }
    }
    if !marks.regions().is_usual() {
        on_elsewhere(marks, cell, digit, visit);
    }
}

/// Calls `visit` with the candidates that are on by the window and the diagonals of a cell alone.
fn on_elsewhere(
    marks: &Marks,
    cell: usize,
    digit: usize,
    mut visit: impl FnMut(u16, Cause) -> bool,
) {
    let mut seen = 0u128;
    for kind in marks.regions().kinds(cell) {
        let Some(other) = only_other(marks, cell, digit, kind) else {
            continue;
        };
        let is_new = seen >> other & 1 == 0;
        seen |= 1 << other;
        if is_new
            && kind >= USUAL_KINDS
            && !visit(number(other, digit, true), Cause::House(kind as u8))
        {
            return;
        }
    }
}

/// The other place of a digit in a cell's house of a kind, if it has just one.
#[inline(always)]
fn only_other(marks: &Marks, cell: usize, digit: usize, kind: usize) -> Option<usize> {
    let house = usize::from(HOUSES_OF[cell][kind]);
    let others = marks.places(house, digit) & !(1 << PLACE_OF[cell][kind]);
    let is_one = others.count_ones() == 1;
    is_one.then(|| usize::from(HOUSE[house][others.trailing_zeros() as usize]))
}

/// The rating that a chain of this many candidates adds to the base rating of its technique.
fn by_length(complexity: u32) -> f64 {
    let length = complexity.saturating_sub(2);
    let (mut added, mut most, mut odd) = (0.0, 4, false);
    while length > most {
        added += 0.1;
        most = match odd {
            false => most * 3 / 2,
            true => most * 4 / 3,
        };
        odd = !odd;
    }
    added
}

/// Sorts cells as the reference's hash table iterates over them: it has at least sixteen rows, is
/// at most three quarters full, and a cell lies in the row of its number.
fn by_table<T>(cells: &mut [T], cell: impl Fn(&T) -> u8) {
    let mut rows = 16;
    while 4 * cells.len() > 3 * rows {
        rows *= 2;
    }
    cells.sort_by_key(|entry| usize::from(cell(entry)) & (rows - 1));
}

#[cfg(test)]
mod tests {
    use super::super::marks::cells;
    use super::*;

    #[test]
    fn ratings_grow_at_half_powers_of_two() {
        let tenths = |complexity| (by_length(complexity) * 10.0).round() as u32;
        // Beyond 4, 6, 8, 12, 16, 24, 32 links.
        for (length, expected) in [
            (4, 0),
            (5, 1),
            (6, 1),
            (7, 2),
            (9, 3),
            (13, 4),
            (24, 5),
            (33, 7),
        ] {
            assert_eq!(tenths(length + 2), expected, "{length}");
        }
        assert_eq!(tenths(0), 0);
    }

    #[test]
    fn a_table_of_more_than_twelve_cells_has_more_rows() {
        let mut few = [36, 20, 4, 3];
        by_table(&mut few, |&cell| cell);
        assert_eq!(few, [3, 36, 20, 4]);
        let mut many = [36, 20, 4, 3, 70, 71, 72, 73, 74, 75, 76, 77, 78];
        by_table(&mut many, |&cell| cell);
        assert_eq!(many[..5], [3, 36, 4, 70, 71]);
    }

    #[test]
    fn weak_links_are_found_once_each() {
        let marks = Marks::new(&[0; 81]);
        let mut seen = Vec::new();
        off_by(&marks, number(40, 4, true), true, |mark, _| {
            seen.push(mark);
            true
        });
        assert_eq!(seen.len(), 8 + 20);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 28);
    }

    #[test]
    fn weak_links_of_windows_and_diagonals_are_found_once_each() {
        for regions in [Regions::Diagonals, Regions::Windows, Regions::Both] {
            let marks = Marks::on(regions, &[0; 81]);
            for cell in 0..81 {
                let mut seen = Vec::new();
                off_by(&marks, number(cell, 4, true), false, |mark, _| {
                    seen.push(cell_of(mark));
                    true
                });
                seen.sort_unstable();
                let peers: Vec<usize> = cells(regions.peers(cell)).collect();
                assert_eq!(seen, peers, "{regions:?} {cell}");
            }
        }
    }
}
