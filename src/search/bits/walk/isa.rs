//! An instruction set as the walk calls it.

use super::fork::{Fork, Rest};
use super::names::Recall;
use super::state::{Flow, Stop, Walk};
use crate::format::Problem;
use crate::search::bits::kernels::Kernels;
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::Place;
use crate::search::bits::number::Rank;
use crate::search::bits::small::Source;
use crate::search::bits::small::search::Found;
use crate::search::bits::small::{Request, Sizes, SmallSearch};
use crate::search::bits::sub::Sub;
use crate::search::bits::sweep::sweeping::{Root, Sweeping};
use crate::search::memo::Hash;
use std::ops::ControlFlow;

/// An item that has been chosen.
#[derive(Clone, Copy, Debug)]
pub struct ChosenItem {
    pub rank: Rank,
    pub score: i64,
}

/// Whether the branch that has been taken was the null move, after which there is
/// no other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Option,
    Null,
}

/// The functions that are compiled for each instruction set as a whole, with its kernels inlined:
/// for each its parameters, and what it calls. Calls `$callback!` with `$given` and all of them.
macro_rules! entry_points {
    ($callback:ident! $given:tt) => {
        $callback! { $given
            fn begin[M: ModeType, const W: usize][M, W](
                isa,
                walk: &mut Walk<'_>,
                sub: &mut Sub,
                level: usize,
                chosen: Option<ChosenItem>
            ) -> Flow { begin::<_, M, W>(isa, walk, sub, level, chosen) }

            fn branch[M: ModeType, const W: usize][M, W](
                isa,
                walk: &mut Walk<'_>,
                sub: &mut Sub,
                live: &[u64; W],
                place: Place,
                key: u64
            ) -> Flow { branch::<_, M, W>(isa, walk, sub, live, place, key) }

            #[inline(never)]
            fn resume[M: ModeType, const W: usize][M, W](
                isa,
                walk: &mut Walk<'_>,
                sub: &mut Sub,
                fork: &Fork,
                rest: &mut Rest<W>
            ) -> ControlFlow<Stop, Move> { resume::<_, M, W>(isa, walk, sub, fork, rest) }

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

            // False if the live options do not fit, too.
            #[inline(never)]
            fn search_small[const W: usize][W](
                isa,
                sizes: &mut Sizes<W>,
                found: &mut Found,
                source: &Source<'_>,
                live: &[u64],
                request: Request
            ) -> bool { sizes.search(isa, found, source, live, request) == Some(true) }

            #[inline(never)]
            fn search_middle[][](
                isa,
                small: &mut SmallSearch,
                source: &Source<'_>,
                live: &[u64],
                request: Request
            ) -> bool { small.search_middle(isa, source, live, request) }

            fn sweep_eights[][](
                isa,
                sweeping: &mut Sweeping,
                root: Root<'_>
            ) -> Option<bool> { sweep_eights(isa, sweeping, root) }

            fn sweep_kept[][](
                isa,
                sweeping: &mut Sweeping,
                root: Root<'_>
            ) -> Option<bool> { sweep_kept(isa, sweeping, root) }

            fn sweep[const W: usize][W](
                isa,
                sweeping: &mut Sweeping,
                root: Root<'_>
            ) -> bool { sweep::<_, W>(isa, sweeping, root) }
        }
    };
}
pub(in crate::search::bits) use entry_points;

/// Declares them as methods.
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
