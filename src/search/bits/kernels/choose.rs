//! The choice of the item to branch on: the smallest key of an active item. The length
//! of a list is a population count.

use crate::search::bits::bitmap;
use crate::search::bits::key;
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::ModeType;
use crate::search::bits::sub::Sub;

/// The items to choose from.
pub struct Candidates<'s> {
    /// The active slots.
    pub active: &'s [u64],
    /// Base keys: those of slots whose bound may change; and those of all slots, which
    /// hold for the others.
    pub changing: &'s [Lane],
    pub keys: &'s [Lane],
    pub columns: &'s [Lane],
    /// Whether the very best item is asked for, even if some other one has
    /// shown that there is no branch.
    pub full: bool,
}

impl<'s> Candidates<'s> {
    /// Those of a sub-problem with these active slots and changing keys.
    #[inline(always)]
    pub fn new(sub: &'s Sub, active: &'s [u64], changing: &'s [Lane], full: bool) -> Self {
        Candidates {
            active,
            changing,
            keys: &sub.slots.keys,
            columns: &sub.slots.columns,
            full,
        }
    }

    #[inline(always)]
    pub fn base_keys(&self, group: usize) -> &Lane {
        match self.changing.get(group) {
            Some(keys) => keys,
            None => &self.keys[group],
        }
    }
}

/// See [`Kernels::choose`](super::vector::Kernels::choose).
#[inline(always)]
pub fn choose<M: ModeType, const W: usize>(candidates: &Candidates<'_>, live: &[u64; W]) -> u64 {
    let mut best = key::NONE;
    for block in 0..candidates.active.len() {
        for slot in bitmap::ones(candidates.active[block]) {
            let (group, lane) = (block * 8 + slot / 8, slot % 8);
            let columns = &candidates.columns[group * W..][..W];
            let mut length = 0;
            for word in 0..bitmap::words::<W>() {
                length += u64::from((columns[word].0[lane] & live[word]).count_ones());
            }
            let base = match M::IS_PLAIN {
                true => 0,
                false => candidates.base_keys(group).0[lane],
            };
            let key = M::key(base, length, group * 8 + lane);
            if !candidates.full && M::score(key) <= 0 {
                return key::FAILED;
            }
            best = best.min(key);
        }
    }
    best
}
