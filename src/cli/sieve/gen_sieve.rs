//! `gen-sieve`: the Ginnow sieve to `.dlx`.

use super::{lines_of, number_parser};
use crate::cli::files::input;
use crate::cli::{Failure, Process, Program, exit};
use crate::sieve::Numbers;
use crate::sieve::cuts::{Cut, PairSide, TooManyCuts, all_cycle_cuts};
use crate::sieve::encode::{Wishes, encode};
use crate::sieve::worst;
use clap::Parser;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Without --cuts all sets of factors are written if there are no more than this.
const FEW_CUTS: usize = 1000;
/// The most sets with --cuts all.
const MOST_CUTS: usize = 1_000_000;

/// Writes the Ginnow sieve for 1 to N as an exact covering problem for dlx3
///
/// Its solutions are pairings of picks with taxes, a tax being the pick divided by
/// a prime: gen-sieve 21 | dlx3 m1 v0 | show-sieve 21
#[derive(Parser, Debug)]
#[command(
    name = "gen-sieve",
    version,
    after_help = "\
Items: K counts the pairs, n is number n, zJ is cut J, sJ helps to express --score,
and with --worst, dD says that D divides a pick.
An option is PICK TAX K and the cuts that it belongs to. Pairings in which 1 is not
the tax of the largest prime are left out: a best game always remains.

Exit status: 0 done; 1 bad input, no such pairing, or failing output; 2 bad usage."
)]
pub struct Arguments {
    /// The sieve's largest number
    #[arg(value_name = "N", value_parser = number_parser(), allow_negative_numbers = true)]
    size: u32,
    /// How many pairs: LO:HI or one number [default: the largest possible number and
    /// one less; with --score, what that score allows]
    #[arg(long, value_name = "LO:HI", value_parser = pairs)]
    pairs: Option<RangeInclusive<u32>>,
    /// Which cuts keep out pairings that cannot be played, since their order has a
    /// cycle: all, none, or a FILE that names the factors of one cut on each line, as
    /// show-sieve --cuts does [default: all if there are at most 1000, else none]
    #[arg(long, value_name = "all|none|FILE")]
    cuts: Option<PathBuf>,
    /// Only pairings with this score or more, as far as bounds of items can express
    /// it; a note on stderr says whether they do
    #[arg(long, value_name = "S")]
    score: Option<u64>,
    /// The problem of the worst game, for dlx best: a pair costs its pick, and in the end
    /// nothing can be picked
    #[arg(long, conflicts_with_all = ["pairs", "score"])]
    worst: bool,
}

fn pairs(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (low, high) = text.split_once(':').unwrap_or((text, text));
    let number = |text: &str| {
        text.parse::<u32>()
            .map_err(|_| format!("`{text}' is not a number of pairs"))
    };
    let (low, high) = (number(low)?, number(high)?);
    match (low, high) {
        (_, 0) => Err("at least one pair must be allowed".into()),
        _ if low > high => Err(format!("{low} is greater than {high}")),
        _ => Ok(low..=high),
    }
}

impl Program for Arguments {
    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        let numbers = Numbers::new(self.size).map_err(Failure::new)?;
        let cuts = cuts(self.cuts.as_deref(), &numbers, process)?;
        if self.worst {
            let problem = worst::encode(&numbers, &cuts).map_err(Failure::new)?;
            process.write_problem(&problem)?;
            return Ok(exit::DONE);
        }
        let wishes = Wishes {
            cuts,
            pairs: self.pairs,
            score: self.score,
        };
        let encoded = encode(&numbers, &wishes).map_err(Failure::new)?;
        process.write_problem(&encoded.problem)?;
        if let Some(score) = self.score {
            process.say(format_args!(
                "--score {score}: {}",
                if encoded.score_is_exact {
                    "no pairing with a smaller score is a solution"
                } else {
                    "bounds do not fully express this score: pairings with a smaller one may be \
                     solutions"
                }
            ));
        }
        Ok(exit::DONE)
    }
}

fn cuts(
    wanted: Option<&Path>,
    numbers: &Numbers,
    process: &mut Process,
) -> Result<Vec<Cut>, Failure> {
    let Some(file) = wanted else {
        return Ok(
            all_cycle_cuts(numbers, FEW_CUTS).unwrap_or_else(|TooManyCuts| {
                process.say(format_args!(
                    "more than {FEW_CUTS} cuts: none are written (see --cuts)"
                ));
                Vec::new()
            }),
        );
    };
    match file.to_str() {
        Some("none") => Ok(Vec::new()),
        Some("all") => all_cycle_cuts(numbers, MOST_CUTS).map_err(|TooManyCuts| {
            let size = numbers.largest();
            Failure::new(format_args!("more than {MOST_CUTS} cuts for N = {size}"))
        }),
        _ => read_cuts(file, numbers),
    }
}

fn read_cuts(file: &Path, numbers: &Numbers) -> Result<Vec<Cut>, Failure> {
    let mut cuts: Vec<Cut> = Vec::new();
    let mut known = std::collections::HashSet::new();
    let reader = input::open(file)?;
    let read = lines_of(reader, &mut |line| {
        if line.len() < 2 {
            return Err(line.fault(1, "a cut has at least two factors"));
        }
        let mut factors = Vec::new();
        for word in 0..line.len() {
            let factor = line.number(word, numbers.largest())?;
            if factors.contains(&factor) {
                return Err(line.fault(word, format_args!("{factor} stands twice")));
            }
            factors.push(factor);
        }
        let cut = Cut::new(PairSide::Taxes, factors);
        if known.insert(cut.clone()) {
            cuts.push(cut);
        }
        Ok(())
    });
    read.map_err(|mut failure| {
        let place = format!("{}: ", file.display()).into_bytes();
        failure.message.splice(0..0, place);
        failure
    })?;
    Ok(cuts)
}
