//! Counts a subtree without visiting each node: from the memo, by a sweep, or, with colors, in a
//! few words.
//!
//! ```text
//! recall:        if the state is known, add its counts; else walk, and remember
//! sweep:         if due and within the limits of the watch: a batch of nodes at a time
//! search_small:  with colors, if due and within the limits: in one to four words
//! ```

use super::isa::Isa;
use super::state::{Flow, Walk};
use crate::bits::bitmap::count;
use crate::bits::decide::subtrees::{
    MIDDLE_WORDS, NEAR_SOLUTIONS, SWEPT_WORDS, SubtreeEnd, SubtreeSize,
};
use crate::bits::decide::{LEAST_NODES, naming};
use crate::bits::key::{self, ModeType};
use crate::bits::number::Place;
use crate::bits::small::search::SubtreeSums;
use crate::bits::small::{Request, Source};
use crate::bits::sub::Sub;
use crate::bits::sub::shorts::SHORT_WORDS;
use crate::bits::sweep::chains::Moves;
use crate::bits::sweep::level::{Limits, Sums};
use crate::bits::sweep::{Root, has_eights};
#[cfg(test)]
use crate::bits::tests::note;
use crate::counters::Counters;
use crate::memo::{Hash, Known};
use crate::prices::Prices;

/// Enters a node with more than one branch, unless its subtree is known.
#[inline(never)]
pub fn recall<I: Isa, M: ModeType, const W: usize>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    let sweeping = &walk.shortcuts.sweeping;
    let are_swept = sub.sweeps.eights && sweeping.takes_many_of(walk.counters.nodes.walked());
    let naming = naming(W, are_swept, sweeping.are_large());
    let mut name = None;
    if let Some(recall) = &mut walk.recall {
        name = Some(isa.name(sub, walk.path.problem, recall, live, place.depth));
    }
    remember(walk, sub, place, name, naming, |walk, sub| {
        isa.branch::<M, W>(walk, sub, live, place, key)
    })
}

/// Adds the counts of the state `name`, if they are known; otherwise `branch` counts them.
#[inline(always)]
pub fn remember(
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    place: Place,
    name: Option<Hash>,
    naming: u64,
    branch: impl FnOnce(&mut Walk<'_>, &mut Sub) -> Flow,
) -> Flow {
    match look_up(walk, place, name, naming) {
        LookUp::Known => Flow::Continue(()),
        LookUp::Unnamed => branch(walk, sub),
        LookUp::New(before) => {
            branch(walk, sub)?;
            note_known(walk, place, &before);
            Flow::Continue(())
        }
    }
}

/// What the memo says about a state.
#[allow(
    clippy::large_enum_variant,
    reason = "it stays in the frame of its caller"
)]
enum LookUp {
    /// Its counts have been added.
    Known,
    /// It must be walked, and is not to be remembered.
    Unnamed,
    /// It must be walked.
    New(Before),
}

/// What stood before a state is walked.
struct Before {
    name: Hash,
    counters: Counters,
    reach: usize,
}

/// Looks up a state; adds its counts, if they are known.
#[inline(never)]
fn look_up(walk: &mut Walk<'_>, place: Place, name: Option<Hash>, naming: u64) -> LookUp {
    let (Some(recall), Some(name)) = (&mut walk.recall, name) else {
        return LookUp::Unnamed;
    };
    if let Some(known) = recall.memo.find(name) {
        if !walk.watching.may_pass(walk.counters, &known) {
            return LookUp::Unnamed;
        }
        let nodes = known.counted.nodes.saturated();
        recall.classes.gain(place.active, naming, nodes);
        walk.counters
            .pass_by(&known.counted, place.level, known.height);
        walk.reaches(place.level + known.height);
        walk.set_alarm();
        return LookUp::Known;
    }
    #[cfg(test)]
    note("memo");
    let walked = walk.counters.nodes.walked();
    recall.classes.lose(place.active, naming, walked);
    let counters = match recall.memo.profiles {
        true => walk.counters.clone(),
        false => walk.counters.without_profile(),
    };
    let reach = std::mem::replace(&mut walk.reach, place.level);
    LookUp::New(Before {
        name,
        counters,
        reach,
    })
}

/// Remembers a state that has been walked.
#[inline(never)]
fn note_known(walk: &mut Walk<'_>, place: Place, before: &Before) {
    let height = walk.reach - place.level;
    walk.reaches(before.reach);
    let Some(recall) = &walk.recall else { return };
    let (memo, counters) = (&recall.memo, &before.counters);
    let known = Known {
        counted: (walk.counters).known_since(counters, place.level, memo.profiles),
        height,
    };
    if known.counted.nodes >= LEAST_NODES {
        memo.insert(before.name, &known);
    }
}

/// Sweeps below a node, if that is due; returns whether it has been counted.
#[inline(always)]
pub fn sweep<I: Isa, M: ModeType, const W: usize>(
    isa: I,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> bool {
    if const { M::Prices::HAS_DICE } && walk.dice.is_some() {
        return const { M::IS_PLAIN } && sweep_drawn(isa, walk, sub, live, place, key);
    }
    // A sweep would not notice states that come back.
    if const { M::HAS_COLORS || W > SWEPT_WORDS } || !sub.sweeps.any || walk.may_recall(place) {
        return false;
    }
    let sweeping = &mut walk.shortcuts.sweeping;
    let rule = sweeping.rule(sub, walk.recall.is_some());
    if !rule.is_due(sub, place.active) || M::IS_PLAIN && sweeping.should_wait(isa, sub, live) {
        return false;
    }
    let Some(limits) = walk.limits(place) else {
        return false;
    };
    let sweeping = &mut walk.shortcuts.sweeping;
    let mut in_keys = const { !M::IS_PLAIN && W <= SHORT_WORDS };
    in_keys = in_keys && sweeping.should_keep_keys(isa, sub);
    if in_keys {
        // Done before the sweep, which only reads the sub-problem.
        sub.look_for_shorts::<W>();
        in_keys = sub.shorts.form.is_some();
    }
    let root = Root {
        sub,
        live,
        place,
        key,
        limits,
    };
    let mut swept = None;
    if sweeping.takes_eights() {
        let words = sweeping.words_of_eights(sub, live);
        macro_rules! by_size {
            ($($words:literal $width:literal,)*) => {
                $(if const { $words <= W && has_eights::<I, M>($words, $width) }
                    && words <= $words
                    && sub.layout.width == $width
                {
                    swept = isa.sweep_eights::<M, $words, $width>(sweeping, root);
                } else)* {}
            };
        }
        by_size!(1 1, 1 2, 1 3, 2 1, 2 2, 2 3, 3 1, 3 2, 4 1, 4 2, 6 1, 8 1,);
    }
    if swept.is_none() && M::IS_PLAIN && sub.sweeps.lengths {
        swept = isa.sweep_kept::<M::Prices>(sweeping, root);
    }
    let swept = match swept {
        Some(swept) => swept,
        None => isa.sweep::<M, W>(sweeping, root),
    };
    #[cfg(test)]
    if sweeping.sums.chained > 0 {
        note("chains");
    }
    if M::Prices::TELLS_LENGTHS && sub.length_masks.are_on {
        sweeping.sums.tell_lengths(sub.other_nodes.primaries.base);
    }
    let (sums, in_eights) = (sweeping.sums, sweeping.takes_eights());
    let height = swept.then(|| sweeping.count(walk.counters, place.level));
    #[cfg(test)]
    note(if swept { "sweep" } else { "given up" });
    if swept {
        walk.balance.add_chained(sums.chained);
        if in_eights || in_keys {
            walk.balance.add_swept(sums.nodes - sums.chained, sub);
        }
    }
    end(walk, place, limits, height, &sums)
}

/// Sweeps below a node with ties broken at random; returns whether it has been counted.
#[inline(always)]
fn sweep_drawn(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &Sub,
    live: &[u64],
    place: Place,
    key: u64,
) -> bool {
    let drawing = &mut walk.shortcuts.sweeping.drawing;
    let are_kept = sub.sweeps.any && sub.sweeps.lengths;
    let is_due = are_kept && drawing.rule.is_due(sub, place.active);
    if !is_due || !drawing.balance.is_due(place.active) {
        return false;
    }
    let Some(limits) = walk.limits(place) else {
        return false;
    };
    let root = Root {
        sub,
        live,
        place,
        key,
        limits,
    };
    let (drawing, dice) = (&mut walk.shortcuts.sweeping.drawing, &mut walk.dice);
    let dice = dice.as_mut().expect("ties are broken at random");
    let Some(swept) = isa.sweep_drawn(drawing, dice.flip, root) else {
        return false;
    };
    let sums = drawing.sums;
    let height = swept.then(|| drawing.count(walk.counters, place.level));
    end(walk, place, limits, height, &sums)
}

/// Counts all below a node without live options whose items may all be forgone: a chain of null
/// moves, and a solution. Returns whether it has been counted.
#[cold]
#[inline(never)]
pub fn forgo_all<const W: usize>(
    walk: &mut Walk<'_>,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
) -> bool {
    let may_end = walk.end.level > place.level || walk.dice.is_some();
    if !sub.sweeps.chains || count(live) > 0 || may_end {
        return false;
    }
    let Some(limits) = walk.room() else {
        return false;
    };
    let keys = sub.primary().map(|rank| {
        sub.is_active(place.depth, rank)
            .then(|| sub.key(place.depth, rank))
    });
    let of_one = keys.flatten().filter(|&key| key::bound(key) == 1).count();
    let mut sums = Sums::default();
    sums.add_chains(Moves::new(
        place.active.into(),
        of_one as u64,
        place.active.into(),
    ));
    sums.solutions = 1;
    if sums.exceed(limits) {
        return false;
    }
    #[cfg(test)]
    note("chains");
    sums.count(walk.counters);
    walk.balance.add_chained(sums.chained);
    let nodes = std::iter::repeat_n(1, place.active as usize);
    let height = walk.counters.nodes_below(place.level, nodes);
    walk.reaches(place.level + height);
    true
}

/// Searches a small subtree below a node, if that is due; returns whether it has been counted.
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
    let due = walk
        .shortcuts
        .small_rule
        .is_due(sub, live, place.active, walked);
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
        most_nodes: walk.shortcuts.small_rule.most_nodes(size),
        times: 1,
        closes: sub.subtrees.leaves.is_some(),
        merges: sub.subtrees.siblings && walk.shortcuts.sibling_rule.is_due(size, walked),
    };
    let small = walk.shortcuts.small.get_or_insert_default();
    small.found = SubtreeSums::default();
    let source = Source::of(sub, place.depth);
    let is_done = match (size, W) {
        (SubtreeSize::Middle, _) => isa.search_middle::<M::Prices>(small, &source, live, request),
        (_, MIDDLE_WORDS) => {
            let few = &mut small.few;
            isa.search_small::<M::Prices, _>(few, &mut small.found, &source, live, request)
        }
        _ => {
            let others = &mut small.others;
            isa.search_small::<M::Prices, _>(others, &mut small.found, &source, live, request)
        }
    };
    let (found, rule) = (&small.found, &mut walk.shortcuts.small_rule);
    let sums = found.sums;
    let ended = match is_done {
        true => SubtreeEnd::All { nodes: sums.nodes },
        false if found.are_too_many(request.most_nodes) => SubtreeEnd::TooLarge,
        false => SubtreeEnd::UpToLimit,
    };
    rule.learn(size, ended, count(live), found.visited, walked);
    if request.merges {
        let saved = sums.nodes - found.visited - found.closed;
        let rule = &mut walk.shortcuts.sibling_rule;
        rule.learn(size, found.visited, saved, walked);
    }
    if size == SubtreeSize::Middle {
        let counted = if is_done { sums.nodes } else { 0 };
        rule.learn_middle(sub, count(live), counted);
    }
    #[cfg(test)]
    note(match (is_done, size) {
        (false, _) => "given up",
        (_, SubtreeSize::Small) => "small",
        (_, SubtreeSize::Middle) => "middle",
    });
    #[cfg(test)]
    if found.closed > 0 {
        note("leaves");
    }
    #[cfg(test)]
    if sums.nodes > found.visited + found.closed {
        note("siblings");
    }
    let height = is_done.then(|| found.count(walk.counters, place.level));
    end(walk, place, limits, height, &sums)
}

/// Ends a trial to count a subtree with these sums, and returns whether it has been counted: then
/// its `height` is given.
#[inline(always)]
fn end(
    walk: &mut Walk<'_>,
    place: Place,
    limits: Limits,
    height: Option<usize>,
    sums: &Sums,
) -> bool {
    match height {
        Some(height) => walk.reaches(place.level + height),
        None if sums.exceed(limits) => walk.watching.went_too_far(place.active),
        None => {}
    }
    // The rule is for trials near a solution that has to be shown.
    if limits.solutions <= NEAR_SOLUTIONS {
        let rule = &mut walk.shortcuts.shown;
        rule.learn(place.active, height.is_some(), sums.nodes);
    }
    height.is_some()
}
