//! The WNEF, a measure of difficulty: weighted, normalized ease function (team
//! 3780, MCM 2008, sections 3.3 and 4.3).
//!
//! For each empty cell count the digits that no clue in its row, column or box
//! forbids; let `c_n` be the number of cells with `n` such choices and `E` the number
//! of empty cells. The WNEF is `sum(c_n w(n)) / (E w(1))`: 1 if every cell has only
//! one choice, less for harder puzzles. The excerpt that we follow leaves the
//! normalization open; this is our reading.

use crate::boards::{Geometry, Grid, digit};

/// How a cell with `n` choices counts, on a board of some order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// `2^(order - n)`: 2^(9-n) on the usual board.
    Exponential,
    /// `(order + 1 - n)^2`
    Quadratic,
    /// `order + 1 - n`
    Linear,
}

/// The choices of a puzzle's empty cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    order: usize,
    /// `histogram[n]` cells have `n` choices.
    pub histogram: [u32; digit::MOST + 1],
}

impl Choices {
    /// Counts the choices of each empty cell.
    pub fn of(geometry: &Geometry, grid: &Grid) -> Self {
        let order = geometry.order();
        let in_unit: Vec<u64> = geometry
            .units()
            .iter()
            .map(|unit| {
                let digits = unit.cells.iter().map(|&cell| grid.cells()[cell as usize]);
                digits.fold(0, |set, digit| set | 1 << digit)
            })
            .collect();
        let mut histogram = [0; digit::MOST + 1];
        for cell in 0..geometry.cells() {
            if grid.get(cell).is_none() && !geometry.is_hole(cell) {
                let units = geometry.units_of(cell).iter();
                let taken = units.fold(0, |set, &unit| set | in_unit[unit as usize]) & !1;
                histogram[order - taken.count_ones() as usize] += 1;
            }
        }
        Choices { order, histogram }
    }

    /// The number of empty cells.
    pub fn empty(&self) -> u32 {
        self.histogram.iter().sum()
    }

    /// The number of choices in all empty cells together.
    pub fn total(&self) -> u32 {
        (0..).zip(&self.histogram).map(|(n, count)| n * count).sum()
    }

    /// The WNEF with a weight, or 1 if there is no empty cell.
    pub fn wnef(&self, weight: Weight) -> f64 {
        if self.empty() == 0 {
            return 1.0;
        }
        let weigh = |n: u64| match weight {
            Weight::Exponential => 1u64 << (self.order as u64 - n),
            Weight::Quadratic => (self.order as u64 + 1 - n).pow(2),
            Weight::Linear => self.order as u64 + 1 - n,
        };
        let cells = (0..=self.order as u64).zip(&self.histogram);
        let sum: u64 = cells.map(|(n, &count)| u64::from(count) * weigh(n)).sum();
        // Both are below 2^53, so the quotient is the same everywhere.
        sum as f64 / (u64::from(self.empty()) * weigh(1)) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wnef_is_as_worked_out_by_hand() {
        let board = Geometry::of_order(4).unwrap();
        // The blanks of row 1 have 2 choices, but for the last one, whose column has
        // a 3: the histogram of all 13 blanks follows from the three clues.
        let grid = Grid::parse(&board, b"12.........3....").unwrap();
        let choices = Choices::of(&board, &grid);
        // r1c3 {3,4}, r1c4 {4}; r2c1 {3,4}, r2c2 {3,4}, r2c3 {1,2,3,4}, r2c4 {1,2,4};
        // r3c1 {2,4}, r3c2 {1,4}, r3c3 {1,2,4}; r4c1 {2,3,4}, r4c2 {1,3,4}, r4c3 and
        // r4c4 {1,2,4}.
        assert_eq!(choices.histogram[..5], [0, 1, 5, 6, 1]);
        assert_eq!((choices.empty(), choices.total()), (13, 33));
        let expected = (8.0 + 5.0 * 4.0 + 6.0 * 2.0 + 1.0) / (13.0 * 8.0);
        assert_eq!(choices.wnef(Weight::Exponential), expected);
        let expected = (16.0 + 5.0 * 9.0 + 6.0 * 4.0 + 1.0) / (13.0 * 16.0);
        assert_eq!(choices.wnef(Weight::Quadratic), expected);
        let expected = (4.0 + 5.0 * 3.0 + 6.0 * 2.0 + 1.0) / (13.0 * 4.0);
        assert_eq!(choices.wnef(Weight::Linear), expected);
    }

    #[test]
    fn an_empty_grid_is_hardest_and_a_full_one_easiest() {
        let board = Geometry::of_order(9).unwrap();
        let wnef = |grid: &Grid| Choices::of(&board, grid).wnef(Weight::Exponential);
        assert_eq!(wnef(&Grid::empty(9)), 1.0 / 256.0);
        let line =
            b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let mut full = Grid::parse(&board, line).unwrap();
        assert_eq!(wnef(&full), 1.0);
        full.set(0, 0);
        assert_eq!(wnef(&full), 1.0);
    }
}
