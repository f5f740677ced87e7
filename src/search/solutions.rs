//! Solutions one at a time, found when asked for.

use super::watch::PauseWhen;
use super::{Counters, Engine, Outcome, Search, Solution};
use crate::format::Problem;

/// An iterator over the solutions of a problem, in DLX3's order.
///
/// Between two solutions the search stands still; drop the iterator to end it.
///
/// ```
/// use dlx3::Problem;
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

impl Problem {
    /// The solutions of this problem, found one by one as they are asked for.
    pub fn solutions(&self) -> Solutions<'_> {
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
        let next = self.search.counters().solutions.plus(&1.into());
        match self.search.walk(&mut PauseWhen::solution(next)) {
            Outcome::Exhausted => None,
            Outcome::Paused => Some(Solution::of(self.search.state())),
        }
    }
}
