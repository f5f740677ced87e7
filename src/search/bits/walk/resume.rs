//! Goes to the node where a part of the walk begins: takes the branches of its path, skips
//! those beside it, and counts nothing. `links` does the same in its `travel`.

use super::isa::{Arrival, Descent, Fork, Isa, Move, Untaken};
use super::state::{Stop, Walk};
use crate::search::bits::kernels::portable::Portable;
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::Bit;
use crate::search::bits::price;
use crate::search::bits::sub::Sub;
use std::ops::ControlFlow;

/// The child at which a part of the walk continues.
struct Resumed<const W: usize> {
    live: [u64; W],
    active: u32,
    descent: Descent,
    last: Move,
}

/// Takes the branch of a node that leads to where the walk continues, and searches what is left
/// below it.
#[inline(always)]
pub fn resume<M: ModeType, const W: usize>(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    fork: &Fork,
    untaken: &mut Untaken<W>,
) -> ControlFlow<Stop, Move> {
    let child = take_branch::<M, W>(walk, sub, fork, untaken);
    let place = fork.place.below(child.active);
    isa.descend::<M, W>(walk, sub, &child.live, place, child.descent)?;
    ControlFlow::Continue(child.last)
}

/// Takes the branch of a node that leads to where the walk continues. This happens once for each
/// level of a path, so one code serves all instruction sets.
#[cold]
#[inline(never)]
fn take_branch<M: ModeType, const W: usize>(
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    fork: &Fork,
    untaken: &mut Untaken<W>,
) -> Resumed<W> {
    let Fork {
        place, branching, ..
    } = *fork;
    let number = walk.way.branches.pop().expect("it is on its way");
    let is_null = i64::from(number) > fork.options;
    let mut chosen = None;
    while i64::from(untaken.number) < fork.options && untaken.number < number {
        let word = untaken.list.iter().position(|&word| word != 0);
        let word = word.expect("an option for each branch");
        let option = Bit::new(word, untaken.list[word].trailing_zeros() as usize);
        untaken.list[word] &= untaken.list[word] - 1;
        untaken.number += 1;
        untaken.tweak::<M>(sub, fork, option);
        chosen = Some(option);
    }
    let chosen = chosen.filter(|_| !is_null);
    fork.put_on_path(walk, sub, chosen, number);
    let (live, active, owed, last) = match chosen {
        Some(option) => {
            let (depth, active) = (place.depth, place.active);
            let base = &untaken.base;
            let child = sub.include::<M, W>(Portable, base, depth, active, option, branching);
            let owed = price::leave_option(child.cost.mems);
            (child.live, child.active, owed, Move::Option)
        }
        None => {
            sub.forgo::<M>(place.depth, branching.rank);
            (
                untaken.base,
                place.active - 1,
                price::LEAVE_NULL,
                Move::Null,
            )
        }
    };
    let arrival = match (walk.way.is_on_way(), walk.way.is_left) {
        (true, _) => Arrival::OnWay,
        (false, true) => Arrival::Left,
        (false, false) => Arrival::Counted,
    };
    Resumed {
        live,
        active,
        descent: Descent {
            number,
            arrival,
            owed,
        },
        last,
    }
}
