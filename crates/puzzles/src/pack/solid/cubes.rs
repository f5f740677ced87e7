//! Solids of cubes, with gaps and bevels.
//!
//! A cube is replaced by a smaller one in its middle, its core, with bevelled edges. If cells of a
//! piece share a face, four of them an edge, or eight of them a corner, the core is swept from one
//! of them to the others: along a line, over a square, or through a cube. The solid is the union of
//! all sweeps. So cells that touch only in an edge or a corner are not joined, and no edge has more
//! than two faces.
//!
//! Planes cut space into boxes. Along each axis, a cell has four strips:
//!
//! | strip | width |
//! |---|---|
//! | near: bevel towards the cell before | bevel |
//! | core | the rest |
//! | far: bevel towards the cell after | bevel |
//! | gap to the cell after | gap |
//!
//! In the corner of a cell, let u, v and w grow outwards from 0 to 1. A sweep of the core satisfies
//! `u + v <= 1` for each pair of axes along which it is not swept. These planes pass through the
//! center of a box and the diagonals of its faces: they divide it into twelve tetrahedra, from the
//! center to the halves of faces, each of which is inside or outside. The surface consists of the
//! triangles with the inside on exactly one side.

use super::super::grid::{Cell, add};
use super::{Dimensions, Mesh, mesh::Spot};
use std::collections::HashSet;

/// The position of a box along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strip {
    Near,
    Core,
    Far,
    Gap,
}

/// The strips of a cell, in their order.
const STRIPS: [Strip; 4] = [Strip::Near, Strip::Core, Strip::Far, Strip::Gap];

/// Twice the number of a plane along each axis; odd numbers are midway between two planes.
type Label = [i32; 3];

/// The surface of these cubes.
pub(super) fn mesh(cells: &[Cell], dimensions: &Dimensions) -> Mesh {
    let own: HashSet<Cell> = cells.iter().copied().collect();
    let mut surface = Surface::default();
    for &cell in cells {
        for place in 0..64 {
            let strips = [place % 4, place / 4 % 4, place / 16].map(|strip| STRIPS[strip]);
            Brick::new(&own, cell, strips).put(&mut surface);
        }
    }
    surface.mesh(dimensions)
}

/// A box between planes.
struct Brick {
    /// The label of its corner with the least coordinates.
    low: Label,
    /// For each axis, whether outwards is towards smaller coordinates.
    turned: [bool; 3],
    /// The number of axes along which it is at an edge of its cell.
    edges: usize,
    /// For each sweep, the pairs of axes that it leaves bevelled: a point is inside if it satisfies
    /// all pairs of some sweep.
    sweeps: Vec<Vec<(usize, usize)>>,
}

impl Brick {
    /// The box in these strips of a cell.
    fn new(own: &HashSet<Cell>, cell: Cell, strips: [Strip; 3]) -> Self {
        let place = |strip: Strip| STRIPS.iter().position(|&other| other == strip);
        let low = [0, 1, 2].map(|axis: usize| {
            let strip = place(strips[axis]).unwrap_or(0) as i32;
            2 * (4 * cell[axis] + strip)
        });
        let gaps = (0..3).filter(|&axis| strips[axis] == Strip::Gap);
        let gaps: Vec<usize> = gaps.collect();
        let is_edge = |&axis: &usize| matches!(strips[axis], Strip::Near | Strip::Far);
        let edges: Vec<usize> = (0..3).filter(is_edge).collect();
        let mut sweeps = Vec::new();
        for choice in 0..1_usize << edges.len() {
            let (swept, left): (Vec<usize>, Vec<usize>) =
                (0..edges.len()).partition(|place| choice >> place & 1 == 1);
            let mut ways = gaps.clone();
            ways.extend(swept.into_iter().map(|place| edges[place]));
            if spans(own, cell, strips, &ways) {
                let pairs = left.iter().enumerate().flat_map(|(place, &one)| {
                    let others = left[place + 1..].iter();
                    others.map(move |&other| (one, other))
                });
                sweeps.push(
                    pairs
                        .map(|(one, other)| (edges[one], edges[other]))
                        .collect(),
                );
            }
        }
        let turned = strips.map(|strip| strip == Strip::Near);
        Brick {
            low,
            turned,
            edges: edges.len(),
            sweeps,
        }
    }

    /// Adds the part of it that is inside to the surface.
    fn put(&self, surface: &mut Surface) {
        let mut inside = self.triangles();
        match &self.sweeps[..] {
            [] => return,
            sweeps if sweeps.iter().any(Vec::is_empty) => {}
            // Along an edge: half of the box.
            [sweep] if self.edges == 2 => {
                inside.retain(|&triangle| self.has(triangle));
                inside.extend(self.slope(sweep[0]));
            }
            _ => {
                let middle = self.low.map(|low| low + 1);
                inside.retain(|&triangle| self.has(triangle));
                let sides =
                    |&[a, b, c]: &[Label; 3]| [[middle, b, a], [middle, c, b], [middle, a, c]];
                let sides: Vec<[Label; 3]> = inside.iter().flat_map(sides).collect();
                inside.extend(sides);
            }
        }
        for triangle in inside {
            surface.put(triangle);
        }
    }

    /// Whether the tetrahedron between the center and a triangle of a face is inside.
    fn has(&self, triangle: [Label; 3]) -> bool {
        // Six times the outward coordinates of the triangle's centroid. The center, whose
        // coordinates have sum 1, does not change the side of any plane.
        let outward = |axis: usize| {
            let sum: i32 = triangle
                .iter()
                .map(|corner| corner[axis] - self.low[axis])
                .sum();
            if self.turned[axis] { 6 - sum } else { sum }
        };
        let keeps = |&(one, other): &(usize, usize)| outward(one) + outward(other) < 6;
        self.sweeps.iter().any(|pairs| pairs.iter().all(keeps))
    }

    /// The plane between the halves of a box along an edge.
    fn slope(&self, (one, other): (usize, usize)) -> [[Label; 3]; 2] {
        let along = 3 - one - other;
        // A corner by its outward coordinates along both axes, and the one along the edge.
        let corner = |of_one: i32, of_other: i32, end: i32| {
            let mut corner = self.low;
            for (axis, part) in [(one, of_one), (other, of_other)] {
                corner[axis] += if self.turned[axis] { 2 - part } else { part };
            }
            corner[along] += end;
            corner
        };
        let [a, b, c, d] = [
            corner(2, 0, 0),
            corner(0, 2, 0),
            corner(0, 2, 2),
            corner(2, 0, 2),
        ];
        // Counterclockwise from outside if the axes are in cyclic order, and both or none are
        // turned.
        let in_order = (one + 1) % 3 == other;
        match in_order == (self.turned[one] == self.turned[other]) {
            true => [[a, b, c], [a, c, d]],
            false => [[a, c, b], [a, d, c]],
        }
    }

    /// The triangles of its faces, counterclockwise from outside. A diagonal joins the corners
    /// where one of two outward coordinates is 0 and the other 1, so boxes that touch share it.
    fn triangles(&self) -> Vec<[Label; 3]> {
        let mut triangles = Vec::with_capacity(12);
        for axis in 0..3 {
            let (one, other) = ((axis + 1) % 3, (axis + 2) % 3);
            for side in [0, 2] {
                let corner = |along_one: i32, along_other: i32| {
                    let mut corner = self.low;
                    corner[axis] += side;
                    corner[one] += along_one;
                    corner[other] += along_other;
                    corner
                };
                let [a, b, c, d] = [corner(0, 0), corner(2, 0), corner(2, 2), corner(0, 2)];
                let halves = match self.turned[one] == self.turned[other] {
                    true => [[a, b, d], [b, c, d]],
                    false => [[a, b, c], [a, c, d]],
                };
                let outside = |[a, b, c]: [Label; 3]| if side == 0 { [a, c, b] } else { [a, b, c] };
                triangles.extend(halves.map(outside));
            }
        }
        triangles
    }
}

/// Whether a piece has all cells in some of these directions from a cell.
fn spans(own: &HashSet<Cell>, cell: Cell, strips: [Strip; 3], ways: &[usize]) -> bool {
    (0..1_usize << ways.len()).all(|choice| {
        let mut other = cell;
        for (place, &axis) in ways.iter().enumerate() {
            if choice >> place & 1 == 1 {
                let mut step = [0; 3];
                step[axis] = if strips[axis] == Strip::Near { -1 } else { 1 };
                other = add(other, step);
            }
        }
        own.contains(&other)
    })
}

/// Triangles; those in both directions cancel.
#[derive(Default)]
struct Surface(HashSet<[Label; 3]>);

impl Surface {
    fn put(&mut self, triangle: [Label; 3]) {
        let [a, b, c] = triangle;
        if !self.0.remove(&first_least([a, c, b])) {
            self.0.insert(first_least(triangle));
        }
    }

    fn mesh(self, dimensions: &Dimensions) -> Mesh {
        let mut triangles: Vec<[Label; 3]> = self.0.into_iter().collect();
        triangles.sort_unstable();
        let mut labels: Vec<Label> = triangles.iter().flatten().copied().collect();
        labels.sort_unstable();
        labels.dedup();
        let number = |label| labels.binary_search(&label).unwrap_or(0) as u32;
        let triangles = triangles.into_iter().map(|corners| corners.map(number));
        let triangles = triangles.collect();
        Mesh::new(
            labels
                .iter()
                .map(|&label| spot(label, dimensions))
                .collect(),
            triangles,
        )
    }
}

/// A triangle, rotated to begin with its least corner.
fn first_least([a, b, c]: [Label; 3]) -> [Label; 3] {
    if a < b && a < c {
        [a, b, c]
    } else if b < c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}

/// The position of a point.
fn spot(label: Label, dimensions: &Dimensions) -> Spot {
    let plane = |number: i32| {
        let (inset, bevelled) = (dimensions.inset(), dimensions.inset() + dimensions.bevel);
        let within = [
            inset,
            bevelled,
            dimensions.unit - bevelled,
            dimensions.unit - inset,
        ];
        let strip = number.rem_euclid(4) as usize;
        f64::from(number.div_euclid(4)) * dimensions.unit + within[strip]
    };
    let [x, y, z] = label.map(|twice| {
        let number = twice.div_euclid(2);
        match twice.rem_euclid(2) {
            0 => plane(number),
            _ => (plane(number) + plane(number + 1)) / 2.0,
        }
    });
    [x, -y, -z]
}
