//! The kernels without special instructions.

use super::choose::{self, Candidates};
use super::eight::plain::PlainEight;
use super::lengths;
#[cfg(not(target_arch = "x86_64"))]
use super::lengths::PlainBytes as Bytes;
#[cfg(not(target_arch = "x86_64"))]
use super::short::PlainShorts as Shorts;
#[cfg(target_arch = "x86_64")]
use super::sse2::{Bytes, Shorts, lengths};
use super::steps::Steps;
use super::vector::{EightsRule, Kernels};
#[cfg(not(target_arch = "x86_64"))]
use crate::search::bits::bitmap;
use crate::search::bits::bitmap::{Moves, ones};
use crate::search::bits::key;
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::ModeType;
use crate::search::bits::price::Cost;
use crate::search::bits::sub::arrays::Layout;
use std::ops::RangeInclusive;

/// What every machine has.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

// SAFETY: it relies on nothing.
unsafe impl Kernels for Portable {
    #[inline(always)]
    unsafe fn choose<M: ModeType, const W: usize>(
        self,
        candidates: &Candidates<'_>,
        live: &[u64; W],
    ) -> u64 {
        choose_by_groups::<M, W>(candidates, live)
    }

    /// Instructions, about: bits are counted one word after another.
    #[inline(always)]
    fn keeps_lengths(self, layout: &Layout, gone: usize) -> bool {
        let kept = layout.width * (4 * gone + 40) + 5 * gone + 40;
        let counted = layout.groups * (60 * layout.words + 20);
        kept < counted
    }

    /// Instructions, about.
    #[inline(always)]
    fn keeps_keys(self, layout: &Layout, lanes: usize, gone: usize) -> bool {
        let kept = lanes * (4 * gone + 40) + 7 * gone + 80;
        let counted = layout.changing * 60 + layout.groups * (60 * layout.words + 20);
        kept < counted
    }

    type Bytes = Bytes;

    #[inline(always)]
    fn spread(self, slots: u64) -> Lane {
        lengths::spread(slots)
    }

    type Shorts = Shorts;

    #[inline(always)]
    fn chosen_lanes(self, base: &Lane, choices: u8) -> (Lane, u8) {
        key::chosen_lanes(base, choices)
    }

    #[inline(always)]
    fn skips_steps<const W: usize>(self, _planes: usize) -> bool {
        false
    }

    #[inline(always)]
    fn take<const W: usize, const K: usize>(
        self,
        steps: &mut Steps<'_>,
        live: &mut [u64; W],
    ) -> Cost {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every processor of this kind has SSE2.
        unsafe {
            super::purify::take::<super::sse2::Two, W, K>(steps, live)
        }
        #[cfg(not(target_arch = "x86_64"))]
        steps.take::<W, K>(live)
    }

    type Eight = PlainEight;

    const EIGHTS: EightsRule = EightsRule {
        plain: (0, 0),
        bounds: (0, 0),
    };

    /// To find out which bits move how far takes long for each word: with 6 and more, word squares would take
    /// 1.05 to 1.1 times as long. MacMahon squares with 4 take 0.92 of the time.
    fn small_words(self) -> RangeInclusive<usize> {
        1..=4
    }

    type Mask = Moves;

    #[inline(always)]
    fn extract(self, word: u64, mask: &Moves) -> u64 {
        mask.extract(word)
    }
}

/// The lengths of a group's lists.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn lengths<const W: usize>(columns: &[Lane; W], live: &[u64; W]) -> Lane {
    let mut lengths = Lane::default();
    for word in 0..bitmap::words::<W>() {
        for lane in 0..8 {
            let row = columns[word].0[lane] & live[word];
            lengths.0[lane] += u64::from(row.count_ones());
        }
    }
    lengths
}

/// See [`choose::choose`]: counts eight lists at once, where that takes less. Without colors, or
/// with more words, it takes longer (pentominoes with 16 words: 1.3 times).
#[inline(always)]
fn choose_by_groups<M: ModeType, const W: usize>(
    candidates: &Candidates<'_>,
    live: &[u64; W],
) -> u64 {
    let mut active = 0;
    for slots in candidates.active {
        active += slots.count_ones() as usize;
    }
    if !M::HAS_COLORS || W > 8 || active < 4 * candidates.keys.len() {
        return choose::choose::<M, W>(candidates, live);
    }
    let mut best = key::NONE;
    let (all_columns, _) = candidates.columns.as_chunks::<W>();
    for (group, columns) in all_columns.iter().enumerate() {
        let slots = candidates.active[group / 8] >> (group % 8 * 8) & 0xff;
        if slots == 0 {
            continue;
        }
        let lengths = lengths::<W>(columns, live);
        for lane in ones(slots) {
            let base = match M::IS_PLAIN {
                true => 0,
                false => candidates.base_keys(group).0[lane],
            };
            let key = M::key(base, lengths.0[lane], group * 8 + lane);
            if !candidates.full && M::score(key) <= 0 {
                return key::FAILED;
            }
            best = best.min(key);
        }
    }
    best
}
