//! `show-peg`: solutions of `gen-peg`'s problems as jumps, boards or pictures.

use super::peg_input::{ProblemArgument, finish};
use super::{Failure, exit};
use crate::format::solution::SolutionReader;
use crate::peg::decode::{Notation, decode};
use crate::peg::{Jump, Problem, draw, svg};
use crate::text::output::Output;
use crate::text::standard;
use clap::{Parser, ValueEnum};
use std::io::{self, Write};

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

/// Runs the filter.
pub fn run(arguments: &Arguments) -> Result<u8, Failure> {
    if arguments.problem.is_stdin() {
        return Err(Failure::new(
            "standard input holds the solutions, so PROBLEM cannot be -",
        ));
    }
    let problem = arguments.problem.read()?;
    let mut output = Output::new(standard::stdout());
    let shown = show_all(arguments, &problem, &mut output);
    // What was shown before a fault is shown all the same.
    finish(output)?;
    shown?;
    Ok(exit::DONE)
}

fn show_all<W: Write>(
    arguments: &Arguments,
    problem: &Problem,
    output: &mut Output<W>,
) -> Result<(), Failure> {
    let mut count = 0_u64;
    for solution in SolutionReader::new(standard::stdin()) {
        let solution = solution.map_err(Failure::new)?;
        let jumps = decode(problem, &solution).map_err(Failure::new)?;
        match arguments.svg {
            Some(_) if count > 0 => {}
            Some(Svg::Animated) => output.put(svg::animated(problem, &jumps).as_bytes()),
            Some(Svg::Strip) => output.put(svg::strip(problem, &jumps).as_bytes()),
            None => show(arguments, problem, solution.number, &jumps, output),
        }
        count += 1;
        if output.has_failed() {
            return Ok(());
        }
    }
    if arguments.svg.is_some() && count == 0 {
        return Err(Failure::new("there is no solution to draw"));
    }
    if arguments.svg.is_some() && count > 1 {
        // Nobody is left to tell if this fails.
        let _ = writeln!(
            io::stderr(),
            "show-peg: drew the first of {count} solutions"
        );
    }
    Ok(())
}

fn show<W: Write>(
    arguments: &Arguments,
    problem: &Problem,
    number: u64,
    jumps: &[Jump],
    output: &mut Output<W>,
) {
    let notation = if arguments.numbers {
        Notation::Numbers
    } else {
        Notation::Letters
    };
    let words = notation.sequence(&problem.board, jumps);
    writeln!(output, "{number}: {words}");
    if arguments.boards {
        output.put(draw::sequence(problem, jumps).as_bytes());
        output.put(b"\n");
    }
}
