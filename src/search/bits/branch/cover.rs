//! Covering: the options that contain an item leave the live ones. What DLX3
//! would pay for it depends only on how many options leave, and on how many
//! other nodes they have.

use crate::search::bits::bitmap::count;
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::Bit;
use crate::search::bits::price::{self, Cost};
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::planes::sum_of_planes;

/// Options that are hidden together.
#[derive(Clone, Copy, Debug)]
pub struct Hidden {
    pub options: u64,
    /// Their other nodes that are not purified, and that are.
    pub pure: u64,
    pub purified: u64,
}

impl Hidden {
    /// The cost of covering an item whose options these are, but not of making
    /// it inactive.
    #[inline(always)]
    pub fn covering(self) -> Cost {
        Cost {
            mems: price::COVER + self.mems(),
            updates: price::COVER_UPDATES + self.pure,
            cleansings: 0,
        }
    }

    /// The mems of hiding them as the rows of a list.
    #[inline(always)]
    pub fn mems(self) -> u64 {
        price::hiding(self.options, self.pure, self.purified)
    }

    /// The mems of hiding them one by one.
    #[inline(always)]
    pub fn mems_alone(self) -> u64 {
        price::hiding_alone(self.options, self.pure, self.purified)
    }
}

impl Sub {
    /// Counts options that are hidden in the frame at `depth`, and their nodes.
    #[inline(always)]
    pub fn weigh<M: ModeType, const W: usize>(&self, depth: usize, hidden: &[u64; W]) -> Hidden {
        let options = count(hidden);
        let others = self.weights.others.sum(hidden, options);
        if M::HAS_COLORS {
            let pure = sum_of_planes(self.frames.pure(&self.layout, depth), hidden);
            return Hidden {
                options,
                pure,
                purified: others - pure,
            };
        }
        Hidden {
            options,
            pure: self.weights.pure.sum(hidden, options),
            purified: others,
        }
    }

    /// The same for one option, with colors.
    #[inline(always)]
    pub fn weigh_one<const W: usize>(&self, depth: usize, option: Bit) -> Hidden {
        let number = |planes: &[u64]| {
            let (mut number, (planes, _)) = (0, planes.as_chunks::<W>());
            for (weight, plane) in planes.iter().enumerate() {
                number += u64::from(plane[option.word()] & option.mask() != 0) << weight;
            }
            number
        };
        let pure = number(self.frames.pure(&self.layout, depth));
        let others = &self.weights.others;
        Hidden {
            options: 1,
            pure,
            purified: others.base + number(&others.words) - pure,
        }
    }
}
