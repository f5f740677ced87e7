//! Peg solitaire: boards and problems, their translation to `.dlx` and back, and algorithms of this
//! puzzle: bounds, pagoda functions, search, counts of reachable positions.
//!
//! The words are those of M. Kiyomi and T. Matsui, "Integer programming based algorithms for peg
//! solitaire problems": jump, start, finish, pagoda function, the problems PAG-P and RUBj.

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
    /// The board.
    pub board: Board,
    /// The pegs at the start.
    pub start: Position,
    /// The pegs at the finish.
    pub finish: Position,
}

impl PegProblem {
    /// The number of jumps of every solution: each removes one peg.
    pub fn length(&self) -> usize {
        (self.start.pegs() - self.finish.pegs()) as usize
    }

    /// Whether the start is the finish, so that no jump is needed.
    pub fn is_done(&self) -> bool {
        self.start == self.finish
    }

    /// The symmetries of the board that fix both start and finish: only these map solutions to
    /// solutions.
    pub fn symmetries(&self) -> Symmetries {
        Symmetries::of(&self.board).fixing(&[self.start, self.finish])
    }

    /// Whether start and finish are in one class. Every jump adds a vector of the span of the jumps
    /// over GF(2), so finishes in other classes cannot be reached.
    pub fn same_class(&self) -> bool {
        Span::of(&self.board).contains(self.start.0 ^ self.finish.0)
    }

    /// The position after the jumps of `sequence`.
    ///
    /// # Errors
    /// The index of the first jump that is impossible.
    pub fn replay(&self, sequence: &[Jump]) -> Result<Position, usize> {
        let jump =
            |position: Position, (index, jump): (usize, &Jump)| position.after(jump).ok_or(index);
        sequence.iter().enumerate().try_fold(self.start, jump)
    }
}
