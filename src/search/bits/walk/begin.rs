//! Beginning at the root of a sub-problem.

use super::isa::{ChosenItem, Isa};
use super::node::{choose, search};
use super::state::{Flow, Walk};
use crate::search::bits::bitmap::first;
use crate::search::bits::decide::shrink::may_repay;
use crate::search::bits::decide::small::FEW;
use crate::search::bits::mode::ModeType;
use crate::search::bits::place::Place;
use crate::search::bits::small::encode::may_fit;
use crate::search::bits::sub::{Sub, Subtrees};

/// Searches a new sub-problem from its root. If its item is told, the choice has been
/// made and counted.
#[inline(always)]
pub fn begin<I: Isa, M: ModeType, const W: usize>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    level: usize,
    chosen: Option<ChosenItem>,
) -> Flow {
    let place = Place {
        depth: 0,
        level,
        active: sub.layout.primary as u32,
    };
    if M::HAS_COLORS {
        sub.may_shrink = may_repay(sub);
        let (fits, words) = (may_fit(sub), isa.small_words());
        let always = walk.shrinking.always;
        sub.subtrees = Subtrees {
            small: fits && (words.contains(&W) || always),
            // Small ones are searched within them.
            middle: fits && W > FEW && (words.contains(&FEW) || always),
        };
    }
    let live = first::<W>(sub.options.len());
    if let Some(chosen) = chosen {
        let key = M::key_of(chosen.score, chosen.rank);
        return isa.branch::<M, W>(walk, sub, &live, place, key);
    }
    let key = choose::<M, W>(isa, walk, sub, &live, 0);
    match walk.way.is_on_way() {
        true => isa.branch::<M, W>(walk, sub, &live, place, key),
        false => search::<M, W>(isa, walk, sub, &live, place, key),
    }
}
