//! `sieve solve`: a best game with its proof, or a table of best scores; or the same of
//! worst games.

use super::limit::Limit;
use super::{UNPROVED, table, worst};
use crate::cli::arguments::deadline::TimeLimit;
use crate::cli::arguments::threads::Threads;
use crate::cli::{Failure, Process, Stream, exit};
use crate::sieve::certificate::Certificate;
use crate::sieve::optimum::{self, Optimum};
use crate::sieve::{Numbers, Pair};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Finds a best game and proves that no other one scores more
///
/// The first line is `score S optimal`, or `score S bound U` if a limit stopped
/// the search: no game scores more than U. Then comes a line `PICK TAX` per move,
/// in an order that can be played. For A..B one line per N: N, the score, the
/// number of moves, and `optimal` or `bound U`; each N begins with what those
/// beside it say.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Ctrl-C ends the search with what is known; SIGUSR1 asks for a line of progress.

Exit status: 0 proved; 1 failing output; 2 bad usage; 3 stopped before the proof.")]
#[command(mut_arg("time", |time| {
    time.help("Stop after so much time (for each N), such as 500ms, 90s, 15m, 2h, 3d")
        .allow_negative_numbers(true)
}))]
pub struct Arguments {
    /// N, or a range A..B with both ends
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    sizes: Sizes,
    #[command(flatten)]
    time: TimeLimit,
    /// Show the score and the bound on stderr every second, even if it is no terminal
    #[arg(long)]
    progress: bool,
    /// For one N: write the proof, in whole numbers, for sieve check --certificate
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// For A..B: keep what is known about each N in this file, and begin with it. What is
    /// proved is not searched again
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// The least score that a game can end with, in place of the best one. `bound U' then
    /// says that no game ends with less than U
    #[arg(long, conflicts_with_all = ["certificate", "resume"])]
    worst: bool,
    #[command(flatten)]
    threads: Threads,
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
    let bad = |message: &str| Err(Failure::new(message).with_status(exit::BAD_USAGE));
    match (&arguments.sizes, &arguments.certificate, &arguments.resume) {
        (Sizes::Range(..), Some(_), _) => bad("--certificate is for one N"),
        (Sizes::One(_), _, Some(_)) => bad("--resume is for a range A..B"),
        (Sizes::One(size), ..) if arguments.worst => {
            let limit = Limit::new(arguments.time, arguments.progress, process)?;
            worst::one(*size, arguments.threads.number(), limit, process)
        }
        (Sizes::Range(from, to), ..) if arguments.worst => {
            let limit = Limit::new(arguments.time, arguments.progress, process)?;
            worst::table(*from..=*to, arguments.threads.number(), limit, process)
        }
        (Sizes::One(size), certificate, None) => {
            one(*size, certificate.as_deref(), arguments, process)
        }
        (Sizes::Range(from, to), None, resume) => {
            let limit = Limit::new(arguments.time, arguments.progress, process)?;
            let threads = arguments.threads.number();
            table::run(*from..=*to, resume.as_deref(), threads, limit, process)
        }
    }
}

fn one(
    size: u32,
    certificate: Option<&Path>,
    arguments: &Arguments,
    process: &mut Process,
) -> Result<u8, Failure> {
    // Before the search, so that it is not in vain.
    let file = certificate.map(|path| (path, File::create(path)));
    let mut limit = Limit::new(arguments.time, arguments.progress, process)?;
    let numbers = Numbers::new(size).map_err(Failure::new)?;
    limit.restart(format!("N = {size}"));
    let game = match file {
        None => optimum::solve(&numbers, &mut limit),
        Some((path, file)) => {
            let failed = |error| Failure::writing(path.display(), &error);
            let file = file.map_err(failed)?;
            let (game, certificate) = optimum::certify(&numbers, &mut limit);
            write_certificate(&certificate, file).map_err(failed)?;
            game
        }
    };
    write_game(&game, process.out());
    match game.is_proved() && !limit.is_stopped() {
        true => Ok(exit::DONE),
        false => Ok(UNPROVED),
    }
}

fn write_certificate(certificate: &Certificate, file: File) -> std::io::Result<()> {
    let mut out = BufWriter::new(file);
    certificate.write(&mut out)?;
    out.flush()
}

fn write_game(game: &Optimum, out: &mut Stream) {
    write!(out, "score {} ", game.progress.score);
    write_proof(game.progress.score, game.progress.bound, out);
    write_moves(&game.moves, out);
}

pub(super) fn write_moves(moves: &[Pair], out: &mut Stream) {
    for Pair { pick, tax } in moves {
        writeln!(out, "{pick} {tax}");
    }
}

pub(super) fn write_proof(score: u64, bound: u64, out: &mut Stream) {
    match score == bound {
        true => writeln!(out, "optimal"),
        false => writeln!(out, "bound {bound}"),
    }
}
