//! Puzzles as text, in all forms that people and programs write.
//!
//! | file | what it knows |
//! |---|---|
//! | `puzzles.rs` | lines to puzzles, any number of them |
//! | `layout.rs` | a line to the signs of its cells |
//! | `reading.rs` | signs to digits |
//! | `forms/` | candidates and entered digits: what other programs write |
//! | `pasted/` | what people copy from pages and programs, if nothing else reads it |
//! | `plain.rs`, `general.rs` | the two forms of Knuth's converters |
//! | `board_text.rs` | cages and boxes where a puzzle was expected |

mod fault;
pub mod forms;
pub mod general;
mod layout;
mod pasted;
pub mod plain;
mod puzzles;
mod reading;
pub mod board_text;

pub use fault::GridFault;
pub use puzzles::{Given, PuzzleFault, Puzzles, PuzzlesError};
