//! The memo: repeated states are not searched again, and only the time changes.
//! (`tests/filters/golden.rs` tests that all recorded runs are the same with it.)

use crate::common::filter::{TemporaryFile, dlx_check, dlx3, run};
use crate::common::problems::covers::queens;
use crate::common::problems::dice::Dice;
use crate::common::problems::packings::dominoes;
use crate::common::problems::random::RandomProblem;
use dlx3::Problem;
use dlx3::search::testing::{Tuning, Watch, tuned, walk};
use dlx3::search::{Count, Engine, Memo, Outcome, Search, State};
use std::ops::ControlFlow;

fn statistics(words: &[&str], problem: &str) -> String {
    let run = run(&mut dlx3(words), problem.as_bytes());
    run.stderr.lines().last().unwrap().to_owned()
}

/// For 8x8, both numbers are the C program's. For larger boards, the numbers of solutions are
/// Kasteleyn's (Physica 27, 1961, p. 1209).
#[test]
fn dominoes_are_counted_where_a_search_would_take_centuries() {
    for threads in ["1", "2", "7"] {
        let words = ["d0", "--threads", threads];
        let line = statistics(&words, &dominoes(8, 8));
        assert!(
            line.contains("Altogether 12988816 solutions, 15013+3947397207 mems, 184609612 updates, 0 cleansings, 8104 bytes, 50102176 nodes"),
            "{line}"
        );
        let line = statistics(&words, &dominoes(12, 12));
        assert!(
            line.starts_with("Altogether 53060477521960000 solutions, ")
                && line.contains("+16348083630520435211 mems, "),
            "{line}"
        );
        let line = statistics(&words, &dominoes(14, 14));
        assert!(
            line.starts_with("Altogether 112202208776036178000000 solutions, "),
            "{line}"
        );
    }
}

#[test]
fn limits_and_reports_fall_where_they_fall_without_a_memo() {
    let problem = dominoes(6, 8);
    for words in [
        "t1000 m7",
        "T100000",
        "d50000 T700000",
        "m5000 t20000",
        "v129",
        "m1 t3",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let with = |more: &[&str]| run(&mut dlx3(&[&words[..], more].concat()), problem.as_bytes());
        let expected = with(&["--memo", "0", "--threads", "1"]);
        assert!(expected.stderr.contains("Altogether"));
        for more in [
            "--threads 1",
            "--threads 1 --tuning recall",
            "--threads 1 --tuning recall --memo 16K",
            "--threads 2 --batch 1000",
            "--threads 7 --batch 1000 --tuning recall,shrink",
        ] {
            let more: Vec<&str> = more.split(' ').collect();
            assert_eq!(with(&more), expected, "{words:?} {more:?}");
        }
    }
}

/// The hash of an option in the names of states when the key was fixed.
fn name_by_a_fixed_key(option: u64) -> u128 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |z: u64| {
        let z = z.wrapping_add(GOLDEN);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let seed = mix(mix(GOLDEN + 1) ^ option);
    let (low, high) = (mix(seed), mix(!seed.wrapping_mul(GOLDEN)));
    // 112 bits were compared.
    u128::from(low) | u128::from(high >> 16) << 64
}

/// Some of these names whose sum, bit by bit, is 0: by elimination over GF(2).
fn relation(names: &[u128]) -> Vec<usize> {
    // For each leading bit a sum of names, and which names these are.
    let mut basis: Vec<(u128, u128)> = vec![(0, 0); 128];
    for (place, &name) in names.iter().enumerate() {
        let (mut sum, mut which) = (name, 1 << place);
        while sum != 0 {
            let known = &mut basis[sum.ilog2() as usize];
            if known.0 == 0 {
                *known = (sum, which);
                break;
            }
            (sum, which) = (sum ^ known.0, which ^ known.1);
        }
        if sum == 0 {
            return (0..names.len()).filter(|at| which >> at & 1 == 1).collect();
        }
    }
    panic!("there are more names than bits")
}

/// A problem of 115 options and its number of solutions. Each of the first two leaves a part of the
/// last 113, and these parts differ by a relation: with the fixed key, both rests had the same
/// name.
fn crafted() -> (String, u64) {
    let names: Vec<u128> = (2..115).map(name_by_a_fixed_key).collect();
    let relation = relation(&names);
    let (one, others) = relation.split_first().unwrap();
    let secondary = (0..113).map(|option| format!(" s{option}"));
    let mut text = format!("p a b c |{}\n", secondary.collect::<String>());
    let mut solutions = 0;
    for hidden in [others, &[*one]] {
        text += "p";
        hidden.iter().for_each(|at| text += &format!(" s{at}"));
        text += "\n";
        let left = |item| (0..113).filter(move |at| at % 3 == item && !hidden.contains(at));
        solutions += (0..3)
            .map(|item| left(item).count() as u64)
            .product::<u64>();
    }
    for option in 0..113 {
        text += &format!("{} s{option}\n", ["a", "b", "c"][option % 3]);
    }
    (text, solutions)
}

/// States used to be named by sums of hashes with a fixed key. Among so many hashes there is always
/// a relation, which gives two states one name: the second state got the results of the first.
#[test]
fn a_problem_made_to_confuse_the_memo_is_counted_right() {
    let (problem, solutions) = crafted();
    for words in [&["m7000", "t7000"][..], &["--solution", "8000"], &[]] {
        let expected = run(
            &mut dlx3(&[words, &["--memo", "0", "--threads", "1"]].concat()),
            problem.as_bytes(),
        );
        for threads in ["1", "2"] {
            let more = ["--threads", threads];
            let found = run(&mut dlx3(&[words, &more].concat()), problem.as_bytes());
            assert_eq!(found, expected, "{words:?}");
        }
    }
    let line = statistics(&[], &problem);
    let start = format!("Altogether {solutions} solutions, ");
    assert!(line.starts_with(&start), "{line}");
}

#[test]
fn counts_and_profiles_are_those_of_a_search_without_a_memo() {
    let mut passed_by = 0;
    for number in 0..4000 {
        let mut dice = Dice::new(17, number);
        let tiny = dice.chance(1, 4);
        let text = RandomProblem::new(&mut dice, tiny).text();
        let problem: Problem = text.parse().unwrap();
        let mut expected = Search::new(&problem, Engine::Links);
        walk(&mut expected, &mut Limited(300_000));
        if expected.counters().mems >= 300_000 {
            continue;
        }
        let tuning = Tuning {
            most_options: *dice.pick(&[6, 12, 4096]),
            always_shrink: dice.chance(1, 2),
            always_recall: true,
            ..Tuning::default()
        };
        let memo = Memo::new(&problem, *dice.pick(&[1 << 16, 1 << 24]), true);
        // The second time, hardly anything is left to walk.
        for time in 0..2 {
            let mut search = tuned(&problem, &tuning).with_memo(&memo);
            assert_eq!(search.run(&mut ()), Outcome::Exhausted);
            let (found, expected) = (search.counters(), expected.counters());
            assert_eq!(found, expected, "time {time}, {tuning:?}\n{text}");
            passed_by += u64::from(found.mems.walked() < expected.mems.walked());
        }
    }
    assert!(passed_by > 1000, "{passed_by}");
}

/// Ends a search at a number of mems.
struct Limited(u64);

impl Watch for Limited {
    fn alarm_at(&self) -> Option<Count> {
        Some(self.0.into())
    }

    fn alarm(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

fn solutions(words: &[&str], problem: &str) -> String {
    let run = run(&mut dlx3(words), problem.as_bytes());
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    run.stdout
}

#[test]
fn a_solution_is_found_by_its_number() {
    let problem = queens(7);
    let all = solutions(&["m1"], &problem);
    let mut found = String::new();
    for number in 1..=40 {
        let number = number.to_string();
        let one = run(&mut dlx3(&["--solution", &number]), problem.as_bytes());
        let (m, t) = (format!("m{number}"), format!("t{number}"));
        assert_eq!(one, run(&mut dlx3(&[&m, &t]), problem.as_bytes()));
        found += &one.stdout;
    }
    assert_eq!(found, all);
}

#[test]
fn a_number_that_no_solution_has_is_told() {
    for number in ["41", "99999999999999999999999999"] {
        let run = run(&mut dlx3(&["--solution", number]), queens(7).as_bytes());
        assert_eq!(run.status, Some(1));
        assert_eq!(run.stdout, "");
        assert!(
            run.stderr
                .ends_with("dlx3: no such solution: there are 40\n"),
            "{}",
            run.stderr
        );
    }
    let none = run(&mut dlx3(&["--sample", "1"]), b"a b\na\n");
    assert_eq!((none.status, none.stdout.as_str()), (Some(1), ""));
    for bad in ["0x1", "-1", "", "1.5", "0"] {
        let word = format!("--solution={bad}");
        assert_eq!(
            run(&mut dlx3(&[&word]), b"a\na\n").status,
            Some(255),
            "{bad}"
        );
    }
}

#[test]
fn solutions_far_beyond_64_bits_are_solutions() {
    let problem = dominoes(14, 14);
    let file = TemporaryFile::with(&problem);
    for (number, plural) in [
        ("1", "1"),
        ("112202208776036178000000", "112202208776036178000000"),
        ("56101104388018089000000", "56101104388018089000000"),
    ] {
        let run = run(&mut dlx3(&["d0", "--solution", number]), problem.as_bytes());
        assert!(
            run.stdout.starts_with(&format!("{plural}:\n")),
            "{}",
            run.stdout
        );
        let checked =
            crate::common::filter::run(&mut dlx_check(&[file.name()]), run.stdout.as_bytes());
        assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    }
}

#[test]
fn a_sample_takes_every_solution_about_as_often() {
    let problem = queens(6); // 4 solutions
    let words = ["v0", "--sample", "2000", "--seed", "5"];
    let sample = solutions(&words, &problem);
    let all = solutions(&["m1", "v0"], &problem);
    for number in 1..=4 {
        let times = sample
            .lines()
            .filter(|line| *line == format!("{number}:"))
            .count();
        assert!((420..580).contains(&times), "{number}: {times}");
    }
    let one = &all[..all.find("2:").unwrap()];
    assert!(sample.starts_with(one));
    for more in [
        ["--threads", "1"],
        ["--threads", "7"],
        ["--memo", "0"],
        ["--engine", "links"],
    ] {
        assert_eq!(
            solutions(&[&words[..], &more].concat(), &problem),
            sample,
            "{more:?}"
        );
    }
}

#[test]
fn a_sample_of_large_numbers_holds() {
    let problem = dominoes(14, 14);
    let file = TemporaryFile::with(&problem);
    let sample = solutions(&["v0", "d0", "--sample", "50"], &problem);
    let checked = run(
        &mut dlx_check(&["--sample", file.name()]),
        sample.as_bytes(),
    );
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    assert_eq!(checked.stdout, "50 solutions hold\n");

    let problem = queens(6);
    let file = TemporaryFile::with(&problem);
    let falling = solutions(&["v0", "m1"], &problem).repeat(2);
    let checked = run(
        &mut dlx_check(&["--sample", file.name()]),
        falling.as_bytes(),
    );
    assert_eq!(checked.status, Some(1));
    assert!(checked.stderr.contains("or more"), "{}", checked.stderr);
}

#[test]
fn a_sample_is_followed_by_nothing_and_comes_with_the_statistics_of_all() {
    let run = run(&mut dlx3(&["--sample", "3", "m1"]), queens(6).as_bytes());
    assert_eq!(run.stdout.lines().count(), 3 * 7);
    assert!(
        run.stderr.contains("Altogether 4 solutions, "),
        "{}",
        run.stderr
    );
    assert_eq!(run.stderr.lines().count(), 2);
}
