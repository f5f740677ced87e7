//! Looking at a subtree without searching all of it: how many branches a node has, and
//! about how many mems are below it.

use super::{Level, Links, Stage};
use crate::search::forecast::{Outlook, log2};
use crate::search::path::WalkEnd;
use crate::search::watch::PauseWhen;
use crate::search::{GbFlip, Outcome};

impl Links<'_> {
    /// The number of branches of the node at which the search stands, before its choice.
    pub(in crate::search) fn branch_count(&mut self) -> u32 {
        self.choose().map_or(0, |(_, score)| score.max(0) as u32)
    }

    /// What the node at which the search stands looks like, before its choice: its level, how many
    /// items are active, how many branches it has; how long the lists are, together and each (the last
    /// three as logarithms). The time is that of a choice, and counts as one.
    pub(in crate::search) fn outlook(&mut self) -> Outlook {
        let (mut items, mut length, mut logs) = (0, 0, 0.0);
        let mut index = self.items[0].next;
        while index != 0 {
            let item = &self.items[index];
            items += 1;
            length += i64::from(item.length);
            logs += log2(1.0 + f64::from(item.length.max(0)));
            index = item.next;
        }
        let branches = self.branch_count();
        [
            self.level as f64,
            f64::from(items),
            log2(1.0 + length as f64),
            logs,
            log2(1.0 + f64::from(branches)),
        ]
    }

    /// The mems of the subtree of the node at which the search stands, if they are not more
    /// than `most`. The search stands there again afterwards.
    pub(in crate::search) fn small_subtree(&mut self, most: u64) -> Option<u64> {
        let (level, before) = (self.level, self.counters.mems.walked());
        self.stage = Stage::Choose;
        self.end = WalkEnd {
            level,
            branch: match level {
                0 => 0,
                _ => self.levels[level - 1].number,
            },
        };
        let outcome = self.walk(&mut PauseWhen::mems(before.saturating_add(most)));
        let mems = self.counters.mems.walked() - before;
        self.go_up_to(level);
        (outcome == Outcome::Exhausted).then_some(mems)
    }

    /// An estimate of the same by one way down, whose branches are drawn at random: what a
    /// node costs counts as often as there would be such nodes, if all branches above it were
    /// alike (Knuth, Estimating the efficiency of backtrack programs, 1975). On the average
    /// over all ways it is what taking all branches and undoing them costs.
    pub(in crate::search) fn dive(&mut self, flip: &mut GbFlip) -> f64 {
        let level = self.level;
        let (mut alike, mut mems) = (1.0, 0.0);
        let mut before = self.counters.mems.walked();
        let mut since = |links: &Self| {
            let now = links.counters.mems.walked();
            (now - std::mem::replace(&mut before, now)) as f64
        };
        while let Some((item, score)) = self.choose() {
            mems += alike * since(self);
            if score <= 0 {
                break;
            }
            self.begin_level(item, score);
            mems += 2.0 * alike * since(self);
            for _ in 0..flip.uniform(score as u32) {
                self.skip_branch();
            }
            self.stage = self.advance(&mut ());
            alike *= f64::from(score);
            mems += 2.0 * alike * since(self);
        }
        self.go_up_to(level);
        mems
    }

    /// Goes back to the node of the path on a level, from below it.
    pub(in crate::search) fn go_up_to(&mut self, level: usize) {
        while self.level > level {
            self.level -= 1;
            let Level { item, choice, .. } = self.levels[self.level];
            if choice != item {
                self.uncover_others(choice);
            }
            // Where the first branch may be the item's last one, but none is needed, the
            // null move would still come, and make the item active again after it.
            if choice == item || (self.items[item].bound == 0 && !self.is_covered(item)) {
                self.reactivate(item);
            }
            self.restore();
        }
    }
}
