//! Bytes, lines, white space, output, signals. Nothing here knows what a line means.

pub mod blank;
pub mod ends;
pub mod foreign;
pub mod json;
pub mod lines;
pub mod list;
pub mod nearest;
pub mod output;
pub mod own;
pub mod plural;
pub mod signals;
#[cfg(feature = "programs")]
pub mod standard;
pub mod streams;
pub mod system;
pub mod svg;

pub use foreign::{excerpt, shown};
