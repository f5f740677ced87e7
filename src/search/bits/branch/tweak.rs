//! Tweaking: an item that is not covered for good loses its topmost options,
//! one before each branch, and gets them back at once.

use super::bounds::Branching;
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::Bit;
use crate::search::bits::price::{self, Cost};
use crate::search::bits::sub::Sub;

/// The options that an item has lost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tweaks {
    count: u64,
    /// What hiding them has cost.
    hiding: u64,
}

impl Tweaks {
    /// Removes the topmost option, and unless it is hidden already, hides it.
    #[inline(always)]
    pub fn tweak<M: ModeType, const W: usize>(
        &mut self,
        sub: &Sub,
        base: &mut [u64; W],
        depth: usize,
        option: Bit,
        branching: Branching,
    ) -> Cost {
        let mut cost = Cost {
            mems: price::TWEAK,
            updates: price::TWEAK_UPDATES,
            cleansings: 0,
        };
        self.count += 1;
        if !branching.is_used_up() {
            let mut alone = [0; W];
            alone[option.word()] = option.mask();
            let hidden = sub.weigh::<M, W>(depth, &alone);
            base[option.word()] &= !option.mask();
            self.hiding += hidden.mems_alone();
            cost.mems += hidden.mems_alone();
            cost.updates += hidden.pure;
        }
        cost
    }

    /// The mems of giving all of them back.
    #[inline(always)]
    pub fn untweak(self) -> u64 {
        price::untweak(self.count, self.hiding)
    }
}
