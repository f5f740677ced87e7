//! Items whose bound may change: an option that contains them takes a choice off them.

use crate::search::bits::bitmap::ones;
use crate::search::bits::kernels::Kernels;
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::{Bit, Rank, Slot};
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::frames::two;
use crate::search::bits::sub::layout::Layout;
use crate::search::bits::sub::rows::{Masks, Slots};

/// The item that is branched on.
#[derive(Clone, Copy, Debug)]
pub struct Branching {
    pub rank: Rank,
    pub score: i64,
    /// How many choices are left after this one.
    pub bound: u32,
    pub slack: u32,
    /// Whether its bound may change in this sub-problem.
    pub changes: bool,
}

impl Branching {
    /// Whether it is covered, so that its options are hidden already.
    #[inline(always)]
    pub fn is_used_up(self) -> bool {
        self.bound == 0
    }

    /// Whether it is covered for good: nor may it be forgone.
    #[inline(always)]
    pub fn is_simple(self) -> bool {
        self.bound == 0 && self.slack == 0
    }
}

/// An option that is chosen, and the slot of the item branched on.
#[derive(Clone, Copy)]
pub struct ChosenOption<'s> {
    pub layout: &'s Layout,
    pub masks: &'s Masks,
    pub slots: &'s Slots,
    pub option: Bit,
    pub branched: Slot,
}

impl ChosenOption<'_> {
    /// Takes a choice off each of the option's items whose bound may change: base keys
    /// go from `from` to `to`. Items that are used up become inactive, and are shown,
    /// but for the one branched on.
    #[inline(always)]
    pub fn take_choices(
        self,
        kernels: impl Kernels,
        from: &[Lane],
        to: &mut [Lane],
        active: &mut [u64],
        mut used_up: impl FnMut(Rank),
    ) {
        let width = self.layout.changing_width;
        let choices = &self.masks.choices[self.option.index() * width..][..width];
        for (group, (from, to)) in from.iter().zip(to).enumerate() {
            let choices = (choices[group / 8] >> (group % 8 * 8)) as u8;
            let (keys, gone) = kernels.chosen_lanes(from, choices);
            *to = keys;
            active[group / 8] &= !(u64::from(gone) << (group % 8 * 8));
            for lane in ones(gone.into()) {
                let slot = Slot::new(group, lane);
                if slot != self.branched {
                    used_up(self.slots.ranks[slot.0 as usize]);
                }
            }
        }
    }
}

impl Sub {
    /// Writes the active items of the frame at `depth + 1`: those that an option
    /// certainly satisfies are not among them.
    #[inline(always)]
    pub fn satisfy(&mut self, depth: usize, option: Bit) {
        let width = self.layout.width;
        let (above, below) = two(&mut self.frames.active, width, depth);
        let satisfied = &self.masks.satisfied[option.index() * width..][..width];
        for word in 0..width {
            below[word] = above[word] & !satisfied[word];
        }
    }

    /// Takes the null move: the item becomes inactive in the frame at `depth + 1`.
    #[inline(always)]
    #[allow(clippy::manual_memcpy)] // for a word or a lane, a call takes longer
    pub fn forgo<M: ModeType>(&mut self, depth: usize, rank: Rank) {
        debug_assert!(!M::IS_PLAIN);
        let (layout, frames) = (&self.layout, &mut self.frames);
        let slot = self.items[rank.index()].slot;
        let (above, below) = two(&mut frames.active, layout.width, depth);
        for word in 0..layout.width {
            below[word] = above[word];
        }
        below[slot.word()] &= !slot.mask();
        let (above, below) = two(&mut frames.keys, layout.changing, depth);
        for group in 0..layout.changing {
            below[group] = above[group];
        }
        if M::HAS_COLORS {
            let (above, below) = two(&mut frames.pure, layout.planes, depth);
            below.copy_from_slice(above);
            let (above, below) = two(&mut frames.purified, layout.color_width, depth);
            below.copy_from_slice(above);
        }
    }
}
