//! Boards of other kinds as Sudokus with rules.

use super::kinds::cages;
use super::{Cell, Rule, Shape, Variant};
use crate::boards::{Board, Grid, UnitKind};

/// A puzzle on a board, with its diagonals, windows, boxes and cages.
///
/// # Errors
/// If the board has holes, or more than 16 digits.
pub fn of_board(board: &Board, grid: &Grid) -> Result<Variant, String> {
    let geometry = &board.geometry;
    let order = geometry.order();
    if order > Shape::MOST {
        return Err(format!(
            "boards with rules have at most {} digits",
            Shape::MOST
        ));
    }
    if (0..geometry.cells()).any(|cell| geometry.is_hole(cell)) {
        return Err("boards with rules have no holes".to_owned());
    }
    let mut variant = Variant::new(Shape::square(order));
    let boxes: Vec<u8> = (0..geometry.cells())
        .filter_map(|cell| geometry.first_box(cell))
        .collect();
    for unit in geometry.units() {
        let UnitKind::Box(number) = unit.kind else {
            continue;
        };
        let cells: Vec<Cell> = unit.cells.clone();
        // Boxes that pictures show are regions; diagonals and windows are further houses.
        match boxes.contains(&number) {
            true => variant.regions.push(cells),
            false => variant.rules.push(Rule::new(&cages::DIFFERENT, cells)),
        }
    }
    for cage in &board.cages {
        let sum = cage.sum as i32;
        variant
            .rules
            .push(Rule::new(&cages::CAGE, cage.cells.clone()).with([sum]));
    }
    for cell in 0..geometry.cells() {
        if let Some(digit) = grid.get(cell) {
            variant.sets[cell] = 1 << digit;
        }
    }
    Ok(variant)
}
