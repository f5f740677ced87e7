//! Whatever the library is given, safe code reaches no memory that is not its own, and no
//! count that is silently wrong: what cannot be answered is refused.

mod common;

use common::problems::covers::queens;
use common::problems::packings::dominoes;
use dlx3::search::bits::{Tuning, Vectors};
use dlx3::search::{
    Active, Branch, Count, Engine, GbFlip, Joint, Links, Memo, Outcome, Parallel, Path, Position,
    Search, Side, State, Watch,
};
use dlx3::{Bounds, Counters, ItemId, NodeId, OptionId, Problem, Reader};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// With what words something is refused.
fn refusal<T>(wrong: impl FnOnce() -> T) -> String {
    let refused = catch_unwind(AssertUnwindSafe(wrong));
    let words = refused.err().expect("it is refused");
    match words.downcast::<String>() {
        Ok(words) => *words,
        Err(words) => words.downcast_ref::<&str>().unwrap().to_string(),
    }
}

fn problem(text: &str) -> Problem {
    text.parse().unwrap()
}

fn small() -> Problem {
    problem("A B | X\nA X:1\nB X:1\nA B\nA\nB\n")
}

fn path(text: &str) -> Path {
    text.parse().unwrap()
}

fn at(text: &str, side: Side) -> Position {
    Position {
        path: path(text),
        side,
    }
}

/// Foreign items, for which the array of items was once read beyond its end, or
/// another problem's memory.
const FOREIGN: [u32; 4] = [3, 100, 1 << 30, u32::MAX];

#[test]
fn the_list_of_a_foreign_item_has_no_length() {
    let problem = small();
    let links = Links::new(&problem);
    let search = Search::new(&problem, Engine::Auto);
    assert_eq!(links.length(ItemId(2)), 2);
    for item in FOREIGN.map(ItemId) {
        for state in [&links as &dyn State, search.state()] {
            let words = refusal(|| state.length(item));
            assert!(words.starts_with("the problem has no such item"), "{words}");
        }
    }
}

/// Does something with the state that an engine shows.
struct Prying<F>(F);

impl<F: FnMut(&dyn State)> Watch for Prying<F> {
    fn chosen(&mut self, state: &dyn State, _: Option<(ItemId, i64)>) {
        self.0(state);
    }
}

#[test]
fn a_state_that_is_shown_has_no_foreign_items_and_no_levels_to_come() {
    let problem = small();
    for engine in [Engine::Links, Engine::Bits(Tuning::default())] {
        let mut looks = 0;
        Search::new(&problem, engine).run(&mut Prying(|state: &dyn State| {
            for item in FOREIGN.map(ItemId) {
                let words = refusal(|| state.length(item));
                assert!(words.starts_with("the problem has no such item"), "{words}");
            }
            for level in [state.level() + 1, usize::MAX] {
                let words = refusal(|| state.branch(level));
                assert!(words.starts_with("no branch is taken on level"), "{words}");
            }
            looks += 1;
        }));
        assert!(looks > 3);
    }
}

#[test]
fn a_problem_knows_nothing_of_foreign_items_options_and_nodes() {
    let problem = small();
    for number in [10, u32::MAX - 1, u32::MAX] {
        refusal(|| problem.name(ItemId(number)));
        refusal(|| problem.bounds(ItemId(number)));
        refusal(|| problem.nodes_of(OptionId(number)));
        refusal(|| problem.option(OptionId(number)).count());
        refusal(|| problem.option_of(NodeId(number)));
        refusal(|| problem.node_item(NodeId(number)));
        refusal(|| problem.node_color(NodeId(number)));
        refusal(|| problem.cycle(NodeId(number)).count());
    }
    assert_eq!(problem.bounds(ItemId(2)), None);
    refusal(|| Bounds { lower: 3, upper: 2 }.slack());
}

/// Where such a memo was used, the counts were those of the other problem.
#[test]
fn a_memo_of_another_problem_is_refused() {
    let (one, other) = (problem(&dominoes(4, 4)), problem(&dominoes(4, 6)));
    let memo = Memo::new(&other, 1 << 20, false);
    for engine in [Engine::Auto, Engine::Links] {
        let words = refusal(|| Search::new(&one, engine).with_memo(&memo));
        assert_eq!(words, "a memo serves the problem that it was made for");
    }
    assert!(!memo.is_of(&one) && memo.is_of(&other));
}

#[test]
fn a_memo_serves_an_equal_problem_again_and_again_and_whatever_its_size() {
    let (one, same) = (problem(&dominoes(4, 4)), problem(&dominoes(4, 4)));
    for bytes in [0, 1, 4096, 1 << 24, usize::MAX] {
        let memo = Memo::new(&one, bytes, false);
        for problem in [&one, &same, &one] {
            let mut search = Search::new(problem, Engine::Auto).with_memo(&memo);
            search.run(&mut ());
            assert_eq!(search.state().counters().solutions, 36, "{bytes} bytes");
        }
    }
}

#[test]
fn counters_tell_whether_their_profile_has_all_nodes() {
    let problem = problem(&dominoes(4, 4));
    let mut whole = Search::new(&problem, Engine::Links);
    whole.run(&mut ());
    for profiles in [false, true] {
        let memo = Memo::new(&problem, 1 << 24, profiles);
        let tuning = Tuning {
            always_recall: true,
            ..Tuning::default()
        };
        for _ in 0..2 {
            let engine = Engine::Bits(tuning.clone());
            let mut search = Search::new(&problem, engine).with_memo(&memo);
            search.run(&mut ());
            let (found, expected) = (search.state().counters(), whole.state().counters());
            assert_eq!(found.nodes, expected.nodes);
            assert_eq!(found.has_profile(), found.profile == expected.profile);
            assert_eq!(found.has_profile(), profiles);
        }
    }
}

#[test]
fn a_walk_goes_to_no_node_that_the_tree_does_not_have() {
    let problem = small();
    let mut whole = Links::new(&problem);
    whole.run(&mut ());
    let mut links = Links::new(&problem);
    for far in ["4", "4294967295", "1.1.1.1.1", "1.3"] {
        for side in [Side::Before, Side::Inside, Side::Behind] {
            assert!(!links.go_to(&at(far, side)), "{far}");
            links.run(&mut ());
            assert_eq!(links.counters(), whole.counters());
        }
    }
}

#[test]
fn a_walk_has_no_end_at_a_node_that_it_does_not_come_to() {
    let problem = problem("A B C\nA\nA\nA\nB\nB\nB\nC\nC\nC\n");
    for (from, ends) in [
        (".", &["1.1", "3.2.1"][..]),
        ("2", &["1", "1.1", "3.1", "2.1.1"]),
        ("2.3", &["1", "2.2", "2.2.1", "3.1", "2.3.1.1"]),
    ] {
        for end in ends {
            let mut links = Links::new(&problem);
            assert!(links.go_to(&at(from, Side::Inside)));
            let words = refusal(|| links.end_behind(&path(end)));
            assert!(
                words.starts_with("the walk from here has no end"),
                "{words}"
            );
        }
    }
    // All ends that a walk may have make one whole of two parts.
    let mut whole = Links::new(&problem);
    whole.run(&mut ());
    for end in [".", "1", "2", "3", "4", "4294967295"] {
        let mut links = Links::new(&problem);
        links.end_behind(&path(end));
        links.run(&mut ());
        let before = links.counters().solutions.clone();
        assert_eq!(links.run(&mut ()), Outcome::Exhausted);
        let mut rest = Links::new(&problem);
        if rest.go_to(&at(end, Side::Behind)) {
            rest.run(&mut ());
        } else {
            rest = Links::new(&problem);
        }
        let both = before.plus(&rest.counters().solutions);
        assert_eq!(both, 27, "{end}");
    }
}

/// Asks for an end at the first node where it may.
struct Ending(Option<Path>);

impl Watch for Ending {
    fn look_at(&self) -> u64 {
        match self.0 {
            Some(_) => 1,
            None => u64::MAX,
        }
    }

    fn take_end(&mut self) -> Option<Path> {
        self.0.take()
    }
}

#[test]
fn a_watch_may_ask_only_for_an_end_that_the_walk_comes_to() {
    let problem = problem(&queens(6));
    for engine in [Engine::Links, Engine::Bits(Tuning::default())] {
        let run = |end: &str| {
            let mut search = Search::new(&problem, engine.clone());
            search.run(&mut Ending(Some(path(end))));
            search.state().counters().solutions.clone()
        };
        let words = refusal(|| run("3.1.1.1.1"));
        assert!(
            words.starts_with("the walk from here has no end"),
            "{words}"
        );
        let parts = ["1", "2", "3", "4", "5", "6", "7"].map(run);
        assert!(parts.is_sorted() && parts[0] < parts[5]);
        assert_eq!(parts[5], 4);
        assert_eq!(parts[6], 4);
    }
}

#[test]
fn random_choices_have_no_tree_to_travel_in() {
    let problem = small();
    let skipped = vec![0; problem.nodes()];
    let mut links = Links::shuffled(&problem, &skipped, GbFlip::new(1));
    let words = refusal(|| links.go_to(&Position::start()));
    assert_eq!(words, "a search with random choices cannot go elsewhere");
}

#[test]
fn lists_are_not_shuffled_by_numbers_that_no_reader_drew() {
    let problem = small();
    let shuffled = |skipped: &[u32]| {
        Links::shuffled(&problem, skipped, GbFlip::new(1));
    };
    let mut skipped = vec![0; problem.nodes()];
    shuffled(&skipped);
    refusal(|| shuffled(&[]));
    refusal(|| shuffled(&skipped[1..]));
    refusal(|| shuffled(&[&skipped[..], &[0]].concat()));
    for wrong in [1, 7, u32::MAX] {
        skipped[0] = wrong; // nothing is before the first node
        let words = refusal(|| shuffled(&skipped));
        assert!(words.starts_with("0 nodes cannot be skipped"), "{words}");
    }
    let mut draw = |length: u32| length;
    let words = refusal(|| Reader::new().shuffle(&mut draw).read(&b"A\nA\n"[..]));
    assert_eq!(words, "1 was drawn, and not a number below 1");
}

#[test]
fn no_tuning_is_out_of_range() {
    let problem = problem(&queens(7));
    for most_options in [0, 1, 4096, 4097, usize::MAX] {
        for review in [0, 1, u64::MAX] {
            let tuning = Tuning {
                most_options,
                review,
                always_shrink: true,
                always_recall: true,
                vectors: Vectors::Avx512, // which the machine need not have
            };
            let mut search = Search::new(&problem, Engine::Bits(tuning));
            search.run(&mut ());
            assert_eq!(search.state().counters().solutions, 40);
        }
    }
}

/// Counts the solutions that it is shown.
#[derive(Default)]
struct Shown {
    solutions: u64,
    most: Option<Count>,
}

impl Watch for Shown {
    fn is_shown_nodes(&self) -> bool {
        false
    }

    fn is_shown_moves(&self) -> bool {
        false
    }

    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.solutions += 1;
        match &self.most {
            Some(most) if state.counters().solutions >= *most => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Joint for Shown {
    fn is_joint(&self) -> bool {
        true
    }

    fn most_mems(&self) -> Option<u64> {
        None
    }

    fn most_solutions(&self) -> Option<Count> {
        self.most.clone()
    }

    fn spacing(&self) -> u64 {
        1
    }

    fn render(_: &dyn State, text: &mut Vec<u8>) {
        text.push(b'.');
    }

    fn show(&mut self, _: &Count, _: &[u8]) -> ControlFlow<()> {
        self.solutions += 1;
        ControlFlow::Continue(())
    }

    fn joined(&mut self, _: &Counters) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn attend(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn threads_join_whatever_their_number_their_pieces_and_their_room() {
    let problem = problem(&queens(8));
    for threads in [0, 1, 2, 9] {
        for piece in [0, 1, 5000, u64::MAX] {
            for room in [0, 1, usize::MAX] {
                let parallel = Parallel {
                    threads,
                    piece,
                    room,
                    eager: piece != 0,
                    ..Parallel::default()
                };
                let mut search = Search::new(&problem, Engine::Auto);
                let mut shown = Shown::default();
                let outcome = parallel.run(&mut search, &mut shown);
                assert_eq!(outcome, Outcome::Exhausted);
                assert_eq!(shown.solutions, 92, "{parallel:?}");
                assert_eq!(search.state().counters().solutions, 92);
                assert_eq!(search.run(&mut ()), Outcome::Exhausted);
                assert_eq!(search.state().counters().solutions, 92);
            }
        }
    }
}

/// It stands where the last piece that was walked again ends: what it counted from
/// there on was wrong.
#[test]
fn a_search_that_has_paused_on_several_threads_does_not_go_on() {
    let problem = problem(&queens(8));
    let parallel = Parallel {
        threads: 2,
        piece: 1000,
        eager: true,
        ..Parallel::default()
    };
    let mut search = Search::new(&problem, Engine::Auto);
    let mut shown = Shown {
        most: Some(50.into()),
        ..Shown::default()
    };
    assert_eq!(parallel.run(&mut search, &mut shown), Outcome::Paused);
    assert_eq!(search.state().counters().solutions, 50);
    let words = refusal(|| search.run(&mut ()));
    assert!(words.ends_with("cannot go on"), "{words}");
    let words = refusal(|| parallel.run(&mut search, &mut shown));
    assert!(words.ends_with("cannot go on"), "{words}");
}

/// A state of somebody's own making.
struct Forged<'p>(&'p Problem, Counters);

impl State for Forged<'_> {
    fn problem(&self) -> &Problem {
        self.0
    }

    fn counters(&self) -> &Counters {
        &self.1
    }

    fn level(&self) -> usize {
        1
    }

    fn branch(&self, _: usize) -> Branch {
        Branch {
            item: ItemId(77),
            node: Some(NodeId(77)),
            number: 0,
            score: -1,
        }
    }

    fn for_each_active(&self, _: &mut dyn FnMut(Active)) {}

    fn length(&self, _: ItemId) -> u32 {
        0
    }
}

#[test]
fn branches_are_numbered_from_one_wherever_a_path_comes_from() {
    let problem = small();
    assert_eq!(Path::new(vec![1, 0]), None);
    let words = refusal(|| Path::of(&Forged(&problem, Counters::default())));
    assert!(words.starts_with("branches are numbered from 1"), "{words}");
}
