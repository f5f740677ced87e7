//! A walk under way: what it counts, what the watch wants, and where it ends.

use super::names::Recall;
use super::view::{Branches, View};
use super::way::WayDown;
use crate::search::bits::decide::compact::Compacting;
use crate::search::bits::decide::lists::Balance;
use crate::search::bits::decide::shown::{self, ShownRule};
use crate::search::bits::decide::subtrees::SmallRule;
use crate::search::bits::encode::Encoder;
use crate::search::bits::key;
use crate::search::bits::mode::ModeType;
use crate::search::bits::number::Place;
use crate::search::bits::price::{self, Cost};
use crate::search::bits::small::SmallSearch;
use crate::search::bits::sub::Sub;
use crate::search::bits::sweep::sums::Limits;
use crate::search::bits::sweep::sweeping::Sweeping;
use crate::search::bits::tuning::Tuning;
use crate::search::counters::Counters;
use crate::search::path::WalkEnd;
use crate::search::watch::{Watch, alarm_due, mark_due};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the search has been broken off.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    pub level: usize,
    pub cause: Cause,
}

/// Why the search has been broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The watch asked for it at a node, or at a solution.
    Alarm,
    Solution,
    /// Lists would be faster.
    Loss,
    /// The walk ends there.
    End,
}

pub type Flow = ControlFlow<Stop>;

/// A walk through a sub-problem, and through those that are compacted below it.
pub struct Walk<'d> {
    /// What begins a sub-problem looks at it, and nothing else.
    pub tuning: &'d Tuning,
    pub path: Branches<'d>,
    pub counters: &'d mut Counters,
    /// Not a type parameter: there is much code, and it seldom calls a watch.
    pub watch: &'d mut dyn Watch,
    pub urgent: Arc<AtomicBool>,
    /// The mems that must be walked until the next alarm.
    pub alarm_at: u64,
    /// The mems at which the watch looks at the very node: no sweep may pass them.
    pub mark_at: u64,
    /// The solutions that must be walked until the watch has to see one.
    pub solution_at: u64,
    /// Nodes with more active items than this are not swept below: the next mark, or the
    /// next solution to be shown, is in a subtree that has been swept in vain.
    pub most_active: u32,
    /// Whether the watch is shown the choice at every node.
    pub shows_nodes: bool,
    /// Whether it is shown every branch.
    pub shows_moves: bool,
    #[allow(clippy::vec_box)] // it is large to move
    pub pool: &'d mut Vec<Box<Sub>>,
    pub encoder: &'d mut Encoder,
    pub compacting: &'d mut Compacting,
    pub sweeping: &'d mut Sweeping,
    pub small_rule: &'d mut SmallRule,
    pub shown: &'d mut ShownRule,
    /// None until the first small subtree.
    pub small: &'d mut Option<Box<SmallSearch>>,
    pub balance: Balance,
    pub recall: Option<&'d mut Recall>,
    /// The deepest level that has been counted since a state was looked up.
    pub reach: usize,
    /// Until the search is where it is to go on, nothing is counted.
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

    #[inline(always)]
    fn is_urgent(&self) -> bool {
        self.urgent.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn has_alarm(&self) -> bool {
        self.counters.mems.walked() >= self.alarm_at || self.is_urgent()
    }

    /// Whether some solution that is near has to be shown.
    #[inline(always)]
    pub fn shows_soon(&self) -> bool {
        let found = self.counters.solutions.walked();
        self.solution_at.saturating_sub(found) <= shown::NEAR
    }

    /// What may be counted before the watch has to look; nothing if it has to look
    /// at every node.
    #[inline(always)]
    pub fn limits(&mut self, place: Place) -> Option<Limits> {
        if self.shows_nodes
            || self.shows_moves
            || place.active > self.most_active
            || self.is_urgent()
            || self.way.is_on_way()
        {
            return None;
        }
        let (mems, solutions) = (&self.counters.mems, &self.counters.solutions);
        let limits = Limits {
            mems: self.mark_at.checked_sub(mems.walked() + 1)?,
            solutions: self.solution_at.checked_sub(solutions.walked() + 1)?,
        };
        let is_due = limits.solutions > shown::NEAR || self.shown.is_due(place.active);
        is_due.then_some(limits)
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

    pub fn set_alarm(&mut self) {
        let look_at = self.watch.soft_alarm_at().min(self.balance.review_at);
        self.mark_at = mark_due(self.watch, &self.counters.mems);
        self.alarm_at = look_at.min(self.mark_at);
        self.solution_at = self.watch.solution_due(&self.counters.solutions);
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

    /// Whether the walk goes through a node to where it begins, and searches no more than one of its
    /// branches: it ends below, or with that branch. A smaller sub-problem would be of little use to it.
    pub fn only_passes(&self, place: Place) -> bool {
        let Some(&number) = self.way.branches.last() else {
            return false;
        };
        let is_last = self.way.branches.len() == 1;
        place.level + 1 < self.end.level
            || place.level + 1 == self.end.level
                && is_last
                && self.end.branch <= number + u32::from(self.way.is_behind)
    }

    /// Counts the choice at a node.
    #[inline(always)]
    pub fn count_choice(&mut self, place: Place) {
        let mems = price::choice(1, place.active.into());
        self.counters.mems.walk(mems);
        self.counters.choice_mems.walk(mems);
    }

    /// Counts a node.
    #[inline(always)]
    pub fn arrive(&mut self, sub: &Sub, live: &[u64], place: Place) -> Flow {
        self.counters.node(place.level);
        self.reach = self.reach.max(place.level);
        if self.has_alarm() {
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
            (crate::format::ItemId(item), M::score(key))
        });
        let view = View::new(&self.path, self.counters, sub, live, place);
        self.watch.chosen(&view, best);
    }

    /// Counts a solution.
    #[inline(always)]
    pub fn solution(&mut self, sub: &Sub, live: &[u64], place: Place) -> Flow {
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
                self.solution_at = self.watch.solution_due(&self.counters.solutions);
                Flow::Continue(())
            }
            ControlFlow::Break(()) => Flow::Break(Stop {
                level: place.level,
                cause: Cause::Solution,
            }),
        }
    }
}
