//! A search at a moment, seen from outside.

use super::counters::Counters;
use dlx3_format::{ItemId, NodeId, OptionId, Problem};

/// A branch of the search tree: what was chosen on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Branch {
    /// The item that was branched on.
    pub item: ItemId,
    /// Its node in the chosen option; `None` for a null move.
    pub node: Option<NodeId>,
    /// The number of the branch, from 1.
    pub number: u32,
    /// The item's score: the number of its branches.
    pub score: i64,
}

/// An active item, as the choice of the next item sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Active {
    /// The item.
    pub item: ItemId,
    /// How many of its options may still be chosen.
    pub bound: u32,
    /// The given upper bound less the lower one.
    pub slack: u32,
    /// The length of its list: how many options are left.
    pub length: u32,
}

impl Active {
    /// How many of the choices left need not be made: the smaller of slack and bound.
    pub fn spare(&self) -> u32 {
        self.slack.min(self.bound)
    }

    /// The number of branches; not positive if the item cannot be satisfied.
    pub fn score(&self) -> i64 {
        i64::from(self.length) + i64::from(self.spare()) - i64::from(self.bound) + 1
    }
}

/// A search at a moment, seen from outside. Only this crate's engines implement it.
pub trait State: sealed::Sealed {
    /// The problem being solved.
    fn problem(&self) -> &Problem;

    /// The counters so far.
    fn counters(&self) -> &Counters;

    /// The number of branches on the path to the current node.
    fn level(&self) -> usize;

    /// The branch taken on a level, which is counted from 0 and smaller than [`Self::level`].
    ///
    /// # Panics
    /// If no branch is taken on that level.
    fn branch(&self, level: usize) -> Branch;

    /// Appends the options chosen on the way to the current node, and the numbers of the
    /// branches, both from the root on. (A null move chooses no option.) It takes less time than
    /// [`Self::branch`] for each level.
    fn append_path(&self, options: &mut Vec<OptionId>, branches: &mut Vec<u32>);

    /// Calls `show` with each active item, in input order.
    fn for_each_active(&self, show: &mut dyn FnMut(Active));

    /// The length of an item's list. An engine on bitmaps has to follow the path from
    /// the root again to answer this.
    ///
    /// # Panics
    /// If the item is not one of the problem's.
    fn length(&self, item: ItemId) -> u32;
}

/// A branch in 16 bytes, so that paths are soon compared. Equal steps are equal branches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The item that was branched on.
    pub item: u32,
    /// The option's number and 1, or 0 for a null move.
    pub option: u32,
    /// The number of the branch, from 1.
    pub number: u32,
    /// How many branches there are.
    pub score: u32,
}

impl Step {
    /// The chosen option; `None` for a null move.
    #[inline]
    pub fn option(self) -> Option<OptionId> {
        self.option.checked_sub(1).map(OptionId)
    }
}

/// How many steps two paths have in common, from the root on.
#[inline]
pub(super) fn common<T: PartialEq>(one: &[T], other: &[T]) -> usize {
    let pairs = one.iter().zip(other);
    pairs.take_while(|(one, other)| one == other).count()
}

pub(crate) mod sealed {
    use super::Step;

    /// Keeps others from implementing [`State`](super::State), which may grow.
    pub trait Sealed {
        /// Makes some steps those of the path to the current node, and tells how many of them stay
        /// as they are, from the root on.
        fn update_steps(&self, steps: &mut Vec<Step>) -> usize;
    }
}

/// How a run of a search came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The whole tree has been walked.
    Exhausted,
    /// The observer asked for a break.
    Paused,
}
