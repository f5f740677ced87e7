//! Proofs that VeriPB checks, if it is installed: there is no solution, no other one, no cheaper
//! one. It must refuse damaged proofs. `PROOF_PROBLEMS=2000` takes more problems.

use crate::common::filter::{self, Run};
use crate::common::tier;
use crate::common::tools::has;
use crate::convert::random::{Case, cases, colored_cases};
use dlx3::OptionId;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;

/// The number of problems of a test: the usual one, or the value of `PROOF_PROBLEMS`.
pub fn number(usual: u64) -> u64 {
    tier::problems("PROOF_PROBLEMS", usual)
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
        let told = run.stderr.replace("dlx: the problem has no options\n", "");
        assert_eq!((run.status, told.as_str()), (Some(0), ""));
        fs::write(self.path("p.opb"), run.stdout).unwrap();
    }

    fn proof(&self) -> String {
        fs::read_to_string(self.path("p.pbp")).unwrap()
    }

    /// VeriPB's verdict on a proof, or why it refuses it.
    fn verdict(&self, proof: &str) -> Result<String, String> {
        fs::write(self.path("p.pbp"), proof).unwrap();
        verdict(&self.path("p.opb"), &self.path("p.pbp"))
    }
}

fn verdict(constraints: &Path, proof: &Path) -> Result<String, String> {
    let run = filter::program("veripb")
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

/// The words with `--tuning learning=0` at their end for one half of the problems, without it for
/// the other.
fn learning_or_not<'w>(words: &'w [&'w str], text: &str) -> &'w [&'w str] {
    match text.len() % 2 {
        0 => &words[..words.len() - 2],
        _ => words,
    }
}

/// How VeriPB says that there is no solution.
fn none(case: &Case) -> &'static str {
    match case.problem.costs() {
        Some(_) => "VERIFIED BOUNDS INF <= obj <= INF",
        None => "VERIFIED UNSATISFIABLE",
    }
}

/// Proofs without one of the lines that add a constraint or a solution: the first, one in the
/// middle, and the last.
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

/// The problem with one more option, which has all primary items and is a solution by itself.
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
    let colored = colored_cases(0, number(120) / 2);
    for case in cases(0, number(120)).chain(colored) {
        let bench = Bench::new(&case.text);
        bench.constraints(&[], "");
        // By learning, or by the tree.
        let words = [
            "find",
            "@p.dlx",
            "--proof",
            "@p.pbp",
            "--tuning",
            "learning=0",
        ];
        let words = learning_or_not(&words, &case.text);
        let run = bench.dlx(words, "");
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
            // If all options are free, the bound needs no proof.
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
        let words = [
            "find",
            "@p.dlx",
            "--without",
            "-",
            "--proof",
            "@p.pbp",
            "--tuning",
            "learning=0",
        ];
        let words = learning_or_not(&words, &case.text);
        let run = bench.dlx(words, &all);
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

/// The number is counted as VeriPB counts, without VeriPB.
#[test]
fn a_proof_begins_with_the_number_of_constraints_that_the_problem_has() {
    for case in cases(0, 100) {
        let bench = Bench::new(&case.text);
        let run = bench.dlx(&["find", "@p.dlx", "--proof", "@p.pbp"], "");
        assert!(run.status.is_some_and(|status| status < 2), "{run:?}");
        bench.constraints(&[], "");
        let text = fs::read_to_string(bench.path("p.opb")).unwrap();
        let rows = text
            .lines()
            .filter(|line| line.ends_with(';') && line.contains('='));
        let number: usize = rows.map(|row| if row.contains(">=") { 1 } else { 2 }).sum();
        let begin = format!("pseudo-Boolean proof version 3.0\nf {number} ;\n");
        assert!(bench.proof().starts_with(&begin), "{text}{}", bench.proof());
        assert!(bench.proof().ends_with("\nend pseudo-Boolean proof ;\n"));
    }
}

/// Colors that support each other are said first, each as a clause that follows.
#[test]
fn supports_are_lines_of_a_proof_unless_they_are_turned_off() {
    // Without a decision: P rules out X:3 and X:4, so Q must have Y:2, which R has not.
    let text =
        "P Q R | X Y\nP X:1\nP X:2\nQ X:3 Y:1\nQ X:4 Y:1\nQ X:1 Y:2\nQ X:2 Y:2\nR Y:1\nR Y:1\n";
    let bench = Bench::new(text);
    let lines = |words: &[&str]| {
        let words = [&["find", "@p.dlx", "--proof", "@p.pbp"][..], words].concat();
        let run = bench.dlx(&words, "");
        assert_eq!(run.status, Some(1), "{}", run.stderr);
        let lines: Vec<String> = bench.proof().lines().map(str::to_owned).collect();
        lines
            .into_iter()
            .filter(|line| line.starts_with("rup "))
            .collect::<Vec<_>>()
    };
    let with = lines(&[]);
    // X:1 and X:2 need P's options and Q's, Y:1 and Y:2 those of Q and R.
    assert!(with.contains(&"rup >= 1 ;".to_owned()), "{with:?}");
    assert!(with.len() > 8, "{with:?}");
    let without = lines(&["--tuning", "supports=0"]);
    assert!(without.len() < with.len(), "{without:?}");
}

/// A problem that takes a search some nodes, and its proof some lines.
fn costly() -> String {
    let mut text: String = (0..24).map(|item| format!("i{item} ")).collect();
    for option in 0..400u64 {
        let hash = |round: u64| {
            let mixed = (option * 7 + round + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (mixed >> 40) as usize
        };
        let items: BTreeSet<usize> = (0..3).map(|round| hash(round) % 24).collect();
        text += "\n";
        items.iter().for_each(|item| text += &format!("i{item} "));
        text += &format!("|{}", 100 * items.len() + hash(9) % 37);
    }
    text + "\n"
}

#[test]
fn a_proof_of_a_search_that_ended_early_has_the_bounds_that_are_known() {
    let bench = Bench::new(&costly());
    let whole = bench.dlx(&["best", "@p.dlx", "--proof", "@p.pbp"], "");
    assert_eq!(whole.status, Some(0), "{}", whole.stderr);
    let proof = bench.proof();
    let bounds = |proof: &str| {
        let line = proof
            .lines()
            .find_map(|line| line.strip_prefix("conclusion BOUNDS "));
        let words: Vec<&str> = line.unwrap().split_ascii_whitespace().collect();
        let upper = words[words.len() - 2];
        let (lower, upper) = (words[0].parse::<i64>().unwrap(), upper.parse::<i64>());
        (lower, upper.unwrap_or(i64::MAX))
    };
    let (best, same) = bounds(&proof);
    assert_eq!(best, same);
    assert!(
        whole.stderr.contains(&format!("Solution 1 costs {best}.")),
        "{}",
        whole.stderr
    );
    bench.constraints(&[], "");
    for words in [["--gap", "1000%"], ["--time", "0"], ["--time", "1ms"]] {
        let all = [&["best", "@p.dlx", "--proof", "@p.pbp"][..], &words].concat();
        let run = bench.dlx(&all, "");
        assert!(
            matches!(run.status, Some(0 | 3)),
            "{words:?}: {}",
            run.stderr
        );
        let proof = bench.proof();
        let (lower, upper) = bounds(&proof);
        assert!(
            lower <= best && best <= upper && lower > 0,
            "{words:?} {lower} {upper}"
        );
        if has("veripb") {
            let said = bench.verdict(&proof).unwrap();
            let upper = match upper {
                i64::MAX => "INF".to_owned(),
                upper => upper.to_string(),
            };
            assert_eq!(said, format!("VERIFIED BOUNDS {lower} <= obj <= {upper}"));
            let better = proof.replace(
                &format!("conclusion BOUNDS {lower} "),
                &format!("conclusion BOUNDS {} ", lower + 1),
            );
            assert!(bench.verdict(&better).is_err(), "{better}");
        }
    }
}

#[test]
fn what_has_no_proof_is_refused_before_anything_is_done() {
    let bench = Bench::new("A B\nA B |1\nA\nB\n");
    for (words, status, message) in [
        (
            &["find", "-n", "2", "@p.dlx", "--proof", "@p.pbp"][..],
            2,
            "dlx: --proof and --without are for one solution, not for several of -n\n",
        ),
        (
            &["best", "-k", "2", "@p.dlx", "--proof", "@p.pbp"],
            2,
            "dlx: --proof is for one solution, not for several of -k\n",
        ),
        (
            &["best", "--fewest", "@p.dlx", "--proof", "@p.pbp"],
            2,
            "dlx: --proof is for costs of the options, and --fewest has others\n",
        ),
        (
            &["to", "cnf", "@p.dlx", "--without", "-"],
            2,
            "dlx: --without is for opb\n",
        ),
        (
            &["find", "--without", "-"],
            2,
            "dlx: FILE.dlx and the solutions cannot both be standard input\n",
        ),
    ] {
        let run = bench.dlx(words, "");
        assert_eq!((run.status, run.stderr.as_str()), (Some(status), message));
        assert!(!bench.path("p.pbp").exists(), "{words:?}");
    }
    let free = Bench::new("A\nA\n");
    let run = free.dlx(&["best", "@p.dlx", "--proof", "@p.pbp"], "");
    assert_eq!(run.status, Some(102));
    assert!(
        run.stderr.contains("no option has a cost"),
        "{}",
        run.stderr
    );
}

#[test]
fn solutions_that_are_none_cannot_be_excluded() {
    let bench = Bench::new("A B 0:2|C\nA B\nA\nB C\nC\nC\n");
    for (stream, message) in [
        (
            "1:\n A B (1 of 1)\n D (1 of 1)\n",
            "dlx: solution 1, line 3: this is no option of the problem\n",
        ),
        (
            "1:\n A (1 of 1)\n",
            "dlx: solution 1: item B occurs 0 times, not 1\n",
        ),
        (
            "7:\n A B (1 of 1)\n C (1 of 2)\n",
            "dlx: solution 7: the problem has several options equal to option 4, and a solution does not say which of them it has\n",
        ),
        ("A B\n", "dlx: line 1: "),
    ] {
        for words in [&["to", "opb"][..], &["find"]] {
            let run = bench.dlx(&[words, &["@p.dlx", "--without", "-"]].concat(), stream);
            assert_eq!(
                (run.status, run.stdout.as_str()),
                (Some(102), ""),
                "{stream}"
            );
            assert!(run.stderr.starts_with(message), "{}", run.stderr);
        }
    }
}

#[test]
fn a_proof_that_cannot_be_written_is_a_failure_and_a_name_decides_how_it_is_packed() {
    let bench = Bench::new(&costly());
    for verb in ["find", "best"] {
        let run = bench.dlx(&[verb, "@p.dlx", "--proof", "/dev/full"], "");
        assert_eq!(run.status, Some(1), "{}", run.stderr);
        let message = "dlx: cannot write /dev/full: No space left on device";
        assert!(run.stderr.contains(message), "{}", run.stderr);
        let run = bench.dlx(&[verb, "@p.dlx", "--proof", "@none/p.pbp"], "");
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (Some(1), ""),
            "{}",
            run.stderr
        );
    }
    for (name, begin) in [
        ("p.pbp", &b"pseudo-Boolean"[..]),
        ("p.gz", b"\x1f\x8b"),
        ("p.pbp.zst", b"\x28\xb5\x2f\xfd"),
    ] {
        let run = bench.dlx(&["best", "@p.dlx", "--proof", &format!("@{name}")], "");
        assert_eq!(run.status, Some(0), "{}", run.stderr);
        let written = fs::read(bench.path(name)).unwrap();
        assert!(written.starts_with(begin), "{name}");
    }
}
