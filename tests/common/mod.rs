//! Code that several tests share.

#![allow(dead_code)] // each of them uses a part

pub mod cases;
pub mod filter;
pub mod tier;
pub mod time;
pub mod tools;

/// Generated problems. Benchmarks and scripts have them beside their roots; integration tests reach
/// them by this `#[path]`, unit tests by another one. Other ways cost more: every cargo command
/// must know a separate package, and a hidden module would make the library carry test code.
#[path = "../../scripts/problems/mod.rs"]
pub mod problems;
