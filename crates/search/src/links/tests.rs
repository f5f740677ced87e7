//! What a run must restore, and where it may pause.

use super::*;
use crate::Solve;
use crate::state::Outcome;
use crate::watch::Watch;
use dlx3_format::Reader;
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
