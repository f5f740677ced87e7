//! `--json` of the verbs: the same answers as without it, in the form of `dlx3 --json`.

use super::filter::dlx;
use crate::common::filter::{TemporaryFile, dlx3, run};
use crate::common::problems::covers::queens;
use crate::common::problems::packings::dominoes;
use serde_json::Value;

/// Colors, bounds, an item that may be left out, and costs, one of which is large.
const PRICED: &str = "\
A B 1:2|C 0:1|D | X
A B X:1 |4
A X:2 |1
B C |2
C X:2 D |1 |1
C X:1 |6
D |9007199254740993
";

/// The same without costs.
fn unpriced() -> String {
    let lines = PRICED.lines().skip(1).map(|line| {
        let end = line.find(" |").unwrap();
        format!("{}\n", &line[..end])
    });
    let options: String = lines.collect();
    format!("A B 1:2|C 0:1|D | X\n{options}")
}

fn objects(text: &str) -> Vec<Value> {
    let objects = text.lines().map(serde_json::from_str);
    objects
        .map(|object| object.expect("each line is JSON"))
        .collect()
}

/// An integer, which is a string of digits if it is large.
fn integer(value: &Value) -> u128 {
    match value {
        Value::String(digits) => {
            let number = digits.parse().unwrap();
            assert!(number > 1 << 53, "{digits} is small");
            number
        }
        value => value.as_u64().unwrap().into(),
    }
}

/// The words of an option, as `.dlx` has them.
fn words(option: &Value) -> String {
    let items = option["items"].as_array().unwrap().iter().enumerate();
    let words = items.map(|(place, item)| {
        let item = item.as_str().unwrap();
        match option["colors"][place].as_str() {
            Some(color) => format!("{item}:{color}"),
            None => item.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A solution in the form without `--json`. Its options must be those of the problem.
fn text(solution: &Value, problem: &str) -> String {
    let mut text = format!("{}:\n", integer(&solution["solution"]));
    for option in solution["branches"].as_array().unwrap() {
        let number = option["option"].as_u64().unwrap() as usize;
        let line = problem.lines().nth(number).unwrap();
        let words = words(option);
        assert_eq!(line.split(" |").next().unwrap(), words);
        text += &format!(" {words} ({} of {})\n", option["branch"], option["of"]);
    }
    text
}

#[test]
fn solutions_as_json_are_those_without() {
    let priced = TemporaryFile::with(PRICED);
    let (unpriced, dominoes, queens) = (unpriced(), dominoes(16, 16), queens(8));
    let mut seen = 0;
    for (problem, verb) in [
        (&unpriced[..], &["find"][..]),
        (PRICED, &["find"]),
        (PRICED, &["nth", "2"]),
        (PRICED, &["sample", "-n", "9"]),
        (PRICED, &["best", "-k", "9"]),
        (PRICED, &["best", "-k", "9", "--most"]),
        (&unpriced, &["best", "-k", "9"]),
        (&queens, &["sample", "-n", "20", "--seed", "3"]),
        (&dominoes, &["nth", "1000000000000000000000000000000"]),
    ] {
        let expected = dlx(verb, problem);
        let ended = dlx(&[verb, &["--json"]].concat(), problem);
        assert_eq!((ended.status, &ended.stderr), (Some(0), &expected.stderr));
        let objects = objects(&ended.stdout);
        let shown: String = objects.iter().map(|object| text(object, problem)).collect();
        assert_eq!(shown, expected.stdout, "{verb:?}");
        for object in &objects {
            has_costs(object, problem, verb[0] == "best");
        }
        seen += objects.len();
    }
    assert!(seen > 40, "{seen}");
    // The output of another solver.
    let found = "s SATISFIABLE\nv 1 -2 -3 -4 5 -6 0\nv -1 2 3 -4 -5 6 0\n";
    let verb = ["from", "cnf", priced.name()];
    let expected = dlx(&verb, found);
    let ended = dlx(&[&verb[..], &["--json"]].concat(), found);
    assert_eq!((ended.status, &ended.stderr), (Some(0), &expected.stderr));
    let objects = objects(&ended.stdout);
    let shown: String = objects.iter().map(|object| text(object, PRICED)).collect();
    assert_eq!(shown, expected.stdout);
    let priced = |object| has_costs(object, PRICED, false);
    objects.iter().for_each(priced);
}

/// Costs are present if the problem has any, or `always`, and are those of the input.
fn has_costs(solution: &Value, problem: &str, always: bool) {
    let has_any = always || problem.contains(" |4");
    let mut sum = 0;
    for option in solution["branches"].as_array().unwrap() {
        let line = problem
            .lines()
            .nth(option["option"].as_u64().unwrap() as usize);
        let costs = line.unwrap().split(" |").skip(1);
        let cost: u128 = costs.map(|cost| cost.parse::<u128>().unwrap()).sum();
        sum += cost;
        match has_any {
            true => assert_eq!(integer(&option["cost"]), cost),
            false => assert!(option.get("cost").is_none()),
        }
    }
    match has_any {
        true => assert_eq!(integer(&solution["cost"]), sum),
        false => assert!(solution.get("cost").is_none()),
    }
}

/// So one reader reads both.
#[test]
fn an_option_has_the_fields_that_dlx3_gives_it() {
    let text = unpriced();
    let theirs = run(&mut dlx3(&["--json", "m1", "t1", "v0"]), text.as_bytes());
    let ours = dlx(&["nth", "1", "--json"], &text);
    let fields = |stdout: &str| {
        let solution = &objects(stdout)[0];
        let names = |object: &Value| {
            let names = object.as_object().unwrap().keys();
            names
                .filter(|&name| name != "colors")
                .cloned()
                .collect::<Vec<_>>()
        };
        (names(solution), names(&solution["branches"][0]))
    };
    assert_eq!(fields(&theirs.stdout), fields(&ours.stdout));
}

#[test]
fn counts_as_json_are_those_without() {
    let (unpriced, dominoes) = (unpriced(), dominoes(16, 16));
    for problem in [&unpriced, &dominoes] {
        let expected = dlx(&["count"], problem);
        let ended = dlx(&["count", "--json"], problem);
        assert_eq!((ended.status, &ended.stderr), (Some(0), &expected.stderr));
        let objects = objects(&ended.stdout);
        assert_eq!(objects.len(), 1);
        let number = format!("{}\n", integer(&objects[0]["solutions"]));
        assert_eq!(number, expected.stdout);
    }
    let expected = dlx(&["count", "--options"], &unpriced);
    let ended = dlx(&["count", "--options", "--json"], &unpriced);
    let shown: String = objects(&ended.stdout)
        .iter()
        .map(|option| format!("{} {}\n", integer(&option["solutions"]), words(option)))
        .collect();
    assert_eq!(shown, expected.stdout);
}

#[test]
fn numbers_of_solutions_by_cost_are_those_of_the_text_form() {
    let text = dlx(&["count", "--by-cost"], PRICED);
    let json = dlx(&["count", "--by-cost", "--json"], PRICED);
    let lines = objects(&json.stdout).into_iter().map(|object| {
        let cost = integer(&object["cost"]);
        format!("{cost} {}\n", integer(&object["solutions"]))
    });
    let lines: String = lines.collect();
    assert_eq!(lines, text.stdout);
    assert!(lines.lines().count() > 3, "{lines}");
}
