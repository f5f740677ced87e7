//! A node of the search near its root: unhit sets as a list.
//!
//! Invariant: after [`Node::reduce`] every set has live cells only, none contains
//! another, and they are ordered by size.

/// Clues placed, cells that may still become clues, and sets that need one.
#[derive(Clone, Debug)]
pub struct Node {
    /// Clues that are still to be placed.
    pub left: u32,
    /// Cells that are neither clues nor ruled out.
    pub live: u128,
    /// Cells of the clues placed.
    pub placed: u128,
    /// The unhit sets.
    pub sets: Vec<u128>,
}

impl Node {
    /// Restricts the sets to live cells, drops those that contain another, and
    /// rules out cells while disjoint sets need all clues. Returns `false` if no
    /// puzzle can come of this node.
    pub fn reduce(&mut self) -> bool {
        loop {
            if self.live.count_ones() < self.left || !self.keep_minimal() {
                return false;
            }
            let mut union = 0;
            let mut disjoint = 0;
            for set in &self.sets {
                if set & union == 0 {
                    union |= set;
                    disjoint += 1;
                }
            }
            if disjoint > self.left {
                return false;
            }
            if disjoint < self.left || self.live & !union == 0 {
                return true;
            }
            self.live &= union;
        }
    }

    /// Returns `false` if a set has no live cell.
    fn keep_minimal(&mut self) -> bool {
        let live = self.live;
        let mut lost = false;
        for set in &mut self.sets {
            lost |= *set & !live != 0;
            *set &= live;
        }
        if !lost {
            return true;
        }
        self.sets
            .sort_by_key(|set| (set.count_ones(), set.trailing_zeros()));
        if self.sets.first() == Some(&0) {
            return false;
        }
        let mut kept = 0;
        for k in 0..self.sets.len() {
            let set = self.sets[k];
            let (subsets, _) = self.sets.split_at(kept);
            if subsets.iter().all(|subset| subset & !set != 0) {
                self.sets[kept] = set;
                kept += 1;
            }
        }
        self.sets.truncate(kept);
        true
    }

    /// The nodes below this one: a clue in each cell of its smallest set, the
    /// earlier cells ruled out. Those without a puzzle are left out.
    pub fn children(&self) -> impl Iterator<Item = Node> + '_ {
        let mut cells = self.sets.first().copied().unwrap_or(0);
        let mut live = self.live;
        std::iter::from_fn(move || {
            while cells != 0 {
                let cell = cells & cells.wrapping_neg();
                cells &= !cell;
                live &= !cell;
                let unhit = self.sets.iter().copied().filter(|set| set & cell == 0);
                let mut child = Node {
                    left: self.left - 1,
                    live,
                    placed: self.placed | cell,
                    sets: unhit.collect(),
                };
                if child.reduce() {
                    return Some(child);
                }
            }
            None
        })
    }
}
