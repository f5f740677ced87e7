//! The exact cover problem of hitting all sets, solved with the library.

use crate::grids::{filled, of_order_4};
use dlx3::Solve;
use dlx3::sudoku::hitting::{Terms, encode};
use dlx3::sudoku::unavoidable::direct;
use dlx3::sudoku::{Filled, Second};

/// The number of candidates with `clues` clues, and how many of them have one solution.
fn count(grid: &Filled<2>, size: usize, clues: usize) -> (usize, usize) {
    let terms = Terms {
        clues,
        pattern: grid.all(),
        kept: None,
    };
    let sets = direct::minimal_sets(grid, size);
    let problem = encode(grid, &sets, &terms).unwrap();
    let second = Second::new(grid.clone());
    let mut counts = (0, 0);
    for solution in problem.solutions() {
        // The options are the cells in order.
        let clues = solution.options.iter().map(|option| option.index());
        counts.0 += 1;
        counts.1 += usize::from(second.difference(&clues.collect()).is_none());
    }
    counts
}

#[test]
fn the_288_grids_of_order_4_have_as_many_puzzles_as_is_known() {
    let grids = of_order_4();
    // Scans count the puzzles with 6 clues, in `sudoku_scan.rs`.
    for (clues, puzzles) in [(4, 25_728), (5, 284_160)] {
        let mut found = 0;
        for grid in &grids {
            let (candidates, unique) = count(grid, 16, clues);
            // With all sets every candidate is a puzzle.
            assert_eq!(candidates, unique);
            found += unique;
        }
        assert_eq!(found, puzzles, "{clues} clues");
    }
}

#[test]
fn with_small_sets_only_there_are_candidates_that_are_no_puzzles() {
    let some = filled(6, "256413413625532146641532364251125364");
    let (candidates, puzzles) = count(&some, 8, 8);
    assert!(candidates > puzzles);
    assert_eq!(puzzles, 30);
    let none = filled(6, "123456456123231564564231312645645312");
    assert_eq!(count(&none, 10, 8).1, 0);
}
