//! `show-sudoku`: solutions of dlx3 to grids.

use super::{Failure, Process, Program, exit, input};
use crate::format::solution::SolutionReader;
use crate::sudoku::decode::{Decoder, Heading};
use crate::sudoku::picture;
use crate::text::standard;
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

impl Program for Arguments {
    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        let name = self.file.display();
        if self.file.as_os_str() == "-" {
            return Err(Failure::new(
                "stdin is for the solutions; name the .dlx file",
            ));
        }
        let text = input::read(&self.file)?;
        let heading =
            Heading::read(&text).map_err(|fault| Failure::new(format_args!("{name}: {fault}")))?;
        let problem = input::read_problem(&self.file, &text[..])?;
        let most_levels = problem.option_count() + problem.primary_count();
        let solutions = SolutionReader::new(standard::stdin()).most_levels(most_levels);
        let decoder = Decoder::new(&heading, &problem);
        let mut picture = Vec::new();
        for (place, solution) in solutions.enumerate() {
            let solution = solution.map_err(Failure::new)?;
            let grid = decoder.decode(&solution).map_err(Failure::new)?;
            picture.clear();
            if self.pretty {
                if place > 0 {
                    picture.push(b'\n');
                }
                picture::put_boxes(&heading.geometry, &grid, &mut picture);
            } else {
                picture::put_line(&heading.geometry, &grid, &mut picture);
            }
            process.out().put(&picture);
            if process.has_failed() {
                break;
            }
        }
        Ok(exit::DONE)
    }
}
