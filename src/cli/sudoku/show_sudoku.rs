//! `show-sudoku`: solutions of dlx3 to grids, and hints as pictures.

use super::hint_picture;
use super::make::technique;
use super::variant::Digits;
use crate::cli::files::input;
use crate::cli::{Failure, Process, Program, exit};
use crate::format::solution::{SolutionReader, StreamSolution};
use crate::sudoku::decode::{Decoder, Heading};
use crate::sudoku::links;
use crate::sudoku::logic::{Regions, Technique};
use crate::sudoku::names::NameDecoder;
use crate::sudoku::rules::compile::Compiled;
use crate::sudoku::rules::{Shape, Variant, names, words};
use crate::sudoku::{Geometry, Grid, picture, variant_picture};
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
    /// With --hint: write the picture as SVG; or draw the solution of a Sudoku with rules, of which
    /// FILE.dlx is the problem
    #[arg(long, conflicts_with = "pretty")]
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

/// More levels than any board's solution has.
const MOST_LEVELS: usize = 1 << 20;

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
            if self.svg {
                return Err(no_picture());
            }
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
        if text.starts_with(b"|rules ") {
            let read = input::open(solutions)?;
            let shown = self.show_rules(&text, read, process);
            shown.map_err(|failure| failure.in_file(Some(solutions)))?;
            return Ok(exit::DONE);
        }
        if self.svg {
            return Err(no_picture());
        }
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

/// Without --hint, there are pictures of Sudokus with rules only.
fn no_picture() -> Failure {
    let why = "--svg needs --hint, or the FILE.dlx of a Sudoku with rules";
    Failure::new(why).with_status(exit::BAD_USAGE)
}

impl Arguments {
    /// Shows solutions without FILE.dlx.
    fn show_told(
        &self,
        reader: Box<dyn Read + Send>,
        process: &mut Process,
    ) -> Result<(), Failure> {
        let mut count = 0;
        let mut has_told = false;
        let mut decoder = NameDecoder::default();
        for solution in SolutionReader::new(reader).most_levels(MOST_LEVELS) {
            let solution = solution.map_err(Failure::new)?;
            if solution
                .levels
                .iter()
                .any(|level| names::is_of_rules(&level.words))
            {
                self.show_ruled(None, &solution, count, process)?;
                count += 1;
                continue;
            }
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

    /// Shows solutions of a Sudoku with rules.
    fn show_rules(
        &self,
        problem: &[u8],
        reader: Box<dyn Read + Send>,
        process: &mut Process,
    ) -> Result<(), Failure> {
        let first = problem.split(|&byte| byte == b'\n').next().unwrap_or(b"");
        let text = String::from_utf8_lossy(first.strip_prefix(b"|rules ").unwrap_or(b""));
        let variant = links::read(&text).map_err(Failure::new)?;
        let mut count = 0;
        for solution in SolutionReader::new(reader).most_levels(MOST_LEVELS) {
            let solution = solution.map_err(Failure::new)?;
            self.show_ruled(Some(&variant), &solution, count, process)?;
            count += 1;
            if process.has_failed() {
                return Ok(());
            }
        }
        process.tell_if_no_solutions(count);
        Ok(())
    }

    /// Shows a solution of a Sudoku with rules, which may not be known.
    fn show_ruled(
        &self,
        variant: Option<&Variant>,
        solution: &StreamSolution,
        before: u64,
        process: &mut Process,
    ) -> Result<(), Failure> {
        let place = |why: String| {
            Failure::new(format_args!(
                "line {}: solution {}: {why}",
                solution.line, solution.number
            ))
        };
        let read = names::read(solution.levels.iter().map(|level| &level.words[..]));
        let read = read.map_err(place)?;
        let shape = Shape {
            rows: read.digits.len() / read.columns.max(1),
            columns: read.columns,
            ..Shape::square(Shape::MOST)
        };
        let unknown = Variant::new(shape);
        let digits = match variant {
            None => read.digits,
            Some(variant) => {
                let mut digits = read.digits;
                digits.extend(read.beside);
                digits.truncate(variant.sets.len());
                if digits.len() != variant.sets.len() {
                    return Err(place("it is not of this puzzle".to_owned()));
                }
                let broken = Compiled::new(variant)
                    .map_err(Failure::new)?
                    .broken(&digits);
                if let Some(what) = broken {
                    return Err(place(what));
                }
                digits
            }
        };
        let variant = variant.unwrap_or(&unknown);
        let text = match self.pretty {
            _ if self.svg && before > 0 => {
                let why = "a picture has one solution; dlx3 t1 ends after the first";
                return Err(Failure::new(why));
            }
            _ if self.svg => variant_picture::svg(variant, Some(&digits)),
            true if before > 0 => format!("\n{}", variant_picture::text(variant, Some(&digits))),
            true => variant_picture::text(variant, Some(&digits)),
            false => words::line(variant, &digits) + "\n",
        };
        process.out().put(text.as_bytes());
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
