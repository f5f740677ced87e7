//! Assembles a packing from named sets, pictures and regions.

use super::fault::{PackFault, Place, TextFault, TextFaultKind};
use super::grid::{At, Grid};
use super::names::Names;
use super::picture::{Drawn, Picture};
use super::piece::{Moves, Piece, Uses, check_name};
use super::region::{Region, RegionFault, RegionSpec};
use super::sets::{PieceSet, numbered};
use super::shape::Shape;
use super::{Coloring, Packing, placement};
use dlx3_base::text::plural::counted;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A source of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A named set.
    Set(PieceSet),
    /// A picture.
    Picture(Picture),
}

/// The parts of a packing.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The grid.
    pub grid: Grid,
    /// The sources of the pieces, in their order.
    pub sources: Vec<Source>,
    /// The regions to fill.
    pub regions: Vec<RegionSpec>,
    /// How pieces may be moved, unless their set says so; `None` for the grid's default.
    pub moves: Option<Moves>,
    /// The meaning of cells' colors; with `Checkered`, capital letters are dark cells, and small
    /// ones light cells.
    pub coloring: Coloring,
    /// How often each piece may be used, by default.
    pub each: Uses,
    /// How often some pieces may be used, by name.
    pub uses: Vec<(String, Uses)>,
    /// The color of sides at the border; `None` if any will do.
    pub border: Option<u8>,
}

/// Why a packing could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssemblyFault {
    /// A fault in the picture of the source with this number.
    Pieces(usize, TextFault),
    /// A fault in the picture of the region with this number.
    Region(usize, TextFault),
    /// Another fault.
    Other(PackFault),
}

impl From<PackFault> for AssemblyFault {
    fn from(fault: PackFault) -> Self {
        AssemblyFault::Other(fault)
    }
}

/// How an ambiguous picture was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A remark on the source with this number.
    Pieces(usize, String),
    /// A remark on the region with this number.
    Region(usize, String),
}

/// The grid of these pieces and regions; squares if they fit any grid.
///
/// # Errors
/// If triangles and hexagons are equally possible.
pub fn choose_grid(sources: &[Source], regions: &[RegionSpec]) -> Result<Grid, PackFault> {
    let named = sources.iter().filter_map(|source| match source {
        Source::Set(set) => Some(set.grid),
        Source::Picture(_) => None,
    });
    let solid_region = |spec: &RegionSpec| match spec {
        RegionSpec::Box { solid, .. } => *solid,
        RegionSpec::Picture(picture) => picture.has_layers(),
        _ => false,
    };
    let solid_piece = |source: &Source| match source {
        Source::Set(set) => set.grid == Grid::Cube,
        Source::Picture(picture) => picture.has_solid_pieces(),
    };
    let leans = |spec| matches!(spec, &RegionSpec::Triangle(_) | &RegionSpec::Hexagon(_));
    match named.clone().find(|&grid| grid != Grid::Square) {
        Some(grid) => Ok(grid),
        None if regions.iter().any(solid_region) || sources.iter().any(solid_piece) => {
            Ok(Grid::Cube)
        }
        None if named.count() == 0 && regions.iter().any(leans) => Err(PackFault::WhichGrid),
        None => Ok(Grid::Square),
    }
}

impl Assembly {
    /// The packing.
    ///
    /// # Errors
    /// If its parts do not fit together.
    pub fn packing(&self) -> Result<Packing, AssemblyFault> {
        self.packing_with_remarks().map(|(packing, _)| packing)
    }

    /// The packing, and how ambiguous pictures were read.
    ///
    /// # Errors
    /// If its parts do not fit together.
    pub fn packing_with_remarks(&self) -> Result<(Packing, Vec<Remark>), AssemblyFault> {
        if self.coloring == Coloring::Checkered && self.grid == Grid::Hexagon {
            return Err(PackFault::CheckeredHexagons.into());
        }
        let mut remarks = Vec::new();
        let mut packing = Packing {
            grid: self.grid,
            pieces: Vec::new(),
            region: self.region(&self.regions)?,
            coloring: self.coloring.clone(),
            border: self.border,
        };
        packing.pieces = self.pieces(&packing, &mut remarks)?;
        packing.pieces.retain(|piece| piece.uses.upper != Some(0));
        if packing.pieces.is_empty() {
            return Err(PackFault::NoPieces.into());
        }
        let digits = self.choose_digits(&mut packing, &mut remarks);
        for (number, piece) in packing.pieces.iter().enumerate() {
            if piece.uses.lower > 0 && !placement::fits(&packing, number) {
                return Err(PackFault::DoesNotFit {
                    piece: piece.name.clone(),
                    drawn: drawn(self.grid, &piece.shape) + digits,
                }
                .into());
            }
        }
        Ok((packing, remarks))
    }

    fn region(&self, specs: &[RegionSpec]) -> Result<Region, AssemblyFault> {
        Region::new(self.grid, specs).map_err(|fault| match fault {
            RegionFault::Picture(place, fault) => AssemblyFault::Region(place, fault),
            RegionFault::Other(fault) => AssemblyFault::Other(fault),
        })
    }

    /// In a region of 0 and 1, takes 1 for the cells, or 0 if only then the numbers of cells fit.
    /// Returns a remark for the message about a piece that does not fit; may be empty.
    fn choose_digits(&self, packing: &mut Packing, remarks: &mut Vec<Remark>) -> &'static str {
        let mut cell = 1;
        let turned = |spec: &RegionSpec| match spec {
            RegionSpec::Picture(picture) if picture.hole().is_some() => {
                RegionSpec::Picture(picture.turned())
            }
            spec => spec.clone(),
        };
        let has_digits = |spec: &RegionSpec| matches!(spec, RegionSpec::Picture(picture) if picture.hole().is_some());
        if !self.regions.iter().any(has_digits) {
            return "";
        }
        let suits = |packing: &Packing| {
            let mut pieces = packing.pieces.iter().enumerate();
            let all = pieces
                .all(|(number, piece)| piece.uses.lower == 0 || placement::fits(packing, number));
            (packing.misfit().is_none(), all)
        };
        let suits_ones = suits(packing);
        if suits_ones != (true, true) {
            let specs: Vec<RegionSpec> = self.regions.iter().map(turned).collect();
            if let Ok(region) = self.region(&specs) {
                let ones = std::mem::replace(&mut packing.region, region);
                match suits(packing) > suits_ones {
                    true => cell = 0,
                    false => packing.region = ones,
                }
            }
        }
        for (place, spec) in self.regions.iter().enumerate() {
            if has_digits(spec) {
                let other = 1 - cell;
                let message = format!(
                    "{cell} is read as a cell and {other} as none; letters say which cells are \
                     regions of their own"
                );
                remarks.push(Remark::Region(place, message));
            }
        }
        match cell {
            1 => "\nIn the region, 1 is read as a cell and 0 as none.",
            _ => "\nIn the region, 0 is read as a cell and 1 as none.",
        }
    }

    /// The pieces of a picture: its letters, or those it lists. A picture of one sign with empty
    /// lines shows the layers of one piece only if that piece is connected and fits; otherwise, and
    /// in the plane, each drawing is a piece.
    fn drawn(
        &self,
        picture: &Picture,
        packing: &Packing,
        tell: &mut dyn FnMut(String),
    ) -> Result<Vec<Drawn>, TextFault> {
        let is_checkered = self.coloring == Coloring::Checkered;
        tell_of(picture, tell);
        if picture.is_list() || is_checkered {
            return picture.pieces(self.grid, is_checkered);
        }
        let fits = |(_, shape, _): &Drawn| {
            let alone = Piece {
                name: String::new(),
                shape: shape.clone(),
                moves: self.moves.unwrap_or(Moves::usual(self.grid)),
                uses: Uses::ONCE,
            };
            let packing = Packing {
                pieces: vec![alone],
                ..packing.clone()
            };
            placement::fits(&packing, 0)
        };
        let holds = |(_, shape, _): &Drawn| shape.holds_together(self.grid);
        let Some(listed) = picture.listed(self.grid) else {
            let pieces = picture.pieces(self.grid, is_checkered)?;
            // Drawings of one sign may also be side by side.
            return Ok(match &pieces[..] {
                [piece] if !holds(piece) && !fits(piece) => {
                    let parts = piece.1.parts(self.grid);
                    tell(format!(
                        "as one piece this would not fit, so each part of it that hangs together \
                         is read as a piece: {}",
                        counted(parts.len(), "piece")
                    ));
                    let part = |(number, shape)| (numbered(number), shape, piece.2);
                    parts.into_iter().enumerate().map(part).collect()
                }
                _ => pieces,
            });
        };
        let mut why = String::new();
        if self.grid == Grid::Cube {
            let layered = picture.pieces(self.grid, is_checkered)?;
            match (layered.iter().all(holds), layered.iter().all(fits)) {
                (true, true) => return Ok(layered),
                (false, _) => "; layers of one piece would not touch".clone_into(&mut why),
                _ => "; layers of one piece would not fit".clone_into(&mut why),
            }
        }
        let mut listed = listed?;
        if !listed.iter().all(|piece| holds(piece) || fits(piece)) {
            let parts = listed.iter().flat_map(|(_, shape, place)| {
                let parts = match shape.holds_together(self.grid) {
                    true => vec![shape.clone()],
                    false => shape.parts(self.grid),
                };
                parts.into_iter().map(|shape| (shape, *place))
            });
            let named = |(number, (shape, place))| (numbered(number), shape, place);
            listed = parts.enumerate().map(named).collect();
        }
        let (first, last) = (&listed[0].0, &listed[listed.len() - 1].0);
        tell(format!(
            "each drawing is read as a piece: {}, {first} to {last}{why}",
            counted(listed.len(), "piece")
        ));
        Ok(listed)
    }

    fn pieces(
        &self,
        packing: &Packing,
        remarks: &mut Vec<Remark>,
    ) -> Result<Vec<Piece>, AssemblyFault> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut known: HashSet<String> = HashSet::new();
        // The next number for a name that is taken.
        let mut copies: HashMap<String, usize> = HashMap::new();
        for (place, source) in self.sources.iter().enumerate() {
            let first = pieces.len();
            let (moves, found) = match source {
                Source::Set(set) => {
                    let raised = set.grid == Grid::Square && self.grid == Grid::Cube;
                    if set.grid != self.grid && !raised {
                        let (pieces, grid) = (set.grid, self.grid);
                        return Err(PackFault::WrongPieces { pieces, grid }.into());
                    }
                    (set.moves, set.pieces.clone())
                }
                Source::Picture(picture) => {
                    let mut tell = |what: String| remarks.push(Remark::Pieces(place, what));
                    let drawn = self.drawn(picture, packing, &mut tell);
                    let drawn = drawn.map_err(|fault| AssemblyFault::Pieces(place, fault))?;
                    let pieces = drawn.into_iter().map(|(name, shape, _)| (name, shape));
                    (None, pieces.collect())
                }
            };
            let moves = self.moves.or(moves).unwrap_or(Moves::usual(self.grid));
            for (name, shape) in found {
                let sized = format!("{name}{}", shape.size());
                let name = match (known.contains(&name), known.contains(&sized)) {
                    (false, _) => name,
                    (_, false) => sized,
                    _ => {
                        let next = copies.entry(sized.clone()).or_insert(3);
                        loop {
                            let name = format!("{sized}.{next}");
                            *next += 1;
                            if !known.contains(&name) {
                                break name;
                            }
                        }
                    }
                };
                check_name(name.as_bytes())?;
                known.insert(name.clone());
                pieces.push(Piece {
                    name,
                    shape,
                    moves,
                    uses: self.each,
                });
            }
            if let Source::Picture(picture) = source {
                for (place, uses) in picture.listed_uses() {
                    pieces[first + place].uses = Uses {
                        lower: uses,
                        upper: Some(uses),
                    };
                }
                let uses = picture.uses().iter();
                let uses = uses.map(|(name, uses, at)| (name, *uses, Some(*at)));
                self.use_pieces(&mut pieces, uses)
                    .map_err(|(fault, at)| match at {
                        Some(at) => {
                            let kind = TextFaultKind::Other(fault);
                            AssemblyFault::Pieces(place, TextFault { place: at, kind })
                        }
                        None => fault.into(),
                    })?;
            }
        }
        let uses = self.uses.iter().map(|(name, uses)| (name, *uses, None));
        self.use_pieces(&mut pieces, uses)
            .map_err(|(fault, _)| fault)?;
        Ok(pieces)
    }

    /// Sets how often some pieces are used.
    fn use_pieces<'n>(
        &self,
        pieces: &mut [Piece],
        uses: impl Iterator<Item = (&'n String, Uses, Option<Place>)>,
    ) -> Result<(), (PackFault, Option<Place>)> {
        let names = Names::new(pieces);
        let mut said = HashSet::new();
        for (name, uses, at) in uses {
            let found = names.find(name, self.grid, pieces);
            let place = found.map_err(|fault| (fault, at))?;
            if !said.insert(place) {
                return Err((PackFault::UsesTwice(name.clone()), at));
            }
            pieces[place].uses = uses;
        }
        Ok(())
    }
}

/// Reports the parts of a picture that are left out, and how its digits are read.
fn tell_of(picture: &Picture, tell: &mut dyn FnMut(String)) {
    if let Some(left_out) = picture.left_out() {
        tell(left_out.to_owned());
    }
    if picture.hole().is_some() {
        tell("1 is read as a cell and 0 as none".to_owned());
    }
}

/// A piece as it was read, on separate lines after a message; only its size if that is large.
fn drawn(grid: Grid, shape: &Shape) -> String {
    const MOST_ROWS: i32 = 12;
    const MOST_COLUMNS: i32 = 72;
    let places: HashSet<At> = shape
        .cells()
        .iter()
        .map(|&(cell, _)| grid.at(cell))
        .collect();
    let range = |axis: usize| {
        let all = || places.iter().map(|at| at[axis]);
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let [layers, rows, columns] = [0, 1, 2].map(range);
    let count = |(first, last): (i32, i32)| last - first + 1;
    if count(rows) > MOST_ROWS || count(layers).saturating_mul(count(columns) + 2) > MOST_COLUMNS {
        let sizes = [layers, rows, columns].map(count);
        let layers = match sizes[0] {
            1 => String::new(),
            layers => format!("{layers} layers of "),
        };
        let (cells, [_, rows, columns]) = (counted(shape.size(), "cell"), sizes);
        let (rows, columns) = (counted(rows, "row"), counted(columns, "column"));
        return format!(" {cells} in {layers}{rows} and {columns}");
    }
    let mut text = String::from(":");
    for row in rows.0..=rows.1 {
        let _ = write!(text, "\n ");
        for layer in layers.0..=layers.1 {
            let sign = |column| match places.contains(&[layer, row, column]) {
                true => '#',
                false => '.',
            };
            let _ = write!(
                text,
                " {} ",
                (columns.0..=columns.1).map(sign).collect::<String>()
            );
        }
        text.truncate(text.trim_end().len());
    }
    text
}
