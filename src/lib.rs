//! Exact covering with multiplicities and colors, in Knuth's `.dlx` format.
//!
//! [`Problem`] is the place to start: read one from text or build it, and iterate
//! over its [`solutions`](Solve::solutions).
//!
//! ```
//! use dlx3::Solve;
//!
//! let problem: dlx3::Problem = "A B C\nA\nB C\nA B\nC\n".parse()?;
//! for solution in problem.solutions() {
//!     println!("{}: options {:?}", solution.number, solution.options);
//! }
//! # Ok::<(), dlx3::Fault>(())
//! ```
//!
//! A [`Search`] can do more: it has a [memo](search::Memo) and [several
//! threads](Search::run_on_threads), and an [`Observer`] sees its solutions and its progress.
//!
//! ```
//! use dlx3::search::{Engine, Observer, Search, State};
//! use std::ops::ControlFlow;
//! use std::time::{Duration, Instant};
//!
//! /// Wants no solutions, only their number, and not later than this.
//! struct Until(Instant);
//!
//! impl Observer for Until {
//!     fn wants_solutions(&self) -> bool {
//!         false
//!     }
//!
//!     fn progress(&mut self, _: &dyn State) -> ControlFlow<()> {
//!         match Instant::now() < self.0 {
//!             true => ControlFlow::Continue(()),
//!             false => ControlFlow::Break(()),
//!         }
//!     }
//! }
//!
//! let problem: dlx3::Problem = "A B C\nA\nB C\nA B\nC\n".parse()?;
//! let mut search = Search::new(&problem, Engine::Auto);
//! let minute = Duration::from_secs(60);
//! search.run_on_threads(2, &mut Until(Instant::now() + minute));
//! assert_eq!(search.counters().solutions, 2);
//! # Ok::<(), dlx3::Fault>(())
//! ```
//!
//! The floors, from the ground up; imports go down only, which a test enforces.

// Heads of modules speak of private files, too. `--document-private-items` has those links.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]
// Parts of the lower floors serve answers only.
#![cfg_attr(not(feature = "answers"), allow(dead_code, unused_imports))]

// Floor 0: bytes, lines, white space, output, signals; starting threads; tables of techniques;
// integers, drawing them at random; linear programs. On floor 1, vectors of words.
mod count;
mod draw;
mod equations;
#[cfg(any(feature = "answers", feature = "puzzles"))]
mod linear;
mod techniques;
pub mod text;
mod threads;
// Where lanes are plain arrays, nobody needs pairs of vectors.
#[cfg_attr(
    not(any(
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )),
    allow(dead_code, unused_imports, unused_macros)
)]
mod vector;

// Floor 1: the `.dlx` language and the solution stream.
pub mod format;

// Floor 2: does a solution stream hold (knowing nothing of the search)? The DLX3 search, its
// counters, GB_FLIP. Families of problems; pictures of a search.
pub mod check;
pub mod search;
#[cfg(any(feature = "puzzles", test))]
pub mod families;
#[cfg(feature = "answers")]
pub mod picture;

// Floor 3: one search on several threads; how large a search will be.
pub mod estimate;
#[doc(hidden)]
pub mod parallel;

// Floor 4: what a run tells; answers by whichever search is the shortest.
#[cfg(feature = "answers")]
pub mod answers;
pub mod report;

// Floor 5: the forms of other solvers; a search in parts; the puzzles.
#[cfg(feature = "answers")]
pub mod convert;
pub mod parts;
#[cfg(feature = "puzzles")]
pub mod pack;
#[cfg(feature = "puzzles")]
pub mod peg;
#[cfg(feature = "puzzles")]
pub mod sieve;
#[cfg(feature = "puzzles")]
pub mod sudoku;

// Floor 6: command lines, for the programs only.
#[cfg(feature = "cli")]
pub mod cli;

// What unit tests share with other tests names this crate as those do.
#[cfg(test)]
extern crate self as dlx3;

#[cfg(feature = "answers")]
pub use answers::{Answers, Ask};
pub use count::{Count, NotANumber};
pub use format::{
    Bounds, BuildError, Builder, Fault, FaultKind, ItemId, Name, NodeId, OptionId, Original,
    Problem, ReadError, Reader, Text,
};
pub use search::{Counters, Observer, Search, Solution, Solutions, Solve};

/// The examples of the documents are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryManual;

#[cfg(doctest)]
#[doc = include_str!("../docs/recipes.md")]
struct Recipes;
