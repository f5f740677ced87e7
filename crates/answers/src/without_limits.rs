//! Answers about a problem, without limits.

use super::Ask;
use crate::best::{NotCheapest, TooDear};
use crate::cheapest::search::Priced;
use crate::conflict::Conflict;
use crate::family::Family;
use dlx3_base::count::Count;
use dlx3_format::{OptionId, Problem};

/// Methods of a [`Problem`] that answer questions about it.
pub trait Answers {
    /// Asks a question with limits. The defaults are one thread, [`MEMORY`](super::MEMORY) for
    /// states, and no limit of time.
    fn ask(&self) -> Ask<'_>;

    /// The number of solutions, however large.
    ///
    /// Several methods are tried, and the fastest one continues. The time grows with the number of
    /// states, at worst exponentially in the size of the problem. If states need more than
    /// [`MEMORY`](super::MEMORY), some are forgotten. For limits, see [`ask`](Self::ask); for the
    /// effort, see [`count::count`](crate::count::count()).
    fn count(&self) -> Count;

    /// All solutions as a decision diagram, from which they can be numbered, drawn at random, and
    /// counted for each option. It takes 8 bytes for each move between states that lead to
    /// solutions. For limits, see [`ask`](Self::ask).
    fn family(&self) -> Family;

    /// A solution, as a sorted list of options; `None` if there is none.
    fn find(&self) -> Option<Vec<OptionId>>;

    /// Why there is no solution: items whose bounds and colors cannot be met together, while they
    /// can without any one of these items; `None` if there is a solution. For limits, see
    /// [`ask`](Self::ask).
    fn conflict(&self) -> Option<Conflict>;

    /// The `most` cheapest solutions with their costs, cheapest first, by the
    /// [costs](Problem::costs) of the options, in their unit. For other costs, see
    /// [`with_costs`](Problem::with_costs); negated costs give the dearest solutions. For limits,
    /// see [`ask`](Self::ask).
    ///
    /// Tries a diagram of all solutions (33 bytes for each of its nodes and edges) and three
    /// searches by costs (branch and bound with taxes, by linear programs, and lists). It takes
    /// little longer than the fastest of them.
    ///
    /// ```
    /// use dlx3::Answers;
    ///
    /// let problem: dlx3::Problem = "A B\nA |1\nB |3\nA B |5\n".parse()?;
    /// let best = problem.best(2)?;
    /// let costs: Vec<i128> = best.iter().map(|solution| solution.0).collect();
    /// assert_eq!(costs, [4, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the absolute values of the costs add up to more than 2^92.
    fn best(&self, most: usize) -> Result<Vec<Priced>, TooDear>;

    /// A problem with the same solutions and perhaps fewer options.
    /// [`Reduction`](crate::problem::reduce::Reduction) says which options stay, and how long that
    /// takes.
    fn reduced(&self) -> Problem;
}

impl Answers for Problem {
    fn ask(&self) -> Ask<'_> {
        Ask::about(self)
    }

    fn count(&self) -> Count {
        loop {
            // The DLX3 search needs no memory, so it can always end.
            if let Ok(number) = self.ask().count() {
                return number;
            }
        }
    }

    fn family(&self) -> Family {
        let family = self.ask().memory(usize::MAX).family();
        family.expect("there are no limits")
    }

    fn find(&self) -> Option<Vec<OptionId>> {
        let found = self.ask().find();
        found.expect("the DLX3 search has no limits")
    }

    fn conflict(&self) -> Option<Conflict> {
        let conflict = self.ask().memory(usize::MAX).conflict();
        conflict.expect("there are no limits")
    }

    fn best(&self, most: usize) -> Result<Vec<Priced>, TooDear> {
        // Very many solutions may need more.
        for memory in [super::MEMORY, usize::MAX] {
            match self.ask().memory(memory).best(most) {
                Ok(solutions) => return Ok(solutions),
                Err(NotCheapest::TooDear(error)) => return Err(error),
                Err(NotCheapest::Unfinished(_)) => {}
            }
        }
        unreachable!("there are no limits")
    }

    fn reduced(&self) -> Problem {
        self.ask().reduced()
    }
}
