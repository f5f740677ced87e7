//! With random choices: the order of each item's list, in which its branches are taken. A bitmap
//! tells which options of the list are left.

use crate::bits::bitmap::bits_of;
use crate::bits::number::{Bit, Rank};
use crate::bits::sub::arrays::bytes;

/// The lists of all primary items.
#[derive(Debug, Default)]
pub struct Orders {
    /// Whether lists have an order of their own. Otherwise they are in input order, and the vectors
    /// are empty.
    pub is_on: bool,
    /// All lists, one after another, by rank.
    options: Vec<u16>,
    /// Where each list begins in `options`, and where the last one ends.
    starts: Vec<u32>,
    /// The new number of each option that is kept.
    numbers: Vec<u16>,
}

impl Orders {
    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        bytes(&[&self.options, &self.numbers]) + bytes(&[&self.starts])
    }

    /// Forgets all lists.
    pub fn clear(&mut self) {
        self.options.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    /// Adds the list of the next rank.
    pub fn add(&mut self, list: impl Iterator<Item = Bit>) {
        self.options
            .extend(list.map(|option| option.index() as u16));
        self.starts.push(self.options.len() as u32);
    }

    /// Takes over the lists of a larger sub-problem, for the items `kept` and the options in
    /// `live`, which get new numbers.
    pub fn keep(&mut self, from: &Orders, kept: impl Iterator<Item = Rank>, live: &[u64]) {
        self.clear();
        self.numbers.resize(64 * live.len(), 0);
        for (number, option) in bits_of(live).enumerate() {
            self.numbers[option.index()] = number as u16;
        }
        for rank in kept {
            let list = from.list(rank);
            let mut end = self.options.len();
            self.options.resize(end + list.len(), 0);
            // Every option is written, as whether it is live is hard to predict.
            for &option in list {
                let bit = Bit(option.into());
                self.options[end] = self.numbers[bit.index()];
                end += usize::from(live[bit.word()] & bit.mask() != 0);
            }
            self.options.truncate(end);
            self.starts.push(end as u32);
        }
    }

    /// The options of an item, in the order of its list.
    #[inline(always)]
    pub fn list(&self, rank: Rank) -> &[u16] {
        let (start, end) = (self.starts[rank.index()], self.starts[rank.index() + 1]);
        &self.options[start as usize..end as usize]
    }

    /// The first option of an item's list, from index `at` on, that is in `left`; `at` becomes the
    /// index after it.
    ///
    /// # Panics
    /// If there is none.
    #[inline(never)] // one code serves all numbers of words
    pub fn next(&self, rank: Rank, at: &mut usize, left: &[u64]) -> Bit {
        for (place, &option) in self.list(rank).iter().enumerate().skip(*at) {
            let bit = Bit(option.into());
            if left[bit.word()] & bit.mask() != 0 {
                *at = place + 1;
                return bit;
            }
        }
        unreachable!("an option for each branch")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest(orders: &Orders, rank: u32, left: &[u64]) -> Vec<usize> {
        let count = left.iter().map(|word| word.count_ones()).sum();
        let mut at = 0;
        let next = |_| orders.next(Rank(rank), &mut at, left).index();
        (0..count).map(next).collect()
    }

    #[test]
    fn lists_keep_their_order_when_options_are_numbered_again() {
        let bits = |list: &[usize]| list.iter().copied().map(Bit).collect::<Vec<_>>();
        let mut orders = Orders::default();
        orders.clear();
        for list in [&[65, 2, 64, 9][..], &[1, 0], &[9, 100, 2]] {
            orders.add(bits(list).into_iter());
        }
        let live = [1 << 2 | 1 << 9, 1 | 1 << 36];
        assert_eq!(rest(&orders, 0, &[1 << 2 | 1 << 9, 1]), [2, 64, 9]);
        let mut kept = Orders::default();
        // Earlier contents do not matter.
        kept.keep(&orders, [Rank(1)].into_iter(), &[u64::MAX, 0]);
        kept.keep(&orders, [Rank(0), Rank(2)].into_iter(), &live);
        assert_eq!(rest(&kept, 0, &[0b111]), [0, 2, 1]);
        assert_eq!(rest(&kept, 1, &[0b1011]), [1, 3, 0]);
        assert_eq!(kept.starts, [0, 3, 6]);
    }
}
