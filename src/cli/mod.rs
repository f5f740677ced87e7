//! Command lines. A program is a file or a folder: its `Arguments` are what clap
//! reads, and their [`Program::run`] is what it does. [`main`] is common to all of them,
//! and the binaries in `src/bin` only call it.

mod deep;
mod failure;
mod fit;
#[cfg(feature = "puzzles")]
mod hold;
mod input;
#[cfg(feature = "puzzles")]
mod pack_input;
#[cfg(feature = "puzzles")]
mod peg_input;
mod packed;
mod program;
mod recognized;
mod size;
mod solutions;
mod threads;
mod time;
mod tuning;
#[cfg(feature = "puzzles")]
mod watchdog;

#[cfg(feature = "answers")]
pub mod dlx;
pub mod dlx1;
pub mod dlx2;
pub mod dlx3;
pub mod dlx_check;
#[cfg(feature = "puzzles")]
pub mod gen_pack;
#[cfg(feature = "puzzles")]
pub mod gen_peg;
#[cfg(feature = "puzzles")]
pub mod gen_sieve;
#[cfg(feature = "puzzles")]
pub mod gen_sudoku;
#[cfg(feature = "puzzles")]
pub mod peg;
#[cfg(feature = "puzzles")]
pub mod show_pack;
#[cfg(feature = "puzzles")]
pub mod show_peg;
#[cfg(feature = "puzzles")]
pub mod show_sieve;
#[cfg(feature = "puzzles")]
pub mod show_sudoku;
#[cfg(feature = "puzzles")]
pub mod sieve;
#[cfg(feature = "puzzles")]
pub mod sudoku;

pub use failure::{Failure, exit};
pub use program::{Process, Program, main};

#[cfg(feature = "puzzles")]
use program::Stream;
use program::catch_signals;

/// The command lines of all programs, for man pages and completions.
#[cfg(all(feature = "answers", feature = "puzzles"))]
pub fn commands() -> Vec<clap::Command> {
    use clap::CommandFactory;
    vec![
        dlx3::Arguments::command(),
        dlx1::Arguments::command(),
        dlx2::Arguments::command(),
        dlx::Arguments::command(),
        dlx_check::Arguments::command(),
        gen_sudoku::Arguments::command(),
        show_sudoku::Arguments::command(),
        sudoku::Arguments::command(),
        gen_pack::Arguments::command(),
        show_pack::Arguments::command(),
        gen_peg::Arguments::command(),
        show_peg::Arguments::command(),
        peg::Arguments::command(),
        gen_sieve::Arguments::command(),
        show_sieve::Arguments::command(),
        sieve::Arguments::command(),
    ]
}
