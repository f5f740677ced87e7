//! Translates a packing to an exact covering problem.
//!
//! Primary items are the pieces, with their bounds, and the cells, `ROW.COLUMN` or
//! `LAYER.ROW.COLUMN` in a picture of the region, from 0. Secondary items are the cells that may
//! stay empty, colored sides (`/N`), and `+P`, which says where part P of a checkered region has
//! its dark cells. A reduction has items `=N` and `>N`. An option is a piece at a place. A piece
//! without bounds and with a unique look has no item: its cells and sides identify it.
//!
//! Invariant: different placements have different options.

use super::fault::PackFault;
use super::grid::Grid;
use super::reduce::Reduction;
use super::{Coloring, Packing, Piece, Placement, Placements, Shape, Sides, Uses, placement};
use dlx3_format::{Bounds, BuildError, Builder, ItemId, Problem};
use std::collections::HashSet;
use std::convert::Infallible;
use std::io::{self, Write};

/// The names of the items.
#[derive(Clone, Debug)]
pub struct Names {
    /// The names of the pieces; `None` for a piece without an item.
    pub pieces: Vec<Option<String>>,
    /// The names of the cells.
    pub cells: Vec<String>,
}

/// The longest name of an item.
const LONGEST: usize = 8;

impl Names {
    /// The names for a packing.
    pub fn new(packing: &Packing) -> Self {
        let cells = packing.region.cells();
        let name = |cell: &super::RegionCell| {
            let [layer, row, column] = packing.grid.at(cell.cell);
            match packing.grid {
                Grid::Cube => format!("{layer}.{row}.{column}"),
                _ => format!("{row}.{column}"),
            }
        };
        let mut names: Vec<String> = cells.iter().map(name).collect();
        if names.iter().any(|name| name.len() > LONGEST) {
            names = (0..cells.len()).map(|number| number.to_string()).collect();
        }
        let all_wanted = cells.iter().any(|cell| cell.wild);
        // The look of a piece in options, which do not show the colors of cells.
        let by_color = packing.coloring.is_of_region();
        let looks = |piece: &Piece| {
            let mut shapes = piece.orientations(packing.grid);
            if by_color {
                shapes = shapes.iter().map(Shape::without_tints).collect();
                shapes.sort_unstable();
                shapes.dedup();
            }
            shapes
        };
        let looks: Vec<_> = packing.pieces.iter().map(looks).collect();
        let mut seen = HashSet::new();
        let twice: HashSet<_> = looks
            .iter()
            .flatten()
            .filter(|shape| !seen.insert(*shape))
            .collect();
        let piece = |(piece, shapes): (&Piece, &Vec<Shape>)| {
            let free = piece.uses.lower == 0 && piece.uses.upper.is_none();
            let needless = free && !all_wanted && shapes.iter().all(|shape| !twice.contains(shape));
            (!needless).then(|| piece.name.clone())
        };
        Names {
            pieces: packing.pieces.iter().zip(&looks).map(piece).collect(),
            cells: names,
        }
    }
}

/// The bounds of a piece; if it has no upper bound, the room is one.
fn bounds(uses: Uses, size: usize, cells: usize) -> Bounds {
    let room = u32::try_from(cells / size).unwrap_or(Bounds::MAX);
    let upper = uses
        .upper
        .unwrap_or(room.clamp(1, Bounds::MAX).max(uses.lower));
    Bounds {
        lower: uses.lower,
        upper,
    }
}

/// The problem; with a reduction, only the options that it keeps.
///
/// # Errors
/// If there are more options than a problem may have.
pub fn encode(
    packing: &Packing,
    placements: &Placements,
    reduction: Option<&Reduction>,
) -> Result<Problem, PackFault> {
    let build = || {
        let mut builder = Problem::builder();
        let items = Items::new(packing, placements.sides().count(), reduction, &mut builder)?;
        for (number, placement) in placements.list().iter().enumerate() {
            items.options_of(packing, placement, number, reduction, &mut |nodes| {
                builder.option(nodes).map(|_| ())
            })?;
        }
        items.comparisons(reduction, &mut |nodes| builder.option(nodes).map(|_| ()))?;
        builder.build()
    };
    build().map_err(PackFault::TooLarge)
}

/// Writes the problem of a packing option by option: only the region is in memory and, with a
/// reduction, the placements.
pub struct Encoder<'p> {
    packing: &'p Packing,
    reduced: Option<(&'p Placements, &'p Reduction)>,
    items: Items,
    /// The problem without options.
    frame: Problem,
}

impl<'p> Encoder<'p> {
    /// An encoder for the whole problem.
    ///
    /// # Errors
    /// If there are more items than a problem may have.
    pub fn new(packing: &'p Packing) -> Result<Self, PackFault> {
        let mut sides = Sides::default();
        let has_sides = |piece: &Piece| !piece.shape.sides().is_empty();
        if packing.pieces.iter().any(has_sides) {
            match placement::each::<Infallible>(packing, &mut sides, |_| Ok(())) {
                Ok(()) => {}
            }
        }
        Self::with(packing, sides.count(), None)
    }

    /// An encoder for the options that a reduction keeps.
    ///
    /// # Errors
    /// If there are more items than a problem may have.
    pub fn reduced(
        packing: &'p Packing,
        placements: &'p Placements,
        reduction: &'p Reduction,
    ) -> Result<Self, PackFault> {
        let sides = placements.sides().count();
        Self::with(packing, sides, Some((placements, reduction)))
    }

    fn with(
        packing: &'p Packing,
        sides: usize,
        reduced: Option<(&'p Placements, &'p Reduction)>,
    ) -> Result<Self, PackFault> {
        let mut builder = Problem::builder();
        let reduction = reduced.map(|(_, reduction)| reduction);
        let items = Items::new(packing, sides, reduction, &mut builder);
        Ok(Encoder {
            packing,
            reduced,
            items: items.map_err(PackFault::TooLarge)?,
            frame: builder.build().map_err(PackFault::TooLarge)?,
        })
    }

    /// Writes it as `.dlx` text.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.frame.write(out)?;
        let mut line = Vec::new();
        let mut put = |nodes: &[Node]| {
            line.clear();
            self.frame.put_nodes(nodes.iter().copied(), &mut line);
            line.push(b'\n');
            out.write_all(&line)
        };
        let (packing, items) = (self.packing, &self.items);
        let Some((placements, reduction)) = self.reduced else {
            return placement::each(packing, &mut Sides::default(), |(placement, _)| {
                items.options_of(packing, &placement, 0, None, &mut put)
            });
        };
        for (number, placement) in placements.list().iter().enumerate() {
            items.options_of(packing, placement, number, Some(reduction), &mut put)?;
        }
        items.comparisons(Some(reduction), &mut put)
    }
}

/// An item of an option, and its color.
type Node = (ItemId, Option<u8>);

/// The items of a packing's problem.
struct Items {
    pieces: Vec<Option<ItemId>>,
    cells: Vec<ItemId>,
    compared: Vec<ItemId>,
    sides: Vec<ItemId>,
    parities: Vec<ItemId>,
    states: Vec<ItemId>,
}

impl Items {
    fn new(
        packing: &Packing,
        sides: usize,
        reduction: Option<&Reduction>,
        builder: &mut Builder,
    ) -> Result<Self, BuildError> {
        let names = Names::new(packing);
        let cells = packing.region.cells();
        let mut items = Items {
            pieces: Vec::new(),
            cells: vec![ItemId(0); cells.len()],
            compared: Vec::new(),
            sides: Vec::new(),
            parities: Vec::new(),
            states: Vec::new(),
        };
        for (piece, name) in packing.pieces.iter().zip(&names.pieces) {
            let bounds = bounds(piece.uses, piece.shape.size(), cells.len());
            let item = name.as_ref().map(|name| builder.item(name, bounds));
            items.pieces.push(item.transpose()?);
        }
        let all = || cells.iter().zip(&names.cells);
        for (item, (cell, name)) in items.cells.iter_mut().zip(all()) {
            if !cell.wild {
                *item = builder.item(name, Bounds::ONE)?;
            }
        }
        for number in 0..reduction.map_or(0, Reduction::primary_items) {
            let name = format!(">{number}");
            items.compared.push(builder.item(name, Bounds::ONE)?);
        }
        for (item, (cell, name)) in items.cells.iter_mut().zip(all()) {
            if cell.wild {
                *item = builder.secondary(name)?;
            }
        }
        for side in 0..sides {
            items.sides.push(builder.secondary(format!("/{side}"))?);
        }
        let has_parity = (0..packing.pieces.len()).any(|number| {
            let mut cells = packing.pieces[number].shape.cells().iter();
            cells.any(|&(_, tint)| tint > 0) && placement::fits(packing, number)
        });
        if packing.coloring == Coloring::Checkered && has_parity {
            for part in 0..packing.region.parts() {
                items.parities.push(builder.secondary(format!("+{part}"))?);
            }
        }
        for state in 0..reduction.map_or(0, Reduction::secondary_items) {
            items.states.push(builder.secondary(format!("={state}"))?);
        }
        Ok(items)
    }

    /// Passes on the options of a placement: one, or with a reduction any number.
    fn options_of<E>(
        &self,
        packing: &Packing,
        placement: &Placement,
        number: usize,
        reduction: Option<&Reduction>,
        put: &mut dyn FnMut(&[Node]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut nodes: Vec<Node> = Vec::with_capacity(placement.cells.len() + 2);
        nodes.extend(self.pieces[placement.piece as usize].map(|item| (item, None)));
        let cell = |&cell: &u32| (self.cells[cell as usize], None);
        nodes.extend(placement.cells.iter().map(cell));
        let side = |&(side, color): &(u32, u8)| (self.sides[side as usize], Some(color));
        nodes.extend(placement.sides.iter().map(side));
        if let Some(parity) = placement.parity {
            let part = placement.part(&packing.region);
            nodes.push((self.parities[part as usize], Some(b'0' + parity)));
        }
        let Some(reduction) = reduction else {
            return put(&nodes);
        };
        let own = nodes.len();
        for copy in reduction.copies(number as u32) {
            nodes.truncate(own);
            let state = |&(state, color): &(usize, u8)| (self.states[state], Some(color));
            nodes.extend(copy.iter().map(state));
            put(&nodes)?;
        }
        Ok(())
    }

    /// Passes on the options that compare codes.
    fn comparisons<E>(
        &self,
        reduction: Option<&Reduction>,
        put: &mut dyn FnMut(&[Node]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut nodes: Vec<Node> = Vec::new();
        for (range, bits) in reduction.map_or(&[][..], Reduction::comparisons) {
            nodes.clear();
            let compared = &self.compared[range.clone()];
            nodes.extend(compared.iter().map(|&item| (item, None)));
            nodes.extend(bits.map(|(bit, color)| (self.states[bit], Some(color))));
            put(&nodes)?;
        }
        Ok(())
    }
}

/// The words of a placement's option in order, without the states of a reduction.
pub(super) fn words(
    packing: &Packing,
    names: &Names,
    placement: &Placement,
) -> Vec<(String, Option<u8>)> {
    let mut words: Vec<(String, Option<u8>)> = Vec::new();
    words.extend(
        names.pieces[placement.piece as usize]
            .clone()
            .map(|name| (name, None)),
    );
    let cell = |&cell: &u32| (names.cells[cell as usize].clone(), None);
    words.extend(placement.cells.iter().map(cell));
    let side = |&(side, color): &(u32, u8)| (format!("/{side}"), Some(color));
    words.extend(placement.sides.iter().map(side));
    if let Some(parity) = placement.parity {
        let part = placement.part(&packing.region);
        words.push((format!("+{part}"), Some(b'0' + parity)));
    }
    words
}
