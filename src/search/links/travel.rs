//! Going to a position of the tree without walking there: the branches of its
//! path are taken, those beside it are passed by, and nothing is counted.

use super::dance::Stage;
use super::{Level, Links};
use crate::search::path::End;
use crate::search::{Count, Counters, Path, Position, Side};

impl Links<'_> {
    /// Goes to a position, wherever the search stands. Its counters then start
    /// from nothing; the walk ends behind the whole tree, unless
    /// [`Self::end_behind`] says otherwise. False, and then at the root, if the
    /// tree has no such node.
    ///
    /// # Panics
    /// If the search makes random choices: it has no tree to travel in, as that is
    /// determined by its random numbers too.
    pub fn go_to(&mut self, position: &Position) -> bool {
        assert!(
            self.is_orderly(),
            "a search with random choices cannot go elsewhere"
        );
        self.set_out();
        let branches = position.path.branches();
        let found = branches.iter().all(|&number| self.take_branch(number));
        self.arrive(found.then_some(position));
        found
    }

    /// Begins a journey at the root.
    pub(in crate::search) fn set_out(&mut self) {
        self.go_to_root();
        self.set_end(&Path::default());
    }

    /// Ends it at a position; without one, at the root.
    pub(in crate::search) fn arrive(&mut self, at: Option<&Position>) {
        if at.is_none() {
            self.go_to_root();
        }
        self.stage = match at.map(|at| at.side) {
            Some(Side::Before) | None => Stage::Enter,
            Some(Side::Inside) => Stage::Choose,
            Some(Side::Behind) => Stage::Retreat,
        };
        self.counters = Counters {
            profile: vec![Count::ZERO; at.map_or(0, Position::levels_counted)],
            ..Counters::default()
        };
    }

    /// The same above the position, where another engine is to go on.
    pub(in crate::search) fn arrive_above(&mut self, at: &Position) {
        self.arrive(Some(at));
        self.stage = Stage::Choose;
    }

    /// Lets the walk end when it has left the node of this path for good. The
    /// node's parent must be on the path to where the search stands, and the branch to
    /// the node be the one taken there or a later one.
    ///
    /// # Panics
    /// If it is not so.
    pub fn end_behind(&mut self, path: &Path) {
        path.must_be_ahead_of(self);
        self.set_end(path);
    }

    /// The same where another engine is to go on below this node.
    pub(in crate::search) fn set_end(&mut self, path: &Path) {
        self.end = End::behind(path);
    }

    /// Ends all levels, as if they had no more branches.
    pub(in crate::search) fn go_to_root(&mut self) {
        while self.level > 0 {
            self.level -= 1;
            let Level { item, choice, .. } = self.levels[self.level];
            if choice != item {
                self.uncover_others(choice);
            }
            // Where the first branch may be the item's last one, but none is needed,
            // the null move would be still to come, and behind it the item's return.
            if choice == item || (self.items[item].bound == 0 && !self.is_covered(item)) {
                self.reactivate(item);
            }
            self.restore();
        }
        self.stage = Stage::Done;
    }

    /// Takes a branch; false, and nothing is changed, if there is none of that
    /// number.
    pub(in crate::search) fn take_branch(&mut self, number: u32) -> bool {
        match self.choose() {
            Some((item, score)) if i64::from(number) <= i64::from(score) => {
                self.begin_level(item, score);
                for _ in 1..number {
                    self.pass_by();
                }
                self.stage = self.advance(&mut ());
                true
            }
            _ => false,
        }
    }

    /// Goes on to a level's next branch without taking this one. It is not the
    /// last: a score is the number of branches.
    fn pass_by(&mut self) {
        let Level { item, choice, .. } = self.levels[self.level];
        if !self.is_covered(item) {
            self.tweak(choice, self.items[item].bound != 0);
        }
        let level = &mut self.levels[self.level];
        level.choice = self.nodes[choice].down;
        level.number += 1;
    }
}
