//! Solutions as text pictures, which can be read again as pieces.

use super::grid::Grid;
use super::{Packing, Placement, Placements};
use std::fmt::Write;

/// The characters that pieces are drawn with: first those of names of one letter, then the
/// others that are free, in turn.
fn letters(packing: &Packing) -> Vec<char> {
    const ALL: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#*";
    let own = |name: &str| match name.as_bytes() {
        [letter] if ALL.as_bytes().contains(letter) => Some(char::from(*letter)),
        [b'p', digit @ b'0'..=b'9'] => Some(char::from(*digit)),
        _ => None,
    };
    let taken: Vec<Option<char>> = packing
        .pieces
        .iter()
        .map(|piece| own(&piece.name))
        .collect();
    let free: Vec<char> = ALL.chars().filter(|&c| !taken.contains(&Some(c))).collect();
    let mut next = free.iter().cycle();
    let letter = |own: Option<char>| own.or_else(|| next.next().copied()).unwrap_or('#');
    taken.into_iter().map(letter).collect()
}

/// Draws solutions of a packing.
pub struct Drawing<'p> {
    packing: &'p Packing,
    placements: &'p Placements,
    letters: Vec<char>,
    /// Layers, rows, columns.
    sizes: [usize; 3],
    /// The place of each cell in a picture.
    ats: Vec<usize>,
}

impl<'p> Drawing<'p> {
    /// For the solutions of a packing.
    pub fn new(packing: &'p Packing, placements: &'p Placements) -> Self {
        let cells = packing.region.cells();
        let ats = || cells.iter().map(|cell| packing.grid.at(cell.cell));
        let least = [0, 1, 2].map(|axis| ats().map(|at| at[axis]).min().unwrap_or(0));
        let size = |axis: usize| ats().map(|at| (at[axis] - least[axis]) as usize + 1).max();
        let sizes = [0, 1, 2].map(|axis| size(axis).unwrap_or(0));
        let place = |at: [i32; 3]| {
            let at = |axis: usize| (at[axis] - least[axis]) as usize;
            (at(0) * sizes[1] + at(1)) * sizes[2] + at(2)
        };
        Drawing {
            packing,
            placements,
            letters: letters(packing),
            sizes,
            ats: ats().map(place).collect(),
        }
    }

    /// A picture of a solution: a letter for each cell of a piece, a dot for a cell that is empty or
    /// none; layers stand side by side. With colors, for a terminal.
    pub fn text(&self, solution: &[u32], colored: bool) -> String {
        let empty = match self.packing.grid {
            Grid::Square | Grid::Cube => '.',
            Grid::Triangle | Grid::Hexagon => ' ',
        };
        let [layers, rows, columns] = self.sizes;
        let mut picture: Vec<Option<(char, u32)>> = vec![None; layers * rows * columns];
        let mut wild = vec![false; picture.len()];
        for (cell, &at) in self.packing.region.cells().iter().zip(&self.ats) {
            wild[at] = cell.wild;
        }
        for &number in solution {
            let placement = &self.placements.list()[number as usize];
            let letter = self.letters[placement.piece as usize];
            for &cell in &placement.cells {
                let is_light = !is_dark(self.packing, placement, cell).unwrap_or(true);
                let letter = if is_light {
                    letter.to_ascii_lowercase()
                } else {
                    letter
                };
                picture[self.ats[cell as usize]] = Some((letter, placement.piece));
            }
        }
        let mut text = String::new();
        for row in 0..rows {
            let mut line = String::new();
            for layer in 0..layers {
                if layer > 0 {
                    line.push_str("  ");
                }
                for column in 0..columns {
                    let at = (layer * rows + row) * columns + column;
                    match picture[at] {
                        Some((letter, piece)) if colored => put_colored(&mut line, letter, piece),
                        Some((letter, _)) => line.push(letter),
                        None if wild[at] => line.push('.'),
                        None => line.push(empty),
                    }
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// Whether a cell of a checkered placement is dark.
pub(super) fn is_dark(packing: &Packing, placement: &Placement, cell: u32) -> Option<bool> {
    let own = packing
        .grid
        .parity(packing.region.cells()[cell as usize].cell)?;
    Some(placement.parity? ^ own == 1)
}

/// A letter on a ground of its piece's own, of the 6x6x6 colors that terminals have.
fn put_colored(line: &mut String, letter: char, piece: u32) {
    // Light ones, on which black letters can be read; pieces that follow each other differ much.
    let part = |number: u32| 2 + number % 4;
    let (red, green, blue) = (
        part(piece * 3),
        part(piece + piece / 4),
        part(piece * 2 + piece / 16),
    );
    let ground = 16 + 36 * red + 6 * green + blue;
    let _ = write!(line, "\x1b[48;5;{ground};38;5;16m{letter}\x1b[0m");
}
