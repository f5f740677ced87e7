//! `dlx-check`: real streams hold, and every damage is found.

use crate::common::cases;
use crate::common::filter::{Run, TemporaryFile, dlx_check, dlx3, limited, run};
use crate::common::problems::covers::queens;
use crate::common::problems::dice::Dice;
use crate::common::problems::random::RandomProblem;
use dlx3::Problem;
use dlx3::check::{CheckError, Reason, Settings, check};

const SETTINGS: Settings = Settings {
    step: None,
    sample: false,
    memory: 1 << 20,
};

/// Colors, bounds, null moves, and two equal options.
const PROBLEM: &str = "\
A B 2:3|C 0:1|D | X Y
A B X:0 Y:0
A C X:1 Y:1
C X:0
B X:1
C Y:1
C Y:1
D C Y
D
";

/// The output of `dlx3` for a problem.
fn solutions(problem: &str, words: &[&str]) -> String {
    let run = run(&mut dlx3(words), problem.as_bytes());
    assert_eq!(run.status, Some(0));
    run.stdout
}

/// The library's verdict on a stream.
fn verdict(problem: &str, stream: &[u8]) -> Result<u64, CheckError> {
    let problem: Problem = problem.parse().unwrap();
    check(&problem, SETTINGS, stream)
}

/// Line and reason of the first solution that does not hold.
fn wrong(problem: &str, stream: &str) -> (u64, u64, Reason) {
    match verdict(problem, stream.as_bytes()) {
        Err(CheckError::Solution {
            number,
            line,
            reason,
        }) => (
            number.and_then(|number| number.value()).unwrap(),
            line,
            reason,
        ),
        other => panic!("{other:?} of\n{stream}"),
    }
}

/// Runs the filter itself.
fn run_check(problem: &str, words: &[&str], stream: &[u8]) -> Run {
    let file = TemporaryFile::with(problem);
    let words = [words, &[file.name()]].concat();
    run(&mut dlx_check(&words), stream)
}

#[test]
fn every_recorded_stream_of_the_c_program_holds() {
    let mut solutions = 0;
    for case in cases::all() {
        if case.status != 0 || case.stdout.is_empty() {
            continue;
        }
        let problem = Problem::from_bytes(&case.input).unwrap();
        let count = check(&problem, SETTINGS, &case.stdout[..]);
        solutions += count.unwrap_or_else(|error| panic!("case {}: {error}", case.name));
    }
    assert!(solutions > 14_000, "{solutions}");
}

#[test]
fn the_filter_counts_the_solutions_that_hold() {
    let problem = queens(8);
    let stream = solutions(&problem, &["m1"]);
    let run = run_check(&problem, &[], stream.as_bytes());
    assert_eq!(
        (run.status, &run.stdout[..]),
        (Some(0), "92 solutions hold\n")
    );
    assert_eq!(run.stderr, "");
    let run = run_check("A\nA\n", &["--step", "1"], b"1:\n A (1 of 1)\n");
    assert_eq!(run.stdout, "1 solution holds\n");
    let run = run_check("A\nA\n", &[], b"");
    assert_eq!(
        (run.status, &run.stdout[..]),
        (Some(0), "0 solutions hold\n")
    );
}

#[test]
fn numbers_rise_by_the_step() {
    let problem = queens(8);
    let stream = solutions(&problem, &["m10"]);
    assert_eq!(run_check(&problem, &[], stream.as_bytes()).status, Some(0));
    let run = run_check(&problem, &["--step", "10"], stream.as_bytes());
    assert_eq!(run.stdout, "9 solutions hold\n");
    let run = run_check(&problem, &["--step", "5"], stream.as_bytes());
    assert_eq!(run.status, Some(1));
    assert_eq!(
        run.stderr,
        "dlx-check: solution 10, line 1: its number should be 5\n"
    );
    let stream = stream.replace("\n30:\n", "\n31:\n");
    assert_eq!(
        wrong(&problem, &stream),
        (
            31,
            19,
            Reason::Number {
                expected: 30.into()
            }
        )
    );
    assert_eq!(
        wrong("A\nA\n", "0:\n A (1 of 1)\n"),
        (0, 1, Reason::Number { expected: 1.into() })
    );
}

#[test]
fn a_solution_far_away_is_found_again_with_little_memory() {
    let problem = queens(10);
    let mut stream = solutions(&problem, &["m1"]);
    let first = stream.split_inclusive('\n').skip(11).take(11);
    // Solution 2 again, its lines and their words in another order.
    let mut lines: Vec<&str> = first.skip(1).collect();
    lines.reverse();
    let again = lines.concat();
    let (words, branch) = lines[0].split_once(" (").unwrap();
    let turned: String = words.rsplit(' ').fold(String::new(), |text, word| {
        if word.is_empty() {
            text
        } else {
            text + " " + word
        }
    });
    let again = again.replacen(lines[0], &format!("{turned} ({branch}"), 1);
    stream += &format!("725:\n{again}");
    for memory in ["0", "400", "4K", "1G"] {
        let run = run_check(&problem, &["--memory", memory], stream.as_bytes());
        assert_eq!(run.status, Some(1));
        assert_eq!(run.stdout, "");
        assert_eq!(
            run.stderr,
            "dlx-check: solution 725, line 7965: its options are those of solution 2, line 12\n"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_stream_larger_than_memory_is_checked() {
    // All sets of 18 items: 262,144 solutions in 36 million bytes.
    let names: Vec<String> = (0..18).map(|bit| format!("i{bit}")).collect();
    let items: Vec<String> = names.iter().map(|name| format!("0:1|{name}")).collect();
    let problem = TemporaryFile::with(items.join(" ") + "\n" + &names.join("\n") + "\n");
    let put = |stream: &mut String, number: usize, set: usize| {
        *stream += &format!("{number}:\n");
        for (bit, name) in names.iter().enumerate() {
            if set >> bit & 1 == 1 {
                *stream += &format!(" {name} (1 of 2)\n");
            }
        }
    };
    let mut stream = String::new();
    for set in 0..1 << 18 {
        put(&mut stream, set + 1, set);
    }
    assert!(stream.len() > 30_000_000);
    let words = ["--memory", "200K", problem.name()];
    let check = |stream: &str| run(&mut limited(32_000, &dlx_check(&words)), stream.as_bytes());
    assert_eq!(check(&stream).stdout, "262144 solutions hold\n");
    put(&mut stream, 262_145, 0b101_0000_0000_0000);
    let stderr = check(&stream).stderr;
    assert!(
        stderr.ends_with(": its options are those of solution 20481, line 163841\n"),
        "{stderr}"
    );
}

#[test]
fn a_temporary_file_that_cannot_be_made_is_an_error() {
    let problem = TemporaryFile::with("2|A\nA\nA\nA\n");
    let stream = "1:\n A (1 of 2)\n A (1 of 2)\n2:\n A (1 of 2)\n A (1 of 2)\n";
    let mut command = dlx_check(&["--memory", "0", problem.name()]);
    command.env("TMPDIR", "/no/such/directory");
    let run = run(&mut command, stream.as_bytes());
    assert_eq!((run.status, &run.stdout[..]), (Some(1), ""));
    assert!(
        run.stderr
            .starts_with("dlx-check: cannot use a temporary file: "),
        "{}",
        run.stderr
    );
}

#[test]
fn a_repeat_comes_before_what_is_wrong_behind_it() {
    let stream = "1:\n A (1 of 2)\n2:\n A (2 of 2)\n3:\n B (1 of 1)\n";
    let repeated = Reason::Repeated {
        number: Some(1),
        line: 1,
        ways: 1,
    };
    assert_eq!(wrong("A\nA\n", stream), (2, 3, repeated));
}

#[test]
fn equal_options_allow_equal_solutions_but_no_more() {
    let problem = "2|A B\nA\nA\nA\nB\nB\n";
    let stream = solutions(problem, &["m1"]);
    assert_eq!(verdict(problem, stream.as_bytes()).unwrap(), 6);
    let stream = stream + "7:\n A (1 of 1)\n A (1 of 1)\n B (1 of 1)\n";
    let repeated = Reason::Repeated {
        number: Some(1),
        line: 1,
        ways: 6,
    };
    assert_eq!(wrong(problem, &stream), (7, 25, repeated));
    let thrice = "1:\n B (1 of 2)\n A (1 of 2)\n A (1 of 2)\n A (1 of 2)\n A (1 of 2)\n";
    let again = Reason::OptionAgain {
        option: "A".to_owned(),
        copies: 3,
    };
    assert_eq!(wrong(problem, thrice), (1, 6, again));
}

#[test]
fn each_way_to_spoil_a_solution_has_its_reason() {
    let name = |text: &str| dlx3::Name::new(text.as_bytes()).unwrap();
    let spoiled = |text: &str| {
        let (number, line, reason) = wrong(PROBLEM, text);
        assert_eq!(number, 1);
        (line, reason)
    };
    let good = "1:\n B X:1 (1 of 1)\n X:1 Y:1 A C (1 of 1)\n null D (2 of 2)\n C Y:1 (1 of 1)\n";
    assert_eq!(verdict(PROBLEM, good.as_bytes()).unwrap(), 1);
    let unknown = Reason::NoOption("X:2 Y:1 A C".to_owned());
    assert_eq!(spoiled(&good.replace("X:1 Y", "X:2 Y")), (3, unknown));
    let unknown = Reason::NoOption("X:1 A C".to_owned());
    assert_eq!(spoiled(&good.replace("X:1 Y:1 A", "X:1 A")), (3, unknown));
    for (null, line) in [("null X", 4), ("null Z", 4)] {
        let no_primary = Reason::NoPrimary(name(&null[5..]));
        assert_eq!(spoiled(&good.replace("null D", null)), (line, no_primary));
    }
    let bounds = |lower, upper| dlx3::Bounds { lower, upper };
    let too_few = Reason::Bounds {
        item: name("C"),
        count: 1,
        bounds: bounds(2, 3),
    };
    assert_eq!(
        spoiled(&good.replace(" C Y:1 (1 of 1)\n", "")),
        (1, too_few)
    );
    let too_many = Reason::Bounds {
        item: name("D"),
        count: 2,
        bounds: bounds(0, 1),
    };
    let problem = PROBLEM.replace("\nD\n", "\nD\nD X:1\n");
    let stream = good.replace(" null D (2 of 2)\n", " D (2 of 2)\n X:1 D (1 of 1)\n");
    assert_eq!(wrong(&problem, &stream), (1, 1, too_many));
    let colors = |here: Option<u8>, before: Option<u8>, item| Reason::Colors {
        item: name(item),
        here,
        before,
    };
    assert_eq!(
        spoiled(&good.replace(" C Y:1", " C X:0")),
        (5, colors(Some(b'0'), Some(b'1'), "X"))
    );
    let uncolored = good.replace(" null D (2 of 2)\n C Y:1", " D C Y");
    assert_eq!(spoiled(&uncolored), (4, colors(None, Some(b'1'), "Y")));
    let uncolored = "1:\n Y D C (1 of 1)\n C Y:1 (1 of 1)\n";
    assert_eq!(spoiled(uncolored), (3, colors(Some(b'1'), None, "Y")));
    let branch = Reason::Branch {
        number: 3,
        score: 2,
    };
    assert_eq!(spoiled(&good.replace("(2 of 2)", "(3 of 2)")), (4, branch));
}

#[test]
fn an_item_named_null_may_stand_beside_null_moves() {
    for (problem, count) in [
        ("null 0:2|X\nnull X\nX\n", 2),
        ("0:1|null 0:1|X\nnull X\n", 2),
        ("0:2|null 0:2|X\nnull X\nnull X\nX\n", 7),
    ] {
        let stream = solutions(problem, &["m1"]);
        assert!(stream.contains(" null X ("), "{stream}");
        assert_eq!(
            verdict(problem, stream.as_bytes()).ok(),
            Some(count),
            "{stream}"
        );
    }
}

/// The reason, as the filter prints it, why a spoiled stream does not hold.
fn refusal(problem: &str, stream: &[u8]) -> String {
    let run = run_check(problem, &["--step", "1", "--memory", "1K"], stream);
    assert_eq!(run.status, Some(1), "{}", String::from_utf8_lossy(stream));
    assert_eq!(run.stdout, "");
    assert!(run.stderr.starts_with("dlx-check: "), "{}", run.stderr);
    run.stderr
}

#[test]
fn a_stream_that_breaks_off_or_has_other_bytes_does_not_hold() {
    let problem = queens(8);
    let stream = solutions(&problem, &["m1"]);
    let stream = stream.as_bytes();
    // Line 100 begins solution 12; a cut within it is found there or just before.
    let starts: Vec<usize> = memchr::memchr_iter(b'\n', stream)
        .map(|end| end + 1)
        .collect();
    for cut in starts[98] + 1..starts[106] - 1 {
        let reason = refusal(&problem, &stream[..cut]);
        assert!(reason.contains("line 10"), "cut at {cut}: {reason}");
    }
    for (place, byte) in [(starts[98], 0), (starts[99] + 1, 0xff), (starts[99], b'x')] {
        let mut spoiled = stream.to_vec();
        spoiled[place] = byte;
        let reason = refusal(&problem, &spoiled);
        assert!(
            reason.contains("line 10"),
            "byte {byte} at {place}: {reason}"
        );
    }
    assert_eq!(
        refusal(&problem, b"\x7fELF\x02\x01\x01\0\n"),
        "dlx-check: in the solutions: line 1: a solution's number and a colon are expected here\n"
    );
    let reason = refusal(
        "A\nA\n",
        b"1:\n null A (1 of 1)\n null A (1 of 1)\n null A (1 of 1)\n",
    );
    assert!(
        reason.contains("line 4: a solution has no more levels"),
        "{reason}"
    );
}

#[test]
fn any_line_lost_or_doubled_is_found() {
    let problem = queens(6);
    let stream = solutions(&problem, &["m1"]);
    let lines: Vec<&str> = stream.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 4 * 7);
    for place in 0..lines.len() {
        let mut spoiled = lines.clone();
        let line = spoiled.remove(place);
        refusal(&problem, spoiled.concat().as_bytes());
        spoiled.insert(place, line);
        spoiled.insert(place, line);
        refusal(&problem, spoiled.concat().as_bytes());
        spoiled.remove(place);
        spoiled.swap(place, (place + 7) % lines.len());
        // Lines of the same level may be equal.
        if spoiled != lines {
            refusal(&problem, spoiled.concat().as_bytes());
        }
    }
}

#[test]
fn streams_of_random_problems_hold_until_a_color_or_a_word_changes() {
    let (mut held, mut refused) = (0, 0);
    for seed in 0..150 {
        let mut dice = Dice::new(seed, 77);
        let text = RandomProblem::new(&mut dice, false).text();
        let stream = solutions(&text, &["m1", "v0", "t50"]);
        let count = verdict(&text, stream.as_bytes()).unwrap_or_else(|error| {
            panic!("seed {seed}: {error}");
        });
        held += count;
        let words: Vec<usize> = stream.match_indices(' ').map(|(place, _)| place).collect();
        for _ in 0..5.min(count) {
            // Another item, or another color, in some word.
            let place = *dice.pick(&words) + 1;
            let mut spoiled = stream.clone().into_bytes();
            let old = spoiled[place];
            let word = stream[place..].split(' ').next().unwrap();
            if old == b'(' || word.ends_with('\n') || ["of", "null"].contains(&word) {
                continue;
            }
            if word
                .get(word.len().saturating_sub(2)..)
                .is_some_and(|end| end.starts_with(':'))
            {
                spoiled[place + word.len() - 1] = b'~';
            } else {
                spoiled[place] = b'~';
            }
            assert!(
                verdict(&text, &spoiled).is_err(),
                "seed {seed}, byte {place}"
            );
            refused += 1;
        }
    }
    assert!(
        held > 500 && refused > 150,
        "{held} held, {refused} refused"
    );
}

#[test]
fn a_bad_file_gives_the_same_page_as_in_dlx3() {
    let bad = "A B\nA C\n";
    let check = run_check(bad, &[], b"1:\n");
    let dlx3 = run(&mut dlx3(&[]), bad.as_bytes());
    assert_eq!(check, dlx3);
    assert_eq!(check.status, Some(102));
    assert!(check.stderr.starts_with("Unknown item name!\n2: A C\n"));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let run = run(&mut dlx_check(&["no such.dlx"]), b"");
    assert_eq!(run.status, Some(1));
    assert!(
        run.stderr
            .starts_with("dlx-check: cannot read no such.dlx: "),
        "{}",
        run.stderr
    );
}

#[test]
fn a_stream_that_cannot_be_read_is_an_error() {
    let problem = TemporaryFile::with("A\nA\n");
    let directory = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let check = dlx_check(&[problem.name()]).stdin(directory).output();
    let check = Run::from(check.unwrap());
    assert_eq!(check.status, Some(1));
    let start = "dlx-check: cannot read the solutions: ";
    assert!(check.stderr.starts_with(start), "{}", check.stderr);
}

#[test]
fn wrong_usage_has_status_2() {
    for words in [
        &[][..],
        &["a", "b", "c"],
        &["a", "--step", "0"],
        &["a", "--memory", "x"],
        &["a", "--wrong"],
    ] {
        let run = run(&mut dlx_check(words), b"");
        assert_eq!((run.status, &run.stdout[..]), (Some(2), ""), "{words:?}");
        assert!(run.stderr.contains("error: "), "{words:?}: {}", run.stderr);
    }
}

/// The filter's verdict on a sample of `PROBLEM`.
fn sample_check(stream: &str) -> Run {
    run_check(PROBLEM, &["--sample"], stream.as_bytes())
}

#[test]
fn solutions_of_a_sample_that_have_one_number_are_one_solution() {
    let all = solutions(PROBLEM, &["m1", "v0"]);
    let starts: Vec<usize> = all
        .match_indices(":\n")
        .map(|(place, _)| place - 1)
        .collect();
    let [first, second] = [&all[..starts[1]], &all[starts[1]..starts[2]]];
    assert!(first.starts_with("1:\n") && second.starts_with("2:\n"));
    let (of_one, of_two) = (&first[1..], &second[1..]);
    let lines = 1 + first.lines().count();

    let sample = [first, first, second, second, second].concat();
    assert_eq!(sample_check(&sample).stdout, "5 solutions hold\n");

    let other = sample_check(&format!("{first}1{of_two}"));
    assert_eq!(other.status, Some(1), "{}", other.stdout);
    assert_eq!(
        other.stderr,
        format!(
            "dlx-check: solution 1, line {lines}: its options are not those of line 1, \
             which has the same number\n"
        )
    );

    // The same with numbers that do not fit into 64 bits.
    let (large, larger) = ("200000000000000000000", "1000000000000000000000");
    let holds = format!("{large}{of_one}{large}{of_one}{larger}{of_two}");
    assert_eq!(sample_check(&holds).stdout, "3 solutions hold\n");
    let differs = format!("{large}{of_one}000{large}{of_two}");
    assert_eq!(sample_check(&differs).status, Some(1));
    let falls = format!("{larger}{of_one}{large}{of_two}");
    let falls = sample_check(&falls).stderr;
    let expected = format!(
        "dlx-check: solution {large}, line {lines}: its number should be {larger} or more\n"
    );
    assert_eq!(falls, expected);
}

#[test]
fn numbers_beyond_64_bits_rise_by_their_step() {
    let stream = |numbers: [&str; 2]| {
        let [first, second] = numbers;
        format!("{first}:\n A (1 of 2)\n{second}:\n A B (2 of 2)\n")
    };
    let problem = "A | B\nA\nA B\n";
    let check = |numbers| run_check(problem, &[], stream(numbers).as_bytes());
    let (one, two) = ("18446744073709551615", "36893488147419103230");
    assert_eq!(check([one, two]).stdout, "2 solutions hold\n");
    let wrong = check([one, "18446744073709551616"]);
    assert_eq!(wrong.status, Some(1));
    assert_eq!(
        wrong.stderr,
        format!("dlx-check: solution 18446744073709551616, line 3: its number should be {two}\n")
    );

    // A repeat is reported by its lines, because such large numbers are not kept.
    let repeated = format!("{two}:\n A (1 of 2)\n73786976294838206460:\n A (1 of 2)\n");
    let repeated = run_check(problem, &[], repeated.as_bytes());
    assert_eq!(
        repeated.stderr,
        "dlx-check: line 3: its options are those of the solution on line 1\n"
    );
}

#[test]
fn a_solution_of_a_sample_does_not_come_with_another_number() {
    // Two options are equal, so that a solution with one of them comes twice, not thrice.
    let text = "A\nA\nA\n";
    let check = |stream: &str| run_check(text, &["--sample"], stream.as_bytes());
    let twice = "1:\n A (1 of 2)\n1:\n A (1 of 2)\n2:\n A (2 of 2)\n2:\n A (2 of 2)\n";
    assert_eq!(check(twice).stdout, "4 solutions hold\n");
    let third = check(&format!("{twice}3:\n A (1 of 2)\n"));
    assert_eq!(third.status, Some(1), "{}", third.stdout);
    assert!(
        third.stderr.contains("allow that only 2 times"),
        "{}",
        third.stderr
    );
}
