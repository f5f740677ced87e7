//! The linear relaxation: each number in at most one pair, the cuts found so
//! far, and the roles that branching gave to numbers.
//!
//! The simplex method makes rounding errors. So [`Relaxation::bound`] rounds its
//! multipliers to multiples of 2^-30 and computes the dual bound in integers. Any
//! multipliers give a valid bound, so no rounding error can spoil a proof.

use crate::sieve::cuts::Cut;
use crate::sieve::{Numbers, Pair};
use dlx3_lp::{Basis, Ending, Simplex};
use std::collections::HashSet;

/// Bits after the binary point of exact bounds.
const SCALE: u32 = 30;

/// Objectives that differ by less may differ by rounding only.
const MARGIN: f64 = 1e-6;

/// The most pivots of a probe.
const PROBE_ITERATIONS: u64 = 40;

/// A decision of branching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Pick(u32),
    NotPick(u32),
    Tax(u32),
    NotTax(u32),
    With(u32),
    Without(u32),
}

/// The relaxation over the pairs that are still open.
pub struct Relaxation {
    /// By column.
    pairs: Vec<Pair>,
    simplex: Simplex,
    /// By number: its row, if it has open pairs, and its columns as pick and as tax.
    rows: Vec<Option<u32>>,
    as_pick: Vec<Vec<u32>>,
    as_tax: Vec<Vec<u32>>,
    /// Bounds of columns, and numbers that must be used, for the whole tree.
    column_bounds: Vec<(i8, i8)>,
    needed: Vec<bool>,
    /// Pairs that are chosen for certain; they have no column.
    taken: Vec<Pair>,
    is_taken: HashSet<Pair>,
    taken_score: i64,
    /// Cut k has row `first_cut + k`.
    cuts: Vec<Cut>,
    known_cuts: HashSet<Cut>,
    first_cut: usize,
    /// Reduced gains by column from the last exact bound.
    exact: Vec<i64>,
    exact_rows: Vec<i64>,
    /// The basis before a probe.
    kept: Basis,
}

/// The gain of a pair in the linear program. A small bonus breaks ties, which
/// the simplex method likes, in favour of taxes that hold back few picks. As it
/// is never negative, the multipliers bound the true gains as well.
fn gain(numbers: &Numbers, column: usize, pair: Pair) -> f64 {
    let mut hash = (column as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let random = (hash >> 40) as f64 / (1u64 << 24) as f64;
    let held = numbers.above(pair.tax).len() as f64;
    f64::from(pair.pick) + 1e-5 * random + 2e-5 / (1.0 + held)
}

impl Relaxation {
    /// The relaxation over `open` pairs, with `taken` ones chosen already. No
    /// number of a taken pair may be in an open one. Of the `needed` numbers
    /// those that are not taken must be used.
    pub fn new(
        numbers: &Numbers,
        open: Vec<Pair>,
        taken: Vec<Pair>,
        needed: Vec<bool>,
        cuts: Vec<Cut>,
    ) -> Self {
        let size = numbers.largest() as usize + 1;
        let mut as_pick = vec![Vec::new(); size];
        let mut as_tax = vec![Vec::new(); size];
        let mut gains = Vec::with_capacity(open.len());
        for (column, pair) in open.iter().enumerate() {
            as_pick[pair.pick as usize].push(column as u32);
            as_tax[pair.tax as usize].push(column as u32);
            gains.push(gain(numbers, column, *pair));
        }
        let mut simplex = Simplex::new(gains);
        let mut rows = vec![None; size];
        for number in 1..size {
            let members: Vec<u32> = as_pick[number]
                .iter()
                .chain(&as_tax[number])
                .copied()
                .collect();
            if !members.is_empty() {
                rows[number] = Some(simplex.row_count() as u32);
                simplex.add_row(members, 0.0, 1.0);
            }
        }
        let first_cut = simplex.row_count();
        let mut relaxation = Relaxation {
            column_bounds: vec![(0, 1); open.len()],
            pairs: open,
            simplex,
            rows,
            as_pick,
            as_tax,
            needed,
            is_taken: taken.iter().copied().collect(),
            taken_score: taken.iter().map(|pair| i64::from(pair.pick)).sum(),
            taken,
            cuts: Vec::new(),
            known_cuts: HashSet::new(),
            first_cut,
            exact: Vec::new(),
            exact_rows: Vec::new(),
            kept: Basis::default(),
        };
        for cut in cuts {
            relaxation.add_cut(numbers, cut, f64::NEG_INFINITY);
        }
        relaxation
    }

    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    pub fn taken(&self) -> &[Pair] {
        &self.taken
    }

    pub fn cuts(&self) -> &[Cut] {
        &self.cuts
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

    fn column(&self, pair: Pair) -> Option<u32> {
        let columns = self.as_pick[pair.pick as usize].iter();
        columns
            .copied()
            .find(|&column| self.pairs[column as usize].tax == pair.tax)
    }

    /// Adds a cut if it is new and violated by at least `least`.
    pub fn add_cut(&mut self, numbers: &Numbers, cut: Cut, least: f64) -> bool {
        let mut most = f64::from(cut.most());
        let mut members = Vec::new();
        let mut sum = 0.0;
        for pair in cut.pairs(numbers) {
            if let Some(column) = self.column(pair) {
                members.push(column);
                sum += self.value(column as usize);
            } else if self.is_taken.contains(&pair) {
                most -= 1.0;
            }
        }
        if sum < most + least || members.len() as f64 <= most || self.known_cuts.contains(&cut) {
            return false;
        }
        self.simplex.add_row(members, 0.0, most);
        self.known_cuts.insert(cut.clone());
        self.cuts.push(cut);
        true
    }

    /// Sets all bounds to those of a node of the tree.
    pub fn decide(&mut self, decisions: &[Decision]) {
        for (column, &(lower, upper)) in self.column_bounds.iter().enumerate() {
            self.simplex
                .bound_variable(column, f64::from(lower), f64::from(upper));
        }
        for number in 0..self.rows.len() {
            if let Some(row) = self.rows[number] {
                let lower = if self.needed[number] { 1.0 } else { 0.0 };
                self.simplex.bound_row(row as usize, lower, 1.0);
            }
        }
        for &decision in decisions {
            self.apply(decision);
        }
    }

    fn apply(&mut self, decision: Decision) {
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
            Decision::With(column) => self.simplex.bound_variable(column as usize, 1.0, 1.0),
            Decision::Without(column) => self.simplex.bound_variable(column as usize, 0.0, 0.0),
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
        if let Some(row) = self.rows[number as usize] {
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

    /// The bound on scores in units of 2^-SCALE, by integers, from the
    /// multipliers of the last run.
    fn exact_bound(&mut self) -> i128 {
        let one = 1i64 << SCALE;
        let mut total = i128::from(self.taken_score) << SCALE;
        self.exact.clear();
        let gains = self.pairs.iter().map(|pair| i64::from(pair.pick) * one);
        self.exact.extend(gains);
        self.exact_rows.clear();
        for (row, &multiplier) in self.simplex.multipliers().iter().enumerate() {
            // Any value gives a valid bound; the clamp keeps sums in range.
            let rounded = (multiplier * one as f64).round().clamp(-1e15, 1e15) as i64;
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
        (self.exact_bound() >> SCALE) as i64
    }

    /// At the root, without decisions: excludes pairs whose reduced cost rules out a
    /// score above `best`, and requires pairs and numbers without which there is
    /// none. Returns the bound.
    pub fn fix_by_reduced_costs(&mut self, best: i64) -> i64 {
        let total = self.exact_bound();
        let enough = i128::from(best + 1) << SCALE;
        for column in 0..self.pairs.len() {
            let bounds = &mut self.column_bounds[column];
            let reduced = self.exact[column];
            if bounds.0 == bounds.1 || total - i128::from(reduced.abs()) >= enough {
                continue;
            }
            *bounds = if reduced > 0 { (1, 1) } else { (0, 0) };
        }
        for number in 0..self.rows.len() {
            if let Some(row) = self.rows[number]
                && self.exact_rows[row as usize] > 0
                && total - i128::from(self.exact_rows[row as usize]) < enough
            {
                self.needed[number] = true;
            }
        }
        (total >> SCALE) as i64
    }

    /// The same relaxation without the columns that are fixed and without the cuts
    /// that have much slack.
    pub fn rebuilt(&self, numbers: &Numbers) -> Self {
        let mut taken = self.taken.clone();
        let mut used = vec![false; self.rows.len()];
        for (pair, bounds) in self.pairs.iter().zip(&self.column_bounds) {
            if bounds.0 == 1 {
                taken.push(*pair);
                used[pair.pick as usize] = true;
                used[pair.tax as usize] = true;
            }
        }
        let open = self
            .pairs
            .iter()
            .zip(&self.column_bounds)
            .filter(|(pair, bounds)| {
                bounds.1 == 1 && !used[pair.pick as usize] && !used[pair.tax as usize]
            })
            .map(|(pair, _)| *pair)
            .collect();
        let cuts = self
            .cuts
            .iter()
            .enumerate()
            .filter(|&(index, _)| {
                let row = self.first_cut + index;
                let members = self.simplex.row(row).iter();
                let sum: f64 = members.map(|&column| self.value(column as usize)).sum();
                sum > self.simplex.row_bounds(row).1 - 0.5
            })
            .map(|(_, cut)| cut.clone())
            .collect();
        Relaxation::new(numbers, open, taken, self.needed.clone(), cuts)
    }

    /// Undoes [`Relaxation::fix_by_reduced_costs`].
    pub fn unfix(&mut self) {
        self.column_bounds.fill((0, 1));
        self.needed.fill(false);
    }

    /// The objective at the present values, rounding errors and bonuses included.
    pub fn objective(&self) -> f64 {
        self.simplex.objective() + self.taken_score as f64
    }

    /// A column that is not fixed by its bounds.
    pub fn first_open(&self) -> Option<u32> {
        (0..self.pairs.len())
            .find(|&column| {
                let (lower, upper) = self.simplex.variable_bounds(column);
                lower < upper
            })
            .map(|column| column as u32)
    }

    /// Strong branching: tries one more decision for a few pivots, at the node that
    /// has these decisions. Call [`Relaxation::end_probes`] after the last one.
    pub fn probe(&mut self, decisions: &[Decision], extra: Decision, best: i64) -> Probe {
        let mut basis = std::mem::take(&mut self.kept);
        self.simplex.save(&mut basis);
        self.apply(extra);
        let cutoff = (best + 1 - self.taken_score) as f64 - MARGIN;
        self.simplex
            .run_for(cutoff, PROBE_ITERATIONS, &mut || false);
        let ruled_out = self.bound() <= best;
        let objective = self.objective();
        self.decide(decisions);
        self.simplex.restore(&basis);
        self.kept = basis;
        Probe {
            ruled_out,
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
    /// An upper bound of the objective with it.
    pub objective: f64,
}
