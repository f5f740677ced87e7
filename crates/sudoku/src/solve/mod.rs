//! Solving by machine: the solver of any board, a faster one for the plain 9x9 board, a search that
//! learns for large boards; and what a puzzle has too much.

mod learned;
pub mod nine;
pub mod redundant;
mod solver;

pub use solver::{Found, Several, Solver};
