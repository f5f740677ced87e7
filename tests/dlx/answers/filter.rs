//! The output of `dlx`, run as a user runs it.

use crate::common::filter::{self, Run, TemporaryFile, dlx_check, dlx3, run};
use crate::common::problems::covers::{free, queens};
use crate::common::problems::packings::dominoes;
use crate::common::time::{endless, given_time};
use insta::assert_snapshot;

pub fn dlx(words: &[&str], input: &str) -> Run {
    let mut command = filter::command(filter::path("dlx"), words);
    run(&mut command, input.as_bytes())
}

/// Status, stdout and stderr.
fn all(words: &[&str], input: &str) -> String {
    let run = dlx(words, input);
    format!("[{}]\n{}{}", run.status.unwrap(), run.stdout, run.stderr)
}

const COLORS: &str = include_str!("../../../testdata/colors.dlx");

#[test]
fn the_help_pages_say_what_there_is() {
    assert_snapshot!("dlx_help", dlx(&["--help"], "").stdout);
    for verb in [
        "count", "estimate", "sample", "nth", "find", "zdd", "best", "reduce", "merge", "audit",
    ] {
        let page = dlx(&[verb, "--help"], "").stdout;
        assert_snapshot!(format!("dlx_{verb}_help"), page);
    }
}

#[test]
fn bad_words_and_bad_input_have_their_messages() {
    let mut text = String::new();
    for words in [
        "",
        "guess",
        "count 7",
        "count --memory 7T",
        "count --time soon",
        "count --threads 0",
        "nth",
        "nth 0",
        "nth -1",
        "nth one",
        "sample -n 1000001",
        "sample --seed x",
        "best -k 0",
        "best -k",
        "reduce 1",
    ] {
        let words: Vec<&str> = words.split_whitespace().collect();
        let run = dlx(&words, "A\nA\n");
        let first = run.stderr.lines().next().unwrap_or_default().to_owned();
        text += &format!("{} [{}]\n  {first}\n", words.join(" "), run.status.unwrap());
    }
    for verb in ["count", "sample", "nth 1", "find", "zdd", "best", "reduce"] {
        let words: Vec<&str> = verb.split(' ').collect();
        text += &format!("{verb}: {}", all(&words, "A B\nA C\n"));
    }
    assert_snapshot!("dlx_messages", text);
}

#[test]
fn where_there_are_no_solutions_the_verbs_say_so() {
    let mut text = String::new();
    for verb in [
        "count",
        "count --options",
        "sample",
        "nth 1",
        "find",
        "zdd",
        "zdd --dot",
        "best",
    ] {
        let words: Vec<&str> = verb.split(' ').collect();
        text += &format!("{verb}: {}", all(&words, "A B\nA\n"));
    }
    assert_snapshot!("dlx_without_solutions", text);
}

#[test]
fn solutions_hold_by_dlx_check() {
    let bounded = "null B 0:2|C | X\nnull B\nnull X:1\nB C X:2\nB C X:1\nC null\nC\nC X:1\n";
    let bounded = bounded.to_owned();
    for problem in [
        COLORS.to_owned(),
        dominoes(6, 6),
        queens(8),
        free(6),
        bounded,
    ] {
        let file = TemporaryFile::with(&problem);
        let sample = dlx(&["sample", "-n", "40", "--seed", "3"], &problem);
        assert_eq!(sample.status, Some(0), "{}", sample.stderr);
        let check = |words: &[&str], stream: &str| {
            let words = [words, &[file.name()]].concat();
            run(&mut dlx_check(&words), stream.as_bytes())
        };
        let checked = check(&["--sample"], &sample.stdout);
        assert_eq!(checked.stdout, "40 solutions hold\n", "{}", checked.stderr);
        let found = dlx(&["find"], &problem);
        assert_eq!(check(&[], &found.stdout).stdout, "1 solution holds\n");
        let number: u64 = dlx(&["count"], &problem).stdout.trim().parse().unwrap();
        let numbers = 1..=number.min(12);
        let listed: String = numbers
            .clone()
            .map(|number| dlx(&["nth", &number.to_string()], &problem).stdout)
            .collect();
        let checked = check(&[], &listed);
        let hold = if number == 1 {
            "solution holds"
        } else {
            "solutions hold"
        };
        assert_eq!(checked.stdout, format!("{} {hold}\n", numbers.end()));
        let after = dlx(&["nth", &(number + 1).to_string()], &problem);
        let are = if number == 1 { "is" } else { "are" };
        let told = format!("dlx: no such solution: there {are} {number}\n");
        assert_eq!((after.status, after.stderr), (Some(1), told));
    }
}

#[test]
fn the_numbers_of_options_add_up() {
    let run = dlx(&["count", "--options"], &dominoes(8, 8));
    let numbers = run.stdout.lines().map(|line| {
        let number = line.split(' ').next().unwrap();
        number.parse::<u64>().unwrap()
    });
    // Each of the 12,988,816 tilings has 32 dominoes.
    assert_eq!(numbers.sum::<u64>(), 32 * 12_988_816);
    assert_eq!(
        dlx(&["count", "--options"], COLORS).stdout,
        "\
0 A B X:0 Y:0
1 A C X:1 Y:1
0 C X:0
1 B X:1
1 C Y:1
"
    );
}

#[test]
fn the_decision_diagram_is_written_as_dlx6_writes_it() {
    let text = "A B C\nA B\nC\nB C\nA\n";
    assert_snapshot!("dlx_zdd", all(&["zdd"], text));
    assert_snapshot!("dlx_zdd_dot", all(&["zdd", "--dot"], text));
}

#[test]
fn the_output_is_the_same_with_any_number_of_threads_and_in_each_run() {
    for words in [
        &["count"][..],
        &["sample", "-n", "5"],
        &["zdd"],
        &["nth", "1000"],
        &["find"],
    ] {
        let one = dlx(words, &dominoes(8, 8));
        for threads in ["1", "2", "7"] {
            let words = [words, &["--threads", threads]].concat();
            assert_eq!(dlx(&words, &dominoes(8, 8)).stdout, one.stdout);
        }
    }
}

#[test]
fn when_time_is_up_the_exit_status_is_3_and_stderr_has_what_is_known() {
    // By DLX3's tree alone, as there is no memory for states.
    let words = ["count", "--memory", "0"];
    let problem = endless();
    let stopped = given_time(
        0.3,
        |time| dlx(&[&words[..], &["--time", time]].concat(), &problem),
        |stopped| stopped.stderr.starts_with("dlx: time is up; at least "),
    );
    assert_eq!(stopped.status, Some(3), "{}", stopped.stderr);
    assert_eq!(stopped.stdout, "");
    let told = stopped.stderr.strip_prefix("dlx: time is up; at least ");
    let least: u64 = told.unwrap().trim().parse().unwrap();
    assert!(least > 0 && least < 227_514_171_973_736, "{least}");
    let stopped = dlx(&["zdd", "--time", "0ms"], &dominoes(10, 11));
    assert_eq!((stopped.status, &*stopped.stdout), (Some(3), ""));
    assert_eq!(stopped.stderr, "dlx: time is up\n");
}

#[test]
fn with_little_memory_counts_are_still_exact() {
    for memory in ["0", "1K", "100K", "1M"] {
        let run = dlx(&["count", "--memory", memory], &dominoes(6, 7));
        assert_eq!(run.stdout, "31529\n", "{memory}: {}", run.stderr);
        let run = dlx(&["count", "--memory", memory], &queens(8));
        assert_eq!(run.stdout, "92\n", "{memory}: {}", run.stderr);
    }
    let run = dlx(&["sample", "--memory", "1K"], &dominoes(16, 16));
    assert_eq!(run.status, Some(3));
    let told = "dlx: this takes more than 1024 bytes of states: see --memory\n";
    assert_eq!(run.stderr, told);
}

/// Both print the same solutions, in other orders.
#[test]
fn all_solutions_by_number_are_those_of_dlx3() {
    let lines = |text: &str| {
        let mut solutions: Vec<Vec<String>> = Vec::new();
        for line in text.lines() {
            match line.strip_prefix(' ') {
                None => solutions.push(Vec::new()),
                Some(line) if line.starts_with("null") => {}
                Some(line) => {
                    let words = line.split(" (").next().unwrap();
                    let mut words: Vec<&str> = words.split(' ').collect();
                    words.sort_unstable();
                    solutions.last_mut().unwrap().push(words.join(" "));
                }
            }
        }
        solutions.iter_mut().for_each(|solution| solution.sort());
        solutions.sort();
        solutions
    };
    for problem in [COLORS.to_owned(), dominoes(4, 4), queens(6), free(4)] {
        let theirs = run(&mut dlx3(&["m1"]), problem.as_bytes()).stdout;
        let number = lines(&theirs).len();
        let ours: String = (1..=number)
            .map(|number| dlx(&["nth", &number.to_string()], &problem).stdout)
            .collect();
        assert_eq!(lines(&ours), lines(&theirs));
    }
}

/// The counts are the same, and the report shows the missing way. A wrong name lists the names, a
/// wrong value the range.
#[test]
fn techniques_can_be_turned_off_and_one_way_must_stay() {
    let way = |tuning: &str| {
        let run = dlx(&["count", "--tuning", tuning], COLORS);
        assert_eq!((run.status, &*run.stdout), (Some(0), "1\n"), "{tuning}");
        run.stderr
    };
    assert!(way("memo=0,reduce=0").contains("DLX3's tree;"));
    assert!(way("dlx3=0,reduce=0").contains("by layers"));
    let refused = |tuning: &str| {
        let run = dlx(&["find", "--tuning", tuning], COLORS);
        assert_eq!((run.status, &*run.stdout), (Some(2), ""), "{tuning}");
        run.stderr
    };
    let none = "walk=0,layers-narrow=0,layers-input=0";
    assert_eq!(refused(none), "dlx: --tuning leaves no way to an answer\n");
    assert!(refused("walks=0").contains("there are the techniques memo, sweep, "));
    assert!(refused("walk=2").contains("walk is 0 or 1"));
    assert!(refused("options=65537").contains("options is a number from 0 to 65536"));
}
