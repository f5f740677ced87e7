//! Pairs of a first and a second band that leave no unavoidable set of these two unhit.
//!
//! A word has a bit for each of 64 sets: those that the clues of one band leave unhit. A
//! pair is good if its words have no bit in common. Few pairs are, so several words are
//! tested with one branch. Then all sets are tried, up to 512.
//!
//! The 64 sets are chosen again for each chunk of the first band's choices: those that are
//! most often unhit by the chunk and by a sample of the second band's choices.

use super::lanes::{Lanes, NO_ROWS, Rows};
use super::part;

/// The most sets of a pair of bands.
const MOST_SETS: usize = 512;
/// The choices of the first band that have their 64 sets in common: a unit of work.
pub const CHUNK: usize = 256;
/// The choices of the second band whose words are made at a time.
pub const BLOCK: usize = 2048;
/// About as many choices of the second band tell how often a set is unhit...
const SAMPLE_SECOND: usize = 400;
/// ...and of a chunk.
const SAMPLE_FIRST: usize = 64;
/// The sets chosen for a chunk.
const CHOSEN: usize = 64;
/// The choices of the second band that are tested together.
const GROUP: usize = 16;
/// The groups whose common bits are tested together.
const GROUPS: usize = 64;
/// The choices of the second band whose words stand together.
const SHELF: usize = GROUP * GROUPS;

/// The sets with cells in two bands and none in the third.
pub struct PairSets {
    /// The cells of each set in the first and the second band.
    sets: Vec<[u32; 2]>,
    all: Lanes,
    /// The sets that the cells of the first and the second band hit.
    hit: [Rows; 2],
    /// How many choices of a sample of the second band leave each set unhit.
    missed: Vec<u64>,
}

impl PairSets {
    /// With sets ordered by size.
    pub fn new(sets: &[u128], [first, second, third]: [usize; 3], seconds: &[u32]) -> Self {
        let within = |set: &&u128| {
            part(**set, third) == 0 && part(**set, first) != 0 && part(**set, second) != 0
        };
        let sets: Vec<[u32; 2]> = (sets.iter().filter(within))
            .map(|&set| [part(set, first), part(set, second)])
            .take(MOST_SETS)
            .collect();
        let (mut all, mut hit) = (Lanes::EMPTY, [NO_ROWS; 2]);
        for (number, set) in sets.iter().enumerate() {
            let (lane, bit) = (number / 16, number % 16);
            all.insert(lane, bit);
            for (rows, &cells) in hit.iter_mut().zip(set) {
                for (cell, row) in rows.iter_mut().enumerate() {
                    if cells >> cell & 1 == 1 {
                        row.insert(lane, bit);
                    }
                }
            }
        }
        let sample = || seconds.iter().step_by(seconds.len() / SAMPLE_SECOND + 1);
        let missed = |set: &[u32; 2]| sample().filter(|&clues| set[1] & clues == 0).count() as u64;
        PairSets {
            missed: sets.iter().map(missed).collect(),
            sets,
            all,
            hit,
        }
    }

    /// The sets that clues of the first band leave unhit.
    #[inline(always)]
    pub fn unhit(&self, first: u32) -> Lanes {
        self.all.minus(&Lanes::of_cells(first, &self.hit[0]))
    }

    /// Whether clues of the second band hit all that those of the first left unhit.
    #[inline(always)]
    pub fn are_hit(&self, unhit: &Lanes, second: u32) -> bool {
        unhit
            .minus(&Lanes::of_cells(second, &self.hit[1]))
            .is_empty()
    }

    /// Chooses sets for a chunk of the first band's choices.
    fn choose(&self, firsts: &[u32]) -> Chosen {
        let sample = || firsts.iter().step_by(firsts.len() / SAMPLE_FIRST + 1);
        let mut order: Vec<(u64, usize)> = (self.sets.iter().zip(&self.missed).enumerate())
            .map(|(number, (set, missed))| {
                let unhit = sample().filter(|&clues| set[0] & clues == 0).count() as u64;
                // In a small sample, none may be unhit.
                (unhit * (100 * missed + 1), number)
            })
            .collect();
        order.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        order.truncate(CHOSEN);
        let mut chosen = Chosen {
            all: 0,
            hit: [[0; 32]; 2],
        };
        for (bit, &(_, number)) in order.iter().enumerate() {
            chosen.all |= 1 << bit;
            for (hit, cells) in chosen.hit.iter_mut().zip(self.sets[number]) {
                for (cell, word) in hit.iter_mut().enumerate() {
                    *word |= u64::from(cells >> cell & 1) << bit;
                }
            }
        }
        chosen
    }
}

/// The sets chosen for a chunk, as bits.
struct Chosen {
    all: u64,
    /// Those that the cells of the first and the second band hit.
    hit: [[u64; 32]; 2],
}

impl Chosen {
    /// Those that clues of one of the two bands leave unhit.
    #[inline(always)]
    fn unhit(&self, band: usize, mut clues: u32) -> u64 {
        let mut unhit = self.all;
        while clues != 0 {
            unhit &= !self.hit[band][clues.trailing_zeros() as usize];
            clues &= clues - 1;
        }
        unhit
    }
}

/// The words of some choices of the second band.
#[repr(align(64))]
struct Shelf {
    words: [[u64; GROUP]; GROUPS],
    /// The bits that all words of a group have.
    common: [u64; GROUPS],
}

impl Shelf {
    /// Of a list that may be shorter. In other places stand words that no pair passes, unless it
    /// has no set to hit.
    #[inline(always)]
    fn new(chosen: &Chosen, seconds: &[u32]) -> Self {
        let mut shelf = Shelf {
            words: [[u64::MAX; GROUP]; GROUPS],
            common: [u64::MAX; GROUPS],
        };
        for (place, &clues) in seconds.iter().enumerate() {
            let unhit = chosen.unhit(1, clues);
            shelf.words[place / GROUP][place % GROUP] = unhit;
            shelf.common[place / GROUP] &= unhit;
        }
        shelf
    }
}

/// Room for the words of a chunk and of a block.
pub struct Words {
    firsts: Vec<u64>,
    shelves: Vec<Shelf>,
    bits: [u64; GROUPS],
    good: Vec<u32>,
}

impl Words {
    pub fn new() -> Self {
        Words {
            firsts: Vec::with_capacity(CHUNK),
            shelves: Vec::with_capacity(BLOCK / SHELF),
            bits: std::array::from_fn(|place| 1 << place),
            good: Vec::with_capacity(BLOCK),
        }
    }
}

/// What is done with pairs.
pub trait Visit {
    /// Whether to go on: asked for each block, and as often as it seems fit.
    fn goes_on(&mut self) -> bool;

    /// A choice of the first band, by its place in the chunk, and those of a block of the second
    /// band with which it hits the chosen 64 sets. Returns whether to go on.
    fn pairs(&mut self, place: usize, first: u32, seconds: &[u32]) -> bool;
}

/// Passes on all pairs of a chunk. Returns whether it went on to the end.
#[inline(always)]
pub fn visit_pairs(
    sets: &PairSets,
    firsts: &[u32],
    seconds: &[u32],
    words: &mut Words,
    visit: &mut impl Visit,
) -> bool {
    let chosen = sets.choose(firsts);
    let Words {
        firsts: own,
        shelves,
        bits,
        good,
    } = words;
    own.clear();
    for &first in firsts {
        own.push(chosen.unhit(0, first));
    }
    for block in seconds.chunks(BLOCK) {
        if !visit.goes_on() {
            return false;
        }
        shelves.clear();
        for seconds in block.chunks(SHELF) {
            shelves.push(Shelf::new(&chosen, seconds));
        }
        for (place, (&first, &word)) in firsts.iter().zip(&*own).enumerate() {
            good.clear();
            for (shelf, seconds) in shelves.iter().zip(block.chunks(SHELF)) {
                let mut groups = apart(word, &shelf.common, bits);
                while groups != 0 {
                    let group = groups.trailing_zeros() as usize;
                    groups &= groups - 1;
                    let mut apart = apart(word, &shelf.words[group], bits);
                    while apart != 0 {
                        let number = group * GROUP + apart.trailing_zeros() as usize;
                        apart &= apart - 1;
                        if let Some(&second) = seconds.get(number) {
                            good.push(second);
                        }
                    }
                }
            }
            if !good.is_empty() && !visit.pairs(place, first, good) {
                return false;
            }
        }
    }
    true
}

/// Which of the others have no bit in common with a word, as bits. `bits` has bit `k` at place `k`: a
/// constant would be taken apart by the compiler, and its lanes be treated one by one.
#[inline(always)]
fn apart<const N: usize>(word: u64, others: &[u64; N], bits: &[u64; GROUPS]) -> u64 {
    // Eight lanes at a time.
    let mut lanes = [0u64; 8];
    let eights = others
        .as_chunks::<8>()
        .0
        .iter()
        .zip(bits.as_chunks::<8>().0);
    for (others, bits) in eights {
        for ((lane, other), bit) in lanes.iter_mut().zip(others).zip(bits) {
            // No branch.
            *lane |= u64::from(word & other == 0).wrapping_neg() & bit;
        }
    }
    lanes.iter().fold(0, |all, lane| all | lane)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    struct Pairs(Vec<(u32, u32)>);

    impl Visit for Pairs {
        fn goes_on(&mut self) -> bool {
            true
        }

        fn pairs(&mut self, _: usize, first: u32, seconds: &[u32]) -> bool {
            self.0.extend(seconds.iter().map(|&second| (first, second)));
            true
        }
    }

    fn choices(random: &mut Random, number: usize) -> Vec<u32> {
        let cells = |_| (0..5).fold(0, |all, _| all | 1 << random.below(27));
        (0..number).map(cells).collect()
    }

    #[test]
    fn the_pairs_that_hit_all_sets_are_those_of_brute_force() {
        let random = &mut Random::new(3, 1);
        // From no set to more than two words of them, and lists that do not fill a group or do.
        for (sets, firsts, seconds) in [(0, 3, 5), (40, 100, 1024), (700, 256, 3000), (90, 1, 1)] {
            let sets: Vec<u128> = (0..sets)
                .map(|_| {
                    let cells =
                        |random: &mut Random| 1u128 << random.below(27) | 1 << random.below(27);
                    cells(random) | cells(random) << 54
                })
                .collect();
            let (firsts, seconds) = (choices(random, firsts), choices(random, seconds));
            let pair_sets = PairSets::new(&sets, [2, 0, 1], &seconds);
            let mut words = Words::new();
            let mut visited = Pairs(Vec::new());
            assert!(visit_pairs(
                &pair_sets,
                &firsts,
                &seconds,
                &mut words,
                &mut visited
            ));
            let mut found = visited.0;
            found.retain(|&(first, second)| pair_sets.are_hit(&pair_sets.unhit(first), second));
            found.sort_unstable();
            let used = &sets[..sets.len().min(MOST_SETS)];
            let mut expected = Vec::new();
            for &first in &firsts {
                for &second in &seconds {
                    let clues = u128::from(first) << 54 | u128::from(second);
                    if used.iter().all(|set| set & clues != 0) {
                        expected.push((first, second));
                    }
                }
            }
            expected.sort_unstable();
            assert!(found == expected, "{} for {}", found.len(), expected.len());
        }
    }
}
