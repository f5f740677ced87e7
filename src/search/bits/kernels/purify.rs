//! Taking [steps](super::steps) with vectors of words.

// Iterators may not be inlined: see `bitmap`.
#![allow(clippy::needless_range_loop)]

use super::steps::{MANY, Steps};
use crate::search::bits::bitmap::words;
use crate::search::bits::price::{COVERED, Cost, EXPELLED, MARK};

/// Some words of a bitmap, or as many numbers.
///
/// # Safety
/// All methods need the instructions of the kernels that use this type.
pub trait Words: Copy {
    const COUNT: usize;

    /// The next words, `COUNT` or fewer.
    unsafe fn load(words: *const u64, count: usize) -> Self;
    unsafe fn store(self, words: *mut u64, count: usize);
    unsafe fn zero() -> Self;
    unsafe fn is_zero(self) -> bool;
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn xor(self, other: Self) -> Self;
    /// What `other` has not.
    unsafe fn and_not(self, other: Self) -> Self;
    unsafe fn add_bytes(self, other: Self) -> Self;
    /// How many bits each byte has.
    unsafe fn count_bytes(self) -> Self;
    /// For each word the sum of its bytes.
    unsafe fn sum_bytes(self) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    /// The sum of all numbers.
    unsafe fn sum(self) -> u64;
}

/// More marks than a byte can count.
const MANY_STEPS: usize = 32;

/// See [`Steps::take`].
///
/// # Safety
/// See [`Words`].
#[inline(always)]
pub unsafe fn take<V: Words, const W: usize, const K: usize>(
    steps: &mut Steps<'_>,
    live: &mut [u64; W],
) -> Cost {
    if W == 1 || K == MANY || steps.steps.len() >= MANY_STEPS {
        return steps.take::<W, K>(live);
    }
    // Sums of planes fit in bytes. Options hidden count twice, less those that are covered.
    const { assert!(EXPELLED.node == 2 && COVERED.node == 1) };
    const { assert!(K == MANY || K <= 4) };
    let below = &mut std::mem::take(&mut steps.below)[..K * W];
    let above = &steps.above[..K * W];
    // SAFETY: the caller knows that the machine has these instructions; loads and stores are
    // of words `start..W`, at most `COUNT`, of slices of W words.
    unsafe {
        let zero = V::zero();
        // What the planes say, in all and of options that are covered; options; marks.
        let (mut all, mut covered_pure, mut options, mut not_colors, mut marks) =
            (zero, zero, zero, zero, zero);
        let mut others = zero;
        for start in (0..words::<W>()).step_by(V::COUNT) {
            let count = (W - start).min(V::COUNT);
            let load = |words: &[u64]| {
                debug_assert_eq!(words.len(), W);
                V::load(words.as_ptr().add(start), count)
            };
            let before = V::load(live[start..].as_ptr(), count);
            if W > V::COUNT && before.is_zero() {
                continue;
            }
            let (mut left, mut covered, mut marked) = (before, zero, zero);
            let mut pure = [zero; K];
            for plane in 0..K {
                pure[plane] = V::load(above[plane * W + start..].as_ptr(), count);
            }
            for step in steps.steps {
                if step.hue == 0 {
                    let row = load(steps.row::<W>(step.item));
                    covered = covered.or(left.and(row));
                    left = left.and_not(row);
                    continue;
                }
                debug_assert!(!steps.is_purified(step.item), "it is not listed");
                let (same, other) = steps.hue_rows::<W>(step.hue);
                left = left.and_not(load(other));
                let mut borrow = left.and(load(same));
                marked = marked.add_bytes(borrow.count_bytes());
                for plane in 0..K {
                    let bits = pure[plane];
                    pure[plane] = bits.xor(borrow);
                    borrow = borrow.and_not(bits);
                }
            }
            left.store(live[start..].as_mut_ptr(), count);
            let hidden = before.and_not(left);
            let (mut of_hidden, mut of_covered) = (zero, zero);
            for plane in (0..K).rev() {
                pure[plane].store(below[plane * W + start..].as_mut_ptr(), count);
                let bits = pure[plane].and(hidden).count_bytes();
                of_hidden = of_hidden.add_bytes(of_hidden).add_bytes(bits);
                let bits = pure[plane].and(covered).count_bytes();
                of_covered = of_covered.add_bytes(of_covered).add_bytes(bits);
            }
            all = all.add(of_hidden.sum_bytes());
            covered_pure = covered_pure.add(of_covered.sum_bytes());
            options = options.add(hidden.count_bytes().sum_bytes());
            not_colors = not_colors.add(covered.count_bytes().sum_bytes());
            marks = marks.add(marked.sum_bytes());
            let mut of_others = zero;
            for plane in (0..steps.others.count).rev() {
                let bits = load(&steps.others.words[plane * W..][..W]);
                let hidden = bits.and(hidden).count_bytes().sum_bytes();
                let covered = bits.and(covered).count_bytes().sum_bytes();
                let nodes = hidden.add(hidden).sub(covered);
                of_others = of_others.add(of_others).add(nodes);
            }
            others = others.add(of_others);
        }
        let (all, covered_pure) = (all.sum(), covered_pure.sum());
        let (options, not_colors, marks) = (options.sum(), not_colors.sum(), marks.sum());
        let nodes = EXPELLED.node * options - (EXPELLED.node - COVERED.node) * not_colors;
        Cost {
            mems: MARK * marks
                + EXPELLED.pure * all
                + (COVERED.pure - EXPELLED.pure) * covered_pure
                + EXPELLED.option * options
                - (EXPELLED.option - COVERED.option) * not_colors
                + steps.others.base * nodes
                + others.sum(),
            updates: all,
            cleansings: marks,
        }
    }
}
