//! Solved grids that several tests need.

use dlx3::sudoku::{Filled, Geometry, Grid};

/// All solved grids of order 4.
pub fn of_order_4() -> Vec<Filled<2>> {
    fn fill(board: &Geometry, grid: &mut Grid, cell: usize, all: &mut Vec<Filled<2>>) {
        if cell == board.cells() {
            all.push(Filled::new(board, grid).unwrap());
            return;
        }
        for digit in 1..=4 {
            grid.set(cell, digit);
            if grid.clash(board).is_none() {
                fill(board, grid, cell + 1, all);
            }
        }
        grid.set(cell, 0);
    }
    let board = Geometry::of_order(4).unwrap();
    let mut all = Vec::new();
    fill(&board, &mut Grid::empty(4), 0, &mut all);
    assert_eq!(all.len(), 288);
    all
}

/// A solved grid of the usual board of that order.
pub fn filled(order: usize, text: &str) -> Filled<2> {
    let board = Geometry::of_order(order).unwrap();
    let grid = Grid::parse(&board, text.as_bytes()).unwrap();
    Filled::new(&board, &grid).unwrap()
}
