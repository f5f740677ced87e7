//! The walk through the search tree, by recursion. Children are evaluated before
//! the first of them is visited, where that is of use: their choices do not
//! depend on each other, so that the processor works on several at a time. The
//! visits then follow in order, with the counters exact at each.

use super::choose::{self, Candidates};
use super::cover::{Toll, and, and_not, count};
use super::encode::Encoder;
use super::isa::Isa;
use super::key;
use super::option::{Branching, Included};
use super::shrink::Shrinking;
use super::sub::{COLORS, PLAIN, Sub};
use super::tweak::Tweaks;
use super::view::{Path, View};
use super::worth::Ledger;
use crate::search::{Counters, Watch};
use std::ops::ControlFlow;

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
}

pub(super) type Flow = ControlFlow<Stop>;

/// A search under way.
pub(super) struct Dance<'d, T> {
    pub path: Path<'d>,
    pub counters: &'d mut Counters,
    pub watch: &'d mut T,
    pub alarm_at: u64,
    /// Whether the watch wants to know every node's choice.
    pub shows_nodes: bool,
    pub children: &'d mut Vec<Child>,
    #[allow(clippy::vec_box)] // it is large to move
    pub pool: &'d mut Vec<Box<Sub>>,
    pub encoder: &'d mut Encoder,
    pub shrinking: &'d mut Shrinking,
    pub ledger: Ledger,
}

/// A child that has been evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    key: u64,
    mems: u64,
    updates: u64,
    option: u32,
    active: u32,
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
    fn below(self, active: u32) -> Self {
        Place {
            depth: self.depth + 1,
            level: self.level + 1,
            active,
        }
    }
}

impl<T: Watch> Dance<'_, T> {
    #[inline(always)]
    fn pay(&mut self, toll: Toll) {
        self.counters.mems += toll.mems;
        self.counters.updates += toll.updates;
        self.counters.cleansings += toll.cleansings;
    }

    #[inline(always)]
    fn has_alarm(&self) -> bool {
        self.counters.mems >= self.alarm_at || self.watch.is_urgent()
    }

    #[cold]
    fn alarm(&mut self, sub: &Sub, live: &[u64], place: Place) -> Flow {
        let stop = |cause| {
            Flow::Break(Stop {
                level: place.level,
                cause,
            })
        };
        if self.counters.mems >= self.watch.alarm_at() || self.watch.is_urgent() {
            let view = View::new(&self.path, self.counters, sub, live, place);
            if self.watch.alarm(&view).is_break() {
                return stop(Cause::Alarm);
            }
        }
        if self.counters.mems >= self.ledger.review_at && self.ledger.loses(self.counters, sub) {
            return stop(Cause::Loss);
        }
        self.set_alarm();
        Flow::Continue(())
    }

    pub fn set_alarm(&mut self) {
        self.alarm_at = self.watch.alarm_at().min(self.ledger.review_at);
    }

    /// Counts the choice at a node.
    #[inline(always)]
    fn count_choice(&mut self, place: Place) {
        let mems = 1 + 2 * u64::from(place.active);
        self.counters.mems += mems;
        self.counters.choice_mems += mems;
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
        self.counters.solutions += 1;
        let view = View::new(&self.path, self.counters, sub, live, place);
        match self.watch.solution(&view) {
            ControlFlow::Continue(()) => Flow::Continue(()),
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
pub(super) fn begin<I: Isa, const W: usize, const MODE: u8, T: Watch>(
    dance: &mut Dance<'_, T>,
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
        return I::branch::<W, MODE, T>(dance, sub, &live, place, key);
    }
    let candidates = Candidates::new(sub, 0, None, dance.shows_nodes);
    let key = I::choose::<W, MODE>(&candidates, &live);
    dance.count_choice(place);
    if dance.shows_nodes {
        dance.show::<MODE>(sub, &live, place, key);
    }
    if key == key::NONE {
        dance.solution(sub, &live, place)
    } else if choose::score::<MODE>(key) > 0 {
        I::branch::<W, MODE, T>(dance, sub, &live, place, key)
    } else {
        Flow::Continue(())
    }
}

/// Takes all branches of a node whose item has been chosen.
#[inline(always)]
pub(super) fn branch<I: Isa, const W: usize, const MODE: u8, T: Watch>(
    dance: &mut Dance<'_, T>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    let (rank, score) = (choose::rank::<MODE>(key), choose::score::<MODE>(key));
    if dance.shrinking.is_due::<W>(sub, live, place) {
        return super::shrink::shrink::<I, W, T>(dance, sub, live, place, rank, score);
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
    let mut covering = Toll::default();
    let is_simple = MODE == PLAIN || branching.is_simple();
    dance.counters.mems += 3 + u64::from(!is_simple);
    if branching.is_used_up() {
        covering = sub.weigh::<W, MODE>(place.depth, &list).covering();
        base = and_not(live, &row);
        dance.pay(covering);
        dance.counters.mems += 3;
    }
    sub.reserve(place.depth + 1);
    let node = Node {
        place,
        branching,
        list,
        // As long as the list keeps what the lower bound needs.
        options: (count(&list) as i64).min(score),
    };
    let tweaks = match MODE {
        COLORS => one_by_one::<I, W, MODE, T>(dance, sub, &node, base)?,
        // A forced move, or a null one.
        _ if node.options <= 1 => one_by_one::<I, W, MODE, T>(dance, sub, &node, base)?,
        _ => evaluated::<I, W, MODE, T>(dance, sub, &node, base)?,
    };
    // Restore the item.
    dance.counters.mems += 1 + 2;
    if is_simple {
        dance.counters.mems += covering.mems + 3;
    } else {
        // `covering` is nothing unless the item was covered.
        dance.counters.mems += 1 + tweaks.untweak() + covering.mems;
    }
    Flow::Continue(())
}

/// A node and its branches.
struct Node<const W: usize> {
    place: Place,
    branching: Branching,
    list: [u64; W],
    /// How many branches choose an option.
    options: i64,
}

impl<const W: usize> Node<W> {
    /// What DLX3 pays for looking whether there is one more branch.
    #[inline(always)]
    fn advance<const MODE: u8, T: Watch>(&self, dance: &mut Dance<'_, T>) {
        let is_simple = MODE == PLAIN || self.branching.is_simple();
        dance.counters.mems += if is_simple { 1 } else { 3 };
    }

    /// Goes to a branch: puts it on the path and shows it.
    #[inline(always)]
    fn step<T: Watch>(
        &self,
        dance: &mut Dance<'_, T>,
        sub: &Sub,
        base: &[u64; W],
        option: Option<usize>,
        number: u32,
    ) {
        let item = sub.items[self.branching.rank].id;
        let option = option.map(|option| sub.options[option].id);
        let (level, score) = (self.place.level, self.branching.score);
        dance.path.set(level, item, option, number, score);
        if dance.watch.is_shown_moves() {
            let view = View::new(&dance.path, dance.counters, sub, base, self.place);
            dance
                .watch
                .moved(&view.of_branch(self.branching, option.is_none()));
        }
    }

    /// The last branch, if options may be forgone: none is chosen.
    #[inline(always)]
    fn null_branch<I: Isa, const MODE: u8, T: Watch>(
        &self,
        dance: &mut Dance<'_, T>,
        sub: &mut Sub,
        base: &[u64; W],
    ) -> Flow {
        let Node {
            place, branching, ..
        } = *self;
        if MODE == PLAIN || self.options == branching.score {
            self.advance::<MODE, T>(dance);
            return Flow::Continue(());
        }
        self.advance::<MODE, T>(dance);
        if !branching.is_used_up() {
            dance.counters.mems += 3;
        }
        self.step(dance, sub, base, None, branching.score as u32);
        sub.forgo::<MODE>(place.depth, branching);
        let below = place.below(place.active - 1);
        let candidates = Candidates::new(sub, below.depth, None, dance.shows_nodes);
        let key = I::choose::<W, MODE>(&candidates, base);
        visit::<I, W, MODE, T>(dance, sub, base, below, key)?;
        dance.counters.mems += 2 + 3;
        Flow::Continue(())
    }
}

/// Enters a node whose frame has been written.
#[inline(always)]
fn visit<I: Isa, const W: usize, const MODE: u8, T: Watch>(
    dance: &mut Dance<'_, T>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    dance.counters.node(place.level);
    if dance.has_alarm() {
        dance.alarm(sub, live, place)?;
    }
    dance.count_choice(place);
    if dance.shows_nodes {
        dance.show::<MODE>(sub, live, place, key);
    }
    if key == key::NONE {
        dance.solution(sub, live, place)
    } else if choose::score::<MODE>(key) > 0 {
        I::branch::<W, MODE, T>(dance, sub, live, place, key)
    } else {
        Flow::Continue(())
    }
}

/// Visits each child as it is made.
#[inline(always)]
fn one_by_one<I: Isa, const W: usize, const MODE: u8, T: Watch>(
    dance: &mut Dance<'_, T>,
    sub: &mut Sub,
    node: &Node<W>,
    mut base: [u64; W],
) -> ControlFlow<Stop, Tweaks> {
    let Node {
        place, branching, ..
    } = *node;
    let mut tweaks = Tweaks::default();
    let mut number = 0;
    for word in 0..W {
        for bit in super::ones(node.list[word]) {
            if i64::from(number) == node.options {
                break;
            }
            number += 1;
            let option = word * 64 + bit;
            node.advance::<MODE, T>(dance);
            if MODE != PLAIN && !branching.is_simple() {
                dance.pay(tweaks.tweak::<W, MODE>(sub, &mut base, place.depth, option, branching));
            }
            node.step(dance, sub, &base, Some(option), number);
            let mark = sub.cleaned.count;
            let Included { live, active, toll } =
                sub.include::<I, W, MODE>(&base, place.depth, place.active, option, branching);
            if MODE == PLAIN {
                sub.satisfy(place.depth, option);
            }
            dance.pay(toll);
            let below = place.below(active);
            let candidates = Candidates::new(sub, below.depth, None, dance.shows_nodes);
            let key = I::choose::<W, MODE>(&candidates, &live);
            visit::<I, W, MODE, T>(dance, sub, &live, below, key)?;
            sub.unpurify(mark);
            dance.counters.mems += 2 + toll.mems + 2;
        }
    }
    node.null_branch::<I, MODE, T>(dance, sub, &base)?;
    ControlFlow::Continue(tweaks)
}

/// Evaluates all children, then visits them.
#[inline(always)]
fn evaluated<I: Isa, const W: usize, const MODE: u8, T: Watch>(
    dance: &mut Dance<'_, T>,
    sub: &mut Sub,
    node: &Node<W>,
    mut base: [u64; W],
) -> ControlFlow<Stop, Tweaks> {
    let Node {
        place, branching, ..
    } = *node;
    let hides = MODE != PLAIN && !branching.is_used_up();
    let first = dance.children.len();
    let mut left = base;
    'list: for word in 0..W {
        for bit in super::ones(node.list[word]) {
            if MODE != PLAIN && (dance.children.len() - first) as i64 == node.options {
                break 'list;
            }
            let option = word * 64 + bit;
            if hides {
                left[word] &= !(1 << bit);
            }
            let included =
                sub.include::<I, W, MODE>(&left, place.depth, place.active, option, branching);
            let candidates = match MODE {
                PLAIN => Candidates::new(sub, place.depth, Some(option), dance.shows_nodes),
                _ => Candidates::new(sub, place.depth + 1, None, dance.shows_nodes),
            };
            dance.children.push(Child {
                key: I::choose::<W, MODE>(&candidates, &included.live),
                mems: included.toll.mems,
                updates: included.toll.updates,
                option: option as u32,
                active: included.active,
            });
        }
    }
    let mut tweaks = Tweaks::default();
    let is_simple = MODE == PLAIN || branching.is_simple();
    let advance = if is_simple { 1 } else { 3 };
    let shows = dance.shows_nodes || dance.watch.is_shown_moves() || dance.watch.is_urgent();
    let mut failed = Failed::default();
    for index in first..dance.children.len() {
        let child = dance.children[index];
        let option = child.option as usize;
        let mut toll = Toll {
            mems: advance + child.mems,
            updates: child.updates,
            cleansings: 0,
        };
        if !is_simple {
            toll += tweaks.tweak::<W, MODE>(sub, &mut base, place.depth, option, branching);
        }
        let at_node = dance.counters.mems + failed.mems + toll.mems;
        if !shows && choose::score::<MODE>(child.key) <= 0 && at_node < dance.alarm_at {
            // As below, of which nothing else applies.
            let choice = 1 + 2 * u64::from(child.active);
            failed.nodes += 1;
            failed.mems += toll.mems + choice + 2 + child.mems + 2;
            failed.choice_mems += choice;
            failed.updates += toll.updates;
            continue;
        }
        failed.flush(dance.counters, place.level + 1);
        dance.counters.mems += toll.mems - child.mems;
        dance.counters.updates += toll.updates - child.updates;
        node.step(dance, sub, &base, Some(option), (index - first) as u32 + 1);
        dance.counters.mems += child.mems;
        dance.counters.updates += child.updates;
        let live = match MODE {
            PLAIN => {
                sub.satisfy(place.depth, option);
                and_not(&base, &sub.conflicts[option * W..][..W])
            }
            _ => {
                sub.include::<I, W, MODE>(&base, place.depth, place.active, option, branching)
                    .live
            }
        };
        let below = place.below(child.active);
        visit::<I, W, MODE, T>(dance, sub, &live, below, child.key)?;
        dance.counters.mems += 2 + child.mems + 2;
    }
    failed.flush(dance.counters, place.level + 1);
    dance.children.truncate(first);
    node.null_branch::<I, MODE, T>(dance, sub, &base)?;
    ControlFlow::Continue(tweaks)
}

/// What is to be counted for children that have no branches.
#[derive(Default)]
struct Failed {
    nodes: u64,
    mems: u64,
    choice_mems: u64,
    updates: u64,
}

impl Failed {
    #[inline(always)]
    fn flush(&mut self, counters: &mut Counters, level: usize) {
        if self.nodes > 0 {
            counters.mems += self.mems;
            counters.choice_mems += self.choice_mems;
            counters.updates += self.updates;
            counters.nodes_at(level, self.nodes);
            *self = Failed::default();
        }
    }
}
