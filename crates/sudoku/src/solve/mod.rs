//! Solving by machine: a solver for any board, a faster one for the plain 9x9 board, and clause
//! learning for large boards. Also the needless clues and cages of a puzzle.

mod learned;
pub mod nine;
pub mod redundant;
mod solver;

pub use solver::{Found, Several, Solver};
