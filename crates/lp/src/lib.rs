//! Linear programs whose matrix holds small whole numbers, mostly zeros and ones, by
//! the dual simplex method: maximise c x where every variable and every row sum has
//! two finite bounds. A row lists its variables; one that stands there k times has
//! the coefficient k, so that no loop multiplies.
//!
//! [`halves`] finds cuts of such rows and derives them in integers; [`pool`] keeps
//! cuts with their derivations.
//!
//! As everything is boxed, each basis becomes dual feasible once each nonbasic variable stands at
//! the right one of its bounds. So rows may be added and bounds changed at any time, and the next
//! run starts from the last basis. Pricing is by steepest edge, and the ratio test takes long steps
//! (A. Koberstein, *The Dual Simplex Method*, 2005).
//!
//! Variables 0..n are the structural ones. Variable n + i is the logical variable of row i: the
//! negative of its sum. Invariant: `place[basis[s]] == s`; all other places are `AT_LOWER` or
//! `AT_UPPER`.
//!
//! # Why not a library
//!
//! microlp 0.7 takes 17 to 25 times as long on the programs that `sieve::optimum` solves
//! (`docs/design/tried.md` has the table), and 7 to 9 times as long if it starts from its last
//! solution after new rows. It gives no multipliers, on which the exact bounds rest (a second run,
//! on the dual, would have to find them). It cannot change bounds and start from the last basis,
//! nor stop after some pivots. HiGHS can do all of it, but it is C++, and its build needs CMake and
//! libclang.

// Module docs link private items, which `--document-private-items` shows.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

mod factor;
pub mod halves;
pub mod pool;
mod step;

use factor::{Factor, Singular};
use step::{Scratch, Step};

const AT_LOWER: i32 = -1;
const AT_UPPER: i32 = -2;

/// A basic variable may violate its bounds by this much.
const PRIMAL_TOLERANCE: f64 = 1e-8;
/// The ratio test ignores smaller entries, and no pivot is smaller.
const PIVOT: f64 = 1e-7;
/// Smaller reduced costs count as zero.
const DUAL_TOLERANCE: f64 = 1e-10;

/// A run asks whether to stop once per this many iterations times rows.
const ASKED_AFTER: u64 = 1 << 16;

/// Prices in nanoseconds, about: an entry of the matrix or of the factors, an entry in a new
/// factoring, a row, a column.
const PER_ENTRY: u64 = 3;
const PER_FACTOR: u64 = 20;
const PER_ROW: u64 = 20;
const PER_COLUMN: u64 = 30;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The values are optimal.
    Optimal,
    /// The dual bound has fallen below the cutoff.
    Cutoff,
    /// No values satisfy the bounds. The multipliers prove that the objective cannot exceed the
    /// cutoff.
    Infeasible,
    /// The run gave up: too many iterations, rounding errors, or an interrupt. The multipliers
    /// still give a valid bound.
    Stalled,
}

/// A basis, saved for [`Simplex::restore`].
#[derive(Clone, Default)]
pub struct Basis {
    basis: Vec<u32>,
    place: Vec<i32>,
    weights: Vec<f64>,
}

/// A linear program and its basis.
pub struct Simplex {
    columns: Vec<Vec<u32>>,
    rows: Vec<Vec<u32>>,
    /// The objective, which is maximised.
    gain: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    basis: Vec<u32>,
    place: Vec<i32>,
    factor: Factor,
    /// Indexed by slot: the values of the basic variables, and the steepest edge weights.
    basic: Vec<f64>,
    weights: Vec<f64>,
    /// The reduced costs d = c_B B⁻¹ A - c, by variable: not negative at a lower bound, not
    /// positive at an upper one.
    reduced: Vec<f64>,
    /// By row.
    multipliers: Vec<f64>,
    iterations: u64,
    work: u64,
    scratch: Scratch,
    /// The variables of each row that can move, its logical one included: those between two
    /// different bounds. Others never enter the basis, so the ratio test need not see them.
    movable: Vec<u32>,
    /// Those of row r are `movable[starts[r]..starts[r + 1]]`. Empty if bounds or rows have changed.
    movable_starts: Vec<u32>,
}

impl Simplex {
    /// A program without rows. Variable j has the objective coefficient `gain[j]` and the bounds 0
    /// and 1.
    pub fn new(gain: Vec<f64>) -> Self {
        let n = gain.len();
        Simplex {
            columns: vec![Vec::new(); n],
            rows: Vec::new(),
            lower: vec![0.0; n],
            upper: vec![1.0; n],
            basis: Vec::new(),
            place: vec![AT_UPPER; n],
            factor: Factor::default(),
            basic: Vec::new(),
            weights: Vec::new(),
            reduced: vec![0.0; n],
            multipliers: Vec::new(),
            iterations: 0,
            work: 0,
            scratch: Scratch::new(n),
            movable: Vec::new(),
            movable_starts: Vec::new(),
            gain,
        }
    }

    /// Adds a row: `lower` <= sum of the variables in `members` <= `upper`. A variable that
    /// stands k times in `members` counts k times.
    pub fn add_row(&mut self, members: Vec<u32>, lower: f64, upper: f64) {
        let row = self.rows.len() as u32;
        for &column in &members {
            self.columns[column as usize].push(row);
        }
        self.rows.push(members);
        self.lower.push(-upper);
        self.upper.push(-lower);
        self.place.push(self.basis.len() as i32);
        self.basis.push((self.gain.len() + row as usize) as u32);
        self.basic.push(0.0);
        self.weights.push(1.0);
        self.reduced.push(0.0);
        self.multipliers.push(0.0);
        self.scratch.add_variable();
        self.movable_starts.clear();
    }

    /// The number of rows.
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Removes those of the rows from `first` on that `is_wanted` refuses and whose logical
    /// variable is basic: the others are tight, and the basis needs them. The rows that
    /// stay close up. Returns, for each row from `first` on, whether it stays.
    pub fn retain_rows(
        &mut self,
        first: usize,
        mut is_wanted: impl FnMut(usize) -> bool,
    ) -> Vec<bool> {
        let n = self.gain.len();
        let count = self.rows.len();
        let stays: Vec<bool> = (first..count)
            .map(|row| self.place[n + row] < 0 || is_wanted(row))
            .collect();
        if stays.iter().all(|&stays| stays) {
            return stays;
        }
        // New numbers of rows; NONE for those that go.
        const NONE: u32 = u32::MAX;
        let mut number = 0..;
        let renumbered: Vec<u32> = (0..count)
            .map(|row| match row < first || stays[row - first] {
                true => number.next().expect("there are enough numbers"),
                false => NONE,
            })
            .collect();
        for rows in &mut self.columns {
            rows.retain_mut(|row| {
                *row = renumbered[*row as usize];
                *row != NONE
            });
        }
        let mut keep = |variable: usize| variable < n || renumbered[variable - n] != NONE;
        let mut slots = Vec::with_capacity(count);
        for (slot, &variable) in self.basis.iter().enumerate() {
            if keep(variable as usize) {
                slots.push(slot);
            }
        }
        self.weights = slots.iter().map(|&slot| self.weights[slot]).collect();
        self.basic = slots.iter().map(|&slot| self.basic[slot]).collect();
        self.basis = slots
            .iter()
            .map(|&slot| match (self.basis[slot] as usize).checked_sub(n) {
                None => self.basis[slot],
                Some(row) => n as u32 + renumbered[row],
            })
            .collect();
        retain_places(&mut self.lower, &mut keep);
        retain_places(&mut self.upper, &mut keep);
        retain_places(&mut self.reduced, &mut keep);
        retain_places(&mut self.place, &mut keep);
        for (slot, &variable) in self.basis.iter().enumerate() {
            self.place[variable as usize] = slot as i32;
        }
        let mut keep_row = |row: usize| renumbered[row] != NONE;
        retain_places(&mut self.rows, &mut keep_row);
        retain_places(&mut self.multipliers, &mut keep_row);
        self.scratch = Scratch::new(n + self.rows.len());
        self.movable_starts.clear();
        stays
    }

    /// The variables of a row.
    pub fn row(&self, row: usize) -> &[u32] {
        &self.rows[row]
    }

    /// Changes the bounds of a variable.
    pub fn bound_variable(&mut self, column: usize, lower: f64, upper: f64) {
        if (self.lower[column], self.upper[column]) != (lower, upper) {
            self.lower[column] = lower;
            self.upper[column] = upper;
            self.movable_starts.clear();
        }
    }

    /// Changes the bounds of a row's sum.
    pub fn bound_row(&mut self, row: usize, lower: f64, upper: f64) {
        let logical = self.gain.len() + row;
        self.lower[logical] = -upper;
        self.upper[logical] = -lower;
        self.movable_starts.clear();
    }

    /// The value of a variable after a run.
    #[inline]
    pub fn value(&self, column: usize) -> f64 {
        match self.place[column] {
            AT_LOWER => self.lower[column],
            AT_UPPER => self.upper[column],
            slot => self.basic[slot as usize],
        }
    }

    /// The dual multiplier of each row after a run.
    pub fn multipliers(&self) -> &[f64] {
        &self.multipliers
    }

    /// The number of pivots of all runs.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The work of all runs, in nanoseconds, about. It is counted, not timed.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The objective at the present values: the optimum after a run that ended as
    /// [`Ending::Optimal`], otherwise an upper bound.
    pub fn objective(&self) -> f64 {
        (0..self.gain.len())
            .map(|column| self.gain[column] * self.value(column))
            .sum()
    }

    /// The bounds of a variable.
    pub fn variable_bounds(&self, column: usize) -> (f64, f64) {
        (self.lower[column], self.upper[column])
    }

    /// The bounds of a row.
    pub fn row_bounds(&self, row: usize) -> (f64, f64) {
        let logical = self.gain.len() + row;
        (-self.upper[logical], -self.lower[logical])
    }

    /// Saves the basis.
    pub fn save(&self, to: &mut Basis) {
        to.basis.clone_from(&self.basis);
        to.place.clone_from(&self.place);
        to.weights.clone_from(&self.weights);
    }

    /// The basic variables, by slot. Numbers from `column_count` on are rows.
    pub fn basic_variables(&self) -> &[u32] {
        &self.basis
    }

    /// Starts from a basis of these variables. Logical variables fill it up and replace dependent
    /// ones.
    pub fn load(&mut self, variables: impl IntoIterator<Item = u32>) {
        self.load_weighted(variables.into_iter().map(|variable| (variable, 1.0)));
    }

    /// Like [`Simplex::load`], with the steepest edge weight of each variable. Weights only say
    /// which pivots are taken, so they may be out of date.
    pub fn load_weighted(&mut self, variables: impl IntoIterator<Item = (u32, f64)>) {
        let rows = self.rows.len();
        self.place.fill(AT_LOWER);
        self.basis.clear();
        self.weights.clear();
        let logical = (self.gain.len()..)
            .take(rows)
            .map(|variable| (variable as u32, 1.0));
        for (variable, weight) in variables.into_iter().chain(logical) {
            if self.basis.len() == rows {
                break;
            }
            let place = &mut self.place[variable as usize];
            if *place == AT_LOWER {
                *place = self.basis.len() as i32;
                self.basis.push(variable);
                self.weights.push(weight);
            }
        }
    }

    /// The steepest edge weights of the basic variables, by slot.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Restores a saved basis. The program must have as many rows as then.
    pub fn restore(&mut self, from: &Basis) {
        self.basis.clone_from(&from.basis);
        self.place.clone_from(&from.place);
        self.weights.clone_from(&from.weights);
    }

    /// Runs until the values are optimal or the objective is certain to stay below `cutoff`. Asks
    /// `is_over` now and then whether to stop.
    pub fn run(&mut self, cutoff: f64, is_over: &mut dyn FnMut() -> bool) -> Ending {
        self.run_for(cutoff, 2000 + 20 * self.rows.len() as u64, is_over)
    }

    /// Like [`Simplex::run`], with a limit on the number of iterations.
    pub fn run_for(
        &mut self,
        cutoff: f64,
        limit: u64,
        is_over: &mut dyn FnMut() -> bool,
    ) -> Ending {
        let start = self.iterations;
        // With more rows an iteration takes longer.
        let often = (ASKED_AFTER / self.rows.len().max(1) as u64).clamp(1, 64);
        let mut fresh = true;
        self.refresh();
        let mut trouble = 0u32;
        loop {
            let interrupted = self.iterations.is_multiple_of(often) && is_over();
            if self.iterations - start > limit || interrupted {
                self.compute_multipliers();
                return Ending::Stalled;
            }
            if self.factor.etas() >= 64 || self.factor.eta_entries() > 3000 + 6 * self.rows.len() {
                self.refresh();
                fresh = true;
            }
            if self.iterations.is_multiple_of(8) && self.objective() < cutoff {
                self.compute_multipliers();
                return Ending::Cutoff;
            }
            match self.step(cutoff) {
                Step::Moved => fresh = false,
                Step::Done if fresh => {
                    self.compute_multipliers();
                    return Ending::Optimal;
                }
                Step::Unbounded if fresh => return Ending::Infeasible,
                // Only fresh factors can confirm these.
                Step::Done | Step::Unbounded => {
                    self.refresh();
                    fresh = true;
                }
                Step::Trouble => {
                    trouble += 1;
                    if trouble > 20 {
                        self.compute_multipliers();
                        return Ending::Stalled;
                    }
                    if trouble.is_multiple_of(5) {
                        self.start_over();
                    }
                    self.refresh();
                    fresh = true;
                }
            }
        }
    }

    /// Starts again from the basis of all logical variables.
    fn start_over(&mut self) {
        let n = self.gain.len();
        self.place[..n].fill(AT_LOWER);
        for row in 0..self.rows.len() {
            self.basis[row] = (n + row) as u32;
            self.place[n + row] = row as i32;
        }
        self.weights.fill(1.0);
    }

    /// Brings values and reduced costs up to date after [`Simplex::restore`].
    pub fn recompute(&mut self) {
        self.refresh();
    }

    /// Factors the basis. Logical variables replace dependent columns.
    fn factor_basis(&mut self) {
        let n = self.gain.len();
        let units: Vec<u32> = (0..self.rows.len() as u32).collect();
        loop {
            let columns: Vec<&[u32]> = self
                .basis
                .iter()
                .map(|&variable| match (variable as usize).checked_sub(n) {
                    None => &self.columns[variable as usize][..],
                    Some(row) => &units[row..=row],
                })
                .collect();
            let Err(Singular { slot, row }) = self.factor.refactor(&columns) else {
                break;
            };
            let out = self.basis[slot] as usize;
            self.place[out] = AT_LOWER;
            self.basis[slot] = (n + row) as u32;
            self.place[n + row] = slot as i32;
            self.weights.fill(1.0);
        }
    }

    /// Factors the basis again and computes everything that depends on it.
    fn refresh(&mut self) {
        let n = self.gain.len();
        let m = self.rows.len();
        if self.movable_starts.is_empty() {
            self.find_movable();
        }
        self.factor_basis();
        // The signs of the reduced costs say at which bound each variable stands.
        self.compute_multipliers();
        for column in 0..n {
            let mut reduced = -self.gain[column];
            for &row in &self.columns[column] {
                reduced += self.multipliers[row as usize];
            }
            self.reduced[column] = reduced;
        }
        self.reduced[n..].copy_from_slice(&self.multipliers);
        let entries = self.factor.entries() as u64;
        self.work += PER_COLUMN * n as u64 + PER_ROW * m as u64 + PER_FACTOR * entries;
        for variable in 0..n + m {
            if self.place[variable] >= 0 {
                self.reduced[variable] = 0.0;
            } else if self.reduced[variable] > DUAL_TOLERANCE {
                self.place[variable] = AT_LOWER;
            } else if self.reduced[variable] < -DUAL_TOLERANCE {
                self.place[variable] = AT_UPPER;
            }
        }
        self.compute_basic();
    }

    fn find_movable(&mut self) {
        let n = self.gain.len();
        self.movable.clear();
        self.movable_starts.push(0);
        let (lower, upper) = (&self.lower, &self.upper);
        for (row, members) in (0..).zip(&self.rows) {
            let members = members.iter().copied().chain([n as u32 + row]);
            self.movable.extend(
                members.filter(|&variable| lower[variable as usize] < upper[variable as usize]),
            );
            self.movable_starts.push(self.movable.len() as u32);
        }
    }

    fn compute_multipliers(&mut self) {
        let n = self.gain.len();
        self.multipliers.clear();
        self.multipliers.extend(
            self.basis
                .iter()
                .map(|&variable| self.gain.get(variable as usize).copied().unwrap_or(0.0)),
        );
        debug_assert!(self.place.len() == n + self.rows.len());
        self.factor.solve_transposed(&mut self.multipliers);
    }

    fn compute_basic(&mut self) {
        let n = self.gain.len();
        self.basic.clear();
        self.basic.resize(self.rows.len(), 0.0);
        for variable in 0..self.place.len() {
            let value = match self.place[variable] {
                AT_LOWER => self.lower[variable],
                AT_UPPER => self.upper[variable],
                _ => continue,
            };
            if value == 0.0 {
                continue;
            }
            match variable.checked_sub(n) {
                Some(row) => self.basic[row] -= value,
                None => {
                    for &row in &self.columns[variable] {
                        self.basic[row as usize] -= value;
                    }
                }
            }
        }
        self.factor.solve(&mut self.basic);
    }

    fn add_column(&self, variable: usize, factor: f64, vector: &mut [f64]) {
        match variable.checked_sub(self.gain.len()) {
            Some(row) => vector[row] += factor,
            None => {
                for &row in &self.columns[variable] {
                    vector[row as usize] += factor;
                }
            }
        }
    }
}

/// Keeps the entries whose places `keep` accepts.
fn retain_places<T>(list: &mut Vec<T>, keep: &mut impl FnMut(usize) -> bool) {
    let mut place = 0..;
    list.retain(|_| keep(place.next().expect("there are enough places")));
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::Rng;

    struct Dice(Pcg64Mcg);

    impl Dice {
        fn below(&mut self, n: u64) -> u64 {
            self.0.next_u64() % n
        }
    }

    /// The bound that multipliers prove.
    fn dual_bound(simplex: &Simplex) -> f64 {
        let multipliers = simplex.multipliers();
        let mut rest = simplex.gain.clone();
        let mut bound = 0.0;
        for (row, &multiplier) in multipliers.iter().enumerate() {
            let (lower, upper) = simplex.row_bounds(row);
            bound += multiplier * if multiplier > 0.0 { upper } else { lower };
            for &column in simplex.row(row) {
                rest[column as usize] -= multiplier;
            }
        }
        for (column, rest) in rest.into_iter().enumerate() {
            let (lower, upper) = simplex.variable_bounds(column);
            bound += rest * if rest > 0.0 { upper } else { lower };
        }
        bound
    }

    fn assert_feasible(simplex: &Simplex) {
        for column in 0..simplex.gain.len() {
            let (lower, upper) = simplex.variable_bounds(column);
            let value = simplex.value(column);
            assert!(value > lower - 1e-6 && value < upper + 1e-6);
        }
        for row in 0..simplex.row_count() {
            let (lower, upper) = simplex.row_bounds(row);
            let members = simplex.row(row).iter();
            let sum: f64 = members.map(|&column| simplex.value(column as usize)).sum();
            assert!(
                sum > lower - 1e-6 && sum < upper + 1e-6,
                "{lower} {sum} {upper}"
            );
        }
    }

    #[test]
    fn optima_and_infeasibility_are_proved_by_the_multipliers() {
        let (mut optimal, mut infeasible) = (0, 0);
        for seed in 0..300 {
            let mut dice = Dice(Pcg64Mcg::new(seed));
            let n = 1 + dice.below(40);
            let mut simplex = Simplex::new((0..n).map(|_| dice.below(100) as f64).collect());
            // Rows and bounds change between runs, as in branch and cut.
            for _ in 0..6 {
                for _ in 0..dice.below(8) {
                    let mut members: Vec<u32> = (0..n as u32).collect();
                    members.retain(|_| dice.below(3) == 0);
                    // Some coefficients are 2 or 3.
                    for again in 0..members.len() {
                        if dice.below(6) == 0 {
                            members.push(members[again]);
                        }
                    }
                    let upper = 1 + dice.below(4);
                    let lower = if dice.below(4) == 0 {
                        dice.below(upper + 1)
                    } else {
                        0
                    };
                    simplex.add_row(members, lower as f64, upper as f64);
                }
                if dice.below(4) == 0 {
                    simplex.retain_rows(0, |_| dice.below(2) == 0);
                }
                let column = dice.below(n) as usize;
                let fixed = [(0.0, 0.0), (1.0, 1.0), (0.0, 1.0)][dice.below(3) as usize];
                simplex.bound_variable(column, fixed.0, fixed.1);
                // No gain is negative, so a bound below zero proves infeasibility.
                match simplex.run(-1.0, &mut || false) {
                    Ending::Optimal => {
                        optimal += 1;
                        assert_feasible(&simplex);
                        let gap = dual_bound(&simplex) - simplex.objective();
                        assert!(gap.abs() < 1e-5, "seed {seed}: gap {gap}");
                        let cutoff = simplex.objective() + 1.0;
                        let ending = simplex.run(cutoff, &mut || false);
                        assert!(matches!(ending, Ending::Cutoff | Ending::Optimal));
                        assert!(dual_bound(&simplex) < cutoff);
                    }
                    Ending::Infeasible | Ending::Cutoff => {
                        infeasible += 1;
                        assert!(dual_bound(&simplex) < -0.9, "seed {seed}");
                    }
                    Ending::Stalled => panic!("seed {seed}"),
                }
            }
        }
        assert!(optimal > 500 && infeasible > 100, "{optimal} {infeasible}");
    }
}
