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

impl Factor {
    /// Factors the basis whose slot s has ones in the rows `columns[s]`.
    ///
    /// # Errors
    /// If the columns are dependent.
    pub fn refactor(&mut self, columns: &[&[u32]]) -> Result<(), Singular> {
        let m = columns.len();
        self.rows.clear();
        self.slots.clear();
        self.diagonal.clear();
        self.lower.clear();
        self.upper.clear();
        self.etas.clear();
        self.eta_pivots.clear();
        self.work.clear();
        self.work.resize(m, 0.0);

        // The slots of each row.
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
        let slots_of = |row: usize| &members[starts[row] as usize..starts[row + 1] as usize];

        let mut row_count: Vec<u32> = (0..m).map(|row| slots_of(row).len() as u32).collect();
        let mut slot_count: Vec<u32> = columns.iter().map(|rows| rows.len() as u32).collect();
        let mut step_of_row = vec![NONE; m];
        let mut slot_done = vec![false; m];
        let mut single_slots: Vec<u32> = (0..m as u32)
            .filter(|&slot| slot_count[slot as usize] == 1)
            .collect();
        let mut single_rows: Vec<u32> = (0..m as u32)
            .filter(|&row| row_count[row as usize] == 1)
            .collect();
        // Singletons need no arithmetic: a column with one open row has no L
        // part, and a row with one open column changes no other column.
        loop {
            let (row, slot) = if let Some(slot) = single_slots.pop() {
                let slot = slot as usize;
                if slot_done[slot] || slot_count[slot] != 1 {
                    continue;
                }
                let open = |row: &&u32| step_of_row[**row as usize] == NONE;
                let row = columns[slot].iter().find(open).expect("one open row");
                (*row as usize, slot)
            } else if let Some(row) = single_rows.pop() {
                let row = row as usize;
                if step_of_row[row] != NONE || row_count[row] != 1 {
                    continue;
                }
                let open = |slot: &&u32| !slot_done[**slot as usize];
                let slot = slots_of(row).iter().find(open).expect("one open slot");
                (row, *slot as usize)
            } else {
                break;
            };
            let step = self.rows.len() as u32;
            for &other in columns[slot] {
                let earlier = step_of_row[other as usize];
                if earlier != NONE {
                    self.upper.push(earlier, 1.0);
                } else if other as usize != row {
                    self.lower.push(other, 1.0);
                    row_count[other as usize] -= 1;
                    if row_count[other as usize] == 1 {
                        single_rows.push(other);
                    }
                }
            }
            for &other in slots_of(row) {
                if !slot_done[other as usize] {
                    slot_count[other as usize] -= 1;
                    if slot_count[other as usize] == 1 {
                        single_slots.push(other);
                    }
                }
            }
            self.end_step(row, slot, 1.0);
            step_of_row[row] = step;
            slot_done[slot] = true;
        }

        // What is left, sparse columns first.
        let mut rest: Vec<usize> = (0..m).filter(|&slot| !slot_done[slot]).collect();
        rest.sort_by_key(|&slot| slot_count[slot]);
        let mut visited = vec![NONE; m];
        let mut order = Vec::new();
        let mut stack: Vec<(usize, u32)> = Vec::new();
        let mut pattern: Vec<u32> = Vec::new();
        for slot in rest {
            // The earlier steps that this column meets, in topological order:
            // depth first along L.
            order.clear();
            pattern.clear();
            for &row in columns[slot] {
                let row = row as usize;
                self.work[row] = 1.0;
                if visited[row] == slot as u32 {
                    continue;
                }
                visited[row] = slot as u32;
                if step_of_row[row] == NONE {
                    pattern.push(row as u32);
                    continue;
                }
                stack.push((row, self.lower.starts[step_of_row[row] as usize]));
                while let Some((row, next)) = stack.last_mut() {
                    let step = step_of_row[*row] as usize;
                    if *next == self.lower.starts[step + 1] {
                        order.push(step as u32);
                        stack.pop();
                        continue;
                    }
                    let child = self.lower.indices[*next as usize] as usize;
                    *next += 1;
                    if visited[child] == slot as u32 {
                        continue;
                    }
                    visited[child] = slot as u32;
                    if step_of_row[child] == NONE {
                        pattern.push(child as u32);
                    } else {
                        stack.push((child, self.lower.starts[step_of_row[child] as usize]));
                    }
                }
            }
            for &step in order.iter().rev() {
                let row = self.rows[step as usize] as usize;
                let value = std::mem::take(&mut self.work[row]);
                if value.abs() > 1e-14 {
                    self.upper.push(step, value);
                    for (row, factor) in self.lower.column(step as usize) {
                        self.work[row] -= factor * value;
                    }
                }
            }
            let largest = pattern
                .iter()
                .map(|&row| self.work[row as usize].abs())
                .fold(0.0, f64::max);
            if largest < TINY {
                let row = (0..m).find(|&row| step_of_row[row] == NONE);
                let row = row.expect("as many rows as slots");
                return Err(Singular { slot, row });
            }
            let pivot_row = pattern
                .iter()
                .copied()
                .filter(|&row| self.work[row as usize].abs() >= THRESHOLD * largest)
                .min_by_key(|&row| row_count[row as usize])
                .expect("the largest qualifies") as usize;
            let pivot = self.work[pivot_row];
            for &row in &pattern {
                let row = row as usize;
                let value = std::mem::take(&mut self.work[row]);
                if row != pivot_row && value.abs() > 1e-14 {
                    self.lower.push(row as u32, value / pivot);
                }
            }
            step_of_row[pivot_row] = self.rows.len() as u32;
            self.end_step(pivot_row, slot, pivot);
        }
        Ok(())
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
