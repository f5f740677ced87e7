//! Command lines. A program is a file or a folder: clap reads its `Arguments`, and their
//! [`Program::run`] does its work. All programs share [`main`]. A binary in `src/bin` calls the
//! function of its name. Everything else is private, so that the compiler drops generated clap code
//! that is never called.
//!
//! | room | what it has |
//! |---|---|
//! | `process/` | a program as a process: `main`, streams, exit statuses, signals, stack |
//! | `arguments/` | what several command lines have: sizes, times, threads, techniques |
//! | `files/` | files: opened, unpacked, recognized |
//! | `dlx3/`, `dlx1.rs`, `dlx2.rs` | Knuth's programs |
//! | `dlx_check.rs` | `dlx-check` |
//! | `dlx/` | the verbs of `dlx` |
//! | `pack/`, `peg/`, `sieve/`, `sudoku/` | the programs of a puzzle: `gen-`, `show-`, its own |
//!
//! `docs/architecture.md` has these rooms in their order: a room imports only those before it.

// Without answers or puzzles, some shared parts are unused.
#![cfg_attr(
    not(all(feature = "answers", feature = "puzzles")),
    allow(dead_code, unused_imports, unused_macros)
)]

mod arguments;
mod files;
mod process;

#[cfg(feature = "answers")]
mod dlx;
mod dlx1;
mod dlx2;
mod dlx3;
mod dlx_check;
#[cfg(feature = "puzzles")]
mod pack;
#[cfg(feature = "puzzles")]
mod peg;
#[cfg(feature = "puzzles")]
mod sieve;
#[cfg(feature = "puzzles")]
mod sudoku;

#[cfg(feature = "puzzles")]
use process::Stream;
use process::{Failure, Process, Program, catch_signals, exit, main};
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
    main::<pack::gen_pack::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `gen-peg`.
pub fn gen_peg() -> ExitCode {
    main::<peg::gen_peg::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `gen-sieve`.
pub fn gen_sieve() -> ExitCode {
    main::<sieve::gen_sieve::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `gen-sudoku`.
pub fn gen_sudoku() -> ExitCode {
    main::<sudoku::gen_sudoku::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `peg`.
pub fn peg() -> ExitCode {
    main::<peg::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `show-pack`.
pub fn show_pack() -> ExitCode {
    main::<pack::show_pack::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `show-peg`.
pub fn show_peg() -> ExitCode {
    main::<peg::show_peg::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `show-sieve`.
pub fn show_sieve() -> ExitCode {
    main::<sieve::show_sieve::Arguments>()
}

#[cfg(feature = "puzzles")]
/// The program `show-sudoku`.
pub fn show_sudoku() -> ExitCode {
    main::<sudoku::show_sudoku::Arguments>()
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
        sudoku::gen_sudoku::Arguments::command(),
        sudoku::show_sudoku::Arguments::command(),
        sudoku::Arguments::command(),
        pack::gen_pack::Arguments::command(),
        pack::show_pack::Arguments::command(),
        peg::gen_peg::Arguments::command(),
        peg::show_peg::Arguments::command(),
        peg::Arguments::command(),
        sieve::gen_sieve::Arguments::command(),
        sieve::show_sieve::Arguments::command(),
        sieve::Arguments::command(),
    ]
}
