//! GB_FLIP, the random number generator of the Stanford GraphBase: subtractive,
//! `a[n] = (a[n-55] - a[n-24]) mod 2^31`. With `s`, DLX3 draws from it, so its
//! numbers are part of the contract.

const SIZE: usize = 55;
const LAG: usize = 24;
const MASK: u32 = 0x7fff_ffff;

/// Whether a number is a multiple of `m`, which is at most [`FEW`], and not 1.
#[inline]
pub(super) fn is_multiple(number: u32, m: u32) -> bool {
    let reciprocal = RECIPROCALS[m as usize];
    u64::from(number).wrapping_mul(reciprocal) < reciprocal
}

/// The generator. Numbers are made in blocks of 55 and handed out in reverse.
#[derive(Clone, Debug)]
pub struct GbFlip {
    /// The newest 55 numbers; the oldest of them first.
    block: [u32; SIZE],
    /// How many of them have not been handed out.
    left: usize,
    /// Whether one of them may be rejected for some `m` up to [`FEW`].
    may_reject: bool,
}

/// Up to this many, numbers are skipped and divided fast.
const FEW: usize = 64;

/// For each `m` above 1: 2^64 / `m`, rounded up. A number of 32 bits is a multiple of `m` if its product
/// with it is less than it, modulo 2^64.
const RECIPROCALS: [u64; FEW + 1] = {
    let (mut reciprocals, mut m) = ([0; FEW + 1], 2);
    while m <= FEW {
        reciprocals[m] = u64::MAX / m as u64 + 1;
        m += 1;
    }
    reciprocals
};

fn difference(x: u32, y: u32) -> u32 {
    x.wrapping_sub(y) & MASK
}

impl GbFlip {
    /// The generator for a seed.
    ///
    /// ```
    /// let mut flip = dlx3::search::GbFlip::new(-314159);
    /// assert_eq!(flip.next(), 119318998);
    /// ```
    pub fn new(seed: i32) -> Self {
        let first = seed as u32 & MASK;
        let mut flip = GbFlip {
            block: [0; SIZE],
            left: 0,
            may_reject: false,
        };
        let (mut shifting, mut previous, mut next) = (first, first, 1);
        flip.block[SIZE - 1] = previous;
        // Steps of 21 spread consecutive values over the block.
        let mut place = 21;
        while place != 0 {
            flip.block[place - 1] = next;
            let rotated = if shifting & 1 == 1 { 0x4000_0000 } else { 0 };
            shifting = rotated + (shifting >> 1);
            let newest = difference(difference(previous, next), shifting);
            previous = next;
            next = newest;
            place = (place + 21) % SIZE;
        }
        for _ in 0..5 {
            flip.refill();
        }
        // Initialization discards the number that its last refill hands out.
        flip.left -= 1;
        flip
    }

    #[inline(never)] // once for 55 numbers
    fn refill(&mut self) {
        // In two loops, without a remainder for each number.
        for place in 0..LAG {
            let other = place + SIZE - LAG;
            self.block[place] = difference(self.block[place], self.block[other]);
        }
        for place in LAG..SIZE {
            self.block[place] = difference(self.block[place], self.block[place - LAG]);
        }
        self.left = SIZE;
        let most = 1 + MASK - FEW as u32;
        self.may_reject = self.block.iter().any(|&number| number > most);
    }

    /// The next number, below 2^31.
    #[allow(clippy::should_implement_trait)] // it never ends
    pub fn next(&mut self) -> u32 {
        if self.left == 0 {
            self.refill();
        }
        self.left -= 1;
        self.block[self.left]
    }

    /// Takes `count` numbers that are uniform below some `m`, at most `most` each; false if it is not
    /// certain that this takes `count` numbers of the block, and none are taken.
    #[inline]
    pub(super) fn skips(&mut self, count: usize, most: u32) -> bool {
        let skips = !self.may_reject && count <= self.left && most <= FEW as u32;
        self.left -= if skips { count } else { 0 };
        skips
    }

    /// The next two numbers, if they are in the block, and neither would be rejected if they were drawn
    /// below some `m` that is at most `most`, which is at most [`FEW`].
    #[inline]
    pub(super) fn peek(&self, most: u32) -> Option<[u32; 2]> {
        let left = self.left;
        let has = left >= 2 && !self.may_reject && most <= FEW as u32;
        has.then(|| [self.block[left - 1], self.block[left - 2]])
    }

    /// Takes the first `count` numbers of those that were looked at.
    #[inline]
    pub(super) fn advance(&mut self, count: usize) {
        self.left -= count;
    }

    /// A uniform number below `m`: numbers at or above the largest multiple of `m`
    /// up to 2^31 are rejected.
    ///
    /// # Panics
    /// If `m` is 0 or above 2^31.
    pub fn uniform(&mut self, m: u32) -> u32 {
        assert!(m > 0 && m <= 1 << 31, "no number below {m} can be drawn");
        let limit = (1 << 31) - (1u32 << 31) % m;
        loop {
            let number = self.next();
            if number < limit {
                return number % m;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_graphbase_test() {
        let mut flip = GbFlip::new(-314159);
        assert_eq!(flip.next(), 119318998);
        for _ in 0..133 {
            flip.next();
        }
        assert_eq!(flip.uniform(0x5555_5555), 748103812);
    }

    #[test]
    fn numbers_that_are_skipped_or_looked_at_are_those_that_are_drawn() {
        let mut one = GbFlip::new(5);
        let (mut skipped, mut zeros) = (0, 0);
        for round in 0..100_000 {
            let m = 2 + round % 90;
            if round % 1000 == 0 {
                one.block[round as usize / 1000 % SIZE] = MASK; // it may be rejected
                one.may_reject = true;
            }
            let mut other = one.clone();
            let count = round as usize % 5;
            if one.skips(count, m) {
                skipped += 1;
                (0..count).for_each(|_| assert!(other.uniform(m) < m));
            }
            if let Some(numbers) = one.peek(m) {
                for number in numbers {
                    let is_zero = is_multiple(number, m);
                    assert_eq!(is_zero, other.uniform(m) == 0);
                    zeros += u32::from(is_zero);
                }
                one.advance(2);
            } else {
                assert_eq!(one.uniform(m), other.uniform(m));
            }
            assert_eq!((one.left, one.block), (other.left, other.block));
        }
        assert!(skipped > 20_000 && zeros > 2000, "{skipped}, {zeros}");
    }

    #[test]
    #[should_panic(expected = "no number below 0 can be drawn")]
    fn there_is_no_number_below_zero() {
        GbFlip::new(1).uniform(0);
    }
}
