//! All polyforms of a size, by growth: each is one of the next smaller size plus a neighbor.

use super::grid::{Cell, Grid};
use super::piece::Moves;
use super::shape::Shape;
use std::collections::BTreeSet;

/// All connected shapes of `size` cells up to these moves, in a fixed order.
pub fn polyforms(grid: Grid, size: usize, moves: Moves) -> Vec<Shape> {
    let maps = moves.maps(grid);
    let least = |shape: &Shape| shape.images(grid, &maps).swap_remove(0);
    let first = Shape::plain(grid, [grid.origin()]);
    let mut known = BTreeSet::from([least(&first)]);
    // A fixed triangle points up or down.
    if grid == Grid::Triangle && moves == Moves::Fixed {
        known.insert(Shape::plain(grid, [grid.neighbors(grid.origin())[0]]));
    }
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &known {
            let cells: Vec<Cell> = shape.cells().iter().map(|&(cell, _)| cell).collect();
            for next in cells.iter().flat_map(|&cell| grid.neighbors(cell)) {
                if !cells.contains(&next) {
                    let grown = cells.iter().copied().chain([next]);
                    larger.insert(least(&Shape::plain(grid, grown)));
                }
            }
        }
        known = larger;
    }
    known.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are OEIS A000105, A000988 and A001168 (polyominoes: free, one-sided, fixed),
    /// A000577 and A006534 (polyiamonds), A000228 and A006535 (polyhexes), A000162 and A038119
    /// (polycubes, with mirror images distinct or not).
    #[test]
    fn there_are_as_many_polyforms_as_published() {
        use Grid::{Cube, Hexagon, Square, Triangle};
        use Moves::{Fixed, Free, OneSided};
        let cases: [(Grid, Moves, &[usize]); 9] = [
            (Square, Free, &[1, 1, 2, 5, 12, 35, 108]),
            (Square, OneSided, &[1, 1, 2, 7, 18, 60, 196]),
            (Square, Fixed, &[1, 2, 6, 19, 63, 216, 760]),
            (Triangle, Free, &[1, 1, 1, 3, 4, 12, 24, 66]),
            (Triangle, OneSided, &[1, 1, 1, 4, 6, 19, 43, 120]),
            (Hexagon, Free, &[1, 1, 3, 7, 22, 82]),
            (Hexagon, OneSided, &[1, 1, 3, 10, 33, 147]),
            (Cube, OneSided, &[1, 1, 2, 8, 29]),
            (Cube, Free, &[1, 1, 2, 7, 23]),
        ];
        for (grid, moves, numbers) in cases {
            let found = (1..=numbers.len()).map(|size| polyforms(grid, size, moves).len());
            assert_eq!(found.collect::<Vec<_>>(), numbers, "{grid} {moves:?}");
        }
        assert_eq!(polyforms(Triangle, 1, Fixed).len(), 2);
        assert_eq!(polyforms(Triangle, 2, Fixed).len(), 3);
    }
}
