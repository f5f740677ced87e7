//! Placements: where pieces can lie in a region.

use super::grid::{Cell, add, difference};
use super::{Coloring, Packing, Piece, Region, Shape};
use std::collections::HashMap;
use std::convert::Infallible;

/// A piece at a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The number of the piece.
    pub piece: u32,
    /// The numbers of the region's cells that it covers, in ascending order.
    pub cells: Vec<u32>,
    /// The numbers, in ascending order, and colors of the sides that its option colors. See
    /// [`Sides`].
    pub sides: Vec<(u32, u8)>,
    /// With dark and light cells: whether its dark cells have parity 1.
    pub parity: Option<u8>,
}

impl Placement {
    /// The part of the region that it lies in.
    pub fn part(&self, region: &Region) -> u32 {
        region.cells()[self.cells[0] as usize].part
    }
}

/// The sides that options color, numbered in the order in which they were found.
///
/// These are all sides within the region, but those at its border only if placements that differ
/// there would otherwise have the same option: see [`tells_border`].
#[derive(Clone, Debug, Default)]
pub struct Sides(HashMap<Side, u32>);

/// A side and, if it is at the border of a part of the region, the number of that part: two parts
/// may touch there, each with a color of its own.
pub(super) type Side = (Cell, Option<u32>);

impl Sides {
    /// The number of a side, which may be new.
    fn number(&mut self, side: Side) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(side).or_insert(next)
    }

    /// The number of sides.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// Whether options must show the colors of sides at the border: if no color is required there, or
/// if some sides have none, so that the border does not determine the placement.
fn tells_border(packing: &Packing) -> bool {
    let is_painted = |piece: &Piece| {
        let shape = &piece.shape;
        let of_cell = |cell: Cell| {
            let near = packing.grid.neighbors(cell).into_iter();
            near.map(move |near| add(cell, near))
        };
        let mut sides = shape.cells().iter().flat_map(|&(cell, _)| of_cell(cell));
        sides.all(|side| shape.sides().iter().any(|&(painted, _)| painted == side))
    };
    packing.border.is_none() || !packing.pieces.iter().all(is_painted)
}

/// A placement, and all sides that have a color, including those at the border of the region. A
/// side is the sum of the two cells beside it.
type Painted = (Placement, Vec<(Cell, u8)>);

/// Finds all placements, piece by piece, and passes them to `take`.
///
/// # Errors
/// The first error of `take`, which ends the search.
pub fn each<E>(
    packing: &Packing,
    sides: &mut Sides,
    mut take: impl FnMut(Painted) -> Result<(), E>,
) -> Result<(), E> {
    let border = tells_border(packing);
    for piece in 0..packing.pieces.len() {
        each_of(packing, piece, &mut |looks, anchor| match looks
            .iter()
            .find_map(|shape| place(packing, border, sides, piece as u32, shape, anchor))
        {
            Some(painted) => take(painted),
            None => Ok(()),
        })?;
    }
    Ok(())
}

/// Whether a piece has a placement.
pub fn fits(packing: &Packing, piece: usize) -> bool {
    let mut sides = Sides::default();
    let found = each_of(packing, piece, &mut |looks, anchor| {
        let mut looks = looks.iter();
        match looks.any(|shape| place(packing, false, &mut sides, 0, shape, anchor).is_some()) {
            true => Err(()),
            false => Ok(()),
        }
    });
    found.is_err()
}

/// Called with equivalent orientations of a piece, and the cell for its first cell.
type Take<'f, E> = dyn FnMut(&[Shape], Cell) -> Result<(), E> + 'f;

/// Calls `take` for each orientation of a piece and each cell for its first cell. If colors of
/// cells are matched with the region's, orientations that differ only in colors are equivalent:
/// other pieces cannot tell them apart.
fn each_of<E>(packing: &Packing, piece: usize, take: &mut Take<E>) -> Result<(), E> {
    let mut shapes = packing.pieces[piece].orientations(packing.grid);
    let by_color = packing.coloring.is_of_region();
    if by_color {
        shapes.sort_by_cached_key(Shape::without_tints);
    }
    let same =
        |one: &Shape, other: &Shape| by_color && one.without_tints() == other.without_tints();
    for looks in shapes.chunk_by(same) {
        for anchor in packing.region.cells() {
            take(looks, anchor.cell)?;
        }
    }
    Ok(())
}

/// The placement with the first cell of a shape at a cell, if there is one.
fn place(
    packing: &Packing,
    tells_border: bool,
    numbers: &mut Sides,
    piece: u32,
    shape: &Shape,
    anchor: Cell,
) -> Option<Painted> {
    let (grid, region) = (packing.grid, &packing.region);
    let shift = difference(anchor, shape.cells()[0].0);
    if !grid.is_translation(shift) {
        return None;
    }
    let mut cells = Vec::with_capacity(shape.size());
    let mut parity = None;
    for &(cell, tint) in shape.cells() {
        let cell = add(cell, shift);
        let number = region.find(cell)?;
        cells.push(number);
        if tint > 0 && packing.coloring == Coloring::Checkered {
            parity = Some(tint & 1 ^ grid.parity(cell).unwrap_or(0));
        } else if !packing
            .coloring
            .fits(tint, region.cells()[number as usize].color)
        {
            return None;
        }
    }
    let part = |number: u32| region.cells()[number as usize].part;
    if cells.iter().any(|&cell| part(cell) != part(cells[0])) {
        return None;
    }
    let mut told = Vec::new();
    let mut painted = Vec::with_capacity(shape.sides().len());
    for &(side, color) in shape.sides() {
        let side = add(side, add(shift, shift));
        painted.push((side, color));
        match is_inner(packing, shape, shift, side) {
            true => told.push(((side, None), color)),
            false if packing.border.is_some_and(|border| border != color) => return None,
            false if tells_border => told.push(((side, Some(part(cells[0]))), color)),
            false => {}
        }
    }
    let number = |(side, color)| (numbers.number(side), color);
    let mut sides: Vec<(u32, u8)> = told.into_iter().map(number).collect();
    sides.sort_unstable();
    cells.sort_unstable();
    let placement = Placement {
        piece,
        cells,
        sides,
        parity,
    };
    Some((placement, painted))
}

/// Whether a side of a shape is between two cells of one part of the region.
fn is_inner(packing: &Packing, shape: &Shape, shift: Cell, side: Cell) -> bool {
    let region = &packing.region;
    let part = |cell: Cell| Some(region.cells()[region.find(cell)? as usize].part);
    shape.cells().iter().any(|&(cell, _)| {
        let cell = add(cell, shift);
        let other = difference(side, cell);
        packing.grid.neighbors(cell).contains(&other) && part(other) == part(cell)
    })
}

/// All placements of a packing, piece by piece.
#[derive(Clone, Debug)]
pub struct Placements {
    list: Vec<Placement>,
    sides: Sides,
    painted: Vec<Vec<(Cell, u8)>>,
}

impl Placements {
    /// Finds all placements.
    ///
    /// # Panics
    /// If a piece has no cells.
    pub fn new(packing: &Packing) -> Self {
        let (mut list, mut all_painted) = (Vec::new(), Vec::new());
        let mut sides = Sides::default();
        let found = each::<Infallible>(packing, &mut sides, |(placement, painted)| {
            list.push(placement);
            all_painted.push(painted);
            Ok(())
        });
        match found {
            Ok(()) => Placements {
                list,
                sides,
                painted: all_painted,
            },
        }
    }

    /// All placements.
    pub fn list(&self) -> &[Placement] {
        &self.list
    }

    /// The sides that a placement colors, including those at the border of the region. A side is
    /// the sum of the two cells beside it.
    pub fn painted(&self, placement: usize) -> &[(Cell, u8)] {
        &self.painted[placement]
    }

    /// The sides that options color.
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// The sides that options color, with their numbers.
    pub(super) fn numbers_of_sides(&self) -> &HashMap<Side, u32> {
        &self.sides.0
    }
}
