//! DLX3's tree as a way to answers: the fastest one if states seldom come back.
//!
//! * [`by_search`]: the tree from its root on. [`spread`]: on several threads.
//! * [`restarts`]: for one solution, in random order, again and again.

mod by_search;
mod restarts;
mod spread;

use crate::Limits;
use crate::race::way::Way;
use by_search::BySearch;
use dlx3_format::{OptionId, Problem};
use dlx3_search::bits::Tuning;
use num_bigint::BigUint;
use restarts::Restarts;

/// The most bytes of a memo.
pub const MEMO: usize = 256 << 20;

/// What sees solutions.
pub type See<'p> = Box<dyn FnMut(&[OptionId]) + 'p>;

/// Whether there is a solution, and one.
pub type One = Option<Vec<OptionId>>;

/// The means that walks on DLX3's tree have.
#[derive(Clone, Copy, Debug)]
pub struct Dlx3 {
    /// What the memo may take, in bytes.
    memo: usize,
    /// What a search may take of the stack.
    stack: usize,
    threads: usize,
    tuning: Tuning,
}

impl Dlx3 {
    /// Those that limits leave.
    pub fn within(limits: &Limits<'_>) -> Self {
        Dlx3 {
            memo: limits.memory.min(MEMO),
            stack: limits.stack,
            threads: limits.threads,
            tuning: limits.bits,
        }
    }

    /// A way to count the solutions.
    pub fn count<'p>(self, problem: &'p Problem) -> Box<dyn Way<BigUint> + 'p> {
        Box::new(BySearch::new(problem, self, false, None))
    }

    /// A way to find a solution, or that there is none.
    pub fn find<'p>(self, problem: &'p Problem) -> Box<dyn Way<One> + 'p> {
        // Which solution is found must not depend on what threads do at the same time.
        let means = Dlx3 { threads: 1, ..self };
        Box::new(BySearch::new(problem, means, true, None))
    }

    /// A way to find a solution in random order, with restarts.
    pub fn find_at_random<'p>(self, problem: &'p Problem) -> Box<dyn Way<One> + 'p> {
        Box::new(Restarts::new(problem))
    }

    /// A way to see all solutions: `see` gets the options of each.
    pub fn all<'p>(self, problem: &'p Problem, see: See<'p>) -> Box<dyn Way<()> + 'p> {
        // Where all solutions are to be seen, a memo saves little.
        let means = Dlx3 {
            threads: 1,
            memo: 0,
            ..self
        };
        Box::new(BySearch::new(problem, means, false, Some(see)))
    }
}
