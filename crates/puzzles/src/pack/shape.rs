//! Shapes: cells in normal position, with their tints and colored sides.

use super::grid::{Cell, Grid, Map, add};
use std::collections::HashSet;

/// A set of cells, each with a tint (0 for none), and colors on some of their sides.
///
/// A side is the sum of the two cells beside it, so maps act on sides as on cells. Invariant: both
/// lists are sorted, without duplicates, and the cells are in normal position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    cells: Vec<(Cell, u8)>,
    sides: Vec<(Cell, u8)>,
}

impl Shape {
    /// The shape of these cells and sides, moved to normal position.
    pub fn new(grid: Grid, cells: Vec<(Cell, u8)>, sides: Vec<(Cell, u8)>) -> Self {
        let mut shape = Shape { cells, sides };
        let shift = grid.normal_shift(shape.cells.iter().map(|&(cell, _)| cell));
        for (cell, _) in &mut shape.cells {
            *cell = add(*cell, shift);
        }
        for (side, _) in &mut shape.sides {
            *side = add(*side, add(shift, shift));
        }
        shape.cells.sort_unstable();
        shape.cells.dedup();
        shape.sides.sort_unstable();
        shape.sides.dedup();
        shape
    }

    /// A shape without tints and colored sides.
    pub fn plain(grid: Grid, cells: impl IntoIterator<Item = Cell>) -> Self {
        let cells = cells.into_iter().map(|cell| (cell, 0)).collect();
        Self::new(grid, cells, Vec::new())
    }

    /// Its cells and their tints.
    pub fn cells(&self) -> &[(Cell, u8)] {
        &self.cells
    }

    /// The colored sides.
    pub fn sides(&self) -> &[(Cell, u8)] {
        &self.sides
    }

    /// The shape without tints.
    pub fn without_tints(&self) -> Self {
        Shape {
            cells: self.cells.iter().map(|&(cell, _)| (cell, 0)).collect(),
            sides: self.sides.clone(),
        }
    }

    /// Whether its cells are connected by sides.
    pub fn holds_together(&self, grid: Grid) -> bool {
        let mut left: HashSet<Cell> = self.cells.iter().map(|&(cell, _)| cell).collect();
        let first = self.cells.first().map(|&(cell, _)| cell);
        first.is_none_or(|first| {
            take_part(grid, first, &mut left);
            left.is_empty()
        })
    }

    /// Its connected components, in the order of a picture.
    pub fn parts(&self, grid: Grid) -> Vec<Shape> {
        let mut left: HashSet<Cell> = self.cells.iter().map(|&(cell, _)| cell).collect();
        let mut cells: Vec<Cell> = self.cells.iter().map(|&(cell, _)| cell).collect();
        cells.sort_by_key(|&cell| grid.at(cell));
        let parts = cells.into_iter().filter_map(|cell| {
            let part = take_part(grid, cell, &mut left);
            (!part.is_empty()).then(|| Shape::plain(grid, part))
        });
        parts.collect()
    }

    /// The number of its cells.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// The image of the shape under a map.
    pub fn mapped(&self, grid: Grid, map: &Map) -> Self {
        let apply = |&(at, color): &(Cell, u8)| (map.apply(at), color);
        let cells = self.cells.iter().map(apply).collect();
        Self::new(grid, cells, self.sides.iter().map(apply).collect())
    }

    /// All images of the shape under some maps, sorted.
    pub fn images<'m>(&self, grid: Grid, maps: impl IntoIterator<Item = &'m Map>) -> Vec<Shape> {
        let images = maps.into_iter().map(|map| self.mapped(grid, map));
        let mut images: Vec<Shape> = images.collect();
        images.sort_unstable();
        images.dedup();
        images
    }
}

/// Removes the connected component of a cell from `left`.
fn take_part(grid: Grid, first: Cell, left: &mut HashSet<Cell>) -> Vec<Cell> {
    let mut part = Vec::new();
    let mut reached = vec![first];
    while let Some(cell) = reached.pop() {
        if left.remove(&cell) {
            part.push(cell);
            reached.extend(grid.neighbors(cell));
        }
    }
    part
}
