//! `gen-peg`: a problem of peg solitaire as `.dlx`.

use super::problem::{self, ProblemArgument};
use crate::cli::{Failure, Process, Program, exit};
use crate::peg::Game;
use crate::peg::bounds::Upper;
use crate::peg::encode::{EncodeFault, Encoding, encode_game};
use clap::Parser;

/// Writes a problem of peg solitaire as exact covering for dlx3
///
/// The default form has parallel layers: jumps that share no hole are made in one
/// layer, each as early as can be, so that sequences which differ only by
/// exchanging such jumps appear once. `gen-peg PROBLEM | dlx3 m1 | show-peg
/// PROBLEM` shows all of them.
#[derive(Parser)]
#[command(name = "gen-peg", version)]
pub struct Arguments {
    #[command(flatten)]
    problem: ProblemArgument,

    /// The number of layers; as many as jumps if not given
    ///
    /// Fewer layers are much faster to search, but solutions that need more
    /// layers are missed.
    #[arg(long, value_name = "D", conflicts_with = "steps")]
    layers: Option<usize>,

    /// The plain form: one jump a step, every sequence a solution of its own
    #[arg(long)]
    steps: bool,

    /// Bounds how often each jump occurs, and drops jumps that never do
    ///
    /// The bounds are those of the relaxed problems RUBj; `peg bounds` shows them.
    #[arg(long)]
    bounds: bool,

    /// Draws the named problems, and does nothing else
    #[arg(long)]
    list: bool,
}

impl Program for Arguments {
    const OUTPUT: &'static str = problem::OUTPUT;

    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        if self.list {
            problem::list(process);
            return Ok(exit::DONE);
        }
        let game = self.problem.game(process)?;
        let length = game.length();
        let form = match self.layers {
            _ if self.steps => Encoding::Steps,
            layers => Encoding::Layers(layers.unwrap_or(length)),
        };
        let upper = match self.bounds {
            true => Some(find_bounds(&game, process)?),
            false => None,
        };
        let encoded = encode_game(&game, form, upper.as_deref()).map_err(|fault| match fault {
            EncodeFault::BadLayers { .. } => Failure::new(fault).with_status(exit::BAD_USAGE),
            _ => problem::unusable(Failure::new(fault)),
        })?;
        if game.finishes().is_empty() {
            process.say(match game.finish {
                Some(_) => {
                    "no solution: start and finish are in different classes over GF(2), so no jumps \
                     lead from one to the other"
                }
                None => {
                    "no solution: no single peg is in the start's class over GF(2), so no jumps lead \
                     to one"
                }
            });
        }
        match self.layers {
            Some(layers) if layers < length => {
                let plural = if layers == 1 { "" } else { "s" };
                process.say(format_args!(
                    "solutions that need more than {layers} layer{plural} are missed; {length} \
                     layers miss none"
                ));
            }
            _ => {}
        }
        process.write_problem(&encoded)?;
        Ok(exit::DONE)
    }
}

fn find_bounds(game: &Game, process: &mut Process) -> Result<Vec<u32>, Failure> {
    match game.upper_bounds().map_err(Failure::new)? {
        Upper::Bounds(bounds) => Ok(bounds),
        Upper::Infeasible => {
            process.say(
                "the relaxed problems are infeasible: no jump is left, and there is no solution",
            );
            Ok(vec![0; game.board.jumps().len()])
        }
    }
}
