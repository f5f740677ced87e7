//! Lengths that are kept, by each instruction set that the machine has.

use super::portable::Portable;
use super::vector::Kernels;
use crate::search::bits::key::{self, PLAIN_SCORE};
use crate::search::bits::lane::Lane;
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
        let words = (0..2).map(|word| self.columns[slot / 8 * 2 + word].0[slot % 8] & live[word]);
        words.map(|word| u64::from(word.count_ones())).sum()
    }

    fn best(&self, live: &[u64; 2], active: &[u64; 2]) -> (u64, u64) {
        let slots = (0..128).filter(|slot| active[slot / 64] >> (slot % 64) & 1 == 1);
        let keys = slots.map(|slot| (self.length(slot, live), slot as u64));
        keys.min().unwrap_or((u64::MAX, 0))
    }

    /// Compares a child's choice with one that counts anew.
    fn check(
        &self,
        kernels: impl Kernels,
        from: &[Lane],
        above: &[u64; 2],
        live: &[u64; 2],
        active: &[u64; 2],
    ) {
        let gone = std::array::from_fn(|word| above[word] & !live[word]);
        let mut to = [Lane::default(); 2];
        // SAFETY: all have two lanes, and the last option has no slots.
        let key = unsafe { kernels.shorten::<2, 2>(from, &mut to, &gone, &self.satisfied, active) };
        let (length, slot) = self.best(live, active);
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

/// Keeps lengths through many children.
fn keep_lengths(kernels: impl Kernels) {
    let mut random = Pcg64Mcg::new(16);
    for round in 0..2000 {
        let lists = Lists::random(&mut random);
        let above = [random.next_u64(), random.next_u64()];
        let mut from = [Lane::default(); 2];
        kernels.count_lengths::<2>(&lists.columns, &above, &mut from);
        for slot in 0..128 {
            let byte = from[slot / 64].0[slot % 64 / 8] >> (slot % 8 * 8) & 0xff;
            assert_eq!(byte, lists.length(slot, &above));
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
        lists.check(kernels, &from, &above, &live, &active);
        lists.check(kernels, &from, &above, &live, &[0, 0]);
    }
}

#[test]
fn lengths_that_are_kept_are_those_that_are_counted() {
    keep_lengths(Portable);
    #[cfg(target_arch = "x86_64")]
    {
        super::avx2::Avx2::detect()
            .into_iter()
            .for_each(keep_lengths);
        super::avx512::Avx512::detect()
            .into_iter()
            .for_each(keep_lengths);
    }
}
