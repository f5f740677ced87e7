//! The output of the sieve's filters, run as a user runs them.

use crate::common::filter;
use insta::assert_snapshot;
use std::process::Output;

fn run(program: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = filter::command(filter::path(program), arguments);
    filter::output(&mut command, input.as_bytes())
}

fn out(program: &str, arguments: &[&str], input: &str) -> String {
    let output = run(program, arguments, input);
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {output:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Status, stdout and stderr.
fn all(program: &str, arguments: &[&str], input: &str) -> String {
    let output = run(program, arguments, input);
    format!(
        "[{}]\n{}{}",
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap()
    )
}

#[test]
fn the_help_pages_say_what_there_is() {
    assert_snapshot!("gen-sieve_help", out("gen-sieve", &["--help"], ""));
    assert_snapshot!("show-sieve_help", out("show-sieve", &["--help"], ""));
    assert_snapshot!("sieve_help", out("sieve", &["--help"], ""));
    assert_snapshot!("sieve_solve_help", out("sieve", &["solve", "--help"], ""));
    assert_snapshot!("sieve_check_help", out("sieve", &["check", "--help"], ""));
    assert_snapshot!("sieve_search_help", out("sieve", &["search", "--help"], ""));
}

#[test]
fn sizes_that_cannot_be_are_refused_by_all_filters() {
    let mut text = String::new();
    for size in ["0", "-4", "ten", "4294967297", "1000001"] {
        for arguments in [
            &["gen-sieve", size][..],
            &["show-sieve", size],
            &["sieve", "solve", size],
            &["sieve", "check", size],
            &["sieve", "search", size],
        ] {
            let output = run(arguments[0], &arguments[1..], "");
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            let message = String::from_utf8(output.stderr).unwrap();
            text += &format!(
                "{}: {}\n",
                arguments.join(" "),
                message.lines().next().unwrap()
            );
        }
    }
    for range in ["5..4", "1..0", "..", "1..x"] {
        text += &all("sieve", &["solve", range], "");
    }
    assert_snapshot!("sizes_refused", text);
}

#[test]
fn n_21_has_a_pairing_of_145_that_no_order_plays() {
    let text = out("gen-sieve", &["21", "--cuts", "none", "--score", "144"], "");
    let solutions = out("dlx3", &["m1", "v0"], &text);
    assert_snapshot!("21_without_cuts", all("show-sieve", &["21"], &solutions));
    let cuts = out("show-sieve", &["21", "--cuts"], &solutions);
    assert_snapshot!(cuts, @"2 3 5 7");
    // With the printed cut, only playable pairings are left.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cuts");
    std::fs::write(&file, &cuts).unwrap();
    let text = out(
        "gen-sieve",
        &["21", "--cuts", file.to_str().unwrap(), "--score", "144"],
        "",
    );
    let solutions = out("dlx3", &["m1", "v0"], &text);
    assert_snapshot!(
        "21_with_its_cut",
        all("show-sieve", &["21", "--best", "--taxes"], &solutions)
    );
    assert_snapshot!("21_as_dlx", out("gen-sieve", &["21"], ""));
}

#[test]
fn solve_prints_a_game_that_check_confirms() {
    let game = out("sieve", &["solve", "21"], "");
    assert_snapshot!("solve_21", game);
    assert_snapshot!(all("sieve", &["check", "21"], &game), @"
    [0]
    legal: 9 moves, score 144
    ");
    assert_snapshot!("solve_1_to_20", out("sieve", &["solve", "1..20"], ""));
    assert_snapshot!("search_21", out("sieve", &["search", "21"], ""));
}

#[test]
fn a_certificate_is_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let file = file.to_str().unwrap();
    let game = out("sieve", &["solve", "21", "--certificate", file], "");
    assert_eq!(game, out("sieve", &["solve", "21"], ""));
    let checked = all("sieve", &["check", "--certificate", file], "");
    assert_snapshot!(checked, @"
    [0]
    proved in 1 step: N 21, score 144 optimal
    ");
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, text.replace("bound 144", "bound 143")).unwrap();
    for arguments in [
        &["check", "--certificate", file][..],
        &["check", "22", "--certificate", file],
        &["solve", "1..3", "--certificate", file],
        &["solve", "3", "--resume", file],
        &["solve", "1..3", "--resume", file],
    ] {
        let output = run("sieve", arguments, "");
        assert!(!output.status.success(), "{arguments:?}: {output:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn a_table_is_the_same_on_several_threads_and_begins_with_its_journal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let file = file.to_str().unwrap();
    let first = out("sieve", &["solve", "1..50", "--resume", file], "");
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text.lines().count(), 51);
    let all = out("sieve", &["solve", "1..70", "--threads", "3"], "");
    assert!(all.starts_with(&first));
    assert_eq!(all, out("sieve", &["solve", "1..70", "--threads", "1"], ""));
    // A line that was cut short is searched again.
    std::fs::write(file, &text[..text.len() - 5]).unwrap();
    assert_eq!(
        first,
        out("sieve", &["solve", "1..50", "--resume", file], "")
    );
    assert_eq!(std::fs::read_to_string(file).unwrap().lines().count(), 51);
}

#[test]
fn moves_may_have_commas_between_them() {
    for game in [
        "19, 9, 21, 15, 14, 18, 12, 20, 16\n",
        "19,9,21\n15,14\n18,12,20,16,\n",
        "19 1, 9 3, 21 7, 15 5, 14 2, 18 6, 12 4\n20 10, 16 8\n",
    ] {
        let checked = out("sieve", &["check", "21"], game);
        assert_eq!(checked, "legal: 9 moves, score 144\n", "{game}");
    }
    let faults = ["19,,9\n", ",19\n", "19, 9, 22\n", "19, 7\n"]
        .map(|game| all("sieve", &["check", "21"], game));
    assert_snapshot!(faults.concat(), @"
    [1]
    sieve: line 1, column 4: a move is expected before this comma
    [1]
    sieve: line 1, column 1: a move is expected before this comma
    [1]
    sieve: line 1, column 8: 22 is not one of the numbers 1 to 21
    [1]
    sieve: line 1, column 5: 7 cannot be picked: no proper divisor of 7 is left
    ");
}

#[test]
fn a_limit_has_a_status_of_its_own() {
    let output = run("sieve", &["solve", "600", "--time", "0"], "");
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stdout).unwrap();
    let first: Vec<&str> = text.lines().next().unwrap().split(' ').collect();
    assert_eq!((first[0], first[2]), ("score", "bound"));
    let (score, bound): (u64, u64) = (first[1].parse().unwrap(), first[3].parse().unwrap());
    assert!(score <= 112_623 && 112_623 <= bound);
}

#[test]
fn check_says_what_is_wrong_and_where() {
    let mut text = String::new();
    for (arguments, game) in [
        (&["21"][..], "19\n7\n"),
        (&["21"], "19 1\n  9 3\n21 3\n"),
        (&["21"], "19 1\n9 4\n"),
        (&["21"], "19 1\n\n22\n"),
        (&["21"], "19 1 0\n"),
        (&["21"], "nineteen\n"),
        (&["21"], "18446744073709551616\n"),
        (&["21"], "score 20\n19\n"),
        (&["21"], "score\n19\n"),
        (&["21"], "score 19\nscore 19\n19\n"),
        (&["21", "--unordered"], "14 2\n21 7\n10 5\n15 3\n"),
        (&["21", "--unordered"], "12 6\n10 5\n18 6\n"),
        (&["21", "--unordered"], "12 3\n"),
        (&["21", "--unordered"], "12\n"),
        (&["21", "/does/not/exist"], ""),
    ] {
        let output = all("sieve", &[&["check"], arguments].concat(), game);
        assert!(output.starts_with("[1]"), "{output}");
        text += &output;
    }
    assert_snapshot!("check_faults", text);
    assert_snapshot!(all("sieve", &["check", "21", "--unordered"], "16 8\n12 4\n19 1\n"), @"
    [0]
    legal: 3 moves, score 47
    ");
}

#[test]
fn bad_input_of_the_converters_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cuts");
    let mut text = String::new();
    for cuts in ["2 3 5\n7\n", "2 3 22\n", "2 3 3\n", "2 3 x\n"] {
        std::fs::write(&file, cuts).unwrap();
        let output = all("gen-sieve", &["21", "--cuts", file.to_str().unwrap()], "");
        text += &output.replace(file.to_str().unwrap(), "CUTS");
    }
    for arguments in [
        &["21", "--score", "146"][..],
        &["21", "--pairs", "10"],
        &["21", "--pairs", "3:2"],
        &["21", "--pairs", "0"],
        &["21", "--pairs", "1:4", "--score", "144"],
        &["21", "--cuts", "/does/not/exist"],
        &["6000", "--score", "144"],
    ] {
        text += &all("gen-sieve", arguments, "");
    }
    for solutions in [
        "x\n",
        "1:\n 21 7 K (1 of 1)\n 14 7 K (1 of 1)\n",
        "1:\n A B (1 of 1)\n",
    ] {
        text += &all("show-sieve", &["21"], solutions);
    }
    assert_snapshot!("converter_faults", text);
}

#[test]
fn one_and_two_make_the_smallest_sieves() {
    assert_snapshot!(all("sieve", &["solve", "1"], ""), @"
    [0]
    score 0 optimal
    ");
    let text = out("gen-sieve", &["1"], "");
    let solutions = out("dlx3", &["m1", "v0"], &text);
    assert_snapshot!(all("show-sieve", &["1"], &solutions), @"
    [0]
    1: score 0:
    show-sieve: 1 solution, 1 can be played, best score 0
    ");
    let text = out("gen-sieve", &["2"], "");
    let solutions = out("dlx3", &["m1", "v0"], &text);
    assert_snapshot!(all("show-sieve", &["2"], &solutions), @"
    [0]
    1: score 2: 2
    show-sieve: 1 solution, 1 can be played, best score 2
    ");
}
