//! Where pieces can lie in a region.

use super::grid::{Cell, add, difference};
use super::{Packing, Region, Shape};
use std::collections::HashMap;

/// A piece at a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The number of the piece.
    pub piece: u32,
    /// The numbers of the cells of the region that it covers, ascending.
    pub cells: Vec<u32>,
    /// The sides within the region that it colors: their numbers, ascending, and colors.
    pub sides: Vec<(u32, u8)>,
    /// With dark and light cells: whether it has dark ones where the grid's parity is 1.
    pub parity: Option<u8>,
}

/// All placements of a packing, piece by piece.
#[derive(Clone, Debug)]
pub struct Placements {
    list: Vec<Placement>,
    sides: HashMap<Cell, u32>,
    /// For each placement, all sides that have a color, those at the border, too.
    painted: Vec<Vec<(Cell, u8)>>,
}

impl Placements {
    /// Finds them.
    pub fn new(packing: &Packing) -> Self {
        let mut placements = Placements {
            list: Vec::new(),
            sides: HashMap::new(),
            painted: Vec::new(),
        };
        for (piece, described) in (0..).zip(&packing.pieces) {
            for shape in described.orientations(packing.grid) {
                for anchor in packing.region.cells() {
                    placements.add(packing, piece, &shape, anchor.cell);
                }
            }
        }
        placements
    }

    /// Adds the placement that has the first cell of a shape there, if there is one.
    fn add(&mut self, packing: &Packing, piece: u32, shape: &Shape, anchor: Cell) {
        let (grid, region) = (packing.grid, &packing.region);
        let shift = difference(anchor, shape.cells()[0].0);
        if !grid.is_translation(shift) {
            return;
        }
        let mut cells = Vec::with_capacity(shape.size());
        let mut parity = None;
        for &(cell, tint) in shape.cells() {
            let cell = add(cell, shift);
            let Some(number) = region.find(cell) else {
                return;
            };
            cells.push(number);
            if tint > 0 {
                parity = Some(tint & 1 ^ grid.parity(cell).unwrap_or(0));
            }
        }
        let part = |number: u32| region.cells()[number as usize].part;
        if cells.iter().any(|&cell| part(cell) != part(cells[0])) {
            return;
        }
        let mut sides = Vec::with_capacity(shape.sides().len());
        let mut painted = Vec::new();
        for &(side, color) in shape.sides() {
            let side = add(side, add(shift, shift));
            painted.push((side, color));
            match is_inner(packing, shape, shift, side) {
                true => sides.push((side, color)),
                false if packing.border.is_some_and(|border| border != color) => return,
                false => {}
            }
        }
        let number = |(side, color)| {
            let next = self.sides.len() as u32;
            (*self.sides.entry(side).or_insert(next), color)
        };
        let mut sides: Vec<(u32, u8)> = sides.into_iter().map(number).collect();
        sides.sort_unstable();
        cells.sort_unstable();
        self.painted.push(painted);
        self.list.push(Placement {
            piece,
            cells,
            sides,
            parity,
        });
    }

    /// All of them.
    pub fn list(&self) -> &[Placement] {
        &self.list
    }

    /// The sides that a placement colors, those at the border of the region, too: each is the
    /// sum of the two cells that it lies between.
    pub fn painted(&self, placement: usize) -> &[(Cell, u8)] {
        &self.painted[placement]
    }

    /// The number of sides that placements color.
    pub fn side_count(&self) -> usize {
        self.sides.len()
    }

    /// Those sides, each with its number.
    pub(super) fn sides(&self) -> &HashMap<Cell, u32> {
        &self.sides
    }

    /// The part of the region that a placement lies in.
    pub fn part(&self, region: &Region, placement: usize) -> u32 {
        region.cells()[self.list[placement].cells[0] as usize].part
    }
}

/// Whether a side of a shape lies between two cells of one part of the region.
fn is_inner(packing: &Packing, shape: &Shape, shift: Cell, side: Cell) -> bool {
    let region = &packing.region;
    let part = |cell: Cell| Some(region.cells()[region.find(cell)? as usize].part);
    shape.cells().iter().any(|&(cell, _)| {
        let cell = add(cell, shift);
        let other = difference(side, cell);
        packing.grid.neighbors(cell).contains(&other) && part(other) == part(cell)
    })
}
