//! The problem that `dlx reduce` prints has the same solutions.

use super::agreement::small_problems;
use super::filter::dlx;
use crate::answers_fuzz::brute::{Solutions, solutions};
use crate::common::filter::{Run, TemporaryFile, dlx_check, dlx3, run};
use crate::common::problems::packings::dominoes;
use crate::convert::random::colored_cases;
use dlx3::Answers;
use dlx3::answers::problem::model::Model;
use dlx3::answers::problem::reduce::{Reducer, Reduction};
use dlx3::answers::race::Race;
use dlx3::answers::race::beside::Beside;
use dlx3::answers::race::contest::Contest;
use dlx3::answers::race::way::Way;
use dlx3::answers::{Effort, Limits, Status};
use dlx3::{Bounds, OptionId, Problem};
use insta::assert_snapshot;
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// The solutions of the reduced problem, in the options of the original.
fn solutions_left(problem: &Problem, reduction: &Reduction) -> Solutions {
    let left = reduction.problem(problem);
    let back = |solution: Vec<OptionId>| -> Vec<OptionId> {
        let options = solution.iter();
        options
            .map(|option| reduction.options[option.index()])
            .collect()
    };
    solutions(&left).into_iter().map(back).collect()
}

#[test]
fn no_solution_is_lost_and_none_gained() {
    let (mut fewer, mut secondary, mut impossible) = (0, 0, 0);
    for (problem, solutions, mut dice) in small_problems(10_000, 14_000) {
        let reduction = Reduction::new(&problem, &mut || false);
        let left = solutions_left(&problem, &reduction);
        assert_eq!(left, solutions, "{reduction:?} of\n{problem}");
        assert!(reduction.is_complete);
        assert!(!reduction.is_impossible || solutions.is_empty());
        fewer += u32::from(reduction.options.len() < problem.option_count());
        secondary += u32::from(!reduction.secondary.is_empty());
        impossible += u32::from(reduction.is_impossible);
        // However early it stops.
        let mut reducer = Reducer::new(&problem);
        for _ in 0..dice.below(6) {
            reducer.run(100);
        }
        let early = reducer.finish();
        assert_eq!(solutions_left(&problem, &early), solutions, "{problem}");
        assert!(!early.is_complete || early == reduction, "{problem}");
    }
    assert!(
        fewer > 500 && secondary > 200 && impossible > 200,
        "{fewer} {secondary} {impossible}"
    );
}

#[test]
fn an_option_whose_color_leaves_a_primary_item_nothing_goes() {
    // P needs X:1 or X:2. So Q cannot have X:3, and then R cannot have Y:3.
    let text = "P Q R | X Y\nP X:1\nP X:2\nQ X:1 Y:1\nQ X:3 Y:3\nR Y:1\nR Y:3\n";
    let problem: Problem = text.parse().unwrap();
    let reduction = Reduction::new(&problem, &mut || false);
    assert_eq!(reduction.options, [0, 2, 4].map(OptionId));
    let mut fewer = 0;
    for case in colored_cases(0, 2000) {
        let reduction = Reduction::new(&case.problem, &mut || false);
        let count = solutions_left(&case.problem, &reduction).len();
        assert_eq!(count, case.solutions.len(), "{}", case.text);
        fewer += u32::from(reduction.options.len() < case.problem.option_count());
    }
    assert!(fewer > 200, "{fewer}");
}

/// A way that is slow, so that the reduction beside it finishes first.
struct Endless(u64);

impl Way<BigUint> for Endless {
    fn run(&mut self, more: u64, _: usize) -> Status<BigUint> {
        self.0 += more;
        Status::Paused
    }

    fn spent(&self) -> u64 {
        self.0
    }

    fn estimate(&self) -> f64 {
        1e15
    }

    fn effort(&self) -> Effort {
        Effort::default()
    }

    fn name(&self) -> String {
        "endless".to_owned()
    }
}

/// The reduction continues in small steps, and the race restarts on the smaller problem.
#[test]
fn what_is_left_of_a_part_in_the_middle_of_a_race_has_the_same_solutions() {
    let (mut smaller, mut impossible) = (0, 0);
    for (problem, solutions, _) in small_problems(14_000, 16_000) {
        let model = Model::new(&problem);
        let [part] = &model.parts[..] else { continue };
        let alone = part.to_problem();
        let mut left = None;
        let mut beside = Beside::with_quota(part, &alone, |spent, _| spent / 10_000);
        let mut race = Race::new(Contest::default()).begun_by(Some(Box::new(Endless(0))));
        let mut limits = Limits::new(0);
        let mut go_on = |spent, promise| {
            let is_smaller = beside.go_on(spent, promise);
            left = beside.smaller();
            // If nothing can be removed, the test must end it.
            is_smaller || beside.is_over()
        };
        assert!(race.run(&mut limits, &mut go_on).unwrap().is_none());
        let Some(left) = left else {
            let whole = Reduction::new(&problem, &mut || false);
            assert_eq!(whole.options.len(), problem.option_count(), "{problem}");
            continue;
        };
        smaller += 1;
        impossible += u32::from(left.is_impossible);
        let number: BigUint = left
            .parts
            .iter()
            .map(|part| part.to_problem().count().to_big())
            .product();
        let number = match left.is_impossible {
            true => BigUint::ZERO,
            false => number << (left.free.len() + model.free.len()),
        };
        assert_eq!(number, solutions.len().into(), "{problem}");
    }
    assert!(smaller > 300 && impossible > 100, "{smaller} {impossible}");
}

/// The options that a plain rule removes, one after another: an option goes if some item has too
/// few options that are compatible with it.
fn removed_plainly(problem: &Problem) -> BTreeSet<OptionId> {
    let clash = |one: OptionId, other: OptionId| {
        problem.option(one).any(|(item, color)| {
            let upper = problem.bounds(item).map_or(1, |bounds| bounds.upper);
            let mut both = problem.option(other).filter(|node| node.0 == item);
            both.any(|(_, others)| upper == 1 && (color.is_none() || color != others))
        })
    };
    let mut left: BTreeSet<OptionId> = problem.option_ids().collect();
    loop {
        let is_hopeless = |&option: &OptionId| {
            problem.item_ids().any(|item| {
                let lower = problem.bounds(item).map_or(0, |bounds| bounds.lower);
                let has = |other: OptionId| problem.option(other).any(|node| node.0 == item);
                let may_be =
                    |&&other: &&OptionId| has(other) && (other == option || !clash(option, other));
                left.iter().filter(may_be).count() < lower as usize
            })
        };
        let Some(hopeless) = left.iter().copied().find(is_hopeless) else {
            return problem
                .option_ids()
                .filter(|option| !left.contains(option))
                .collect();
        };
        left.remove(&hopeless);
    }
}

#[test]
fn all_options_go_that_one_step_of_lookahead_shows_to_be_hopeless() {
    for (problem, ..) in small_problems(20_000, 22_000) {
        let reduction = Reduction::new(&problem, &mut || false);
        let plain = removed_plainly(&problem);
        let stay: Vec<OptionId> = match reduction.is_impossible {
            true => Vec::new(),
            false => problem
                .option_ids()
                .filter(|option| !plain.contains(option))
                .collect(),
        };
        assert_eq!(reduction.options, stay, "{problem}");
    }
}

#[test]
fn an_item_that_follows_from_another_becomes_secondary() {
    let problem: Problem = "A B C 0:1|D E\nA B D\nA B C\nA B\nC E\nE\n"
        .parse()
        .unwrap();
    let reduction = Reduction::new(&problem, &mut || false);
    let left = reduction.problem(&problem);
    assert_eq!(left.to_string(), "A C E | B D\nA B D\nA B C\nA B\nC E\nE\n");
    assert_eq!(left.bounds(dlx3::ItemId(0)), Some(Bounds::ONE));
}

#[test]
fn a_problem_that_is_being_built_may_have_no_items() {
    let builder = Problem::builder();
    let problem = builder.problem();
    assert_eq!(&problem.reduced(), problem);
}

#[test]
fn an_option_keeps_a_primary_item() {
    let problem: Problem = "0:1|A 0:1|B\nA\nB\nA B\n".parse().unwrap();
    let reduction = Reduction::new(&problem, &mut || false);
    assert_eq!(reduction.problem(&problem).option_count(), 3);
    assert_eq!(solutions_left(&problem, &reduction), solutions(&problem));
}

fn reduce(input: &str) -> Run {
    dlx(&["reduce"], input)
}

#[test]
fn what_is_printed_says_what_has_gone() {
    let mut text = String::new();
    for input in [
        "A B C | X\nA X:1\nB X:1\nA B X:2\nC X:1\n",
        "A 2|B | X\nA B X:1\nB X:2\n",
        "A B\nA\n",
    ] {
        let run = reduce(input);
        text += &format!(
            "{input}[{}]\n{}{}\n",
            run.status.unwrap(),
            run.stdout,
            run.stderr
        );
    }
    assert_snapshot!("dlx_reduce", text);
}

#[test]
fn solutions_of_what_is_left_hold_for_the_whole() {
    let whole = dominoes(4, 4);
    let left = reduce(&whole).stdout;
    let found = run(&mut dlx3(&["m1"]), left.as_bytes()).stdout;
    let file = TemporaryFile::with(&whole);
    let checked = run(&mut dlx_check(&[file.name()]), found.as_bytes());
    assert_eq!(checked.stdout, "36 solutions hold\n", "{}", checked.stderr);
}
