//! The names of states in the memo.

use crate::bits::bitmap::{NameLanes, ones};
use crate::bits::decide::Classes;
use crate::bits::kernels::Kernels;
use crate::bits::key;
use crate::bits::number::Rank;
use crate::bits::sub::Sub;
use crate::memo::{Hash, StatePart, Store};
use dlx3_format::{OptionId, Problem};
use std::collections::HashSet;
use std::sync::Arc;

/// Names of larger bounds are not cached: few states have any.
const NAMED_BOUNDS: usize = 8;

/// A cache of the names of options and bounds, which are needed often and take longer to make than
/// to look up.
#[derive(Debug, Default)]
struct Names {
    /// For each option, then for each item and bound; 0 if not made yet. (Pages of zeros take no
    /// memory until they are used.)
    options: Vec<[u64; 2]>,
    bounds: Vec<[u64; 2]>,
}

impl Names {
    /// Makes room for all names.
    #[inline]
    fn open(&mut self, problem: &Problem) {
        if self.options.is_empty() {
            self.options = vec![[0; 2]; problem.option_count()];
            self.bounds = vec![[0; 2]; problem.primary_count() * NAMED_BOUNDS];
        }
    }

    #[inline]
    fn option(&mut self, memo: &Store, option: u32) -> Hash {
        let part = StatePart::Option(option);
        Self::look_up(&mut self.options[option as usize], memo, part)
    }

    #[inline]
    fn bound(&mut self, memo: &Store, item: u32, bound: u32) -> Hash {
        let part = StatePart::Bound(item, bound);
        if bound as usize >= NAMED_BOUNDS {
            return memo.name(part);
        }
        let place = item as usize * NAMED_BOUNDS + bound as usize;
        Self::look_up(&mut self.bounds[place], memo, part)
    }

    #[inline]
    fn look_up(name: &mut [u64; 2], memo: &Store, part: StatePart) -> Hash {
        if *name == [0; 2] {
            *name = memo.name(part).0;
        }
        Hash(*name)
    }
}

/// A memo, and the rule for the states that are looked up in it.
pub struct Recall {
    pub memo: Arc<Store>,
    names: Names,
    pub classes: Classes,
}

impl Recall {
    /// For a problem with `primary` primary items. With `always`, every state is looked up.
    pub fn new(memo: Arc<Store>, primary: usize, always: bool) -> Self {
        Recall {
            memo,
            names: Names::default(),
            classes: Classes::new(primary, always),
        }
    }
}

/// Added to each name if the prices are those of DLX2, whose counts differ. Any number will do, as
/// names are random.
pub const OF_DLX2: Hash = Hash([0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03]);

impl Sub {
    /// Names the options. If an item was purified before the sub-problem was encoded, all its live
    /// options have the right color, and it has no rank here; so its part of the name is in theirs.
    #[cold]
    fn name_options(&mut self, problem: &Problem, memo: &Store, known: &mut Names) {
        let all_encoded = || self.items.iter().map(|item| item.id).collect();
        let mut encoded: Option<HashSet<u32>> = None;
        self.names
            .resize(self.options.len().div_ceil(8), NameLanes::default());
        for (place, option) in self.options.iter().enumerate() {
            let mut name = known.option(memo, option.id);
            for node in problem.nodes_of(OptionId(option.id)) {
                let item = problem.node_item(node).0;
                if problem.color_or_zero(node) != 0
                    && !encoded.get_or_insert_with(all_encoded).contains(&item)
                {
                    name ^= memo.name(StatePart::Purified(option.id, item));
                }
            }
            for half in 0..2 {
                self.names[place / 8][half].0[place % 8] = name.0[half];
            }
        }
    }

    /// Names the state at a node with more than one branch, where every active item has live
    /// options. The subtree depends on the live options, their purified nodes, and the bounds.
    #[inline(always)]
    pub fn name<K: Kernels>(
        &mut self,
        kernels: K,
        problem: &Problem,
        recall: &mut Recall,
        live: &[u64],
        depth: usize,
    ) -> Hash {
        let Recall {
            memo, names: known, ..
        } = recall;
        known.open(problem);
        if self.names.is_empty() {
            self.name_options(problem, memo, known);
        }
        let mut name = Hash(kernels.join_names(&self.names, live));
        if self.pays_as_dlx2 {
            name ^= OF_DLX2;
        }
        let secondary = (self.layout.primary..self.items.len()).map(|rank| Rank(rank as u32));
        for rank in secondary.filter(|&rank| self.is_purified(depth, rank)) {
            let row = &self.rows.items[rank.index() * self.layout.words..];
            let item = self.items[rank.index()].id;
            for (word, (row, live)) in row.iter().zip(live).enumerate() {
                for bit in ones(row & live) {
                    let option = self.options[word * 64 + bit].id;
                    name ^= memo.name(StatePart::Purified(option, item));
                }
            }
        }
        // A bound of 1 has no part in the name.
        let active = self.frames.active(&self.layout, depth);
        let all_keys = self.frames.keys(&self.layout, depth);
        for (group, keys) in all_keys.iter().enumerate() {
            for lane in ones(active[group / 8] >> (group % 8 * 8) & 0xff) {
                let rank = self.slots.ranks[group * 8 + lane];
                let item = &self.items[rank.index()];
                let bound = key::bound(keys.0[lane]) + item.clipped;
                if bound > 1 {
                    name ^= known.bound(memo, item.id, bound);
                }
            }
        }
        name
    }
}
