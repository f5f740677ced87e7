//! Walls between cells of different boxes, and frames around cells, as paths of SVG and as text.

use std::fmt::Write;

/// The side of a cell in a picture; everything else follows from it.
pub const CELL: usize = 40;
/// How far the line of a cage stays from the edge of a cell.
pub const INSET: usize = 3;

/// Thin lines between cells, thick ones between boxes and around the board: two paths. `box_at`
/// tells what a row and column belong to; nothing outside of the board.
pub fn walls<B: PartialEq>(
    rows: usize,
    columns: usize,
    box_at: impl Fn(usize, usize) -> Option<B>,
) -> (String, String) {
    let (mut thin, mut thick) = (String::new(), String::new());
    for row in 0..=rows {
        for column in 0..=columns {
            let here = box_at(row, column);
            let (x, y) = (column * CELL, row * CELL);
            if column < columns {
                let above = row.checked_sub(1).and_then(|above| box_at(above, column));
                let path = if above == here { &mut thin } else { &mut thick };
                _ = write!(path, "M{x} {y}h{CELL}");
            }
            if row < rows {
                let left = column.checked_sub(1).and_then(|left| box_at(row, left));
                let path = if left == here { &mut thin } else { &mut thick };
                _ = write!(path, "M{x} {y}v{CELL}");
            }
        }
    }
    (thin, thick)
}

/// A path around cells, within them. A cell is its row and column.
pub fn frame(cells: &[(usize, usize)], inset: usize) -> String {
    let has = |row: Option<usize>, column: Option<usize>| match (row, column) {
        (Some(row), Some(column)) => cells.contains(&(row, column)),
        _ => false,
    };
    let mut path = String::new();
    for &(row, column) in cells {
        let (x, y) = (column * CELL, row * CELL);
        let up = has(row.checked_sub(1), Some(column));
        let down = has(Some(row + 1), Some(column));
        let left = has(Some(row), column.checked_sub(1));
        let right = has(Some(row), Some(column + 1));
        // A line ends at the edge of the neighbor that continues it.
        let ends = |before: bool, after: bool, from: usize| {
            let start = from + if before { 0 } else { inset };
            (start, from + CELL - if after { 0 } else { inset })
        };
        let ((west, east), (north, south)) = (ends(left, right, x), ends(up, down, y));
        if !up {
            _ = write!(path, "M{west} {}H{east}", y + inset);
        }
        if !down {
            _ = write!(path, "M{west} {}H{east}", y + CELL - inset);
        }
        if !left {
            _ = write!(path, "M{} {north}V{south}", x + inset);
        }
        if !right {
            _ = write!(path, "M{} {north}V{south}", x + CELL - inset);
        }
    }
    path
}

/// A drawing in lines of text: cells of `width` signs, and walls wherever two neighbors belong to
/// different boxes. With each line of cells comes its row.
pub fn drawn<B: PartialEq>(
    rows: usize,
    columns: usize,
    width: usize,
    box_at: impl Fn(usize, usize) -> Option<B>,
    put_cell: impl Fn(usize, usize, &mut Vec<u8>),
) -> Vec<(Option<usize>, Vec<u8>)> {
    let mut lines = Vec::new();
    // Outside of the board is a box of its own.
    let box_at = |row: usize, column: usize| {
        let inside = (1..=rows).contains(&row) && (1..=columns).contains(&column);
        inside.then(|| box_at(row - 1, column - 1))
    };
    // The wall above, and the wall to the left of a place.
    let above = |row: usize, column: usize| box_at(row - 1, column) != box_at(row, column);
    let left = |row: usize, column: usize| box_at(row, column - 1) != box_at(row, column);
    for row in 1..=rows + 1 {
        if (1..=columns).any(|column| above(row, column)) {
            let mut text = Vec::new();
            for column in 1..=columns + 1 {
                let before = column > 1 && above(row, column - 1);
                let after = column <= columns && above(row, column);
                let up = row > 1 && left(row - 1, column);
                let down = row <= rows && left(row, column);
                let upright = up || down;
                text.push(match (before || after, upright) {
                    (true, true) => b'+',
                    (true, false) => b'-',
                    (false, true) => b'|',
                    (false, false) => b' ',
                });
                if column <= columns {
                    let sign = if after { b'-' } else { b' ' };
                    text.extend(std::iter::repeat_n(sign, width + 2));
                }
            }
            lines.push((None, text));
        }
        if row > rows {
            break;
        }
        let mut text = Vec::new();
        for column in 1..=columns + 1 {
            text.push(if left(row, column) { b'|' } else { b' ' });
            if column <= columns {
                text.push(b' ');
                let before = text.len();
                put_cell(row - 1, column - 1, &mut text);
                let missing = width.saturating_sub(text.len() - before);
                // Numbers stand one below the other.
                text.splice(before..before, std::iter::repeat_n(b' ', missing));
                text.push(b' ');
            }
        }
        lines.push((Some(row - 1), text));
    }
    lines
}

/// Appends a line without blanks at its end, and a newline.
pub fn end_line(line: &[u8], text: &mut Vec<u8>) {
    text.extend_from_slice(line.trim_ascii_end());
    text.push(b'\n');
}
