//! Answers about a problem, without limits.

use super::Searches;
use crate::answers::family::Family;
use crate::answers::find::find;
use crate::answers::{Limits, count};
use crate::format::{OptionId, Problem};
use num_bigint::BigUint;

/// What states may take of memory, in bytes, if nobody says otherwise.
pub const MEMORY: usize = 1 << 30;

impl Problem {
    /// The number of solutions, however large.
    ///
    /// Time and memory are those of the smallest of some trees, the states of which grow
    /// with the width of a front, or with DLX3's search: at worst exponentially in the
    /// size of the problem. States are forgotten beyond [`MEMORY`]. For limits, and for
    /// what it has cost, see [`count::count`].
    pub fn count(&self) -> BigUint {
        let searches = Searches::new(MEMORY);
        let mut never = || false;
        loop {
            let mut limits = Limits {
                memory: MEMORY,
                stop: &mut never,
            };
            // The DLX3 search needs no memory, so it comes to its end.
            if let Ok(counted) = count::count(self, &searches, &mut limits) {
                return counted.number;
            }
        }
    }

    /// All solutions as a diagram: numbered, to be drawn from, and counted by options.
    /// It takes 8 bytes for each move between states that lead to solutions; for limits,
    /// see [`Family::new`].
    pub fn family(&self) -> Family {
        let mut limits = Limits {
            memory: usize::MAX,
            stop: &mut || false,
        };
        Family::new(self, &mut limits).expect("there are no limits")
    }

    /// A solution, as a sorted list of options; none if there is none.
    pub fn first_solution(&self) -> Option<Vec<OptionId>> {
        let mut limits = Limits {
            memory: MEMORY,
            stop: &mut || false,
        };
        let found = find(self, &Searches::new(MEMORY), &mut limits);
        found.expect("the DLX3 search has no limits").solution
    }
}
