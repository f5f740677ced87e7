//! Chooses where to split a part in two. A worker regularly looks at where it stands; from the
//! completed branches of a level, it estimates the work of those to come. Work is measured in mems,
//! and text in the mems that would take as long.

use crate::{Path, State};

/// A part for an idle worker has at least 1 / `LEAST_SHARE` of the usual work: beginning it is then
/// faster than waiting for the other worker.
const LEAST_SHARE: u64 = 128;

/// A level of the path at the last looks.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The branch at the last look, and the number of branches.
    number: u32,
    branches: u32,
    /// The branch at the first look, and the work at the look before.
    first: u32,
    since: u64,
}

/// Observations of the levels of a worker's part.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    levels: Vec<Seen>,
    looked_at: u64,
    /// The work of a branch on each level, as last seen in any part. It serves to split a new part
    /// before this has completed branches of its own.
    usual: Vec<u64>,
}

impl Splitter {
    /// Begins a new part, with no work done.
    pub fn begin(&mut self) {
        self.levels.clear();
        self.looked_at = 0;
    }

    /// Looks at where the search stands, after this work of the part.
    pub fn look(&mut self, state: &dyn State, work: u64) {
        let path = (0..state.level()).map(|level| {
            let branch = state.branch(level);
            (branch.number, branch.score as u32)
        });
        self.see(path, work);
    }

    /// Records the branch on each level and the number of branches, after this work.
    fn see(&mut self, path: impl ExactSizeIterator<Item = (u32, u32)>, now: u64) {
        let height = path.len();
        let mut same = true;
        for (level, (number, branches)) in path.enumerate() {
            match self.levels.get_mut(level) {
                Some(seen) if same => {
                    same = seen.number == number;
                    seen.number = number;
                }
                _ => {
                    self.leave(level, now);
                    self.levels.push(Seen {
                        number,
                        branches,
                        first: number,
                        since: self.looked_at,
                    });
                }
            }
        }
        self.leave(height, now);
        self.looked_at = now;
    }

    /// Records that the levels from `level` on have been completed, so that their branches took no
    /// more than this.
    fn leave(&mut self, level: usize, now: u64) {
        for (level, seen) in self.levels.iter().enumerate().skip(level) {
            if let Some(usual) = self.usual.get_mut(level) {
                *usual = (*usual).min(now - seen.since);
            }
        }
        self.levels.truncate(level);
    }

    /// Where to split what is left up to `end`: the end of the first part, which should have about
    /// `grain` of work, or half of what is left, if that is less. `None` if a split is not worth
    /// it.
    ///
    /// The second part begins no farther away than necessary, so that its results can soon be
    /// merged.
    pub fn split(&mut self, here: &Path, end: &Path, grain: u64) -> Option<Path> {
        let left = self.left(end);
        let add = |sum: u64, left: &BranchesLeft| sum.saturating_add(left.work());
        let all = left.iter().fold(0, add);
        if all < grain / LEAST_SHARE {
            return None;
        }
        let wanted = grain.min(all / 2);
        let mut work = 0;
        for of_level in &left {
            let branches = wanted.saturating_sub(work).div_ceil(of_level.of_one);
            if branches < of_level.branches.into() {
                return Some(of_level.end_of_first(here, branches as u32));
            }
            work = add(work, of_level);
        }
        // Most of the work is in the last branch.
        let last = left.last()?;
        Some(last.end_of_first(here, last.branches - 1))
    }

    /// What is left up to `end` on each level that has branches left, the deepest one first.
    fn left(&mut self, end: &Path) -> Vec<BranchesLeft> {
        let shallowest = end.level().saturating_sub(1);
        if self.usual.len() < self.levels.len() {
            self.usual.resize(self.levels.len(), 0);
        }
        let mut left = Vec::new();
        for level in (shallowest..self.levels.len()).rev() {
            let seen = self.levels[level];
            let last = match end.branches().get(level) {
                Some(&last) => last,
                None => seen.branches,
            };
            let done = seen.number - seen.first;
            let so_far = self.looked_at - seen.since;
            let usual = &mut self.usual[level];
            *usual = match done {
                0 => so_far.max(*usual),
                _ => so_far / u64::from(done),
            };
            if last > seen.number {
                left.push(BranchesLeft {
                    level,
                    number: seen.number,
                    branches: last - seen.number,
                    of_one: (*usual).max(1),
                });
            }
        }
        left
    }
}

/// The branches left on a level after the one where the search is.
#[derive(Clone, Copy, Debug)]
struct BranchesLeft {
    level: usize,
    number: u32,
    branches: u32,
    /// The approximate work of one; at least 1.
    of_one: u64,
}

impl BranchesLeft {
    /// The approximate work of all.
    fn work(&self) -> u64 {
        self.of_one.saturating_mul(self.branches.into())
    }

    /// The end of this many of these branches; for 0, of the one where the search is.
    fn end_of_first(&self, here: &Path, branches: u32) -> Path {
        here.leaving(self.level, self.number + branches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks at these branches, of ten on each level.
    fn see(splitter: &mut Splitter, path: &[u32], mems: u64) {
        splitter.see(path.iter().map(|&number| (number, 10)), mems);
    }

    fn split(splitter: &mut Splitter, path: &[u32], worth: u64) -> Option<Vec<u32>> {
        let here = Path::new(path.to_vec()).unwrap();
        let split = splitter.split(&here, &Path::default(), worth);
        split.map(|path| path.branches().to_vec())
    }

    #[test]
    fn the_first_part_is_no_larger_than_it_must_be() {
        let mut splitter = Splitter::default();
        see(&mut splitter, &[1, 1], 0);
        see(&mut splitter, &[1, 10], 10_000);
        see(&mut splitter, &[2, 1], 10_000);
        see(&mut splitter, &[2, 3], 11_000);
        // Seven branches of 500 mems are left, then eight of 10,000 or more.
        assert_eq!(split(&mut splitter, &[2, 3], 1000), Some(vec![2, 5]));
        assert_eq!(split(&mut splitter, &[2, 3], 3000), Some(vec![2, 9]));
        assert_eq!(split(&mut splitter, &[2, 3], 3001), Some(vec![2]));
        assert_eq!(split(&mut splitter, &[2, 3], 23_500), Some(vec![4]));
        assert_eq!(split(&mut splitter, &[2, 3], 1_000_000), Some(vec![6]));
    }

    #[test]
    fn a_new_part_is_split_by_what_the_branches_of_another_one_took() {
        let mut splitter = Splitter::default();
        see(&mut splitter, &[1, 1], 0);
        see(&mut splitter, &[1, 3], 2000);
        assert_eq!(split(&mut splitter, &[1, 3], 3000), Some(vec![1, 6]));
        splitter.begin();
        see(&mut splitter, &[5, 1], 0);
        assert_eq!(split(&mut splitter, &[5, 1], 3000), Some(vec![5, 4]));
    }

    #[test]
    fn branches_that_are_soon_done_are_not_split_off() {
        let mut splitter = Splitter::default();
        see(&mut splitter, &[1, 1], 0);
        see(&mut splitter, &[1, 3], 20_000);
        split(&mut splitter, &[1, 3], 1000);
        splitter.begin();
        for number in 1..10 {
            // All of the second level is done each time.
            see(&mut splitter, &[number, 1], u64::from(number));
        }
        // At most ten are left on each level, and each takes a mem.
        assert_eq!(split(&mut splitter, &[9, 1], 32 * LEAST_SHARE), None);
        assert!(split(&mut splitter, &[9, 1], LEAST_SHARE).is_some());
    }
}
