//! Small subtrees with colors. Where few options are left, what is left is encoded in bitmaps of
//! one word or two, and the subtree is searched to its end, if nothing in it needs to be shown:
//! there is no path, and counters are added to when all is done.

pub mod encode;
pub mod search;

use super::kernels::vector::{Kernels, Mask};
use super::number::Rank;
use super::sub::Sub;
use super::sweep::sums::Limits;
use encode::{Gatherer, Places, Small};
use search::{Branching, Found, Subtree, search};

/// What is told of a node below which all is to be searched: its frame, the item that it has
/// chosen, and what may be found.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub depth: usize,
    pub rank: Rank,
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
}

/// With MacMahon squares, most small subtrees are of sub-problems of so many words. With code of
/// their own, these take 0.85 of the time.
pub const FEW: usize = 4;

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
    /// it was given up, or if the live options do not fit.
    #[inline(always)]
    pub fn search(
        &mut self,
        kernels: impl Kernels,
        found: &mut Found,
        sub: &Sub,
        live: &[u64],
        request: Request,
    ) -> bool {
        *found = Found::default();
        if self.one.places.find(live) {
            self.one.search(kernels, found, sub, request)
        } else {
            self.two.places.find(live) && self.two.search(kernels, found, sub, request)
        }
    }
}

impl<const N: usize, const W: usize> Kept<N, W> {
    #[inline(always)]
    fn search<K: Kernels>(
        &mut self,
        kernels: K,
        found: &mut Found,
        sub: &Sub,
        request: Request,
    ) -> bool {
        let (small, places) = (&mut self.small, &self.places);
        let mut storage = Vec::new();
        let masks = K::Mask::all(places.live(), &mut storage);
        let gatherer = Gatherer::new(kernels, places, masks, sub.layout.words);
        small.encode(sub, request.depth, &gatherer);
        let subtree = Subtree {
            small,
            sub,
            gatherer,
        };
        search(&subtree, &mut self.levels, found, request)
    }
}
