//! Cages as arrows: each cell points to the next one of its cage, and one has the sum.
//!
//! ```text
//! 10 <  7        the 10 is of two cells, the 7 of two, one below the other
//! 3  <  ^
//! 8  <  <
//! ```
//!
//! A cell is a word, or a character of a line without blanks. Unicode arrows are read as well, even
//! those that point across a corner. `.` is a cell in no cage.

use super::{Cage, CageFault, CageFaultKind, check_sum, number, said};
use crate::boards::Geometry;
use dlx3_base::text::{blank, excerpt};

/// The content of a cell.
#[derive(Clone, Copy)]
enum Sign {
    Sum(u32),
    /// Rows and columns to the next cell.
    Arrow(isize, isize),
    Nothing,
}

fn sign(word: &[u8]) -> Option<Sign> {
    let arrow = match std::str::from_utf8(word).ok()?.trim_end_matches('\u{fe0f}') {
        "." => return Some(Sign::Nothing),
        "<" | "←" | "⇐" | "⬅" | "◀" | "◄" => (0, -1),
        ">" | "→" | "⇒" | "➡" | "▶" | "►" => (0, 1),
        "^" | "↑" | "⇑" | "⬆" | "▲" => (-1, 0),
        "v" | "V" | "↓" | "⇓" | "⬇" | "▼" => (1, 0),
        "↖" => (-1, -1),
        "↗" => (-1, 1),
        "↙" => (1, -1),
        "↘" => (1, 1),
        _ => return number(word).filter(|_| !word.is_empty()).map(Sign::Sum),
    };
    Some(Sign::Arrow(arrow.0, arrow.1))
}

fn words(line: &[u8]) -> Vec<&[u8]> {
    blank::words(line, b",;|\x0b").collect()
}

/// Whether a text is a drawing with arrows: its first line is a row of signs, and some line has an
/// arrow.
pub fn is_drawing(text: &[u8], order: usize) -> bool {
    let is_arrow = |word: &&[u8]| matches!(sign(word), Some(Sign::Arrow(..)));
    may_begin(text, order) && said(text).any(|(_, line)| words(line).iter().any(is_arrow))
}

/// Whether the first line that is neither blank, remark nor frame can be the first row of such a
/// drawing.
fn may_begin(text: &[u8], order: usize) -> bool {
    let row = said(text)
        .next()
        .map_or(Vec::new(), |(_, line)| words(line));
    row.len() == order && order > 1 && row.iter().all(|word| sign(word).is_some())
}

/// Whether a line can only be the first row of such a drawing: a sign for each cell, and an arrow
/// among them. (Sums alone might be candidates.)
pub fn begins(line: &[u8], order: usize) -> bool {
    let is_arrow = |word: &&[u8]| {
        let is_letter = matches!(**word, [b'v' | b'V']);
        !is_letter && matches!(sign(word), Some(Sign::Arrow(..)))
    };
    may_begin(line, order) && words(line).iter().any(is_arrow)
}

/// Reads the cages.
///
/// # Errors
/// The first fault.
pub fn read(geometry: &Geometry, text: &[u8]) -> Result<Vec<Cage>, CageFault> {
    let order = geometry.order();
    let (mut cells, mut lines) = (Vec::new(), Vec::new());
    for (line, said) in said(text) {
        let fault = |kind| CageFault { line, kind };
        let words = words(said);
        if lines.len() == order {
            let (found, expected) = (order + 1, order);
            return Err(fault(CageFaultKind::Rows { found, expected }));
        }
        if words.len() != order {
            let (found, expected) = (words.len(), order);
            return Err(fault(CageFaultKind::ArrowRow { found, expected }));
        }
        for word in words {
            let sign = sign(word);
            cells.push(sign.ok_or_else(|| fault(CageFaultKind::NoArrow(excerpt(word))))?);
        }
        lines.push(line);
    }
    if lines.len() < order {
        let (found, expected) = (lines.len(), order);
        let line = lines.last().copied().unwrap_or(1);
        let kind = CageFaultKind::Rows { found, expected };
        return Err(CageFault { line, kind });
    }
    let heads = heads(geometry, &cells).map_err(|(cell, to)| CageFault {
        line: lines[cell / order],
        kind: CageFaultKind::LostArrow {
            cell: (cell / order, cell % order),
            to,
        },
    })?;
    let mut cages: Vec<Cage> = Vec::new();
    let mut numbers = vec![None; cells.len()];
    for (cell, head) in heads.into_iter().enumerate() {
        let Some((head, sum)) = head else {
            continue;
        };
        let number: usize = *numbers[head].get_or_insert_with(|| {
            let cells = Vec::new();
            cages.push(Cage { sum, cells });
            cages.len() - 1
        });
        cages[number].cells.push(cell as u16);
    }
    for cage in &cages {
        let line = lines[usize::from(cage.cells[0]) / order];
        check_sum(cage, order).map_err(|kind| CageFault { line, kind })?;
    }
    Ok(cages)
}

/// For each cell, the cell that holds the sum of its cage, and the sum. None for a cell in no cage.
type Heads = Vec<Option<(usize, u32)>>;

/// Follows the arrows from each cell. The error is a cell whose arrows lead to no sum, and why.
fn heads(geometry: &Geometry, cells: &[Sign]) -> Result<Heads, (usize, &'static str)> {
    let order = geometry.order();
    let mut heads: Heads = vec![None; cells.len()];
    let mut path = Vec::new();
    for start in 0..cells.len() {
        path.clear();
        let mut at = start;
        let found = loop {
            if let Some(found) = heads[at] {
                break Some(found);
            }
            if geometry.is_hole(at) && !matches!(cells[at], Sign::Nothing) {
                return Err((start, "to a hole"));
            }
            match cells[at] {
                Sign::Sum(sum) => break Some((at, sum)),
                Sign::Nothing if path.is_empty() => break None,
                Sign::Nothing => return Err((start, "to a cell in no cage")),
                Sign::Arrow(down, right) => {
                    path.push(at);
                    if path.len() > cells.len() {
                        return Err((start, "in a circle: no cell of its cage has a sum"));
                    }
                    let row = (at / order).checked_add_signed(down);
                    let column = (at % order).checked_add_signed(right);
                    at = match (row, column) {
                        (Some(row), Some(column)) if row < order && column < order => {
                            row * order + column
                        }
                        _ => return Err((start, "off the board")),
                    };
                }
            }
        };
        heads[at] = found;
        path.iter().for_each(|&cell| heads[cell] = found);
    }
    Ok(heads)
}

#[cfg(test)]
mod tests {
    use crate::boards::{Board, Geometry, Grid};
    use crate::cage::{Cage, read};
    use crate::solve::Solver;

    fn cages<const N: usize>(list: [(u32, &[u16]); N]) -> Vec<Cage> {
        let cage = |(sum, cells): (u32, &[u16])| Cage {
            sum,
            cells: cells.to_vec(),
        };
        list.map(cage).to_vec()
    }

    #[test]
    fn cells_lead_to_the_sum_of_their_cage() {
        let board = Geometry::of_order(4).unwrap();
        let read = |text: &str| read(&board, text.as_bytes());
        let drawn = read("5 < . 7\n\n3 > v ^\n^ . 6 .\n. . . 1 # alone\n");
        let expected = cages([
            (5, &[0, 1]),
            (7, &[3, 7]),
            (3, &[4, 8]),
            (6, &[5, 6, 10]),
            (1, &[15]),
        ]);
        assert_eq!(drawn, Ok(expected));
        // The first row may have nothing but sums.
        let drawn = read("7 3 7 3\n^ ^ ^ ^\n4 v 6 v\n^ 6 ^ 4\n").unwrap();
        assert_eq!(drawn.len(), 8);
        assert_eq!(
            drawn[5],
            Cage {
                sum: 6,
                cells: vec![9, 13]
            }
        );
        let diagonal = read("7 . . .\n. \u{2196} . .\n. . . .\n. . 3 .\n");
        assert_eq!(diagonal, Ok(cages([(7, &[0, 5]), (3, &[14])])));
    }

    #[test]
    fn arrows_are_written_in_many_ways() {
        let board = Geometry::of_order(4).unwrap();
        let plain = "3 < 7 <\n7 < 3 <\n4 v 6 v\n^ 6 ^ 4\n";
        let expected = read(&board, plain.as_bytes()).unwrap();
        assert_eq!(expected.len(), 8);
        for text in [
            plain
                .replace('<', "\u{2190}")
                .replace('v', "\u{2193}")
                .replace('^', "\u{2191}"),
            plain.replace(' ', ","),
            plain.replace(' ', "\t").replace('\n', "\r\n\r\n"),
            plain
                .replace(' ', " | ")
                .replace('\n', "\n---+---+---+---\n"),
            plain.replace('v', "V"),
        ] {
            assert_eq!(
                read(&board, text.as_bytes()).as_ref(),
                Ok(&expected),
                "{text}"
            );
        }
    }

    #[test]
    fn arrows_that_lead_nowhere_are_named() {
        let board = Geometry::of_order(4).unwrap();
        let told = |text: &str| read(&board, text.as_bytes()).unwrap_err().to_string();
        let rest = "\n. . . .\n. . . .\n. . . .";
        assert_eq!(
            told(&format!("> < 3 .{rest}")),
            "line 1: the arrow of r1c1 leads in a circle: no cell of its cage has a sum"
        );
        assert_eq!(
            told(&format!("> . 3 .{rest}")),
            "line 1: the arrow of r1c1 leads to a cell in no cage"
        );
        assert_eq!(
            told("3 < . .\n. . .\n. . . .\n. . . ."),
            "line 2: 3 cells where a row of arrows and sums has 4"
        );
        assert_eq!(
            told("3 < . .\n. . x .\n. . . .\n. . . ."),
            "line 2: `x' is neither an arrow (< > ^ v) to the next cell of a cage, nor a cage's sum"
        );
        assert_eq!(
            told("3 < . .\n. . . .\n. . . ."),
            "line 3: the drawing has 3 rows where 4 are expected"
        );
        assert_eq!(
            told("9 < . .\n. . . .\n. . . .\n. . . ."),
            "line 1: 2 different digits cannot have the sum 9"
        );
    }

    #[test]
    fn a_board_of_arrows_is_solved() {
        // Each row of four is a cage of two pairs.
        let board = Geometry::of_order(4).unwrap();
        let cages = read(&board, b"3 < 7 <\n7 < 3 <\n4 v 6 v\n^ 6 ^ 4\n").unwrap();
        assert_eq!(cages.len(), 8);
        let board = Board {
            geometry: board,
            cages,
        };
        let solver = Solver::new(&board);
        for solution in solver.solutions(&Grid::empty(4), 100) {
            for cage in &board.cages {
                let digits = cage
                    .cells
                    .iter()
                    .map(|&cell| solution.get(usize::from(cell)));
                let sum: u32 = digits.map(|digit| u32::from(digit.unwrap())).sum();
                assert_eq!(sum, cage.sum);
            }
        }
    }
}
