//! All verbs keep limits of time and memory. Without an answer, the exit status is 3, and stderr
//! says what is known. An answer is always exact.

use super::filter::dlx;
use crate::common::filter::{TemporaryFile, command, dlx_check, full, path, run};
use crate::common::problems::covers::queens;
use crate::common::problems::dice::Dice;
use crate::common::problems::packings::dominoes;
use crate::common::time::{endless, endless_without_solutions, given_time, within_minutes};
use dlx3::answers::family::Family;
use dlx3::answers::{Limits, Stopped};
use dlx3::{Count, OptionId, Problem};
use num_bigint::BigUint;
use std::io::Write;

/// Each option has a cost.
fn priced(problem: &str) -> String {
    let mut text = String::new();
    for (number, line) in problem.lines().enumerate() {
        text += line;
        if number > 0 {
            text += &format!(" |{}", number * 7919 % 101);
        }
        text.push('\n');
    }
    text
}

/// Latin squares of an order, each number in each cell with a cost of its own.
pub fn priced_latin_squares(order: usize) -> String {
    let mut dice = Dice::new(14, 11);
    let mut text = String::new();
    for place in (0..order * order).map(|place| format!("{}.{}", place / order, place % order)) {
        text += &format!("p{place} r{place} c{place} ");
    }
    text.push('\n');
    for (row, column) in (0..order * order).map(|cell| (cell / order, cell % order)) {
        for number in 0..order {
            let cost = dice.below(1000);
            text += &format!("p{row}.{column} r{row}.{number} c{column}.{number} |{cost}\n");
        }
    }
    text
}

#[test]
fn verbs_that_take_too_long_end_when_time_is_up() {
    let (some, none) = (endless(), endless_without_solutions());
    for verb in [
        "count",
        "count --options",
        "count --order narrow",
        "sample -n 3",
        "nth 7",
        "find --tuning parity=0",
        "zdd",
        "zdd --dot",
    ] {
        let mut words: Vec<&str> = verb.split(' ').collect();
        words.extend(["--memory", "16M"]);
        let problem = if verb.starts_with("find") {
            &none
        } else {
            &some
        };
        let stopped = given_time(
            0.3,
            |time| dlx(&[&words[..], &["--time", time]].concat(), problem),
            |stopped| verb != "count" || stopped.stderr.contains("at least "),
        );
        assert_eq!(stopped.status, Some(3), "{verb}: {}", stopped.stderr);
        assert_eq!(stopped.stdout, "", "{verb}");
        let line = stopped.stderr.strip_suffix('\n').unwrap();
        let known = line.strip_prefix("dlx: time is up");
        match known.map(|known| known.strip_prefix("; at least ")) {
            Some(None) => assert_eq!(line, "dlx: time is up", "{verb}"),
            Some(Some(least)) => {
                assert_eq!(verb, "count");
                let least: u64 = least.parse().unwrap();
                assert!(0 < least && least < 227_514_171_973_736, "{least}");
            }
            // Layers and diagrams may come to the other limit before.
            None => {
                let told = "dlx: this takes more than 16777216 bytes of states: see --memory";
                assert!(!["count", "find"].contains(&verb), "{verb}: {line}");
                assert_eq!(line, told, "{verb}");
            }
        }
    }
}

#[test]
fn the_best_solutions_so_far_hold_and_cost_no_less_than_the_bound() {
    // A three-dimensional assignment problem. No method proves the optimum at half this order in a
    // minute, and the work grows exponentially.
    let problem = priced_latin_squares(28);
    let file = TemporaryFile::with(&problem);
    for words in [&["best", "-k", "3"][..], &["best", "--most"]] {
        let words = [words, &["--time", "200ms", "--memory", "16M"]].concat();
        let stopped = dlx(&words, &problem);
        assert_eq!(stopped.status, Some(3), "{}", stopped.stderr);
        let mut lines: Vec<&str> = stopped.stderr.lines().collect();
        let last = lines.pop().unwrap();
        let than = if words.contains(&"--most") {
            "more"
        } else {
            "less"
        };
        // On a slow machine there may be none.
        let other = if lines.is_empty() { "" } else { "other " };
        let known = format!("dlx: time is up; no {other}solution costs {than} than ");
        // The gap follows.
        let bound = last.strip_prefix(&known).expect(last);
        let bound: u64 = bound.split([':', ';']).next().unwrap().parse().unwrap();
        for line in &lines {
            let cost = line.split_once(" costs ").expect(line).1;
            let cost: u64 = cost.trim_end_matches('.').parse().unwrap();
            assert!(if than == "less" {
                cost >= bound
            } else {
                cost <= bound
            });
        }
        if !lines.is_empty() {
            let check = run(&mut dlx_check(&[file.name()]), stopped.stdout.as_bytes());
            assert_eq!(check.status, Some(0), "{}", check.stderr);
        }
    }
}

#[test]
fn what_is_reduced_when_time_is_up_has_the_same_solutions() {
    for problem in [queens(6), dominoes(4, 6)] {
        let all = dlx(&["count"], &problem).stdout;
        let stopped = dlx(&["reduce", "--time", "0ms"], &problem);
        assert_eq!(stopped.status, Some(3));
        let last = stopped.stderr.lines().last().unwrap();
        assert_eq!(last, "dlx: time is up; more might go");
        assert_eq!(dlx(&["count"], &stopped.stdout).stdout, all);
    }
}

/// The lines that say what solutions cost.
fn costs(stderr: &str) -> Vec<&str> {
    stderr
        .lines()
        .filter(|line| line.contains(" costs "))
        .collect()
}

#[test]
fn with_little_memory_there_is_the_same_answer_or_none() {
    let problem = priced(&queens(9));
    for verb in [
        "count",
        "find",
        "best -k 2",
        "reduce",
        "count --options",
        "sample -n 3",
        "nth 352",
        "zdd",
    ] {
        let words: Vec<&str> = verb.split(' ').collect();
        let free = dlx(&words, &problem);
        assert_eq!(free.status, Some(0), "{verb}");
        for memory in ["0", "16K", "256K", "16M"] {
            let words = [&words[..], &["--memory", memory]].concat();
            let bounded = dlx(&words, &problem);
            let needs_all = !["count", "find", "best -k 2", "reduce"].contains(&verb);
            if bounded.status == Some(3) && needs_all {
                let told = bounded.stderr.starts_with("dlx: this takes more than ");
                assert!(told, "{verb}: {}", bounded.stderr);
                assert_eq!(bounded.stdout, "", "{verb}");
            } else {
                assert_eq!(bounded.status, Some(0), "{verb} {memory}");
                // The limit may change which solutions are found, but not the order of all.
                match verb {
                    "best -k 2" => assert_eq!(costs(&bounded.stderr), costs(&free.stderr)),
                    "find" => {}
                    _ => assert_eq!(bounded.stdout, free.stdout, "{verb} {memory}"),
                }
            }
        }
    }
}

/// The edges of a grid, some of which must agree on a color. The depth-first diagram is 24 times as
/// large as the one by layers, and takes more than 256K.
#[test]
fn which_diagram_is_made_depends_on_the_problem_alone_and_it_is_a_small_one() {
    let problem = include_str!("grid.dlx");
    for (verb, least) in [("nth 1", 0), ("sample -n 3 --seed 2", 0), ("zdd", 100)] {
        let mut printed = Vec::new();
        for memory in ["16K", "64K", "256K", "4M", "1G"] {
            for threads in ["1", "2"] {
                let words = format!("{verb} --memory {memory} --threads {threads}");
                let words: Vec<&str> = words.split(' ').collect();
                let ran = dlx(&words, problem);
                match ran.status {
                    Some(3) if memory.ends_with('K') => assert_eq!(ran.stdout, "", "{verb}"),
                    status => {
                        assert_eq!(status, Some(0), "{words:?}: {}", ran.stderr);
                        printed.push(ran.stdout);
                    }
                }
            }
        }
        assert!(printed.len() >= 6, "{verb}: {}", printed.len());
        assert!(printed.iter().all(|text| *text == printed[0]), "{verb}");
        let lines = printed[0].lines().count();
        assert!((least..1000).contains(&lines), "{verb}: {lines} lines");
    }
}

/// Each of many items has two options, so that numbers have 20,000 bits.
fn pairs(items: usize) -> String {
    let names: Vec<String> = (0..items).map(|item| format!("i{item}")).collect();
    let options: String = names
        .iter()
        .map(|name| format!("{name}\n{name}\n"))
        .collect();
    format!("{}\n{options}", names.join(" "))
}

/// The first run is stopped by `--time`, the others by a full device.
#[test]
fn counts_of_options_end_when_time_is_up_or_when_nobody_reads_them() {
    let problem = pairs(5000);
    // The first limit ends before anything is counted; the last one is long enough.
    let mut time = 0;
    loop {
        let limit = format!("{time}ms");
        let ran = dlx(&["count", "--options", "--time", &limit], &problem);
        if ran.status == Some(0) {
            break;
        }
        assert_eq!(ran.status, Some(3), "{}", ran.stderr);
        assert!(ran.stderr.starts_with("dlx: time is up"), "{}", ran.stderr);
        time = 2 * time + 1;
    }
    assert!(time > 0);
    for verb in ["count --options", "zdd", "zdd --dot", "sample -n 1000000"] {
        let words: Vec<&str> = verb.split(' ').collect();
        let mut command = command(path("dlx"), &words);
        command.stdout(full());
        let failed = run(&mut command, pairs(500).as_bytes());
        assert_eq!(failed.status, Some(1), "{verb}: {}", failed.stderr);
        let last = failed.stderr.lines().last().unwrap();
        let told = last.starts_with("dlx: cannot write the output: ");
        assert!(told, "{verb}: {}", failed.stderr);
    }
}

/// A row of n cells is covered by pieces of one and two cells in F(n + 1) ways, of which
/// F(i + 1) F(n - i) have cell i alone. The numbers of all options take 6.5 MB, and those of
/// all nodes of the diagram 1.7 MB.
#[test]
fn long_numbers_need_no_more_memory_than_they_may() {
    let n = 6000;
    let mut text: String = (0..n).map(|cell| format!("c{cell} ")).collect();
    text.push('\n');
    for cell in 0..n {
        text += &format!("c{cell}\n");
        if cell + 1 < n {
            text += &format!("c{cell} c{}\n", cell + 1);
        }
    }
    let problem: Problem = text.parse().unwrap();
    let mut ways = vec![BigUint::from(1u32), BigUint::from(1u32)];
    for cells in 2..=n {
        let next = &ways[cells - 1] + &ways[cells - 2];
        ways.push(next);
    }
    let mut limits = Limits::new(2_500_000);
    let family = Family::new(&problem, &mut limits).unwrap();
    assert_eq!(family.number(), ways[n]);
    let mut seen = 0;
    let show = |option: OptionId, number: &BigUint| {
        let (cell, length) = (option.index() / 2, 1 + option.index() % 2);
        assert_eq!(
            *number,
            &ways[cell] * &ways[n - cell - length],
            "{option:?}"
        );
        seen += 1;
        Ok(())
    };
    family.each_option(&problem, &mut limits, show).unwrap();
    assert_eq!(seen, 2 * n - 1);
    // The first solution of all takes the first edge of each node.
    let last = &family.number() - &1.into();
    let found = family.solutions(&[Count::ZERO, last], &mut limits).unwrap();
    assert!(found[0] != found[1] && found.iter().all(|options| !options.is_empty()));
    limits.memory = 10_000;
    assert_eq!(
        Family::new(&problem, &mut limits).unwrap_err(),
        Stopped::Memory
    );
}

/// Parts that share no item are counted one by one. Of many, stderr shows ten and the sum.
#[test]
fn a_thousand_parts_have_ten_lines_and_their_sum() {
    let items: Vec<String> = (0..1000).map(|number| format!("i{number}")).collect();
    let mut text = items.join(" ") + "\n";
    for (number, item) in items.iter().enumerate() {
        // The later ones are larger.
        text += &format!("{item}\n").repeat(2 + number / 500);
    }
    let counted = dlx(&["count"], &text);
    let number = BigUint::from(2u32).pow(500) * BigUint::from(3u32).pow(500);
    assert_eq!(counted.stdout, format!("{number}\n"));
    let lines: Vec<&str> = counted.stderr.lines().collect();
    assert_eq!(lines.len(), 11, "{}", counted.stderr);
    assert!(
        lines[..10]
            .iter()
            .all(|line| line.starts_with("3 options, 1 item: "))
    );
    let sum = "1000 parts, of which 990 are not shown: 2500 options, 1000 items; ";
    assert!(lines[10].starts_with(sum), "{}", lines[10]);
    // Up to ten have a line each.
    let few = dlx(&["count"], "a b c\na\na\nb\nb\nc\nc\n");
    assert_eq!(few.stderr.lines().count(), 3, "{}", few.stderr);
}

/// Handlers are set when there is work to stop. Before that, signals end the program like any
/// other.
#[cfg(unix)]
#[test]
fn a_signal_ends_each_verb_while_it_waits_for_its_input() {
    use nix::sys::signal::{Signal, kill};
    use std::os::unix::process::ExitStatusExt;
    for words in [
        &["count"][..],
        &["find"],
        &["nth", "1"],
        &["sample"],
        &["zdd"],
        &["best"],
        &["reduce"],
    ] {
        let mut child = command(env!("CARGO_BIN_EXE_dlx"), words).spawn().unwrap();
        // Its stdin stays open.
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"A B\nA\n").unwrap();
        // Most machines have begun to read by then.
        std::thread::sleep(std::time::Duration::from_millis(200));
        let id = nix::unistd::Pid::from_raw(child.id() as i32);
        kill(id, Signal::SIGINT).unwrap();
        let signal = within_minutes(&mut child).signal();
        assert_eq!(signal, Some(Signal::SIGINT as i32), "{words:?}");
    }
}

/// The peak memory of a program, in KB; none if the system does not report it.
fn watched(words: &[&str], problem: &str) -> Option<u64> {
    watched_until(0, words, problem)
}

fn watched_until(status: i32, words: &[&str], problem: &str) -> Option<u64> {
    let file = TemporaryFile::with(problem);
    let mut child = command(path("dlx"), &[words, &[file.name()]].concat())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut most = None;
    let ended = loop {
        // The peak never falls, and cannot be read once the program has ended.
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let line = status.unwrap_or_default();
        let line = line.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
        most = number.or(most);
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    };
    assert_eq!(ended.code(), Some(status), "{words:?}");
    most
}

/// Each item doubles the number of costs. Values on the way down and the terms of the answer used
/// not to be counted, and took 512 MB.
#[test]
fn numbers_by_cost_take_no_more_memory_than_they_may() {
    let items: Vec<String> = (0..22).map(|item| format!("i{item}")).collect();
    let all = format!("{} X", items.join(" "));
    let mut problem = format!("{all}\n{all}\nX\n");
    for (place, item) in items.iter().enumerate() {
        problem += &format!("{item} |{}\n{item} |0\n", 1 << place);
    }
    let words = ["count", "--by-cost", "--memory", "4M"];
    for tuning in ["", "reduce=0", "walk=0", "walk=0,reduce=0", "components=0"] {
        let mut words = words.to_vec();
        if !tuning.is_empty() {
            words.extend(["--tuning", tuning]);
        }
        if let Some(most) = watched_until(3, &words, &problem) {
            assert!(most < 64 << 10, "{words:?}: {most} KB");
        }
    }
}

/// Parts of one option each, with some of two among them.
fn many_parts(number: usize) -> String {
    let names: Vec<String> = (0..number).map(|item| format!("i{item}")).collect();
    let mut problem = names.join(" ") + "\n";
    for (place, name) in names.iter().enumerate() {
        problem += &format!("{name} |{}\n", place % 7);
        if place == 100 {
            problem += &format!("{name} |1\n");
        }
    }
    problem
}

/// Each part used to have a list of its solutions from the beginning, each with all of the memory:
/// 10 KB a part.
#[test]
fn several_solutions_of_many_parts_take_memory_as_the_problem_does() {
    let problem = many_parts(20_000);
    for words in [
        &["find", "-n", "3"][..],
        &["find", "-n", "3", "--threads", "1"],
        &["best", "-k", "3"],
        &["count", "--by-cost"],
    ] {
        if let Some(most) = watched(words, &problem) {
            assert!(most < 100 << 10, "{words:?}: {most} KB");
        }
    }
}

#[test]
fn parts_of_one_option_are_decided_at_once_with_the_same_answers() {
    let problem = many_parts(300);
    let both = "-i100";
    let lines = |run: crate::common::filter::Run| -> Vec<String> {
        assert_eq!(run.status, Some(0), "{}", run.stderr);
        run.stdout.lines().map(str::to_owned).collect()
    };
    assert_eq!(lines(dlx(&["count"], &problem)), ["2"], "{both}");
    // All costs from 0 to 6, 42 times, and the rest. The costs of the last two solutions differ by
    // one.
    let all: usize = (0..300).map(|place| place % 7).sum();
    let costs = [all - 1, all].map(|cost| format!("{cost} 1"));
    assert_eq!(lines(dlx(&["count", "--by-cost"], &problem)), costs);
    let most = (all - 1).to_string();
    let few = dlx(&["count", "--by-cost", "--at-most", &most], &problem);
    assert_eq!(lines(few), [costs[0].clone()]);
    let options = |text: &str| text.matches(" (").count();
    let best = dlx(&["best", "-k", "3"], &problem);
    let told = [all - 1, all].map(|cost| format!("costs {cost}."));
    assert!(
        told.iter().all(|told| best.stderr.contains(told)),
        "{}",
        best.stderr
    );
    assert_eq!(options(&best.stdout), 600);
    for words in [
        &["find"][..],
        &["find", "-n", "1"],
        &["find", "--threads", "1"],
    ] {
        assert_eq!(options(&dlx(words, &problem).stdout), 300, "{words:?}");
    }
    for words in [&["find", "-n", "3"][..], &["find", "-n", "3", "--diverse"]] {
        assert_eq!(options(&dlx(words, &problem).stdout), 600, "{words:?}");
    }
}

#[test]
fn solutions_that_cost_too_much_are_said_to_cost_too_much() {
    let problem = "A B\nA |7.50\nB |3\nA B |20\n";
    let dear = dlx(&["sample", "--at-most", "5"], problem);
    assert_eq!((dear.status, &*dear.stdout), (Some(1), ""));
    assert_eq!(
        dear.stderr,
        "dlx: no solution costs at most 5: all cost more\n"
    );
    assert_eq!(
        dlx(&["sample", "--at-most", "10.5"], problem).status,
        Some(0)
    );
    let none = dlx(&["sample", "--at-most", "5"], "A B\nA |7\n");
    assert_eq!(none.stderr, "dlx: there are no solutions\n");
}

/// The pairs of its items, and a bitmap of all options for each item, used to take 240 to 340 MB.
#[test]
fn one_option_that_joins_all_items_does_not_take_memory_as_their_square() {
    let names: Vec<String> = (0..5000).map(|number| format!("i{number}")).collect();
    let joined = names.join(" ");
    let problem = format!("{joined}\n{joined}\n{}\n", names.join("\n"));
    for words in [
        &["count", "--memory", "1M"][..],
        &["zdd", "--memory", "1M"],
        &["nth", "2", "--memory", "1M"],
        &["count", "--memory", "10M", "--certificate", "/dev/null"],
    ] {
        if let Some(most) = watched(words, &problem) {
            assert!(most < 80 << 10, "{words:?}: {most} KB");
        }
    }
}
