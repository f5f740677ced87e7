//! Compares `dlx find` with CaDiCaL and an older `dlx find`: the time to a solution, or to the
//! proof that there is none.

use crate::process::{self, Contender};
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The memory that a program may take, in bytes.
const MEMORY: u64 = 4 << 30;

/// The programs.
pub struct Finders {
    pub dlx: OsString,
    /// An older `dlx`.
    pub before: Option<OsString>,
    /// CaDiCaL, if it is installed; it reads what `dlx to cnf` writes.
    pub cadical: Option<OsString>,
    /// The processor time that each of them may take.
    pub limit: Duration,
}

/// The figures; none where a program was missing, failed, or reached a limit.
#[derive(Default)]
pub struct Row {
    /// Whether there is a solution.
    pub answer: Option<bool>,
    /// The way that won on the part with the most options.
    pub way: String,
    /// Seconds of processor time: `dlx find`, the older one, CaDiCaL.
    pub seconds: [Option<f64>; 3],
    /// Whether programs that finished gave different answers.
    pub is_different: bool,
}

impl Row {
    /// Our time divided by that of the better of the others.
    pub fn ratio(&self) -> Option<f64> {
        let [own, before, cadical] = self.seconds;
        let better = [before, cadical].into_iter().flatten().reduce(f64::min)?;
        Some(own? / better.max(0.005))
    }

    /// Whether `own > 1.5 * better + 0.1` seconds.
    pub fn is_slow(&self) -> bool {
        let [own, before, cadical] = self.seconds;
        let better = [before, cadical].into_iter().flatten().reduce(f64::min);
        better.is_some_and(|better| own.is_none_or(|own| own > 1.5 * better + 0.1))
    }
}

impl Finders {
    /// Measures a problem: the least of some runs of each, or a single run if that reached a limit.
    ///
    /// # Errors
    /// If a program cannot be run.
    pub fn measure(&self, input: &Path, runs: usize) -> Result<Row, Box<dyn Error>> {
        let find = ["find", "--threads", "1"];
        let clauses = input.with_extension("cnf");
        if self.cadical.is_some() {
            let to_cnf = Contender::new(&self.dlx, &["to", "cnf"]);
            let written = process::run_within(&to_cnf, input, self.limit, MEMORY)?;
            fs::write(
                &clauses,
                written.map_or(Vec::new(), |(_, printed)| printed.stdout),
            )?;
        }
        let contenders = [
            Some((Contender::new(&self.dlx, &find), input, [0, 1])),
            (self.before.as_ref()).map(|dlx| (Contender::new(dlx, &find), input, [0, 1])),
            (self.cadical.as_ref())
                .map(|cadical| (Contender::new(cadical, &["-q"]), &*clauses, [10, 20])),
        ];
        let mut row = Row::default();
        for (place, contender) in contenders.iter().enumerate() {
            let Some((contender, input, statuses)) = contender else {
                continue;
            };
            for _ in 0..runs.max(1) {
                let ran = process::run_within_to(contender, input, self.limit, MEMORY, statuses)?;
                let Ok((times, printed)) = ran else { break };
                let answer = printed.status.code() == Some(statuses[0]);
                row.is_different |= row.answer.is_some_and(|other| other != answer);
                row.answer = Some(answer);
                let seconds = times.processor.as_secs_f64();
                let least = row.seconds[place].map_or(seconds, |least| least.min(seconds));
                row.seconds[place] = Some(least);
                if place == 0 {
                    row.way = way(&String::from_utf8_lossy(&printed.stderr));
                }
            }
        }
        if self.cadical.is_some() {
            fs::remove_file(clauses)?;
        }
        Ok(row)
    }
}

/// The way of the part with the most options, from `N options, M items: WAY; ...`.
fn way(told: &str) -> String {
    let parts = told.lines().filter_map(|line| {
        let (size, rest) = line.split_once(" options, ")?;
        let (_, way) = rest.split_once(": ")?;
        let way = way.split(';').next()?.trim_start_matches("DLX3's ");
        Some((size.parse::<usize>().ok()?, way.to_owned()))
    });
    let largest = parts.max_by_key(|&(size, _)| size);
    largest.map_or(String::new(), |(_, way)| way)
}

/// Problems of a folder: `qcp.json`, quasigroups with holes, and exact covers, `*.ec.gz`.
///
/// # Errors
/// If one cannot be read.
pub fn of_folder(folder: &Path) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut problems = Vec::new();
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name == "qcp.json" {
            let all: serde_json::Value = serde_json::from_slice(&fs::read(&path)?)?;
            for (name, square) in all.as_object().into_iter().flatten() {
                problems.push((name.clone(), completion(square).ok_or("not a square")?));
            }
        } else if let Some(name) = name.strip_suffix(".ec.gz")
            && (name.starts_with("kts") || name.starts_with("sts"))
        {
            let unpacked = std::process::Command::new("gzip")
                .arg("-dc")
                .arg(&path)
                .output()?;
            let text = String::from_utf8(unpacked.stdout)?;
            problems.push((name.to_owned(), exact_cover(&text)));
        }
    }
    Ok(problems)
}

/// A square of `[order, [[cell, value], ...]]` as a problem.
fn completion(square: &serde_json::Value) -> Option<String> {
    let order = square.get(0)?.as_u64()? as usize;
    let mut values = vec![None; order * order];
    let (mut rows, mut columns) = (vec![false; order * order], vec![false; order * order]);
    for given in square.get(1)?.as_array()? {
        let (cell, value) = (
            given.get(0)?.as_u64()? as usize,
            given.get(1)?.as_u64()? as usize,
        );
        values[cell] = Some(value);
        rows[cell / order * order + value] = true;
        columns[cell % order * order + value] = true;
    }
    let mut items = String::new();
    let mut options = String::new();
    for place in 0..order * order {
        let (one, other) = (place / order, place % order);
        if values[place].is_none() {
            items += &format!("p{one}.{other} ");
            for value in 0..order {
                if !rows[one * order + value] && !columns[other * order + value] {
                    options += &format!("p{one}.{other} r{one}.{value} c{other}.{value}\n");
                }
            }
        }
        if !rows[place] {
            items += &format!("r{one}.{other} ");
        }
        if !columns[place] {
            items += &format!("c{one}.{other} ");
        }
    }
    Some(format!("{items}\n{options}"))
}

/// `s ITEM...` for each option as a problem.
fn exact_cover(text: &str) -> String {
    let options = text.lines().filter_map(|line| line.strip_prefix("s "));
    let mut items = std::collections::BTreeSet::new();
    let mut lines = String::new();
    for option in options {
        for item in option.split_whitespace() {
            items.insert(item);
            lines += &format!("i{item} ");
        }
        lines += "\n";
    }
    let head = items.iter().map(|item| format!("i{item} "));
    head.collect::<String>() + "\n" + &lines
}
