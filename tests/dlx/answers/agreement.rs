//! All ways to an answer agree with brute force, and with each other.

use crate::answers_fuzz::brute::{Solutions, solutions};
use crate::common::cases;
use crate::common::problems::colors::word_squares;
use crate::common::problems::covers::{queen_domination, queens};
use crate::common::problems::dice::Dice;
use crate::common::problems::packings::{pentominoes, polyominoes, tetrominoes};
use crate::common::problems::random::RandomProblem;
use crate::common::problems::shapes::SHAPES;
use dlx3::Answers;
use dlx3::answers::family::Family;
use dlx3::answers::find::find;
use dlx3::answers::problem::model::{Demand, Model, Part};
use dlx3::answers::problem::order::{Order, orders};
use dlx3::answers::states::algebra::{Algebra, Drawing};
use dlx3::answers::states::counts::Counts;
use dlx3::answers::states::diagram::{Diagram, Tracing};
use dlx3::answers::states::layers::Layers;
use dlx3::answers::states::schedule::Layout;
use dlx3::answers::states::walk::Walk;
use dlx3::answers::zdd::Zdd;
use dlx3::answers::{Limits, Status};
use dlx3::search::{Engine, Memo, Search};
use dlx3::{OptionId, Problem};
use num_bigint::BigUint;
use std::collections::HashMap;

/// The product of `of` over all parts.
fn product(problem: &Problem, mut of: impl FnMut(&Part) -> BigUint) -> BigUint {
    let model = Model::new(problem);
    if model.is_impossible {
        return BigUint::ZERO;
    }
    let all: BigUint = model.parts.iter().map(&mut of).product();
    all << model.free.len()
}

fn by_layers(part: &Part, order: &Order, slice: u64) -> BigUint {
    on_threads(part, order, slice, 1)
}

fn on_threads(part: &Part, order: &Order, slice: u64, threads: usize) -> BigUint {
    let layout = Layout::new(part, order);
    let mut layers = Layers::new(part, &layout, threads).expect("it is small");
    loop {
        match layers.run(slice, usize::MAX) {
            Status::Done(number) => return number,
            Status::Paused => {}
            status => panic!("{status:?}"),
        }
    }
}

fn traced(part: &Part, layout: &Layout, slice: u64) -> Diagram {
    let mut tracing = Tracing::new(part, layout).expect("it is small");
    loop {
        match tracing.run(slice, usize::MAX) {
            Status::Done(diagram) => return diagram,
            Status::Paused => {}
            status => panic!("{status:?}"),
        }
    }
}

/// The number of solutions, as an algebra.
pub struct Counting;

impl Algebra for Counting {
    type Value = BigUint;

    fn zero(&self) -> BigUint {
        BigUint::ZERO
    }

    fn one(&self) -> BigUint {
        BigUint::from(1u32)
    }

    fn sum(&mut self, moves: &[(Option<u32>, BigUint)]) -> BigUint {
        moves.iter().map(|(_, value)| value).sum()
    }

    fn is_zero(&self, value: &BigUint) -> bool {
        *value == BigUint::ZERO
    }
}

fn by_walk(part: &Part, slice: u64, memory: usize) -> BigUint {
    let mut walk = Walk::new(part, Counting).expect("it is small");
    loop {
        match walk.run(part, slice, memory) {
            Status::Done(number) => return number,
            Status::Paused => {}
            status => panic!("{status:?}"),
        }
    }
}

/// The items of a part in any order.
fn shuffled(part: &Part, dice: &mut Dice) -> Order {
    let is_real = |item: &u32| !matches!(part.demands[*item as usize], Demand::Agree { .. });
    let mut items: Vec<u32> = (0..part.demands.len() as u32).filter(is_real).collect();
    dice.shuffle(&mut items);
    Order {
        items,
        origin: "dice".to_owned(),
        cost: 0.0,
    }
}

/// Does some work within a limit of memory.
fn within<T>(memory: usize, work: impl FnOnce(&mut Limits<'_>) -> T) -> T {
    work(&mut Limits::new(memory))
}

/// How many paths a diagram has.
fn count(diagram: &Diagram) -> BigUint {
    match diagram.root() {
        Some(_) => within(usize::MAX, |limits| Counts::of(diagram, limits))
            .unwrap()
            .root(),
        None => BigUint::ZERO,
    }
}

fn family(problem: &Problem) -> Family {
    problem.family()
}

fn all_solutions(family: &Family) -> Vec<Vec<OptionId>> {
    let number = family.number().to_u64().unwrap();
    let all = (0..number).map(|number| family.solution(&number.into()).unwrap());
    all.collect()
}

/// The sets of options that the paths of a decision diagram choose.
fn paths(zdd: &Zdd) -> Vec<Vec<OptionId>> {
    let mut below: HashMap<u64, Vec<Vec<OptionId>>> = HashMap::new();
    below.insert(0, Vec::new());
    below.insert(1, vec![Vec::new()]);
    for (number, decision) in (2..).zip(&zdd.decisions) {
        assert!(decision.low < number && decision.high < number && decision.high != 0);
        let mut paths = below[&decision.low].clone();
        for path in &below[&decision.high] {
            assert!(!path.contains(&decision.option), "an option comes again");
            let mut path = path.clone();
            path.push(decision.option);
            paths.push(path);
        }
        below.insert(number, paths);
    }
    let mut paths = below[&zdd.root].clone();
    paths.iter_mut().for_each(|path| path.sort_unstable());
    paths.sort();
    paths
}

fn find_one(problem: &Problem) -> Option<Vec<OptionId>> {
    let mut limits = Limits::new(1 << 30);
    let found = find(problem, &mut limits).unwrap();
    found.solution
}

/// Small problems with bounds, secondary items and colors, and equal options.
pub fn small_problems(from: u64, to: u64) -> impl Iterator<Item = (Problem, Solutions, Dice)> {
    (from..to).map(|seed| {
        let mut dice = Dice::new(18, seed);
        let mut problem = RandomProblem::new(&mut dice, true);
        if dice.chance(1, 4) {
            let again = dice.pick(&problem.options).clone();
            problem.options.push(again);
        }
        let problem: Problem = problem.text().parse().unwrap();
        let solutions = solutions(&problem);
        (problem, solutions, dice)
    })
}

#[test]
fn all_ways_count_as_brute_force_does() {
    let mut some = 0;
    for (problem, solutions, mut dice) in small_problems(0, 6000) {
        let expected = BigUint::from(solutions.len());
        some += usize::from(!solutions.is_empty());
        let mut slice = || [1, 3, u64::MAX][dice.below(3)];
        let (one, other) = (slice(), slice());
        for place in 0..2 {
            let layers = product(&problem, |part| {
                let orders = orders(part);
                by_layers(part, &orders[place.min(orders.len() - 1)], one)
            });
            assert_eq!(layers, expected, "by layers:\n{problem}");
        }
        for _ in 0..2 {
            let shuffled = product(&problem, |part| {
                by_layers(part, &shuffled(part, &mut dice), u64::MAX)
            });
            assert_eq!(shuffled, expected, "by layers, in any order:\n{problem}");
        }
        let memory = [0, 500, 1 << 20][dice.below(3)];
        let walk = product(&problem, |part| by_walk(part, other, memory));
        assert_eq!(walk, expected, "depth first:\n{problem}");
        assert_eq!(problem.count(), expected, "\n{problem}");
    }
    assert!(some > 2000, "only {some} problems have solutions");
}

#[test]
fn all_solutions_are_numbered_once_and_drawn_in_the_diagram() {
    for (problem, solutions, mut dice) in small_problems(6000, 8000) {
        let family = family(&problem);
        let numbered = all_solutions(&family);
        let unique: Solutions = numbered.iter().cloned().collect();
        assert_eq!(numbered.len(), unique.len(), "\n{problem}");
        assert_eq!(unique, solutions, "\n{problem}");
        assert_eq!(family.solution(&(solutions.len() as u64).into()), None);
        let drawn = paths(&within(usize::MAX, |limits| Zdd::new(&family, limits)).unwrap());
        assert!(drawn.iter().eq(&solutions), "\n{problem}");
        let with = family.options(&problem);
        for option in problem.option_ids() {
            let times = solutions.iter().filter(|set| set.contains(&option));
            assert_eq!(with[option.index()], times.count() as u64, "\n{problem}");
        }
        // Both diagrams of a part have equally many paths.
        product(&problem, |part| {
            let order = shuffled(part, &mut dice);
            let layout = Layout::new(part, &order);
            let layers = traced(part, &layout, [1, 2, u64::MAX][dice.below(3)]);
            let mut walk = Walk::new(part, Drawing::default()).unwrap();
            let Status::Done(root) = walk.run(part, u64::MAX, usize::MAX) else {
                panic!("it is small")
            };
            let mut drawn = std::mem::take(&mut walk.algebra.diagram);
            drawn.set_root(root);
            assert_eq!(count(&layers), count(&drawn), "\n{problem}");
            count(&layers)
        });
    }
}

#[test]
fn a_solution_is_found_if_there_is_one() {
    for (problem, solutions, _) in small_problems(8000, 10_000) {
        for found in [find_one(&problem), problem.find()] {
            match found {
                Some(solution) => assert!(solutions.contains(&solution), "\n{problem}"),
                None => assert!(solutions.is_empty(), "\n{problem}"),
            }
        }
    }
}

/// The number that DLX3 counts with a memo.
fn by_search(problem: &Problem) -> BigUint {
    let memo = Memo::new(problem, 64 << 20, false);
    let mut search = Search::new(problem, Engine::Auto).with_memo(&memo);
    search.run(&mut ());
    search.state().counters().solutions.to_big()
}

#[test]
fn problems_of_all_shapes_have_as_many_solutions_as_dlx3_counts() {
    for (number, shape) in SHAPES.iter().enumerate() {
        for round in 0..6 {
            let mut dice = Dice::new(round, number as u64);
            let size = [12, 20, 30][dice.below(3)];
            let text = shape.problem(&mut dice, size).text();
            let problem: Problem = text.parse().unwrap();
            let expected = by_search(&problem);
            let name = shape.name;
            assert_eq!(problem.count(), expected, "{name} {round}:\n{problem}");
            let walked = product(&problem, |part| by_walk(part, u64::MAX, 1 << 20));
            assert_eq!(walked, expected, "{name} {round}, depth first:\n{problem}");
        }
    }
}

/// Small problems have states of one word, and bitmaps of one.
#[test]
fn states_of_many_words_and_bitmaps_that_are_encoded_anew_lead_to_the_same_numbers() {
    for (text, words) in [
        (queens(7), 1),
        (pentominoes(3, 20, &[]), 1),
        (tetrominoes(4, 5, 1), 1),
        (tetrominoes(4, 10, 2), 1),
        (queen_domination(6, 3), 2),
        (queen_domination(7, 4), 3),
        (queen_domination(10, 2), 4),
        (word_squares(3, 60), 1),
    ] {
        let problem: Problem = text.parse().unwrap();
        let expected = by_search(&problem);
        let walked = product(&problem, |part| by_walk(part, 100_000, 1 << 20));
        assert_eq!(walked, expected, "depth first:\n{problem}");
        let mut most = 0;
        let layers = product(&problem, |part| {
            let order = &orders(part)[0];
            most = most.max(Layout::new(part, order).words);
            let one = by_layers(part, order, 100_000);
            for threads in [2, 3] {
                assert_eq!(on_threads(part, order, 100_000, threads), one);
            }
            one
        });
        assert_eq!(layers, expected, "by layers:\n{problem}");
        assert!(most >= words, "{most} words:\n{problem}");
    }
}

/// So a contest takes the same turns. These layers are large enough for threads to share.
#[test]
fn counting_by_layers_takes_the_same_steps_on_any_number_of_threads() {
    let problem: Problem = polyominoes(8, 8, &[4]).parse().unwrap();
    let model = Model::new(&problem);
    let [part] = &model.parts[..] else {
        panic!("tetrominoes of all kinds tile the board")
    };
    let layout = Layout::new(part, &orders(part)[0]);
    let steps = |threads: usize| {
        let mut layers = Layers::new(part, &layout, threads).unwrap();
        let mut steps = Vec::new();
        loop {
            let status = layers.run(700_000, usize::MAX);
            let (work, states) = (layers.work(), layers.effort().states);
            steps.push((work, states, layers.estimate().to_bits()));
            match status {
                Status::Done(number) => {
                    return (
                        number,
                        steps,
                        layers.effort().clone(),
                        layers.profile().to_vec(),
                    );
                }
                Status::Paused => {}
                status => panic!("{status:?}"),
            }
        }
    };
    let one = steps(1);
    assert_eq!(one.0, 19_077_209_438u64.into());
    assert!(one.1.len() > 30 && one.1.is_sorted());
    for threads in [2, 3, 5] {
        assert_eq!(steps(threads), one, "{threads} threads");
    }
}

#[test]
fn recorded_runs_have_as_many_solutions_as_the_c_program_found() {
    let mut compared = 0;
    for case in cases::all() {
        let stderr = String::from_utf8_lossy(&case.stderr).into_owned();
        let stops = case.words.iter().any(|word| word.starts_with(['t', 'T']));
        let total = stderr.lines().find_map(|line| {
            let rest = line.strip_prefix("Altogether ")?;
            rest.split(' ').next()?.parse::<u64>().ok()
        });
        let (Some(total), 0, false) = (total, case.status, stops) else {
            continue;
        };
        let problem = dlx3::Reader::new().read(&case.input[..]).unwrap().problem;
        assert_eq!(problem.count(), total, "{}", case.name);
        compared += 1;
    }
    assert!(compared > 500, "only {compared} runs were compared");
}
