//! Large problems: work grows about in proportion to the problem, and states keep the limit of
//! memory.

use super::agreement::Counting;
use crate::common::problems::dice::Dice;
use crate::common::problems::packings::tetrominoes;
use dlx3::Answers;
use dlx3::Problem;
use dlx3::answers::count::count;
use dlx3::answers::find::find;
use dlx3::answers::problem::model::{Model, Part};
use dlx3::answers::problem::order::orders;
use dlx3::answers::problem::reduce::{Reducer, Reduction};
use dlx3::answers::race::Race;
use dlx3::answers::race::contest::Contest;
use dlx3::answers::race::way::Way;
use dlx3::answers::states::algebra::Drawing;
use dlx3::answers::states::diagram::Tracing;
use dlx3::answers::states::layers::{Layers, MOST_WORDS};
use dlx3::answers::states::schedule::Layout;
use dlx3::answers::states::walk::Walk;
use dlx3::answers::{Effort, Limits, Sight, Status, View};
use num_bigint::BigUint;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write;

fn problem(items: &str, options: impl Iterator<Item = String>) -> Problem {
    let mut text = format!("{items}\n");
    for option in options {
        writeln!(text, "{option}").unwrap();
    }
    text.parse().unwrap()
}

/// Names with a letter and a number from 0.
fn names(letter: &str, number: usize) -> String {
    let names: Vec<String> = (0..number).map(|n| format!("{letter}{n}")).collect();
    names.join(" ")
}

/// Options of some random items.
fn dense(items: usize, options: usize, size: usize) -> Problem {
    let mut dice = Dice::new(5, 0);
    let random = (0..options).map(|_| {
        let mut all: Vec<usize> = (0..items).collect();
        dice.shuffle(&mut all);
        let some: Vec<String> = all[..size].iter().map(|item| format!("p{item}")).collect();
        some.join(" ")
    });
    problem(&names("p", items), random)
}

/// The same option again and again.
fn equal(options: usize) -> Problem {
    problem("a b", (0..options).map(|_| "a b".to_owned()))
}

/// One item in all options, with colors.
fn hub(items: usize, each: usize) -> Problem {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    let option = |number: usize| {
        let item = number % items;
        format!("p{item} s:{}", letter(number / items + item))
    };
    let items_line = format!("{} | s", names("p", items));
    problem(&items_line, (0..items * each).map(option))
}

/// Places with words of four letters, where each cell of a place is shared with another one.
fn words(places: usize, each: usize) -> Problem {
    let mut dice = Dice::new(9, 0);
    let items = format!("{} | {}", names("p", places), names("c", places * 2));
    let options: Vec<String> = (0..places * each)
        .map(|number| {
            let place = number % places;
            let cells = (0..4).map(|cell| {
                let letter = char::from(b'a' + dice.below(26) as u8);
                format!(" c{}:{letter}", (2 * place + cell) % (2 * places))
            });
            format!("p{place}{}", cells.collect::<String>())
        })
        .collect();
    problem(&items, options.into_iter())
}

/// Each item but the last has two options. One of them is removed once that of the next item is.
fn chain(items: usize) -> Problem {
    let options = (0..items).flat_map(|item| {
        let free = format!("p{item} x{item}");
        let bound = format!("p{item} x{}", item + 1);
        let has_both = item + 1 < items;
        [Some(free), has_both.then_some(bound)]
    });
    let items_line = format!("{} | {}", names("p", items), names("x", items));
    problem(&items_line, options.flatten())
}

/// Half of the options of `i` have `a`, the others `b`: an option with both leaves `i` none.
fn halves(options: usize) -> Problem {
    let forms = ["i a", "i b", "a b", "c", "a", "b"];
    let option = |number: usize| format!("{} t{number}", forms[number % forms.len()]);
    let items = format!("i a b c | {}", names("t", options));
    problem(&items, (0..options).map(option))
}

#[test]
fn reducing_takes_work_that_grows_about_as_the_problem_does() {
    let problems = [
        ("dense", dense(50, 20_000, 5)),
        ("equal", equal(40_000)),
        ("hub", hub(400, 50)),
        ("words", words(20, 1_000)),
        ("chain", chain(20_000)),
        ("halves", halves(24_000)),
        ("long", problem_of_long_options(500, 100)),
    ];
    for (name, problem) in problems {
        let mut reducer = Reducer::new(&problem);
        while !(reducer.run(1 << 20) && reducer.follow(1 << 20)) {}
        let sizes = problem
            .option_ids()
            .map(|option| problem.option(option).len() as u64);
        let each = reducer.spent() / sizes.map(|size| size * size).sum::<u64>();
        assert!(each < 250, "{name}: {each} for a pair of nodes");
        let reduction = reducer.finish();
        assert!(reduction.is_complete);
        let gone = problem.option_count() - reduction.options.len();
        match name {
            "chain" => assert_eq!(gone, 19_999, "{name}"),
            "halves" => assert_eq!(gone, 4_000, "{name}"),
            "dense" | "equal" | "hub" => assert_eq!(gone, 0, "{name}"),
            _ => {}
        }
    }
}

/// Each item used to be compared with every other one, regardless of the time limit.
#[test]
fn items_that_have_the_same_options_are_compared_once() {
    let names: Vec<String> = (0..2_000).map(|item| format!("i{item}")).collect();
    let all = names.join(" ");
    let problem: Problem = [&*all, &*all, &*all].join("\n").parse().unwrap();
    let mut reducer = Reducer::new(&problem);
    while !reducer.run(1 << 20) {}
    let before = reducer.spent();
    while !reducer.follow(1 << 20) {}
    let spent = reducer.spent() - before;
    assert!(spent < 100_000, "{spent}");
    let reduction = reducer.finish();
    assert!(reduction.is_complete);
    assert_eq!(reduction.secondary.len(), 1_999);
}

/// The rule used to be checked node by node for each item, and a line of 20,000 items took minutes.
#[test]
fn reducing_long_options_takes_work_that_grows_about_as_their_nodes_do() {
    let work = |size: usize| {
        let joined = names("i", size);
        let half = names("i", size / 2);
        let single = || joined.split(' ').map(str::to_owned);
        let all = || std::iter::once(joined.clone());
        let problems = [
            ("one", problem(&joined, all())),
            ("equal", problem(&joined, all().chain(all()).chain(all()))),
            ("and single ones", problem(&joined, all().chain(single()))),
            (
                "two lengths",
                problem(&joined, all().chain([half.clone(), half])),
            ),
            (
                "secondary",
                problem(&format!("x | {joined}"), {
                    let option = format!("x {joined}");
                    [option.clone(), option].into_iter()
                }),
            ),
            ("random", problem_of_long_options(20, size / 2)),
        ];
        problems.map(|(name, problem)| {
            let mut reducer = Reducer::new(&problem);
            while !(reducer.run(1 << 20) && reducer.follow(1 << 20)) {}
            (name, problem.node_count() as u64, reducer.spent())
        })
    };
    for ((name, few, before), (_, many, after)) in work(2_000).into_iter().zip(work(16_000)) {
        let each = |nodes, work| work as f64 / nodes as f64;
        let growth = each(many, after) / each(few, before);
        assert!(growth < 2.0, "{name}: {growth} times as much for each node");
        assert!(each(many, after) < 500.0, "{name}: {after}");
    }
}

/// The same options are removed as by the definition, whether options are long or short.
#[test]
fn options_are_removed_from_problems_of_long_options_as_from_short_ones() {
    let mut dice = Dice::new(23, 0);
    let mut removed = 0;
    for _ in 0..60 {
        // Items of a short problem; in the long one, each stands for many.
        let items = 4 + dice.below(4);
        let options: Vec<Vec<usize>> = (0..6 + dice.below(10))
            .map(|_| (0..items).filter(|_| dice.chance(2, 5)).collect())
            .filter(|option: &Vec<usize>| !option.is_empty())
            .collect();
        let written = |times: usize| {
            let name = |&item: &usize| names(&format!("{}", char::from(b'a' + item as u8)), times);
            let all: Vec<usize> = (0..items).collect();
            let line = |some: &[usize]| some.iter().map(name).collect::<Vec<_>>().join(" ");
            problem(&line(&all), options.iter().map(|option| line(option)))
        };
        let [short, long] = [1, 600].map(|times| Reduction::new(&written(times), &mut || false));
        assert_eq!(short.options, long.options);
        assert_eq!(short.is_impossible, long.is_impossible);
        removed += usize::from(!long.is_impossible && long.options.len() < options.len());
    }
    assert!(removed > 5, "{removed}");
}

/// Each option has a long complement: together they cover all items.
fn problem_of_long_options(options: usize, size: usize) -> Problem {
    let mut dice = Dice::new(3, 0);
    let pairs: Vec<[String; 2]> = (0..options / 2)
        .map(|_| {
            let mut all: Vec<usize> = (0..2 * size).collect();
            dice.shuffle(&mut all);
            let half = |items: &[usize]| {
                let names: Vec<String> = items.iter().map(|item| format!("p{item}")).collect();
                names.join(" ")
            };
            [half(&all[..size]), half(&all[size..])]
        })
        .collect();
    problem(&names("p", 2 * size), pairs.into_iter().flatten())
}

#[test]
fn an_option_that_two_items_rule_out_together_goes() {
    let problem = halves(18);
    let reduction = Reduction::new(&problem, &mut || false);
    let stay: Vec<u32> = (0..18).filter(|number| number % 6 != 2).collect();
    let left: Vec<u32> = reduction.options.iter().map(|option| option.0).collect();
    assert_eq!(left, stay);
}

/// A way that ends after a given amount of work, and promises to take forever.
struct Until<'s> {
    spent: &'s Cell<u64>,
    end: u64,
    estimate: f64,
}

impl Way<BigUint> for Until<'_> {
    fn run(&mut self, more: u64, _: usize) -> Status<BigUint> {
        self.spent.set(self.spent.get() + more);
        match self.spent.get() >= self.end {
            true => Status::Done(1u32.into()),
            false => Status::Paused,
        }
    }

    fn spent(&self) -> u64 {
        self.spent.get()
    }

    fn estimate(&self) -> f64 {
        self.estimate
    }

    fn effort(&self) -> Effort {
        Effort::default()
    }

    fn name(&self) -> String {
        format!("until {}", self.end)
    }
}

/// The work of walk and layers when the walk finds a solution of a part of 10,000 nodes after `end`
/// steps, while layers promise to take `promise`. That is long before the walk has seen everything.
fn contest_for_one(end: u64, promise: f64) -> (u64, u64) {
    let (walked, layered) = (Cell::new(0), Cell::new(0));
    let walk = Until {
        spent: &walked,
        end,
        estimate: 1e18,
    };
    let layers = std::iter::once_with(|| {
        Box::new(Until {
            spent: &layered,
            end: u64::MAX,
            estimate: promise,
        }) as Box<dyn Way<BigUint> + '_>
    });
    let mut limits = Limits::new(0);
    let mut race = Race::new(Contest::for_one(10, 10_000))
        .begun_by(Some(Box::new(walk)))
        .and_later(layers);
    race.run(&mut limits, &mut |_, _| false).unwrap();
    drop(race);
    (walked.get(), layered.get())
}

#[test]
fn one_solution_is_first_looked_for_by_the_walk_alone_and_layers_take_more_if_they_promise_enough()
{
    for promise in [1.0, 1e12] {
        assert_eq!(contest_for_one(10_000_000, promise).1, 0);
    }
    // A slice may go too far.
    for end in [100_000_000, 1_000_000_000] {
        let (walked, layered) = contest_for_one(end, 1e12);
        assert!(layered > walked / 8, "{walked} and {layered}");
        assert!(layered < walked / 4 + (1 << 25), "{walked} and {layered}");
        let (walked, layered) = contest_for_one(end, 1.0);
        assert!(layered > walked, "{walked} and {layered}");
        assert!(layered < 2 * walked + (1 << 25), "{walked} and {layered}");
    }
}

/// A square of random bits from its sums along rows, columns and broken diagonals.
fn tomography(side: usize, seed: u64) -> Problem {
    let mut random = seed;
    let mut sums = BTreeMap::new();
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        random = (random * 1_103_515_245 + 12_345) % (1 << 31);
        let is_set = (random >> 16) % 100 < 42;
        for line in [(0, row), (1, column), (2, (row + column) % side)] {
            *sums.entry(line).or_insert(0) += u32::from(is_set);
        }
    }
    let name = |(family, line)| format!("{}{line}", ["r", "c", "d"][family]);
    let items: Vec<String> = (sums.iter())
        .map(|(&line, sum)| format!("{sum}|{}", name(line)))
        .collect();
    let cells = (0..side * side).map(|cell| (cell / side, cell % side));
    problem(
        &items.join(" "),
        cells.map(|(row, column)| format!("r{row} c{column} d{}", (row + column) % side)),
    )
}

/// The most bytes that a view has been shown.
struct MostBytes(usize);

impl View for MostBytes {
    fn is_due(&mut self) -> bool {
        true
    }

    fn show(&mut self, sight: &Sight) {
        self.0 = self.0.max(sight.bytes);
    }
}

#[test]
fn layers_of_sums_along_lines_do_not_fill_memory_when_the_walk_promises_less_and_less() {
    let mut most = MostBytes(0);
    let mut limits = Limits {
        view: Some(&mut most),
        ..Limits::new(1 << 30)
    };
    let counted = count(&tomography(9, 24), &mut limits).unwrap();
    assert!(counted.parts[0].way.starts_with("DLX3's tree"));
    // States used to take 190 MB, when estimates were trusted.
    assert!(most.0 < 64 << 20, "{} bytes", most.0);
}

#[test]
fn a_solution_of_a_dense_problem_is_found_by_the_walk_alone() {
    let problem = dense(50, 20_000, 5);
    let mut limits = Limits::new(1 << 30);
    let found = find(&problem, &mut limits).unwrap();
    assert_eq!(found.told[0].way, "DLX3's tree with a memo");
    let mut covered: Vec<u32> = (found.solution.unwrap().into_iter())
        .flat_map(|option| problem.option(option).map(|node| node.0.0))
        .collect();
    covered.sort_unstable();
    assert_eq!(covered, (0..50).collect::<Vec<u32>>());
}

fn only_part(problem: &Problem) -> Part {
    let model = Model::new(problem);
    assert!(!model.is_impossible && model.parts.len() == 1);
    model.parts.into_iter().next().unwrap()
}

#[test]
fn orders_of_a_wide_front_are_made_soon_and_its_steps_not_at_all() {
    // All items stand beside the first one.
    let items = 30_000;
    let star = problem(
        &format!("1:30000|a {}", names("p", items)),
        (0..items).flat_map(|item| [format!("a p{item}"), format!("p{item}")]),
    );
    let part = only_part(&star);
    for order in orders(&part) {
        assert!(Layout::new(&part, &order).length() > items);
    }
    // Each item stands beside the next one, and beside one that is far away.
    let items = 100_000;
    let ring = problem(
        &names("p", items),
        (0..items).flat_map(|item| {
            let beside = |far: usize| format!("p{item} p{}", (item + far) % items);
            [beside(1), beside(items / 2)]
        }),
    );
    let part = only_part(&ring);
    let layout = Layout::new(&part, orders(&part).last().unwrap());
    assert!(layout.words > MOST_WORDS);
    assert_eq!(Layers::least_bytes(&part, &layout), None);
    assert!(Layers::new(&part, &layout, 1).is_none());
}

/// One step would decide options that have bounds of their own.
fn one_of_many_with_bounds(items: usize) -> Problem {
    let bounded: Vec<String> = (0..items).map(|item| format!("1:2|p{item}")).collect();
    let options = (0..items).flat_map(|item| {
        let own = format!("p{item}");
        [format!("a {own}"), own.clone(), own.clone(), own]
    });
    problem(&format!("a {}", bounded.join(" ")), options)
}

#[test]
fn steps_with_too_many_bounds_are_not_made() {
    let problem = one_of_many_with_bounds(5_000);
    let part = only_part(&problem);
    let layout = Layout::new(&part, orders(&part).last().unwrap());
    assert!(layout.tallies(&part) >= 5_000 * 5_000);
    assert_eq!(Layers::least_bytes(&part, &layout), None);
    // The item with `a` takes at most one of three more; each of the others takes one or two of
    // three.
    let number = one_of_many_with_bounds(9).count();
    assert_eq!(number, BigUint::from(9 * 4u32) * BigUint::from(6u32).pow(8));
}

#[test]
fn states_never_take_more_memory_than_they_may() {
    let problem: Problem = tetrominoes(4, 15, 1).parse().unwrap();
    let part = only_part(&problem);
    let (mut full, mut done) = ([0, 0], [0, 0]);
    for order in orders(&part) {
        let layout = Layout::new(&part, &order);
        for memory in (10..26).flat_map(|log| [1 << log, 3 << (log - 1)]) {
            for threads in [1, 3] {
                let mut layers = Layers::new(&part, &layout, threads).unwrap();
                let status = loop {
                    match layers.run(1 << 22, memory) {
                        Status::Paused => {}
                        status => break status,
                    }
                };
                assert!(layers.effort().bytes <= memory);
                match status {
                    Status::Done(_) => done[0] += 1,
                    _ => full[0] += 1,
                }
            }
            let mut tracing = Tracing::new(&part, &layout).unwrap();
            let status = loop {
                match tracing.run(1 << 14, memory) {
                    Status::Paused => {}
                    status => break status,
                }
            };
            assert!(tracing.effort().bytes <= memory);
            match status {
                Status::Done(diagram) => {
                    assert!(diagram.nodes() * size_of::<usize>() < memory);
                    done[1] += 1;
                }
                _ => full[1] += 1,
            }
        }
    }
    assert!(
        full.iter().chain(&done).all(|&runs| runs > 0),
        "{full:?} {done:?}"
    );
}

#[test]
fn a_walk_s_memo_and_diagram_take_no_more_memory_than_they_may() {
    let problem: Problem = tetrominoes(4, 10, 1).parse().unwrap();
    let part = only_part(&problem);
    let mut numbers = Vec::new();
    let mut drawn = 0;
    for memory in [0, 1 << 10, 1 << 14, 1 << 17, 3 << 18, 1 << 24] {
        let mut walk = Walk::new(&part, Counting).unwrap();
        let Status::Done(number) = walk.run(&part, u64::MAX, memory) else {
            panic!("a memo forgets");
        };
        assert!(walk.effort().bytes <= memory);
        numbers.push(number);
        let mut walk = Walk::new(&part, Drawing::default()).unwrap();
        match walk.run(&part, u64::MAX, memory) {
            Status::Done(_) => drawn += 1,
            status => assert_eq!(status, Status::Full),
        }
        assert!(walk.effort().bytes <= memory);
    }
    assert!(numbers.iter().all(|number| *number == numbers[0]));
    assert!(0 < drawn && drawn < 6, "{drawn}");
}

/// One option joins all items, each item has an option alone, and some are in pairs: apart from the
/// option that joins all, each pair is taken or not. Looking at all items after each forced choice
/// would take quadratic work: about 500 million steps with 4,000 items.
#[test]
fn forced_options_of_many_items_are_chosen_together() {
    let (items, pairs) = (4000, 10);
    let all = names("i", items);
    let alone = (0..items).map(|item| format!("i{item}"));
    let in_pairs = (0..pairs).map(|pair| format!("i{} i{}", 7 * pair, 7 * pair + 3));
    let problem = problem(&all, [all.clone()].into_iter().chain(alone).chain(in_pairs));
    let model = Model::new(&problem);
    let mut walk = Walk::new(&model.parts[0], Counting).unwrap();
    let Status::Done(number) = walk.run(&model.parts[0], u64::MAX, 1 << 30) else {
        panic!("it is not paused");
    };
    assert_eq!(number, BigUint::from((1u32 << pairs) + 1));
    let work = walk.work();
    assert!(work < 100_000_000, "{work}");
}
