//! Jigsaw boards: `n` lines of `n` characters, where equal characters make a box.

use super::{Geometry, digit};

/// Why a drawing is no jigsaw; lines and columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum JigsawFault {
    #[error("the drawing has no lines")]
    Empty,
    #[error("line {line} has {found} characters where {expected} are expected")]
    Length {
        line: usize,
        found: usize,
        expected: usize,
    },
    #[error("the first line has {0} characters; at most 32 are possible")]
    TooWide(usize),
    #[error("there are {found} lines where {expected} are expected")]
    Lines { found: usize, expected: usize },
    #[error("box `{}' has {found} cells where {expected} are expected", byte.escape_ascii())]
    BoxSize {
        byte: u8,
        found: usize,
        expected: usize,
    },
}

/// Reads a drawing. Boxes get their numbers in the order in which they begin.
/// They need not be connected.
///
/// # Errors
/// If it is not a square, or the boxes do not all have as many cells as it has
/// lines.
pub fn read(text: &[u8]) -> Result<Geometry, JigsawFault> {
    let lines: Vec<&[u8]> = text
        .split(|&byte| byte == b'\n')
        .map(|line| line.trim_ascii_end())
        .collect();
    let last = lines.iter().rposition(|line| !line.is_empty());
    let lines = &lines[..last.ok_or(JigsawFault::Empty)? + 1];
    let order = lines[0].len();
    if order > digit::MOST {
        return Err(JigsawFault::TooWide(order));
    }
    let mut boxes: Vec<(u8, Vec<u16>)> = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        if line.len() != order {
            return Err(JigsawFault::Length {
                line: row + 1,
                found: line.len(),
                expected: order,
            });
        }
        if row >= order {
            break;
        }
        for (column, &byte) in line.iter().enumerate() {
            let cell = (row * order + column) as u16;
            match boxes.iter_mut().find(|(name, _)| *name == byte) {
                Some((_, cells)) => cells.push(cell),
                None => boxes.push((byte, vec![cell])),
            }
        }
    }
    if lines.len() != order {
        return Err(JigsawFault::Lines {
            found: lines.len(),
            expected: order,
        });
    }
    if let Some((byte, cells)) = boxes.iter().find(|(_, cells)| cells.len() != order) {
        return Err(JigsawFault::BoxSize {
            byte: *byte,
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
            message("AA\nAB\n"),
            "box `A' has 3 cells where 2 are expected"
        );
        assert_eq!(
            message(&"x".repeat(99)),
            "the first line has 99 characters; at most 32 are possible"
        );
    }
}
