//! An instruction set as the walk calls it.

use super::fork::{Fork, Rest};
use super::names::Recall;
use super::state::{Flow, Stop, Walk};
use crate::format::Problem;
use crate::search::bits::kernels::vector::Kernels;
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::{Place, Rank};
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
        rest: &mut Rest<W>,
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
