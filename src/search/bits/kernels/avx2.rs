//! The portable kernels, compiled for AVX2 and the bit instructions of its time.

use super::choose::{self, Candidates};
use super::lengths;
use super::steps::Steps;
use super::vector::Kernels;
use crate::search::bits::key;
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::ModeType;
use crate::search::bits::price::Cost;
use std::arch::x86_64::_pext_u64;

/// AVX2, POPCNT, LZCNT, BMI1 and BMI2.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// Some if this machine has all of them.
    pub fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("avx2");
        has_all.then_some(Avx2(()))
    }
}

// SAFETY: only `detect` makes a value. In each method: there is one, so that the machine has
// these instructions.
unsafe impl Kernels for Avx2 {
    #[inline(always)]
    unsafe fn choose<M: ModeType, const W: usize>(
        self,
        candidates: &Candidates<'_>,
        live: &[u64; W],
    ) -> u64 {
        // SAFETY: see above; and the caller's.
        unsafe { choose::<M, W>(candidates, live) }
    }

    #[inline(always)]
    fn count_lengths<const W: usize>(self, columns: &[Lane], live: &[u64; W], to: &mut [Lane]) {
        // SAFETY: see above.
        unsafe { count_lengths::<W>(columns, live, to) }
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
        // SAFETY: see above; and the caller's.
        unsafe { shorten::<W, A>(from, to, gone, satisfied, active) }
    }

    #[inline(always)]
    fn chosen_lanes(self, base: &Lane, choices: u8) -> (Lane, u8) {
        // SAFETY: see above.
        unsafe { chosen_lanes(base, choices) }
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
        // SAFETY: see above.
        unsafe { take::<W, K>(steps, live) }
    }

    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        // SAFETY: see above.
        unsafe { _pext_u64(word, mask) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn choose<M: ModeType, const W: usize>(candidates: &Candidates<'_>, live: &[u64; W]) -> u64 {
    choose::choose::<M, W>(candidates, live)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn count_lengths<const W: usize>(columns: &[Lane], live: &[u64; W], to: &mut [Lane]) {
    lengths::count::<W>(columns, live, to);
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn shorten<const W: usize, const A: usize>(
    from: &[Lane],
    to: &mut [Lane],
    gone: &[u64; W],
    satisfied: &[u64],
    active: &[u64; A],
) -> u64 {
    lengths::shorten::<W, A>(from, to, gone, satisfied, active)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn chosen_lanes(base: &Lane, choices: u8) -> (Lane, u8) {
    key::chosen_lanes(base, choices)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn take<const W: usize, const K: usize>(steps: &mut Steps<'_>, live: &mut [u64; W]) -> Cost {
    steps.take::<W, K>(live)
}
