//! The search of Ginnow's essay (its program gsieve): it tries pairs of large picks
//! first, never leaves out a pick at or above a threshold that it could make, and
//! makes moves that seem forced at once. It finds good games fast and proves nothing.
//!
//! It visits the same nodes in the same order as gsieve does for N up to 140,
//! the essay's limit. Above that, where the essay forces 121 for N >= 121, the
//! largest square of a prime is forced.
//!
//! Invariant: a pair is alive in a `Pairing` if none of its numbers has been
//! used; `open_taxes` and `open_picks` count the alive pairs of each number.

use super::{Numbers, Pair};
use std::ops::ControlFlow;

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Picks at or above this are taken when they can be.
    pub threshold: u32,
    /// Only scores above this count.
    pub best: u64,
}

impl Settings {
    /// The essay's defaults.
    pub fn new(numbers: &Numbers) -> Self {
        Settings {
            threshold: numbers.largest() / 3 + 16,
            best: 0,
        }
    }
}

/// A pair of a game found, in the order of choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The pair.
    pub pair: Pair,
    /// Whether the search took it for forced.
    pub automatic: bool,
}

/// What a search reports.
#[non_exhaustive]
pub enum Event<'a> {
    /// Another node of the tree was visited.
    Node,
    /// A better game was found.
    Better {
        /// Its score.
        score: u64,
        /// Its pairs, in the order of choice.
        choices: &'a [Choice],
    },
}

/// gsieve keeps this many pairs in a node of its stack; when they are used up, it
/// looks for automatic moves from the start again.
const PAIRS_PER_NODE: usize = 12;

/// The largest N: each of up to N/2 levels keeps a state of some 10 N bytes.
pub const MOST: u32 = 5000;

/// Runs the search. `watch` may end it.
///
/// # Panics
/// If N is above [`MOST`].
pub fn search(
    numbers: &Numbers,
    settings: Settings,
    watch: &mut dyn FnMut(Event) -> ControlFlow<()>,
) {
    assert!(numbers.largest() <= MOST, "N is at most {MOST}");
    let mut search = EssaySearch {
        numbers,
        settings,
        choices: Vec::new(),
        seen: vec![0; numbers.largest() as usize + 1],
        round: 0,
        watch,
    };
    // The caller's `watch` knows whether it ended the search.
    let _ = search.start();
}

#[derive(Clone)]
struct Pairing {
    /// By pick, for each of its quotients: whether the pair is alive.
    alive: Vec<u16>,
    open_taxes: Vec<u8>,
    /// By tax: how many picks may take it.
    open_picks: Vec<u16>,
    remains: Vec<bool>,
    remaining: u32,
    /// By pick; 0 for none.
    tax: Vec<u32>,
    score: u64,
    /// How many pairs stand in the present node of gsieve's stack.
    in_node: usize,
}

impl Pairing {
    fn new(numbers: &Numbers) -> Self {
        let size = numbers.largest() as usize + 1;
        let mut state = Pairing {
            alive: vec![0; size],
            open_taxes: vec![0; size],
            open_picks: vec![0; size],
            remains: vec![true; size],
            remaining: numbers.largest(),
            tax: vec![0; size],
            score: 0,
            in_node: 0,
        };
        state.remains[0] = false;
        for pick in 1..=numbers.largest() {
            for (place, &tax) in numbers.below(pick).iter().enumerate() {
                if tax > 1 {
                    state.alive[pick as usize] |= 1 << place;
                    state.open_taxes[pick as usize] += 1;
                    state.open_picks[tax as usize] += 1;
                }
            }
        }
        state
    }

    fn taxes<'n>(&self, numbers: &'n Numbers, pick: u32) -> impl Iterator<Item = u32> + use<'n> {
        let alive = self.alive[pick as usize];
        let below = numbers.below(pick).iter().enumerate();
        below
            .filter(move |&(place, _)| alive >> place & 1 == 1)
            .map(|(_, &tax)| tax)
    }

    fn is_alive(&self, numbers: &Numbers, pick: u32, tax: u32) -> bool {
        self.taxes(numbers, pick).any(|other| other == tax)
    }

    fn remove(&mut self, number: u32) {
        if std::mem::replace(&mut self.remains[number as usize], false) {
            self.remaining -= 1;
        }
    }

    /// Takes a pair away. A pick above N/2 without a tax can be in no pair.
    fn kill(&mut self, numbers: &Numbers, pick: u32, tax: u32, forget: bool) {
        let place = numbers.below(pick).iter().position(|&other| other == tax);
        self.alive[pick as usize] &= !(1 << place.expect("a pair"));
        self.open_taxes[pick as usize] -= 1;
        self.open_picks[tax as usize] -= 1;
        if forget && self.open_taxes[pick as usize] == 0 && 2 * pick > numbers.largest() {
            self.remove(pick);
        }
    }

    /// The sum of the `count` largest numbers that remain.
    fn largest_sum(&self, count: u32) -> u64 {
        let remaining = (1u64..).zip(&self.remains[1..]);
        let remaining = remaining.filter(|&(_, &remains)| remains);
        let mut sum = 0;
        let skipped = (self.remaining - count) as usize;
        for (number, _) in remaining.skip(skipped) {
            sum += number;
        }
        sum
    }
}

struct EssaySearch<'n, 'w> {
    numbers: &'n Numbers,
    settings: Settings,
    choices: Vec<Choice>,
    /// Marks of the cycle test.
    seen: Vec<u32>,
    round: u32,
    watch: &'w mut dyn FnMut(Event) -> ControlFlow<()>,
}

impl EssaySearch<'_, '_> {
    fn start(&mut self) -> ControlFlow<()> {
        let largest = self.numbers.largest();
        let mut state = Pairing::new(self.numbers);
        let Some(tax_of_one) = self.numbers.largest_prime() else {
            return ControlFlow::Continue(());
        };
        self.choose(&mut state, tax_of_one, 1);
        let known = self.choices.len();
        if (98..121).contains(&largest) {
            // Both 49 and (25, 98) are tried.
            let mut first = state.clone();
            first.in_node = 0;
            self.choose(&mut first, 49, 7);
            self.automatic(&mut first);
            self.solve(first)?;
            self.choices.truncate(known);
            state.in_node = 0;
            self.choose(&mut state, 25, 5);
            self.choose(&mut state, 98, 49);
        } else if largest >= 121 {
            let root = (2..=largest.isqrt())
                .rev()
                .find(|&root| self.numbers.prime_factors(root) == 1);
            let root = root.expect("121 is a square");
            state.in_node = 0;
            self.choose(&mut state, root * root, root);
        }
        self.automatic(&mut state);
        self.solve(state)
    }

    fn solve(&mut self, mut state: Pairing) -> ControlFlow<()> {
        (self.watch)(Event::Node)?;
        while state.in_node == PAIRS_PER_NODE {
            state.in_node = 1;
            self.automatic(&mut state);
        }
        let mut pick = self.numbers.largest();
        while pick > 0 && (!state.remains[pick as usize] || state.open_taxes[pick as usize] == 0) {
            state.remove(pick);
            pick -= 1;
        }
        if state.score + state.largest_sum(state.remaining / 2) <= self.settings.best {
            return ControlFlow::Continue(());
        }
        let known = self.choices.len();
        let mut ended = true;
        while pick > 0 {
            for tax in state.taxes(self.numbers, pick) {
                let mut child = state.clone();
                child.in_node = 0;
                if self.choose(&mut child, pick, tax) {
                    ended = false;
                    self.automatic(&mut child);
                    self.solve(child)?;
                    self.choices.truncate(known);
                }
            }
            if pick >= self.settings.threshold {
                break;
            }
            pick -= 1;
        }
        if ended && state.score > self.settings.best {
            self.settings.best = state.score;
            (self.watch)(Event::Better {
                score: state.score,
                choices: &self.choices,
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Makes moves that seem forced until a node of gsieve's stack is full.
    fn automatic(&mut self, state: &mut Pairing) {
        let largest = self.numbers.largest();
        loop {
            let before = state.in_node;
            // A tax of one large pick only, and no pick itself.
            for tax in 2..=(largest / 2 + 1).min(largest) {
                if state.open_picks[tax as usize] == 1 && state.open_taxes[tax as usize] == 0 {
                    let picks = self.numbers.above(tax).iter().copied();
                    let mut picks = picks.filter(|&pick| state.is_alive(self.numbers, pick, tax));
                    let pick = picks.next().expect("one is counted");
                    if 2 * pick > largest {
                        self.choose(state, pick, tax);
                        if state.in_node == PAIRS_PER_NODE {
                            return;
                        }
                    }
                }
            }
            // A pick at or above the threshold with one tax only.
            for pick in (3..=largest).rev() {
                if state.open_taxes[pick as usize] == 1 && pick >= self.settings.threshold {
                    let tax = state
                        .taxes(self.numbers, pick)
                        .next()
                        .expect("one is counted");
                    self.choose(state, pick, tax);
                    if state.in_node == PAIRS_PER_NODE {
                        return;
                    }
                }
            }
            if state.in_node == before {
                return;
            }
        }
    }

    /// Chooses a pair, unless it closes a cycle.
    fn choose(&mut self, state: &mut Pairing, pick: u32, tax: u32) -> bool {
        if self.closes_cycle(state, pick, tax) {
            return false;
        }
        let numbers = self.numbers;
        state.score += u64::from(pick);
        state.tax[pick as usize] = tax;
        state.remove(pick);
        state.remove(tax);
        for other in state.taxes(numbers, pick) {
            state.kill(numbers, pick, other, false);
        }
        for number in [tax, pick] {
            for &other in numbers.above(number) {
                if number > 1 && state.is_alive(numbers, other, number) {
                    state.kill(numbers, other, number, true);
                }
            }
        }
        for other in state.taxes(numbers, tax) {
            state.kill(numbers, tax, other, false);
        }
        self.choices.push(Choice {
            pair: Pair { pick, tax },
            automatic: state.in_node > 0,
        });
        state.in_node += 1;
        true
    }

    fn closes_cycle(&mut self, state: &Pairing, pick: u32, tax: u32) -> bool {
        self.round += 1;
        let mut stack = vec![tax];
        let mut first = true;
        while let Some(tax) = stack.pop() {
            for &multiple in self.numbers.above(tax) {
                if multiple == pick {
                    if !first {
                        return true;
                    }
                } else if state.tax[multiple as usize] != 0
                    && self.seen[multiple as usize] != self.round
                {
                    self.seen[multiple as usize] = self.round;
                    stack.push(state.tax[multiple as usize]);
                }
            }
            first = false;
        }
        false
    }
}
