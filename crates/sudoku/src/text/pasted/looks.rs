//! Guesses what an unreadable text is, so that the refusal can say what to do.

use super::Asked;
use super::cell::{self, is_frame};
use crate::boards::cage;
use dlx3_base::text::blank::words;
use std::fmt;

/// The likely kind of an unreadable text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum Looks {
    TwoReadings,
    TwoGrids { rows: usize, columns: usize },
    Table { rows: usize, columns: usize },
    Grid { order: usize },
    Link(&'static str),
    ShortLink,
    OtherLink,
    Cages,
    Jigsaw,
    Markup,
}

impl fmt::Display for Looks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Looks::TwoReadings => write!(f, "this text can be read as two puzzles: write it"),
            Looks::TwoGrids { rows, columns } => write!(
                f,
                "this looks like two grids side by side ({rows} rows, {columns} columns): write them"
            ),
            Looks::Table { rows, columns } => write!(
                f,
                "this looks like a table of {rows} rows and {columns} columns: write it"
            ),
            Looks::Grid { order } => write!(
                f,
                "this looks like a puzzle of order {order} (see --order {order}); else write it"
            ),
            Looks::Link(program) => write!(
                f,
                "this looks like a link of {program}, whose puzzles have rules of their own: write \
                the digits"
            ),
            Looks::ShortLink => write!(
                f,
                "this link only names a puzzle on a server, and dlx3 asks no network: write {WITHIN}"
            ),
            Looks::OtherLink => write!(
                f,
                "this link has a puzzle in SudokuPad's form `scl...', which is not read: write {WITHIN}"
            ),
            Looks::Cages => write!(
                f,
                "this looks like the cages of a killer Sudoku (see --killer): write the puzzle"
            ),
            Looks::Jigsaw => write!(
                f,
                "this looks like the boxes of a jigsaw (see --jigsaw): write the puzzle"
            ),
            Looks::Markup => write!(
                f,
                "this looks like XML or HTML without cells: write the puzzle"
            ),
        }
    }
}

/// What to write in place of a link that is not read, before the number of signs.
const WITHIN: &str = "a link that has the puzzle in it, with `fpuz...', `fpuzzles...' or \
    `?load=...'; or write the digits";

/// The likely kind of a text, if it is clear.
pub(super) fn of(asked: Asked, lines: &[Vec<u8>]) -> Option<Looks> {
    let order = asked.order;
    let said = |line: &&Vec<u8>| !line.trim_ascii().is_empty() && !is_frame(line);
    let lines: Vec<&Vec<u8>> = lines.iter().filter(said).collect();
    let first = lines.first()?;
    if let Some(link) = link(first) {
        return Some(link);
    }
    if cage::begins(first, order) {
        return Some(Looks::Cages);
    }
    if first.trim_ascii_start().starts_with(b"<") {
        return Some(Looks::Markup);
    }
    let word = |line: &Vec<u8>| line.trim_ascii().to_vec();
    let words: Vec<Vec<u8>> = lines.iter().map(|line| word(line)).collect();
    let are_letters = |words: &[Vec<u8>], length: usize| {
        words
            .iter()
            .all(|word| word.len() == length && word.iter().all(u8::is_ascii_alphabetic))
    };
    if order <= 9 && words.len() >= order && are_letters(&words[..order], order) {
        let is_cages = words[order..].iter().any(|word| word.contains(&b'='));
        return match is_cages {
            true => Some(Looks::Cages),
            false if words.len() == order => Some(Looks::Jigsaw),
            false => None,
        };
    }
    let counts: Vec<(usize, bool)> = lines.iter().map(|line| count(line)).collect();
    let (columns, are_fields) = counts[0];
    if counts.iter().any(|&count| count != counts[0]) {
        return None;
    }
    let rows = counts.len();
    let is_order = |order: usize| matches!(order, 4 | 6 | 9 | 16 | 25);
    match (rows, columns) {
        (1, cells) if is_order(cells.isqrt()) && cells.isqrt().pow(2) == cells => {
            let other = cells.isqrt();
            (other != order).then_some(Looks::Grid { order: other })
        }
        (rows, columns) if rows == columns && is_order(rows) && rows != order => {
            Some(Looks::Grid { order: rows })
        }
        (rows, columns) if rows == order && columns == 2 * order => {
            Some(Looks::TwoGrids { rows, columns })
        }
        (2.., columns) if columns > order && are_fields => Some(Looks::Table { rows, columns }),
        _ => None,
    }
}

fn link(line: &[u8]) -> Option<Looks> {
    let has = |part: &[u8]| memchr::memmem::find(line, part).is_some();
    let has_puzzle = || has(b"/fpuz") || has(b"=fpuz") || has(b"load=");
    let known: [(&[u8], &str); 6] = [
        (b"f-puzzles.com", "f-puzzles"),
        (b"sudokupad", "SudokuPad"),
        (b"crackingthecryptic.com", "SudokuPad"),
        (b"penpa", "Penpa"),
        (b"puzz.link", "puzz.link"),
        (b"://", "another program"),
    ];
    if has(b"tinyurl.com/") {
        return Some(Looks::ShortLink);
    }
    let (_, program) = known.into_iter().find(|(part, _)| has(part))?;
    Some(match program {
        "SudokuPad" if has_puzzle() => Looks::Link(program),
        "SudokuPad" if has(b"/scl") || has(b"=scl") => Looks::OtherLink,
        "SudokuPad" => Looks::ShortLink,
        _ => Looks::Link(program),
    })
}

/// The number of fields of a line that look like cells, and true; or else the number of its signs,
/// and false.
fn count(line: &[u8]) -> (usize, bool) {
    let is_cell = |field: &[u8]| cell::read(36, field).is_some();
    for separator in [b',', b';', b'\t'] {
        let fields = line.split(|&byte| byte == separator);
        let count = fields.clone().count();
        if count > 2 && fields.clone().all(is_cell) {
            return (count, true);
        }
    }
    let words: Vec<&[u8]> = words(line, b"|,;").collect();
    match &words[..] {
        [word] if word.len() > 2 && word.chunks(1).all(is_cell) => (word.len(), false),
        words if words.iter().all(|word| is_cell(word)) => (words.len(), true),
        _ => (0, true),
    }
}
