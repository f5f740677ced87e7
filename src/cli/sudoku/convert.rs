//! `sudoku convert`: 9x9 puzzles in the forms of other programs.

use super::ruled::{self, First, Ruled};
use super::stream::PuzzleStream;
use crate::cli::arguments::deadline::{TimeLimit, time_is_up};
use crate::cli::{Failure, Process, exit};
use crate::sudoku::forms::{self, PuzzleForm};
use crate::sudoku::given::played_of;
use crate::sudoku::{Board, Geometry};
use crate::text::plural::counted;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Writes puzzles in another form
///
/// Candidates are those of the player, or else all that the digits leave. If a form does not tell
/// clues from other digits, all count as clues.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  sudoku make | sudoku convert --to candidates

Exit status: 0 done; 1 something was no puzzle, or failing output; 2 bad usage;
3 time is up.")]
pub struct Arguments {
    /// Files of puzzles; stdin if there are none
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form to write
    #[arg(long, value_enum, value_name = "FORM")]
    to: To,
    #[command(flatten)]
    time: TimeLimit,
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
    /// The JSON of f-puzzles
    Fpuzzles,
    /// The text of Interactive Sudoku Solver
    Iss,
    /// A link to f-puzzles or, for rules that it lacks, to Interactive Sudoku Solver
    Link,
    /// A picture as SVG, of one puzzle
    Svg,
}

impl To {
    /// The form of a Sudoku with rules, if it is one.
    fn ruled(self) -> Option<ruled::write::Form> {
        match self {
            To::Fpuzzles => Some(ruled::write::Form::Fpuzzles),
            To::Iss => Some(ruled::write::Form::Iss),
            To::Link => Some(ruled::write::Form::Link),
            To::Svg => Some(ruled::write::Form::Svg),
            _ => None,
        }
    }

    /// The form of a plain puzzle.
    fn plain(self) -> Option<PuzzleForm> {
        Some(match self {
            To::Line => PuzzleForm::Line,
            To::Grid => PuzzleForm::Grid,
            To::Sdk => PuzzleForm::Sdk,
            To::Sdx => PuzzleForm::Sdx,
            To::Marks => PuzzleForm::Marks,
            To::Candidates => PuzzleForm::Candidates,
            To::Hodoku => PuzzleForm::Hodoku,
            To::OpenSudoku => PuzzleForm::OpenSudoku,
            To::Fpuzzles | To::Iss | To::Link | To::Svg => return None,
        })
    }
}

/// Runs the subcommand.
///
/// # Errors
/// Files that cannot be read, or are damaged; failing output.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let geometry = Geometry::of_order(9).map_err(Failure::new)?;
    let first = match (ruled::open_all(&arguments.files)?, arguments.to.ruled()) {
        (First::Rules(all), Some(form)) => return ruled::write::convert(all, form, process),
        (First::Rules(_), None) => {
            let why = "Sudokus with rules have the forms fpuzzles, iss, link and svg only";
            return Err(Failure::new(why).with_status(exit::BAD_USAGE));
        }
        (First::Other(first), _) => first,
    };
    let mut stream = PuzzleStream::new(&geometry, &arguments.files, None).beginning_with(first);
    let Some(form) = arguments.to.plain() else {
        let board = Board::from(geometry.clone());
        let mut all = Vec::new();
        while let Some(puzzle) = stream.next()? {
            all.push(Ruled::of_plain(&board, puzzle));
        }
        let form = arguments.to.ruled().expect("it is one or the other");
        return ruled::write::convert(all, form, process);
    };
    let is_xml = form == PuzzleForm::OpenSudoku;
    let has_gaps = !is_xml
        && !matches!(
            form,
            PuzzleForm::Line | PuzzleForm::Marks | PuzzleForm::Hodoku
        );
    let deadline = arguments.time.begin();
    let (mut status, mut is_next, mut written) = (exit::DONE, false, 0u64);
    if is_xml {
        process.out().put(forms::XML_HEAD.as_bytes());
    }
    let mut is_late = false;
    // A begun XML file is ended properly even after a failure.
    let mut ended = Ok(());
    loop {
        let given = match stream.next_given() {
            Ok(Some(given)) => given,
            Ok(None) => break,
            Err(failure) => {
                ended = Err(failure);
                break;
            }
        };
        is_late = deadline.is_over();
        if is_late {
            break;
        }
        match given.and_then(played_of) {
            Ok(played) => {
                // Forms of several lines have a blank line between them.
                if is_next && has_gaps {
                    process.out().put(b"\n");
                }
                is_next = true;
                written += 1;
                process.out().put(played.write(form).as_bytes());
            }
            Err(reason) => {
                status = exit::FAILURE;
                process.say(reason);
            }
        }
        process.check()?;
    }
    if is_xml {
        process.out().put(forms::XML_END.as_bytes());
    }
    process.check()?;
    if is_late {
        let known = format!(", with {} written", counted(written, "puzzle"));
        return Err(time_is_up(&known));
    }
    ended.map(|()| status)
}
