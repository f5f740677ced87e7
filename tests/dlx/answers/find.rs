//! `dlx find`, and what it calls: several solutions, threads, and work that is bounded.

use super::agreement::small_problems;
use super::filter::dlx;
use crate::answers_fuzz::brute::solutions;
use crate::common::filter::{TemporaryFile, dlx_check, run};
use crate::common::problems::covers::{free, queens};
use dlx3::answers::find::find;
use dlx3::answers::several::{Order, find_several};
use dlx3::answers::tuning::Tuning;
use dlx3::answers::{Limits, Stopped};
use dlx3::families::Family;
use dlx3::families::langford::{Langford, Places};
use dlx3::families::latin::Holes;
use dlx3::{OptionId, Problem};
use std::collections::BTreeSet;

/// Only the search that learns.
fn learning_alone() -> Tuning {
    Tuning {
        layers_narrow: false,
        layers_input: false,
        walk: false,
        dlx3: false,
        restarts: false,
        reduce: false,
        parity: false,
        ..Tuning::default()
    }
}

/// All but DLX3's tree.
fn without_dlx3() -> Tuning {
    Tuning {
        dlx3: false,
        restarts: false,
        ..Tuning::default()
    }
}

fn with_limits<T>(threads: usize, tuning: Tuning, work: impl FnOnce(&mut Limits<'_>) -> T) -> T {
    work(&mut Limits {
        threads,
        tuning,
        ..Limits::new(1 << 30)
    })
}

fn several(problem: &Problem, order: Order, most: usize, tuning: Tuning) -> Vec<Vec<OptionId>> {
    let mut found = Vec::new();
    let mut each = |solution: &[OptionId]| {
        found.push(solution.to_vec());
        found.len() < most
    };
    let told = with_limits(1, tuning, |limits| {
        find_several(problem, order, &mut each, limits)
    });
    told.unwrap();
    found
}

#[test]
fn learning_alone_finds_a_solution_where_brute_force_has_one() {
    for (problem, solutions, _) in small_problems(0, 400) {
        for threads in [1, 2] {
            let found = with_limits(threads, learning_alone(), |limits| find(&problem, limits));
            match found.unwrap().solution {
                Some(found) => assert!(solutions.contains(&found), "{found:?}"),
                None => assert!(solutions.is_empty(), "{problem:?}"),
            }
        }
    }
}

#[test]
fn all_solutions_come_and_each_of_them_once() {
    for (number, (problem, solutions, _)) in small_problems(400, 560).enumerate() {
        if solutions.len() > 60 {
            continue;
        }
        let tuning = match number % 4 {
            0 => learning_alone(),
            1 => Tuning {
                components: false,
                ..Tuning::default()
            },
            2 => without_dlx3(),
            _ => Tuning::default(),
        };
        for order in [Order::AsTheyCome, Order::Diverse] {
            let found = several(&problem, order, usize::MAX, tuning);
            let unique: BTreeSet<_> = found.iter().cloned().collect();
            assert_eq!(unique.len(), found.len(), "{order:?} {problem:?}");
            let all: BTreeSet<_> = solutions.iter().cloned().collect();
            assert_eq!(unique, all, "{order:?} {problem:?}");
        }
    }
}

#[test]
fn one_solution_cannot_be_diverse() {
    let run = dlx(&["find", "--diverse"], "A\nA\n");
    assert_eq!(run.status, Some(2));
    assert_eq!(
        run.stderr,
        "dlx: --diverse is for several solutions: see -n\n"
    );
}

#[test]
fn of_diverse_solutions_each_shares_as_little_as_possible_with_those_before() {
    let shared = |one: &Vec<OptionId>, other: &Vec<OptionId>| {
        one.iter().filter(|option| other.contains(option)).count()
    };
    let mut with_many = 0;
    for (problem, solutions, _) in small_problems(560, 760) {
        let found = several(&problem, Order::Diverse, 4, Tuning::default());
        for (place, next) in found.iter().enumerate().skip(1) {
            let before = &found[..place];
            let most = |one: &Vec<OptionId>| before.iter().map(|other| shared(one, other)).max();
            let others = solutions.iter().filter(|one| !before.contains(one));
            assert_eq!(most(next), others.map(most).min().unwrap(), "{problem:?}");
            with_many += 1;
        }
    }
    assert!(with_many > 100, "{with_many}");
}

/// Each solution used to be searched for from the start, with all earlier ones forbidden. This took
/// some minutes.
#[test]
fn thousands_of_solutions_are_listed() {
    let mut text = "2:9|A".to_owned();
    for _ in 0..12 {
        text += "\nA";
    }
    let problem: Problem = text.parse().unwrap();
    for tuning in [Tuning::default(), without_dlx3()] {
        let found = several(&problem, Order::AsTheyCome, usize::MAX, tuning);
        let unique: BTreeSet<_> = found.iter().collect();
        // All subsets of 12 options, except those with 0, 1, 10, 11 or 12 members.
        assert_eq!((found.len(), unique.len()), (4004, 4004));
    }
}

#[test]
fn several_solutions_hold_by_dlx_check_and_the_end_is_told() {
    let file = TemporaryFile::with(queens(8));
    let hold = |words: &[&str], number: usize| {
        let found = dlx(&[&["find"], words].concat(), &queens(8));
        assert_eq!(found.status, Some(0), "{}", found.stderr);
        let checked = run(&mut dlx_check(&[file.name()]), found.stdout.as_bytes());
        assert_eq!(
            checked.stdout,
            format!("{number} solutions hold\n"),
            "{}",
            checked.stderr
        );
        found
    };
    assert!(!hold(&["-n", "5"], 5).stderr.contains("no more"));
    assert!(
        hold(&["-n", "100"], 92)
            .stderr
            .ends_with("There are no more solutions.\n")
    );
    let diverse = hold(&["-n", "8", "--diverse"], 8).stdout;
    // No eight solutions together use all 64 cells once, so some queens are shared.
    let lines: BTreeSet<&str> = diverse
        .lines()
        .filter(|line| line.starts_with(" r"))
        .collect();
    assert!(lines.len() > 40, "{diverse}");
    let json = dlx(&["find", "-n", "3", "--json"], &queens(6)).stdout;
    assert_eq!(json.lines().count(), 3);
    let none = dlx(&["find", "-n", "2"], &queens(3));
    assert_eq!((none.status, &*none.stdout), (Some(1), ""));
    // In or out: eight sets.
    let all = dlx(&["find", "-n", "9"], &free(3));
    assert_eq!(
        all.stdout
            .lines()
            .filter(|line| line.ends_with(':'))
            .count(),
        8
    );
}

#[test]
fn the_solution_is_the_same_with_any_number_of_threads() {
    let langford = |n| Langford::new(n, 0, Places::Taken).unwrap().text();
    let holes = |n, holes, seed| Holes::new(n, holes, seed).unwrap().text();
    // Two of them are found by learning.
    let without = [
        "--tuning",
        "dlx3=0,restarts=0,layers-narrow=0,layers-input=0",
    ];
    let mut ways = String::new();
    for (problem, more) in [
        (langford(16), &["-n", "3", "--diverse"][..]),
        (langford(10), &[]),
        (holes(22, 200, 1), &["-n", "3"]),
        (holes(24, 240, 2), &without),
        (holes(24, 242, 3), &without),
    ] {
        let found = |threads| {
            let words = [&["find", "--threads", threads], more].concat();
            let run = dlx(&words, &problem);
            // A memo has keys of its own in each run, so the number of states may differ a little.
            let ways = run.stderr.lines().filter_map(|line| line.split(';').next());
            (run.status, run.stdout, ways.collect::<Vec<_>>().join("\n"))
        };
        let alone = found("1");
        assert_eq!(found("2"), alone);
        assert_eq!(found("4"), alone);
        ways += &alone.2;
    }
    assert!(ways.matches("learning from").count() >= 2, "{ways}");
}

#[test]
fn learning_stays_within_the_memory() {
    let problem = Holes::new(30, 378, 1).unwrap().problem();
    let mut limits = Limits {
        tuning: learning_alone(),
        ..Limits::new(100_000)
    };
    let ended = find(&problem, &mut limits);
    assert_eq!(ended.unwrap_err(), Stopped::Memory);
}

#[test]
fn an_odd_sum_is_seen_before_any_search_and_a_search_says_the_same() {
    let of = |problem: &Problem, parity| {
        let tuning = Tuning {
            parity,
            ..Tuning::default()
        };
        let found = with_limits(1, tuning, |limits| find(problem, limits));
        let found = found.unwrap();
        let is_odd = found
            .told
            .iter()
            .any(|told| told.way.contains("odd and even"));
        (found.solution.is_some(), is_odd)
    };
    for n in 3..=12 {
        let problem = Langford::new(n, 0, Places::Taken).unwrap().problem();
        let is_odd = matches!(n % 4, 1 | 2);
        assert_eq!(of(&problem, true), (!is_odd, is_odd), "{n}");
        assert_eq!(of(&problem, false), (!is_odd, false), "{n}");
    }
    // By searching, this takes hours.
    let problem = Langford::new(30, 0, Places::Taken).unwrap().problem();
    assert_eq!(of(&problem, true), (false, true));
}

/// Solutions may contain others. Forbidding one adds a choice, so a search without learning took
/// twice as long with each solution, and never said that there are no more.
#[test]
fn many_solutions_that_contain_others_come_to_an_end_without_memory() {
    let problem: Problem =
        "a 1:6|b 1:6|c 3:4|d | e f\nc d\ne f:1\na d f b\na b c d\nb c d\na b e\n\
        a c d\na b c d e f:0\na b\na c f:+\nf d e:+\nb c\ne:0 f:1\nc f\ne\nc d\n"
            .parse()
            .unwrap();
    let all = solutions(&problem);
    assert_eq!(all.len(), 85);
    let tuning = Tuning {
        learning: false,
        ..Tuning::default()
    };
    for order in [Order::AsTheyCome, Order::Diverse] {
        let mut found = BTreeSet::new();
        let mut each = |solution: &[OptionId]| found.insert(solution.to_vec());
        let mut limits = Limits {
            tuning,
            ..Limits::new(0)
        };
        find_several(&problem, order, &mut each, &mut limits).unwrap();
        assert_eq!(found, all, "{order:?}");
    }
}
