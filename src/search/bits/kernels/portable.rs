//! The kernels without special instructions.

use super::choose::{self, Candidates};
#[cfg(not(target_arch = "x86_64"))]
use super::lengths::PlainBytes as Bytes;
use super::lengths::{self, Child};
#[cfg(not(target_arch = "x86_64"))]
use super::short::PlainShorts as Shorts;
#[cfg(target_arch = "x86_64")]
use super::sse2::{Bytes, Shorts};
use super::steps::Steps;
use super::vector::Kernels;
use crate::search::bits::bitmap::Moves;
use crate::search::bits::key;
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::ModeType;
use crate::search::bits::price::Cost;
use crate::search::bits::sub::layout::Layout;

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
        choose::choose::<M, W>(candidates, live)
    }

    const KEEPS_FEW: bool = true;

    /// Instructions, about: bits are counted one word after another.
    #[inline(always)]
    fn keeps_lengths(self, layout: &Layout, gone: usize) -> bool {
        let kept = layout.width * (4 * gone + 40) + 5 * gone + 40;
        let counted = layout.groups * (60 * layout.words + 20);
        kept < counted
    }

    #[inline(always)]
    fn keeps_keys(self, layout: &Layout, lanes: usize, gone: usize) -> bool {
        let kept = lanes * (4 * gone + 40) + 7 * gone + 80;
        let counted = layout.changing * 60 + layout.groups * (60 * layout.words + 20);
        kept < counted
    }

    const SPREADS: bool = true;

    #[inline(always)]
    fn begin_lengths<const W: usize>(
        self,
        columns: &[Lane],
        live: &[u64; W],
        active: &[u64],
        to: &mut [Lane],
    ) {
        to.fill(Lane::default());
        lengths::count::<W>(columns, live, to);
        lengths::mark_inactive(self, active, to);
    }

    #[inline(always)]
    fn spread(self, slots: u64) -> Lane {
        lengths::spread(slots)
    }

    #[inline(always)]
    unsafe fn shorten<const W: usize, const A: usize>(
        self,
        from: &[Lane],
        to: &mut [Lane],
        child: &Child<'_, W, A>,
    ) -> u64 {
        // SAFETY: the caller's.
        unsafe { lengths::shorten::<Bytes, W, A>(from, to, child) }
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
        steps.take::<W, K>(live)
    }

    type Mask = Moves;

    #[inline(always)]
    fn extract(self, word: u64, mask: &Moves) -> u64 {
        mask.extract(word)
    }
}
