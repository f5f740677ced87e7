//! Encodes what is left below a node, in bitmaps of one word or two.
//!
//! ```text
//! find a place for the live bits of each word of the sub-problem's bitmaps
//! for each bitmap (rows of active items, planes):
//!     to[place.word] |= extract(from[word], live[word]) << place.shift
//! ```
//!
//! The sub-problem's data of items and options stay valid. Bitmaps of hues are moved on demand.

use super::{COLOR_WIDTH, Source};
use crate::bits::bitmap::{MOST_OPTIONS, first_of_word, ones};
use crate::bits::kernels::Kernels;
use crate::bits::number::{Bit, Rank};
use crate::bits::sub::Sub;

/// The most active items, which is also the most levels of a subtree.
pub const MOST_ACTIVE: usize = 64;
/// The number of planes that count other nodes which are not purified.
pub const PLANES: usize = 3;
/// The most items, primary and secondary, of a sub-problem with small subtrees.
pub const MOST_ITEMS: usize = 256;
const _: () = assert!(MOST_ACTIVE + 64 * COLOR_WIDTH <= MOST_ITEMS);
/// The most words of a bitmap of options.
const MOST_WORDS: usize = MOST_OPTIONS / 64;

/// A node of a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallNode<const N: usize> {
    /// The live options.
    pub live: [u64; N],
    /// In planes, how many other nodes of each option are not purified.
    pub pure: [[u64; N]; PLANES],
    /// Secondary items that are purified.
    pub purified: [u64; COLOR_WIDTH],
    /// The active items, by rank, and their number.
    pub active: u64,
    pub items: u32,
}

/// Assigns each word of the sub-problem's bitmaps a place: its live options go to one of `N` words
/// as a whole. If there are `W` words, each of the `N` takes the same number of them, in an order
/// in which they fit. `W` = 0 stands for any number, and words without live options are left out.
#[derive(Debug)]
pub struct Places<const N: usize, const W: usize> {
    /// The words' numbers and the shifts of their bits; and their live options.
    words: [(u8, u8); MOST_WORDS],
    masks: [u64; MOST_WORDS],
    /// Where the entries of each of the `N` words end.
    ends: [usize; N],
}

/// The pairings of four words: the first with each other one, then the remaining two.
const ORDERS: [[u8; 4]; 3] = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]];

impl<const N: usize, const W: usize> Places<N, W> {
    /// The words that go to each of the `N`, if there are `W`.
    const EACH: usize = if W == 0 { 1 } else { W / N };

    /// Finds where the words go; false if there are too many live options.
    #[inline(always)]
    pub fn find(&mut self, live: &[u64]) -> bool {
        if W > 0 {
            return self.find_few(live);
        }
        let (mut to, mut shift, mut end) = (0, 0, 0);
        for (word, &bits) in live.iter().enumerate() {
            if bits == 0 {
                continue;
            }
            let count = bits.count_ones();
            if shift + count > 64 {
                self.ends[to] = end;
                (to, shift) = (to + 1, 0);
                if to == N {
                    return false;
                }
            }
            self.words[end % MOST_WORDS] = (word as u8, shift as u8);
            self.masks[end % MOST_WORDS] = bits;
            shift += count;
            end += 1;
        }
        self.ends[to..].fill(end);
        true
    }

    /// Finds a place for four words, in the first order in which they fit.
    #[inline(always)]
    fn find_few(&mut self, live: &[u64]) -> bool {
        const { assert!(W == 0 || W == 4 && N <= 2) };
        let live = &live[..4];
        for order in &ORDERS[..if N == 1 { 1 } else { 3 }] {
            let (mut place, mut fits) = (0, true);
            for (words, end) in order.chunks_exact(Self::EACH).zip(&mut self.ends) {
                let mut shift = 0;
                for &word in words {
                    let bits = live[usize::from(word)];
                    self.words[place] = (word, shift as u8);
                    self.masks[place] = bits;
                    shift += bits.count_ones();
                    place += 1;
                }
                *end = place;
                fits &= shift <= 64;
            }
            if fits {
                return true;
            }
        }
        false
    }

    /// The live options of the words that have a place: what masks are made of.
    pub fn live(&self) -> &[u64] {
        &self.masks[..self.ends[N - 1]]
    }
}

impl<const N: usize, const W: usize> Default for Places<N, W> {
    fn default() -> Self {
        Places {
            words: [(0, 0); MOST_WORDS],
            masks: [0; MOST_WORDS],
            ends: [0; N],
        }
    }
}

/// Compresses the live options of the sub-problem's bitmaps.
#[derive(Debug)]
pub struct Gatherer<'s, K: Kernels, const N: usize, const W: usize> {
    kernels: K,
    places: &'s Places<N, W>,
    masks: &'s [K::Mask],
    /// With `W` words: the contents of `places` and `masks`, unpacked.
    few: [Target<K::Mask>; W],
    /// The words of a bitmap of the sub-problem.
    words: usize,
}

/// Where a word's bits go.
#[derive(Clone, Copy, Debug)]
struct Target<M> {
    word: usize,
    shift: u32,
    mask: M,
}

impl<'s, K: Kernels, const N: usize, const W: usize> Gatherer<'s, K, N, W> {
    /// The masks must be made of [`Places::live`].
    #[inline(always)]
    pub fn new(kernels: K, places: &'s Places<N, W>, masks: &'s [K::Mask], words: usize) -> Self {
        let few = std::array::from_fn(|place| {
            let (word, shift) = places.words[place];
            Target {
                word: usize::from(word) % W.max(1),
                shift: u32::from(shift) % 64,
                mask: masks[place],
            }
        });
        Gatherer {
            kernels,
            places,
            masks,
            few,
            words,
        }
    }

    /// The compressed form of bitmap `number` among `bitmaps`.
    #[inline(always)]
    pub fn bitmap(&self, bitmaps: &[u64], number: usize) -> [u64; N] {
        let (mut to, mut start) = ([0; N], 0);
        if W > 0 {
            let (bitmaps, _) = bitmaps.as_chunks::<W>();
            let from = &bitmaps[number];
            for (place, few) in self.few.iter().enumerate() {
                let bits = self.kernels.extract_fast(from[few.word], &few.mask);
                to[place / Places::<N, W>::EACH] |= bits << few.shift;
            }
            return to;
        }
        let from = &bitmaps[number * self.words..][..self.words];
        for (to, &end) in to.iter_mut().zip(&self.places.ends) {
            let places = &self.places.words[start..end];
            for (&(word, shift), mask) in places.iter().zip(&self.masks[start..end]) {
                let bits = self.kernels.extract_fast(from[usize::from(word)], mask);
                *to |= bits << (shift % 64);
            }
            start = end;
        }
        to
    }
}

/// The bitmaps of a small subtree.
#[derive(Debug)]
pub struct Small<const N: usize> {
    /// The options, by their numbers in the sub-problem.
    pub options: [[u16; 64]; N],
    /// The options of each active item, and of each secondary one that is not purified, by rank.
    pub rows: [[u64; N]; MOST_ITEMS],
    /// How many more nodes each option has than the least: see
    /// [`OtherNodes`](crate::bits::sub::arrays::OtherNodes).
    pub others: [[u64; N]; PLANES],
    pub root: SmallNode<N>,
}

impl<const N: usize> Default for Small<N> {
    fn default() -> Self {
        Small {
            options: [[0; 64]; N],
            rows: [[0; N]; MOST_ITEMS],
            others: [[0; N]; PLANES],
            root: SmallNode {
                live: [0; N],
                pure: [[0; N]; PLANES],
                purified: [0; COLOR_WIDTH],
                active: 0,
                items: 0,
            },
        }
    }
}

/// Whether small subtrees of a sub-problem with colors can be encoded.
pub fn may_fit(sub: &Sub) -> bool {
    let (layout, weights) = (&sub.layout, &sub.other_nodes);
    let mut primary = sub.items[..layout.primary].iter();
    layout.primary <= MOST_ACTIVE
        && layout.color_width <= COLOR_WIDTH
        && weights.pure.count <= PLANES
        && weights.others.count <= PLANES
        && weights.primaries.count == 0
        && primary.all(|item| item.is_simple())
}

impl<const N: usize> Small<N> {
    /// Encodes what is left of a sub-problem that [may fit](may_fit).
    #[inline(always)]
    pub fn encode<K: Kernels, const W: usize>(
        &mut self,
        source: &Source<'_>,
        gatherer: &Gatherer<'_, K, N, W>,
    ) {
        let (sub, places) = (source.sub, gatherer.places);
        let root = &mut self.root;
        root.pure = [[0; N]; PLANES];
        for plane in 0..sub.other_nodes.pure.count {
            root.pure[plane] = gatherer.bitmap(source.pure, plane);
        }
        self.others = [[0; N]; PLANES];
        for plane in 0..sub.other_nodes.others.count {
            self.others[plane] = gatherer.bitmap(source.others, plane);
        }
        root.live = [0; N];
        let mut start = 0;
        for to in 0..N {
            let mut number = 0;
            for place in start..places.ends[to] {
                let word = usize::from(places.words[place].0);
                for bit in ones(places.masks[place]) {
                    self.options[to][number % 64] = source.option(word, bit);
                    number += 1;
                }
            }
            root.live[to] = first_of_word(number);
            start = places.ends[to];
        }
        root.active = source.active;
        root.items = root.active.count_ones();
        root.purified = source.purified;
        for rank in ones(root.active) {
            self.rows[rank] = gatherer.bitmap(source.items, rank);
        }
        let primary = sub.layout.primary;
        for word in 0..sub.layout.color_width {
            let colors = sub.items.len() - primary - 64 * word;
            for color in ones(first_of_word(colors) & !root.purified[word % COLOR_WIDTH]) {
                let rank = primary + 64 * word + color;
                self.rows[rank % MOST_ITEMS] = gatherer.bitmap(source.items, rank);
            }
        }
    }

    /// The options of an item.
    #[inline(always)]
    pub fn row(&self, rank: Rank) -> &[u64; N] {
        debug_assert!(rank.index() < MOST_ITEMS);
        &self.rows[rank.index() % MOST_ITEMS]
    }

    /// An option's index in the sub-problem.
    #[inline(always)]
    pub fn option(&self, bit: Bit) -> Bit {
        Bit(self.options[bit.word() % N][bit.index() % 64].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::bitmap::count;
    use crate::bits::kernels::Mask;
    use crate::vector::portable::Portable;

    fn gather<const N: usize, const W: usize>(
        live: &[u64; 4],
        bitmaps: &[[u64; 4]],
    ) -> Option<Vec<[u64; N]>> {
        let mut places = Places::<N, W>::default();
        // Earlier contents do not matter.
        places.find(&[u64::MAX; 4]);
        let mut storage = Vec::new();
        places.find(live).then(|| {
            let masks = <Portable as Kernels>::Mask::all(places.live(), &mut storage);
            let gatherer = Gatherer::new(Portable, &places, masks, 4);
            let bitmap = |number| gatherer.bitmap(bitmaps.as_flattened(), number);
            (0..bitmaps.len()).map(bitmap).collect()
        })
    }

    #[test]
    fn the_bits_of_a_word_stay_together() {
        fn one<const N: usize>(live: &[u64; 4], from: &[u64; 4]) -> Option<[u64; N]> {
            Some(gather::<N, 0>(live, &[[7; 4], *from])?[1])
        }
        let from = [u64::MAX; 4];
        assert_eq!(one(&[0b1011, 0, 0b100, 0], &from), Some([0b1111]));
        assert_eq!(
            one(&[0b1011, 0, 0b101, 0], &[0b1000, 7, 0b100, 7]),
            Some([0b1_0100])
        );
        let many = u64::MAX >> 24;
        assert_eq!(one::<1>(&[many, 0, many, 0], &from), None);
        assert_eq!(one(&[many, 0, many, 1], &from), Some([many, many << 1 | 1]));
        assert_eq!(one::<2>(&[many, many, many, 0], &from), None);
        assert_eq!(one(&[0; 4], &from), Some([0, 0]));
        assert_eq!(one(&[u64::MAX, 0, 0, 1], &from), Some([u64::MAX, 1]));
    }

    /// Where each live option goes, if all fit.
    fn destinations<const N: usize, const W: usize>(live: &[u64; 4]) -> Option<Vec<[u64; N]>> {
        let one = |option: usize| {
            let mut bitmap = [0; 4];
            bitmap[option / 64] = 1 << (option % 64);
            bitmap
        };
        let all: Vec<_> = (0..256).map(one).collect();
        let to = gather::<N, W>(live, &all)?;
        let is_live = |option: &usize| live[option / 64] >> (option % 64) & 1 == 1;
        Some((0..256).filter(is_live).map(|option| to[option]).collect())
    }

    #[test]
    fn each_live_option_has_a_bit_of_its_own() {
        fn check<const N: usize, const W: usize>(live: &[u64; 4], fits: bool) {
            let to = destinations::<N, W>(live);
            assert_eq!(to.is_some(), fits, "{N} {W} {live:x?}");
            for (number, bits) in to.iter().flatten().enumerate() {
                assert_eq!(count(bits), 1, "{N} {W} {live:x?}");
                let others = &to.as_ref().unwrap()[..number];
                assert!(!others.contains(bits), "{N} {W} {live:x?}");
            }
        }
        let words = [0, 1, 0b1011, u64::MAX >> 44, u64::MAX << 40, u64::MAX];
        for number in 0..words.len().pow(4) as u32 {
            let live = [0, 1, 2, 3].map(|word| words[number as usize / 6_usize.pow(word) % 6]);
            let all = count(&live);
            let counts = live.map(u64::count_ones);
            check::<1, 4>(&live, all <= 64);
            check::<1, 0>(&live, all <= 64);
            // Into one word, both kinds of code do the same.
            assert_eq!(destinations::<1, 4>(&live), destinations::<1, 0>(&live));
            // Two words each, in any pairing that fits.
            let pairs = [1, 2, 3].map(|other| u64::from(counts[0] + counts[other]));
            check::<2, 4>(
                &live,
                pairs.iter().any(|&pair| pair <= 64 && all - pair <= 64),
            );
        }
    }
}
