//! The plain form of a 9x9 puzzle: nine lines of nine characters, as Knuth's
//! converter for Sudoku reads them, or one line of 81. `1` to `9` are clues, any
//! other character is a blank.
//!
//! If a line is too short, C reads the rest of an earlier line in its buffer. It ignores everything
//! after nine lines. Here, a line that is too short, too long or too much is a fault.

use crate::boards::Grid;
use dlx3_base::text::ends::plain;

/// Why a text is no plain puzzle. Rows, columns, boxes and digits' places count
/// from 0 as in the C program's messages, lines from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the messages say it
pub enum PlainFault {
    FewerLines,
    Row {
        digit: u8,
        first: u8,
        second: u8,
        row: u8,
    },
    Column {
        digit: u8,
        first: u8,
        second: u8,
        column: u8,
    },
    Box {
        digit: u8,
        first: u8,
        second: u8,
        number: u8,
    },
    Length {
        line: usize,
        found: usize,
    },
    SecondPuzzle {
        line: usize,
    },
}

dlx3_base::messages! {
    PlainFault {
        Self::FewerLines => "There are fewer than nine lines of input!",
        Self::Row { digit, first, second, row } =>
            "digit {digit} appears in columns {first} and {second} of row {row}!",
        Self::Column { digit, first, second, column } =>
            "digit {digit} appears in rows {first} and {second} of column {column}!",
        Self::Box { digit, first, second, number } =>
            "digit {digit} appears in rows {first} and {second} of box {number}!",
        Self::Length { line, found } => (
            "line {line} has {found} characters where nine{} are expected",
            if *found > 9 { " or 81" } else { "" },
        ),
        Self::SecondPuzzle { line } => "line {line}: a second puzzle; there must be one only",
    }
}

/// Reads a puzzle. Blank lines are skipped, if they are shorter than a row, and so are comments,
/// which begin with `#` or `|`. Nine lines are all rows, whatever they begin with, as in C. C
/// ignores text after them; here it is a fault.
///
/// # Errors
/// The first fault, in the order in which C would meet it.
pub fn read(text: &[u8]) -> Result<Grid, PlainFault> {
    let text = &*plain(text);
    let lines = text.split(|&byte| byte == b'\n').map(without_return);
    let is_short_blank = |line: &[u8]| line.len() < 9 && line.trim_ascii().is_empty();
    let mut lines: Vec<(usize, &[u8])> = (1..).zip(lines).collect();
    lines.retain(|(_, line)| !is_short_blank(line));
    if lines.len() != 9 {
        lines.retain(|(_, line)| !line.starts_with(b"#") && !line.starts_with(b"|"));
    }
    let is_line =
        |line: &[u8]| line.len() >= 81 && line.get(81).is_none_or(u8::is_ascii_whitespace);
    let rows = match lines.first() {
        Some((_, line)) if is_line(line) => 1,
        _ => 9,
    };
    let grid = match rows {
        1 => read_rows(line_rows(lines[0]))?,
        _ => read_rows(lines.iter().copied())?,
    };
    match lines.get(rows) {
        Some(&(line, _)) => Err(PlainFault::SecondPuzzle { line }),
        None => Ok(grid),
    }
}

/// The rows of a line of 81 characters.
fn line_rows((number, line): (usize, &[u8])) -> impl Iterator<Item = (usize, &[u8])> {
    line[..81].chunks(9).map(move |row| (number, row))
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Reads nine rows, with the numbers of their lines.
fn read_rows<'a>(mut rows: impl Iterator<Item = (usize, &'a [u8])>) -> Result<Grid, PlainFault> {
    let mut grid = Grid::empty(9);
    // The column of each digit in each row, the row of it in each column and box.
    let mut in_row = [[None; 10]; 9];
    let mut in_column = [[None; 10]; 9];
    let mut in_box = [[None; 10]; 9];
    for row in 0..9u8 {
        let (number, text) = rows.next().ok_or(PlainFault::FewerLines)?;
        let extra = text.get(9..).unwrap_or_default();
        if text.len() < 9 || !extra.trim_ascii().is_empty() {
            return Err(PlainFault::Length {
                line: number,
                found: text.len(),
            });
        }
        for (column, &byte) in (0..9u8).zip(text) {
            if !(b'1'..=b'9').contains(&byte) {
                continue;
            }
            let digit = byte - b'0';
            let number = row / 3 * 3 + column / 3;
            let place = |number: u8| (usize::from(number), usize::from(digit));
            let (line, digit_place) = place(row);
            if let Some(first) = in_row[line][digit_place].replace(column) {
                return Err(PlainFault::Row {
                    digit,
                    first,
                    second: column,
                    row,
                });
            }
            if let Some(first) = in_column[usize::from(column)][digit_place].replace(row) {
                return Err(PlainFault::Column {
                    digit,
                    first,
                    second: row,
                    column,
                });
            }
            if let Some(first) = in_box[usize::from(number)][digit_place].replace(row) {
                return Err(PlainFault::Box {
                    digit,
                    first,
                    second: row,
                    number,
                });
            }
            grid.set(line * 9 + usize::from(column), digit);
        }
    }
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &[u8] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn nine(line: &[u8]) -> Vec<u8> {
        line.chunks(9)
            .flat_map(|row| [row, b"\n"].concat())
            .collect()
    }

    #[test]
    fn nine_lines_and_one_line_are_the_same_puzzle() {
        let grid = read(LINE).unwrap();
        assert_eq!(grid.clues(), 30);
        assert_eq!(grid.to_line(), LINE);
        assert_eq!(read(&nine(LINE)).unwrap(), grid);
        assert_eq!(read(&[LINE, b"\r\n\n"].concat()).unwrap(), grid);
        assert_eq!(read(&[LINE, b" a remark\n"].concat()).unwrap(), grid);
        let with = |before: &[u8], after: &[u8]| [before, &nine(LINE), after].concat();
        assert_eq!(read(&with(b"", b"\n# a remark\n \n")).unwrap(), grid);
        // A comment of nine characters is no row, even before nine lines.
        assert_eq!(read(&with(b"#1 puzzle\n\n", b"")).unwrap(), grid);
        assert_eq!(read(&[b"# of one line\n", LINE].concat()).unwrap(), grid);
        let zeros = LINE.iter().map(|&b| if b == b'.' { b' ' } else { b });
        assert_eq!(read(&zeros.collect::<Vec<_>>()).unwrap(), grid);
    }

    #[test]
    fn rows_may_begin_with_the_sign_of_a_comment_if_there_are_nine() {
        let signs = LINE.iter().map(|&b| if b == b'.' { b'#' } else { b });
        let signs: Vec<u8> = signs.collect();
        assert_eq!(read(&nine(&signs)), read(LINE));
    }

    #[test]
    fn lines_of_other_lengths_are_faults() {
        let length = |line, found| Err(PlainFault::Length { line, found });
        assert_eq!(read(b""), Err(PlainFault::FewerLines));
        assert_eq!(read(b"\n"), Err(PlainFault::FewerLines));
        assert_eq!(read(b".........\n....."), length(2, 5));
        assert_eq!(read(&LINE[..80]), length(1, 80));
        assert_eq!(read(&[LINE, b"1"].concat()), length(1, 82));
        assert_eq!(
            read(&[LINE, b"\n\n", LINE].concat()),
            Err(PlainFault::SecondPuzzle { line: 3 })
        );
        // A second puzzle is a fault, and not ignored.
        for more in [&nine(LINE)[..], LINE, b"."] {
            let text = [&nine(LINE), &b"\n# another\n"[..], more].concat();
            assert_eq!(read(&text), Err(PlainFault::SecondPuzzle { line: 12 }));
        }
    }
}
