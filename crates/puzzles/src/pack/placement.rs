//! Where pieces can lie in a region.

use super::grid::{Cell, add, difference};
use super::{Coloring, Packing, Piece, Region, Shape};
use std::collections::HashMap;
use std::convert::Infallible;

/// A piece at a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The number of the piece.
    pub piece: u32,
    /// The numbers of the cells of the region that it covers, ascending.
    pub cells: Vec<u32>,
    /// The sides that its option colors: their numbers, ascending, and colors. See [`Sides`].
    pub sides: Vec<(u32, u8)>,
    /// With dark and light cells: whether it has dark ones where the grid's parity is 1.
    pub parity: Option<u8>,
}

impl Placement {
    /// The part of the region that it lies in.
    pub fn part(&self, region: &Region) -> u32 {
        region.cells()[self.cells[0] as usize].part
    }
}

/// The sides that options color, each with its number, in the order in which they were found.
///
/// Always those within the region. Those at its border only if otherwise two placements that
/// differ there would have one option: see [`tells_border`].
#[derive(Clone, Debug, Default)]
pub struct Sides(HashMap<Side, u32>);

/// A side, and if it lies at the border of a part of the region, the number of that part: two
/// parts may touch there, and each has a color of its own.
pub(super) type Side = (Cell, Option<u32>);

impl Sides {
    /// The number of a side, a new one if it has none.
    fn number(&mut self, side: Side) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(side).or_insert(next)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// Whether options must tell the colors of sides at the border: if no color is asked for there,
/// or if some sides have none, for then it is not known of each of them.
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

/// A placement, and all sides that have a color, those at the border of the region, too: each is
/// the sum of the two cells that it lies between.
type Painted = (Placement, Vec<(Cell, u8)>);

/// Finds all placements, piece by piece, and hands them over one at a time.
///
/// # Errors
/// Those of `take`, which end it.
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

/// Whether a piece has a place.
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

/// What is done with ways to turn a piece, and the cell where its first cell may lie.
type Take<'f, E> = dyn FnMut(&[Shape], Cell) -> Result<(), E> + 'f;

/// Goes through the ways to turn a piece, and the cells where its first cell may lie. Where colors
/// of cells are those of the region, ways that differ in them only are one: no other piece sees
/// which it was.
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

/// The placement that has the first cell of a shape there, if there is one.
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

/// All placements of a packing, piece by piece.
#[derive(Clone, Debug)]
pub struct Placements {
    list: Vec<Placement>,
    sides: Sides,
    painted: Vec<Vec<(Cell, u8)>>,
}

impl Placements {
    /// Finds them.
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

    /// All of them.
    pub fn list(&self) -> &[Placement] {
        &self.list
    }

    /// The sides that a placement colors, those at the border of the region, too: each is the
    /// sum of the two cells that it lies between.
    pub fn painted(&self, placement: usize) -> &[(Cell, u8)] {
        &self.painted[placement]
    }

    /// The sides that options color.
    pub fn sides(&self) -> &Sides {
        &self.sides
    }

    /// Those sides, each with its number.
    pub(super) fn numbers_of_sides(&self) -> &HashMap<Side, u32> {
        &self.sides.0
    }
}
