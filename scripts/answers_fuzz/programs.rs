//! Compares the output and exit status of the verbs of `dlx` with brute force.
//!
//! [`super::other_verbs`] has the verbs whose answers are read in other ways.

use super::checks::{Asked, Checked};
use dlx3::OptionId;
use dlx3::format::Costs;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// The output of a program, and its exit status; none if a signal ended it.
pub struct Ran {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Seconds after which a verb counts as endless. Most take some milliseconds.
const LONG: u32 = 600;

/// A solution as it is printed: the lines of its options, in any order.
pub type Lines = Vec<String>;

/// A verb, and the check of its output.
type Verb<'a> = (&'static str, fn(&Programs<'a>) -> Checked);

fn verbs<'a>() -> [Verb<'a>; 11] {
    [
        ("dlx count", Programs::counts),
        ("dlx count, in other ways", Programs::counts_in_other_ways),
        ("dlx nth, sample", Programs::by_number),
        ("dlx zdd", Programs::diagram),
        ("dlx find", Programs::finds),
        ("dlx find -n", Programs::finds_several),
        ("dlx find --without", Programs::finds_others),
        ("dlx best", Programs::cheapest),
        ("dlx by cost", Programs::by_cost),
        ("dlx reduce", Programs::reduces),
        ("dlx estimate", Programs::estimates),
    ]
}

/// Runs the verbs on the problem of a case, with its memory, and with none for states.
pub fn check(dlx: &Path, asked: &Asked<'_>) -> Checked {
    let own = asked.case.memory.min(1 << 30);
    let memories: &[usize] = if own == 0 { &[0] } else { &[own, 0] };
    for &memory in memories {
        let programs = Programs { dlx, asked, memory };
        for (name, check) in verbs() {
            check(&programs).map_err(|wrong| format!("{name}: {wrong}, with memory {memory}"))?;
        }
    }
    Ok(())
}

pub struct Programs<'a> {
    pub dlx: &'a Path,
    pub asked: &'a Asked<'a>,
    /// Bytes that states may take.
    pub memory: usize,
}

impl Programs<'_> {
    pub fn run(&self, words: &str, memory: usize) -> Result<Ran, String> {
        let failed = |error: io::Error| format!("it cannot be run: {error}");
        let settings = self.asked.case.settings();
        // Estimates are of the search with its default techniques.
        let tuning: &[&str] = match words.starts_with("estimate") {
            true => &[],
            false => &["--tuning", &settings],
        };
        let mut child = Command::new(self.dlx)
            .args(words.split(' '))
            .current_dir(std::env::temp_dir())
            .args(["--memory", &memory.to_string()])
            .args(["--time", &format!("{LONG}s")])
            .args(tuning)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut stdin = child.stdin.take().expect("it is piped");
        // The problem fits into the pipe. A program that refuses its words reads nothing.
        let _ = stdin.write_all(self.asked.case.text().as_bytes());
        drop(stdin);
        let output = child.wait_with_output().map_err(failed)?;
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let ran = Ran {
            status: output.status.code(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        };
        match ran.status {
            Some(3) if ran.stderr.contains("time is up") => {
                Err(format!("{words}: it does not end"))
            }
            Some(0 | 1 | 3) => Ok(ran),
            status => Err(format!("{words}: status {status:?}, {}", ran.stderr)),
        }
    }

    /// Runs a verb with the memory of the case. None if that was too little. With much memory, this
    /// is a fault.
    pub fn within(&self, words: &str) -> Result<Option<Ran>, String> {
        let ran = self.run(words, self.memory)?;
        match ran.status {
            Some(3) if self.memory < 1 << 26 => Ok(None),
            Some(3) => Err(format!("{words}: {}", ran.stderr)),
            _ => Ok(Some(ran)),
        }
    }

    pub fn line(&self, option: OptionId) -> String {
        let mut line = Vec::new();
        self.asked.problem.put_option(option, &mut line);
        String::from_utf8_lossy(&line).into_owned()
    }

    pub fn solutions(&self) -> BTreeSet<Lines> {
        let sets = self.asked.solutions.iter();
        let lines = sets.map(|set| {
            let mut lines: Lines = set.iter().map(|&option| self.line(option)).collect();
            lines.sort();
            lines
        });
        lines.collect()
    }

    /// The numbers and lines of printed solutions. Each must be a solution.
    pub fn printed(&self, ran: &Ran) -> Result<Vec<(String, Lines)>, String> {
        let solutions = self.solutions();
        let mut printed: Vec<(String, Lines)> = Vec::new();
        for line in ran.stdout.lines() {
            match (line.strip_prefix(' '), line.strip_suffix(':')) {
                (Some(option), _) => {
                    let (option, _) = option
                        .rsplit_once(" (")
                        .ok_or("an option without a place")?;
                    let (_, lines) = printed.last_mut().ok_or("an option before a number")?;
                    lines.push(option.to_owned());
                }
                (None, Some(number)) => printed.push((number.to_owned(), Vec::new())),
                _ => return Err(format!("the line {line}")),
            }
        }
        for (number, lines) in &mut printed {
            lines.sort();
            if !solutions.contains(lines) {
                return Err(format!("{number} is no solution: {lines:?}"));
            }
        }
        Ok(printed)
    }

    fn counts(&self) -> Checked {
        let number = self.asked.solutions.len();
        if let Some(ran) = self.within("count")?
            && ran.stdout != format!("{number}\n")
        {
            return Err(format!("{} and not {number}", ran.stdout.trim_end()));
        }
        let Some(ran) = self.within("count --options")? else {
            return Ok(());
        };
        let with = |option: OptionId| {
            let sets = self.asked.solutions.iter();
            let number = sets.filter(|set| set.contains(&option)).count();
            format!("{number} {}\n", self.line(option))
        };
        let expected: String = self.asked.problem.option_ids().map(with).collect();
        match ran.stdout == expected {
            true => Ok(()),
            false => Err(format!("--options: {}", ran.stdout)),
        }
    }

    /// A number has the same solution with any memory.
    fn by_number(&self) -> Checked {
        let number = self.asked.solutions.len();
        let seed = self.asked.case.seed;
        let some = 1 + seed as usize % (number + 1);
        for words in [format!("nth {some}"), format!("sample -n 3 --seed {seed}")] {
            let Some(ran) = self.within(&words)? else {
                continue;
            };
            let expected = if words.starts_with("nth") {
                some <= number
            } else {
                number > 0
            };
            if (ran.status == Some(0)) != expected {
                return Err(format!("{words}: {}", ran.stderr));
            }
            self.printed(&ran)?;
            let again = self.run(&words, 1 << 30)?;
            if again.stdout != ran.stdout {
                return Err(format!("{words}: another answer with other memory"));
            }
        }
        Ok(())
    }

    fn diagram(&self) -> Checked {
        let Some(ran) = self.within("zdd")? else {
            return Ok(());
        };
        match self.run("zdd", 1 << 30)?.stdout == ran.stdout {
            true => Ok(()),
            false => Err("another diagram with other memory".to_owned()),
        }
    }

    fn finds(&self) -> Checked {
        let Some(ran) = self.within("find")? else {
            return Ok(());
        };
        let expected = usize::from(!self.asked.solutions.is_empty());
        match self.printed(&ran)?.len() == expected && ran.status == Some(1 - expected as i32) {
            true => Ok(()),
            false => Err(format!("status {:?}, {}", ran.status, ran.stdout)),
        }
    }

    /// Lines of costs and numbers, and the printed solutions up to a cost.
    fn by_cost(&self) -> Checked {
        let asked = self.asked;
        let total: u128 = asked.costs.iter().map(|cost| cost.unsigned_abs()).sum();
        if total > 1 << 62 {
            return Ok(());
        }
        let cost_of = |set: &Vec<OptionId>| -> i128 {
            set.iter().map(|option| asked.costs[option.index()]).sum()
        };
        let mut numbers: BTreeMap<i128, usize> = BTreeMap::new();
        for set in &asked.solutions {
            *numbers.entry(cost_of(set)).or_default() += 1;
        }
        let free = Costs::default();
        let unit = asked.problem.costs().unwrap_or(&free);
        let mut lines: Vec<String> = numbers
            .iter()
            .map(|(cost, number)| format!("{} {number}\n", unit.amount(*cost)))
            .collect();
        if let Some(ran) = self.within("count --by-cost")?
            && ran.stdout != lines.concat()
        {
            return Err(format!("count --by-cost: {}", ran.stdout));
        }
        lines.reverse();
        if let Some(ran) = self.within("count --by-cost --most")?
            && ran.stdout != lines.concat()
        {
            return Err(format!("count --by-cost --most: {}", ran.stdout));
        }
        let place = asked.case.seed as usize % numbers.len().max(1);
        let Some((&ceiling, _)) = numbers.iter().nth(place) else {
            return Ok(());
        };
        let amount = unit.amount(ceiling);
        let cheap: usize = numbers.range(..=ceiling).map(|(_, number)| number).sum();
        let dear: usize = numbers.range(ceiling..).map(|(_, number)| number).sum();
        let (least, greatest) = (numbers.keys().next(), numbers.keys().last());
        let apart = |end: Option<&i128>| unit.amount((ceiling - end.unwrap_or(&0)).abs());
        for (words, expected) in [
            (format!("best --within {amount}"), cheap),
            (format!("best --within {amount} --most"), dear),
            (format!("best --within +{}", apart(least)), cheap),
            (format!("best --within +{} --most", apart(greatest)), dear),
        ] {
            if let Some(ran) = self.within(&words)?
                && self.printed(&ran)?.len() != expected
            {
                return Err(format!("{words}: not {expected}: {}", ran.stdout));
            }
        }
        let words = format!("sample -n 9 --at-most {amount}");
        if let Some(ran) = self.within(&words)? {
            let cheap = asked.solutions.iter().filter(|set| cost_of(set) <= ceiling);
            let cheap = cheap.map(|set| {
                let mut lines: Lines = set.iter().map(|&option| self.line(option)).collect();
                lines.sort();
                lines
            });
            let cheap: BTreeSet<Lines> = cheap.collect();
            let printed = self.printed(&ran)?;
            if printed.len() != 9 || printed.iter().any(|(_, lines)| !cheap.contains(lines)) {
                return Err(format!("{words}: {}", ran.stdout));
            }
        }
        Ok(())
    }

    fn cheapest(&self) -> Checked {
        let total: u128 = self
            .asked
            .costs
            .iter()
            .map(|cost| cost.unsigned_abs())
            .sum();
        if total > 1 << 62 {
            return Ok(());
        }
        let (k, most) = (self.asked.case.best, self.asked.case.most);
        let words = format!("best -k {k}{}", if most { " --most" } else { "" });
        let Some(ran) = self.within(&words)? else {
            return Ok(());
        };
        let cost_of = |set: &Vec<OptionId>| -> i128 {
            set.iter()
                .map(|option| self.asked.costs[option.index()])
                .sum()
        };
        let mut costs: Vec<i128> = self.asked.solutions.iter().map(cost_of).collect();
        costs.sort_unstable();
        if most {
            costs.reverse();
        }
        costs.truncate(k);
        let free = Costs::default();
        let unit = self.asked.problem.costs().unwrap_or(&free);
        let costs = costs.into_iter().map(|cost| unit.amount(cost).to_string());
        let costs: Vec<String> = costs.collect();
        let told = ran.stderr.lines().filter_map(|line| {
            let (_, cost) = line.strip_suffix('.')?.split_once(" costs ")?;
            Some(cost.to_owned())
        });
        let told: Vec<String> = told.collect();
        let printed = self.printed(&ran)?.len();
        match told == costs && printed == costs.len() {
            true => Ok(()),
            false => Err(format!("{words}: they cost {told:?}, and should {costs:?}")),
        }
    }
}
