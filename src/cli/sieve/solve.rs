//! `sieve solve`: a best game with its proof, or a table of best scores.

use super::UNPROVED;
use super::limit::Limit;
use crate::cli::arguments::time::parse_time;
use crate::cli::{Failure, Process, Stream, exit};
use crate::sieve::optimum::{self, Optimum};
use crate::sieve::{Numbers, Pair};
use std::str::FromStr;
use std::time::Duration;

/// Finds a best game and proves that no other one scores more
///
/// The first line is `score S optimal`, or `score S bound U` if a limit stopped
/// the search: no game scores more than U. Then comes a line `PICK TAX` per move,
/// in an order that can be played. For A..B one line per N: N, the score, the
/// number of moves, and `optimal` or `bound U`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Ctrl-C ends the search with what is known; SIGUSR1 asks for a line of progress.

Exit status: 0 proved; 1 failing output; 2 bad usage; 3 stopped before the proof.")]
pub struct Arguments {
    /// N, or a range A..B with both ends
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    sizes: Sizes,
    /// Stop after so much time (for each N), such as 500ms, 90s, 15m, 2h, 3d
    #[arg(long, value_name = "LIMIT", value_parser = parse_time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Show the score and the bound on stderr every second
    #[arg(long)]
    progress: bool,
}

/// One N or a range.
#[derive(Clone, Debug)]
enum Sizes {
    One(u32),
    Range(u32, u32),
}

impl FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((from, to)) = text.split_once("..") else {
            return size(text).map(Sizes::One);
        };
        let (from, to) = (size(from)?, size(to)?);
        if from > to {
            return Err(format!("{from} is greater than {to}"));
        }
        Ok(Sizes::Range(from, to))
    }
}

fn size(text: &str) -> Result<u32, String> {
    let number: i128 = text
        .parse()
        .map_err(|_| format!("`{text}' is not a number"))?;
    let most = Numbers::MOST;
    match u32::try_from(number) {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("{number} is not in 1..={most}")),
    }
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let mut limit = Limit::new(arguments.time, arguments.progress)?;
    let mut status = exit::DONE;
    let (from, to) = match arguments.sizes {
        Sizes::One(size) => (size, size),
        Sizes::Range(from, to) => (from, to),
    };
    for size in from..=to {
        if limit.is_stopped() || process.has_failed() {
            break;
        }
        let numbers = Numbers::new(size).map_err(Failure::new)?;
        limit.restart(format!("N = {size}"));
        let game = optimum::solve(&numbers, &mut limit);
        if !game.is_proved() {
            status = UNPROVED;
        }
        match arguments.sizes {
            Sizes::One(_) => write_game(&game, process.out()),
            Sizes::Range(..) => {
                let Optimum { progress, moves } = &game;
                let count = moves.len();
                let out = process.out();
                write!(out, "{size} {} {count} ", progress.score);
                write_proof(&game, out);
                out.flush();
            }
        }
    }
    if limit.is_stopped() {
        status = UNPROVED;
    }
    Ok(status)
}

fn write_game(game: &Optimum, out: &mut Stream) {
    write!(out, "score {} ", game.progress.score);
    write_proof(game, out);
    for Pair { pick, tax } in &game.moves {
        writeln!(out, "{pick} {tax}");
    }
}

fn write_proof(game: &Optimum, out: &mut Stream) {
    match game.is_proved() {
        true => writeln!(out, "optimal"),
        false => writeln!(out, "bound {}", game.progress.bound),
    }
}
