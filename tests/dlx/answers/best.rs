//! The cheapest solutions are those of brute force, sorted by cost.

use super::agreement::small_problems;
use super::filter::dlx;
use super::limits::priced_latin_squares;
use crate::answers_fuzz::brute::Solutions;
use crate::common::filter::{self, TemporaryFile, dlx_check, run};
use crate::common::problems::covers::queens;
use crate::common::problems::crews::{Kind, crews};
use crate::common::problems::dice::Dice;
use crate::common::time::given_time;
use dlx3::answers::best::{Cheapest, MOST_COST, NotCheapest, cheapest};
use dlx3::answers::tuning::Tuning;
use dlx3::answers::{Limits, Stopped};
use dlx3::{OptionId, Problem};
use insta::assert_snapshot;

fn limits(stop: &mut dyn FnMut() -> bool) -> Limits<'_> {
    Limits {
        stop,
        ..Limits::new(1 << 30)
    }
}

fn cost_of(solution: &[OptionId], costs: &[i128]) -> i128 {
    solution.iter().map(|option| costs[option.index()]).sum()
}

/// Whether the `wanted` cheapest solutions are those of brute force, by a method.
fn assert_cheapest(
    method: Method,
    (problem, solutions): (&Problem, &Solutions),
    costs: &[i128],
    wanted: usize,
) {
    let mut sorted: Vec<i128> = solutions.iter().map(|s| cost_of(s, costs)).collect();
    sorted.sort_unstable();
    sorted.truncate(wanted);
    let mut go_on = || false;
    let found = cheapest_by(method, problem, costs, wanted, &mut limits(&mut go_on));
    let found = found.unwrap().solutions;
    let found_costs: Vec<i128> = found.iter().map(|(cost, _)| *cost).collect();
    assert_eq!(
        found_costs, sorted,
        "{method:?}, costs {costs:?} in\n{problem}"
    );
    let mut sets: Vec<_> = found.iter().map(|(_, options)| options).collect();
    for (cost, options) in &found {
        assert!(solutions.contains(options), "{options:?} in\n{problem}");
        assert_eq!(*cost, cost_of(options, costs));
    }
    sets.sort_unstable();
    sets.dedup();
    assert_eq!(sets.len(), found.len(), "twice the same in\n{problem}");
}

/// The searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Chosen,
    BranchAndBound,
    Duality,
    Listing,
    Diagrams,
}

fn cheapest_by(
    method: Method,
    problem: &Problem,
    costs: &[i128],
    most: usize,
    limits: &mut Limits<'_>,
) -> Result<Cheapest, NotCheapest> {
    let has = |one| [one, Method::Chosen].contains(&method);
    let has_diagrams = has(Method::Diagrams);
    let others = Tuning::default();
    limits.tuning = Tuning {
        bounding: has(Method::BranchAndBound),
        duality: has(Method::Duality),
        listing: has(Method::Listing),
        layers_narrow: has_diagrams,
        layers_input: has_diagrams,
        walk: has_diagrams,
        // The techniques that are no search for the cheapest, one by one: a new way must be turned
        // off here before a test can claim to use another one.
        dlx3: others.dlx3,
        restarts: others.restarts,
        learning: others.learning,
        supports: others.supports,
        parity: others.parity,
        dive: others.dive,
        swaps: others.swaps,
        cuts: others.cuts,
        splits: others.splits,
        taxes: others.taxes,
        reduce: others.reduce,
        foresight: others.foresight,
        components: others.components,
        note_after: others.note_after,
    };
    cheapest(problem, costs, most, limits)
}

const METHODS: [Method; 5] = [
    Method::Chosen,
    Method::BranchAndBound,
    Method::Duality,
    Method::Listing,
    Method::Diagrams,
];

#[test]
fn all_methods_find_the_cheapest_solutions() {
    let mut with_some = 0;
    for (problem, solutions, mut dice) in small_problems(0, 3000) {
        let (least, most) = *dice.pick(&[(0, 2), (0, 1000), (-5, 5), (-9, 0)]);
        let cost = |_| least + dice.below((most - least + 1) as usize) as i128;
        let costs: Vec<i128> = problem.option_ids().map(cost).collect();
        with_some += u32::from(solutions.len() > 1);
        let wanted = *dice.pick(&[1, 1, 2, 3, 10, usize::MAX]);
        for method in METHODS {
            assert_cheapest(method, (&problem, &solutions), &costs, wanted);
        }
    }
    assert!(with_some > 500, "{with_some}");
}

/// Products of these costs and bounds need more than 92 bits.
#[test]
fn sums_of_large_costs_do_not_wrap() {
    let mut with_some = 0;
    for (problem, solutions, mut dice) in small_problems(20_000, 21_500) {
        let sizes = [1 << 61, (1 << 63) - 1, u64::MAX.into(), MOST_COST / 32];
        let size = *dice.pick(&sizes);
        let signs = *dice.pick(&[&[1, 0][..], &[-1, 0], &[-1], &[1, -1, 0]]);
        let cost = |_| {
            let less = [0, dice.below(5), dice.below(1 << 31)];
            let sign = *dice.pick(signs);
            sign * size - sign * *dice.pick(&less) as i128 + i128::from(sign == 0)
        };
        let costs: Vec<i128> = problem.option_ids().map(cost).collect();
        with_some += u32::from(solutions.len() > 1);
        let wanted = *dice.pick(&[1, 1, 4, usize::MAX]);
        for method in METHODS {
            assert_cheapest(method, (&problem, &solutions), &costs, wanted);
        }
    }
    assert!(with_some > 250, "{with_some}");
}

/// A problem with a cost after each option.
fn with_costs(problem: &Problem, costs: &[i128]) -> String {
    let text = problem.to_string();
    let (items, options) = text.split_once('\n').unwrap();
    let priced = options.lines().zip(costs);
    let lines = priced.map(|(option, cost)| format!("{option} |{cost}\n"));
    format!("{items}\n{}", lines.collect::<String>())
}

/// The costs in the lines of stderr.
fn told_costs(stderr: &str) -> Vec<i128> {
    let costs = stderr
        .lines()
        .filter_map(|line| line.split_once(" costs "))
        .filter(|(begin, _)| {
            let number = begin.strip_prefix("Solution ");
            number.is_some_and(|number| number.parse::<u64>().is_ok())
        });
    let costs = costs.map(|(_, cost)| cost.strip_suffix('.').unwrap().parse().unwrap());
    costs.collect()
}

#[test]
fn large_costs_are_read_added_and_printed() {
    for (problem, solutions, mut dice) in small_problems(22_000, 22_150) {
        let cost = |_| i128::from(u64::MAX >> *dice.pick(&[0, 1, 2, 3, 60])) - 7;
        let costs: Vec<i128> = problem.option_ids().map(cost).collect();
        let mut sorted: Vec<i128> = solutions.iter().map(|s| cost_of(s, &costs)).collect();
        sorted.sort_unstable();
        let text = with_costs(&problem, &costs);
        let least = dlx(&["best", "-k", "4"], &text);
        let most = dlx(&["best", "-k", "4", "--most"], &text);
        let sorted_up: Vec<_> = sorted.iter().copied().take(4).collect();
        let sorted_down: Vec<_> = sorted.iter().rev().copied().take(4).collect();
        assert_eq!(told_costs(&least.stderr), sorted_up, "\n{text}");
        assert_eq!(told_costs(&most.stderr), sorted_down, "\n{text}");
    }
}

/// If an item has room for fewer than all options, those with the smallest gain are left out.
#[test]
fn an_item_with_room_for_nearly_all_of_many_options_has_the_dearest() {
    let mut dice = Dice::new(5, 21);
    let options = 20_001;
    let mut costs: Vec<i128> = (0..options).map(|_| -(dice.below(5) as i128)).collect();
    costs[0] = -200_000_000_000_000;
    let mut sorted = costs.clone();
    sorted.sort_unstable();
    for room in [options - 1, options / 2, 3, 1] {
        let text = format!("0:{room}|p | s\np s\n{}", "p\n".repeat(options - 1));
        let problem: Problem = text.parse().unwrap();
        let mut go_on = || false;
        let found = cheapest(&problem, &costs, 3, &mut limits(&mut go_on)).unwrap();
        let best: i128 = sorted[..room].iter().sum();
        assert_eq!(found.solutions[0].0, best);
        for (cost, options) in &found.solutions {
            assert!(*cost >= best && *cost == cost_of(options, &costs));
        }
    }
}

/// The cheapest sums of one member from each of three lists and any subset of a fourth.
#[test]
fn solutions_of_parts_and_free_options_are_combined_in_order() {
    let mut dice = Dice::new(5, 22);
    let lists = "A\n".repeat(9) + &"B\n".repeat(8) + &"C\n".repeat(7) + &"D\n".repeat(6);
    let problem: Problem = format!("A B C 0:6|D\n{lists}").parse().unwrap();
    for _ in 0..4 {
        let costs: Vec<i128> = (0..30).map(|_| dice.below(60) as i128 - 30).collect();
        let mut sums = Vec::new();
        for number in 0..9 * 8 * 7 {
            let of_parts = costs[number % 9] + costs[9 + number / 9 % 8] + costs[17 + number / 72];
            for set in 0..64 {
                let free = (0..6).filter(|place| set >> place & 1 == 1);
                let free: i128 = free.map(|place| costs[24 + place]).sum();
                sums.push(of_parts + free);
            }
        }
        sums.sort_unstable();
        for most in [1, 2, 50, 3000, usize::MAX] {
            let mut go_on = || false;
            let found = cheapest(&problem, &costs, most, &mut limits(&mut go_on)).unwrap();
            let found: Vec<i128> = found.solutions.iter().map(|found| found.0).collect();
            assert!(found.iter().eq(sums.iter().take(most)), "{most}");
        }
    }
}

/// As many rows as columns: each matching is a solution.
fn matchings(size: usize, dice: &mut Dice) -> String {
    let items = (0..size).map(|place| format!("r{place} c{place} "));
    let mut text = items.collect::<String>() + "\n";
    for row in 0..size {
        for column in 0..size {
            text += &format!("r{row} c{column} |{}\n", dice.below(1000));
        }
    }
    text
}

#[test]
fn solutions_that_do_not_fit_into_memory_end_the_search() {
    let mut dice = Dice::new(5, 23);
    // 40,320 solutions.
    let text = matchings(8, &mut dice);
    let file = TemporaryFile::with(&text);
    let all = dlx(&["best", "-k", "50000"], &text);
    assert_eq!(all.status, Some(0));
    let all = told_costs(&all.stderr);
    assert_eq!(all.len(), 40_320);
    let bounded = dlx(&["best", "-k", "50000", "--memory", "1M"], &text);
    assert_eq!(bounded.status, Some(3), "{}", bounded.stderr);
    let last = bounded.stderr.lines().last().unwrap();
    let known = "dlx: this takes more than 1048576 bytes of states: see --memory; \
                 no other solution costs less than ";
    let bound: i128 = last.strip_prefix(known).expect(last).parse().unwrap();
    let costs = told_costs(&bounded.stderr);
    assert!(
        costs.len() > 2000 && costs.len() < 40_320,
        "{}",
        costs.len()
    );
    // The solutions are the cheapest, and no other one costs less than the bound.
    assert_eq!(costs, all[..costs.len()]);
    assert!(bound <= all[costs.len()] && bound >= all[costs.len() - 1]);
    let check = run(&mut dlx_check(&[file.name()]), bounded.stdout.as_bytes());
    assert_eq!(check.status, Some(0), "{}", check.stderr);
}

#[test]
fn branch_and_bound_keeps_no_more_solutions_than_memory_holds() {
    let mut dice = Dice::new(5, 24);
    let text = matchings(8, &mut dice);
    let problem: Problem = text.parse().unwrap();
    let costs = problem.costs().unwrap().values().to_vec();
    let by = |method, most, memory| {
        let mut go_on = || false;
        let mut limits = Limits {
            memory,
            ..limits(&mut go_on)
        };
        let found = cheapest_by(method, &problem, &costs, most, &mut limits);
        assert_eq!(limits.memory, memory, "the limit is as it was");
        found
    };
    let all = by(Method::Diagrams, usize::MAX, usize::MAX)
        .unwrap()
        .solutions;
    assert_eq!(all.len(), 40_320);
    for memory in [0, 100_000, 1_000_000] {
        let stopped = by(Method::BranchAndBound, usize::MAX, memory);
        let Err(NotCheapest::Unfinished(stopped)) = stopped else {
            panic!("{stopped:?}");
        };
        assert_eq!(stopped.why, Stopped::Memory);
        let solutions = &stopped.solutions;
        let bytes = solutions.len() * (size_of::<(i128, Vec<OptionId>)>() + 8 * 4);
        assert!(bytes < memory + 100_000, "{bytes} of {memory}");
        assert!(bytes > memory / 4, "{bytes} of {memory}");
        // Those that fit are the cheapest.
        assert!(stopped.bound <= all[solutions.len()].0);
        for ((cost, options), (least, _)) in solutions.iter().zip(&all) {
            assert_eq!(*cost, cost_of(options, &costs));
            assert_eq!(cost, least);
        }
    }
    // A few need no memory.
    let few = by(Method::BranchAndBound, 10, 0).unwrap().solutions;
    assert_eq!(few.len(), 10);
    for (few, all) in few.iter().zip(&all) {
        assert_eq!(few.0, all.0);
    }
}

/// If the list of one part is cut, the combined solutions are still the cheapest.
#[test]
fn solutions_of_several_parts_that_do_not_fit_are_the_cheapest() {
    let mut dice = Dice::new(5, 25);
    let text = matchings(7, &mut dice);
    let (items, options) = text.split_once('\n').unwrap();
    let text = format!("A {items}0:9|B\nA |5\nA |600\nA |20000\nB |1000\n{options}");
    let problem: Problem = text.parse().unwrap();
    let costs = problem.costs().unwrap().values().to_vec();
    let mut all = None;
    for memory in [usize::MAX, 3_000_000, 1_000_000, 300_000, 0] {
        for method in [Method::Diagrams, Method::BranchAndBound] {
            if (method, memory) == (Method::Diagrams, 0) {
                continue;
            }
            let mut go_on = || false;
            let mut limits = Limits {
                memory,
                ..limits(&mut go_on)
            };
            let found = cheapest_by(method, &problem, &costs, usize::MAX, &mut limits);
            let (found, bound) = match found {
                Ok(found) => (found.solutions, None),
                Err(NotCheapest::Unfinished(stopped)) => (stopped.solutions, Some(stopped.bound)),
                Err(error) => panic!("{error}"),
            };
            let found: Vec<i128> = found.iter().map(|found| found.0).collect();
            let all = all.get_or_insert_with(|| found.clone());
            assert_eq!(all.len(), 5040 * 3 * 2);
            assert_eq!(found, all[..found.len()], "{method:?} {memory}");
            assert!(!found.is_empty(), "{method:?} {memory}");
            let next = all.get(found.len());
            assert_eq!(bound.is_none(), next.is_none(), "{method:?} {memory}");
            assert!(bound.is_none_or(|bound| bound <= *next.unwrap()));
        }
    }
}

#[test]
fn queens_near_the_middle_are_the_cheapest_by_both_methods() {
    let problem: Problem = queens(8).parse().unwrap();
    let mut dice = Dice::new(5, 8);
    let costs: Vec<i128> = problem
        .option_ids()
        .map(|_| dice.below(100) as i128)
        .collect();
    let by = |method, most| {
        let mut go_on = || false;
        let found = cheapest_by(method, &problem, &costs, most, &mut limits(&mut go_on));
        let found = found.unwrap().solutions;
        found.iter().map(|(cost, _)| *cost).collect::<Vec<_>>()
    };
    let all = by(Method::Diagrams, 1000);
    assert_eq!(all.len(), 92);
    assert!(all.is_sorted());
    assert_eq!(by(Method::BranchAndBound, 1000), all);
    assert_eq!(by(Method::BranchAndBound, 7), all[..7]);
}

#[test]
fn costs_that_add_up_to_too_much_are_refused() {
    let problem: Problem = "A B\nA\nB\n".parse().unwrap();
    let mut go_on = || false;
    let mut limits = limits(&mut go_on);
    let found = cheapest(&problem, &[MOST_COST - 1, 1], 1, &mut limits);
    assert_eq!(found.unwrap().solutions[0].0, MOST_COST);
    for costs in [
        [MOST_COST, 1],
        [-MOST_COST, 1],
        [i128::MIN, 0],
        [i128::MAX, 1],
    ] {
        let refused = cheapest(&problem, &costs, 1, &mut limits);
        assert!(matches!(refused, Err(NotCheapest::TooDear(_))));
    }
}

/// A search that is stopped at once knows a bound, and solutions if it has found any.
#[test]
fn a_search_that_is_stopped_knows_a_bound() {
    let problem: Problem = queens(16).parse().unwrap();
    let mut dice = Dice::new(5, 16);
    let costs: Vec<i128> = problem
        .option_ids()
        .map(|_| dice.below(1000) as i128)
        .collect();
    let mut go_on = || false;
    let best = cheapest(&problem, &costs, 1, &mut limits(&mut go_on));
    let best = best.unwrap().solutions[0].0;
    let mut stop = || true;
    let stopped = cheapest(&problem, &costs, 1, &mut limits(&mut stop));
    let Err(NotCheapest::Unfinished(stopped)) = stopped else {
        panic!("{stopped:?}");
    };
    assert!(stopped.bound <= best, "{} {best}", stopped.bound);
    for (cost, options) in &stopped.solutions {
        assert!(*cost >= best);
        assert_eq!(*cost, cost_of(options, &costs));
    }
}

#[test]
fn costs_are_read_as_dlx5_reads_them() {
    let text = "A B | X\n| A |9\nA |3 X:1 |4\nX |5\nB\nA B |0018446744073709551615\n";
    let problem: Problem = text.parse().unwrap();
    assert_eq!(
        problem.to_string(),
        "A B | X\nA X:1 |7\nB\nA B |18446744073709551615\n"
    );
    let costs = problem.costs().unwrap();
    assert_eq!(costs.values(), [7, 0, u64::MAX.into()]);
    assert_eq!(costs.decimals(), 0);
}

#[test]
fn decimal_costs_are_read_added_and_printed_exactly() {
    let text = "A B C\nA B |118.66\nC |-3\nB C |1e2\nA |.1 |.2\nA B C |115.7\n";
    let best = dlx(&["best", "-k", "9"], text);
    assert_eq!(best.status, Some(0));
    let costs = [
        "Solution 1 costs 100.3.",
        "Solution 2 costs 115.66.",
        "Solution 3 costs 115.7.",
    ];
    assert_eq!(best.stderr.lines().take(3).collect::<Vec<_>>(), costs);
    let most = dlx(&["best", "--most", "--json"], text);
    assert!(
        most.stdout.starts_with("{\"solution\":1,\"cost\":115.7,"),
        "{}",
        most.stdout
    );
    for (cost, column) in [
        ("|1.5.2", 3),
        ("|", 3),
        ("|0x1", 3),
        ("|1e99", 3),
        ("|--1", 3),
    ] {
        let wrong = dlx(&["best"], &format!("A\nA {cost}\n"));
        let place = format!("line 2, column {column}: ");
        assert_eq!(wrong.status, Some(102), "{cost}");
        assert!(wrong.stderr.contains(&place), "{}", wrong.stderr);
    }
}

/// The cost of the second, ignored option used to make the first one too dear for their common
/// unit.
#[test]
fn an_option_that_is_ignored_costs_nothing() {
    let text = "A | X\nX |0.001\nA |1e26\n";
    let best = dlx(&["best"], text);
    assert_eq!(best.status, Some(0), "{best:?}");
    assert!(
        best.stderr
            .contains(&format!("Solution 1 costs 1{}.\n", "0".repeat(26))),
        "{best:?}"
    );
}

#[test]
fn a_smaller_problem_has_the_costs_of_what_is_left() {
    let text = "A B C\nA |2.5\nB |-1\nA B C |7\nC |1e-1\nB C\nA B |3\n";
    let reduced = dlx(&["reduce"], text);
    let cheapest = |text: &str| dlx(&["best", "-k", "20"], text).stdout;
    assert!(reduced.stdout.contains("A |2.5\n"), "{}", reduced.stdout);
    assert_eq!(cheapest(&reduced.stdout), cheapest(text));
}

const PRICED: &str = "A B C | X\nA B X:1 |4 |3\nC X:1 |1\nC X:2\nB C |3\nA |1\nA B C |6\n";

#[test]
fn the_cheapest_solutions_are_printed_with_their_costs() {
    let mut text = String::new();
    for words in [
        "best",
        "best -k 2",
        "best -k 9",
        "best --most",
        "best --most -k 9",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let run = dlx(&words, PRICED);
        text += &format!("{} [{}]\n", words.join(" "), run.status.unwrap());
        text += &format!("{}{}\n", run.stdout, run.stderr);
    }
    assert_snapshot!("dlx_best", text);
}

#[test]
fn the_cheapest_solutions_hold_by_dlx_check_against_a_problem_with_costs() {
    let file = TemporaryFile::with(PRICED);
    let found = dlx(&["best", "-k", "9"], PRICED).stdout;
    let checked = run(&mut dlx_check(&[file.name()]), found.as_bytes());
    assert_eq!(checked.stdout, "3 solutions hold\n", "{}", checked.stderr);
}

#[test]
fn bad_costs_have_their_messages() {
    let mut text = String::new();
    for input in [
        "A\nA |\n",
        "A\nA |x\n",
        "A\nA |7x\n",
        "A\nA |-7\n",
        "A\nA |18446744073709551616\n",
        "A\nA |18446744073709551615 |1\n",
        "A\nA |9223372036854775808\n",
        "A B\nA |4611686018427387904\nB |1\n",
        "A B\nA |1\n",
    ] {
        let run = dlx(&["best"], input);
        text += &format!("{input}[{}]\n{}\n", run.status.unwrap(), run.stderr);
    }
    assert_snapshot!("dlx_bad_costs", text);
}

/// Flights, 60 of them, and 600 pairings.
fn schedule() -> String {
    crews(60, 600, 4, Kind::Plain, 3)
}

#[test]
fn improve_prints_each_better_solution_and_the_answer_last() {
    for words in [&["best", "--improve"][..], &["best", "--improve", "--most"]] {
        for text in [&schedule(), PRICED, &queens(6)] {
            let found = dlx(words, text);
            assert_eq!(found.status, Some(0), "{}", found.stderr);
            let costs = told_costs(&found.stderr);
            let is_better = |pair: &[i128]| (pair[0] > pair[1]) == (words.len() == 2);
            assert!(costs.windows(2).all(is_better), "{costs:?}");
            let plain: Vec<&str> = words
                .iter()
                .copied()
                .filter(|&word| word != "--improve")
                .collect();
            let plain = dlx(&plain, text);
            assert_eq!(costs.last(), told_costs(&plain.stderr).last());
            let file = TemporaryFile::with(text);
            let check = run(&mut dlx_check(&[file.name()]), found.stdout.as_bytes());
            assert_eq!(
                check.stdout.split(' ').next().unwrap(),
                costs.len().to_string()
            );
        }
    }
}

#[test]
fn a_gap_is_enough() {
    let best = told_costs(&dlx(&["best"], &schedule()).stderr)[0] as f64;
    for gap in ["0%", "0.5%", "1000%"] {
        let found = dlx(&["best", "--gap", gap], &schedule());
        assert_eq!(found.status, Some(0), "{}", found.stderr);
        let cost = told_costs(&found.stderr)[0] as f64;
        let percent: f64 = gap.trim_end_matches('%').parse().unwrap();
        assert!(
            cost >= best && cost - best <= percent / 100.0 * cost,
            "{cost} {best} {gap}"
        );
    }
    for words in [
        ["best", "--gap", "x", "-k", "1"],
        ["best", "--gap", "1%", "-k", "2"],
        ["best", "--gap", "-1", "-k", "1"],
    ] {
        assert_eq!(dlx(&words, PRICED).status, Some(2));
    }
    assert_eq!(
        dlx(&["best", "--improve", "-k", "2"], PRICED).status,
        Some(2)
    );
}

#[test]
fn fewest_counts_options() {
    // The cheapest has three options, and costs nothing; two are the fewest.
    let text = "A B C\nA |0\nB |0\nC |0\nA B |7\n";
    let found = dlx(&["best", "--fewest"], text);
    assert_eq!(found.stdout, "1:\n C (1 of 1)\n A B (2 of 2)\n");
    assert_eq!(told_costs(&found.stderr), [2]);
    assert_eq!(
        told_costs(&dlx(&["best", "--fewest", "--most"], text).stderr),
        [3]
    );
    assert_eq!(told_costs(&dlx(&["best"], text).stderr), [0]);
}

/// A problem that takes long: stderr shows the bounds, and at the end stdout has the best solution.
#[test]
fn progress_tells_what_the_best_costs_and_the_bound() {
    let text = priced_latin_squares(28);
    let words = ["best", "--progress", "1"];
    let stopped = given_time(
        2.5,
        |time| dlx(&[&words[..], &["--time", time]].concat(), &text),
        |stopped| stopped.stderr.contains(" gone; ") && !told_costs(&stopped.stderr).is_empty(),
    );
    assert_eq!(stopped.status, Some(3), "{}", stopped.stderr);
    let last = stopped.stderr.lines().last().unwrap();
    let known = "dlx: time is up; no other solution costs less than ";
    let rest = last.strip_prefix(known).expect(last);
    let (bound, gap) = rest.split_once(": gap ").expect(last);
    let cost = told_costs(&stopped.stderr)[0];
    let bound: i128 = bound.parse().unwrap();
    let gap: f64 = gap.split_once('%').expect(last).0.parse().unwrap();
    let exact = (cost - bound) as f64 / cost as f64 * 100.0;
    assert!(cost >= bound && (gap - exact).abs() < 0.01, "{last}");
    let is_far = last.ends_with("; for problems like this, try `dlx to lp`");
    assert_eq!(is_far, gap > 2.0, "{last}");
}

/// The C program refuses them as well.
#[test]
fn dlx3_refuses_costs() {
    let run = run(&mut filter::dlx3(&["m1"]), PRICED.as_bytes());
    assert_eq!(run.status, Some(102));
    assert!(
        run.stderr.starts_with("Unknown item name!"),
        "{}",
        run.stderr
    );
}
