//! Bytes, lines, white space, output, signals. Nothing here knows
//! what a line means.

pub mod blank;
#[cfg(any(feature = "answers", test))]
pub mod ends;
pub mod foreign;
pub mod json;
pub mod lines;
#[cfg(feature = "answers")]
pub mod list;
#[cfg(feature = "puzzles")]
pub mod nearest;
pub mod output;
pub mod own;
pub mod plural;
pub mod signals;
#[cfg(feature = "cli")]
pub mod standard;
pub mod streams;
pub mod system;
pub mod svg;

pub use foreign::{excerpt, shown};
