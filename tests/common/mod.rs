//! What several tests share.

#![allow(dead_code)] // each of them uses a part

pub mod cases;
pub mod filter;
pub mod tier;
pub mod time;
pub mod tools;

/// Generated problems. Benchmarks and scripts have them beside their roots. Integration
/// tests look into that folder by this `#[path]`, and unit tests by one more. Other ways
/// cost more: a package of its own must be known to every cargo command, and a hidden
/// module makes the library carry what only its tests need.
#[path = "../../scripts/problems/mod.rs"]
pub mod problems;
