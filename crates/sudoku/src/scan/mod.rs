//! All puzzles with a given number of clues in a grid.
//!
//! A puzzle with one solution has a clue in every unavoidable set. Two searches find all
//! choices of clues that have:
//!
//! * [`bands`], for 9x9 boards and 16 to 20 clues: all choices of clues in two bands, pairs
//!   of them, and a bound for the third band;
//! * [`tree`], for all others: choose a set without a clue and try its cells one by one, each
//!   time with the earlier ones ruled out, so that every puzzle comes up once. Disjoint unhit
//!   sets need a clue each: if there are more of them than clues left, the branch ends; if
//!   there are as many, all cells outside them are ruled out.
//!
//! [`Plan`] cuts the work into units, the same on every machine; a [`Scanner`] does units. A
//! puzzle that hits all known sets goes to a solver that knows the grid ([`uniqueness`]).

mod bands;
mod plan;
mod spread;
mod tree;
mod uniqueness;

pub use crate::instructions::Instructions;
pub use plan::{Plan, ScanFault, Scanner};
pub use spread::{Event, spread};

/// The most cells of a board that can be scanned.
pub const MOST_CELLS: usize = 128;
