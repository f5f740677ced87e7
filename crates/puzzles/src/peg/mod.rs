//! Peg solitaire. Boards and problems, their form as `.dlx` and back,
//! and this puzzle's own algorithms: bounds, pagoda functions, search, counts of
//! reachable positions.
//!
//! The words are those of M. Kiyomi and T. Matsui, "Integer programming based
//! algorithms for peg solitaire problems": jump, start, finish, pagoda function,
//! the problems PAG-P and RUBj.

mod board;
pub mod bounds;
mod classes;
pub mod decode;
pub mod draw;
pub mod encode;
pub mod feasible;
mod game;
mod linear;
mod named;
pub mod pagoda;
mod refuter;
mod rows;
mod seen;
mod signs;
pub mod solve;
mod spaced;
mod span;
pub mod svg;
mod sweep;
mod symmetry;
mod text;

pub use board::{Board, BoardFault, Direction, Directions, Hole, Jump, Position};
pub use game::Game;
pub use linear::SolverFailure;
pub use named::{Named, SpecFault, board_named, named, parse_game_spec, parse_spec};
pub use rows::is_word as is_drawn_in_one_word;
pub use span::Span;
pub use symmetry::Symmetries;
pub use text::{Drawn, OneLine, Taken, TextFault, TextFaultKind, parse, parse_game};

/// A board with a start and a finish: can jumps lead from one to the other?
///
/// The finish never has more pegs than the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PegProblem {
    /// The holes, and how jumps go.
    pub board: Board,
    /// The pegs at first.
    pub start: Position,
    /// The pegs that are wanted in the end.
    pub finish: Position,
}

impl PegProblem {
    /// The number of jumps of every solution: each takes one peg.
    pub fn length(&self) -> usize {
        (self.start.pegs() - self.finish.pegs()) as usize
    }

    /// Whether the start is the finish, so that there is no jump to make.
    pub fn is_done(&self) -> bool {
        self.start == self.finish
    }

    /// The symmetries of the board that fix both start and finish: only these
    /// map solutions to solutions.
    pub fn symmetries(&self) -> Symmetries {
        Symmetries::of(&self.board).fixing(&[self.start, self.finish])
    }

    /// Whether start and finish lie in one class: every jump adds a vector of
    /// the span of the jumps over GF(2), so a finish outside is out of reach.
    pub fn same_class(&self) -> bool {
        Span::of(&self.board).contains(self.start.0 ^ self.finish.0)
    }

    /// What the jumps of `sequence` lead to, or the index of the first jump that
    /// cannot be made.
    ///
    /// # Errors
    /// The index of that jump.
    pub fn replay(&self, sequence: &[Jump]) -> Result<Position, usize> {
        let jump =
            |position: Position, (index, jump): (usize, &Jump)| position.after(jump).ok_or(index);
        sequence.iter().enumerate().try_fold(self.start, jump)
    }
}
