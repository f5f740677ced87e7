//! Small subtrees with colors: one that is due is searched to its end, and what was found is added.

use super::isa::Isa;
use super::state::Walk;
use crate::search::bits::mode::ModeType;
use crate::search::bits::place::Place;
use crate::search::bits::small::{FEW, Request};
use crate::search::bits::sub::Sub;

/// Searches a small subtree below a node, if that is due; whether it has been counted so.
#[inline(always)]
pub fn search_small<I: Isa, M: ModeType, const W: usize>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> bool {
    let rule = &mut walk.small_rule;
    if !rule.is_due(sub, live, place.active) || walk.may_recall(place) {
        return false;
    }
    let Some(limits) = walk.limits(place) else {
        return false;
    };
    let request = Request {
        depth: place.depth,
        rank: M::rank(key),
        limits,
        most_nodes: walk.small_rule.most_nodes(),
    };
    let small = walk.small.get_or_insert_default();
    let found = &mut small.found;
    let is_done = match W {
        FEW => isa.search_small(&mut small.few, found, sub, live, request),
        _ => isa.search_small(&mut small.others, found, sub, live, request),
    };
    walk.small_rule.learn(is_done, found.nodes);
    if is_done {
        let height = found.count(walk.counters, place.level);
        walk.reach = walk.reach.max(place.level + height);
    } else if found.exceeds(limits) {
        // As with sweeps.
        walk.most_active = place.active / 4 * 3;
    }
    is_done
}
