//! `dlx estimate`: small trees exactly, larger ones within their ranges.

use super::filter::dlx;
use crate::common::filter;
use crate::common::problems::covers::queens;
use dlx3::Problem;
use dlx3::format::Original;
use dlx3::search::{Engine, Outcome, Search, Variant};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

const BOUNDS: &str = "A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n";

fn estimate(words: &[&str], problem: &str) -> Value {
    let words = [&["estimate", "--json"], words].concat();
    let run = dlx(&words, problem);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("it is JSON")
}

#[test]
fn a_small_tree_has_the_counters_of_dlx3() {
    let found = estimate(&[], BOUNDS);
    assert_eq!(found["exact"], true);
    // Knuth's program counts these numbers.
    assert_eq!(found["mems"]["estimate"], 362);
    assert_eq!(found["nodes"]["high"], 6);
    assert_eq!(found["solutions"]["low"], 1);
}

#[test]
fn each_program_has_mems_of_its_own() {
    let problem = queens(11);
    // Knuth's programs count these numbers.
    for (words, mems) in [
        (&["--program", "dlx2"][..], 11_306_609.0),
        (&["--program", "dlx3"], 11_618_148.0),
    ] {
        let found = estimate(&[words, &["--samples", "8"]].concat(), &problem);
        assert_eq!(found["exact"], true, "{found}");
        assert_eq!(found["mems"]["estimate"].as_f64(), Some(mems));
    }
}

/// A row of nodes with one branch each used to be probed node by node, several times each, so that
/// no sample ended. Nothing is random there, so all numbers are exact.
#[test]
fn a_long_row_of_forced_moves_is_a_sample_with_exact_numbers() {
    let names: Vec<String> = (0..7_000).map(|item| format!("i{item}")).collect();
    for (program, bounded) in [(Original::Dlx3, " 2:2|Z"), (Original::Dlx2, "")] {
        let mut text = format!("{}{bounded} | s\n", names.join(" "));
        for (place, name) in names.iter().enumerate() {
            let more = match place {
                0 | 1 if !bounded.is_empty() => " Z",
                _ if place % 3 == 0 => " s:x",
                _ => "",
            };
            text += &format!("{name}{more}\n");
        }
        let problem: Problem = text.parse().unwrap();
        let mut search = Search::new(&problem, Engine::Links).as_in(Variant::of(program));
        assert_eq!(search.run(&mut ()), Outcome::Exhausted);
        let counted = search.counters();
        let name = if program == Original::Dlx2 {
            "dlx2"
        } else {
            "dlx3"
        };
        let found = estimate(&["--samples", "2", "--program", name], &text);
        assert_eq!(found["exact"], false);
        for (quantity, count) in [
            ("nodes", &counted.nodes),
            ("mems", &counted.mems),
            ("solutions", &counted.solutions),
        ] {
            let estimate = found[quantity]["estimate"].as_f64().unwrap();
            assert_eq!(estimate, count.to_f64(), "{name}: {quantity}");
        }
    }
}

#[test]
fn samples_with_a_seed_are_the_same_each_time_and_hold_the_truth_within_their_errors() {
    let problem = queens(12);
    let words = ["--samples", "6", "--seed", "3"];
    let (one, two) = (estimate(&words, &problem), estimate(&words, &problem));
    assert_eq!(one["exact"], false);
    assert_eq!(one["samples"], 6);
    // Knuth's program counts these numbers.
    let counted = [
        ("nodes", 211_716.0),
        ("mems", 53_398_188.0),
        ("solutions", 14_200.0),
    ];
    for (quantity, truth) in counted {
        assert_eq!(one[quantity], two[quantity]);
        let (value, error) = (&one[quantity]["estimate"], &one[quantity]["error"]);
        let (value, error) = (value.as_f64().unwrap(), error.as_f64().unwrap());
        assert!((value - truth).abs() < 6.0 * error, "{one}: {truth}");
        assert!(error < truth / 5.0, "{one}");
    }
}

#[test]
fn a_program_that_has_no_room_for_the_problem_says_so() {
    let run = dlx(&["estimate", "--program", "dlx2"], BOUNDS);
    assert_eq!(run.status, Some(102));
    assert_eq!(
        run.stderr,
        "dlx: dlx2 has no bounds, but the problem does\n"
    );
}

/// `scripts/estimate-ranges.sh` estimates these problems.
#[test]
fn the_corpus_of_estimates_has_sixty_problems_of_a_dozen_families_that_its_commands_write() {
    let corpus = std::fs::read_to_string("testdata/estimates.txt").unwrap();
    let programs = Path::new(filter::path("dlx")).parent().unwrap().to_owned();
    let others = std::env::var("PATH").unwrap();
    let (mut families, mut problems) = (BTreeSet::new(), 0);
    for line in corpus.lines().filter(|line| !line.starts_with('#')) {
        let [family, nodes, solutions, mems, command] = line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{line}");
        };
        families.insert(family);
        problems += 1;
        let number = |text: &str| text.parse::<u64>().unwrap();
        // Each search has more nodes than solutions, and is long enough for an estimate.
        assert!(number(nodes) > number(solutions), "{line}");
        assert!(number(mems) > 40_000_000, "{line}");
        let mut shell = filter::command("sh", &["-c", command]);
        shell.env("PATH", format!("{}:{others}", programs.display()));
        let written = filter::run(&mut shell, b"");
        assert_eq!(written.status, Some(0), "{line}: {}", written.stderr);
        let problem: Problem = written.stdout.parse().expect(line);
        assert!(problem.option_count() > 10, "{line}");
    }
    assert!(
        problems >= 60 && families.len() >= 12,
        "{problems} {families:?}"
    );
}
