//! What kinds of rules build with: rows of cells, pairs, sums, cells that tell yes or no.

use super::super::automaton::{Automaton, TooManyStates};
use super::super::constraint::Constraint;
use super::super::{Cell, Digits, Variant};
use std::cell::Cell as Counter;
use std::collections::BTreeMap;
use std::hash::Hash;

/// Why a rule cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

/// What a kind builds, or why it cannot.
pub type Built<T> = Result<T, Refused>;

impl From<TooManyStates> for Refused {
    fn from(_: TooManyStates) -> Self {
        Refused("it has too many cases".to_owned())
    }
}

/// An error with this reason.
pub fn refuse<T>(why: impl Into<String>) -> Built<T> {
    Err(Refused(why.into()))
}

/// What rules are built of.
pub struct Builder<'v> {
    /// The Sudoku.
    pub variant: &'v Variant,
    /// The digits of all its cells, then those of the cells that rules have added.
    pub sets: Vec<Digits>,
    /// Sums that always hold; automata say so, too, but do not know which cells differ.
    pub sums: Vec<Sum>,
    /// Rows, columns, regions.
    houses: Vec<Vec<Cell>>,
    /// The steps of all automata.
    steps: Counter<usize>,
}

/// The most steps of all automata of a Sudoku: some hundred megabytes.
const MOST_STEPS: usize = 10_000_000;

/// Cells with a sum, each times a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The cells, each once, and their weights.
    pub terms: Vec<(Cell, i32)>,
    /// The sum.
    pub total: i32,
}

impl<'v> Builder<'v> {
    /// For the rules of a Sudoku.
    pub fn new(variant: &'v Variant) -> Self {
        Builder {
            sets: variant.sets.clone(),
            sums: Vec::new(),
            houses: variant.houses(),
            steps: Counter::new(0),
            variant,
        }
    }

    /// The digits of these cells.
    pub fn sets_of(&self, cells: &[Cell]) -> Vec<Digits> {
        let set = |&cell: &Cell| self.sets[usize::from(cell)];
        cells.iter().map(set).collect()
    }

    /// The least digit of all.
    pub fn first(&self) -> i32 {
        i32::from(self.variant.shape.first)
    }

    /// The greatest digit of all.
    pub fn last(&self) -> i32 {
        i32::from(self.variant.shape.last)
    }

    /// A new cell, which has one of these digits; rules alone see it.
    pub fn hidden_cell(&mut self, digits: Digits) -> Cell {
        self.sets.push(digits);
        (self.sets.len() - 1) as Cell
    }

    /// Cells whose digits an automaton reads. See [`Automaton::new`].
    pub fn row<S: Clone + Eq + Hash>(
        &self,
        cells: &[Cell],
        start: S,
        step: impl Fn(&S, i32, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Built<Constraint> {
        let automaton = Automaton::new(&self.sets_of(cells), start, step, accepts)?;
        self.steps.set(self.steps.get() + automaton.size());
        if self.steps.get() > MOST_STEPS {
            return refuse("with it, the rules have too many cases");
        }
        Ok(Constraint::Row(cells.to_vec(), automaton))
    }

    /// Two cells in a relation.
    pub fn pair(&self, [a, b]: [Cell; 2], holds: impl Fn(i32, i32) -> bool) -> Constraint {
        if a == b {
            let own = super::super::constraint::numbers(self.sets[usize::from(a)]);
            let set = own.filter(|&digit| holds(digit, digit));
            return Constraint::Only(a, set.fold(0, |set, digit| set | 1 << digit));
        }
        let sets = [self.sets[usize::from(a)], self.sets[usize::from(b)]];
        Constraint::Row(vec![a, b], Automaton::of_two(sets, holds))
    }

    /// Whether these cells are in one house, so that they differ.
    pub fn share_a_house(&self, cells: &[Cell]) -> bool {
        let has_all = |house: &Vec<Cell>| cells.iter().all(|cell| house.contains(cell));
        cells.len() < 2 || self.houses.iter().any(has_all)
    }

    /// The houses that have every digit.
    pub fn full_houses(&self) -> impl Iterator<Item = &Vec<Cell>> {
        let order = self.variant.shape.order();
        self.houses.iter().filter(move |house| house.len() == order)
    }

    /// Different cells with a sum.
    pub fn cage(&mut self, cells: &[Cell], sum: i32) -> Built<Constraint> {
        self.sums.push(Sum {
            terms: cells.iter().map(|&cell| (cell, 1)).collect(),
            total: sum,
        });
        let bits = |set: Digits| super::super::constraint::numbers(set).sum::<i32>();
        let left = |place: usize| (cells.len() - place - 1) as i32;
        let (first, last) = (self.first(), self.last());
        self.row(
            cells,
            0,
            |&seen: &Digits, digit, place| {
                let now = seen | 1 << digit;
                let missing = sum - bits(now);
                let is_near = (left(place) * first..=left(place) * last).contains(&missing);
                (seen >> digit & 1 == 0 && is_near).then_some(now)
            },
            |&seen| bits(seen) == sum,
        )
    }

    /// Cells with a sum, each times a weight. A cell may occur more than once.
    pub fn weighted(&mut self, terms: &[(Cell, i32)], total: i32) -> Built<Constraint> {
        let mut weights: BTreeMap<Cell, i32> = BTreeMap::new();
        for &(cell, weight) in terms {
            *weights.entry(cell).or_insert(0) += weight;
        }
        weights.retain(|_, weight| *weight != 0);
        let mut total = total;
        // The sum of a full house is known.
        let house_sum: i32 = (self.first()..=self.last()).sum();
        let full: Vec<Vec<Cell>> = self.full_houses().cloned().collect();
        for house in &full {
            let weight = weights.get(&house[0]).copied().unwrap_or(0);
            let is_in = |cell| weights.get(cell) == Some(&weight);
            if weight != 0 && house.iter().all(is_in) {
                weights.retain(|cell, _| !house.contains(cell));
                total -= weight * house_sum;
            }
        }
        // Cells in the order of the rule, those with great weights first.
        let mut order: Vec<(Cell, i32)> = Vec::new();
        for &(cell, _) in terms {
            if let Some(weight) = weights.remove(&cell) {
                order.push((cell, weight));
            }
        }
        order.sort_by_key(|&(_, weight)| -weight.abs());
        let (cells, weights): (Vec<Cell>, Vec<i32>) = order.into_iter().unzip();
        if let [only] = cells[..] {
            let own = super::super::constraint::numbers(self.sets[usize::from(only)]);
            let set = own.filter(|digit| digit * weights[0] == total);
            return Ok(Constraint::Only(
                only,
                set.fold(0, |set, digit| set | 1 << digit),
            ));
        }
        if weights.iter().all(|&weight| weight == weights[0]) && self.share_a_house(&cells) {
            return match (cells.is_empty(), total) {
                (true, 0) => Ok(Constraint::OneOf(vec![Vec::new()])),
                (true, _) => Ok(Constraint::Never),
                (false, total) if total % weights[0] != 0 => Ok(Constraint::Never),
                (false, total) => self.cage(&cells, total / weights[0]),
            };
        }
        self.sums.push(Sum {
            terms: cells.iter().copied().zip(weights.iter().copied()).collect(),
            total,
        });
        // What the cells after each place can still add, at least and at most.
        let mut rest = vec![(0, 0)];
        for (&cell, &weight) in cells.iter().zip(&weights).rev() {
            let set = self.sets[usize::from(cell)];
            let (low, high) = (set.trailing_zeros() as i32, 31 - set.leading_zeros() as i32);
            let (low, high) = (low * weight, high * weight);
            let (least, most) = rest[rest.len() - 1];
            rest.push((least + low.min(high), most + low.max(high)));
        }
        rest.reverse();
        self.row(
            &cells,
            0,
            |&sum, digit, place| {
                let sum = sum + digit * weights[place];
                let (least, most) = rest[place + 1];
                (least..=most).contains(&(total - sum)).then_some(sum)
            },
            |&sum| sum == total,
        )
    }

    /// Parts with equal sums.
    pub fn equal_sums(&mut self, parts: &[Vec<Cell>]) -> Built<Vec<Constraint>> {
        let Some(hub) = parts.iter().min_by_key(|part| part.len()) else {
            return Ok(Vec::new());
        };
        let others = parts.iter().filter(|part| !std::ptr::eq(*part, hub));
        let each = |part: &Vec<Cell>| {
            let own = hub.iter().map(|&cell| (cell, 1));
            let terms: Vec<(Cell, i32)> = own.chain(part.iter().map(|&cell| (cell, -1))).collect();
            self.weighted(&terms, 0)
        };
        others.map(each).collect()
    }
}
