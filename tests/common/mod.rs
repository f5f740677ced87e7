//! What several tests share.

#![allow(dead_code)] // each of them uses a part

pub mod cases;
pub mod filter;

/// Generated problems. Benchmarks and scripts have them beside their roots; tests look
/// into that folder, as the unit tests of the bitmaps do. What else there is costs more: a
/// package of its own must be known to every cargo command, and a hidden module makes
/// the library carry what only its tests need.
#[path = "../../scripts/problems/mod.rs"]
pub mod problems;
