//! The linear relaxation of a part, and bounds that are valid for any multipliers.
//!
//! Each item has a row: the sum of its options is within its bounds. A color is no such sum.
//! Instead, an item with colors gets *cliques*: sets of options of which at most one can hold. A
//! clique has one set per color, whose options share an item of bound one, so they exclude each
//! other; options of different colors exclude each other anyway. Rows for violated cliques are
//! added to the relaxation. All of them together are as strong as a variable for each color that is
//! at least the sum of each of its sets.
//!
//! # Safe rounding
//!
//! The simplex method makes rounding errors, so its bounds are not trusted. Its multipliers are
//! rounded to integers, which are the *taxes* of rows, and the bound is computed from these in
//! integers, without error:
//!
//! ```text
//! net[o]  = cost[o] - taxes of the rows of o
//! bound   = sum over rows: tax * lower if tax > 0, tax * upper otherwise
//!         + sum over options that may hold: min(net[o], 0)
//!         + sum over options that must hold: net[o]
//! ```
//!
//! For any taxes, no solution costs less: it pays each row's tax once for each of its options in
//! the row, and each of its options pays its net cost. So wrong multipliers give a low bound, never
//! one that is too high. A solution that has an option `o` which need not hold costs at least
//! `bound + max(net[o], 0)`. Costs are first multiplied by a power of two, as far as there is room,
//! so that rounding takes less than a unit off the bound.
//!
//! No sum can wrap. Let `S` be the sum of the absolute values of all costs; no tax exceeds it. Let
//! `N` be the number of nodes, clique rows included, and rows. Then the taxes of all options add up
//! to at most `S N`, and so do those of the rows, and all sums are less than `4 S (N + 1)` (see
//! [`Room`]).

use super::cuts::Cuts;
use crate::problem::model::{Demand, Part};
use dlx3_format::magnitude;
use dlx3_lp::Simplex;

/// The largest power of two to scale costs with.
const MOST_SHIFT: u32 = 24;

/// With a smaller power, exact bounds use 128 bits.
const LEAST_SHIFT: u32 = 6;

/// The largest number of clique rows for each item with colors, and of their nodes for each node of
/// the part.
const ROWS_PER_ITEM: usize = 64;
const NODES_PER_NODE: usize = 4;

/// A clique is added if it is violated by more than this.
const VIOLATED: f64 = 1e-4;

/// The scale of costs, and the size of sums.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Costs are multiplied by 2 to this power.
    pub shift: u32,
    /// No tax has a larger absolute value.
    pub most_tax: i128,
    /// Whether all sums fit into 64 bits.
    pub is_narrow: bool,
}

impl Room {
    /// The room for these costs. None if 128 bits are too few.
    pub fn new(part: &Part, costs: &[i128]) -> Option<Self> {
        let sum = magnitude(costs)?;
        let size =
            (NODES_PER_NODE + 1) * part.node_count() + (ROWS_PER_ITEM + 1) * part.demands.len() + 1;
        let reach = sum.checked_mul(4)?.checked_mul(size as i128)?;
        let shift = |most: i128| match reach {
            0 => MOST_SHIFT,
            _ => (most / reach).checked_ilog2().unwrap_or(0).min(MOST_SHIFT),
        };
        let narrow = shift(i64::MAX.into());
        let is_narrow = narrow >= LEAST_SHIFT;
        let shift = if is_narrow { narrow } else { shift(i128::MAX) };
        Some(Room {
            shift,
            most_tax: sum << shift,
            is_narrow,
        })
    }
}

/// A row: a number of its options within these bounds must hold.
#[derive(Clone, Debug)]
pub struct Row {
    /// The options, in order.
    pub members: Vec<u32>,
    /// The least number.
    pub lower: u32,
    /// The largest number.
    pub upper: u32,
}

/// The rows of a part: one for each item (empty for items with colors), then the cliques.
pub struct Rows {
    /// All rows.
    pub rows: Vec<Row>,
    /// The rows of each option, in order.
    pub of: Vec<Vec<u32>>,
    /// The number of rows that belong to items.
    pub items: usize,
    /// The number of nodes in cliques, and its limit.
    clique_nodes: usize,
    most_clique_nodes: usize,
    /// The cuts among the rows.
    pub cuts: Cuts,
    /// The items with colors, and their options by color, color 0 first.
    colored: Vec<(u32, Vec<Vec<u32>>)>,
}

impl Rows {
    /// The rows for the items of a part.
    pub fn new(part: &Part) -> Self {
        let mut colored = Vec::new();
        let mut place = vec![usize::MAX; part.demands.len()];
        let row = |(item, demand): (usize, &Demand)| {
            let (lower, upper) = match *demand {
                Demand::Once => (1, 1),
                Demand::Bounded { lower, upper } => (lower, upper),
                Demand::Agree { colors: 0 } => (0, 1),
                Demand::Agree { colors } => {
                    place[item] = colored.len();
                    colored.push((item as u32, vec![Vec::new(); colors as usize + 1]));
                    (0, 0)
                }
            };
            Row {
                members: Vec::new(),
                lower,
                upper,
            }
        };
        let mut rows: Vec<Row> = part.demands.iter().enumerate().map(row).collect();
        let mut of = vec![Vec::new(); part.choices.len()];
        let mut nodes = 0;
        for (option, choice) in part.choices.iter().enumerate() {
            nodes += choice.nodes.len();
            for &(item, color) in &choice.nodes {
                let item = item as usize;
                match place[item] {
                    usize::MAX => {
                        rows[item].members.push(option as u32);
                        of[option].push(item as u32);
                    }
                    place => colored[place].1[color as usize].push(option as u32),
                }
            }
        }
        Rows {
            items: rows.len(),
            rows,
            of,
            clique_nodes: 0,
            most_clique_nodes: NODES_PER_NODE * nodes,
            cuts: Cuts::default(),
            colored,
        }
    }

    /// Whether there is room for a row with this many members: see [`Room`].
    pub(super) fn has_room(&self, members: usize) -> bool {
        let most = self.items * (ROWS_PER_ITEM + 1);
        self.rows.len() < most && self.clique_nodes + members <= self.most_clique_nodes
    }

    /// The largest number of members of all cuts, dropped ones included.
    pub(super) fn most_cut_nodes(&self) -> usize {
        2 * self.most_clique_nodes
    }

    /// Adds a row. The caller knows that there is room for it.
    pub(super) fn add(&mut self, row: Row) {
        self.clique_nodes += row.members.len();
        for &option in &row.members {
            self.of[option as usize].push(self.rows.len() as u32);
        }
        self.rows.push(row);
    }

    /// Drops rows that belong to no items; `stays` says which ones stay.
    pub fn retain(&mut self, stays: &[bool]) {
        self.cuts.retain(self.items, stays);
        let rows = self.rows.split_off(self.items);
        for of in &mut self.of {
            of.retain(|&row| (row as usize) < self.items);
        }
        self.clique_nodes = 0;
        for (row, _) in rows.into_iter().zip(stays).filter(|(_, stays)| **stays) {
            self.add(row);
        }
    }

    /// Adds rows for cliques that these values of options violate. Returns the number of new rows.
    pub fn separate(&mut self, value: impl Fn(u32) -> f64) -> usize {
        let before = self.rows.len();
        let most = self.items + ROWS_PER_ITEM * self.colored.len();
        let mut sums: Vec<f64> = vec![0.0; self.items];
        for place in 0..self.colored.len() {
            if self.rows.len() >= most {
                break;
            }
            let mut members = Vec::new();
            let mut sum = 0.0;
            for (color, options) in self.colored[place].1.iter().enumerate() {
                let weighed = options.iter().filter(|&&option| value(option) > 0.0);
                if color == 0 {
                    // Of the options without a color, only one can hold.
                    sum += weighed.map(|&option| value(option)).sum::<f64>();
                    members.extend_from_slice(options);
                    continue;
                }
                // The set with the largest sum: options of this color that share an item of bound
                // one.
                let mut best = (0.0, u32::MAX);
                for &option in weighed.clone() {
                    for &row in self.exclusive(option) {
                        let sum = &mut sums[row as usize];
                        *sum += value(option);
                        if *sum > best.0 {
                            best = (*sum, row);
                        }
                    }
                    // A single option is a set, too.
                    if value(option) > best.0 {
                        best = (value(option), u32::MAX);
                    }
                }
                for &option in weighed.clone() {
                    for &row in self.exclusive(option) {
                        sums[row as usize] = 0.0;
                    }
                }
                sum += best.0;
                match best.1 {
                    u32::MAX => {
                        let most = weighed.max_by(|&&one, &&other| {
                            value(one).total_cmp(&value(other)).then(other.cmp(&one))
                        });
                        members.extend(most);
                    }
                    row => members.extend(
                        options
                            .iter()
                            .filter(|&&option| self.of[option as usize].contains(&row)),
                    ),
                }
            }
            if sum > 1.0 + VIOLATED && self.has_room(members.len()) {
                members.sort_unstable();
                self.add(Row {
                    members,
                    lower: 0,
                    upper: 1,
                });
            }
        }
        self.rows.len() - before
    }

    /// Those of an option's items that only one option can have.
    fn exclusive(&self, option: u32) -> impl Iterator<Item = &u32> {
        let rows = self.of[option as usize].iter();
        rows.filter(|&&row| (row as usize) < self.items && self.rows[row as usize].upper == 1)
    }
}

/// The bound that taxes prove.
#[derive(Clone, Debug, Default)]
pub struct Prices {
    /// The tax of each row.
    pub taxes: Vec<i128>,
    /// The cost of each open or chosen option after taxes.
    pub net: Vec<i128>,
    /// A lower bound for the cost of all solutions, scaled.
    pub bound: i128,
}

impl Prices {
    /// The bound for solutions that have all `chosen` options, and otherwise only `open` ones.
    /// `costs` are scaled.
    pub fn new(
        rows: &Rows,
        costs: &[i128],
        taxes: Vec<i128>,
        open: &[u32],
        chosen: &[u32],
    ) -> Self {
        let owed = rows.rows.iter().zip(&taxes).map(|(row, &tax)| {
            let options = if tax > 0 { row.lower } else { row.upper };
            tax * i128::from(options)
        });
        let mut bound: i128 = owed.sum();
        let mut net = vec![0; costs.len()];
        let of = |option: usize| {
            let rows = rows.of[option].iter();
            costs[option] - rows.map(|&row| taxes[row as usize]).sum::<i128>()
        };
        for &option in open {
            net[option as usize] = of(option as usize);
            bound += net[option as usize].min(0);
        }
        for &option in chosen {
            net[option as usize] = of(option as usize);
            bound += net[option as usize];
        }
        Prices { taxes, net, bound }
    }
}

/// A saved basis: see [`Program::basis`].
pub type Basis = Box<[(u32, f32)]>;

/// The linear program over some of the options.
pub struct Program {
    /// The simplex method. Its variables are the options below, then the rows.
    pub simplex: Simplex,
    /// The options with a column, in order; and the column of each option.
    pub options: Vec<u32>,
    columns: Vec<u32>,
    /// The number of its rows.
    rows: usize,
    /// The unit of the objective, in scaled costs.
    unit: f64,
}

/// The column of an option without one.
const NONE: u32 = u32::MAX;

impl Program {
    /// The program over these options, with all rows. `costs` are scaled.
    pub fn new(rows: &Rows, costs: &[i128], options: Vec<u32>) -> Self {
        let sum: f64 = costs.iter().map(|&cost| (cost as f64).abs()).sum();
        let unit = match sum > 0.0 {
            true => sum / costs.len() as f64 / 100.0,
            false => 1.0,
        };
        // Small differences between equal costs keep the simplex method from cycling
        // (perturbation). Bounds are computed from the true costs, so they stay valid.
        let gain = |&option: &u32| {
            let mut hash = (u64::from(option) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 29;
            hash = hash.wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let random = (hash >> 40) as f64 / (1u64 << 24) as f64;
            -(costs[option as usize] as f64 / unit) - 1e-5 * random
        };
        let mut columns = vec![NONE; costs.len()];
        for (column, &option) in options.iter().enumerate() {
            columns[option as usize] = column as u32;
        }
        let mut program = Program {
            simplex: Simplex::new(options.iter().map(gain).collect()),
            options,
            columns,
            rows: 0,
            unit,
        };
        program.add_rows(rows);
        program
    }

    /// Adds the new rows.
    pub fn add_rows(&mut self, rows: &Rows) {
        for row in &rows.rows[self.rows..] {
            let columns = row
                .members
                .iter()
                .map(|&option| self.columns[option as usize]);
            let columns = columns.filter(|&column| column != NONE).collect();
            self.simplex
                .add_row(columns, row.lower.into(), row.upper.into());
        }
        self.rows = rows.rows.len();
    }

    /// Drops the rows from `first` on that are not tight. Returns which ones stay.
    pub fn drop_loose(&mut self, first: usize) -> Vec<bool> {
        let stays = self.simplex.retain_rows(first, |_| false);
        self.rows = self.simplex.row_count();
        stays
    }

    /// The value of an option after a run.
    pub fn value(&self, option: u32) -> f64 {
        match self.columns[option as usize] {
            NONE => 0.0,
            column => self.simplex.value(column as usize),
        }
    }

    /// Whether an option has a column.
    pub fn has(&self, option: u32) -> bool {
        self.columns[option as usize] != NONE
    }

    /// Allows the open options and requires the chosen ones.
    pub fn fix(&mut self, is_open: impl Fn(u32) -> bool, chosen: &[u32]) {
        for (column, &option) in self.options.iter().enumerate() {
            let upper = f64::from(u8::from(is_open(option)));
            self.simplex.bound_variable(column, 0.0, upper);
        }
        for &option in chosen {
            let column = self.columns[option as usize];
            self.simplex.bound_variable(column as usize, 1.0, 1.0);
        }
    }

    /// Changes the bounds of an option, if it has a column.
    pub fn bound(&mut self, option: u32, lower: u8, upper: u8) {
        let column = self.columns[option as usize];
        if column != NONE {
            let (lower, upper) = (lower.into(), upper.into());
            self.simplex.bound_variable(column as usize, lower, upper);
        }
    }

    /// The cutoff of the simplex method for solutions that cost more than `ceiling`, scaled.
    pub fn cutoff(&self, ceiling: i128) -> f64 {
        let ceiling = ceiling as f64 / self.unit;
        -ceiling - 1e-3 - 1e-9 * ceiling.abs()
    }

    /// The multipliers as taxes: rounded, and limited by the room.
    pub fn taxes(&self, room: Room) -> Vec<i128> {
        let round = |&multiplier: &f64| {
            let tax = (-multiplier * self.unit).round() as i128;
            tax.clamp(-room.most_tax, room.most_tax)
        };
        self.simplex.multipliers().iter().map(round).collect()
    }

    /// The basic variables, options first, with their steepest edge weights. Row r is the number of
    /// all options plus r.
    pub fn basis(&self) -> Basis {
        let (columns, all) = (self.options.len() as u32, self.columns.len() as u32);
        let variables = self.simplex.basic_variables().iter();
        let name = |(&variable, &weight): (&u32, &f64)| {
            let name = match variable.checked_sub(columns) {
                None => self.options[variable as usize],
                Some(row) => all + row,
            };
            (name, weight as f32)
        };
        variables.zip(self.simplex.weights()).map(name).collect()
    }

    /// Starts from such a basis.
    pub fn load(&mut self, basis: &[(u32, f32)]) {
        let (columns, all) = (self.options.len() as u32, self.columns.len() as u32);
        let place = |&(variable, weight): &(u32, f32)| {
            let variable = match variable.checked_sub(all) {
                None => Some(self.columns[variable as usize]).filter(|&column| column != NONE),
                Some(row) => Some(columns + row),
            };
            Some((variable?, f64::from(weight)))
        };
        let variables: Vec<(u32, f64)> = basis.iter().filter_map(place).collect();
        self.simplex.load_weighted(variables);
    }
}
