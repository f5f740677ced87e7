//! What each technique buys: the yardsticks with each of them off, in turn with the default.
//!
//! A figure is a ratio of medians of processor time: 1.25 says that without the technique it takes
//! a quarter longer.

use super::answers::MEMORY;
use super::table::{NONE, Table, figure};
use crate::problems::yardsticks::{COUNTED, YARDSTICKS, Yardstick};
use crate::process::{self, Contender, median};
use crate::{Comparison, write};
use dlx3::answers::tuning::Tuning as AnswerTuning;
use dlx3::search::testing::Tuning;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The techniques of answers that a count may use. (The others are for `dlx find` and `dlx best`.)
const COUNTING: [&str; 7] = [
    "layers-narrow",
    "layers-input",
    "walk",
    "dlx3",
    "reduce",
    "foresight",
    "components",
];

impl Comparison {
    /// A table for each set of instructions that the machine has, and one for counts.
    pub fn ablate(&mut self) -> Result<(), Box<dyn Error>> {
        let of_search = Tuning::switches().map(|switch| switch.name);
        let all: Vec<&str> = of_search.chain(COUNTING).collect();
        for name in &self.arguments.technique {
            if !all.contains(&name.as_str()) {
                let names = all.join(", ");
                return Err(format!("{name} is none of the techniques {names}").into());
            }
        }
        let of_search = Tuning::switches().map(|switch| switch.name);
        let has_search = !self.chosen(of_search).is_empty();
        let wanted = self.wanted(YARDSTICKS);
        for (name, vectors) in self.vectors() {
            if !wanted.is_empty() && has_search {
                println!("\nWithout a technique, times the time with all, {name}:\n");
                self.ablate_search(&wanted, vectors)?;
            }
        }
        let wanted = self.wanted(COUNTED);
        if !wanted.is_empty() && !self.chosen(COUNTING.into_iter()).is_empty() {
            println!("\nThe same of `dlx count`:\n");
            self.ablate_counts(&wanted)?;
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

    /// A row for each problem. What takes too long is shown as more than what it has taken.
    fn ablate_counts(&mut self, wanted: &[&Yardstick]) -> Result<(), Box<dyn Error>> {
        debug_assert!(COUNTING.iter().all(|&name| {
            let mut switches = AnswerTuning::switches();
            switches.any(|switch| switch.name == name)
        }));
        let names = self.chosen(COUNTING.into_iter());
        let table = begin("problem", &names);
        let limit = Duration::from_secs(self.arguments.limit);
        for yardstick in wanted {
            let input = write(yardstick, self.scratch.path())?;
            let mut times = vec![Vec::new(); names.len() + 1];
            let mut printed = Vec::new();
            let mut is_cut = vec![false; names.len() + 1];
            for _ in 0..self.arguments.runs.max(1) {
                for place in 0..=names.len() {
                    if is_cut[place] {
                        continue;
                    }
                    let mut words = vec!["count".to_owned(), "--threads".into(), "1".into()];
                    if place > 0 {
                        words.extend(["--tuning".into(), format!("{}=0", names[place - 1])]);
                    }
                    let contender = Contender {
                        program: Path::new(&self.ours).with_file_name("dlx").into(),
                        words,
                        copies: 1,
                    };
                    match process::run_within(&contender, &input, limit, MEMORY)? {
                        Ok((taken, own)) => {
                            times[place].push(taken.processor);
                            printed.push(own.stdout);
                        }
                        Err(taken) => {
                            times[place] = vec![taken.processor];
                            is_cut[place] = true;
                        }
                    }
                }
            }
            fs::remove_file(input)?;
            if printed.windows(2).any(|pair| pair[0] != pair[1]) {
                self.different.push(yardstick.name);
            }
            let medians: Vec<f64> = times.iter().map(|all| median(all).as_secs_f64()).collect();
            let mut cells = vec![yardstick.name.to_owned(), figure(medians[0])];
            for (median, is_cut) in medians.iter().zip(&is_cut).skip(1) {
                let ratio = median / medians[0];
                cells.push(match is_cut {
                    true => format!("> {ratio:.2}"),
                    false => format!("{ratio:.2}"),
                });
            }
            if is_cut[0] {
                cells[1..].fill(NONE.to_owned());
            }
            table.row(&cells);
        }
        Ok(())
    }

    /// The techniques that are to be turned off.
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
