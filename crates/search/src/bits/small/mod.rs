//! Small subtrees with colors. If few options are left and nothing below needs to be shown, what is
//! left is encoded in bitmaps of one word or two and searched to its end: there is no path, and
//! counters are updated at the end.
//!
//! Subtrees of middle size ([`Middle`]) have four words. In sub-problems of more words, they save
//! compacting: only bitmaps are made, items and hues keep their numbers, and the data of options
//! stay in the sub-problem. Small subtrees are searched within them, except on machines that count
//! the bits of four words at once.
//!
//! Gain of middle size: processor time of one thread, divided by the time without it:
//!
//! | | AVX-512 | AVX2 | portable |
//! |---|---|---|---|
//! | MacMahon squares | 0.86 | 0.92 | 0.88 |
//! | word squares 5x5 | 0.85 | 0.83 | 0.72 |

pub mod encode;
pub mod leaves;
pub mod search;
pub mod siblings;

use super::bitmap::{bits_of, count, first_of_word};
use super::decide::subtrees::{MIDDLE_WORDS, MOST_SMALL};
use super::encode::gather;
use super::kernels::{Kernels, Mask};
use super::number::{Bit, Rank};
use super::sub::Sub;
use super::sweep::level::Limits;
use crate::prices::Prices;
use encode::{Gatherer, MOST_ITEMS, Places, Small, SmallNode};
use search::{Gathered, Inner, Nodes, Subtree, SubtreeSums, search};

/// The most words of a bitmap of secondary items.
pub const COLOR_WIDTH: usize = 2;

/// A node, and the bitmaps that its own are compressed from. Items, hues and the data of options
/// are those of the sub-problem.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    pub sub: &'s Sub,
    /// The options of each item, by rank, and of each hue: hue `h` has bitmap number `h <<
    /// hue_shift`.
    pub items: &'s [u64],
    pub hues: &'s [u64],
    pub hue_shift: u32,
    /// In planes, how many other nodes of each option are not purified, and how many more nodes it
    /// has than the least: see [`OtherNodes`](crate::bits::sub::arrays::OtherNodes).
    pub pure: &'s [u64],
    pub others: &'s [u64],
    /// The secondary items that are purified, and the active items, by rank.
    pub purified: [u64; COLOR_WIDTH],
    pub active: u64,
    /// The options' indices in the sub-problem, if these differ.
    pub options: Option<&'s [[u16; 64]]>,
}

impl<'s> Source<'s> {
    /// The frame at `depth` of a sub-problem.
    #[inline(always)]
    pub fn of(sub: &'s Sub, depth: usize) -> Self {
        let (layout, frames) = (&sub.layout, &sub.frames);
        let mut purified = [0; COLOR_WIDTH];
        let from = frames.purified(layout, depth);
        purified[..from.len()].copy_from_slice(from);
        Source {
            sub,
            items: &sub.rows.items,
            hues: &sub.rows.hues,
            // Each hue's bitmap is followed by that of its item's other hues.
            hue_shift: 1,
            pure: frames.pure(layout, depth),
            others: &sub.other_nodes.others.words,
            purified,
            // Slots are ranks, as no bound may change.
            active: frames.active(layout, depth)[0],
            options: None,
        }
    }

    /// The index of an option in the sub-problem.
    #[inline(always)]
    pub fn option(&self, word: usize, bit: usize) -> u16 {
        match self.options {
            None => Bit::new(word, bit).index() as u16,
            Some(options) => options[word][bit % 64],
        }
    }
}

/// A request to search all that is below a node: the item that it has chosen, its level below the
/// node where counting began, and limits.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub rank: Rank,
    pub level: usize,
    pub limits: Limits,
    /// The most nodes to visit.
    pub most_nodes: u64,
    /// How often each node is counted.
    pub times: u64,
    /// Whether leaves are [counted by their parent](leaves), and whether [equal
    /// siblings](siblings) are searched once.
    pub closes: bool,
    pub merges: bool,
}

/// Buffers that are kept from one small subtree to the next.
#[derive(Debug, Default)]
pub struct SmallSearch {
    pub found: SubtreeSums,
    /// For sub-problems of [`MIDDLE_WORDS`] words, and for all others.
    pub few: Sizes<MIDDLE_WORDS>,
    pub others: Sizes<0>,
    pub middle: Middle,
}

impl SmallSearch {
    /// Searches all below a node of a sub-problem that [may fit](encode::may_fit), with at most as
    /// many live options as four words have bits; false if it was given up.
    #[inline(always)]
    pub fn search_middle<K: Kernels, P: Prices>(
        &mut self,
        kernels: K,
        source: &Source<'_>,
        live: &[u64],
        request: Request,
    ) -> bool {
        let SmallSearch {
            found, few, middle, ..
        } = self;
        middle.encode(kernels, source, live);
        let subtree = Subtree {
            small: &middle.small,
            sub: source.sub,
            hues: &middle.hues[..],
        };
        let nodes = &mut middle.nodes;
        if K::COUNTS_FOUR || !source.sub.subtrees.within {
            return search::<P, _, _>(&subtree, (), nodes, found, request);
        }
        let inner = Smaller { kernels, few };
        search::<P, _, _>(&subtree, inner, nodes, found, request)
    }
}

/// Buffers for sub-problems of `W` words; 0 stands for any number.
#[derive(Debug, Default)]
pub struct Sizes<const W: usize> {
    one: Workspace<1, W>,
    two: Workspace<2, W>,
}

/// Buffers for bitmaps of `N` words.
#[derive(Debug, Default)]
struct Workspace<const N: usize, const W: usize> {
    places: Places<N, W>,
    small: Small<N>,
    nodes: Nodes<N>,
}

impl<const W: usize> Sizes<W> {
    /// Searches all below a node of a sub-problem that [may fit](encode::may_fit); false if it was
    /// given up, and `None` if the live options do not fit.
    #[inline(always)]
    pub fn search<K: Kernels, P: Prices>(
        &mut self,
        kernels: K,
        found: &mut SubtreeSums,
        source: &Source<'_>,
        live: &[u64],
        request: Request,
    ) -> Option<bool> {
        if self.one.places.find(live) {
            return Some(self.one.search::<K, P>(kernels, found, source, request));
        }
        if self.two.places.find(live) {
            return Some(self.two.search::<K, P>(kernels, found, source, request));
        }
        None
    }
}

impl<const N: usize, const W: usize> Workspace<N, W> {
    #[inline(always)]
    fn search<K: Kernels, P: Prices>(
        &mut self,
        kernels: K,
        found: &mut SubtreeSums,
        source: &Source<'_>,
        request: Request,
    ) -> bool {
        let (small, places) = (&mut self.small, &self.places);
        let mut storage = Vec::new();
        let masks = K::Mask::all(places.live(), &mut storage);
        let gatherer = Gatherer::new(kernels, places, masks, source.sub.layout.words);
        small.encode(source, &gatherer);
        let subtree = Subtree {
            small,
            sub: source.sub,
            hues: Gathered {
                gatherer,
                hues: source.hues,
                shift: source.hue_shift,
            },
        };
        search::<P, _, _>(&subtree, (), &mut self.nodes, found, request)
    }
}

/// A subtree of middle size, and buffers that are kept.
#[derive(Debug, Default)]
pub struct Middle {
    small: Small<MIDDLE_WORDS>,
    /// The options of each hue.
    hues: Vec<[u64; MIDDLE_WORDS]>,
    nodes: Nodes<MIDDLE_WORDS>,
}

impl Middle {
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
        rows[..sub.items.len()].fill([0; MIDDLE_WORDS]);
        // Not by `zero`: word squares 5x5 would take 1.04 times the instructions.
        self.hues.clear();
        self.hues.resize(sub.hues + 1, [0; MIDDLE_WORDS]);
        let hues = &mut self.hues[..];
        let mut number = 0;
        for option in bits_of(live).map(Bit::index) {
            let (to, bit) = (number / 64 % MIDDLE_WORDS, 1 << (number % 64));
            options[to][number % 64] = option as u16;
            number += 1;
            for node in sub.nodes_of(&sub.options[option]) {
                rows[node.item.index() % MOST_ITEMS][to] |= bit;
                if node.hue != 0 {
                    hues[node.hue as usize][to] |= bit;
                }
            }
        }
        root.live = std::array::from_fn(|word| first_of_word(number.saturating_sub(64 * word)));
    }
}

/// Searches the small subtrees below.
struct Smaller<'s, K> {
    kernels: K,
    few: &'s mut Sizes<MIDDLE_WORDS>,
}

impl<K: Kernels> Inner<&[[u64; MIDDLE_WORDS]], MIDDLE_WORDS> for Smaller<'_, K> {
    #[inline(always)]
    fn search<P: Prices>(
        &mut self,
        subtree: &Subtree<'_, &[[u64; MIDDLE_WORDS]], MIDDLE_WORDS>,
        state: &SmallNode<MIDDLE_WORDS>,
        found: &mut SubtreeSums,
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
            .search::<K, P>(self.kernels, found, &source, &state.live, request)
    }
}
