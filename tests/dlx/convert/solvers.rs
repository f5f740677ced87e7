//! Real solvers agree with brute force, and their models hold by `dlx-check`. A solver that is
//! not installed is skipped, and stderr says so. `CONVERT_PROBLEMS=1000` takes more problems.

use super::forms;
use super::random::{Case, Solutions, cases};
use crate::common::filter::{self, Run, dlx_check};
use crate::common::problems::covers::queens;
use crate::common::problems::packings::dominoes;
use crate::common::tier;
use crate::common::tools::has;
use dlx3::Answers;
use dlx3::answers::Limits;
use dlx3::answers::find::find;
use dlx3::answers::tuning::Tuning;
use dlx3::convert::Format;
use dlx3::convert::cardinality::Encoding;
use dlx3::convert::read::{Checker, ModelReader, Verdict};
use dlx3::families::dice::Dice;
use std::path::Path;
use std::process::Stdio;

/// A solver that reads one of our texts.
struct Solver {
    program: &'static str,
    format: Format,
    /// Its words; `@` is the file of the problem, `%` that of the result.
    words: &'static [&'static str],
}

const fn solver(program: &'static str, format: Format, words: &'static [&'static str]) -> Solver {
    Solver {
        program,
        format,
        words,
    }
}

const SOLVERS: [Solver; 9] = [
    solver("cadical", Format::Cnf, &["-q", "@"]),
    solver("clasp", Format::Cnf, &["@"]),
    solver("minisat", Format::Cnf, &["@", "%"]),
    solver("clasp", Format::Wcnf, &["@"]),
    solver("clasp", Format::Opb, &["@"]),
    solver("minisat+", Format::Opb, &["@"]),
    solver("glpsol", Format::Lp, &["--lp", "@", "-o", "%"]),
    solver("glpsol", Format::Lp, &["--lp", "@", "-w", "%"]),
    solver("cbc", Format::Lp, &["@", "solve", "solu", "%"]),
];

const MINIZINC: Solver = solver("minizinc", Format::Mzn, &["@"]);
const MINIZINC_ALL: Solver = solver("minizinc", Format::Mzn, &["-a", "@"]);
const CLASP_ALL: [Solver; 2] = [
    solver("clasp", Format::Cnf, &["-n", "0", "@"]),
    solver("clasp", Format::Opb, &["-n", "0", "--quiet=0", "@"]),
];

impl Solver {
    fn run(&self, text: &str) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let problem = folder.path().join(format!("p.{}", self.format.name()));
        let result = folder.path().join("result");
        std::fs::write(&problem, text).unwrap();
        let word = |word: &&'static str| match *word {
            "@" => problem.as_os_str().to_owned(),
            "%" => result.as_os_str().to_owned(),
            word => word.into(),
        };
        let words = self.words.iter().map(word);
        let run = filter::program(self.program)
            .args(words)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        match self.words.contains(&"%") {
            true => std::fs::read(result)
                .unwrap_or_else(|error| panic!("{}: {error}\n{run:?}\n{text}", self.program)),
            false => run.stdout,
        }
    }
}

/// The number of problems: `usual`, or the value of `CONVERT_PROBLEMS`.
fn number(usual: u64) -> u64 {
    tier::problems("CONVERT_PROBLEMS", usual)
}

/// All models and the verdict. Each model must hold and come once.
fn models(case: &Case, format: Format, output: &[u8]) -> (Vec<Vec<u32>>, Verdict) {
    let mut checker = Checker::new(&case.problem);
    let mut reader = ModelReader::new(format, &case.problem, output);
    let mut found = Vec::new();
    let shown = || format!("\n{}\n{}", case.text, String::from_utf8_lossy(output));
    while let Some(model) = reader.next().unwrap_or_else(|e| panic!("{e}{}", shown())) {
        let checked = checker.check(&model);
        checked.unwrap_or_else(|wrong| panic!("{wrong}{}", shown()));
        let options = model.options.iter().map(|(option, _)| option.0 + 1);
        let options: Vec<u32> = options.collect();
        assert!(case.solutions.contains(&options), "{options:?}{}", shown());
        found.push(options);
    }
    (found, reader.verdict())
}

fn dlx_from(file: &Path, format: Format, output: &[u8]) -> Run {
    let words = ["from", format.name(), file.to_str().unwrap()];
    filter::run(&mut filter::command(filter::path("dlx"), &words), output)
}

/// Checks the solver's answer.
fn agrees(solver: &Solver, case: &Case, encoding: Encoding, most: bool, file: &Path) {
    let form = (solver.format, encoding);
    let text = forms::text(&case.problem, most, form);
    let output = solver.run(&text);
    let context = || {
        let output = String::from_utf8_lossy(&output);
        format!(
            "{} {form:?}\n{}\n{text}\n{output}",
            solver.program, case.text
        )
    };
    let (found, verdict) = models(case, solver.format, &output);
    let is_satisfiable = !case.solutions.is_empty();
    assert_eq!(!found.is_empty(), is_satisfiable, "{}", context());
    assert_eq!(
        verdict != Verdict::Unsatisfiable,
        is_satisfiable,
        "{}",
        context()
    );
    if let Some(last) = found.last()
        && solver.format != Format::Cnf
    {
        assert_eq!(Some(case.cost(last)), case.best(most), "{}", context());
    }
    let run = dlx_from(file, solver.format, &output);
    if !is_satisfiable {
        assert_eq!(run.status, Some(1), "{run:?} {}", context());
        assert_eq!(run.stderr, "dlx: there is no solution, the solver says\n");
        return;
    }
    // Where no soft clause can fail, clasp has nothing to optimize, and does not speak of an optimum.
    let is_unsaid = solver.program == "clasp"
        && solver.format == Format::Wcnf
        && verdict == Verdict::Satisfiable;
    let is_right = run.status == Some(0) || is_unsaid && run.status == Some(3);
    assert!(is_right, "{run:?} {}", context());
    let mut check = dlx_check(&[file.to_str().unwrap()]);
    let checked = filter::run(&mut check, run.stdout.as_bytes());
    let hold = match found.len() {
        1 => "1 solution holds\n".to_owned(),
        number => format!("{number} solutions hold\n"),
    };
    assert_eq!(checked.stdout, hold, "{checked:?} {}", context());
}

fn encoding(seed: usize) -> Encoding {
    [
        Encoding::Auto,
        Encoding::Pairwise,
        Encoding::Ladder,
        Encoding::Totalizer,
    ][seed % 4]
}

#[test]
fn solvers_find_the_best_solution_or_that_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.dlx");
    for (number, case) in cases(0, number(40)).enumerate() {
        std::fs::write(&file, &case.text).unwrap();
        for solver in SOLVERS.iter().filter(|solver| has(solver.program)) {
            agrees(solver, &case, encoding(number), number % 3 == 0, &file);
        }
    }
}

/// Random covers by options of three items: about half of them have a solution.
fn near_the_threshold(seed: u64) -> dlx3::Problem {
    let dice = &mut Dice::new(seed, 1);
    let items = 3 * (4 + dice.below(5));
    let mut text: String = (0..items).map(|item| format!("i{item} ")).collect();
    for _ in 0..items * 2 {
        let mut option = std::collections::BTreeSet::new();
        while option.len() < 3 {
            option.insert(dice.below(items));
        }
        text += "\n";
        for item in option {
            text += &format!("i{item} ");
        }
    }
    text.parse().unwrap()
}

#[test]
fn find_and_cadical_agree_near_the_threshold() {
    if !has("cadical") {
        return;
    }
    let mut with_solutions = 0;
    for seed in 0..number(1000) {
        let problem = near_the_threshold(seed);
        let text = forms::text(&problem, false, (Format::Cnf, Encoding::Auto));
        let output = SOLVERS[0].run(&text);
        let mut reader = ModelReader::new(Format::Cnf, &problem, &output[..]);
        let theirs = reader.next().unwrap().is_some();
        let learning = Tuning {
            walk: false,
            dlx3: false,
            restarts: false,
            layers_narrow: false,
            layers_input: false,
            reduce: false,
            ..Tuning::default()
        };
        for tuning in [learning, Tuning::default()] {
            let mut limits = Limits {
                tuning,
                ..Limits::new(1 << 30)
            };
            let ours = find(&problem, &mut limits).unwrap();
            assert_eq!(ours.solution.is_some(), theirs, "{seed}");
        }
        with_solutions += u64::from(theirs);
    }
    let all = number(1000);
    assert!(
        (all / 10..all - all / 10).contains(&with_solutions),
        "{with_solutions}"
    );
}

#[test]
fn minizinc_finds_the_best_solution_or_that_there_is_none() {
    if !has("minizinc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.dlx");
    for (number, case) in cases(0, number(60) / 5).enumerate() {
        std::fs::write(&file, &case.text).unwrap();
        agrees(&MINIZINC, &case, Encoding::Auto, number % 3 == 0, &file);
    }
}

/// All models that a solver enumerates, without projecting them on options: none may come
/// twice.
fn enumerates(solver: &Solver, case: &Case, encoding: Encoding) {
    let form = (solver.format, encoding);
    // With costs, a solver would look for the best ones.
    let free = vec![0; case.problem.option_count()];
    let free = case.problem.clone().with_costs(free).unwrap();
    let text = forms::text(&free, false, form);
    let output = solver.run(&text);
    let (found, _) = models(case, solver.format, &output);
    let unique: Solutions = found.iter().cloned().collect();
    let context = format!("{} {form:?}\n{}\n{text}", solver.program, case.text);
    assert_eq!(found.len(), unique.len(), "{context}");
    assert_eq!(unique, case.solutions, "{context}");
}

#[test]
fn each_solution_is_one_model() {
    for (number, case) in cases(0, number(60)).enumerate() {
        for solver in CLASP_ALL.iter().filter(|solver| has(solver.program)) {
            enumerates(solver, &case, encoding(number));
        }
        if number % 6 == 0 && has("minizinc") {
            enumerates(&MINIZINC_ALL, &case, Encoding::Auto);
        }
    }
}

/// Larger problems, whose numbers are known.
#[test]
fn queens_and_dominoes_have_as_many_models_as_solutions() {
    let bounds = "3|A 2:5|B 0:4|C | X\n".to_owned()
        + &"A B\nA C X:1\nB C X:2\nA X:1\nB X:2\nC X:1\nA B C X:3\nB\nA\nC\nB X:3\nA X\n".repeat(2);
    for (text, known) in [
        (queens(8), Some(92)),
        (dominoes(6, 6), Some(6728)),
        (bounds, None),
    ] {
        let problem: dlx3::Problem = text.parse().unwrap();
        let count = problem.count().to_u64().unwrap();
        assert!(known.is_none_or(|known| known == count) && count > 50);
        for seed in 0..4 {
            for solver in CLASP_ALL.iter().filter(|solver| has(solver.program)) {
                if solver.format == Format::Opb && seed > 0 {
                    continue;
                }
                let form = (solver.format, encoding(seed));
                let output = solver.run(&forms::text(&problem, false, form));
                let mut reader = ModelReader::new(solver.format, &problem, &output[..]);
                let mut checker = Checker::new(&problem);
                let mut found = 0;
                while let Some(model) = reader.next().unwrap() {
                    checker.check(&model).unwrap();
                    found += 1;
                }
                assert_eq!(found, count, "{form:?}");
            }
        }
    }
}
