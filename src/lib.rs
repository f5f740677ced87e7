//! Exact covering with multiplicities and colors, in Knuth's `.dlx` format.
//!
//! The floors, from the ground up; imports go down only:

pub mod format;
pub mod text; // 0: bytes, lines, output, signals // 1: the .dlx language and the solution stream

pub mod search; // 2: the DLX3 search, its counters, GB_FLIP
pub mod report; // 3: what a run tells
pub mod peg; // 4: peg solitaire
pub mod cli; // 5: command lines

pub use format::{
    Bounds, Builder, Fault, FaultKind, ItemId, Name, NodeId, OptionId, Problem, ReadError, Reader,
    Text,
};
pub use search::{Counters, Solution, Solutions};
