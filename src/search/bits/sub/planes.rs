//! A number for each option, as one bitmap for each of its bits.

use crate::search::bits::bitmap::{and, count};
use crate::search::bits::lane::Words;

/// A number for each option: a common base, and the bits above it.
#[derive(Debug, Default)]
pub struct Planes {
    pub base: u64,
    pub count: usize,
    pub words: Words,
}

impl Planes {
    /// Encodes numbers in bitmaps of `words` words; with `from_zero`, the base is 0.
    pub fn encode(
        &mut self,
        words: usize,
        from_zero: bool,
        numbers: impl Iterator<Item = u64> + Clone,
    ) {
        let least = numbers.clone().min().unwrap_or(0);
        let most = numbers.clone().max().unwrap_or(0);
        self.base = if from_zero { 0 } else { least };
        self.count = (u64::BITS - (most - self.base).leading_zeros()) as usize;
        self.words.zero(self.count * words);
        if self.count == 0 {
            return;
        }
        // A word at a time: the bits of a plane would else wait for each other in memory.
        let mut numbers = numbers.map(|number| number - self.base);
        for word in 0..words {
            let mut part = [0; 64];
            for (to, number) in part.iter_mut().zip(&mut numbers) {
                *to = number;
            }
            for plane in 0..self.count {
                let mut bits = 0;
                for (place, number) in part.iter().enumerate() {
                    bits |= (number >> plane & 1) << place;
                }
                self.words[plane * words + word] = bits;
            }
        }
    }

    /// Leaves out the highest planes that are empty.
    pub fn drop_zeros(&mut self, words: usize) {
        while self.count > 0 {
            let below = (self.count - 1) * words;
            if self.words[below..].iter().any(|&word| word != 0) {
                break;
            }
            self.count -= 1;
            self.words.shorten(below);
        }
    }

    /// The sum of the numbers of some options, of which there are `count`.
    #[inline(always)]
    pub fn sum<const W: usize>(&self, options: &[u64; W], count: u64) -> u64 {
        match self.count {
            0 => self.base * count,
            _ => self.base * count + sum_of_planes(&self.words, options),
        }
    }
}

/// What some options have in planes. Few planes are the rule: a loop would be made
/// into something slower.
#[inline(always)]
pub fn sum_of_planes<const W: usize>(words: &[u64], options: &[u64; W]) -> u64 {
    let part = |plane: &[u64; W]| count(&and(options, plane));
    let (planes, _) = words.as_chunks::<W>();
    match planes {
        _ if W > 16 => {
            let mut sum = 0;
            for (weight, plane) in planes.iter().enumerate() {
                sum += part(plane) << weight;
            }
            sum
        }
        [] => 0,
        [a] => part(a),
        [a, b] => part(a) + 2 * part(b),
        [a, b, rest @ ..] => {
            let mut sum = part(a) + 2 * part(b);
            for (weight, plane) in rest.iter().enumerate() {
                sum += part(plane) << (weight + 2);
            }
            sum
        }
    }
}

/// How many other nodes each option has.
#[derive(Debug, Default)]
pub struct Weights {
    /// Those that are not purified. With colors these change: frames have them, too.
    pub pure: Planes,
    /// Those that are purified; with colors, all.
    pub others: Planes,
}
