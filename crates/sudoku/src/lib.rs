//! Sudoku. Grids over the units of a [`Geometry`]; puzzles to `.dlx`
//! and back; solving, making and rating them. Nothing here prints, opens files
//! or looks at clocks.

// Heads of modules speak of private files, too. `--document-private-items` has those links.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

pub mod alphabet;
mod board;
pub mod board_picture;
pub mod cage;
pub mod canon;
pub mod cells;
pub mod choices;
pub mod decode;
pub mod digit;
pub mod encode;
mod filled;
pub mod forms;
pub mod general;
mod geometry;
pub mod given;
mod grid;
mod hint_arrows;
pub mod hint_picture;
pub mod hints;
pub mod hitting;
pub mod jigsaw;
mod layout;
mod learned;
pub mod logic;
pub mod make;
pub mod nine;
mod pasted;
pub mod picture;
pub mod plain;
mod puzzles;
mod random;
pub mod rating;
mod reading;
pub mod redundant;
pub mod rules;
pub mod scan;
mod second;
mod solve;
mod stop;
pub mod told;
pub mod unavoidable;
pub mod wished;

pub use alphabet::{Alphabet, AlphabetFault};
pub use board::Board;
pub use cage::Cage;
pub use filled::{Filled, FilledFault};
pub use geometry::{Geometry, GeometryFault, Unit, UnitKind, UnitName};
pub use grid::{Clash, Grid, GridFault};
pub use puzzles::{Given, PuzzleFault, Puzzles, PuzzlesError};
pub use random::Random;
pub use second::Second;
pub use solve::{Found, Several, Solver};
pub use stop::{Stop, never};
