//! Pieces as solids to be printed: cubes as they are, flat pieces as plates.
//!
//! [`Dimensions`] say how large a cell is and what is removed: half a gap from each face, so that
//! neighbors are a gap apart, and a bevel from each edge. [`solid`] is the surface of a piece,
//! [`apart`] makes the pieces of a solution separately, and [`assembled`] in their places; [`stl`],
//! [`scad_apart`] and [`scad_assembled`] write them, and [`cut`] draws what a laser cuts. All
//! lengths are in millimetres.
//!
//! Columns run along x, rows against y, layers against z: so a solid looks like the picture of its
//! solution, and not like its mirror image.

mod cubes;
mod cut;
mod mesh;
mod plan;
mod plates;
mod rows;
mod scad;
mod stl;

pub use cut::cut;
pub use mesh::Mesh;
pub use scad::{scad_apart, scad_assembled};
pub use stl::{MARK as STL_MARK, stl};

use super::grid::{Cell, Grid};
use super::{Packing, Placements, Shape};
use std::collections::{HashMap, HashSet};

/// The size of cells, and what is removed from them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dimensions {
    /// The side of a square, triangle or cube; the distance of opposite sides of a hexagon.
    pub unit: f64,
    /// The distance between neighbors.
    pub gap: f64,
    /// How much is cut off each face at an edge.
    pub bevel: f64,
    /// The thickness of flat pieces; `None` for the unit.
    pub height: Option<f64>,
}

/// The lengths allowed besides 0: STL's coordinates, of 24 bits, can distinguish them.
pub const LENGTHS: std::ops::RangeInclusive<f64> = 0.01..=1000.0;

/// Whether a length in millimetres is allowed.
pub fn is_length(length: f64) -> bool {
    length == 0.0 || LENGTHS.contains(&length)
}

/// The largest part of a unit for a gap and two bevels together. Up to it, a triangle's remainder
/// is a triangle, and the two ends of a side stay apart.
const MOST_TAKEN: f64 = 0.4;

/// Why dimensions do not fit a packing.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the messages say it
pub enum DimensionsFault {
    HeightOfCubes,
    TooLittleLeft { gap: f64, bevel: f64, unit: f64 },
    TooFlat { bevel: f64, height: f64 },
    KerfTooWide { kerf: f64, unit: f64 },
    NotFlat(String),
}

dlx3_base::messages! {
    DimensionsFault {
        Self::HeightOfCubes => "a height is for flat pieces; cubes are as high as their unit",
        Self::TooLittleLeft { gap, bevel, unit } => (
            "a gap of {gap} and two bevels of {bevel} are more than {most} of a unit of {unit}",
            most = MOST_TAKEN,
        ),
        Self::TooFlat { bevel, height } =>
            "bevels of {bevel} on both sides leave nothing of a height of {height}",
        Self::KerfTooWide { kerf, unit } => (
            "a kerf of {kerf} is more than {most} of a unit of {unit}",
            most = MOST_TAKEN,
        ),
        Self::NotFlat(it) => "piece {it} is not flat, and cannot be cut from a sheet",
    }
}

impl Dimensions {
    /// Checks that enough of each cell is left.
    ///
    /// # Errors
    /// If it is not, or cubes are given a height.
    pub fn check(&self, grid: Grid) -> Result<(), DimensionsFault> {
        let Dimensions {
            unit, gap, bevel, ..
        } = *self;
        if gap + 2.0 * bevel > MOST_TAKEN * unit {
            return Err(DimensionsFault::TooLittleLeft { gap, bevel, unit });
        }
        match self.height {
            Some(_) if grid == Grid::Cube => Err(DimensionsFault::HeightOfCubes),
            _ if grid != Grid::Cube && 2.0 * bevel >= self.thickness() => {
                Err(DimensionsFault::TooFlat {
                    bevel,
                    height: self.thickness(),
                })
            }
            _ => Ok(()),
        }
    }

    /// The thickness of flat pieces.
    fn thickness(&self) -> f64 {
        self.height.unwrap_or(self.unit)
    }

    /// The distance of a piece's face from the border of its cells.
    fn inset(&self) -> f64 {
        self.gap / 2.0
    }
}

/// Equal pieces of a solution, represented by one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceKind {
    /// A name for a file: `A`, or `A-mirror`. Names of parts differ even without regard to case.
    pub name: String,
    /// The number of the piece.
    pub piece: u32,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The numbers of its placements in the solution.
    pub placements: Vec<u32>,
}

/// A piece to be written to a file.
#[derive(Clone, Debug)]
pub struct Body {
    /// A name like that of a [`PieceKind`].
    pub name: String,
    /// The number of the piece, which determines its color.
    pub piece: u32,
    /// How many cells it has.
    pub size: usize,
    /// How many there are.
    pub copies: usize,
    /// Its settled surface.
    pub mesh: Mesh,
}

/// The parts of a solution, in the order of pieces.
///
/// A piece of cubes cannot be reflected. So a copy that lies as the mirror image of the piece is a
/// part of its own, unless a rotation maps one to the other.
pub fn parts(packing: &Packing, placements: &Placements, solution: &[u32]) -> Vec<PieceKind> {
    let used = solution.iter().map(|&number| {
        let piece = placements.list()[number as usize].piece;
        let cells = cells_of(packing, placements, number);
        (piece, is_mirror(packing, piece, &cells), number)
    });
    let mut used: Vec<(u32, bool, u32)> = used.collect();
    used.sort_unstable();
    let mut parts: Vec<PieceKind> = Vec::new();
    let mut names = NewNames::default();
    for alike in used.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        let (piece, is_mirror, _) = alike[0];
        let shape = &packing.pieces[piece as usize].shape;
        let mirror = packing.grid.maps().into_iter().find(|map| map.is_mirror());
        let shape = match mirror {
            Some(map) if is_mirror => shape.mapped(packing.grid, &map),
            _ => shape.clone(),
        };
        parts.push(PieceKind {
            name: names.of_piece(&packing.pieces[piece as usize].name, is_mirror),
            piece,
            cells: shape.cells().iter().map(|&(cell, _)| cell).collect(),
            placements: alike.iter().map(|&(_, _, number)| number).collect(),
        });
    }
    parts
}

/// The cells of a placement.
fn cells_of(packing: &Packing, placements: &Placements, number: u32) -> Vec<Cell> {
    let placement = &placements.list()[number as usize];
    let cell = |&cell: &u32| packing.region.cells()[cell as usize].cell;
    placement.cells.iter().map(cell).collect()
}

/// Whether no rotation of a piece of cubes gives these cells.
fn is_mirror(packing: &Packing, piece: u32, cells: &[Cell]) -> bool {
    if packing.grid != Grid::Cube {
        return false;
    }
    let found = Shape::plain(packing.grid, cells.iter().copied());
    let shape = &packing.pieces[piece as usize].shape;
    let plain = Shape::plain(packing.grid, shape.cells().iter().map(|&(cell, _)| cell));
    let mut maps = packing.grid.maps();
    maps.retain(|map| !map.is_mirror());
    !plain.images(packing.grid, &maps).contains(&found)
}

/// Makes unique names of letters, digits, `-` and `_`, without regard to case, for files.
#[derive(Default)]
struct NewNames {
    taken: HashSet<String>,
    /// For each name, the least number after it that may be free.
    next: HashMap<String, usize>,
}

impl NewNames {
    /// A name based on that of a piece, or of its mirror image.
    fn of_piece(&mut self, piece: &str, is_mirror: bool) -> String {
        let sign = |sign: char| match sign {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' => sign,
            _ => '_',
        };
        let mut name: String = piece.chars().map(sign).collect();
        if is_mirror {
            name.push_str("-mirror");
        }
        self.of_copy(&name, 1, '-')
    }

    /// A name with the number of a copy, from 2; or with the next number that makes it unique.
    fn of_copy(&mut self, name: &str, copy: usize, sign: char) -> String {
        let mut name_of = |number: usize| {
            let name = match number {
                1 => name.to_owned(),
                _ => format!("{name}{sign}{number}"),
            };
            self.taken.insert(name.to_ascii_lowercase()).then_some(name)
        };
        let next = self.next.entry(format!("{name}{sign}")).or_insert(1);
        let start = copy.max(*next);
        let found = (start..).find_map(|number| Some((number, name_of(number)?)));
        let (number, name) = found.expect("there are more names than parts");
        *next = number + 1;
        name
    }
}

/// The surface of these cells as one solid, in their places on the grid. Cells that touch only in
/// an edge or a corner are not joined.
fn raw(grid: Grid, cells: &[Cell], dimensions: &Dimensions) -> Mesh {
    match grid {
        Grid::Cube => cubes::mesh(cells, dimensions),
        _ => plates::mesh(grid, cells, dimensions),
    }
}

/// Moves meshes together to the plane z = 0 and the corner of the other axes.
fn to_the_corner(meshes: &mut [Mesh]) {
    let least = meshes.iter().map(|mesh| mesh.bounds().0);
    let least = least.reduce(|one, other| [0, 1, 2].map(|axis: usize| one[axis].min(other[axis])));
    for mesh in meshes {
        mesh.shift(least.unwrap_or_default().map(|least| -least));
    }
}

/// A settled piece at the corner of the axes.
pub fn solid(grid: Grid, cells: &[Cell], dimensions: &Dimensions) -> Mesh {
    let mut mesh = raw(grid, cells, dimensions);
    to_the_corner(std::slice::from_mut(&mut mesh));
    mesh.settled()
}

/// The pieces that a solution uses, separately: one body for equal ones.
pub fn apart(
    packing: &Packing,
    placements: &Placements,
    solution: &[u32],
    dimensions: &Dimensions,
) -> Vec<Body> {
    let body = |part: PieceKind| Body {
        mesh: solid(packing.grid, &part.cells, dimensions),
        name: part.name,
        piece: part.piece,
        size: part.cells.len(),
        copies: part.placements.len(),
    };
    parts(packing, placements, solution)
        .into_iter()
        .map(body)
        .collect()
}

/// The pieces of a solution in their places, a body for each of them.
pub fn assembled(
    packing: &Packing,
    placements: &Placements,
    solution: &[u32],
    dimensions: &Dimensions,
) -> Vec<Body> {
    let (mut bodies, mut meshes) = (Vec::new(), Vec::new());
    let parts = parts(packing, placements, solution);
    let mut names = NewNames::default();
    for part in &parts {
        names.of_copy(&part.name, 1, '_');
    }
    for part in parts {
        for (copy, &number) in (1..).zip(&part.placements) {
            let name = match copy {
                1 => part.name.clone(),
                _ => names.of_copy(&part.name, copy, '_'),
            };
            meshes.push(raw(
                packing.grid,
                &cells_of(packing, placements, number),
                dimensions,
            ));
            bodies.push(Body {
                name,
                piece: part.piece,
                size: part.cells.len(),
                copies: 1,
                mesh: Mesh::default(),
            });
        }
    }
    to_the_corner(&mut meshes);
    for (body, mesh) in bodies.iter_mut().zip(&meshes) {
        body.mesh = mesh.settled();
    }
    bodies
}

/// Several bodies as one surface.
pub fn joined(bodies: &[Body]) -> Mesh {
    let mut all = Mesh::default();
    for body in bodies {
        all.join(&body.mesh);
    }
    all.settled()
}
