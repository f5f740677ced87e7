//! Knuth's general form: `n` lines of `n` characters, then groups of `n` lines
//! that name the boxes.
//!
//! In the first group, a digit from `1` to that of `n` is a clue, `#` a hole,
//! anything else a blank. In the others, `.` says nothing, and a digit from `0`
//! to `v` puts the cell into the box of that name. Cells of different groups may
//! belong to one box.
//!
//! The order in which faults are found is the C program's. We depart from C where C goes wrong: an
//! empty input is a fault, the last line may lack its newline, and a clue above `n` is a fault.

use crate::boards::{Geometry, Grid, digit};
use digit::encode;
use dlx3_base::text::ends::plain;

/// Why a text is no puzzle in the general form. The first ten are C's, whose
/// lines, rows and groups count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the messages say it
pub enum GeneralFault {
    Empty,
    TooLong(usize),
    ShortLine {
        line: usize,
        order: usize,
    },
    LongLine {
        line: usize,
        order: usize,
    },
    FewerLines(usize),
    ShortGroup {
        group: usize,
        order: usize,
    },
    BadBox {
        line: usize,
        group: usize,
        byte: u8,
    },
    Clash {
        digit: usize,
        /// `columns` of a `row`, `rows` of a `column`, or `rows` of a `box`.
        across: (&'static str, &'static str),
        first: usize,
        second: usize,
        number: usize,
    },
    Twice {
        number: usize,
        row: usize,
        column: usize,
    },
    BoxTooLarge {
        number: usize,
        order: usize,
    },
    ClueTooLarge {
        digit: usize,
        row: usize,
        column: usize,
        order: usize,
    },
}

dlx3_base::messages! {
    GeneralFault {
        Self::Empty => "the length of the first line (n) is zero!",
        Self::TooLong(it) => "the length of the first line ({it}) exceeds 32!",
        Self::ShortLine { line, order } => "input line {line} has fewer than {order} characters!",
        Self::LongLine { line, order } => "input line {line} has more than {order} characters!",
        Self::FewerLines(it) => "There were fewer than {it} lines of input!",
        Self::ShortGroup { group, order } =>
            "Box-definition group {group} had fewer than {order} lines of input!",
        Self::BadBox { line, group, byte } => (
            "line {line} of box-definition group {group} has the invalid character {}!",
            byte.escape_ascii(),
        ),
        Self::Clash { digit, across, first, second, number } => (
            "digit {} appears in {} {} and {} of {} {}!",
            name(*digit),
            across.0,
            name(*first),
            name(*second),
            across.1,
            name(*number),
        ),
        Self::Twice { number, row, column } => (
            "box {} already contains the cell in row {}, column {}!",
            name(*number),
            name(*row),
            name(*column),
        ),
        Self::BoxTooLarge { number, order } => (
            "box {} contains more than {order} cells!",
            name(*number),
        ),
        Self::ClueTooLarge { digit, row, column, order } => (
            "digit {} in row {}, column {} is above {}",
            name(*digit),
            name(*row),
            name(*column),
            name(*order),
        ),
    }
}

fn name(value: usize) -> char {
    encode(value) as char
}

/// The length of C's buffer for a line.
const BUFFER: usize = 79;

/// For each line, column or box and each digit: the number of the first place that
/// holds it.
type Places = Vec<[Option<usize>; digit::MOST + 1]>;

struct Parts {
    order: usize,
    grid: Vec<u8>,
    holes: Vec<bool>,
    rows: Places,
    columns: Places,
    boxes: Places,
    /// The cells of each box.
    members: Vec<Vec<u16>>,
}

/// Reads a puzzle and its board.
///
/// # Errors
/// The first fault.
pub fn read(text: &[u8]) -> Result<(Geometry, Grid), GeneralFault> {
    let text = &*plain(text);
    let mut lines = text.split(|&byte| byte == b'\n');
    if text.is_empty() || text.ends_with(b"\n") {
        lines.next_back();
    }
    let mut lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let first = lines.next().unwrap_or_default();
    let order = first.len().min(BUFFER);
    match order {
        0 => return Err(GeneralFault::Empty),
        1..=digit::MOST => {}
        _ => return Err(GeneralFault::TooLong(order)),
    }
    let mut parts = Parts::new(order);
    parts.clue_row(0, first)?;
    let mut count = 1;
    for line in lines {
        if line.len() < order {
            return Err(GeneralFault::ShortLine { line: count, order });
        }
        if line.len() > order {
            return Err(GeneralFault::LongLine { line: count, order });
        }
        match count / order {
            0 => parts.clue_row(count, line)?,
            group => parts.box_row(group, count % order, line)?,
        }
        count += 1;
    }
    if count < order {
        return Err(GeneralFault::FewerLines(order));
    }
    if !count.is_multiple_of(order) {
        let group = count / order;
        return Err(GeneralFault::ShortGroup { group, order });
    }
    Ok(parts.finish())
}

impl Parts {
    fn new(order: usize) -> Self {
        let none = [None; digit::MOST + 1];
        Parts {
            order,
            grid: vec![0; order * order],
            holes: vec![false; order * order],
            rows: vec![none; order],
            columns: vec![none; order],
            boxes: vec![none; digit::MOST],
            members: vec![Vec::new(); digit::MOST],
        }
    }

    fn clue_row(&mut self, row: usize, line: &[u8]) -> Result<(), GeneralFault> {
        let order = self.order;
        for (column, &byte) in line.iter().enumerate() {
            let cell = row * order + column;
            let digit = match byte {
                b'#' => {
                    self.holes[cell] = true;
                    continue;
                }
                b'1'..=b'9' | b'a'..=b'w' => digit::decode(byte).unwrap_or_default(),
                _ => continue,
            };
            if digit > order {
                return Err(GeneralFault::ClueTooLarge {
                    digit,
                    row,
                    column,
                    order,
                });
            }
            if let Some(first) = self.rows[row][digit].replace(column) {
                return Err(GeneralFault::Clash {
                    digit,
                    across: ("columns", "row"),
                    first,
                    second: column,
                    number: row,
                });
            }
            if let Some(first) = self.columns[column][digit].replace(row) {
                return Err(GeneralFault::Clash {
                    digit,
                    across: ("rows", "column"),
                    first,
                    second: row,
                    number: column,
                });
            }
            self.grid[cell] = digit as u8;
        }
        Ok(())
    }

    fn box_row(&mut self, group: usize, row: usize, line: &[u8]) -> Result<(), GeneralFault> {
        let order = self.order;
        for (column, &byte) in line.iter().enumerate() {
            let number = match byte {
                b'.' => continue,
                b'0'..=b'9' | b'a'..=b'v' => digit::decode(byte).unwrap_or_default(),
                _ => {
                    return Err(GeneralFault::BadBox {
                        line: row,
                        group,
                        byte,
                    });
                }
            };
            let cell = row * order + column;
            let digit = usize::from(self.grid[cell]);
            if digit > 0
                && let Some(first) = self.boxes[number][digit].replace(row)
            {
                return Err(GeneralFault::Clash {
                    digit,
                    across: ("rows", "box"),
                    first,
                    second: row,
                    number,
                });
            }
            let members = &mut self.members[number];
            if members.contains(&(cell as u16)) {
                return Err(GeneralFault::Twice {
                    number,
                    row,
                    column,
                });
            }
            members.push(cell as u16);
            if members.len() > order {
                return Err(GeneralFault::BoxTooLarge { number, order });
            }
        }
        Ok(())
    }

    fn finish(self) -> (Geometry, Grid) {
        let boxes: Vec<(u8, Vec<u16>)> = (0..)
            .zip(self.members)
            .filter(|(_, cells)| !cells.is_empty())
            .collect();
        let geometry = Geometry::with_boxes(self.order, &self.holes, &boxes)
            .expect("no box is too large, and their numbers are below 32");
        (geometry, Grid::from_cells(self.order, &self.grid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn faults_have_the_messages_and_the_order_of_the_c_program() {
        assert_eq!(message(""), "the length of the first line (n) is zero!");
        assert_eq!(
            message("\n..\n"),
            "the length of the first line (n) is zero!"
        );
        assert_eq!(
            message(&".".repeat(33)),
            "the length of the first line (33) exceeds 32!"
        );
        assert_eq!(
            message(&".".repeat(1000)),
            "the length of the first line (79) exceeds 32!"
        );
        assert_eq!(
            message("..\n.\n"),
            "input line 1 has fewer than 2 characters!"
        );
        assert_eq!(
            message("..\n...\n"),
            "input line 1 has more than 2 characters!"
        );
        assert_eq!(message("..\n"), "There were fewer than 2 lines of input!");
        assert_eq!(
            message("..\n..\n0.\n"),
            "Box-definition group 1 had fewer than 2 lines of input!"
        );
        assert_eq!(
            message("..\n..\n..\n.w\n"),
            "line 1 of box-definition group 1 has the invalid character w!"
        );
        assert_eq!(
            message("11\n"),
            "digit 1 appears in columns 0 and 1 of row 0!"
        );
        assert_eq!(
            message("1.\n1.\n"),
            "digit 1 appears in rows 0 and 1 of column 0!"
        );
        assert_eq!(
            message("1.\n.1\na.\n.a\n"),
            "digit 1 appears in rows 0 and 1 of box a!"
        );
        assert_eq!(
            message("..\n..\n.a\n..\n.a\n"),
            "box a already contains the cell in row 0, column 1!"
        );
        assert_eq!(
            message("..\n..\n00\n0.\n"),
            "box 0 contains more than 2 cells!"
        );
    }

    #[test]
    fn where_c_goes_wrong_we_do_not() {
        assert_eq!(message(".3\n..\n"), "digit 3 in row 0, column 1 is above 2");
        let (board, grid) = read(b"1.\r\n.#\n0.\n.0").unwrap();
        assert_eq!(grid.to_line(), b"1...");
        assert!(board.is_hole(3));
        assert_eq!(board.units().len(), 5);
    }
}
