//! The clues of one band: all sets of its cells that hit the unavoidable sets within it.
//!
//! As in the tree, the cells of an unhit set are tried one by one, each with the earlier
//! ones ruled out. So every set of clues comes up once.

use super::BAND;

/// The most sets that are looked at; the others only make lists longer.
const MOST_SETS: usize = 64;

/// The most clues of a band that are counted.
pub const MOST_COUNTED: usize = 5;

/// Unavoidable sets within a band.
pub struct Within {
    sets: Vec<u32>,
    /// The sets that each cell hits, as bits.
    hit: [u64; 32],
}

/// A node of the search: clues placed, cells that may still be clues, unhit sets.
#[derive(Clone, Copy)]
struct Node {
    placed: u32,
    live: u32,
    left: usize,
    unhit: u64,
}

impl Within {
    /// With sets ordered by size.
    pub fn new(sets: impl Iterator<Item = u32>) -> Self {
        let sets: Vec<u32> = sets.take(MOST_SETS).collect();
        let mut hit = [0; 32];
        for (number, &set) in sets.iter().enumerate() {
            for cell in (0..27).filter(|cell| set >> cell & 1 == 1) {
                hit[cell] |= 1 << number;
            }
        }
        Within { sets, hit }
    }

    /// How many sets of 0 to [`MOST_COUNTED`] cells hit all.
    pub fn counts(&self) -> [u64; MOST_COUNTED + 1] {
        let mut counts = [0; MOST_COUNTED + 1];
        self.search(self.root(MOST_COUNTED), &mut |node: Node| {
            let first = MOST_COUNTED - node.left;
            let mut ways = 1;
            for (more, count) in (0..).zip(&mut counts[first..]) {
                *count += ways;
                ways = ways * u64::from(node.live.count_ones().saturating_sub(more))
                    / (u64::from(more) + 1);
            }
        });
        counts
    }

    /// All sets of this many cells that hit all.
    pub fn list(&self, cells: usize) -> Vec<u32> {
        let mut list = Vec::new();
        self.search(self.root(cells), &mut |node: Node| {
            choose(node.placed, node.live, node.left, &mut list);
        });
        list
    }

    fn root(&self, left: usize) -> Node {
        Node {
            placed: 0,
            live: BAND,
            left,
            unhit: u64::MAX
                .checked_shr(64 - self.sets.len() as u32)
                .unwrap_or(0),
        }
    }

    /// Calls `hitting` with the nodes at which all sets are hit.
    fn search(&self, mut node: Node, hitting: &mut impl FnMut(Node)) {
        if node.unhit == 0 {
            return hitting(node);
        }
        if node.left <= 1 {
            return self.last(node, hitting);
        }
        if self.needs_more(&node) {
            return;
        }
        let set = self.sets[node.unhit.trailing_zeros() as usize];
        for cell in cells(set & node.live) {
            node.live &= !(1 << cell);
            let child = Node {
                placed: node.placed | 1 << cell,
                left: node.left - 1,
                unhit: node.unhit & !self.hit[cell],
                ..node
            };
            self.search(child, hitting);
        }
    }

    /// The last clue must hit all unhit sets.
    fn last(&self, node: Node, hitting: &mut impl FnMut(Node)) {
        if node.left == 0 {
            return;
        }
        let all = numbers(node.unhit).fold(node.live, |all, number| all & self.sets[number]);
        for cell in cells(all) {
            hitting(Node {
                placed: node.placed | 1 << cell,
                live: 0,
                left: 0,
                unhit: 0,
            });
        }
    }

    /// Whether disjoint unhit sets need more clues than are left.
    fn needs_more(&self, node: &Node) -> bool {
        let (mut union, mut disjoint) = (0, 0);
        for number in numbers(node.unhit) {
            let set = self.sets[number] & node.live;
            if set & union == 0 {
                union |= set;
                disjoint += 1;
                if disjoint > node.left {
                    return true;
                }
            }
        }
        false
    }
}

/// Adds all ways to place `left` more clues in live cells.
fn choose(placed: u32, mut live: u32, left: usize, list: &mut Vec<u32>) {
    if left == 0 {
        return list.push(placed);
    }
    while live.count_ones() as usize >= left {
        let cell = live & live.wrapping_neg();
        live &= !cell;
        choose(placed | cell, live, left - 1, list);
    }
}

/// The cells of a set.
fn cells(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// The numbers of the bits that are set.
fn numbers(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binomial(n: u64, k: u64) -> u64 {
        (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
    }

    #[test]
    fn lists_and_counts_are_those_of_brute_force() {
        // Pairs and triples of the first twelve cells; the others are free.
        let sets = [
            0b11,
            0b1100,
            0b1_0000_0001,
            0b111_0000_0000,
            0b1001_0010_0000,
        ];
        let within = Within::new(sets.into_iter());
        let counts = within.counts();
        for (cells, &count) in counts.iter().enumerate() {
            let mut expected = Vec::new();
            let all = (0u32..1 << 14).filter(|set| set.count_ones() as usize == cells);
            expected.extend(all.filter(|set| sets.iter().all(|other| set & other != 0)));
            let list = within.list(cells);
            assert_eq!(list.len() as u64, count, "{cells} cells");
            let mut near: Vec<u32> = list.into_iter().filter(|set| set >> 14 == 0).collect();
            near.sort_unstable();
            assert_eq!(near, expected);
        }
    }

    #[test]
    fn without_sets_every_choice_of_cells_is_there_once() {
        let within = Within::new(std::iter::empty());
        for cells in 0..=MOST_COUNTED {
            let mut list = within.list(cells);
            list.sort_unstable();
            list.dedup();
            let expected = binomial(27, cells as u64);
            assert_eq!(
                (list.len() as u64, within.counts()[cells]),
                (expected, expected)
            );
        }
    }

    #[test]
    fn more_sets_than_bits_are_as_good_as_the_first_ones() {
        let sets = || (0..27).flat_map(|a| (0..a).map(move |b| 1 << a | 1 << b));
        let all = Within::new(sets());
        let first = Within::new(sets().take(64));
        assert_eq!(all.list(12), first.list(12));
        assert!(!all.list(12).is_empty());
    }
}
