//! `sudoku convert`: 9x9 puzzles in the forms of other programs.

use super::steps::digits_of;
use crate::cli::{Failure, Process, exit, input};
use crate::sudoku::forms::{self, Form, Played};
use crate::sudoku::{Geometry, Puzzles, PuzzlesError};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Writes 9x9 puzzles in another form
///
/// Reads puzzles as the other subcommands do, and the forms below. Candidates are
/// those of the player, or else all that the digits leave. A cell with one candidate
/// in a form that has no other sign for it is read as a clue.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  sudoku make | sudoku convert --to candidates

Exit status: 0 done; 1 something was no puzzle, or failing output; 2 bad usage.")]
pub struct Arguments {
    /// Files of puzzles; stdin if there are none
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form to write
    #[arg(long, value_enum, value_name = "FORM")]
    to: To,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// 81 characters
    Line,
    /// Nine lines in a frame
    Grid,
    /// A .sdk file
    Sdk,
    /// A .sdx file (SudoCue): clues, entered digits, candidates
    Sdx,
    /// 729 characters: nine for the candidates of each cell
    Marks,
    /// The candidates of all cells in a frame
    Candidates,
    /// The library string of HoDoKu: clues, entered digits, deleted candidates
    Hodoku,
    /// The XML of OpenSudoku
    #[value(name = "opensudoku")]
    OpenSudoku,
}

impl From<To> for Form {
    fn from(to: To) -> Self {
        match to {
            To::Line => Form::Line,
            To::Grid => Form::Grid,
            To::Sdk => Form::Sdk,
            To::Sdx => Form::Sdx,
            To::Marks => Form::Marks,
            To::Candidates => Form::Candidates,
            To::Hodoku => Form::Hodoku,
            To::OpenSudoku => Form::OpenSudoku,
        }
    }
}

/// Runs the subcommand.
///
/// # Errors
/// Files that cannot be read, or are damaged; failing output.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let stdin = [PathBuf::from("-")];
    let files = match &arguments.files[..] {
        [] => &stdin[..],
        files => files,
    };
    let form = Form::from(arguments.to);
    let mut status = exit::DONE;
    let mut played = Vec::new();
    for file in files {
        played.extend(read(file, process, &mut status)?);
    }
    let is_xml = form == Form::OpenSudoku;
    if is_xml {
        process.out().put(forms::XML_HEAD.as_bytes());
    }
    for (place, one) in played.iter().enumerate() {
        // Forms of several lines have a blank line between them.
        if place > 0 && !matches!(form, Form::Line | Form::Marks | Form::Hodoku) && !is_xml {
            process.out().put(b"\n");
        }
        process.out().put(one.write(form).as_bytes());
        process.check()?;
    }
    if is_xml {
        process.out().put(forms::XML_END.as_bytes());
    }
    process.check()?;
    Ok(status)
}

/// The puzzles of a file. Damaged lines are told, and the rest is read.
fn read(file: &Path, process: &mut Process, status: &mut u8) -> Result<Vec<Played>, Failure> {
    let bytes = input::read(file)?;
    let text = String::from_utf8_lossy(&bytes);
    let fault = |fault: String| Failure::new(fault).in_file(Some(file));
    if let Some(played) = forms::read(&text).map_err(fault)? {
        return Ok(played);
    }
    let geometry = Geometry::of_order(9).map_err(Failure::new)?;
    let mut all = Vec::new();
    for puzzle in Puzzles::new(&geometry, &bytes[..]) {
        let clues = match puzzle {
            Ok((_, grid)) => digits_of(&grid),
            Err(PuzzlesError::Fault(fault)) => Err(fault.to_string()),
            Err(PuzzlesError::Io(error)) => return Err(Failure::reading(file.display(), &error)),
        };
        match clues {
            Ok(clues) => all.push(Played::new(clues)),
            Err(reason) => {
                *status = exit::FAILURE;
                let name = file.display().to_string();
                match &name[..] {
                    "-" => process.say(reason),
                    _ => process.say(format_args!("{name}: {reason}")),
                }
            }
        }
    }
    Ok(all)
}
