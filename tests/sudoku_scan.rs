//! Scans of whole grids, against counts that are known and against the exact cover.

use dlx3::sudoku::scan::{Event, Plan, spread};
use dlx3::sudoku::{Filled, Geometry, Grid};
use std::ops::ControlFlow;

fn filled(order: usize, text: &str) -> Filled<2> {
    let board = Geometry::of_order(order).unwrap();
    let grid = Grid::parse(&board, text.as_bytes()).unwrap();
    Filled::new(&board, &grid).unwrap()
}

/// All solved grids of order 4.
fn grids_of_order_4() -> Vec<Filled<2>> {
    fn fill(board: &Geometry, grid: &mut Grid, cell: usize, all: &mut Vec<Grid>) {
        if cell == 16 {
            all.push(grid.clone());
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
    let filled = all.iter().map(|grid| Filled::new(&board, grid).unwrap());
    filled.collect()
}

fn count(grid: &Filled<2>, clues: usize) -> usize {
    let plan = Plan::new(grid, clues).unwrap();
    let units: Vec<usize> = (0..plan.units()).collect();
    let mut puzzles = 0;
    let _ = spread(&plan, &units, 1, &mut |event| {
        puzzles += usize::from(matches!(event, Event::Puzzle(_)));
        ControlFlow::Continue(())
    });
    puzzles
}

#[test]
fn puzzles_of_order_4_are_as_many_as_is_known() {
    let grids = grids_of_order_4();
    assert_eq!(grids.len(), 288);
    for (clues, puzzles) in [(3, 0), (4, 25_728), (5, 284_160), (6, 1_041_408)] {
        let found: usize = grids.iter().map(|grid| count(grid, clues)).sum();
        assert_eq!(found, puzzles, "{clues} clues");
    }
}

#[test]
fn one_grid_of_order_6_has_30_puzzles_with_8_clues_and_another_none() {
    let none = filled(6, "123456456123231564564231312645645312");
    let some = filled(6, "256413413625532146641532364251125364");
    assert_eq!((count(&none, 8), count(&some, 8)), (0, 30));
}
