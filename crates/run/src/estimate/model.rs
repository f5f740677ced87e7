//! Learns to predict the size of a subtree from features of its node (*traits*).
//!
//! On each level, the logarithm of the mems is fitted as a linear function of the [traits](Traits),
//! by ridge regression. Levels are learned from the deepest up: the mems below a node are the sum
//! over its branches, whose traits are known, so no random numbers are needed to learn from a node.
//!
//! An estimate stays unbiased if the model is wrong. Only its error grows.

use dlx3_base::equations::solve;
use dlx3_search::{Links, Look, State};
use std::sync::LazyLock;

/// The number of traits.
const TRAITS: usize = 7;

/// The features of a node.
pub type Traits = [f64; TRAITS];

/// A level with fewer samples also learns from the levels below it.
const LEAST_SAMPLES: usize = 40;

/// A level with this many samples takes no more.
const MOST_SAMPLES: usize = 400;

/// A node with more branches keeps the traits of an evenly spaced part of them.
const MOST_BRANCHES: usize = 256;

/// The ridge: keeps coefficients small where traits depend on each other.
const RIDGE: f64 = 3e-3;

/// The known facts about the subtree of a node.
#[derive(Clone, Debug)]
enum Below {
    /// The mems of the subtree.
    Mems(f64),
    /// The mems of the node and of branches that end at once; the traits of other branches; how
    /// many branches each of these stands for.
    Branches(f64, Vec<Traits>, f64),
}

/// A node for training.
#[derive(Clone, Debug)]
struct Sample {
    traits: Traits,
    below: Below,
}

/// The regression, a fit for each level.
#[derive(Clone, Debug, Default)]
pub struct Model {
    levels: Vec<Vec<Sample>>,
    fits: Vec<Fit>,
}

#[derive(Clone, Copy, Debug)]
struct Fit {
    mean: Traits,
    deviation: Traits,
    /// The logarithm where all traits have their means, and its slope for each trait.
    start: f64,
    slopes: Traits,
    /// Predicted logarithms are clamped to this range.
    range: (f64, f64),
}

/// The logarithms of small numbers of branches. No branch counts as half a branch.
static LOGS: LazyLock<[f64; 64]> =
    LazyLock::new(|| std::array::from_fn(|branches| (branches as f64).max(0.5).log2()));

/// The traits of the node where the lists stand.
pub fn traits(links: &Links<'_>, look: Look) -> Traits {
    let (mut items, mut length, mut logs, mut inverse, mut short) = (0.0, 0.0, 0.0, 0.0, 0.0);
    links.for_each_active(&mut |item| {
        let score = item.score().max(0);
        let branches = (score as f64).max(0.5);
        items += 1.0;
        length += f64::from(item.length);
        logs += match LOGS.get(score as usize) {
            Some(log) => *log,
            None => branches.log2(),
        };
        inverse += 1.0 / branches;
        short += f64::from(u8::from(branches <= 2.0));
    });
    [
        f64::from(look.branches.unwrap_or(0)).max(0.5).log2(),
        items,
        (1.0 + length).log2(),
        logs,
        inverse,
        short,
        links.level() as f64,
    ]
}

impl Model {
    /// Whether there is no fit yet.
    pub fn is_empty(&self) -> bool {
        self.fits.is_empty()
    }

    /// The predicted logarithm, to base 2, of the mems below a node on a level.
    pub fn log_mems(&self, level: usize, traits: &Traits) -> f64 {
        let last = self.fits.len().checked_sub(1);
        last.map_or(0.0, |last| self.fits[level.min(last)].log(traits))
    }

    /// Whether a level takes more samples.
    pub fn wants(&self, level: usize) -> bool {
        self.levels
            .get(level)
            .is_none_or(|samples| samples.len() < MOST_SAMPLES)
    }

    /// Adds a node whose subtree has been searched.
    pub fn add_known(&mut self, level: usize, traits: Traits, mems: f64) {
        let below = Below::Mems(mems);
        self.add(level, Sample { traits, below });
    }

    /// Adds a node whose branches have been looked at.
    pub fn add_branches<'t>(
        &mut self,
        level: usize,
        traits: Traits,
        mems: f64,
        branches: impl ExactSizeIterator<Item = &'t Traits>,
    ) {
        let step = branches.len().div_ceil(MOST_BRANCHES).max(1);
        let below = branches.step_by(step).copied().collect();
        let below = Below::Branches(mems, below, step as f64);
        self.add(level, Sample { traits, below });
    }

    fn add(&mut self, level: usize, sample: Sample) {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        self.levels[level].push(sample);
    }

    /// Fits all levels to all samples so far.
    pub fn learn(&mut self) {
        let mut known: Vec<Vec<(Traits, f64)>> = vec![Vec::new(); self.levels.len()];
        let mut fits: Vec<Fit> = Vec::new();
        for level in (0..self.levels.len()).rev() {
            let below = fits.last();
            let log = |sample: &Sample| {
                let mems = match &sample.below {
                    Below::Mems(mems) => *mems,
                    Below::Branches(mems, branches, factor) => {
                        let of = |traits| below.map_or(1.0, |fit| fit.log(traits).exp2());
                        mems + factor * branches.iter().map(of).sum::<f64>()
                    }
                };
                (sample.traits, mems.max(1.0).log2())
            };
            known[level] = self.levels[level].iter().map(log).collect();
            let (mut samples, mut from) = (Vec::new(), level);
            while samples.len() < LEAST_SAMPLES && from < known.len() && from < level + 4 {
                samples.extend_from_slice(&known[from]);
                from += 1;
            }
            fits.push(match (Fit::new(&samples), below) {
                (Some(fit), _) => fit,
                (None, Some(below)) => *below,
                (None, None) => continue,
            });
        }
        fits.reverse();
        self.fits = fits;
    }
}

impl Fit {
    /// The least-squares fit to some logarithms. None without samples.
    fn new(samples: &[(Traits, f64)]) -> Option<Fit> {
        if samples.is_empty() {
            return None;
        }
        let count = samples.len() as f64;
        let mut mean = [0.0; TRAITS];
        let (mut start, mut range) = (0.0, (f64::MAX, 0.0));
        for (traits, log) in samples {
            start += log / count;
            range = (f64::min(range.0, *log), f64::max(range.1, *log));
            for (mean, value) in mean.iter_mut().zip(traits) {
                *mean += value / count;
            }
        }
        let mut deviation = [0.0; TRAITS];
        for (traits, _) in samples {
            for ((deviation, value), mean) in deviation.iter_mut().zip(traits).zip(&mean) {
                *deviation += (value - mean) * (value - mean) / count;
            }
        }
        // A trait with the same value everywhere tells nothing.
        let deviation = deviation.map(|square: f64| square.sqrt().max(1e-6));
        let mut fit = Fit {
            mean,
            deviation,
            start,
            slopes: [0.0; TRAITS],
            range: (range.0 - 1.0, range.1 + 1.0),
        };
        let (mut matrix, mut right) = ([[0.0; TRAITS]; TRAITS], [0.0; TRAITS]);
        for (traits, log) in samples {
            let values = fit.normal(traits);
            for (at, value) in values.iter().enumerate() {
                right[at] += value * (log - start);
                for (entry, other) in matrix[at].iter_mut().zip(&values) {
                    *entry += value * other;
                }
            }
        }
        for (at, row) in matrix.iter_mut().enumerate() {
            row[at] += RIDGE * count + 1.0;
        }
        fit.slopes = solve(matrix, right);
        Some(fit)
    }

    fn normal(&self, traits: &Traits) -> Traits {
        std::array::from_fn(|at| {
            let value = (traits[at] - self.mean[at]) / self.deviation[at];
            value.clamp(-6.0, 6.0)
        })
    }

    fn log(&self, traits: &Traits) -> f64 {
        let values = self.normal(traits);
        let terms = values.iter().zip(&self.slopes);
        let log = self.start + terms.map(|(value, slope)| value * slope).sum::<f64>();
        log.clamp(self.range.0, self.range.1)
    }
}
