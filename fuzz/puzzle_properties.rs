//! What must hold for all bytes that are read as Sudoku puzzles. The fuzz target feeds these, and so
//! does `tests/puzzles/sudoku_texts.rs`.

use dlx3::sudoku::{Geometry, Grid, Puzzles, PuzzlesError};

/// Reading ends, with faults whose lines are in the text and puzzles that were written in it: each
/// comes back from the line in which it is written, with its own digits.
pub fn reading_puzzles_ends_well(bytes: &[u8]) {
    let lines = bytes.split(|&byte| byte == b'\n').count() as u64;
    let plain = [(2, 2), (3, 3), (4, 4), (5, 5)]
        .map(|(rows, columns)| Geometry::boxes(rows, columns).expect("a board"));
    for board in &plain {
        let mut last = 0;
        for read in Puzzles::new(board, bytes) {
            let (line, grid) = match read {
                Ok((line, grid)) => (line, Some(grid)),
                Err(PuzzlesError::Fault(fault)) => (fault.line, None),
                Err(error) => panic!("memory can be read: {error}"),
            };
            assert!((1..=lines).contains(&line), "{line} of {lines}");
            let Some(grid) = grid else {
                continue;
            };
            assert!(line > last, "{line} after {last}");
            last = line;
            comes_back(board, &grid);
        }
    }
}

fn comes_back(board: &Geometry, grid: &Grid) {
    let mut text = Vec::new();
    dlx3::sudoku::picture::put_line(board, grid, &mut text);
    let mut again = Puzzles::new(board, &text[..]).with_digits(Some(*grid.alphabet()));
    let (_, read) = again.next().expect("a puzzle").expect("no fault");
    assert_eq!(read.cells(), grid.cells());
    assert!(again.next().is_none());
}
