//! A search by whichever engine is best.

use super::bits::{Bits, Tuning};
use super::{GbFlip, Links, Outcome, Watch};
use crate::format::Problem;

/// Which engine to use.
#[derive(Clone, Debug, Default)]
pub enum Engine {
    /// Lists for what is large, bitmaps for what is small.
    #[default]
    Auto,
    /// Lists only: DLX3 as its text has it.
    Links,
    /// Bitmaps wherever they can be used.
    Bits(Tuning),
}

/// A search at some node of its tree, which `links` shows whenever it pauses.
pub struct Search<'p> {
    pub(super) links: Links<'p>,
    bits: Option<Bits<'p>>,
    engine: Engine,
}

impl<'p> Search<'p> {
    /// A search at the root of its tree.
    pub fn new(problem: &'p Problem, engine: Engine) -> Self {
        Search {
            links: Links::new(problem),
            bits: match &engine {
                Engine::Auto => Some(Bits::new(problem, Tuning::default())),
                Engine::Links => None,
                Engine::Bits(tuning) => Some(Bits::new(problem, tuning.clone())),
            },
            engine,
        }
    }

    /// A search that makes random choices: see [`Links::shuffled`]. Its lists have
    /// each their own order, which bitmaps cannot have.
    pub fn shuffled(problem: &'p Problem, skipped: &[u32], flip: GbFlip) -> Self {
        Search {
            links: Links::shuffled(problem, skipped, flip),
            bits: None,
            engine: Engine::Links,
        }
    }

    /// Which engine was asked for.
    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Walks the search tree until it is exhausted or the watch asks for a break;
    /// called again, it goes on from there.
    pub fn run<W: Watch>(&mut self, watch: &mut W) -> Outcome {
        match &mut self.bits {
            Some(bits) => self.links.run_above(bits, watch),
            None => self.links.run(watch),
        }
    }

    /// The search's state between runs.
    pub fn state(&self) -> &Links<'p> {
        &self.links
    }
}
