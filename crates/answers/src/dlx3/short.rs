//! Short searches by lists alone. A race has more to prepare than they take: tables, bitmaps, orders.

use dlx3_base::count::Count;
use dlx3_format::{OptionId, Problem};
use dlx3_search::{Links, Observer, Outcome, Solution, State};
use std::ops::ControlFlow;

/// How much is searched, in mems: about 0.1 milliseconds.
pub const MEMS: u64 = 1 << 16;

/// Problems with more nodes than this take too long to be set up twice.
pub const NODES: usize = 1 << 14;

/// Finds what there is to know until the first progress.
#[derive(Default)]
struct Short {
    wants_one: bool,
    found: Option<Vec<OptionId>>,
}

impl Observer for Short {
    fn wants_solutions(&self) -> bool {
        self.wants_one
    }

    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        let mut options = solution.options.clone();
        options.sort_unstable();
        self.found = Some(options);
        ControlFlow::Break(())
    }

    fn progress_every(&self) -> u64 {
        MEMS
    }

    fn progress(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// The number of solutions, if that is soon known. Costs nothing that matters if it is not.
///
/// ```
/// use dlx3::answers::dlx3::short;
///
/// let problem: dlx3::Problem = "A B C\nA\nB C\nA B\nC\n".parse()?;
/// assert_eq!(short::count(&problem), Some(2.into()));
/// assert_eq!(short::find(&problem).unwrap().unwrap().len(), 2);
/// # Ok::<(), dlx3::Fault>(())
/// ```
pub fn count(problem: &Problem) -> Option<Count> {
    if problem.node_count() > NODES {
        return None;
    }
    let mut lists = Links::new(problem);
    let outcome = lists.run_for_solutions(&mut Short::default());
    (outcome == Outcome::Exhausted).then(|| lists.counters().solutions.clone())
}

/// A solution, sorted, or that there is none, if that is soon known.
pub fn find(problem: &Problem) -> Option<Option<Vec<OptionId>>> {
    if problem.node_count() > NODES {
        return None;
    }
    let mut short = Short {
        wants_one: true,
        found: None,
    };
    let outcome = Links::new(problem).run_for_solutions(&mut short);
    (outcome == Outcome::Exhausted || short.found.is_some()).then_some(short.found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_soon_known_is_told_and_nothing_else() {
        let cells: Vec<String> = (0..30).map(|cell| format!("{cell}\n{cell}\n")).collect();
        let items: Vec<String> = (0..30).map(|cell| cell.to_string()).collect();
        let many: Problem = format!("{}\n{}", items.join(" "), cells.concat())
            .parse()
            .unwrap();
        assert_eq!(count(&many), None);
        assert_eq!(find(&many).unwrap().unwrap().len(), 30);
        let none: Problem = "A B\nA\nA\n".parse().unwrap();
        assert_eq!((count(&none), find(&none)), (Some(0.into()), Some(None)));
    }
}
