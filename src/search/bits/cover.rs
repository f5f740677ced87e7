//! Covering: the options that contain an item leave the live ones. What DLX3
//! would pay for it depends only on how many options leave, and on how many
//! other nodes they have.

use super::price::{self, Cost};
use super::sub::{COLORS, Planes, Sub};

/// Options that are hidden together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hidden {
    pub options: u64,
    /// Their other nodes that are not purified, and that are.
    pub pure: u64,
    pub purified: u64,
}

/// The words of a bitmap, as a number that the compiler does not know where they are
/// many: it would unroll every loop over them, into a third of all code.
#[inline(always)]
pub(super) fn words<const W: usize>() -> usize {
    match W {
        0..=16 => W,
        _ => std::hint::black_box(W).min(W),
    }
}

#[inline(always)]
pub(super) fn count<const W: usize>(options: &[u64; W]) -> u64 {
    // Loops, not iterators: what is not inlined is compiled without popcnt.
    let mut count = 0;
    for word in &options[..words::<W>()] {
        count += u64::from(word.count_ones());
    }
    count
}

#[inline(always)]
pub(super) fn and<const W: usize>(a: &[u64; W], b: &[u64]) -> [u64; W] {
    let (mut both, b) = (*a, &b[..W]);
    for word in 0..words::<W>() {
        both[word] &= b[word];
    }
    both
}

#[inline(always)]
pub(super) fn and_not<const W: usize>(a: &[u64; W], b: &[u64]) -> [u64; W] {
    let (mut rest, b) = (*a, &b[..W]);
    for word in 0..words::<W>() {
        rest[word] &= !b[word];
    }
    rest
}

/// What options have in planes. Few planes are the rule: a loop would be made
/// into something slower.
#[inline(always)]
fn sum_of_planes<const W: usize>(words: &[u64], options: &[u64; W]) -> u64 {
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

impl Planes {
    #[inline(always)]
    fn sum<const W: usize>(&self, options: &[u64; W], count: u64) -> u64 {
        match self.count {
            0 => self.base * count,
            _ => self.base * count + sum_of_planes(&self.words, options),
        }
    }
}

impl Sub {
    /// The row of an item.
    #[inline(always)]
    pub fn row<const W: usize>(&self, rank: usize) -> &[u64; W] {
        self.rows[rank * W..][..W].try_into().expect("W words")
    }

    #[inline(always)]
    pub fn weigh<const W: usize, const MODE: u8>(&self, depth: usize, hidden: &[u64; W]) -> Hidden {
        let options = count(hidden);
        let others = self.others.sum(hidden, options);
        if MODE == COLORS {
            let planes = self.pure.words.len();
            let pure = sum_of_planes(&self.frames.pure[depth * planes..][..planes], hidden);
            return Hidden {
                options,
                pure,
                purified: others - pure,
            };
        }
        Hidden {
            options,
            pure: self.pure.sum(hidden, options),
            purified: others,
        }
    }
}

impl Sub {
    /// The same for one option, with colors.
    #[inline(always)]
    pub fn weigh_one<const W: usize>(&self, depth: usize, option: usize) -> Hidden {
        let number = |planes: &[u64]| {
            let (mut number, (planes, _)) = (0, planes.as_chunks::<W>());
            for (weight, plane) in planes.iter().enumerate() {
                number += (plane[option / 64] >> (option % 64) & 1) << weight;
            }
            number
        };
        let planes = self.pure.words.len();
        let pure = number(&self.frames.pure[depth * planes..][..planes]);
        Hidden {
            options: 1,
            pure,
            purified: self.others.base + number(&self.others.words) - pure,
        }
    }
}

impl Hidden {
    /// The cost of covering an item whose options these are, but not of making
    /// it inactive.
    #[inline(always)]
    pub fn covering(self) -> Cost {
        Cost {
            mems: price::COVER + self.mems(),
            updates: price::COVER_UPDATES + self.pure,
            cleansings: 0,
        }
    }

    /// The mems of hiding them as the rows of a list.
    #[inline(always)]
    pub fn mems(self) -> u64 {
        price::hiding(self.options, self.pure, self.purified)
    }

    /// The mems of hiding them one by one.
    #[inline(always)]
    pub fn mems_alone(self) -> u64 {
        price::hiding_alone(self.options, self.pure, self.purified)
    }
}
