//! The kernels for AVX2, with vectors of their own: eight items or 32 lengths a step. Bits are
//! counted by tables of half bytes.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::choose::{self, Candidates};
use super::lengths::{self, Child, bytes};
use super::short::shorts;
use super::steps::{MANY, Steps};
use super::vector::Kernels;
use crate::search::bits::bitmap::{MOST_OPTIONS, Moves, words};
use crate::search::bits::key::{self, MOST_ITEMS, PLAIN_SCORE};
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::{BoundsMode, ModeType, PlainMode};
use crate::search::bits::price::{COVERED, Cost, EXPELLED, MARK};
use crate::search::bits::sub::layout::Layout;
use std::arch::x86_64::*;
use std::sync::LazyLock;

/// AVX2, POPCNT, LZCNT, BMI1 and BMI2.
#[derive(Clone, Copy, Debug)]
pub struct Avx2 {
    /// Whether PEXT is one step: some processors take it apart, bit by bit.
    extracts_fast: bool,
}

impl Avx2 {
    /// Some if this machine has all of them.
    pub fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("avx2");
        has_all.then(|| Avx2 {
            extracts_fast: !is_zen_1_or_2(),
        })
    }
}

/// Whether this is a processor of AMD's family 17h or, with another name, 18h.
fn is_zen_1_or_2() -> bool {
    // A virtual machine may take long to tell.
    static IS_SO: LazyLock<bool> = LazyLock::new(find_zen_1_or_2);
    *IS_SO
}

fn find_zen_1_or_2() -> bool {
    let (vendor, version) = (__cpuid(0), __cpuid(1).eax);
    let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
    // "Auth", "enti", "cAMD", or "Hygo", ...
    let is_amd = [0x6874_7541, 0x6f67_7948].contains(&vendor.ebx);
    is_amd && (0x17..=0x18).contains(&family)
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

    const KEEPS_FEW: bool = true;

    /// Vector operations, about. Where one word holds all slots, to keep lengths takes 0.61 of
    /// the time on dominoes; on queens, which lose more options at a node, 1.1 times.
    #[inline(always)]
    fn keeps_lengths(self, layout: &Layout, gone: usize) -> bool {
        let kept = layout.width * (2 * gone + 20) + (3 + 4 * layout.words) * gone + 50;
        let counted = layout.groups * (16 * layout.words + 10) + 12;
        kept < counted
    }

    #[inline(always)]
    fn keeps_keys(self, layout: &Layout, lanes: usize, gone: usize) -> bool {
        let kept = lanes * (2 * gone + 22) + 7 * gone + 70;
        let counted = layout.changing * 32 + layout.groups * (16 * layout.words + 14) + 12;
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
        // SAFETY: see above.
        unsafe { spread(slots) }
    }

    #[inline(always)]
    unsafe fn shorten<const W: usize, const A: usize>(
        self,
        from: &[Lane],
        to: &mut [Lane],
        child: &Child<'_, W, A>,
    ) -> u64 {
        // SAFETY: see above; and the caller's.
        unsafe { lengths::shorten::<Bytes, W, A>(from, to, child) }
    }

    type Shorts = Shorts;

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

    type Mask = Moves;

    #[inline(always)]
    fn extract(self, word: u64, mask: &Moves) -> u64 {
        if !self.extracts_fast {
            return mask.extract(word);
        }
        // SAFETY: see above.
        unsafe { _pext_u64(word, mask.mask) }
    }
}

/// Eight words, one for each slot of a group, in two vectors.
type Eight = [__m256i; 2];

/// How many bits each byte has: those of its halves are looked up in a table.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn count_bytes(bits: __m256i) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        ));
        let half = _mm256_set1_epi8(15);
        let low = _mm256_and_si256(bits, half);
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bits), half);
        let (low, high) = (
            _mm256_shuffle_epi8(table, low),
            _mm256_shuffle_epi8(table, high),
        );
        _mm256_add_epi8(low, high)
    }
}

/// A byte can count the bits of so many bytes, and more.
const COUNTED: usize = 16;

/// The lengths of a group's lists.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn lengths<const W: usize>(columns: &[Lane; W], live: &[u64; W]) -> Eight {
    // SAFETY: the caller's; a lane is 64 bytes, aligned to 64.
    unsafe {
        let zero = _mm256_setzero_si256();
        let mut lengths = [zero; 2];
        let words = words::<W>();
        for start in (0..words).step_by(COUNTED) {
            let mut bytes = [zero; 2];
            for word in start..words.min(start + COUNTED) {
                if W > 8 && live[word] == 0 {
                    continue;
                }
                let live = _mm256_set1_epi64x(live[word] as i64);
                let column: *const __m256i = (&raw const columns[word]).cast();
                for half in 0..2 {
                    let row = _mm256_and_si256(_mm256_load_si256(column.add(half)), live);
                    bytes[half] = _mm256_add_epi8(bytes[half], count_bytes(row));
                }
            }
            for half in 0..2 {
                let sums = _mm256_sad_epu8(bytes[half], zero);
                lengths[half] = _mm256_add_epi64(lengths[half], sums);
            }
        }
        lengths
    }
}

/// In a plain problem a key takes half a word here: a length, which is at most 2^12, and
/// from this bit on; and a rank.
const SHORT_SCORE: i32 = 19;
const _: () = assert!(MOST_ITEMS <= 1 << SHORT_SCORE && MOST_OPTIONS < 1 << (32 - SHORT_SCORE));

/// Eight items a step.
///
/// # Safety
/// The machine must have AVX2; there are `W` lanes of columns for each group.
#[inline(always)]
unsafe fn choose<M: ModeType, const W: usize>(candidates: &Candidates<'_>, live: &[u64; W]) -> u64 {
    // SAFETY: the caller's.
    unsafe {
        match M::IS_PLAIN {
            true => choose_plain::<W>(candidates, live),
            false => choose_bounded::<W>(candidates, live),
        }
    }
}

/// A misprediction takes as long as many steps: whether some item has no option is asked
/// only where there are many of them.
#[inline(always)]
fn may_fail(candidates: &Candidates<'_>) -> bool {
    !candidates.full && candidates.columns.len() > 48
}

/// How many items are active.
#[inline(always)]
fn active(candidates: &Candidates<'_>) -> usize {
    let mut active = 0;
    for slots in candidates.active {
        active += slots.count_ones() as usize;
    }
    active
}

/// See [`choose`].
///
/// # Safety
/// As there.
#[inline(always)]
unsafe fn choose_plain<const W: usize>(candidates: &Candidates<'_>, live: &[u64; W]) -> u64 {
    // Where few items are active, one after another takes less: pentominoes 0.87 of the time;
    // but not with few words (Langford 1.13).
    if W > 2 && active(candidates) * (W + 3) < candidates.keys.len() * (4 * W + 5) {
        return choose::choose::<PlainMode, W>(candidates, live);
    }
    // SAFETY: the caller's.
    unsafe {
        let zero = _mm256_setzero_si256();
        // The lengths of slots 4 to 7 go between those of the others.
        let places = _mm256_setr_epi32(1, 16, 2, 32, 4, 64, 8, 128);
        let mut numbers = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        let mut best = _mm256_set1_epi8(-1);
        let may_fail = may_fail(candidates);
        let (all_columns, _) = candidates.columns.as_chunks::<W>();
        for block in 0..candidates.active.len() {
            let slots = candidates.active[block];
            for part in 0..8.min(all_columns.len() - block * 8) {
                let active = (slots >> (8 * part)) as u8;
                // A misprediction takes as long as several steps.
                if W <= 2 || active != 0 {
                    let columns = all_columns.get_unchecked(block * 8 + part);
                    let [low, high] = lengths(columns, live);
                    let lengths = _mm256_or_si256(low, _mm256_slli_epi64::<32>(high));
                    let active = _mm256_set1_epi32(i32::from(active));
                    let gone = _mm256_cmpeq_epi32(_mm256_and_si256(active, places), zero);
                    if may_fail {
                        let failed = _mm256_cmpeq_epi32(lengths, zero);
                        if _mm256_testc_si256(gone, failed) == 0 {
                            return key::FAILED;
                        }
                    }
                    let keys = _mm256_slli_epi32::<SHORT_SCORE>(lengths);
                    let keys = _mm256_or_si256(_mm256_or_si256(keys, numbers), gone);
                    best = _mm256_min_epu32(best, keys);
                }
                numbers = _mm256_add_epi32(numbers, _mm256_set1_epi32(8));
            }
        }
        let half = _mm_min_epu32(
            _mm256_castsi256_si128(best),
            _mm256_extracti128_si256::<1>(best),
        );
        let pair = _mm_min_epu32(half, _mm_shuffle_epi32::<0b01_00_11_10>(half));
        let one = _mm_min_epu32(pair, _mm_shuffle_epi32::<0b10_11_00_01>(pair));
        let best = _mm_cvtsi128_si32(one) as u32;
        if best == u32::MAX {
            return key::NONE;
        }
        let rank = best & ((1 << SHORT_SCORE) - 1);
        u64::from(best >> SHORT_SCORE) << PLAIN_SCORE | u64::from(rank)
    }
}

/// See [`choose`].
///
/// # Safety
/// As there.
#[inline(always)]
unsafe fn choose_bounded<const W: usize>(candidates: &Candidates<'_>, live: &[u64; W]) -> u64 {
    // Where few items are active, one after another takes less: bricks 0.83 of the time.
    if active(candidates) * (W + 4) < candidates.keys.len() * (4 * W + 6) {
        return choose::choose::<BoundsMode, W>(candidates, live);
    }
    // SAFETY: the caller's; loads are from lanes.
    unsafe {
        let zero = _mm256_setzero_si256();
        let places = [
            _mm256_setr_epi64x(1, 2, 4, 8),
            _mm256_setr_epi64x(16, 32, 64, 128),
        ];
        // Numbers are compared with a sign: keys have the highest bit turned over.
        let turn = _mm256_set1_epi64x(i64::MIN);
        let positive = _mm256_set1_epi64x((key::POSITIVE ^ 1 << 63) as i64);
        let mut best = [_mm256_set1_epi64x(i64::MAX); 2];
        let may_fail = may_fail(candidates);
        let (all_columns, _) = candidates.columns.as_chunks::<W>();
        for block in 0..candidates.active.len() {
            let slots = candidates.active[block];
            for part in 0..8.min(all_columns.len() - block * 8) {
                let active = (slots >> (8 * part)) as u8;
                if W > 2 && active == 0 {
                    continue;
                }
                let group = block * 8 + part;
                let lengths = lengths(all_columns.get_unchecked(group), live);
                let base: *const __m256i = (&raw const *candidates.base_keys(group)).cast();
                let active = _mm256_set1_epi64x(i64::from(active));
                let mut keys = [zero; 2];
                let mut gone = [zero; 2];
                for half in 0..2 {
                    let base = _mm256_load_si256(base.add(half));
                    let gain = _mm256_slli_epi64::<{ key::PER_OPTION.0 as i32 }>(lengths[half]);
                    let loss = _mm256_slli_epi64::<{ key::PER_OPTION.1 as i32 }>(lengths[half]);
                    let turned = _mm256_add_epi64(_mm256_xor_si256(base, turn), gain);
                    keys[half] = _mm256_sub_epi64(turned, loss);
                    let bits = _mm256_and_si256(active, places[half]);
                    gone[half] = _mm256_cmpeq_epi64(bits, zero);
                }
                if may_fail {
                    let low = _mm256_andnot_si256(gone[0], _mm256_cmpgt_epi64(positive, keys[0]));
                    let high = _mm256_andnot_si256(gone[1], _mm256_cmpgt_epi64(positive, keys[1]));
                    let failed = _mm256_or_si256(low, high);
                    if _mm256_testz_si256(failed, failed) == 0 {
                        return key::FAILED;
                    }
                }
                for half in 0..2 {
                    let is_less = _mm256_cmpgt_epi64(best[half], keys[half]);
                    let is_less = _mm256_andnot_si256(gone[half], is_less);
                    best[half] = _mm256_blendv_epi8(best[half], keys[half], is_less);
                }
            }
        }
        let less = _mm256_cmpgt_epi64(best[0], best[1]);
        let best = _mm256_blendv_epi8(best[0], best[1], less);
        let low = _mm256_castsi256_si128(best);
        let high = _mm256_extracti128_si256::<1>(best);
        let pair = _mm_blendv_epi8(low, high, _mm_cmpgt_epi64(low, high));
        let (one, other) = (_mm_cvtsi128_si64(pair), _mm_extract_epi64::<1>(pair));
        one.min(other) as u64 ^ 1 << 63
    }
}

/// Slots as bytes.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn spread(slots: u64) -> Lane {
    // SAFETY: the caller's; stores are of halves of a lane.
    unsafe {
        let numbers = _mm256_setr_epi64x(
            0,
            0x0101_0101_0101_0101,
            0x0202_0202_0202_0202,
            0x0303_0303_0303_0303,
        );
        let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        let one = _mm256_set1_epi8(1);
        let mut lane = Lane::default();
        let to: *mut __m256i = (&raw mut lane).cast();
        for half in 0..2 {
            let word = _mm256_set1_epi32((slots >> (32 * half)) as i32);
            let bytes = _mm256_shuffle_epi8(word, numbers);
            let are_set = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bits), bits);
            _mm256_store_si256(to.add(half), _mm256_and_si256(are_set, one));
        }
        lane
    }
}

bytes! {
    Bytes, __m256i, 2,
    _mm256_load_si256 _mm256_store_si256 _mm256_set1_epi8
    sub _mm256_sub_epi8
    or _mm256_or_si256
    min _mm256_min_epu8;
    shift _mm256_slli_epi64;
    least least_byte;
    equal _mm256_cmpeq_epi8 byte_bits;
}

/// The least byte.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn least_byte([low, high]: Eight) -> u8 {
    // SAFETY: the caller's.
    unsafe {
        let least = _mm256_min_epu8(low, high);
        let low = _mm256_castsi256_si128(least);
        let quarter = _mm_min_epu8(low, _mm256_extracti128_si256::<1>(least));
        let pairs = _mm_min_epu8(quarter, _mm_srli_epi16::<8>(quarter));
        let pairs = _mm_and_si128(pairs, _mm_set1_epi16(0xff));
        _mm_cvtsi128_si64(_mm_minpos_epu16(pairs)) as u8
    }
}

/// The highest bit of each byte.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn byte_bits([low, high]: Eight) -> u64 {
    // SAFETY: the caller's.
    unsafe {
        let (low, high) = (_mm256_movemask_epi8(low), _mm256_movemask_epi8(high));
        u64::from(low as u32) | u64::from(high as u32) << 32
    }
}

shorts! {
    Shorts, __m256i, 2,
    _mm256_load_si256 _mm256_store_si256 _mm256_set1_epi16
    add _mm256_add_epi16
    sub _mm256_sub_epi16
    and _mm256_and_si256
    or _mm256_or_si256
    equal _mm256_cmpeq_epi16
    min _mm256_min_epi16;
    and_not _mm256_andnot_si256;
    least least_short;
    bits short_bits;
}

/// The least of numbers with a sign.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn least_short([low, high]: Eight) -> u16 {
    // SAFETY: the caller's.
    unsafe {
        let least = _mm256_min_epi16(low, high);
        let low = _mm256_castsi256_si128(least);
        let least = _mm_min_epi16(low, _mm256_extracti128_si256::<1>(least));
        // Without a sign, from here on.
        let turned = _mm_xor_si128(least, _mm_set1_epi16(i16::MIN));
        _mm_cvtsi128_si32(_mm_minpos_epu16(turned)) as u16 ^ 1 << 15
    }
}

/// A bit for each mask of 16 bits.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn short_bits([low, high]: Eight) -> u32 {
    // SAFETY: the caller's.
    unsafe {
        let bytes = _mm256_packs_epi16(low, high);
        // They are packed half by half.
        _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes)) as u32
    }
}

/// See [`key::chosen_lanes`].
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn chosen_lanes(base: &Lane, choices: u8) -> (Lane, u8) {
    // SAFETY: the caller's; loads and stores are of halves of lanes.
    unsafe {
        let turn = _mm256_set1_epi64x(i64::MIN);
        let positive = _mm256_set1_epi64x((key::POSITIVE ^ 1 << 63) as i64);
        let nothing = _mm256_set1_epi64x((key::POSITIVE >> key::SPARE) as i64);
        let lacks_less = _mm256_set1_epi64x(key::LACKS_LESS as i64);
        let spares_less = _mm256_set1_epi64x(-(key::SPARES_LESS as i64));
        let places = [
            _mm256_setr_epi64x(1, 2, 4, 8),
            _mm256_setr_epi64x(16, 32, 64, 128),
        ];
        let choices = _mm256_set1_epi64x(i64::from(choices));
        let mut keys = Lane::default();
        let mut gone = 0;
        let from: *const __m256i = (&raw const *base).cast();
        let to: *mut __m256i = (&raw mut keys).cast();
        for half in 0..2 {
            let base = _mm256_load_si256(from.add(half));
            let is_chosen =
                _mm256_cmpeq_epi64(_mm256_and_si256(choices, places[half]), places[half]);
            let lacks = _mm256_cmpgt_epi64(positive, _mm256_xor_si256(base, turn));
            let change = _mm256_blendv_epi8(spares_less, lacks_less, lacks);
            let next = _mm256_add_epi64(base, _mm256_and_si256(change, is_chosen));
            _mm256_store_si256(to.add(half), next);
            let is_gone =
                _mm256_cmpeq_epi64(_mm256_srli_epi64::<{ key::SPARE as i32 }>(next), nothing);
            let is_gone = _mm256_castsi256_pd(_mm256_and_si256(is_gone, is_chosen));
            gone |= _mm256_movemask_pd(is_gone) << (4 * half);
        }
        (keys, gone as u8)
    }
}

/// The next words of a bitmap, four or all. What has been stored in parts is loaded in the
/// same parts, else it would be late.
///
/// # Safety
/// The machine must have AVX2; there must be so many words.
#[inline(always)]
unsafe fn load_parts(words: *const u64, count: usize) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        match count {
            2 => _mm256_zextsi128_si256(_mm_loadu_si128(words.cast())),
            3 => {
                let low = _mm256_zextsi128_si256(_mm_loadu_si128(words.cast()));
                _mm256_inserti128_si256::<1>(low, _mm_loadl_epi64(words.add(2).cast()))
            }
            _ => _mm256_loadu_si256(words.cast()),
        }
    }
}

/// Stores what [`load_parts`] loads.
///
/// # Safety
/// As for loading.
#[inline(always)]
unsafe fn store_parts(words: *mut u64, count: usize, vector: __m256i) {
    // SAFETY: the caller's.
    unsafe {
        let half = _mm256_castsi256_si128(vector);
        match count {
            2 => _mm_storeu_si128(words.cast(), half),
            3 => {
                _mm_storeu_si128(words.cast(), half);
                _mm_storel_epi64(words.add(2).cast(), _mm256_extracti128_si256::<1>(vector));
            }
            _ => _mm256_storeu_si256(words.cast(), vector),
        }
    }
}

/// More marks than a byte can count.
const MANY_STEPS: usize = 32;

/// Four words a step.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn take<const W: usize, const K: usize>(steps: &mut Steps<'_>, live: &mut [u64; W]) -> Cost {
    const {
        assert!(
            W <= 4 || W == 6 || W.is_multiple_of(4),
            "parts are loaded whole"
        )
    };
    if W == 1 || K == MANY || steps.steps.len() >= MANY_STEPS {
        return steps.take::<W, K>(live);
    }
    // Sums of planes fit in bytes.
    const { assert!(K == MANY || K <= 4) };
    let below = &mut std::mem::take(&mut steps.below)[..K * W];
    let above = &steps.above[..K * W];
    // SAFETY: the caller knows that the machine has these instructions; loads and stores are
    // of words `start..W`, at most four, of slices of W words.
    unsafe {
        let zero = _mm256_setzero_si256();
        // What the planes say, in all and of options that are covered; options; marks.
        let (mut all, mut covered_pure, mut options, mut not_colors, mut marks) =
            (zero, zero, zero, zero, zero);
        let mut others = zero;
        for start in (0..words::<W>()).step_by(4) {
            let count = (W - start).min(4);
            let load = |words: &[u64]| {
                debug_assert_eq!(words.len(), W);
                load_parts(words.as_ptr().add(start), count)
            };
            let before = load_parts(live[start..].as_ptr(), count);
            if W > 4 && _mm256_testz_si256(before, before) != 0 {
                continue;
            }
            let (mut left, mut covered, mut marked) = (before, zero, zero);
            let mut pure = [zero; K];
            for plane in 0..K {
                pure[plane] = load_parts(above[plane * W + start..].as_ptr(), count);
            }
            for step in steps.steps {
                if step.hue == 0 {
                    let row = load(steps.row::<W>(step.item));
                    covered = _mm256_or_si256(covered, _mm256_and_si256(left, row));
                    left = _mm256_andnot_si256(row, left);
                    continue;
                }
                debug_assert!(!steps.is_purified(step.item), "it is not listed");
                let (same, other) = steps.hue_rows::<W>(step.hue);
                left = _mm256_andnot_si256(load(other), left);
                let mut borrow = _mm256_and_si256(left, load(same));
                marked = _mm256_add_epi8(marked, count_bytes(borrow));
                for plane in 0..K {
                    let bits = pure[plane];
                    pure[plane] = _mm256_xor_si256(bits, borrow);
                    borrow = _mm256_andnot_si256(bits, borrow);
                }
            }
            store_parts(live[start..].as_mut_ptr(), count, left);
            let hidden = _mm256_andnot_si256(left, before);
            let (mut of_hidden, mut of_covered) = (zero, zero);
            for plane in (0..K).rev() {
                store_parts(below[plane * W + start..].as_mut_ptr(), count, pure[plane]);
                let bits = count_bytes(_mm256_and_si256(pure[plane], hidden));
                of_hidden = _mm256_add_epi8(_mm256_add_epi8(of_hidden, of_hidden), bits);
                let bits = count_bytes(_mm256_and_si256(pure[plane], covered));
                of_covered = _mm256_add_epi8(_mm256_add_epi8(of_covered, of_covered), bits);
            }
            let add = |sum: __m256i, bytes| _mm256_add_epi64(sum, _mm256_sad_epu8(bytes, zero));
            all = add(all, of_hidden);
            covered_pure = add(covered_pure, of_covered);
            options = add(options, count_bytes(hidden));
            not_colors = add(not_colors, count_bytes(covered));
            marks = add(marks, marked);
            for plane in 0..steps.others.count {
                let bits = load(&steps.others.words[plane * W..][..W]);
                let in_hidden = count_bytes(_mm256_and_si256(bits, hidden));
                let in_covered = count_bytes(_mm256_and_si256(bits, covered));
                let node = _mm256_sub_epi64(
                    scaled(EXPELLED.node, _mm256_sad_epu8(in_hidden, zero)),
                    scaled(
                        EXPELLED.node - COVERED.node,
                        _mm256_sad_epu8(in_covered, zero),
                    ),
                );
                let shift = _mm_cvtsi64_si128(plane as i64);
                others = _mm256_add_epi64(others, _mm256_sll_epi64(node, shift));
            }
        }
        let (all, covered_pure) = (sum(all), sum(covered_pure));
        let (options, not_colors, marks) = (sum(options), sum(not_colors), sum(marks));
        let nodes = EXPELLED.node * options - (EXPELLED.node - COVERED.node) * not_colors;
        Cost {
            mems: MARK * marks
                + EXPELLED.pure * all
                + (COVERED.pure - EXPELLED.pure) * covered_pure
                + EXPELLED.option * options
                - (EXPELLED.option - COVERED.option) * not_colors
                + steps.others.base * nodes
                + sum(others),
            updates: all,
            cleansings: marks,
        }
    }
}

/// Each of four numbers that many times.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn scaled(factor: u64, numbers: __m256i) -> __m256i {
    // SAFETY: the caller's.
    unsafe { _mm256_mul_epu32(numbers, _mm256_set1_epi64x(factor as i64)) }
}

/// The sum of four numbers.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
unsafe fn sum(numbers: __m256i) -> u64 {
    // SAFETY: the caller's.
    unsafe {
        let low = _mm256_castsi256_si128(numbers);
        let pair = _mm_add_epi64(low, _mm256_extracti128_si256::<1>(numbers));
        (_mm_cvtsi128_si64(pair) + _mm_extract_epi64::<1>(pair)) as u64
    }
}
