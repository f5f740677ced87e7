//! How far a search was that `--time` has stopped: what it has done, of what an estimate says that
//! all of it has.

use super::Run;
use crate::cli::arguments::time::for_people;
use crate::estimate::{Amount, Estimate, Settings, estimate_by};
use crate::search::bits::Tuning;
use crate::search::{Counters, Links, Search, Variant};
use std::time::Duration;

/// The share of the time that the estimate may take, and the least and the most of it.
const SHARE: f64 = 0.05;
const LEAST: Duration = Duration::from_millis(50);
const MOST: Duration = Duration::from_secs(1);

/// If there was no sample till then: how long to wait for a few.
const PATIENCE: Duration = Duration::from_secs(4);
const FEW: u64 = 3;

/// The memo of the estimate.
const MEMORY: usize = 1 << 24;

/// How large the search is that has been stopped after this time. None if that is not known: there
/// was no time for a sample, a signal has come, or choices are made at random, so that the tree is
/// another one.
pub(super) fn whole(run: &Run<'_, '_>, variant: Variant, time: Duration) -> Option<Estimate> {
    if run.flip.is_some() {
        return None;
    }
    let estimated = |time: Duration, samples: u64| {
        let settings = Settings {
            variant,
            time: Some(time),
            memory: run.means.memo.min(MEMORY),
            stack: run.stack,
            ..Settings::default()
        };
        let goes_on = &mut |so_far: Option<&Estimate>| {
            let is_enough = so_far.is_some_and(|so_far| so_far.samples >= samples);
            !is_enough && run.signals.stop().is_none()
        };
        let search = || {
            let links = Links::new(&run.text.problem).as_in(variant);
            Search::above(links, run.code, Some(Tuning::default()))
        };
        estimate_by(&search, &settings, goes_on)
    };
    let first = estimated(time.mul_f64(SHARE).clamp(LEAST, MOST), u64::MAX);
    // Some large problems come to no sample in so short a time.
    let found = first.or_else(|| estimated(PATIENCE, FEW));
    found.filter(|_| run.signals.stop().is_none())
}

/// The share of a search that has been done, by its mems.
pub(super) fn share(counters: &Counters, whole: &Estimate) -> Amount {
    let done = counters.mems.to_f64();
    whole.mems.share_of(done)
}

/// The share for people, and the time that the whole search takes if the rest is as fast.
pub(super) fn text(share: Amount, time: Duration) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(percent);
    let all = for_people(time.as_secs_f64() / share.value);
    format!("about {value} of the search was done ({low} to {high}); all of it may take {all}")
}

/// A share with two digits, or all of those before the point.
fn percent(share: f64) -> String {
    match 100.0 * share {
        most @ 9.95.. => format!("{most:.0}%"),
        some @ 0.995.. => format!("{some:.1}%"),
        little @ 0.0095.. => format!("{little:.2}%"),
        0.0 => "0%".to_owned(),
        least => format!("{least:.0e}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_a_few_digits() {
        let shares = [1.0, 0.1234, 0.034_56, 0.001_234, 3.2e-7, 0.0];
        let shown = ["100%", "12%", "3.5%", "0.12%", "3e-5%", "0%"];
        assert_eq!(shares.map(percent), shown);
    }
}
