//! Puzzles of a grid as hitting sets: clues such that every unavoidable set has
//! one. [`encode()`] writes the exact cover problem, [`cells_of`] reads its
//! solutions.

mod candidates;
mod encode;

pub use candidates::{CandidateFault, cells_of};
pub use encode::{HitFault, Kept, Terms, encode};
