//! Searches of DLX3's tree, as ways to answers. They are the fastest if states seldom come back.
//!
//! * [`by_search`]: the tree from its root on. [`spread`]: on several threads.
//! * [`restarts`]: for one solution, in random order with restarts.

mod by_search;
mod restarts;
pub mod short;
mod spread;

use crate::Limits;
use crate::race::way::Way;
use by_search::BySearch;
use dlx3_format::{OptionId, Problem};
use dlx3_search::bits::Tuning;
use num_bigint::BigUint;
use restarts::Restarts;

/// The largest memo in bytes.
pub const MEMO: usize = 256 << 20;

/// A function that is shown solutions.
pub type See<'p> = Box<dyn FnMut(&[OptionId]) + 'p>;

/// The answer to a question for one solution.
pub type One = Option<Vec<OptionId>>;

/// The resources for searches of DLX3's tree.
#[derive(Clone, Copy, Debug)]
pub struct Dlx3 {
    /// The memory for the memo, in bytes.
    memo: usize,
    /// The stack of a search, in bytes.
    stack: usize,
    threads: usize,
    tuning: Tuning,
}

impl Dlx3 {
    /// The resources that the limits leave.
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
        // The solution must not depend on the timing of threads.
        let means = Dlx3 { threads: 1, ..self };
        Box::new(BySearch::new(problem, means, true, None))
    }

    /// A way to find a solution in random order, with restarts.
    pub fn find_at_random<'p>(self, problem: &'p Problem) -> Box<dyn Way<One> + 'p> {
        Box::new(Restarts::new(problem))
    }

    /// A way to see all solutions: `see` gets the options of each.
    pub fn all<'p>(self, problem: &'p Problem, see: See<'p>) -> Box<dyn Way<()> + 'p> {
        // For all solutions, a memo saves little.
        let means = Dlx3 {
            threads: 1,
            memo: 0,
            ..self
        };
        Box::new(BySearch::new(problem, means, false, Some(see)))
    }
}
