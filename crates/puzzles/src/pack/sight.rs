//! Packings without a solution that counting cells reveals at once.

use super::Packing;

/// Pieces with too many cells for their region, or too few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the messages say it
pub enum Misfit {
    TooMany { pieces: u64, region: u64 },
    TooFew { pieces: u64, wanted: u64 },
}

dlx3_base::messages! {
    Misfit {
        Self::TooMany { pieces, region } => "the pieces have {pieces} cells, the region {region}",
        Self::TooFew { pieces, wanted } =>
            "the pieces have {pieces} cells, the region {wanted} to be covered",
    }
}

impl Packing {
    /// Why the pieces cannot fill the region, if their numbers of cells show it.
    pub fn misfit(&self) -> Option<Misfit> {
        let size = |uses: u32, cells: usize| u64::from(uses) * cells as u64;
        let pieces = || self.pieces.iter().map(|piece| (piece.uses, &piece.shape));
        let least: u64 = pieces()
            .map(|(uses, shape)| size(uses.lower, shape.size()))
            .sum();
        let most: Option<u64> = pieces()
            .map(|(uses, shape)| Some(size(uses.upper?, shape.size())))
            .sum();
        let cells = self.region.cells();
        let (region, wanted) = (
            cells.len() as u64,
            cells.iter().filter(|cell| !cell.wild).count() as u64,
        );
        if least > region {
            let pieces = least;
            return Some(Misfit::TooMany { pieces, region });
        }
        let pieces = most.filter(|&most| most < wanted)?;
        Some(Misfit::TooFew { pieces, wanted })
    }
}
