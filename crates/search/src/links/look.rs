//! Looks at the branches of a node without walking below them, at the prices of the walk: the cost
//! of a node by itself, and which of its branches end at once.

use super::Links;
use super::dance::Stage;
use crate::prices::{Dlx2, Dlx3, Prices, pays_as_dlx3};
use std::ops::ControlFlow;

/// What is seen of a node before its branches are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The number of its branches; `None` at a solution.
    pub branches: Option<u32>,
    /// The mems of its subtree, if it has no branches.
    pub mems: u64,
}

impl Look {
    /// Whether nothing is below the node.
    pub fn is_leaf(self) -> bool {
        self.branches.is_none_or(|branches| branches == 0)
    }
}

impl Links<'_> {
    /// Takes each branch of the node where the search stands, and shows the child. The search
    /// stands there again afterwards. Returns the mems that the walk spends at this node, without
    /// the subtrees of its children; `None` if `visit` asked for a break, which makes the counters
    /// meaningless.
    ///
    /// A walk spends the mems of the root and those of all nodes below.
    pub fn look_at_branches(
        &mut self,
        visit: &mut dyn FnMut(&Self, Look) -> ControlFlow<()>,
    ) -> Option<u64> {
        match pays_as_dlx3(self.variant.original) {
            true => self.branches_with::<Dlx3>(visit),
            false => self.branches_with::<Dlx2>(visit),
        }
    }

    /// Looks at the node where the search stands.
    pub fn look(&mut self) -> Look {
        match pays_as_dlx3(self.variant.original) {
            true => self.look_with::<Dlx3>(),
            false => self.look_with::<Dlx2>(),
        }
    }

    /// Goes down from the node where the search stands, which has one branch, as long as nodes have
    /// one. Shows the first node that has not, or is a solution, and how many levels below it is.
    /// The search stands at its old node afterwards. Returns the mems that the walk spends at the
    /// nodes above the one shown; `None` if `goes_on` returned false.
    pub fn look_down(
        &mut self,
        goes_on: &mut dyn FnMut() -> bool,
        visit: &mut dyn FnMut(&Self, usize, Look),
    ) -> Option<u64> {
        match pays_as_dlx3(self.variant.original) {
            true => self.down_with::<Dlx3>(goes_on, visit),
            false => self.down_with::<Dlx2>(goes_on, visit),
        }
    }

    fn down_with<P: Prices>(
        &mut self,
        goes_on: &mut dyn FnMut() -> bool,
        visit: &mut dyn FnMut(&Self, usize, Look),
    ) -> Option<u64> {
        let top = self.level;
        let before = self.counters.mems.walked();
        let look = loop {
            if !goes_on() {
                self.go_up_to(top);
                return None;
            }
            let here = self.counters.mems.walked();
            let best = self.choose::<P>();
            match best {
                Some((item, 1)) => {
                    self.begin_level::<P>(item, 1);
                    let stage = self.advance::<P>(&mut ());
                    debug_assert_eq!(stage, Stage::Enter, "it has a branch");
                }
                _ => break self.look_at::<P>(best, here),
            }
        };
        visit(self, self.level - top, look);
        while self.level > top {
            let mut stage = self.retreat::<P>();
            if stage == Stage::Advance {
                stage = self.advance::<P>(&mut ());
            }
            debug_assert_eq!(stage, Stage::Restore, "it has one branch");
            self.restore::<P>();
        }
        Some(self.counters.mems.walked() - before - look.mems)
    }

    fn branches_with<P: Prices>(
        &mut self,
        visit: &mut dyn FnMut(&Self, Look) -> ControlFlow<()>,
    ) -> Option<u64> {
        let level = self.level;
        let mut looks = 0;
        let before = self.counters.mems.walked();
        let best = self.choose::<P>();
        if let Some((item, score)) = best.filter(|&(_, score)| score > 0 || P::ENDS_AT_EMPTY) {
            self.begin_level::<P>(item, score);
            let mut stage = Stage::Advance;
            loop {
                match stage {
                    Stage::Advance => stage = self.advance::<P>(&mut ()),
                    Stage::Enter => {
                        let before = self.counters.mems.walked();
                        let look = self.look_with::<P>();
                        looks += self.counters.mems.walked() - before;
                        if visit(self, look).is_break() {
                            self.go_up_to(level);
                            return None;
                        }
                        stage = self.retreat::<P>();
                    }
                    _ => break,
                }
            }
            self.restore::<P>();
        }
        Some(self.counters.mems.walked() - before - looks)
    }

    fn look_with<P: Prices>(&mut self) -> Look {
        let before = self.counters.mems.walked();
        let best = self.choose::<P>();
        self.look_at::<P>(best, before)
    }

    /// Looks at the node where the search stands, which branches on `best`; it had walked `before`
    /// mems on arrival.
    fn look_at<P: Prices>(&mut self, best: Option<(u32, i32)>, before: u64) -> Look {
        if let Some((item, score)) = best
            && score <= 0
            && P::ENDS_AT_EMPTY
        {
            // Even an item without branches is covered.
            self.begin_level::<P>(item, score);
            let stage = self.advance::<P>(&mut ());
            debug_assert_eq!(stage, Stage::Restore, "it has no options");
            self.restore::<P>();
        }
        Look {
            branches: best.map(|(_, score)| score.max(0) as u32),
            mems: self.counters.mems.walked() - before,
        }
    }
}
