//! GB_FLIP, the random number generator of the Stanford GraphBase: subtractive,
//! `a[n] = (a[n-55] - a[n-24]) mod 2^31`. With `s`, DLX3 draws from it, so its
//! numbers are part of the contract.

const SIZE: usize = 55;
const LAG: usize = 24;
const MASK: u32 = 0x7fff_ffff;

/// The generator. Numbers are made in blocks of 55 and handed out in reverse.
#[derive(Clone, Debug)]
pub struct GbFlip {
    /// The newest 55 numbers; the oldest of them first.
    block: [u32; SIZE],
    /// How many of them have not been handed out.
    left: usize,
}

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
    }

    /// The next number, below 2^31.
    #[inline]
    #[allow(clippy::should_implement_trait)] // it never ends
    pub fn next(&mut self) -> u32 {
        if self.left == 0 {
            self.refill();
        }
        self.left -= 1;
        self.block[self.left]
    }

    /// A uniform number below `m`: numbers at or above the largest multiple of `m`
    /// up to 2^31 are rejected.
    ///
    /// # Panics
    /// If `m` is 0 or above 2^31.
    #[inline]
    pub fn uniform(&mut self, m: u32) -> u32 {
        assert!(m > 0 && m <= 1 << 31, "no number below {m} can be drawn");
        loop {
            let number = self.next();
            // The largest multiple is above that, and it takes a division to find it.
            if number <= (1 << 31) - m || number < (1 << 31) - (1u32 << 31) % m {
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
    #[should_panic(expected = "no number below 0 can be drawn")]
    fn there_is_no_number_below_zero() {
        GbFlip::new(1).uniform(0);
    }
}
