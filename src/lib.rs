//! Exact covering with multiplicities and colors, in Knuth's `.dlx` format.
//!
//! The floors, from the ground up; imports go down only:

pub mod format;
pub mod text; // 0: bytes, lines, output, signals // 1: the .dlx language and the solution stream

pub mod cli;
pub mod sieve; // 5: command lines

pub use format::{
    Bounds, Builder, Fault, FaultKind, ItemId, Name, NodeId, OptionId, Problem, ReadError, Reader,
    Text,
};
