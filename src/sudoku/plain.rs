//! The plain form of a 9x9 puzzle: nine lines of nine characters, as Knuth's
//! converter for Sudoku reads them, or one line of 81. `1` to `9` are clues, any
//! other character is a blank.
//!
//! If a line is too short, C reads what an earlier line left in its buffer; here a
//! line that is too short or too long is a fault.

use super::Grid;

/// Why a text is no plain puzzle. Rows, columns, boxes and digits' places count
/// from 0 as in the C program's messages, lines from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum PlainFault {
    #[error("There are fewer than nine lines of input!")]
    FewerLines,
    #[error("digit {digit} appears in columns {first} and {second} of row {row}!")]
    Row {
        digit: u8,
        first: u8,
        second: u8,
        row: u8,
    },
    #[error("digit {digit} appears in rows {first} and {second} of column {column}!")]
    Column {
        digit: u8,
        first: u8,
        second: u8,
        column: u8,
    },
    #[error("digit {digit} appears in rows {first} and {second} of box {number}!")]
    Box {
        digit: u8,
        first: u8,
        second: u8,
        number: u8,
    },
    #[error("line {line} has {found} characters where nine are expected")]
    Length { line: usize, found: usize },
    #[error("line {line}: a second puzzle; there must be one only")]
    SecondPuzzle { line: usize },
}

/// Reads a puzzle. After nine lines the rest is ignored, as in C; after one line
/// of 81 characters there must be no other.
///
/// # Errors
/// The first fault, in the order in which C would meet it.
pub fn read(text: &[u8]) -> Result<Grid, PlainFault> {
    let mut lines = text.split(|&byte| byte == b'\n').map(without_return);
    if text.is_empty() || text.ends_with(b"\n") {
        // What follows the last newline is no line.
        lines.next_back();
    }
    let first = lines.clone().next().unwrap_or_default();
    if first.len() >= 81 && first.get(81).is_none_or(u8::is_ascii_whitespace) {
        let other = lines.skip(1).position(|line| !line.trim_ascii().is_empty());
        if let Some(place) = other {
            return Err(PlainFault::SecondPuzzle { line: place + 2 });
        }
        return read_rows(first[..81].chunks(9));
    }
    read_rows(lines)
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn read_rows<'a>(mut rows: impl Iterator<Item = &'a [u8]>) -> Result<Grid, PlainFault> {
    let mut grid = Grid::empty(9);
    // The column of each digit in each row, the row of it in each column and box.
    let mut in_row = [[None; 10]; 9];
    let mut in_column = [[None; 10]; 9];
    let mut in_box = [[None; 10]; 9];
    for row in 0..9u8 {
        let text = rows.next().ok_or(PlainFault::FewerLines)?;
        let extra = text.get(9..).unwrap_or_default();
        if text.len() < 9 || !extra.trim_ascii().is_empty() {
            return Err(PlainFault::Length {
                line: usize::from(row) + 1,
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
        assert_eq!(
            read(&[&nine(LINE), &b"and more\n"[..]].concat()).unwrap(),
            grid
        );
        let zeros = LINE.iter().map(|&b| if b == b'.' { b' ' } else { b });
        assert_eq!(read(&zeros.collect::<Vec<_>>()).unwrap(), grid);
    }

    #[test]
    fn lines_of_other_lengths_are_faults() {
        let length = |line, found| Err(PlainFault::Length { line, found });
        assert_eq!(read(b""), Err(PlainFault::FewerLines));
        assert_eq!(read(b"\n"), length(1, 0));
        assert_eq!(read(b".........\n....."), length(2, 5));
        assert_eq!(read(&LINE[..80]), length(1, 80));
        assert_eq!(read(&[LINE, b"1"].concat()), length(1, 82));
        assert_eq!(
            read(&[LINE, b"\n\n", LINE].concat()),
            Err(PlainFault::SecondPuzzle { line: 3 })
        );
    }
}
