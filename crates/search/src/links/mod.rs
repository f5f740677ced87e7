//! Engine `links`: DLX3 as in its text, on an array of nodes that are linked by indices. It serves
//! every flag, and is the reference for other engines in tests.
//!
//! `nodes[1..first]` are the headers of the items' lists, `nodes[first]` is the first spacer; then
//! come each option's nodes, and a spacer after them. A spacer has `item <= 0`; its `up` is the
//! first node of the option before it, its `down` the last node of the option after it. `items[0]`
//! is the root of the cyclic list of active items, which are in input order.
//!
//! Invariant: `up`, `down` and the links of items are indices into their arrays; when the search is
//! back at its root, all have their original values.

mod cover;
mod dance;
mod look;
mod remains;
mod travel;

use super::counters::Counters;
use super::gb_flip::GbFlip;
use super::order;
use super::path::WalkEnd;
use super::state::sealed::Sealed;
use super::state::{Active, Branch, State, Step};
use super::variant::Variant;
use dance::Stage;
pub(super) use dance::{Below, Taken};
use dlx3_format::{ItemId, NodeId, OptionId, Problem};
pub use look::Look;
pub use remains::Remains;

/// The spacer after a node is searched within this distance; farther ones are looked up.
const NEAR: u32 = 64;

/// A node of an item's list. DLX3 pays one mem for `up` and `down` together,
/// and one for `item` and `color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Node {
    up: u32,
    down: u32,
    /// The item; in a spacer, minus the number of the option before.
    item: i32,
    /// The color, 0 for none; -1 while purified.
    color: i32,
}

/// DLX3's data of an item and of the header of its list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Item {
    previous: u32,
    next: u32,
    /// How many options may still be chosen.
    bound: i32,
    slack: i32,
    /// The length of the list.
    length: i32,
}

/// A level of the search whose branches are being explored.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The item that is branched on.
    item: u32,
    /// The node of the current branch; the item itself for a null move.
    choice: u32,
    /// The number of the current branch.
    number: u32,
    score: i32,
    /// The top of the item's list before it was tweaked; 0 if it is covered for good and never
    /// tweaked.
    first_tweak: u32,
}

/// The search by dancing links: DLX3's own algorithm, without bitmaps, memo or threads. It can also
/// walk a part of the tree, from a [`Position`](super::Position) to the end of a node's subtree.
///
/// ```
/// use dlx3::search::{Links, Position, Side, State};
///
/// let problem: dlx3::Problem = "A B C\nA\nB\nC\nA B\nB C\nA C\n".parse()?;
/// let mut counts = Vec::new();
/// for branch in ["1", "2", "3"] {
///     let mut links = Links::new(&problem);
///     let side = Side::Before;
///     assert!(links.go_to(&Position { path: branch.parse().unwrap(), side }));
///     links.end_after(&branch.parse().unwrap());
///     links.run(&mut ());
///     counts.push(links.counters().solutions.to_u64());
/// }
/// assert_eq!(counts, [Some(2), Some(1), Some(1)]);
/// # Ok::<(), dlx3::Fault>(())
/// ```
#[derive(Clone)]
pub struct Links<'p> {
    pub(crate) problem: &'p Problem,
    nodes: Nodes,
    items: Items,
    /// The index of the first spacer.
    first: u32,
    /// The index of the first secondary item.
    second: u32,
    levels: Vec<Level>,
    level: usize,
    stage: Stage,
    /// Whether its counters and its stage may be wrong for the node where it stands: true while it
    /// walks, and after a panic. See also [`Self::lose`].
    is_lost: bool,
    pub(super) end: WalkEnd,
    pub(crate) counters: Counters,
    pub(super) variant: Variant,
    /// Breaks ties at random; `None` if lists are in input order. The other engine borrows it to
    /// walk a subtree.
    pub(super) flip: Option<GbFlip>,
}

macro_rules! array {
    ($name:ident, $element:ty) => {
        /// An array whose elements link each other by indices. Release builds do not check them:
        /// that makes the search a quarter faster.
        #[derive(Clone)]
        struct $name(Vec<$element>);

        impl std::ops::Index<u32> for $name {
            type Output = $element;

            #[inline(always)]
            fn index(&self, index: u32) -> &$element {
                debug_assert!((index as usize) < self.0.len());
                // SAFETY: every index that the search uses is read from a link, an item or a
                // spacer, or is next to a node, between two spacers. The module's invariant says
                // that these are in range. `unlinked` establishes it for any `Problem`, whose
                // fields only the format package can set.
                unsafe { self.0.get_unchecked(index as usize) }
            }
        }

        impl std::ops::IndexMut<u32> for $name {
            #[inline(always)]
            fn index_mut(&mut self, index: u32) -> &mut $element {
                debug_assert!((index as usize) < self.0.len());
                // SAFETY: see `index`.
                unsafe { self.0.get_unchecked_mut(index as usize) }
            }
        }
    };
}

array!(Nodes, Node);
array!(Items, Item);

impl<'p> Links<'p> {
    /// A search at the root of its tree.
    pub fn new(problem: &'p Problem) -> Self {
        let mut links = Self::unlinked(problem);
        let mut node = links.first;
        for option in problem.option_ids() {
            for _ in problem.nodes_of(option) {
                node += 1;
                links.append(node);
            }
            node += 1;
        }
        links
    }

    /// A search whose lists have the order of random insertions (see
    /// [`Text::skipped`](dlx3_format::Text)), and which breaks ties at random, as DLX3 does with
    /// `s`.
    ///
    /// # Panics
    /// If `skipped` does not have a number for each node, or a number exceeds that of the earlier
    /// nodes of the same item.
    pub fn shuffled(problem: &'p Problem, skipped: &[u32], flip: GbFlip) -> Self {
        let mut links = Self::unlinked(problem);
        for node in order::shuffled(problem, skipped) {
            let option = problem.option_of(NodeId(node));
            links.append(links.first + option.0 + 1 + node);
        }
        links.flip = Some(flip);
        links
    }

    /// This search as one of Knuth's programs does it.
    ///
    /// # Panics
    /// If the program does not accept the problem (see [`Variant::accepts`]), or the search has
    /// begun.
    pub fn as_in(mut self, variant: Variant) -> Self {
        let has_begun = self.level > 0 || self.counters.nodes != 0;
        assert!(
            !has_begun,
            "a search remains that of the program that began it"
        );
        assert!(
            variant.accepts(self.problem),
            "{} cannot have this problem",
            variant.original.name()
        );
        self.variant = variant;
        self
    }

    /// A search whose lists are all empty, with all nodes in place.
    fn unlinked(problem: &'p Problem) -> Self {
        let first = problem.item_count() as u32 + 1;
        let second = problem.primary_count() as u32 + 1;
        let size = first as usize + problem.node_count() + problem.option_count() + 1;
        let mut nodes = Vec::with_capacity(size);
        let header = |index| Node {
            up: index,
            down: index,
            ..Node::default()
        };
        nodes.extend((0..first).map(header));
        nodes.push(Node::default());
        for option in problem.option_ids() {
            let before = nodes.len() as u32 - 1;
            nodes.extend(problem.nodes_of(option).map(|node| Node {
                item: problem.node_item(node).0 as i32 + 1,
                color: i32::from(problem.color_or_zero(node)),
                ..Node::default()
            }));
            nodes[before as usize].down = nodes.len() as u32 - 1;
            nodes.push(Node {
                up: before + 1,
                item: -(option.0 as i32) - 1,
                ..Node::default()
            });
        }
        let mut items = Vec::with_capacity(first as usize);
        items.push(Item {
            previous: second - 1,
            // A problem that is not built yet may have no items at all.
            next: if second > 1 { 1 } else { 0 },
            ..Item::default()
        });
        items.extend(problem.item_ids().map(|item| {
            let index = item.0 + 1;
            match problem.bounds(item) {
                Some(bounds) => Item {
                    previous: index - 1,
                    next: if index + 1 == second { 0 } else { index + 1 },
                    bound: bounds.upper as i32,
                    slack: bounds.slack() as i32,
                    length: 0,
                },
                None => Item {
                    previous: index,
                    next: index,
                    ..Item::default()
                },
            }
        }));
        Links {
            problem,
            nodes: Nodes(nodes),
            items: Items(items),
            first,
            second,
            levels: Vec::new(),
            level: 0,
            stage: Stage::Enter,
            is_lost: false,
            end: WalkEnd::default(),
            counters: Counters::default(),
            variant: Variant::default(),
            flip: None,
        }
    }

    /// Appends a node at the bottom of its item's list.
    fn append(&mut self, node: u32) {
        let header = self.nodes[node].item as u32;
        let bottom = self.nodes[header].up;
        self.nodes[bottom].down = node;
        self.nodes[header].up = node;
        self.nodes[node].up = bottom;
        self.nodes[node].down = header;
        self.items[header].length += 1;
    }

    /// The problem's number of a node.
    fn node_id(&self, node: u32) -> NodeId {
        let spacer = self.spacer_after(node);
        NodeId((node - self.first).wrapping_add_signed(self.nodes[spacer].item))
    }

    /// The option that contains a node.
    fn option_of(&self, node: u32) -> OptionId {
        let spacer = self.spacer_after(node);
        OptionId((-self.nodes[spacer].item - 1) as u32)
    }

    /// The spacer after the option that contains a node.
    fn spacer_after(&self, node: u32) -> u32 {
        for spacer in node + 1..node + NEAR {
            if self.nodes[spacer].item <= 0 {
                return spacer;
            }
        }
        self.far_spacer_after(node)
    }

    /// The spacer, by looking it up: scanning a long option from each of its nodes would take
    /// quadratic time.
    #[cold]
    fn far_spacer_after(&self, node: u32) -> u32 {
        let spacer = |option: u32| {
            let last = self.problem.nodes_of(OptionId(option)).next_back();
            self.first + option + last.map_or(0, |last| last.0 + 2)
        };
        let (mut low, mut high) = (0, self.problem.option_count() as u32);
        while low < high {
            let middle = low.midpoint(high);
            match spacer(middle) < node {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        spacer(low)
    }
}

impl Sealed for Links<'_> {
    fn update_steps(&self, steps: &mut Vec<Step>) -> usize {
        let path = self.levels[..self.level].iter().map(|level| Step {
            item: level.item - 1,
            option: match level.choice >= self.first {
                true => self.option_of(level.choice).0 + 1,
                false => 0,
            },
            number: level.number,
            score: level.score as u32,
        });
        let same = (path.clone().zip(&*steps))
            .take_while(|(new, old)| new == *old)
            .count();
        steps.truncate(same);
        steps.extend(path.skip(same));
        same
    }
}

impl State for Links<'_> {
    fn problem(&self) -> &Problem {
        self.problem
    }

    fn counters(&self) -> &Counters {
        &self.counters
    }

    fn level(&self) -> usize {
        self.level
    }

    fn branch(&self, level: usize) -> Branch {
        assert!(level <= self.level, "no branch is taken on level {level}");
        let level = &self.levels[level];
        Branch {
            item: ItemId(level.item - 1),
            node: (level.choice >= self.first).then(|| self.node_id(level.choice)),
            number: level.number,
            score: i64::from(level.score),
        }
    }

    fn append_path(&self, options: &mut Vec<OptionId>, branches: &mut Vec<u32>) {
        let levels = &self.levels[..self.level];
        let nodes = levels.iter().map(|level| level.choice);
        let nodes = nodes.filter(|&choice| choice >= self.first);
        options.extend(nodes.map(|node| self.option_of(node)));
        branches.extend(levels.iter().map(|level| level.number));
    }

    fn for_each_active(&self, show: &mut dyn FnMut(Active)) {
        let mut index = self.items[0].next;
        while index != 0 {
            let item = &self.items[index];
            show(Active {
                item: ItemId(index - 1),
                bound: item.bound as u32,
                slack: item.slack as u32,
                length: item.length as u32,
            });
            index = item.next;
        }
    }

    fn length(&self, item: ItemId) -> u32 {
        // Checked here, as the array is not.
        let is_ours = item.index() < self.problem.item_count();
        assert!(is_ours, "the problem has no such item: {item:?}");
        self.items[item.0 + 1].length as u32
    }
}

#[cfg(test)]
mod tests;
