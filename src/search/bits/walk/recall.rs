//! Recalls states: if one comes back, what is known of it is added, and its
//! subtree is not walked again.

use super::isa::Isa;
use super::state::{Flow, Walk};
use crate::search::bits::decide::recall::{LEAST_NODES, naming};
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::Place;
use crate::search::bits::sub::Sub;
use crate::search::counters::Counters;
use crate::search::memo::Known;
use crate::search::watch::Watch;
use std::sync::Arc;

/// Enters a node with more than one branch, unless what is below it is known.
#[inline(never)]
pub fn recall<I: Isa, M: ModeType, const W: usize>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    let Some(recall) = &mut walk.recall else {
        return isa.branch::<M, W>(walk, sub, live, place, key);
    };
    let may_take_eights = sub.sweeps.eights;
    let naming = naming(W, may_take_eights, walk.sweeping.are_large());
    let name = isa.name(sub, walk.path.problem, recall, live, place.depth);
    if let Some(known) = recall.memo.find(name) {
        if !may_pass(walk.watch, walk.counters, &known) {
            return isa.branch::<M, W>(walk, sub, live, place, key);
        }
        let nodes = known.counted.nodes.saturated();
        recall.classes.gain(place.active, naming, nodes);
        walk.counters
            .pass_by(&known.counted, place.level, known.height);
        walk.reach = walk.reach.max(place.level + known.height);
        walk.set_alarm();
        return Flow::Continue(());
    }
    let walked = walk.counters.nodes.walked();
    recall.classes.lose(place.active, naming, walked);
    let memo = Arc::clone(&recall.memo);
    let profiles = memo.has_profiles();
    let before = match profiles {
        true => walk.counters.clone(),
        false => walk.counters.without_profile(),
    };
    let reach = std::mem::replace(&mut walk.reach, place.level);
    isa.branch::<M, W>(walk, sub, live, place, key)?;
    let known = Known {
        counted: walk.counters.known_since(&before, place.level, profiles),
        height: walk.reach - place.level,
    };
    walk.reach = walk.reach.max(reach);
    if known.counted.nodes >= LEAST_NODES {
        memo.insert(name, &known);
    }
    Flow::Continue(())
}

/// Whether a watch can do without seeing what is below a node.
fn may_pass(watch: &dyn Watch, counters: &Counters, known: &Known) -> bool {
    let alarm = watch.alarm_at();
    let is_quiet = alarm.is_none_or(|mems| counters.mems.plus(&known.counted.mems) < mems);
    is_quiet
        && (known.counted.solutions == 0
            || watch
                .solution_at(&counters.solutions)
                .is_none_or(|next| counters.solutions.plus(&known.counted.solutions) < next))
}
