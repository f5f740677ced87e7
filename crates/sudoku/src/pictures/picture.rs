//! Grids as text: one line, or drawn with their boxes.

use crate::boards::{Geometry, Grid};

/// Appends the cells in one line and a newline: `.` for a blank, `#` for a hole. Between numbers
/// there are blanks.
pub fn put_line(geometry: &Geometry, grid: &Grid, text: &mut Vec<u8>) {
    for cell in 0..geometry.cells() {
        if cell > 0 && grid.alphabet().is_numbers() {
            text.push(b' ');
        }
        put_cell(geometry, grid, cell, text);
    }
    text.push(b'\n');
}

fn put_cell(geometry: &Geometry, grid: &Grid, cell: usize, text: &mut Vec<u8>) {
    match grid.get(cell) {
        None if geometry.is_hole(cell) => text.push(b'#'),
        digit => grid.alphabet().put(digit.unwrap_or(0), text),
    }
}

/// Appends a drawing: the digits, and walls wherever two neighbours belong to
/// different boxes, be they rectangles or not.
pub fn put_boxes(geometry: &Geometry, grid: &Grid, text: &mut Vec<u8>) {
    let order = geometry.order();
    let width = grid.alphabet().width();
    // Outside of the board is a box of its own.
    let box_at = |row: usize, column: usize| {
        let inside = (1..=order).contains(&row) && (1..=order).contains(&column);
        inside.then(|| geometry.first_box((row - 1) * order + column - 1))
    };
    // The wall above, and the wall to the left of a place.
    let above = |row: usize, column: usize| box_at(row - 1, column) != box_at(row, column);
    let left = |row: usize, column: usize| box_at(row, column - 1) != box_at(row, column);
    for row in 1..=order + 1 {
        if (1..=order).any(|column| above(row, column)) {
            for column in 1..=order + 1 {
                let before = column > 1 && above(row, column - 1);
                let after = column <= order && above(row, column);
                let up = row > 1 && left(row - 1, column);
                let down = row <= order && left(row, column);
                let upright = up || down;
                text.push(match (before || after, upright) {
                    (true, true) => b'+',
                    (true, false) => b'-',
                    (false, true) => b'|',
                    (false, false) => b' ',
                });
                if column <= order {
                    let sign = if after { b'-' } else { b' ' };
                    text.extend(std::iter::repeat_n(sign, width + 2));
                }
            }
            end_line(text);
        }
        if row > order {
            break;
        }
        for column in 1..=order + 1 {
            text.push(if left(row, column) { b'|' } else { b' ' });
            if column <= order {
                let cell = (row - 1) * order + column - 1;
                text.push(b' ');
                let before = text.len();
                put_cell(geometry, grid, cell, text);
                let missing = width - (text.len() - before);
                // Numbers stand one below the other.
                text.splice(before..before, std::iter::repeat_n(b' ', missing));
                text.push(b' ');
            }
        }
        end_line(text);
    }
}

fn end_line(text: &mut Vec<u8>) {
    while text.last() == Some(&b' ') {
        text.pop();
    }
    text.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::jigsaw;

    fn drawn(geometry: &Geometry, line: &[u8]) -> String {
        let mut text = Vec::new();
        put_boxes(geometry, &Grid::parse(geometry, line).unwrap(), &mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn rectangular_boxes_have_walls_around_them() {
        let board = Geometry::of_order(6).unwrap();
        insta::assert_snapshot!(drawn(&board, b"123456456123......564231312645......"));
    }

    #[test]
    fn jigsaw_boxes_have_walls_around_them() {
        let board = jigsaw::read(b"AABB\nACBB\nACDD\nCCDD\n").unwrap();
        insta::assert_snapshot!(drawn(&board, b"12343412........"));
    }
}
