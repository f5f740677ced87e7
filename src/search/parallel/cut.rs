//! Where to cut a part in two. A worker looks now and then at where it stands;
//! from the branches that it has left behind on a level, it guesses how much
//! work those to come are.

use crate::search::{Path, State};

/// A level, as it was seen at several looks.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The branch at the last look, and how many there are.
    number: u32,
    branches: u32,
    /// The branch at the first look, and the mems before it.
    first: u32,
    since: u64,
}

/// What a worker knows about the levels of its part.
#[derive(Debug, Default)]
pub(super) struct Progress {
    levels: Vec<Seen>,
    looked_at: u64,
}

impl Progress {
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

    /// The end of the first of two parts, if what is left to do up to `end` is
    /// worth a cut. A part of so many mems is `worth` a thread's while.
    ///
    /// The deepest level that will do is the best one: then both parts are near,
    /// and what is found in them soon joins what was found before.
    pub fn cut(&self, here: &Path, end: &Path, worth: u64) -> Option<Path> {
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
