//! The DLX3 search as a way to answers: what it walks is counted in mems.

use crate::answers::contest::Way;
use crate::answers::{Effort, Engines, Status};
use crate::format::{OptionId, Problem};
use crate::search::{Count, Engine, Memo, Outcome, STACK, Search, State, Watch};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The DLX3 search as a way to answers.
#[derive(Clone, Copy, Debug)]
pub struct Searches {
    /// What its memo may take, in bytes.
    pub memo: usize,
    /// What it may take of the stack, see [`Search::with_stack`].
    pub stack: usize,
}

/// The most bytes of a memo.
const MEMO: usize = 256 << 20;

impl Searches {
    /// With a share of the memory, on a thread with an ordinary stack.
    pub fn new(memory: usize) -> Self {
        Searches {
            memo: memory.min(MEMO),
            stack: STACK,
        }
    }

    fn begin<'p>(&self, problem: &'p Problem, is_greedy: bool) -> BySearch<'p> {
        let search = Search::new(problem, Engine::Auto).with_stack(self.stack);
        let search = match self.memo {
            0 => search,
            bytes => search.with_memo(&Memo::new(problem, bytes, false)),
        };
        BySearch {
            search,
            memo: self.memo,
            seen: Seen {
                is_greedy,
                until: 0,
                done: 0.0,
                solution: None,
            },
            is_over: false,
        }
    }
}

impl Engines for Searches {
    fn count<'p>(&self, problem: &'p Problem) -> Option<Box<dyn Way<BigUint> + 'p>> {
        Some(Box::new(self.begin(problem, false)))
    }

    fn find<'p>(&self, problem: &'p Problem) -> Option<Box<dyn Way<Option<Vec<OptionId>>> + 'p>> {
        Some(Box::new(self.begin(problem, true)))
    }
}

/// What a node takes, in nanoseconds, and how many mems are walked in one, about: where
/// options are many, bitmaps are at their best. Where they are few it may take five times
/// as long.
const NODE: u64 = 8;
const MEMS: u64 = 32;

struct BySearch<'p> {
    search: Search<'p>,
    memo: usize,
    seen: Seen,
    is_over: bool,
}

/// What has been seen of the search.
struct Seen {
    /// Whether the first solution is enough.
    is_greedy: bool,
    /// The mems at which to pause.
    until: u64,
    /// How much of the tree has been walked, as far as the branches tell.
    done: f64,
    solution: Option<Vec<OptionId>>,
}

impl Watch for Seen {
    fn soft_alarm_at(&self) -> u64 {
        self.until
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        self.is_greedy.then(|| found.plus(&1.into()))
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mut share = 1.0;
        self.done = 0.0;
        for level in 0..state.level() {
            let branch = state.branch(level);
            share /= branch.score as f64;
            self.done += share * f64::from(branch.number - 1);
        }
        ControlFlow::Break(())
    }

    fn wants_choices(&self) -> bool {
        false
    }

    fn wants_branches(&self) -> bool {
        false
    }

    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        let nodes = (0..state.level()).filter_map(|level| state.branch(level).node);
        self.solution = Some(nodes.map(|node| state.problem().option_of(node)).collect());
        ControlFlow::Break(())
    }
}

impl BySearch<'_> {
    /// Walks on. Whether the tree is exhausted, or the solution that is enough found.
    fn go(&mut self, more: u64) -> bool {
        self.seen.until = self.mems() + more.saturating_mul(MEMS / 2);
        let outcome = self.search.walk(&mut self.seen);
        self.is_over = outcome == Outcome::Exhausted || self.seen.solution.is_some();
        self.is_over
    }

    fn mems(&self) -> u64 {
        self.search.state().counters().mems.walked()
    }

    fn spent(&self) -> u64 {
        let nodes = self.search.state().counters().nodes.walked();
        NODE * nodes + self.mems() / MEMS
    }

    fn estimate(&self) -> f64 {
        match self.is_over {
            true => self.spent() as f64,
            false => self.spent() as f64 / self.seen.done.max(1e-12),
        }
    }

    fn effort(&self) -> Effort {
        let counters = self.search.state().counters();
        Effort {
            states: counters.nodes.walked(),
            ..Effort::default()
        }
    }

    fn name(&self) -> String {
        match self.memo {
            0 => "DLX3's tree".to_owned(),
            _ => "DLX3's tree with a memo".to_owned(),
        }
    }
}

impl Way<BigUint> for BySearch<'_> {
    fn run(&mut self, more: u64, _: usize) -> Status<BigUint> {
        match self.go(more) {
            true => Status::Done(self.search.state().counters().solutions.to_big()),
            false => Status::Paused,
        }
    }

    fn spent(&self) -> u64 {
        self.spent()
    }

    fn estimate(&self) -> f64 {
        self.estimate()
    }

    fn at_least(&self) -> BigUint {
        self.search.state().counters().solutions.to_big()
    }

    fn effort(&self) -> Effort {
        self.effort()
    }

    fn name(&self) -> String {
        self.name()
    }
}

impl Way<Option<Vec<OptionId>>> for BySearch<'_> {
    fn run(&mut self, more: u64, _: usize) -> Status<Option<Vec<OptionId>>> {
        match self.go(more) {
            true => Status::Done(self.seen.solution.clone()),
            false => Status::Paused,
        }
    }

    fn spent(&self) -> u64 {
        self.spent()
    }

    fn estimate(&self) -> f64 {
        self.estimate()
    }

    fn effort(&self) -> Effort {
        self.effort()
    }

    fn name(&self) -> String {
        self.name()
    }
}
