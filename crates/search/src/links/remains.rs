//! Lists what is left of a problem at a node, so that another engine can continue there, and goes
//! to a node that this engine has reached.

use super::{Links, Stage};
use crate::prices::Dlx3;
use crate::state::{Active, Branch, State};
use dlx3_format::{ItemId, OptionId};

/// What is left of a problem.
#[derive(Debug, Default)]
pub struct Remains {
    /// The active items, in input order.
    pub items: Vec<Active>,
    /// The options that may still be chosen, in input order, and whether some of their nodes are
    /// purified.
    pub options: Vec<(OptionId, bool)>,
    /// For each item, whether it is purified; and a list of those that are.
    purified: Vec<bool>,
    all_purified: Vec<u32>,
    /// A bit for each option; all are 0 between calls.
    seen: Vec<u64>,
}

impl Remains {
    /// Whether an item is purified.
    pub fn is_purified(&self, item: ItemId) -> bool {
        self.purified[item.index()]
    }

    fn purify(&mut self, item: u32) {
        if !std::mem::replace(&mut self.purified[item as usize], true) {
            self.all_purified.push(item);
        }
    }

    /// Forgets what was purified, which may be a few of very many items.
    fn clear_purified(&mut self, items: usize) {
        self.purified.resize(items, false);
        for item in self.all_purified.drain(..) {
            self.purified[item as usize] = false;
        }
    }
}

impl Links<'_> {
    /// The total length of the active items' lists. Every option that may be chosen is in one of
    /// them.
    pub(crate) fn total_length(&self) -> usize {
        let mut total = 0;
        let mut index = self.items[0].next;
        while index != 0 {
            total += self.items[index].length as usize;
            index = self.items[index].next;
        }
        total
    }

    /// Whether lists are in input order, which also breaks ties.
    pub(crate) fn is_orderly(&self) -> bool {
        self.flip.is_none()
    }

    /// Lists what is left; false if that is more than `most` options.
    pub fn remains(&self, remains: &mut Remains, most: usize) -> bool {
        remains.items.clear();
        self.for_each_active(&mut |active| remains.items.push(active));
        remains.options.clear();
        remains
            .seen
            .resize(self.problem.option_count().div_ceil(64), 0);
        remains.clear_purified(self.problem.item_count());
        for place in 0..remains.items.len() {
            let header = remains.items[place].item.0 + 1;
            let mut row = self.nodes[header].down;
            while row >= self.first && remains.options.len() <= most {
                let mut purified = false;
                let spacer = self.spacer_after(row);
                let option = (-self.nodes[spacer].item - 1) as usize;
                let (word, bit) = (&mut remains.seen[option / 64], 1 << (option % 64));
                if *word & bit == 0 {
                    *word |= bit;
                    for other in self.nodes[spacer].up..spacer {
                        let node = self.nodes[other];
                        if node.color < 0 {
                            purified = true;
                            remains.purify(node.item as u32 - 1);
                        }
                    }
                    remains.options.push((OptionId(option as u32), purified));
                }
                row = self.nodes[row].down;
            }
        }
        for (option, _) in &remains.options {
            remains.seen[option.index() / 64] = 0;
        }
        remains.options.sort_unstable();
        remains.options.len() <= most
    }

    /// The options in the list of an item, in its order.
    pub fn options_of(&self, item: ItemId) -> impl Iterator<Item = OptionId> {
        let mut row = item.0 + 1;
        std::iter::from_fn(move || {
            row = self.nodes[row].down;
            (row >= self.first).then(|| self.option_of(row))
        })
    }

    /// Goes to a node below this one, without counting. The search continues there with the choice
    /// of an item or, if the node is a solution that has been seen, after it.
    pub(crate) fn descend(&mut self, path: &[Branch], is_seen_solution: bool) {
        let counters = self.counters.clone();
        for branch in path {
            self.begin_level::<Dlx3>(branch.item.0 + 1, branch.score as i32);
            self.go_down(branch.number);
        }
        self.counters = counters;
        self.stage = match is_seen_solution {
            true => Stage::Retreat,
            false => Stage::Choose,
        };
    }
}
