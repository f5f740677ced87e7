//! The DLX3 search. Engines walk one and the same tree, which the input alone determines.
//! A [`Search`] runs one; an [`Observer`] sees its solutions, and a [`State`] where it stands.
//! Nothing here knows files, printing or clocks.
//!
//! The rooms, from the ground up: numbers ([`counters`], random ones in [`gb_flip`]) and places
//! ([`path`], [`state`], [`order`]); who looks on ([`watch`], [`observer`]); the engines
//! ([`links`], and above it [`bits`] with the [`memo`]); a search by either ([`engine`]), one
//! solution at a time ([`solutions`]). A search on several threads ([`parallel`](crate::parallel))
//! and one in pieces ([`parts`](crate::parts)) stand above.

pub(crate) mod bits;
mod counters;
mod engine;
mod gb_flip;
mod links;
mod memo;
mod observer;
mod order;
mod path;
mod prices;
#[cfg(feature = "serde")]
mod serial;
mod solutions;
mod state;
mod variant;
mod watch;

pub use crate::count::{Count, NotANumber};
pub use counters::Counters;
pub use engine::{Engine, STACK, Search};
pub use gb_flip::GbFlip;
pub use links::Links;
pub(crate) use links::{Look, Remains};
pub use memo::Memo;
pub(crate) use observer::Observing;
pub use observer::{Observer, Solution};
pub use path::{BadPath, Path, Position, Side};
pub use solutions::{Solutions, Solve};
pub(crate) use state::Step;
pub use state::{Active, Branch, Outcome, State};
pub use variant::Variant;
pub(crate) use watch::{Pausing, Watch};

/// What tests and benchmarks need beside the public API. Nothing of it is stable.
#[doc(hidden)]
pub mod testing {
    pub use super::bits::{Tuning, Vectors};
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
