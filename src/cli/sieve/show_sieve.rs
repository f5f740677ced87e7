//! `show-sieve`: solutions of `gen-sieve` as games.

use super::number_parser;
use crate::cli::files::input;
use crate::cli::{Failure, Process, Program, Stream, exit};
use crate::format::solution::SolutionReader;
use crate::sieve::cuts::{Cut, PairSide};
use crate::sieve::decode::Decoder;
use crate::sieve::game::Game;
use crate::sieve::order::{describe_cycle, playing_order};
use crate::sieve::{Numbers, Pair};
use crate::text::plural::counted;
use clap::Parser;
use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;

/// Shows solutions of gen-sieve as games: the score, then the picks in an order
/// that can be played
///
/// A pairing that no order plays is shown with the cycle that forbids it. A last
/// line on stderr counts the solutions. gen-sieve 21 | dlx3 m1 v0 | show-sieve 21
#[derive(Parser, Debug)]
#[command(
    name = "show-sieve",
    version,
    after_help = "Exit status: 0 done; 1 bad input or failing output; 2 bad usage."
)]
pub struct Arguments {
    /// The sieve's largest number, as given to gen-sieve
    #[arg(value_name = "N", value_parser = number_parser(), allow_negative_numbers = true)]
    size: u32,
    /// The solutions [default: stdin]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Show only solutions that can be played and score more than all before
    #[arg(long)]
    best: bool,
    /// Show each pick with its tax, as 12(6)
    #[arg(long)]
    taxes: bool,
    /// Print only the cuts that forbid the pairings that cannot be played, each once:
    /// the factors of a cycle, for gen-sieve --cuts FILE
    #[arg(long, conflicts_with_all = ["best", "taxes"])]
    cuts: bool,
}

impl Program for Arguments {
    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        let numbers = Numbers::new(self.size).map_err(Failure::new)?;
        let file = self.file.as_deref();
        let in_file = |failure: Failure| failure.in_file(file);
        let reader = input::open_or_stdin(file)?;
        let mut decoder = Decoder::new(&numbers);
        let mut tally = Tally::default();
        let mut known = HashSet::new();
        for solution in SolutionReader::new(reader) {
            let solution = solution.map_err(Failure::new).map_err(in_file)?;
            let pairs = decoder.decode(&solution).map_err(Failure::new);
            let pairs = pairs.map_err(in_file)?;
            tally.solutions += 1;
            let out = process.out();
            match playing_order(&numbers, &pairs) {
                Ok(moves) => {
                    let score = replay(&numbers, &moves)?;
                    let is_better = tally.best.is_none_or(|best| score > best);
                    tally.playable += 1;
                    tally.best = tally.best.max(Some(score));
                    if !self.cuts && (is_better || !self.best) {
                        write!(out, "{}: score {score}:", solution.number);
                        write_moves(&moves, self.taxes, out);
                    }
                }
                Err(cycle) if self.cuts => {
                    let factors = cycle.iter().map(|pair| pair.tax).collect();
                    let cut = Cut::new(PairSide::Taxes, factors);
                    if known.insert(cut.clone()) {
                        let words: Vec<String> = cut.members.iter().map(u32::to_string).collect();
                        writeln!(out, "{}", words.join(" "));
                    }
                }
                Err(_) if self.best => {}
                Err(cycle) => {
                    let sum: u64 = pairs.iter().map(|pair| u64::from(pair.pick)).sum();
                    writeln!(
                        out,
                        "{}: picks of {sum} that no order plays: {}",
                        solution.number,
                        describe_cycle(&cycle)
                    );
                }
            }
            if process.has_failed() {
                break;
            }
        }
        process.tell_if_no_solutions(tally.solutions);
        process.say(tally);
        Ok(exit::DONE)
    }
}

#[derive(Default)]
struct Tally {
    solutions: u64,
    playable: u64,
    best: Option<u64>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (solutions, playable) = (self.solutions, self.playable);
        let solutions = counted(solutions, "solution");
        write!(f, "{solutions}, {playable} can be played")?;
        match self.best {
            Some(best) => write!(f, ", best score {best}"),
            None => Ok(()),
        }
    }
}

fn replay(numbers: &Numbers, moves: &[Pair]) -> Result<u64, Failure> {
    let mut game = Game::new(numbers);
    for &pair in moves {
        game.play(pair).map_err(Failure::new)?;
    }
    Ok(game.score())
}

fn write_moves(moves: &[Pair], with_taxes: bool, out: &mut Stream) {
    for Pair { pick, tax } in moves {
        match with_taxes {
            true => write!(out, " {pick}({tax})"),
            false => write!(out, " {pick}"),
        }
    }
    writeln!(out);
}
