//! A problem in compact arrays.
//!
//! Items are numbered from 0 in input order, the primary ones first. The nodes of all options
//! follow each other; `starts[o]..starts[o + 1]` are those of option `o`. A color of 0 means none.

use super::{Builder, Costs, Name, TooLarge};
use std::ops::Range;

/// An item's number, counted from 0 in the order of the item line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ItemId(pub u32);

/// An option's number, counted from 0; options without primary items are not
/// counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OptionId(pub u32);

/// A node's number: the place of one item in one option, counted over all options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl ItemId {
    /// The number as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl OptionId {
    /// The number as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl NodeId {
    /// The number as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How often a primary item must and may occur in a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least number of options of a solution that have the item.
    pub lower: u32,
    /// The largest number, where 1 <= `upper` <= [`Bounds::MAX`] and `lower` <= `upper`.
    pub upper: u32,
}

impl Bounds {
    /// Exactly once: the bounds of an item without a prefix.
    pub const ONE: Bounds = Bounds { lower: 1, upper: 1 };

    /// The largest bound that a prefix of the item line can express.
    pub const MAX: u32 = 9_999_999;

    /// The *slack* of DLX3: the upper bound less the lower one.
    ///
    /// # Panics
    /// If the lower bound is the larger one, which no problem has.
    #[inline]
    pub fn slack(self) -> u32 {
        let slack = self.upper.checked_sub(self.lower);
        slack.expect("the lower bound does not exceed the upper one")
    }
}

/// An exact covering problem with multiplicities and colors.
///
/// ```
/// let problem: dlx3::Problem = "A B 2:3|C | X Y
/// A B X:0 Y:0
/// A C X:1 Y:1
/// C X:0
/// B X:1
/// C Y:1
/// ".parse()?;
/// assert_eq!((problem.primary_count(), problem.item_count(), problem.option_count()), (3, 5, 5));
/// # Ok::<(), dlx3::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub(super) names: Vec<Name>,
    /// The bounds of primary items.
    pub(super) bounds: Vec<Bounds>,
    pub(super) starts: Vec<u32>,
    pub(super) node_items: Vec<u32>,
    pub(super) node_colors: Vec<u8>,
    /// `None` if all options are free.
    pub(super) costs: Option<Costs>,
}

impl Problem {
    /// A builder for a problem that does not come from text.
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// Whether a search has the same tree: the problems differ at most in costs.
    pub fn has_tree_of(&self, other: &Problem) -> bool {
        let Problem {
            names,
            bounds,
            starts,
            node_items,
            node_colors,
            costs: _,
        } = self;
        *names == other.names
            && *bounds == other.bounds
            && *starts == other.starts
            && *node_items == other.node_items
            && *node_colors == other.node_colors
    }

    /// The number of items, primary and secondary.
    pub fn item_count(&self) -> usize {
        self.names.len()
    }

    /// The number of primary items; they have the numbers below this.
    pub fn primary_count(&self) -> usize {
        self.bounds.len()
    }

    /// The number of options.
    pub fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of nodes, that is the sum of the options' sizes.
    pub fn node_count(&self) -> usize {
        self.node_items.len()
    }

    /// All items in input order, the primary ones first.
    pub fn item_ids(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (0..self.item_count() as u32).map(ItemId)
    }

    /// All options in input order.
    pub fn option_ids(&self) -> impl ExactSizeIterator<Item = OptionId> + use<> {
        (0..self.option_count() as u32).map(OptionId)
    }

    /// The name of an item.
    ///
    /// # Panics
    /// If the item is not one of this problem's.
    pub fn name(&self, item: ItemId) -> &[u8] {
        self.names[item.index()].as_bytes()
    }

    /// The item of that name, if there is one.
    pub fn item(&self, name: &[u8]) -> Option<ItemId> {
        let name = Name::new(name).ok()?;
        let index = self.names.iter().position(|other| *other == name)?;
        Some(ItemId(index as u32))
    }

    /// The bounds of a primary item, or `None` for a secondary one.
    ///
    /// # Panics
    /// If the item is not one of this problem's.
    pub fn bounds(&self, item: ItemId) -> Option<Bounds> {
        assert!(item.index() < self.item_count(), "no such item: {item:?}");
        self.bounds.get(item.index()).copied()
    }

    /// The costs of the options; `None` if all are free.
    pub fn costs(&self) -> Option<&Costs> {
        self.costs.as_ref()
    }

    /// This problem with these costs, one for each option, instead of its own.
    ///
    /// # Errors
    /// If their absolute values add up to 2^127 or more.
    ///
    /// # Panics
    /// If there are not as many costs as options.
    pub fn with_costs(self, costs: Vec<i128>) -> Result<Self, TooLarge> {
        Ok(self.priced(Costs::new(costs)?))
    }

    /// This problem without costs and with these names, one for each item, all different.
    pub fn renamed(&self, names: Vec<Name>) -> Self {
        assert_eq!(names.len(), self.item_count(), "a name for each item");
        Problem {
            names,
            costs: None,
            ..self.clone()
        }
    }

    /// This problem with these costs instead of its own.
    ///
    /// # Panics
    /// If there are not as many costs as options.
    pub fn priced(self, costs: Costs) -> Self {
        let count = costs.values().len();
        assert_eq!(count, self.option_count(), "a cost for each option");
        let costs = costs.if_any();
        Problem { costs, ..self }
    }

    /// This problem with upper bounds for these items: the number of options that have them, which
    /// cannot be exceeded.
    pub(super) fn bounded(mut self, items: &[ItemId]) -> Self {
        if !items.is_empty() {
            let mut lengths = vec![0; self.item_count()];
            self.node_items
                .iter()
                .for_each(|&item| lengths[item as usize] += 1);
            for item in items {
                let bounds = &mut self.bounds[item.index()];
                bounds.upper = bounds
                    .lower
                    .max(lengths[item.index()])
                    .clamp(1, Bounds::MAX);
            }
        }
        self
    }

    /// This problem with the costs of `options` of another one, of which it was made.
    pub fn costs_from(self, other: &Problem, options: &[OptionId]) -> Self {
        let costs = other.costs.as_ref();
        let costs = costs.and_then(|costs| costs.some(options.iter().copied()).if_any());
        Problem { costs, ..self }
    }

    /// The nodes of an option, in input order.
    ///
    /// # Panics
    /// If the option is not one of this problem's.
    pub fn nodes_of(
        &self,
        option: OptionId,
    ) -> impl ExactSizeIterator<Item = NodeId> + DoubleEndedIterator + use<> {
        self.numbers_of(option).map(NodeId)
    }

    /// The numbers of an option's nodes.
    fn numbers_of(&self, option: OptionId) -> Range<u32> {
        self.starts[option.index()]..self.starts[option.index() + 1]
    }

    /// The option that a node belongs to.
    ///
    /// # Panics
    /// If the node is not one of this problem's.
    pub fn option_of(&self, node: NodeId) -> OptionId {
        assert!(node.index() < self.node_count(), "no such node: {node:?}");
        // A good guess in most problems, where most options have similar numbers of nodes.
        let guess = u64::from(node.0) * self.option_count() as u64 / self.node_count() as u64;
        let guess = guess as usize;
        if self.starts[guess] <= node.0 && node.0 < self.starts[guess + 1] {
            return OptionId(guess as u32);
        }
        OptionId(self.starts.partition_point(|&start| start <= node.0) as u32 - 1)
    }

    /// The item of a node.
    ///
    /// # Panics
    /// If the node is not one of this problem's.
    #[inline]
    pub fn node_item(&self, node: NodeId) -> ItemId {
        ItemId(self.node_items[node.index()])
    }

    /// The color of a node, if it has one: a byte that is neither NUL nor white space.
    ///
    /// # Panics
    /// If the node is not one of this problem's.
    #[inline]
    pub fn node_color(&self, node: NodeId) -> Option<u8> {
        let color = self.color_or_zero(node);
        (color != 0).then_some(color)
    }

    /// Whether any node has a color.
    pub fn has_colors(&self) -> bool {
        self.node_colors.iter().any(|&color| color != 0)
    }

    /// The color of a node; 0 if it has none.
    #[inline]
    pub fn color_or_zero(&self, node: NodeId) -> u8 {
        self.node_colors[node.index()]
    }

    /// The items of an option with their colors, in input order.
    ///
    /// # Panics
    /// If the option is not one of this problem's.
    pub fn option(
        &self,
        option: OptionId,
    ) -> impl ExactSizeIterator<Item = (ItemId, Option<u8>)> + '_ {
        self.nodes_of(option)
            .map(|node| (self.node_item(node), self.node_color(node)))
    }

    /// The nodes of an option from `node` rightwards, cyclically, as DLX3 prints them.
    ///
    /// # Panics
    /// If the node is not one of this problem's.
    pub fn cycle(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        let nodes = self.numbers_of(self.option_of(node));
        (node.0..nodes.end).chain(nodes.start..node.0).map(NodeId)
    }
}
