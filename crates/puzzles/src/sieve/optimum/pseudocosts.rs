//! Pseudocosts: how much the bound has fallen so far, per unit of change of a role's
//! value, when the search branched on that role.

/// Averages by role and direction.
#[derive(Clone, Debug)]
pub struct Pseudocosts {
    /// By role: 2 number for the pick, 2 number + 1 for the tax; then down, up.
    sums: Vec<[f64; 2]>,
    counts: Vec<[u32; 2]>,
    total: [f64; 2],
    total_count: [u32; 2],
}

/// The number of trials in each direction after which the average is trusted.
const ENOUGH: u32 = 4;

impl Pseudocosts {
    pub fn new(largest: u32) -> Self {
        let size = 2 * largest as usize + 2;
        Pseudocosts {
            sums: vec![[0.0; 2]; size],
            counts: vec![[0; 2]; size],
            total: [0.0; 2],
            total_count: [0; 2],
        }
    }

    /// Records that the bound fell by `fall` when a role of that value was set to 0
    /// (`up` is 0) or to 1 (`up` is 1).
    pub fn add(&mut self, role: usize, up: usize, value: f64, fall: f64) {
        let distance = if up == 1 { 1.0 - value } else { value };
        let rate = fall.max(0.0) / distance.max(1e-3);
        self.sums[role][up] += rate;
        self.counts[role][up] += 1;
        self.total[up] += rate;
        self.total_count[up] += 1;
    }

    pub fn is_reliable(&self, role: usize) -> bool {
        self.counts[role].iter().all(|&count| count >= ENOUGH)
    }

    /// The estimated score of branching on a role of that value.
    pub fn estimate(&self, role: usize, value: f64) -> f64 {
        let fall = |up: usize, distance: f64| {
            let (sum, count) = match self.counts[role][up] {
                0 => (self.total[up], self.total_count[up]),
                count => (self.sums[role][up], count),
            };
            distance
                * if count == 0 {
                    1.0
                } else {
                    sum / f64::from(count)
                }
        };
        score(fall(0, value), fall(1, 1.0 - value))
    }
}

/// The score of a branching decision: the product of the falls of both children.
pub fn score(down: f64, up: f64) -> f64 {
    down.max(1e-3) * up.max(1e-3)
}
