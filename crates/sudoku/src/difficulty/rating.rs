//! Measures of a puzzle's difficulty, and the comparison of levels.

use super::choices::Choices;
use crate::boards::{Board, Grid};
use crate::cover::encode;
use crate::logic::{self, Logic};
use crate::solve::Solver;
use crate::{Stop, ask, never};
use dlx3_answers::Stopped;
use dlx3_search::{Engine, Observer, Outcome, Search, State};
use std::ops::ControlFlow;

/// DLX3's work to find all solutions of a puzzle's `.dlx`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// Nodes of the search tree.
    pub nodes: u64,
    /// Mems of the search, without the input phase.
    pub mems: u64,
}

/// All measures of one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rating {
    /// How many choices there are at each step.
    pub choices: Choices,
    /// 0, 1, or 2 for more.
    pub solutions: u64,
    /// None unless the puzzle has exactly one solution: with several, the search might not end.
    pub work: Option<Work>,
    /// Which rules solve it.
    pub logic: Logic,
}

/// Rates a puzzle of the solver's board, which has no cages.
pub fn rate(solver: &Solver<'_>, grid: &Grid) -> Rating {
    rate_until(solver, grid, &never).expect("nobody stops it")
}

/// `rate`, until `stop` asks for an end.
///
/// # Errors
/// If it was stopped before all is known.
pub fn rate_until(solver: &Solver<'_>, grid: &Grid, stop: &Stop<'_>) -> Result<Rating, Stopped> {
    let geometry = &solver.board().geometry;
    ask(stop)?;
    let solutions = solver.count_until(grid, 2, stop)?;
    Ok(Rating {
        choices: Choices::of(geometry, grid),
        solutions,
        work: match solutions {
            1 => Some(work(solver.board(), grid, stop)?),
            _ => None,
        },
        logic: logic::solve(geometry, grid),
    })
}

/// Walks DLX3's tree until `stop` asks for an end.
struct Walk<'s> {
    stop: &'s Stop<'s>,
}

impl Observer for Walk<'_> {
    fn wants_solutions(&self) -> bool {
        false
    }

    fn progress(&mut self, _: &dyn State) -> ControlFlow<()> {
        match (self.stop)() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

fn work(board: &Board, grid: &Grid, stop: &Stop<'_>) -> Result<Work, Stopped> {
    // A full grid has no items, so there is no problem.
    let Ok(problem) = encode::build_general(board, grid) else {
        return Ok(Work { nodes: 0, mems: 0 });
    };
    let mut search = Search::new(&problem, Engine::Auto);
    if search.run(&mut Walk { stop }) != Outcome::Exhausted {
        return Err(Stopped::Limit);
    }
    let counters = search.counters();
    Ok(Work {
        nodes: counters.nodes.saturated(),
        mems: counters.mems.saturated(),
    })
}

/// Mean and variance of a sample, gathered one value at a time (Welford,
/// Technometrics 4, 1962, p. 419).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// How many values there are.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    squares: f64,
}

impl Sample {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let distance = value - self.mean;
        self.mean += distance / self.count as f64;
        self.squares += distance * (value - self.mean);
    }

    /// The sample variance; none for fewer than two values.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// The statistic `(mean - mean') / sqrt(s^2 / n + s'^2 / n')` for the
    /// hypothesis that two samples have one mean; none if a variance is missing or
    /// both are 0.
    pub fn t(&self, other: &Sample) -> Option<f64> {
        let spread = self.variance()? / self.count as f64 + other.variance()? / other.count as f64;
        (spread > 0.0).then(|| (self.mean - other.mean) / spread.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::Geometry;

    #[test]
    fn the_t_statistic_is_as_worked_out_by_hand() {
        let sample = |values: &[f64]| {
            let mut sample = Sample::default();
            values.iter().for_each(|&value| sample.add(value));
            sample
        };
        let (a, b) = (sample(&[1.0, 2.0, 3.0]), sample(&[5.0, 5.0, 8.0]));
        assert_eq!((a.mean, a.variance()), (2.0, Some(1.0)));
        assert_eq!((b.mean, b.variance()), (6.0, Some(3.0)));
        let t = a.t(&b).unwrap();
        assert!((t + 4.0 / (4.0f64 / 3.0).sqrt()).abs() < 1e-12, "{t}");
        assert_eq!(sample(&[1.0]).variance(), None);
        assert_eq!(sample(&[1.0, 1.0]).t(&sample(&[2.0, 2.0])), None);
    }

    #[test]
    fn a_puzzle_that_singles_solve_needs_no_branching() {
        let board = Board::from(Geometry::of_order(4).unwrap());
        let solver = Solver::new(&board);
        let grid = Grid::parse(&board.geometry, b"1234.4122143432.").unwrap();
        let rating = rate(&solver, &grid);
        assert_eq!(rating.solutions, 1);
        // A node for each blank, and the solution's.
        assert_eq!(rating.work.unwrap().nodes, 3);
        assert!(rating.logic.solved);
        let full = Grid::parse(&board.geometry, b"1234341221434321").unwrap();
        assert_eq!(rate(&solver, &full).work, Some(Work { nodes: 0, mems: 0 }));
        let many = rate(&solver, &Grid::empty(4));
        assert_eq!((many.solutions, many.work), (2, None));
    }
}
