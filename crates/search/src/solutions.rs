//! Solutions one at a time, on demand.

use super::counters::Counters;
use super::engine::{Engine, Search};
use super::observer::Solution;
use super::state::Outcome;
use dlx3_format::Problem;

/// The mems up to the next solution that lists walk before bitmaps take over: about the work of
/// bitmaps to go from the root to where the search stands.
const NEAR: u64 = 1 << 14;

/// An iterator over the solutions of a problem, in DLX3's order.
///
/// Between two solutions the search does not run; drop the iterator to end it.
///
/// ```
/// use dlx3::{Problem, Solve};
///
/// let problem: Problem = "A B 2:3|C | X Y
/// A B X:0 Y:0
/// A C X:1 Y:1
/// C X:0
/// B X:1
/// C Y:1
/// ".parse()?;
/// let mut solutions = problem.solutions();
/// let solution = solutions.next().unwrap();
/// let mut text = Vec::new();
/// for option in solution.options {
///     problem.put_option(option, &mut text);
///     text.push(b';');
/// }
/// assert_eq!(text, b"A C X:1 Y:1;B X:1;C Y:1;");
/// assert!(solutions.next().is_none());
/// assert_eq!(solutions.counters().nodes, 6);
/// # Ok::<(), dlx3::Fault>(())
/// ```
pub struct Solutions<'p> {
    search: Search<'p>,
}

/// Gives a [`Problem`] the method [`solutions`](Self::solutions).
pub trait Solve {
    /// The solutions of this problem, found one by one as they are asked for.
    fn solutions(&self) -> Solutions<'_>;
}

impl Solve for Problem {
    fn solutions(&self) -> Solutions<'_> {
        Solutions {
            search: Search::new(self, Engine::Auto),
        }
    }
}

impl Solutions<'_> {
    /// The counters of the search so far.
    pub fn counters(&self) -> &Counters {
        self.search.counters()
    }
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        match self.search.walk_to_solution(NEAR) {
            Outcome::Exhausted => None,
            Outcome::Paused => Some(Solution::of(self.search.state())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{Tuning, tests::pairs};

    /// Where a search stands at each of its first solutions, and at its end, with its counters.
    fn seen(mut search: Search<'_>, near: u64) -> Vec<(Outcome, Solution, Counters)> {
        let mut seen = Vec::new();
        for _ in 0..MOST {
            let outcome = search.walk_to_solution(near);
            let solution = Solution::of(search.state());
            seen.push((outcome, solution, search.counters().clone()));
            if outcome == Outcome::Exhausted {
                assert_eq!(search.walk_to_solution(near), Outcome::Exhausted);
                break;
            }
        }
        seen
    }

    const MOST: usize = 500;

    #[test]
    fn solutions_and_counters_are_those_of_lists_wherever_bitmaps_take_over() {
        let mut all = 0;
        for (bounds, colors) in [("", false), ("", true), ("0:1|", true), ("1:2|", false)] {
            let problem = pairs(bounds, colors);
            let expected = seen(Search::new(&problem, Engine::Links), 0);
            for near in [0, 1, 30, 1000, NEAR] {
                for always_shrink in [false, true] {
                    let tuning = Tuning {
                        always_shrink,
                        most_options: if near == 30 { 20 } else { 4096 },
                        ..Tuning::default()
                    };
                    let found = seen(Search::tuned(&problem, tuning), near);
                    assert!(found == expected, "{near} mems, {bounds:?}");
                }
            }
            all += expected.len();
        }
        assert!(all > 1000, "{all}");
    }
}
