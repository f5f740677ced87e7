//! Peg solitaire: what `dlx3.peg` calls.

use crate::faults::{self, Known, bad};
use crate::numbers;
use crate::problem::PyProblem;
use crate::run::{Asked, run_quietly};
use crate::sudoku::named;
use dlx3::answers::Stopped;
use dlx3::peg::decode::Notation;
use dlx3::peg::encode::{Encoding, encode_game};
use dlx3::peg::feasible::Resources;
use dlx3::peg::solve::{Answer, Method, Options, Reason, SolveError, solve_game_until};
use dlx3::peg::{
    Directions, Game, Jump, Position, draw, is_drawn_in_one_word, pagoda, parse_game,
    parse_game_spec, svg,
};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

/// A game.
#[pyclass(frozen, module = "dlx3._dlx3")]
pub struct PegGame {
    game: Game,
}

impl PegGame {
    fn pegs(&self, position: Position) -> Vec<usize> {
        let holes = self.game.board.holes();
        let there = holes.filter(|&hole| position.has(hole));
        there.map(|hole| hole.index()).collect()
    }

    fn jumps(&self, numbers: &[usize]) -> PyResult<Vec<Jump>> {
        let jumps = self.game.board.jumps();
        let jump = |&number: &usize| {
            let found = jumps.get(number).copied();
            found.ok_or_else(|| PyIndexError::new_err(format!("there is no jump {number}")))
        };
        let made = numbers.iter().map(jump).collect::<PyResult<Vec<Jump>>>()?;
        let problem = self.game.to(self.game.finish.unwrap_or(self.game.start));
        problem.replay(&made).map_err(|place| {
            let name = self.game.board.jump_name(&made[place]);
            bad(format_args!("jump {}, {name}, cannot be made", place + 1))
        })?;
        Ok(made)
    }
}

#[pymethods]
impl PegGame {
    #[new]
    fn new(text: &str, six: bool) -> PyResult<Self> {
        let is_drawn = text.trim_end().contains('\n') || is_drawn_in_one_word(text.trim());
        let game = match is_drawn {
            false => parse_game_spec(text).map_err(bad)?,
            true => {
                let directions = six.then_some(Directions::Six);
                parse_game(text.as_bytes(), directions).map_err(bad)?.game
            }
        };
        Ok(PegGame { game })
    }

    /// The row, column and name of each hole.
    #[getter]
    fn holes(&self) -> Vec<(usize, usize, String)> {
        let board = &self.game.board;
        let holes = board.holes().map(|hole| {
            let (row, column) = board.cell(hole);
            (row, column, Notation::Letters.hole(board, hole))
        });
        holes.collect()
    }

    /// All jumps: from, over, to.
    #[getter]
    fn all_jumps(&self) -> Vec<[usize; 3]> {
        let jumps = self.game.board.jumps().iter();
        let holes = |jump: &Jump| [jump.from, jump.over, jump.to].map(|hole| hole.index());
        jumps.map(holes).collect()
    }

    #[getter]
    fn start(&self) -> Vec<usize> {
        self.pegs(self.game.start)
    }

    #[getter]
    fn finish(&self) -> Option<Vec<usize>> {
        self.game.finish.map(|finish| self.pegs(finish))
    }

    /// The numbers of a solution's jumps; or why there is none; or neither, if it was given up.
    fn solve(
        &self,
        py: Python<'_>,
        method: &str,
        nodes: u64,
        positions: usize,
        threads: usize,
        #[pyo3(from_py_with = numbers::seconds)] time: Option<f64>,
    ) -> PyResult<(Option<Vec<usize>>, Option<&'static str>)> {
        let methods = [
            ("auto", Method::Auto),
            ("forward", Method::Forward),
            ("forward-backward", Method::ForwardBackward),
        ];
        let asked = Asked::new(time, 0, threads)?;
        let options = Options {
            method: named("method", method, &methods)?,
            bounds: true,
            table: true,
            most_nodes: nodes,
            effort: Resources {
                threads,
                most_keys: positions,
            },
        };
        let answer = run_quietly(py, asked, |control| {
            solve_game_until(&self.game, options, &|| control.must_stop(), |_, _| {})
        })?;
        let answer = match answer {
            Err(SolveError::TooMany(_)) => Answer::Unknown,
            Err(SolveError::Stopped) => {
                return Err(faults::stopped(py, Stopped::Limit, Known::default()));
            }
            answer => answer.map_err(bad)?,
        };
        Ok(match answer {
            Answer::Unknown => (None, None),
            Answer::Infeasible(reason) => {
                let why = match reason {
                    Reason::Class => "class",
                    Reason::Relaxed => "relaxed",
                    _ => "searched",
                };
                (None, Some(why))
            }
            Answer::Solution(made) => {
                let jumps = self.game.board.jumps();
                let number = |jump: &Jump| jumps.iter().position(|other| other == jump);
                let numbers = made.iter().map(|jump| number(jump).unwrap_or(usize::MAX));
                (Some(numbers.collect()), None)
            }
        })
    }

    /// A pagoda function that proves that there is no solution, if one does.
    fn pagoda(&self, py: Python<'_>) -> PyResult<Option<(Vec<i64>, String)>> {
        let problem = self.game.problem();
        let problem = problem.ok_or_else(|| bad("a pagoda function needs a finish"))?;
        let found = py.detach(|| pagoda::find(&problem)).map_err(bad)?;
        Ok(found.map(|(pagoda, _)| {
            let table = pagoda.table(&problem.board);
            (pagoda.values.clone(), table)
        }))
    }

    /// The jumps in words.
    fn words(&self, jumps: Vec<usize>) -> PyResult<String> {
        let jumps = self.jumps(&jumps)?;
        Ok(Notation::Letters.sequence(&self.game.board, &jumps))
    }

    /// The board, as text.
    #[getter]
    fn text(&self) -> String {
        match self.game.problem() {
            Some(problem) => draw::problem(&problem),
            None => draw::rows(&self.game.board, self.game.start).join("\n") + "\n",
        }
    }

    /// Pictures of all positions, or one that moves.
    fn svg(&self, jumps: Vec<usize>, animated: bool) -> PyResult<String> {
        let jumps = self.jumps(&jumps)?;
        // What is drawn begins at the start.
        let problem = self.game.to(self.game.finish.unwrap_or(self.game.start));
        Ok(match animated {
            true => svg::animated(&problem, &jumps),
            false => svg::strip(&problem, &jumps),
        })
    }

    /// The game as a problem.
    fn problem(&self) -> PyResult<PyProblem> {
        let problem = encode_game(&self.game, Encoding::Steps, None).map_err(bad)?;
        Ok(PyProblem::of(problem))
    }
}
