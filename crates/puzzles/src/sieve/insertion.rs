//! Games from orders of numbers: each number becomes a pick if all picks so far can still
//! be played together.
//!
//! A set of picks can be played just if it can be peeled: again and again a pick leaves
//! that has one factor left (with that factor), or a factor leaves that one pick only has
//! left (with that pick). Factors are quotients by primes that are no picks. A subset of
//! a set that can be played can be played, too.

use crate::sieve::{Numbers, Pair};

/// The largest block of numbers that are tried at once.
const BLOCK: usize = 64;

/// A generator of numbers from 0 to 1 (xorshift64*: Vigna, 2016).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }
}

/// A set of picks that can be played.
pub struct Picks<'n> {
    numbers: &'n Numbers,
    /// The numbers that may be picks.
    all: Vec<u32>,
    is_pick: Vec<bool>,
    /// By pick: how many factors it has left; by factor: how many picks.
    factors_left: Vec<u32>,
    picks_left: Vec<u32>,
    is_gone: Vec<bool>,
    stack: Vec<(u32, bool)>,
    pub dice: Dice,
}

impl<'n> Picks<'n> {
    /// Any number from `least` up that is in a pair may be a pick.
    pub fn new(numbers: &'n Numbers, least: u32) -> Self {
        let size = numbers.largest() as usize + 1;
        let mut all: Vec<u32> = numbers.pairs().map(|pair| pair.pick).collect();
        all.retain(|&pick| pick >= least);
        all.dedup();
        Picks {
            numbers,
            all,
            is_pick: vec![false; size],
            factors_left: vec![0; size],
            picks_left: vec![0; size],
            is_gone: vec![false; size],
            stack: Vec::new(),
            dice: Dice::new(1),
        }
    }

    fn score(&self) -> i64 {
        let picks = self.all.iter().filter(|&&pick| self.is_pick[pick as usize]);
        picks.map(|&pick| i64::from(pick)).sum()
    }

    fn picks(&self) -> Vec<u32> {
        let picks = self.all.iter().copied();
        picks.filter(|&pick| self.is_pick[pick as usize]).collect()
    }

    fn set(&mut self, picks: &[u32]) {
        self.is_pick.fill(false);
        for &pick in picks {
            self.is_pick[pick as usize] = true;
        }
    }

    /// Whether the picks can be played; if so, their pairs are added to `pairs`.
    fn peel(&mut self, mut pairs: Option<&mut Vec<Pair>>) -> bool {
        let numbers = self.numbers;
        self.is_gone.fill(false);
        self.picks_left.fill(0);
        self.stack.clear();
        let mut left = 0;
        for &pick in &self.all {
            if !self.is_pick[pick as usize] {
                continue;
            }
            left += 1;
            let mut count = 0;
            for &factor in numbers.below(pick) {
                if !self.is_pick[factor as usize] {
                    count += 1;
                    self.picks_left[factor as usize] += 1;
                }
            }
            self.factors_left[pick as usize] = count;
            match count {
                0 => return false,
                1 => self.stack.push((pick, true)),
                _ => {}
            }
        }
        for factor in 1..=numbers.largest() / 2 {
            if self.picks_left[factor as usize] == 1 {
                self.stack.push((factor, false));
            }
        }
        while let Some((number, is_pick)) = self.stack.pop() {
            if self.is_gone[number as usize] {
                continue;
            }
            let (pick, factor) = if is_pick {
                let mut factors = numbers.below(number).iter().copied();
                let is_left = |&factor: &u32| {
                    !self.is_pick[factor as usize] && !self.is_gone[factor as usize]
                };
                match factors.find(is_left) {
                    Some(factor) => (number, factor),
                    None => return false,
                }
            } else {
                let mut picks = numbers.above(number).iter().copied();
                let is_left =
                    |&pick: &u32| self.is_pick[pick as usize] && !self.is_gone[pick as usize];
                match picks.find(is_left) {
                    Some(pick) => (pick, number),
                    None => continue,
                }
            };
            self.is_gone[pick as usize] = true;
            self.is_gone[factor as usize] = true;
            left -= 1;
            if let Some(pairs) = pairs.as_deref_mut() {
                pairs.push(Pair { pick, tax: factor });
            }
            for &other in numbers.below(pick) {
                if !self.is_pick[other as usize] && !self.is_gone[other as usize] {
                    self.picks_left[other as usize] -= 1;
                    if self.picks_left[other as usize] == 1 {
                        self.stack.push((other, false));
                    }
                }
            }
            for &other in numbers.above(factor) {
                if self.is_pick[other as usize] && !self.is_gone[other as usize] {
                    self.factors_left[other as usize] -= 1;
                    match self.factors_left[other as usize] {
                        0 => return false,
                        1 => self.stack.push((other, true)),
                        _ => {}
                    }
                }
            }
        }
        left == 0
    }

    /// Inserts numbers in an order, as long as the set can be played.
    fn insert(&mut self, order: &[u32]) {
        let mut at = 0;
        let mut block = 16;
        while at < order.len() {
            let end = order.len().min(at + block);
            for &number in &order[at..end] {
                self.is_pick[number as usize] = true;
            }
            if self.peel(None) {
                at = end;
                block = (2 * block).min(BLOCK);
                continue;
            }
            for &number in &order[at..end] {
                self.is_pick[number as usize] = false;
            }
            if end - at == 1 {
                at = end;
            } else {
                block = (end - at).div_ceil(4);
            }
        }
    }

    /// The best of several games whose orders are led by `wish`, from 0 to 1 for each
    /// number: how much it should be a pick. The first game follows it closely.
    pub fn search(&mut self, wish: &[f64], games: u32, noise: f64, ban: f64) -> (i64, Vec<u32>) {
        let mut best = (-1, Vec::new());
        let mut keys = Vec::with_capacity(self.all.len());
        for game in 0..games {
            let (noise, ban) = match game {
                0 => (0.0, 0.5 * ban),
                _ => (
                    noise * self.dice.fraction().powi(2),
                    ban * self.dice.fraction(),
                ),
            };
            keys.clear();
            for &number in &self.all {
                let wish = wish[number as usize];
                let value = match noise > 0.0 {
                    true => wish + noise * (self.dice.fraction() - 0.5),
                    false => wish,
                };
                let class = match value {
                    _ if wish > 0.999 => 2.0,
                    value if value < ban => value - 1.0,
                    value if value > 0.5 => 1.5,
                    _ => 1.0,
                };
                keys.push((-class * 1e7 - f64::from(number), number));
            }
            keys.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            let order: Vec<u32> = keys.iter().map(|&(_, number)| number).collect();
            self.is_pick.fill(false);
            self.insert(&order);
            let score = self.score();
            if score > best.0 {
                best = (score, self.picks());
            }
        }
        best
    }

    /// Local search: a few numbers close to each other change their role, and the others
    /// are inserted again, the picks first. Ends early when `is_over`.
    pub fn improve(
        &mut self,
        start: &[u32],
        games: u32,
        is_over: &mut dyn FnMut() -> bool,
    ) -> (i64, Vec<u32>) {
        let numbers = self.numbers;
        self.set(start);
        let mut current: Vec<bool> = self.is_pick.clone();
        let mut score = self.score();
        let mut best = (score, start.to_vec());
        let mut keys: Vec<(f64, u32)> = Vec::new();
        let mut role = vec![0i8; current.len()];
        for game in 0..games {
            if is_over() {
                break;
            }
            // Small numbers are in everybody's way; they change less often.
            let mut number = self.all[self.dice.below(self.all.len())];
            while number < numbers.largest() / 5 && self.dice.fraction() < 0.8 {
                number = self.all[self.dice.below(self.all.len())];
            }
            let changes = 1 + self.dice.below(3);
            let mut changed = vec![number];
            for _ in 1..changes {
                let mut near: Vec<u32> = Vec::new();
                for &factor in numbers.below(number) {
                    near.push(factor);
                    let others = numbers.above(factor).iter().copied();
                    near.extend(others.filter(|&other| other != number));
                }
                near.extend(numbers.above(number));
                if near.is_empty() {
                    break;
                }
                let next = near[self.dice.below(near.len())];
                if next >= 2 && self.all.binary_search(&next).is_ok() {
                    number = next;
                    changed.push(number);
                }
            }
            role.fill(0);
            let (mut forced, mut banned) = (Vec::new(), Vec::new());
            for &number in &changed {
                if role[number as usize] != 0 {
                    continue;
                }
                if current[number as usize] {
                    role[number as usize] = -1;
                    banned.push(number);
                } else {
                    role[number as usize] = 1;
                    forced.push(number);
                }
            }
            let noise = 0.15 * self.dice.fraction();
            keys.clear();
            for &number in &self.all {
                if role[number as usize] == 0 {
                    let value = f64::from(number) * (1.0 + noise * (self.dice.fraction() - 0.5));
                    let own = match current[number as usize] {
                        true => 2.0 * f64::from(numbers.largest()),
                        false => 0.0,
                    };
                    keys.push((-own - value, number));
                }
            }
            keys.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            let mut order = forced;
            order.extend(keys.iter().map(|&(_, number)| number));
            order.extend(banned);
            self.is_pick.fill(false);
            self.insert(&order);
            let new = self.score();
            let patience = match self.dice.fraction() < 0.03 {
                true => (40.0 * self.dice.fraction()) as i64,
                false => 0,
            };
            if new >= score - patience {
                current.clone_from(&self.is_pick);
                score = new;
                if score > best.0 {
                    best = (score, self.picks());
                }
            }
            if game % 300 == 299 {
                self.set(&best.1);
                current.clone_from(&self.is_pick);
                score = best.0;
            }
        }
        best
    }

    /// The pairs of picks that can be played.
    pub fn pairs(&mut self, picks: &[u32]) -> Vec<Pair> {
        self.set(picks);
        let mut pairs = Vec::new();
        assert!(self.peel(Some(&mut pairs)), "the picks can be played");
        pairs
    }
}
