//! Sudoku. Grids over the units of a [`Geometry`]; puzzles to `.dlx`
//! and back; solving, making and rating them. Nothing here prints, opens files
//! or looks at clocks.
//!
//! | room | what it knows |
//! |---|---|
//! | `boards/` | digits, boards, cages, grids |
//! | `cover/` | a puzzle as an exact cover, and back |
//! | `solved/` | a solved grid as bits, and whether it has a second solution |
//! | `solve/` | solving by machine; needless clues |
//! | `names.rs` | solutions of the exact cover by the names of its items alone |
//! | `text/` | puzzles as text: reading, other programs' forms |
//! | `logic/` | solving as people do: the 9x9 board, step by step, with ratings |
//! | `hints/` | the same on boards of any kind |
//! | `given.rs` | answers about a puzzle as it was read |
//! | `difficulty/` | measures of difficulty |
//! | `rules/` | Sudokus with rules: lines, dots, arrows, clues beside the grid; automata |
//! | `links/` | such Sudokus as other programs write them |
//! | `pictures/` | grids as text, boards and hints as SVG; Sudokus with rules |
//! | `generate/` | making puzzles |
//! | `unavoidable/` | unavoidable sets of a solved grid |
//! | `hitting/` | puzzles of a grid as hitting sets |
//! | `scan/` | all puzzles of a grid with a number of clues |
//! | `canon.rs` | equivalent puzzles: the least form of each |
//! | `instructions.rs` | the same code compiled for several kinds of processors |
//! | `random.rs` | random numbers that are the same on every machine |
//!
//! `docs/architecture.md` has these rooms in their order: a room imports only those before it. All
//! of them may use [`Stop`].

// Module docs link private items; `--document-private-items` shows them.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

mod boards;
pub mod canon;
mod cover;
mod difficulty;
mod generate;
pub mod given;
pub mod hints;
pub mod hitting;
mod instructions;
pub mod links;
pub mod logic;
pub mod names;
mod pictures;
mod random;
pub mod rules;
pub mod scan;
mod solve;
mod solved;
mod text;
pub mod unavoidable;

pub use boards::{Alphabet, AlphabetFault, Board, Cage, Clash, Grid};
pub use boards::{Geometry, GeometryFault, Unit, UnitKind, UnitName};
pub use boards::{alphabet, cage, digit, jigsaw};
pub use cover::{conflict, decode, encode};
pub use difficulty::{choices, rating};
pub use generate::{killer, make, wished};
pub use pictures::{board_picture, hint_picture, picture, variant_picture};
pub use random::Random;
pub use solve::{Found, Several, Solver, nine, redundant};
pub use solved::{Filled, FilledFault, Second, cells};
pub use text::{Given, GridFault, PuzzleFault, Puzzles, PuzzlesError};
pub use text::{board_text, forms, general, plain};

use dlx3_answers::Stopped;

/// Whether to stop. Asked some hundred times a second, by any thread.
pub type Stop<'s> = dyn Fn() -> bool + Sync + 's;

/// Never.
pub fn never() -> bool {
    false
}

/// An error if `stop` asks for an end.
fn ask(stop: &Stop<'_>) -> Result<(), Stopped> {
    match stop() {
        true => Err(Stopped::Limit),
        false => Ok(()),
    }
}
