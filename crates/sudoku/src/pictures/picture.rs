//! Grids as text: one line, or drawn with their boxes.

use super::outline;
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
    let box_at = |row: usize, column: usize| Some(geometry.first_box(row * order + column));
    let put = |row: usize, column: usize, text: &mut Vec<u8>| {
        put_cell(geometry, grid, row * order + column, text);
    };
    for (_, line) in outline::drawn(order, order, width, box_at, put) {
        outline::end_line(&line, text);
    }
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
