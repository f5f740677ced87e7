//! Pencil marks of a 9x9 grid: which digits each cell may still have, and which places each digit
//! still has in each house.
//!
//! Houses are numbered 0 to 8 for the boxes, 9 to 17 for the rows and 18 to 26 for the columns, as
//! techniques look at them; cells row by row; digits from 0. A set of digits or of places in a
//! house is a mask of nine bits, a set of cells one of 81.
//!
//! Invariant: `places[house][digit]` has the place of each cell of the house whose `digits` have
//! the digit, and nothing else.

/// How many cells, digits and houses there are.
pub const CELLS: usize = 81;
pub const HOUSES: usize = 27;
/// All nine bits.
const ALL: u16 = 0x1ff;

/// The cells of each house, in increasing order.
pub static HOUSE: [[u8; 9]; HOUSES] = houses();
/// The houses of each cell: its box, row and column.
pub static HOUSES_OF: [[u8; 3]; CELLS] = houses_of();
/// The place of each cell in its box, row and column.
pub static PLACE_OF: [[u8; 3]; CELLS] = places_of();
/// The cells that see a cell.
pub static PEERS: [u128; CELLS] = peers();
/// The cells of each house, as a set.
pub static HOUSE_SET: [u128; HOUSES] = house_sets();

const fn houses() -> [[u8; 9]; HOUSES] {
    let mut table = [[0; 9]; HOUSES];
    let mut house = 0;
    while house < 9 {
        let mut place = 0;
        while place < 9 {
            let corner = house / 3 * 27 + house % 3 * 3;
            table[house][place] = (corner + place / 3 * 9 + place % 3) as u8;
            table[9 + house][place] = (9 * house + place) as u8;
            table[18 + house][place] = (9 * place + house) as u8;
            place += 1;
        }
        house += 1;
    }
    table
}

const fn houses_of() -> [[u8; 3]; CELLS] {
    let mut table = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        let in_box = row / 3 * 3 + column / 3;
        table[cell] = [in_box as u8, 9 + row as u8, 18 + column as u8];
        cell += 1;
    }
    table
}

const fn places_of() -> [[u8; 3]; CELLS] {
    let mut table = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        let in_box = row % 3 * 3 + column % 3;
        table[cell] = [in_box as u8, column as u8, row as u8];
        cell += 1;
    }
    table
}

const fn house_sets() -> [u128; HOUSES] {
    let (cells, mut table) = (houses(), [0; HOUSES]);
    let mut house = 0;
    while house < HOUSES {
        let mut place = 0;
        while place < 9 {
            table[house] |= 1 << cells[house][place];
            place += 1;
        }
        house += 1;
    }
    table
}

const fn peers() -> [u128; CELLS] {
    let (sets, houses, mut table) = (house_sets(), houses_of(), [0; CELLS]);
    let mut cell = 0;
    while cell < CELLS {
        let [a, b, c] = houses[cell];
        table[cell] = (sets[a as usize] | sets[b as usize] | sets[c as usize]) & !(1 << cell);
        cell += 1;
    }
    table
}

/// The members of a set of nine bits, in increasing order.
pub fn bits(mask: u16) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        bit
    })
}

/// The members of a set of cells, in increasing order.
pub fn cells(set: u128) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let cell = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        cell
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
}

impl Marks {
    /// The marks that clues leave: digits from 1, and 0 for none.
    pub fn new(clues: &[u8; CELLS]) -> Self {
        let mut marks = Marks {
            digits: [ALL; CELLS],
            places: [[ALL; 9]; HOUSES],
            placed: [0; CELLS],
            empty: [9; HOUSES],
        };
        for (cell, &clue) in clues.iter().enumerate() {
            if let Some(digit) = usize::from(clue).checked_sub(1) {
                marks.place(cell, digit);
            }
        }
        marks
    }

    /// The marks of a grid with some digits whose player has made marks, too: a set of digits for
    /// each cell, bit `d` for digit `d + 1`. In a cell with none all stay that digits leave.
    pub fn with_sets(digits: &[u8; CELLS], sets: &[u16; CELLS]) -> Self {
        let mut marks = Marks::new(digits);
        for (cell, &set) in sets.iter().enumerate() {
            if set & ALL != 0 {
                marks.take_all(cell, !set);
            }
        }
        marks
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

    /// Takes away one candidate.
    pub fn take(&mut self, cell: usize, digit: usize) {
        self.digits[cell] &= !(1 << digit);
        for kind in 0..3 {
            let house = usize::from(HOUSES_OF[cell][kind]);
            self.places[house][digit] &= !(1 << PLACE_OF[cell][kind]);
        }
    }

    /// Takes away all candidates of a set.
    pub fn take_all(&mut self, cell: usize, set: u16) {
        for digit in bits(set & self.digits[cell]) {
            self.take(cell, digit);
        }
    }

    /// Places a digit: nothing else is left in the cell, and no peer may have it.
    pub fn place(&mut self, cell: usize, digit: usize) {
        if self.placed[cell] == 0 {
            for house in HOUSES_OF[cell] {
                self.empty[usize::from(house)] -= 1;
            }
        }
        self.placed[cell] = digit as u8 + 1;
        self.take_all(cell, ALL);
        for peer in cells(PEERS[cell]) {
            self.take(peer, digit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_twenty_peers_and_stands_in_its_houses() {
        for cell in 0..CELLS {
            assert_eq!(PEERS[cell].count_ones(), 20);
            for kind in 0..3 {
                let house = usize::from(HOUSES_OF[cell][kind]);
                let place = usize::from(PLACE_OF[cell][kind]);
                assert_eq!(house / 9, kind);
                assert_eq!(usize::from(HOUSE[house][place]), cell);
            }
        }
    }

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
        let mut marks = Marks::new(&clues);
        marks.take(80, 3);
        for (house, cells) in HOUSE.iter().enumerate() {
            for digit in 0..9 {
                for (place, &cell) in cells.iter().enumerate() {
                    let here = marks.places(house, digit) >> place & 1 == 1;
                    assert_eq!(here, marks.has(cell.into(), digit));
                }
            }
        }
        assert_eq!((marks.empty(0), marks.empty(1), marks.digits(0)), (8, 9, 0));
        assert!(!marks.has(80, 3) && !marks.has(79, 0) && !marks.is_full());
        // Not the clue and its twenty peers, nor the other two clues.
        assert_eq!(marks.cells_with(4).count_ones(), 81 - 21 - 2);
    }
}
