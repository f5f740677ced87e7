//! All solutions that are cheap enough, cheapest first.
//!
//! The searches for the cheapest solutions find a given number of them. So this number grows until
//! one of them is too dear:
//!
//! ```text
//! K = 64
//! while the K-th cheapest solution is cheap enough:
//!     K = 4 K
//! ```

use super::Limits;
use super::best::{Cheapest, NotCheapest, cheapest};
use dlx3_format::Problem;

/// The number of solutions at first, and the factor by which it grows.
const FIRST: usize = 64;
const TIMES: usize = 4;

/// The limit of the costs.
pub enum Within<'w> {
    /// Solutions that cost at most this.
    Cost(i128),
    /// Solutions that cost at most this function of the lowest cost.
    Of(&'w dyn Fn(i128) -> i128),
}

/// All solutions that are cheap enough. Option `o` costs `costs[o.index()]`.
///
/// # Errors
/// If the costs are too large, or if the limits end it. The error then has the solutions found so
/// far that are cheap enough, as far as they fit into memory.
///
/// # Panics
/// If `costs` does not have one cost for each option.
pub fn all_within(
    problem: &Problem,
    costs: &[i128],
    within: &Within<'_>,
    limits: &mut Limits<'_>,
) -> Result<Cheapest, NotCheapest> {
    let ceiling = match within {
        Within::Cost(cost) => *cost,
        Within::Of(most) => {
            let best = cheapest(problem, costs, 1, limits)?;
            match best.solutions.first() {
                Some(&(cost, _)) => most(cost),
                None => return Ok(best),
            }
        }
    };
    let is_cheap = |cost: i128| cost <= ceiling;
    let mut most = FIRST;
    loop {
        match cheapest(problem, costs, most, limits) {
            Ok(mut found) => {
                let last = found.solutions.last();
                let has_more = last.is_some_and(|last| is_cheap(last.0));
                if found.solutions.len() < most || !has_more {
                    found.solutions.retain(|solution| is_cheap(solution.0));
                    return Ok(found);
                }
            }
            Err(NotCheapest::Unfinished(mut known)) => {
                known.solutions.retain(|solution| is_cheap(solution.0));
                // If the bound is too high, no cheap solution is missing.
                return match is_cheap(known.bound) {
                    true => Err(NotCheapest::Unfinished(known)),
                    false => Ok(Cheapest {
                        solutions: known.solutions,
                        told: Vec::new(),
                    }),
                };
            }
            Err(refused) => return Err(refused),
        }
        most = most.saturating_mul(TIMES);
    }
}
