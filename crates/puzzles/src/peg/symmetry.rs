//! Symmetries of a board: the permutations of its holes that map jumps to jumps and come from the
//! rotations and reflections of the square or the triangle.
//!
//! Invariant: the first one is the identity.

use super::{Board, Directions, Hole, Position};

/// A group of permutations of a board's holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    /// `images[s][h]`: the image of hole `h` under symmetry `s`.
    images: Vec<Vec<Hole>>,
}

/// Linear maps of (row, column), row by row.
type Map = [i32; 4];

const SQUARE: [Map; 8] = [
    [1, 0, 0, 1],
    [0, 1, -1, 0],
    [-1, 0, 0, -1],
    [0, -1, 1, 0],
    [1, 0, 0, -1],
    [-1, 0, 0, 1],
    [0, 1, 1, 0],
    [0, -1, -1, 0],
];

/// The maps that permute the six directions (0, ±1), (±1, 0), ±(1, 1).
const HEXAGON: [Map; 12] = [
    [1, 0, 0, 1],
    [-1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, -1, -1, 0],
    [1, -1, 1, 0],
    [-1, 1, -1, 0],
    [0, -1, 1, -1],
    [0, 1, -1, 1],
    [1, 0, 1, -1],
    [-1, 0, -1, 1],
    [-1, 1, 0, 1],
    [1, -1, 0, -1],
];

impl Symmetries {
    /// All symmetries of the board.
    pub fn of(board: &Board) -> Self {
        let maps: &[Map] = match board.directions() {
            Directions::Four => &SQUARE,
            Directions::Six => &HEXAGON,
        };
        let images = maps.iter().filter_map(|map| image(board, map)).collect();
        Symmetries { images }
    }

    /// The symmetries that fix each of these positions.
    pub fn fixing(mut self, positions: &[Position]) -> Self {
        self.images.retain(|image| {
            let fixed = |&position: &Position| apply(image, position) == position;
            positions.iter().all(fixed)
        });
        self
    }

    /// The number of symmetries.
    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// Always false: the identity is one.
    pub fn is_empty(&self) -> bool {
        self.images.is_empty()
    }

    /// The image of each hole, symmetry by symmetry.
    pub fn images(&self) -> impl Iterator<Item = &[Hole]> {
        self.images.iter().map(Vec::as_slice)
    }

    /// The images of a position.
    pub fn of_position(&self, position: Position) -> impl Iterator<Item = Position> {
        let images = self.images.iter();
        images.map(move |image| apply(image, position))
    }

    /// The smallest image, which is the same for all positions of an orbit.
    pub fn canonical(&self, position: Position) -> Position {
        let images = self.of_position(position);
        images.min().unwrap_or(position)
    }

    /// For each jump, the first jump in its orbit.
    pub fn first_jumps(&self, board: &Board) -> Vec<usize> {
        let jumps = board.jumps();
        let find = |image: &[Hole], index: usize| {
            let jump = &jumps[index];
            let (from, to) = (image[jump.from.index()], image[jump.to.index()]);
            let same = |other: &super::Jump| (other.from, other.to) == (from, to);
            jumps.iter().position(same).unwrap_or(index)
        };
        (0..jumps.len())
            .map(|index| {
                let images = self.images().map(|image| find(image, index));
                images.min().unwrap_or(index)
            })
            .collect()
    }
}

fn apply(image: &[Hole], position: Position) -> Position {
    let mut rest = position.0;
    let mut moved = 0;
    while rest != 0 {
        moved |= image[rest.trailing_zeros() as usize].bit();
        rest &= rest - 1;
    }
    Position(moved)
}

/// Applies a linear map, moves the result back to the board, and looks up the holes.
fn image(board: &Board, map: &Map) -> Option<Vec<Hole>> {
    let cells: Vec<(i32, i32)> = board
        .holes()
        .map(|hole| {
            let (row, column) = board.cell(hole);
            (row as i32, column as i32)
        })
        .collect();
    let mapped: Vec<(i32, i32)> = cells
        .iter()
        .map(|&(row, column)| {
            (
                map[0] * row + map[1] * column,
                map[2] * row + map[3] * column,
            )
        })
        .collect();
    let low = |cells: &[(i32, i32)]| {
        let row = cells.iter().map(|cell| cell.0).min();
        let column = cells.iter().map(|cell| cell.1).min();
        (row.unwrap_or(0), column.unwrap_or(0))
    };
    let (from, to) = (low(&mapped), low(&cells));
    mapped
        .iter()
        .map(|&(row, column)| {
            let row = usize::try_from(row - from.0 + to.0).ok()?;
            let column = usize::try_from(column - from.1 + to.1).ok()?;
            board.hole_at(row, column)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::{board_named, parse_spec};

    #[test]
    fn boards_have_the_symmetries_of_the_square_or_the_triangle() {
        for (name, count) in [
            ("english", 8),
            ("wiegleb", 8),
            ("3x4", 4),
            ("4x4", 8),
            ("T5", 6),
        ] {
            let board = board_named(name).unwrap();
            let symmetries = Symmetries::of(&board);
            assert_eq!(symmetries.len(), count, "{name}");
            for image in symmetries.images() {
                let mut sorted = image.to_vec();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(board.holes()));
                for jump in board.jumps() {
                    let holes = [jump.from, jump.over, jump.to].map(|hole| image[hole.index()]);
                    let same =
                        |other: &&crate::peg::Jump| [other.from, other.over, other.to] == holes;
                    assert_eq!(board.jumps().iter().filter(same).count(), 1);
                }
            }
        }
    }

    #[test]
    fn only_what_fixes_start_and_finish_is_a_symmetry_of_a_problem() {
        for (spec, count) in [
            ("central", 8),
            ("up-arrow", 2),
            ("english:d4:a4", 2),
            ("3x4", 1),
        ] {
            assert_eq!(
                parse_spec(spec).unwrap().symmetries().len(),
                count,
                "{spec}"
            );
        }
    }
}
