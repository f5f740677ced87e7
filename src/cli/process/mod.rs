//! A program as a process: its `main`, streams and messages, exit statuses, signals, a deep stack,
//! its progress line, and lines that fit its terminal.

pub mod deep;
mod failure;
pub mod fit;
mod program;
pub mod progress;

pub use failure::{Failure, exit};
#[cfg(feature = "puzzles")]
pub use program::Stream;
pub use program::{Process, Program, catch_signals, main};
