//! What solutions a problem has, on whatever tree is the smallest.
//!
//! `dlx3` must walk DLX3's tree. If only the answer is wanted, another tree may be smaller by any
//! factor, because the solutions below a node depend on its state alone. So a search is a graph
//! of states. Counting, drawing at random and the diagram of all solutions are sums over that
//! graph, in different *algebras*.
//!
//! * [`problem`]: what is asked. [`states`]: by states. [`learning`]: by clauses, a search that
//!   learns from its failures. [`dlx3`]: by DLX3's tree. [`race`]: which of them has the answer
//!   first. [`cheapest`]: by costs.
//! * [`count`], [`by_cost`], [`family`], [`find`], [`zdd`], [`best`], [`within`], [`several`]: the
//!   answers.
//! * [`on_disk`]: a count whose states may be on a disk. [`in_parts`]: by several jobs.
//! * [`certificate`]: all states of a search, so that its count can be checked.
//! * [`proof`]: lines that another program checks; [`claims`]: what they prove.
//! * [`tuning`]: a switch for each technique.
//!
//! `docs/architecture.md` has these rooms in their order: a room imports only those above it.

// Heads of modules speak of private files, too. `--document-private-items` has those links.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

mod ask;
pub mod best;
pub mod by_cost;
pub mod certificate;
pub mod cheapest;
pub mod claims;
pub mod count;
pub mod dlx3;
pub mod family;
pub mod find;
pub mod in_parts;
pub mod learning;
pub mod on_disk;
pub mod problem;
pub mod proof;
pub mod race;
pub mod several;
pub mod states;
pub mod tuning;
pub mod within;
mod without_limits;
pub mod zdd;

pub use ask::{Ask, MEMORY};
pub use without_limits::Answers;

use dlx3_base::count::Count;
use dlx3_base::text::plural::counted;
use dlx3_search::STACK;
use std::error::Error;
use std::fmt;
use tuning::Tuning;

/// What an answer has cost, in work and memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// States that have been expanded.
    pub states: u64,
    /// Options that were tried in a state, of those that forbid nothing before it.
    pub trials: u64,
    /// Moves from one state to another.
    pub moves: u64,
    /// Moves to a state that was known already.
    pub hits: u64,
    /// Moves to dead states, which were dropped.
    pub dead: u64,
    /// The most bytes that states have taken at a time.
    pub bytes: usize,
}

/// How far a computation has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<T> {
    /// The answer.
    Done(T),
    /// It has spent what it was given. It can continue.
    Paused,
    /// It would need more memory than the limit.
    Full,
    /// A number has more digits than its tables have room for.
    TooLarge,
}

impl<T> Status<T> {
    /// Another form of the answer, if it is there.
    pub fn map<U>(self, form: impl FnOnce(T) -> U) -> Status<U> {
        match self {
            Status::Done(answer) => Status::Done(form(answer)),
            Status::Paused => Status::Paused,
            Status::Full => Status::Full,
            Status::TooLarge => Status::TooLarge,
        }
    }
}

/// Limits of an answer.
pub struct Limits<'l> {
    /// Bytes of states, for each way that is tried.
    pub memory: usize,
    /// How many threads may work.
    pub threads: usize,
    /// Bytes of the stack that a walk on DLX3's tree may take, see
    /// [`Search::with_stack`](dlx3_search::Search::with_stack).
    pub stack: usize,
    /// Called some times a second; `true` ends the computation.
    pub stop: &'l mut dyn FnMut() -> bool,
    /// Is shown how far the computation has come, if it is given.
    pub view: Option<&'l mut dyn View>,
    /// Which techniques are used; for tests and measurements.
    pub tuning: Tuning,
    /// How DLX3's tree is walked; for tests and measurements.
    #[doc(hidden)]
    pub bits: dlx3_search::bits::Tuning,
}

/// Is shown how far an answer has come.
pub trait View {
    /// Whether it is time for the next look. Asked as often as whether to end.
    fn is_due(&mut self) -> bool;
    /// Shows it.
    fn show(&mut self, sight: &Sight);
}

/// How far an answer has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight {
    /// States that have been expanded by layers.
    pub states: u64,
    /// The most bytes that these have taken at a time.
    pub bytes: usize,
    /// The layer that is being expanded in the most promising order.
    pub front: Option<Front>,
    /// The share of the search depth first that is done, estimated from its branches.
    pub walked: Option<f64>,
    /// What is on a disk and how far that has come, if states have gone there.
    pub forecast: Option<Forecast>,
}

/// How far a count has come whose states have gone to a disk, and what is to come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    /// The bytes on the disk.
    pub bytes: u64,
    /// All bytes that have been written.
    pub written: u64,
    /// The share of the work that is done, as far as can be told.
    pub done: f64,
    /// The most states that will wait at a time, as far as can be told.
    pub largest: u64,
}

/// A layer of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Front {
    /// Its number, from 0.
    pub layer: usize,
    /// How many there are.
    pub layers: usize,
    /// The states that wait in this layer and in later ones.
    pub states: u64,
}

impl<'l> Limits<'l> {
    /// A limit of memory, and no other. There is one thread, with an ordinary stack.
    pub fn new(memory: usize) -> Self {
        Limits {
            memory,
            threads: 1,
            stack: STACK,
            // A closure that holds nothing takes no memory, so nothing is lost.
            stop: Box::leak(Box::new(|| false)),
            view: None,
            tuning: Tuning::default(),
            bits: dlx3_search::bits::Tuning::default(),
        }
    }

    /// Asks within these limits, which end once `is_enough`, too.
    pub(crate) fn until<T>(
        &mut self,
        mut is_enough: impl FnMut() -> bool,
        ask: impl FnOnce(&mut Limits<'_>) -> T,
    ) -> T {
        let stop = &mut *self.stop;
        let mut stop = || is_enough() || stop();
        ask(&mut Limits {
            memory: self.memory,
            threads: self.threads,
            stack: self.stack,
            stop: &mut stop,
            view: match &mut self.view {
                Some(view) => Some(&mut **view),
                None => None,
            },
            tuning: self.tuning,
            bits: self.bits,
        })
    }

    /// Whether to end; shows nothing.
    pub fn is_over(&mut self) -> bool {
        self.show(Sight::default);
        (self.stop)()
    }

    fn must_end(&mut self) -> bool {
        (self.stop)()
    }

    fn show(&mut self, sight: impl FnOnce() -> Sight) {
        if let Some(view) = &mut self.view
            && view.is_due()
        {
            view.show(&sight());
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// A limit of time, or a signal.
    Limit,
    /// The limit of memory.
    Memory,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit => f.write_str("it was asked to end"),
            Self::Memory => f.write_str("it needs more memory than it may take"),
        }
    }
}

impl Error for Stopped {}

/// A count that has not come to its end.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// What ended the count.
    pub why: Stopped,
    /// A lower bound for the number of solutions.
    pub at_least: Count,
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let are = if self.at_least == 1 { "is" } else { "are" };
        let solutions = counted(&self.at_least, "solution");
        write!(f, "{}; there {are} at least {solutions}", self.why)
    }
}

impl Error for Unfinished {}
