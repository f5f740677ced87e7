//! Files that programs read and write: opened, unpacked, and recognized if they are none of ours.

#[cfg(feature = "puzzles")]
pub mod additions;
pub mod input;
pub mod packed;
pub mod recognized;
