//! The least score that a game of the Ginnow sieve can end with.

use crate::common::filter;
use dlx3::sieve::Numbers;
use dlx3::sieve::game::Game;
use std::collections::HashMap;

fn out(program: &str, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = filter::command(filter::path(program), arguments);
    let output = filter::output(&mut command, input.as_bytes());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn done(program: &str, arguments: &[&str], input: &str) -> String {
    let (status, out, err) = out(program, arguments, input);
    assert_eq!(status, Some(0), "{program} {arguments:?}: {err}");
    out
}

/// The least score by playing every legal move in every position; the set of numbers that
/// are left is a bitmap.
fn worst_by_play(left: u32, known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(&score) = known.get(&left) {
        return score;
    }
    let mut worst = None;
    for pick in (1..32).filter(|pick| left >> pick & 1 == 1) {
        let divisors = (1..pick).filter(|divisor| pick % divisor == 0);
        let divisors = divisors.fold(0, |divisors, divisor| divisors | 1 << divisor);
        if left & divisors != 0 {
            let rest = left & !divisors & !(1 << pick);
            let score = pick + worst_by_play(rest, known);
            worst = Some(worst.map_or(score, |worst: u32| worst.min(score)));
        }
    }
    let worst = worst.unwrap_or(0);
    known.insert(left, worst);
    worst
}

#[test]
fn the_worst_scores_are_those_of_playing_everything() {
    let table = done("sieve", &["solve", "1..26", "--worst"], "");
    for (line, largest) in table.lines().zip(1u32..) {
        let score = worst_by_play((2u32 << largest) - 2, &mut HashMap::new());
        assert!(
            line.starts_with(&format!("{largest} {score} ")) && line.ends_with(" optimal"),
            "{line}, not {score}"
        );
    }
    assert_eq!(table.lines().count(), 26);
}

#[test]
fn the_worst_game_of_50_scores_296_and_nothing_can_be_picked_after_it() {
    let text = done("sieve", &["solve", "50", "--worst"], "");
    assert!(text.starts_with("score 296 optimal\n"), "{text}");
    let checked = done("sieve", &["check", "50"], &text);
    assert_eq!(checked, "legal: 13 moves, score 296\n");
    let numbers = Numbers::new(50).unwrap();
    let mut game = Game::new(&numbers);
    for line in text.lines().skip(1) {
        let pick = line.split(' ').next().unwrap().parse().unwrap();
        game.pick(pick).unwrap();
    }
    for pick in 1..=50 {
        assert!(game.pick(pick).is_err(), "{pick} can still be picked");
    }
}

#[test]
fn the_problem_of_the_worst_game_is_one_for_dlx_best() {
    let problem = done("gen-sieve", &["50", "--worst"], "");
    let best = done("dlx", &["best"], &problem);
    let shown = done("show-sieve", &["50"], &best);
    assert!(shown.starts_with("1: score 296:"), "{shown}");
}

#[test]
fn orders_with_cycles_are_cut_off() {
    let text = done("sieve", &["solve", "200", "--worst"], "");
    assert!(text.starts_with("score 4545 optimal\n"), "{text}");
    assert!(done("sieve", &["check", "200"], &text).ends_with("score 4545\n"));
}

#[test]
fn without_time_there_is_a_game_and_a_bound() {
    let (status, text, _) = out("sieve", &["solve", "3000", "--worst", "--time", "0s"], "");
    assert_eq!(status, Some(3));
    let first = text.lines().next().unwrap();
    assert!(first.contains(" bound "), "{first}");
    assert!(done("sieve", &["check", "3000"], &text).starts_with("legal: "));
}

#[test]
fn the_game_that_is_known_without_time_scores_little_more_than_the_worst_one() {
    let score = |text: String| -> f64 { text.split(' ').nth(1).unwrap().parse().unwrap() };
    for size in ["100", "300", "500"] {
        let (_, first, _) = out("sieve", &["solve", size, "--worst", "--time", "0s"], "");
        let worst = score(done("sieve", &["solve", size, "--worst"], ""));
        let first = score(first);
        assert!(
            worst <= first && first < 1.03 * worst,
            "{first}, not {worst}"
        );
    }
}

#[test]
fn a_worst_game_has_no_certificate_and_no_journal() {
    for option in ["--certificate", "--resume"] {
        let arguments = ["solve", "20", "--worst", option, "file"];
        let (status, _, message) = out("sieve", &arguments, "");
        assert_eq!(status, Some(2));
        assert!(message.contains("cannot be used with"), "{message}");
    }
}
