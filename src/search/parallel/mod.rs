//! One search on several threads. What a watch sees is what it sees of one
//! thread, in the same order.
//!
//! The walk through the tree is a line, which can be cut at any
//! [`Position`](super::Position): a part of it is searched by going to where it
//! begins. Each *worker* walks a part; when another one has nothing to do, it cuts
//! what is left of its part in two and leaves the second. So parts arise where
//! there is work, and large ones are cut again. What a worker counts and finds,
//! it hands over in *pieces*, and the *joiner*, on the calling thread, puts them
//! together in order. Where a limit or a report falls within a piece, or a solution
//! that is shown and was not kept, the joiner walks it again, before the eyes of the
//! watch, with the exact counters.

mod cut;
mod joiner;
mod keep;
mod line;
mod piece;
mod recorder;
mod start;
mod until;
mod worker;

use super::{Count, Counters, Outcome, Position, Search, State, Watch};
use joiner::Joiner;
use keep::Choice;
use line::{Limits, Line};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::thread;
use std::time::Instant;
use until::Until;

/// A watch that need not see all of a search itself.
pub trait Joint: Watch {
    /// Whether it can do without seeing every node and branch.
    fn is_joint(&self) -> bool;

    /// With how many mems it will ask for a break; none for never.
    fn most_mems(&self) -> Option<u64>;

    /// With how many solutions it will ask for a break; none for never.
    fn most_solutions(&self) -> Option<Count>;

    /// It shows solutions whose number is a multiple of this; none if it is 0.
    fn spacing(&self) -> u64;

    /// Appends a solution at which a search stands, without its number.
    fn render(state: &dyn State, text: &mut Vec<u8>);

    /// Shows a solution that [`Self::render`] has made.
    fn show(&mut self, number: &Count, solution: &[u8]) -> ControlFlow<()>;

    /// Called now and then, with all that has been counted so far.
    fn joined(&mut self, counters: &Counters) -> ControlFlow<()>;

    /// Called when [`Watch::urgent`] says so, with a state that the search has reached.
    fn attend(&mut self, state: &dyn State) -> ControlFlow<()>;

    /// Called when no more than so many threads could be started, if
    /// [`Parallel::tells_fewer`].
    fn fewer_threads(&mut self, _started: usize) {}
}

/// How to search on several threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parallel {
    /// How many threads search. Where the system refuses some, there are fewer.
    pub threads: usize,
    /// Whether the watch is told that there are fewer.
    pub tells_fewer: bool,
    /// About how many mems a piece has. Smaller ones cost more when they are
    /// joined, larger ones when they must be searched again.
    pub piece: u64,
    /// About how many bytes of solutions may wait until they can be shown.
    pub room: usize,
    /// Cut parts in two even if all threads are busy: for tests.
    pub eager: bool,
}

impl Default for Parallel {
    fn default() -> Self {
        Parallel {
            threads: thread::available_parallelism().map_or(1, usize::from),
            tells_fewer: false,
            piece: 1 << 24,
            room: 1 << 25,
            eager: false,
        }
    }
}

impl Parallel {
    /// Runs a search that has not begun, as [`Search::run`] does. Once it has
    /// paused, it cannot go on.
    ///
    /// # Panics
    /// If it has paused so.
    pub fn run<J: Joint>(&self, search: &mut Search<'_>, joint: &mut J) -> Outcome {
        if self.threads < 2 || !joint.is_joint() || !search.links.is_orderly() {
            return search.run(joint);
        }
        // A small problem is solved before other threads have even begun.
        let mut until = Until::new(joint, None, self.piece / 2);
        let begin = Instant::now();
        let outcome = search.run(&mut until);
        if !until.reached {
            return outcome;
        }
        let limits = Limits {
            mems: joint.most_mems(),
            solutions: joint.most_solutions(),
        };
        let links = &search.links;
        let at = Position::inside(links);
        let total = links.counters.clone();
        let (stack, memory) = (search.stack(), start::memory_for(links.problem()));
        let another = search.maker();
        let (spacing, piece) = (joint.spacing(), self.piece);
        let choice = Choice::new(spacing, &total, begin.elapsed());
        // It is made when it is known how many workers there are.
        let line = OnceLock::new();
        let outcome = thread::scope(|scope| {
            let (line, another) = (&line, &another);
            let work = move |worker| {
                let line: &Line = line.wait();
                worker::work::<J>(another(), line, worker, spacing, piece);
            };
            let workers = start::start(scope, self.threads, stack, memory, work);
            if workers.len() < self.threads && self.tells_fewer {
                joint.fewer_threads(workers.len());
            }
            if workers.is_empty() {
                return search.run(joint);
            }
            let count = workers.len();
            let line = line.get_or_init(|| Line::new(at, &total, limits, choice, count, self));
            // Without a stop, a worker ends early only when it panics.
            let alive = || !workers.iter().any(|worker| worker.is_finished());
            Joiner {
                search: &mut *search,
                joint,
                total,
            }
            .join(line, alive)
        });
        if outcome == Outcome::Paused {
            search.spend();
        }
        outcome
    }
}
