//! Surfaces made of triangles.
//!
//! A mesh is built with points that differ by their meaning, not by their position: without gaps or
//! bevels, several of them coincide, and some triangles have no area. As built, each edge has two
//! triangles, one on each side, which name it in opposite directions. [`Mesh::settled`] preserves
//! this when coinciding points are merged, as readers of STL do:
//!
//! * Triangles without area are removed. Their neighbors become neighbors of each other.
//! * Where parts of a solid touch in an edge, four triangles or more would share that edge. Each
//!   pair of them but the first gets an extra point on it, at different places, so no two pairs
//!   share an edge. The surface does not change.

use std::collections::HashMap;

/// A point: x to the right, y to the back, z up.
pub type Spot = [f64; 3];

/// The least and the greatest coordinates of points.
pub(super) fn bounds<'p, const N: usize>(
    points: impl IntoIterator<Item = &'p [f64; N]>,
) -> ([f64; N], [f64; N]) {
    let mut bounds = ([f64::INFINITY; N], [f64::NEG_INFINITY; N]);
    for point in points {
        for (axis, &part) in point.iter().enumerate() {
            bounds.0[axis] = bounds.0[axis].min(part);
            bounds.1[axis] = bounds.1[axis].max(part);
        }
    }
    bounds
}

/// A surface of triangles, counterclockwise from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    points: Vec<Spot>,
    triangles: Vec<[u32; 3]>,
}

/// An edge, undirected.
fn edge(from: u32, to: u32) -> (u32, u32) {
    (from.min(to), from.max(to))
}

/// A triangle, and for each side, from its corner to the next one, where to divide it.
type Marked = ([u32; 3], [Option<Division>; 3]);

/// The point at `number / parts` of an edge.
type Division = (usize, usize);

impl Mesh {
    /// A surface of these points and triangles.
    pub(super) fn new(points: Vec<Spot>, triangles: Vec<[u32; 3]>) -> Self {
        Mesh { points, triangles }
    }

    /// Its points.
    pub fn points(&self) -> &[Spot] {
        &self.points
    }

    /// Its triangles, each with the numbers of three points.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The least and the greatest coordinates.
    pub fn bounds(&self) -> (Spot, Spot) {
        bounds(&self.points)
    }

    /// Moves it.
    pub fn shift(&mut self, by: Spot) {
        for point in &mut self.points {
            *point = [0, 1, 2].map(|axis| point[axis] + by[axis]);
        }
    }

    /// Adds another surface.
    pub fn join(&mut self, other: &Mesh) {
        let first = self.points.len() as u32;
        self.points.extend(&other.points);
        let moved = |triangle: &[u32; 3]| triangle.map(|corner| first + corner);
        self.triangles.extend(other.triangles.iter().map(moved));
    }

    /// This surface with one point at each position, and exactly two triangles at each edge.
    /// Coordinates are rounded to 32 bits, as in STL.
    pub fn settled(&self) -> Mesh {
        let (points, merged) = self.merged();
        let pairs = self.pairs(&merged);
        let mut numbers: HashMap<(u32, u32), Vec<usize>> = HashMap::new();
        let mut kept: Vec<([u32; 3], [usize; 3])> = Vec::new();
        for triangle in &self.triangles {
            let corners = triangle.map(|corner| merged[corner as usize]);
            if has_no_area(corners) {
                continue;
            }
            let sides = [0, 1, 2].map(|side| {
                let next = (side + 1) % 3;
                let pair = pairs.of(edge(triangle[side], triangle[next]));
                let known = numbers
                    .entry(edge(corners[side], corners[next]))
                    .or_default();
                known
                    .iter()
                    .position(|&other| other == pair)
                    .unwrap_or_else(|| {
                        known.push(pair);
                        known.len() - 1
                    })
            });
            kept.push((corners, sides));
        }
        let mut mesh = Mesh::new(points, Vec::with_capacity(kept.len()));
        let mut divisions = HashMap::new();
        for (corners, sides) in kept {
            let marks = [0, 1, 2].map(|side: usize| {
                let of_edge = edge(corners[side], corners[(side + 1) % 3]);
                let parts = numbers[&of_edge].len();
                (sides[side] > 0).then_some((sides[side], parts))
            });
            mesh.add_divided((corners, marks), &mut divisions);
        }
        mesh.used()
    }

    /// The positions of its points, and the position of each point.
    fn merged(&self) -> (Vec<Spot>, Vec<u32>) {
        let mut known: HashMap<[u32; 3], u32> = HashMap::new();
        let mut points = Vec::new();
        let merged = self.points.iter().map(|point| {
            // Adding 0 turns -0 into 0.
            let rounded = point.map(|coordinate| coordinate as f32 + 0.0);
            *known.entry(rounded.map(f32::to_bits)).or_insert_with(|| {
                points.push(rounded.map(f64::from));
                points.len() as u32 - 1
            })
        });
        let merged = merged.collect();
        (points, merged)
    }

    /// Pairs edges that are the two sides of a triangle without area, and so the same edge.
    fn pairs(&self, merged: &[u32]) -> Pairs {
        let mut pairs = Pairs::default();
        for triangle in &self.triangles {
            for side in 0..3 {
                pairs.add(edge(triangle[side], triangle[(side + 1) % 3]));
            }
        }
        for &[a, b, c] in &self.triangles {
            let [at_a, at_b, at_c] = [a, b, c].map(|corner| merged[corner as usize]);
            if at_a == at_b && at_b == at_c {
                continue;
            }
            if at_a == at_b {
                pairs.join(edge(a, c), edge(b, c));
            } else if at_b == at_c {
                pairs.join(edge(a, b), edge(a, c));
            } else if at_a == at_c {
                pairs.join(edge(a, b), edge(b, c));
            }
        }
        pairs
    }

    /// Adds a triangle, divided at the points on its sides.
    fn add_divided(&mut self, triangle: Marked, divisions: &mut HashMap<(u32, u32, usize), u32>) {
        let mut left = vec![triangle];
        while let Some((corners, marks)) = left.pop() {
            let Some(side) = marks.iter().position(Option::is_some) else {
                self.triangles.push(corners);
                continue;
            };
            let [a, b, c] = [0, 1, 2].map(|shift| corners[(side + shift) % 3]);
            let [_, after, before] = [0, 1, 2].map(|shift| marks[(side + shift) % 3]);
            let (number, parts) = marks[side].unwrap_or((1, 2));
            let (from, to) = edge(a, b);
            let middle = *divisions.entry((from, to, number)).or_insert_with(|| {
                let share = number as f64 / parts as f64;
                let (from, to) = (self.points[from as usize], self.points[to as usize]);
                let between = |axis: usize| from[axis] + share * (to[axis] - from[axis]);
                self.points
                    .push([0, 1, 2].map(|axis| f64::from(between(axis) as f32)));
                self.points.len() as u32 - 1
            });
            left.push(([middle, b, c], [None, after, None]));
            left.push(([a, middle, c], [None, None, before]));
        }
    }

    /// This surface without unused points.
    fn used(mut self) -> Mesh {
        let mut numbers: Vec<Option<u32>> = vec![None; self.points.len()];
        let mut points = Vec::new();
        for corner in self.triangles.iter_mut().flatten() {
            let old = *corner as usize;
            *corner = *numbers[old].get_or_insert_with(|| {
                points.push(self.points[old]);
                points.len() as u32 - 1
            });
        }
        Mesh::new(points, self.triangles)
    }
}

fn has_no_area([a, b, c]: [u32; 3]) -> bool {
    a == b || b == c || a == c
}

/// Classes of edges (union-find): each class is one edge of the settled surface, with two
/// triangles.
#[derive(Default)]
struct Pairs {
    numbers: HashMap<(u32, u32), usize>,
    /// For each edge, one nearer to the root of its class, or itself.
    parents: Vec<usize>,
}

impl Pairs {
    fn add(&mut self, edge: (u32, u32)) {
        let next = self.parents.len();
        if *self.numbers.entry(edge).or_insert(next) == next {
            self.parents.push(next);
        }
    }

    fn of(&self, edge: (u32, u32)) -> usize {
        let mut number = self.numbers[&edge];
        while self.parents[number] != number {
            number = self.parents[number];
        }
        number
    }

    fn join(&mut self, one: (u32, u32), other: (u32, u32)) {
        let (one, other) = (self.of(one), self.of(other));
        self.parents[one.max(other)] = one.min(other);
    }
}
