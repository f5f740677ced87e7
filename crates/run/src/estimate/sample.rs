//! A sample of the tree, level by level.
//!
//! ```text
//! nodes = [the root, with weight 1]
//! while there are nodes:
//!     for each node:
//!         if its predicted size is small, search its subtree
//!         otherwise its branches are nodes of the next level, with its weight
//!     of the next level, keep about `width` random nodes, larger ones with higher probability;
//!     divide their weights by their probabilities
//! ```
//!
//! Each count at a node is multiplied by the node's weight. The sum is unbiased: its average over
//! all samples is the total of the whole tree, whatever the model predicts. With a width of 1 this
//! is Knuth's method (Estimating the efficiency of backtrack programs, 1975). The kept nodes are
//! spread evenly over the tree, since nearby nodes are alike, as in Chen's stratified sampling
//! (Heuristic sampling, 1992).

use super::model::{Model, Traits, traits};
use dlx3_format::Problem;
use dlx3_search::{Links, Outcome, Path, Pausing, Position, Search, Variant};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::ops::ControlFlow;

/// The quantities counted, in this order: nodes, mems, solutions.
pub const QUANTITIES: usize = 3;

/// A subtree that was predicted to be small is given up at `PATIENCE` times its budget.
const PATIENCE: u64 = 8;

/// The budget of each subtree while the model is empty.
const FIRST_BUDGET: u64 = 250;

/// After this many levels with a single node each, chains of nodes with one branch are followed to
/// their ends at once: nothing is random there.
const ROW: usize = 64;

/// The share of the selection probability that does not depend on the prediction.
const EVEN: f64 = 0.15;

/// The result of a sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// The estimates.
    pub sums: [f64; QUANTITIES],
    /// For each estimate, the largest part that comes from one place.
    pub largest: [f64; QUANTITIES],
    /// The counts of nodes that were really visited.
    pub seen: [f64; QUANTITIES],
}

impl Found {
    fn add(&mut self, weight: f64, amounts: [f64; QUANTITIES]) {
        for (at, amount) in amounts.into_iter().enumerate() {
            self.sums[at] += weight * amount;
            self.seen[at] += amount;
            self.largest[at] = self.largest[at].max(weight * amount);
        }
    }
}

/// A node whose subtree has not been looked at.
struct Node {
    path: Path,
    weight: f64,
    traits: Traits,
}

impl Node {
    fn has_one_branch(&self) -> bool {
        let [branches, ..] = self.traits;
        branches == 0.0
    }
}

/// Draws samples.
pub struct Sampler<'p> {
    /// Searches subtrees.
    search: Search<'p>,
    /// Looks at branches.
    links: Links<'p>,
    random: Pcg64,
    pub model: Model,
    /// How many nodes are kept on each level.
    pub width: usize,
    /// A subtree is searched if its predicted mems do not exceed this.
    pub budget: u64,
}

impl<'p> Sampler<'p> {
    pub fn new(problem: &'p Problem, search: Search<'p>, variant: Variant, seed: u64) -> Self {
        Sampler {
            search,
            links: Links::new(problem).as_in(variant),
            random: Pcg64::seed_from_u64(seed),
            model: Model::default(),
            width: 1,
            budget: FIRST_BUDGET,
        }
    }

    /// Draws a sample, or returns `None` once `halt` returns true. The nodes that it sees are added
    /// to the model as training data.
    pub fn draw(&mut self, halt: &mut dyn FnMut() -> bool) -> Option<Found> {
        let mut found = Found::default();
        self.links.go_over_to(&Path::default());
        let look = self.links.look();
        let root = Node {
            path: Path::default(),
            weight: 1.0,
            traits: traits(&self.links, look),
        };
        found.add(1.0, [1.0, 0.0, 0.0]);
        let mut nodes = vec![root];
        let mut alone = 0;
        while !nodes.is_empty() {
            let mut next = Vec::new();
            alone = if nodes.len() == 1 { alone + 1 } else { 0 };
            if let [node] = &nodes[..]
                && alone > ROW
                && node.has_one_branch()
            {
                self.looks_down(node, &mut next, &mut found, halt)?;
                nodes = next;
                continue;
            }
            for node in nodes {
                if halt() {
                    return None;
                }
                if !self.searches(&node, &mut found) {
                    self.looks_at_branches(&node, &mut next, &mut found, halt)?;
                }
            }
            nodes = self.thin(next);
        }
        Some(found)
    }

    /// Searches the subtree of a node if its predicted size is within the budget. Returns whether
    /// it was searched to its end.
    fn searches(&mut self, node: &Node, found: &mut Found) -> bool {
        let level = node.path.level();
        let log = self.model.log_mems(level, &node.traits);
        if !self.model.is_empty() && log > (self.budget as f64).log2() {
            return false;
        }
        let at = Position::inside_of(node.path.clone());
        let is_there = self.search.go_to(&at, &node.path);
        debug_assert!(is_there, "{at:?} is in the tree");
        let most = self.budget.saturating_mul(PATIENCE);
        let outcome = self
            .search
            .walk(&mut Pausing::at_walked_mems(&mut (), most));
        if outcome == Outcome::Paused {
            return false;
        }
        let counters = self.search.counters();
        let counted = [&counters.nodes, &counters.mems, &counters.solutions];
        let amounts = counted.map(|count| count.to_f64());
        if self.model.wants(level) {
            self.model.add_known(level, node.traits, amounts[1]);
        }
        found.add(node.weight, amounts);
        true
    }

    /// Follows a chain of nodes with one branch each. If its last node does not end the subtree,
    /// that node goes on the next level.
    fn looks_down(
        &mut self,
        node: &Node,
        next: &mut Vec<Node>,
        found: &mut Found,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        let is_there = self.links.go_over_to(&node.path);
        debug_assert!(is_there, "{} is in the tree", node.path);
        let (mut leaf, mut solutions, mut levels) = (0, 0, 0);
        let mems = self
            .links
            .look_down(&mut || !halt(), &mut |links, row, look| {
                levels = row;
                if look.is_leaf() {
                    leaf = look.mems;
                    solutions = u32::from(look.branches.is_none());
                } else {
                    next.push(Node {
                        path: node.path.by_first_branches(row),
                        weight: node.weight,
                        traits: traits(links, look),
                    });
                }
            })?;
        let mems = (mems + leaf) as f64;
        found.add(node.weight, [levels as f64, mems, solutions.into()]);
        Some(())
    }

    /// Looks at the branches of a node. Those that do not end at once go on the next level.
    fn looks_at_branches(
        &mut self,
        node: &Node,
        next: &mut Vec<Node>,
        found: &mut Found,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        let (first, level) = (next.len(), node.path.level());
        let is_there = self.links.go_over_to(&node.path);
        debug_assert!(is_there, "{} is in the tree", node.path);
        let (mut leaves, mut solutions, mut number) = (0, 0, 0);
        let mems = self.links.look_at_branches(&mut |links, look| {
            number += 1;
            if look.is_leaf() {
                leaves += look.mems;
                solutions += u32::from(look.branches.is_none());
            } else {
                next.push(Node {
                    path: node.path.leaving(level, number),
                    weight: node.weight,
                    traits: traits(links, look),
                });
            }
            match halt() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        let mems = (mems + leaves) as f64;
        if self.model.wants(level) {
            let branches = next[first..].iter().map(|node| &node.traits);
            self.model.add_branches(level, node.traits, mems, branches);
        }
        found.add(node.weight, [number.into(), mems, solutions.into()]);
        Some(())
    }

    /// Keeps about `width` nodes at random, in their order (systematic sampling).
    fn thin(&mut self, nodes: Vec<Node>) -> Vec<Node> {
        if nodes.len() <= self.width {
            return nodes;
        }
        let size = |node: &Node| {
            let log = self.model.log_mems(node.path.level(), &node.traits);
            node.weight * log.exp2()
        };
        let sizes: Vec<f64> = nodes.iter().map(size).collect();
        let all: f64 = sizes.iter().sum();
        let weights: f64 = nodes.iter().map(|node| node.weight).sum();
        let shares = nodes.iter().zip(&sizes);
        let mut chances: Vec<f64> = shares
            .map(|(node, size)| (1.0 - EVEN) * size / all + EVEN * node.weight / weights)
            .collect();
        raise(&mut chances, self.width);
        // Evenly spaced marks on a line, where each node has an interval as long as its
        // probability.
        let (mut mark, mut end) = (self.fraction(), 0.0);
        let mut kept = Vec::with_capacity(self.width + 1);
        for (mut node, chance) in nodes.into_iter().zip(chances) {
            end += chance;
            if mark < end {
                mark += 1.0;
                node.weight /= chance;
                kept.push(node);
            }
        }
        kept
    }

    /// A number from 0 to 1.
    fn fraction(&mut self) -> f64 {
        (self.random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Scales shares to probabilities: each at most 1, with the sum `width`.
fn raise(shares: &mut [f64], width: usize) {
    loop {
        let certain = shares.iter().filter(|&&share| share >= 1.0).count();
        let rest: f64 = shares.iter().filter(|&&share| share < 1.0).sum();
        let factor = (width - certain) as f64 / rest;
        let mut is_done = true;
        for share in shares.iter_mut().filter(|share| **share < 1.0) {
            *share *= factor;
            if *share >= 1.0 {
                *share = 1.0;
                is_done = false;
            }
        }
        if is_done {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_to_the_width() {
        let mut chances = vec![0.9, 0.05, 0.03, 0.02];
        raise(&mut chances, 2);
        assert_eq!(chances[0], 1.0);
        assert!(
            (chances.iter().sum::<f64>() - 2.0).abs() < 1e-12,
            "{chances:?}"
        );
        assert!((chances[1] - 0.5).abs() < 1e-12, "{chances:?}");
    }
}
