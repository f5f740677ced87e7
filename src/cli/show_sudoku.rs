//! `show-sudoku`: solutions of dlx3 to grids.

use super::sudoku::finish;
use super::{Failure, exit, input};
use crate::format::solution::SolutionReader;
use crate::format::{ReadError, Reader};
use crate::sudoku::decode::{Decoder, Heading};
use crate::sudoku::picture;
use crate::text::standard;
use crate::text::streams::Streams;
use clap::Parser;
use std::path::PathBuf;

/// Shows solutions of dlx3 as Sudoku grids
///
/// Reads solutions on stdin, as dlx3 m1 prints them, and writes a line of 81
/// characters (order * order) for each. FILE.dlx is what gen-sudoku wrote and dlx3
/// solved.
#[derive(Parser, Debug)]
#[command(
    name = "show-sudoku",
    version,
    after_help = "\
Example:
  gen-sudoku puzzle.txt > p.dlx
  dlx3 m1 < p.dlx | show-sudoku p.dlx --pretty

Exit status: 0 all solutions fit the puzzle; 1 one does not, or something could
not be read or written; 2 bad usage; 102 FILE.dlx is not good .dlx text."
)]
pub struct Arguments {
    /// The problem
    #[arg(value_name = "FILE.dlx")]
    file: PathBuf,
    /// Draw the grids with their boxes, an empty line between them
    #[arg(long)]
    pretty: bool,
}

/// Runs the filter.
///
/// # Errors
/// A file that is no Sudoku, solutions that do not fit, failing output.
pub fn run(arguments: Arguments) -> Result<u8, Failure> {
    let name = arguments.file.display();
    if arguments.file.as_os_str() == "-" {
        return Err(Failure::new(
            "stdin is for the solutions; name the .dlx file",
        ));
    }
    let text = input::read(&arguments.file)?;
    let heading =
        Heading::read(&text).map_err(|fault| Failure::new(format_args!("{name}: {fault}")))?;
    let problem = match Reader::new().read(&text[..]) {
        Ok(text) => text.problem,
        Err(ReadError::Fault(fault)) => {
            let mut streams = Streams::standard();
            streams.err().put(&fault.to_bytes());
            finish(&mut streams)?;
            return Ok(exit::BAD_INPUT);
        }
        Err(error) => return Err(Failure::new(format_args!("{name}: {error}"))),
    };
    let most_levels = problem.options() + problem.primary();
    let solutions = SolutionReader::new(standard::stdin()).most_levels(most_levels);
    let decoder = Decoder::new(&heading, &problem);
    let mut streams = Streams::standard();
    let mut picture = Vec::new();
    for (place, solution) in solutions.enumerate() {
        let grid = solution
            .map_err(|error| error.to_string())
            .and_then(|solution| decoder.decode(&solution).map_err(|fault| fault.to_string()));
        let grid = match grid {
            Ok(grid) => grid,
            Err(message) => {
                // What fits so far has been asked for.
                finish(&mut streams)?;
                return Err(Failure::new(message));
            }
        };
        picture.clear();
        if arguments.pretty {
            if place > 0 {
                picture.push(b'\n');
            }
            picture::put_boxes(&heading.geometry, &grid, &mut picture);
        } else {
            picture::put_line(&heading.geometry, &grid, &mut picture);
        }
        let out = streams.out();
        out.put(&picture);
        if out.has_failed() {
            break;
        }
    }
    finish(&mut streams)?;
    Ok(exit::DONE)
}
