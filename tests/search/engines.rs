//! The two engines, step by step: a watch must see the same tree.

use crate::common::problems::covers::sudoku;
use crate::common::problems::dice::Dice;
use crate::common::problems::random::RandomProblem;
use crate::common::problems::shapes::SHAPES;
use dlx3::search::testing::{self, Tuning, Vectors, Watch, tuned};
use dlx3::search::{Active, Branch, Count, Engine, GbFlip, Outcome, Search, State};
use dlx3::{Counters, ItemId, Problem};
use std::ops::ControlFlow;

/// Everything that a watch can see at a moment.
#[derive(Debug, PartialEq)]
struct Sight {
    call: &'static str,
    best: Option<(ItemId, i64)>,
    counters: Counters,
    path: Vec<Branch>,
    active: Vec<Active>,
}

fn sight(call: &'static str, state: &dyn State, best: Option<(ItemId, i64)>) -> Sight {
    let mut active = Vec::new();
    state.for_each_active(&mut |item| active.push(item));
    let levels = state.level() + usize::from(call == "moved");
    let path: Vec<Branch> = (0..levels).map(|level| state.branch(level)).collect();
    let (mut options, mut numbers) = (Vec::new(), Vec::new());
    state.append_path(&mut options, &mut numbers);
    let above = &path[..state.level()];
    let chosen = above.iter().filter_map(|branch| branch.node);
    assert!(
        options
            .into_iter()
            .eq(chosen.map(|node| state.problem().option_of(node)))
    );
    assert!(
        numbers
            .into_iter()
            .eq(above.iter().map(|branch| branch.number))
    );
    Sight {
        call,
        best,
        counters: state.counters().clone(),
        path,
        active,
    }
}

/// Writes down all it sees.
struct Witness {
    sights: Vec<Sight>,
    /// Whether it asks for every node's choice and every branch.
    curious: bool,
    /// The distance of alarms in mems; every other alarm asks for a break.
    period: u64,
    next: u64,
    /// After this many sights, it has seen enough.
    most: usize,
    lengths: Vec<u32>,
}

impl Witness {
    fn add(&mut self, sight: Sight) {
        if self.sights.len() < self.most {
            self.sights.push(sight);
        }
    }
}

impl Watch for Witness {
    fn alarm_at(&self) -> Option<Count> {
        Some(self.next.into())
    }

    fn wants_choices(&self) -> bool {
        self.curious
    }

    fn wants_branches(&self) -> bool {
        self.curious
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.next = state.counters().mems.saturated() + self.period;
        self.add(sight("alarm", state, None));
        self.lengths
            .extend(state.problem().item_ids().map(|item| state.length(item)));
        match self.sights.len() % 2 {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn chosen(&mut self, state: &dyn State, best: Option<(ItemId, i64)>) {
        if self.curious {
            self.add(sight("chosen", state, best));
        }
    }

    fn branched(&mut self, state: &dyn State) {
        if self.curious {
            self.add(sight("moved", state, None));
        }
    }

    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.add(sight("solution", state, None));
        match state.counters().solutions.is_multiple_of(3) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// No tree is walked much further than this.
const MOST_MEMS: u64 = 20_000;

fn walk(mut search: Search<'_>, curious: bool, period: u64) -> (Witness, Counters) {
    let mut witness = Witness {
        sights: Vec::new(),
        curious,
        period,
        next: period,
        most: 400,
        lengths: Vec::new(),
    };
    while testing::walk(&mut search, &mut witness) == Outcome::Paused {
        if search.counters().mems > MOST_MEMS {
            break;
        }
    }
    let counters = search.counters().clone();
    (witness, counters)
}

/// Searches of a problem by lists, and by bitmaps with some tuning.
type Both = for<'p> fn(&'p Problem, &Tuning, &mut Dice) -> [Search<'p>; 2];

fn in_order<'p>(problem: &'p Problem, tuning: &Tuning, _: &mut Dice) -> [Search<'p>; 2] {
    [Search::new(problem, Engine::Links), tuned(problem, tuning)]
}

/// Both make the same random choices.
fn at_random<'p>(problem: &'p Problem, tuning: &Tuning, dice: &mut Dice) -> [Search<'p>; 2] {
    let mut before = vec![0; problem.item_count()];
    let nodes = problem
        .option_ids()
        .flat_map(|option| problem.option(option));
    let skipped = nodes.map(|(item, _)| {
        before[item.index()] += 1;
        dice.below(before[item.index()]) as u32
    });
    let skipped: Vec<u32> = skipped.collect();
    let flip = GbFlip::new(dice.below(1000) as i32);
    [None, Some(tuning)].map(|tuning| testing::shuffled(tuning, problem, &skipped, flip.clone()))
}

/// Compares the engines on problems made by dice.
fn compare(seed: u64, count: u64, both: Both, make: impl Fn(&mut Dice) -> RandomProblem) {
    let mut solutions = 0;
    for number in 0..count {
        let mut dice = Dice::new(seed, number);
        let problem = make(&mut dice).text();
        let problem: Problem = problem.parse().unwrap();
        let mut tuning = Tuning {
            most_options: *dice.pick(&[3, 6, 12, 4096]),
            always_shrink: dice.chance(1, 2),
            review: *dice.pick(&[1, 30, 1000, u64::MAX]),
            vectors: dice
                .pick(&[Vectors::Portable, Vectors::Avx2, Vectors::Avx512])
                .or_less(),
            ..Tuning::default()
        };
        for switch in Tuning::switches().filter(|_| dice.chance(1, 10)) {
            tuning.set(switch.name, 0);
        }
        let curious = dice.chance(1, 2);
        let period = *dice.pick(&[1, 10, 300, 3000]);
        let both = both(&problem, &tuning, &mut dice);
        let [expected, found] = both.map(|search| walk(search, curious, period));
        for (expected, found) in expected.0.sights.iter().zip(&found.0.sights) {
            assert_eq!(found, expected, "case {number}, {tuning:?}\n{problem}");
        }
        let case = format!("case {number}, {tuning:?}\n{problem}");
        assert_eq!(found.0.lengths, expected.0.lengths, "{case}");
        assert_eq!(found.1, expected.1, "{case}");
        assert_eq!(found.0.sights.len(), expected.0.sights.len(), "{case}");
        solutions += found.1.solutions.saturated();
    }
    assert!(solutions > count, "hardly any problem has a solution");
}

/// Asks for a break at the first node where mems have reached a limit. Solutions need not be shown.
struct Limit(Count);

impl Watch for Limit {
    fn alarm_at(&self) -> Option<Count> {
        Some(self.0.clone())
    }

    fn solution_at(&self, _: &Count) -> Option<Count> {
        None
    }

    fn alarm(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn a_limit_of_mems_ends_both_at_the_very_node_that_reaches_it() {
    let mut limits = 0;
    for number in 0..200 {
        let mut dice = Dice::new(2, number);
        let problem = RandomProblem::new(&mut dice, false).text();
        let problem: Problem = problem.parse().unwrap();
        let nodes = walk(Search::new(&problem, Engine::Links), false, 1)
            .0
            .sights;
        for node in nodes.iter().filter(|sight| sight.call == "alarm") {
            let mut search = Search::new(&problem, Engine::default());
            testing::walk(&mut search, &mut Limit(node.counters.mems.clone()));
            assert_eq!(search.counters(), &node.counters, "{problem}");
            limits += 1;
        }
    }
    assert!(limits > 5000, "{limits}");
}

#[test]
fn bitmaps_show_the_same_tree_as_lists_at_every_call() {
    compare(1, 3000, in_order, |dice| {
        let tiny = dice.chance(1, 4);
        RandomProblem::new(dice, tiny)
    });
}

#[test]
fn bitmaps_make_the_same_random_choices_as_lists() {
    compare(4, 3000, at_random, |dice| {
        let tiny = dice.chance(1, 4);
        RandomProblem::new(dice, tiny)
    });
    compare(5, 300, at_random, |dice| {
        let size = dice.of_any_size(8, 150);
        dice.pick(SHAPES).problem(dice, size)
    });
}

#[test]
fn bitmaps_show_the_same_tree_as_lists_for_problems_of_every_shape() {
    compare(3, 300, in_order, |dice| {
        let size = dice.of_any_size(8, 150);
        dice.pick(SHAPES).problem(dice, size)
    });
}

/// The sub-problems have many items with short lists, and few lists change from node to node.
#[test]
fn a_sudoku_is_counted_as_by_lists() {
    let problem: Problem = sudoku().parse().unwrap();
    let count = |mut search: Search<'_>, limit: u64| {
        testing::walk(&mut search, &mut Limit(limit.into()));
        search.counters().clone()
    };
    let bits = |vectors: Vectors| {
        let tuning = Tuning {
            vectors: vectors.or_less(),
            ..Tuning::default()
        };
        tuned(&problem, &tuning)
    };
    for limit in [1_000_000, 30_000_000, 300_000_000] {
        let expected = count(Search::new(&problem, Engine::Links), limit);
        assert!(expected.mems >= limit && expected.nodes > limit / 300);
        for vectors in [Vectors::Portable, Vectors::Avx2, Vectors::Avx512] {
            let found = count(bits(vectors), limit);
            assert_eq!(found, expected, "{vectors:?}, {limit} mems");
        }
    }
}
