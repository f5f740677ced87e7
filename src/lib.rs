//! Exact covering with multiplicities and colors, in Knuth's `.dlx` format.
//!
//! [`Problem`] is the place to start: read one from text or build it, and iterate
//! over its [`solutions`](Problem::solutions).
//!
//! The floors, from the ground up; imports go down only.

// Heads of modules speak of private files, too. `--document-private-items` has those links.
#![allow(rustdoc::private_intra_doc_links)]

// Floor 0: bytes, lines, white space, output, signals.
pub mod text;

// Floor 1: the `.dlx` language and the solution stream.
pub mod format;

// Beside the search, and knowing nothing of it: does a solution stream hold?
pub mod check;

// Floor 2: the DLX3 search, its counters, GB_FLIP.
pub mod search;

// Beside the search, too: answers on trees of their own.
pub mod answers;

// Floor 3: what a run tells; answers by whichever search is the shortest.
pub mod report;
pub mod solve;

// Floor 4: the puzzles.
pub mod peg;
pub mod sieve;
pub mod sudoku;

// Floor 5: command lines, for the programs only.
#[cfg(feature = "cli")]
pub mod cli;

pub use format::{
    Bounds, Builder, Fault, FaultKind, ItemId, Name, NodeId, OptionId, Problem, ReadError, Reader,
    Text,
};
pub use search::{Counters, Solution, Solutions};

/// The examples of the documents are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryManual;

#[cfg(doctest)]
#[doc = include_str!("../docs/architecture.md")]
struct Architecture;
