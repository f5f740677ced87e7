//! What is left below a node, in bitmaps of one word or two. All that a sub-problem knows of its
//! items and options still holds: only bitmaps of options are made anew, by moving bits together.
//! Those of hues are made when they are asked for.

use crate::search::bits::bitmap::{MOST_OPTIONS, ones};
use crate::search::bits::kernels::vector::Kernels;
use crate::search::bits::number::{Bit, Rank};
use crate::search::bits::sub::Sub;

/// The most active items, and the levels that a subtree can have.
pub const MOST_ACTIVE: usize = 64;
/// The planes that count those other nodes of an option that are not purified.
pub const PLANES: usize = 3;
/// The most words of a bitmap of secondary items.
pub const COLOR_WIDTH: usize = 2;
/// There are no more items.
const MOST_ITEMS: usize = 256;
const _: () = assert!(MOST_ACTIVE + 64 * COLOR_WIDTH <= MOST_ITEMS);
/// The most words of a bitmap of options.
const MOST_WORDS: usize = MOST_OPTIONS / 64;

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct State<const N: usize> {
    /// The live options.
    pub live: [u64; N],
    /// How many other nodes of each option are not purified.
    pub pure: [[u64; N]; PLANES],
    /// Secondary items that are purified.
    pub purified: [u64; COLOR_WIDTH],
    /// The active items, by rank, and their number.
    pub active: u64,
    pub items: u32,
}

impl<const N: usize> Default for State<N> {
    fn default() -> Self {
        State {
            live: [0; N],
            pure: [[0; N]; PLANES],
            purified: [0; COLOR_WIDTH],
            active: 0,
            items: 0,
        }
    }
}

/// The words of the sub-problem's bitmaps that have live options. Each goes to one of `N` words
/// as a whole. If there are `W` words, those without live options are among them; 0 stands for any
/// number.
#[derive(Debug)]
pub struct Places<const N: usize, const W: usize> {
    /// The numbers of the words, where their bits go, and their live options.
    words: [(u8, u8); MOST_WORDS],
    masks: [u64; MOST_WORDS],
    /// Those of each of the `N` words end here.
    ends: [usize; N],
    /// Ones for words that do not go to the first one.
    high: [u64; W],
}

impl<const N: usize, const W: usize> Places<N, W> {
    /// Finds the words with live options; false if these are too many.
    #[inline(always)]
    pub fn find(&mut self, live: &[u64]) -> bool {
        let (mut to, mut shift, mut end) = (0, 0, 0);
        for (word, &bits) in live.iter().enumerate() {
            if W == 0 && bits == 0 {
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
            if W > 0 {
                self.high[word] = if to == 0 { 0 } else { u64::MAX };
            }
            shift += count;
            end += 1;
        }
        self.ends[to..].fill(end);
        true
    }

    /// The live options, in place of masks that are made of them.
    pub fn live(&self) -> &[u64] {
        &self.masks[..self.ends[N - 1]]
    }

    /// Moves together those bits of a bitmap that are live options.
    #[inline(always)]
    pub fn gather<K: Kernels>(&self, kernels: K, masks: &[K::Mask], from: &[u64]) -> [u64; N] {
        const { assert!(W == 0 || N <= 2) };
        let (mut to, mut start) = ([0; N], 0);
        if W > 0 {
            // No word is passed by: whether it has live options can't be foreseen.
            let (from, masks) = (&from[..W], &masks[..W]);
            for word in 0..W {
                let bits = kernels.extract(from[word], &masks[word]) << (self.words[word].1 % 64);
                if N == 1 {
                    to[0] |= bits;
                } else {
                    let high = bits & self.high[word];
                    to[0] |= bits ^ high;
                    to[1] |= high;
                }
            }
            return to;
        }
        for (to, &end) in to.iter_mut().zip(&self.ends) {
            let places = self.words[start..end].iter().zip(&masks[start..end]);
            for (&(word, shift), mask) in places {
                *to |= kernels.extract(from[usize::from(word)], mask) << (shift % 64);
            }
            start = end;
        }
        to
    }
}

impl<const N: usize, const W: usize> Default for Places<N, W> {
    fn default() -> Self {
        Places {
            words: [(0, 0); MOST_WORDS],
            masks: [0; MOST_WORDS],
            ends: [0; N],
            high: [0; W],
        }
    }
}

/// The bitmaps of a small subtree.
#[derive(Debug)]
pub struct Small<const N: usize> {
    /// The options, by their numbers in the sub-problem.
    options: [[u16; 64]; N],
    /// The options of each active item, and of each secondary one that is not purified, by rank.
    rows: [[u64; N]; MOST_ITEMS],
    /// How many nodes options have beyond what all have: see
    /// [`Weights`](crate::search::bits::sub::planes::Weights).
    pub others: [[u64; N]; PLANES],
    pub root: State<N>,
}

impl<const N: usize> Default for Small<N> {
    fn default() -> Self {
        Small {
            options: [[0; 64]; N],
            rows: [[0; N]; MOST_ITEMS],
            others: [[0; N]; PLANES],
            root: State::default(),
        }
    }
}

/// Whether small subtrees of a sub-problem with colors can be encoded.
pub fn may_fit(sub: &Sub) -> bool {
    let (layout, weights) = (&sub.layout, &sub.weights);
    let mut primary = sub.items[..layout.primary].iter();
    layout.primary <= MOST_ACTIVE
        && layout.color_width <= COLOR_WIDTH
        && weights.pure.count <= PLANES
        && weights.others.count <= PLANES
        && primary.all(|item| item.is_simple())
}

impl<const N: usize> Small<N> {
    /// Encodes what is left of `sub`, which [may fit](may_fit), in the frame at `depth`.
    #[inline(always)]
    pub fn encode<K: Kernels, const W: usize>(
        &mut self,
        kernels: K,
        sub: &Sub,
        depth: usize,
        places: &Places<N, W>,
        masks: &[K::Mask],
    ) {
        let (frames, layout) = (&sub.frames, &sub.layout);
        let root = &mut self.root;
        root.pure = [[0; N]; PLANES];
        let planes = frames.pure(layout, depth).chunks_exact(layout.words);
        for (plane, to) in planes.zip(&mut root.pure) {
            *to = places.gather(kernels, masks, plane);
        }
        self.others = [[0; N]; PLANES];
        let planes = sub.weights.others.words.chunks_exact(layout.words);
        for (plane, to) in planes.zip(&mut self.others) {
            *to = places.gather(kernels, masks, plane);
        }
        root.live = [0; N];
        let mut start = 0;
        for to in 0..N {
            let mut number = 0;
            for place in start..places.ends[to] {
                let word = usize::from(places.words[place].0);
                for bit in ones(places.masks[place]) {
                    self.options[to][number % 64] = Bit::new(word, bit).index() as u16;
                    number += 1;
                }
            }
            root.live[to] = u64::MAX.checked_shr(64 - number as u32).unwrap_or(0);
            start = places.ends[to];
        }
        root.active = frames.active(layout, depth)[0];
        root.items = root.active.count_ones();
        root.purified = [0; COLOR_WIDTH];
        let purified = frames.purified(layout, depth);
        root.purified[..purified.len()].copy_from_slice(purified);
        let rows = &sub.rows.items;
        for rank in ones(root.active) {
            let row = &rows[rank * layout.words..][..layout.words];
            self.rows[rank] = places.gather(kernels, masks, row);
        }
        for (word, &purified) in purified.iter().enumerate() {
            let colors = sub.items.len() - layout.primary - 64 * word;
            let all = u64::MAX.checked_shr(64_u32.saturating_sub(colors as u32));
            for color in ones(all.unwrap_or(0) & !purified) {
                let rank = layout.primary + 64 * word + color;
                let row = &rows[rank * layout.words..][..layout.words];
                self.rows[rank % MOST_ITEMS] = places.gather(kernels, masks, row);
            }
        }
    }

    /// The options of an item.
    #[inline(always)]
    pub fn row(&self, rank: Rank) -> &[u64; N] {
        debug_assert!(rank.index() < MOST_ITEMS);
        &self.rows[rank.index() % MOST_ITEMS]
    }

    /// The number in the sub-problem of an option.
    #[inline(always)]
    pub fn option(&self, bit: Bit) -> Bit {
        Bit(self.options[bit.word() % N][bit.index() % 64].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bits::kernels::portable::Portable;
    use crate::search::bits::kernels::vector::Mask;

    /// With the code for any number of words, and with that for four: both do the same.
    fn gather<const N: usize>(live: &[u64; 4], from: &[u64; 4]) -> Option<[u64; N]> {
        let any = gather_by::<N, 0>(live, from);
        assert_eq!(gather_by::<N, 4>(live, from), any);
        any
    }

    fn gather_by<const N: usize, const W: usize>(
        live: &[u64; 4],
        from: &[u64; 4],
    ) -> Option<[u64; N]> {
        let mut places = Places::<N, W>::default();
        // What was there before does not matter.
        places.find(&[u64::MAX; 3]);
        let mut storage = Vec::new();
        places.find(live).then(|| {
            let masks = <Portable as Kernels>::Mask::all(places.live(), &mut storage);
            places.gather(Portable, masks, from)
        })
    }

    #[test]
    fn the_bits_of_a_word_stay_together() {
        let from = [u64::MAX; 4];
        assert_eq!(gather(&[0b1011, 0, 0b100, 0], &from), Some([0b1111]));
        assert_eq!(
            gather(&[0b1011, 0, 0b101, 0], &[0b1000, 7, 0b100, 7]),
            Some([0b1_0100])
        );
        let many = u64::MAX >> 24;
        assert_eq!(gather::<1>(&[many, 0, many, 0], &from), None);
        assert_eq!(
            gather(&[many, 0, many, 1], &from),
            Some([many, many << 1 | 1])
        );
        assert_eq!(gather::<2>(&[many, many, many, 0], &from), None);
        assert_eq!(gather(&[0; 4], &from), Some([0, 0]));
        assert_eq!(gather(&[u64::MAX, 0, 0, 1], &from), Some([u64::MAX, 1]));
    }
}
