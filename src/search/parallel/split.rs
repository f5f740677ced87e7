//! Where to split a part in two. A worker looks now and then at where it stands; from the
//! branches of a level that it has completed, it estimates the work of those to come.

use crate::search::{Path, State};

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
}

impl Splitter {
    /// Looks at where the search stands.
    pub fn look(&mut self, state: &dyn State) {
        let mut same = true;
        for level in 0..state.level() {
            let branch = state.branch(level);
            match self.levels.get_mut(level) {
                Some(seen) if same => {
                    same = seen.number == branch.number;
                    seen.number = branch.number;
                }
                _ => {
                    self.levels.truncate(level);
                    self.levels.push(Seen {
                        number: branch.number,
                        branches: branch.score as u32,
                        first: branch.number,
                        since: self.looked_at,
                    });
                }
            }
        }
        self.levels.truncate(state.level());
        self.looked_at = state.counters().mems.walked();
    }

    /// Where to split what is left up to `end`: the end of the first of the two parts.
    /// `None` if a split is not worth it. A part should have about `worth` mems.
    ///
    /// The deepest level that will do is the best one: then the second part is near, and
    /// what is found there can soon be merged.
    pub fn split(&self, here: &Path, end: &Path, worth: u64) -> Option<Path> {
        let shallowest = end.level().saturating_sub(1);
        let (mut best, mut most) = (None, worth / 8);
        for level in (shallowest..self.levels.len()).rev() {
            let seen = self.levels[level];
            let last = match end.branches().get(level) {
                Some(&last) => last,
                None => seen.branches,
            };
            let left = last.saturating_sub(seen.number);
            let done = seen.number - seen.first;
            let of_one = (self.looked_at - seen.since) / u64::from(done.max(1));
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
