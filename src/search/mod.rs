//! Floor 2: the DLX3 search. Engines walk one and the same tree, which the input alone determines.
//! A [`Search`] runs one; an [`Observer`] sees its solutions, and a [`State`] where it stands.
//! Nothing here knows files or printing. Only `parallel` looks at a clock, to decide what its
//! workers render and how long to wait; the result does not depend on it.
//!
//! The rooms, from the ground up: numbers ([`counters`], random ones in [`gb_flip`]) and places
//! ([`path`], [`state`], [`order`]); who looks on ([`watch`], [`observer`]); the engines
//! ([`links`], and above it [`bits`] with the [`memo`]); a search by either ([`engine`]), one
//! solution at a time ([`solutions`]), on several threads ([`parallel`]), and in pieces
//! ([`cubes`]).

pub(crate) mod bits;
mod counters;
mod cubes;
mod engine;
mod gb_flip;
mod links;
mod memo;
mod observer;
mod order;
mod parallel;
mod path;
mod solutions;
mod state;
mod watch;

pub use crate::count::{Count, NotANumber};
pub use counters::Counters;
pub use cubes::{Cube, Cubes};
pub use engine::{Engine, STACK, Search};
pub use gb_flip::GbFlip;
pub use links::Links;
pub use memo::Memo;
pub use observer::{Observer, Solution};
pub(crate) use parallel::{BreakAt, Head, Parallel, ParallelWatch, Render, memory_for};
pub use path::{BadPath, Path, Position, Side};
pub use solutions::Solutions;
pub(crate) use state::Step;
pub use state::{Active, Branch, Outcome, State};
pub(crate) use watch::Watch;

/// What tests and benchmarks need beside the public API. Nothing of it is stable.
#[doc(hidden)]
pub mod testing {
    pub use super::bits::{Tuning, Vectors};
    pub use super::parallel::{BreakAt, Head, Parallel, ParallelWatch, Render};
    pub use super::watch::Watch;
    use super::{GbFlip, Outcome, Search};
    use crate::format::Problem;
    pub use crate::techniques::{Range, Technique};

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
