//! `show-sudoku`: solutions of dlx3 to grids, and hints as pictures.

use super::hint_picture;
use super::make::technique;
use super::variant::Digits;
use crate::cli::files::input;
use crate::cli::{Failure, Process, Program, exit};
use crate::format::solution::SolutionReader;
use crate::sudoku::decode::{Decoder, Heading};
use crate::sudoku::logic::{Regions, Technique};
use crate::sudoku::names::NameDecoder;
use crate::sudoku::{Geometry, Grid, digit, picture};
use clap::Parser;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Shows solutions of dlx3 as Sudoku grids
///
/// Reads solutions, as dlx3 m1 prints them, and writes a line of 81 characters (order * order) for
/// each. FILE.dlx is what gen-sudoku wrote and dlx3 solved; with it, solutions are checked. Without
/// it, everything is taken from the names in the solutions. These tell no clues, unless gen-sudoku
/// made the puzzle or wrote it with --whole; clues are then added if they follow from the other
/// digits.
#[derive(Parser, Debug)]
#[command(
    name = "show-sudoku",
    version,
    after_help = "\
Examples:
  gen-sudoku | dlx3 m1 | show-sudoku --pretty
  gen-sudoku puzzle.txt > p.dlx
  dlx3 m1 < p.dlx | show-sudoku p.dlx
  sudoku make | show-sudoku --hint --svg > hint.svg

Exit status: 0 all solutions fit the puzzle; 1 one does not, or something could
not be read or written; 2 bad usage; 102 FILE.dlx is not good .dlx text."
)]
pub struct Arguments {
    /// The problem [default: what the solutions tell of it]
    #[arg(value_name = "FILE.dlx")]
    file: Option<PathBuf>,
    /// The solutions [default: stdin]
    #[arg(value_name = "FILE")]
    solutions: Option<PathBuf>,
    /// Without FILE.dlx: the order, if the solutions do not tell it [default: the greatest
    /// number in them]
    #[arg(long, value_name = "N", conflicts_with = "file", value_parser = clap::value_parser!(u8).range(1..=32))]
    order: Option<u8>,
    /// Draw the grids with their boxes, an empty line between them
    #[arg(long)]
    pretty: bool,
    /// Draw the next step of a 9x9 puzzle, which the first file (or stdin) has in any form that
    /// `sudoku hint` reads; no solutions are read then
    #[arg(long, requires = "svg", conflicts_with_all = ["pretty", "order", "solutions"])]
    hint: bool,
    /// With --hint: write the picture as SVG
    #[arg(long, requires = "hint")]
    svg: bool,
    /// With --hint: not the next step, but the first one of this technique on the way to the
    /// solution, as in x-wing
    #[arg(long, value_name = "NAME", requires = "hint", value_parser = technique)]
    technique: Option<Technique>,
    /// With --hint: the two diagonals hold each digit once, too
    #[arg(long, requires = "hint", help_heading = "Board")]
    diagonal: bool,
    /// With --hint: the four windows of a hyper Sudoku hold each digit once, too
    #[arg(long, requires = "hint", help_heading = "Board")]
    hyper: bool,
    #[command(flatten)]
    digits: Digits,
}

impl Program for Arguments {
    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        if self.hint {
            let puzzle = hint_picture::Puzzle {
                file: self.file.as_deref(),
                regions: Regions::with(self.diagonal, self.hyper),
                digits: self.digits.of(9)?,
            };
            return hint_picture::run(&puzzle, self.technique, process);
        }
        let solutions = self.solutions.as_deref().unwrap_or(Path::new("-"));
        let Some(file) = &self.file else {
            let told = self.show_told(input::open(solutions)?, process);
            told.map_err(|failure| failure.in_file(Some(solutions)))?;
            return Ok(exit::DONE);
        };
        let name = file.display();
        if file.as_os_str() == "-" && solutions.as_os_str() == "-" {
            return Err(Failure::new(
                "stdin is for the solutions; name the .dlx file, or leave it out",
            )
            .with_status(exit::BAD_USAGE));
        }
        let text = input::read(file)?;
        let heading =
            Heading::read(&text).map_err(|fault| Failure::new(format_args!("{name}: {fault}")))?;
        let problem = input::read_problem(file, &text[..])?;
        let most_levels = problem.option_count() + problem.primary_count();
        let in_file = |failure: Failure| failure.in_file(Some(solutions));
        let reader = input::open(solutions)?;
        let read = SolutionReader::new(reader).most_levels(most_levels);
        let mut decoder = Decoder::new(&heading, &problem);
        let mut count = 0;
        for solution in read {
            let solution = solution.map_err(Failure::new).map_err(in_file)?;
            let grid = decoder.decode(&solution).map_err(Failure::new);
            let grid = grid.map_err(in_file)?;
            self.show(&heading.geometry, grid, count, process)?;
            count += 1;
            if process.has_failed() {
                return Ok(exit::DONE);
            }
        }
        process.tell_if_no_solutions(count);
        Ok(exit::DONE)
    }
}

impl Arguments {
    /// Shows solutions without FILE.dlx.
    fn show_told(
        &self,
        reader: Box<dyn Read + Send>,
        process: &mut Process,
    ) -> Result<(), Failure> {
        /// More levels than any board's solution has.
        const MOST_LEVELS: usize = 8 * digit::MOST * digit::MOST;
        let mut count = 0;
        let mut has_told = false;
        let mut decoder = NameDecoder::default();
        for solution in SolutionReader::new(reader).most_levels(MOST_LEVELS) {
            let solution = solution.map_err(Failure::new)?;
            let told = decoder
                .read(&solution, self.order.map(usize::from))
                .map_err(Failure::new)?;
            if told.added > 0 && !has_told {
                has_told = true;
                process.say(format_args!(
                    "{} cells of solution {} are added: they are not in it, and follow from the \
                     rules",
                    told.added, solution.number
                ));
            }
            self.show(&told.board.geometry, told.grid, count, process)?;
            count += 1;
            if process.has_failed() {
                return Ok(());
            }
        }
        process.tell_if_no_solutions(count);
        Ok(())
    }

    fn show(
        &self,
        geometry: &Geometry,
        grid: Grid,
        before: u64,
        process: &mut Process,
    ) -> Result<(), Failure> {
        let grid = match self.digits.of(geometry.order())? {
            Some(digits) => grid.with_alphabet(digits),
            None => grid,
        };
        let mut picture = Vec::new();
        if self.pretty {
            if before > 0 {
                picture.push(b'\n');
            }
            picture::put_boxes(geometry, &grid, &mut picture);
        } else {
            picture::put_line(geometry, &grid, &mut picture);
        }
        process.out().put(&picture);
        Ok(())
    }
}
