//! Any number of puzzles from a stream, in constant memory.
//!
//! A puzzle is one line of `order * order` characters, or `order` lines of
//! `order` characters; what follows white space is a remark. Blank lines are
//! skipped, and comments: lines that begin with `|`, or with `#` if the board has
//! no holes.
//!
//! A puzzle of several lines may be damaged. Then it ends with its last row all the same, with a
//! blank line that does not stand between two bands of boxes, or before a puzzle in one line: what
//! follows is read as if nothing were wrong.

use super::geometry::Geometry;
use super::grid::{Grid, GridFault};
use crate::text::lines::Lines;
use std::io::{self, Read};

/// A puzzle that could not be read: its line, counted from 1, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct PuzzleFault {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub fault: GridFault,
}

/// What may come instead of a puzzle. After a fault the next puzzle can be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum PuzzlesError {
    #[error(transparent)]
    Fault(#[from] PuzzleFault),
    #[error("cannot read the puzzles: {0}")]
    Io(#[from] io::Error),
}

/// Reads puzzles one by one, each with the number of its first line, and ends after
/// an error of the reader.
pub struct Puzzles<'g, R> {
    lines: Lines<R>,
    geometry: &'g Geometry,
    has_holes: bool,
    /// A puzzle in one line that was met within another one, and its number.
    held: Option<(u64, Vec<u8>)>,
    ended: bool,
}

/// A line that is no comment.
enum Row {
    Blank,
    /// The number of the line, and of the cells.
    Cells(u64, usize),
    End,
}

impl<'g, R: Read> Puzzles<'g, R> {
    /// Reads puzzles of this board.
    pub fn new(geometry: &'g Geometry, reader: R) -> Self {
        Puzzles {
            lines: Lines::new(reader),
            geometry,
            has_holes: (0..geometry.cells()).any(|cell| geometry.is_hole(cell)),
            held: None,
            ended: false,
        }
    }

    /// Reads the next line that is no comment; appends its row, at most one cell more than a
    /// puzzle has.
    fn next_row(&mut self, text: &mut Vec<u8>) -> io::Result<Row> {
        if let Some((line, row)) = self.held.take() {
            text.extend_from_slice(&row);
            return Ok(Row::Cells(line, row.len()));
        }
        let board = self.geometry;
        loop {
            let number = self.lines.number() + 1;
            let Some(line) = self.lines.next()? else {
                return Ok(Row::End);
            };
            let line = line.trim_ascii_start();
            match line.first() {
                None => return Ok(Row::Blank),
                Some(b'|') => continue,
                Some(b'#') if !self.has_holes => continue,
                _ => {}
            }
            let end = line.iter().position(u8::is_ascii_whitespace);
            let row = &line[..end.unwrap_or(line.len())];
            text.extend_from_slice(&row[..row.len().min(board.cells() + 1)]);
            return Ok(Row::Cells(number, row.len()));
        }
    }

    fn read(&mut self) -> Result<Option<(u64, Grid)>, PuzzlesError> {
        let board = self.geometry;
        let order = board.order();
        let mut text = Vec::with_capacity(board.cells() + 1);
        let (line, first) = loop {
            match self.next_row(&mut text)? {
                Row::Blank => {}
                Row::Cells(line, count) => break (line, count),
                Row::End => return Ok(None),
            }
        };
        let wrong_length = |line, expected, found| {
            let fault = GridFault::WrongLength { expected, found };
            PuzzleFault { line, fault }
        };
        let mut row_lines = vec![line];
        if first == order && order > 1 {
            let mut wrong = None;
            let band = board.box_shape().map_or(1, |(rows, _)| rows);
            while row_lines.len() < order {
                let before = text.len();
                match self.next_row(&mut text)? {
                    Row::Blank if row_lines.len() % band == 0 => {}
                    Row::Cells(line, count) if count == board.cells() => {
                        self.held = Some((line, text.split_off(before)));
                        break;
                    }
                    Row::Cells(line, count) => {
                        if count != order {
                            wrong.get_or_insert(wrong_length(line, order, count));
                        }
                        row_lines.push(line);
                    }
                    Row::Blank | Row::End => break,
                }
            }
            if let Some(fault) = wrong {
                return Err(fault.into());
            }
            if row_lines.len() < order {
                return Err(wrong_length(line, board.cells(), text.len()).into());
            }
        } else if first != board.cells() {
            let place = text.iter().position(|byte| !byte.is_ascii());
            let fault = match place {
                // A letter of several bytes is not some characters too many.
                Some(place) => GridFault::BadCharacter {
                    column: place + 1,
                    byte: text[place],
                    order,
                },
                None => return Err(wrong_length(line, board.cells(), first).into()),
            };
            return Err(PuzzleFault { line, fault }.into());
        }
        match Grid::parse(board, &text) {
            Ok(grid) => Ok(Some((line, grid))),
            Err(mut fault) => {
                let mut line = line;
                let length = board.cells() / row_lines.len();
                if let GridFault::BadCharacter { column, .. } | GridFault::DigitInHole { column } =
                    &mut fault
                {
                    line = row_lines[(*column - 1) / length];
                    *column = (*column - 1) % length + 1;
                }
                Err(PuzzleFault { line, fault }.into())
            }
        }
    }
}

impl<R: Read> Iterator for Puzzles<'_, R> {
    type Item = Result<(u64, Grid), PuzzlesError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let read = self.read().transpose();
        self.ended = matches!(read, None | Some(Err(PuzzlesError::Io(_))));
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let board = Geometry::of_order(4).unwrap();
        Puzzles::new(&board, text.as_bytes())
            .map(|read| match read {
                Ok((line, grid)) => format!("{line} {grid}"),
                Err(error) => error.to_string(),
            })
            .collect()
    }

    #[test]
    fn puzzles_come_as_lines_or_blocks_between_comments() {
        let text =
            "# easy\n1.............2 rated 3.4\n\n1234\n0000\n....\n..1.\r\n|x\n  3...............";
        assert_eq!(
            read(text),
            [
                "line 2: 15 characters where 16 are expected",
                "4 1234..........1.",
                "9 3..............."
            ]
            .map(|line| line.to_string())
        );
    }

    #[test]
    fn a_bad_puzzle_is_named_and_the_next_one_is_read() {
        let text = "....\n..5.\n....\n....\n1..............x\n1...............\n123\n....\n.....\n4...............\n....\n";
        assert_eq!(
            read(text),
            [
                "line 2: column 3: `5' is neither a digit from 1 to 4 nor a blank (. 0 _ - *)",
                "line 5: column 16: `x' is neither a digit from 1 to 4 nor a blank (. 0 _ - *)",
                "6 1...............",
                "line 7: 3 characters where 16 are expected",
                "line 9: 5 characters where 4 are expected",
                "10 4...............",
                "line 11: 4 characters where 16 are expected",
            ]
        );
    }

    /// A row that was missing or short was made up by the next puzzle, and so on to the end; a line
    /// after a single row was lost.
    #[test]
    fn a_damaged_puzzle_takes_nothing_from_the_next_ones() {
        let good = "1...\n....\n..2.\n....\n";
        for (damaged, told) in [
            (
                "1...\n....\n..2.\n",
                "line 1: 12 characters where 16 are expected",
            ),
            (
                "1...\n...\n..2.\n....\n",
                "line 2: 3 characters where 4 are expected",
            ),
            (
                "1...\n.....\n..2.\n...\n",
                "line 2: 5 characters where 4 are expected",
            ),
        ] {
            let next = damaged.lines().count() + 2;
            let expected = [
                told,
                &format!("{next} 1.........2....."),
                &format!("{} 1.........2.....", next + 5),
            ];
            assert_eq!(read(&format!("{damaged}\n{good}\n{good}")), expected);
        }
        assert_eq!(
            read("1234\n4..............4\n3..............3\n"),
            [
                "line 1: 4 characters where 16 are expected",
                "2 4..............4",
                "3 3..............3",
            ]
        );
        // Without blank lines, too, and with one between two bands.
        assert_eq!(
            read("1...\n...\n..2.\n....\n1...\n....\n\n..2.\n....\n"),
            [
                "line 2: 3 characters where 4 are expected",
                "5 1.........2....."
            ]
        );
    }

    #[test]
    fn a_letter_of_several_bytes_is_named_as_what_it_is() {
        let told =
            "line 1: column 1: `\\xc3' is neither a digit from 1 to 4 nor a blank (. 0 _ - *)";
        assert_eq!(read("\u{e9}...............\n"), [told]);
    }

    #[test]
    fn a_line_of_any_length_is_one_fault() {
        let long = "1".repeat(1_000_000);
        assert_eq!(
            read(&long),
            ["line 1: 1000000 characters where 16 are expected"]
        );
    }
}
