//! Solutions one at a time, found when asked for.

use super::{Counters, Engine, Outcome, Search, State, Watch};
use crate::format::{OptionId, Problem};
use std::ops::ControlFlow;

/// A solution: the options chosen, in the order of the search's levels. (A
/// null move chooses none.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub options: Vec<OptionId>,
}

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
    /// The solutions of this problem, found lazily.
    pub fn solutions(&self) -> Solutions<'_> {
        Solutions {
            search: Search::new(self, Engine::Auto),
        }
    }
}

impl Solutions<'_> {
    /// The counters of the search so far.
    pub fn counters(&self) -> &Counters {
        self.search.state().counters()
    }
}

/// Stops at each solution.
struct AtSolution;

impl Watch for AtSolution {
    fn is_shown_nodes(&self) -> bool {
        false
    }

    fn is_shown_moves(&self) -> bool {
        false
    }

    fn solution(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        match self.search.run(&mut AtSolution) {
            Outcome::Exhausted => None,
            Outcome::Paused => {
                let search = self.search.state();
                let nodes = (0..search.level()).filter_map(|level| search.branch(level).node);
                Some(Solution {
                    options: nodes.map(|node| search.problem().option_of(node)).collect(),
                })
            }
        }
    }
}
