//! Games: problems whose finish may be open, which means one peg, anywhere.
//!
//! An open game consists of one problem for each finish. The span over GF(2) leaves the few
//! finishes that are not obviously out of reach, and symmetries that fix the start make some of
//! these equivalent.

use super::bounds::{Upper, upper_bounds};
use super::{Board, PegProblem, Position, SolverFailure, Span, Symmetries};

/// A start and a finish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The board.
    pub board: Board,
    /// The pegs at the start.
    pub start: Position,
    /// The pegs at the finish; `None` for one peg, anywhere.
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
    /// The number of pegs at the finish.
    pub fn pegs(&self) -> u32 {
        self.finish.map_or(1, Position::pegs)
    }

    /// The number of jumps of every solution: each removes one peg.
    pub fn length(&self) -> usize {
        self.start.pegs().saturating_sub(self.pegs()) as usize
    }

    /// Whether a position is a finish.
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

    /// The problem, if the finish is not open.
    pub fn problem(&self) -> Option<PegProblem> {
        Some(self.to(self.finish?))
    }

    /// The finishes in the start's class over GF(2); no others can be reached.
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

    /// A problem for each of [these finishes](Self::finishes), up to symmetries that fix the start.
    pub fn problems(&self) -> Vec<PegProblem> {
        let symmetries = Symmetries::of(&self.board).fixing(&[self.start]);
        let finishes = self.finishes();
        let is_first =
            |&&finish: &&Position| self.finish.is_some() || symmetries.canonical(finish) == finish;
        let first = finishes.iter().filter(is_first);
        first.map(|&finish| self.to(finish)).collect()
    }

    /// For each jump, an upper bound on how often a solution makes it, for any finish.
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
        // The rule of three: from the middle, a last peg can only be there or in the middle of a
        // side.
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
