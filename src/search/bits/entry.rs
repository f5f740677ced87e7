//! Entry points: the walk, compiled for each instruction set. The best one that the machine
//! has is found at run time (see [`Vectors`]).

use super::kernels::portable::Portable;
#[cfg(target_arch = "x86_64")]
use super::kernels::{avx2::Avx2, avx512::Avx512};
use super::mode::ModeType;
use super::number::Place;
use super::small::search::Found;
use super::small::source::Source;
use super::small::{Request, Sizes, SmallSearch};
use super::sub::Sub;
use super::sweep::sums::Limits;
use super::sweep::sweeping::{Sweeping, sweep, sweep_eights, sweep_kept};
use super::vectors::Vectors;
use super::walk::begin::begin;
use super::walk::compact::dispatch;
use super::walk::isa::{ChosenItem, Fork, Isa, Move, Untaken};
use super::walk::names::Recall;
use super::walk::node::branch;
use super::walk::resume::resume;
use super::walk::state::{Flow, Stop, Walk};
use crate::format::Problem;
use crate::search::memo::Hash;
use std::ops::ControlFlow;

/// Searches a sub-problem with the best of these that the machine has.
pub(super) fn search(vectors: Vectors, walk: &mut Walk<'_>, sub: &mut Sub, level: usize) -> Flow {
    #[cfg(target_arch = "x86_64")]
    match vectors {
        Vectors::Portable => {}
        Vectors::Avx2 => {
            if let Some(isa) = Avx2::detect() {
                return dispatch(isa, walk, sub, level, None);
            }
        }
        Vectors::Avx512 => {
            if let Some(isa) = Avx512::detect() {
                return dispatch(isa, walk, sub, level, None);
            }
            return search(Vectors::Avx2, walk, sub, level);
        }
    }
    // Elsewhere there is one way only.
    #[cfg(not(target_arch = "x86_64"))]
    let _ = vectors;
    dispatch(Portable, walk, sub, level, None)
}

/// Implements [`Isa`]: each function calls the one that it is named after, in code that is
/// compiled for these features.
macro_rules! isa {
    ($isa:ident $(, $features:literal)?) => {
        impl Isa for $isa {
            isa!(@ [$($features)?] [] fn begin[M: ModeType, const W: usize][M, W](
                isa: $isa,
                walk: &mut Walk<'_>,
                sub: &mut Sub,
                level: usize,
                chosen: Option<ChosenItem>,
            ) -> Flow = begin::<$isa, M, W>);

            isa!(@ [$($features)?] [] fn branch[M: ModeType, const W: usize][M, W](
                isa: $isa,
                walk: &mut Walk<'_>,
                sub: &mut Sub,
                live: &[u64; W],
                place: Place,
                key: u64,
            ) -> Flow = branch::<$isa, M, W>);

            isa!(@ [$($features)?] [#[inline(never)]] fn resume[M: ModeType, const W: usize][M, W](
                isa: $isa,
                walk: &mut Walk<'_>,
                sub: &mut Sub,
                fork: &Fork,
                untaken: &mut Untaken<W>,
            ) -> ControlFlow<Stop, Move> = resume::<$isa, M, W>);

            isa!(@ [$($features)?] [] fn gather[][](
                isa: $isa,
                sub: &mut Sub,
                from: &Sub,
                live: &[u64],
                depth: usize,
            ) -> bool = gather);

            isa!(@ [$($features)?] [#[inline(never)]] fn name[][](
                isa: $isa,
                sub: &mut Sub,
                problem: &Problem,
                recall: &mut Recall,
                live: &[u64],
                depth: usize,
            ) -> Hash = name);

            isa!(@ [$($features)?] [#[inline(never)]] fn search_small[const W: usize][W](
                isa: $isa,
                sizes: &mut Sizes<W>,
                found: &mut Found,
                source: &Source<'_>,
                live: &[u64],
                request: Request,
            ) -> bool = search_small::<$isa, W>);

            isa!(@ [$($features)?] [#[inline(never)]] fn search_middle[][](
                isa: $isa,
                small: &mut SmallSearch,
                source: &Source<'_>,
                live: &[u64],
                request: Request,
            ) -> bool = search_middle::<$isa>);

            isa!(@ [$($features)?] [] fn sweep_eights[][](
                isa: $isa,
                sweeping: &mut Sweeping,
                sub: &Sub,
                live: &[u64],
                place: Place,
                key: u64,
                limits: Limits,
            ) -> Option<bool> = sweep_eights::<$isa>);

            isa!(@ [$($features)?] [] fn sweep_kept[][](
                isa: $isa,
                sweeping: &mut Sweeping,
                sub: &Sub,
                live: &[u64],
                place: Place,
                key: u64,
                limits: Limits,
            ) -> Option<bool> = sweep_kept::<$isa>);

            isa!(@ [$($features)?] [] fn sweep[const W: usize][W](
                isa: $isa,
                sweeping: &mut Sweeping,
                sub: &Sub,
                live: &[u64; W],
                place: Place,
                key: u64,
                limits: Limits,
            ) -> bool = sweep::<$isa, W>);
        }
    };
    (@ [] [$(#[$attribute:meta])?] fn $name:ident[$($generic:tt)*][$($given:tt)*](
        $isa:ident: $type:ty, $($argument:ident: $of:ty,)*
    ) -> $result:ty = $callee:path) => {
        $(#[$attribute])?
        fn $name<$($generic)*>(self, $($argument: $of),*) -> $result {
            $callee(self, $($argument),*)
        }
    };
    (@ [$features:literal] [$(#[$attribute:meta])?] fn $name:ident[$($generic:tt)*][$($given:tt)*](
        $isa:ident: $type:ty, $($argument:ident: $of:ty,)*
    ) -> $result:ty = $callee:path) => {
        #[inline(always)]
        fn $name<$($generic)*>(self, $($argument: $of),*) -> $result {
            #[target_feature(enable = $features)]
            $(#[$attribute])?
            fn with_features<$($generic)*>($isa: $type, $($argument: $of),*) -> $result {
                $callee($isa, $($argument),*)
            }
            // SAFETY: there is a value of this type, so that the machine has these features.
            unsafe { with_features::<$($given)*>(self, $($argument),*) }
        }
    };
}

#[inline(always)]
fn search_small<I: Isa, const W: usize>(
    isa: I,
    sizes: &mut Sizes<W>,
    found: &mut Found,
    source: &Source<'_>,
    live: &[u64],
    request: Request,
) -> bool {
    sizes.search(isa, found, source, live, request) == Some(true)
}

#[inline(always)]
fn search_middle<I: Isa>(
    isa: I,
    small: &mut SmallSearch,
    source: &Source<'_>,
    live: &[u64],
    request: Request,
) -> bool {
    let SmallSearch {
        found, few, middle, ..
    } = small;
    middle.search(isa, few, found, source, live, request)
}

#[inline(always)]
fn gather(isa: impl Isa, sub: &mut Sub, from: &Sub, live: &[u64], depth: usize) -> bool {
    sub.gather(isa, from, live, depth)
}

#[inline(always)]
fn name(
    isa: impl Isa,
    sub: &mut Sub,
    problem: &Problem,
    recall: &mut Recall,
    live: &[u64],
    depth: usize,
) -> Hash {
    sub.name(isa, problem, recall, live, depth)
}

isa!(Portable);
#[cfg(target_arch = "x86_64")]
isa!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
isa!(
    Avx512,
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt"
);
