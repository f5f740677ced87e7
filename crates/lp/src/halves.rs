//! Finds zero-half cuts: half the sum of some rows, rounded down, that the values
//! violate.
//!
//! A sum of rows gives a violated cut if its right side is odd and its cost is below 1.
//! The cost is the slack of its rows plus, for each odd column, how far the value is
//! from 0 or 1 (the nearer one). So the rows are eliminated modulo 2 (Koster, Zymolka
//! and Kutschka, Algorithms to separate {0, 1/2}-Chvátal-Gomory cuts, 2009):
//!
//! ```text
//! for each fractional column, farthest from whole first (later passes: shuffled):
//!     pivot = its odd row of least slack
//!     add the pivot to all other odd rows that stay below 1; try each as a cut
//!     the pivot keeps its odd column, and pays for it
//! ```
//!
//! All sums are found with floating point; what they are worth is for [`Row::half`]
//! (in integers) to say.
//!
//! [`Row::half`]: super::pool::Row::half

use std::collections::HashSet;

/// A set of rows whose half is violated.
#[derive(Clone, Debug)]
pub struct Half {
    /// Their places in the list that was given, sorted.
    pub rows: Vec<u32>,
    /// Columns to raise, sorted: those of odd coefficients whose values are near 1.
    pub raised: Vec<u32>,
    /// How far the values are from the cut's plane.
    pub depth: f64,
}

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Eliminations; all but the first take the columns in a random order.
    pub passes: u32,
    /// The least depth of a cut.
    pub depth: f64,
    /// The least violation: half of what the cost is below 1.
    pub violation: f64,
    /// The most cuts.
    pub cuts: usize,
    /// The most columns of a cut.
    pub columns: usize,
    /// How many candidates end the search.
    pub candidates: usize,
    /// How many of the most promising candidates are looked at.
    pub tried: usize,
    /// Cuts whose directions are closer than this (as a cosine) are not worth having both.
    pub parallel: f64,
}

/// Rows and values this close to a whole number count as such.
const NEAR: f64 = 1e-6;
/// The most rows of a cut.
const MOST_ROWS: u32 = 100;
/// A pivot may have this much slack.
const MOST_PIVOT_SLACK: f64 = 0.3;

/// Rows whose half may be a cut.
struct Candidate {
    /// The violation over the root of an upper bound of the number of columns.
    promise: f64,
    rows: Vec<u32>,
}

/// A sum of rows modulo 2.
#[derive(Clone)]
struct Sum {
    /// The fractional columns with odd coefficients.
    odd: Vec<u64>,
    /// The rows in it.
    rows: Vec<u64>,
    slack: f64,
    /// Whether the right side is odd.
    is_odd: bool,
}

fn flip(bits: &mut [u64], other: &[u64]) {
    for (word, other) in bits.iter_mut().zip(other) {
        *word ^= other;
    }
}

fn hashed(bits: &[u64]) -> u64 {
    bits.iter().fold(0x9E37_79B9_7F4A_7C15, |hash, &word| {
        let mixed = (hash ^ word).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ mixed >> 29
    })
}

fn has(bits: &[u64], place: usize) -> bool {
    bits[place / 64] >> (place % 64) & 1 == 1
}

fn members(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        let rest = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
        rest.take_while(|&bits| bits != 0)
            .map(move |bits| word * 64 + bits.trailing_zeros() as usize)
    })
}

/// Finds cuts for `values` (by column, from 0 to 1) among rows, each with its members
/// (a column that stands k times has the coefficient k) and the greatest sum. `random`
/// makes numbers below 1. The deepest ones come first.
pub fn find(
    rows: &[(&[u32], i64)],
    values: &[f64],
    effort: Effort,
    random: &mut dyn FnMut() -> f64,
) -> Vec<Half> {
    let mut search = Search::new(rows, values, effort);
    for pass in 0..effort.passes {
        if search.has_enough() {
            break;
        }
        search.pass(pass > 0, random);
    }
    search.chosen()
}

struct Search<'r> {
    rows: &'r [(&'r [u32], i64)],
    values: &'r [f64],
    effort: Effort,
    /// The rows with little slack, each as a sum of itself.
    tight: Vec<Sum>,
    /// Their places in `rows`, and how many members they have.
    places: Vec<u32>,
    sizes: Vec<u32>,
    /// Which of them have any slack.
    slack_rows: Vec<u64>,
    /// By fractional column: the distance of its value from a whole number.
    distance: Vec<f64>,
    /// Hashes of sets of rows.
    seen: HashSet<u64>,
    candidates: Vec<Candidate>,
    /// By column, zero between uses.
    sum: Vec<u32>,
}

impl<'r> Search<'r> {
    fn new(rows: &'r [(&'r [u32], i64)], values: &'r [f64], effort: Effort) -> Self {
        let mut fraction = vec![usize::MAX; values.len()];
        let mut distance = Vec::new();
        for (column, &value) in values.iter().enumerate() {
            let away = value.min(1.0 - value);
            if away > NEAR {
                fraction[column] = distance.len();
                distance.push(away);
            }
        }
        let words = distance.len().div_ceil(64);
        let mut tight = Vec::new();
        let mut places = Vec::new();
        let mut sizes = Vec::new();
        for (place, &(members, most)) in rows.iter().enumerate() {
            let sum: f64 = members.iter().map(|&column| values[column as usize]).sum();
            let slack = most as f64 - sum;
            if slack > 0.999 {
                continue;
            }
            let mut odd = vec![0u64; words];
            let mut is_odd = most % 2 != 0;
            for &column in members {
                let column = column as usize;
                is_odd ^= values[column] > 0.5;
                let fraction = fraction[column];
                if fraction != usize::MAX {
                    odd[fraction / 64] ^= 1 << (fraction % 64);
                }
            }
            places.push(place as u32);
            sizes.push(members.len() as u32);
            tight.push(Sum {
                odd,
                rows: Vec::new(),
                slack: slack.max(0.0),
                is_odd,
            });
        }
        let words = tight.len().div_ceil(64);
        let mut slack_rows = vec![0u64; words];
        for (row, sum) in tight.iter_mut().enumerate() {
            sum.rows = vec![0; words];
            sum.rows[row / 64] |= 1 << (row % 64);
            if sum.slack > 1e-9 {
                slack_rows[row / 64] |= 1 << (row % 64);
            }
        }
        Search {
            rows,
            values,
            effort,
            tight,
            places,
            sizes,
            slack_rows,
            distance,
            seen: HashSet::new(),
            candidates: Vec::new(),
            sum: vec![0; values.len()],
        }
    }

    fn has_enough(&self) -> bool {
        self.candidates.len() > self.effort.candidates
    }

    fn pass(&mut self, is_shuffled: bool, random: &mut dyn FnMut() -> f64) {
        let mut sums = self.tight.clone();
        for sum in &sums {
            self.try_cut(sum);
        }
        let mut order: Vec<(f64, usize)> = (0..self.distance.len())
            .map(|fraction| {
                let weight = match is_shuffled {
                    true => 0.3 + 0.7 * random(),
                    false => 1.0,
                };
                (self.distance[fraction] * weight, fraction)
            })
            .collect();
        let noise: Vec<f64> = (0..sums.len())
            .map(|_| if is_shuffled { 0.05 * random() } else { 0.0 })
            .collect();
        order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, fraction) in order {
            let mut pivot = None;
            let mut least = f64::INFINITY;
            for (row, sum) in sums.iter().enumerate() {
                if has(&sum.odd, fraction) && sum.slack + noise[row] < least {
                    least = sum.slack + noise[row];
                    pivot = Some(row);
                }
            }
            let Some(pivot) = pivot else { continue };
            if self.has_enough() {
                break;
            }
            if sums[pivot].slack > MOST_PIVOT_SLACK {
                continue;
            }
            let by = sums[pivot].clone();
            for (row, sum) in sums.iter_mut().enumerate() {
                if row == pivot || !has(&sum.odd, fraction) || sum.slack + by.slack > 0.999 {
                    continue;
                }
                flip(&mut sum.odd, &by.odd);
                flip(&mut sum.rows, &by.rows);
                sum.is_odd ^= by.is_odd;
                // A row that is in both leaves, with its slack.
                let with_slack = sum.rows.iter().zip(&self.slack_rows);
                let with_slack: Vec<u64> = with_slack.map(|(a, b)| a & b).collect();
                sum.slack = members(&with_slack).map(|row| self.tight[row].slack).sum();
                self.try_cut(sum);
            }
            let pivot = &mut sums[pivot];
            pivot.odd[fraction / 64] &= !(1 << (fraction % 64));
            pivot.slack += self.distance[fraction];
        }
    }

    fn try_cut(&mut self, sum: &Sum) {
        if !sum.is_odd {
            return;
        }
        let most_cost = 1.0 - 2.0 * self.effort.violation;
        let mut cost = sum.slack;
        for fraction in members(&sum.odd) {
            if cost > most_cost {
                return;
            }
            cost += self.distance[fraction];
        }
        let count: u32 = sum.rows.iter().map(|word| word.count_ones()).sum();
        if cost > most_cost || count > MOST_ROWS || !self.seen.insert(hashed(&sum.rows)) {
            return;
        }
        let size: u32 = members(&sum.rows).map(|row| self.sizes[row]).sum();
        self.candidates.push(Candidate {
            promise: (1.0 - cost) / f64::from(size).sqrt(),
            rows: members(&sum.rows).map(|row| self.places[row]).collect(),
        });
    }

    /// The cut of a candidate, with its coefficients, if it is deep enough.
    fn cut_of(&mut self, rows: Vec<u32>) -> Option<(Half, Vec<(u32, f64)>)> {
        let mut used = Vec::new();
        let mut most = 0;
        for &row in &rows {
            let (members, row_most) = self.rows[row as usize];
            most += row_most;
            for &column in members {
                if self.sum[column as usize] == 0 {
                    used.push(column);
                }
                self.sum[column as usize] += 1;
            }
        }
        let mut raised = Vec::new();
        let mut norm = 0.0;
        let mut activity = 0.0;
        let mut terms = Vec::new();
        for column in used {
            let mut coefficient = std::mem::take(&mut self.sum[column as usize]);
            let value = self.values[column as usize];
            if coefficient % 2 == 1 && value > 0.5 {
                coefficient += 1;
                most += 1;
                raised.push(column);
            }
            let coefficient = f64::from(coefficient / 2);
            if coefficient > 0.0 {
                norm += coefficient * coefficient;
                activity += coefficient * value;
                terms.push((column, coefficient));
            }
        }
        // Without rounding, nothing is gained.
        if most % 2 == 0 || terms.is_empty() || terms.len() > self.effort.columns {
            return None;
        }
        let depth = (activity - most.div_euclid(2) as f64) / norm.sqrt();
        raised.sort_unstable();
        let half = Half {
            rows,
            raised,
            depth,
        };
        (depth > self.effort.depth).then_some((half, terms))
    }

    /// The deepest cuts, without those that lie along a deeper one.
    fn chosen(mut self) -> Vec<Half> {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.sort_by(|a, b| b.promise.total_cmp(&a.promise));
        candidates.truncate(self.effort.tried);
        let mut found: Vec<(Half, Vec<(u32, f64)>)> = candidates
            .into_iter()
            .filter_map(|candidate| self.cut_of(candidate.rows))
            .collect();
        found.sort_by(|a, b| b.0.depth.total_cmp(&a.0.depth));
        let norm = |terms: &[(u32, f64)]| {
            let squares = terms.iter().map(|(_, value)| value * value);
            squares.sum::<f64>().sqrt()
        };
        let mut chosen: Vec<(Half, Vec<(u32, f64)>)> = Vec::new();
        let mut dense = vec![0.0; self.values.len()];
        for (half, terms) in found {
            if chosen.len() >= self.effort.cuts {
                break;
            }
            for &(column, value) in &terms {
                dense[column as usize] = value;
            }
            let length = norm(&terms);
            let is_new = chosen.iter().all(|(_, other)| {
                let product: f64 = other
                    .iter()
                    .map(|&(column, value)| value * dense[column as usize])
                    .sum();
                product <= self.effort.parallel * length * norm(other)
            });
            for &(column, _) in &terms {
                dense[column as usize] = 0.0;
            }
            if is_new {
                chosen.push((half, terms));
            }
        }
        chosen.into_iter().map(|(half, _)| half).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Row;
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::Rng;

    const EFFORT: Effort = Effort {
        passes: 8,
        depth: 0.01,
        violation: 0.01,
        cuts: 50,
        columns: 100,
        candidates: 1500,
        tried: 200,
        parallel: 0.7,
    };

    #[test]
    fn the_cut_of_an_odd_cycle_is_found() {
        let rows: Vec<Vec<u32>> = (0..5).map(|at| vec![at, (at + 1) % 5]).collect();
        let rows: Vec<(&[u32], i64)> = rows.iter().map(|row| (&row[..], 1)).collect();
        let found = find(&rows, &[0.5; 5], EFFORT, &mut || 0.5);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].rows, [0, 1, 2, 3, 4]);
        assert!((found[0].depth - 0.5 / 5f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn halves_hold_for_all_points_of_zeros_and_ones_and_are_violated() {
        let mut cuts = 0;
        for seed in 0..200 {
            let mut dice = Pcg64Mcg::new(seed);
            let mut below = |n: u64| dice.next_u64() % n;
            let columns = 3 + below(7) as u32;
            let mut rows = Vec::new();
            for _ in 0..3 + below(8) {
                let mut members = Vec::new();
                for column in 0..columns {
                    for _ in 0..[0, 0, 1, 1, 2][below(5) as usize] {
                        members.push(column);
                    }
                }
                rows.push(Row::new(members, 1 + below(3) as i64));
            }
            let values: Vec<f64> = (0..columns).map(|_| below(7) as f64 / 6.0).collect();
            let given: Vec<(&[u32], i64)> = rows
                .iter()
                .map(|row| (&row.members[..], row.most))
                .collect();
            for half in find(&given, &values, EFFORT, &mut || 0.3) {
                cuts += 1;
                let used = half.rows.iter().map(|&row| &rows[row as usize]);
                let cut = Row::half(used, &half.raised);
                let sum = |value: &dyn Fn(u32) -> f64| -> f64 {
                    cut.members.iter().map(|&column| value(column)).sum()
                };
                let at_values = sum(&|column| values[column as usize]);
                assert!(at_values > cut.most as f64 + 1e-3);
                for point in 0u32..1 << columns {
                    let value = |column: u32| f64::from(point >> column & 1);
                    let holds = rows.iter().all(|row| {
                        let sum: f64 = row.members.iter().map(|&column| value(column)).sum();
                        sum <= row.most as f64
                    });
                    assert!(!holds || sum(&value) <= cut.most as f64);
                }
            }
        }
        assert!(cuts > 50, "{cuts}");
    }
}
