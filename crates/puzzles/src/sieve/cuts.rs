//! Cycle cuts: what every playable pairing satisfies.
//!
//! Let B be a set of numbers. If each of them is the tax of a pick that has two
//! or more factors in B, then each of these picks has to wait for another one of
//! them, so none can be first. Hence of the pairs (a, b) with b in B and a having
//! two or more factors in B, at most |B| - 1 are chosen. The same holds for a set
//! A of picks and the pairs (a, b) with a in A and b having two or more multiples
//! in A: each of these picks has to come before another one, so none can be last.
//! Factors and multiples are by primes here.

use crate::sieve::{Numbers, Pair};
use std::collections::{BTreeSet, HashMap};

/// Which side of the pairs the numbers of a cut stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PairSide {
    /// The smaller numbers.
    Taxes,
    /// The larger numbers.
    Picks,
}

impl PairSide {
    /// The numbers on the other side that one on this side may be paired with.
    pub fn others(self, numbers: &Numbers, member: u32) -> &[u32] {
        match self {
            PairSide::Taxes => numbers.above(member),
            PairSide::Picks => numbers.below(member),
        }
    }

    /// The other side.
    pub fn opposite(self) -> Self {
        match self {
            PairSide::Taxes => PairSide::Picks,
            PairSide::Picks => PairSide::Taxes,
        }
    }
}

/// A set of numbers that must not all be used on cycles.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cut {
    /// Where its members stand.
    pub side: PairSide,
    /// Sorted.
    pub members: Vec<u32>,
}

impl Cut {
    /// A cut of these members, in any order.
    pub fn new(side: PairSide, mut members: Vec<u32>) -> Self {
        members.sort_unstable();
        members.dedup();
        Cut { side, members }
    }

    /// The pairs that the cut counts.
    pub fn pairs(&self, numbers: &Numbers) -> Vec<Pair> {
        let others = |member: u32| self.side.others(numbers, member);
        let mut uses: HashMap<u32, u32> = HashMap::new();
        for &member in &self.members {
            for &other in others(member) {
                *uses.entry(other).or_default() += 1;
            }
        }
        let mut pairs = Vec::new();
        for &member in &self.members {
            for other in others(member).iter().filter(|other| uses[other] >= 2) {
                pairs.push(match self.side {
                    PairSide::Taxes => Pair {
                        pick: *other,
                        tax: member,
                    },
                    PairSide::Picks => Pair {
                        pick: member,
                        tax: *other,
                    },
                });
            }
        }
        pairs
    }

    /// How many of these pairs may be chosen.
    pub fn most(&self) -> u32 {
        self.members.len() as u32 - 1
    }
}

/// There are more cuts than were asked for, or it takes very long to find them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyCuts;

/// The sets of taxes of all cycles that a pairing may have; with a cut for each
/// of them, every pairing can be played.
///
/// A shortest cycle of a pairing has no shortcuts, so each pick on it has just
/// two factors among its taxes. Such cycles are enumerated: tax b is joined to
/// tax c if both divide one number up to N by primes, and that is then their
/// least common multiple.
///
/// # Errors
/// If there are more than `most` sets, or if it takes very long to tell.
pub fn all_cycle_cuts(numbers: &Numbers, most: usize) -> Result<Vec<Cut>, TooManyCuts> {
    let mut cycles = Cycles {
        numbers,
        factors: vec![0; numbers.largest() as usize + 1],
        path: Vec::new(),
        found: BTreeSet::new(),
        most,
        steps_left: 1000 * (most as u64 + 100),
    };
    for start in 2..=numbers.largest() / 2 {
        cycles.enter(start);
        let ended = cycles.extend(start);
        cycles.leave(start);
        ended?;
    }
    let cuts = cycles.found.into_iter();
    Ok(cuts
        .map(|members| Cut::new(PairSide::Taxes, members))
        .collect())
}

struct Cycles<'n> {
    numbers: &'n Numbers,
    /// How many factors each number has on the path.
    factors: Vec<u8>,
    path: Vec<u32>,
    found: BTreeSet<Vec<u32>>,
    most: usize,
    steps_left: u64,
}

impl Cycles<'_> {
    fn enter(&mut self, tax: u32) {
        self.path.push(tax);
        for &multiple in self.numbers.above(tax) {
            self.factors[multiple as usize] += 1;
        }
    }

    fn leave(&mut self, tax: u32) {
        self.path.pop();
        for &multiple in self.numbers.above(tax) {
            self.factors[multiple as usize] -= 1;
        }
    }

    /// Whether the picks between the taxes of the path (closed or not) have two
    /// factors on it each.
    fn has_no_shortcut(&self, closed: bool) -> bool {
        let next = self.path.iter().skip(1).chain(self.path.first());
        let steps = self.path.len() - usize::from(!closed);
        let mut picks = self.path.iter().zip(next).take(steps);
        picks.all(|(&tax, &next)| {
            joint_pick(self.numbers, tax, next).is_some_and(|pick| self.factors[pick as usize] == 2)
        })
    }

    /// Lengthens a path whose smallest tax is the first one.
    fn extend(&mut self, last: u32) -> Result<(), TooManyCuts> {
        let numbers = self.numbers;
        for &pick in numbers.above(last) {
            // A third factor would be a shortcut.
            if self.factors[pick as usize] > 1 {
                continue;
            }
            for &next in numbers.below(pick) {
                if next <= self.path[0] || next == last || self.path.contains(&next) {
                    continue;
                }
                self.steps_left = self.steps_left.checked_sub(1).ok_or(TooManyCuts)?;
                self.enter(next);
                if self.has_no_shortcut(false) {
                    let closes =
                        self.path.len() > 2 && joint_pick(numbers, next, self.path[0]).is_some();
                    if closes && self.has_no_shortcut(true) {
                        let mut members = self.path.clone();
                        members.sort_unstable();
                        self.found.insert(members);
                        if self.found.len() > self.most {
                            return Err(TooManyCuts);
                        }
                    }
                    self.extend(next)?;
                }
                self.leave(next);
            }
        }
        Ok(())
    }
}

/// The number up to N that both divide by primes, if there is one.
fn joint_pick(numbers: &Numbers, one: u32, other: u32) -> Option<u32> {
    let mut picks = numbers.above(one).iter().copied();
    picks.find(|&pick| one != other && numbers.below(pick).contains(&other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cuts_of_n_21_forbid_the_cycle_of_the_essay() {
        let numbers = Numbers::new(21).unwrap();
        let cuts = all_cycle_cuts(&numbers, 100).unwrap();
        let members: Vec<&[u32]> = cuts.iter().map(|cut| &cut.members[..]).collect();
        assert_eq!(members, [&[2, 3, 5][..], &[2, 3, 5, 7], &[2, 3, 7]]);
        assert_eq!(all_cycle_cuts(&numbers, 2), Err(TooManyCuts));
        assert_eq!(
            cuts[0].pairs(&numbers),
            [(6, 2), (10, 2), (6, 3), (15, 3), (10, 5), (15, 5)]
                .map(|(pick, tax)| Pair { pick, tax })
        );
        assert_eq!(cuts[0].most(), 2);
    }

    #[test]
    fn numbers_without_cycles_have_no_cuts() {
        let numbers = Numbers::new(14).unwrap();
        assert_eq!(all_cycle_cuts(&numbers, 0), Ok(Vec::new()));
        let numbers = Numbers::new(15).unwrap();
        assert_eq!(all_cycle_cuts(&numbers, 9).unwrap().len(), 1);
    }
}
