//! Tweaking: an item that is not covered for good loses its topmost options,
//! one before each branch, and gets them back at once.

use super::option::Branching;
use super::price::{self, Cost};
use super::sub::Sub;

/// The options that an item has lost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tweaks {
    count: u64,
    /// What hiding them has cost.
    hiding: u64,
}

impl Tweaks {
    /// Removes the topmost option, and unless it is hidden already, hides it.
    #[inline(always)]
    pub fn tweak<const W: usize, const MODE: u8>(
        &mut self,
        sub: &Sub,
        base: &mut [u64; W],
        depth: usize,
        option: usize,
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
            alone[option / 64] = 1 << (option % 64);
            let weight = sub.weigh::<W, MODE>(depth, &alone);
            base[option / 64] &= !alone[option / 64];
            self.hiding += weight.mems_alone();
            cost.mems += weight.mems_alone();
            cost.updates += weight.pure;
        }
        cost
    }

    /// The mems of giving all of them back.
    #[inline(always)]
    pub fn untweak(self) -> u64 {
        price::untweak(self.count, self.hiding)
    }
}
