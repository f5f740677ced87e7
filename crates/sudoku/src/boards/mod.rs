//! Boards and what stands on them: digits and how they are written, rows, columns, boxes and cages,
//! grids. Nothing here knows how to solve or to read a puzzle.

pub mod alphabet;
mod board;
pub mod cage;
pub mod digit;
mod geometry;
mod grid;
pub mod jigsaw;

pub use alphabet::{Alphabet, AlphabetFault};
pub use board::Board;
pub use cage::Cage;
pub use geometry::{Geometry, GeometryFault, Unit, UnitKind, UnitName};
pub use grid::{Clash, Grid};
