//! Finds the cases in which our program is slowest beside the C program.

use super::case::Case;
use super::programs::Programs;
use crate::process::{self, Contender, measure};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::PathBuf;

/// Cases that take less than this, in seconds of processor time, are left out.
const LEAST: f64 = 0.02;
/// Our time divided by C's should not exceed this.
const FAIR: f64 = 1.1;
/// If our first time divided by C's is at most this, the case is not repeated.
const CLEARLY_FAIR: f64 = 1.03;
/// How often other cases are repeated.
const REPEATS: usize = 3;
/// How many of the worst are shown.
const SHOWN: usize = 25;

/// The options of our program: without the memo on one thread, and the defaults.
const MEANS: [&[&str]; 2] = [&["--memo", "0", "--threads", "1"], &[]];
const NAMES: [&str; 2] = ["--memo 0 --threads 1", "default"];

/// A case that was measured: seconds of processor time.
struct Timed {
    shape: &'static str,
    name: String,
    words: String,
    theirs: f64,
    ours: [f64; 2],
}

impl Timed {
    fn ratio(&self, means: usize) -> f64 {
        self.ours[means] / self.theirs.max(0.001)
    }

    /// The larger ratio.
    fn worst(&self) -> f64 {
        self.ratio(0).max(self.ratio(1))
    }
}

pub struct Times<'a> {
    programs: &'a Programs,
    /// The folder for cases that are slower than C.
    folder: PathBuf,
    all: Vec<Timed>,
}

impl<'a> Times<'a> {
    pub fn new(programs: &'a Programs, folder: PathBuf) -> Self {
        Times {
            programs,
            folder,
            all: Vec::new(),
        }
    }

    /// Measures a case, while nothing else runs. Returns whether all print the same.
    pub fn measure(&mut self, case: &Case, seed: u64, number: u64) -> bool {
        let file = |name: &str| self.programs.scratch.path().join(name);
        let input = file("times.dlx");
        fs::write(&input, &case.input).expect("the scratch folder can be written");
        let words = case.words_with(&file("times.shape"));
        let contender = |program: &PathBuf, means: &[&str]| Contender {
            program: program.into(),
            words: words
                .iter()
                .cloned()
                .chain(means.iter().map(|&word| word.into()))
                .collect(),
            copies: 1,
        };
        let theirs = contender(&self.programs.reference, &[]);
        let ours = MEANS.map(|means| contender(&self.programs.ours, means));
        let seconds = |times: &process::Times| times.processor.as_secs_f64();
        let measured = |runs: usize| {
            let measured = measure(Some(&theirs), &ours, &input, runs).expect("the programs run");
            let is_solved = measured.printed.status.success();
            let timed = Timed {
                shape: case.shape,
                name: format!("{seed}-{number}"),
                words: case.words.join(" "),
                theirs: measured.theirs.as_ref().map_or(0.0, seconds),
                ours: [&measured.ours[0], &measured.ours[1]].map(seconds),
            };
            (timed, is_solved, measured.is_same)
        };
        let (mut timed, is_solved, is_same) = measured(1);
        if !is_solved {
            // On bad input, our program prints more.
            return true;
        }
        if !is_same {
            let kept = case.keep(&self.folder, &timed.name);
            eprintln!(
                "case {number} differs as it is measured: {}",
                kept.display()
            );
            return false;
        }
        if timed.ours[0].max(timed.ours[1]).max(timed.theirs) < LEAST {
            return true;
        }
        if timed.worst() > CLEARLY_FAIR {
            let (more, ..) = measured(REPEATS);
            timed.theirs = timed.theirs.min(more.theirs);
            for means in 0..MEANS.len() {
                timed.ours[means] = timed.ours[means].min(more.ours[means]);
            }
        }
        // A case that takes hardly any time has no meaningful ratio.
        if timed.ours[0].max(timed.ours[1]).max(timed.theirs) < LEAST {
            return true;
        }
        if timed.worst() > FAIR {
            case.keep(&self.folder, &timed.name);
        }
        self.all.push(timed);
        true
    }
}

impl fmt::Display for Times<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} cases of more than {LEAST} s; processor time of dlx3 divided by that of C, \
             with {} | {}:\n",
            self.all.len(),
            NAMES[0],
            NAMES[1]
        )?;
        let mut by_shape: BTreeMap<&str, Vec<&Timed>> = BTreeMap::new();
        for timed in &self.all {
            by_shape.entry(timed.shape).or_default().push(timed);
        }
        writeln!(
            f,
            "{:24} {:>5}  {:>6} {:>6} {:>6}  {:>6} {:>6} {:>6}",
            "shape", "cases", "middle", "worst", ">1.1", "middle", "worst", ">1.1"
        )?;
        for (shape, of_shape) in &by_shape {
            write!(f, "{shape:24} {:5}", of_shape.len())?;
            for means in 0..MEANS.len() {
                let mut ratios: Vec<f64> = of_shape.iter().map(|t| t.ratio(means)).collect();
                ratios.sort_by(f64::total_cmp);
                let unfair = ratios.iter().filter(|&&ratio| ratio > FAIR).count();
                let (middle, worst) = (ratios[ratios.len() / 2], ratios[ratios.len() - 1]);
                write!(f, "  {middle:6.2} {worst:6.2} {unfair:6}")?;
            }
            writeln!(f)?;
        }
        let mut worst: Vec<&Timed> = self
            .all
            .iter()
            .filter(|timed| timed.worst() > FAIR)
            .collect();
        worst.sort_by(|a, b| b.worst().total_cmp(&a.worst()));
        writeln!(
            f,
            "\nThe worst, kept in {} (C, ours; ratios):",
            self.folder.display()
        )?;
        for timed in worst.iter().take(SHOWN) {
            writeln!(
                f,
                "{:>10} {:24} {:6.3} {:6.3} {:6.3}  {:6.2} {:6.2}  {}",
                timed.name,
                timed.shape,
                timed.theirs,
                timed.ours[0],
                timed.ours[1],
                timed.ratio(0),
                timed.ratio(1),
                timed.words
            )?;
        }
        Ok(())
    }
}
