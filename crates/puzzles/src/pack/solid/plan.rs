//! Flat pieces from above: corners of cells, sides between them, and outlines.
//!
//! Coordinates are those of a picture: to the right and down, in millimetres. The corners of a cell
//! are clockwise, and side number i runs from corner i to the next one, along neighbor i.

use super::super::grid::{Cell, Grid};
use super::super::svg::corners;
use std::collections::{HashMap, HashSet};

/// A point, or a vector: right, down.
pub(super) type Flat = [f64; 2];

/// A corner of a cell: the number of the cell, and that of its corner.
pub(super) type Corner = (usize, usize);

/// The cells of a piece.
pub(super) struct Plan {
    grid: Grid,
    cells: Vec<Cell>,
    numbers: HashMap<Cell, usize>,
    points: Vec<Vec<Flat>>,
}

impl Plan {
    /// The plan of some cells of this size.
    pub(super) fn new(grid: Grid, cells: &[Cell], unit: f64) -> Self {
        // Pictures' units as parts of a cell; in them all corners are integers.
        let (right, down) = match grid {
            Grid::Square | Grid::Cube => (20.0, 20.0),
            Grid::Triangle => (20.0, 34.0 / 3.0_f64.sqrt()),
            Grid::Hexagon => (20.0, 36.0 / 3.0_f64.sqrt()),
        };
        let points = cells.iter().map(|&cell| {
            let corners = corners(grid, cell, grid.at(cell)).into_iter();
            let point = |(x, y)| [f64::from(x) / right * unit, f64::from(y) / down * unit];
            corners.map(point).collect()
        });
        Plan {
            grid,
            cells: cells.to_vec(),
            points: points.collect(),
            numbers: cells.iter().copied().zip(0..).collect(),
        }
    }

    /// The number of its cells.
    pub(super) fn size(&self) -> usize {
        self.cells.len()
    }

    /// How many corners a cell has.
    pub(super) fn sides(&self) -> usize {
        match self.grid {
            Grid::Square | Grid::Cube => 4,
            Grid::Triangle => 3,
            Grid::Hexagon => 6,
        }
    }

    /// The cell beyond a side, and the number of the side there.
    pub(super) fn across(&self, (cell, side): Corner) -> Option<Corner> {
        let near = self.grid.neighbors(self.cells[cell])[side];
        let near = *self.numbers.get(&near)?;
        let back = self.grid.neighbors(self.cells[near]);
        let back = back.iter().position(|&other| other == self.cells[cell])?;
        Some((near, back))
    }

    /// The corner of the next cell around the same point: the cell beyond the side that begins
    /// there.
    fn next(&self, corner: Corner) -> Option<Corner> {
        let (near, side) = self.across(corner)?;
        Some((near, (side + 1) % self.sides()))
    }

    /// The side that ends at a corner.
    fn side_before(&self, (cell, corner): Corner) -> Corner {
        let sides = self.sides();
        (cell, (corner + sides - 1) % sides)
    }

    /// Runs of corners around a point: one for each point, and more if other cells of the piece
    /// touch it without sharing a side with these.
    pub(super) fn runs(&self) -> Vec<Run> {
        let mut seen = HashSet::new();
        let mut runs = Vec::new();
        let all = || (0..self.size()).flat_map(|cell| (0..self.sides()).map(move |at| (cell, at)));
        let is_first = |&corner: &Corner| self.across(self.side_before(corner)).is_none();
        for first in all().filter(is_first) {
            let corners: Vec<Corner> =
                std::iter::successors(Some(first), |&corner| self.next(corner)).collect();
            seen.extend(corners.iter().copied());
            runs.push(Run {
                corners,
                is_round: false,
            });
        }
        for first in all() {
            if seen.contains(&first) {
                continue;
            }
            let mut corners = vec![first];
            let mut at = first;
            while let Some(next) = self.next(at).filter(|&next| next != first) {
                corners.push(next);
                at = next;
            }
            seen.extend(corners.iter().copied());
            runs.push(Run {
                corners,
                is_round: true,
            });
        }
        runs
    }

    /// The corner of the outline, moved inwards, at a point with these corners.
    pub(super) fn moved(&self, corners: &[Corner], by: f64) -> Flat {
        let (first, last) = (corners[0], corners[corners.len() - 1]);
        let one = self.inward(self.side_before(first));
        let other = self.inward(last);
        let [x, y] = self.points[first.0][first.1];
        let share = by / (1.0 + one[0] * other[0] + one[1] * other[1]);
        [
            x + share * (one[0] + other[0]),
            y + share * (one[1] + other[1]),
        ]
    }

    /// The unit vector from a side into its cell.
    fn inward(&self, (cell, side): Corner) -> Flat {
        let points = &self.points[cell];
        let (from, to) = (points[side], points[(side + 1) % points.len()]);
        let [right, down] = [to[0] - from[0], to[1] - from[1]];
        let length = right.hypot(down);
        [-down / length, right / length]
    }

    /// Whether the outline is straight at a point where this many corners meet.
    pub(super) fn is_straight(&self, corners: usize) -> bool {
        let angle = match self.grid {
            Grid::Square | Grid::Cube => 90,
            Grid::Triangle => 60,
            Grid::Hexagon => 120,
        };
        angle * corners == 180
    }

    /// The outlines, moved inwards: around the piece, and around each hole. If parts touch in a
    /// corner, their outlines pass it separately.
    pub(super) fn outlines(&self, by: f64) -> Vec<Vec<Flat>> {
        let runs = self.runs();
        let runs: Vec<&Run> = runs.iter().filter(|run| !run.is_round).collect();
        // A run ends where a side of the outline begins; that side ends at another run.
        let last = |run: &Run| run.corners[run.corners.len() - 1];
        let firsts: HashMap<Corner, usize> = runs
            .iter()
            .zip(0..)
            .map(|(run, number)| (run.corners[0], number))
            .collect();
        let mut done = vec![false; runs.len()];
        let mut outlines = Vec::new();
        for start in 0..runs.len() {
            let mut outline = Vec::new();
            let mut at = start;
            while !std::mem::replace(&mut done[at], true) {
                let run = runs[at];
                if !self.is_straight(run.corners.len()) {
                    outline.push(self.moved(&run.corners, by));
                }
                let (cell, side) = last(run);
                at = firsts[&(cell, (side + 1) % self.sides())];
            }
            if !outline.is_empty() {
                outlines.push(outline);
            }
        }
        outlines
    }
}

/// Corners of cells at one point, each beyond the side that begins at its predecessor.
pub(super) struct Run {
    pub(super) corners: Vec<Corner>,
    /// Whether they surround the point.
    pub(super) is_round: bool,
}
