//! The kernels for AVX-512, with vectors of their own: eight items, eight words or 64
//! lengths a step.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::avx2;
use super::choose::Candidates;
use super::eight::avx512::Words;
use super::steps::{MANY, Steps};
use super::vector::{EightsRule, Kernels};
use crate::search::bits::bitmap::words;
use crate::search::bits::key::{self, PLAIN_SCORE};
use crate::search::bits::lane::{Lane, NameLanes};
use crate::search::bits::mode::ModeType;
use crate::search::bits::price::{COVERED, Cost, EXPELLED, MARK};
use crate::search::bits::sub::arrays::Layout;
use std::arch::x86_64::*;
use std::ops::RangeInclusive;

/// AVX-512 with counts of bits in vectors, and what [`Avx2`](super::avx2::Avx2) has.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// Some if this machine has all of it.
    pub fn detect() -> Option<Self> {
        let has_all = avx2::Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        has_all.then_some(Avx512(()))
    }
}

// SAFETY: only `detect` makes a value. In each method: there is one, so that the machine has
// these instructions.
unsafe impl Kernels for Avx512 {
    #[inline(always)]
    unsafe fn choose<M: ModeType, const W: usize>(
        self,
        candidates: &Candidates<'_>,
        live: &[u64; W],
    ) -> u64 {
        // SAFETY: see above; and the caller's.
        unsafe { choose::<M, W>(candidates, live) }
    }

    const KEEPS_LENGTHS: bool = false;
    const COUNTS_FOUR: bool = true;

    #[inline(always)]
    fn keeps_lengths(self, _layout: &Layout, _gone: usize) -> bool {
        false
    }

    /// With 9 groups (5 queens dominate 8x8), short keys take 1.09 times as long as walking; with
    /// 12 (hitting sets) 0.66 times.
    const WALKED_CHANGING: usize = 10;

    /// Counting eight lists takes four instructions a word: to keep keys takes 1.05 times as long
    /// on grid domination, and 1.5 times on bricks.
    #[inline(always)]
    fn keeps_keys(self, _layout: &Layout, _lanes: usize, _gone: usize) -> bool {
        false
    }

    type Bytes = avx2::Bytes;

    #[inline(always)]
    fn spread(self, slots: u64) -> Lane {
        // SAFETY: see above.
        unsafe { avx2::spread(slots) }
    }

    type Shorts = Shorts;

    #[inline(always)]
    fn chosen_lanes(self, base: &Lane, choices: u8) -> (Lane, u8) {
        // SAFETY: see above.
        unsafe { chosen_lanes(base, choices) }
    }

    #[inline(always)]
    fn skips_steps<const W: usize>(self, planes: usize) -> bool {
        W > 1 && W <= 8 && planes > 0 && planes <= 4
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

    type Eight = Words;

    const EIGHTS: EightsRule = EightsRule {
        plain: (4, 3),
        bounds: (8, 2),
    };

    /// With one to four words, too, MacMahon squares and word squares take 0.98 to 1.00 of the time.
    fn small_words(self) -> RangeInclusive<usize> {
        1..=64
    }

    #[inline(always)]
    fn join_names(self, names: &[NameLanes], live: &[u64]) -> [u64; 2] {
        // SAFETY: see above.
        unsafe { join_names(names, live) }
    }

    type Mask = u64;

    #[inline(always)]
    fn extract(self, word: u64, mask: &u64) -> u64 {
        // SAFETY: see above.
        unsafe { _pext_u64(word, *mask) }
    }
}

/// Eight options a step, whether live or not: most of the time goes into finding out which are.
///
/// # Safety
/// The machine must have AVX-512.
#[inline(always)]
unsafe fn join_names(names: &[NameLanes], live: &[u64]) -> [u64; 2] {
    // SAFETY: the caller's.
    unsafe {
        let mut joined = [_mm512_setzero_si512(); 2];
        for (names, &word) in names.chunks(8).zip(live) {
            let mut word = word;
            for eight in names {
                for half in 0..2 {
                    let name = _mm512_load_si512(eight[half].0.as_ptr().cast());
                    joined[half] =
                        _mm512_mask_xor_epi64(joined[half], word as u8, joined[half], name);
                }
                word >>= 8;
            }
        }
        let mut name = [0; 2];
        for half in 0..2 {
            let lanes: [u64; 8] = std::mem::transmute(joined[half]);
            for lane in lanes {
                name[half] ^= lane;
            }
        }
        name
    }
}

/// Eight items a step.
///
/// # Safety
/// The machine must have AVX-512 with population counts; there are `W` lanes of columns for
/// each group.
#[inline(always)]
unsafe fn choose<M: ModeType, const W: usize>(candidates: &Candidates<'_>, live: &[u64; W]) -> u64 {
    // SAFETY: the caller's; loads are from lanes, of which each group has its own.
    unsafe {
        let mut numbers = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
        let eight = _mm512_set1_epi64(8);
        let mut best = _mm512_set1_epi64(-1);
        // A misprediction takes as long as many steps.
        let may_fail = !candidates.full && candidates.columns.len() > 48;
        let positive = _mm512_set1_epi64(key::POSITIVE as i64);
        // Of many words most are empty soon. To look at each for every group would take longer.
        let (mut some, mut count) = ([0; W], 0);
        if W > 8 {
            for word in 0..words::<W>() {
                some[count] = word;
                count += usize::from(live[word] != 0);
            }
        }
        // There are keys for all groups, and columns.
        let groups = candidates.keys.len();
        debug_assert_eq!(candidates.columns.len(), groups * W);
        let (all_columns, _) = candidates.columns.as_chunks::<W>();
        for block in 0..candidates.active.len() {
            let slots = candidates.active[block];
            for part in 0..8.min(groups - block * 8) {
                let active = (slots >> (8 * part)) as u8;
                // A misprediction takes as long as several steps.
                if W > 4 && active == 0 {
                    numbers = _mm512_add_epi64(numbers, eight);
                    continue;
                }
                let group = block * 8 + part;
                debug_assert!(group < all_columns.len());
                let columns: &[Lane; W] = all_columns.get_unchecked(group);
                let mut lengths = _mm512_setzero_si512();
                for number in 0..if W > 8 { count } else { W } {
                    let word = if W > 8 { some[number] } else { number };
                    debug_assert!(word < W);
                    let (columns, live) = (columns.as_ptr().add(word), live.as_ptr().add(word));
                    // A lane is 64 bytes, aligned to 64.
                    let column = _mm512_load_si512(columns.cast());
                    let row = _mm512_and_si512(column, _mm512_set1_epi64(*live as i64));
                    lengths = _mm512_add_epi64(lengths, _mm512_popcnt_epi64(row));
                }
                let keys = if M::IS_PLAIN {
                    _mm512_or_si512(_mm512_slli_epi64::<{ PLAIN_SCORE }>(lengths), numbers)
                } else {
                    let base = candidates.base_keys(group);
                    let base = _mm512_load_si512((&raw const *base).cast());
                    let gain = _mm512_slli_epi64::<{ key::PER_OPTION.0 }>(lengths);
                    let loss = _mm512_slli_epi64::<{ key::PER_OPTION.1 }>(lengths);
                    _mm512_sub_epi64(_mm512_add_epi64(base, gain), loss)
                };
                if may_fail {
                    let failed = if M::IS_PLAIN {
                        _mm512_mask_testn_epi64_mask(active, lengths, lengths)
                    } else {
                        _mm512_mask_cmplt_epu64_mask(active, keys, positive)
                    };
                    if failed != 0 {
                        return key::FAILED;
                    }
                }
                best = _mm512_mask_min_epu64(best, active, best, keys);
                numbers = _mm512_add_epi64(numbers, eight);
            }
        }
        _mm512_reduce_min_epu64(best)
    }
}

/// A lane of short keys. Masks are in vectors, too: few are asked for as bits.
#[derive(Clone, Copy, Debug)]
pub struct Shorts(__m512i);

// SAFETY, in each method: the caller's; loads and stores are of lanes.
impl super::short::Shorts for Shorts {
    #[inline(always)]
    unsafe fn load(from: &Lane) -> Self {
        unsafe { Shorts(_mm512_load_si512((&raw const *from).cast())) }
    }

    #[inline(always)]
    unsafe fn store(self, to: &mut Lane) {
        unsafe { _mm512_store_si512((&raw mut *to).cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn splat(number: u16) -> Self {
        unsafe { Shorts(_mm512_set1_epi16(number as i16)) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        unsafe { Shorts(_mm512_add_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        unsafe { Shorts(_mm512_sub_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { Shorts(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Shorts(_mm512_or_si512(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        unsafe { Shorts(_mm512_andnot_si512(other.0, self.0)) }
    }

    #[inline(always)]
    unsafe fn equal(self, other: Self) -> Self {
        unsafe { Shorts(_mm512_movm_epi16(_mm512_cmpeq_epi16_mask(self.0, other.0))) }
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        unsafe { Shorts(_mm512_min_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn least(self) -> u16 {
        unsafe {
            let low = _mm512_castsi512_si256(self.0);
            let least = _mm256_min_epi16(low, _mm512_extracti64x4_epi64::<1>(self.0));
            let low = _mm256_castsi256_si128(least);
            let least = _mm_min_epi16(low, _mm256_extracti128_si256::<1>(least));
            // Without a sign, from here on.
            let turned = _mm_xor_si128(least, _mm_set1_epi16(i16::MIN));
            _mm_cvtsi128_si32(_mm_minpos_epu16(turned)) as u16 ^ 1 << 15
        }
    }

    #[inline(always)]
    unsafe fn bits(self) -> u32 {
        unsafe { _mm512_movepi16_mask(self.0) }
    }
}

/// See [`key::chosen_lanes`]. What is stored in one piece can be loaded in one
/// piece, without waiting.
///
/// # Safety
/// The machine must have AVX-512.
#[inline(always)]
unsafe fn chosen_lanes(base: &Lane, choices: u8) -> (Lane, u8) {
    // SAFETY: the caller knows that the machine has these instructions; loads
    // and stores are of lanes.
    unsafe {
        let base = _mm512_load_si512((&raw const *base).cast());
        let positive = _mm512_set1_epi64(key::POSITIVE as i64);
        let lacks = _mm512_cmplt_epu64_mask(base, positive);
        let next = _mm512_sub_epi64(base, _mm512_set1_epi64(key::SPARES_LESS as i64));
        let less = _mm512_set1_epi64(key::LACKS_LESS as i64);
        let next = _mm512_mask_add_epi64(next, lacks, base, less);
        let rest = _mm512_srli_epi64::<{ key::SPARE }>(next);
        let nothing = _mm512_set1_epi64((key::POSITIVE >> key::SPARE) as i64);
        let gone = _mm512_mask_cmpeq_epu64_mask(choices, rest, nothing);
        let mut keys = Lane::default();
        let chosen = _mm512_mask_mov_epi64(base, choices, next);
        _mm512_store_si512((&raw mut keys).cast(), chosen);
        (keys, gone)
    }
}

/// The next words of a bitmap, eight or all. What has been stored in parts is
/// loaded in the same parts, as what is stored through a mask is late.
///
/// # Safety
/// The machine must have AVX-512; there must be so many words.
#[inline(always)]
unsafe fn load_parts<const W: usize>(words: *const u64) -> __m512i {
    const { assert!(W <= 4 || W.is_multiple_of(8)) };
    // SAFETY: the caller's; 2, 3 and 4 words are read in parts.
    unsafe {
        match W {
            2 => _mm512_zextsi128_si512(_mm_loadu_si128(words.cast())),
            3 => {
                let low = _mm256_zextsi128_si256(_mm_loadu_si128(words.cast()));
                let high = _mm_loadl_epi64(words.add(2).cast());
                _mm512_zextsi256_si512(_mm256_inserti128_si256::<1>(low, high))
            }
            4 => _mm512_zextsi256_si512(_mm256_loadu_si256(words.cast())),
            _ => _mm512_loadu_si512(words.cast()),
        }
    }
}

/// Stores what [`load_parts`] loads.
///
/// # Safety
/// As for loading.
#[inline(always)]
unsafe fn store_parts<const W: usize>(words: *mut u64, vector: __m512i) {
    const { assert!(W <= 4 || W.is_multiple_of(8)) };
    // SAFETY: the caller's; 2, 3 and 4 words are written in parts.
    unsafe {
        let half = _mm512_castsi512_si256(vector);
        let quarter = _mm256_castsi256_si128(half);
        match W {
            2 => _mm_storeu_si128(words.cast(), quarter),
            3 => {
                _mm_storeu_si128(words.cast(), quarter);
                let rest = _mm256_extracti128_si256::<1>(half);
                _mm_storel_epi64(words.add(2).cast(), rest);
            }
            4 => _mm256_storeu_si256(words.cast(), half),
            _ => _mm512_storeu_si512(words.cast(), vector),
        }
    }
}

/// Eight words a step.
///
/// # Safety
/// The machine must have AVX-512 with population counts.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // as in `Steps::take`
unsafe fn take<const W: usize, const K: usize>(steps: &mut Steps<'_>, live: &mut [u64; W]) -> Cost {
    const {
        assert!(
            W <= 4 || W == 6 || W.is_multiple_of(8),
            "parts are loaded whole"
        )
    };
    if W == 1 || K == MANY {
        return steps.take::<W, K>(live);
    }
    // Sums are made by shifts, which are quick.
    const {
        assert!(EXPELLED.option == 4 && EXPELLED.node == 2 && EXPELLED.pure == 4);
        assert!(COVERED.option == 3 && COVERED.node == 1 && COVERED.pure == 5);
        assert!(MARK == 3);
    }
    let below = &mut std::mem::take(&mut steps.below)[..K * W];
    let above = &steps.above[..K * W];
    // SAFETY: the caller knows that the machine has these instructions; loads
    // and stores are of words `start..W`, at most eight, of slices of W words.
    unsafe {
        let (mut mems, mut updates) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        let mut cleansings = _mm512_setzero_si512();
        for start in (0..words::<W>()).step_by(8) {
            let mask = if W - start < 8 {
                (1 << (W - start)) - 1
            } else {
                0xff
            };
            let load_if = |mask, words: &[u64]| {
                debug_assert_eq!(words.len(), W);
                _mm512_maskz_loadu_epi64(mask, words.as_ptr().add(start).cast())
            };
            let load = |words: &[u64]| load_if(mask, words);
            let before = load_parts::<W>(live[start..].as_ptr());
            if W > 8 && _mm512_test_epi64_mask(before, before) == 0 {
                continue;
            }
            let (mut left, mut covered) = (before, _mm512_setzero_si512());
            let mut marked = _mm512_setzero_si512();
            let mut pure = [_mm512_setzero_si512(); K];
            for plane in 0..K {
                pure[plane] = load_parts::<W>(above[plane * W + start..].as_ptr());
            }
            for step in steps.steps {
                if step.hue == 0 {
                    let row = load(steps.row::<W>(step.item));
                    covered = _mm512_or_si512(covered, _mm512_and_si512(left, row));
                    left = _mm512_andnot_si512(row, left);
                    continue;
                }
                let (same, other) = steps.hue_rows::<W>(step.hue);
                // If it is purified, no other is live; and none is marked.
                let fresh = u8::from(steps.is_purified(step.item)).wrapping_sub(1);
                left = _mm512_andnot_si512(load(other), left);
                let mut borrow = _mm512_and_si512(left, load_if(mask & fresh, same));
                marked = _mm512_add_epi64(marked, _mm512_popcnt_epi64(borrow));
                for plane in 0..K {
                    let bits = pure[plane];
                    pure[plane] = _mm512_xor_si512(bits, borrow);
                    borrow = _mm512_andnot_si512(bits, borrow);
                }
            }
            store_parts::<W>(live[start..].as_mut_ptr(), left);
            let hidden = _mm512_andnot_si512(left, before);
            let mut all = _mm512_setzero_si512();
            // What covering costs less than purifying.
            let mut less = _mm512_setzero_si512();
            for plane in (0..K).rev() {
                store_parts::<W>(below[plane * W + start..].as_mut_ptr(), pure[plane]);
                let pure_hidden = _mm512_popcnt_epi64(_mm512_and_si512(pure[plane], hidden));
                all = _mm512_add_epi64(_mm512_add_epi64(all, all), pure_hidden);
                let pure_covered = _mm512_popcnt_epi64(_mm512_and_si512(pure[plane], covered));
                less = _mm512_sub_epi64(_mm512_add_epi64(less, less), pure_covered);
            }
            let options = _mm512_popcnt_epi64(hidden);
            let not_colors = _mm512_popcnt_epi64(covered);
            let base = _mm512_set1_epi64(steps.others.base as i64);
            let twice = _mm512_sub_epi64(_mm512_add_epi64(options, options), not_colors);
            let mut others = _mm512_mullo_epi64(twice, base);
            for plane in 0..steps.others.count {
                let bits = load(&steps.others.words[plane * W..][..W]);
                let options = _mm512_popcnt_epi64(_mm512_and_si512(bits, hidden));
                let not_colors = _mm512_popcnt_epi64(_mm512_and_si512(bits, covered));
                let twice = _mm512_sub_epi64(_mm512_add_epi64(options, options), not_colors);
                others = _mm512_add_epi64(
                    others,
                    _mm512_sll_epi64(twice, _mm_cvtsi64_si128(plane as i64)),
                );
            }
            let four = _mm512_slli_epi64::<2>(_mm512_add_epi64(all, options));
            let three = _mm512_add_epi64(_mm512_add_epi64(marked, marked), marked);
            less = _mm512_add_epi64(less, not_colors);
            mems = _mm512_add_epi64(mems, _mm512_add_epi64(four, three));
            mems = _mm512_add_epi64(mems, _mm512_sub_epi64(others, less));
            updates = _mm512_add_epi64(updates, all);
            cleansings = _mm512_add_epi64(cleansings, marked);
        }
        // No sub-problem has as many nodes as half a lane can count.
        let both = _mm512_add_epi64(updates, _mm512_slli_epi64::<32>(cleansings));
        let both = _mm512_reduce_add_epi64(both) as u64;
        Cost {
            mems: _mm512_reduce_add_epi64(mems) as u64,
            updates: both & u64::from(u32::MAX),
            cleansings: both >> 32,
        }
    }
}
