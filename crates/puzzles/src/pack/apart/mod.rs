//! Takes assemblies of cubes apart: which pieces shift how far, in what order, and the level that
//! this gives.
//!
//! A *move* shifts some pieces together along an axis, by any distance: they are the *group* of the
//! move. A *separation* is the shortest sequence of moves whose last one takes a group out; then
//! both parts are taken apart in the same way. The *level* lists the moves of each separation:
//! `5.2.1`. This is the level that BurrTools shows (A. Röver). The matrix of moves of pairs is due
//! to W. H. Cutler, "A Computer Analysis of All 6-Piece Burrs" (1994).
//!
//! | file | what it knows |
//! |---|---|
//! | `gaps.rs` | how far one piece can shift before it meets another one |
//! | `states.rs` | the positions that were reached, each once |
//! | `search.rs` | breadth first through the states, to the first group that leaves |
//! | `together.rs` | which pieces may stay together |
//! | `level.rs` | levels, as text and in order |
//! | `steps.rs` | moves as sentences, and where the pieces are after each |
//! | `picture.rs` | pieces at any place, layer by layer |
//!
//! Shortest sequences need not be unique. This room takes the one that BurrTools takes:
//! axes in the order x, y, z, the positive direction first; single pieces before groups; pieces in
//! their order; short shifts before long ones. So levels agree from the first number to the last.

mod gaps;
mod level;
mod picture;
mod search;
mod states;
mod steps;
mod together;

pub use level::Level;
pub use picture::text as picture;
pub use search::Disassembler;
pub use steps::{Frame, Walk};

use super::grid::Cell;
use super::{Grid, Packing, Placements};

/// The most pieces of an assembly: a group is a word of bits.
pub const MOST_PIECES: usize = 64;

/// The longest way that coordinates may have: the pieces' number times twice the assembly's length.
const LONGEST: usize = 32_000;

/// A piece in its place in an assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The number of the piece, as of [`Packing::pieces`].
    pub piece: u32,
    /// The cubes that it takes: columns, rows and layers.
    pub cells: Vec<Cell>,
}

/// The puzzle's rules for the handling of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handling {
    /// If a piece of the moving group is heavier than all others, the others are moved instead.
    pub weight: i32,
    /// Groups of pieces that need not be separated, and how many copies of this piece may be in
    /// each. Groups have numbers from 1.
    pub groups: Vec<(u32, u32)>,
}

impl Default for Handling {
    fn default() -> Self {
        Handling {
            weight: 1,
            groups: Vec::new(),
        }
    }
}

/// One of six directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // their names say it
pub enum Direction {
    /// Towards higher columns.
    Right,
    /// Towards lower columns.
    Left,
    /// Towards higher rows, to the front.
    Forward,
    /// Towards lower rows.
    Back,
    /// Towards higher layers.
    Down,
    /// Towards lower layers.
    Up,
}

/// All directions, in the order of the search.
pub const DIRECTIONS: [Direction; 6] = [
    Direction::Right,
    Direction::Left,
    Direction::Forward,
    Direction::Back,
    Direction::Down,
    Direction::Up,
];

impl Direction {
    /// The axis: 0 for columns, 1 for rows, 2 for layers.
    pub fn axis(self) -> usize {
        self as usize / 2
    }

    /// 1 or -1.
    pub fn sign(self) -> i32 {
        1 - 2 * (self as i32 % 2)
    }

    /// The shift by a distance.
    pub fn times(self, distance: i32) -> Cell {
        let mut shift = [0; 3];
        shift[self.axis()] = self.sign() * distance;
        shift
    }

    /// The other direction of this axis.
    fn opposite(self) -> Self {
        DIRECTIONS[self as usize ^ 1]
    }
}

/// A shift of some pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// Where to.
    pub direction: Direction,
    /// How far, in cubes; `None` if the pieces leave the others.
    pub distance: Option<i32>,
    /// The numbers of the pieces in the assembly, ascending.
    pub pieces: Vec<usize>,
}

/// How some pieces of an assembly are divided into two parts, and these further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// The numbers of all pieces, in the assembly's order.
    pub pieces: Vec<usize>,
    /// The moves; the last one takes its pieces out, and no other does.
    pub moves: Vec<Shift>,
    /// How the pieces that stay are taken apart; `None` if it is one piece, or a group that need not
    /// be separated.
    pub left: Option<Box<Separation>>,
    /// The same for the pieces that leave.
    pub removed: Option<Box<Separation>>,
}

impl Separation {
    /// The level.
    pub fn level(&self) -> Level {
        Level::new(self)
    }

    /// The number of all moves.
    pub fn count(&self) -> usize {
        let parts = [&self.left, &self.removed].into_iter().flatten();
        self.moves.len() + parts.map(|part| part.count()).sum::<usize>()
    }
}

/// Why an assembly cannot be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the messages say it
pub enum ApartFault {
    NotCubes(Grid),
    SeveralRegions,
    ManyPieces(usize),
    Large,
}

dlx3_base::messages! {
    ApartFault {
        Self::NotCubes(it) => "pieces of {it} lie in a plane, and each can be lifted out; only assemblies of cubes are taken apart",
        Self::SeveralRegions => "there are several regions, and only the pieces of one are taken apart",
        Self::ManyPieces(it) => "an assembly of {it} pieces, but {MOST_PIECES} at most are taken apart",
        Self::Large => "an assembly too large for its number of pieces: twice its length times that number is at most {LONGEST}",
    }
}

/// Checks that solutions of a packing are assemblies of cubes.
///
/// # Errors
/// If they are not.
pub fn check(packing: &Packing) -> Result<(), ApartFault> {
    match packing.grid {
        Grid::Cube if packing.region.parts() > 1 => Err(ApartFault::SeveralRegions),
        Grid::Cube => Ok(()),
        grid => Err(ApartFault::NotCubes(grid)),
    }
}

/// A solution in the order of pieces, copies by their first cubes.
pub fn ordered(placements: &Placements, solution: &[u32]) -> Vec<u32> {
    let mut ordered = solution.to_vec();
    ordered.sort_by_key(|&number| {
        let placement = &placements.list()[number as usize];
        (placement.piece, placement.cells[0])
    });
    ordered
}

/// The pieces of a solution in their places, in its order.
pub fn placed(packing: &Packing, placements: &Placements, solution: &[u32]) -> Vec<PlacedPiece> {
    let place = |&number: &u32| {
        let placement = &placements.list()[number as usize];
        let cell = |&cell: &u32| packing.region.cells()[cell as usize].cell;
        PlacedPiece {
            piece: placement.piece,
            cells: placement.cells.iter().map(cell).collect(),
        }
    };
    solution.iter().map(place).collect()
}
