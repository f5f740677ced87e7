//! The kernels without special instructions.

use super::choose::{self, Candidates};
use super::lengths::{self, Child};
use super::steps::Steps;
use super::vector::Kernels;
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::ModeType;
use crate::search::bits::price::Cost;
use crate::search::bits::sub::layout::Layout;
use crate::search::bits::{bitmap, key};

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

    #[inline(always)]
    fn keeps_lengths(self, layout: &Layout, gone: usize) -> bool {
        let kept = layout.width * (2 * gone + 8) + 8 * gone + 40;
        let counted = layout.groups * (3 * layout.words + 5);
        kept < counted
    }

    #[inline(always)]
    unsafe fn shorten<const W: usize, const A: usize>(
        self,
        from: &[Lane],
        to: &mut [Lane],
        child: &Child<'_, W, A>,
    ) -> u64 {
        lengths::shorten::<W, A>(from, to, child)
    }

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

    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        bitmap::extract(word, mask)
    }
}
