//! A node with its branches, and what has not been done of them.

use super::state::Walk;
use super::view::View;
use crate::search::bits::branch::{Branching, Tweaks};
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::{Bit, Place};
use crate::search::bits::price::{self, Cost};
use crate::search::bits::sub::Sub;

/// A node and its branches.
pub struct Fork {
    pub place: Place,
    pub branching: Branching,
    /// How many branches choose an option. If there is one more, it is the null move.
    pub options: i64,
}

/// What has not been done of a node's branches.
pub struct Rest<const W: usize> {
    /// The options that are left in the item's list.
    pub list: [u64; W],
    /// The number of the last branch.
    pub number: u32,
    /// The live options, but for those that the item has lost.
    pub base: [u64; W],
    pub tweaks: Tweaks,
}

impl<const W: usize> Rest<W> {
    /// Tweaks the item for the branch of an option, if it is not covered for good.
    #[inline(always)]
    pub fn tweak<M: ModeType>(&mut self, sub: &Sub, fork: &Fork, option: Bit) -> Option<Cost> {
        let (depth, branching) = (fork.place.depth, fork.branching);
        if fork.is_simple::<M>() {
            return None;
        }
        let tweaks = &mut self.tweaks;
        Some(tweaks.tweak::<M, W>(sub, &mut self.base, depth, option, branching))
    }
}

impl Fork {
    /// Whether the item is covered for good.
    #[inline(always)]
    pub fn is_simple<M: ModeType>(&self) -> bool {
        M::IS_PLAIN || self.branching.is_simple()
    }

    /// Whether the last branch is the null move.
    #[inline(always)]
    pub fn has_null<M: ModeType>(&self) -> bool {
        !M::IS_PLAIN && self.options != self.branching.score
    }

    /// Pays for looking whether there is one more branch.
    #[inline(always)]
    pub fn advance<M: ModeType>(&self, walk: &mut Walk<'_>) {
        let is_tweaked = !self.is_simple::<M>();
        walk.counters.mems.walk(price::advance(is_tweaked));
    }

    /// Goes to a branch: puts it on the path and shows it.
    #[inline(always)]
    pub fn step<const W: usize>(
        &self,
        walk: &mut Walk<'_>,
        sub: &Sub,
        base: &[u64; W],
        option: Option<Bit>,
        number: u32,
    ) {
        self.put_on_path(walk, sub, option, number);
        if walk.shows_moves {
            let view = View::new(&walk.path, walk.counters, sub, base, self.place);
            walk.watch
                .branched(&view.of_branch(self.branching, option.is_none()));
        }
    }

    #[inline(always)]
    pub fn put_on_path(&self, walk: &mut Walk<'_>, sub: &Sub, option: Option<Bit>, number: u32) {
        let item = sub.items[self.branching.rank.index()].id;
        let option = option.map(|option| sub.options[option.index()].id);
        let (level, score) = (self.place.level, self.branching.score);
        walk.path.set(level, item, option, number, score);
    }
}
