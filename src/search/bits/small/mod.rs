//! Small subtrees with colors. Where few options are left, what is left is encoded in bitmaps of
//! one word or two, and the subtree is searched to its end, if nothing in it needs to be shown:
//! there is no path, and counters are added to when all is done. [Those of middle size](middle) have
//! four words.

pub mod encode;
pub mod middle;
pub mod search;
pub mod source;

use super::decide::subtrees::FEW;
use super::kernels::vector::{Kernels, Mask};
use super::number::Rank;
use super::sweep::sums::Limits;
use encode::{Gatherer, Places, Small};
use middle::Middle;
use search::{Branching, Found, Gathered, Subtree, search};
use source::Source;

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

/// The same for sub-problems of `W` words; 0 stands for any number.
#[derive(Debug, Default)]
pub struct Sizes<const W: usize> {
    one: Kept<1, W>,
    two: Kept<2, W>,
}

/// The same for bitmaps of `N` words.
#[derive(Debug, Default)]
struct Kept<const N: usize, const W: usize> {
    places: Places<N, W>,
    small: Small<N>,
    levels: Vec<Branching<N>>,
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

impl<const N: usize, const W: usize> Kept<N, W> {
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
