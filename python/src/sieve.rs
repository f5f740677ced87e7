//! The Ginnow sieve: what `dlx3.sieve` calls.

use crate::faults::bad;
use crate::numbers;
use crate::problem::PyProblem;
use crate::run::{Asked, Control, run_quietly};
use dlx3::sieve::encode::{Wishes, encode};
use dlx3::sieve::game::Game;
use dlx3::sieve::optimum::{Monitor, Progress, solve};
use dlx3::sieve::{Numbers, Pair};
use pyo3::prelude::*;
use std::ops::ControlFlow;

fn numbers_to(largest: &Bound<'_, PyAny>) -> PyResult<Numbers> {
    let number = numbers::from_int("n", largest)?;
    let number = number.and_then(|number| u32::try_from(number).ok());
    let number =
        number.ok_or_else(|| bad(format_args!("there are 1 to {} numbers", Numbers::MOST)))?;
    Numbers::new(number).map_err(bad)
}

/// Ends a search when it is to stop.
struct Until<'c>(&'c Control);

impl Monitor for Until<'_> {
    fn look(&mut self, _: &Progress) -> ControlFlow<()> {
        match self.is_over() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn is_over(&mut self) -> bool {
        self.0.must_stop()
    }
}

/// Picks with their taxes.
type Moves = Vec<(u32, u32)>;

/// The score of the best game found, a bound of all scores, and its moves.
#[pyfunction]
pub fn sieve_solve(
    py: Python<'_>,
    n: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
) -> PyResult<(u64, u64, Moves)> {
    let numbers = numbers_to(n)?;
    let asked = Asked::new(time, 0, 1)?;
    let game = run_quietly(py, asked, |control| solve(&numbers, &mut Until(control)))?;
    let moves = game.moves.iter().map(|pair| (pair.pick, pair.tax));
    Ok((game.progress.score, game.progress.bound, moves.collect()))
}

/// The score of a game of picks, or of picks with the taxes that are taken for them.
#[pyfunction]
pub fn sieve_score(n: &Bound<'_, PyAny>, moves: Vec<(u32, Option<u32>)>) -> PyResult<u64> {
    let numbers = numbers_to(n)?;
    let mut game = Game::new(&numbers);
    for (place, (pick, tax)) in moves.into_iter().enumerate() {
        let played = match tax {
            Some(tax) => game.play(Pair { pick, tax }),
            None => game.pick(pick),
        };
        played.map_err(|fault| bad(format_args!("move {}: {fault}", place + 1)))?;
    }
    Ok(game.score())
}

/// The pairings of a sieve as a problem.
#[pyfunction]
pub fn sieve_problem(
    py: Python<'_>,
    n: &Bound<'_, PyAny>,
    score: Option<u64>,
) -> PyResult<PyProblem> {
    let numbers = numbers_to(n)?;
    let wishes = Wishes {
        score,
        ..Wishes::default()
    };
    let encoded = py.detach(|| encode(&numbers, &wishes)).map_err(bad)?;
    Ok(PyProblem::of(encoded.problem))
}
