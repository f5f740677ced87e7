//! The LU factors of a basis matrix (left-looking, sparse), and an eta column for each change of
//! basis since.
//!
//! Rows are the rows of the constraint matrix, slots the columns of the basis. Step k of the
//! elimination pivots on row `rows[k]` and slot `slots[k]`. Invariant: with P the matrix of the
//! steps, B = L U; column k of L has only rows that are pivoted after step k, column k of U only
//! steps before k.

/// Sparse columns, one after another.
#[derive(Default)]
struct Columns {
    starts: Vec<u32>,
    indices: Vec<u32>,
    values: Vec<f64>,
}

impl Columns {
    fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.indices.clear();
        self.values.clear();
    }

    fn push(&mut self, index: u32, value: f64) {
        self.indices.push(index);
        self.values.push(value);
    }

    fn end_column(&mut self) {
        self.starts.push(self.indices.len() as u32);
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    fn column(&self, k: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.starts[k] as usize..self.starts[k + 1] as usize;
        let indices = self.indices[range.clone()].iter();
        indices
            .zip(&self.values[range])
            .map(|(&index, &value)| (index as usize, value))
    }
}

/// A singular basis: `slot` depends on the other columns, and `row` is open; its logical variable
/// can take the slot.
pub struct Singular {
    pub slot: usize,
    pub row: usize,
}

/// The factors of a basis.
#[derive(Default)]
pub struct Factor {
    rows: Vec<u32>,
    slots: Vec<u32>,
    lower: Columns,
    upper: Columns,
    diagonal: Vec<f64>,
    /// The eta columns, without their pivots.
    etas: Columns,
    eta_pivots: Vec<(u32, f64)>,
    work: Vec<f64>,
}

const NONE: u32 = u32::MAX;
/// A pivot has at least this share of the largest candidate of its column (threshold pivoting).
const THRESHOLD: f64 = 0.1;
const TINY: f64 = 1e-9;
/// Smaller entries are rounding errors of zero.
const NOTHING: f64 = 1e-14;

/// The part of the basis that is not factored yet.
struct Open<'c> {
    columns: &'c [&'c [u32]],
    /// The slots of row r are `members[starts[r]..starts[r + 1]]`.
    starts: Vec<u32>,
    members: Vec<u32>,
    /// The open slots of each row, and the open rows of each slot. Exact only while all steps take
    /// singletons.
    row_count: Vec<u32>,
    slot_count: Vec<u32>,
    /// [`NONE`] for an open row.
    step_of_row: Vec<u32>,
    slot_done: Vec<bool>,
    /// Slots with one open row, and rows with one open slot. An entry may be out of date.
    single_slots: Vec<u32>,
    single_rows: Vec<u32>,
}

impl<'c> Open<'c> {
    fn new(columns: &'c [&'c [u32]]) -> Self {
        let m = columns.len();
        let mut starts = vec![0u32; m + 2];
        for rows in columns {
            for &row in *rows {
                starts[row as usize + 2] += 1;
            }
        }
        for row in 0..m {
            starts[row + 2] += starts[row + 1];
        }
        let mut members = vec![0u32; starts[m + 1] as usize];
        for (slot, rows) in columns.iter().enumerate() {
            for &row in *rows {
                let at = &mut starts[row as usize + 1];
                members[*at as usize] = slot as u32;
                *at += 1;
            }
        }
        let row_count: Vec<u32> = (0..m).map(|row| starts[row + 1] - starts[row]).collect();
        let slot_count: Vec<u32> = columns.iter().map(|rows| rows.len() as u32).collect();
        let single = |counts: &[u32]| {
            let places = (0..).zip(counts).filter(|&(_, &count)| count == 1);
            places.map(|(place, _)| place).collect()
        };
        Open {
            columns,
            starts,
            members,
            single_slots: single(&slot_count),
            single_rows: single(&row_count),
            row_count,
            slot_count,
            step_of_row: vec![NONE; m],
            slot_done: vec![false; m],
        }
    }

    /// The next singleton: a slot with one open row, or a row with one open slot.
    fn next_single(&mut self) -> Option<(usize, usize)> {
        loop {
            if let Some(slot) = self.single_slots.pop() {
                let slot = slot as usize;
                if !self.slot_done[slot] && self.slot_count[slot] == 1 {
                    let is_open = |row: &&u32| self.step_of_row[**row as usize] == NONE;
                    let row = self.columns[slot].iter().find(is_open);
                    return Some((*row.expect("one open row") as usize, slot));
                }
            } else {
                let row = self.single_rows.pop()? as usize;
                if self.step_of_row[row] == NONE && self.row_count[row] == 1 {
                    let is_open = |slot: &&u32| !self.slot_done[**slot as usize];
                    let slot = self.slots_of(row).iter().find(is_open);
                    return Some((row, *slot.expect("one open slot") as usize));
                }
            }
        }
    }

    fn slots_of(&self, row: usize) -> &[u32] {
        &self.members[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// Closes the singleton that step `step` takes.
    fn close(&mut self, row: usize, slot: usize, step: u32) {
        for &other in self.columns[slot] {
            if self.step_of_row[other as usize] == NONE && other as usize != row {
                self.row_count[other as usize] -= 1;
                if self.row_count[other as usize] == 1 {
                    self.single_rows.push(other);
                }
            }
        }
        for at in self.starts[row]..self.starts[row + 1] {
            let other = self.members[at as usize] as usize;
            if !self.slot_done[other] {
                self.slot_count[other] -= 1;
                if self.slot_count[other] == 1 {
                    self.single_slots.push(other as u32);
                }
            }
        }
        self.step_of_row[row] = step;
        self.slot_done[slot] = true;
    }
}

/// The rows that the column of a slot reaches in the graph of L.
struct Met {
    /// Earlier steps, in reverse topological order: a step comes after all that its rows lead to.
    steps: Vec<u32>,
    /// Open rows.
    rows: Vec<u32>,
    /// The last slot that visited each row.
    visited: Vec<u32>,
    /// The stack of the depth-first search: steps, each with its next entry.
    stack: Vec<(u32, u32)>,
}

impl Met {
    fn new(rows: usize) -> Self {
        Met {
            steps: Vec::new(),
            rows: Vec::new(),
            visited: vec![NONE; rows],
            stack: Vec::new(),
        }
    }

    /// Visits a row for a slot. Returns the row's step if the search must continue there.
    fn visit(&mut self, row: u32, slot: usize, open: &Open<'_>) -> Option<u32> {
        let visited = &mut self.visited[row as usize];
        if *visited == slot as u32 {
            return None;
        }
        *visited = slot as u32;
        let step = open.step_of_row[row as usize];
        if step == NONE {
            self.rows.push(row);
        }
        (step != NONE).then_some(step)
    }
}

impl Factor {
    /// Factors the basis whose slot s has ones in the rows `columns[s]`: a row that stands there k
    /// times has the entry k.
    ///
    /// # Errors
    /// If the columns are dependent.
    pub fn refactor(&mut self, columns: &[&[u32]]) -> Result<(), Singular> {
        self.rows.clear();
        self.slots.clear();
        self.diagonal.clear();
        self.lower.clear();
        self.upper.clear();
        self.etas.clear();
        self.eta_pivots.clear();
        self.work.clear();
        self.work.resize(columns.len(), 0.0);
        let mut open = Open::new(columns);
        self.take_singles(&mut open);
        // The rest, sparse columns first.
        let mut rest: Vec<usize> = (0..columns.len())
            .filter(|&slot| !open.slot_done[slot])
            .collect();
        rest.sort_by_key(|&slot| open.slot_count[slot]);
        let mut met = Met::new(columns.len());
        for slot in rest {
            self.take_column(slot, &mut open, &mut met)?;
        }
        Ok(())
    }

    /// Takes singletons. They need no arithmetic: a column with one open row has no L part, and a
    /// row with one open column changes no other column.
    fn take_singles(&mut self, open: &mut Open<'_>) {
        while let Some((row, slot)) = open.next_single() {
            for &other in open.columns[slot] {
                let earlier = open.step_of_row[other as usize];
                if earlier != NONE {
                    self.upper.push(earlier, 1.0);
                } else if other as usize != row {
                    self.lower.push(other, 1.0);
                }
            }
            open.close(row, slot, self.rows.len() as u32);
            self.end_step(row, slot, 1.0);
        }
    }

    /// Factors one column: solves it by the earlier steps, then pivots on an open row. Among rows
    /// with large enough entries it takes the one with the fewest open slots (Markowitz).
    fn take_column(
        &mut self,
        slot: usize,
        open: &mut Open<'_>,
        met: &mut Met,
    ) -> Result<(), Singular> {
        self.meet(slot, open, met);
        for &step in met.steps.iter().rev() {
            let row = self.rows[step as usize] as usize;
            let value = std::mem::take(&mut self.work[row]);
            if value.abs() > NOTHING {
                self.upper.push(step, value);
                for (row, factor) in self.lower.column(step as usize) {
                    self.work[row] -= factor * value;
                }
            }
        }
        let size = |row: u32| self.work[row as usize].abs();
        let largest = met.rows.iter().map(|&row| size(row)).fold(0.0, f64::max);
        if largest < TINY {
            let row = open.step_of_row.iter().position(|&step| step == NONE);
            let row = row.expect("as many rows as slots");
            return Err(Singular { slot, row });
        }
        let large = met.rows.iter().copied();
        let large = large.filter(|&row| size(row) >= THRESHOLD * largest);
        let pivot_row = large
            .min_by_key(|&row| open.row_count[row as usize])
            .expect("the largest qualifies") as usize;
        let pivot = self.work[pivot_row];
        for &row in &met.rows {
            let value = std::mem::take(&mut self.work[row as usize]);
            if row as usize != pivot_row && value.abs() > NOTHING {
                self.lower.push(row, value / pivot);
            }
        }
        open.step_of_row[pivot_row] = self.rows.len() as u32;
        self.end_step(pivot_row, slot, pivot);
        Ok(())
    }

    /// Finds the earlier steps and the open rows that a column reaches, depth first along L
    /// (Gilbert and Peierls), and puts its ones into `work`.
    fn meet(&mut self, slot: usize, open: &Open<'_>, met: &mut Met) {
        met.steps.clear();
        met.rows.clear();
        for &row in open.columns[slot] {
            self.work[row as usize] += 1.0;
            if let Some(step) = met.visit(row, slot, open) {
                met.stack.push((step, self.lower.starts[step as usize]));
            }
            while let Some((step, next)) = met.stack.last_mut() {
                if *next == self.lower.starts[*step as usize + 1] {
                    met.steps.push(*step);
                    met.stack.pop();
                    continue;
                }
                let child = self.lower.indices[*next as usize];
                *next += 1;
                if let Some(step) = met.visit(child, slot, open) {
                    met.stack.push((step, self.lower.starts[step as usize]));
                }
            }
        }
    }

    fn end_step(&mut self, row: usize, slot: usize, pivot: f64) {
        self.rows.push(row as u32);
        self.slots.push(slot as u32);
        self.diagonal.push(pivot);
        self.lower.end_column();
        self.upper.end_column();
    }

    /// The number of changes of basis since the last factoring.
    pub fn etas(&self) -> usize {
        self.eta_pivots.len()
    }

    /// The number of entries of L, U and the eta columns.
    pub fn entries(&self) -> usize {
        self.lower.indices.len() + self.upper.indices.len() + self.etas.indices.len()
    }

    /// The number of entries of the eta columns.
    pub fn eta_entries(&self) -> usize {
        self.etas.indices.len()
    }

    /// Replaces the column of `slot`. `column` is the new column in terms of the old basis, by
    /// slot.
    pub fn replace(&mut self, slot: usize, column: &[f64]) {
        for (other, &value) in column.iter().enumerate() {
            if other != slot && value.abs() > 1e-13 {
                self.etas.push(other as u32, value);
            }
        }
        self.etas.end_column();
        self.eta_pivots.push((slot as u32, column[slot]));
    }

    /// Solves B x = b: `b` by row becomes `x` by slot.
    pub fn solve(&mut self, vector: &mut Vec<f64>) {
        let m = self.rows.len();
        let b = &mut vector[..m];
        for k in 0..m {
            let value = b[self.rows[k] as usize];
            if value != 0.0 {
                for (row, factor) in self.lower.column(k) {
                    b[row] -= factor * value;
                }
            }
        }
        for k in (0..m).rev() {
            let row = self.rows[k] as usize;
            let mut value = b[row];
            if value != 0.0 {
                value /= self.diagonal[k];
                for (step, factor) in self.upper.column(k) {
                    b[self.rows[step] as usize] -= factor * value;
                }
            }
            self.work[self.slots[k] as usize] = value;
        }
        std::mem::swap(&mut self.work, vector);
        for (k, &(slot, pivot)) in self.eta_pivots.iter().enumerate() {
            let value = vector[slot as usize];
            if value != 0.0 {
                let value = value / pivot;
                vector[slot as usize] = value;
                for (other, factor) in self.etas.column(k) {
                    vector[other] -= factor * value;
                }
            }
        }
        clean(vector);
    }

    /// Solves Bᵀ y = c: `c` by slot becomes `y` by row.
    pub fn solve_transposed(&mut self, vector: &mut [f64]) {
        debug_assert_eq!(self.etas.len(), self.eta_pivots.len());
        for (k, &(slot, pivot)) in self.eta_pivots.iter().enumerate().rev() {
            let mut value = vector[slot as usize];
            for (other, factor) in self.etas.column(k) {
                value -= factor * vector[other];
            }
            vector[slot as usize] = value / pivot;
        }
        let m = self.rows.len();
        // `work` is indexed by step. The result is indexed by row.
        for k in 0..m {
            let mut value = vector[self.slots[k] as usize];
            for (step, factor) in self.upper.column(k) {
                value -= factor * self.work[step];
            }
            self.work[k] = value / self.diagonal[k];
        }
        for k in (0..m).rev() {
            let mut value = self.work[k];
            for (row, factor) in self.lower.column(k) {
                value -= factor * vector[row];
            }
            vector[self.rows[k] as usize] = value;
        }
        clean(vector);
    }
}

/// Sets rounding noise to zero: it would lengthen every later loop.
fn clean(vector: &mut [f64]) {
    for value in vector {
        if value.abs() < 1e-12 {
            *value = 0.0;
        }
    }
}
