//! The functions of the walk that are compiled for each instruction set ([`Isa`]), and the types
//! that they exchange: a node with its branches ([`Fork`]), and the branches left ([`Untaken`]).

use super::names::Recall;
use super::state::{Flow, Stop, Walk, WayDown};
use crate::bits::branch::{Branching, Included, Tweaks};
use crate::bits::kernels::Kernels;
use crate::bits::key::ModeType;
use crate::bits::number::{Bit, Place, Rank};
use crate::bits::price::{self, Cost};
use crate::bits::small::search::SubtreeSums;
use crate::bits::small::{Request, Sizes, SmallSearch, Source};
use crate::bits::sub::Sub;
use crate::bits::sweep::drawn::Drawing;
use crate::bits::sweep::{Root, Sweeping};
use crate::bits::tables::TableWalk;
use crate::gb_flip::GbFlip;
use crate::memo::Hash;
use crate::prices::Prices;
use dlx3_format::Problem;
use std::ops::ControlFlow;

/// The item chosen at a node.
#[derive(Clone, Copy, Debug)]
pub struct ChosenItem {
    pub rank: Rank,
    pub score: i64,
}

/// A node and its branches.
pub struct Fork {
    pub place: Place,
    pub branching: Branching,
    /// How many branches choose an option. One more branch is the null move.
    pub options: i64,
}

/// The branches of a node that have not yet been taken.
pub struct Untaken<const W: usize> {
    /// The options that are left in the item's list.
    pub list: [u64; W],
    /// The number of the last branch.
    pub number: u32,
    /// The live options, without those that the item has lost.
    pub base: [u64; W],
    pub tweaks: Tweaks,
}

impl<const W: usize> Untaken<W> {
    /// Tweaks the item for the branch of an option, unless it is covered for good.
    #[inline(always)]
    pub fn tweak<M: ModeType>(
        &mut self,
        kernels: impl Kernels,
        sub: &Sub,
        fork: &Fork,
        option: Bit,
    ) -> Option<Cost> {
        let (depth, branching) = (fork.place.depth, fork.branching);
        if fork.is_simple::<M>() {
            return None;
        }
        let tweaks = &mut self.tweaks;
        Some(tweaks.tweak::<M, W>(kernels, sub, &mut self.base, depth, option, branching))
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

    /// Pays for beginning the item's branches.
    #[inline(always)]
    pub fn begin<M: ModeType>(&self, walk: &mut Walk<'_>) {
        walk.counters.mems.walk(match self.is_simple::<M>() {
            true => price::begin::<M::Prices>(),
            false => price::begin::<M::Prices>() + price::BEGIN_TWEAKS,
        });
    }

    /// Pays for ending them. `covering` is 0 unless the item was covered.
    #[inline(always)]
    pub fn end<M: ModeType>(&self, walk: &mut Walk<'_>, covering: Cost, tweaks: Tweaks) {
        let restore = price::restore::<M::Prices>();
        walk.counters.mems.walk(restore + covering.mems);
        walk.counters.mems.walk(match self.is_simple::<M>() {
            true => price::DEACTIVATE,
            false => tweaks.untweak(),
        });
    }

    /// Pays for testing whether there is one more branch.
    #[inline(always)]
    pub fn advance<M: ModeType>(&self, walk: &mut Walk<'_>) {
        let is_tweaked = !self.is_simple::<M>();
        walk.counters
            .mems
            .walk(price::advance_by::<M::Prices>(is_tweaked));
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
        walk.show_branch(sub, base, self.place, self.branching, option.is_none());
    }

    #[inline(always)]
    pub fn put_on_path(&self, walk: &mut Walk<'_>, sub: &Sub, option: Option<Bit>, number: u32) {
        let item = sub.items[self.branching.rank.index()].id;
        let option = option.map(|option| sub.options[option.index()].id);
        let (level, score) = (self.place.level, self.branching.score);
        walk.path.set(level, item, option, number, score);
    }
}

/// How the walk reaches a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It is new.
    New,
    /// A part of the walk begins there: it is counted already.
    Counted,
    /// A part of the walk begins below it.
    OnWay,
    /// A part of the walk begins after its subtree.
    Left,
}

impl Arrival {
    /// How the walk reaches the child whose branch was just taken from the way.
    #[cold]
    pub fn of_way(way: &WayDown) -> Self {
        match (way.is_on_way(), way.is_left) {
            (true, _) => Arrival::OnWay,
            (false, true) => Arrival::Left,
            (false, false) => Arrival::Counted,
        }
    }
}

/// The functions that are compiled for each instruction set, with its kernels inlined: for each,
/// its parameters, and what it calls. Calls `$callback!` with `$given` and this list.
macro_rules! entry_points {
    ($callback:ident! $given:tt) => {
        $callback! { $given
            fn branch[M: ModeType, const W: usize][M, W](
                isa,
                walk: &mut Walk<'_>,
                sub: &mut Sub,
                live: &[u64; W],
                place: Place,
                key: u64
            ) -> Flow { branch::<_, M, W>(isa, walk, sub, live, place, key) }

            // Without colors, `include` is inlined for short bitmaps.
            #[inline(never)]
            fn include_far[M: ModeType, const W: usize][M, W](
                isa,
                sub: &mut Sub,
                base: &[u64; W],
                depth: usize,
                active: u32,
                option: Bit,
                branching: Branching
            ) -> Included<W> {
                sub.include::<M, W>(isa, base, depth, active, option, branching)
            }

            fn begin_wide[M: ModeType][M](
                isa,
                walk: &mut Walk<'_>,
                sub: &mut Sub,
                place: Place,
                chosen: Option<ChosenItem>
            ) -> Flow { begin_wide::<_, M>(isa, walk, sub, place, chosen) }

            fn branch_wide[M: ModeType][M](
                isa,
                walk: &mut Walk<'_>,
                sub: &mut Sub,
                place: Place,
                key: u64
            ) -> Flow { branch_wide::<_, M>(isa, walk, sub, place, key) }

            #[inline(never)]
            fn reach[M: ModeType, const W: usize][M, W](
                isa,
                walk: &mut Walk<'_>,
                sub: &mut Sub,
                live: &[u64; W],
                place: Place,
                arrival: Arrival
            ) -> Flow { reach::<_, M, W>(isa, walk, sub, live, place, arrival) }

            // Called where bitmaps are so long that a call costs little.
            #[inline(never)]
            fn come_far[M: ModeType, const W: usize][M, W](
                isa,
                walk: &mut Walk<'_>,
                sub: &Sub,
                live: &[u64; W],
                place: Place,
                is_new: bool
            ) -> ControlFlow<Stop, u64> { come_here::<M, W>(isa, walk, sub, live, place, is_new) }

            #[inline(never)]
            fn draw_item[][](
                isa,
                walk: &mut Walk<'_>,
                sub: &Sub,
                live: &[u64],
                place: Place,
                is_new: bool
            ) -> ControlFlow<Stop, u64> { draw_item(isa, walk, sub, live, place, is_new) }

            fn gather[][](
                isa,
                sub: &mut Sub,
                from: &Sub,
                live: &[u64],
                depth: usize
            ) -> bool { sub.gather(isa, from, live, depth) }

            #[inline(never)]
            fn name[][](
                isa,
                sub: &mut Sub,
                problem: &Problem,
                recall: &mut Recall,
                live: &[u64],
                depth: usize
            ) -> Hash { sub.name(isa, problem, recall, live, depth) }

            // False also if the live options do not fit.
            #[inline(never)]
            fn search_small[P: Prices, const W: usize][P, W](
                isa,
                sizes: &mut Sizes<W>,
                found: &mut SubtreeSums,
                source: &Source<'_>,
                live: &[u64],
                request: Request
            ) -> bool { sizes.search::<_, P>(isa, found, source, live, request) == Some(true) }

            #[inline(never)]
            fn search_middle[P: Prices][P](
                isa,
                small: &mut SmallSearch,
                source: &Source<'_>,
                live: &[u64],
                request: Request
            ) -> bool { small.search_middle::<_, P>(isa, source, live, request) }

            #[inline(never)]
            fn sweep_eights[M: ModeType, const W: usize, const A: usize][M, W, A](
                isa,
                sweeping: &mut Sweeping,
                root: Root<'_>
            ) -> Option<bool> { sweep_eights::<_, M, W, A>(isa, sweeping, root) }

            #[inline(never)]
            fn sweep_kept[P: Prices][P](
                isa,
                sweeping: &mut Sweeping,
                root: Root<'_>
            ) -> Option<bool> { sweep_kept::<_, P>(isa, sweeping, root) }

            #[inline(never)]
            fn sweep_drawn[][](
                isa,
                drawing: &mut Drawing,
                flip: &mut GbFlip,
                root: Root<'_>
            ) -> Option<bool> { drawing.sweep(isa, flip, root) }

            #[inline(never)]
            fn sweep[M: ModeType, const W: usize][M, W](
                isa,
                sweeping: &mut Sweeping,
                root: Root<'_>
            ) -> bool { sweep::<_, M, W>(isa, sweeping, root) }

            #[inline(never)]
            fn walk_tables[P: Prices][P](
                isa,
                walk: &mut TableWalk<'_>
            ) -> Flow { walk.run::<P>(isa) }
        }
    };
}
pub(in crate::bits) use entry_points;

/// Declares these functions as methods of a trait.
macro_rules! declare {
    ([] $(
        $(#[$attribute:meta])?
        fn $name:ident[$($generic:tt)*][$($passed:tt)*](
            $isa:ident, $($argument:ident: $type:ty),*
        ) -> $result:ty $body:block
    )*) => {
        /// An instruction set: its kernels, and the [functions](entry_points) that are compiled
        /// for it.
        pub trait Isa: Kernels {
            $(fn $name<$($generic)*>(self, $($argument: $type),*) -> $result;)*
        }
    };
}
entry_points!(declare![]);
