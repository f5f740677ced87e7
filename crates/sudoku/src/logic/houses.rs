//! The houses of a 9x9 board, and which cells see each other.
//!
//! Houses are numbered 0 to 8 for the boxes, 9 to 17 for the rows and 18 to 26 for the columns; on
//! boards that have them 27 to 35 for windows and 36 and 37 for the diagonals. A house's number
//! does not depend on the board, only whether it counts, which [`Regions`] tells.
//!
//! The four windows of a hyper Sudoku leave five more groups of nine cells that hold each digit
//! once: the rows (or columns) through two windows have each digit three times, twice in these, and
//! the third one is in the cells between them. So there are nine windows: the four drawn ones, then
//! the five hidden ones.
//!
//! Invariant: `HOUSE[house][place]` is the cell whose entry for the house's kind in `HOUSES_OF` and
//! `PLACE_OF` are house and place.

use crate::boards::{Board, Geometry, Grid, UnitName};
use crate::solve::Solver;
use crate::solve::nine::Nine;
use std::ops::Range;

/// The numbers of cells, of houses, and of kinds of houses: boxes, rows, columns, windows, and the
/// two diagonals.
pub const CELLS: usize = 81;
pub const HOUSES: usize = 38;
pub const KINDS: usize = 6;
/// The number of houses that every board has. They come first.
pub const USUAL: usize = 27;
/// The number of kinds of houses that every board has.
pub const USUAL_KINDS: usize = 3;
/// In [`HOUSES_OF`]: the cell has no house of this kind.
pub const NO_HOUSE: u8 = u8::MAX;
const WINDOWS: usize = 27;
const DIAGONALS: usize = 36;

/// The cells of each house. Those of lines are in increasing order, those of boxes and windows lie
/// in three rows of three.
pub static HOUSE: [[u8; 9]; HOUSES] = houses();
/// The house of each kind of each cell.
pub static HOUSES_OF: [[u8; KINDS]; CELLS] = homes(true);
/// The place of each cell in the houses of [`HOUSES_OF`].
pub static PLACE_OF: [[u8; KINDS]; CELLS] = homes(false);
/// The cells of each house, as a set.
pub static HOUSE_SET: [u128; HOUSES] = house_sets();
/// On each board, the cells that see a cell.
static PEERS: [[u128; CELLS]; 4] = [
    peers(Regions::None),
    peers(Regions::Diagonals),
    peers(Regions::Windows),
    peers(Regions::Both),
];

/// Which houses a 9x9 board has beside its boxes, rows and columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Regions {
    /// No others.
    #[default]
    None,
    /// The two diagonals.
    Diagonals,
    /// The windows of a hyper Sudoku.
    Windows,
    /// Diagonals and windows.
    Both,
}

impl Regions {
    /// The further houses of a 9x9 board with square boxes; none if it has other regions than
    /// these.
    pub fn of(geometry: &Geometry) -> Option<Self> {
        if geometry.order() != 9 || geometry.box_shape() != Some((3, 3)) {
            return None;
        }
        let mut found = [false; 2];
        for unit in USUAL..geometry.units().len() {
            match geometry.unit_name(unit) {
                UnitName::FallingDiagonal | UnitName::RisingDiagonal => found[0] = true,
                UnitName::Window(..) => found[1] = true,
                UnitName::Kind(_) => return None,
            }
        }
        let [has_diagonals, has_windows] = found;
        Some(Regions::with(has_diagonals, has_windows))
    }

    /// The two diagonals or not, the windows or not.
    pub fn with(has_diagonals: bool, has_windows: bool) -> Self {
        match (has_diagonals, has_windows) {
            (false, false) => Regions::None,
            (true, false) => Regions::Diagonals,
            (false, true) => Regions::Windows,
            (true, true) => Regions::Both,
        }
    }

    /// The board with these.
    pub fn geometry(self) -> Geometry {
        let mut geometry = Geometry::of_order(9);
        if self.has_diagonals() {
            geometry = geometry.and_then(Geometry::and_diagonals);
        }
        if self.has_windows() {
            geometry = geometry.and_then(Geometry::and_windows);
        }
        geometry.expect("order 9 has boxes, diagonals and windows")
    }

    /// Up to two solutions of a puzzle on this board: digits from 1, and 0 for none.
    pub fn solutions(self, clues: &[u8; CELLS]) -> Vec<[u8; CELLS]> {
        if self.is_usual() {
            let nine = Nine::with_clues(clues);
            return nine.map_or_else(Vec::new, |nine| nine.solutions(2));
        }
        let board = self.geometry().into();
        let found = Solver::new(&board).solutions(&Grid::from_cells(9, clues), 2);
        let cells = found.iter().map(|grid| grid.cells().try_into());
        cells.filter_map(Result::ok).collect()
    }

    /// Whether the diagonals are houses.
    pub const fn has_diagonals(self) -> bool {
        matches!(self, Regions::Diagonals | Regions::Both)
    }

    /// Whether the windows are houses.
    pub const fn has_windows(self) -> bool {
        matches!(self, Regions::Windows | Regions::Both)
    }

    /// Whether there are no other houses than boxes, rows and columns.
    #[inline]
    pub(super) fn is_usual(self) -> bool {
        self == Regions::None
    }

    /// The cells that see a cell.
    #[inline]
    pub(super) fn peers(self, cell: usize) -> u128 {
        PEERS[self as usize][cell]
    }

    /// The members of a set of peers of a cell in the order in which the reference looks at peers:
    /// those of every board first, then those in its window, then those on its diagonals.
    pub(super) fn in_order(self, cell: usize, set: u128) -> impl Iterator<Item = usize> {
        let usual = PEERS[Regions::None as usize][cell];
        let has = move |set: u128, peer: usize| set >> peer & 1 == 1;
        let (mut window, mut diagonals) = (0, 0);
        let mut own: &'static [u8] = &[];
        if self.has_windows() {
            let house = usize::from(HOUSES_OF[cell][3]);
            (window, own) = (HOUSE_SET[house], &HOUSE[house]);
        }
        if self.has_diagonals() {
            let lines = DIAGONALS..HOUSES;
            let lines = lines.filter(|&line| has(HOUSE_SET[line], cell));
            diagonals = lines.fold(0, |set, line| set | HOUSE_SET[line]);
        }
        let own = own.iter().map(|&peer| usize::from(peer));
        cells(set & usual)
            .chain(own.filter(move |&peer| has(set & !usual, peer)))
            .chain(cells(set & !usual & !window & diagonals))
    }

    /// All houses in increasing order.
    pub(super) fn houses(self) -> impl Iterator<Item = usize> {
        let end = |has: bool, last: usize| if has { last } else { 0 };
        let windows = WINDOWS..end(self.has_windows(), DIAGONALS);
        let diagonals = DIAGONALS..end(self.has_diagonals(), HOUSES);
        (0..USUAL).chain(windows).chain(diagonals)
    }

    /// All houses as techniques look at them: boxes, columns, rows, windows, diagonals.
    pub(super) fn order(self) -> impl Iterator<Item = usize> {
        const ORDER: [Range<usize>; 5] =
            [0..9, 18..27, 9..18, WINDOWS..DIAGONALS, DIAGONALS..HOUSES];
        let counts = move |first: usize| match first {
            WINDOWS => self.has_windows(),
            DIAGONALS => self.has_diagonals(),
            _ => true,
        };
        let kinds = ORDER.into_iter();
        kinds.filter(move |kind| counts(kind.start)).flatten()
    }

    /// The kinds of the houses of a cell, in increasing order.
    #[inline]
    pub(super) fn kinds(self, cell: usize) -> impl Iterator<Item = usize> {
        let list: &[u8] = match self.is_usual() {
            true => &[0, 1, 2],
            false => self.more_kinds(cell),
        };
        list.iter().map(|&kind| usize::from(kind))
    }

    fn more_kinds(self, cell: usize) -> &'static [u8] {
        let on = |kind: usize| self.has_diagonals() && HOUSES_OF[cell][kind] != NO_HOUSE;
        match (self.has_windows(), on(4), on(5)) {
            (false, false, false) => &[0, 1, 2],
            (false, true, false) => &[0, 1, 2, 4],
            (false, false, true) => &[0, 1, 2, 5],
            (false, true, true) => &[0, 1, 2, 4, 5],
            (true, false, false) => &[0, 1, 2, 3],
            (true, true, false) => &[0, 1, 2, 3, 4],
            (true, false, true) => &[0, 1, 2, 3, 5],
            (true, true, true) => &[0, 1, 2, 3, 4, 5],
        }
    }

    /// Whether the board has houses of a kind.
    pub(super) fn has_kind(self, kind: usize) -> bool {
        match kind {
            ..3 => true,
            3 => self.has_windows(),
            _ => self.has_diagonals(),
        }
    }

    /// A house that has all of a set of cells: a column, else a row, a box, a window, a diagonal.
    #[inline(always)]
    pub(super) fn shared_house(self, set: u128) -> Option<usize> {
        let own = &HOUSES_OF[set.trailing_zeros() as usize];
        for kind in [2, 1, 0] {
            let house = usize::from(own[kind]);
            if set & !HOUSE_SET[house] == 0 {
                return Some(house);
            }
        }
        match self.is_usual() {
            true => None,
            false => self.shared_elsewhere(set),
        }
    }

    /// A window or a diagonal that has all of a set of cells.
    #[inline(never)]
    fn shared_elsewhere(self, set: u128) -> Option<usize> {
        let first = set.trailing_zeros() as usize;
        let more = self.kinds(first).skip(USUAL_KINDS);
        let mut houses = more.map(|kind| usize::from(HOUSES_OF[first][kind]));
        houses.find(|&house| set & !HOUSE_SET[house] == 0)
    }
}

impl Board {
    /// The houses beside boxes, rows and columns; none if techniques do not know the board. They
    /// know boards of 9x9 cells with square boxes and without cages.
    pub fn regions(&self) -> Option<Regions> {
        Regions::of(&self.geometry).filter(|_| self.cages.is_empty())
    }
}

/// The kind of a house.
pub const fn kind_of(house: usize) -> usize {
    match house {
        0..DIAGONALS => house / 9,
        _ => house - DIAGONALS + 4,
    }
}

/// Triples of rows or columns: through the upper (or left) windows, through the lower (or right)
/// ones, and the rest.
const THIRDS: [[usize; 3]; 3] = [[1, 2, 3], [5, 6, 7], [0, 4, 8]];
/// The rows and columns of each window. Of those with columns between, the cells go down.
const WINDOW_LINES: [(usize, usize, bool); 9] = [
    (0, 0, false),
    (0, 1, false),
    (1, 0, false),
    (1, 1, false),
    (2, 0, false),
    (2, 1, false),
    (0, 2, true),
    (1, 2, true),
    (2, 2, false),
];

const fn houses() -> [[u8; 9]; HOUSES] {
    let mut table = [[0; 9]; HOUSES];
    let mut house = 0;
    while house < 9 {
        let (rows, columns, goes_down) = WINDOW_LINES[house];
        let mut place = 0;
        while place < 9 {
            let corner = house / 3 * 27 + house % 3 * 3;
            table[house][place] = (corner + place / 3 * 9 + place % 3) as u8;
            table[9 + house][place] = (9 * house + place) as u8;
            table[18 + house][place] = (9 * place + house) as u8;
            let (row, column) = match goes_down {
                true => (place % 3, place / 3),
                false => (place / 3, place % 3),
            };
            let cell = 9 * THIRDS[rows][row] + THIRDS[columns][column];
            table[WINDOWS + house][place] = cell as u8;
            place += 1;
        }
        table[DIAGONALS][house] = (10 * house) as u8;
        table[DIAGONALS + 1][house] = (8 * house + 8) as u8;
        house += 1;
    }
    table
}

/// The houses of each cell, or its places there.
const fn homes(is_house: bool) -> [[u8; KINDS]; CELLS] {
    let (cells, mut table) = (houses(), [[NO_HOUSE; KINDS]; CELLS]);
    let mut house = 0;
    while house < HOUSES {
        let mut place = 0;
        while place < 9 {
            let number = if is_house { house } else { place };
            table[cells[house][place] as usize][kind_of(house)] = number as u8;
            place += 1;
        }
        house += 1;
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

const fn peers(regions: Regions) -> [u128; CELLS] {
    let (sets, houses, mut table) = (house_sets(), homes(true), [0; CELLS]);
    let mut cell = 0;
    while cell < CELLS {
        let mut kind = 0;
        while kind < KINDS {
            let counts = match kind {
                0..3 => true,
                3 => regions.has_windows(),
                _ => regions.has_diagonals(),
            };
            let house = houses[cell][kind];
            if counts && house != NO_HOUSE {
                table[cell] |= sets[house as usize] & !(1 << cell);
            }
            kind += 1;
        }
        cell += 1;
    }
    table
}

/// The cells of a house, by the number that an [`Explanation`](super::Explanation) has.
pub fn house_cells(house: u8) -> [u8; 9] {
    HOUSE[usize::from(house)]
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

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Regions; 4] = [
        Regions::None,
        Regions::Diagonals,
        Regions::Windows,
        Regions::Both,
    ];

    #[test]
    fn every_cell_stands_in_its_houses() {
        for regions in ALL {
            for cell in 0..CELLS {
                for kind in regions.kinds(cell) {
                    let house = usize::from(HOUSES_OF[cell][kind]);
                    let place = usize::from(PLACE_OF[cell][kind]);
                    assert_eq!(kind_of(house), kind);
                    assert_eq!(usize::from(HOUSE[house][place]), cell);
                }
            }
            let mut ordered: Vec<usize> = regions.order().collect();
            ordered.sort_unstable();
            assert_eq!(ordered, regions.houses().collect::<Vec<_>>());
        }
    }

    #[test]
    fn cells_see_those_of_their_houses() {
        let count = |regions: Regions, cell| regions.peers(cell).count_ones();
        assert!((0..CELLS).all(|cell| count(Regions::None, cell) == 20));
        // The middle cell sees both diagonals. Four of their cells are in its box.
        assert_eq!(count(Regions::Diagonals, 40), 20 + 12);
        assert_eq!(count(Regions::Diagonals, 0), 20 + 6);
        assert_eq!(count(Regions::Diagonals, 1), 20);
        // Of its window, four cells lie in the box of r2c2, and r2c4 and r4c2 in its lines.
        assert_eq!(count(Regions::Windows, 10), 20 + 3);
        assert_eq!(Regions::Windows.peers(0) >> 40 & 1, 1);
        for regions in ALL {
            for cell in 0..CELLS {
                let mut listed: Vec<usize> = regions.in_order(cell, regions.peers(cell)).collect();
                listed.sort_unstable();
                assert!(listed.into_iter().eq(cells(regions.peers(cell))));
            }
        }
    }

    #[test]
    fn the_four_windows_are_those_of_the_board() {
        let board = Geometry::of_order(9).unwrap().and_windows().unwrap();
        for (window, unit) in board.units()[USUAL..].iter().enumerate() {
            let own = HOUSE[WINDOWS + window].map(u16::from);
            assert_eq!(own[..], unit.cells[..]);
        }
        assert_eq!(Regions::of(&board), Some(Regions::Windows));
        let board = board.and_diagonals().unwrap();
        assert_eq!(Regions::of(&board), Some(Regions::Both));
        let usual = Geometry::of_order(9).unwrap();
        assert_eq!(Regions::of(&usual), Some(Regions::None));
        assert_eq!(Regions::of(&Geometry::of_order(6).unwrap()), None);
    }
}
