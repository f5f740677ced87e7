//! Forms of 9x9 puzzles that other programs write: with candidates, and with what the player did.
//!
//! | form | what it looks like |
//! |---|---|
//! | candidates in a line | 729 characters: nine a cell, its candidates at their places |
//! | candidate grid | 81 words of digits between blanks and bars, in a frame or not |
//! | `.sdx` (SudoCue) | 81 words: `5` for a clue, `u5` for an entered digit, or candidates |
//! | library string (HoDoKu) | `:0000:x:53+4...:215 916:::`: entered digits have a `+` |
//! | XML (OpenSudoku) | `<game data="530070000..." />`, any number of them |
//!
//! After the cells of a library string stand candidates that were deleted: digit, row and column.

use std::fmt::Write as _;

/// A puzzle with what was done in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The clues: digits from 1, and 0 for none.
    pub clues: [u8; 81],
    /// The clues and what was entered besides.
    pub digits: [u8; 81],
    /// The candidates of cells without digits: bit `d` for digit `d + 1`. In cells with none all
    /// count that the digits leave.
    pub marks: [u16; 81],
}

/// A form that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 81 characters.
    Line,
    /// Nine lines in a frame.
    Grid,
    /// A `.sdk` file.
    Sdk,
    /// A `.sdx` file.
    Sdx,
    /// 729 characters.
    Marks,
    /// A grid of candidates in a frame.
    Candidates,
    /// HoDoKu's library string.
    Hodoku,
    /// OpenSudoku's XML: see [`XML_HEAD`] and [`XML_END`].
    OpenSudoku,
}

/// What stands before the games of OpenSudoku's XML.
pub const XML_HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n";
/// And after them.
pub const XML_END: &str = "</opensudoku>\n";

/// All nine digits.
const ALL: u16 = 0x1ff;

impl Played {
    /// A puzzle in which nothing was done.
    pub fn new(clues: [u8; 81]) -> Self {
        Played {
            clues,
            digits: clues,
            marks: [0; 81],
        }
    }

    /// The candidates of each cell: those of the player that digits leave, one bit if it has a
    /// digit.
    pub fn candidates(&self) -> [u16; 81] {
        let mut sets = [0; 81];
        for (cell, set) in sets.iter_mut().enumerate() {
            *set = match (self.digits[cell], self.marks[cell]) {
                (0, 0) => self.left(cell),
                (0, marks) => marks,
                (digit, _) => 1 << (digit - 1),
            };
        }
        sets
    }

    /// What the digits leave to a cell.
    fn left(&self, cell: usize) -> u16 {
        let (row, column) = (cell / 9, cell % 9);
        let sees = |&other: &usize| {
            let (its_row, its_column) = (other / 9, other % 9);
            let same_box = row / 3 == its_row / 3 && column / 3 == its_column / 3;
            row == its_row || column == its_column || same_box
        };
        let seen = (0..81)
            .filter(sees)
            .filter(|&other| self.digits[other] != 0);
        seen.fold(ALL, |set, other| set & !(1 << (self.digits[other] - 1)))
    }

    /// The puzzle in a form, with a newline at the end.
    pub fn write(&self, form: Form) -> String {
        let sign = |digit: u8| match digit {
            0 => '.',
            digit => char::from(b'0' + digit),
        };
        let line: String = self.digits.iter().map(|&digit| sign(digit)).collect();
        match form {
            Form::Line => line + "\n",
            Form::Sdk => (0..9).fold("[Puzzle]\n".to_owned(), |text, row| {
                text + &line[9 * row..9 * row + 9] + "\n"
            }),
            Form::Grid => framed(&line.chars().map(String::from).collect::<Vec<_>>()),
            Form::Candidates => framed(&self.candidates().map(word)),
            Form::Marks => {
                let cells = self.candidates().into_iter();
                let signs = cells.flat_map(|set| {
                    (1..=9).map(move |digit| match set >> (digit - 1) & 1 {
                        1 => sign(digit),
                        _ => '.',
                    })
                });
                signs.chain(['\n']).collect()
            }
            Form::Sdx => self.sdx(),
            Form::Hodoku => self.hodoku(),
            Form::OpenSudoku => format!("  <game data=\"{}\" />\n", line.replace('.', "0")),
        }
    }

    fn sdx(&self) -> String {
        let candidates = self.candidates();
        let mut text = String::new();
        for (cell, &set) in candidates.iter().enumerate() {
            if self.digits[cell] != 0 && self.clues[cell] == 0 {
                text.push('u');
            }
            text += &word(set);
            text.push(if cell % 9 == 8 { '\n' } else { ' ' });
        }
        text
    }

    fn hodoku(&self) -> String {
        let (mut text, mut deleted) = (":0000:x:".to_owned(), Vec::new());
        let candidates = self.candidates();
        for (cell, &set) in candidates.iter().enumerate() {
            match (self.clues[cell], self.digits[cell]) {
                (0, 0) => text.push('.'),
                (0, digit) => _ = write!(text, "+{digit}"),
                (digit, _) => _ = write!(text, "{digit}"),
            }
            if self.digits[cell] == 0 {
                let gone = self.left(cell) & !set;
                let digits = (1..=9).filter(|digit| gone >> (digit - 1) & 1 == 1);
                let (row, column) = (cell / 9 + 1, cell % 9 + 1);
                deleted.extend(digits.map(|digit: u8| format!("{digit}{row}{column}")));
            }
        }
        format!("{text}:{}:::\n", deleted.join(" "))
    }
}

/// A set as digits one after the other.
fn word(set: u16) -> String {
    let digits = (0..9u8).filter(|digit| set >> digit & 1 == 1);
    digits.map(|digit| char::from(b'1' + digit)).collect()
}

/// 81 words in a frame.
fn framed(words: &[String]) -> String {
    let mut widths = [1; 9];
    for (cell, word) in words.iter().enumerate() {
        widths[cell % 9] = widths[cell % 9].max(word.len());
    }
    let mut rule = String::from("+");
    for stack in widths.chunks(3) {
        rule += &"-".repeat(stack.iter().sum::<usize>() + 4);
        rule.push('+');
    }
    rule.push('\n');
    let mut text = String::new();
    for (cell, word) in words.iter().enumerate() {
        let column = cell % 9;
        if cell % 27 == 0 {
            text += &rule;
        }
        if column % 3 == 0 {
            text += "| ";
        }
        _ = write!(text, "{word:<width$} ", width = widths[column]);
        if column == 8 {
            text += "|\n";
        }
    }
    text + &rule
}

/// The puzzles of a text in one of the forms with more than digits; none if it is in no such form,
/// so that it is read as plain puzzles.
///
/// # Errors
/// What is wrong, with its line or number.
pub fn read(text: &str) -> Result<Option<Vec<Played>>, String> {
    let start = text.trim_start();
    if start.starts_with('<') {
        return games(start).map(Some);
    }
    let lines = text.lines().enumerate();
    let lines: Vec<(usize, &str)> = lines
        .map(|(number, line)| (number + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let whole = |form: fn(&str) -> Result<Played, String>| {
        let read = lines
            .iter()
            .map(|(number, line)| form(line).map_err(|fault| format!("line {number}: {fault}")));
        read.collect::<Result<Vec<_>, _>>().map(Some)
    };
    match lines.first() {
        Some((_, line)) if line.starts_with(':') => whole(library_string),
        Some((_, line)) if line.len() == 729 => whole(marks_in_line),
        _ => Ok(cells_with_candidates(&lines).map(|played| vec![played])),
    }
}

/// OpenSudoku's games.
fn games(text: &str) -> Result<Vec<Played>, String> {
    let mut games = Vec::new();
    for (number, part) in text.split("<game").skip(1).enumerate() {
        let tag = part.split('>').next().unwrap_or_default();
        let data = ["data=\"", "data='"].into_iter().find_map(|start| {
            let (_, value) = tag.split_once(start)?;
            value.split(['"', '\'']).next()
        });
        let data = data.unwrap_or_default();
        let is_good = data.len() == 81 && data.bytes().all(|sign| sign.is_ascii_digit());
        if !is_good {
            let number = number + 1;
            return Err(format!("game {number}: its data is not 81 digits"));
        }
        let mut clues = [0; 81];
        for (clue, sign) in clues.iter_mut().zip(data.bytes()) {
            *clue = sign - b'0';
        }
        games.push(Played::new(clues));
    }
    match games.is_empty() {
        true => Err("there is no <game data=\"...\">".to_owned()),
        false => Ok(games),
    }
}

/// HoDoKu's library string.
fn library_string(line: &str) -> Result<Played, String> {
    let fields: Vec<&str> = line.split(':').collect();
    let cells = fields
        .get(3)
        .ok_or("a library string has at least four colons")?;
    let mut played = Played::new([0; 81]);
    let (mut cell, mut is_entered) = (0, false);
    for sign in cells.bytes() {
        match sign {
            b'+' => {
                is_entered = true;
                continue;
            }
            b'.' | b'0'..=b'9' if cell < 81 => {
                let digit = sign.saturating_sub(b'0');
                played.digits[cell] = digit;
                if !is_entered {
                    played.clues[cell] = digit;
                }
            }
            _ => return Err("the third field has other than 81 cells".to_owned()),
        }
        (cell, is_entered) = (cell + 1, false);
    }
    if cell != 81 {
        return Err(format!(
            "the third field has {cell} cells where 81 are expected"
        ));
    }
    let plain = played.candidates();
    for word in fields.get(4).unwrap_or(&"").split_whitespace() {
        let [digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] = word.as_bytes() else {
            return Err(format!("`{word}' is not a digit, a row and a column"));
        };
        let cell = usize::from(row - b'1') * 9 + usize::from(column - b'1');
        if played.digits[cell] == 0 {
            if played.marks[cell] == 0 {
                played.marks[cell] = plain[cell];
            }
            played.marks[cell] &= !(1 << (digit - b'1'));
        }
    }
    Ok(played)
}

/// 729 characters.
fn marks_in_line(line: &str) -> Result<Played, String> {
    let bytes = line.as_bytes();
    if bytes.len() != 729 {
        return Err(format!("{} characters where 729 are expected", bytes.len()));
    }
    let mut sets = [0; 81];
    for (place, &sign) in bytes.iter().enumerate() {
        let digit = (place % 9) as u8;
        match sign {
            b'.' | b'0' => {}
            sign if sign == b'1' + digit => sets[place / 9] |= 1 << digit,
            _ => {
                return Err(format!(
                    "column {}: `{}' does not stand there",
                    place + 1,
                    char::from(sign)
                ));
            }
        }
    }
    Ok(from_sets(&sets, &[false; 81]))
}

/// 81 words of digits, of which one at least is `u` and a digit, or has several digits. A cell with
/// one candidate has that digit, as these forms cannot say otherwise.
fn cells_with_candidates(lines: &[(usize, &str)]) -> Option<Played> {
    let words = lines.iter().flat_map(|(_, line)| {
        let is_blank = |sign: char| sign.is_whitespace() || "|,;".contains(sign);
        line.split(is_blank).filter(|word| !word.is_empty())
    });
    let is_frame = |word: &&str| word.chars().all(|sign| "+-.':*=".contains(sign));
    let words: Vec<&str> = words.filter(|word| !is_frame(word)).collect();
    if words.len() != 81 {
        return None;
    }
    let (mut sets, mut entered) = ([0u16; 81], [false; 81]);
    for (cell, word) in words.iter().enumerate() {
        let digits = word.strip_prefix('u').unwrap_or(word);
        entered[cell] = digits.len() < word.len();
        for sign in digits.bytes() {
            let digit = sign.checked_sub(b'1').filter(|&digit| digit < 9)?;
            sets[cell] |= 1 << digit;
        }
        if sets[cell] == 0 || digits.len() != sets[cell].count_ones() as usize {
            return None;
        }
    }
    let has_more = sets.iter().any(|set| set.count_ones() > 1);
    (has_more || entered.contains(&true)).then(|| from_sets(&sets, &entered))
}

fn from_sets(sets: &[u16; 81], entered: &[bool; 81]) -> Played {
    let mut played = Played::new([0; 81]);
    for (cell, &set) in sets.iter().enumerate() {
        if set.count_ones() != 1 {
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

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn puzzle() -> Played {
        let digits: Vec<u8> = LINE.bytes().map(|sign| sign.saturating_sub(b'0')).collect();
        Played::new(digits.try_into().unwrap())
    }

    /// r1c3 is 1, 2 or 4, as row, column and box say; r1c4 is 2 or 6.
    #[test]
    fn candidates_are_those_that_digits_leave() {
        let candidates = puzzle().candidates();
        assert_eq!(candidates[2], 0b1011);
        assert_eq!(candidates[3], 0b10_0010);
        assert_eq!(candidates[0], 0b1_0000);
    }

    #[test]
    fn what_is_written_can_be_read() {
        // No cell of this one has one candidate: `.sdx` would not tell it from a clue.
        let line =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let digits: Vec<u8> = line.bytes().map(|sign| sign.saturating_sub(b'0')).collect();
        let mut played = Played::new(digits.try_into().unwrap());
        // r1c2 is entered, and r4c4 loses its least candidate.
        played.digits[1] = 1;
        let set = played.candidates()[30];
        played.marks[30] = set & (set - 1);
        assert!(
            played
                .candidates()
                .iter()
                .zip(played.digits)
                .all(|(set, digit)| { digit != 0 || set.count_ones() > 1 })
        );
        for form in [Form::Sdx, Form::Hodoku] {
            let text = played.write(form);
            let again = read(&text).unwrap().unwrap().remove(0);
            assert_eq!(
                (again.clues, again.digits),
                (played.clues, played.digits),
                "{text}"
            );
            assert_eq!(again.candidates(), played.candidates(), "{text}");
        }
        for form in [Form::Marks, Form::Candidates] {
            let text = played.write(form);
            let again = read(&text).unwrap().unwrap().remove(0);
            assert_eq!(again.candidates(), played.candidates(), "{text}");
        }
        let text = XML_HEAD.to_owned() + &puzzle().write(Form::OpenSudoku) + XML_END;
        assert_eq!(read(&text), Ok(Some(vec![puzzle()])));
        for form in [Form::Line, Form::Grid, Form::Sdk] {
            assert_eq!(read(&puzzle().write(form)), Ok(None), "{form:?}");
        }
    }

    /// A string as HoDoKu writes it: 4 is entered in r1c3, and 2 has gone from r1c4.
    #[test]
    fn a_library_string_tells_what_was_entered_and_deleted() {
        let text = format!(":0000:x:53+4.{}:214:::", &LINE[4..]);
        let played = read(&text).unwrap().unwrap().remove(0);
        assert_eq!((played.clues[2], played.digits[2]), (0, 4));
        assert_eq!(played.candidates()[3], 0b10_0000);
    }

    #[test]
    fn damaged_forms_are_refused_with_their_place() {
        for (text, fault) in [
            ("<opensudoku></opensudoku>", "there is no <game"),
            ("<game data=\"12\"/>", "game 1: its data is not 81 digits"),
            (":0000:x", "line 1: a library string has at least four"),
            (":0000:x:12:", "line 1: the third field has 2 cells"),
            (&format!("\n:0:x:{LINE}:99:"), "line 2: `99' is not a digit"),
            (
                &"9".repeat(729),
                "line 1: column 1: `9' does not stand there",
            ),
        ] {
            let told = read(text).unwrap_err();
            assert!(told.starts_with(fault), "{told}");
        }
    }
}
