//! Proofs that VeriPB checks, if it is installed: that there is no solution, no other, none that is
//! cheaper; and damaged ones, which it must refuse. `PROOF_PROBLEMS=2000` takes more problems.

use crate::common::filter::{self, Run};
use crate::common::tools::has;
use crate::convert::random::{Case, cases};
use dlx3::OptionId;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// How many problems to take where so many are usual.
fn number(usual: u64) -> u64 {
    match std::env::var("PROOF_PROBLEMS") {
        Ok(number) => number.parse().unwrap(),
        Err(_) => usual,
    }
}

/// A problem in files, and the program's words on it.
struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("p.dlx"), text).unwrap();
        Bench { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs `dlx`; `@NAME` is a file.
    fn dlx(&self, words: &[&str], input: &str) -> Run {
        let words = words.iter().map(|word| match word.strip_prefix('@') {
            Some(name) => self.path(name).to_str().unwrap().to_owned(),
            None => (*word).to_owned(),
        });
        let words: Vec<String> = words.collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        filter::run(
            &mut filter::command(filter::path("dlx"), &words),
            input.as_bytes(),
        )
    }

    /// Writes the constraints into `p.opb`.
    fn constraints(&self, words: &[&str], input: &str) {
        let run = self.dlx(&[&["to", "opb", "@p.dlx"], words].concat(), input);
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
        fs::write(self.path("p.opb"), run.stdout).unwrap();
    }

    fn proof(&self) -> String {
        fs::read_to_string(self.path("p.pbp")).unwrap()
    }

    /// What VeriPB says of a proof: its verdict, or why it refuses it.
    fn verdict(&self, proof: &str) -> Result<String, String> {
        fs::write(self.path("p.pbp"), proof).unwrap();
        verdict(&self.path("p.opb"), &self.path("p.pbp"))
    }
}

fn verdict(constraints: &Path, proof: &Path) -> Result<String, String> {
    let run = Command::new("veripb")
        .args([constraints, proof])
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let out = String::from_utf8(run.stdout).unwrap();
    let verdict = out.lines().find_map(|line| line.strip_prefix("s "));
    match (run.status.success(), verdict) {
        (true, Some(verdict)) => Ok(verdict.to_owned()),
        _ => Err(String::from_utf8_lossy(&run.stderr).into_owned()),
    }
}

/// How VeriPB says that there is no solution.
fn none(case: &Case) -> &'static str {
    match case.problem.costs() {
        Some(_) => "VERIFIED BOUNDS INF <= obj <= INF",
        None => "VERIFIED UNSATISFIABLE",
    }
}

/// A proof with a line less, of those that add a constraint or tell a solution: the first one, one
/// in the middle, and the last one.
fn damaged(proof: &str) -> Vec<String> {
    let lines: Vec<&str> = proof.lines().collect();
    let adds = |line: &str| {
        ["rup ", "pol ", "sol"]
            .iter()
            .any(|it| line.starts_with(it))
    };
    let places = (0..lines.len()).filter(|&place| adds(lines[place]));
    let places: Vec<usize> = places.collect();
    let some = match places.len() {
        0 => BTreeSet::new(),
        count => BTreeSet::from([0, count / 2, count - 1].map(|it| places[it])),
    };
    some.into_iter()
        .map(|place| {
            let mut rest = lines.clone();
            rest.remove(place);
            rest.join("\n") + "\n"
        })
        .collect()
}

/// The problem with one option more, which has all primary items, and is a solution on its own.
fn with_a_solution(case: &Case) -> Option<String> {
    let problem = &case.problem;
    let primary = || problem.item_ids().take(problem.primary_count());
    let fits = |item| {
        let bounds = problem.bounds(item).unwrap();
        bounds.lower <= 1 && bounds.upper >= 1
    };
    let names: Vec<String> = primary()
        .map(|item| String::from_utf8_lossy(problem.name(item)).into_owned())
        .collect();
    let is_plain = names.iter().all(|name| name.is_ascii());
    (primary().all(fits) && is_plain)
        .then(|| format!("{}\n{}\n", case.text.trim_end(), names.join(" ")))
}

/// Solutions of options counted from 1, as `dlx3 m1` prints them.
fn stream<'s>(case: &Case, solutions: impl IntoIterator<Item = &'s Vec<u32>>) -> String {
    let mut text = String::new();
    for (number, solution) in (1..).zip(solutions) {
        text += &format!("{number}:\n");
        for &option in solution {
            let nodes = case.problem.option(OptionId(option - 1));
            for (item, color) in nodes {
                let name = std::str::from_utf8(case.problem.name(item)).unwrap();
                text += &format!(" {name}");
                if let Some(color) = color {
                    text += &format!(":{}", char::from(color));
                }
            }
            text += " (1 of 1)\n";
        }
    }
    text
}

#[test]
fn a_problem_without_solutions_has_a_proof_and_one_with_solutions_shows_one() {
    if !has("veripb") {
        return;
    }
    let (mut empty, mut refused, mut extended) = (0, 0, 0);
    for case in cases(0, number(120)) {
        let bench = Bench::new(&case.text);
        bench.constraints(&[], "");
        let run = bench.dlx(&["find", "@p.dlx", "--proof", "@p.pbp"], "");
        let proof = bench.proof();
        let shown = || format!("{}\n{proof}{}", case.text, run.stderr);
        if !case.solutions.is_empty() {
            assert_eq!(run.status, Some(0), "{}", shown());
            let said = bench.verdict(&proof);
            let is_right = match case.problem.costs() {
                Some(_) => said.is_ok_and(|said| said.starts_with("VERIFIED BOUNDS ")),
                None => said.as_deref() == Ok("VERIFIED SATISFIABLE"),
            };
            assert!(is_right, "{}", shown());
            continue;
        }
        empty += 1;
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (Some(1), ""),
            "{}",
            shown()
        );
        let said = bench.verdict(&proof);
        assert_eq!(said.as_deref(), Ok(none(&case)), "{}", shown());
        for damaged in damaged(&proof) {
            assert!(bench.verdict(&damaged).is_err(), "{damaged}{}", shown());
            refused += 1;
        }
        if let Some(text) = with_a_solution(&case) {
            let other = Bench::new(&text);
            other.constraints(&[], "");
            assert!(other.verdict(&proof).is_err(), "{text}{}", shown());
            extended += 1;
        }
    }
    let all = number(120) / 20;
    assert!(
        empty > all && refused > all && extended > 0,
        "{empty} {refused} {extended}"
    );
}

#[test]
fn the_cheapest_and_the_dearest_solutions_have_proofs() {
    if !has("veripb") {
        return;
    }
    let (mut priced, mut refused) = (0, 0);
    for case in cases(0, 2 * number(120)) {
        if case.problem.costs().is_none() {
            continue;
        }
        priced += 1;
        for most in [false, true] {
            let bench = Bench::new(&case.text);
            let words: &[&str] = if most { &["--most"] } else { &[] };
            bench.constraints(words, "");
            let all = [&["best", "@p.dlx", "--proof", "@p.pbp"], words].concat();
            let run = bench.dlx(&all, "");
            let proof = bench.proof();
            let shown = || format!("{}\n{proof}{}", case.text, run.stderr);
            let unit = case.problem.costs().unwrap();
            assert_eq!(unit.amount(1).to_string(), "1", "all costs are integers");
            let expected = match case.best(most) {
                Some(best) => {
                    assert_eq!(run.status, Some(0), "{}", shown());
                    let best = if most { -best } else { best };
                    format!("VERIFIED BOUNDS {best} <= obj <= {best}")
                }
                None => {
                    assert_eq!(run.status, Some(1), "{}", shown());
                    "VERIFIED BOUNDS INF <= obj <= INF".to_owned()
                }
            };
            let said = bench.verdict(&proof);
            assert_eq!(said.as_deref(), Ok(expected.as_str()), "{}", shown());
            // What no option can cost needs no proof.
            let free = case
                .costs
                .iter()
                .map(|&cost| (if most { -cost } else { cost }).min(0));
            let free: i64 = free.sum();
            let is_obvious = case.best(most).is_some_and(|best| best.abs() == free.abs());
            for damaged in damaged(&proof).into_iter().filter(|_| !is_obvious) {
                assert!(bench.verdict(&damaged).is_err(), "{damaged}{}", shown());
                refused += 1;
            }
            // A bound that is better than the truth.
            if let Some(best) = case.best(most) {
                let best = if most { -best } else { best };
                let better = proof.replace(
                    &format!("conclusion BOUNDS {best} "),
                    &format!("conclusion BOUNDS {} ", best + 1),
                );
                assert_ne!(better, proof, "{}", shown());
                assert!(bench.verdict(&better).is_err(), "{}", shown());
            }
        }
    }
    let all = number(120) / 20;
    assert!(priced > all && refused > all, "{priced} {refused}");
}

#[test]
fn all_solutions_together_leave_no_other_one_and_all_but_one_leave_that() {
    let is_checked = has("veripb");
    let mut proved = 0;
    for case in cases(0, number(120)) {
        let solutions = &case.solutions;
        // A stream does not tell equal options apart.
        let options = case.problem.option_ids().map(|option| {
            let mut nodes: Vec<_> = case.problem.option(option).collect();
            nodes.sort_unstable();
            nodes
        });
        let different: BTreeSet<_> = options.collect();
        let is_ascii = case.text.is_ascii();
        if solutions.len() > 60 || different.len() < case.problem.option_count() || !is_ascii {
            continue;
        }
        let bench = Bench::new(&case.text);
        let all = stream(&case, solutions);
        let words = ["find", "@p.dlx", "--without", "-", "--proof", "@p.pbp"];
        let run = bench.dlx(&words, &all);
        let shown = || format!("{}\n{all}{}", case.text, run.stderr);
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (Some(1), ""),
            "{}",
            shown()
        );
        if is_checked {
            bench.constraints(&["--without", "-"], &all);
            let proof = bench.proof();
            let said = bench.verdict(&proof);
            assert_eq!(said.as_deref(), Ok(none(&case)), "{}", shown());
            proved += usize::from(!solutions.is_empty());
            if let Some(damaged) = damaged(&proof).pop() {
                assert!(bench.verdict(&damaged).is_err(), "{damaged}{}", shown());
            }
        }
        for left in solutions.iter().take(5) {
            let others = solutions.iter().filter(|&other| other != left);
            let others = stream(&case, others);
            let run = bench.dlx(&["find", "@p.dlx", "--without", "-"], &others);
            assert_eq!(run.status, Some(0), "{}\n{others}{}", case.text, run.stderr);
            let mut found: Vec<&str> = run.stdout.lines().skip(1).collect();
            found.sort_unstable();
            let only = stream(&case, [left]);
            let mut wanted: Vec<&str> = only.lines().skip(1).collect();
            wanted.sort_unstable();
            let bare = |line: &str| line.split(" (").next().unwrap().to_owned();
            let bares = |lines: &[&str]| lines.iter().map(|line| bare(line)).collect::<Vec<_>>();
            assert_eq!(bares(&found), bares(&wanted), "{}\n{others}", case.text);
        }
    }
    assert!(
        !is_checked || proved > number(120) as usize / 10,
        "{proved}"
    );
}
