//! A packing as an exact covering problem.
//!
//! Items: the pieces, with their bounds; the cells, `ROW.COLUMN` or `LAYER.ROW.COLUMN` as in a
//! picture of the region, from 0; secondary items are cells that may stay empty, sides with
//! colors (`/N`), and `+P` (where part P of a checkered region has its dark cells). A reduction
//! has items `=N` and `>N`. An option is a piece at a place. A piece without bounds that no
//! other piece looks like has no item: its cells say what it is.

use super::fault::PackFault;
use super::grid::Grid;
use super::reduce::Reduction;
use super::{Packing, Placement, Placements, Uses};
use crate::format::{Bounds, BuildError, ItemId, Problem};
use std::collections::HashSet;

/// The names of the items.
#[derive(Clone, Debug)]
pub struct Names {
    /// Those of the pieces; none for a piece without an item.
    pub pieces: Vec<Option<String>>,
    /// Those of the cells.
    pub cells: Vec<String>,
}

/// The longest name that an item may have.
const LONGEST: usize = 8;

impl Names {
    /// Those of a packing.
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
        let looks: Vec<_> = packing
            .pieces
            .iter()
            .map(|piece| piece.orientations(packing.grid))
            .collect();
        let mut seen = HashSet::new();
        let twice: HashSet<_> = looks
            .iter()
            .flatten()
            .filter(|shape| !seen.insert(*shape))
            .collect();
        let piece = |(piece, shapes): (&super::Piece, &Vec<super::Shape>)| {
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

/// The bounds of a piece without an upper one: as many as there is room for.
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

/// The problem; with a reduction, only what that keeps.
///
/// # Errors
/// If there are more options than a problem may have.
pub fn encode(
    packing: &Packing,
    placements: &Placements,
    reduction: Option<&Reduction>,
) -> Result<Problem, PackFault> {
    build(packing, placements, reduction).map_err(PackFault::TooLarge)
}

fn build(
    packing: &Packing,
    placements: &Placements,
    reduction: Option<&Reduction>,
) -> Result<Problem, BuildError> {
    let names = Names::new(packing);
    let cells = packing.region.cells();
    let mut builder = Problem::builder();
    let mut pieces: Vec<Option<ItemId>> = Vec::new();
    for (piece, name) in packing.pieces.iter().zip(&names.pieces) {
        let bounds = bounds(piece.uses, piece.shape.size(), cells.len());
        let item = name.as_ref().map(|name| builder.item(name, bounds));
        pieces.push(item.transpose()?);
    }
    let mut items = vec![ItemId(0); cells.len()];
    for ((item, cell), name) in items.iter_mut().zip(cells).zip(&names.cells) {
        if !cell.wild {
            *item = builder.item(name, Bounds::ONE)?;
        }
    }
    let mut compared = Vec::new();
    for number in 0..reduction.map_or(0, Reduction::primary_items) {
        compared.push(builder.item(format!(">{number}"), Bounds::ONE)?);
    }
    for ((item, cell), name) in items.iter_mut().zip(cells).zip(&names.cells) {
        if cell.wild {
            *item = builder.secondary(name)?;
        }
    }
    let mut sides = Vec::new();
    for side in 0..placements.side_count() {
        sides.push(builder.secondary(format!("/{side}"))?);
    }
    let mut parities = Vec::new();
    if placements
        .list()
        .iter()
        .any(|placement| placement.parity.is_some())
    {
        for part in 0..packing.region.parts() {
            parities.push(builder.secondary(format!("+{part}"))?);
        }
    }
    let mut states = Vec::new();
    for state in 0..reduction.map_or(0, Reduction::secondary_items) {
        states.push(builder.secondary(format!("={state}"))?);
    }
    for (number, placement) in placements.list().iter().enumerate() {
        let mut nodes: Vec<(ItemId, Option<u8>)> = Vec::new();
        nodes.extend(pieces[placement.piece as usize].map(|item| (item, None)));
        nodes.extend(
            placement
                .cells
                .iter()
                .map(|&cell| (items[cell as usize], None)),
        );
        let side = |&(side, color): &(u32, u8)| (sides[side as usize], Some(color));
        nodes.extend(placement.sides.iter().map(side));
        if let Some(parity) = placement.parity {
            let part = placements.part(&packing.region, number);
            nodes.push((parities[part as usize], Some(b'0' + parity)));
        }
        let copies = match reduction {
            Some(reduction) => reduction.copies(number as u32),
            None => vec![Vec::new()],
        };
        let own = nodes.len();
        for copy in copies {
            nodes.truncate(own);
            nodes.extend(
                copy.iter()
                    .map(|&(state, color)| (states[state], Some(color))),
            );
            builder.option(&nodes)?;
        }
    }
    for (range, bits) in reduction.map_or(&[][..], Reduction::comparisons) {
        let mut nodes: Vec<(ItemId, Option<u8>)> = Vec::new();
        nodes.extend(compared[range.clone()].iter().map(|&item| (item, None)));
        nodes.extend(bits.map(|(bit, color)| (states[bit], Some(color))));
        builder.option(&nodes)?;
    }
    builder.build()
}

/// The words of a placement's option, as they stand in it, without the states of a reduction.
pub(super) fn words(
    packing: &Packing,
    placements: &Placements,
    names: &Names,
    number: usize,
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
        let part = placements.part(&packing.region, number);
        words.push((format!("+{part}"), Some(b'0' + parity)));
    }
    words
}
