//! The walk through the search tree, by recursion, with the counters exact at
//! each node.

use super::choose::{self, Candidates};
use super::cover::{and, and_not, count};
use super::encode::Encoder;
use super::isa::Isa;
use super::key;
use super::option::{Branching, Included};
use super::price::{self, Cost};
use super::recall::Recall;
use super::resume::{Move, Resume};
use super::shrink::Shrinking;
use super::sub::{COLORS, PLAIN, Sub};
use super::sweep::{self, Limits, Sweeping};
use super::tweak::Tweaks;
use super::view::{Path, View};
use super::worth::Ledger;
use crate::search::path::End;
use crate::search::watch::{alarm_due, mark_due, solution_due};
use crate::search::{Counters, Watch};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the search has been broken off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub level: usize,
    pub cause: Cause,
}

/// Why the search has been broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The watch asked for it at a node, or at a solution.
    Alarm,
    Solution,
    /// Lists would be faster.
    Loss,
    /// The walk ends there.
    End,
}

pub(super) type Flow = ControlFlow<Stop>;

/// A search under way.
pub(super) struct Dance<'d> {
    pub path: Path<'d>,
    pub counters: &'d mut Counters,
    /// Not a type parameter: there is much code, and it seldom calls a watch.
    pub watch: &'d mut dyn Watch,
    pub urgent: Arc<AtomicBool>,
    /// The mems that must be walked until the next alarm.
    pub alarm_at: u64,
    /// Those that no sweep may pass.
    pub mark_at: u64,
    /// The solutions that must be walked until the watch has to see one.
    pub solution_at: u64,
    /// Nodes with more active items than this are not swept below: the next mark, or the
    /// next solution to be seen, lies near, in a subtree that has been swept in vain.
    pub most_active: u32,
    /// Whether the watch wants to know every node's choice.
    pub shows_nodes: bool,
    /// Whether it wants to know every branch.
    pub shows_moves: bool,
    #[allow(clippy::vec_box)] // it is large to move
    pub pool: &'d mut Vec<Box<Sub>>,
    pub encoder: &'d mut Encoder,
    pub shrinking: &'d mut Shrinking,
    pub sweeping: &'d mut Sweeping,
    pub ledger: Ledger,
    pub recall: Option<&'d mut Recall>,
    /// The deepest level that has been counted since a state was looked up.
    pub reach: usize,
    /// Until the search is where it is to go on, nothing is counted.
    pub resume: Resume,
    pub end: End,
}

/// A node's place in its sub-problem and in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub depth: usize,
    pub level: usize,
    /// How many items are active.
    pub active: u32,
}

impl Place {
    #[inline(always)]
    pub fn below(self, active: u32) -> Self {
        Place {
            depth: self.depth + 1,
            level: self.level + 1,
            active,
        }
    }
}

impl Dance<'_> {
    #[inline(always)]
    fn pay(&mut self, cost: Cost) {
        self.counters.mems.walk(cost.mems);
        self.counters.updates.walk(cost.updates);
        self.counters.cleansings.walk(cost.cleansings);
    }

    #[inline(always)]
    fn is_urgent(&self) -> bool {
        self.urgent.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn has_alarm(&self) -> bool {
        self.counters.mems.walked() >= self.alarm_at || self.is_urgent()
    }

    /// What may be counted before the watch has to look; nothing if it has to look
    /// at every node.
    #[inline(always)]
    fn limits(&self, place: Place) -> Option<Limits> {
        if self.shows_nodes
            || self.shows_moves
            || place.active > self.most_active
            || self.is_urgent()
            || self.resume.is_on_way()
        {
            return None;
        }
        let (mems, solutions) = (&self.counters.mems, &self.counters.solutions);
        Some(Limits {
            mems: self.mark_at.checked_sub(mems.walked() + 1)?,
            solutions: self.solution_at.checked_sub(solutions.walked() + 1)?,
        })
    }

    #[cold]
    fn alarm(&mut self, sub: &Sub, live: &[u64], place: Place) -> Flow {
        let stop = |cause| {
            Flow::Break(Stop {
                level: place.level,
                cause,
            })
        };
        let mems = &self.counters.mems;
        if mems.walked() >= self.mark_at {
            self.most_active = u32::MAX;
        }
        if mems.walked() >= alarm_due(self.watch, mems) || self.is_urgent() {
            let view = View::new(&self.path, self.counters, sub, live, place);
            if self.watch.alarm(&view).is_break() {
                return stop(Cause::Alarm);
            }
            if let Some(end) = self.watch.take_end() {
                end.must_be_ahead_of(&View::new(&self.path, self.counters, sub, live, place));
                self.end = End::behind(&end);
            }
        }
        let mems = self.counters.mems.walked();
        if mems >= self.ledger.review_at && self.ledger.loses(self.counters, sub) {
            return stop(Cause::Loss);
        }
        self.set_alarm();
        Flow::Continue(())
    }

    pub fn set_alarm(&mut self) {
        let look_at = self.watch.look_at().min(self.ledger.review_at);
        self.mark_at = mark_due(self.watch, &self.counters.mems);
        self.alarm_at = look_at.min(self.mark_at);
        self.solution_at = solution_due(self.watch, &self.counters.solutions);
    }

    /// Stops where the walk ends, when it has left a branch to `level`.
    #[inline(always)]
    pub fn leave(&self, level: usize, number: u32) -> Flow {
        if level == self.end.level && number >= self.end.branch {
            let cause = Cause::End;
            return Flow::Break(Stop { level, cause });
        }
        Flow::Continue(())
    }

    /// Counts the choice at a node.
    #[inline(always)]
    fn count_choice(&mut self, place: Place) {
        let mems = price::choice(1, place.active.into());
        self.counters.mems.walk(mems);
        self.counters.choice_mems.walk(mems);
    }

    /// Counts a node.
    #[inline(always)]
    fn arrive(&mut self, sub: &Sub, live: &[u64], place: Place) -> Flow {
        self.counters.node(place.level);
        self.reach = self.reach.max(place.level);
        if self.has_alarm() {
            self.alarm(sub, live, place)?;
        }
        Flow::Continue(())
    }

    /// Whether to look up the state at a node with more than one branch.
    #[inline(always)]
    fn may_recall(&self, place: Place) -> bool {
        let walked = self.counters.nodes.walked();
        let recall = self.recall.as_ref();
        recall.is_some_and(|recall| recall.is_awake(place.active, walked))
    }

    /// Shows the choice at a node.
    #[cold]
    fn show<const MODE: u8>(&mut self, sub: &Sub, live: &[u64], place: Place, key: u64) {
        let best = (key != key::NONE).then(|| {
            let item = sub.items[choose::rank::<MODE>(key)].id;
            (crate::format::ItemId(item), choose::score::<MODE>(key))
        });
        let view = View::new(&self.path, self.counters, sub, live, place);
        self.watch.chosen(&view, best);
    }

    /// Counts a solution.
    #[inline(always)]
    fn solution(&mut self, sub: &Sub, live: &[u64], place: Place) -> Flow {
        self.counters.solutions.walk(1);
        if self.counters.solutions.walked() < self.solution_at {
            return Flow::Continue(());
        }
        self.show_solution(sub, live, place)
    }

    #[cold]
    #[inline(never)]
    fn show_solution(&mut self, sub: &Sub, live: &[u64], place: Place) -> Flow {
        let view = View::new(&self.path, self.counters, sub, live, place);
        match self.watch.solution(&view) {
            ControlFlow::Continue(()) => {
                self.most_active = u32::MAX;
                self.solution_at = solution_due(self.watch, &self.counters.solutions);
                Flow::Continue(())
            }
            ControlFlow::Break(()) => Flow::Break(Stop {
                level: place.level,
                cause: Cause::Solution,
            }),
        }
    }
}

/// Searches a new sub-problem from its root; `chosen` is the item to branch on
/// and its score if the choice has been made and counted.
#[inline(always)]
pub(super) fn begin<I: Isa, const W: usize, const MODE: u8>(
    dance: &mut Dance<'_>,
    sub: &mut Sub,
    level: usize,
    chosen: Option<(usize, i64)>,
) -> Flow {
    let place = Place {
        depth: 0,
        level,
        active: sub.primary as u32,
    };
    let live = sub.all::<W>();
    if let Some((rank, score)) = chosen {
        let key = choose::key_of::<MODE>(score, rank);
        return I::branch::<W, MODE>(dance, sub, &live, place, key);
    }
    let candidates = Candidates::new(sub, 0, None, dance.shows_nodes);
    let key = I::choose::<W, MODE>(&candidates, &live);
    if dance.resume.is_on_way() {
        return I::branch::<W, MODE>(dance, sub, &live, place, key);
    }
    enter::<I, W, MODE>(dance, sub, &live, place, key)
}

/// Enters a node that is counted.
#[inline(always)]
pub(super) fn enter<I: Isa, const W: usize, const MODE: u8>(
    dance: &mut Dance<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    dance.count_choice(place);
    if dance.shows_nodes {
        dance.show::<MODE>(sub, live, place, key);
    }
    if key == key::NONE {
        dance.solution(sub, live, place)
    } else if choose::score::<MODE>(key) > 0 {
        descend::<I, W, MODE>(dance, sub, live, place, key)
    } else {
        Flow::Continue(())
    }
}

/// Goes on at a node that has branches.
#[inline(always)]
fn descend<I: Isa, const W: usize, const MODE: u8>(
    dance: &mut Dance<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    if choose::score::<MODE>(key) > 1 && dance.may_recall(place) {
        return super::recall::recall::<I, W, MODE>(dance, sub, live, place, key);
    }
    I::branch::<W, MODE>(dance, sub, live, place, key)
}

/// Takes all branches of a node whose item has been chosen.
#[inline(always)]
pub(super) fn branch<I: Isa, const W: usize, const MODE: u8>(
    dance: &mut Dance<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    if MODE != COLORS {
        return divide::<I, W, MODE>(dance, sub, live, place, key);
    }
    // One branch after another, as long as there is but one: with no more than one
    // child, there is nothing to come back for but what is owed.
    let (mut live, mut place, mut key, mut owed) = (*live, place, key, 0);
    while choose::score::<MODE>(key) == 1
        && sub.items[choose::rank::<MODE>(key)].is_simple()
        && !(dance.shows_nodes || dance.shows_moves || dance.resume.is_on_way())
        && !dance.shrinking.is_due::<W>(sub, &live, place)
    {
        let rank = choose::rank::<MODE>(key);
        let option = only(&and(&live, sub.row::<W>(rank)));
        let covering = sub.weigh_one::<W>(place.depth, option).covering();
        live[option / 64] &= !(1 << (option % 64));
        let branching = Branching {
            rank,
            score: 1,
            bound: 0,
            slack: 0,
            changes: false,
        };
        let (item, id) = (sub.items[rank].id, sub.options[option].id);
        dance.path.set(place.level, item, Some(id), 1, 1);
        sub.reserve(place.depth + 1);
        let child = sub.include::<I, W, MODE>(&live, place.depth, place.active, option, branching);
        (live, place) = (child.live, place.below(child.active));
        let mut cost = child.cost;
        cost += covering;
        owed += cost.mems + price::FORCED_UP;
        cost.mems += price::FORCED_DOWN;
        dance.pay(cost);
        let candidates = Candidates::new(sub, place.depth, None, false);
        key = I::choose::<W, MODE>(&candidates, &live);
        dance.arrive(sub, &live, place)?;
        dance.count_choice(place);
        if key == key::NONE {
            dance.solution(sub, &live, place)?;
        } else if choose::score::<MODE>(key) > 1 && dance.may_recall(place) {
            super::recall::recall::<I, W, MODE>(dance, sub, &live, place, key)?;
        } else if choose::score::<MODE>(key) > 0 {
            continue;
        }
        dance.counters.mems.walk(owed);
        return Flow::Continue(());
    }
    divide::<I, W, MODE>(dance, sub, &live, place, key)?;
    dance.counters.mems.walk(owed);
    Flow::Continue(())
}

/// The option in a list of one.
#[inline(always)]
fn only<const W: usize>(list: &[u64; W]) -> usize {
    let mut option = 0;
    for (word, &bits) in list.iter().enumerate() {
        let place = word * 64 + bits.trailing_zeros() as usize;
        option = if bits == 0 { option } else { place };
    }
    option
}

/// Takes all branches of a node.
#[inline(always)]
fn divide<I: Isa, const W: usize, const MODE: u8>(
    dance: &mut Dance<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    let (rank, score) = (choose::rank::<MODE>(key), choose::score::<MODE>(key));
    if dance.shrinking.is_due::<W>(sub, live, place) {
        return super::shrink::shrink::<I, W>(dance, sub, live, place, rank, score);
    }
    // Where states come back, a sweep would not see it.
    if MODE != COLORS
        && W <= sweep::MOST_WORDS
        && !dance.may_recall(place)
        && dance.sweeping.is_due(sub, place.active)
        && let Some(limits) = dance.limits(place)
    {
        if I::sweep::<W>(dance.sweeping, sub, live, place, key, limits) {
            let height = dance.sweeping.count(dance.counters, place.level);
            dance.reach = dance.reach.max(place.level + height);
            return Flow::Continue(());
        }
        if dance.sweeping.exceeds(limits) {
            // A few more sweeps in vain, of ever smaller subtrees, cost little.
            dance.most_active = place.active / 4 * 3;
        }
    }
    let branching = Branching {
        rank,
        score,
        bound: match MODE {
            PLAIN => 0,
            _ => key::bound(sub.key(place.depth, rank)) - 1,
        },
        slack: if MODE == PLAIN {
            0
        } else {
            sub.items[rank].slack
        },
        changes: MODE != PLAIN && sub.items[rank].bound > 1,
    };
    let row = *sub.row::<W>(rank);
    let list = and(live, &row);
    let mut base = *live;
    let mut covering = Cost::default();
    let is_simple = MODE == PLAIN || branching.is_simple();
    let is_counted = !dance.resume.is_on_way();
    if is_counted {
        dance.counters.mems.walk(price::BEGIN);
        if !is_simple {
            dance.counters.mems.walk(price::BEGIN_TWEAKS);
        }
    }
    if branching.is_used_up() {
        covering = sub.weigh::<W, MODE>(place.depth, &list).covering();
        base = and_not(live, &row);
        if is_counted {
            dance.pay(covering);
            dance.counters.mems.walk(price::DEACTIVATE);
        }
    }
    sub.reserve(place.depth + 1);
    let node = Node {
        place,
        branching,
        // As long as the list keeps what the lower bound needs.
        options: match is_simple {
            true => score,
            false => (count(&list) as i64).min(score),
        },
    };
    let mut rest = Rest {
        list,
        number: 0,
        base,
        tweaks: Tweaks::default(),
    };
    if is_counted || I::resume::<W, MODE>(dance, sub, &node, &mut rest)? == Move::Option {
        one_by_one::<I, W, MODE>(dance, sub, &node, &mut rest)?;
    }
    // Restore the item.
    // `covering` is nothing unless the item was covered.
    dance.counters.mems.walk(price::RESTORE + covering.mems);
    dance.counters.mems.walk(match is_simple {
        true => price::DEACTIVATE,
        false => rest.tweaks.untweak(),
    });
    Flow::Continue(())
}

/// A node and its branches.
pub(super) struct Node {
    pub place: Place,
    pub branching: Branching,
    /// How many branches choose an option.
    pub options: i64,
}

/// What has not been done of a node's branches.
pub(super) struct Rest<const W: usize> {
    /// The options that are left in the item's list.
    pub list: [u64; W],
    /// The number of the last branch.
    pub number: u32,
    /// The live options, but for those that the item has lost.
    pub base: [u64; W],
    pub tweaks: Tweaks,
}

impl<const W: usize> Rest<W> {
    /// Tweaks the item for the branch of an option.
    #[inline(always)]
    pub fn tweak<const MODE: u8>(&mut self, sub: &Sub, node: &Node, option: usize) -> Cost {
        let (depth, branching) = (node.place.depth, node.branching);
        self.tweaks
            .tweak::<W, MODE>(sub, &mut self.base, depth, option, branching)
    }
}

impl Node {
    /// What DLX3 pays for looking whether there is one more branch.
    #[inline(always)]
    fn advance<const MODE: u8>(&self, dance: &mut Dance<'_>) {
        let is_simple = MODE == PLAIN || self.branching.is_simple();
        dance.counters.mems.walk(price::advance(!is_simple));
    }

    /// Goes to a branch: puts it on the path and shows it.
    #[inline(always)]
    fn step<const W: usize>(
        &self,
        dance: &mut Dance<'_>,
        sub: &Sub,
        base: &[u64; W],
        option: Option<usize>,
        number: u32,
    ) {
        self.put_on_path(dance, sub, option, number);
        if dance.shows_moves {
            let view = View::new(&dance.path, dance.counters, sub, base, self.place);
            dance
                .watch
                .moved(&view.of_branch(self.branching, option.is_none()));
        }
    }

    #[inline(always)]
    pub fn put_on_path(
        &self,
        dance: &mut Dance<'_>,
        sub: &Sub,
        option: Option<usize>,
        number: u32,
    ) {
        let item = sub.items[self.branching.rank].id;
        let option = option.map(|option| sub.options[option].id);
        let (level, score) = (self.place.level, self.branching.score);
        dance.path.set(level, item, option, number, score);
    }

    /// The last branch, if options may be forgone: none is chosen.
    #[inline(always)]
    fn null_branch<I: Isa, const W: usize, const MODE: u8>(
        &self,
        dance: &mut Dance<'_>,
        sub: &mut Sub,
        base: &[u64; W],
    ) -> Flow {
        let Node {
            place, branching, ..
        } = *self;
        if MODE == PLAIN || self.options == branching.score {
            self.advance::<MODE>(dance);
            return Flow::Continue(());
        }
        self.advance::<MODE>(dance);
        if !branching.is_used_up() {
            dance.counters.mems.walk(price::DEACTIVATE);
        }
        self.step(dance, sub, base, None, branching.score as u32);
        sub.forgo::<MODE>(place.depth, branching);
        let below = place.below(place.active - 1);
        let candidates = Candidates::new(sub, below.depth, None, dance.shows_nodes);
        let key = I::choose::<W, MODE>(&candidates, base);
        visit::<I, W, MODE>(dance, sub, base, below, key)?;
        dance.leave(below.level, branching.score as u32)?;
        dance.counters.mems.walk(price::LEAVE_NULL);
        Flow::Continue(())
    }
}

/// Enters a node whose frame has been written.
#[inline(always)]
fn visit<I: Isa, const W: usize, const MODE: u8>(
    dance: &mut Dance<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    dance.arrive(sub, live, place)?;
    enter::<I, W, MODE>(dance, sub, live, place, key)
}

/// Visits each child as it is made.
#[inline(always)]
fn one_by_one<I: Isa, const W: usize, const MODE: u8>(
    dance: &mut Dance<'_>,
    sub: &mut Sub,
    node: &Node,
    rest: &mut Rest<W>,
) -> Flow {
    let Node {
        place, branching, ..
    } = *node;
    let mut number = rest.number;
    for word in 0..W {
        for bit in super::ones(rest.list[word]) {
            if i64::from(number) == node.options {
                break;
            }
            number += 1;
            let option = word * 64 + bit;
            node.advance::<MODE>(dance);
            if MODE != PLAIN && !branching.is_simple() {
                dance.pay(rest.tweak::<MODE>(sub, node, option));
            }
            node.step(dance, sub, &rest.base, Some(option), number);
            let Included { live, active, cost } =
                sub.include::<I, W, MODE>(&rest.base, place.depth, place.active, option, branching);
            if MODE == PLAIN {
                sub.satisfy(place.depth, option);
            }
            dance.pay(cost);
            let below = place.below(active);
            let candidates = Candidates::new(sub, below.depth, None, dance.shows_nodes);
            let key = I::choose::<W, MODE>(&candidates, &live);
            visit::<I, W, MODE>(dance, sub, &live, below, key)?;
            dance.leave(below.level, number)?;
            dance.counters.mems.walk(price::leave_option(cost.mems));
        }
    }
    node.null_branch::<I, W, MODE>(dance, sub, &rest.base)
}
