//! A search that `--time` has stopped says which share of it was done.

use crate::common::filter::{Run, command, path, run};
use crate::common::problems::covers::queens;
use crate::common::time::endless;
use serde_json::Value;

fn stopped(program: &str, words: &[&str], text: &str) -> Run {
    let run = run(&mut command(path(program), words), text.as_bytes());
    assert_eq!(run.status, Some(3), "{program} {words:?}: {}", run.stderr);
    run
}

#[test]
fn a_search_that_its_time_has_stopped_says_which_share_was_done() {
    for program in ["dlx1", "dlx2", "dlx3"] {
        let words = ["d0", "--threads", "1", "--time", "1s"];
        let told = stopped(program, &words, &endless()).stderr;
        let lines: Vec<&str> = told.lines().collect();
        let [statistics, share] = lines[lines.len() - 2..] else {
            panic!("{told}");
        };
        assert!(statistics.starts_with("Altogether "), "{told}");
        assert!(share.starts_with(&format!("{program}: about ")), "{told}");
        assert!(share.contains("% of the search was done ("), "{told}");
        assert!(share.contains("); all of it may take "), "{told}");
    }
}

#[test]
fn the_share_that_was_done_is_in_the_statistics_too() {
    let words = ["--json", "d0", "--threads", "1", "--time", "1s"];
    let told = stopped("dlx3", &words, &endless()).stdout;
    let statistics: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    let share = &statistics["statistics"]["share"];
    let number = |name: &str| share[name].as_f64().unwrap();
    let (low, middle, high) = (number("low"), number("estimate"), number("high"));
    assert!(0.0 < low && low <= middle && middle <= high, "{told}");
    assert!(high < 0.9, "{told}");
}

#[test]
fn nothing_is_said_of_a_share_without_statistics_or_of_choices_at_random() {
    let silent = stopped("dlx3", &["v0", "d0", "--time", "100ms"], &endless());
    assert_eq!(silent.stderr, "TIMEOUT!\n");
    let random = stopped("dlx3", &["s1", "d0", "--time", "100ms"], &endless());
    assert!(
        !random.stderr.contains("of the search"),
        "{}",
        random.stderr
    );
    let whole = run(
        &mut command(path("dlx3"), &["d0", "--time", "1d"]),
        queens(6).as_bytes(),
    );
    assert!(!whole.stderr.contains("of the search"), "{}", whole.stderr);
}
