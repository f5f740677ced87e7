//! Regions: the cells to fill, in one part or several.
//!
//! No piece lies in two parts. Invariant: cells are sorted by part, then as in a picture, and parts
//! are disjoint.

use super::fault::{PackFault, TextFault};
use super::grid::{At, Cell, Grid};
use super::picture::{Picture, Spot};
use std::collections::HashMap;

/// The most cells; more are refused.
pub const MOST_CELLS: usize = 1_000_000;

/// A cell of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionCell {
    /// Its position.
    pub cell: Cell,
    /// The part that it belongs to, from 0.
    pub part: u32,
    /// Whether it may stay empty.
    pub wild: bool,
    /// Its color, 0 for none.
    pub color: u8,
}

/// The region that pieces are packed into.
#[derive(Clone, Debug)]
pub struct Region {
    cells: Vec<RegionCell>,
    places: HashMap<Cell, u32>,
    parts: usize,
}

/// One of several regions that are put side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegionSpec {
    /// Rows and columns, or layers, rows and columns; without the cells of some boxes.
    Box {
        /// The number of layers (1 if not given), rows and columns.
        sizes: [i32; 3],
        /// Whether layers were given.
        solid: bool,
        /// The boxes left out.
        holes: Vec<Hole>,
    },
    /// A triangle with this many cells on a side.
    Triangle(i32),
    /// A hexagon with this many cells on a side.
    Hexagon(i32),
    /// A drawing.
    Picture(Picture),
    /// These cells; those with the same letter form a part.
    Cells(Vec<Spot>),
}

/// A box left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The word that described it.
    pub word: String,
    /// Layers, rows, columns.
    pub sizes: [i32; 3],
    /// Its corner.
    pub at: At,
}

/// Why regions cannot be combined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegionFault {
    /// The picture with this number is faulty.
    Picture(usize, TextFault),
    /// Something else.
    Other(PackFault),
}

impl From<PackFault> for RegionFault {
    fn from(fault: PackFault) -> Self {
        RegionFault::Other(fault)
    }
}

impl Region {
    /// Combines regions, side by side from left to right.
    ///
    /// # Errors
    /// If one of them does not fit this grid, or there are no cells.
    pub fn new(grid: Grid, specs: &[RegionSpec]) -> Result<Self, RegionFault> {
        let mut cells: Vec<(u32, At, bool, u8)> = Vec::new();
        let (mut shift, mut parts) = (0, 0);
        for (place, spec) in specs.iter().enumerate() {
            let found = spec.cells(grid, place)?;
            let mut letters = Vec::new();
            let mut end = shift;
            for spot in found {
                let part = letters.iter().position(|&known| known == spot.letter);
                let part = part.unwrap_or_else(|| {
                    letters.push(spot.letter);
                    letters.len() - 1
                });
                let at = [spot.at[0], spot.at[1], spot.at[2] + shift];
                end = end.max(at[2] + 1);
                cells.push(((parts + part) as u32, at, spot.wild, spot.color));
            }
            parts += letters.len();
            if cells.len() > MOST_CELLS {
                return Err(PackFault::LargeRegion.into());
            }
            // An even number of columns, so that triangles and hexagons keep their shapes; at least
            // one is empty.
            shift = (end + 2) / 2 * 2;
        }
        if cells.is_empty() {
            return Err(PackFault::NoCells.into());
        }
        cells.sort_unstable();
        let cell = |&(part, at, wild, color): &(u32, At, bool, u8)| RegionCell {
            cell: grid.cell(at).expect("a place that a cell has"),
            part,
            wild,
            color,
        };
        let cells: Vec<RegionCell> = cells.iter().map(cell).collect();
        let places = (0..).zip(&cells).map(|(place, cell)| (cell.cell, place));
        Ok(Region {
            places: places.collect(),
            parts,
            cells,
        })
    }

    /// All cells.
    pub fn cells(&self) -> &[RegionCell] {
        &self.cells
    }

    /// The number of a cell.
    pub fn find(&self, cell: Cell) -> Option<u32> {
        self.places.get(&cell).copied()
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        self.parts
    }
}

impl RegionSpec {
    /// The cells.
    fn cells(&self, grid: Grid, place: usize) -> Result<Vec<Spot>, RegionFault> {
        let wrong = |region: String| PackFault::WrongRegion { region, grid };
        let spot = |at: At| Spot {
            at,
            letter: b'#',
            wild: false,
            color: 0,
        };
        let plain = |ats: Vec<At>| ats.into_iter().map(spot).collect();
        match self {
            RegionSpec::Box { sizes, solid, .. } if *solid && grid != Grid::Cube => {
                Err(wrong(format!("{}x{}x{}", sizes[0], sizes[1], sizes[2])).into())
            }
            RegionSpec::Box { sizes, holes, .. } => Ok(plain(filled(grid, *sizes, holes))),
            RegionSpec::Triangle(size) => match grid {
                Grid::Triangle | Grid::Hexagon => Ok(plain(triangle(grid, *size))),
                _ => Err(wrong(format!("T{size}")).into()),
            },
            RegionSpec::Hexagon(size) => match grid {
                Grid::Triangle | Grid::Hexagon => Ok(plain(hexagon(grid, *size))),
                _ => Err(wrong(format!("H{size}")).into()),
            },
            RegionSpec::Cells(cells) => Ok(cells.clone()),
            RegionSpec::Picture(picture) => {
                let cells = picture.region(grid);
                cells.map_err(|fault| RegionFault::Picture(place, fault))
            }
        }
    }
}

/// A rectangle or box; on other grids, a rhombus or the like with slanted rows.
fn filled(grid: Grid, [layers, rows, columns]: [i32; 3], holes: &[Hole]) -> Vec<At> {
    let mut found = Vec::new();
    let is_in = |hole: &Hole, at: At| {
        (0..3).all(|axis| (hole.at[axis]..hole.at[axis] + hole.sizes[axis]).contains(&at[axis]))
    };
    for layer in 0..layers {
        for row in 0..rows {
            for column in 0..columns {
                if holes.iter().any(|hole| is_in(hole, [layer, row, column])) {
                    continue;
                }
                match grid {
                    Grid::Square | Grid::Cube => found.push([layer, row, column]),
                    Grid::Hexagon => found.push([layer, row, row + 2 * column]),
                    Grid::Triangle => {
                        let start = rows - 1 - row + (rows - 1) % 2 + 2 * column;
                        found.extend([[layer, row, start], [layer, row, start + 1]]);
                    }
                }
            }
        }
    }
    found
}

fn triangle(grid: Grid, size: i32) -> Vec<At> {
    let odd = (size - 1) % 2;
    let row = |row: i32| {
        let (count, step) = match grid {
            Grid::Hexagon => (row + 1, 2),
            _ => (2 * row + 1, 1),
        };
        (0..count).map(move |place| [0, row, size - 1 - row + odd + step * place])
    };
    (0..size).flat_map(row).collect()
}

fn hexagon(grid: Grid, size: i32) -> Vec<At> {
    let odd = (size - 1) % 2;
    let mut found = Vec::new();
    if grid == Grid::Hexagon {
        for row in 0..2 * size - 1 {
            let away = (size - 1 - row).abs();
            let count = 2 * size - 1 - away;
            found.extend((0..count).map(|place| [0, row, away + odd + 2 * place]));
        }
    } else {
        for row in 0..2 * size {
            let from_end = row.min(2 * size - 1 - row);
            let start = size - 1 - from_end + odd;
            found.extend((0..2 * size + 1 + 2 * from_end).map(|place| [0, row, start + place]));
        }
    }
    found
}
