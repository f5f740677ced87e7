//! The functions of the walk that are compiled for each instruction set ([`Isa`]), and what they hand to
//! each other: a node with its branches ([`Fork`]), and those that are left ([`Untaken`]).

use super::names::Recall;
use super::state::{Flow, Stop, Walk};
use super::view::View;
use crate::format::Problem;
use crate::search::bits::branch::{Branching, Tweaks};
use crate::search::bits::kernels::vector::Kernels;
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::{Bit, Place, Rank};
use crate::search::bits::price::{self, Cost};
use crate::search::bits::small::search::Found;
use crate::search::bits::small::source::Source;
use crate::search::bits::small::{Request, Sizes, SmallSearch};
use crate::search::bits::sub::Sub;
use crate::search::bits::sweep::sums::Limits;
use crate::search::bits::sweep::sweeping::Sweeping;
use crate::search::memo::Hash;
use std::ops::ControlFlow;

/// An item that has been chosen.
#[derive(Clone, Copy, Debug)]
pub struct ChosenItem {
    pub rank: Rank,
    pub score: i64,
}

/// Whether the branch that has been taken was the null move, which is the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Option,
    Null,
}

/// A node and its branches.
pub struct Fork {
    pub place: Place,
    pub branching: Branching,
    /// How many branches choose an option. If there is one more, it is the null move.
    pub options: i64,
}

/// The branches of a node that have not been taken.
pub struct Untaken<const W: usize> {
    /// The options that are left in the item's list.
    pub list: [u64; W],
    /// The number of the last branch.
    pub number: u32,
    /// The live options, but for those that the item has lost.
    pub base: [u64; W],
    pub tweaks: Tweaks,
}

impl<const W: usize> Untaken<W> {
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

/// An instruction set: its kernels, and the functions that are compiled for it as a whole,
/// with the kernels inlined. Each calls the function of the same name.
pub trait Isa: Kernels {
    /// See [`begin`](super::begin::begin).
    fn begin<M: ModeType, const W: usize>(
        self,
        walk: &mut Walk<'_>,
        sub: &mut Sub,
        level: usize,
        chosen: Option<ChosenItem>,
    ) -> Flow;

    /// See [`branch`](super::node::branch).
    fn branch<M: ModeType, const W: usize>(
        self,
        walk: &mut Walk<'_>,
        sub: &mut Sub,
        live: &[u64; W],
        place: Place,
        key: u64,
    ) -> Flow;

    /// See [`resume`](super::resume::resume).
    fn resume<M: ModeType, const W: usize>(
        self,
        walk: &mut Walk<'_>,
        sub: &mut Sub,
        fork: &Fork,
        untaken: &mut Untaken<W>,
    ) -> ControlFlow<Stop, Move>;

    /// See [`Sub::gather`].
    fn gather(self, sub: &mut Sub, from: &Sub, live: &[u64], depth: usize) -> bool;

    /// See [`Sub::name`].
    fn name(
        self,
        sub: &mut Sub,
        problem: &Problem,
        recall: &mut Recall,
        live: &[u64],
        depth: usize,
    ) -> Hash;

    /// See [`Sizes::search`]; false if the live options do not fit, too.
    fn search_small<const W: usize>(
        self,
        sizes: &mut Sizes<W>,
        found: &mut Found,
        source: &Source<'_>,
        live: &[u64],
        request: Request,
    ) -> bool;

    /// See [`Middle::search`](crate::search::bits::small::middle::Middle::search).
    fn search_middle(
        self,
        small: &mut SmallSearch,
        source: &Source<'_>,
        live: &[u64],
        request: Request,
    ) -> bool;

    /// See [`sweep_eights`](crate::search::bits::sweep::sweeping::sweep_eights).
    fn sweep_eights(
        self,
        sweeping: &mut Sweeping,
        sub: &Sub,
        live: &[u64],
        place: Place,
        key: u64,
        limits: Limits,
    ) -> Option<bool>;

    /// See [`sweep_kept`](crate::search::bits::sweep::sweeping::sweep_kept).
    fn sweep_kept(
        self,
        sweeping: &mut Sweeping,
        sub: &Sub,
        live: &[u64],
        place: Place,
        key: u64,
        limits: Limits,
    ) -> Option<bool>;

    /// See [`sweep`](crate::search::bits::sweep::sweeping::sweep).
    fn sweep<const W: usize>(
        self,
        sweeping: &mut Sweeping,
        sub: &Sub,
        live: &[u64; W],
        place: Place,
        key: u64,
        limits: Limits,
    ) -> bool;
}
