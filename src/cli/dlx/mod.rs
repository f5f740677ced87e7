//! `dlx`: answers about a problem, on whatever tree is the smallest.

mod audit;
mod best;
mod by_cost;
mod ceiling;
mod count;
mod disk;
#[cfg(feature = "puzzles")]
mod draw;
mod estimate;
mod find;
mod formats;
mod from;
#[cfg(feature = "puzzles")]
mod generate;
mod import;
mod in_parts;
mod limits;
mod merge;
mod nth;
mod form;
mod progress;
mod proof;
mod reduce;
mod sample;
mod shorten;
mod to;
mod why;
mod within;
mod zdd;

use crate::cli::{Failure, Process, Program};
use clap::{Parser, Subcommand};

/// Answers about an exact covering problem: how many solutions, which, how often
///
/// Most verbs read a problem in .dlx format on stdin. A solution is what it is for dlx3: a set of
/// options that meets all bounds and colors. stderr tells what the answer took.
#[derive(Parser, Debug)]
#[command(name = "dlx", version)]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    Count(count::Arguments),
    Estimate(estimate::Arguments),
    Sample(sample::Arguments),
    Nth(nth::Arguments),
    Find(find::Arguments),
    Zdd(zdd::Arguments),
    Best(best::Arguments),
    Reduce(reduce::Arguments),
    Merge(merge::Arguments),
    Audit(audit::Arguments),
    To(to::Arguments),
    From(from::Arguments),
    Import(import::Arguments),
    Shorten(shorten::Arguments),
    #[cfg(feature = "puzzles")]
    Draw(draw::Arguments),
    #[cfg(feature = "puzzles")]
    Gen(generate::Arguments),
}

impl Program for Arguments {
    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        match self.verb {
            Verb::Count(arguments) => count::run(&arguments, process),
            Verb::Estimate(arguments) => estimate::run(&arguments, process),
            Verb::Sample(arguments) => sample::run(&arguments, process),
            Verb::Nth(arguments) => nth::run(&arguments, process),
            Verb::Find(arguments) => find::run(&arguments, process),
            Verb::Zdd(arguments) => zdd::run(&arguments, process),
            Verb::Best(arguments) => best::run(&arguments, process),
            Verb::Reduce(arguments) => reduce::run(&arguments, process),
            Verb::Merge(arguments) => merge::run(&arguments, process),
            Verb::Audit(arguments) => audit::run(&arguments, process),
            Verb::To(arguments) => to::run(&arguments, process),
            Verb::From(arguments) => from::run(&arguments, process),
            Verb::Import(arguments) => import::run(&arguments, process),
            Verb::Shorten(arguments) => shorten::run(&arguments, process),
            #[cfg(feature = "puzzles")]
            Verb::Draw(arguments) => draw::run(&arguments, process),
            #[cfg(feature = "puzzles")]
            Verb::Gen(arguments) => generate::run(arguments, process),
        }
    }
}
