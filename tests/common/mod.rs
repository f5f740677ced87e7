//! What several tests and scripts share.

#![allow(dead_code)] // each of them uses a part

pub mod cases;
pub mod filter;
pub mod problems;
pub mod random;
pub mod runs;
pub mod shapes;
