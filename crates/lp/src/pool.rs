//! Rows of whole numbers, and a pool that keeps cuts with their derivations.
//!
//! A cut is given (its source says why it holds) or it is half the sum of earlier rows.
//! Invariant: the rows of a half have smaller numbers than the half itself.

use std::collections::HashMap;

/// Sum of the members at most `most`. A column that stands k times has the coefficient k.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Sorted.
    pub members: Vec<u32>,
    /// The greatest sum.
    pub most: i64,
}

impl Row {
    /// A row with these members, in any order.
    pub fn new(mut members: Vec<u32>, most: i64) -> Self {
        members.sort_unstable();
        Row { members, most }
    }

    /// Half the sum of rows, rounded down, for variables that are 0 or 1.
    ///
    /// Odd coefficients are made even first: by x <= 1 for the columns in `raised`
    /// (sorted), by -x <= 0 for the others. All coefficients are then whole after the
    /// division, so the right side may be rounded down (Caprara and Fischetti,
    /// {0, 1/2}-Chvátal-Gomory cuts, 1996).
    pub fn half<'r>(rows: impl IntoIterator<Item = &'r Row>, raised: &[u32]) -> Row {
        let mut sum = Vec::new();
        let mut most = 0;
        for row in rows {
            sum.extend_from_slice(&row.members);
            most += row.most;
        }
        sum.sort_unstable();
        let mut members = Vec::new();
        for equal in sum.chunk_by(|a, b| a == b) {
            let mut coefficient = equal.len();
            if coefficient % 2 == 1 && raised.binary_search(&equal[0]).is_ok() {
                coefficient += 1;
                most += 1;
            }
            members.extend(std::iter::repeat_n(equal[0], coefficient / 2));
        }
        Row {
            members,
            most: most.div_euclid(2),
        }
    }
}

/// Why a row holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin<S> {
    /// For a reason outside of the pool.
    Given(S),
    /// It is [`Row::half`] of these rows of the pool.
    Half {
        /// Their numbers.
        rows: Vec<u32>,
        /// The columns that are raised, sorted.
        raised: Vec<u32>,
    },
}

/// Rows by number.
#[derive(Clone, Debug)]
pub struct Pool<S> {
    rows: Vec<Row>,
    origins: Vec<Origin<S>>,
    numbers: HashMap<Row, u32>,
}

impl<S> Default for Pool<S> {
    fn default() -> Self {
        Pool {
            rows: Vec::new(),
            origins: Vec::new(),
            numbers: HashMap::new(),
        }
    }
}

impl<S> Pool<S> {
    /// Adds a row that holds because of `source`. Returns its number, or that of the
    /// equal row that is there already.
    pub fn give(&mut self, row: Row, source: S) -> u32 {
        self.add(row, Origin::Given(source))
    }

    /// Adds a row that holds because of `source`, even if an equal one is there. Rows that
    /// are added later are not compared with it.
    pub fn push(&mut self, row: Row, source: S) -> u32 {
        let number = self.rows.len() as u32;
        self.rows.push(row);
        self.origins.push(Origin::Given(source));
        number
    }

    /// Adds half the sum of rows of the pool, as [`Row::half`] has it.
    ///
    /// # Panics
    /// If a row is not in the pool.
    pub fn halve(&mut self, rows: Vec<u32>, raised: Vec<u32>) -> u32 {
        let row = Row::half(rows.iter().map(|&row| &self.rows[row as usize]), &raised);
        self.add(row, Origin::Half { rows, raised })
    }

    fn add(&mut self, row: Row, origin: Origin<S>) -> u32 {
        if let Some(&number) = self.numbers.get(&row) {
            return number;
        }
        let number = self.rows.len() as u32;
        self.numbers.insert(row.clone(), number);
        self.rows.push(row);
        self.origins.push(origin);
        number
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A row by its number.
    pub fn row(&self, number: u32) -> &Row {
        &self.rows[number as usize]
    }

    /// Why a row holds.
    pub fn origin(&self, number: u32) -> &Origin<S> {
        &self.origins[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_an_odd_cycle_of_edges_is_its_cut() {
        let edge = |a, b| Row::new(vec![a, b], 1);
        let mut pool: Pool<&str> = Pool::default();
        let rows = [edge(0, 1), edge(2, 1), edge(0, 2)];
        let rows: Vec<u32> = rows.into_iter().map(|row| pool.give(row, "edge")).collect();
        let cut = pool.halve(rows.clone(), Vec::new());
        assert_eq!(*pool.row(cut), Row::new(vec![0, 1, 2], 1));
        assert_eq!(pool.halve(rows, Vec::new()), cut);
        assert_eq!(pool.len(), 4);
    }

    #[test]
    fn an_odd_column_is_raised_or_dropped() {
        let rows = [Row::new(vec![0, 1, 2], 2), Row::new(vec![0, 1, 3], 2)];
        assert_eq!(Row::half(&rows, &[]), Row::new(vec![0, 1], 2));
        assert_eq!(Row::half(&rows, &[3]), Row::new(vec![0, 1, 3], 2));
        assert_eq!(Row::half(&rows, &[2, 3]), Row::new(vec![0, 1, 2, 3], 3));
    }
}
