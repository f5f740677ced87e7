//! Beginning at the root of a sub-problem.

use super::isa::{ChosenItem, Isa};
use super::node::{choose, search};
use super::state::{Flow, Walk};
use crate::search::bits::bitmap::first;
use crate::search::bits::decide::compact::may_repay;
use crate::search::bits::decide::subtrees::{FEW, SWEPT_CHANGING};
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::Place;
use crate::search::bits::small::encode::may_fit;
use crate::search::bits::sub::arrays::Layout;
use crate::search::bits::sub::{Sub, Subtrees, Sweeps};
use crate::search::bits::tuning::Tuning;

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
    let tuning = walk.tuning;
    sub.sweeps = sweeps::<I, M>(isa, &sub.layout, tuning);
    sub.may_compact = tuning.compact;
    if M::HAS_COLORS {
        sub.may_compact = tuning.compact_colors && (walk.compacting.always || may_repay(sub));
        let (fits, words) = (may_fit(sub), isa.small_words());
        let always = walk.compacting.always;
        sub.subtrees = Subtrees {
            small: tuning.small && fits && (words.contains(&W) || always),
            // Small ones are searched within them.
            middle: tuning.middle && fits && W > FEW && (words.contains(&FEW) || always),
            within: tuning.small,
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

/// Which sweeps a sub-problem may have.
#[inline(always)]
fn sweeps<I: Isa, M: ModeType>(isa: I, layout: &Layout, tuning: &Tuning) -> Sweeps {
    // With more groups of items whose bounds may change, only short keys are fast enough, and
    // up to some number of groups, walking is faster than these.
    let has_many = !M::IS_PLAIN && layout.changing > SWEPT_CHANGING;
    let is_swept = !has_many || tuning.keys && layout.changing > I::WALKED_CHANGING;
    Sweeps {
        any: tuning.sweep && !M::HAS_COLORS && is_swept,
        eights: tuning.eights && isa.takes_eights(layout, M::IS_PLAIN),
        renumber: tuning.renumber,
        lengths: tuning.lengths,
        renumber_lengths: tuning.lengths && tuning.renumber_lengths,
        keys: tuning.keys,
        single: tuning.single,
    }
}
