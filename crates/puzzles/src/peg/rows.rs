//! Finds the rows of signs in a text.
//!
//! Usually they are its lines. A list of numbers or of words, as programs write boards, has a row
//! in each pair of brackets; a game ID (`7x7:OOPPP...`, of Simon Tatham's Pegs) and a board in one
//! line (`011111111111111`) are a single line of signs, which is broken into rows.

use super::named::board_named;
use super::signs::{is_blank, is_sign};
use super::text::{OneLine, Taken, TextFault, TextFaultKind};
use super::{Board, Directions, signs};

/// A character and its place in the text, from 0.
#[derive(Clone, Copy, Debug)]
pub struct Sign {
    pub sign: char,
    pub line: usize,
    pub column: usize,
}

impl Sign {
    fn fault(&self, kind: TextFaultKind) -> TextFault {
        TextFault {
            kind,
            line: self.line + 1,
            column: self.column + 1,
        }
    }

    /// A sign for no hole, in the same place.
    fn blank(&self) -> Self {
        Sign { sign: ' ', ..*self }
    }
}

/// A row of signs, by column.
pub type Row = Vec<Sign>;

/// The rows of a text, and how a single line of signs was read.
///
/// # Errors
/// If a game ID does not have the signs for its size, or a line of signs can be several boards.
pub fn of(text: &[u8], asked: Option<Directions>) -> Result<(Vec<Row>, Option<Taken>), TextFault> {
    let lines = lines(text);
    if let Some(rows) = game_id(&lines)? {
        return Ok((rows, None));
    }
    let mut rows = match has_brackets(&lines) && !has_stray_commas(&lines) {
        true => boxed(&lines).unwrap_or_else(|| listed(&lines)),
        false => lines,
    };
    if asked != Some(Directions::Four) {
        close_triangle(&mut rows);
    }
    let taken = one_line(&mut rows, asked)?;
    Ok((rows, taken))
}

/// Whether a word is a board in one line or a game ID, so that no file is needed.
pub fn is_word(word: &str) -> bool {
    let is_board =
        |rows: &[Row]| matches!(one_line(&mut rows.to_vec(), None), Ok(Some(_)) | Err(_));
    let lines = lines(word.as_bytes());
    lines.len() == 1 && (!matches!(game_id(&lines), Ok(None)) || is_board(&lines))
}

/// The characters of each line.
fn lines(text: &[u8]) -> Vec<Row> {
    let line = |(line, text): (usize, &[u8])| {
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let signs = text.utf8_chunks().flat_map(|chunk| {
            let invalid = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
            chunk.valid().chars().chain(invalid)
        });
        // Variation selectors, which say that a circle is a picture, take no column.
        let signs = signs.filter(|&sign| sign != '\u{fe0f}' && sign != '\u{fe0e}');
        let signs = signs.enumerate();
        signs
            .map(|(column, sign)| Sign { sign, line, column })
            .collect()
    };
    let lines = text.split(|&byte| byte == b'\n').enumerate();
    lines.map(line).collect()
}

fn is_empty(row: &Row) -> bool {
    row.iter().all(|sign| is_blank(sign.sign))
}

/// The rows of `7x7:OOPPP...`: columns and rows; P is a peg, H an empty hole, O no hole.
fn game_id(lines: &[Row]) -> Result<Option<Vec<Row>>, TextFault> {
    let mut full = lines.iter().filter(|row| !is_empty(row));
    let (Some(line), None) = (full.next(), full.next()) else {
        return Ok(None);
    };
    let end = line.len() - line.iter().rev().take_while(|at| is_blank(at.sign)).count();
    let start = line.iter().take_while(|at| is_blank(at.sign)).count();
    let line = &line[start..end];
    let is_colon = |at: &Sign| matches!(at.sign, ':' | '#');
    let Some(colon) = line.iter().position(is_colon) else {
        return Ok(None);
    };
    let size: String = line[..colon].iter().map(|at| at.sign).collect();
    // The kind of board may follow its size.
    let size = size.trim_end_matches(|sign: char| sign.is_ascii_lowercase() && sign != 'x');
    let number = |digits: &str| digits.parse().ok().filter(|size| (1..=99).contains(size));
    let size = size.split_once('x');
    let Some((columns, rows)) = size.and_then(|(a, b)| number(a).zip(number(b))) else {
        return Ok(None);
    };
    if line[colon].sign == '#' {
        return Err(line[colon].fault(TextFaultKind::Seed));
    }
    let signs = &line[colon + 1..];
    let is_one = |at: &Sign| matches!(at.sign, 'P' | 'H' | 'O');
    if signs.is_empty() || !signs.iter().all(is_one) {
        return Ok(None);
    }
    if signs.len() != rows * columns {
        let kind = TextFaultKind::WrongCount {
            rows,
            columns,
            found: signs.len(),
        };
        return Err(line[colon].fault(kind));
    }
    let sign = |at: &Sign| match at.sign {
        'O' => at.blank(),
        _ => *at,
    };
    let rows = signs.chunks(columns);
    Ok(Some(
        rows.map(|row| row.iter().map(sign).collect()).collect(),
    ))
}

/// Whether a text has signs that surround numbers and words in lists: then it has no other rows.
fn has_brackets(lines: &[Row]) -> bool {
    let mut signs = lines.iter().flatten().map(|at| at.sign);
    signs.any(|sign| matches!(sign, '[' | '{' | '(' | ',' | ';' | '"' | '\''))
}

/// Whether commas are the only sign of a list, and occur only in some lines, or beside several
/// signs: then they are faults of a drawing.
fn has_stray_commas(lines: &[Row]) -> bool {
    let is_comma = |at: &Sign| matches!(at.sign, ',' | ';');
    let mut others = lines.iter().flatten().map(|at| at.sign);
    if others.any(|sign| matches!(sign, '[' | '{' | '(' | '"' | '\'')) {
        return false;
    }
    let cells = |line: &Row| {
        line.split(|at| is_comma(at))
            .map(<[Sign]>::to_vec)
            .collect()
    };
    lines.iter().filter(|line| !is_empty(line)).any(|line| {
        let cells: Vec<Row> = cells(line);
        let signs = |cell: &Row| cell.iter().filter(|at| !is_blank(at.sign)).count();
        cells.len() == 1 && signs(&cells[0]) > 1
            || cells
                .iter()
                .any(|cell| signs(cell) > 1 && cell[0].sign != '-')
    })
}

/// The rows of a drawing with a pair of brackets for each hole, `[x] [ ]` or `(*)( )`: a blank in
/// brackets is an empty hole. `None` for other texts, such as lists.
fn boxed(lines: &[Row]) -> Option<Vec<Row>> {
    let mut has_empty = false;
    let mut rows: Vec<Vec<Sign>> = Vec::with_capacity(lines.len());
    for line in lines {
        let mut row = Vec::new();
        let mut rest = &line[..];
        while let Some(first) = rest.first() {
            rest = match (rest, first.sign) {
                ([open, inner, close, after @ ..], '[' | '(')
                    if (open.sign == '[') == (close.sign == ']')
                        && matches!(close.sign, ']' | ')') =>
                {
                    let is_empty = is_blank(inner.sign);
                    has_empty |= is_empty;
                    let sign = if is_empty { '◦' } else { inner.sign };
                    row.push(Sign { sign, ..*open });
                    after
                }
                ([_, after @ ..], sign) if is_blank(sign) => after,
                _ => return None,
            };
        }
        rows.push(row);
    }
    if !has_empty {
        return None;
    }
    // A hole is one column wide, with one column between two holes.
    let pairs = || rows.iter().flat_map(|row| row.windows(2));
    let step = pairs().map(|pair| pair[1].column - pair[0].column).min()?;
    let left = rows.iter().flatten().map(|hole| hole.column).min()?;
    let widen = |row: &Vec<Sign>| {
        let mut wide: Row = Vec::new();
        for hole in row {
            let column = (2 * (hole.column - left) + step / 2) / step;
            wide.resize(column.max(wide.len()), hole.blank());
            wide.push(*hole);
        }
        wide
    };
    Some(rows.iter().map(widen).collect())
}

/// The rows of a list of numbers or words: `[[1, 0], [1, 1]]`, `{1, 0}`, `1;0`, `"x.x"`. An entry
/// between commas is a hole; -1 or an empty entry is none.
fn listed(lines: &[Row]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut row: Row = Vec::new();
    for line in lines {
        let mut word: Row = Vec::new();
        let mut quote = None;
        let mut has_ended = false;
        let end_word = |word: &mut Row, row: &mut Row, at: &Sign, is_field: bool| {
            let text: String = word.iter().map(|at| at.sign).collect();
            match &*text {
                "" if is_field => row.push(at.blank()),
                "-1" => row.push(word[0].blank()),
                _ => row.append(word),
            }
            word.clear();
        };
        for at in line {
            match (at.sign, quote) {
                (sign @ ('"' | '\''), None) => quote = Some(sign),
                (sign, Some(open)) if sign == open => {
                    // A word of several signs is a row.
                    let is_row = word.len() > 1;
                    row.append(&mut word);
                    if is_row {
                        rows.push(std::mem::take(&mut row));
                    }
                    quote = None;
                    has_ended = true;
                }
                (_, Some(_)) => word.push(*at),
                (',' | ';', None) => {
                    end_word(&mut word, &mut row, at, !has_ended);
                    has_ended = false;
                }
                ('[' | '{' | '(', None) => {}
                (']' | '}' | ')', None) => {
                    end_word(&mut word, &mut row, at, false);
                    has_ended = true;
                    if !row.is_empty() {
                        rows.push(std::mem::take(&mut row));
                    }
                }
                (sign, None) if is_blank(sign) || sign == '\t' => {
                    has_ended |= !word.is_empty();
                    end_word(&mut word, &mut row, at, false);
                }
                _ => word.push(*at),
            }
        }
        if let Some(last) = line.last() {
            end_word(&mut word, &mut row, last, false);
        }
        if !row.is_empty() || is_empty(line) {
            rows.push(std::mem::take(&mut row));
        }
    }
    rows
}

/// Joins the rows of a triangle that are on every second line: the empty lines between them do not
/// separate boards.
fn close_triangle(rows: &mut Vec<Row>) {
    let holes = |row: &Row| row.iter().filter(|at| !is_blank(at.sign)).count();
    let full: Vec<usize> = (0..rows.len())
        .filter(|&row| holes(&rows[row]) > 0)
        .collect();
    let is_apart = full.windows(2).all(|pair| pair[0] + 2 == pair[1]);
    let is_triangle = (1..)
        .zip(&full)
        .all(|(wanted, &row)| holes(&rows[row]) == wanted);
    if is_apart && is_triangle && (3..=10).contains(&full.len()) {
        rows.retain(|row| !is_empty(row));
    }
}

/// The boards that one line with this many holes can be.
fn boards(
    count: usize,
    is_full: bool,
    asked: Option<Directions>,
) -> Result<Option<OneLine>, TextFaultKind> {
    let triangle = (3..=10).find(|rows| rows * (rows + 1) / 2 == count);
    let board = match (count, asked) {
        (_, Some(Directions::Six)) => triangle.map(OneLine::Triangle),
        (33, _) => Some(OneLine::Named("english")),
        (37, _) => Some(OneLine::Named("french")),
        (41, _) => Some(OneLine::Named("diamond41")),
        (45, _) => Some(OneLine::Named("wiegleb")),
        (36, None) => {
            return Err(TextFaultKind::SeveralBoards {
                count,
                boards: "a triangle with 8 rows, or 6 rows and columns",
                example: "T8:a1 or 6x6:a1",
            });
        }
        (36 | 49 | 64 | 81, _) => Some(OneLine::Square(count.isqrt())),
        (_, Some(Directions::Four)) => None,
        // Lines of fewer holes may be real rows, unless nearly all of them have pegs.
        (15 | 28 | 55, None) => triangle.map(OneLine::Triangle),
        (6 | 10 | 21, None) if is_full => triangle.map(OneLine::Triangle),
        (16 | 25, None) if is_full => Some(OneLine::Square(count.isqrt())),
        _ => None,
    };
    Ok(board)
}

/// Breaks a single line of signs into the rows of a board, and likewise a second one after it.
fn one_line(rows: &mut Vec<Row>, asked: Option<Directions>) -> Result<Option<Taken>, TextFault> {
    let full: Vec<usize> = (0..rows.len())
        .filter(|&row| !is_empty(&rows[row]))
        .collect();
    let is_apart = full.windows(2).all(|pair| pair[0] + 1 < pair[1]);
    if !matches!(full.len(), 1 | 2) || !is_apart {
        return Ok(None);
    }
    let lines: Option<Vec<Row>> = full.iter().map(|&row| together(&rows[row])).collect();
    let Some(lines) = lines else {
        return Ok(None);
    };
    let count = lines[0].len();
    if lines.iter().any(|line| line.len() != count) {
        return Ok(None);
    }
    // Whether nearly all holes have the same sign.
    let most = |sign: char| {
        lines[0]
            .iter()
            .filter(|at| signs::folded(at.sign) == sign)
            .count()
    };
    let greatest = lines[0].iter().map(|at| most(signs::folded(at.sign))).max();
    let is_full = greatest.is_some_and(|most| 4 * most >= 3 * count && most < count);
    let board = boards(count, is_full, asked).map_err(|kind| lines[0][0].fault(kind))?;
    let Some(board) = board else {
        return Ok(None);
    };
    let name = match board {
        OneLine::Named(name) => name.to_owned(),
        OneLine::Triangle(rows) => format!("T{rows}"),
        OneLine::Square(side) => format!("{side}x{side}"),
    };
    // Longer lines than a board's have no holes around it.
    let places = match board_named(&name) {
        Some(board) => board.holes().map(|hole| board.cell(hole)).collect(),
        None => {
            let side = count.isqrt();
            (0..count)
                .map(|place| (place / side, place % side))
                .collect::<Vec<_>>()
        }
    };
    let mut broken: Vec<Row> = Vec::new();
    for line in lines {
        broken.push(Vec::new());
        let first = broken.len();
        for (sign, &(row, column)) in line.iter().zip(&places) {
            broken.resize(broken.len().max(first + row + 1), Vec::new());
            let row = &mut broken[first + row];
            row.resize(column, sign.blank());
            row.push(*sign);
        }
    }
    *rows = broken;
    Ok(Some(Taken::InOneLine(count, board)))
}

/// The signs of a line without anything else: adjacent, or all separated by a blank if their number
/// is odd, as that of start and finish together is not.
fn together(row: &Row) -> Option<Row> {
    let full: Vec<usize> = (0..row.len())
        .filter(|&place| !is_blank(row[place].sign))
        .collect();
    let signs: Row = full.iter().map(|&place| row[place]).collect();
    let has_step = |step: usize| full.windows(2).all(|pair| pair[0] + step == pair[1]);
    let are_holes = signs.iter().all(|at| is_sign(signs::folded(at.sign)));
    let is_one = has_step(1) || (has_step(2) && !signs.len().is_multiple_of(2));
    (are_holes && is_one && signs.len() <= 2 * Board::MOST_HOLES).then_some(signs)
}
