//! Answers about a problem, without limits.

use super::Searches;
use crate::answers::best::{self, NotCheapest, TooDear};
use crate::answers::family::Family;
use crate::answers::find::find;
use crate::answers::reduce::Reduction;
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
                threads: 1,
                stop: &mut never,
                view: None,
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
            threads: 1,
            stop: &mut || false,
            view: None,
        };
        Family::new(self, &mut limits).expect("there are no limits")
    }

    /// A solution, as a sorted list of options; none if there is none.
    pub fn first_solution(&self) -> Option<Vec<OptionId>> {
        let mut limits = Limits {
            memory: MEMORY,
            threads: 1,
            stop: &mut || false,
            view: None,
        };
        let found = find(self, &Searches::new(MEMORY), &mut limits);
        found.expect("the DLX3 search has no limits").solution
    }

    /// The `most` cheapest solutions, the cheapest first, with what they cost: option `o`
    /// costs `costs[o.index()]`, and what the options of a solution cost adds up. Negated
    /// costs give the dearest. For limits, see [`best::cheapest`].
    ///
    /// It takes as long as the faster of a diagram of all solutions, with 16 bytes for
    /// each of its nodes, and of branch and bound.
    ///
    /// ```
    /// let problem: dlx3::Problem = "A B\nA\nB\nA B\n".parse()?;
    /// let best = problem.best(&[1, 3, 5], 2)?;
    /// let costs: Vec<i64> = best.iter().map(|solution| solution.0).collect();
    /// assert_eq!(costs, [4, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the costs add up to more than 2^62, whatever their signs.
    ///
    /// # Panics
    /// If there are not as many costs as options.
    pub fn best(&self, costs: &[i64], most: usize) -> Result<Vec<(i64, Vec<OptionId>)>, TooDear> {
        // So many may be wanted that they take more.
        for memory in [MEMORY, usize::MAX] {
            let mut limits = Limits {
                memory,
                threads: 1,
                stop: &mut || false,
                view: None,
            };
            match best::cheapest(self, costs, most, &mut limits) {
                Ok(cheapest) => return Ok(cheapest.solutions),
                Err(NotCheapest::TooDear(error)) => return Err(error),
                Err(NotCheapest::Unfinished(_)) => {}
            }
        }
        unreachable!("there are no limits")
    }

    /// A problem with the same solutions and perhaps fewer options; see [`Reduction`], which
    /// tells which options these are, and [`Reduction::new`] for how long it takes.
    pub fn reduced(&self) -> Problem {
        Reduction::new(self, &mut || false).problem(self)
    }
}
