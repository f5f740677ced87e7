//! What the three peg programs share: reading PROBLEM, and listing the problems
//! that have a name.

use super::{Failure, Process, exit, input};
use crate::peg::{Directions, Jump, PegProblem, SpecFault, draw, named, parse, parse_spec, svg};
use clap::ValueEnum;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// What they write, for the message that this has failed.
pub const OUTPUT: &str = "standard output";

/// A picture of a solution.
#[derive(Clone, Copy, ValueEnum)]
pub enum Svg {
    /// One board that plays the jumps
    Animated,
    /// Every board in turn
    Strip,
}

impl Svg {
    /// Draws it.
    pub fn draw(self, problem: &PegProblem, jumps: &[Jump]) -> String {
        match self {
            Svg::Animated => svg::animated(problem, jumps),
            Svg::Strip => svg::strip(problem, jumps),
        }
    }
}

/// More bytes than any board needs: a limit for files given by mistake.
const MOST_BYTES: u64 = 1 << 20;

/// The PROBLEM of a command line.
#[derive(clap::Args)]
pub struct ProblemArgument {
    /// A named problem (`central`), BOARD:EMPTY:FINISH (`english:d4:d4`), a file, or - for stdin
    ///
    /// In BOARD:EMPTY:FINISH, EMPTY are the holes without a peg at the start and
    /// FINISH those with one at the end, separated by commas; without FINISH it is
    /// the same as EMPTY. Holes are letter and number, as d4, or numbers from 0.
    /// Boards: english, french, wiegleb, diamond41, RxC (as 4x5), T3 to T10
    /// (triangles, six directions).
    ///
    /// A file draws start and finish side by side, or one below the other with an
    /// empty line between them: x a peg, . an empty hole, a space or # no hole.
    #[arg(value_name = "PROBLEM")]
    problem: Option<String>,

    /// The board of a file has six directions: also down-right and up-left
    #[arg(long)]
    six: bool,
}

impl ProblemArgument {
    /// The problem, if one was given.
    pub fn read(&self) -> Result<PegProblem, Failure> {
        let Some(spec) = self.problem.as_deref() else {
            return Err(Failure::new(
                "which PROBLEM? --list shows those that have a name, --help the other forms",
            )
            .with_status(exit::BAD_USAGE));
        };
        if spec == "-" {
            return self.parse("standard input", &mut input::open(Path::new("-"))?);
        }
        match parse_spec(spec) {
            Ok(_) if self.six => Err(Failure::new(
                "--six is for a board that is drawn in a file; other boards have directions of \
                 their own",
            )
            .with_status(exit::BAD_USAGE)),
            Ok(problem) => Ok(problem),
            Err(SpecFault::UnknownName(name)) => match File::open(spec) {
                Ok(_) => self.parse(spec, &mut input::open(Path::new(spec))?),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    Err(Failure::new(format!(
                        "{}; nor is there a file of that name",
                        SpecFault::UnknownName(name)
                    )))
                }
                Err(error) => Err(Failure::reading(spec, &error)),
            },
            Err(fault) => Err(Failure::new(format!("{spec}: {fault}"))),
        }
    }

    /// Whether the problem comes from standard input.
    pub fn is_stdin(&self) -> bool {
        self.problem.as_deref() == Some("-")
    }

    fn parse(&self, name: &str, reader: &mut dyn Read) -> Result<PegProblem, Failure> {
        let mut text = Vec::new();
        let read = reader.take(MOST_BYTES).read_to_end(&mut text);
        read.map_err(|error| Failure::reading(name, &error))?;
        let directions = if self.six {
            Directions::Six
        } else {
            Directions::Four
        };
        parse(&text, directions).map_err(|fault| Failure::new(format!("{name}: {fault}")))
    }
}

/// Draws the named problems.
pub fn list(process: &mut Process) {
    for (place, named) in named().enumerate() {
        if place > 0 {
            process.out().put(b"\n");
        }
        writeln!(process.out(), "{}: {}", named.name, named.about);
        process.out().put(draw::problem(&named.problem).as_bytes());
    }
}
