//! The items and options of a sub-problem one by one.

use crate::search::bits::number::{Rank, Slot};
use crate::search::bits::price::{self, Cost};

#[derive(Clone, Copy, Debug, Default)]
pub struct SubItem {
    /// Its number in the problem.
    pub id: u32,
    /// How many options could be chosen for it when it was encoded, and the slack: both
    /// less by what has been clipped (see [`clip`](crate::search::bits::encode::clip)).
    pub bound: u32,
    pub slack: u32,
    pub clipped: u32,
    pub slot: Slot,
}

impl SubItem {
    /// Whether it must be chosen exactly once: it is covered for good then.
    #[inline(always)]
    pub fn is_simple(&self) -> bool {
        self.bound == 1 && self.slack == 0
    }

    /// Whether its bound may change before it is covered.
    #[inline(always)]
    pub fn may_change(&self) -> bool {
        self.bound > 1
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Opt {
    /// Its number in the problem.
    pub id: u32,
    /// Its nodes.
    pub start: u32,
    pub end: u32,
    /// How many of its nodes were purified when it was encoded; they are not
    /// among its nodes.
    pub purified: u32,
    /// The mems of covering its items, whatever they hide.
    pub fixed: u32,
    /// How many of its items are covered whenever it is chosen, and how many of
    /// these are primary.
    pub covers: u32,
    pub satisfies: u32,
    /// How many other nodes it has that are not purified, and the mems of hiding it.
    /// Without colors, these stay.
    pub pure: u32,
    pub weight: u32,
}

impl Opt {
    /// Its nodes, in order.
    #[inline(always)]
    pub fn nodes(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// What choosing it costs in a sweep, whatever its items hide: mems that are paid twice in the
    /// lower half, and updates above. Without colors.
    #[inline(always)]
    pub fn price(&self) -> u64 {
        let (mems, updates) = (self.fixed + self.weight, self.covers + self.pure);
        u64::from(mems) | u64::from(updates) << 32
    }

    /// What covering its items costs whatever they hide, but for the one branched on.
    #[inline(always)]
    pub fn cost_beside(&self, changes: bool) -> Cost {
        Cost {
            mems: u64::from(self.fixed) - price::of_branched(changes),
            updates: u64::from(self.covers) - u64::from(!changes),
            cleansings: 0,
        }
    }
}

/// An item's place in an option.
#[derive(Clone, Copy, Debug, Default)]
pub struct SubNode {
    pub item: Rank,
    /// The number of its item and color together; 0 if it has no color.
    pub hue: u32,
}

/// What of a sub-problem with colors is left for one that is encoded anew, and its new numbers.
#[derive(Debug, Default)]
pub struct Renumbering {
    /// The old numbers of options.
    pub options: Vec<u32>,
    /// What nodes become: of each old item without a color, then of each old hue.
    pub nodes: Vec<SubNode>,
    /// The old secondary items, a bit for each.
    pub colors: Vec<u64>,
}

/// A stack with room for all that it may hold.
#[derive(Debug, Default)]
pub struct Stack<E> {
    elements: Vec<E>,
    pub count: usize,
}

impl<E: Clone + Default> Stack<E> {
    pub fn reset(&mut self, most: usize) {
        self.count = 0;
        super::layout::lengthen(&mut self.elements, most);
    }

    /// Appends an element, or not, without a branch.
    #[inline(always)]
    pub fn append_if(&mut self, element: E, is_so: bool) {
        self.elements[self.count] = element;
        self.count += usize::from(is_so);
    }

    #[inline(always)]
    pub fn all(&self) -> &[E] {
        &self.elements[..self.count]
    }
}
