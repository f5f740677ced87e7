//! Jigsaw boards: `n` lines of `n` characters, where equal characters make a box. Blanks, commas or
//! frames may separate the cells; then boxes may have longer names. Or one line with all cells.

use super::{Geometry, digit};
use dlx3_base::text::blank::words;
use dlx3_base::text::ends::plain_with_spaces;
use dlx3_base::text::excerpt;

/// Why a drawing is no jigsaw; lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum JigsawFault {
    Empty,
    Length {
        line: usize,
        found: usize,
        expected: usize,
    },
    TooWide(usize),
    Lines {
        found: usize,
        expected: usize,
    },
    BoxSize {
        name: String,
        found: usize,
        expected: usize,
    },
}

dlx3_base::messages! {
    JigsawFault {
        Self::Empty => "the drawing has no lines",
        Self::Length { line, found, expected } =>
            "line {line} has {found} characters where {expected} are expected",
        Self::TooWide(it) => "the first line has {it} characters; at most 32 are possible",
        Self::Lines { found, expected } => "there are {found} lines where {expected} are expected",
        Self::BoxSize { name, found, expected } =>
            "box `{name}' has {found} cells where {expected} are expected",
    }
}

/// A row: its line, and the name of the box of each cell.
type Row<'t> = (usize, Vec<&'t [u8]>);

/// Reads a drawing. Boxes get their numbers in the order in which they begin.
/// They need not be connected.
///
/// # Errors
/// If it is not a square, or the boxes do not all have as many cells as it has
/// lines.
pub fn read(text: &[u8]) -> Result<Geometry, JigsawFault> {
    let text = &*plain_with_spaces(text);
    let plain = from_rows(&plain_rows(text)?);
    match &plain {
        // With blanks between cells, a text is no square of characters.
        Err(fault) if !matches!(fault, JigsawFault::TooWide(_)) || text.contains(&b' ') => {
            match spaced_rows(text) {
                Some(rows) => from_rows(&rows),
                None => plain,
            }
        }
        _ => match one_line(text) {
            Some(rows) if plain.is_err() => from_rows(&rows),
            _ => plain,
        },
    }
}

/// Each character is a cell.
fn plain_rows(text: &[u8]) -> Result<Vec<Row<'_>>, JigsawFault> {
    let lines: Vec<&[u8]> = text
        .split(|&byte| byte == b'\n')
        .map(|line| line.trim_ascii_end())
        .collect();
    let last = lines.iter().rposition(|line| !line.is_empty());
    let lines = &lines[..last.ok_or(JigsawFault::Empty)? + 1];
    let rows = (1..).zip(lines);
    Ok(rows
        .map(|(line, row)| (line, row.chunks(1).collect()))
        .collect())
}

/// Cells are words, or the characters of words, between blanks, commas and bars. None if there are
/// no such.
fn spaced_rows(text: &[u8]) -> Option<Vec<Row<'_>>> {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",;|".contains(byte);
    let is_frame = |line: &[u8]| line.iter().all(|byte| b"+-=| \t\r".contains(byte));
    let is_comment = |line: &[u8]| line.trim_ascii_start().starts_with(b"#");
    if !text
        .trim_ascii()
        .iter()
        .any(|byte| *byte != b'\n' && is_between(byte))
    {
        return one_line(text);
    }
    let lines = (1..).zip(text.split(|&byte| byte == b'\n'));
    let lines: Vec<_> = lines
        .filter(|(_, line)| !is_frame(line) && !is_comment(line))
        .collect();
    let order = lines.len();
    let rows = lines.into_iter().map(|(line, row)| {
        let words: Vec<&[u8]> = words(row, b",;|").collect();
        let length: usize = words.iter().map(|word| word.len()).sum();
        let are_groups = words.len() != order && length == order;
        let cells = match are_groups || words.len() == 1 {
            true => words.iter().flat_map(|word| word.chunks(1)).collect(),
            false => words,
        };
        (line, cells)
    });
    Some(rows.collect()).filter(|rows: &Vec<Row<'_>>| !rows.is_empty())
}

/// All cells in one line.
fn one_line(text: &[u8]) -> Option<Vec<Row<'_>>> {
    let mut lines = (1..).zip(text.split(|&byte| byte == b'\n'));
    let (number, line) = lines.find(|(_, line)| !line.trim_ascii().is_empty())?;
    let line = line.trim_ascii();
    let order = line.len().isqrt();
    let is_square = order > 0 && order <= digit::MOST && order * order == line.len();
    let is_alone = lines.all(|(_, line)| line.trim_ascii().is_empty());
    let rows = line.chunks(order.max(1));
    let rows = rows.map(|row| (number, row.chunks(1).collect()));
    (is_square && is_alone).then(|| rows.collect())
}

fn from_rows(rows: &[Row<'_>]) -> Result<Geometry, JigsawFault> {
    let order = rows[0].1.len();
    if order > digit::MOST {
        return Err(JigsawFault::TooWide(order));
    }
    let mut boxes: Vec<(&[u8], Vec<u16>)> = Vec::new();
    for (row, (line, cells)) in rows.iter().enumerate() {
        if cells.len() != order {
            return Err(JigsawFault::Length {
                line: *line,
                found: cells.len(),
                expected: order,
            });
        }
        if row >= order {
            break;
        }
        for (column, &name) in cells.iter().enumerate() {
            let cell = (row * order + column) as u16;
            match boxes.iter_mut().find(|(other, _)| *other == name) {
                Some((_, cells)) => cells.push(cell),
                None => boxes.push((name, vec![cell])),
            }
        }
    }
    if rows.len() != order {
        return Err(JigsawFault::Lines {
            found: rows.len(),
            expected: order,
        });
    }
    if let Some((name, cells)) = boxes.iter().find(|(_, cells)| cells.len() != order) {
        return Err(JigsawFault::BoxSize {
            name: excerpt(name),
            found: cells.len(),
            expected: order,
        });
    }
    let boxes: Vec<_> = (0..)
        .zip(boxes)
        .map(|(number, (_, cells))| (number, cells))
        .collect();
    Ok(
        Geometry::with_boxes(order, &vec![false; order * order], &boxes)
            .expect("as many boxes as lines, each of that many cells"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_characters_make_a_box() {
        let board = read(b"AABB\nACBB\nACDD\nCCDD\n").unwrap();
        assert_eq!(board.order(), 4);
        let boxes: Vec<_> = board.units()[8..]
            .iter()
            .map(|unit| &unit.cells[..])
            .collect();
        assert_eq!(
            boxes,
            [
                &[0, 1, 4, 8],
                &[2, 3, 6, 7],
                &[5, 9, 12, 13],
                &[10, 11, 14, 15]
            ]
        );
        assert!(board.units().iter().all(|unit| unit.complete));
    }

    #[test]
    fn cells_may_stand_between_blanks_commas_and_frames() {
        let board = read(b"AABB\nACBB\nACDD\nCCDD\n").unwrap();
        for drawing in [
            "1 1 2 2\n1 3 2 2\n1 3 4 4\n3 3 4 4\n",
            "  1 1 2 2\r\n\r\n1 3 2 2\r\n1 3 4 4\r\n3 3 4 4",
            "10 10 2 2\n10 3 2 2\n10 3 4 4\n3 3 4 4\n",
            "1,1,2,2\n1,3,2,2\n1,3,4,4\n3,3,4,4\n",
            "+----+----+\n| 11 | 22 |\n| 13 | 22 |\n+----+----+\n| 13 | 44 |\n| 33 | 44 |\n",
            "# boxes\n11 22\n13 22\n13 44\n33 44\n",
            "1122132213443344\n",
            "\n 1122132213443344 \n\n",
        ] {
            assert_eq!(read(drawing.as_bytes()).as_ref(), Ok(&board), "{drawing}");
        }
    }

    #[test]
    fn a_drawing_that_is_not_square_or_has_uneven_boxes_is_refused() {
        let message = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(message("\n \n"), "the drawing has no lines");
        assert_eq!(
            message("AB\nA\n"),
            "line 2 has 1 characters where 2 are expected"
        );
        assert_eq!(message("AB\n"), "there are 1 lines where 2 are expected");
        assert_eq!(
            message("AB\nAB\nAB\n"),
            "there are 3 lines where 2 are expected"
        );
        assert_eq!(
            message("1 1 2 2\n1 3 2 2\n1 3 4\n3 3 4 4\n"),
            "line 3 has 3 characters where 4 are expected"
        );
        assert_eq!(
            message("1 1 2 2\n1 3 2 2\n1 3 4 4\n3 3 4 4\n3 3 4 4\n"),
            "there are 5 lines where 4 are expected"
        );
        assert_eq!(
            message("10 1 2 2\n1 3 2 2\n1 3 4 4\n3 3 4 4\n"),
            "box `10' has 1 cells where 4 are expected"
        );
        assert_eq!(
            message("AA\nAB\n"),
            "box `A' has 3 cells where 2 are expected"
        );
        assert_eq!(
            message(&"x".repeat(99)),
            "the first line has 99 characters; at most 32 are possible"
        );
    }
}
