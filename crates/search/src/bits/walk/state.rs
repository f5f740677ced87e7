//! The state of a walk, in parts by their users: counters and path; what the watch wants to see
//! ([`Watching`]); what compacts sub-problems ([`Compactor`]); what counts subtrees at once
//! ([`Shortcuts`]); where the walk begins ([`WayDown`]) and ends.

use super::names::Recall;
use super::view::{BranchPath, NodeView};
use crate::bits::branch::Branching;
use crate::bits::decide::compact::Compacting;
use crate::bits::decide::lists::Balance;
use crate::bits::decide::subtrees::{NEAR_SOLUTIONS, SiblingRule, SmallRule, TrialRule};
use crate::bits::encode::Encoder;
use crate::bits::kernels::draw::Dice;
use crate::bits::key::{self, ModeType};
use crate::bits::number::Place;
use crate::bits::price::{self, Cost};
use crate::bits::small::SmallSearch;
use crate::bits::sub::Sub;
use crate::bits::sub::wide::WideRule;
use crate::bits::sweep::Sweeping;
use crate::bits::sweep::level::Limits;
use crate::bits::tuning::Tuning;
use crate::counters::Counters;
use crate::memo::Known;
use crate::path::{Side, WalkEnd};
use crate::prices::Prices;
use crate::watch::{Watch, alarm_due, mark_due};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where and why the search stopped.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    pub level: usize,
    pub cause: Cause,
}

/// Why the search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The watch asked for it at a node.
    Alarm,
    /// The watch asked for it at a solution.
    Solution,
    /// Lists would be faster.
    Loss,
    /// The walk ends there.
    End,
}

pub type Flow = ControlFlow<Stop>;

/// The path from the root of a sub-problem to the node where the walk continues.
#[derive(Debug, Default)]
pub struct WayDown {
    /// The numbers of the branches that are yet to be taken, in reverse order.
    pub branches: Vec<u32>,
    /// Whether the walk continues after that node's subtree.
    pub is_left: bool,
}

impl WayDown {
    pub fn new(path: &[u32], side: Side) -> Self {
        debug_assert!(side != Side::Before && !path.is_empty());
        WayDown {
            branches: path.iter().rev().copied().collect(),
            is_left: side == Side::After,
        }
    }

    /// Whether the walk has not yet reached that node.
    #[inline(always)]
    pub fn is_on_way(&self) -> bool {
        !self.branches.is_empty()
    }
}

/// Encodes sub-problems, and decides when to compact one.
pub struct Compactor {
    /// Sub-problems that are not in use, kept for their memory.
    #[allow(clippy::vec_box)] // it is large to move
    pub pool: Vec<Box<Sub>>,
    pub encoder: Encoder,
    pub rule: Compacting,
    pub wide: WideRule,
    /// Whether lists have orders of their own.
    pub has_orders: bool,
    /// Whether the prices are those of DLX2.
    pub pays_as_dlx2: bool,
}

impl Compactor {
    /// A sub-problem to be encoded.
    pub fn take_sub(&mut self) -> Box<Sub> {
        let mut sub = self.pool.pop().unwrap_or_default();
        sub.wide.rule = self.wide;
        sub.wide.is_on = false; // as it may have been
        sub.orders.is_on = self.has_orders;
        sub.pays_as_dlx2 = self.pays_as_dlx2;
        sub
    }
}

/// Counts subtrees without visiting each node, and decides which.
pub struct Shortcuts {
    pub sweeping: Sweeping,
    pub small_rule: SmallRule,
    pub sibling_rule: SiblingRule,
    /// `None` until the first small subtree.
    pub small: Option<Box<SmallSearch>>,
    pub shown: TrialRule,
}

/// What the watch wants to see, and when.
pub struct Watching<'d> {
    /// Not a type parameter: there is much code, and it seldom calls a watch.
    watch: &'d mut dyn Watch,
    alarm_flag: Arc<AtomicBool>,
    /// The walked mems at which the next alarm is due.
    alarm_at: u64,
    /// The mems at which the watch must see the exact node: no sweep may pass them.
    mark_at: u64,
    /// The walked solutions after which the watch has to see one.
    solution_at: u64,
    /// Nodes with more active items are not swept: the next mark, or the next solution to be shown,
    /// lies in a larger subtree whose sweep was given up.
    most_active: u32,
    shows_nodes: bool,
    shows_moves: bool,
}

impl<'d> Watching<'d> {
    /// What a watch wants, without its [alarms](Walk::set_alarm).
    pub fn new(watch: &'d mut dyn Watch) -> Self {
        Watching {
            alarm_flag: watch.alarm_flag(),
            alarm_at: 0,
            mark_at: 0,
            solution_at: 0,
            most_active: u32::MAX,
            shows_nodes: watch.wants_choices(),
            shows_moves: watch.wants_branches(),
            watch,
        }
    }

    /// Whether the watch is shown the choice at every node.
    #[inline(always)]
    pub fn shows_nodes(&self) -> bool {
        self.shows_nodes
    }

    /// Whether the watch is shown every node or every branch.
    #[inline(always)]
    pub fn shows_all(&self) -> bool {
        self.shows_nodes || self.shows_moves
    }

    #[inline(always)]
    fn is_called(&self) -> bool {
        self.alarm_flag.load(Ordering::Relaxed)
    }

    /// Whether the watch need not see what is below a node.
    pub fn may_pass(&self, counters: &Counters, known: &Known) -> bool {
        let alarm = self.watch.alarm_at();
        let is_quiet = alarm.is_none_or(|mems| counters.mems.plus(&known.counted.mems) < mems);
        is_quiet
            && (known.counted.solutions == 0
                || self
                    .watch
                    .solution_at(&counters.solutions)
                    .is_none_or(|next| counters.solutions.plus(&known.counted.solutions) < next))
    }

    /// Notes that a subtree with `active` active items exceeded the limits. A few more failures in
    /// ever smaller subtrees cost little.
    pub fn went_too_far(&mut self, active: u32) {
        self.most_active = active / 4 * 3;
    }
}

/// A walk through a sub-problem, and through those that are compacted below it.
pub struct Walk<'d> {
    /// Read only when a sub-problem begins.
    pub tuning: &'d Tuning,
    pub path: BranchPath<'d>,
    pub counters: &'d mut Counters,
    pub watching: Watching<'d>,
    pub compactor: &'d mut Compactor,
    pub shortcuts: &'d mut Shortcuts,
    pub balance: Balance,
    pub recall: Option<&'d mut Recall>,
    /// Breaks ties at random.
    pub dice: Option<Dice<'d>>,
    /// The deepest level counted since the last look-up of a state.
    pub reach: usize,
    /// The walk counts nothing before the end of this way.
    pub way: WayDown,
    pub end: WalkEnd,
}

impl Walk<'_> {
    #[inline(always)]
    pub fn pay(&mut self, cost: Cost) {
        self.counters.mems.walk(cost.mems);
        self.counters.updates.walk(cost.updates);
        self.counters.cleansings.walk(cost.cleansings);
    }

    /// Pays mems for lengths, as a part of the mems of hiding.
    #[inline(always)]
    pub fn pay_lengths<P: Prices>(&mut self, lengths: u64) {
        if P::TELLS_LENGTHS {
            self.counters.length_mems.walk(lengths);
        }
    }

    /// Notes that nodes have been counted down to this level.
    #[inline(always)]
    pub fn reaches(&mut self, level: usize) {
        self.reach = self.reach.max(level);
    }

    /// Whether a solution has to be shown soon.
    #[inline(always)]
    pub fn shows_soon(&self) -> bool {
        let found = self.counters.solutions.walked();
        self.watching.solution_at.saturating_sub(found) <= NEAR_SOLUTIONS
    }

    /// The limits within which the watch need not look below a node; `None` if it has to look at
    /// every node, or if a trial would hardly repay.
    #[inline(always)]
    pub fn limits(&mut self, place: Place) -> Option<Limits> {
        if place.active > self.watching.most_active {
            return None;
        }
        let limits = self.room()?;
        let shown = &mut self.shortcuts.shown;
        let is_due = limits.solutions > NEAR_SOLUTIONS || shown.is_due(place.active);
        is_due.then_some(limits)
    }

    /// The limits within which the watch need not look; `None` if it has to look at every node.
    #[inline(always)]
    pub fn room(&self) -> Option<Limits> {
        let watching = &self.watching;
        if watching.shows_all() || watching.is_called() || self.way.is_on_way() {
            return None;
        }
        let (mems, solutions) = (&self.counters.mems, &self.counters.solutions);
        Some(Limits {
            mems: watching.mark_at.checked_sub(mems.walked() + 1)?,
            solutions: watching.solution_at.checked_sub(solutions.walked() + 1)?,
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
        let (watching, mems) = (&mut self.watching, &self.counters.mems);
        if mems.walked() >= watching.mark_at {
            watching.most_active = u32::MAX;
        }
        if mems.walked() >= alarm_due(watching.watch, mems) || watching.is_called() {
            let view = NodeView::new(&self.path, self.counters, sub, live, place);
            if watching.watch.alarm(&view).is_break() {
                return stop(Cause::Alarm);
            }
            if let Some(end) = watching.watch.take_end() {
                end.must_be_ahead_of(&NodeView::new(&self.path, self.counters, sub, live, place));
                self.end = WalkEnd::after(&end);
            }
        }
        let mems = self.counters.mems.walked();
        if mems >= self.balance.review_at && self.balance.loses(self.counters, sub) {
            return stop(Cause::Loss);
        }
        self.set_alarm();
        Flow::Continue(())
    }

    /// Asks the watch when it has to be called next.
    pub fn set_alarm(&mut self) {
        let watching = &mut self.watching;
        let look_at = watching.watch.soft_alarm_at();
        watching.mark_at = mark_due(watching.watch, &self.counters.mems);
        let alarm_at = look_at.min(self.balance.review_at);
        watching.alarm_at = alarm_at.min(watching.mark_at);
        watching.solution_at = watching.watch.solution_due(&self.counters.solutions);
    }

    /// Comes back from a child, and pays `owed`. Stops if the walk ends there.
    #[inline(always)]
    pub fn come_back(&mut self, Place { level, .. }: Place, number: u32, owed: u64) -> Flow {
        if level == self.end.level && number >= self.end.branch {
            let cause = Cause::End;
            return Flow::Break(Stop { level, cause });
        }
        self.counters.mems.walk(owed);
        Flow::Continue(())
    }

    /// Whether the walk only passes through a node to where it begins and searches no more than one
    /// of its branches, because it ends below or with that branch. Compacting would be of little
    /// use then.
    pub fn only_passes(&self, place: Place) -> bool {
        let Some(&number) = self.way.branches.last() else {
            return false;
        };
        let is_last = self.way.branches.len() == 1;
        place.level + 1 < self.end.level
            || place.level + 1 == self.end.level
                && is_last
                && self.end.branch <= number + u32::from(self.way.is_left)
    }

    /// Counts the choice at a node that is counted, and shows what the watch wants. Returns the
    /// number of branches to take; 0 or less for none.
    #[inline(always)]
    pub fn count_choice<M: ModeType>(
        &mut self,
        sub: &Sub,
        live: &[u64],
        place: Place,
        key: u64,
    ) -> ControlFlow<Stop, i64> {
        let is_dead = M::Prices::ENDS_AT_EMPTY && key != key::NONE && M::score(key) == 0;
        let mems = match key {
            key::NONE => M::Prices::CHOICE_OF_NONE,
            _ if is_dead => price::choice(1, sub.active_up_to(place.depth, M::rank(key)).into()),
            _ => price::choice(1, place.active.into()),
        };
        self.counters.mems.walk(mems);
        self.counters.choice_mems.walk(mems);
        if self.watching.shows_nodes() {
            self.show::<M>(sub, live, place, key);
        }
        if key == key::NONE {
            self.solution(sub, live, place)?;
            return ControlFlow::Continue(0);
        }
        if is_dead {
            self.counters.mems.walk(price::dead_end::<M::Prices>());
            self.counters.updates.walk(price::COVER_UPDATES);
        }
        ControlFlow::Continue(M::score(key))
    }

    /// Counts a node.
    #[inline(always)]
    pub fn arrive<P: Prices>(&mut self, sub: &Sub, live: &[u64], place: Place) -> Flow {
        self.counters.node(place.level);
        self.reaches(place.level);
        let watching = &self.watching;
        if !P::STOPS_AT_SOLUTIONS && place.active == 0 {
            return Flow::Continue(());
        }
        if self.counters.mems.walked() >= watching.alarm_at || watching.is_called() {
            self.alarm(sub, live, place)?;
        }
        Flow::Continue(())
    }

    /// Whether to look up the state at a node with more than one branch.
    #[inline(always)]
    pub fn may_recall(&self, place: Place) -> bool {
        let walked = self.counters.nodes.walked();
        let recall = self.recall.as_ref();
        recall.is_some_and(|recall| recall.classes.is_awake(place.active, walked))
    }

    /// Shows the choice at a node.
    #[cold]
    pub fn show<M: ModeType>(&mut self, sub: &Sub, live: &[u64], place: Place, key: u64) {
        let best = (key != key::NONE).then(|| {
            let item = sub.items[M::rank(key).index()].id;
            (dlx3_format::ItemId(item), M::score(key))
        });
        let view = NodeView::new(&self.path, self.counters, sub, live, place);
        self.watching.watch.chosen(&view, best);
    }

    /// Shows a branch that leaves a node, if the watch sees them.
    #[inline(always)]
    pub fn show_branch(
        &mut self,
        sub: &Sub,
        live: &[u64],
        place: Place,
        branching: Branching,
        is_null: bool,
    ) {
        if self.watching.shows_moves {
            let view = NodeView::new(&self.path, self.counters, sub, live, place);
            let watch = &mut *self.watching.watch;
            watch.branched(&view.of_branch(branching, is_null));
        }
    }

    /// Counts a solution.
    #[inline(always)]
    pub fn solution(&mut self, sub: &Sub, live: &[u64], place: Place) -> Flow {
        self.counters.solutions.walk(1);
        if self.counters.solutions.walked() < self.watching.solution_at {
            return Flow::Continue(());
        }
        self.show_solution(sub, live, place)
    }

    #[cold]
    #[inline(never)]
    fn show_solution(&mut self, sub: &Sub, live: &[u64], place: Place) -> Flow {
        let view = NodeView::new(&self.path, self.counters, sub, live, place);
        let watching = &mut self.watching;
        match watching.watch.solution(&view) {
            ControlFlow::Continue(()) => {
                watching.most_active = u32::MAX;
                watching.solution_at = watching.watch.solution_due(&self.counters.solutions);
                Flow::Continue(())
            }
            ControlFlow::Break(()) => Flow::Break(Stop {
                level: place.level,
                cause: Cause::Solution,
            }),
        }
    }
}
