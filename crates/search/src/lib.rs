//! The DLX3 search. All engines walk the same tree, which the input alone determines. A [`Search`]
//! runs one; an [`Observer`] sees its solutions, and a [`State`] shows where it stands. Nothing
//! here knows files, printing or clocks.
//!
//! The modules, from the ground up: numbers ([`counters`], random ones in [`gb_flip`]), the mems of
//! reading ([`charges`]) and places ([`path`], [`state`], [`order`]); callbacks ([`watch`],
//! [`observer`]); the engines ([`links`], and above it [`bits`] with the [`memo`]); a search by
//! either ([`engine`]), one solution at a time ([`solutions`]); a search on several threads
//! ([`parallel`]). Vectors of words ([`vector`]) serve all of them.

// Module docs link private items; `--document-private-items` shows them.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

#[doc(hidden)]
pub mod bits;
mod charges;
mod counters;
mod engine;
mod gb_flip;
mod links;
mod memo;
mod observer;
mod order;
#[doc(hidden)]
pub mod parallel;
mod path;
mod prices;
#[cfg(feature = "serde")]
mod serial;
mod solutions;
mod state;
mod variant;
// Unused where lanes are plain arrays.
#[cfg_attr(
    not(any(
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )),
    allow(dead_code, unused_imports, unused_macros)
)]
mod vector;
mod watch;

pub use charges::read_charged;
pub use counters::Counters;
pub use dlx3_base::count::{Count, NotANumber};
pub use engine::{Engine, STACK, Search};
pub use gb_flip::GbFlip;
pub use links::Links;
pub use memo::Memo;
pub use observer::{Observer, Solution};
pub use path::{BadPath, Path, Position, Side};
pub use solutions::{Solutions, Solve};
pub use state::{Active, Branch, Outcome, State};
pub use variant::Variant;

// For the other packages of this workspace; none of it is stable.
#[doc(hidden)]
pub use links::{Look, Remains};
#[doc(hidden)]
pub use observer::Observing;
#[doc(hidden)]
pub use state::Step;
#[doc(hidden)]
pub use watch::{Pausing, Watch};

/// For tests and benchmarks; none of it is stable.
#[doc(hidden)]
pub mod testing {
    pub use super::bits::{Tuning, Vectors};
    pub use super::watch::Watch;
    use super::{GbFlip, Outcome, Search};
    pub use dlx3_base::techniques::{Range, Technique};
    use dlx3_format::Problem;

    /// A search by bitmaps with this tuning.
    pub fn tuned<'p>(problem: &'p Problem, tuning: &Tuning) -> Search<'p> {
        Search::tuned(problem, *tuning)
    }

    /// A search with random choices: by bitmaps with this tuning, or by lists alone.
    pub fn shuffled<'p>(
        tuning: Option<&Tuning>,
        problem: &'p Problem,
        skipped: &[u32],
        flip: GbFlip,
    ) -> Search<'p> {
        Search::shuffled_by(tuning.copied(), problem, skipped, flip)
    }

    /// Runs a search, and calls a watch.
    pub fn walk<W: Watch>(search: &mut Search<'_>, watch: &mut W) -> Outcome {
        search.walk(watch)
    }
}
