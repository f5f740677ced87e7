//! Reads the forms: a line, nine rows, or a tag at a time, so that files of any length are read in
//! constant memory ([`Puzzles`](crate::text::Puzzles) has the lines).
//!
//! A cell with one candidate is read as a digit if no cell that sees it has that candidate: nothing
//! is lost, and it may well be a clue. Otherwise the cell is empty.

use super::{ALL, Played};
use crate::boards::alphabet::BLANKS;
use dlx3_base::text::blank::words;

/// What stands between words, beside blanks.
const BETWEEN: &[u8] = b"|,;";

/// Why a text in one of the forms is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum FormFault {
    Misplaced { column: usize, byte: u8 },
    NoCandidate { cell: u8 },
    Row,
    FewFields,
    LibraryCell { column: usize, byte: u8 },
    LibraryLength { found: usize },
    Deleted { column: usize },
    NoGame,
    Game { number: u64 },
    MarksLength { found: usize },
    EndlessGame { number: u64 },
    CandidatesMatter,
    OtherBoard,
}

dlx3_base::messages! {
    FormFault {
        Self::Misplaced { column, byte } => (
            "column {column}: `{}' does not stand there: each cell has nine places, for 1 to 9",
            byte.escape_ascii(),
        ),
        Self::NoCandidate { cell } => ("r{}c{} has no candidate", cell / 9 + 1, cell % 9 + 1),
        Self::Row => "these are not nine cells, each with a digit or its candidates",
        Self::FewFields => "a library string has at least four colons",
        Self::LibraryCell { column, byte } => (
            "column {column}: `{}' is neither a digit nor a blank nor a + before a digit",
            byte.escape_ascii(),
        ),
        Self::LibraryLength { found } =>
            "the grid of the library string has {found} cells where 81 are expected",
        Self::Deleted { column } =>
            "column {column}: a deleted candidate is a digit, a row and a column, as in 312",
        Self::NoGame => "there is no <game data=\"...\">",
        Self::Game { number } =>
            "game {number}: its data is not 81 digits, nor `version: 1' to `version: 5' with 81 cells",
        Self::MarksLength { found } => "{found} characters where 729 are expected",
        Self::EndlessGame { number } => "game {number} has no end",
        Self::CandidatesMatter =>
            "its candidates are part of the puzzle, as its clues alone do not have one solution, and \
            only clues count here",
        Self::OtherBoard => "candidates are known on 9x9 boards with square boxes and nothing else",
    }
}

/// The kind of a line in these forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormLine {
    /// 729 characters.
    Marks,
    /// HoDoKu's library string.
    Library,
    /// The beginning of OpenSudoku's XML.
    Xml,
    /// Nine cells, one of them with several candidates or an entered digit.
    Row,
    /// 81 of them.
    Rows,
    /// A row that is damaged.
    BadRow,
}

/// The kind of a line, white space around it stripped; none if no form with more than digits fits.
pub fn kind(line: &[u8]) -> Option<FormLine> {
    let has_digit = || line.iter().any(u8::is_ascii_digit);
    let word = first_word(line);
    match line.first()? {
        b':' if has_digit() => return Some(FormLine::Library),
        b'<' => {
            let starts: [&[u8]; 3] = [b"<?xml", b"<opensudoku", b"<game"];
            let is_start = starts.iter().any(|start| line.starts_with(start));
            return is_start.then_some(FormLine::Xml);
        }
        _ if word.len() == 729 => return Some(FormLine::Marks),
        _ if is_plain_library(word) => return Some(FormLine::Library),
        _ => {}
    }
    // Most lines end here, at their first character that fits no form.
    let is_part = |byte: &u8| {
        byte.is_ascii_digit() || byte.is_ascii_whitespace() || b"|,;u.*#@()+-".contains(byte)
    };
    if !line.iter().all(is_part) {
        return None;
    }
    let words: Vec<&[u8]> = words(line, BETWEEN).collect();
    let digits = |word: &&[u8]| word.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_rich = |word: &&[u8]| digits(word) > 1 || word.starts_with(b"u");
    if !words.iter().any(is_rich) {
        return None;
    }
    let are_sets = words.iter().all(|word| cell(word).is_some());
    // Nine full sets might be nine rows; but such a grid would have its columns all of one digit.
    match words.len() {
        9 if are_sets => Some(FormLine::Row),
        81 if are_sets => Some(FormLine::Rows),
        5.. if line[0] == b'|' && line.ends_with(b"|") => Some(FormLine::BadRow),
        _ => None,
    }
}

fn first_word(line: &[u8]) -> &[u8] {
    let end = line.iter().position(u8::is_ascii_whitespace);
    &line[..end.unwrap_or(line.len())]
}

/// Whether a word is the grid of a library string, perhaps with deleted candidates, but without the
/// fields before it.
fn is_plain_library(word: &[u8]) -> bool {
    let grid = word.split(|&byte| byte == b':').next().unwrap_or(word);
    let cells = grid.iter().filter(|&&byte| byte != b'+').count();
    let has_more = grid.contains(&b'+') || grid.len() < word.len();
    cells == 81 && has_more && grid.iter().any(u8::is_ascii_digit)
}

/// The cell that a word stands for: its candidates (none if the word names none), and whether the
/// digit was entered. Marks that programs put beside candidates of a step are skipped.
fn cell(word: &[u8]) -> Option<(u16, bool)> {
    let (is_entered, rest) = match word {
        [b'u', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    if let [blank] = rest
        && (*blank == b'0' || BLANKS.contains(blank))
    {
        return (!is_entered).then_some((0, false));
    }
    let (mut set, mut count) = (0u16, 0);
    for sign in rest.iter().filter(|sign| !b"*#@()+-".contains(sign)) {
        let digit = sign.checked_sub(b'1').filter(|&digit| digit < 9)?;
        set |= 1 << digit;
        count += 1;
    }
    let is_good = set != 0 && set.count_ones() == count && (!is_entered || count == 1);
    is_good.then_some((set, is_entered))
}

/// Reads rows of cells. A fault comes with the place of its row.
///
/// # Errors
/// If a row does not have nine cells.
pub fn rows(lines: &[Vec<u8>]) -> Result<Played, (usize, FormFault)> {
    let (mut sets, mut entered) = (Vec::with_capacity(81), Vec::with_capacity(81));
    for (place, line) in lines.iter().enumerate() {
        for word in words(line, BETWEEN) {
            let (set, is_entered) = cell(word).ok_or((place, FormFault::Row))?;
            sets.push(set);
            entered.push(is_entered);
        }
        if sets.len() != 81 / lines.len() * (place + 1) {
            return Err((place, FormFault::Row));
        }
    }
    let whole = (sets.try_into().ok(), entered.try_into().ok());
    let (Some(sets), Some(entered)) = whole else {
        return Err((0, FormFault::Row));
    };
    Ok(from_sets(&sets, &entered))
}

/// 729 characters.
///
/// # Errors
/// If there are not 729 characters, if one is neither a blank nor the digit of its place, or if a
/// cell has no candidate.
pub fn marks(line: &[u8]) -> Result<Played, FormFault> {
    let mut sets = [0; 81];
    let word = first_word(line);
    if word.len() != 729 {
        return Err(FormFault::MarksLength { found: word.len() });
    }
    for (place, &byte) in word.iter().enumerate() {
        let digit = (place % 9) as u8;
        match byte {
            byte if byte == b'1' + digit => sets[place / 9] |= 1 << digit,
            byte if byte == b'0' || BLANKS.contains(&byte) => {}
            byte => {
                let column = place + 1;
                return Err(FormFault::Misplaced { column, byte });
            }
        }
    }
    match sets.iter().position(|&set| set == 0) {
        Some(cell) => Err(FormFault::NoCandidate { cell: cell as u8 }),
        None => Ok(from_sets(&sets, &[false; 81])),
    }
}

fn from_sets(sets: &[u16; 81], entered: &[bool; 81]) -> Played {
    let mut played = Played::new([0; 81]);
    for (cell, &set) in sets.iter().enumerate() {
        let may_be_elsewhere = || super::peers(cell).any(|peer| sets[peer] & set != 0);
        let is_digit = set.count_ones() == 1 && (entered[cell] || !may_be_elsewhere());
        if !is_digit {
            played.marks[cell] = set;
            continue;
        }
        let digit = set.trailing_zeros() as u8 + 1;
        played.digits[cell] = digit;
        if !entered[cell] {
            played.clues[cell] = digit;
        }
    }
    played
}

/// HoDoKu's library string, or its grid and deleted candidates alone.
///
/// # Errors
/// If the grid does not have 81 cells, or a candidate is not written as one.
pub fn library_string(line: &[u8]) -> Result<Played, FormFault> {
    let line = match line.starts_with(b":") {
        true => line,
        false => first_word(line),
    };
    let mut start = 0;
    let fields = line.split(|&byte| byte == b':').map(|field| {
        let before = start;
        start += field.len() + 1;
        (before, field)
    });
    let mut fields = fields.skip(if line.starts_with(b":") { 3 } else { 0 });
    let (first, cells) = fields.next().ok_or(FormFault::FewFields)?;
    let mut played = Played::new([0; 81]);
    let (mut cell, mut is_entered) = (0, false);
    for (place, &byte) in cells.iter().enumerate() {
        let column = first + place + 1;
        match byte {
            b'+' if !is_entered => {
                is_entered = true;
                continue;
            }
            b'1'..=b'9' if cell < 81 => {
                played.digits[cell] = byte - b'0';
                if !is_entered {
                    played.clues[cell] = byte - b'0';
                }
            }
            byte if !is_entered && (byte == b'0' || BLANKS.contains(&byte)) => {}
            b'1'..=b'9' => {}
            byte => return Err(FormFault::LibraryCell { column, byte }),
        }
        (cell, is_entered) = (cell + 1, false);
    }
    if cell != 81 {
        return Err(FormFault::LibraryLength { found: cell });
    }
    let (mut at, deleted) = fields.next().unwrap_or((line.len(), b""));
    for word in deleted.split(u8::is_ascii_whitespace) {
        let column = at + 1;
        at += word.len() + 1;
        match word {
            [] => {}
            [digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] => {
                let cell = usize::from(row - b'1') * 9 + usize::from(column - b'1');
                if !played.strike(cell, digit - b'0') {
                    return Err(FormFault::NoCandidate { cell: cell as u8 });
                }
            }
            _ => return Err(FormFault::Deleted { column }),
        }
    }
    Ok(played)
}

/// OpenSudoku's XML, line by line.
///
/// Each byte is scanned once: the search for the end of an open tag continues where the text ended.
#[derive(Debug, Default)]
pub struct Games {
    /// The text that is kept, and where in it the unread part starts.
    text: Vec<u8>,
    start: usize,
    /// Where the search for the end of a tag continues, and the quote that is open there.
    scanned: usize,
    quote: Option<u8>,
    /// The number of games so far.
    pub count: u64,
}

/// The next part of a text of games.
#[derive(Debug)]
pub enum NextGame {
    /// A game.
    Game(Result<Box<Played>, FormFault>),
    /// More text is needed.
    More,
    /// The games have ended.
    End,
}

impl Games {
    /// More text.
    pub fn add(&mut self, line: &[u8]) {
        self.text.drain(..self.start);
        self.scanned -= self.start;
        self.start = 0;
        self.text.extend_from_slice(line);
    }

    /// The next game of the text.
    pub fn next_game(&mut self) -> NextGame {
        /// A longer tag is taken to have no end. OpenSudoku's tags have some thousand characters,
        /// and many more if they hold the history of a game.
        const LONGEST: usize = 1 << 24;
        loop {
            let Some(start) = memchr::memchr(b'<', &self.text[self.start..]) else {
                self.skip_to(self.text.len());
                return NextGame::More;
            };
            self.start += start;
            let number = self.count + 1;
            let Some(end) = self.tag_end() else {
                if self.text.len() - self.start <= LONGEST {
                    return NextGame::More;
                }
                self.skip_to(self.text.len());
                self.count = number;
                return NextGame::Game(Err(FormFault::EndlessGame { number }));
            };
            let tag = &self.text[self.start..=end];
            if tag.starts_with(b"</opensudoku") {
                self.skip_to(self.text.len());
                return NextGame::End;
            }
            let is_game = tag.starts_with(b"<game") && !tag[5].is_ascii_alphanumeric();
            let game = is_game.then(|| game(tag));
            self.skip_to(end + 1);
            if let Some(game) = game {
                self.count = number;
                return NextGame::Game(game.map(Box::new).ok_or(FormFault::Game { number }));
            }
        }
    }

    /// Everything before has been read.
    fn skip_to(&mut self, place: usize) {
        (self.start, self.scanned, self.quote) = (place, place, None);
    }

    /// Where the tag at the start ends: at the first `>` outside quotes.
    fn tag_end(&mut self) -> Option<usize> {
        self.scanned = self.scanned.max(self.start);
        while let Some(&byte) = self.text.get(self.scanned) {
            match (self.quote, byte) {
                (None, b'>') => return Some(self.scanned),
                (None, b'"' | b'\'') => self.quote = Some(byte),
                (Some(mark), byte) if mark == byte => self.quote = None,
                _ => {}
            }
            self.scanned += 1;
        }
        None
    }
}

/// A game of a tag.
fn game(tag: &[u8]) -> Option<Played> {
    let data = ["data", "cells_data"];
    let data = data.into_iter().find_map(|name| attribute(tag, name))?;
    let text = String::from_utf8_lossy(data);
    let text = ["&#10;", "&#xA;", "&#xa;"]
        .into_iter()
        .fold(text.into_owned(), |text, newline| {
            text.replace(newline, "\n")
        });
    match text.trim().strip_prefix("version:") {
        Some(rest) => cells(rest.trim_start()),
        None => digits(text.trim()),
    }
}

fn attribute<'t>(tag: &'t [u8], name: &str) -> Option<&'t [u8]> {
    let mut starts = (1..tag.len()).filter(|&start| tag[start - 1].is_ascii_whitespace());
    starts.find_map(|start| {
        let value = tag[start..].strip_prefix(name.as_bytes())?;
        let value = value.trim_ascii_start().strip_prefix(b"=")?;
        let (&quote, value) = value.trim_ascii_start().split_first()?;
        if !matches!(quote, b'"' | b'\'') {
            return None;
        }
        memchr::memchr(quote, value).map(|end| &value[..end])
    })
}

/// 81 digits, with 0 or `.` for blanks.
fn digits(text: &str) -> Option<Played> {
    let digits = text.bytes().map(|sign| match sign {
        b'.' => Some(0),
        sign => sign.checked_sub(b'0').filter(|&digit| digit <= 9),
    });
    let digits: Option<Vec<u8>> = digits.collect();
    digits?.try_into().ok().map(Played::new)
}

/// A version and 81 cells. A cell has its value, notes, from version 4 on more notes, from version
/// 5 on a color, and whether it may be edited (and so is no clue).
fn cells(text: &str) -> Option<Played> {
    let (version, rest) = text.split_once('\n')?;
    let version: u32 = version.trim().parse().ok()?;
    let width = match version {
        1..=3 => 3,
        4 | 5 => version as usize,
        _ => return None,
    };
    let words = rest.split('|').map(str::trim);
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.len() != 81 * width {
        return None;
    }
    let mut played = Played::new([0; 81]);
    for (cell, words) in words.chunks(width).enumerate() {
        let digit: u8 = words[0].parse().ok().filter(|&digit| digit <= 9)?;
        played.digits[cell] = digit;
        match words[width - 1] {
            "0" => played.clues[cell] = digit,
            "1" => {}
            _ => return None,
        }
        let notes = match version {
            1 => note_list(words[1])?,
            _ => words[1].parse().ok().filter(|&set: &u16| set <= ALL)?,
        };
        if digit == 0 {
            played.marks[cell] = notes;
        }
    }
    Some(played)
}

/// Notes as `1,5,`, or `-` for none.
fn note_list(text: &str) -> Option<u16> {
    let words = text.split(',').filter(|word| !matches!(*word, "" | "-"));
    let mut bits = words.map(|word| {
        let digit: u16 = word.parse().ok()?;
        (1..=9).contains(&digit).then(|| 1 << (digit - 1))
    });
    bits.try_fold(0, |set, bit| Some(set | bit?))
}
