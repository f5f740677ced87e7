//! Extrapolates the estimates of a way.

use std::ops::RangeInclusive;

/// The first estimate is recorded when this much has been spent, in nanoseconds.
pub const FIRST: u64 = 1 << 20;

/// The estimates of a way after it had spent [`FIRST`], 2 [`FIRST`], 4 [`FIRST`], and so on.
#[derive(Debug, Default)]
pub struct Estimates(Vec<f64>);

impl Estimates {
    /// Records an estimate, if it is due.
    pub fn note(&mut self, spent: u64, estimate: f64) {
        while self.0.len() < 43 && spent >= FIRST << self.0.len() {
            self.0.push(estimate);
        }
    }

    /// The work at which the extrapolated estimate equals the work spent. The estimate is taken to
    /// follow a power of the work: the exponent is that of its change over the last fourfold of
    /// work, limited to `powers`.
    pub fn outlook(&self, spent: u64, promise: f64, powers: RangeInclusive<f64>) -> f64 {
        let Some(before) = self.0.len().checked_sub(3) else {
            return promise;
        };
        let power = (promise / self.0[before]).log2() / 2.0;
        let spent = spent as f64;
        let power = power.clamp(*powers.start(), *powers.end());
        spent * (promise / spent).powf(1.0 / (1.0 - power))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outlook for an estimate that follows a power of the work, after 64 times [`FIRST`].
    fn outlook_of(power: f64, powers: RangeInclusive<f64>) -> f64 {
        let mut estimates = Estimates::default();
        let estimate = |spent: u64| 1e12 * (spent as f64 / FIRST as f64).powf(power);
        for doubling in 0..=6 {
            estimates.note(FIRST << doubling, estimate(FIRST << doubling));
        }
        estimates.outlook(FIRST << 6, estimate(FIRST << 6), powers)
    }

    fn is_near(one: f64, other: f64) -> bool {
        (one / other - 1.0).abs() < 1e-6
    }

    #[test]
    fn estimates_that_change_as_a_power_of_what_is_spent_meet_it_where_that_power_says() {
        let first = FIRST as f64;
        assert!(is_near(outlook_of(0.0, -1.0..=0.9), 1e12));
        // spent = 1e12 (spent / first) ^ power
        let meet = |power: f64| first * (1e12 / first).powf(1.0 / (1.0 - power));
        assert!(is_near(outlook_of(0.5, -1.0..=0.9), meet(0.5)));
        assert!(is_near(outlook_of(-1.0, -1.0..=0.9), meet(-1.0)));
    }

    #[test]
    fn a_change_outside_of_the_range_is_not_believed() {
        let at_most = outlook_of(3.0, 0.0..=0.5);
        assert!(at_most.is_finite() && at_most > 0.0);
        assert!(is_near(outlook_of(-2.0, 0.0..=0.9), 1e12 * 64f64.powi(-2)));
    }
}
