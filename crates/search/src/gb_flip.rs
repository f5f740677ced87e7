//! GB_FLIP, the random number generator of the Stanford GraphBase: subtractive, `a[n] = (a[n-55] -
//! a[n-24]) mod 2^31`. With `s`, DLX3 uses it, so its numbers are part of the contract.

const SIZE: usize = 55;
const LAG: usize = 24;
const MASK: u32 = 0x7fff_ffff;

/// Whether a number is a multiple of `m`, where 1 < `m` <= [`FEW`].
#[inline]
pub(super) fn is_multiple(number: u32, m: u32) -> bool {
    let reciprocal = RECIPROCALS[m as usize];
    u64::from(number).wrapping_mul(reciprocal) < reciprocal
}

/// The generator. Numbers are made in blocks of 55, and handed out in reverse order.
#[derive(Clone, Debug)]
pub struct GbFlip {
    /// Several blocks, in the order in which they are handed out; several, so that the end is
    /// seldom reached.
    numbers: [u32; MADE],
    /// How many of them have been handed out.
    taken: usize,
    /// Whether one of them could be rejected for some `m` up to [`FEW`].
    may_reject: bool,
}

/// How many numbers are made at once.
const MADE: usize = 8 * SIZE;

/// Up to this many numbers are skipped or divided fast.
pub(super) const FEW: usize = 128;

/// Up to this many more may be divided, though their results are not used.
pub(super) const MORE: usize = 4;

/// For each `m` above 1, r = 2^64 / `m`, rounded up. A 32-bit number n is a multiple of `m` if and
/// only if n r mod 2^64 < r (Lemire, Kaser, Kurz 2019).
const RECIPROCALS: [u64; FEW + MORE + 1] = {
    let (mut reciprocals, mut m) = ([0; FEW + MORE + 1], 2);
    while m <= FEW + MORE {
        reciprocals[m] = u64::MAX / m as u64 + 1;
        m += 1;
    }
    reciprocals
};

fn difference(x: u32, y: u32) -> u32 {
    x.wrapping_sub(y) & MASK
}

/// Makes the next block from the last one; the oldest number comes first.
fn renew(block: &mut [u32; SIZE]) {
    // Two loops, so that no index needs a remainder.
    for place in 0..LAG {
        let other = place + SIZE - LAG;
        block[place] = difference(block[place], block[other]);
    }
    for place in LAG..SIZE {
        block[place] = difference(block[place], block[place - LAG]);
    }
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
        let mut block = [0; SIZE];
        let (mut shifting, mut previous, mut next) = (first, first, 1);
        block[SIZE - 1] = previous;
        // Steps of 21 spread consecutive values over the block.
        let mut place = 21;
        while place != 0 {
            block[place - 1] = next;
            let rotated = if shifting & 1 == 1 { 0x4000_0000 } else { 0 };
            shifting = rotated + (shifting >> 1);
            let newest = difference(difference(previous, next), shifting);
            previous = next;
            next = newest;
            place = (place + 21) % SIZE;
        }
        for _ in 0..4 {
            renew(&mut block);
        }
        let mut flip = GbFlip {
            numbers: [0; MADE],
            taken: 0,
            may_reject: false,
        };
        flip.make(block);
        // Initialization discards the first number of its last block.
        flip.taken = 1;
        flip
    }

    /// Makes the blocks that follow this one.
    fn make(&mut self, mut block: [u32; SIZE]) {
        for numbers in self.numbers.chunks_exact_mut(SIZE) {
            renew(&mut block);
            for (to, &number) in numbers.iter_mut().zip(block.iter().rev()) {
                *to = number;
            }
        }
        self.taken = 0;
        let most = 1 + MASK - FEW as u32;
        self.may_reject = self.numbers.iter().any(|&number| number > most);
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        let mut block = [0; SIZE];
        for (to, &number) in block.iter_mut().zip(self.numbers.iter().rev()) {
            *to = number;
        }
        self.make(block);
    }

    /// The next number, below 2^31.
    #[allow(clippy::should_implement_trait)] // it never ends
    pub fn next(&mut self) -> u32 {
        if self.taken == MADE {
            self.refill();
        }
        self.taken += 1;
        self.numbers[self.taken - 1]
    }

    /// Skips `count` numbers drawn below some `m` of at most `most`. Returns false, and skips none,
    /// unless they are certain to be `count` numbers at hand.
    #[inline]
    pub(super) fn skips(&mut self, count: usize, most: u32) -> bool {
        let left = MADE - self.taken;
        let skips = !self.may_reject && count <= left && most <= FEW as u32;
        self.taken += if skips { count } else { 0 };
        skips
    }

    /// The next two numbers, if they are at hand and neither would be rejected when drawn below
    /// some `m` of at most `most` <= [`FEW`].
    #[inline]
    pub(super) fn peek(&self, most: u32) -> Option<[u32; 2]> {
        if self.may_reject || most > FEW as u32 {
            return None;
        }
        self.numbers[self.taken..].first_chunk().copied()
    }

    /// The numbers at hand after the next `count`, if none of these or those would be rejected when
    /// drawn below some `m` up to [`FEW`].
    #[inline]
    pub(super) fn ahead(&self, count: usize) -> Option<&[u32]> {
        match self.may_reject {
            true => None,
            false => self.numbers.get(self.taken + count..),
        }
    }

    /// Removes the first `count` numbers, which have been looked at.
    #[inline]
    pub(super) fn advance(&mut self, count: usize) {
        debug_assert!(count <= MADE - self.taken);
        self.taken += count;
    }

    /// A uniform number below `m`, by rejection: numbers from the largest multiple of `m` up to
    /// 2^31 on are drawn again.
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
            let m = 2 + round % 150;
            if round % 1000 == 0 {
                one.numbers[round as usize / 1000 % MADE] = MASK; // it may be rejected
                one.may_reject = true;
            }
            let mut other = one.clone();
            let count = round as usize % 5;
            let ahead = one.ahead(count).filter(|_| m <= FEW as u32);
            let numbers = ahead.and_then(|ahead| ahead.first_chunk()).copied();
            if count == 0 {
                assert_eq!(one.peek(m), numbers);
            }
            if one.skips(count, m) {
                skipped += 1;
                (0..count).for_each(|_| assert!(other.uniform(m) < m));
            }
            if let Some(numbers) = numbers {
                for number in numbers {
                    let is_zero = is_multiple(number, m);
                    assert_eq!(is_zero, other.uniform(m) == 0);
                    zeros += u32::from(is_zero);
                }
                one.advance(2);
            } else {
                assert_eq!(one.uniform(m), other.uniform(m));
            }
            assert_eq!((one.taken, one.numbers), (other.taken, other.numbers));
        }
        assert!(skipped > 20_000 && zeros > 2000, "{skipped}, {zeros}");
    }

    #[test]
    #[should_panic(expected = "no number below 0 can be drawn")]
    fn there_is_no_number_below_zero() {
        GbFlip::new(1).uniform(0);
    }
}
