//! What a run must restore, and where it may pause.

use super::*;
use crate::Solve;
use crate::observer::{Observer, Solution};
use crate::state::Outcome;
use crate::watch::Watch;
use dlx3_format::{Bounds, OptionId, Reader};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const COLORS: &str = "A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n";
const BOUNDS: &str = "0:2|A 1:3|B 2|C D | X Y\nA B\nA C X:0\nA D Y\nB C Y:1\nB D X:1\nC A B\n\
    C X:0 Y:1\nD C\nA\nB\nB Y:1\nC\nA X:0\nD\n";

/// Everything that a run may change and must restore.
fn shape(links: &Links<'_>) -> (Vec<Node>, Vec<Item>) {
    (links.nodes.0.clone(), links.items.0.clone())
}

#[test]
fn lists_and_links_are_back_in_their_original_state_at_the_end() {
    for text in [COLORS, BOUNDS] {
        let problem: Problem = text.parse().unwrap();
        let mut links = Links::new(&problem);
        let before = shape(&links);
        assert_eq!(links.run(&mut ()), Outcome::Exhausted);
        assert!(links.counters.solutions > 0);
        assert_eq!(shape(&links), before);
        let mut flip = GbFlip::new(3);
        let mut draw = |length| flip.uniform(length);
        let text = Reader::new()
            .shuffle(&mut draw)
            .read(text.as_bytes())
            .unwrap();
        let mut shuffled = Links::shuffled(&problem, &text.skipped.unwrap(), flip);
        let before = shape(&shuffled);
        shuffled.run(&mut ());
        assert_eq!(shuffled.counters.solutions, links.counters.solutions);
        assert_eq!(shape(&shuffled), before);
    }
}

/// Asks for a break at every solution and every node.
struct Restless;

impl Watch for Restless {
    fn alarm_flag(&self) -> Arc<AtomicBool> {
        Arc::new(true.into())
    }

    fn alarm(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn solution(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn a_search_that_pauses_everywhere_counts_the_same() {
    for text in [COLORS, BOUNDS] {
        let problem: Problem = text.parse().unwrap();
        let mut whole = Links::new(&problem);
        whole.run(&mut ());
        let mut pieces = Links::new(&problem);
        let mut pauses = 0;
        while pieces.walk(&mut Restless) == Outcome::Paused {
            pauses += 1;
        }
        assert_eq!(pieces.counters, whole.counters);
        let Counters {
            nodes, solutions, ..
        } = whole.counters;
        assert_eq!(nodes.plus(&solutions), pauses);
    }
}

#[test]
fn a_problem_without_items_has_one_solution_and_is_not_read_beyond_its_end() {
    let builder = Problem::builder();
    let mut solutions = builder.problem().solutions();
    assert_eq!(solutions.next().unwrap().options, []);
    assert!(solutions.next().is_none());
}

/// At each node, goes there with another search, which has been elsewhere, and compares. Then
/// continues with that search.
#[test]
fn every_position_can_be_gone_to_and_the_walk_goes_on_from_there() {
    use crate::path::{Path, Position, Side};
    for text in [COLORS, BOUNDS] {
        let problem: Problem = text.parse().unwrap();
        let mut whole = Links::new(&problem);
        whole.run(&mut ());
        let mut walk = Links::new(&problem);
        let mut other = Links::new(&problem);
        while walk.walk(&mut Restless) == Outcome::Paused {
            let path = Path::of(&walk);
            let side = match walk.stage {
                Stage::Choose => Side::Inside,
                _ => Side::After,
            };
            assert!(other.go_to(&Position { path, side }));
            assert_eq!(other.items.0, walk.items.0);
            assert_eq!(other.counters.mems, 0);
            let mut total = walk.counters.clone();
            other.run(&mut ());
            total.add(&other.counters);
            assert_eq!(total, whole.counters);
        }
        assert!(!other.go_to(&Position {
            path: "1.99".parse().unwrap(),
            side: Side::Before,
        }));
        other.run(&mut ());
        assert_eq!(other.counters, whole.counters);
    }
}

/// Regression: for each node of a long option, all nodes up to its end were scanned.
#[test]
fn the_end_of_an_option_is_found_whatever_its_length() {
    let sizes = [1, 300, 2, 63, 64, 65, 1000, 66, 1];
    let option = |size: usize| {
        (0..size)
            .map(|item| format!("i{item} "))
            .collect::<String>()
    };
    let text = sizes.map(|size| option(size) + "\n").concat();
    let problem: Problem = (option(1000) + "\n" + &text).parse().unwrap();
    let links = Links::new(&problem);
    let mut node = links.first;
    for option in problem.option_ids() {
        for id in problem.nodes_of(option) {
            node += 1;
            assert_eq!((links.option_of(node), links.node_id(node)), (option, id));
        }
        node += 1;
    }
}

/// Keeps solutions, and breaks after every few of them.
#[derive(Default)]
struct Kept(Vec<Vec<OptionId>>);

impl Observer for Kept {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.0.push(solution.options.clone());
        match self.0.len() % 3 {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn a_run_for_solutions_has_all_of_them_in_the_same_order() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut several, mut none) = (0, 0);
    for _ in 0..2000 {
        let (primary, secondary) = (2 + random.next_u32() % 5, random.next_u32() % 3);
        let mut builder = Problem::builder();
        for item in 0..primary {
            let upper = 1 + u32::from(random.next_u32().is_multiple_of(20));
            builder
                .item(item.to_string(), Bounds { lower: 1, upper })
                .unwrap();
        }
        for item in 0..secondary {
            builder.secondary(format!("x{item}")).unwrap();
        }
        for _ in 0..4 + random.next_u32() % 12 {
            let mut option = Vec::new();
            for item in 0..primary + secondary {
                if random.next_u32().is_multiple_of(3) {
                    let color = [None, Some(b'a'), Some(b'b')][(random.next_u32() % 3) as usize];
                    option.push((ItemId(item), color.filter(|_| item >= primary)));
                }
            }
            // One without a primary item is not added.
            let _ = builder.option(&option);
        }
        let problem = builder.build().unwrap();
        let (mut one, mut other) = (Kept::default(), Kept::default());
        let mut links = Links::new(&problem);
        while links.run(&mut one) == Outcome::Paused {}
        let mut hurried = Links::new(&problem);
        let before = shape(&hurried);
        while hurried.run_for_solutions(&mut other) == Outcome::Paused {}
        assert_eq!(one.0, other.0, "{problem}");
        assert_eq!(
            hurried.counters.solutions, links.counters.solutions,
            "{problem}"
        );
        assert_eq!(shape(&hurried), before, "{problem}");
        several += u32::from(one.0.len() > 3);
        none += u32::from(one.0.is_empty());
    }
    assert!(several > 100 && none > 100, "{several} {none}");
}
