//! The cheapest solutions that a search has found so far, up to the number wanted.
//!
//! They are in a heap with the dearest on top, which the next cheaper one replaces. A solution is
//! stored as a prefix length until the search backtracks below it; only then are its options
//! copied. Otherwise a search that finds a better solution with each option that it adds would copy
//! all of them each time.
//!
//! Invariant: of solutions with the same cost, those found first are kept.

use std::collections::BinaryHeap;

/// The number of a solution that was dropped.
const GONE: u64 = u64::MAX;

/// The allocator's overhead for a list, in bytes.
const PER_LIST: usize = 16;

/// The cheapest solutions so far. Options are numbers.
#[derive(Debug)]
pub struct Kept<C> {
    most: usize,
    /// Costs, times of discovery, and indices into `paths`. The dearest is on top; of equal ones,
    /// the one found last.
    heap: BinaryHeap<(C, u64, usize)>,
    paths: Vec<Path>,
    /// The solutions stored as a prefix length, or dropped since, by time of discovery; shortest
    /// first.
    open: Vec<(u64, usize)>,
    /// The number of solutions found.
    found: u64,
    /// The memory of all options, in bytes.
    list_bytes: usize,
    /// Whether solutions were dropped because they did not fit.
    is_cut: bool,
}

/// The options of a solution.
#[derive(Debug)]
struct Path {
    /// Its time of discovery.
    number: u64,
    length: usize,
    /// None as long as the solution is a prefix of the search's choices.
    list: Option<Box<[u32]>>,
}

impl Path {
    /// The memory of its list, once it has one.
    fn bytes(&self) -> usize {
        self.length * size_of::<u32>() + PER_LIST
    }
}

impl<C: Copy + Ord> Kept<C> {
    /// Keeps the `most` cheapest solutions.
    pub fn new(most: usize) -> Self {
        Kept {
            most,
            heap: BinaryHeap::new(),
            paths: Vec::new(),
            open: Vec::new(),
            found: 0,
            list_bytes: 0,
            is_cut: false,
        }
    }

    /// Whether a solution of this cost would be among the cheapest.
    #[inline]
    pub fn wants(&self, cost: C) -> bool {
        self.heap.len() < self.most || self.heap.peek().is_some_and(|dearest| cost < dearest.0)
    }

    /// Adds a solution that is wanted: all chosen options. From now on, [`Self::close`] must be
    /// called before an option is taken back.
    pub fn add(&mut self, cost: C, chosen: &[u32]) {
        let path = Path {
            number: self.found,
            length: chosen.len(),
            list: None,
        };
        self.list_bytes += path.bytes();
        let slot = if self.heap.len() < self.most {
            grow(&mut self.paths);
            self.paths.push(path);
            if self.heap.len() == self.heap.capacity() {
                self.heap.reserve_exact(more(self.heap.len()));
            }
            self.paths.len() - 1
        } else {
            let slot = self.drop_dearest().expect("some are wanted");
            self.paths[slot] = path;
            slot
        };
        self.heap.push((cost, self.found, slot));
        self.open.push((self.found, slot));
        self.found += 1;
    }

    /// Drops the dearest solution. Returns its index, which is free now.
    fn drop_dearest(&mut self) -> Option<usize> {
        let (_, _, slot) = self.heap.pop()?;
        let path = &mut self.paths[slot];
        self.list_bytes -= path.bytes();
        (path.number, path.list) = (GONE, None);
        Some(slot)
    }

    /// Keeps as many solutions as fit into this many bytes, at least one. From now on, no more than
    /// these are kept.
    pub fn fit(&mut self, per_solution: usize, memory: usize) {
        while self.bytes(per_solution) > memory && self.heap.len() > 1 {
            self.drop_dearest();
            self.most = self.heap.len();
            self.is_cut = true;
        }
    }

    /// Whether some were dropped because they did not fit. They cost at least as much as all that
    /// are left.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The search goes back until only this many options are chosen: copies the solutions that lose
    /// options.
    #[inline]
    pub fn close(&mut self, chosen: &[u32], length: usize) {
        while let Some(&(number, slot)) = self.open.last() {
            let path = &mut self.paths[slot];
            if path.number == number {
                if path.length <= length {
                    break;
                }
                path.list = Some(chosen[..path.length].into());
            }
            self.open.pop();
        }
    }

    /// The memory of all solutions, including their final form by [`Self::take`], with
    /// `per_solution` bytes for each beside its options.
    pub fn bytes(&self, per_solution: usize) -> usize {
        self.heap.capacity() * size_of::<(C, u64, usize)>()
            + self.paths.capacity() * size_of::<Path>()
            + self.open.capacity() * size_of::<(u64, usize)>()
            + self.heap.len() * per_solution
            + self.list_bytes
    }

    /// The number of solutions that were added, including dropped ones.
    #[inline]
    pub fn found(&self) -> u64 {
        self.found
    }

    /// The cost of the dearest solution, if there are as many as wanted.
    pub fn dearest(&self) -> Option<C> {
        let dearest = self.heap.peek().map(|dearest| dearest.0);
        dearest.filter(|_| self.heap.len() >= self.most)
    }

    /// The cost of the cheapest solution.
    pub fn least(&self) -> Option<C> {
        self.heap.iter().map(|kept| kept.0).min()
    }

    /// The cheapest solution and its options; of equal ones, the one found first.
    pub fn first<'k>(&'k self, chosen: &'k [u32]) -> Option<(C, &'k [u32])> {
        let (cost, _, slot) = self.heap.iter().min()?;
        let path = &self.paths[*slot];
        let options = path.list.as_deref();
        Some((*cost, options.unwrap_or_else(|| &chosen[..path.length])))
    }

    /// Returns all solutions, cheapest first; of equal ones, the one found first.
    pub fn take(&mut self, chosen: &[u32]) -> impl ExactSizeIterator<Item = (C, Vec<u32>)> {
        self.close(chosen, 0);
        // An empty solution was a prefix all along.
        self.open.clear();
        self.list_bytes = 0;
        let mut paths = std::mem::take(&mut self.paths);
        let sorted = std::mem::take(&mut self.heap).into_sorted_vec();
        sorted.into_iter().map(move |(cost, _, slot)| {
            let list = paths[slot].list.take().unwrap_or_default();
            (cost, list.into_vec())
        })
    }
}

/// Makes room for one more. Tables grow by a quarter: doubling would soon take twice the limit.
pub fn grow<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact(more(list.len()));
    }
}

/// By how much to grow a table of this length.
pub fn more(length: usize) -> usize {
    length / 4 + 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_are_kept_and_of_equals_those_found_first() {
        let mut kept = Kept::new(3);
        for (number, cost) in [5, 2, 5, 9, 2, 5, 1].into_iter().enumerate() {
            let chosen = [number as u32];
            if kept.wants(cost) {
                kept.add(cost, &chosen);
            }
            kept.close(&chosen, 0);
        }
        assert_eq!(kept.least(), Some(1));
        let found: Vec<_> = kept.take(&[]).collect();
        assert_eq!(found, [(1, vec![6]), (2, vec![1]), (2, vec![4])]);
    }

    /// A random walk up and down that checks each list whenever it adds an option.
    #[test]
    fn solutions_have_the_options_that_were_chosen_when_they_were_found() {
        let mut random = 1u64;
        let mut below = |bound: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % bound
        };
        for most in [1, 2, 7, 1000] {
            let mut kept = Kept::new(most);
            let (mut chosen, mut all) = (Vec::new(), Vec::new());
            for number in 0..500 {
                let length = below(chosen.len() as u64 + 1) as usize;
                if below(3) == 0 {
                    kept.close(&chosen, length);
                    chosen.truncate(length);
                }
                chosen.push(number);
                let cost = below(50);
                all.push((cost, chosen.clone()));
                if kept.wants(cost) {
                    kept.add(cost, &chosen);
                }
            }
            all.sort_by_key(|solution| solution.0);
            all.truncate(most);
            assert_eq!(kept.take(&chosen).collect::<Vec<_>>(), all);
        }
    }

    #[test]
    fn what_does_not_fit_is_dropped_and_no_more_are_kept() {
        let mut kept = Kept::new(1000);
        for cost in 0..1000 {
            kept.add(cost, &[7; 20]);
            kept.close(&[7; 20], 0);
        }
        let memory = kept.bytes(16) / 2;
        kept.fit(16, memory);
        assert!(kept.is_cut() && kept.bytes(16) <= memory);
        assert!(!kept.wants(999) && kept.wants(0));
        kept.add(-1, &[3]);
        kept.close(&[3], 0);
        let found: Vec<_> = kept.take(&[]).collect();
        assert_eq!(found[0], (-1, vec![3]));
        assert!(found.len() > 100, "{}", found.len());
        for (place, (cost, list)) in found[1..].iter().enumerate() {
            assert_eq!((*cost, &list[..]), (place as i32, &[7; 20][..]));
        }
        // One is always kept.
        let mut kept = Kept::new(2);
        kept.add(5, &[1]);
        kept.add(4, &[1]);
        kept.fit(16, 0);
        assert_eq!(kept.least(), Some(4));
    }

    #[test]
    fn what_is_kept_takes_no_less_than_its_options() {
        let mut kept = Kept::new(10);
        for cost in 0..10 {
            kept.add(cost, &[7; 100]);
            kept.close(&[7; 100], 0);
        }
        let before = kept.bytes(24);
        assert!(before >= 10 * (400 + 24), "{before}");
        kept.add(-1, &[7; 50]);
        assert!(kept.bytes(24) < before);
    }
}
