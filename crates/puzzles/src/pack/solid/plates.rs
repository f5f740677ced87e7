//! Flat pieces as plates: prisms over squares, triangles and hexagons, with gaps and bevels.
//!
//! From above, each cell has a core, whose sides are inside those of the cell. A strip joins the
//! cores of cells that share a side, and a fan those around a point that several cells share:
//!
//! | cells around the point | the fan |
//! |---|---|
//! | all | between the corners of the cores |
//! | as many as form a straight line | the same |
//! | another odd number | from the corner of the middle core |
//! | an even number | from the point where the sides of the outline meet |
//!
//! Cells that touch only in a corner are not joined. Top and bottom are such plans, and walls stand
//! on the edges that only one triangle has. With bevels, top and bottom are smaller, and a slope
//! leads to the walls; the upright edges of plates stay sharp.

use super::super::grid::{Cell, Grid};
use super::plan::{Corner, Plan};
use super::{Dimensions, Mesh};
use std::collections::HashSet;

/// The surface of a plate.
pub(super) fn mesh(grid: Grid, cells: &[Cell], dimensions: &Dimensions) -> Mesh {
    let plan = Plan::new(grid, cells, dimensions.unit);
    let floor = Floor::new(&plan);
    let (inset, thickness) = (dimensions.inset(), dimensions.thickness());
    let slope = inset + dimensions.bevel;
    let levels: &[(f64, f64)] = match dimensions.bevel > 0.0 {
        false => &[(0.0, inset), (thickness, inset)],
        true => &[
            (0.0, slope),
            (dimensions.bevel, inset),
            (thickness - dimensions.bevel, inset),
            (thickness, slope),
        ],
    };
    let size = floor.points.len() as u32;
    let mut points = Vec::with_capacity(levels.len() * floor.points.len());
    for &(up, by) in levels {
        points.extend(floor.points.iter().map(|corners| {
            let [right, down] = plan.moved(corners, by);
            [right, -down, up]
        }));
    }
    let top = (levels.len() - 1) as u32 * size;
    let mut triangles = Vec::new();
    for &[a, b, c] in &floor.triangles {
        triangles.push([a, c, b]);
        triangles.push([top + a, top + b, top + c]);
    }
    for (from, to) in floor.border() {
        for level in 0..levels.len() as u32 - 1 {
            let (low, high) = (level * size, (level + 1) * size);
            triangles.push([low + from, low + to, high + to]);
            triangles.push([low + from, high + to, high + from]);
        }
    }
    Mesh::new(points, triangles)
}

/// A plan of triangles, counterclockwise from above.
struct Floor {
    /// Each point as the corners of cells between the two sides that meet there.
    points: Vec<Vec<Corner>>,
    triangles: Vec<[u32; 3]>,
}

impl Floor {
    fn new(plan: &Plan) -> Self {
        let mut floor = Floor {
            points: Vec::new(),
            triangles: Vec::new(),
        };
        let sides = plan.sides();
        let number = |(cell, corner): Corner| (cell * sides + corner) as u32;
        for cell in 0..plan.size() {
            let corners = (0..sides).map(|corner| (cell, corner));
            floor
                .points
                .extend(corners.clone().map(|corner| vec![corner]));
            floor.fill(&corners.map(number).collect::<Vec<u32>>());
            for side in 0..sides {
                let Some((near, back)) = plan.across((cell, side)) else {
                    continue;
                };
                if near > cell {
                    floor.fill(&[
                        number((cell, (side + 1) % sides)),
                        number((cell, side)),
                        number((near, (back + 1) % sides)),
                        number((near, back)),
                    ]);
                }
            }
        }
        for run in plan.runs() {
            let around: Vec<u32> = run.corners.iter().rev().copied().map(number).collect();
            let count = around.len();
            if run.is_round || plan.is_straight(count) {
                floor.fill(&around);
                continue;
            }
            let centre = match count % 2 {
                1 => around[count / 2],
                _ => {
                    floor.points.push(run.corners);
                    floor.points.len() as u32 - 1
                }
            };
            for pair in around.windows(2) {
                if !pair.contains(&centre) {
                    floor.fill(&[centre, pair[0], pair[1]]);
                }
            }
        }
        floor
    }

    /// Adds a convex polygon, given clockwise from above.
    fn fill(&mut self, corners: &[u32]) {
        for pair in corners.windows(2).skip(1) {
            self.triangles.push([corners[0], pair[1], pair[0]]);
        }
    }

    /// The edges that only one triangle has, with the plan on their left.
    fn border(&self) -> Vec<(u32, u32)> {
        let edges = |&[a, b, c]: &[u32; 3]| [(a, b), (b, c), (c, a)];
        let all: Vec<(u32, u32)> = self.triangles.iter().flat_map(edges).collect();
        let known: HashSet<(u32, u32)> = all.iter().copied().collect();
        let is_border = |&(from, to): &(u32, u32)| !known.contains(&(to, from));
        all.into_iter().filter(is_border).collect()
    }
}
