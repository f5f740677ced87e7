//! `show-peg`: solutions of `gen-peg`'s problems as jumps, boards or pictures.

use super::peg_input::{self, ProblemArgument};
use super::{Failure, Process, Program, Stream, exit};
use crate::format::solution::SolutionReader;
use crate::peg::decode::{Notation, decode};
use crate::peg::{Jump, PegProblem, draw, svg};
use crate::text::standard;
use clap::{Parser, ValueEnum};

/// Shows the solutions that dlx3 found for a problem of gen-peg
///
/// Reads what `gen-peg PROBLEM | dlx3 m1` prints and writes a line of jumps for
/// each solution. Every solution is replayed; one that is not legal is refused.
#[derive(Parser)]
#[command(name = "show-peg", version)]
pub struct Arguments {
    #[command(flatten)]
    problem: ProblemArgument,

    /// Draws the board after every jump
    #[arg(long, conflicts_with = "svg")]
    boards: bool,

    /// Draws the first solution as SVG
    #[arg(
        long,
        value_name = "KIND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "animated"
    )]
    svg: Option<Svg>,

    /// Writes jumps as 16->4, holes being numbered from 0
    #[arg(long, conflicts_with_all = ["boards", "svg"])]
    numbers: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Svg {
    /// One board that plays the jumps
    Animated,
    /// Every board in turn
    Strip,
}

impl Program for Arguments {
    const OUTPUT: &'static str = peg_input::OUTPUT;

    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        if self.problem.is_stdin() {
            return Err(Failure::new(
                "standard input holds the solutions, so PROBLEM cannot be -",
            ));
        }
        let problem = self.problem.read()?;
        let mut count = 0_u64;
        for solution in SolutionReader::new(standard::stdin()) {
            let solution = solution.map_err(Failure::new)?;
            let jumps = decode(&problem, &solution).map_err(Failure::new)?;
            let out = process.out();
            match self.svg {
                Some(_) if count > 0 => {}
                Some(Svg::Animated) => out.put(svg::animated(&problem, &jumps).as_bytes()),
                Some(Svg::Strip) => out.put(svg::strip(&problem, &jumps).as_bytes()),
                None => self.show(&problem, solution.number, &jumps, out),
            }
            count += 1;
            if process.has_failed() {
                return Ok(exit::DONE);
            }
        }
        if self.svg.is_some() && count == 0 {
            return Err(Failure::new("there is no solution to draw"));
        }
        if self.svg.is_some() && count > 1 {
            process.say(format_args!("drew the first of {count} solutions"));
        }
        Ok(exit::DONE)
    }
}

impl Arguments {
    fn show(&self, problem: &PegProblem, number: u64, jumps: &[Jump], out: &mut Stream) {
        let notation = if self.numbers {
            Notation::Numbers
        } else {
            Notation::Letters
        };
        let words = notation.sequence(&problem.board, jumps);
        writeln!(out, "{number}: {words}");
        if self.boards {
            out.put(draw::sequence(problem, jumps).as_bytes());
            out.put(b"\n");
        }
    }
}
