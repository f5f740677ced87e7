//! All puzzles with a given number of clues in a grid.
//!
//! A puzzle with one solution has a clue in every unavoidable set. So choose a set
//! without a clue and try its cells one by one, each time with the earlier ones ruled
//! out: every puzzle comes up once. Disjoint unhit sets need a clue each: if there
//! are more of them than clues left, the branch ends; if there are as many, all cells
//! outside them are ruled out.
//!
//! [`Plan`] makes the first choices and cuts the work into units, the same on
//! every machine; a [`Scanner`] does units. Near the root the sets are lists that
//! are kept minimal ([`node`]); a few clues before the end they become bitmaps
//! ([`bitmaps`]); a puzzle that hits all known sets goes to a solver that knows the
//! grid ([`uniqueness`]).

mod bitmaps;
mod uniqueness;
mod node;
mod plan;
mod spread;

pub use plan::{Plan, ScanFault, Scanner};
pub use spread::{Event, spread};

/// The most cells of a board that can be scanned.
pub const MOST_CELLS: usize = 128;
