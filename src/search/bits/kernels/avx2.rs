//! The kernels for AVX2, with vectors of their own: eight items or 32 lengths a step. Bits are
//! counted by tables of half bytes.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::choose::{self, Candidates};
use super::eight::avx2::Words as EightWords;
use super::lengths::bytes;
use super::purify::{Words, take};
use super::short::shorts;
use super::steps::Steps;
use super::vector::{EightsRule, Kernels};
use crate::search::bits::bitmap::{MOST_OPTIONS, Moves, words};
use crate::search::bits::key::{self, MOST_ITEMS, PLAIN_SCORE};
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::{BoundsMode, ModeType, PlainMode};
use crate::search::bits::price::Cost;
use crate::search::bits::sub::arrays::Layout;
use std::arch::x86_64::*;
use std::ops::RangeInclusive;
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

#[cold]
#[inline(never)]
fn extract_by_steps(word: u64, mask: u64) -> u64 {
    Moves::new(mask).extract(word)
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

    /// Vector operations, about. Where one word holds all slots, to keep lengths takes 0.61 of
    /// the time on dominoes; on queens, which lose more options at a node, 1.1 times.
    #[inline(always)]
    fn keeps_lengths(self, layout: &Layout, gone: usize) -> bool {
        let kept = layout.width * (2 * gone + 20) + (3 + 4 * layout.words) * gone + 50;
        let counted = layout.groups * (16 * layout.words + 10) + 12;
        kept < counted
    }

    /// Instructions, about, and a misprediction. On Langford with gaps, short keys take 1.1 times
    /// as long as counting, on grid domination 0.67 times.
    #[inline(always)]
    fn keeps_keys(self, layout: &Layout, lanes: usize, gone: usize) -> bool {
        let kept = lanes * (2 * gone + 22) + 7 * gone + 100;
        let counted = layout.changing * 32 + layout.groups * (16 * layout.words + 14) + 12;
        kept < counted
    }

    type Bytes = Bytes;

    #[inline(always)]
    fn spread(self, slots: u64) -> Lane {
        // SAFETY: see above.
        unsafe { spread(slots) }
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
        unsafe { take::<Four, W, K>(steps, live) }
    }

    /// Counting eight lists of two words takes 16 instructions more than of one. Where there are many of
    /// them, it takes longer than to keep lengths. With more words, lengths are not kept anyway: tetrominoes
    /// in 8x8 and in 10x10 take 0.75 to 0.8 of the time.
    #[inline(always)]
    fn takes_eights(self, layout: &Layout, is_plain: bool) -> bool {
        Self::EIGHTS.takes(layout, is_plain)
            && (!is_plain || layout.words != 2 || layout.primary <= 32)
    }

    type Eight = EightWords;

    /// With bounds and eight words, tetrominoes in 8x10 take 0.8 of the time.
    const EIGHTS: EightsRule = EightsRule {
        plain: (4, 1),
        bounds: (8, 1),
    };

    /// Word squares take 0.8 of the time, MacMahon squares 0.78.
    fn small_words(self) -> RangeInclusive<usize> {
        let most = if self.extracts_fast { 64 } else { 0 };
        1..=most
    }
    type Mask = u64;

    #[inline(always)]
    fn extract(self, word: u64, mask: &u64) -> u64 {
        if !self.extracts_fast {
            return extract_by_steps(word, *mask);
        }
        self.extract_fast(word, mask)
    }

    #[inline(always)]
    fn extract_fast(self, word: u64, mask: &u64) -> u64 {
        // SAFETY: see above.
        unsafe { _pext_u64(word, *mask) }
    }
}

/// Eight words, one for each slot of a group, in two vectors.
type Eight = [__m256i; 2];

/// How many bits each byte has: those of its halves are looked up in a table.
///
/// # Safety
/// The machine must have AVX2.
#[inline(always)]
pub(super) unsafe fn count_bytes(bits: __m256i) -> __m256i {
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
pub(super) unsafe fn spread(slots: u64) -> Lane {
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
unsafe fn least_byte([low, high]: Eight) -> u32 {
    // SAFETY: the caller's.
    unsafe {
        let least = _mm256_min_epu8(low, high);
        let low = _mm256_castsi256_si128(least);
        let quarter = _mm_min_epu8(low, _mm256_extracti128_si256::<1>(least));
        let pairs = _mm_min_epu8(quarter, _mm_srli_epi16::<8>(quarter));
        let pairs = _mm_and_si128(pairs, _mm_set1_epi16(0xff));
        _mm_cvtsi128_si32(_mm_minpos_epu16(pairs)) as u32 & 0xff
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

/// Four words of a bitmap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four(pub(super) __m256i);

// SAFETY, in each method: the caller's.
impl Words for Four {
    const COUNT: usize = 4;

    // What has been stored in parts is loaded in the same parts, else it would be late.
    #[inline(always)]
    unsafe fn load(words: *const u64, count: usize) -> Self {
        unsafe {
            Four(match count {
                2 => _mm256_zextsi128_si256(_mm_loadu_si128(words.cast())),
                3 => {
                    let low = _mm256_zextsi128_si256(_mm_loadu_si128(words.cast()));
                    _mm256_inserti128_si256::<1>(low, _mm_loadl_epi64(words.add(2).cast()))
                }
                _ => _mm256_loadu_si256(words.cast()),
            })
        }
    }

    #[inline(always)]
    unsafe fn store(self, words: *mut u64, count: usize) {
        unsafe {
            let half = _mm256_castsi256_si128(self.0);
            match count {
                2 => _mm_storeu_si128(words.cast(), half),
                3 => {
                    _mm_storeu_si128(words.cast(), half);
                    _mm_storel_epi64(words.add(2).cast(), _mm256_extracti128_si256::<1>(self.0));
                }
                _ => _mm256_storeu_si256(words.cast(), self.0),
            }
        }
    }

    #[inline(always)]
    unsafe fn zero() -> Self {
        unsafe { Four(_mm256_setzero_si256()) }
    }

    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { Four(_mm256_and_si256(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Four(_mm256_or_si256(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        unsafe { Four(_mm256_xor_si256(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        unsafe { Four(_mm256_andnot_si256(other.0, self.0)) }
    }

    #[inline(always)]
    unsafe fn add_bytes(self, other: Self) -> Self {
        unsafe { Four(_mm256_add_epi8(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn count_bytes(self) -> Self {
        unsafe { Four(count_bytes(self.0)) }
    }

    #[inline(always)]
    unsafe fn sum_bytes(self) -> Self {
        unsafe { Four(_mm256_sad_epu8(self.0, _mm256_setzero_si256())) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        unsafe { Four(_mm256_add_epi64(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        unsafe { Four(_mm256_sub_epi64(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn sum(self) -> u64 {
        unsafe {
            let low = _mm256_castsi256_si128(self.0);
            let pair = _mm_add_epi64(low, _mm256_extracti128_si256::<1>(self.0));
            _mm_cvtsi128_si64(pair).wrapping_add(_mm_extract_epi64::<1>(pair)) as u64
        }
    }
}
