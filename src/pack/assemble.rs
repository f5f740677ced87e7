//! From named sets, pictures and regions to a packing.

use super::fault::{PackFault, TextFault, TextFaultKind};
use super::grid::Grid;
use super::picture::Picture;
use super::piece::{Moves, Piece, Uses, check_name};
use super::region::{Region, RegionFault, RegionSpec};
use super::sets::PieceSet;
use super::{Coloring, Packing, placement};

/// Where pieces come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A set that has a name.
    Set(PieceSet),
    /// A picture.
    Picture(Picture),
}

/// All that a packing is made of.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The grid.
    pub grid: Grid,
    /// Where the pieces come from, in their order.
    pub sources: Vec<Source>,
    /// What they are to fill.
    pub regions: Vec<RegionSpec>,
    /// How pieces may be moved, if their sets and the grid do not say it.
    pub moves: Option<Moves>,
    /// What the colors of cells mean; with `Checkered`, capital letters are dark cells, and small
    /// ones light cells.
    pub coloring: Coloring,
    /// How often each piece may be used, if nothing else is said.
    pub each: Uses,
    /// How often some pieces may be used, by their names.
    pub uses: Vec<(String, Uses)>,
    /// The color of sides at the border.
    pub border: Option<u8>,
}

/// Why there is no packing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssemblyFault {
    /// A fault in the picture of source number ....
    Pieces(usize, TextFault),
    /// A fault in the picture of region number ....
    Region(usize, TextFault),
    /// Another one.
    Other(PackFault),
}

impl From<PackFault> for AssemblyFault {
    fn from(fault: PackFault) -> Self {
        AssemblyFault::Other(fault)
    }
}

/// The grid that pieces and regions ask for: squares if they do not.
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
    /// What does not fit together.
    pub fn packing(&self) -> Result<Packing, AssemblyFault> {
        if self.coloring == Coloring::Checkered && self.grid == Grid::Hexagon {
            return Err(PackFault::CheckeredHexagons.into());
        }
        let region = Region::new(self.grid, &self.regions).map_err(|fault| match fault {
            RegionFault::Picture(place, fault) => AssemblyFault::Region(place, fault),
            RegionFault::Other(fault) => AssemblyFault::Other(fault),
        })?;
        let mut packing = Packing {
            grid: self.grid,
            pieces: self.pieces()?,
            region,
            coloring: self.coloring.clone(),
            border: self.border,
        };
        packing.pieces.retain(|piece| piece.uses.upper != Some(0));
        if packing.pieces.is_empty() {
            return Err(PackFault::NoPieces.into());
        }
        for (number, piece) in packing.pieces.iter().enumerate() {
            if piece.uses.lower > 0 && !placement::fits(&packing, number) {
                return Err(PackFault::DoesNotFit(piece.name.clone()).into());
            }
        }
        Ok(packing)
    }

    fn pieces(&self) -> Result<Vec<Piece>, AssemblyFault> {
        let mut pieces: Vec<Piece> = Vec::new();
        for (place, source) in self.sources.iter().enumerate() {
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
                    let drawn = picture.pieces(self.grid, self.coloring == Coloring::Checkered);
                    let drawn = drawn.map_err(|fault| AssemblyFault::Pieces(place, fault))?;
                    let pieces = drawn.into_iter().map(|(name, shape, _)| (name, shape));
                    (None, pieces.collect())
                }
            };
            let moves = self.moves.or(moves).unwrap_or(Moves::usual(self.grid));
            for (name, shape) in found {
                let known = |name: &str| pieces.iter().any(|piece| piece.name == name);
                let sized = format!("{name}{}", shape.size());
                let more = (3..).map(|copy| format!("{sized}.{copy}"));
                let mut names = [name, sized.clone()].into_iter().chain(more);
                let name = names.find(|name| !known(name));
                let name = name.expect("there are more names than pieces");
                check_name(name.as_bytes())?;
                pieces.push(Piece {
                    name,
                    shape,
                    moves,
                    uses: self.each,
                });
            }
            if let Source::Picture(picture) = source {
                for (name, uses, at) in picture.uses() {
                    let fault = |fault| {
                        let kind = TextFaultKind::Other(fault);
                        AssemblyFault::Pieces(place, TextFault { place: *at, kind })
                    };
                    use_piece(&mut pieces, name, *uses).map_err(fault)?;
                }
            }
        }
        for (name, uses) in &self.uses {
            use_piece(&mut pieces, name, *uses)?;
        }
        Ok(pieces)
    }
}

fn use_piece(pieces: &mut [Piece], name: &str, uses: Uses) -> Result<(), PackFault> {
    let found = pieces.iter_mut().find(|piece| piece.name == name);
    let piece = found.ok_or_else(|| PackFault::NoSuchPiece(name.to_owned()))?;
    piece.uses = uses;
    Ok(())
}
