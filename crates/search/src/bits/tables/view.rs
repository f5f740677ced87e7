//! What a watch sees of a walk by tables: a [`State`].

use super::board::Board;
use super::shape::Shape;
use crate::bits::walk::view::BranchPath;
use crate::counters::Counters;
use crate::state::sealed::Sealed;
use crate::state::{Active, Branch, State, Step};
use dlx3_format::{ItemId, OptionId, Problem};

/// A node, or a branch that leaves it: then its item is not active.
pub struct TableView<'v> {
    pub path: &'v BranchPath<'v>,
    pub counters: &'v Counters,
    pub shape: &'v Shape,
    pub board: &'v Board,
    pub level: usize,
}

impl Sealed for TableView<'_> {
    fn update_steps(&self, steps: &mut Vec<Step>) -> usize {
        self.path.update_steps(self.level, steps)
    }
}

impl State for TableView<'_> {
    fn problem(&self) -> &Problem {
        self.path.problem
    }

    fn counters(&self) -> &Counters {
        self.counters
    }

    fn level(&self) -> usize {
        self.level
    }

    fn branch(&self, level: usize) -> Branch {
        assert!(level <= self.level, "no branch is taken on level {level}");
        self.path.branch(level)
    }

    fn append_path(&self, options: &mut Vec<OptionId>, branches: &mut Vec<u32>) {
        self.path.append(self.level, options, branches);
    }

    fn for_each_active(&self, show: &mut dyn FnMut(Active)) {
        for item in 0..self.shape.primary {
            if let Some(length) = self.board.length(self.shape, item) {
                show(Active {
                    item: ItemId(item as u32),
                    bound: 1,
                    slack: 0,
                    length,
                });
            }
        }
    }

    fn length(&self, item: ItemId) -> u32 {
        self.path.length(self.level, item)
    }
}
