//! Going to where a part of the walk begins: the branches of its path are taken,
//! those beside it are passed by, and nothing is counted. `links` does the same in
//! its `travel`.

use super::choose::Candidates;
use super::dance::{self, Dance, Node, Rest, Stop};
use super::isa::Isa;
use super::price;
use super::sub::{PLAIN, Sub};
use crate::search::Side;
use std::ops::ControlFlow;

/// The way from the root of a sub-problem to where to go on.
#[derive(Debug, Default)]
pub(super) struct Resume {
    /// The numbers of the branches that are still to be taken, the first one last.
    branches: Vec<u32>,
    /// Whether the last node has been left.
    is_behind: bool,
}

impl Resume {
    pub fn new(path: &[u32], side: Side) -> Self {
        debug_assert!(side != Side::Before && !path.is_empty());
        Resume {
            branches: path.iter().rev().copied().collect(),
            is_behind: side == Side::Behind,
        }
    }

    /// Whether the search is still on its way.
    #[inline(always)]
    pub fn is_on_way(&self) -> bool {
        !self.branches.is_empty()
    }
}

/// Whether the branch that has been taken was the null move, behind which there is
/// no other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Option,
    Null,
}

/// Takes the branch of a node that leads to where to go on, and searches what is to
/// be searched below it.
#[inline(always)]
pub(super) fn resume<I: Isa, const W: usize, const MODE: u8>(
    dance: &mut Dance<'_>,
    sub: &mut Sub,
    node: &Node,
    rest: &mut Rest<W>,
) -> ControlFlow<Stop, Move> {
    let Node {
        place, branching, ..
    } = *node;
    let number = dance.resume.branches.pop().expect("it is on its way");
    let is_null = i64::from(number) > node.options;
    let mut chosen = None;
    while i64::from(rest.number) < node.options && rest.number < number {
        let word = rest.list.iter().position(|&word| word != 0);
        let word = word.expect("an option for each branch");
        let option = word * 64 + rest.list[word].trailing_zeros() as usize;
        rest.list[word] &= rest.list[word] - 1;
        rest.number += 1;
        if MODE != PLAIN && !branching.is_simple() {
            rest.tweak::<MODE>(sub, node, option);
        }
        chosen = Some(option);
    }
    let chosen = chosen.filter(|_| !is_null);
    node.put_on_path(dance, sub, chosen, number);
    let (live, active, owed) = match chosen {
        Some(option) => {
            let child =
                sub.include::<I, W, MODE>(&rest.base, place.depth, place.active, option, branching);
            if MODE == PLAIN {
                sub.satisfy(place.depth, option);
            }
            (
                child.live,
                child.active,
                price::leave_option(child.cost.mems),
            )
        }
        None => {
            sub.forgo::<MODE>(place.depth, branching);
            (rest.base, place.active - 1, price::LEAVE_NULL)
        }
    };
    let below = place.below(active);
    let is_there = !dance.resume.is_on_way();
    if !(is_there && dance.resume.is_behind) {
        let candidates = Candidates::new(sub, below.depth, None, dance.shows_nodes);
        let key = I::choose::<W, MODE>(&candidates, &live);
        match is_there {
            true => dance::enter::<I, W, MODE>(dance, sub, &live, below, key)?,
            false => I::branch::<W, MODE>(dance, sub, &live, below, key)?,
        }
    }
    dance.leave(below.level, number)?;
    dance.counters.mems.walk(owed);
    ControlFlow::Continue(match chosen {
        Some(_) => Move::Option,
        None => Move::Null,
    })
}
