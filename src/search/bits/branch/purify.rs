//! Covering and purifying with colors: an option's [`steps`] are taken with code for
//! the number of planes.
//!
//! [`steps`]: crate::search::bits::kernels::steps

use crate::search::bits::kernels::Kernels;
use crate::search::bits::kernels::steps::{MANY, Steps};
use crate::search::bits::price::Cost;
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::frames::two;
use std::ops::Range;

impl Sub {
    /// Takes the steps of an option at the frame at `depth`, which leads to the
    /// one at `depth + 1`: those in `round`, or else those that are listed.
    #[inline(always)]
    pub fn take_steps<const W: usize>(
        &mut self,
        kernels: impl Kernels,
        live: &mut [u64; W],
        depth: usize,
        round: Option<Range<usize>>,
    ) -> Cost {
        let (layout, frames) = (&self.layout, &mut self.frames);
        let (above, below) = two(&mut frames.pure, layout.planes, depth);
        let mut steps = Steps {
            steps: match round {
                Some(round) => &self.rounds[round],
                None => self.scratch.steps.all(),
            },
            primary: layout.primary,
            purified: &frames.purified[depth * layout.color_width..][..layout.color_width],
            rows: &self.rows.items,
            hue_rows: &self.rows.hues,
            above,
            below,
            others: &self.weights.others,
        };
        match self.weights.pure.count {
            1 => kernels.take::<W, 1>(&mut steps, live),
            2 => kernels.take::<W, 2>(&mut steps, live),
            3 => kernels.take::<W, 3>(&mut steps, live),
            4 => kernels.take::<W, 4>(&mut steps, live),
            _ => kernels.take::<W, MANY>(&mut steps, live),
        }
    }
}
