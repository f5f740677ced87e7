//! What branching on a number's role has cost so far: how much the bound fell
//! per unit of the role's value that was taken away (pseudocosts).

/// Averages by role and direction.
#[derive(Clone, Debug)]
pub struct Experience {
    /// By role: 2 number for the pick, 2 number + 1 for the tax; then down, up.
    sums: Vec<[f64; 2]>,
    counts: Vec<[u32; 2]>,
    total: [f64; 2],
    total_count: [u32; 2],
}

/// So many trials of each direction are enough to trust the average.
const ENOUGH: u32 = 4;

impl Experience {
    pub fn new(largest: u32) -> Self {
        let size = 2 * largest as usize + 2;
        Experience {
            sums: vec![[0.0; 2]; size],
            counts: vec![[0; 2]; size],
            total: [0.0; 2],
            total_count: [0; 2],
        }
    }

    /// Notes that the bound fell by `fall` when a role of that value went down
    /// to 0 (`up` is 0) or up to 1 (`up` is 1).
    pub fn note(&mut self, role: usize, up: usize, value: f64, fall: f64) {
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

    /// How good it seems to branch on a role of that value.
    pub fn promise(&self, role: usize, value: f64) -> f64 {
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

/// Joins the falls of both children.
pub fn score(down: f64, up: f64) -> f64 {
    down.max(1e-3) * up.max(1e-3)
}
