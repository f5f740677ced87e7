//! AVX2.

use super::{Records, Vector, by_contract, with_instructions};
use std::arch::x86_64::*;
use std::sync::LazyLock;

/// AVX2, POPCNT, LZCNT, BMI1 and BMI2.
#[derive(Clone, Copy, Debug)]
pub struct Avx2 {
    /// Whether PEXT is one step: some processors emulate it bit by bit.
    extracts_fast: bool,
}

impl Avx2 {
    /// A value, if this machine has all of them.
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

    /// Whether [`Self::extract`] is one step.
    #[inline(always)]
    pub fn extracts_fast(self) -> bool {
        self.extracts_fast
    }

    /// Compresses the bits of a word at the places of a mask: PEXT.
    #[inline(always)]
    pub fn extract(self, word: u64, mask: u64) -> u64 {
        // SAFETY: a value exists, so the machine has BMI2.
        unsafe { _pext_u64(word, mask) }
    }
}

/// Whether this is a processor of AMD's family 17h or, under another brand, 18h.
fn is_zen_1_or_2() -> bool {
    // Cached: a virtual machine may be slow to answer.
    static IS_SO: LazyLock<bool> = LazyLock::new(|| {
        let (vendor, version) = (__cpuid(0), __cpuid(1).eax);
        let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
        // "Auth", "enti", "cAMD", or "Hygo", ...
        let is_amd = [0x6874_7541, 0x6f67_7948].contains(&vendor.ebx);
        is_amd && (0x17..=0x18).contains(&family)
    });
    *IS_SO
}

/// Four words. A mask has all bits of a word set, or none.
#[derive(Clone, Copy, Debug)]
pub struct V256(pub(super) __m256i);

/// A 1 in each byte.
const BYTES: i64 = 0x0101_0101_0101_0101;

/// For each mask of four bits, the indices of the words that it selects, as half words.
static PLACES: [[u32; 8]; 16] = {
    let mut all = [[0; 8]; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut word, mut to) = (0, 0);
        while word < 4 {
            if bits >> word & 1 == 1 {
                all[bits][to] = 2 * word;
                all[bits][to + 1] = 2 * word + 1;
                to += 2;
            }
            word += 1;
        }
        bits += 1;
    }
    all
};

/// For masks: eight words of ones, then eight zeros.
static FIRST: [u64; 16] = {
    let mut all = [0; 16];
    let mut word = 0;
    while word < 8 {
        all[word] = u64::MAX;
        word += 1;
    }
    all
};

impl V256 {
    with_instructions! {
        fn half(self) -> __m128i { _mm256_castsi256_si128(self.0) }
        fn other_half(self) -> __m128i { _mm256_extracti128_si256::<1>(self.0) }
        fn zero(self) -> __m256i { _mm256_setzero_si256() }
    }
}

// SAFETY: only unsafe methods make values, and their callers know that the machine has AVX2 and
// POPCNT.
unsafe impl Vector for V256 {
    const WORDS: usize = 4;
    /// Counts are bytes, of at most 8 each.
    const MOST_COUNTS: usize = 31;
    type Mask = V256;
    /// The indices of half words that [`V256::compress`] selects.
    type Places = V256;

    by_contract! {
        unsafe fn load(from: *const u64) -> Self { V256(_mm256_loadu_si256(from.cast())) }
        unsafe fn load_aligned(from: *const u64) -> Self { V256(_mm256_load_si256(from.cast())) }
        unsafe fn load_first(from: *const u64, count: usize) -> Self {
            V256(match count {
                1 => _mm256_zextsi128_si256(_mm_loadl_epi64(from.cast())),
                2 => _mm256_zextsi128_si256(_mm_loadu_si128(from.cast())),
                3 => {
                    let low = _mm256_zextsi128_si256(_mm_loadu_si128(from.cast()));
                    _mm256_inserti128_si256::<1>(low, _mm_loadl_epi64(from.add(2).cast()))
                }
                _ => _mm256_loadu_si256(from.cast()),
            })
        }
        unsafe fn store(self, to: *mut u64) { _mm256_storeu_si256(to.cast(), self.0) }
        unsafe fn store_aligned(self, to: *mut u64) { _mm256_store_si256(to.cast(), self.0) }
        unsafe fn store_first(self, to: *mut u64, count: usize) {
            match count {
                1 => _mm_storel_epi64(to.cast(), self.half()),
                2 => _mm_storeu_si128(to.cast(), self.half()),
                3 => {
                    _mm_storeu_si128(to.cast(), self.half());
                    _mm_storel_epi64(to.add(2).cast(), self.other_half());
                }
                _ => _mm256_storeu_si256(to.cast(), self.0),
            }
        }
        unsafe fn splat(word: u64) -> Self { V256(_mm256_set1_epi64x(word as i64)) }
        unsafe fn splat_byte(byte: u8) -> Self { V256(_mm256_set1_epi8(byte as i8)) }
        unsafe fn splat_short(short: u16) -> Self { V256(_mm256_set1_epi16(short as i16)) }
        unsafe fn of_byte_bits(bits: u64) -> Self {
            // Spreads each byte to eight bytes, and keeps one of its bits in each.
            let bytes = _mm256_set1_epi32(bits as i32);
            let numbers = _mm256_setr_epi64x(0, BYTES, 2 * BYTES, 3 * BYTES);
            let bytes = V256(_mm256_shuffle_epi8(bytes, numbers));
            let bits = V256::splat(0x8040_2010_0804_0201);
            bytes.and(bits).same_bytes(bits)
        }
        unsafe fn first(count: usize, start: usize) -> V256 {
            debug_assert!(count <= 8 && start <= 4);
            // There are four words from there on.
            V256::load(FIRST.as_ptr().add(8 - count + start))
        }
        unsafe fn of_bits(bits: u8, start: usize) -> V256 {
            let places = _mm256_setr_epi64x(1 << start, 2 << start, 4 << start, 8 << start);
            V256::splat(bits.into()).has(V256(places))
        }
        unsafe fn compress(self, places: V256, to: *mut u64) {
            let words = _mm256_permutevar8x32_epi32(self.0, places.0);
            _mm256_storeu_si256(to.cast(), words);
        }
        // Transposes four words of four records at a time; up to [`BEYOND`](super::BEYOND) words
        // after a record are read, too.
        unsafe fn copy_records(records: Records) -> Self {
            let Records { length, to, place, .. } = records;
            let (a, b) = (records.get(0), records.get(1));
            let (c, d) = (records.get(2), records.get(3));
            let mut first = _mm256_setzero_si256();
            for word in (0..length).step_by(4) {
                let [a, b, c, d] = [
                    _mm256_loadu_si256(a.add(word).cast()),
                    _mm256_loadu_si256(b.add(word).cast()),
                    _mm256_loadu_si256(c.add(word).cast()),
                    _mm256_loadu_si256(d.add(word).cast()),
                ];
                let (even, odd) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
                let more_even = _mm256_unpacklo_epi64(c, d);
                let more_odd = _mm256_unpackhi_epi64(c, d);
                let column = _mm256_permute2x128_si256::<0x20>(even, more_even);
                if word == 0 {
                    first = column;
                } else {
                    _mm256_storeu_si256(to.add((word - 1) * place).cast(), column);
                }
                let to = to.add(word * place);
                if word + 1 < length {
                    let column = _mm256_permute2x128_si256::<0x20>(odd, more_odd);
                    _mm256_storeu_si256(to.cast(), column);
                }
                if word + 2 < length {
                    let column = _mm256_permute2x128_si256::<0x31>(even, more_even);
                    _mm256_storeu_si256(to.add(place).cast(), column);
                }
                if word + 3 < length {
                    let column = _mm256_permute2x128_si256::<0x31>(odd, more_odd);
                    _mm256_storeu_si256(to.add(2 * place).cast(), column);
                }
            }
            V256(first)
        }
    }

    with_instructions! {
        fn and(self, other: Self) -> Self { V256(_mm256_and_si256(self.0, other.0)) }
        fn or(self, other: Self) -> Self { V256(_mm256_or_si256(self.0, other.0)) }
        fn xor(self, other: Self) -> Self { V256(_mm256_xor_si256(self.0, other.0)) }
        fn and_not(self, other: Self) -> Self { V256(_mm256_andnot_si256(other.0, self.0)) }
        fn add(self, other: Self) -> Self { V256(_mm256_add_epi64(self.0, other.0)) }
        fn sub(self, other: Self) -> Self { V256(_mm256_sub_epi64(self.0, other.0)) }
        fn multiply(self, other: Self) -> Self { V256(_mm256_mul_epu32(self.0, other.0)) }
        fn shift_left(self, by: u32) -> Self {
            V256(_mm256_sll_epi64(self.0, _mm_cvtsi32_si128(by as i32)))
        }
        fn shift_right(self, by: u32) -> Self {
            V256(_mm256_srl_epi64(self.0, _mm_cvtsi32_si128(by as i32)))
        }
        fn bit_at(self) -> Self { V256(_mm256_sllv_epi64(_mm256_set1_epi64x(1), self.0)) }
        fn min_halves(self, other: Self) -> Self { V256(_mm256_min_epu32(self.0, other.0)) }
        fn count(self) -> Self {
            // Looks up the bits of half bytes in a table.
            let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let half = _mm256_set1_epi8(15);
            let low = _mm256_and_si256(self.0, half);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), half);
            let low = _mm256_shuffle_epi8(table, low);
            V256(_mm256_add_epi8(low, _mm256_shuffle_epi8(table, high)))
        }
        fn add_counts(self, other: Self) -> Self { V256(_mm256_add_epi8(self.0, other.0)) }
        fn sum_counts(self) -> Self { V256(_mm256_sad_epu8(self.0, self.zero())) }
        fn sub_bytes(self, other: Self) -> Self { V256(_mm256_sub_epi8(self.0, other.0)) }
        fn min_bytes(self, other: Self) -> Self { V256(_mm256_min_epu8(self.0, other.0)) }
        fn same_bytes(self, other: Self) -> Self { V256(_mm256_cmpeq_epi8(self.0, other.0)) }
        fn byte_bits(self) -> u64 { u64::from(_mm256_movemask_epi8(self.0) as u32) }
        fn least_byte(self) -> u32 {
            let half = _mm_min_epu8(self.half(), self.other_half());
            let pairs = _mm_min_epu8(half, _mm_srli_epi16::<8>(half));
            let pairs = _mm_and_si128(pairs, _mm_set1_epi16(0xff));
            _mm_cvtsi128_si32(_mm_minpos_epu16(pairs)) as u32 & 0xff
        }
        fn add_shorts(self, other: Self) -> Self { V256(_mm256_add_epi16(self.0, other.0)) }
        fn sub_shorts(self, other: Self) -> Self { V256(_mm256_sub_epi16(self.0, other.0)) }
        fn min_shorts(self, other: Self) -> Self { V256(_mm256_min_epi16(self.0, other.0)) }
        fn same_shorts(self, other: Self) -> Self { V256(_mm256_cmpeq_epi16(self.0, other.0)) }
        fn least_short(self) -> u16 {
            let least = _mm_min_epi16(self.half(), self.other_half());
            // Unsigned from here on.
            let turned = _mm_xor_si128(least, _mm_set1_epi16(i16::MIN));
            _mm_cvtsi128_si32(_mm_minpos_epu16(turned)) as u16 ^ 1 << 15
        }
        fn short_bits_of_two(self, other: Self) -> u64 {
            // This packs within halves, so words have to be reordered.
            let bytes = _mm256_packs_epi16(self.0, other.0);
            V256(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes)).byte_bits()
        }
        fn short_bits(self) -> u32 { self.short_bits_of_two(V256(self.zero())) as u32 }
        fn sum(self) -> u64 {
            let pair = _mm_add_epi64(self.half(), self.other_half());
            _mm_cvtsi128_si64(pair).wrapping_add(_mm_extract_epi64::<1>(pair)) as u64
        }
        fn union(self) -> u64 {
            let pair = _mm_or_si128(self.half(), self.other_half());
            (_mm_cvtsi128_si64(pair) | _mm_extract_epi64::<1>(pair)) as u64
        }
        fn least(self) -> u64 {
            let (low, high) = (self.half(), self.other_half());
            let pair = _mm_blendv_epi8(low, high, _mm_cmpgt_epi64(low, high));
            _mm_cvtsi128_si64(pair).min(_mm_extract_epi64::<1>(pair)) as u64
        }
        fn nonzero(self) -> V256 {
            let is_zero = _mm256_cmpeq_epi64(self.0, self.zero());
            V256(_mm256_xor_si256(is_zero, _mm256_set1_epi64x(-1)))
        }
        fn has(self, bits: Self) -> V256 { self.and(bits).same(bits) }
        fn same(self, other: Self) -> V256 { V256(_mm256_cmpeq_epi64(self.0, other.0)) }
        fn is_less(self, other: Self) -> V256 { V256(_mm256_cmpgt_epi64(other.0, self.0)) }
        fn both(mask: V256, other: V256) -> V256 { mask.and(other) }
        fn either(mask: V256, other: V256) -> V256 { mask.or(other) }
        fn any(mask: V256) -> bool { _mm256_testz_si256(mask.0, mask.0) == 0 }
        fn bits(mask: V256) -> u8 { _mm256_movemask_pd(_mm256_castsi256_pd(mask.0)) as u8 }
        fn keep(self, mask: V256) -> Self { self.and(mask) }
        fn min_where(self, other: Self, mask: V256) -> Self {
            let is_less = other.is_less(self).and(mask);
            V256(_mm256_blendv_epi8(self.0, other.0, is_less.0))
        }
        fn min_halves_where(self, other: Self, mask: V256) -> Self {
            V256(_mm256_blendv_epi8(self.0, self.min_halves(other).0, mask.0))
        }
        fn places(mask: V256) -> V256 {
            V256::load(PLACES[usize::from(V256::bits(mask))].as_ptr().cast())
        }
    }
}
