//! `show-peg`: solutions of `gen-peg`'s problems as jumps, boards or pictures.

use super::problem::{self, ProblemArgument, Svg};
use crate::cli::files::input;
use crate::cli::{Failure, Process, Program, Stream, exit};
use crate::format::solution::{SolutionNumber, SolutionReader};
use crate::peg::decode::{Decoder, Notation, decode_sequence};
use crate::peg::{Game, Jump, draw};
use crate::text::lines::Lines;
use clap::Parser;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

/// Shows the solutions that dlx3 found for a problem of gen-peg
///
/// Reads what `gen-peg PROBLEM | dlx3 m1` prints and writes a line of jumps for
/// each solution. Lines of jumps can be read, too: those of `peg solve PROBLEM`, or
/// its own. Every solution is replayed; one that is not legal is refused.
#[derive(Parser)]
#[command(name = "show-peg", version)]
pub struct Arguments {
    #[command(flatten)]
    problem: ProblemArgument,

    /// The solutions [default: stdin]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

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

impl Program for Arguments {
    const OUTPUT: &'static str = problem::OUTPUT;

    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        let file = self.file.as_deref().unwrap_or(Path::new("-"));
        if self.problem.is_stdin() && file.as_os_str() == "-" {
            return Err(
                Failure::new("standard input holds the solutions, so PROBLEM cannot be -")
                    .with_status(exit::BAD_USAGE),
            );
        }
        let game = self.problem.game(process)?;
        // The drawing begins at the start.
        let problem = game.to(game.finish.unwrap_or(game.start));
        let mut source = Source::open(file, &game)?;
        let mut count = 0_u64;
        let in_file = |failure: Failure| failure.in_file(Some(file));
        while let Some((number, jumps)) = source.next(&game).map_err(in_file)? {
            let out = process.out();
            match self.svg {
                Some(_) if count > 0 => {}
                Some(svg) => out.put(svg.draw(&problem, &jumps).as_bytes()),
                None => self.show(&problem, &number, &jumps, out),
            }
            count += 1;
            if process.has_failed() {
                return Ok(exit::DONE);
            }
        }
        if self.svg.is_none() {
            process.tell_if_no_solutions(count);
        } else if count == 0 {
            return Err(Failure::new(
                "there is no solution to draw; was m1 forgotten?",
            ));
        }
        if self.svg.is_some() && count > 1 {
            process.say(format_args!("drew the first of {count} solutions"));
        }
        Ok(exit::DONE)
    }
}

impl Arguments {
    fn show(
        &self,
        problem: &crate::peg::PegProblem,
        number: &SolutionNumber,
        jumps: &[Jump],
        out: &mut Stream,
    ) {
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

/// The source of solutions.
enum Source {
    /// A stream of dlx3.
    Stream(SolutionReader<Box<dyn Read + Send>>, Decoder),
    /// Lines of jumps, and how many have come.
    Jumps(Lines<Box<dyn Read + Send>>, u64),
}

impl Source {
    /// The first line that is not blank says which it is. If start and finish are the same, a blank
    /// line is a solution without jumps.
    fn open(file: &Path, game: &Game) -> Result<Self, Failure> {
        let mut reader = BufReader::new(input::open(file)?);
        let mut head = Vec::new();
        let mut start = 0;
        while head[start..].trim_ascii().is_empty() {
            start = head.len();
            let read = reader.read_until(b'\n', &mut head);
            if read.map_err(|error| input::cannot_read(file, &error))? == 0 {
                break;
            }
        }
        let first = &head[start..];
        let has_none = !head.is_empty() && numbered(first).1.trim_ascii().is_empty();
        let has_jumps = has_jumps(first) || has_none && game.is_done();
        let whole: Box<dyn Read + Send> = Box::new(Cursor::new(head).chain(reader));
        Ok(match has_jumps {
            true => Source::Jumps(Lines::new(whole), 0),
            false => Source::Stream(SolutionReader::new(whole), Decoder::default()),
        })
    }

    /// The next solution and its number.
    fn next(&mut self, game: &Game) -> Result<Option<(SolutionNumber, Vec<Jump>)>, Failure> {
        let (lines, count) = match self {
            Source::Stream(solutions, decoder) => {
                let Some(solution) = solutions.next().transpose().map_err(Failure::new)? else {
                    return Ok(None);
                };
                let jumps = decoder.decode(game, &solution).map_err(Failure::new)?;
                return Ok(Some((solution.number, jumps)));
            }
            Source::Jumps(lines, count) => (lines, count),
        };
        loop {
            let line = lines.number() + 1;
            let read = lines.next();
            let Some(text) = read.map_err(|error| Failure::reading("the solutions", &error))?
            else {
                return Ok(None);
            };
            let (number, words) = numbered(text);
            if words.trim_ascii().is_empty() && !game.is_done() {
                continue;
            }
            *count += 1;
            let number = number.unwrap_or_else(|| (*count).into());
            let jumps = decode_sequence(game, words, &number, line).map_err(Failure::new)?;
            return Ok(Some((number, jumps)));
        }
    }
}

/// Splits `NUMBER: JUMPS`; the number may be missing.
fn numbered(line: &[u8]) -> (Option<SolutionNumber>, &[u8]) {
    let split = || {
        let colon = memchr::memchr(b':', line)?;
        let number = SolutionNumber::parse(&line[..colon])?;
        Some((Some(number), &line[colon + 1..]))
    };
    split().unwrap_or((None, line))
}

/// Whether a line is one of jumps: `c4-e4 ...` or `16->4 ...`.
fn has_jumps(line: &[u8]) -> bool {
    let words = numbered(line).1.trim_ascii();
    let end = words.iter().position(u8::is_ascii_whitespace);
    let word = &words[..end.unwrap_or(words.len())];
    let dash = memchr::memchr(b'-', word);
    dash.is_some_and(|dash| word[..dash].iter().all(u8::is_ascii_alphanumeric))
}
