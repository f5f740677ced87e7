//! Small subtrees with colors: one that is due is searched to its end, and what was found is added.

use super::isa::Isa;
use super::state::Walk;
use crate::search::bits::bitmap::count;
use crate::search::bits::decide::shown;
use crate::search::bits::decide::subtrees::{FEW, Size};
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::Place;
use crate::search::bits::small::Request;
use crate::search::bits::small::search::Found;
use crate::search::bits::small::source::Source;
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
    let walked = walk.counters.nodes.walked();
    let due = walk.small_rule.is_due(sub, live, place.active, walked);
    let Some(size) = due.filter(|_| !walk.may_recall(place)) else {
        return false;
    };
    let Some(limits) = walk.limits(place) else {
        return false;
    };
    let request = Request {
        rank: M::rank(key),
        level: 0,
        limits,
        most_nodes: walk.small_rule.most_nodes(size),
    };
    let small = walk.small.get_or_insert_default();
    small.found = Found::default();
    let source = Source::of(sub, place.depth);
    let is_done = match (size, W) {
        (Size::Middle, _) => isa.search_middle(small, &source, live, request),
        (_, FEW) => isa.search_small(&mut small.few, &mut small.found, &source, live, request),
        _ => isa.search_small(&mut small.others, &mut small.found, &source, live, request),
    };
    let (found, rule) = (&small.found, &mut *walk.small_rule);
    rule.learn(size, is_done, found.nodes, walked);
    if size == Size::Middle {
        let counted = if is_done { found.nodes } else { 0 };
        rule.learn_middle(sub, count(live), counted);
    }
    if limits.solutions <= shown::NEAR {
        walk.shown.learn(place.active, is_done, found.nodes);
    }
    if is_done {
        let height = found.count(walk.counters, place.level);
        walk.reach = walk.reach.max(place.level + height);
    } else if found.exceeds(limits) {
        // As with sweeps.
        walk.most_active = place.active / 4 * 3;
    }
    is_done
}
