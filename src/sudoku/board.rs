//! The rules of a puzzle: a board and perhaps cages.

use super::{Cage, Geometry, Grid};

/// Where digits must differ, and which sums they must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Rows, columns, boxes and other regions.
    pub geometry: Geometry,
    /// No cell belongs to two of them.
    pub cages: Vec<Cage>,
}

impl From<Geometry> for Board {
    fn from(geometry: Geometry) -> Self {
        Board {
            geometry,
            cages: Vec::new(),
        }
    }
}

impl Board {
    /// Whether this is the usual 9x9 board, without cages or further regions.
    pub fn is_plain_nine(&self) -> bool {
        self.geometry.is_plain_nine() && self.cages.is_empty()
    }

    /// Whether a grid is full and right.
    pub fn is_solved_by(&self, grid: &Grid) -> bool {
        let kept = |cage: &Cage| {
            let digits = || {
                cage.cells
                    .iter()
                    .map(|&cell| u32::from(grid.cells()[cell as usize]))
            };
            let set = digits().fold(0u64, |set, digit| set | 1 << digit);
            digits().sum::<u32>() == cage.sum && set.count_ones() as usize == cage.cells.len()
        };
        grid.is_solved(&self.geometry) && self.cages.iter().all(kept)
    }
}
