//! What a watch sees of a walk: a [`State`].

use crate::bits::branch::Branching;
use crate::bits::key;
use crate::bits::number::{Place, Rank};
use crate::bits::sub::Sub;
use crate::counters::Counters;
use crate::links::Links;
use crate::state::sealed::Sealed;
use crate::state::{Active, Branch, State, Step, common};
use dlx3_format::{ItemId, OptionId, Problem};
use std::cell::OnceCell;

/// The branches to a node.
pub struct BranchPath<'p> {
    pub problem: &'p Problem,
    /// Stands at the root of the sub-problem, and has the branches above.
    links: &'p Links<'p>,
    base: usize,
    /// The branches above as steps, made on demand.
    above: OnceCell<Vec<Step>>,
    /// The branches below.
    steps: Vec<Step>,
}

impl<'p> BranchPath<'p> {
    /// The path to the node of `links`.
    pub fn new(links: &'p Links<'p>, problem: &'p Problem) -> Self {
        BranchPath {
            problem,
            links,
            base: links.level(),
            above: OnceCell::new(),
            steps: Vec::new(),
        }
    }

    #[inline(always)]
    pub fn set(&mut self, level: usize, item: u32, option: Option<u32>, number: u32, score: i64) {
        let step = Step {
            item,
            option: option.map_or(0, |option| option + 1),
            number,
            score: score as u32,
        };
        match self.steps.get_mut(level - self.base) {
            Some(old) => *old = step,
            None => self.steps.push(step),
        }
    }

    /// The steps to a level: those above the root of the sub-problem, and those below.
    fn steps(&self, level: usize) -> (&[Step], &[Step]) {
        let above = self.above.get_or_init(|| {
            let mut above = Vec::with_capacity(self.base);
            self.links.update_steps(&mut above);
            above
        });
        (above, &self.steps[..level - self.base])
    }

    pub fn branch(&self, level: usize) -> Branch {
        let Some(place) = level.checked_sub(self.base) else {
            return self.links.branch(level);
        };
        let step = self.steps[place];
        let item = ItemId(step.item);
        let node = step.option().map(|option| {
            let mut nodes = self.problem.nodes_of(option);
            let node = nodes.find(|&node| self.problem.node_item(node) == item);
            node.expect("the option contains the item")
        });
        Branch {
            item,
            node,
            number: step.number,
            score: i64::from(step.score),
        }
    }

    /// Updates `steps` to the path to the node on a level; returns how many of them stayed the
    /// same.
    pub fn update_steps(&self, level: usize, steps: &mut Vec<Step>) -> usize {
        let (above, below) = self.steps(level);
        let mut same = common(steps, above);
        if same < above.len() {
            steps.truncate(same);
            steps.extend_from_slice(&above[same..]);
            steps.extend_from_slice(below);
            return same;
        }
        same += common(&steps[same..], below);
        steps.truncate(same);
        steps.extend_from_slice(&below[same - above.len()..]);
        same
    }

    /// Appends the options chosen on the path to the node on a level, and the numbers of the
    /// branches.
    pub fn append(&self, level: usize, options: &mut Vec<OptionId>, branches: &mut Vec<u32>) {
        let (above, below) = self.steps(level);
        let steps = above.iter().chain(below);
        options.extend(steps.clone().filter_map(|step| step.option()));
        branches.extend(steps.map(|step| step.number));
    }

    /// The length of an item's list at the node on a level. Bitmaps do not keep all lengths, so a
    /// copy of `links` goes to this node.
    pub fn length(&self, level: usize, item: ItemId) -> u32 {
        let path: Vec<Branch> = (self.base..level).map(|level| self.branch(level)).collect();
        let mut links = self.links.clone();
        links.descend(&path, false);
        links.length(item)
    }
}

/// A node, or a branch that leaves it.
pub struct NodeView<'v> {
    path: &'v BranchPath<'v>,
    counters: &'v Counters,
    sub: &'v Sub,
    live: &'v [u64],
    place: Place,
    /// The item branched on, and its bound then; 0 if it is inactive.
    branching: Option<(Rank, u32)>,
}

impl<'v> NodeView<'v> {
    #[inline(always)]
    pub fn new(
        path: &'v BranchPath<'v>,
        counters: &'v Counters,
        sub: &'v Sub,
        live: &'v [u64],
        place: Place,
    ) -> Self {
        NodeView {
            path,
            counters,
            sub,
            live,
            place,
            branching: None,
        }
    }

    /// The view when an item is being branched on.
    pub fn of_branch(self, branching: Branching, is_null: bool) -> Self {
        let bound = if is_null { 0 } else { branching.bound };
        NodeView {
            branching: Some((branching.rank, bound)),
            ..self
        }
    }
}

impl Sealed for NodeView<'_> {
    fn update_steps(&self, steps: &mut Vec<Step>) -> usize {
        self.path.update_steps(self.place.level, steps)
    }
}

impl State for NodeView<'_> {
    fn problem(&self) -> &Problem {
        self.path.problem
    }

    fn counters(&self) -> &Counters {
        self.counters
    }

    fn level(&self) -> usize {
        self.place.level
    }

    fn branch(&self, level: usize) -> Branch {
        let deepest = self.place.level;
        assert!(level <= deepest, "no branch is taken on level {level}");
        self.path.branch(level)
    }

    fn append_path(&self, options: &mut Vec<OptionId>, branches: &mut Vec<u32>) {
        self.path.append(self.place.level, options, branches);
    }

    fn for_each_active(&self, show: &mut dyn FnMut(Active)) {
        if self.place.active == 0 {
            return; // no frame is written for a solution
        }
        let (sub, depth) = (self.sub, self.place.depth);
        for rank in sub.primary().filter(|&rank| sub.is_active(depth, rank)) {
            let item = &sub.items[rank.index()];
            let bound = match self.branching {
                Some((branching, bound)) if branching == rank => bound,
                _ => key::bound(sub.key(depth, rank)),
            };
            if bound > 0 {
                let clipped = item.clipped;
                let row = &sub.rows.items[rank.index() * sub.layout.words..];
                let bits = self.live.iter().zip(row).map(|(a, b)| (a & b).count_ones());
                show(Active {
                    item: ItemId(item.id),
                    bound: bound + clipped,
                    slack: item.slack + clipped,
                    length: bits.sum(),
                });
            }
        }
    }

    fn length(&self, item: ItemId) -> u32 {
        self.path.length(self.place.level, item)
    }
}
