//! Learns how large a subtree is from what its node looks like.
//!
//! On each level, the logarithm of the mems is taken to be linear in some [traits](Traits). Levels
//! are learned from below: what a node has below it is what its branches have, and of those it is
//! known what they look like, so nothing has to be drawn at random to learn from a node.
//!
//! An estimate does not depend on whether this is right. Only its error does.

use dlx3_base::equations::solve;
use dlx3_search::{Links, Look, State};
use std::sync::LazyLock;

/// How many traits a node has.
const TRAITS: usize = 7;

/// What a node looks like.
pub type Traits = [f64; TRAITS];

/// A level with fewer samples learns from those below it, too.
const LEAST_SAMPLES: usize = 40;

/// More samples than this on a level teach nothing more.
const MOST_SAMPLES: usize = 400;

/// Of more branches than this, only some are kept.
const MOST_BRANCHES: usize = 256;

/// Traits may depend on each other. This keeps coefficients small.
const RIDGE: f64 = 3e-3;

/// What is known of the subtree of a node.
#[derive(Clone, Debug)]
enum Below {
    /// Its mems.
    Mems(f64),
    /// The mems of the node itself and of branches that end soon; what the others look
    /// like, and for how many each of them stands.
    Branches(f64, Vec<Traits>, f64),
}

/// A node that has been looked at.
#[derive(Clone, Debug)]
struct Sample {
    traits: Traits,
    below: Below,
}

/// Learns from samples.
#[derive(Clone, Debug, Default)]
pub struct Model {
    levels: Vec<Vec<Sample>>,
    fits: Vec<Fit>,
}

#[derive(Clone, Copy, Debug)]
struct Fit {
    mean: Traits,
    deviation: Traits,
    /// The logarithm where all traits have their means, and how it grows with each of them.
    start: f64,
    slopes: Traits,
    /// Logarithms that are believed.
    range: (f64, f64),
}

/// The logarithms of small numbers of branches, half a one for none.
static LOGS: LazyLock<[f64; 64]> =
    LazyLock::new(|| std::array::from_fn(|branches| (branches as f64).max(0.5).log2()));

/// The traits of the node where lists stand.
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
    /// Whether nothing has been learned yet.
    pub fn is_empty(&self) -> bool {
        self.fits.is_empty()
    }

    /// The logarithm, to the base 2, of about how many mems a node on a level has below it.
    pub fn log_mems(&self, level: usize, traits: &Traits) -> f64 {
        let last = self.fits.len().checked_sub(1);
        last.map_or(0.0, |last| self.fits[level.min(last)].log(traits))
    }

    /// Whether a sample on a level would still teach something.
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

    /// Learns from all samples so far.
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
    /// The plane nearest to some logarithms; none without any.
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
        // A trait that all have alike tells nothing.
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
