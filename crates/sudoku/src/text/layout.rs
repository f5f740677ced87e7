//! Recognizes the lines of a text with puzzles: cells, parts of frames, or something else.
//!
//! ```text
//! 53..7....6..195....                all cells of a puzzle, in one word; others may stand beside it
//! 5 3 . | . 7 . | . . .              a row: its cells in one word, in groups, or between blanks,
//! 5,3,,,7,,,,                        commas or bars
//! [5, 3, 0, 0, 7, 0, 0, 0, 0],       a row of a list, as programs print and read it
//! | 5 | 3 |   |   | 7 |              a row with a bar between any two cells
//! +---+---+  -----------             a frame
//! | 12 3 45 | 6 7 89 | 1 2 3 |        cells with candidates, and others of [`forms`]
//! # remark   |remark   [Puzzle]      what programs write around puzzles
//! ```

use super::forms::{self, FormLine};
use super::pasted::is_solution;
use super::reading::{NUMBER, Sign};
use crate::boards::Alphabet;
use crate::boards::alphabet::BLANKS;
use dlx3_base::text::blank::words;

/// The board and its digits, as far as the reading of lines depends on them.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The number of rows and of columns.
    pub order: usize,
    /// Whether `#` may stand in a cell.
    pub has_holes: bool,
    /// The digits, if the user named them.
    pub digits: Option<Alphabet>,
}

/// The kind of a line. Its cells, if any, are returned separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Nothing.
    Blank,
    /// A comment.
    Comment,
    /// Part of a frame.
    Frame,
    /// `[Puzzle]` or another name in brackets, and whether puzzles may follow.
    Section(bool),
    /// All cells of a puzzle.
    Puzzle,
    /// The cells of a row.
    Row,
    /// A form with candidates, of a 9x9 board. Its cells are not returned.
    Form(FormLine),
    /// Something else: its number of characters or words, whichever seems to be meant, and whether
    /// it is prose.
    Other(usize, bool),
}

impl Shape {
    fn cells(&self) -> usize {
        self.order * self.order
    }

    /// Whether candidates may stand in cells.
    fn has_forms(&self) -> bool {
        self.order == 9 && !self.has_holes && self.digits.is_none_or(|digits| digits.is_usual())
    }

    /// The kind of a line. Appends its cells. `column` is the field of a table that has the
    /// puzzles, if a header named it.
    pub fn line(&self, line: &[u8], column: Option<usize>, signs: &mut Vec<Sign>) -> LineKind {
        let ascii;
        let line = match memchr::memchr3(0xe2, 0xc2, 0xef, line).is_some() {
            true => {
                ascii = in_ascii(line);
                &ascii[..]
            }
            false => line,
        };
        let whole = line;
        let line = whole.trim_ascii();
        let (Some(&first), Some(&last)) = (line.first(), line.last()) else {
            return self.empty(whole, signs);
        };
        // A whole XML file may be one line.
        if self.has_forms()
            && (line.len() <= LONGEST || first == b'<')
            && let Some(form) = forms::kind(line)
        {
            return LineKind::Form(form);
        }
        if line.len() > LONGEST {
            let words: Vec<&[u8]> = words(line, BETWEEN).collect();
            return LineKind::Other(self.found(line, &words), false);
        }
        // A member of an object that is no puzzle.
        if let [b'"', rest @ ..] = line
            && let Some(end) = memchr::memchr(b'"', rest)
            && rest[end + 1..].trim_ascii_start().starts_with(b":")
            && is_solution(&rest[..end].to_ascii_lowercase())
        {
            return LineKind::Comment;
        }
        // The end of a list, or its beginning, as in a name followed by a bracket.
        if line.iter().all(|byte| b"[]{},; ".contains(byte))
            && line.iter().any(|byte| b"[]{}".contains(byte))
        {
            return LineKind::Frame;
        }
        if let Some(kind) = self.listed(line, signs) {
            return kind;
        }
        match first {
            _ if matches!(last, b'[' | b'{') => return LineKind::Comment,
            b'#' if !self.has_holes => return LineKind::Comment,
            b'|' if last != b'|' => return LineKind::Comment,
            b'[' => return section(line),
            _ if self.is_frame(line) => return LineKind::Frame,
            _ => {}
        }
        let line = match self.has_holes {
            true => line,
            false => without_remark(line),
        };
        if let Some(kind) = self.separated(whole, signs) {
            return kind;
        }
        let all: Vec<&[u8]> = words(line, BETWEEN).collect();
        let kind = self
            .one_word(line, column, &all, signs)
            .or_else(|| self.several_words(first == b'|', &all, signs));
        match kind {
            Some(kind) => kind,
            // A row that is damaged, or a remark.
            None if first == b'|' && !all.iter().all(|word| self.cell(word).is_some()) => {
                LineKind::Comment
            }
            None => self.other(line, &all),
        }
    }

    /// How many characters, words or fields a line has, whichever seems to be meant.
    fn found(&self, line: &[u8], words: &[&[u8]]) -> usize {
        let longest = words.iter().map(|word| word.len()).max().unwrap_or(0);
        let is_separator = |byte: &&u8| b",;\t|".contains(byte);
        let fields = || line.iter().filter(is_separator).count() + 1;
        match longest {
            0 => fields(),
            1 | 2 => words.len(),
            // Some word of many has the right length.
            longest if longest == self.cells() => words.len().max(fields()),
            longest => longest,
        }
    }

    /// A line of white space: a row of blanks, if there are tabs between its cells.
    fn empty(&self, line: &[u8], signs: &mut Vec<Sign>) -> LineKind {
        let line = without_end(line);
        let is_row = self.order > 1 && line.len() == self.order - 1;
        match is_row && line.iter().all(|&byte| byte == b'\t') {
            true => {
                signs.extend(std::iter::repeat_n(Sign::from(b'.'), self.order));
                LineKind::Row
            }
            false => LineKind::Blank,
        }
    }

    /// Cells in brackets, one list for all or one for each row. The text before them is their name.
    fn listed(&self, line: &[u8], signs: &mut Vec<Sign>) -> Option<LineKind> {
        let is_opening = |byte: u8| matches!(byte, b'[' | b'{');
        let is_bracket = |byte: u8| is_opening(byte) || matches!(byte, b']' | b'}');
        let mut starts = (0..line.len()).filter(|&at| is_opening(line[at]));
        // A string of cells may end with a comma.
        let start = match starts.next() {
            Some(start) => start,
            None if line.starts_with(b"\"") && line.ends_with(b"\",") => 0,
            None => return None,
        };
        // In `{"grid": [[5, 3` the list begins later.
        let inner = |start: usize| -> Vec<u8> {
            let bytes = line[start..].iter();
            let bytes = bytes.map(|&byte| if is_bracket(byte) { b' ' } else { byte });
            let bytes: Vec<u8> = bytes.collect();
            let is_end = |byte: &u8| byte.is_ascii_whitespace() || b",;".contains(byte);
            let first = bytes.iter().position(|byte| !is_end(byte));
            let last = bytes.iter().rposition(|byte| !is_end(byte));
            match (first, last) {
                (Some(first), Some(last)) => bytes[first..=last].to_vec(),
                _ => Vec::new(),
            }
        };
        std::iter::once(start)
            .chain(starts.take(MOST_OPENED))
            .find_map(|start| {
                let cells = inner(start);
                let words: Vec<&[u8]> = words(&cells, BETWEEN).collect();
                match &words[..] {
                    [only]
                        if only.len() == self.order
                            && only.iter().all(|&sign| self.is_sign(sign)) =>
                    {
                        signs.extend(only.iter().copied().map(Sign::from));
                        Some(LineKind::Row)
                    }
                    [] | [_] => None,
                    words => self.several_words(false, words, signs),
                }
            })
    }

    /// Cells separated by single commas (or semicolons, or tabs). Nothing between two commas is a
    /// blank.
    fn separated(&self, line: &[u8], signs: &mut Vec<Sign>) -> Option<LineKind> {
        let line = without_end(line);
        // Bars stand before the first cell and after the last one, too.
        let framed = line.trim_ascii();
        if let [b'|', inner @ .., b'|'] = framed
            && let Some(kind) = self.between(inner, b'|', signs)
        {
            return Some(kind);
        }
        let mut separators = [b',', b';', b'\t'].into_iter();
        separators.find_map(|separator| self.between(line, separator, signs))
    }

    /// Cells separated by `separator`.
    fn between(&self, line: &[u8], separator: u8, signs: &mut Vec<Sign>) -> Option<LineKind> {
        let count = line.iter().filter(|&&byte| byte == separator).count() + 1;
        let kind = match count {
            _ if count == self.cells() => LineKind::Puzzle,
            _ if count == self.order => LineKind::Row,
            _ => return None,
        };
        let fields = line.split(|&byte| byte == separator);
        let fields = fields.map(|field| match unquoted(field.trim_ascii()) {
            b"" => Some(Sign::from(b'.')),
            field => self.cell(field),
        });
        let cells: Option<Vec<Sign>> = fields.collect();
        signs.extend(cells.filter(|_| count > 1)?);
        Some(kind)
    }

    /// A word that has all cells of a puzzle or of a row.
    fn one_word(
        &self,
        line: &[u8],
        column: Option<usize>,
        words: &[&[u8]],
        signs: &mut Vec<Sign>,
    ) -> Option<LineKind> {
        let is_whole = |word: &&&[u8]| word.len() == self.cells() && self.cells() > 1;
        let mut kind = LineKind::Puzzle;
        let mut found = None;
        if let Some(column) = column {
            found = table_fields(line).nth(column);
            found = found.filter(|field| is_whole(&field));
        }
        let whole = || words.iter().filter(is_whole).copied();
        if found.is_none() {
            let good = |word: &[u8]| word.iter().filter(|&&sign| self.is_sign(sign)).count();
            // Some characters may be wrong, but not as many as in a hash.
            let is_meant = |word: &&[u8]| 4 * good(word) >= 3 * self.cells();
            found = whole().find(is_meant).or_else(|| whole().next());
            // In a table, the solution may stand before the puzzle.
            let is_open = |word: &&[u8]| word.iter().any(|sign| BLANKS.contains(sign));
            let is_good = |word: &&[u8]| good(word) == self.cells();
            let is_table = || table_fields(line).nth(1).is_some();
            if found.is_some_and(|first| is_good(&first) && !is_open(&first)) && is_table() {
                found = whole()
                    .find(|word| is_good(word) && is_open(word))
                    .or(found);
            }
        }
        let is_row = |word: &&[u8]| word.len() == self.order;
        let are_rows = self.order > 1 && words.len() == self.order && words.iter().all(is_row);
        if found.is_none() && are_rows {
            signs.extend(words.concat().into_iter().map(Sign::from));
            return Some(kind);
        }
        if found.is_none() {
            let first = words.first().copied().filter(|_| line[0] != b'|');
            found = first.filter(|word| is_row(word) && self.is_like_cells(word));
            kind = LineKind::Row;
        }
        signs.extend(found?.iter().copied().map(Sign::from));
        Some(kind)
    }

    /// A word for each cell, or groups of cells.
    fn several_words(
        &self,
        is_framed: bool,
        words: &[&[u8]],
        signs: &mut Vec<Sign>,
    ) -> Option<LineKind> {
        let kind = |count: usize| match count {
            _ if count == self.cells() => Some(LineKind::Puzzle),
            _ if count == self.order => Some(LineKind::Row),
            _ => None,
        };
        let cells: Option<Vec<Sign>> = words.iter().map(|word| self.cell(word)).collect();
        if let (Some(kind), Some(cells)) = (kind(words.len()), cells) {
            signs.extend(cells);
            return Some(kind);
        }
        let sum = words.iter().map(|word| word.len()).sum();
        let length = words.first()?.len();
        let are_groups = is_framed || words.iter().all(|word| word.len() == length);
        let are_cells = || {
            words
                .iter()
                .all(|word| word.iter().all(|&sign| self.is_sign(sign)))
        };
        let kind = kind(sum).filter(|_| are_groups && are_cells())?;
        signs.extend(words.concat().into_iter().map(Sign::from));
        Some(kind)
    }

    /// A word that stands for one cell.
    fn cell(&self, word: &[u8]) -> Option<Sign> {
        match *word {
            [sign] => Some(sign.into()),
            [ten @ b'0'..=b'9', one @ b'0'..=b'9'] if self.order > 9 => {
                Some(NUMBER + Sign::from(ten - b'0') * 10 + Sign::from(one - b'0'))
            }
            _ => None,
        }
    }

    /// Whether a byte may be meant as a digit or a blank.
    fn is_sign(&self, sign: u8) -> bool {
        let is_digit = match &self.digits {
            Some(digits) if !digits.is_numbers() => digits.digit_of(sign).is_some(),
            // `A` to the letter of this order is the widest alphabet.
            _ if (10..=26).contains(&self.order) => {
                let letter = sign.to_ascii_uppercase();
                sign.is_ascii_digit() || (b'A'..b'A' + self.order as u8).contains(&letter)
            }
            _ if self.order > 26 => sign.is_ascii_alphanumeric(),
            _ => sign.is_ascii_digit(),
        };
        is_digit || BLANKS.contains(&sign) || self.has_holes && sign == b'#'
    }

    /// Whether a word of the right length is meant as cells. One of them may be wrong.
    fn is_like_cells(&self, word: &[u8]) -> bool {
        word.iter().any(|&sign| self.is_sign(sign))
    }

    /// Whether a line is bars, lines and corners, and no row of blanks.
    fn is_frame(&self, line: &[u8]) -> bool {
        let is_part = |byte: &u8| b"+-=|:.'*_ \t".contains(byte);
        if !line.iter().all(is_part) {
            return false;
        }
        let blanks = line.iter().filter(|sign| BLANKS.contains(sign)).count();
        let has = |sign: u8| line.contains(&sign);
        has(b'+')
            || has(b'=')
            || blanks != self.order
                && blanks != self.cells()
                && line.windows(2).any(|pair| pair == b"--" || pair == b"__")
    }

    /// Something else.
    fn other(&self, line: &[u8], words: &[&[u8]]) -> LineKind {
        let found = self.found(line, words);
        let bytes = || words.iter().flat_map(|word| word.iter());
        let signs = bytes().filter(|&&sign| self.is_sign(sign)).count();
        // On large boards letters are digits, so a line of words may look like a row. A line
        // shorter than three quarters of a row is taken for words.
        let is_short = self.order > 9 && 4 * found < 3 * self.order;
        LineKind::Other(found, is_short || 2 * signs < bytes().count())
    }
}

/// `[Puzzle]` and other sections may have puzzles. `[State]` and the like hold a player's progress.
fn section(line: &[u8]) -> LineKind {
    let name = line[1..].to_ascii_lowercase();
    let others: [&[u8]; 7] = [
        b"state",
        b"current",
        b"progress",
        b"solution",
        b"pencil",
        b"candidate",
        b"mark",
    ];
    LineKind::Section(!others.iter().any(|start| name.starts_with(start)))
}

/// Whether puzzles may follow, if a line is the name of a section.
pub fn section_of(line: &[u8]) -> Option<bool> {
    let [b'[', name @ .., b']'] = line.trim_ascii() else {
        return None;
    };
    if name.is_empty()
        || !name
            .iter()
            .all(|byte| byte.is_ascii_alphabetic() || *byte == b' ')
    {
        return None;
    }
    match section(line.trim_ascii()) {
        LineKind::Section(is_puzzle) => Some(is_puzzle),
        _ => None,
    }
}

/// Most nested brackets before the first cell of a list.
const MOST_OPENED: usize = 4;

/// Longer lines are no puzzles: no board needs more than 5,000 characters.
const LONGEST: usize = 1 << 16;

/// A line without its newline.
fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// What stands between words, beside blanks: bars, commas and quotes.
const BETWEEN: &[u8] = b"|,;\"";

/// The fields of a line of a table.
pub fn table_fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let has = |separator: &u8| line.contains(separator);
    let separator = [b',', b';', b'\t']
        .into_iter()
        .find(|separator| has(separator));
    let fields = line.split(move |&byte| Some(byte) == separator);
    fields.map(|field| unquoted(field.trim_ascii()))
}

fn unquoted(field: &[u8]) -> &[u8] {
    match field {
        [b'"', inner @ .., b'"'] => inner,
        field => field,
    }
}

/// A remark after the cells begins with a blank and `#`.
fn without_remark(line: &[u8]) -> &[u8] {
    let starts = memchr::memchr_iter(b'#', line);
    let mut starts = starts.filter(|&start| line[start - 1].is_ascii_whitespace());
    line[..starts.next().unwrap_or(line.len())].trim_ascii_end()
}

/// Replaces Unicode signs by ASCII ones: box-drawing lines and corners (U+2500 to U+257F), middle
/// dots, no-break spaces and full-width digits.
fn in_ascii(line: &[u8]) -> Vec<u8> {
    let mut ascii = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((&first, after)) = rest.split_first() {
        let (sign, length) = match *rest {
            [0xe2, 0x94, 0x80 | 0x81, ..] | [0xe2, 0x95, 0x90, ..] => (b'-', 3),
            [0xe2, 0x94, 0x82 | 0x83, ..] | [0xe2, 0x95, 0x91, ..] => (b'|', 3),
            [0xe2, 0x94 | 0x95, _, ..] => (b'+', 3),
            [0xc2, 0xb7, ..] => (b'.', 2),
            [0xc2, 0xa0, ..] => (b' ', 2),
            [0xef, 0xbc, wide @ 0x90..=0x99, ..] => (wide - 0x90 + b'0', 3),
            [0xef, 0xbc, 0x8e, ..] => (b'.', 3),
            _ => {
                ascii.push(first);
                rest = after;
                continue;
            }
        };
        ascii.push(sign);
        rest = &rest[length..];
    }
    ascii
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(order: usize, line: &str) -> LineKind {
        let shape = Shape {
            order,
            has_holes: false,
            digits: None,
        };
        let mut signs = Vec::new();
        let kind = shape.line(line.as_bytes(), None, &mut signs);
        let expected = match kind {
            LineKind::Row => order,
            LineKind::Puzzle => order * order,
            _ => 0,
        };
        assert_eq!(signs.len(), expected, "{line}");
        kind
    }

    #[test]
    fn rows_come_in_many_forms() {
        for row in [
            "53..7....",
            "53..7.... remark",
            "  53x.7....",
            "5 3 . . 7 . . . .",
            "5 3 . | . 7 . | . . .",
            "| 5   3   . | .   7   . | .   .   . |",
            "|53.|.7.|...|",
            "53. .7. ...",
            "53.|.7.|...",
            "5,3,,,7,,,,",
            "5;3;.;.;7;.;.;.;.",
            "5\t3\t\t\t7\t\t\t\t",
            "\"5\",\"3\",\"\",\"\",\"7\",\"\",\"\",\"\",\"\"",
            "---------",
            "- - - - - - - - -",
            "---|---|---",
            ".........",
            "*********",
            "5 3 . . 7 . . . . # remark",
            "\u{2502} 5 3 . \u{2502} . 7 . \u{2502} . . . \u{2502}",
            "\u{2551}53.\u{2503}.7.\u{2503}...\u{2551}",
        ] {
            assert_eq!(kind(9, row), LineKind::Row, "{row}");
        }
        assert_eq!(kind(4, "1 . 3 0"), LineKind::Row);
        let numbers = "16 1 0 . 12 3 4 5 6 7 8 9 10 11 12 13";
        assert_eq!(kind(16, numbers), LineKind::Row);
        assert_eq!(kind(16, "123.|.5G.|....|...."), LineKind::Row);
    }

    #[test]
    fn frames_are_no_rows() {
        for frame in [
            "+-----------+-----------+-----------+",
            "-----------",
            "---+---+---",
            "------+-------+------",
            "*-----------*",
            "|---+---+---|",
            "|       +---+---+       |",
            ".-------.-------.-------.",
            ":-------+-------+-------:",
            "'-------'-------'-------'",
            "===========",
            "  -----------  ",
            "\u{250c}\u{2500}\u{2500}\u{252c}\u{2500}\u{2510}",
            "\u{255a}\u{2550}\u{2550}\u{2569}\u{2550}\u{255d}",
        ] {
            assert_eq!(kind(9, frame), LineKind::Frame, "{frame}");
        }
    }

    #[test]
    fn other_lines_are_what_they_are() {
        assert_eq!(kind(9, " \t\r\n"), LineKind::Blank);
        assert_eq!(kind(9, "\t\t\t\t\t\t\t\t\r\n"), LineKind::Row);
        assert_eq!(
            kind(9, "| 5 3 . | . 7 . | . . |"),
            LineKind::Other(8, false)
        );
        for comment in ["# x", "|x", "| a remark", "| a remark |"] {
            assert_eq!(kind(9, comment), LineKind::Comment, "{comment}");
        }
        assert_eq!(kind(9, "[Puzzle]"), LineKind::Section(true));
        assert_eq!(kind(9, "[Author]"), LineKind::Section(true));
        assert_eq!(kind(9, "[State]"), LineKind::Section(false));
        assert_eq!(kind(9, "Grid 01"), LineKind::Other(4, true));
        assert_eq!(kind(9, "Puzzle 123"), LineKind::Other(6, true));
        assert_eq!(kind(9, "Beginning"), LineKind::Other(9, true));
        assert_eq!(kind(9, "5 3 . . 7 . . ."), LineKind::Other(8, false));
        assert_eq!(kind(9, "5 3 . . 7 . . . . ."), LineKind::Other(10, false));
        assert_eq!(kind(9, "53..7..."), LineKind::Other(8, false));
        assert_eq!(kind(9, "53..7..x"), LineKind::Other(8, false));
        assert_eq!(kind(4, "hash 1............. 2"), LineKind::Other(14, false));
        assert_eq!(kind(16, "Grid 01"), LineKind::Other(4, true));
        assert_eq!(kind(16, "Hexadoku 7"), LineKind::Other(8, true));
        assert_eq!(kind(12, "quizzes,solutions"), LineKind::Other(9, true));
        assert_eq!(
            kind(12, "1 2 3 4 5 6 7 8 9 A B"),
            LineKind::Other(11, false)
        );
        assert_eq!(
            kind(16, "1 2 3 4 5 6 7 8 9 A B C D E F"),
            LineKind::Other(15, false)
        );
    }

    #[test]
    fn a_puzzle_is_found_among_other_words() {
        let signs_of = |line: &str, column| {
            let shape = Shape {
                order: 4,
                has_holes: false,
                digits: None,
            };
            let mut signs = Vec::new();
            let kind = shape.line(line.as_bytes(), column, &mut signs);
            assert_eq!(kind, LineKind::Puzzle, "{line}");
            signs
                .iter()
                .map(|&sign| sign as u8 as char)
                .collect::<String>()
        };
        let (puzzle, solution) = ("12..............", "1234341221434321");
        for line in [
            "00001f05a0b5 12..............  1.2",
            "7,12..............",
            "12..............,1234341221434321",
            "1234341221434321,12..............",
            "\"12..............\";\"1234341221434321\"",
            "easy: 12.............. by hand",
            "1 2 . . . . . . . . . . . . . .",
            "1,2,,,,,,,,,,,,,,",
            "deadbeefdeadbeef 12..............",
            "123456789abcdef0 12..............",
            "12.. .... .... ....",
        ] {
            assert_eq!(signs_of(line, None), puzzle, "{line}");
        }
        let line = format!("1,{solution},{puzzle}");
        assert_eq!(signs_of(&line, Some(1)), solution);
        assert_eq!(signs_of(&line, None), puzzle);
        // The puzzle is damaged, and the solution beside it is no puzzle.
        let damaged = "12.........x....";
        assert_eq!(signs_of(&format!("{damaged},{solution}"), None), damaged);
        let remark = format!("{solution} {puzzle}");
        assert_eq!(signs_of(&remark, None), solution);
    }
}
