//! Draws solutions as text pictures, which can be read again as pieces.

use super::grid::Grid;
use super::{Coloring, Packing, Placement, Placements};
use std::fmt::Write;

/// The characters for pieces.
const ALL: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#*";

/// A character for each piece, and the characters that are left. Names of one letter get that
/// letter, the others get free characters in order.
fn letters(packing: &Packing) -> (Vec<char>, Vec<char>) {
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
    let letters: Vec<char> = taken.into_iter().map(letter).collect();
    // If small letters are light cells, a piece takes both cases of a letter.
    let is_checkered = packing.coloring == Coloring::Checkered;
    let key = |letter: char| match is_checkered {
        true => letter.to_ascii_uppercase(),
        false => letter,
    };
    let is_free = |&letter: &char| {
        let is_letter = !is_checkered || letter.is_ascii_uppercase();
        is_letter && letters.iter().all(|&other| key(other) != letter)
    };
    let left = free.iter().copied().filter(is_free).collect();
    (letters, left)
}

/// The look of a placement: its character, and its background on a terminal.
pub(super) type Look = (char, u8);

/// Draws solutions of a packing.
pub struct Drawing<'p> {
    packing: &'p Packing,
    placements: &'p Placements,
    letters: Vec<char>,
    /// The characters left over, for further copies of pieces.
    left: Vec<char>,
    /// The numbers of layers, rows and columns.
    sizes: [usize; 3],
    /// The place of each cell in a picture.
    ats: Vec<usize>,
}

impl<'p> Drawing<'p> {
    /// For the solutions of a packing.
    pub fn new(packing: &'p Packing, placements: &'p Placements) -> Self {
        let cells = packing.region.cells();
        let ats = || cells.iter().map(|cell| packing.grid.at(cell.cell));
        let mut least = [0, 1, 2].map(|axis| ats().map(|at| at[axis]).min().unwrap_or(0));
        // A triangle's position tells whether it points up: so a column stays empty.
        if packing.grid == Grid::Triangle && (least[1] + least[2]) % 2 != 0 {
            least[2] -= 1;
        }
        let size = |axis: usize| ats().map(|at| (at[axis] - least[axis]) as usize + 1).max();
        let sizes = [0, 1, 2].map(|axis| size(axis).unwrap_or(0));
        let place = |at: [i32; 3]| {
            let at = |axis: usize| (at[axis] - least[axis]) as usize;
            (at(0) * sizes[1] + at(1)) * sizes[2] + at(2)
        };
        let (letters, left) = letters(packing);
        Drawing {
            packing,
            placements,
            letters,
            left,
            sizes,
            ats: ats().map(place).collect(),
        }
    }

    /// A picture of a solution: a letter for each cell of a piece, and a dot for other places;
    /// layers are side by side. With `colored`, for a terminal. Each copy of a piece has a letter
    /// of its own or, if there are not enough, one that differs from its neighbors'.
    pub fn text(&self, solution: &[u32], colored: bool) -> String {
        let empty = match self.packing.grid {
            Grid::Square | Grid::Cube => '.',
            Grid::Triangle | Grid::Hexagon => ' ',
        };
        let [layers, rows, columns] = self.sizes;
        let mut picture: Vec<Option<Look>> = vec![None; layers * rows * columns];
        let mut wild = vec![false; picture.len()];
        for (cell, &at) in self.packing.region.cells().iter().zip(&self.ats) {
            wild[at] = cell.wild;
        }
        for (&number, (letter, ground)) in solution.iter().zip(self.looks(solution)) {
            let placement = &self.placements.list()[number as usize];
            for &cell in &placement.cells {
                let is_light = !is_dark(self.packing, placement, cell).unwrap_or(true);
                let letter = if is_light {
                    letter.to_ascii_lowercase()
                } else {
                    letter
                };
                picture[self.ats[cell as usize]] = Some((letter, ground));
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
                        Some((letter, ground)) if colored => put_colored(&mut line, letter, ground),
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

    /// The looks of a solution's placements, in its order: a letter, and a background of a
    /// terminal's 6x6x6 colors. If there are 64 placements at most, no two letters are equal.
    pub fn distinct(&self, solution: &[u32]) -> Vec<(char, u8)> {
        let mut looks = self.looks(solution);
        let mut letters: Vec<char> = looks.iter().map(|look| look.0).collect();
        letters.sort_unstable();
        if letters.windows(2).any(|two| two[0] == two[1]) {
            for (look, letter) in looks.iter_mut().zip(ALL.chars().cycle()) {
                look.0 = letter;
            }
        }
        looks
    }

    /// The looks of a solution's placements. The copy of a piece with the first cell gets the
    /// piece's own look; the others follow in the order of their first cells.
    pub(super) fn looks(&self, solution: &[u32]) -> Vec<Look> {
        let placement = |place: usize| &self.placements.list()[solution[place] as usize];
        let mut order: Vec<usize> = (0..solution.len()).collect();
        order.sort_by_key(|&place| placement(place).cells[0]);
        let mut looks: Vec<Option<Look>> = vec![None; solution.len()];
        let mut has_first = vec![false; self.packing.pieces.len()];
        let mut copies = Vec::new();
        for &place in &order {
            let piece = placement(place).piece;
            match std::mem::replace(&mut has_first[piece as usize], true) {
                true => copies.push(place),
                false => looks[place] = Some((self.letters[piece as usize], ground(piece))),
            }
        }
        if copies.is_empty() {
            return looks.into_iter().flatten().collect();
        }
        let region = &self.packing.region;
        let mut owners: Vec<Option<usize>> = vec![None; region.cells().len()];
        for &place in &order {
            for &cell in &placement(place).cells {
                owners[cell as usize] = Some(place);
            }
        }
        let mut next = 0;
        for (copy, &place) in (0..).zip(&copies) {
            let near = placement(place).cells.iter().flat_map(|&cell| {
                let near = self
                    .packing
                    .grid
                    .neighbors(region.cells()[cell as usize].cell);
                near.into_iter().filter_map(|cell| region.find(cell))
            });
            let near: Vec<Look> = near
                .filter_map(|cell| looks[owners[cell as usize]?])
                .collect();
            let is_new = |letter: &char| near.iter().all(|look| look.0 != *letter);
            let left = self.left.len();
            let found = (next..next + left).find(|&at| is_new(&self.left[at % left]));
            let letter = match found {
                Some(at) => {
                    next = at + 1;
                    self.left[at % left]
                }
                None => ALL.chars().find(is_new).unwrap_or('#'),
            };
            let first = self.packing.pieces.len() as u32 + copy;
            let grounds = (first..first + 64).map(ground);
            let mut new = grounds.filter(|ground| near.iter().all(|look| look.1 != *ground));
            looks[place] = Some((letter, new.next().unwrap_or_else(|| ground(first))));
        }
        looks.into_iter().flatten().collect()
    }
}

/// Whether a cell of a checkered placement is dark.
pub(super) fn is_dark(packing: &Packing, placement: &Placement, cell: u32) -> Option<bool> {
    let own = packing
        .grid
        .parity(packing.region.cells()[cell as usize].cell)?;
    Some(placement.parity? ^ own == 1)
}

/// The background of a piece, one of a terminal's 6x6x6 colors.
fn ground(piece: u32) -> u8 {
    // Light ones, on which black letters are readable; consecutive pieces differ much.
    let part = |number: u32| 2 + number % 4;
    let (red, green, blue) = (
        part(piece * 3),
        part(piece + piece / 4),
        part(piece * 2 + piece / 16),
    );
    (16 + 36 * red + 6 * green + blue) as u8
}

pub(super) fn put_colored(line: &mut String, letter: char, ground: u8) {
    let _ = write!(line, "\x1b[48;5;{ground};38;5;16m{letter}\x1b[0m");
}
