//! The meaning of cells' colors.

use std::collections::BTreeSet;

/// The meaning of cells' colors. A color is a number; 0 is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Coloring {
    /// Cells have no colors.
    #[default]
    None,
    /// Cells of pieces are dark (1) or light (2), and the cells of each part of the region
    /// alternate.
    Checkered,
    /// A colored cell of a piece must lie on a cell of the region with the same color or none; a
    /// cell without a color may lie anywhere.
    Same,
    /// A colored cell of a piece must lie where this pair is listed: its own color, and that of the
    /// region's cell.
    Pairs(BTreeSet<(u8, u8)>),
}

impl Coloring {
    /// Whether cells of the region have colors of their own.
    pub fn is_of_region(&self) -> bool {
        matches!(self, Coloring::Same | Coloring::Pairs(_))
    }

    /// Whether a piece's cell of one color may lie on the region's cell of another.
    pub fn fits(&self, piece: u8, region: u8) -> bool {
        let no_color = piece == 0 || region == 0;
        match self {
            Coloring::None | Coloring::Checkered => true,
            Coloring::Same => no_color || piece == region,
            Coloring::Pairs(pairs) => no_color || pairs.contains(&(piece, region)),
        }
    }
}
