//! Games: problems whose finish may be left open, which means one peg, anywhere.
//!
//! An open game is as many problems as it has finishes. The span over GF(2) names the few that
//! are not out of reach at once, and symmetries that fix the start make some of them alike.

use super::bounds::{Upper, upper_bounds};
use super::{Board, PegProblem, Position, SolverFailure, Span, Symmetries};

/// A start, and the finish that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The holes, and how jumps go.
    pub board: Board,
    /// The pegs at first.
    pub start: Position,
    /// The pegs that are wanted in the end; `None` for one peg, anywhere.
    pub finish: Option<Position>,
}

impl From<PegProblem> for Game {
    fn from(problem: PegProblem) -> Self {
        Game {
            board: problem.board,
            start: problem.start,
            finish: Some(problem.finish),
        }
    }
}

impl Game {
    /// The number of pegs that are wanted in the end.
    pub fn pegs(&self) -> u32 {
        self.finish.map_or(1, Position::pegs)
    }

    /// The number of jumps of every solution: each takes one peg.
    pub fn length(&self) -> usize {
        self.start.pegs().saturating_sub(self.pegs()) as usize
    }

    /// Whether a position is what is wanted in the end.
    pub fn ends_at(&self, position: Position) -> bool {
        match self.finish {
            Some(finish) => position == finish,
            None => position.pegs() == 1,
        }
    }

    /// Whether there is no jump to make.
    pub fn is_done(&self) -> bool {
        self.ends_at(self.start)
    }

    /// The problem with this finish.
    pub fn to(&self, finish: Position) -> PegProblem {
        PegProblem {
            board: self.board.clone(),
            start: self.start,
            finish,
        }
    }

    /// The problem, if the finish is given.
    pub fn problem(&self) -> Option<PegProblem> {
        Some(self.to(self.finish?))
    }

    /// The finishes that lie in the start's class over GF(2): no jumps lead to others.
    pub fn finishes(&self) -> Vec<Position> {
        let span = Span::of(&self.board);
        let wanted = match self.finish {
            Some(finish) => vec![finish],
            None => {
                let holes = self.board.holes();
                holes.map(|hole| Position(hole.bit())).collect()
            }
        };
        let in_class = |finish: &Position| span.contains(self.start.0 ^ finish.0);
        wanted.into_iter().filter(in_class).collect()
    }

    /// A problem for each of [these finishes](Self::finishes), but for one only of those that a
    /// symmetry which fixes the start maps to each other.
    pub fn problems(&self) -> Vec<PegProblem> {
        let symmetries = Symmetries::of(&self.board).fixing(&[self.start]);
        let finishes = self.finishes();
        let is_first =
            |&&finish: &&Position| self.finish.is_some() || symmetries.canonical(finish) == finish;
        let first = finishes.iter().filter(is_first);
        first.map(|&finish| self.to(finish)).collect()
    }

    /// For each jump, how often a solution can make it at most, whichever finish it leads to.
    ///
    /// # Errors
    /// [`SolverFailure`].
    pub fn upper_bounds(&self) -> Result<Upper, SolverFailure> {
        let mut most: Option<Vec<u32>> = None;
        for finish in self.finishes() {
            if let Upper::Bounds(upper) = upper_bounds(&self.to(finish))? {
                most = Some(match most {
                    None => upper,
                    Some(most) => most.iter().zip(&upper).map(|(a, b)| *a.max(b)).collect(),
                });
            }
        }
        Ok(most.map_or(Upper::Infeasible, Upper::Bounds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::parse_spec;

    #[test]
    fn the_central_game_may_end_in_five_holes_of_which_two_are_alike() {
        // The rule of three: from the middle, a last peg can only stand there or in the middle of
        // a side.
        let game = Game {
            finish: None,
            ..parse_spec("central").unwrap().into()
        };
        let names = |finishes: Vec<Position>| -> Vec<String> {
            let hole = |finish: Position| {
                let mut holes = game.board.holes();
                holes.find(|&hole| finish.has(hole)).expect("a peg")
            };
            let names = finishes.into_iter().map(hole);
            names
                .map(|hole| game.board.name(hole).to_string())
                .collect()
        };
        assert_eq!(names(game.finishes()), ["d1", "a4", "d4", "g4", "d7"]);
        let problems = game.problems().into_iter();
        let finishes = problems.map(|problem| problem.finish).collect();
        assert_eq!(names(finishes), ["d1", "d4"]);
        assert_eq!((game.pegs(), game.length(), game.is_done()), (1, 31, false));
    }
}
