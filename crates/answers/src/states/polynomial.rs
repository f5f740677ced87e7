//! The number of solutions at each cost, as polynomials whose exponents are costs.
//!
//! A state's polynomial is the sum over its successors, each times `x` to the power of the cost of
//! the option taken. Terms beyond a limit are dropped.
//!
//! Invariant: costs ascend, and all numbers have the same number of words.

use crate::Status;
use crate::states::algebra::Algebra;
use crate::states::diagram::Diagram;
use num_bigint::BigUint;
use std::cell::Cell;
use std::ops::Deref;
use std::rc::Rc;

/// The numbers of solutions by cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    costs: Vec<i128>,
    /// The number of words of each number.
    limbs: usize,
    /// The numbers, lowest word first.
    words: Vec<u64>,
}

impl Polynomial {
    /// One solution of cost 0.
    pub fn one() -> Self {
        Polynomial {
            costs: vec![0],
            limbs: 1,
            words: vec![1],
        }
    }

    /// Whether there are no solutions.
    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }

    /// The number of terms.
    pub fn count(&self) -> usize {
        self.costs.len()
    }

    /// The number of words of all numbers together.
    pub fn length(&self) -> usize {
        self.words.len()
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.costs.capacity() * size_of::<i128>()
            + self.words.capacity() * size_of::<u64>()
    }

    /// The costs with their numbers of solutions, lowest cost first.
    pub fn terms(&self) -> impl Iterator<Item = (i128, BigUint)> {
        let numbers = self.words.chunks(self.limbs.max(1)).map(|words| {
            let halves = words.iter();
            let halves = halves.flat_map(|&word| [word as u32, (word >> 32) as u32]);
            BigUint::new(halves.collect())
        });
        self.costs.iter().copied().zip(numbers)
    }

    /// Whether the highest word of a number may be too full: a sum could need one more word.
    fn may_grow(&self) -> bool {
        let mut tops = self.words.iter().skip(self.limbs.max(1) - 1);
        let tops = std::iter::from_fn(|| {
            let top = tops.next();
            if self.limbs > 1 {
                tops.nth(self.limbs - 2);
            }
            top
        });
        tops.into_iter().any(|top| top >> 63 != 0)
    }

    /// Adds another polynomial, with costs raised by `shift`, up to the cost `most`.
    pub fn add(&mut self, other: &Self, shift: i128, most: i128) {
        let below = |cost: &i128| cost.saturating_add(shift) <= most;
        let more = other.costs.partition_point(below);
        if more == 0 {
            return;
        }
        let limbs = self.limbs.max(other.limbs);
        let limbs = limbs + usize::from(self.may_grow() || other.may_grow());
        let mut sum = Polynomial {
            costs: Vec::with_capacity(self.costs.len().max(more)),
            limbs,
            words: Vec::with_capacity(self.costs.len().max(more) * limbs),
        };
        let (mut left, mut right) = (0, 0);
        while left < self.costs.len() || right < more {
            let own = self.costs.get(left).copied();
            let new = (right < more).then(|| other.costs[right] + shift);
            let cost = match (own, new) {
                (Some(own), Some(new)) => own.min(new),
                (own, new) => own.or(new).expect("there is one left"),
            };
            let begin = sum.words.len();
            sum.costs.push(cost);
            sum.words.resize(begin + limbs, 0);
            let number = &mut sum.words[begin..];
            if own == Some(cost) {
                add(number, &self.words[left * self.limbs..][..self.limbs]);
                left += 1;
            }
            if new == Some(cost) {
                add(number, &other.words[right * other.limbs..][..other.limbs]);
                right += 1;
            }
        }
        *self = sum;
    }
}

/// Adds to a number that has room for the sum.
fn add(sum: &mut [u64], more: &[u64]) {
    let mut carry = false;
    for (place, word) in sum.iter_mut().enumerate() {
        let (partial, over) = word.overflowing_add(more.get(place).copied().unwrap_or(0));
        let (total, again) = partial.overflowing_add(u64::from(carry));
        *word = total;
        carry = over | again;
    }
    debug_assert!(!carry, "numbers have room to grow");
}

/// A polynomial whose memory is counted as long as it exists anywhere.
#[derive(Debug, Default)]
pub struct Held {
    polynomial: Polynomial,
    all: Rc<Cell<usize>>,
}

impl Held {
    fn new(polynomial: Polynomial, all: &Rc<Cell<usize>>) -> Rc<Self> {
        all.set(all.get() + polynomial.bytes());
        Rc::new(Held {
            polynomial,
            all: Rc::clone(all),
        })
    }
}

impl Deref for Held {
    type Target = Polynomial;

    fn deref(&self) -> &Polynomial {
        &self.polynomial
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.all.set(self.all.get() - self.polynomial.bytes());
    }
}

/// The algebra of polynomials.
#[derive(Clone, Debug)]
pub struct Pricing {
    costs: Vec<i128>,
    most: i128,
    /// The memory of all values that exist anywhere.
    held: Rc<Cell<usize>>,
    /// The words added since this was last asked.
    added: u64,
}

impl Pricing {
    /// Option `o` of the part costs `costs[o]`. Solutions that cost more than `most` may be left
    /// out.
    pub fn new(costs: &[i128], most: i128) -> Self {
        // The options chosen before a state may have negative costs.
        let least: i128 = costs.iter().map(|&cost| cost.min(0)).sum();
        Pricing {
            costs: costs.to_vec(),
            most: most.saturating_sub(least),
            held: Rc::default(),
            added: 0,
        }
    }
}

impl Algebra for Pricing {
    type Value = Rc<Held>;

    fn zero(&self) -> Self::Value {
        Held::new(Polynomial::default(), &self.held)
    }

    fn one(&self) -> Self::Value {
        Held::new(Polynomial::one(), &self.held)
    }

    fn sum(&mut self, moves: &[(Option<u32>, Self::Value)]) -> Self::Value {
        let mut sum = Polynomial::default();
        for (choice, value) in moves {
            let cost = choice.map_or(0, |choice| self.costs[choice as usize]);
            self.added += (value.length() + sum.length()) as u64;
            sum.add(value, cost, self.most);
        }
        Held::new(sum, &self.held)
    }

    fn is_zero(&self, value: &Self::Value) -> bool {
        value.is_empty()
    }

    fn held(&self, value: &Self::Value) -> usize {
        value.bytes()
    }

    fn all_held(&self) -> usize {
        self.held.get()
    }

    fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.added)
    }
}

/// Computes the polynomials of a diagram from the goal upwards. It can be paused. A polynomial is
/// freed once no more edges lead to its node.
#[derive(Debug)]
pub struct Rising {
    diagram: Diagram,
    costs: Vec<i128>,
    /// For each node, the largest useful cost below it: the limit minus the cost of the cheapest
    /// path to the node.
    most: Vec<i128>,
    values: Vec<Polynomial>,
    /// For each node, the number of edges to it from nodes that are still to come.
    uses: Vec<u32>,
    bytes: usize,
    work: u64,
}

impl Rising {
    /// The polynomials of a diagram whose option `o` costs `costs[o]`, up to the cost `most`.
    pub fn new(diagram: Diagram, costs: &[i128], most: i128) -> Self {
        let nodes = diagram.nodes();
        let mut before = vec![i128::MAX; nodes];
        let mut uses = vec![0u32; nodes];
        if let Some(root) = diagram.root() {
            before[root as usize] = 0;
        }
        for node in (1..nodes as u32).rev() {
            for edge in diagram.edges(node) {
                let own = edge.choice().map_or(0, |choice| costs[choice as usize]);
                let here = before[node as usize].saturating_add(own);
                let to = edge.to as usize;
                before[to] = before[to].min(here);
                uses[to] = uses[to].saturating_add(1);
            }
        }
        let most = before.iter().map(|before| most.saturating_sub(*before));
        Rising {
            most: most.collect(),
            bytes: diagram.bytes()
                + nodes * (size_of::<Polynomial>() + 2 * size_of::<i128>() + size_of::<u32>()),
            values: Vec::with_capacity(nodes),
            uses,
            costs: costs.to_vec(),
            diagram,
            work: 0,
        }
    }

    /// Continues until about this many more words have been added. The result is the polynomial of
    /// the root.
    pub fn run(&mut self, words: u64, memory: usize) -> Status<Polynomial> {
        if self.diagram.root().is_none() {
            return Status::Done(Polynomial::default());
        }
        let end = self.work.saturating_add(words);
        while self.values.len() < self.diagram.nodes() {
            let node = self.values.len();
            let mut sum = match node as u32 {
                Diagram::GOAL => Polynomial::one(),
                _ => Polynomial::default(),
            };
            for edge in self.diagram.edges(node as u32) {
                let value = &self.values[edge.to as usize];
                let cost = edge
                    .choice()
                    .map_or(0, |choice| self.costs[choice as usize]);
                self.work += 2 + (value.length() + sum.length()) as u64;
                sum.add(value, cost, self.most[node]);
            }
            for edge in self.diagram.edges(node as u32) {
                let uses = &mut self.uses[edge.to as usize];
                *uses -= u32::from(*uses != u32::MAX); // at this number, it may have more
                if *uses == 0 {
                    let value = std::mem::take(&mut self.values[edge.to as usize]);
                    self.bytes -= value.bytes();
                }
            }
            self.bytes += sum.bytes();
            self.values.push(sum);
            if self.bytes > memory {
                return Status::Full;
            }
            if self.work >= end && self.values.len() < self.diagram.nodes() {
                return Status::Paused;
            }
        }
        Status::Done(self.values.last().cloned().unwrap_or_default())
    }

    /// The number of words added.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of random terms, some with many words, checked against sums of big numbers.
    #[test]
    fn sums_of_polynomials_are_those_of_their_numbers() {
        let mut random = 1u64;
        let mut below = |bound: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % bound
        };
        for _ in 0..50 {
            let mut sum = Polynomial::one();
            let mut expected = std::collections::BTreeMap::from([(0, BigUint::from(1u32))]);
            for _ in 0..150 {
                let shift = i128::from(below(9)) - 4;
                let most = i128::from(below(200));
                let other = sum.clone();
                sum.add(&other, shift, most);
                for (cost, number) in other.terms().filter(|(cost, _)| cost + shift <= most) {
                    *expected.entry(cost + shift).or_default() += number;
                }
                assert!(sum.terms().eq(expected.clone()));
            }
            assert!(sum.limbs > 1);
        }
    }
}
