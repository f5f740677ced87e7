//! Small subtrees with colors. If few options are left and nothing below needs to be shown, what is
//! left is encoded in bitmaps of one word or two, and searched to its end: there is no path, and
//! counters are added to when all is done. [Those of middle size](middle) have four words.

pub mod encode;
pub mod middle;
pub mod search;

use super::decide::subtrees::FEW;
use super::kernels::{Kernels, Mask};
use super::number::{Bit, Rank};
use super::sub::Sub;
use super::sweep::level::Limits;
use encode::{Gatherer, Places, Small};
use middle::Middle;
use search::{Found, Gathered, SmallFork, Subtree, search};

/// The most words of a bitmap of secondary items.
pub const COLOR_WIDTH: usize = 2;

/// A node, and what its bitmaps of options are moved together from. Items, hues and what is known
/// of options are those of the sub-problem.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    pub sub: &'s Sub,
    /// The options of each item, by rank, and of each hue: that of hue `h` is the bitmap
    /// `h << hue_shift`.
    pub items: &'s [u64],
    pub hues: &'s [u64],
    pub hue_shift: u32,
    /// How many other nodes the options have that are not purified, and beyond what all have: see
    /// [`Weights`](crate::search::bits::sub::arrays::Weights).
    pub pure: &'s [u64],
    pub others: &'s [u64],
    /// Secondary items that are purified, and the active items, by rank.
    pub purified: [u64; COLOR_WIDTH],
    pub active: u64,
    /// The numbers of the options in the sub-problem, if these are others.
    pub options: Option<&'s [[u16; 64]]>,
}

impl<'s> Source<'s> {
    /// That of a sub-problem in the frame at `depth`.
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
            // Each is followed by that of other hues.
            hue_shift: 1,
            pure: frames.pure(layout, depth),
            others: &sub.weights.others.words,
            purified,
            // Slots are ranks, as no bound may change.
            active: frames.active(layout, depth)[0],
            options: None,
        }
    }

    /// The number of an option in the sub-problem.
    #[inline(always)]
    pub fn option(&self, word: usize, bit: usize) -> u16 {
        match self.options {
            None => Bit::new(word, bit).index() as u16,
            Some(options) => options[word][bit % 64],
        }
    }
}

/// What is told of a node below which all is to be searched: the item that it has chosen, how many
/// levels it is below the node where counting began, and what may be found.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub rank: Rank,
    pub level: usize,
    pub limits: Limits,
    pub most_nodes: u64,
}

/// What is kept from one small subtree to the next.
#[derive(Debug, Default)]
pub struct SmallSearch {
    pub found: Found,
    /// For sub-problems of [`FEW`] words, and for all others.
    pub few: Sizes<FEW>,
    pub others: Sizes<0>,
    pub middle: Middle,
}

impl SmallSearch {
    /// See [`Middle::search`].
    #[inline(always)]
    pub fn search_middle(
        &mut self,
        kernels: impl Kernels,
        source: &Source<'_>,
        live: &[u64],
        request: Request,
    ) -> bool {
        let SmallSearch {
            found, few, middle, ..
        } = self;
        middle.search(kernels, few, found, source, live, request)
    }
}

/// The same for sub-problems of `W` words; 0 stands for any number.
#[derive(Debug, Default)]
pub struct Sizes<const W: usize> {
    one: Workspace<1, W>,
    two: Workspace<2, W>,
}

/// The same for bitmaps of `N` words.
#[derive(Debug, Default)]
struct Workspace<const N: usize, const W: usize> {
    places: Places<N, W>,
    small: Small<N>,
    levels: Vec<SmallFork<N>>,
}

impl<const W: usize> Sizes<W> {
    /// Searches all that is below a node of a sub-problem that [may fit](encode::may_fit); false if
    /// it was given up, and `None` if the live options do not fit.
    #[inline(always)]
    pub fn search(
        &mut self,
        kernels: impl Kernels,
        found: &mut Found,
        source: &Source<'_>,
        live: &[u64],
        request: Request,
    ) -> Option<bool> {
        if self.one.places.find(live) {
            return Some(self.one.search(kernels, found, source, request));
        }
        if self.two.places.find(live) {
            return Some(self.two.search(kernels, found, source, request));
        }
        None
    }
}

impl<const N: usize, const W: usize> Workspace<N, W> {
    #[inline(always)]
    fn search<K: Kernels>(
        &mut self,
        kernels: K,
        found: &mut Found,
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
        search(&subtree, (), &mut self.levels, found, request)
    }
}
