//! Small subtrees with colors: where few options are left, they are encoded in bitmaps of one
//! word or two, and the subtree is searched to its end, if nothing in it needs to be shown.

pub mod encode;
pub mod search;

use super::decide::small::SmallRule;
use super::kernels::vector::{Kernels, Mask};
use super::number::Rank;
use super::sub::Sub;
use super::sweep::sums::Limits;
use encode::{Places, Small};
use search::{Branching, Found, Subtree, search};

/// What searches of small subtrees keep from one to the next.
#[derive(Debug, Default)]
pub struct SmallSearch {
    pub rule: SmallRule,
    pub found: Found,
    one: Kept<1>,
    two: Kept<2>,
}

/// The same for bitmaps of so many words.
#[derive(Debug, Default)]
struct Kept<const N: usize> {
    places: Places<N>,
    small: Small<N>,
    levels: Vec<Branching<N>>,
}

impl SmallSearch {
    /// Searches all that is below a node with `options` live options, no more than
    /// [`MOST_OPTIONS`](super::decide::small::MOST_OPTIONS), where an item has been chosen, by rank;
    /// false if it was given up.
    #[inline(always)]
    pub fn search(
        &mut self,
        kernels: impl Kernels,
        sub: &Sub,
        live: &[u64],
        depth: usize,
        rank: Rank,
        limits: Limits,
    ) -> bool {
        let (rule, found) = (&self.rule, &mut self.found);
        if self.one.places.find(live) {
            self.one.search(kernels, rule, found, sub, depth, rank, limits)
        } else if self.two.places.find(live) {
            self.two.search(kernels, rule, found, sub, depth, rank, limits)
        } else {
            *found = Found::default();
            false
        }
    }
}

impl<const N: usize> Kept<N> {
    #[inline(always)]
    fn search<K: Kernels>(
        &mut self,
        kernels: K,
        rule: &SmallRule,
        found: &mut Found,
        sub: &Sub,
        depth: usize,
        rank: Rank,
        limits: Limits,
    ) -> bool {
        let (small, places) = (&mut self.small, &self.places);
        let mut storage = Vec::new();
        let masks = K::Mask::all(places.live(), &mut storage);
        small.encode(kernels, sub, depth, places, masks);
        let subtree = Subtree {
            kernels,
            small,
            sub,
            places,
            masks,
        };
        search(&subtree, &mut self.levels, found, rank, limits, rule.most_nodes())
    }
}
