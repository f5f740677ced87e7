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

/// An active item, with what the choice of the next item compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Active {
    /// The item.
    pub item: ItemId,
    /// How many of its options may still be chosen.
    pub bound: u32,
    /// The upper bound less the lower one, as given in the input.
    pub slack: u32,
    /// The length of its list: how many options are left.
    pub length: u32,
}

impl Active {
    /// How many of the choices left may be omitted: the smaller of slack and bound.
    pub fn spare(&self) -> u32 {
        self.slack.min(self.bound)
    }

    /// The number of branches; 0 or less if the item cannot be satisfied.
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

    /// The branch taken on a level, where 0 <= level < [`Self::level`].
    ///
    /// # Panics
    /// If no branch is taken on that level.
    fn branch(&self, level: usize) -> Branch;

    /// Appends the options chosen on the path to the current node, and the numbers of the branches,
    /// both from the root on. (A null move chooses no option.) This is faster than calling
    /// [`Self::branch`] for each level.
    fn append_path(&self, options: &mut Vec<OptionId>, branches: &mut Vec<u32>);

    /// Calls `show` with each active item, in input order.
    fn for_each_active(&self, show: &mut dyn FnMut(Active));

    /// The length of an item's list. An engine on bitmaps has to follow the path from the root to
    /// answer this.
    ///
    /// # Panics
    /// If the item is not one of the problem's.
    fn length(&self, item: ItemId) -> u32;
}

/// A branch in 16 bytes, so that comparing paths is fast. Equal steps are equal branches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The item that was branched on.
    pub item: u32,
    /// The option's number + 1, or 0 for a null move.
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

/// How many steps two paths share from the root on.
#[inline]
pub(super) fn common<T: PartialEq>(one: &[T], other: &[T]) -> usize {
    let pairs = one.iter().zip(other);
    pairs.take_while(|(one, other)| one == other).count()
}

pub(crate) mod sealed {
    use super::Step;

    /// Keeps users from implementing [`State`](super::State), which may grow.
    pub trait Sealed {
        /// Updates `steps` to the path to the current node; returns how many of them, from the root
        /// on, stayed the same.
        fn update_steps(&self, steps: &mut Vec<Step>) -> usize;
    }
}

/// How a run of a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The whole tree has been walked.
    Exhausted,
    /// The observer asked for a break.
    Paused,
}
