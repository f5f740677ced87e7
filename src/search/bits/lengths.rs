//! Lengths that are kept: in a sweep of many items, of which few lose an option at a
//! node, a child's lengths are its parent's, less the options that are gone. Without
//! bounds, they are all that the choice compares.
//!
//! There is a byte for each slot, which is enough for so few options.

use super::choose::PLAIN_SCORE;
use super::key;
use super::sub::{Lane, PLAIN, Sub};

/// Sub-problems with larger bitmaps lose too many options at a node.
pub(super) const MOST_WORDS: usize = 2;

impl Sub {
    /// Whether it takes less to keep lengths than to count anew, where so many
    /// sixteenths of an option are hidden at a node.
    #[inline(always)]
    pub fn should_keep_lengths(&self, hidden: u64) -> bool {
        // Vector operations, about; those of an option come from a chain of scalars.
        let gone = hidden / 16 + 2;
        let kept = self.width as u64 * (2 * gone + 8) + 8 * gone + 40;
        let counted = self.groups * (3 * self.words + 5);
        self.mode == PLAIN && self.words <= MOST_WORDS && kept < counted as u64
    }
}

/// The length of each list.
#[inline(always)]
pub(super) fn count<const W: usize>(columns: &[Lane], live: &[u64; W], to: &mut [Lane]) {
    for (group, columns) in columns.chunks_exact(W).enumerate() {
        let mut bytes = 0;
        for lane in 0..8 {
            let mut length = 0;
            for word in 0..W {
                length += u64::from((columns[word].0[lane] & live[word]).count_ones());
            }
            bytes |= length << (8 * lane);
        }
        to[group / 8].0[group % 8] = bytes;
    }
}

/// A bitmap of at most two words.
#[inline(always)]
pub(super) fn join<const W: usize>(options: &[u64; W]) -> u128 {
    debug_assert!(W <= MOST_WORDS);
    let words = options.iter().rev();
    words.fold(0, |all, &word| all << 64 | u128::from(word))
}

/// Takes options that are gone off a parent's lengths, and chooses among the active
/// slots.
#[inline(always)]
pub(super) fn shorten<const W: usize, const A: usize>(
    from: &[Lane],
    to: &mut [Lane],
    gone: &[u64; W],
    satisfied: &[u64],
    active: &[u64; A],
) -> u64 {
    to.copy_from_slice(from);
    let mut left = join(gone);
    while left != 0 {
        let option = left.trailing_zeros() as usize;
        left &= left - 1;
        for (lane, &slots) in to.iter_mut().zip(&satisfied[option * A..][..A]) {
            for slot in super::ones(slots) {
                lane.0[slot / 8] -= 1 << (slot % 8 * 8);
            }
        }
    }
    let mut best = key::NONE;
    for (word, &slots) in active.iter().enumerate() {
        for slot in super::ones(slots) {
            let length = to[word].0[slot / 8] >> (slot % 8 * 8) & 0xff;
            // Slots are ranks.
            best = best.min(length << PLAIN_SCORE | (word * 64 + slot) as u64);
        }
    }
    best
}

/// Vectors of bytes: what [`count`] and [`shorten`] do.
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512 {
    use super::*;
    use std::arch::x86_64::*;

    /// Most nodes lose no more options. A loop whose end nothing can predict would
    /// take longer.
    const MOST_GONE: usize = 4;

    /// Eight items a step.
    ///
    /// # Safety
    /// The machine must have AVX-512 with population counts.
    #[inline(always)]
    pub unsafe fn count<const W: usize>(columns: &[Lane], live: &[u64; W], to: &mut [Lane]) {
        let (all_columns, _) = columns.as_chunks::<W>();
        for (group, columns) in all_columns.iter().enumerate() {
            // SAFETY: the caller knows that the machine has these instructions; loads
            // are of lanes.
            unsafe {
                let mut lengths = _mm512_setzero_si512();
                for word in 0..W {
                    let column = _mm512_load_si512((&raw const columns[word]).cast());
                    let row = _mm512_and_si512(column, _mm512_set1_epi64(live[word] as i64));
                    lengths = _mm512_add_epi64(lengths, _mm512_popcnt_epi64(row));
                }
                let bytes = _mm512_cvtepi64_epi8(lengths);
                to[group / 8].0[group % 8] = _mm_cvtsi128_si64(bytes) as u64;
            }
        }
    }

    /// 64 items a step.
    ///
    /// # Safety
    /// The machine must have AVX-512; `satisfied` has `A` words for each option that
    /// `gone` may have, and then as many zeros; `from` and `to` have `A` lanes.
    #[inline(always)]
    pub unsafe fn shorten<const W: usize, const A: usize>(
        from: &[Lane],
        to: &mut [Lane],
        gone: &[u64; W],
        satisfied: &[u64],
        active: &[u64; A],
    ) -> u64 {
        debug_assert!(from.len() == A && to.len() == A);
        let nothing = (satisfied.len() / A) as u32 - 1;
        // SAFETY: the caller's; loads and stores are of lanes.
        unsafe {
            let one = _mm512_set1_epi8(1);
            let mut lengths: [__m512i; A] =
                std::array::from_fn(|word| _mm512_load_si512(from.as_ptr().add(word).cast()));
            let mut take_off = |option: u32| {
                let start = option as usize * A;
                debug_assert!(start + A <= satisfied.len());
                for (word, lengths) in lengths.iter_mut().enumerate() {
                    let slots = *satisfied.get_unchecked(start + word);
                    *lengths = _mm512_mask_sub_epi8(*lengths, slots, *lengths, one);
                }
            };
            let mut left = join(gone);
            for _ in 0..MOST_GONE {
                take_off(left.trailing_zeros().min(nothing));
                left &= left.wrapping_sub(1);
            }
            while left != 0 {
                take_off(left.trailing_zeros());
                left &= left - 1;
            }
            // What is forced, or fails, is found without looking for the smallest.
            let (mut failed, mut slot) = (0, 64);
            for word in (0..A).rev() {
                _mm512_store_si512(to.as_mut_ptr().add(word).cast(), lengths[word]);
                failed |= _mm512_mask_testn_epi8_mask(active[word], lengths[word], lengths[word]);
                slot = first(active[word], lengths[word], one, slot);
            }
            let forced = 1 << PLAIN_SCORE | slot;
            let best = std::hint::select_unpredictable(failed != 0, key::FAILED, forced);
            if (best as u32 as usize) < 64 * A {
                return best;
            }
            let mut least = _mm512_set1_epi8(-1);
            for word in 0..A {
                least = _mm512_mask_min_epu8(least, active[word], least, lengths[word]);
            }
            let low = _mm512_castsi512_si256(least);
            let half = _mm256_min_epu8(low, _mm512_extracti64x4_epi64::<1>(least));
            let low = _mm256_castsi256_si128(half);
            let quarter = _mm_min_epu8(low, _mm256_extracti128_si256::<1>(half));
            let pairs = _mm_min_epu8(quarter, _mm_srli_epi16::<8>(quarter));
            let pairs = _mm_and_si128(pairs, _mm_set1_epi16(0xff));
            let length = _mm_cvtsi128_si64(_mm_minpos_epu16(pairs)) as u64 & 0xff;
            if length == 0xff {
                return key::NONE;
            }
            let all = _mm512_set1_epi8(length as i8);
            let mut slot = 64;
            for word in (0..A).rev() {
                slot = first(active[word], lengths[word], all, slot);
            }
            length << PLAIN_SCORE | slot
        }
    }

    /// The first active slot with a length, without a branch; if there is none, the
    /// one of the next word and 64.
    ///
    /// # Safety
    /// The machine must have AVX-512.
    #[inline(always)]
    unsafe fn first(active: u64, lengths: __m512i, length: __m512i, next: u64) -> u64 {
        // SAFETY: the caller's.
        let those = unsafe { _mm512_mask_cmpeq_epu8_mask(active, lengths, length) };
        let place = u64::from(those.trailing_zeros());
        place + (next & (place >> 6).wrapping_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::Rng;

    /// Items and options as a sub-problem of two words has them.
    struct Lists {
        columns: Vec<Lane>,
        satisfied: Vec<u64>,
    }

    impl Lists {
        fn random(random: &mut Pcg64Mcg) -> Self {
            let mut columns = vec![Lane::default(); 16 * 2];
            let mut satisfied = vec![0; 129 * 2];
            for option in 0..128 {
                for _ in 0..4 {
                    let slot = (random.next_u64() % 128) as usize;
                    satisfied[option * 2 + slot / 64] |= 1 << (slot % 64);
                    columns[slot / 8 * 2 + option / 64].0[slot % 8] |= 1 << (option % 64);
                }
            }
            Lists { columns, satisfied }
        }

        fn length(&self, slot: usize, live: &[u64; 2]) -> u64 {
            let words =
                (0..2).map(|word| self.columns[slot / 8 * 2 + word].0[slot % 8] & live[word]);
            words.map(|word| u64::from(word.count_ones())).sum()
        }

        fn best(&self, live: &[u64; 2], active: &[u64; 2]) -> (u64, u64) {
            let slots = (0..128).filter(|slot| active[slot / 64] >> (slot % 64) & 1 == 1);
            let keys = slots.map(|slot| (self.length(slot, live), slot as u64));
            keys.min().unwrap_or((u64::MAX, 0))
        }

        /// Compares a child's choice with one that counts anew.
        fn check(&self, from: &[Lane], above: &[u64; 2], live: &[u64; 2], active: &[u64; 2]) {
            let gone = std::array::from_fn(|word| above[word] & !live[word]);
            let mut to = [[Lane::default(); 2]; 2];
            let mut keys = [key::NONE; 2];
            keys[0] = shorten::<2, 2>(from, &mut to[0], &gone, &self.satisfied, active);
            (to[1], keys[1]) = (to[0], keys[0]);
            #[cfg(target_arch = "x86_64")]
            if super::super::Vectors::detect() == super::super::Vectors::Avx512 {
                // SAFETY: it has just been found; the last option has no slots.
                keys[1] = unsafe {
                    avx512::shorten::<2, 2>(from, &mut to[1], &gone, &self.satisfied, active)
                };
            }
            let (length, slot) = self.best(live, active);
            for (to, key) in to.iter().zip(keys) {
                match length {
                    u64::MAX => assert_eq!(key, key::NONE),
                    0 => assert_eq!(key >> PLAIN_SCORE, 0),
                    _ => assert_eq!((key >> PLAIN_SCORE, key as u32), (length, slot as u32)),
                }
                for slot in 0..128 {
                    let byte = to[slot / 64].0[slot % 64 / 8] >> (slot % 8 * 8) & 0xff;
                    assert_eq!(byte, self.length(slot, live));
                }
            }
        }
    }

    #[test]
    fn lengths_that_are_kept_are_those_that_are_counted() {
        let mut random = Pcg64Mcg::new(16);
        for round in 0..2000 {
            let lists = Lists::random(&mut random);
            let above = [random.next_u64(), random.next_u64()];
            let mut from = [Lane::default(); 2];
            count::<2>(&lists.columns, &above, &mut from);
            #[cfg(target_arch = "x86_64")]
            if super::super::Vectors::detect() == super::super::Vectors::Avx512 {
                let mut same = [Lane::default(); 2];
                // SAFETY: it has just been found.
                unsafe { avx512::count::<2>(&lists.columns, &above, &mut same) };
                assert_eq!(same.map(|lane| lane.0), from.map(|lane| lane.0));
            }
            // Nothing to many options are gone.
            let mut live = above;
            for _ in 0..round % 12 {
                let option = (random.next_u64() % 128) as usize;
                live[option / 64] &= !(1 << (option % 64));
            }
            // All items, some, a few with long lists, none.
            let shortest = (round / 12 % 5) as u64;
            let mut active = [0; 2];
            for slot in 0..128 {
                if lists.length(slot, &live) >= shortest && !random.next_u64().is_multiple_of(8) {
                    active[slot / 64] |= 1 << (slot % 64);
                }
            }
            lists.check(&from, &above, &live, &active);
            lists.check(&from, &above, &live, &[0, 0]);
        }
    }
}
