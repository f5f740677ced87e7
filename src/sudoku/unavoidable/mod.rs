//! Unavoidable sets: cells whose digits can be changed so that another solved
//! grid comes out. Every puzzle with one solution has a clue in each of them; the
//! minimal ones suffice.
//!
//! Two ways find them: [`direct`] follows changes from cell to cell and is
//! complete up to a size; [`removal`] empties digits or boxes and compares all
//! solutions, as the program GridChecker does, here with the DLX3 search.

pub mod direct;
mod minimal;
pub mod removal;

pub use minimal::{keep_minimal, order_by_size};
