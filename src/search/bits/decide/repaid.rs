//! Whether something that was tried has saved more than it has taken.

/// So many trials are made before what they have brought counts; fewer if they
/// have taken so much.
const TRIALS: u64 = 32;
const MOST_TRIED: u64 = 1 << 25;

/// What something has taken, and what it has saved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Repaid {
    trials: u64,
    cost: u64,
    gain: u64,
}

impl Repaid {
    #[inline(always)]
    pub fn is_worth_while(self) -> bool {
        self.gain > self.cost || self.trials < TRIALS && self.cost < MOST_TRIED
    }

    pub fn add(&mut self, cost: u64, gain: u64) {
        self.trials += 1;
        self.cost = self.cost.saturating_add(cost);
        self.gain = self.gain.saturating_add(gain);
    }
}
