//! Subtrees of middle size: bitmaps have four words. In sub-problems of more words, they take the place
//! of encoding a sub-problem anew, where all that is known of its options would be copied. Here only
//! bitmaps are made: items and hues keep their numbers, and options refer to the sub-problem.
//!
//! Small subtrees are searched within them, but not where the bits of four words are counted at once.
//!
//! Measured with one thread, processor time: with AVX-512, MacMahon squares take 0.86 of the time and
//! word squares 5x5 0.85; with AVX2 0.92 and 0.83; portable 0.88 and 0.72.

use super::encode::{MOST_ITEMS, Small, State};
use super::search::{Branching, Found, Inner, Subtree, search};
use super::source::Source;
use super::{Request, Sizes};
use crate::search::bits::bitmap::{count, first_of_word, ones};
use crate::search::bits::decide::subtrees::{FEW, MOST_SMALL};
use crate::search::bits::encode::gather::gather;
use crate::search::bits::kernels::vector::{Kernels, Mask};
use crate::search::bits::number::Bit;
use crate::search::bits::sub::Sub;

/// What is kept from one of them to the next.
#[derive(Debug, Default)]
pub struct Middle {
    small: Small<FEW>,
    /// The options of each hue.
    hues: Vec<[u64; FEW]>,
    levels: Vec<Branching<FEW>>,
}

impl Middle {
    /// Searches all that is below a node of a sub-problem that [may fit](super::encode::may_fit), and
    /// has no more live options than four words have bits; false if it was given up.
    #[inline(always)]
    pub fn search<K: Kernels>(
        &mut self,
        kernels: K,
        few: &mut Sizes<FEW>,
        found: &mut Found,
        source: &Source<'_>,
        live: &[u64],
        request: Request,
    ) -> bool {
        self.encode(kernels, source, live);
        let subtree = Subtree {
            small: &self.small,
            sub: source.sub,
            hues: &self.hues[..],
        };
        let levels = &mut self.levels;
        if K::COUNTS_FOUR || !source.sub.subtrees.within {
            return search(&subtree, (), levels, found, request);
        }
        let inner = Smaller { kernels, few };
        search(&subtree, inner, levels, found, request)
    }

    /// Encodes what is left.
    #[inline(always)]
    fn encode<K: Kernels>(&mut self, kernels: K, source: &Source<'_>, live: &[u64]) {
        let sub = source.sub;
        self.find_rows(sub, live);
        let small = &mut self.small;
        let mut storage = Vec::new();
        let masks = &K::Mask::all(live, &mut storage)[..live.len()];
        (small.root.pure, small.others) = Default::default();
        let planes = source.pure.chunks_exact(live.len());
        for (from, to) in planes.zip(&mut small.root.pure) {
            gather(kernels, from, masks, to, 0);
        }
        let planes = source.others.chunks_exact(live.len());
        for (from, to) in planes.zip(&mut small.others) {
            gather(kernels, from, masks, to, 0);
        }
        small.root.active = source.active;
        small.root.items = source.active.count_ones();
        small.root.purified = source.purified;
    }

    /// Numbers the live options, and writes the rows of items and hues.
    #[inline(always)]
    fn find_rows(&mut self, sub: &Sub, live: &[u64]) {
        let Small {
            options,
            rows,
            root,
            ..
        } = &mut self.small;
        rows[..sub.items.len()].fill([0; FEW]);
        self.hues.clear();
        self.hues.resize(sub.hues + 1, [0; FEW]);
        let hues = &mut self.hues[..];
        let mut number = 0;
        for (word, &bits) in live.iter().enumerate() {
            for place in ones(bits) {
                let option = Bit::new(word, place).index();
                let (to, bit) = (number / 64 % FEW, 1 << (number % 64));
                options[to][number % 64] = option as u16;
                number += 1;
                for node in sub.nodes_of(&sub.options[option]) {
                    rows[node.item.index() % MOST_ITEMS][to] |= bit;
                    if node.hue != 0 {
                        hues[node.hue as usize][to] |= bit;
                    }
                }
            }
        }
        root.live = std::array::from_fn(|word| first_of_word(number.saturating_sub(64 * word)));
    }
}

/// The small subtrees below.
struct Smaller<'s, K> {
    kernels: K,
    few: &'s mut Sizes<FEW>,
}

impl<K: Kernels> Inner<&[[u64; FEW]], FEW> for Smaller<'_, K> {
    #[inline(always)]
    fn search(
        &mut self,
        subtree: &Subtree<'_, &[[u64; FEW]], FEW>,
        state: &State<FEW>,
        found: &mut Found,
        request: Request,
    ) -> Option<bool> {
        if count(&state.live) > MOST_SMALL {
            return None;
        }
        let small = subtree.small;
        let source = Source {
            sub: subtree.sub,
            items: small.rows.as_flattened(),
            hues: subtree.hues.as_flattened(),
            hue_shift: 0,
            pure: state.pure.as_flattened(),
            others: small.others.as_flattened(),
            purified: state.purified,
            active: state.active,
            options: Some(&small.options),
        };
        self.few
            .search(self.kernels, found, &source, &state.live, request)
    }
}
