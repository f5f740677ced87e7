//! A step of the dual simplex method: a basic variable that violates a bound leaves the basis, and
//! another one enters.
//!
//! Invariant: after [`Step::Moved`], basis, places, factors, values, reduced costs and weights all
//! belong to the new basis. After any other result they are unchanged.

use super::{AT_LOWER, AT_UPPER, PER_ENTRY, PER_ROW, PIVOT, PRIMAL_TOLERANCE, Simplex};

/// Breakpoints of the dual ray within this distance count as one group.
const TOGETHER: f64 = 1e-11;
/// The pivot is computed from its row and from its column. The two may differ by this much.
const PIVOT_ERROR: f64 = 1e-6;
/// The least steepest edge weight.
const LEAST_WEIGHT: f64 = 1e-4;

/// The result of a step.
pub(super) enum Step {
    /// All basic variables are within their bounds.
    Done,
    /// The basis has changed.
    Moved,
    /// The dual is unbounded: no values satisfy the rows. The multipliers prove it.
    Unbounded,
    /// Rounding errors are too large for a step.
    Trouble,
}

/// Buffers of a step, kept to save allocations. `touched` says which entries of `alpha` and
/// `marked` to clear.
#[derive(Default)]
pub(super) struct Scratch {
    /// The row of B⁻¹ that belongs to the leaving variable, indexed by row.
    rho: Vec<f64>,
    /// B⁻¹ rho, by slot.
    tau: Vec<f64>,
    /// The entering column, by slot.
    column: Vec<f64>,
    /// The sum of the columns whose variables change their bounds.
    flips: Vec<f64>,
    /// The leaving row of the tableau, by variable. Zero outside `touched`.
    alpha: Vec<f64>,
    marked: Vec<bool>,
    touched: Vec<u32>,
    /// The points of the dual ray where a reduced cost reaches zero, each with its variable.
    breakpoints: Vec<(f64, u32)>,
}

impl Scratch {
    /// Buffers for a program of this many variables.
    pub(super) fn new(variables: usize) -> Self {
        Scratch {
            alpha: vec![0.0; variables],
            marked: vec![false; variables],
            ..Scratch::default()
        }
    }

    /// Makes room for one more variable.
    pub(super) fn add_variable(&mut self) {
        self.alpha.push(0.0);
        self.marked.push(false);
    }
}

/// The leaving variable.
#[derive(Clone, Copy)]
struct Leaving {
    slot: usize,
    variable: usize,
    /// Whether it is below its lower bound, not above its upper one.
    to_lower: bool,
    /// By how much it violates the bound.
    out: f64,
}

/// The result of the ratio test.
struct Ratio {
    /// The entering variable. None: the objective falls along the whole ray.
    entering: Option<usize>,
    /// How fast the objective falls at that point.
    slope: f64,
    /// The number of breakpoints before the pivot. Their variables move to their other bounds.
    flipped: usize,
}

impl Simplex {
    /// Makes a step. It need not follow an objective that falls below `cutoff`.
    pub(super) fn step(&mut self, cutoff: f64) -> Step {
        let Some(slot) = self.most_out_of_bounds() else {
            return Step::Done;
        };
        let variable = self.basis[slot] as usize;
        let below = self.basic[slot] - self.lower[variable];
        let to_lower = below < 0.0;
        let leaving = Leaving {
            slot,
            variable,
            to_lower,
            out: match to_lower {
                true => -below,
                false => self.basic[slot] - self.upper[variable],
            },
        };
        let mut scratch = std::mem::take(&mut self.scratch);
        let step = self.exchange(leaving, &mut scratch, cutoff);
        self.scratch = scratch;
        step
    }

    /// The slot that violates its bounds the most: the largest square of the violation, divided by
    /// its weight.
    fn most_out_of_bounds(&self) -> Option<usize> {
        let mut best = 0.0;
        let mut leaving = None;
        for (slot, &variable) in self.basis.iter().enumerate() {
            let value = self.basic[slot];
            let out =
                (self.lower[variable as usize] - value).max(value - self.upper[variable as usize]);
            if out > PRIMAL_TOLERANCE && out * out > best * self.weights[slot] {
                best = out * out / self.weights[slot];
                leaving = Some(slot);
            }
        }
        leaving
    }

    fn exchange(&mut self, leaving: Leaving, scratch: &mut Scratch, cutoff: f64) -> Step {
        self.find_leaving_row(leaving.slot, scratch);
        let ratio = self.ratio_test(leaving, scratch);
        let Some(entering) = ratio.entering else {
            if ratio.slope <= PRIMAL_TOLERANCE {
                return Step::Trouble;
            }
            self.follow_ray(leaving, &ratio, scratch, cutoff);
            return Step::Unbounded;
        };
        let column = &mut scratch.column;
        column.clear();
        column.resize(self.rows.len(), 0.0);
        self.add_column(entering, 1.0, column);
        self.factor.solve(column);
        let pivot = column[leaving.slot];
        let error = (pivot - scratch.alpha[entering]).abs();
        if pivot.abs() < PIVOT || error > PIVOT_ERROR * (1.0 + pivot.abs()) {
            return Step::Trouble;
        }
        self.move_dual(leaving.variable, entering, scratch);
        self.flip(ratio.flipped, scratch);
        self.move_primal(leaving, entering, scratch);

        self.factor.replace(leaving.slot, &scratch.column);
        self.place[leaving.variable] = match leaving.to_lower {
            true => AT_LOWER,
            false => AT_UPPER,
        };
        self.basis[leaving.slot] = entering as u32;
        self.place[entering] = leaving.slot as i32;
        self.iterations += 1;
        Step::Moved
    }

    /// Computes the leaving row of the tableau, nonbasic entries only.
    fn find_leaving_row(&mut self, slot: usize, scratch: &mut Scratch) {
        let Scratch {
            rho,
            alpha,
            marked,
            touched,
            ..
        } = scratch;
        let m = self.rows.len();
        rho.clear();
        rho.resize(m, 0.0);
        rho[slot] = 1.0;
        self.factor.solve_transposed(rho);
        for &variable in touched.iter() {
            alpha[variable as usize] = 0.0;
            marked[variable as usize] = false;
        }
        touched.clear();
        self.work += PER_ROW * m as u64 + PER_ENTRY * self.factor.entries() as u64;
        for (row, &value) in rho.iter().enumerate() {
            if value == 0.0 {
                continue;
            }
            let (start, end) = (self.movable_starts[row], self.movable_starts[row + 1]);
            self.work += PER_ENTRY * u64::from(end - start);
            for &variable in &self.movable[start as usize..end as usize] {
                if self.place[variable as usize] >= 0 {
                    continue;
                }
                alpha[variable as usize] += value;
                if !marked[variable as usize] {
                    marked[variable as usize] = true;
                    touched.push(variable);
                }
            }
        }
    }

    /// The long-step ratio test. At each breakpoint of the dual ray, a variable may change its
    /// bound as long as the objective still falls. Where it would rise, a variable enters.
    fn ratio_test(&self, leaving: Leaving, scratch: &mut Scratch) -> Ratio {
        let Scratch {
            alpha,
            touched,
            breakpoints,
            ..
        } = scratch;
        let sign = leaving.sign();
        breakpoints.clear();
        for &variable in touched.iter() {
            let index = variable as usize;
            let entry = sign * alpha[index];
            let blocks = match self.place[index] {
                AT_LOWER => entry > PIVOT,
                _ => entry < -PIVOT,
            };
            if blocks {
                breakpoints.push(((self.reduced[index] / entry).max(0.0), variable));
            }
        }
        breakpoints.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut ratio = Ratio {
            entering: None,
            slope: leaving.out,
            flipped: 0,
        };
        let size = |variable: u32| alpha[variable as usize].abs();
        while let Some(&(first, _)) = breakpoints.get(ratio.flipped) {
            let rest = &breakpoints[ratio.flipped..];
            let group = &rest[..rest.partition_point(|&(at, _)| at <= first + TOGETHER)];
            let falls = group.iter().map(|&(_, variable)| {
                let index = variable as usize;
                size(variable) * (self.upper[index] - self.lower[index])
            });
            let fall: f64 = falls.sum();
            if ratio.slope - fall > PRIMAL_TOLERANCE {
                ratio.slope -= fall;
                ratio.flipped += group.len();
                continue;
            }
            // In a group, the largest entry is the pivot.
            let largest = group
                .iter()
                .max_by(|a, b| size(a.1).total_cmp(&size(b.1)))
                .expect("a group has its first breakpoint");
            ratio.entering = Some(largest.1 as usize);
            break;
        }
        ratio
    }

    /// The dual is unbounded along the ray. Moves the multipliers far enough to prove that the
    /// objective cannot exceed the cutoff.
    fn follow_ray(&mut self, leaving: Leaving, ratio: &Ratio, scratch: &Scratch, cutoff: f64) {
        self.compute_multipliers();
        let above = (self.objective() - cutoff).max(0.0);
        let last = scratch.breakpoints.last().map_or(0.0, |&(at, _)| at);
        let far = last + (above + 1.0) / ratio.slope;
        for (multiplier, &value) in self.multipliers.iter_mut().zip(&scratch.rho) {
            *multiplier -= leaving.sign() * far * value;
        }
    }

    /// Updates the reduced costs.
    fn move_dual(&mut self, leaving: usize, entering: usize, scratch: &Scratch) {
        let step = self.reduced[entering] / scratch.alpha[entering];
        for &variable in &scratch.touched {
            self.reduced[variable as usize] -= step * scratch.alpha[variable as usize];
        }
        self.reduced[entering] = 0.0;
        self.reduced[leaving] = -step;
    }

    /// Moves the variables of the first breakpoints to their other bounds.
    fn flip(&mut self, flipped: usize, scratch: &mut Scratch) {
        if flipped == 0 {
            return;
        }
        let flips = &mut scratch.flips;
        flips.clear();
        flips.resize(self.rows.len(), 0.0);
        for &(_, variable) in &scratch.breakpoints[..flipped] {
            let index = variable as usize;
            let width = self.upper[index] - self.lower[index];
            let change = if self.place[index] == AT_LOWER {
                self.place[index] = AT_UPPER;
                width
            } else {
                self.place[index] = AT_LOWER;
                -width
            };
            self.add_column(index, change, flips);
        }
        self.factor.solve(flips);
        for (value, change) in self.basic.iter_mut().zip(flips.iter()) {
            *value -= change;
        }
    }

    /// Updates the values of the basic variables and the steepest edge weights.
    fn move_primal(&mut self, leaving: Leaving, entering: usize, scratch: &mut Scratch) {
        let Scratch {
            rho, tau, column, ..
        } = scratch;
        let slot = leaving.slot;
        let pivot = column[slot];
        let bound = match leaving.to_lower {
            true => self.lower[leaving.variable],
            false => self.upper[leaving.variable],
        };
        let step = (self.basic[slot] - bound) / pivot;
        let entering_value = match self.place[entering] {
            AT_LOWER => self.lower[entering],
            _ => self.upper[entering],
        };
        tau.clear();
        tau.extend_from_slice(rho);
        let norm: f64 = rho.iter().map(|value| value * value).sum();
        self.factor.solve(tau);
        for (index, &entry) in column.iter().enumerate() {
            if entry == 0.0 {
                continue;
            }
            self.basic[index] -= step * entry;
            if index != slot {
                let ratio = entry / pivot;
                let weight = self.weights[index] - 2.0 * ratio * tau[index] + ratio * ratio * norm;
                self.weights[index] = weight.max(LEAST_WEIGHT);
            }
        }
        self.basic[slot] = entering_value + step;
        self.weights[slot] = (norm / (pivot * pivot)).max(LEAST_WEIGHT);
    }
}

impl Leaving {
    /// The direction of the dual ray.
    fn sign(self) -> f64 {
        match self.to_lower {
            true => -1.0,
            false => 1.0,
        }
    }
}
