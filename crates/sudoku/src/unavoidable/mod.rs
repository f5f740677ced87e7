//! Unavoidable sets: cells of a solved grid whose digits can be changed so that the
//! grid is solved again. Every puzzle with one solution has a clue in each of them;
//! it is enough to look at the minimal ones.
//!
//! Two ways find them: [`direct`] follows changes from cell to cell and is
//! complete up to a size; [`removal`] empties digits or boxes and compares all
//! solutions, as the program GridChecker does, here with the DLX3 search.

pub mod direct;
mod minimal;
pub mod removal;

pub use minimal::{keep_minimal, keep_minimal_until, order_by_size};
