//! Command lines. A program is a file or a folder: its `Arguments` are what clap
//! reads, and their [`Program::run`] is what it does. [`main`] is common to all of them.
//! A binary in `src/bin` calls a function of its name. All else is private: of code that clap
//! generates, the compiler then drops what is never called.

// Without answers or puzzles, parts of what all programs share serve none.
#![cfg_attr(
    not(all(feature = "answers", feature = "puzzles")),
    allow(dead_code, unused_imports, unused_macros)
)]

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
mod dlx;
mod dlx1;
mod dlx2;
mod dlx3;
mod dlx_check;
#[cfg(feature = "puzzles")]
mod gen_pack;
#[cfg(feature = "puzzles")]
mod gen_peg;
#[cfg(feature = "puzzles")]
mod gen_sieve;
#[cfg(feature = "puzzles")]
mod gen_sudoku;
#[cfg(feature = "puzzles")]
mod peg;
#[cfg(feature = "puzzles")]
mod show_pack;
#[cfg(feature = "puzzles")]
mod show_peg;
#[cfg(feature = "puzzles")]
mod show_sieve;
#[cfg(feature = "puzzles")]
mod show_sudoku;
#[cfg(feature = "puzzles")]
mod sieve;
#[cfg(feature = "puzzles")]
mod sudoku;

use failure::{Failure, exit};
use program::{Process, Program, main};

#[cfg(feature = "puzzles")]
use program::Stream;
use program::catch_signals;
use std::process::ExitCode;

/// The program `dlx-check`.
pub fn dlx_check() -> ExitCode {
    main::<dlx_check::Arguments>()
}

#[cfg(feature = "answers")]
/// The program `dlx`.
pub fn dlx() -> ExitCode {
    main::<dlx::Arguments>()
}

/// The program `dlx1`.
pub fn dlx1() -> ExitCode {
    main::<dlx1::Arguments>()
}

/// The program `dlx2`.
pub fn dlx2() -> ExitCode {
    main::<dlx2::Arguments>()
}

/// The program `dlx3`.
pub fn dlx3() -> ExitCode {
    main::<dlx3::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `gen-pack`.
pub fn gen_pack() -> ExitCode {
    main::<gen_pack::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `gen-peg`.
pub fn gen_peg() -> ExitCode {
    main::<gen_peg::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `gen-sieve`.
pub fn gen_sieve() -> ExitCode {
    main::<gen_sieve::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `gen-sudoku`.
pub fn gen_sudoku() -> ExitCode {
    main::<gen_sudoku::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `peg`.
pub fn peg() -> ExitCode {
    main::<peg::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `show-pack`.
pub fn show_pack() -> ExitCode {
    main::<show_pack::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `show-peg`.
pub fn show_peg() -> ExitCode {
    main::<show_peg::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `show-sieve`.
pub fn show_sieve() -> ExitCode {
    main::<show_sieve::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `show-sudoku`.
pub fn show_sudoku() -> ExitCode {
    main::<show_sudoku::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `sieve`.
pub fn sieve() -> ExitCode {
    main::<sieve::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `sudoku`.
pub fn sudoku() -> ExitCode {
    main::<sudoku::Arguments>()
}

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
