//! Pencil marks of a 9x9 grid: which digits each cell may still have, and which places each digit
//! still has in each house.
//!
//! Houses are numbered as in [`super::houses`], cells row by row, digits from 0. A set of digits or
//! of places in a house is a mask of nine bits, a set of cells one of 81.
//!
//! Invariant: for each house of the board, `places[house][digit]` is the set of the places whose
//! cells have the digit in `digits`.

use super::houses::{HOUSES_OF, NO_HOUSE, PLACE_OF, USUAL_KINDS};

pub use super::houses::{CELLS, HOUSE, HOUSE_SET, HOUSES, Regions, cells};

/// All nine bits.
const ALL: u16 = 0x1ff;

/// The members of a set of nine bits, in increasing order.
pub fn bits(mask: u16) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        bit
    })
}

/// All sets of `degree` of `size` bits, as increasing numbers (Gosper's hack).
pub fn choices(degree: usize, size: usize) -> impl Iterator<Item = u32> {
    let mut next = Some((1u32 << degree) - 1).filter(|_| degree <= size && size > 0);
    std::iter::from_fn(move || {
        let set = next?;
        next = (set != 0).then(|| {
            let low = set & set.wrapping_neg();
            let ripple = set + low;
            ripple | (((set ^ ripple) >> 2) / low)
        });
        next = next.filter(|&set| set < 1 << size);
        Some(set)
    })
}

/// Pencil marks, and the digits that have been placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    digits: [u16; CELLS],
    places: [[u16; 9]; HOUSES],
    placed: [u8; CELLS],
    /// How many cells of each house have no digit.
    empty: [u8; HOUSES],
    regions: Regions,
}

impl Marks {
    /// The marks that clues leave: digits from 1, and 0 for none.
    pub fn new(clues: &[u8; CELLS]) -> Self {
        Marks::on(Regions::None, clues)
    }

    /// [`Self::new`] on a board with further houses.
    pub fn on(regions: Regions, clues: &[u8; CELLS]) -> Self {
        let mut marks = Marks {
            digits: [ALL; CELLS],
            places: [[ALL; 9]; HOUSES],
            placed: [0; CELLS],
            empty: [9; HOUSES],
            regions,
        };
        for (cell, &clue) in clues.iter().enumerate() {
            if let Some(digit) = usize::from(clue).checked_sub(1) {
                marks.place(cell, digit);
            }
        }
        marks
    }

    /// The marks of a grid in which the player has marked candidates: a set for each cell, bit `d`
    /// for digit `d + 1`. A cell without marks keeps all candidates that the digits leave.
    pub fn with_sets(digits: &[u8; CELLS], sets: &[u16; CELLS]) -> Self {
        Marks::with_sets_on(Regions::None, digits, sets)
    }

    /// [`Self::with_sets`] on a board with further houses.
    pub fn with_sets_on(regions: Regions, digits: &[u8; CELLS], sets: &[u16; CELLS]) -> Self {
        let mut marks = Marks::on(regions, digits);
        for (cell, &set) in sets.iter().enumerate() {
            if set & ALL != 0 {
                marks.take_all(cell, !set);
            }
        }
        marks
    }

    /// Which houses the board has beside boxes, rows and columns.
    pub fn regions(&self) -> Regions {
        self.regions
    }

    /// The cells that see a cell.
    #[inline]
    pub(super) fn peers(&self, cell: usize) -> u128 {
        self.regions.peers(cell)
    }

    /// The cells that see all of a set.
    pub(super) fn seen_by(&self, set: u128) -> u128 {
        cells(set).fold(u128::MAX, |seen, cell| seen & self.peers(cell))
    }

    /// The digits that a cell may have: bit `d` for digit `d + 1`. None if it has one.
    pub fn digits(&self, cell: usize) -> u16 {
        self.digits[cell]
    }

    /// How many digits a cell may have.
    pub fn size(&self, cell: usize) -> u32 {
        self.digits[cell].count_ones()
    }

    /// Whether a cell may have a digit.
    pub fn has(&self, cell: usize, digit: usize) -> bool {
        self.digits[cell] >> digit & 1 == 1
    }

    /// The places that a digit may have in a house.
    pub fn places(&self, house: usize, digit: usize) -> u16 {
        self.places[house][digit]
    }

    /// The digit that has been placed in a cell, from 1; 0 if there is none.
    pub fn placed(&self, cell: usize) -> u8 {
        self.placed[cell]
    }

    /// How many cells of a house have no digit.
    pub fn empty(&self, house: usize) -> usize {
        self.empty[house].into()
    }

    /// Whether all cells have a digit.
    pub fn is_full(&self) -> bool {
        self.empty[..9].iter().all(|&empty| empty == 0)
    }

    /// The cells that may have a digit.
    pub fn cells_with(&self, digit: usize) -> u128 {
        (0..9).fold(0, |set, row| {
            set | u128::from(self.places[9 + row][digit]) << (9 * row)
        })
    }

    /// The cells with exactly `size` candidates.
    pub fn cells_of_size(&self, size: u32) -> u128 {
        let of_size = (0..CELLS).filter(|&cell| self.size(cell) == size);
        of_size.fold(0, |set, cell| set | 1 << cell)
    }

    /// Removes one candidate.
    pub fn take(&mut self, cell: usize, digit: usize) {
        self.digits[cell] &= !(1 << digit);
        for kind in 0..USUAL_KINDS {
            let house = usize::from(HOUSES_OF[cell][kind]);
            self.places[house][digit] &= !(1 << PLACE_OF[cell][kind]);
        }
        if !self.regions.is_usual() {
            self.take_elsewhere(cell, digit);
        }
    }

    /// Removes one candidate from the windows and diagonals of its cell.
    fn take_elsewhere(&mut self, cell: usize, digit: usize) {
        for kind in self.regions.kinds(cell).skip(USUAL_KINDS) {
            let house = usize::from(HOUSES_OF[cell][kind]);
            self.places[house][digit] &= !(1 << PLACE_OF[cell][kind]);
        }
    }

    /// Removes all candidates of a set.
    pub fn take_all(&mut self, cell: usize, set: u16) {
        for digit in bits(set & self.digits[cell]) {
            self.take(cell, digit);
        }
    }

    /// Places a digit: nothing else is left in the cell, and no peer may have it.
    pub fn place(&mut self, cell: usize, digit: usize) {
        if self.placed[cell] == 0 {
            for house in HOUSES_OF[cell]
                .into_iter()
                .filter(|&house| house != NO_HOUSE)
            {
                self.empty[usize::from(house)] -= 1;
            }
        }
        self.placed[cell] = digit as u8 + 1;
        self.take_all(cell, ALL);
        for peer in cells(self.peers(cell)) {
            self.take(peer, digit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_increasing_and_complete() {
        let sets: Vec<u32> = choices(3, 5).collect();
        let expected = [7, 11, 13, 14, 19, 21, 22, 25, 26, 28];
        assert_eq!(sets, expected);
        assert_eq!(choices(0, 4).collect::<Vec<_>>(), [0]);
        assert_eq!(choices(4, 4).collect::<Vec<_>>(), [15]);
        assert_eq!(choices(3, 2).count(), 0);
        assert_eq!(choices(4, 9).count(), 126);
    }

    #[test]
    fn marks_of_cells_and_houses_agree() {
        let mut clues = [0; CELLS];
        (clues[0], clues[40], clues[77]) = (5, 9, 1);
        for regions in [Regions::Both, Regions::None] {
            let mut marks = Marks::on(regions, &clues);
            marks.take(80, 3);
            for house in regions.houses() {
                for digit in 0..9 {
                    for (place, &cell) in HOUSE[house].iter().enumerate() {
                        let here = marks.places(house, digit) >> place & 1 == 1;
                        assert_eq!(here, marks.has(cell.into(), digit));
                    }
                }
            }
        }
        let mut marks = Marks::new(&clues);
        marks.take(80, 3);
        assert_eq!((marks.empty(0), marks.empty(1), marks.digits(0)), (8, 9, 0));
        assert!(!marks.has(80, 3) && !marks.has(79, 0) && !marks.is_full());
        // Not the clue and its twenty peers, nor the other two clues.
        assert_eq!(marks.cells_with(4).count_ones(), 81 - 21 - 2);
    }
}
