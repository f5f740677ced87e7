//! Solved grids that several tests need.

use dlx3::sudoku::{Filled, Geometry, Grid};

/// The puzzle of Wikipedia's article, and its solution there.
pub const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The solution of the puzzle in the manual, which is the first one of Norvig's list top95.
pub const NINE: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

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
