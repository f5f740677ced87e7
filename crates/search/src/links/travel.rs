//! Goes to a position of the tree without walking there: takes the branches of its path, skips
//! other subtrees, and counts nothing, so prices do not matter.

use super::dance::Stage;
use super::{Level, Links};
use crate::counters::Counters;
use crate::path::{Path, Position, Side, WalkEnd};
use crate::prices::Dlx3;
use dlx3_base::count::Count;

impl Links<'_> {
    /// Adds the counts of other walks to the counters.
    pub fn add(&mut self, counted: &Counters) {
        self.counters.add(counted);
    }

    /// Goes to a position, wherever the search stands. Its counters then start at 0, and the walk
    /// ends with the whole tree, unless [`Self::end_after`] says otherwise. If the tree has no such
    /// node, this returns false, and the search is at the root.
    ///
    /// # Panics
    /// If the search makes random choices: then its tree depends on the random numbers, too, and a
    /// path does not name a node.
    pub fn go_to(&mut self, position: &Position) -> bool {
        assert!(
            self.is_orderly(),
            "a search with random choices cannot go elsewhere"
        );
        self.set_end(&Path::default());
        let found = self.go_over_to(&position.path);
        self.arrive(found.then_some(position));
        found
    }

    /// Goes to a node from where the search stands, via the last node that both paths share. If the
    /// tree has no such node, this returns false. No walk begins there.
    pub fn go_over_to(&mut self, path: &Path) -> bool {
        let path = path.branches();
        let common = self.common_level(path);
        self.go_up_to(common);
        path[common..]
            .iter()
            .all(|&number| self.take_branch(number))
    }

    /// The level of the last node that this path shares with the path to where the search stands.
    pub(crate) fn common_level(&self, path: &[u32]) -> usize {
        let levels = self.levels[..self.level].iter().zip(path);
        let common = levels.take_while(|(level, number)| level.number == **number);
        common.count()
    }

    /// Arrives at a position, or at the root without one.
    pub(crate) fn arrive(&mut self, at: Option<&Position>) {
        if at.is_none() {
            self.go_to_root();
        }
        self.stage = match at.map(|at| at.side) {
            Some(Side::Before) | None => Stage::Enter,
            Some(Side::Inside) => Stage::Choose,
            Some(Side::After) => Stage::Retreat,
        };
        // The number of levels with counted nodes.
        let levels = at.map_or(0, |at| {
            at.path.level() + usize::from(at.side != Side::Before)
        });
        self.counters = Counters {
            profile: vec![Count::ZERO; levels],
            ..Counters::default()
        };
    }

    /// Goes to the position and stays above it, where another engine will continue.
    pub(crate) fn arrive_above(&mut self, at: &Position) {
        self.arrive(Some(at));
        self.stage = Stage::Choose;
    }

    /// Makes the walk end after the subtree of the node of this path. The node's parent must be on
    /// the path to where the search stands, and the branch to the node must be the one taken there
    /// or a later one.
    ///
    /// # Panics
    /// If that is not so.
    pub fn end_after(&mut self, path: &Path) {
        path.must_be_ahead_of(self);
        self.set_end(path);
    }

    /// Sets where the walk ends, if another engine will continue below this node.
    pub(crate) fn set_end(&mut self, path: &Path) {
        self.end = WalkEnd::after(path);
    }

    /// Ends all levels, as if they had no more branches.
    pub(crate) fn go_to_root(&mut self) {
        self.go_up_to(0);
        self.stage = Stage::Done;
    }

    /// Makes the walk begin with the choice at the node where the search stands, and end with the
    /// subtree of that node.
    pub fn stay_below(&mut self) {
        self.stage = Stage::Choose;
        self.end = WalkEnd {
            level: self.level,
            branch: match self.level {
                0 => 0,
                level => self.levels[level - 1].number,
            },
        };
    }

    /// The item that the search would branch on, and its score; `None` at a solution.
    #[inline]
    pub fn best_item(&mut self) -> Option<(u32, i32)> {
        self.choose::<Dlx3>()
    }

    /// Begins a level with this item.
    #[inline]
    pub fn begin_best(&mut self, item: u32, score: i32) {
        self.begin_level::<Dlx3>(item, score);
    }

    /// The number of branches of the node at which the search stands, before its choice.
    pub fn branch_count(&mut self) -> u32 {
        self.best_item().map_or(0, |(_, score)| score.max(0) as u32)
    }

    /// Goes back to the node of the path on a level, from below.
    pub fn go_up_to(&mut self, level: usize) {
        while self.level > level {
            self.level -= 1;
            let Level { item, choice, .. } = self.levels[self.level];
            if choice != item {
                self.uncover_others::<Dlx3>(choice);
            }
            // `begin_level` has deactivated an item that has no choice left but may be forgone. The
            // walk reactivates it when it comes back from the null move.
            if choice == item || (self.items[item].bound == 0 && !self.is_covered(item)) {
                self.reactivate(item);
            }
            self.restore::<Dlx3>();
        }
    }

    /// Takes branch `number`. If there is none, returns false and changes nothing.
    pub fn take_branch(&mut self, number: u32) -> bool {
        match self.best_item() {
            Some((item, score)) if i64::from(number) <= i64::from(score) => {
                self.begin_level::<Dlx3>(item, score);
                self.go_down(number);
                true
            }
            _ => false,
        }
    }

    /// Takes branch `number` on a level that has just begun; it must exist.
    pub fn go_down(&mut self, number: u32) {
        for _ in 1..number {
            self.skip_branch();
        }
        self.stage = self.advance::<Dlx3>(&mut ());
    }

    /// Continues with a level's next branch without taking this one, which is not the last: the
    /// score is the number of branches.
    fn skip_branch(&mut self) {
        let Level { item, choice, .. } = self.levels[self.level];
        if !self.is_covered(item) {
            self.tweak::<Dlx3>(choice, self.items[item].bound != 0);
        }
        let level = &mut self.levels[self.level];
        level.choice = self.nodes[choice].down;
        level.number += 1;
    }
}
