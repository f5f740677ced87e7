//! Where to split a part in two. A worker looks now and then at where it stands; from the
//! branches of a level that it has completed, it estimates the work of those to come.

use crate::search::{Path, State};

/// A worker that waits takes a part which is this share of a usual one: to begin it takes less
/// time than to wait until the other worker has done all.
const LEAST_SHARE: u64 = 32;

/// A level of the path, as it was at the last looks.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The branch at the last look, and how many branches there are.
    number: u32,
    branches: u32,
    /// The branch when the level was first seen, and the mems at the look before.
    first: u32,
    since: u64,
}

/// What a worker has seen of the levels of its part.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    levels: Vec<Seen>,
    looked_at: u64,
    /// The mems of a branch of each level, as last seen in any part. A new part can be split by
    /// them before it has completed branches of its own.
    usual: Vec<u64>,
}

impl Splitter {
    /// Begins with another part, with no mems.
    pub fn begin(&mut self) {
        self.levels.clear();
        self.looked_at = 0;
    }

    /// Looks at where the search stands.
    pub fn look(&mut self, state: &dyn State) {
        let now = state.counters().mems.walked();
        let mut same = true;
        for level in 0..state.level() {
            let branch = state.branch(level);
            match self.levels.get_mut(level) {
                Some(seen) if same => {
                    same = seen.number == branch.number;
                    seen.number = branch.number;
                }
                _ => {
                    self.leave(level, now);
                    self.levels.push(Seen {
                        number: branch.number,
                        branches: branch.score as u32,
                        first: branch.number,
                        since: self.looked_at,
                    });
                }
            }
        }
        self.leave(state.level(), now);
        self.looked_at = now;
    }

    /// The levels from `level` on have been completed. So their branches take no more than this.
    fn leave(&mut self, level: usize, now: u64) {
        for (level, seen) in self.levels.iter().enumerate().skip(level) {
            if let Some(usual) = self.usual.get_mut(level) {
                *usual = (*usual).min(now - seen.since);
            }
        }
        self.levels.truncate(level);
    }

    /// Where to split what is left up to `end`: the end of the first of the two parts.
    /// `None` if a split is not worth it. What is split should have about `worth` mems.
    ///
    /// The deepest level that will do is the best one: then the second part is near, and
    /// what is found there can soon be merged.
    pub fn split(&mut self, here: &Path, end: &Path, worth: u64) -> Option<Path> {
        let shallowest = end.level().saturating_sub(1);
        if self.usual.len() < self.levels.len() {
            self.usual.resize(self.levels.len(), 0);
        }
        let (mut best, mut most) = (None, worth / LEAST_SHARE);
        for level in (shallowest..self.levels.len()).rev() {
            let seen = self.levels[level];
            let last = match end.branches().get(level) {
                Some(&last) => last,
                None => seen.branches,
            };
            let left = last.saturating_sub(seen.number);
            let done = seen.number - seen.first;
            let so_far = self.looked_at - seen.since;
            let usual = &mut self.usual[level];
            let of_one = match done {
                0 => so_far.max(*usual),
                _ => so_far / u64::from(done),
            };
            *usual = of_one;
            let work = of_one.saturating_mul(u64::from(left));
            if left > 0 && work >= most {
                best = Some(here.leaving(level, seen.number + left / 2));
                most = work.max(1);
                if work >= worth {
                    break;
                }
            }
        }
        best
    }
}
