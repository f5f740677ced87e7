//! The kernels without special instructions.

use super::choose::{self, Candidates};
use super::lengths;
use super::steps::Steps;
use super::vector::Kernels;
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::ModeType;
use crate::search::bits::price::Cost;
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
    fn count_lengths<const W: usize>(self, columns: &[Lane], live: &[u64; W], to: &mut [Lane]) {
        lengths::count::<W>(columns, live, to);
    }

    #[inline(always)]
    unsafe fn shorten<const W: usize, const A: usize>(
        self,
        from: &[Lane],
        to: &mut [Lane],
        gone: &[u64; W],
        satisfied: &[u64],
        active: &[u64; A],
    ) -> u64 {
        lengths::shorten::<W, A>(from, to, gone, satisfied, active)
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
