//! Finding cuts that the relaxation's values violate.
//!
//! A cycle of pairs gives a violated cut if their values add up to more than
//! their number less one: a cycle shorter than 1 where a pair of value x has the
//! length 1 - x. A cut counts more pairs than those of the cycle, so somewhat
//! longer cycles may do as well; and numbers are put in and taken out of the
//! set as long as the violation grows.

use super::model::Model;
use super::relaxation::Relaxation;
use crate::sieve::cuts::{Cut, PairSide};
use crate::sieve::{Numbers, Pair};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cut is worth adding when it is violated by this much.
const LEAST: f64 = 1e-3;
/// Cycles up to this length are tried.
const LONGEST: f64 = 1.6;
/// Lengths are kept in integers of this unit, so that heaps can hold them.
const UNIT: f64 = 1e9;

/// The pairs with a positive value and the arcs between them.
struct Graph {
    pairs: Vec<Pair>,
    lengths: Vec<u64>,
    after: Vec<Vec<u32>>,
}

impl Graph {
    fn new(numbers: &Numbers, relaxation: &Relaxation) -> Self {
        let mut pairs = Vec::new();
        let mut lengths = Vec::new();
        let mut by_pick: Vec<Vec<u32>> = vec![Vec::new(); numbers.largest() as usize + 1];
        let open = relaxation.pairs().iter().enumerate();
        let open = open.map(|(column, pair)| (*pair, relaxation.value(column)));
        let taken = relaxation.taken().iter().map(|pair| (*pair, 1.0));
        for (pair, value) in open.chain(taken) {
            if value > 1e-6 {
                by_pick[pair.pick as usize].push(pairs.len() as u32);
                pairs.push(pair);
                lengths.push(((1.0 - value).max(0.0) * UNIT) as u64 + 1);
            }
        }
        let after = pairs
            .iter()
            .map(|pair| {
                let multiples = numbers.above(pair.tax).iter();
                multiples
                    .filter(|&&multiple| multiple != pair.pick)
                    .flat_map(|&multiple| &by_pick[multiple as usize])
                    .copied()
                    .filter(|&other| pairs[other as usize].tax != pair.tax)
                    .collect()
            })
            .collect();
        Graph {
            pairs,
            lengths,
            after,
        }
    }

    /// Pairs that lie on cycles at all: what is left after taking away, again
    /// and again, pairs without successors or predecessors.
    fn core(&self) -> Vec<bool> {
        let count = self.pairs.len();
        let mut before = vec![Vec::new(); count];
        let mut outs: Vec<usize> = self.after.iter().map(Vec::len).collect();
        let mut ins = vec![0; count];
        for (index, after) in self.after.iter().enumerate() {
            for &other in after {
                before[other as usize].push(index as u32);
                ins[other as usize] += 1;
            }
        }
        let mut alive = vec![true; count];
        let mut stack: Vec<u32> = (0..count as u32)
            .filter(|&index| outs[index as usize] == 0 || ins[index as usize] == 0)
            .collect();
        while let Some(index) = stack.pop() {
            let index = index as usize;
            if !std::mem::replace(&mut alive[index], false) {
                continue;
            }
            for &other in &self.after[index] {
                ins[other as usize] -= 1;
                if ins[other as usize] == 0 {
                    stack.push(other);
                }
            }
            for &other in &before[index] {
                outs[other as usize] -= 1;
                if outs[other as usize] == 0 {
                    stack.push(other);
                }
            }
        }
        alive
    }
}

/// Adds the cuts of a shortest cycle through each pair. Returns how many.
pub fn separate(model: &mut Model<'_>, relaxation: &mut Relaxation) -> usize {
    let numbers = model.numbers();
    let graph = Graph::new(numbers, relaxation);
    let core = graph.core();
    let count = graph.pairs.len();
    let longest = (UNIT * LONGEST) as u64;
    let mut sets = [
        Climb::new(numbers, relaxation, PairSide::Taxes),
        Climb::new(numbers, relaxation, PairSide::Picks),
    ];
    let mut distance = vec![u64::MAX; count];
    let mut parent = vec![u32::MAX; count];
    let mut reached = Vec::new();
    let mut added = 0;
    for start in 0..count as u32 {
        if !core[start as usize] {
            continue;
        }
        for &index in &reached {
            distance[index as usize] = u64::MAX;
        }
        reached.clear();
        let mut queue = BinaryHeap::new();
        distance[start as usize] = graph.lengths[start as usize];
        parent[start as usize] = start;
        reached.push(start);
        queue.push((Reverse(distance[start as usize]), start));
        let mut last = None;
        'search: while let Some((Reverse(length), index)) = queue.pop() {
            if length > distance[index as usize] {
                continue;
            }
            for &other in &graph.after[index as usize] {
                if other == start {
                    last = Some(index);
                    break 'search;
                }
                let further = length + graph.lengths[other as usize];
                if core[other as usize] && further < longest && further < distance[other as usize] {
                    if distance[other as usize] == u64::MAX {
                        reached.push(other);
                    }
                    distance[other as usize] = further;
                    parent[other as usize] = index;
                    queue.push((Reverse(further), other));
                }
            }
        }
        let Some(mut index) = last else { continue };
        let mut cycle = vec![graph.pairs[index as usize]];
        while index != start {
            index = parent[index as usize];
            cycle.push(graph.pairs[index as usize]);
        }
        for set in &mut sets {
            let side = set.side;
            let start = cycle.iter().map(|pair| match side {
                PairSide::Taxes => pair.tax,
                PairSide::Picks => pair.pick,
            });
            let cut = set.climb(numbers, start);
            if let Some(row) = cut.and_then(|cut| model.add_cycle(cut)) {
                added += usize::from(relaxation.add_cut(model, row, LEAST));
            }
        }
    }
    added
}

/// Improves the set of a cut step by step.
struct Climb {
    side: PairSide,
    /// By number: the values of its pairs with its multiples or quotients.
    values: Vec<Vec<f64>>,
    members: Vec<u32>,
    is_member: Vec<bool>,
    /// By number on the other side: its pairs with members, and their values.
    count: Vec<u32>,
    sum: Vec<f64>,
}

impl Climb {
    fn new(numbers: &Numbers, relaxation: &Relaxation, side: PairSide) -> Self {
        let size = numbers.largest() as usize + 1;
        let mut climb = Climb {
            side,
            values: (0..size as u32)
                .map(|number| match number {
                    0 => Vec::new(),
                    _ => vec![0.0; side.others(numbers, number).len()],
                })
                .collect(),
            members: Vec::new(),
            is_member: vec![false; size],
            count: vec![0; size],
            sum: vec![0.0; size],
        };
        let open = relaxation.pairs().iter().enumerate();
        let open = open.map(|(column, pair)| (*pair, relaxation.value(column)));
        let taken = relaxation.taken().iter().map(|pair| (*pair, 1.0));
        for (pair, value) in open.chain(taken) {
            let (member, other) = match side {
                PairSide::Taxes => (pair.tax, pair.pick),
                PairSide::Picks => (pair.pick, pair.tax),
            };
            let others = side.others(numbers, member);
            let place = others.iter().position(|&number| number == other);
            climb.values[member as usize][place.expect("a pair")] = value;
        }
        climb
    }

    /// What a number adds to the violation when it enters the set.
    fn gain(&self, numbers: &Numbers, member: u32) -> f64 {
        let others = self.side.others(numbers, member).iter();
        let gains = others.zip(&self.values[member as usize]);
        let gain: f64 = gains
            .map(|(&other, value)| match self.count[other as usize] {
                0 => 0.0,
                1 => value + self.sum[other as usize],
                _ => *value,
            })
            .sum();
        gain - 1.0
    }

    /// What a member takes away from the violation when it leaves.
    fn loss(&self, numbers: &Numbers, member: u32) -> f64 {
        let others = self.side.others(numbers, member).iter();
        let losses = others.zip(&self.values[member as usize]);
        let loss: f64 = losses
            .map(|(&other, value)| match self.count[other as usize] {
                0 | 1 => 0.0,
                2 => self.sum[other as usize],
                _ => *value,
            })
            .sum();
        loss - 1.0
    }

    fn enter(&mut self, numbers: &Numbers, member: u32) {
        self.members.push(member);
        self.is_member[member as usize] = true;
        let others = self.side.others(numbers, member).iter();
        for (&other, value) in others.zip(&self.values[member as usize]) {
            self.count[other as usize] += 1;
            self.sum[other as usize] += value;
        }
    }

    fn leave(&mut self, numbers: &Numbers, place: usize) {
        let member = self.members.swap_remove(place);
        self.is_member[member as usize] = false;
        let others = self.side.others(numbers, member).iter();
        for (&other, value) in others.zip(&self.values[member as usize]) {
            self.count[other as usize] -= 1;
            self.sum[other as usize] -= value;
        }
    }

    /// The cut that is reached from a set, if it is violated.
    fn climb(&mut self, numbers: &Numbers, start: impl Iterator<Item = u32>) -> Option<Cut> {
        for number in start {
            self.enter(numbers, number);
        }
        for _ in 0..40 {
            let mut best = 1e-4;
            let mut change = None;
            for place in 0..self.members.len() {
                let gain = -self.loss(numbers, self.members[place]);
                if gain > best && self.members.len() > 2 {
                    best = gain;
                    change = Some((true, place as u32));
                }
                for &other in self.side.others(numbers, self.members[place]) {
                    for &candidate in self.side.opposite().others(numbers, other) {
                        if candidate > 1 && !self.is_member[candidate as usize] {
                            let gain = self.gain(numbers, candidate);
                            if gain > best {
                                best = gain;
                                change = Some((false, candidate));
                            }
                        }
                    }
                }
            }
            match change {
                Some((true, place)) => self.leave(numbers, place as usize),
                Some((false, number)) => self.enter(numbers, number),
                None => break,
            }
        }
        let mut violation = 1.0 - self.members.len() as f64;
        for &member in &self.members {
            let others = self.side.others(numbers, member).iter();
            for (&other, value) in others.zip(&self.values[member as usize]) {
                if self.count[other as usize] >= 2 {
                    violation += value;
                }
            }
        }
        let cut = Cut::new(self.side, self.members.clone());
        while !self.members.is_empty() {
            self.leave(numbers, self.members.len() - 1);
        }
        (violation > LEAST).then_some(cut)
    }
}
