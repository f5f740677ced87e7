//! `gen-pack`: pieces and a region to `.dlx`.

use super::problem::{PackArguments, tell_at_sight};
use crate::cli::{Failure, Process, Program, exit};
use crate::pack::encode::Encoder;
use crate::pack::reduce::Reduction;
use crate::pack::{Placements, Symmetries};
use clap::Parser;

/// Writes the packing of pieces into a region as an exact covering problem for dlx3
///
/// Squares, triangles, hexagons and cubes; each piece is used once unless something else is said.
#[derive(Parser, Debug)]
#[command(
    name = "gen-pack",
    version,
    after_help = "\
Examples:
  gen-pack pentominoes 6x10 | dlx3 v1
  gen-pack soma 3x3x3 --reduce | dlx3 m1 v0 | show-pack soma 3x3x3

Items: the pieces with their bounds, and the cells, ROW.COLUMN or LAYER.ROW.COLUMN, from 0. A
piece that may be used any number of times (0:*) has no item. Secondary items: cells that may
stay empty, /N for sides with colors, +N for what is dark in part N, =N for --reduce.

Exit status: 0 done; 1 bad input or failing output; 2 bad usage."
)]
pub struct Arguments {
    #[command(flatten)]
    pack: PackArguments,

    /// One solution of each class: solutions that a symmetry of the region maps to each other
    /// are of one class
    #[arg(long)]
    reduce: bool,

    /// The symmetries of --reduce are rotations only
    #[arg(long, requires = "reduce")]
    rotations: bool,
}

impl Program for Arguments {
    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        let packing = self.pack.packing(process)?;
        tell_at_sight(&packing, process);
        let reduced = match self.reduce {
            true => {
                let placements = Placements::new(&packing);
                let symmetries = Symmetries::new(&packing, &placements, !self.rotations);
                let symmetries = symmetries.map_err(Failure::new)?;
                let reduction = Reduction::new(&packing, &placements, &symmetries);
                let reduction = reduction.map_err(Failure::new)?;
                if !reduction.is_exact() {
                    process.say(
                        "some classes may have several solutions left; show-pack --unique shows \
                         one of each",
                    );
                }
                Some((placements, reduction))
            }
            false => None,
        };
        let encoder = match &reduced {
            Some((placements, reduction)) => Encoder::reduced(&packing, placements, reduction),
            None => Encoder::new(&packing),
        };
        let encoder = encoder.map_err(Failure::new)?;
        process.write_with(|out| encoder.write(out))?;
        Ok(exit::DONE)
    }
}
