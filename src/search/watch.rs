//! The interface between the search and whoever looks at it.

use super::{Count, Counters, Path};
use crate::format::{ItemId, NodeId, Problem};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A branch of the search tree: what was chosen on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The item that was branched on.
    pub item: ItemId,
    /// Its node in the chosen option; `None` for a null move.
    pub node: Option<NodeId>,
    /// The number of the branch, from 1.
    pub number: u32,
    /// The item's score, that is the number of its branches.
    pub score: i64,
}

/// An active item, as the choice sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Active {
    pub item: ItemId,
    /// How many of its options may still be chosen.
    pub bound: u32,
    /// The given upper bound less the lower one.
    pub slack: u32,
    /// The length of its list.
    pub length: u32,
}

impl Active {
    /// The smaller of slack and bound: how many choices may be forgone.
    pub fn spare(&self) -> u32 {
        self.slack.min(self.bound)
    }

    /// The branching degree; not positive if the item cannot be satisfied.
    pub fn score(&self) -> i64 {
        i64::from(self.length) + i64::from(self.spare()) - i64::from(self.bound) + 1
    }
}

/// A search at a moment, seen from outside.
pub trait State {
    /// The problem being solved.
    fn problem(&self) -> &Problem;

    /// The counters so far.
    fn counters(&self) -> &Counters;

    /// The number of branches on the path to the current node.
    fn level(&self) -> usize;

    /// The branch chosen on a level below [`Self::level`]; in
    /// [`Watch::moved`], also the one on that level.
    ///
    /// # Panics
    /// If the level is larger.
    fn branch(&self, level: usize) -> Branch;

    /// Shows the active items in input order.
    fn for_each_active(&self, show: &mut dyn FnMut(Active));

    /// The length of an item's list.
    ///
    /// # Panics
    /// If the item is not one of the problem's.
    fn length(&self, item: ItemId) -> u32;
}

/// How [`Links::run`](super::Links::run) came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The whole tree has been walked.
    Exhausted,
    /// The watch asked for a break; the search can go on from there.
    Paused,
}

/// Looks at a search as it goes. All methods do nothing by default; those that
/// are called most often cost nothing then.
pub trait Watch {
    /// A flag that is looked at at every node: whether [`Self::alarm`] should be
    /// called now, whatever the mems. Asked for at the begin of a run.
    fn urgent(&self) -> Arc<AtomicBool> {
        Arc::default()
    }

    /// The mems at which to call [`Self::alarm`] next; none for never.
    fn alarm_at(&self) -> Option<Count> {
        None
    }

    /// Much the same for mems of nodes that have really been visited: known parts of
    /// the tree do not count, and may be passed by. The alarm may come some nodes later.
    fn look_at(&self) -> u64 {
        u64::MAX
    }

    /// When so many solutions have been found: the number of the next one for
    /// which [`Self::solution`] has to be called. Those before it are passed by.
    /// Asked for at the begin of a run, and after each call of a method that may
    /// change it.
    fn solution_at(&self, found: &Count) -> Option<Count> {
        Some(found.plus(&1.into()))
    }

    /// Called at a node, once it is counted, when mems have reached
    /// [`Self::alarm_at`] or [`Self::look_at`].
    fn alarm(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Asked for after [`Self::alarm`]: the search is to end when it has left this
    /// node. Its parent must be on the path of the node of the alarm, and the branch to
    /// it be the one taken there or a later one; if not, the search panics.
    fn take_end(&mut self) -> Option<Path> {
        None
    }

    /// Whether [`Self::chosen`] has to be called, and with the best item even if
    /// any other one shows that there is no branch.
    #[inline]
    fn is_shown_nodes(&self) -> bool {
        true
    }

    /// Whether [`Self::moved`] has to be called.
    #[inline]
    fn is_shown_moves(&self) -> bool {
        true
    }

    /// Called when a node has chosen an item (with its score, which may not be
    /// positive) or found none to choose: a solution.
    #[inline]
    fn chosen(&mut self, _: &dyn State, _best: Option<(ItemId, i64)>) {}

    /// Called at each branch, before its other items are covered.
    #[inline]
    fn moved(&mut self, _: &dyn State) {}

    /// Called at a solution that [`Self::solution_at`] asks for, once it is counted.
    #[inline]
    fn solution(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The mems that must be walked until a watch's next alarm.
pub(super) fn alarm_due(watch: &dyn Watch, mems: &Count) -> u64 {
    watch.look_at().min(mark_due(watch, mems))
}

/// The same for an alarm whose place is exact.
pub(super) fn mark_due(watch: &dyn Watch, mems: &Count) -> u64 {
    let mark = watch.alarm_at().map(|mark| mems.walked_at(&mark));
    mark.unwrap_or(u64::MAX)
}

/// The solutions that must be found by walking until a watch has to see one.
pub(super) fn solution_due(watch: &dyn Watch, found: &Count) -> u64 {
    let number = watch.solution_at(found);
    number.map_or(u64::MAX, |number| found.walked_at(&number))
}

/// The watch that never looks.
impl Watch for () {
    fn solution_at(&self, _: &Count) -> Option<Count> {
        None
    }

    #[inline]
    fn is_shown_nodes(&self) -> bool {
        false
    }

    #[inline]
    fn is_shown_moves(&self) -> bool {
        false
    }
}
