//! Pairings from fractional values: pairs of great value first, leaving out
//! what would close a cycle.

use super::relaxation::Relaxation;
use crate::sieve::{Numbers, Pair};

/// A playable pairing and its score.
pub fn round(numbers: &Numbers, relaxation: &Relaxation) -> (i64, Vec<Pair>) {
    let mut wanted: Vec<(i64, Pair)> = relaxation
        .pairs()
        .iter()
        .enumerate()
        .map(|(column, pair)| ((relaxation.value(column) * 1e3).round() as i64, *pair))
        .collect();
    wanted.sort_unstable_by_key(|&(value, pair)| std::cmp::Reverse((value, pair)));
    let mut growing = Growing::new(numbers);
    for &pair in relaxation.taken() {
        growing.try_add(pair);
    }
    for (_, pair) in wanted {
        growing.try_add(pair);
    }
    let pairs = growing.pairs();
    (pairs.iter().map(|pair| i64::from(pair.pick)).sum(), pairs)
}

/// A playable pairing that grows pair by pair.
pub struct Growing<'n> {
    numbers: &'n Numbers,
    /// By pick; 0 if it is none.
    tax: Vec<u32>,
    used: Vec<bool>,
    seen: Vec<u32>,
    round: u32,
    stack: Vec<u32>,
    /// How many taxes may be looked at for cycles; then, few for each pair.
    left: u64,
}

/// The taxes that may be looked at: enough for each N below 100,000, and for a million in two
/// seconds.
const LOOKS: u64 = 4_000_000;
const LOOKS_PER_NUMBER: u64 = 10;
/// The taxes that may be looked at for a pair, once those are used up.
const FEW_LOOKS: u64 = 16;

impl<'n> Growing<'n> {
    pub fn new(numbers: &'n Numbers) -> Self {
        let size = numbers.largest() as usize + 1;
        Growing {
            numbers,
            tax: vec![0; size],
            used: vec![false; size],
            seen: vec![0; size],
            round: 0,
            stack: Vec::new(),
            left: LOOKS + LOOKS_PER_NUMBER * size as u64,
        }
    }

    /// Adds a pair if its numbers are free and it closes no cycle.
    pub fn try_add(&mut self, pair: Pair) -> bool {
        if self.used[pair.pick as usize] || self.used[pair.tax as usize] || self.closes(pair) {
            return false;
        }
        self.tax[pair.pick as usize] = pair.tax;
        self.used[pair.pick as usize] = true;
        self.used[pair.tax as usize] = true;
        true
    }

    /// Whether a pair closes a cycle, or it takes too long to see that it does not.
    fn closes(&mut self, pair: Pair) -> bool {
        let mut looks = self.left.max(FEW_LOOKS);
        self.round += 1;
        self.stack.clear();
        let mut tax = pair.tax;
        loop {
            if looks == 0 {
                return true;
            }
            looks -= 1;
            self.left = self.left.saturating_sub(1);
            for &multiple in self.numbers.above(tax) {
                if multiple == pair.pick {
                    // Its own tax does not hold it back; another one's does.
                    if tax != pair.tax {
                        return true;
                    }
                } else if self.tax[multiple as usize] != 0
                    && self.seen[multiple as usize] != self.round
                {
                    self.seen[multiple as usize] = self.round;
                    self.stack.push(multiple);
                }
            }
            match self.stack.pop() {
                Some(pick) => tax = self.tax[pick as usize],
                None => return false,
            }
        }
    }

    pub fn pairs(&self) -> Vec<Pair> {
        (1u32..)
            .zip(&self.tax[1..])
            .filter(|&(_, &tax)| tax != 0)
            .map(|(pick, &tax)| Pair { pick, tax })
            .collect()
    }
}
