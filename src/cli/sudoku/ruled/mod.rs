//! Sudokus with rules, in the texts and links of other programs, for the subcommands that know
//! them.
//!
//! A link is one line. A text of rules, or JSON, goes on to the next blank line.

pub mod check;
pub mod make;
pub mod solve;
pub mod write;

use super::bulk;
use super::stream::PuzzleResult;
use super::variant::{Killer, Variant as BoardOptions};
use crate::answers::Stopped;
use crate::cli::arguments::deadline::time_is_up;
use crate::cli::files::input;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::Board;
use crate::sudoku::links::{self, LinkFault};
use crate::sudoku::rules::solve::Rules;
use crate::sudoku::rules::{Variant, usual};
use crate::text::ends::Plain;
use crate::text::plural::counted;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

/// The text of a file.
type Text = Box<dyn Read + Send>;

/// A Sudoku with rules, or why it is none; both with the place.
pub struct Ruled {
    /// The file and line, with `: ` after them; empty for the first text of standard input.
    pub place: String,
    /// The Sudoku.
    pub variant: Result<Variant, LinkFault>,
    /// The exit status if it is none.
    if_bad: u8,
}

impl Ruled {
    /// A puzzle without rules, or why it is none, which says where.
    pub fn of_plain(board: &Board, puzzle: PuzzleResult) -> Self {
        let variant = puzzle.and_then(|grid| usual::of_board(board, &grid));
        Ruled {
            place: String::new(),
            variant: variant.map_err(LinkFault::Text),
            if_bad: exit::FAILURE,
        }
    }

    /// The Sudoku ready to be solved; or the answer for a bad one.
    pub fn rules(&self) -> Result<Rules<'_>, (String, u8)> {
        let Ok(variant) = &self.variant else {
            return Err(("bad puzzle\n".to_owned(), self.if_bad));
        };
        Rules::new(variant).map_err(|fault| (format!("bad puzzle: {fault}\n"), self.if_bad))
    }
}

/// The text for a Sudoku, and the exit status.
pub type Answer = Result<(String, u8), Stopped>;

/// Answers for Sudokus, in order, on some threads; the greatest status. `done` says what has been
/// done with those that are told when time is up.
///
/// # Errors
/// If time is up, or output fails.
pub fn answer_all(
    all: Vec<Ruled>,
    threads: usize,
    done: &str,
    process: &mut Process,
    answer: impl Fn(&Ruled) -> Answer + Sync,
) -> Result<u8, Failure> {
    let (mut status, mut count) = (exit::DONE, 0u64);
    let mut left = all.into_iter();
    bulk::in_order(
        threads,
        || Ok(left.next()),
        |ruled| (remarks(&ruled), answer(&ruled)),
        |(remarks, answer)| {
            remarks.into_iter().for_each(|line| process.say(line));
            let (text, own) = answer
                .map_err(|_| time_is_up(format!(", with {} {done}", counted(count, "puzzle"))))?;
            count += 1;
            status = status.max(own);
            process.out().put(text.as_bytes());
            process.check()
        },
    )?;
    Ok(status)
}

/// What a text has beside the puzzle, or why it is none.
pub fn remarks(ruled: &Ruled) -> Vec<String> {
    match &ruled.variant {
        Ok(variant) => {
            let remark = |remark: &String| format!("{}{remark}", ruled.place);
            variant.remarks.iter().map(remark).collect()
        }
        Err(fault) => vec![format!("{}{fault}", ruled.place)],
    }
}

/// The first file of several.
pub enum First {
    /// All files have Sudokus with rules.
    Rules(Vec<Ruled>),
    /// It has something else; its text, if it was opened.
    Other(Option<Text>),
}

/// No text of rules is longer.
const MOST: usize = 1 << 26;

/// Opens the first file, and reads all if the first has Sudokus with rules. Nothing is opened if
/// the command line tells the board.
///
/// # Errors
/// If a file cannot be read.
pub fn open(files: &[PathBuf], variant: &BoardOptions, killer: &Killer) -> Result<First, Failure> {
    if variant.is_given() || killer.killer.is_some() {
        return Ok(First::Other(None));
    }
    open_all(files)
}

/// Opens the first file for a subcommand that knows one board: [`open`] without its options.
///
/// # Errors
/// If a file cannot be read.
pub fn open_all(files: &[PathBuf]) -> Result<First, Failure> {
    let path = files.first().map_or(Path::new("-"), |path| path);
    let mut text = input::open(path)?;
    let failed = |error| Failure::reading(path.display(), &error);
    let (begun, is_ruled) = beginning(&mut text).map_err(failed)?;
    if !is_ruled {
        return Ok(First::Other(Some(Box::new(Cursor::new(begun).chain(text)))));
    }
    let mut found = read_all(path, Box::new(Cursor::new(begun).chain(text)))?;
    for path in files.iter().skip(1) {
        found.extend(read_all(path, input::open(path)?)?);
    }
    Ok(First::Rules(found))
}

/// The first lines of a text, up to one that says something, and whether that is a rule or a link.
fn beginning(text: &mut Text) -> std::io::Result<(Vec<u8>, bool)> {
    let mut begun = Vec::new();
    let mut buffer = [0; 1 << 12];
    loop {
        let read = match text.read(&mut buffer) {
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        begun.extend_from_slice(&buffer[..read]);
        // A line may go on after the buffer, but a rule or a link shows how it begins. The grid may
        // stand at the end of JSON.
        let is_rule = has_rules(&begun);
        let text = begun.trim_ascii_start();
        let is_clear = !text.starts_with(b"{") && (text.len() >= 200 || text.contains(&b'\n'));
        if is_rule || is_clear || read == 0 || begun.len() > 1 << 16 {
            return Ok((begun, is_rule));
        }
    }
}

/// All Sudokus of a file.
fn read_all(path: &Path, text: Text) -> Result<Vec<Ruled>, Failure> {
    let mut bytes = Vec::new();
    let mut text = Plain::new(text.take(MOST as u64 + 1));
    text.read_to_end(&mut bytes)
        .map_err(|error| Failure::reading(path.display(), &error))?;
    if bytes.len() > MOST {
        let why = format!("{}: the text is longer than 64 MB", path.display());
        return Err(Failure::new(why));
    }
    Ok(of_text(path, &bytes))
}

/// Whether a text has Sudokus with rules.
pub fn has_rules(text: &[u8]) -> bool {
    links::has_rules(&String::from_utf8_lossy(text))
}

/// All Sudokus of a text.
pub fn of_text(path: &Path, bytes: &[u8]) -> Vec<Ruled> {
    let text = String::from_utf8_lossy(bytes);
    let file = match path.as_os_str() == "-" {
        true => String::new(),
        false => format!("{}: ", path.display()),
    };
    let one = |line: usize, text: &str| Ruled {
        place: match line {
            1 => file.clone(),
            line => format!("{file}line {line}: "),
        },
        variant: links::read(text),
        if_bad: exit::BAD_INPUT,
    };
    let texts = links::texts(&text).into_iter();
    texts.map(|(line, text)| one(line, &text)).collect()
}

/// The failure of a subcommand that does not know rules.
pub fn not_known(what: &str) -> Failure {
    Failure::new(format_args!("{what} does not know Sudokus with rules"))
        .with_status(exit::BAD_USAGE)
}
