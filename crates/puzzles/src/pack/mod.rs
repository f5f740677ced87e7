//! Packing pieces into regions: grids of squares, triangles, hexagons and cubes; pieces and regions
//! from pictures and names; their translation to `.dlx` and back; the symmetries of a packing; and
//! pictures of its solutions.
//!
//! The words are the field's: a *polyform* is made of cells of a grid (polyominoes,
//! polyiamonds, polyhexes, polycubes); it is *free* if it may be turned over, *one-sided*
//! if not, *fixed* if it may not even be turned. See S. W. Golomb, "Polyominoes", and
//! *The Art of Computer Programming*, Section 7.2.2.1.

pub mod apart;
mod assemble;
mod coloring;
pub mod decode;
pub mod draw;
pub mod encode;
mod fault;
mod grid;
mod grow;
mod leader;
mod listed;
mod names;
mod picture;
mod piece;
mod placement;
pub mod reduce;
mod region;
mod sets;
mod shape;
mod sight;
pub mod solid;
pub mod svg;
mod symmetry;
pub mod xmpuzzle;

pub use assemble::{Assembly, AssemblyFault, Remark, Source, choose_grid};
pub use coloring::Coloring;
pub use fault::{PackFault, Place, TextFault, TextFaultKind};
pub use grid::{Cell, Grid, Map};
pub use grow::polyforms;
pub use picture::{Picture, Spot};
pub use piece::{Moves, Piece, Uses, parse_uses};
pub use placement::{Placement, Placements, Sides};
pub use region::{Region, RegionCell, RegionSpec};
pub use sets::{PieceSet, Spec, is_region_name, named_pieces, parse_region};
pub use shape::Shape;
pub use sight::Misfit;
pub use symmetry::{Element, Symmetries};

/// Pieces and a region on one grid: in how many ways do the pieces fill the region?
#[derive(Clone, Debug)]
pub struct Packing {
    /// The grid, which defines cells and symmetries.
    pub grid: Grid,
    /// The pieces, each with its bounds.
    pub pieces: Vec<Piece>,
    /// The region to fill.
    pub region: Region,
    /// The meaning of cells' colors.
    pub coloring: Coloring,
    /// The color required of sides at the border of the region, if any.
    pub border: Option<u8>,
}
