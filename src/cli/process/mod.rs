//! A program as a process: its `main`, streams and messages, exit statuses, signals, a deep stack, and
//! lines that fit its terminal.

pub mod deep;
mod failure;
pub mod fit;
mod program;

pub use failure::{Failure, exit};
#[cfg(feature = "puzzles")]
pub use program::Stream;
pub use program::{Process, Program, catch_signals, main};
