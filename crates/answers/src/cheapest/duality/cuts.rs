//! Cuts of a part's rows: zero-half cuts, which raise the bound of the relaxation.
//!
//! Half the sum of some rows, rounded down, holds for all solutions, as options hold or do not
//! ([`Row::half`]). If the values of a relaxation violate it, it becomes a row like the others,
//! with a tax like theirs. It is derived from rows of the whole part, so it holds in all nodes.
//! The cuts of odd cycles and of cliques of three rows are of this kind.
//!
//! Only cuts are taken in which each option counts once. The
//! [depth-first search](crate::cheapest::bound) can use such a cut, too: it is a row like that of an
//! item with an upper bound.
//!
//! Source: A. Caprara and M. Fischetti, {0, 1/2}-Chvátal-Gomory cuts (Mathematical Programming 74,
//! 1996).

use super::relaxation::{Row as Bounds, Rows};
use super::{Duality, PER_OPTION, WHOLE};
use dlx3_lp::halves::{self, Effort, Half};
use dlx3_lp::pool::{Pool, Row};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

/// How hard to look.
const EFFORT: Effort = Effort {
    passes: 30,
    depth: 0.01,
    violation: 0.01,
    cuts: 200,
    columns: 2000,
    candidates: 6000,
    tried: 10_000,
    parallel: 0.95,
};

/// A round is idle if it gains less than this share of the gain of all rounds.
const IDLE: f64 = 0.02;

/// The idle rounds in a row after which no more cuts are looked for.
const IDLE_ROUNDS: u32 = 3;

/// A round takes at most one part in `ROUND_SHARE` of the time before it, but may take
/// `LEAST_ROUND` and takes no more than `MOST_ROUND`, in nanoseconds.
const ROUND_SHARE: u64 = 4;
const LEAST_ROUND: u64 = 50_000_000;
const MOST_ROUND: u64 = 200_000_000;

/// Words of bits that are added in a nanosecond, at least.
const WORDS: u64 = 4;

/// A row that is not in the pool.
const NONE: u32 = u32::MAX;

/// The cuts, and how they follow from rows.
#[derive(Default)]
pub struct Cuts {
    /// Upper bounds of rows, each given by its number, and their halves.
    pool: Pool<u32>,
    /// The number of each row in the pool.
    numbers: Vec<u32>,
    /// The number of members of all cuts, dropped ones included.
    size: usize,
}

impl Cuts {
    /// The cuts, and the rows that they come from.
    pub fn pool(&self) -> &Pool<u32> {
        &self.pool
    }

    /// The memory of the cuts in bytes, about.
    pub fn bytes(&self) -> usize {
        // Each is there twice, as the pool finds equal ones.
        self.size * 8
    }

    /// The number of a row in the pool, if it is there.
    pub fn number(&self, row: usize) -> Option<u32> {
        let number = self.numbers.get(row).copied();
        number.filter(|&number| number != NONE)
    }

    /// Drops rows from `first` on; `stays` says which ones stay.
    pub fn retain(&mut self, first: usize, stays: &[bool]) {
        let mut place = 0..;
        self.numbers.retain(|_| {
            let row: usize = place.next().expect("there are enough numbers");
            row < first || stays[row - first]
        });
    }
}

/// The rounds of cuts at the root.
#[derive(Clone, Copy, Default)]
pub struct Rounds {
    /// The objective before the first round, and before the last one. It falls.
    objectives: Option<(f64, f64)>,
    /// The number of rounds that have gained little, one after the other.
    idle: u32,
}

impl Rounds {
    /// Whether one more round is worth it.
    fn is_worth(&mut self, objective: f64) -> bool {
        let Some((first, last)) = self.objectives else {
            self.objectives = Some((objective, objective));
            return true;
        };
        let gains_little = last - objective <= IDLE * (first - objective);
        self.idle = if gains_little { self.idle + 1 } else { 0 };
        self.objectives = Some((first, objective));
        self.idle < IDLE_ROUNDS
    }
}

impl Duality {
    /// Adds cuts that the relaxation of the root violates, which has just been solved, and drops
    /// the rows that are not tight. Returns whether there are cuts.
    pub(super) fn cut(&mut self, rounds: &mut Rounds, is_known: impl Fn(usize) -> bool) -> bool {
        if !rounds.is_worth(self.program.simplex.objective()) {
            return false;
        }
        self.drop_loose();
        let program = &self.program;
        let partial = (0..self.costs.len() as u32).filter(|&option| {
            let value = program.value(option);
            (WHOLE..=1.0 - WHOLE).contains(&value)
        });
        let (partial, rows) = (partial.count() as u64, self.rows.rows.len() as u64);
        let pass = 1 + partial * rows * (partial + rows).div_ceil(64) / WORDS;
        let most = (self.work / ROUND_SHARE).clamp(LEAST_ROUND, MOST_ROUND);
        let passes = (most / pass).min(EFFORT.passes.into());
        if passes == 0 {
            return false;
        }
        let effort = Effort {
            passes: passes as u32,
            ..EFFORT
        };
        let added = (self.rows).cut(|option| program.value(option), is_known, effort);
        self.work += passes * pass + PER_OPTION * self.costs.len() as u64;
        added > 0
    }

    /// Drops the rows of no items that are not tight in the relaxation of the root.
    pub(super) fn drop_loose(&mut self) {
        let stays = self.program.drop_loose(self.rows.items);
        self.rows.retain(&stays);
    }
}

impl Rows {
    /// Adds cuts that these values of options violate, from rows that `is_known` accepts. Returns
    /// the number of new rows.
    pub fn cut(
        &mut self,
        value: impl Fn(u32) -> f64,
        is_known: impl Fn(usize) -> bool,
        effort: Effort,
    ) -> usize {
        let options = self.of.len();
        let values: Vec<f64> = (0..options as u32)
            .map(|option| value(option).clamp(0.0, 1.0))
            .collect();
        for row in self.cuts.numbers.len()..self.rows.len() {
            let bounds = &self.rows[row];
            let binds = 0 < bounds.upper && (bounds.upper as usize) < bounds.members.len();
            let number = match binds && is_known(row) {
                true => {
                    let own = Row::new(bounds.members.clone(), bounds.upper.into());
                    self.cuts.pool.push(own, row as u32)
                }
                false => NONE,
            };
            self.cuts.numbers.push(number);
        }
        let numbers = self.cuts.numbers.iter().copied();
        let numbers: Vec<u32> = numbers.filter(|&number| number != NONE).collect();
        // How deep a cut is depends on the options that have a value.
        let valued: Vec<(Vec<u32>, i64)> = numbers
            .iter()
            .map(|&number| self.cuts.pool.row(number))
            .map(|row| {
                let members = row.members.iter().copied();
                let valued = members.filter(|&option| values[option as usize] > 0.0);
                (valued.collect(), row.most)
            })
            .collect();
        let valued: Vec<(&[u32], i64)> = valued
            .iter()
            .map(|(members, most)| (&members[..], *most))
            .collect();
        // Other numbers in each round.
        let mut random = Pcg64Mcg::new(self.cuts.size as u128);
        let mut below_one = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let found = halves::find(&valued, &values, effort, &mut below_one);
        found
            .into_iter()
            .filter(|half| self.add_half(half, &numbers))
            .count()
    }

    fn add_half(&mut self, half: &Half, numbers: &[u32]) -> bool {
        let rows: Vec<u32> = half.rows.iter().map(|&row| numbers[row as usize]).collect();
        let used = rows.iter().map(|&row| self.cuts.pool.row(row));
        let Row { members, most } = Row::half(used, &half.raised);
        let is_simple = members.windows(2).all(|two| two[0] < two[1]);
        let Ok(upper) = u32::try_from(most) else {
            return false;
        };
        if !is_simple || !self.has_room(members.len()) || self.cuts.size > self.most_cut_nodes() {
            return false;
        }
        self.cuts.size += members.len();
        let number = self.cuts.pool.halve(rows, half.raised.clone());
        if self.cuts.numbers.contains(&number) {
            return false;
        }
        self.cuts.numbers.push(number);
        self.add(Bounds {
            members,
            lower: 0,
            upper,
        });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::problem;
    use super::*;
    use crate::Limits;
    use crate::best::cheapest;
    use crate::problem::model::Model;
    use dlx3_format::{OptionId, Problem};
    use rand_pcg::Pcg64Mcg;

    /// The search of a problem with one part, its relaxation solved with cuts; and the bounds of
    /// the relaxation without and with them.
    fn cut(problem: &Problem, costs: &[i128]) -> Option<(Duality, [f64; 2])> {
        let model = Model::new(problem);
        let [part] = &model.parts[..] else {
            return None;
        };
        let own = part.costs(costs);
        let mut search = Duality::new(part, &own, 1)?;
        let late = search.program.cutoff(search.top);
        search.program.simplex.run(late, &mut || false);
        let before = search.program.simplex.objective();
        let mut rounds = Rounds::default();
        while search.cut(&mut rounds, |_| true) {
            search.program.add_rows(&search.rows);
            search.program.simplex.run(late, &mut || false);
        }
        let after = search.program.simplex.objective();
        Some((search, [before, after]))
    }

    #[test]
    fn the_cut_of_three_items_in_a_circle_closes_the_gap() {
        let text = "a b c\na b\nb c\nc a\na\nb\nc\n";
        let problem: Problem = text.parse().unwrap();
        let (search, [before, after]) = cut(&problem, &[2, 2, 2, 3, 3, 3]).unwrap();
        assert_eq!(search.rows.rows.len(), 4);
        let cut = &search.rows.rows[3];
        assert_eq!(
            (&cut.members[..], cut.lower, cut.upper),
            (&[0, 1, 2][..], 0, 1)
        );
        // Half of each pair costs 3; the best cover costs 5.
        assert!(
            (before / 3.0 - after / 5.0).abs() < 1e-3,
            "{before} {after}"
        );
    }

    #[test]
    fn all_solutions_satisfy_the_cuts() {
        let mut dice = Pcg64Mcg::new(7);
        let (mut cuts, mut gains) = (0, 0);
        for _ in 0..3000 {
            let (problem, costs) = problem(&mut dice);
            let Some((search, [before, after])) = cut(&problem, &costs) else {
                continue;
            };
            gains += u32::from(after < before - 1e-6);
            let all = cheapest(&problem, &costs, 10_000, &mut Limits::new(1 << 30)).unwrap();
            let options = search.part.choices.iter().map(|choice| choice.option);
            let options: Vec<OptionId> = options.collect();
            for row in &search.rows.rows[search.rows.items..] {
                cuts += 1;
                for (_, solution) in &all.solutions {
                    let members = row.members.iter().map(|&member| options[member as usize]);
                    let sum = members.filter(|member| solution.contains(member)).count();
                    assert!(sum <= row.upper as usize, "{row:?} {problem}");
                }
            }
        }
        assert!(cuts > 100 && gains > 100, "{cuts} {gains}");
    }
}
