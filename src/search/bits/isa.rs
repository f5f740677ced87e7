//! One source, compiled for several instruction sets; the best that the machine
//! has is found at run time. The `unsafe` of the engine is here,
//! for vectors of bytes in `lengths`, and for accesses without a check in `sweep`.

use super::choose::{self, Candidates};
use super::cover::words;
use super::dance::{Dance, Flow, Node, Place, Rest, Stop, begin, branch};
use super::price::Cost;
use super::purify::Walk;
use super::resume::{self, Move};
use super::sub::{BOUNDS, COLORS, Lane, PLAIN, Sub};
use super::sweep::{self, Limits, Sweeping};
use super::{extract, key, lengths};
use std::ops::ControlFlow;

/// An instruction set.
pub(super) trait Isa {
    fn choose<const W: usize, const MODE: u8>(candidates: &Candidates<'_>, live: &[u64; W]) -> u64;

    /// See [`lengths::count`].
    fn count_lengths<const W: usize>(columns: &[Lane], live: &[u64; W], to: &mut [Lane]);

    /// See [`lengths::shorten`].
    fn shorten<const W: usize, const A: usize>(
        from: &[Lane],
        to: &mut [Lane],
        gone: &[u64; W],
        satisfied: &[u64],
        active: &[u64; A],
    ) -> u64;

    /// See [`key::chosen_lanes`].
    fn chosen_lanes(base: &Lane, choices: u8) -> (Lane, u8);

    /// Whether taking steps skips those that purify what is purified already: with
    /// few words that takes less than leaving them out.
    fn skips_steps<const W: usize>(planes: usize) -> bool;

    /// See [`Walk::take`].
    fn take<const W: usize, const K: usize>(walk: &mut Walk<'_>, live: &mut [u64; W]) -> Cost;

    /// See [`extract::extract`].
    fn extract(word: u64, mask: u64) -> u64;

    /// See [`Sub::extract_from`].
    fn extract_sub(sub: &mut Sub, from: &Sub, live: &[u64], depth: usize);

    fn begin<const W: usize, const MODE: u8>(
        dance: &mut Dance<'_>,
        sub: &mut Sub,
        level: usize,
        chosen: Option<(usize, i64)>,
    ) -> Flow;

    fn branch<const W: usize, const MODE: u8>(
        dance: &mut Dance<'_>,
        sub: &mut Sub,
        live: &[u64; W],
        place: Place,
        key: u64,
    ) -> Flow;

    /// See [`resume::resume`].
    fn resume<const W: usize, const MODE: u8>(
        dance: &mut Dance<'_>,
        sub: &mut Sub,
        node: &Node,
        rest: &mut Rest<W>,
    ) -> ControlFlow<Stop, Move>;

    /// See [`sweep::sweep`].
    fn sweep<const W: usize>(
        sweeping: &mut Sweeping,
        sub: &Sub,
        live: &[u64; W],
        place: Place,
        key: u64,
        limits: Limits,
    ) -> bool;
}

/// Which instruction set to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    Portable,
    Avx2,
    Avx512,
}

impl Vectors {
    /// The best that this machine has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let has_bits = is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("avx2");
            if has_bits
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
            {
                return Vectors::Avx512;
            }
            if has_bits {
                return Vectors::Avx2;
            }
        }
        Vectors::Portable
    }

    /// The best that this machine has, but none better than this.
    pub fn or_less(self) -> Self {
        match (self, Self::detect()) {
            (Vectors::Portable, _) | (_, Vectors::Portable) => Vectors::Portable,
            (Vectors::Avx2, _) | (_, Vectors::Avx2) => Vectors::Avx2,
            (Vectors::Avx512, Vectors::Avx512) => Vectors::Avx512,
        }
    }

    /// Searches a sub-problem.
    pub(super) fn begin(self, dance: &mut Dance<'_>, sub: &mut Sub, level: usize) -> Flow {
        match self.or_less() {
            Vectors::Portable => dispatch::<Portable>(dance, sub, level, None),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2 => dispatch::<x86::Avx2>(dance, sub, level, None),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx512 => dispatch::<x86::Avx512>(dance, sub, level, None),
            #[cfg(not(target_arch = "x86_64"))]
            _ => dispatch::<Portable>(dance, sub, level, None),
        }
    }
}

/// The numbers of words for which there is code.
pub(super) const WORDS: [usize; 9] = [1, 2, 3, 4, 6, 8, 16, 32, 64];

/// The most words of a bitmap.
pub(super) const MOST_WORDS: usize = 64;

/// How many words a bitmap of so many options has.
#[inline(always)]
pub(super) fn words_for(options: usize) -> usize {
    let needed = options.div_ceil(64);
    let enough = WORDS.iter().find(|&&words| words >= needed);
    *enough.expect("no more options than fit")
}

/// Searches a sub-problem with code for its number of words and its mode.
pub(super) fn dispatch<I: Isa>(
    dance: &mut Dance<'_>,
    sub: &mut Sub,
    level: usize,
    chosen: Option<(usize, i64)>,
) -> Flow {
    macro_rules! dispatch {
        ($($words:literal)*) => {
            match (sub.words, sub.mode) {
                $(($words, PLAIN) => I::begin::<$words, PLAIN>(dance, sub, level, chosen),
                ($words, BOUNDS) => I::begin::<$words, BOUNDS>(dance, sub, level, chosen),
                ($words, _) => I::begin::<$words, COLORS>(dance, sub, level, chosen),)*
                (words, _) => unreachable!("{words} words"),
            }
        };
    }
    dispatch!(1 2 3 4 6 8 16 32 64)
}

pub(super) struct Portable;

impl Isa for Portable {
    #[inline(always)]
    fn choose<const W: usize, const MODE: u8>(candidates: &Candidates<'_>, live: &[u64; W]) -> u64 {
        choose::choose::<W, MODE>(candidates, live)
    }

    #[inline(always)]
    fn count_lengths<const W: usize>(columns: &[Lane], live: &[u64; W], to: &mut [Lane]) {
        lengths::count::<W>(columns, live, to);
    }

    #[inline(always)]
    fn shorten<const W: usize, const A: usize>(
        from: &[Lane],
        to: &mut [Lane],
        gone: &[u64; W],
        satisfied: &[u64],
        active: &[u64; A],
    ) -> u64 {
        lengths::shorten::<W, A>(from, to, gone, satisfied, active)
    }

    #[inline(always)]
    fn chosen_lanes(base: &Lane, choices: u8) -> (Lane, u8) {
        key::chosen_lanes(base, choices)
    }

    #[inline(always)]
    fn skips_steps<const W: usize>(_planes: usize) -> bool {
        false
    }

    #[inline(always)]
    fn take<const W: usize, const K: usize>(walk: &mut Walk<'_>, live: &mut [u64; W]) -> Cost {
        walk.take::<W, K>(live)
    }

    #[inline(always)]
    fn extract(word: u64, mask: u64) -> u64 {
        extract::extract(word, mask)
    }

    fn extract_sub(sub: &mut Sub, from: &Sub, live: &[u64], depth: usize) {
        sub.extract_from::<Self>(from, live, depth);
    }

    fn begin<const W: usize, const MODE: u8>(
        dance: &mut Dance<'_>,
        sub: &mut Sub,
        level: usize,
        chosen: Option<(usize, i64)>,
    ) -> Flow {
        begin::<Self, W, MODE>(dance, sub, level, chosen)
    }

    fn branch<const W: usize, const MODE: u8>(
        dance: &mut Dance<'_>,
        sub: &mut Sub,
        live: &[u64; W],
        place: Place,
        key: u64,
    ) -> Flow {
        branch::<Self, W, MODE>(dance, sub, live, place, key)
    }

    fn resume<const W: usize, const MODE: u8>(
        dance: &mut Dance<'_>,
        sub: &mut Sub,
        node: &Node,
        rest: &mut Rest<W>,
    ) -> ControlFlow<Stop, Move> {
        resume::resume::<Self, W, MODE>(dance, sub, node, rest)
    }

    fn sweep<const W: usize>(
        sweeping: &mut Sweeping,
        sub: &Sub,
        live: &[u64; W],
        place: Place,
        key: u64,
        limits: Limits,
    ) -> bool {
        sweep::sweep::<Self, W>(sweeping, sub, live, place, key, limits)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use crate::search::bits::price::{COVERED, EXPELLED, MARK};
    use crate::search::bits::purify::MANY;
    use std::arch::x86_64::*;

    macro_rules! isa {
        ($name:ident, $features:literal, $choose:path, $count:path, $shorten:path, $chosen:path, $take:path, $skips:literal) => {
            pub(in super::super) struct $name;

            impl Isa for $name {
                #[inline(always)]
                fn choose<const W: usize, const MODE: u8>(
                    candidates: &Candidates<'_>,
                    live: &[u64; W],
                ) -> u64 {
                    // SAFETY: as in `begin`.
                    unsafe { $choose(candidates, live) }
                }

                #[inline(always)]
                fn count_lengths<const W: usize>(
                    columns: &[Lane],
                    live: &[u64; W],
                    to: &mut [Lane],
                ) {
                    // SAFETY: as in `begin`.
                    unsafe { $count(columns, live, to) }
                }

                #[inline(always)]
                fn shorten<const W: usize, const A: usize>(
                    from: &[Lane],
                    to: &mut [Lane],
                    gone: &[u64; W],
                    satisfied: &[u64],
                    active: &[u64; A],
                ) -> u64 {
                    // SAFETY: as in `begin`; sweeps have `A` words of `satisfied` for
                    // each option, and zeros behind them, and `A` lanes for each node.
                    unsafe { $shorten(from, to, gone, satisfied, active) }
                }

                #[inline(always)]
                fn chosen_lanes(base: &Lane, choices: u8) -> (Lane, u8) {
                    // SAFETY: as in `begin`.
                    unsafe { $chosen(base, choices) }
                }

                #[inline(always)]
                fn skips_steps<const W: usize>(planes: usize) -> bool {
                    $skips && W > 1 && W <= 8 && planes > 0 && planes <= 4
                }

                #[inline(always)]
                fn take<const W: usize, const K: usize>(
                    walk: &mut Walk<'_>,
                    live: &mut [u64; W],
                ) -> Cost {
                    // SAFETY: as in `begin`.
                    unsafe { $take(walk, live) }
                }

                #[inline(always)]
                fn extract(word: u64, mask: u64) -> u64 {
                    // SAFETY: as in `begin`.
                    unsafe { _pext_u64(word, mask) }
                }

                #[inline(always)]
                fn extract_sub(sub: &mut Sub, from: &Sub, live: &[u64], depth: usize) {
                    #[target_feature(enable = $features)]
                    fn with_features(sub: &mut Sub, from: &Sub, live: &[u64], depth: usize) {
                        sub.extract_from::<$name>(from, live, depth);
                    }
                    // SAFETY: as in `begin`.
                    unsafe { with_features(sub, from, live, depth) }
                }

                #[inline(always)]
                fn begin<const W: usize, const MODE: u8>(
                    dance: &mut Dance<'_>,
                    sub: &mut Sub,
                    level: usize,
                    chosen: Option<(usize, i64)>,
                ) -> Flow {
                    #[target_feature(enable = $features)]
                    fn with_features<const W: usize, const MODE: u8>(
                        dance: &mut Dance<'_>,
                        sub: &mut Sub,
                        level: usize,
                        chosen: Option<(usize, i64)>,
                    ) -> Flow {
                        begin::<$name, W, MODE>(dance, sub, level, chosen)
                    }
                    // SAFETY: only `Vectors::begin` names this type, once the
                    // machine has been found to have these features.
                    unsafe { with_features::<W, MODE>(dance, sub, level, chosen) }
                }

                #[inline(always)]
                fn branch<const W: usize, const MODE: u8>(
                    dance: &mut Dance<'_>,
                    sub: &mut Sub,
                    live: &[u64; W],
                    place: Place,
                    key: u64,
                ) -> Flow {
                    #[target_feature(enable = $features)]
                    fn with_features<const W: usize, const MODE: u8>(
                        dance: &mut Dance<'_>,
                        sub: &mut Sub,
                        live: &[u64; W],
                        place: Place,
                        key: u64,
                    ) -> Flow {
                        branch::<$name, W, MODE>(dance, sub, live, place, key)
                    }
                    // SAFETY: as in `begin`.
                    unsafe { with_features::<W, MODE>(dance, sub, live, place, key) }
                }

                #[inline(always)]
                fn resume<const W: usize, const MODE: u8>(
                    dance: &mut Dance<'_>,
                    sub: &mut Sub,
                    node: &Node,
                    rest: &mut Rest<W>,
                ) -> ControlFlow<Stop, Move> {
                    #[target_feature(enable = $features)]
                    #[inline(never)]
                    fn with_features<const W: usize, const MODE: u8>(
                        dance: &mut Dance<'_>,
                        sub: &mut Sub,
                        node: &Node,
                        rest: &mut Rest<W>,
                    ) -> ControlFlow<Stop, Move> {
                        resume::resume::<$name, W, MODE>(dance, sub, node, rest)
                    }
                    // SAFETY: as in `begin`.
                    unsafe { with_features::<W, MODE>(dance, sub, node, rest) }
                }

                #[inline(always)]
                fn sweep<const W: usize>(
                    sweeping: &mut Sweeping,
                    sub: &Sub,
                    live: &[u64; W],
                    place: Place,
                    key: u64,
                    limits: Limits,
                ) -> bool {
                    #[target_feature(enable = $features)]
                    fn with_features<const W: usize>(
                        sweeping: &mut Sweeping,
                        sub: &Sub,
                        live: &[u64; W],
                        place: Place,
                        key: u64,
                        limits: Limits,
                    ) -> bool {
                        sweep::sweep::<$name, W>(sweeping, sub, live, place, key, limits)
                    }
                    // SAFETY: as in `begin`.
                    unsafe { with_features::<W>(sweeping, sub, live, place, key, limits) }
                }
            }
        };
    }

    isa!(
        Avx2,
        "avx2,bmi1,bmi2,lzcnt,popcnt",
        choose_avx2::<W, MODE>,
        count_avx2::<W>,
        shorten_avx2::<W, A>,
        chosen_avx2,
        take_avx2::<W, K>,
        false
    );
    isa!(
        Avx512,
        "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt",
        choose_avx512::<W, MODE>,
        lengths::avx512::count::<W>,
        lengths::avx512::shorten::<W, A>,
        chosen_avx512,
        take_avx512::<W, K>,
        true
    );

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn choose_avx2<const W: usize, const MODE: u8>(
        candidates: &Candidates<'_>,
        live: &[u64; W],
    ) -> u64 {
        choose::choose::<W, MODE>(candidates, live)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn count_avx2<const W: usize>(columns: &[Lane], live: &[u64; W], to: &mut [Lane]) {
        lengths::count::<W>(columns, live, to);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn shorten_avx2<const W: usize, const A: usize>(
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
    fn chosen_avx2(base: &Lane, choices: u8) -> (Lane, u8) {
        key::chosen_lanes(base, choices)
    }

    /// See [`key::chosen_lanes`]. What is stored in one piece can be loaded in one
    /// piece, without waiting.
    ///
    /// # Safety
    /// The machine must have AVX-512.
    #[inline(always)]
    unsafe fn chosen_avx512(base: &Lane, choices: u8) -> (Lane, u8) {
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

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn take_avx2<const W: usize, const K: usize>(walk: &mut Walk<'_>, live: &mut [u64; W]) -> Cost {
        walk.take::<W, K>(live)
    }

    /// The next words of a bitmap, eight or all. What has been stored in parts is
    /// loaded in the same parts, as what is stored through a mask is late.
    ///
    /// # Safety
    /// The machine must have AVX-512; there must be so many words.
    #[inline(always)]
    unsafe fn load_parts<const W: usize>(words: *const u64) -> __m512i {
        // SAFETY: the caller's; 2, 3, 4 and 6 words are read in parts.
        unsafe {
            match W {
                2 => _mm512_zextsi128_si512(_mm_loadu_si128(words.cast())),
                3 => {
                    let low = _mm256_zextsi128_si256(_mm_loadu_si128(words.cast()));
                    let high = _mm_loadl_epi64(words.add(2).cast());
                    _mm512_zextsi256_si512(_mm256_inserti128_si256::<1>(low, high))
                }
                4 => _mm512_zextsi256_si512(_mm256_loadu_si256(words.cast())),
                6 => {
                    let low = _mm512_zextsi256_si512(_mm256_loadu_si256(words.cast()));
                    let high = _mm256_zextsi128_si256(_mm_loadu_si128(words.add(4).cast()));
                    _mm512_inserti64x4::<1>(low, high)
                }
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
        // SAFETY: the caller's; 2, 3, 4 and 6 words are written in parts.
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
                6 => {
                    _mm256_storeu_si256(words.cast(), half);
                    let rest = _mm512_extracti64x4_epi64::<1>(vector);
                    _mm_storeu_si128(words.add(4).cast(), _mm256_castsi256_si128(rest));
                }
                _ => _mm512_storeu_si512(words.cast(), vector),
            }
        }
    }

    /// Eight words a step.
    ///
    /// # Safety
    /// The machine must have AVX-512 with population counts.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // as in `Walk::take`
    unsafe fn take_avx512<const W: usize, const K: usize>(
        walk: &mut Walk<'_>,
        live: &mut [u64; W],
    ) -> Cost {
        if W == 1 || K == MANY {
            return walk.take::<W, K>(live);
        }
        // Sums are made by shifts, which are quick.
        const {
            assert!(EXPELLED.option == 4 && EXPELLED.node == 2 && EXPELLED.pure == 4);
            assert!(COVERED.option == 3 && COVERED.node == 1 && COVERED.pure == 5);
            assert!(MARK == 3);
        }
        let below = &mut std::mem::take(&mut walk.below)[..K * W];
        let above = &walk.above[..K * W];
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
                debug_assert!(W < 8 || W.is_multiple_of(8), "parts are loaded whole");
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
                for step in walk.steps {
                    if step.hue == 0 {
                        let row = load(walk.row::<W>(step.item));
                        covered = _mm512_or_si512(covered, _mm512_and_si512(left, row));
                        left = _mm512_andnot_si512(row, left);
                        continue;
                    }
                    let (same, other) = walk.hue_rows::<W>(step.hue);
                    // If it is purified, no other is live; and none is marked.
                    let fresh = u8::from(walk.is_purified(step.item)).wrapping_sub(1);
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
                let base = _mm512_set1_epi64(walk.others.base as i64);
                let twice = _mm512_sub_epi64(_mm512_add_epi64(options, options), not_colors);
                let mut others = _mm512_mullo_epi64(twice, base);
                for plane in 0..walk.others.count {
                    let bits = load(&walk.others.words[plane * W..][..W]);
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

    /// Eight items a step.
    ///
    /// # Safety
    /// The machine must have AVX-512 with population counts.
    #[inline(always)]
    unsafe fn choose_avx512<const W: usize, const MODE: u8>(
        candidates: &Candidates<'_>,
        live: &[u64; W],
    ) -> u64 {
        // SAFETY: the caller knows that the machine has these instructions; loads
        // are from lanes, of which each group has its own.
        unsafe {
            let mut numbers = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
            let eight = _mm512_set1_epi64(8);
            let mut best = _mm512_set1_epi64(-1);
            // A misprediction takes as long as many steps.
            let may_fail = !candidates.full && candidates.columns.len() > 48;
            let positive = _mm512_set1_epi64(key::POSITIVE as i64);
            // There are keys for all groups, and columns.
            let groups = candidates.keys.len();
            debug_assert_eq!(candidates.columns.len(), groups * W);
            let (all_columns, _) = candidates.columns.as_chunks::<W>();
            for block in 0..candidates.active.len() {
                let slots = candidates.slots(block);
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
                    for word in 0..words::<W>() {
                        if W > 8 && live[word] == 0 {
                            continue;
                        }
                        // A lane is 64 bytes, aligned to 64.
                        let column = _mm512_load_si512((&raw const columns[word]).cast());
                        let row = _mm512_and_si512(column, _mm512_set1_epi64(live[word] as i64));
                        lengths = _mm512_add_epi64(lengths, _mm512_popcnt_epi64(row));
                    }
                    let keys = if MODE == PLAIN {
                        _mm512_or_si512(
                            _mm512_slli_epi64::<{ choose::PLAIN_SCORE }>(lengths),
                            numbers,
                        )
                    } else {
                        let base = candidates.base_keys(group);
                        let base = _mm512_load_si512((&raw const *base).cast());
                        let gain = _mm512_slli_epi64::<{ key::PER_OPTION.0 }>(lengths);
                        let loss = _mm512_slli_epi64::<{ key::PER_OPTION.1 }>(lengths);
                        _mm512_sub_epi64(_mm512_add_epi64(base, gain), loss)
                    };
                    if may_fail {
                        let failed = if MODE == PLAIN {
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
}
