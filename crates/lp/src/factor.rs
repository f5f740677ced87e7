//! The factors of a basis matrix: L and U, and an eta column for every change
//! of basis since.
//!
//! Rows are the rows of the constraint matrix, slots the columns of the basis.
//! Step k of the elimination pivots on row `rows[k]` and slot `slots[k]`.
//! Invariant: with P the matrix of the steps, B = L U; column k of L holds only
//! rows that are pivoted after step k, column k of U only steps before k.

/// Sparse columns one after the other.
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

/// A slot whose column depends on the others, and a row that its logical
/// variable would pivot.
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
/// A pivot is at least this part of the largest candidate of its column.
const THRESHOLD: f64 = 0.1;
const TINY: f64 = 1e-9;
/// Entries up to this are zeros that rounding has changed.
const NOTHING: f64 = 1e-14;

/// What has not been factored yet.
struct Open<'c> {
    columns: &'c [&'c [u32]],
    /// The slots of row r are `members[starts[r]..starts[r + 1]]`.
    starts: Vec<u32>,
    members: Vec<u32>,
    /// How many open slots a row has, and open rows a slot. Both are right as long as only single
    /// ones have been taken.
    row_count: Vec<u32>,
    slot_count: Vec<u32>,
    /// [`NONE`] for an open row.
    step_of_row: Vec<u32>,
    slot_done: Vec<bool>,
    /// Slots with one open row, and rows with one open slot; some are not any more.
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

    /// A row and a slot, one of which is the only open one of the other.
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

    /// A single row or slot is taken, by a step.
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

/// What a column meets.
struct Met {
    /// Earlier steps; each of them stands behind those that its rows lead to.
    steps: Vec<u32>,
    /// Open rows.
    rows: Vec<u32>,
    /// For which slot a row was visited last.
    visited: Vec<u32>,
    /// The steps on the way, and the entry of each that is next.
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

    /// Visits a row for a slot. The row's step, if that is to be visited now.
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
    /// Factors the basis whose slot s has ones in the rows `columns[s]`.
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
        // What is left, sparse columns first.
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

    /// Takes single slots and single rows. They need no arithmetic: a column with one open row has
    /// no L part, and a row with one open column changes no other column.
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

    /// Takes a column: solves it by the steps before, and chooses the pivot among the open rows that
    /// are large enough.
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

    /// Finds the earlier steps and the open rows that a column meets: depth first along L. Its ones
    /// are put into `work`.
    fn meet(&mut self, slot: usize, open: &Open<'_>, met: &mut Met) {
        met.steps.clear();
        met.rows.clear();
        for &row in open.columns[slot] {
            self.work[row as usize] = 1.0;
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

    /// How many changes of basis came since the last factoring.
    pub fn etas(&self) -> usize {
        self.eta_pivots.len()
    }

    /// The number of all entries.
    pub fn entries(&self) -> usize {
        self.lower.indices.len() + self.upper.indices.len() + self.etas.indices.len()
    }

    /// The number of entries of the eta columns.
    pub fn eta_entries(&self) -> usize {
        self.etas.indices.len()
    }

    /// Replaces the column of `slot`; `column` is the new one in terms of the
    /// old basis, by slot.
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
        // `work` by step, then by row.
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

/// Rounding noise would make every later loop longer.
fn clean(vector: &mut [f64]) {
    for value in vector {
        if value.abs() < 1e-12 {
            *value = 0.0;
        }
    }
}
