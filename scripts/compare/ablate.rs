//! Measures the gain of each technique: the yardsticks with the technique off, alternating with the
//! default.
//!
//! A figure is a ratio of medians of processor time, off to on: 1.25 means that a run takes 1.25
//! times as long without the technique.

use super::answers::MEMORY;
use super::table::{NONE, Table, figure};
use crate::problems::yardsticks::{CHEAPEST, COUNTED, FOUND, OTHER_SHAPES, YARDSTICKS, Yardstick};
use crate::process::{self, Contender, Printed, median};
use crate::{Comparison, write};
use dlx3::answers::tuning::Tuning as AnswerTuning;
use dlx3::search::testing::Tuning;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A verb of `dlx`, the techniques that it may use, and the problems on which these are measured.
struct Verb {
    words: &'static [&'static str],
    techniques: &'static [&'static str],
    problems: &'static [Yardstick],
    /// The exit statuses that are answers.
    statuses: &'static [i32],
    /// The part of the output that must be the same without a technique.
    answer: fn(&Printed) -> String,
}

const VERBS: &[Verb] = &[
    Verb {
        words: &["count"],
        techniques: &[
            "layers-narrow",
            "layers-input",
            "walk",
            "dlx3",
            "reduce",
            "foresight",
            "components",
        ],
        problems: COUNTED,
        statuses: &[0],
        answer: |printed| String::from_utf8_lossy(&printed.stdout).into_owned(),
    },
    Verb {
        words: &["find"],
        techniques: &[
            "dlx3",
            "restarts",
            "learning",
            "parity",
            "layers-narrow",
            "reduce",
        ],
        problems: FOUND,
        statuses: &[0, 1],
        // Another solution may be found.
        answer: |printed| printed.status.to_string(),
    },
    Verb {
        words: &["best"],
        techniques: &["bounding", "duality", "listing", "taxes", "reduce"],
        problems: CHEAPEST,
        statuses: &[0],
        // The costs: another solution may cost the same.
        answer: |printed| {
            let told = String::from_utf8_lossy(&printed.stderr);
            let costs = told.lines().filter(|line| line.contains(" costs "));
            costs.collect::<Vec<_>>().join("\n")
        },
    },
];

impl Comparison {
    /// A table for each set of instructions that the machine has, and one for each verb of `dlx`.
    pub fn ablate(&mut self) -> Result<(), Box<dyn Error>> {
        let of_search = Tuning::switches().map(|switch| switch.name);
        let of_answers = VERBS.iter().flat_map(|verb| verb.techniques).copied();
        let mut all: Vec<&str> = of_search.chain(of_answers).collect();
        all.sort_unstable();
        all.dedup();
        for name in &self.arguments.technique {
            if !all.contains(&name.as_str()) {
                let names = all.join(", ");
                return Err(format!("{name} is none of the techniques {names}").into());
            }
        }
        let of_search = Tuning::switches().map(|switch| switch.name);
        let has_search = !self.chosen(of_search).is_empty();
        let mut wanted = self.wanted(YARDSTICKS);
        wanted.extend(self.wanted(OTHER_SHAPES));
        for (name, vectors) in self.vectors() {
            if !wanted.is_empty() && has_search {
                println!("\nWithout a technique, times the time with all, {name}:\n");
                self.ablate_search(&wanted, vectors)?;
            }
        }
        for verb in VERBS {
            let wanted = self.wanted(verb.problems);
            if !wanted.is_empty() && !self.chosen(verb.techniques.iter().copied()).is_empty() {
                println!("\nThe same of `dlx {}`:\n", verb.words[0]);
                self.ablate_answers(verb, &wanted)?;
            }
        }
        Ok(())
    }

    /// Rows of classes, and a column for each technique.
    fn ablate_search(
        &mut self,
        wanted: &[&Yardstick],
        vectors: &str,
    ) -> Result<(), Box<dyn Error>> {
        let names = self.chosen(Tuning::switches().map(|switch| switch.name));
        let table = begin("class", &names);
        let mut means = vec![Vec::new(); names.len()];
        for class in wanted.chunk_by(|one, other| one.class == other.class) {
            let (mut seconds, mut ratios) = (0.0, vec![Vec::new(); names.len()]);
            for yardstick in class {
                let default = self.tuned(yardstick, vectors.to_owned());
                let off = names.iter().map(|name| format!("{vectors},{name}=0"));
                let mut ours = vec![default];
                ours.extend(off.map(|settings| self.tuned(yardstick, settings)));
                let medians = self.measure(yardstick, None, &ours)?.medians;
                let medians: Vec<f64> = medians.iter().map(Duration::as_secs_f64).collect();
                seconds += medians[0];
                for (ratios, median) in ratios.iter_mut().zip(&medians[1..]) {
                    ratios.push(median / medians[0]);
                }
            }
            let mut cells = vec![class[0].class.to_owned(), figure(seconds)];
            for (means, ratios) in means.iter_mut().zip(&ratios) {
                means.push(mean(ratios));
                cells.push(format!("{:.2}", mean(ratios)));
            }
            table.row(&cells);
        }
        let mut cells = vec!["**geometric mean**".to_owned(), String::new()];
        cells.extend(means.iter().map(|means| format!("{:.2}", mean(means))));
        table.row(&cells);
        Ok(())
    }

    /// Our own program with these settings.
    fn tuned(&self, yardstick: &Yardstick, settings: String) -> Contender {
        let mut contender = self.ours(yardstick, &[["--threads", "1"]]);
        contender.words.extend(["--tuning".to_owned(), settings]);
        contender
    }

    /// A row for each problem. A run that takes too long is shown as more than its limit. A problem
    /// that takes too long with all techniques has no figures.
    fn ablate_answers(&mut self, verb: &Verb, wanted: &[&Yardstick]) -> Result<(), Box<dyn Error>> {
        debug_assert!(verb.techniques.iter().all(|&name| {
            let mut switches = AnswerTuning::switches();
            switches.any(|switch| switch.name == name)
        }));
        let names = self.chosen(verb.techniques.iter().copied());
        let table = begin("problem", &names);
        let limit = Duration::from_secs(self.arguments.limit);
        for yardstick in wanted {
            let input = write(yardstick, self.scratch.path())?;
            let mut times = vec![Vec::new(); names.len() + 1];
            let mut answers = Vec::new();
            let mut is_cut = vec![false; names.len() + 1];
            for _ in 0..self.arguments.runs.max(1) {
                for place in 0..=names.len() {
                    if is_cut[place] || is_cut[0] {
                        continue;
                    }
                    let mut words = [verb.words, &["--threads", "1"]].concat();
                    // The words of counted problems are those of dlx3.
                    if verb.words != ["count"] {
                        words.extend(yardstick.words);
                    }
                    let off = place
                        .checked_sub(1)
                        .map(|place| format!("{}=0", names[place]));
                    if let Some(off) = &off {
                        words.extend(["--tuning", off]);
                    }
                    let dlx = Path::new(&self.ours).with_file_name("dlx").into_os_string();
                    let contender = Contender::new(&dlx, &words);
                    match process::run_within_to(&contender, &input, limit, MEMORY, verb.statuses)?
                    {
                        Ok((taken, own)) => {
                            times[place].push(taken.processor);
                            answers.push((verb.answer)(&own));
                        }
                        Err(taken) => {
                            times[place] = vec![taken.processor];
                            is_cut[place] = true;
                        }
                    }
                }
            }
            fs::remove_file(input)?;
            if answers.windows(2).any(|pair| pair[0] != pair[1]) {
                self.different.push(yardstick.name);
            }
            let mut cells = vec![yardstick.name.to_owned()];
            if is_cut[0] {
                cells.resize(names.len() + 2, NONE.to_owned());
            } else {
                let seconds = times.iter().map(|all| median(all).as_secs_f64());
                let seconds: Vec<f64> = seconds.collect();
                cells.push(figure(seconds[0]));
                for (own, is_cut) in seconds.iter().zip(&is_cut).skip(1) {
                    let more = if *is_cut { "> " } else { "" };
                    cells.push(format!("{more}{:.2}", own / seconds[0]));
                }
            }
            table.row(&cells);
        }
        Ok(())
    }

    /// The techniques to turn off.
    fn chosen(&self, names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
        let wanted = &self.arguments.technique;
        let is_wanted = |name: &&str| wanted.is_empty() || wanted.iter().any(|own| own == name);
        names.filter(is_wanted).collect()
    }
}

fn begin(first: &str, names: &[&str]) -> Table {
    let mut columns = vec![(first, 30), ("seconds", 7)];
    columns.extend(names.iter().map(|name| (*name, 4)));
    Table::begin(&columns)
}

fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
