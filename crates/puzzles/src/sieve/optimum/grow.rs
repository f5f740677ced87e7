//! Finding violated cuts by growing sets of numbers from every single one.
//!
//! A set's value is the sum of the pairs that its cut counts less its size; above -1,
//! the cut is violated. Numbers enter and leave by the best gain. Small losses are
//! accepted, and who has just moved rests for some steps (tabu search: Glover, 1989).
//! The best set of a start loses members that are of no use, and is split into its
//! connected parts.

use super::model::Model;
use super::relaxation::Relaxation;
use crate::sieve::cuts::{Cut, PairSide};
use std::collections::HashSet;

/// Values below this are zeros.
const NOTHING: f64 = 1e-7;
/// Values this far below 1 are fractional.
const FRACTION: f64 = 1e-3;
/// A step may lose this much.
const MOST_LOSS: f64 = 0.75;
/// For how many steps a number rests after it has left, and after it has entered.
const REST_OUTSIDE: u32 = 7;
const REST_INSIDE: u32 = 4;

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most members.
    pub size: usize,
    /// The most steps of a start.
    pub steps: u32,
    /// Random numbers up to this are added to gains.
    pub noise: f64,
    /// How often each start is tried.
    pub repeats: u32,
    /// Whether to start only from numbers with fractional pairs.
    pub only_fractional: bool,
    /// The least violation.
    pub least: f64,
}

/// The usual effort.
pub const PLAIN: Effort = Effort {
    size: 40,
    steps: 60,
    noise: 0.0,
    repeats: 1,
    only_fractional: false,
    least: 0.01,
};

/// At nodes of the tree, where integral cycles are rare.
pub const SHORT: Effort = Effort {
    only_fractional: true,
    ..PLAIN
};

/// When the usual one finds little.
pub const LONG: Effort = Effort {
    size: 60,
    steps: 90,
    noise: 0.3,
    repeats: 2,
    only_fractional: false,
    least: 0.01,
};

/// A violated cut, and by how much.
pub type Violated = (f64, Cut);

/// Violated cuts of both sides. Ends early when `is_over`.
pub fn grow(
    model: &Model<'_>,
    relaxation: &Relaxation,
    effort: Effort,
    random: &mut dyn FnMut() -> f64,
    is_over: &mut dyn FnMut() -> bool,
) -> Vec<Violated> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for side in [PairSide::Taxes, PairSide::Picks] {
        let mut growth = Growth::new(model, relaxation, side);
        for _ in 0..effort.repeats {
            for start in 0..growth.numbers.len() as u32 {
                if effort.only_fractional && !growth.is_fractional[start as usize] {
                    continue;
                }
                if start % 16 == 0 && is_over() {
                    return found;
                }
                if let Some(best) = growth.from(start, effort, random) {
                    for (violation, members) in growth.parts(&best, effort.least) {
                        let cut = Cut::new(side, members);
                        if seen.insert(cut.clone()) {
                            found.push((violation, cut));
                        }
                    }
                }
            }
        }
    }
    found
}

/// Adjacency with values: both ways between members and far ends.
struct Edges {
    starts: Vec<u32>,
    ends: Vec<(u32, f64)>,
}

impl Edges {
    fn new(lists: Vec<Vec<(u32, f64)>>) -> Self {
        let mut starts = vec![0];
        let mut ends = Vec::new();
        for list in lists {
            ends.extend(list);
            starts.push(ends.len() as u32);
        }
        Edges { starts, ends }
    }

    #[inline]
    fn of(&self, place: u32) -> &[(u32, f64)] {
        let place = place as usize;
        &self.ends[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

/// A set that grows. Members and far ends (the other numbers of their pairs) have places
/// of their own here; only those with positive values have one.
///
/// Invariant: `gain` is right for all numbers outside; for others it means nothing.
struct Growth {
    /// By place: the member's number, and whether it has a pair of a fractional value.
    numbers: Vec<u32>,
    is_fractional: Vec<bool>,
    /// From members to far ends, and back, with the values of the pairs.
    far: Edges,
    near: Edges,
    is_member: Vec<bool>,
    members: Vec<u32>,
    /// By member: its place in `members`.
    place: Vec<u32>,
    /// By far end: its pairs with members, and their values.
    count: Vec<u32>,
    sum: Vec<f64>,
    /// What entering adds to the value.
    gain: Vec<f64>,
    /// Those whose gain is not -1, or who are members.
    candidates: Vec<u32>,
    is_candidate: Vec<bool>,
    /// By number: it rests until this step.
    rests: Vec<u32>,
}

impl Growth {
    fn new(model: &Model<'_>, relaxation: &Relaxation, side: PairSide) -> Self {
        let size = model.numbers().largest() as usize + 1;
        const NONE: u32 = u32::MAX;
        let mut member_place = vec![NONE; size];
        let mut far_place = vec![NONE; size];
        let mut numbers = Vec::new();
        let mut is_fractional = Vec::new();
        let mut far_numbers = Vec::new();
        let mut values: Vec<Vec<(u32, f64)>> = Vec::new();
        let open = relaxation.pairs().iter().enumerate();
        let open = open.map(|(column, pair)| (*pair, relaxation.value(column)));
        let taken = relaxation.taken().iter().map(|pair| (*pair, 1.0));
        for (pair, value) in open.chain(taken) {
            if value <= NOTHING || pair.tax == 1 {
                continue;
            }
            let (member, other) = match side {
                PairSide::Taxes => (pair.tax, pair.pick),
                PairSide::Picks => (pair.pick, pair.tax),
            };
            if member_place[member as usize] == NONE {
                member_place[member as usize] = numbers.len() as u32;
                numbers.push(member);
                is_fractional.push(false);
            }
            is_fractional[member_place[member as usize] as usize] |= value < 1.0 - FRACTION;
            if far_place[other as usize] == NONE {
                far_place[other as usize] = far_numbers.len() as u32;
                far_numbers.push(other);
                values.push(Vec::new());
            }
            values[far_place[other as usize] as usize].push((member, value));
        }
        let mut far = vec![Vec::new(); numbers.len()];
        let mut near = vec![Vec::new(); far_numbers.len()];
        for (end, &number) in (0u32..).zip(&far_numbers) {
            for &member in side.opposite().others(model.numbers(), number) {
                let place = member_place[member as usize];
                if place != NONE {
                    let own = values[end as usize].iter();
                    let value = own
                        .clone()
                        .find(|(other, _)| *other == member)
                        .map_or(0.0, |(_, value)| *value);
                    far[place as usize].push((end, value));
                    near[end as usize].push((place, value));
                }
            }
        }
        let count = numbers.len();
        Growth {
            numbers,
            is_fractional,
            far: Edges::new(far),
            near: Edges::new(near),
            is_member: vec![false; count],
            members: Vec::new(),
            place: vec![0; count],
            count: vec![0; far_numbers.len()],
            sum: vec![0.0; far_numbers.len()],
            gain: vec![-1.0; count],
            candidates: Vec::new(),
            is_candidate: vec![false; count],
            rests: vec![0; count],
        }
    }

    fn touch(&mut self, number: u32) {
        if !std::mem::replace(&mut self.is_candidate[number as usize], true) {
            self.candidates.push(number);
        }
    }

    fn enter(&mut self, number: u32) {
        self.is_member[number as usize] = true;
        self.place[number as usize] = self.members.len() as u32;
        self.members.push(number);
        self.touch(number);
        for edge in self.far.starts[number as usize]..self.far.starts[number as usize + 1] {
            let (end, value) = self.far.ends[edge as usize];
            let count = self.count[end as usize];
            if count < 2 {
                let range = self.near.starts[end as usize]..self.near.starts[end as usize + 1];
                for back in range {
                    let (other, other_value) = self.near.ends[back as usize];
                    if other == number {
                        continue;
                    }
                    if count == 0 {
                        self.gain[other as usize] += other_value + value;
                        self.touch(other);
                    } else if !self.is_member[other as usize] {
                        self.gain[other as usize] -= self.sum[end as usize];
                    }
                }
            }
            self.count[end as usize] += 1;
            self.sum[end as usize] += value;
        }
    }

    fn leave(&mut self, number: u32) {
        self.is_member[number as usize] = false;
        let place = self.place[number as usize] as usize;
        self.members.swap_remove(place);
        if let Some(&moved) = self.members.get(place) {
            self.place[moved as usize] = place as u32;
        }
        for &(end, value) in self.far.of(number) {
            self.count[end as usize] -= 1;
            self.sum[end as usize] -= value;
            if self.count[end as usize] == 0 {
                self.sum[end as usize] = 0.0;
            }
        }
        self.find_gain(number);
        for edge in self.far.starts[number as usize]..self.far.starts[number as usize + 1] {
            let end = self.far.ends[edge as usize].0;
            for back in self.near.starts[end as usize]..self.near.starts[end as usize + 1] {
                let other = self.near.ends[back as usize].0;
                if other != number && !self.is_member[other as usize] {
                    self.find_gain(other);
                }
            }
        }
    }

    fn find_gain(&mut self, number: u32) {
        let mut gain = -1.0;
        for &(end, value) in self.far.of(number) {
            gain += match self.count[end as usize] {
                0 => 0.0,
                1 => value + self.sum[end as usize],
                _ => value,
            };
        }
        self.gain[number as usize] = gain;
    }

    /// What a member that leaves takes from the value.
    fn loss(&self, number: u32) -> f64 {
        let mut loss = -1.0;
        for &(end, value) in self.far.of(number) {
            loss += match self.count[end as usize] {
                0 | 1 => 0.0,
                2 => self.sum[end as usize],
                _ => value,
            };
        }
        loss
    }

    fn value(&self) -> f64 {
        let mut value = -(self.members.len() as f64);
        for &member in &self.members {
            for &(end, part) in self.far.of(member) {
                if self.count[end as usize] >= 2 {
                    value += part;
                }
            }
        }
        value
    }

    fn clear(&mut self) {
        for &member in &self.members {
            self.is_member[member as usize] = false;
            for &(end, _) in self.far.of(member) {
                self.count[end as usize] = 0;
                self.sum[end as usize] = 0.0;
            }
        }
        self.members.clear();
        for &candidate in &self.candidates {
            self.is_candidate[candidate as usize] = false;
            self.gain[candidate as usize] = -1.0;
            self.rests[candidate as usize] = 0;
        }
        self.candidates.clear();
    }

    /// The best violated set that is reached from one number.
    fn from(
        &mut self,
        start: u32,
        effort: Effort,
        random: &mut dyn FnMut() -> f64,
    ) -> Option<Vec<u32>> {
        self.enter(start);
        let mut value = -1.0;
        let mut best_value = effort.least - 1.0;
        let mut best = None;
        let mut noise = || match effort.noise > 0.0 {
            true => effort.noise * random(),
            false => 0.0,
        };
        for step in 1..=effort.steps {
            let mut most = f64::NEG_INFINITY;
            let mut change = None;
            if self.members.len() < effort.size {
                for &candidate in &self.candidates {
                    let at = candidate as usize;
                    if !self.is_member[at] && self.rests[at] < step {
                        let gain = self.gain[at] + noise();
                        if gain > most {
                            most = gain;
                            change = Some((candidate, false));
                        }
                    }
                }
            }
            if self.members.len() > 2 {
                for &member in &self.members {
                    if self.rests[member as usize] < step {
                        let gain = -self.loss(member) - noise() - 1e-9;
                        if gain > most {
                            most = gain;
                            change = Some((member, true));
                        }
                    }
                }
            }
            let Some((number, leaves)) = change else {
                break;
            };
            if most < -MOST_LOSS {
                break;
            }
            if leaves {
                value -= self.loss(number);
                self.leave(number);
                self.rests[number as usize] = step + REST_OUTSIDE;
            } else {
                value += self.gain[number as usize];
                self.enter(number);
                self.rests[number as usize] = step + REST_INSIDE;
            }
            if value > best_value + 1e-6 {
                best_value = value;
                best = Some(self.members.clone());
                // No cut is violated by more than 1.
                if value > -1e-6 {
                    break;
                }
            }
        }
        self.clear();
        best
    }

    /// The violated connected parts of a set, without members that are of no use.
    fn parts(&mut self, set: &[u32], least: f64) -> Vec<(f64, Vec<u32>)> {
        for &member in set {
            self.enter(member);
        }
        let mut has_changed = true;
        while has_changed && self.members.len() > 2 {
            has_changed = false;
            for member in self.members.clone() {
                if self.members.len() > 2 && self.loss(member) <= NOTHING {
                    self.leave(member);
                    has_changed = true;
                }
            }
        }
        let mut parts: Vec<Vec<u32>> = Vec::new();
        let mut is_seen = HashSet::new();
        for &first in &self.members {
            if !is_seen.insert(first) {
                continue;
            }
            let mut part = vec![first];
            let mut next = 0;
            while let Some(&member) = part.get(next) {
                next += 1;
                for &(end, _) in self.far.of(member) {
                    if self.count[end as usize] >= 2 && self.sum[end as usize] > 1e-9 {
                        for &(other, _) in self.near.of(end) {
                            if self.is_member[other as usize] && is_seen.insert(other) {
                                part.push(other);
                            }
                        }
                    }
                }
            }
            parts.push(part);
        }
        self.clear();
        let mut violated = Vec::new();
        for part in parts {
            if part.len() < 2 {
                continue;
            }
            for &member in &part {
                self.enter(member);
            }
            let violation = 1.0 + self.value();
            self.clear();
            if violation >= least {
                let members = part.iter().map(|&member| self.numbers[member as usize]);
                violated.push((violation, members.collect()));
            }
        }
        violated
    }
}
