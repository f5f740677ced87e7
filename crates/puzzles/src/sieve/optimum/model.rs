//! The pairs of a sieve as the columns of a program, and its rows: every number in at
//! most one pair, and cuts, in a pool with their derivations.
//!
//! Invariant: columns are numbered as [`Numbers::pairs`] lists the pairs, by pick and
//! then from the largest tax down.

use crate::sieve::cuts::{Cut, PairSide};
use crate::sieve::{Numbers, Pair};
use dlx3_lp::pool::{Origin, Pool, Row};
use std::ops::Range;

/// Why a row holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A number is in at most one pair.
    Number(u32),
    /// No order plays more.
    Cycle(Cut),
    /// It was derived from rows that are not kept.
    Derived,
}

/// No column.
pub const NONE: u32 = u32::MAX;

pub struct Model<'n> {
    numbers: &'n Numbers,
    pairs: Vec<Pair>,
    /// By pick: its first pair.
    starts: Vec<u32>,
    /// Number n has row n - 1; cuts follow.
    pub pool: Pool<Source>,
    /// By number, zero between uses.
    uses: Vec<u32>,
}

impl<'n> Model<'n> {
    pub fn new(numbers: &'n Numbers) -> Self {
        let size = numbers.largest() as usize + 1;
        let pairs: Vec<Pair> = numbers.pairs().collect();
        let mut starts = vec![0; size + 1];
        let mut columns = vec![Vec::new(); size];
        for (column, pair) in (0u32..).zip(&pairs) {
            starts[pair.pick as usize + 1] = column + 1;
            columns[pair.pick as usize].push(column);
            columns[pair.tax as usize].push(column);
        }
        for pick in 0..size {
            starts[pick + 1] = starts[pick + 1].max(starts[pick]);
        }
        let mut pool = Pool::default();
        for (number, columns) in (0u32..).zip(columns).skip(1) {
            pool.push(Row::new(columns, 1), Source::Number(number));
        }
        Model {
            numbers,
            pairs,
            starts,
            pool,
            uses: vec![0; size],
        }
    }

    pub fn numbers(&self) -> &'n Numbers {
        self.numbers
    }

    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The column of a pair, if it has one.
    pub fn column(&self, pair: Pair) -> Option<u32> {
        let pick = pair.pick as usize;
        let own = self.starts[pick] as usize..self.starts[pick + 1] as usize;
        let place = self.pairs[own].iter().position(|own| own.tax == pair.tax);
        place.map(|place| self.starts[pick] + place as u32)
    }

    /// The row of a cut in the pool; none if it counts no more pairs than it allows.
    pub fn add_cycle(&mut self, cut: Cut) -> Option<u32> {
        let numbers = self.numbers;
        for &member in &cut.members {
            for &other in cut.side.others(numbers, member) {
                self.uses[other as usize] += 1;
            }
        }
        let mut columns = Vec::new();
        for &member in &cut.members {
            for &other in cut.side.others(numbers, member) {
                if self.uses[other as usize] >= 2 {
                    columns.extend(self.column(match cut.side {
                        PairSide::Taxes => Pair {
                            pick: other,
                            tax: member,
                        },
                        PairSide::Picks => Pair {
                            pick: member,
                            tax: other,
                        },
                    }));
                }
            }
        }
        for &member in &cut.members {
            for &other in cut.side.others(numbers, member) {
                self.uses[other as usize] = 0;
            }
        }
        let most = i64::from(cut.most());
        (columns.len() as i64 > most)
            .then(|| self.pool.give(Row::new(columns, most), Source::Cycle(cut)))
    }

    /// Keeps only these cuts, in this order; returns their new numbers.
    pub fn compact(&mut self, cuts: &[u32]) -> Range<u32> {
        let numbers = self.numbers.largest();
        let mut pool = Pool::default();
        for row in (0..numbers).chain(cuts.iter().copied()) {
            let source = match self.pool.origin(row) {
                Origin::Given(source) => source.clone(),
                Origin::Half { .. } => Source::Derived,
            };
            let row = self.pool.row(row).clone();
            match source {
                Source::Number(_) => pool.push(row, source),
                _ => pool.give(row, source),
            };
        }
        self.pool = pool;
        numbers..numbers + cuts.len() as u32
    }
}
