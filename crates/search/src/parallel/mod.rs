//! One search on several threads. A watch sees the same as with one thread, in the same order.
//!
//! The walk through the tree can be split at any [`Position`]: a worker goes to a position, and
//! walks from there. The [`schedule`] holds the *parts* of the walk, in order. Each worker walks a
//! part; when another worker is idle, it keeps about a *grain* of work, and splits off the rest of
//! its part (work stealing). So parts arise where there is work, and large parts are split again.
//!
//! A worker hands over its counts and solutions in *batches* ([`batch`]), made by [`worker`]. The
//! [`merger`], on the calling thread, puts them together in order. It walks some batches again
//! itself, with the watch and exact counters: those that contain a limit, a report, or a solution
//! that must be shown and was not rendered.

mod batch;
mod merger;
mod schedule;
mod split;
mod worker;

use crate::{
    Counters, Observer, Observing, Outcome, Pausing, Position, Search, Solution, State, Watch,
};
pub use batch::Head;
use batch::RenderPolicy;
use dlx3_base::count::Count;
use dlx3_base::threads;
use dlx3_format::{OptionId, Problem};
use merger::Merger;
use schedule::Schedule;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Instant;
use worker::Writer;

/// The approximate bytes of a search for each node, option and item of its problem.
const NODE_BYTES: usize = 24;

/// A problem that takes at most this many mems, and shows few solutions, is searched on one thread.
const SMALL: u64 = 1 << 23;
const FEW: u64 = 1 << 10;

/// When a watch will ask for a break.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BreakAt {
    /// With this many mems; `None` for never.
    pub mems: Option<u64>,
    /// With this many solutions; `None` for never.
    pub solutions: Option<Count>,
}

/// Appends the text of the solution where a search stands, without its number. It may reuse parts
/// of the last text.
pub type Render = Box<dyn FnMut(&dyn State, &mut Vec<u8>)>;

/// A watch that need not see all of a search itself: workers render the solutions that it shows. It
/// is called on the thread that runs the search.
pub trait ParallelWatch: Watch {
    /// When it will ask for a break.
    fn limits(&self) -> BreakAt;

    /// It shows the solutions whose number is a multiple of this; none if it is 0.
    fn spacing(&self) -> u64;

    /// A constructor of renderers for the solutions that it shows; each worker calls it once.
    fn renderer(&self) -> fn() -> Render;

    /// Shows a solution that a [renderer](Self::renderer) has made. If it asks for a break, the
    /// search stands at that solution.
    fn show(&mut self, number: &Count, solution: &[u8]) -> ControlFlow<()>;

    /// The text that it writes around the number of each solution. If there is some, and all
    /// solutions are shown, workers write it, and many solutions may be
    /// [shown](Self::show_numbered) together.
    fn head(&self) -> Option<Head> {
        None
    }

    /// Shows solutions up to the number `last`, each with its head. If it asks for a break, the
    /// search stands at the last one.
    fn show_numbered(&mut self, _last: &Count, _solutions: &[u8]) -> ControlFlow<()> {
        unreachable!("there is no head")
    }

    /// Called after each batch with the counters so far. If it asks for a break, the search cannot
    /// continue.
    fn merged(&mut self, counters: &Counters) -> ControlFlow<()>;

    /// Called with [`Parallel::tells_fewer`] when only this many threads could be started.
    fn fewer_threads(&mut self, _started: usize) {}
}

/// How to search on several threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parallel {
    /// The number of threads that search; `None` for as many as the machine runs at once. If the
    /// system refuses some, there are fewer.
    pub threads: Option<usize>,
    /// Whether the watch is told that there are fewer.
    pub tells_fewer: bool,
    /// The approximate mems of a batch. Smaller batches cost more to merge, larger ones more to
    /// walk again.
    pub batch: u64,
    /// The approximate bytes of solutions that may wait to be shown.
    pub room: usize,
    /// Whether parts are split even if all threads are busy; for tests.
    pub eager: bool,
}

impl Default for Parallel {
    fn default() -> Self {
        Parallel {
            threads: None,
            tells_fewer: false,
            // One or two milliseconds. 0.2% of the time goes into batches that are walked again for
            // a report of progress; with four times the mems, 0.8%.
            batch: 1 << 24,
            room: 1 << 25,
            eager: false,
        }
    }
}

impl Parallel {
    /// How many threads search, if the system refuses none.
    pub fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(all)
    }

    /// Walks a search's tree, as [`Search::walk`] does. Once [`ParallelWatch::merged`] has asked
    /// for a break, the search cannot continue.
    ///
    /// # Panics
    /// If such a search is run again.
    pub fn run<W: ParallelWatch>(&self, search: &mut Search<'_>, watch: &mut W) -> Outcome {
        let wants_all = watch.wants_choices() || watch.wants_branches();
        if self.threads.is_some_and(|threads| threads < 2)
            || wants_all
            || !search.links.is_orderly()
        {
            return search.walk(watch);
        }
        // A small problem is solved before other threads could start.
        let pause = Pausing::at_walked_mems(watch, SMALL.min(self.batch / 2));
        let mut pause = pause.or_after_solutions(FEW);
        let begin = Instant::now();
        let outcome = search.walk(&mut pause);
        if !pause.reached {
            return outcome;
        }
        // Asked late, as the system reads files for it.
        let threads = self.threads();
        if threads < 2 {
            return search.walk(watch);
        }
        let limits = watch.limits();
        let links = &search.links;
        let at = Position::inside(links);
        let total = links.counters.clone();
        let (stack, memory) = (search.stack(), memory_for(links.problem()));
        let new_search = search.maker();
        let (spacing, renderer, head) = (watch.spacing(), watch.renderer(), watch.head());
        let policy = RenderPolicy::new(spacing, &total, begin.elapsed());
        // Made as soon as the number of workers is known.
        let schedule = OnceLock::new();
        let run = AssertUnwindSafe(|| {
            thread::scope(|scope| {
                let (schedule, new_search) = (&schedule, &new_search);
                let work = move |worker| {
                    let schedule: &Schedule = schedule.wait();
                    let writer = Writer {
                        render: renderer(),
                        head,
                    };
                    worker::work(new_search(), schedule, writer, worker, spacing);
                };
                let workers = threads::start(scope, threads, stack, memory, work);
                if workers.len() < threads && self.tells_fewer {
                    watch.fewer_threads(workers.len());
                }
                if workers.is_empty() {
                    return (search.walk(watch), false);
                }
                let count = workers.len();
                let schedule =
                    schedule.get_or_init(|| Schedule::new(at, &total, limits, policy, count, self));
                // Unless it is stopped, a worker ends early only by a panic.
                let alive = || !workers.iter().any(|worker| worker.is_finished());
                Merger {
                    search: &mut *search,
                    watch,
                    total,
                    is_there: true,
                }
                .merge(schedule, alive)
            })
        });
        let (outcome, is_lost) = panic::catch_unwind(run).unwrap_or_else(|panic| {
            search.links.lose();
            panic::resume_unwind(panic)
        });
        if is_lost {
            search.links.lose();
        }
        outcome
    }
}

impl Search<'_> {
    /// [`Self::run`] on up to `threads` threads. The observer is called on this one, and sees the
    /// same solutions as with one thread. Fewer threads search if the system refuses some, or the
    /// problem is small.
    ///
    /// # Panics
    /// As [`Self::run`] does.
    pub fn run_on_threads(&mut self, threads: usize, observer: &mut dyn Observer) -> Outcome {
        let parallel = Parallel {
            threads: Some(threads),
            ..Parallel::default()
        };
        let mut observing = Observing::new(observer, &self.links.counters);
        parallel.run(self, &mut observing)
    }
}

/// A solution passes between threads as 32-bit numbers: the number of levels, the branch on each,
/// and the options.
fn render(state: &dyn State, text: &mut Vec<u8>) {
    let level = state.level();
    let (mut options, mut branches) = (Vec::with_capacity(level), Vec::with_capacity(level));
    state.append_path(&mut options, &mut branches);
    let options = options.iter().map(|option| option.0);
    let words = [level as u32].into_iter().chain(branches).chain(options);
    text.extend(words.flat_map(u32::to_le_bytes));
}

impl ParallelWatch for Observing<'_> {
    fn limits(&self) -> BreakAt {
        BreakAt::default()
    }

    fn spacing(&self) -> u64 {
        self.wants_solutions.into()
    }

    fn renderer(&self) -> fn() -> Render {
        || Box::new(render)
    }

    fn show(&mut self, number: &Count, text: &[u8]) -> ControlFlow<()> {
        let (words, _) = text.as_chunks::<4>();
        let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
        let level = words.next().expect("it begins with the number of levels") as usize;
        let Solution { options, path, .. } = &mut self.solution;
        path.refill(|branches| branches.extend(words.by_ref().take(level)));
        options.clear();
        options.extend(words.map(OptionId));
        self.solution.number = number.clone();
        self.observer.solution(&self.solution)
    }

    fn merged(&mut self, counters: &Counters) -> ControlFlow<()> {
        if counters.mems.walked() >= self.progress_at {
            self.is_due.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }
}

/// The bytes of address space that a thread needs to search.
pub fn memory_for(problem: &Problem) -> usize {
    let nodes = problem.node_count() + problem.option_count() + problem.item_count();
    threads::LEAST_MEMORY.saturating_add(NODE_BYTES.saturating_mul(nodes))
}
