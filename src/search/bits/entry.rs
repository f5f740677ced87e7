//! Entry points: the walk, compiled for each instruction set. The best one that the machine
//! has is found at run time (see [`Vectors`]).

use super::kernels::Vectors;
use super::kernels::portable::Portable;
#[cfg(target_arch = "x86_64")]
use super::kernels::{avx2::Avx2, avx512::Avx512};
use super::mode::ModeType;
use super::number::Place;
use super::small::Source;
use super::small::search::Found;
use super::small::{Request, Sizes, SmallSearch};
use super::sub::Sub;
use super::sweep::drawn::{Drawing, sweep_drawn};
use super::sweep::sweeping::{Root, Sweeping, sweep, sweep_eights, sweep_kept};
use super::walk::compact::dispatch;
use super::walk::isa::{ChosenItem, Fork, Isa, Move, Untaken, entry_points};
use super::walk::names::Recall;
use super::walk::node::{begin, branch, draw_item};
use super::walk::resume::resume;
use super::walk::state::{Flow, Stop, Walk};
use super::walk::wide::{begin_wide, branch_wide};
use crate::format::Problem;
use crate::search::gb_flip::GbFlip;
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

/// Implements [`Isa`]: each function calls what it stands for in code that is compiled for these
/// features.
macro_rules! implement {
    ([$isa:ident $features:meta] $(
        $(#[$attribute:meta])?
        fn $name:ident[$($generic:tt)*][$($passed:tt)*](
            $value:ident, $($argument:ident: $type:ty),*
        ) -> $result:ty $body:block
    )*) => {
        impl Isa for $isa {
            $(#[inline(always)]
            fn $name<$($generic)*>(self, $($argument: $type),*) -> $result {
                #[$features]
                $(#[$attribute])?
                fn with_features<$($generic)*>($value: $isa, $($argument: $type),*) -> $result {
                    $body
                }
                // The portable set has no features, so its calls would be safe.
                #[allow(unused_unsafe)]
                // SAFETY: there is a value of this type, so that the machine has these features.
                unsafe { with_features::<$($passed)*>(self, $($argument),*) }
            })*
        }
    };
}

entry_points!(implement! [Portable cfg(all())]);
#[cfg(target_arch = "x86_64")]
entry_points!(implement! [Avx2 target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
#[cfg(target_arch = "x86_64")]
entry_points!(implement! [
    Avx512
    target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")
]);
