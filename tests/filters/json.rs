//! `dlx3 --json`: the same solutions and numbers as without it, in another form. The expected
//! values are those of the recorded runs of the C program.

use crate::common::cases::{self, Case};
use crate::common::filter::{Run, dlx3, full, output, run};
use crate::common::problems::covers::queens;
use crate::common::problems::packings::dominoes;
use crate::common::time::endless;
use serde_json::Value;
use std::process::{Output, Stdio};

fn solve(words: &[&str], text: &str) -> Run {
    run(&mut dlx3(words), text.as_bytes())
}

/// The objects of a stream, one a line.
fn objects(stdout: &[u8]) -> Vec<Value> {
    let lines = stdout.strip_suffix(b"\n").unwrap_or(stdout);
    let lines = lines.split(|&byte| byte == b'\n');
    let lines = lines.filter(|line| !line.is_empty());
    lines
        .map(|line| serde_json::from_slice(line).expect("each line is JSON"))
        .collect()
}

/// The bytes of a name or color.
fn bytes(text: &Value) -> Vec<u8> {
    match text {
        Value::String(text) => text.clone().into_bytes(),
        text => {
            let bytes = text["bytes"].as_array().unwrap().iter();
            bytes.map(|byte| byte.as_u64().unwrap() as u8).collect()
        }
    }
}

/// An integer, which is a string of digits if it is large.
fn integer(value: &Value) -> String {
    match value {
        Value::String(digits) => digits.clone(),
        value => value.as_u64().unwrap().to_string(),
    }
}

/// A solution as it is printed without `--json`.
fn solution_text(solution: &Value) -> Vec<u8> {
    let mut text = format!("{}:\n", integer(&solution["solution"])).into_bytes();
    for branch in solution["branches"].as_array().unwrap() {
        if let Some(items) = branch["items"].as_array() {
            for (place, item) in items.iter().enumerate() {
                text.push(b' ');
                text.extend(bytes(item));
                let color = &branch["colors"][place];
                if !color.is_null() {
                    text.push(b':');
                    text.extend(bytes(color));
                }
            }
        } else {
            text.extend(b" null ");
            text.extend(bytes(&branch["null"]));
        }
        let (branch, of) = (&branch["branch"], &branch["of"]);
        text.extend(format!(" ({branch} of {of})\n").into_bytes());
    }
    text
}

/// The first line of stderr, the profile and the last line, as without `--json`.
fn statistics_text(statistics: &Value) -> [String; 3] {
    let of = |name: &str| integer(&statistics[name]);
    let number = |name: &str| of(name).parse::<u128>().unwrap();
    let mems = number("mems").max(1);
    let plural = if of("solutions") == "1" { "" } else { "s" };
    let read = format!(
        "({} options, {}+{} items, {} entries successfully read)\n",
        of("options"),
        of("primary_items"),
        of("secondary_items"),
        of("entries"),
    );
    let mut profile = String::new();
    if let Some(levels) = statistics["profile"].as_array() {
        profile += "Profile:\n";
        for (level, nodes) in levels.iter().enumerate() {
            profile += &format!("{level:3}: {}\n", integer(nodes));
        }
    }
    let last = format!(
        "Altogether {} solution{plural}, {}+{} mems, {} updates, {} cleansings, {} bytes, \
         {} nodes, ccost {}%.\n",
        of("solutions"),
        of("input_mems"),
        of("mems"),
        of("updates"),
        of("cleansings"),
        of("bytes"),
        of("nodes"),
        (200 * number("choice_mems") + mems) / (2 * mems),
    );
    [read, profile, last]
}

/// A recorded run with `--json`.
fn run_case(case: &Case, extra: &[&str]) -> Output {
    let words = case.words.iter().map(String::as_str).collect::<Vec<_>>();
    output(&mut dlx3(&[&words[..], extra].concat()), &case.input)
}

#[test]
fn json_has_the_solutions_and_numbers_of_the_recorded_runs() {
    let (mut solutions, mut profiles) = (0, 0);
    let cases = cases::all();
    let cases = cases.iter().filter(|case| case.status == 0);
    for (number, case) in cases.filter(|case| case.shape.is_none()).enumerate() {
        let extra = [
            &["--json"][..],
            &["--json", "--threads", "3", "--batch", "50"],
        ];
        let ran = run_case(case, extra[number % 2]);
        let name = &case.name;
        assert_eq!(ran.status.code(), Some(0), "{name}");
        let mut objects = objects(&ran.stdout);
        let statistics = objects.pop_if(|last| last.get("statistics").is_some());
        let text: Vec<u8> = objects.iter().flat_map(solution_text).collect();
        assert_eq!(text, case.stdout, "{name}");
        solutions += objects.len();
        // Stderr lacks exactly the parts that the object has.
        let stderr = String::from_utf8_lossy(&ran.stderr);
        let mut expected = String::from_utf8_lossy(&case.stderr).into_owned();
        let Some(statistics) = statistics else {
            assert_eq!(stderr, expected, "{name}");
            continue;
        };
        let statistics = &statistics["statistics"];
        profiles += u32::from(statistics.get("profile").is_some());
        let [read, profile, last] = statistics_text(statistics);
        // With v128 and without v1, the profile stands alone.
        let alone = !expected.contains("Altogether");
        let gone = if alone {
            vec![profile]
        } else {
            vec![read, profile, last]
        };
        for text in gone {
            assert!(expected.contains(&text), "{name}: no {text} in {expected}");
            expected = expected.replacen(&text, "", 1);
        }
        assert_eq!(stderr, expected, "{name}");
    }
    assert!(solutions > 1000 && profiles > 10, "{solutions} {profiles}");
}

#[test]
fn the_last_line_says_why_the_search_has_ended() {
    let text = queens(8);
    let ended = |words: &[&str]| {
        let run = solve(words, &text);
        let objects = objects(run.stdout.as_bytes());
        let ended = &objects.last().unwrap()["statistics"]["ended"];
        (run.status.unwrap(), ended.as_str().unwrap().to_owned())
    };
    assert_eq!(ended(&["--json"]), (0, "complete".to_owned()));
    assert_eq!(ended(&["--json", "t3"]), (0, "solutions".to_owned()));
    assert_eq!(ended(&["--json", "T99"]), (0, "mems".to_owned()));
    assert_eq!(
        ended(&["--json", "--solution", "92"]),
        (0, "solutions".to_owned())
    );
    assert_eq!(
        ended(&["--json", "--solution", "93"]),
        (1, "complete".to_owned())
    );
    assert_eq!(
        ended(&["--json", "--sample", "5"]),
        (0, "complete".to_owned())
    );
    let long = solve(&["--json", "--time", "50ms", "d0"], &endless());
    assert_eq!(long.status, Some(3));
    assert!(long.stdout.starts_with(r#"{"statistics":{"ended":"time","#));
}

#[test]
fn solutions_by_number_and_at_random_are_those_without_json() {
    let text = queens(8);
    for words in [
        &["v0", "--solution", "57"][..],
        &["v0", "--sample", "20", "--seed", "3"],
        &["v0", "m10", "t60", "--memo", "0"],
    ] {
        let expected = solve(words, &text).stdout;
        let run = solve(&[words, &["--json"]].concat(), &text);
        let shown = objects(run.stdout.as_bytes());
        let shown: Vec<u8> = shown.iter().flat_map(solution_text).collect();
        assert_eq!(String::from_utf8(shown).unwrap(), expected, "{words:?}");
        assert!(!expected.is_empty());
    }
}

#[test]
fn integers_above_2_to_the_53_are_strings() {
    // Kasteleyn 1961: the domino tilings of a board of 12x12 cells.
    let number = "53060477521960000";
    let run = solve(&["--json", "d0", "--solution", number], &dominoes(12, 12));
    let mut lines = run.stdout.lines();
    let begin = format!(r#"{{"solution":"{number}","branches":[{{"option":"#);
    assert!(lines.next().unwrap().starts_with(&begin));
    let last: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!(last["statistics"]["solutions"], number);
    assert_eq!(last["statistics"]["options"], 264);
}

#[test]
fn names_are_escaped_and_those_that_are_no_utf8_are_bytes() {
    let text = b"a\xe9 \"q\\ \x01z \xc3\xa9 | x\na\xe9 x:\xe9\n\"q\\ \x01z \xc3\xa9\n";
    let ran = output(&mut dlx3(&["--json", "m1", "v0"]), text);
    let expected = r#"{"solution":1,"branches":[{"option":1,"items":[{"bytes":[97,233]},"x"],"#
        .to_owned()
        + r#""colors":[null,{"bytes":[233]}],"branch":1,"of":1},"#
        + r#"{"option":2,"items":["\"q\\","\u0001z","é"],"branch":1,"of":1}]}"#
        + "\n";
    assert_eq!(String::from_utf8(ran.stdout).unwrap(), expected);
}

#[test]
fn parts_and_journals_are_refused() {
    for words in [
        ["--part", "1/2"],
        ["--resume", "nowhere"],
        ["--grain", "10"],
    ] {
        let run = solve(&[&words[..], &["--json"]].concat(), "A\nA\n");
        assert_eq!((run.status, &run.stdout[..]), (Some(255), ""));
        let message = "dlx3: --json does not go with --part, --resume and --grain: journals keep \
                       solutions as text\n";
        assert_eq!(run.stderr, message);
    }
}

#[test]
fn bad_input_has_its_page_and_no_objects() {
    let run = solve(&["--json", "m1"], "A B\nA C\n");
    assert_eq!((run.status, &run.stdout[..]), (Some(102), ""));
    assert_eq!(run.stderr, solve(&[], "A B\nA C\n").stderr);
}

#[test]
fn a_full_disk_is_told() {
    let mut command = dlx3(&["--json", "m1"]);
    command.stdout(Stdio::from(full()));
    let run = run(&mut command, queens(6).as_bytes());
    assert_eq!(run.status, Some(1));
    assert!(
        run.stderr.contains("cannot write solutions"),
        "{}",
        run.stderr
    );
}
