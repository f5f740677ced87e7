//! An estimate, its error and its range, from several samples.
//!
//! Sizes of trees are sums of positive parts, and their samples are skewed: many are too small, few
//! are much too large. So the range is that of a weighted sum of rare events (Fay and Feuer,
//! Confidence intervals for directly standardized rates, 1997): a gamma distribution with the mean
//! and the variance of the samples. Its upper end allows for one more part as large as the largest
//! one seen.
//!
//! If a few large subtrees have most of the tree, the samples are closer to a log-normal
//! distribution, and its range (Land, 1971; Cox's form) goes higher. The result is the union of
//! both ranges.

/// The 95% quantile of the standard normal distribution.
const Z: f64 = 1.6449;

/// An estimate with its error and its range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Amount {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The lower end of the range. 90 of 100 such ranges hold the true value.
    pub low: f64,
    /// The upper end of the range.
    pub high: f64,
}

impl Amount {
    /// An exactly known number.
    pub(super) fn exactly(value: f64) -> Self {
        Amount {
            value,
            error: 0.0,
            low: value,
            high: value,
        }
    }

    /// The share of this amount that `done` is, at most 1.
    pub fn share_of(&self, done: f64) -> Self {
        let share = |all: f64| if all > done { done / all } else { 1.0 };
        let value = share(self.value);
        Amount {
            value,
            error: value * self.error / self.value.max(done),
            low: share(self.high),
            high: share(self.low),
        }
    }

    /// The estimate from the sums of some samples. `largest` is their largest part. At least `seen`
    /// have been seen.
    pub(super) fn of(samples: &[f64], largest: f64, seen: f64) -> Self {
        let count = samples.len() as f64;
        let value = samples.iter().sum::<f64>() / count;
        if value <= 0.0 {
            return Amount::exactly(0.0);
        }
        let variance = match samples.len() {
            // One sample says nothing about its error.
            0 | 1 => value * value,
            _ => {
                let squares = samples.iter().map(|sample| (sample - value).powi(2));
                squares.sum::<f64>() / (count - 1.0) / count
            }
        };
        let wider = (student(count - 1.0) / Z).powi(2) * variance;
        let part = largest / count;
        let (mut low, mut high) = (
            gamma_quantile(value, wider, -Z),
            gamma_quantile(value + part, wider + part * part, Z),
        );
        if let Some(skew) = by_logarithms(samples) {
            low = low.min(skew.0);
            high = high.max(skew.1.min(value * MOST_FACTOR));
        }
        let (low, high) = (low.max(seen).min(value), high.max(value));
        Amount {
            value,
            error: variance.sqrt(),
            low,
            high,
        }
    }
}

/// The log-normal range ends at `MOST_FACTOR` times the estimate. On 7x7 Wang tiles, where few subtrees
/// have nearly the whole tree, the truth was up to 6 times one of eighteen estimates; the
/// log-normal range alone would go to hundreds.
const MOST_FACTOR: f64 = 10.0;

/// The log-normal range of the mean. None with fewer than three samples, or if one is not positive.
fn by_logarithms(samples: &[f64]) -> Option<(f64, f64)> {
    let count = samples.len() as f64;
    if count < 3.0 || samples.iter().any(|&sample| sample <= 0.0) {
        return None;
    }
    let mean = samples.iter().map(|sample| sample.ln()).sum::<f64>() / count;
    let squares = samples.iter().map(|sample| (sample.ln() - mean).powi(2));
    let variance = squares.sum::<f64>() / (count - 1.0);
    let middle = mean + variance / 2.0;
    let error = (variance / count + variance.powi(2) / (2.0 * (count - 1.0))).sqrt();
    let half = student(count - 1.0) * error;
    Some(((middle - half).exp(), (middle + half).exp()))
}

/// The 95% quantile of Student's t distribution.
fn student(freedom: f64) -> f64 {
    if freedom < 2.0 {
        return 6.314;
    }
    // The series of Cornish and Fisher. With two degrees of freedom it is 2% too small.
    let first = (Z.powi(3) + Z) / 4.0;
    let second = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0;
    let third = (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0;
    Z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

/// The quantile of a gamma distribution with this mean and variance, approximately; `z` is the
/// normal quantile (Wilson and Hilferty).
fn gamma_quantile(mean: f64, variance: f64, z: f64) -> f64 {
    if variance <= 0.0 {
        return mean;
    }
    let ninth = variance / (9.0 * mean * mean);
    let root = 1.0 - ninth + z * ninth.sqrt();
    mean * root.max(0.0).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_near_those_of_tables() {
        // Chi-square with 10 degrees of freedom: 3.940 and 18.307.
        assert!((gamma_quantile(10.0, 20.0, -Z) - 3.940).abs() < 0.02);
        assert!((gamma_quantile(10.0, 20.0, Z) - 18.307).abs() < 0.05);
        for (freedom, quantile) in [(2.0, 2.920), (5.0, 2.015), (15.0, 1.753)] {
            assert!((student(freedom) - quantile).abs() < 0.08, "{freedom}");
        }
    }

    #[test]
    fn what_was_done_is_a_share_of_it_and_at_most_all() {
        let all = Amount {
            value: 200.0,
            error: 20.0,
            low: 100.0,
            high: 400.0,
        };
        let half = all.share_of(100.0);
        assert_eq!((half.low, half.value, half.high), (0.25, 0.5, 1.0));
        assert_eq!(half.error, 0.05);
        let more = all.share_of(300.0);
        assert_eq!((more.low, more.value, more.high), (0.75, 1.0, 1.0));
    }

    #[test]
    fn a_range_is_about_its_value_and_not_below_what_has_been_seen() {
        let amount = Amount::of(&[90.0, 110.0, 95.0, 105.0], 2.0, 10.0);
        assert_eq!(amount.value, 100.0);
        assert!(amount.low > 80.0 && amount.high < 120.0, "{amount:?}");
        let rare = Amount::of(&[0.0, 0.0, 40.0, 0.0], 40.0, 4.0);
        assert_eq!((rare.value, rare.low), (10.0, 4.0));
        assert!(rare.high > 30.0, "{rare:?}");
        assert_eq!(Amount::of(&[0.0, 0.0], 0.0, 0.0), Amount::exactly(0.0));
    }

    #[test]
    fn samples_that_differ_by_factors_have_a_range_that_goes_farther_up() {
        // Logarithms -1, 0 and 1: Cox's range is exp(0.5 +- t sqrt(1/3 + 1/4)).
        let samples = [-1.0_f64, 0.0, 1.0].map(f64::exp);
        let (low, high) = by_logarithms(&samples).unwrap();
        let half = student(2.0) * (1.0_f64 / 3.0 + 0.25).sqrt();
        assert!((low.ln() - (0.5 - half)).abs() < 1e-9, "{low}");
        assert!((high.ln() - (0.5 + half)).abs() < 1e-9, "{high}");
        let unequal = Amount::of(&[1.0, 10.0, 100.0, 2000.0], 1500.0, 0.0);
        assert_eq!(unequal.high, MOST_FACTOR * unequal.value, "{unequal:?}");
        // Samples that differ little have nearly the same range as without logarithms.
        let alike = [90.0, 110.0, 95.0, 105.0];
        let (_, high) = by_logarithms(&alike).unwrap();
        assert!(high < Amount::of(&alike, 2.0, 10.0).high * 1.02, "{high}");
    }
}
