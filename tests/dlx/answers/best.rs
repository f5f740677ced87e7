//! The cheapest solutions are those of brute force, sorted by cost.

use super::agreement::small_problems;
use super::filter::dlx;
use crate::common::filter::{self, TemporaryFile, dlx_check, run};
use crate::common::problems::covers::queens;
use crate::common::problems::dice::Dice;
use dlx3::answers::Limits;
use dlx3::answers::best::{MOST_COST, Method, NotCheapest, cheapest, cheapest_by};
use dlx3::{OptionId, Problem, Reader};
use insta::assert_snapshot;

fn limits(stop: &mut dyn FnMut() -> bool) -> Limits<'_> {
    Limits {
        memory: 1 << 30,
        threads: 1,
        stop,
        view: None,
    }
}

fn cost_of(solution: &[OptionId], costs: &[i128]) -> i128 {
    solution.iter().map(|option| costs[option.index()]).sum()
}

#[test]
fn all_methods_find_the_cheapest_solutions() {
    let mut with_some = 0;
    for (problem, solutions, mut dice) in small_problems(0, 3000) {
        let (least, most) = *dice.pick(&[(0, 2), (0, 1000), (-5, 5), (-9, 0)]);
        let cost = |_| least + dice.below((most - least + 1) as usize) as i128;
        let costs: Vec<i128> = problem.option_ids().map(cost).collect();
        let mut sorted: Vec<i128> = solutions.iter().map(|s| cost_of(s, &costs)).collect();
        sorted.sort_unstable();
        with_some += u32::from(sorted.len() > 1);
        let wanted = *dice.pick(&[1, 1, 2, 3, 10, usize::MAX]);
        sorted.truncate(wanted);
        for method in [Method::Chosen, Method::BranchAndBound, Method::Diagrams] {
            let mut go_on = || false;
            let mut limits = limits(&mut go_on);
            let found = cheapest_by(method, &problem, &costs, wanted, &mut limits);
            let found = found.unwrap().solutions;
            let found_costs: Vec<i128> = found.iter().map(|(cost, _)| *cost).collect();
            assert_eq!(
                found_costs, sorted,
                "{method:?}, costs {costs:?} in\n{problem}"
            );
            let mut sets: Vec<_> = found.iter().map(|(_, options)| options).collect();
            for (cost, options) in &found {
                assert!(solutions.contains(options), "{options:?} in\n{problem}");
                assert_eq!(*cost, cost_of(options, &costs));
            }
            sets.sort_unstable();
            sets.dedup();
            assert_eq!(sets.len(), found.len(), "twice the same in\n{problem}");
        }
    }
    assert!(with_some > 500, "{with_some}");
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
    let mut costs = Vec::new();
    let text = "A B | X\n| A |9\nA |3 X:1 |4\nX |5\nB\nA B |0018446744073709551615\n";
    let read = Reader::new().costs(&mut costs).read(text.as_bytes());
    assert_eq!(
        read.unwrap().problem.to_string(),
        "A B | X\nA X:1\nB\nA B\n"
    );
    assert_eq!(costs, [7, 0, u64::MAX]);
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

/// As the C program does.
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
