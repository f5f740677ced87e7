//! Estimates how large a search will be before it is done: nodes, mems, solutions.
//!
//! A small tree is simply searched. Of a larger one, independent [samples](sample) are drawn, and
//! the spread of the samples gives the [error](range). A [model] learned from earlier samples says
//! which parts of the tree are worth a look.
//!
//! ```
//! use dlx3::estimate::{Settings, estimate};
//!
//! let problem: dlx3::Problem = "A B C\nA\nB C\nA B\nC\n".parse()?;
//! let estimate = estimate(&problem, &Settings::default(), &mut |_| true).unwrap();
//! // So small a tree is searched.
//! assert_eq!(estimate.exact.unwrap().solutions, 2);
//! # Ok::<(), dlx3::Fault>(())
//! ```

mod model;
mod range;
mod sample;

use dlx3_format::Problem;
use dlx3_search::{Counters, Engine, Memo, Outcome, Pausing, STACK, Search, Variant};
pub use range::Amount;
use sample::{Found, QUANTITIES, Sampler};
use std::time::{Duration, Instant};

/// The share of the time for a search of the whole tree, which may be small.
const TRY_SHARE: f64 = 0.2;

/// The mems for that search, if there is no limit of time.
const TRY_MEMS: u64 = 1 << 24;

/// The share of the time for training the model.
const LEARN_SHARE: f64 = 0.2;

/// The rest of the time is for this many samples. With fewer, their error would be uncertain; with
/// more, each would be small.
const SAMPLES_IN_TIME: f64 = 16.0;

/// The widths of the training samples. With a limit of time, they continue to double.
const FIRST_WIDTHS: [usize; 4] = [8, 16, 32, 64];

/// The width of samples, if there is no limit of time; and the largest width.
const WIDTH: usize = 128;
const MOST_WIDTH: usize = 1 << 14;

/// A subtree is searched if it seems to take about this long, within these bounds on its mems.
const SEARCHED: Duration = Duration::from_micros(60);
const BUDGET: (u64, u64) = (1 << 12, 1 << 20);

/// The mems walked between two looks at the clock.
const LOOK_EVERY: u64 = 1 << 22;

/// How to estimate.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program whose tree and whose mems are estimated.
    pub variant: Variant,
    /// The limit of time. Without one, the estimate depends on the input and the seed alone.
    pub time: Option<Duration>,
    /// The largest number of samples. The default is [`Self::SAMPLES`], or no limit if there is a
    /// limit of time.
    pub samples: Option<u64>,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The memory of the memo in bytes, for the search of the whole tree.
    pub memory: usize,
    /// The stack that a search may take, see [`Search::with_stack`].
    pub stack: usize,
}

impl Settings {
    /// The default number of samples.
    pub const SAMPLES: u64 = 16;
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            variant: Variant::default(),
            time: None,
            samples: None,
            seed: 0,
            memory: 1 << 24,
            stack: STACK,
        }
    }
}

/// The estimated size of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Estimate {
    /// The exact counters, if the whole tree has been searched.
    pub exact: Option<Counters>,
    /// The nodes of the tree.
    pub nodes: Amount,
    /// The mems of the search.
    pub mems: Amount,
    /// The solutions. If no solution was seen, this is 0 and says nothing about their number.
    pub solutions: Amount,
    /// The number of samples; 0 if the estimate is exact.
    pub samples: u64,
    /// The mems per second of one thread on this machine.
    pub speed: f64,
}

impl Estimate {
    /// The seconds that the search takes at this speed.
    pub fn seconds(&self) -> Amount {
        let Amount {
            value,
            error,
            low,
            high,
        } = self.mems;
        let [value, error, low, high] = [value, error, low, high].map(|mems| mems / self.speed);
        Amount {
            value,
            error,
            low,
            high,
        }
    }

    fn exactly(counters: Counters, speed: f64) -> Self {
        let [nodes, mems, solutions] = [&counters.nodes, &counters.mems, &counters.solutions]
            .map(|count| Amount::exactly(count.to_f64()));
        Estimate {
            exact: Some(counters),
            nodes,
            mems,
            solutions,
            samples: 0,
            speed,
        }
    }

    fn of(samples: &[Found], seen: &[f64; QUANTITIES], speed: f64) -> Self {
        let [nodes, mems, solutions] = std::array::from_fn(|at| {
            let sums: Vec<f64> = samples.iter().map(|found| found.sums[at]).collect();
            let largest = samples.iter().map(|found| found.largest[at]);
            let most_seen = samples.iter().map(|found| found.seen[at]);
            let seen = most_seen.fold(seen[at], f64::max);
            Amount::of(&sums, largest.fold(0.0, f64::max), seen)
        });
        Estimate {
            exact: None,
            nodes,
            mems,
            solutions,
            samples: samples.len() as u64,
            speed,
        }
    }
}

/// Estimates how large the search of a problem is. After each sample, `goes_on` gets the estimate
/// so far; if it returns false, that is the result. Returns `None` if time was up before the first
/// estimate.
///
/// # Panics
/// If the program of the settings does not [accept](Variant::accepts) the problem.
pub fn estimate(
    problem: &Problem,
    settings: &Settings,
    goes_on: &mut dyn FnMut(Option<&Estimate>) -> bool,
) -> Option<Estimate> {
    let search = || Search::new(problem, Engine::Auto).as_in(settings.variant);
    estimate_by(&search, settings, goes_on)
}

/// The same for the problem of these searches, which are those of the program of the settings.
#[doc(hidden)]
pub fn estimate_by<'p>(
    search: &dyn Fn() -> Search<'p>,
    settings: &Settings,
    goes_on: &mut dyn FnMut(Option<&Estimate>) -> bool,
) -> Option<Estimate> {
    let begin = Instant::now();
    let search = || search().with_stack(settings.stack);
    let mut whole = search();
    let problem = whole.problem();
    let memo = Memo::new(problem, settings.memory, false);
    whole = whole.with_memo(&memo);
    let until = settings.time.map(|time| begin + time.mul_f64(TRY_SHARE));
    let is_exhausted = try_whole(&mut whole, until, goes_on)?;
    let counters = whole.counters();
    let seconds = begin.elapsed().as_secs_f64().max(1e-9);
    let speed = counters.mems.to_f64() / seconds;
    if is_exhausted {
        let estimate = Estimate::exactly(counters.clone(), speed);
        goes_on(Some(&estimate));
        return Some(estimate);
    }
    let seen = [&counters.nodes, &counters.mems, &counters.solutions].map(|count| count.to_f64());
    let walked = counters.mems.walked() as f64 / seconds;
    drop(whole);
    drop(memo);
    let mut drawing = Drawing {
        sampler: Sampler::new(problem, search(), settings.variant, settings.seed),
        begin,
        time: settings.time,
        goes_on,
    };
    let learned = drawing.learn(walked);
    let most = settings.samples.unwrap_or(match settings.time {
        Some(_) => u64::MAX,
        None => Settings::SAMPLES,
    });
    let (mut samples, mut estimate) = (Vec::new(), None);
    while (samples.len() as u64) < most {
        let Some(found) = drawing.draw() else { break };
        samples.push(found);
        drawing.sampler.model.learn();
        let so_far = Estimate::of(&samples, &seen, speed);
        let goes_on = (drawing.goes_on)(Some(&so_far));
        estimate = Some(so_far);
        if !goes_on {
            break;
        }
    }
    // If there was time for the training samples only, the last of them is the estimate.
    let only = || learned.map(|found| Estimate::of(&[found], &seen, speed));
    estimate.or_else(only)
}

/// Searches the whole tree if it is small. Returns whether it did, or `None` if it was told to
/// stop.
fn try_whole(
    search: &mut Search<'_>,
    until: Option<Instant>,
    goes_on: &mut dyn FnMut(Option<&Estimate>) -> bool,
) -> Option<bool> {
    loop {
        let walked = search.counters().mems.walked();
        let nobody = &mut ();
        let mut pause = Pausing::at_walked_mems(nobody, walked + LOOK_EVERY);
        if search.walk(&mut pause) == Outcome::Exhausted {
            return Some(true);
        }
        if !goes_on(None) {
            return None;
        }
        let is_over = match until {
            Some(until) => Instant::now() >= until,
            None => walked >= TRY_MEMS,
        };
        if is_over {
            return Some(false);
        }
    }
}

/// Draws samples within the limits.
struct Drawing<'p, 'g> {
    sampler: Sampler<'p>,
    begin: Instant,
    time: Option<Duration>,
    goes_on: &'g mut dyn FnMut(Option<&Estimate>) -> bool,
}

impl Drawing<'_, '_> {
    fn draw(&mut self) -> Option<Found> {
        let end = self.time.map(|time| self.begin + time);
        self.sampler.draw(&mut || {
            let is_late = end.is_some_and(|end| Instant::now() >= end);
            is_late || !(self.goes_on)(None)
        })
    }

    /// Trains the model and chooses the width of the samples. Returns the last training sample.
    /// `speed` is in mems per second.
    fn learn(&mut self, speed: f64) -> Option<Found> {
        let mut last = None;
        let mut widths = FIRST_WIDTHS.into_iter();
        loop {
            let width = match widths.next() {
                Some(width) => width,
                None if self.time.is_some() => 2 * self.sampler.width,
                None => break,
            };
            self.sampler.width = width;
            let begin = Instant::now();
            let Some(found) = self.draw() else { break };
            last = Some(found);
            self.sampler.model.learn();
            self.sampler.budget = match self.time {
                Some(_) => ((speed * SEARCHED.as_secs_f64()) as u64).clamp(BUDGET.0, BUDGET.1),
                None => 1 << 16,
            };
            let Some(time) = self.time else { continue };
            let gone = self.begin.elapsed().as_secs_f64();
            let left = time.as_secs_f64() - gone;
            if gone >= (TRY_SHARE + LEARN_SHARE) * time.as_secs_f64() || width >= MOST_WIDTH {
                let each = begin.elapsed().as_secs_f64();
                let factor = left / SAMPLES_IN_TIME / each;
                let width = (width as f64 * factor) as usize;
                self.sampler.width = width.clamp(FIRST_WIDTHS[0], MOST_WIDTH);
                return last;
            }
        }
        self.sampler.width = match self.time {
            Some(_) => FIRST_WIDTHS[0],
            None => WIDTH,
        };
        last
    }
}
