//! The rules of a puzzle: a board and perhaps cages.

use super::{Alphabet, Cage, Geometry, Grid};

/// The cells whose digits must differ, and the sums that they must have.
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

    /// Refuses digits whose sums could be misread.
    ///
    /// # Errors
    /// If there are cages, and the digits do not begin with 1.
    pub fn fits(&self, digits: &Alphabet) -> Result<(), String> {
        match self.cages.is_empty() || digits.begins_with_one() {
            true => Ok(()),
            false => Err(format!(
                "sums of cages count digits from 1 on, and these are {digits}"
            )),
        }
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
