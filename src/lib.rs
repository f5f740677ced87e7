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
//! Inside, it is a workspace of packages (`crates/`), each with one job. This crate shows them as
//! its modules.

// Module docs link private items; `--document-private-items` shows them.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]
// The packages, from the ground up. Users see them as modules of this one crate.
#[cfg(feature = "answers")]
#[doc(inline)]
pub use dlx3_answers as answers;
#[doc(inline)]
pub use dlx3_base::text;
#[doc(inline)]
pub use dlx3_check as check;
#[doc(inline)]
pub use dlx3_format as format;
#[cfg(feature = "puzzles")]
#[doc(inline)]
pub use dlx3_forms::families;
#[cfg(feature = "answers")]
#[doc(inline)]
pub use dlx3_forms::{convert, picture};
#[cfg(feature = "puzzles")]
#[doc(inline)]
pub use dlx3_puzzles::{pack, peg, sieve};
#[doc(inline)]
pub use dlx3_run::{estimate, parts, report};
#[doc(inline)]
pub use dlx3_search as search;
#[doc(hidden)]
pub use dlx3_search::parallel;
#[cfg(feature = "puzzles")]
#[doc(inline)]
pub use dlx3_sudoku as sudoku;

// Command lines, for the programs only.
#[cfg(feature = "cli")]
pub mod cli;

#[cfg(feature = "answers")]
pub use answers::{Answers, Ask};
pub use dlx3_base::count::{Count, NotANumber};
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
