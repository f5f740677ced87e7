//! Answers questions about the solutions of a problem, on whichever search tree is smallest.
//!
//! `dlx3` must walk DLX3's tree. If only the answer matters, another tree may be smaller by any
//! factor, because the solutions below a node depend on its state alone. So a search is a graph of
//! states. Counting, drawing at random and the diagram of all solutions are sums over that graph,
//! in different *algebras*.
//!
//! * [`problem`]: the question. Searches: [`states`], by states; [`learning`], by clauses;
//!   [`dlx3`], on DLX3's tree; [`cheapest`], by costs. [`race`]: which of them ends first.
//! * [`count`], [`by_cost`], [`family`], [`find`], [`zdd`], [`best`], [`within`], [`several`]: the
//!   answers.
//! * [`on_disk`]: a count whose states may be on a disk. [`in_parts`]: a count by several jobs.
//! * [`certificate`]: all states of a search, so that its count can be checked.
//! * [`conflict`]: which items contradict each other if there is no solution.
//! * [`proof`]: lines that another program checks; [`claims`]: what they prove.
//! * [`tuning`]: a switch for each technique.
//!
//! `docs/architecture.md` lists these rooms in order: a room imports only from those above it.

// Module docs link private items, which `--document-private-items` shows.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

mod ask;
pub mod best;
pub mod by_cost;
pub mod certificate;
pub mod cheapest;
pub mod claims;
pub mod conflict;
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
use std::cell::RefCell;
use std::error::Error;
use std::fmt;
use tuning::Tuning;

/// The work and the memory of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// States that were expanded.
    pub states: u64,
    /// Options that were tried in a state. Options that forbid nothing before it do not count.
    pub trials: u64,
    /// Moves from one state to another.
    pub moves: u64,
    /// Moves to a known state.
    pub hits: u64,
    /// Moves to dead states, which were dropped.
    pub dead: u64,
    /// The most bytes of states at one time.
    pub bytes: usize,
}

/// The state of a computation after a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<T> {
    /// The answer.
    Done(T),
    /// It has spent its slice, and can continue.
    Paused,
    /// It would need more memory than the limit.
    Full,
    /// A number has more digits than its tables have room for.
    TooLarge,
}

impl<T> Status<T> {
    /// Converts the answer, if it is there.
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
    /// Bytes of states, for each way.
    pub memory: usize,
    /// The number of threads.
    pub threads: usize,
    /// Bytes of stack for a search of DLX3's tree, see
    /// [`Search::with_stack`](dlx3_search::Search::with_stack).
    pub stack: usize,
    /// Called several times a second. `true` ends the computation.
    pub stop: &'l mut dyn FnMut() -> bool,
    /// Is shown the progress of the computation.
    pub view: Option<&'l mut dyn View>,
    /// The techniques in use, for tests and measurements.
    pub tuning: Tuning,
    /// The techniques of searches of DLX3's tree, for tests and measurements.
    #[doc(hidden)]
    pub bits: dlx3_search::bits::Tuning,
}

/// Is shown the progress of an answer.
pub trait View {
    /// Whether a look is due. Called as often as `stop`.
    fn is_due(&mut self) -> bool;
    /// Shows the progress.
    fn show(&mut self, sight: &Sight);
}

/// A view that keeps the progress where its owner looks when it likes: a `watch` of
/// [`best::cheapest_improving`], which hears of costs, tells both.
pub struct Latest<'s>(pub &'s RefCell<Sight>);

impl View for Latest<'_> {
    fn is_due(&mut self) -> bool {
        true
    }

    fn show(&mut self, sight: &Sight) {
        self.0.replace(sight.clone());
    }
}

/// The progress of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight {
    /// States that were expanded by layers.
    pub states: u64,
    /// The most bytes of these states at one time.
    pub bytes: usize,
    /// The layer that is being expanded, in the most promising order.
    pub front: Option<Front>,
    /// The share of the depth-first search that is done, estimated from its branches.
    pub walked: Option<f64>,
    /// The progress of a count whose states are on a disk.
    pub forecast: Option<Forecast>,
}

/// The progress of a count whose states are on a disk.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    /// The bytes on the disk.
    pub bytes: u64,
    /// All bytes written so far.
    pub written: u64,
    /// The share of the work that is done, estimated.
    pub done: f64,
    /// The largest number of states that will wait at one time, estimated.
    pub largest: u64,
}

/// A layer of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Front {
    /// Its number, from 0.
    pub layer: usize,
    /// The number of layers.
    pub layers: usize,
    /// The states that wait in this layer and in later ones.
    pub states: u64,
}

impl<'l> Limits<'l> {
    /// A limit of memory, and no other. One thread, with an ordinary stack.
    pub fn new(memory: usize) -> Self {
        Limits {
            memory,
            threads: 1,
            stack: STACK,
            // An empty closure takes no memory, so nothing leaks.
            stop: Box::leak(Box::new(|| false)),
            view: None,
            tuning: Tuning::default(),
            bits: dlx3_search::bits::Tuning::default(),
        }
    }

    /// Calls `ask` with these limits, which also end once `is_enough` returns true.
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

    /// Whether to end. A view that is due gets an empty [`Sight`].
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

dlx3_base::messages! {
    Stopped {
        Self::Limit => "it was asked to end",
        Self::Memory => "it needs more memory than it may take",
    }
}

/// A count that was stopped.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// Why it was stopped.
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
