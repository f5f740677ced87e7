//! The verbs of `dlx` whose answers are not just numbers and solutions: files, problems,
//! certificates, several solutions in some order.

use super::brute;
use super::checks::{Checked, MOST};
use super::programs::{Lines, Programs};
use dlx3::Problem;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// A path for a file or a folder that is removed in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("dlx-verbs-{}-{number}", std::process::id());
        Temporary(std::env::temp_dir().join(name))
    }

    /// Its name in the folder in which programs run: a word without blanks.
    fn name(&self) -> std::path::Display<'_> {
        Path::new(self.0.file_name().expect("it has a name")).display()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Programs<'_> {
    /// Counts in one order of the items, with states on disk, and with a certificate that
    /// `dlx-check` accepts.
    pub fn counts_in_other_ways(&self) -> Checked {
        let number = format!("{}\n", self.asked.solutions.len());
        let (certificate, folder) = (Temporary::new(), Temporary::new());
        let certified = format!("count --certificate {}", certificate.name());
        let on_disk = format!("count --disk {}", folder.name());
        let orders = ["count --order input", "count --order narrow"];
        for words in orders.into_iter().chain([&*certified, &on_disk]) {
            if let Some(ran) = self.within(words)?
                && ran.stdout != number
            {
                return Err(format!("{words}: {}", ran.stdout.trim_end()));
            }
        }
        if let Some(ran) = self.within(&certified)? {
            return self.is_accepted(&certificate, ran.stdout.trim_end());
        }
        Ok(())
    }

    /// Whether `dlx-check` says that a certificate proves a number.
    fn is_accepted(&self, certificate: &Temporary, number: &str) -> Checked {
        let problem = Temporary::new();
        let failed = |error: std::io::Error| error.to_string();
        fs::write(&problem.0, self.asked.case.text()).map_err(failed)?;
        let checked = Command::new(self.dlx.with_file_name("dlx-check"))
            .arg("--diagram")
            .arg(&certificate.0)
            .arg(&problem.0)
            .output()
            .map_err(failed)?;
        let told = String::from_utf8_lossy(&checked.stdout);
        match checked.status.success() && told.split(' ').any(|word| word == number) {
            true => Ok(()),
            false => {
                let why = String::from_utf8_lossy(&checked.stderr);
                Err(format!("a certificate of {number}: {told}{why}"))
            }
        }
    }

    /// `find -n` prints the wanted number of solutions, or all, each once.
    pub fn finds_several(&self) -> Checked {
        let number = self.asked.solutions.len();
        for (words, wanted) in [("find -n 20", 20), ("find --diverse -n 9", 9)] {
            let Some(ran) = self.within(words)? else {
                continue;
            };
            let printed = self.printed(&ran)?;
            if printed.len() != number.min(wanted) {
                return Err(format!("{words}: {} of {number}", printed.len()));
            }
            // Equal options have equal lines, but are different options.
            if self.has_equal_options() {
                continue;
            }
            let unique: BTreeSet<&Lines> = printed.iter().map(|(_, lines)| lines).collect();
            if unique.len() != printed.len() {
                return Err(format!("{words}: one comes twice"));
            }
        }
        Ok(())
    }

    /// Whether two options have the same items and colors, in any order and at any cost.
    fn has_equal_options(&self) -> bool {
        let problem = &self.asked.problem;
        let options = problem.option_ids().map(|option| {
            let mut nodes: Vec<_> = problem.option(option).collect();
            nodes.sort_unstable();
            nodes
        });
        let unique: BTreeSet<_> = options.collect();
        unique.len() < problem.option_count()
    }

    /// `find --without` prints a solution that is not among those found before.
    pub fn finds_others(&self) -> Checked {
        if self.has_equal_options() {
            return Ok(());
        }
        let Some(ran) = self.within("find -n 3")? else {
            return Ok(());
        };
        let before = self.printed(&ran)?;
        let file = Temporary::new();
        fs::write(&file.0, &ran.stdout).map_err(|error| error.to_string())?;
        let words = format!("find --without {}", file.name());
        let Some(other) = self.within(&words)? else {
            return Ok(());
        };
        let printed = self.printed(&other)?;
        let left = self.asked.solutions.len() - before.len();
        let is_new = |lines: &Lines| before.iter().all(|(_, old)| old != lines);
        match printed.len() == left.min(1) && printed.iter().all(|(_, lines)| is_new(lines)) {
            true => Ok(()),
            false => Err(format!("--without {}: {}", ran.stdout, other.stdout)),
        }
    }

    /// The reduced problem has the same solutions, line for line.
    pub fn reduces(&self) -> Checked {
        let Some(ran) = self.within("reduce")? else {
            return Ok(());
        };
        let smaller: Result<Problem, _> = ran.stdout.parse();
        let smaller = smaller.map_err(|fault| format!("{fault} in {}", ran.stdout))?;
        let sets = brute::up_to(&smaller, MOST).ok_or("more solutions than before")?;
        let number = sets.len();
        let lines: BTreeSet<Lines> = sets
            .into_iter()
            .map(|set| {
                let mut lines: Lines = set
                    .into_iter()
                    .map(|option| {
                        let mut line = Vec::new();
                        smaller.put_option(option, &mut line);
                        String::from_utf8_lossy(&line).into_owned()
                    })
                    .collect();
                lines.sort();
                lines
            })
            .collect();
        match number == self.asked.solutions.len() && lines == self.solutions() {
            true => Ok(()),
            false => Err(format!("{number} solutions of {}", ran.stdout)),
        }
    }

    /// Small trees are searched, and their solutions are counted exactly.
    pub fn estimates(&self) -> Checked {
        let words = "estimate --json --samples 50";
        let ran = self.run(words, self.memory)?;
        let number = self.asked.solutions.len();
        let told =
            format!("\"solutions\":{{\"estimate\":{number},\"low\":{number},\"high\":{number},");
        match ran.stdout.contains("\"exact\":true") && ran.stdout.contains(&told) {
            true => Ok(()),
            false => Err(format!("{words}: not {number}: {}", ran.stdout)),
        }
    }
}
