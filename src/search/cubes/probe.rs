//! Looks at a subtree without searching all of it: what its node looks like, and about how many
//! mems are below.

use super::forecast::{Outlook, log2};
use crate::search::gb_flip::GbFlip;
use crate::search::links::Links;
use crate::search::state::{Outcome, State};
use crate::search::watch::Pausing;

impl Links<'_> {
    /// What the node at which the search stands looks like, before its choice: its level, how many
    /// items are active, how many branches it has; how long the lists are, together and each (the last
    /// three as logarithms). The time is that of a choice, and counts as one.
    pub(super) fn outlook(&mut self) -> Outlook {
        let (mut items, mut length, mut logs) = (0, 0, 0.0);
        self.for_each_active(&mut |item| {
            items += 1;
            length += u64::from(item.length);
            logs += log2(1.0 + f64::from(item.length));
        });
        let branches = self.branch_count();
        [
            self.level() as f64,
            f64::from(items),
            log2(1.0 + length as f64),
            logs,
            log2(1.0 + f64::from(branches)),
        ]
    }

    /// The mems of the subtree of the node at which the search stands, if they are not more
    /// than `most`. The search stands there again afterwards.
    pub(super) fn small_subtree(&mut self, most: u64) -> Option<u64> {
        let (level, before) = (self.level(), self.counters.mems.walked());
        self.stay_below();
        let outcome = self.walk(&mut Pausing::at_walked_mems(
            &mut (),
            before.saturating_add(most),
        ));
        let mems = self.counters.mems.walked() - before;
        self.go_up_to(level);
        (outcome == Outcome::Exhausted).then_some(mems)
    }

    /// An estimate of the same by one way down, whose branches are drawn at random: what a
    /// node costs counts as often as there would be such nodes, if all branches above it were
    /// alike (Knuth, Estimating the efficiency of backtrack programs, 1975). On the average
    /// over all ways it is what taking all branches and undoing them costs.
    pub(super) fn dive(&mut self, flip: &mut GbFlip) -> f64 {
        let level = self.level();
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
            self.go_down(1 + flip.uniform(score as u32));
            alike *= f64::from(score);
            mems += 2.0 * alike * since(self);
        }
        self.go_up_to(level);
        mems
    }
}
