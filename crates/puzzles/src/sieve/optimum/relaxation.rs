//! The linear relaxation: each number in at most one pair, cuts of the pool, and the
//! roles that branching gave to numbers.
//!
//! The simplex method makes rounding errors. So [`Relaxation::bound`] rounds its
//! multipliers to multiples of 2^-30 and computes the dual bound in integers. Any
//! multipliers give a valid bound, so no rounding error can spoil a proof.
//!
//! Pairs that are out, or in for certain, have no column here. They change no bound:
//! the rows' right sides are less by what is in.

use super::model::{Model, NONE};
use crate::sieve::certificate::Multipliers;
use crate::sieve::{Numbers, Pair};
use dlx3_lp::halves::{self, Effort};
use dlx3_lp::{Basis, Ending, Simplex};
use std::collections::HashSet;

/// Bits after the binary point of exact bounds.
const SCALE: u32 = 30;
/// The scales at which multipliers are tried for a proof, the shortest one first.
const SCALES: [u32; 5] = [4, 8, 13, 20, SCALE];
/// Multipliers are clamped so that their sums stay in range. Any value gives a bound.
const MOST_MULTIPLIER: f64 = 1e15;

/// Objectives that differ by less may differ by rounding only.
const MARGIN: f64 = 1e-6;

/// The most pivots of a probe.
const PROBE_ITERATIONS: u64 = 40;

/// A cut leaves at once if it has this much slack.
const SLACK: f64 = 1.0;

/// A decision of branching, or what follows from those before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Pick(u32),
    NotPick(u32),
    Tax(u32),
    NotTax(u32),
    /// A pair, by its number in the model.
    With(u32),
    Without(u32),
    /// The number is in a pair.
    Need(u32),
}

/// What holds in the whole tree.
#[derive(Clone)]
pub struct Fixed {
    /// By pair of the model: least and most value.
    pub bounds: Vec<(u8, u8)>,
    /// By number: whether it must be in a pair.
    pub needed: Vec<bool>,
}

/// The relaxation over the pairs that are still open.
pub struct Relaxation {
    /// By column: the pair, and its number in the model.
    pairs: Vec<Pair>,
    model_columns: Vec<u32>,
    /// By pair of the model: its column, or [`NONE`].
    column_of: Vec<u32>,
    is_taken: Vec<bool>,
    simplex: Simplex,
    /// By number: its row, or [`NONE`]; and its columns as pick and as tax.
    number_rows: Vec<u32>,
    as_pick: Vec<Vec<u32>>,
    as_tax: Vec<Vec<u32>>,
    needed: Vec<bool>,
    /// Pairs that are in for certain.
    taken: Vec<Pair>,
    taken_score: i64,
    /// By row: its number in the pool.
    pool_rows: Vec<u32>,
    known: HashSet<u32>,
    first_cut: usize,
    /// By cut of the pool: its open columns, and how much of them there may be.
    shelf: Vec<(Vec<u32>, i64)>,
    /// By cut: in how many purges in a row it was slack.
    ages: Vec<u8>,
    /// Reduced gains by column from the last exact bound, and the multipliers.
    exact: Vec<i64>,
    exact_rows: Vec<i64>,
    /// The basis before a probe.
    kept: Basis,
}

/// The gain of a pair in the linear program. A small bonus breaks ties, which
/// the simplex method likes, in favour of taxes that hold back few picks. As it
/// is never negative, the multipliers bound the true gains as well.
fn gain(numbers: &Numbers, column: u32, pair: Pair) -> f64 {
    let mut hash = (u64::from(column) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let random = (hash >> 40) as f64 / (1u64 << 24) as f64;
    let held = numbers.above(pair.tax).len() as f64;
    f64::from(pair.pick) + 1e-5 * random + 2e-5 / (1.0 + held)
}

impl Relaxation {
    /// The relaxation over the pairs that are not fixed, with these cuts of the pool.
    pub fn new(model: &Model<'_>, fixed: &Fixed, cuts: impl IntoIterator<Item = u32>) -> Self {
        let size = model.numbers().largest() as usize + 1;
        let mut taken = Vec::new();
        let mut is_taken = vec![false; model.pairs().len()];
        let mut is_used = vec![false; size];
        for (column, pair) in model.pairs().iter().enumerate() {
            if fixed.bounds[column].0 == 1 {
                taken.push(*pair);
                is_taken[column] = true;
                is_used[pair.pick as usize] = true;
                is_used[pair.tax as usize] = true;
            }
        }
        let mut column_of = vec![NONE; model.pairs().len()];
        let mut as_pick = vec![Vec::new(); size];
        let mut as_tax = vec![Vec::new(); size];
        let mut gains = Vec::new();
        let mut pairs = Vec::new();
        let mut model_columns = Vec::new();
        for (number, pair) in (0u32..).zip(model.pairs()) {
            let is_open = fixed.bounds[number as usize].1 == 1
                && !is_used[pair.pick as usize]
                && !is_used[pair.tax as usize];
            if is_open {
                let column = pairs.len() as u32;
                column_of[number as usize] = column;
                as_pick[pair.pick as usize].push(column);
                as_tax[pair.tax as usize].push(column);
                gains.push(gain(model.numbers(), number, *pair));
                pairs.push(*pair);
                model_columns.push(number);
            }
        }
        let mut relaxation = Relaxation {
            model_columns,
            column_of,
            simplex: Simplex::new(gains),
            number_rows: vec![NONE; size],
            as_pick,
            as_tax,
            needed: fixed.needed.clone(),
            taken_score: taken.iter().map(|pair| i64::from(pair.pick)).sum(),
            taken,
            is_taken,
            pool_rows: Vec::new(),
            known: HashSet::new(),
            first_cut: 0,
            ages: Vec::new(),
            shelf: Vec::new(),
            exact: Vec::new(),
            exact_rows: Vec::new(),
            kept: Basis::default(),
            pairs,
        };
        for number in 1..size {
            let has_pairs =
                !relaxation.as_pick[number].is_empty() || !relaxation.as_tax[number].is_empty();
            if has_pairs {
                relaxation.number_rows[number] = relaxation.pool_rows.len() as u32;
                relaxation.add_row(model, number as u32 - 1);
            }
        }
        relaxation.first_cut = relaxation.simplex.row_count();
        for cut in cuts {
            relaxation.add_cut(model, cut, f64::NEG_INFINITY);
        }
        relaxation
    }

    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    pub fn taken(&self) -> &[Pair] {
        &self.taken
    }

    /// The cuts, as rows of the pool.
    pub fn cuts(&self) -> &[u32] {
        &self.pool_rows[self.first_cut..]
    }

    /// How many pivots were made.
    pub fn iterations(&self) -> u64 {
        self.simplex.iterations()
    }

    /// The value of a column after a run.
    pub fn value(&self, column: usize) -> f64 {
        self.simplex.value(column)
    }

    /// How much of a number is used as a pick, and as a tax.
    pub fn roles(&self, number: u32) -> (f64, f64) {
        let sum = |columns: &[u32]| -> f64 {
            columns
                .iter()
                .map(|&column| self.value(column as usize))
                .sum()
        };
        (
            sum(&self.as_pick[number as usize]),
            sum(&self.as_tax[number as usize]),
        )
    }

    /// By number: how much of it is picked, with the pairs that are taken.
    pub fn picked(&self) -> Vec<f64> {
        let mut picked = vec![0.0; self.number_rows.len()];
        for (column, pair) in self.pairs.iter().enumerate() {
            picked[pair.pick as usize] += self.value(column);
        }
        for pair in &self.taken {
            picked[pair.pick as usize] = 1.0;
        }
        picked
    }

    fn add_row(&mut self, model: &Model<'_>, row: u32) {
        let (members, most) = self.open_part(model, row);
        self.simplex.add_row(members, 0.0, most as f64);
        self.pool_rows.push(row);
        self.known.insert(row);
    }

    /// The open columns of a row of the pool, and how much of them there may be.
    fn open_part(&self, model: &Model<'_>, row: u32) -> (Vec<u32>, i64) {
        let row = model.pool.row(row);
        let mut members = Vec::with_capacity(row.members.len());
        let mut most = row.most;
        for &number in &row.members {
            if self.column_of[number as usize] != NONE {
                members.push(self.column_of[number as usize]);
            } else if self.is_taken[number as usize] {
                most -= 1;
            }
        }
        (members, most)
    }

    /// Adds a cut of the pool if it is new and violated by at least `least`.
    pub fn add_cut(&mut self, model: &Model<'_>, row: u32, least: f64) -> bool {
        if self.known.contains(&row) {
            return false;
        }
        let (members, most) = self.open_part(model, row);
        if members.len() as i64 <= most {
            return false;
        }
        if least > f64::NEG_INFINITY {
            let sum: f64 = members
                .iter()
                .map(|&column| self.value(column as usize))
                .sum();
            if sum < most as f64 + least {
                return false;
            }
        }
        self.simplex.add_row(members, 0.0, most as f64);
        self.pool_rows.push(row);
        self.known.insert(row);
        self.ages.push(0);
        true
    }

    /// The cuts have other numbers in the pool now.
    pub fn renumber(&mut self, cuts: impl Iterator<Item = u32>) {
        self.pool_rows.truncate(self.first_cut);
        self.pool_rows.extend(cuts);
        self.known = self.pool_rows.iter().copied().collect();
        self.shelf.clear();
    }

    /// Adds the cuts of the pool that are violated most, at most this many.
    pub fn add_from_pool(&mut self, model: &Model<'_>, least: f64, most: usize) -> usize {
        let numbers = model.numbers().largest();
        for row in numbers + self.shelf.len() as u32..model.pool.len() as u32 {
            self.shelf.push(self.open_part(model, row));
        }
        let values: Vec<f64> = (0..self.pairs.len())
            .map(|column| self.value(column))
            .collect();
        let mut violated = Vec::new();
        for (row, (members, right)) in (numbers..).zip(&self.shelf) {
            let sum: f64 = members.iter().map(|&column| values[column as usize]).sum();
            let violation = sum - *right as f64;
            if violation > least && !self.known.contains(&row) {
                violated.push((violation / (members.len() as f64).sqrt(), row));
            }
        }
        violated.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        violated.truncate(most);
        let added = violated.iter();
        added
            .filter(|&&(_, row)| self.add_cut(model, row, least))
            .count()
    }

    /// Removes cuts that were slack in `patience` purges in a row. Values stay as they are.
    pub fn purge(&mut self, patience: u8) -> usize {
        let simplex = &self.simplex;
        let first = self.first_cut;
        for (cut, age) in self.ages.iter_mut().enumerate() {
            let row = first + cut;
            let members = simplex.row(row).iter();
            let sum: f64 = members.map(|&column| simplex.value(column as usize)).sum();
            let slack = simplex.row_bounds(row).1 - sum;
            *age = match slack {
                slack if slack > SLACK => u8::MAX,
                slack if slack > MARGIN => age.saturating_add(1),
                _ => 0,
            };
        }
        let ages = &self.ages;
        let stays = self
            .simplex
            .retain_rows(first, |row| ages[row - first] < patience);
        let mut place = 0..;
        self.ages.retain(|_| stays[place.next().expect("a cut")]);
        let mut place = 0..;
        let known = &mut self.known;
        self.pool_rows.retain(|row| {
            let place: usize = place.next().expect("a row");
            let stays = place < first || stays[place - first];
            if !stays {
                known.remove(row);
            }
            stays
        });
        stays.iter().filter(|&&stays| !stays).count()
    }

    /// Adds the halves that the values violate.
    pub fn add_halves(
        &mut self,
        model: &mut Model<'_>,
        effort: Effort,
        random: &mut dyn FnMut() -> f64,
    ) -> usize {
        let values: Vec<f64> = (0..self.pairs.len())
            .map(|column| self.value(column).clamp(0.0, 1.0))
            .collect();
        let rows: Vec<(&[u32], i64)> = (0..self.simplex.row_count())
            .map(|row| (self.simplex.row(row), self.simplex.row_bounds(row).1 as i64))
            .collect();
        let found = halves::find(&rows, &values, effort, random);
        let mut added = 0;
        for half in found {
            let rows: Vec<u32> = half
                .rows
                .iter()
                .map(|&row| self.pool_rows[row as usize])
                .collect();
            // A pair that is taken is raised, as its value is 1.
            let mut raised: Vec<u32> = half
                .raised
                .iter()
                .map(|&column| self.model_columns[column as usize])
                .collect();
            let members = rows.iter().flat_map(|&row| &model.pool.row(row).members);
            let mut taken: Vec<u32> = members
                .copied()
                .filter(|&number| self.is_taken[number as usize])
                .collect();
            taken.sort_unstable();
            let odd = taken.chunk_by(|a, b| a == b);
            raised.extend(
                odd.filter(|equal| equal.len() % 2 == 1)
                    .map(|equal| equal[0]),
            );
            raised.sort_unstable();
            let row = model.pool.halve(rows, raised);
            added += usize::from(self.add_cut(model, row, 1e-4));
        }
        added
    }

    /// Sets all bounds to those of a node of the tree.
    pub fn decide(&mut self, decisions: &[Decision]) {
        for column in 0..self.pairs.len() {
            self.simplex.bound_variable(column, 0.0, 1.0);
        }
        for number in 0..self.number_rows.len() {
            let row = self.number_rows[number];
            if row != NONE {
                self.simplex.bound_row(row as usize, 0.0, 1.0);
            }
        }
        for number in 0..self.number_rows.len() {
            if self.needed[number] {
                self.need(number as u32);
            }
        }
        for &decision in decisions {
            self.apply(decision);
        }
    }

    pub fn apply(&mut self, decision: Decision) {
        match decision {
            Decision::NotPick(number) => self.close(number, true),
            Decision::NotTax(number) => self.close(number, false),
            Decision::Pick(number) => {
                self.close(number, false);
                self.need(number);
            }
            Decision::Tax(number) => {
                self.close(number, true);
                self.need(number);
            }
            Decision::With(pair) => self.set(pair, 1.0),
            Decision::Without(pair) => self.set(pair, 0.0),
            Decision::Need(number) => self.need(number),
        }
    }

    fn set(&mut self, pair: u32, value: f64) {
        let column = self.column_of[pair as usize];
        if column != NONE {
            self.simplex.bound_variable(column as usize, value, value);
        }
    }

    fn close(&mut self, number: u32, as_pick: bool) {
        let columns = if as_pick {
            &self.as_pick[number as usize]
        } else {
            &self.as_tax[number as usize]
        };
        for &column in columns {
            self.simplex.bound_variable(column as usize, 0.0, 0.0);
        }
    }

    fn need(&mut self, number: u32) {
        let row = self.number_rows[number as usize];
        if row != NONE {
            self.simplex.bound_row(row as usize, 1.0, 1.0);
        }
    }

    /// Solves the program; ends early once no score above `best` is possible.
    pub fn run(&mut self, best: i64, is_over: &mut dyn FnMut() -> bool) -> Ending {
        let cutoff = (best + 1 - self.taken_score) as f64 - MARGIN;
        match self.simplex.run(cutoff, is_over) {
            // Too close to tell apart from rounding: continue until it is clear.
            Ending::Cutoff if self.bound() > best => self.simplex.run(cutoff - 1.0, is_over),
            ending => ending,
        }
    }

    /// The bound on scores in units of 2^-`scale`, by integers, from the multipliers of
    /// the last run.
    fn exact_bound(&mut self, scale: u32) -> i128 {
        let one = 1i64 << scale;
        let mut total = i128::from(self.taken_score) << scale;
        self.exact.clear();
        let gains = self.pairs.iter().map(|pair| i64::from(pair.pick) * one);
        self.exact.extend(gains);
        self.exact_rows.clear();
        let most = MOST_MULTIPLIER / (1i64 << (SCALE - scale)) as f64;
        for (row, &multiplier) in self.simplex.multipliers().iter().enumerate() {
            let rounded = (multiplier * one as f64).round().clamp(-most, most) as i64;
            self.exact_rows.push(rounded);
            if rounded == 0 {
                continue;
            }
            let (lower, upper) = self.simplex.row_bounds(row);
            total += i128::from(rounded) * (if rounded > 0 { upper } else { lower }) as i128;
            for &column in self.simplex.row(row) {
                self.exact[column as usize] -= rounded;
            }
        }
        for (column, &reduced) in self.exact.iter().enumerate() {
            let (lower, upper) = self.simplex.variable_bounds(column);
            total += i128::from(reduced) * (if reduced > 0 { upper } else { lower }) as i128;
        }
        total
    }

    /// A bound on the scores of all pairings under the present bounds.
    pub fn bound(&mut self) -> i64 {
        (self.exact_bound(SCALE) >> SCALE) as i64
    }

    /// The multipliers of the last run, as short as they can be to prove that no score
    /// is above `bound`.
    pub fn multipliers(&mut self, bound: i64) -> Multipliers {
        let scale = SCALES
            .into_iter()
            .find(|&scale| (self.exact_bound(scale) >> scale) as i64 <= bound)
            .unwrap_or(SCALE);
        self.multipliers_at(scale)
    }

    fn multipliers_at(&mut self, scale: u32) -> Multipliers {
        self.exact_bound(scale);
        let rows = self.pool_rows.iter().zip(&self.exact_rows);
        let terms = rows.filter(|&(_, &multiplier)| multiplier != 0);
        Multipliers {
            scale,
            terms: terms.map(|(&row, &multiplier)| (row, multiplier)).collect(),
        }
    }

    /// What reduced costs decide under the present bounds: pairs without which, or with
    /// which, no score is above `best`, and numbers that must be in a pair. With the
    /// multipliers that prove it.
    pub fn tighten(&mut self, best: i64) -> (Vec<Decision>, Multipliers) {
        const TIGHT: u32 = 20;
        let total = self.exact_bound(TIGHT);
        let enough = i128::from(best + 1) << TIGHT;
        let mut follows = Vec::new();
        for column in 0..self.pairs.len() {
            let (lower, upper) = self.simplex.variable_bounds(column);
            let reduced = self.exact[column];
            if lower == upper || total - i128::from(reduced.abs()) >= enough {
                continue;
            }
            let pair = self.model_columns[column];
            follows.push(match reduced > 0 {
                true => Decision::With(pair),
                false => Decision::Without(pair),
            });
        }
        for number in 0..self.number_rows.len() {
            let row = self.number_rows[number];
            if row != NONE
                && self.simplex.row_bounds(row as usize).0 == 0.0
                && self.exact_rows[row as usize] > 0
                && total - i128::from(self.exact_rows[row as usize]) < enough
            {
                follows.push(Decision::Need(number as u32));
            }
        }
        (follows, self.multipliers_at(TIGHT))
    }

    /// The objective at the present values, rounding errors and bonuses included.
    pub fn objective(&self) -> f64 {
        self.simplex.objective() + self.taken_score as f64
    }

    /// A pair that is not fixed by its bounds.
    pub fn first_open(&self) -> Option<u32> {
        (0..self.pairs.len())
            .find(|&column| {
                let (lower, upper) = self.simplex.variable_bounds(column);
                lower < upper
            })
            .map(|column| self.model_columns[column])
    }

    /// The pair of a column, by its number in the model.
    pub fn model_column(&self, column: usize) -> u32 {
        self.model_columns[column]
    }

    /// Strong branching: tries one more decision for a few pivots, at the node that
    /// has these decisions. Call [`Relaxation::end_probes`] after the last one.
    /// With `wants_proof`, multipliers show why a decision is ruled out.
    pub fn probe(
        &mut self,
        decisions: &[Decision],
        extra: Decision,
        best: i64,
        wants_proof: bool,
    ) -> Probe {
        let mut basis = std::mem::take(&mut self.kept);
        self.simplex.save(&mut basis);
        self.apply(extra);
        let cutoff = (best + 1 - self.taken_score) as f64 - MARGIN;
        self.simplex
            .run_for(cutoff, PROBE_ITERATIONS, &mut || false);
        let ruled_out = self.bound() <= best;
        let proof = (ruled_out && wants_proof).then(|| self.multipliers(best));
        let objective = self.objective();
        self.decide(decisions);
        self.simplex.restore(&basis);
        self.kept = basis;
        Probe {
            ruled_out,
            proof,
            objective,
        }
    }

    /// Brings the values back to those before the probes.
    pub fn end_probes(&mut self) {
        self.simplex.recompute();
    }
}

/// What a probe has shown.
pub struct Probe {
    /// Proved: with this decision no score is above the best one.
    pub ruled_out: bool,
    /// How, if that was asked for.
    pub proof: Option<Multipliers>,
    /// An upper bound of the objective with it.
    pub objective: f64,
}
