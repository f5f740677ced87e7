//! Puzzles that take long, and time that is up.

use super::run::{output_of, run};
use crate::common::filter::plain_place;
use crate::common::time::given_time;
use crate::grids::NINE;

const ORDER_25: &str = "testdata/sudoku/order-25.txt";

/// Backtracking alone does not end in five minutes.
#[test]
fn a_puzzle_of_order_25_on_which_backtracking_does_not_end_has_one_solution() {
    let found = output_of(
        &format!("sudoku check --count-only --order 25 {ORDER_25}"),
        b"",
    );
    assert_eq!(found, b"1 solution\n");
}

/// With one clue less, the search of `dlx` says whether there are more solutions.
#[test]
fn a_puzzle_of_order_25_without_some_clue_has_as_many_solutions_as_its_cover() {
    let text = std::fs::read_to_string(ORDER_25).unwrap();
    let puzzle = text.lines().nth(1).unwrap();
    let mut answers = Vec::new();
    for skipped in [0, 100] {
        let mut clues = puzzle.match_indices(|sign: char| sign != '.');
        let (clue, _) = clues.nth(skipped).unwrap();
        let mut less = puzzle.to_owned();
        less.replace_range(clue..=clue, ".");
        let dlx = output_of("gen-sudoku --order 25 -", less.as_bytes());
        let found = run("dlx find -n 2", &dlx);
        let expected = match found.all().contains("There are no more solutions.") {
            true => "1 solution\n",
            false => "2 or more solutions\n",
        };
        let checked = run("sudoku check --count-only --order 25", less.as_bytes());
        assert_eq!(checked.out(), expected, "{skipped}");
        answers.push(expected);
    }
    assert!(answers.contains(&"2 or more solutions\n"), "{answers:?}");
}

#[test]
fn every_verb_stops_when_time_is_up() {
    for (words, told) in [
        (
            format!("sudoku check --order 25 --time 0 {ORDER_25}"),
            ", with 0 puzzles checked",
        ),
        (
            format!("sudoku rate --order 25 --time 1ms {ORDER_25}"),
            ", with 0 puzzles rated",
        ),
        (
            "sudoku make -n 1000000000 --seed 1 --time 300ms".to_owned(),
            " puzzles made",
        ),
        (
            "sudoku make --order 25 --minimal --seed 1 --time 1ms".to_owned(),
            ", with 0 puzzles made",
        ),
        (
            format!("sudoku ua {NINE} --max-size 40 --time 20ms"),
            "; see --max-size",
        ),
        (
            format!("sudoku hit {NINE} --clues 17 --max-size 40 --time 20ms"),
            "; see --max-size",
        ),
        (
            format!("sudoku ua {NINE} --max-size 40 --by digits --time 1ms"),
            "; see --max-size",
        ),
        (
            format!("sudoku scan {NINE} --clues 20 --time 300ms"),
            "; with --resume it could be continued",
        ),
    ] {
        let stopped = run(&words, b"");
        assert_eq!(stopped.status, 3, "{words}: {}", stopped.all());
        let message = String::from_utf8(stopped.stderr).unwrap();
        assert!(message.contains("sudoku: time is up"), "{words}: {message}");
        assert!(message.trim().ends_with(told), "{words}: {message}");
    }
    let four = "1234341221434321";
    let candidates = output_of(
        "dlx3 m1 v0",
        &output_of(&format!("sudoku hit {four} --clues 4"), b""),
    );
    let stopped = run(&format!("sudoku verify {four} --time 0"), &candidates);
    assert_eq!(stopped.status, 3);
    assert!(
        stopped.all().contains("time is up, with 0 candidates done"),
        "{}",
        stopped.all()
    );
}

/// Results from before the limit stay.
#[test]
fn puzzles_that_are_done_are_told_before_time_is_up() {
    let easy =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let words = "sudoku make -n 1000000000 --seed 1 --threads 2";
    let made = given_time(
        0.5,
        |time| run(&format!("{words} --time {time}"), b""),
        |made| !made.stdout.is_empty(),
    );
    assert_eq!(made.status, 3);
    let lines = made.out().lines().count();
    let message = String::from_utf8(made.stderr).unwrap();
    assert!(
        message.ends_with(&format!("with {lines} puzzles made\n")),
        "{message}"
    );
    let checked = run("sudoku check --time 1h", easy.as_bytes());
    assert_eq!(checked.out(), "1 solution, not minimal\n");
}

#[test]
fn a_scan_that_time_has_ended_goes_on_from_its_journal() {
    let folder = tempfile::tempdir_in(plain_place()).unwrap();
    let journal = folder.path().join("journal").display().to_string();
    let six = "256413413625532146641532364251125364";
    let whole = output_of(&format!("sudoku scan {six} --clues 8"), b"");
    let words = format!("sudoku scan {six} --clues 8 --resume {journal}");
    let stopped = run(&format!("{words} --time 0"), b"");
    assert_eq!(stopped.status, 3);
    assert!(
        stopped.all().contains("; the same command continues"),
        "{}",
        stopped.all()
    );
    assert!(output_of(&words, b"") == whole);
}
