//! Whatever the library is given, safe code reaches no foreign memory, and gets no silently wrong
//! count. Questions that cannot be answered are refused.

use crate::common::problems::covers::queens;
use crate::common::problems::packings::dominoes;
use dlx3::parallel::{BreakAt, Parallel, ParallelWatch, Render};
use dlx3::parts::Cubes;
use dlx3::search::testing::{Tuning, Vectors, Watch, tuned, walk};
use dlx3::search::{
    Count, Engine, GbFlip, Links, Memo, Observer, Outcome, Path, Position, Search, Side, Solution,
    State, Variant,
};
use dlx3::{Bounds, Counters, ItemId, NodeId, OptionId, Original, Problem, Reader};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The message of a refusal.
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

/// Foreign items: for these, reads used to go beyond the end of the array of items, or into another
/// problem's memory.
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
    fn wants_choices(&self) -> bool {
        true
    }

    fn chosen(&mut self, state: &dyn State, _: Option<(ItemId, i64)>) {
        self.0(state);
    }
}

#[test]
fn a_state_that_is_shown_has_no_foreign_items_and_no_levels_to_come() {
    let problem = small();
    for engine in [Engine::Links, Engine::Auto] {
        let mut looks = 0;
        let mut prying = Prying(|state: &dyn State| {
            for item in FOREIGN.map(ItemId) {
                let words = refusal(|| state.length(item));
                assert!(words.starts_with("the problem has no such item"), "{words}");
            }
            for level in [state.level() + 1, usize::MAX] {
                let words = refusal(|| state.branch(level));
                assert!(words.starts_with("no branch is taken on level"), "{words}");
            }
            looks += 1;
        });
        walk(&mut Search::new(&problem, engine), &mut prying);
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

/// With such a memo, the counts used to be those of the other problem.
#[test]
fn a_memo_of_another_problem_is_refused() {
    let (one, other) = (problem(&dominoes(4, 4)), problem(&dominoes(4, 6)));
    let memo = Memo::new(&other, 1 << 20, false);
    for engine in [Engine::Auto, Engine::Links] {
        let words = refusal(|| Search::new(&one, engine).with_memo(&memo));
        assert_eq!(words, "a memo serves the problem that it was made for");
    }
    assert!(!memo.is_of(&one) && memo.is_of(&other));
    // The costs of options do not change the tree.
    let costs = (0..other.option_count() as i128).collect();
    assert!(memo.is_of(&other.clone().with_costs(costs).unwrap()));
}

#[test]
fn a_memo_serves_an_equal_problem_again_and_again_and_whatever_its_size() {
    let (one, same) = (problem(&dominoes(4, 4)), problem(&dominoes(4, 4)));
    for bytes in [0, 1, 4096, 1 << 24, usize::MAX] {
        let memo = Memo::new(&one, bytes, false);
        for problem in [&one, &same, &one] {
            let mut search = Search::new(problem, Engine::Auto).with_memo(&memo);
            search.run(&mut ());
            assert_eq!(search.counters().solutions, 36, "{bytes} bytes");
        }
    }
}

#[test]
fn a_program_is_given_what_it_has_room_for_and_a_whole_search() {
    let bounds = problem("2|A\nA\n");
    let links = Links::new(&bounds);
    for original in [Original::Dlx1, Original::Dlx2] {
        let words = refusal(|| links.clone().as_in(Variant::of(original)));
        assert_eq!(
            words,
            format!("{} cannot have this problem", original.name())
        );
    }
    let words = refusal(|| {
        Links::new(&small())
            .as_in(Variant::of(Original::Dlx1))
            .level()
    });
    assert_eq!(words, "dlx1 cannot have this problem");
    let problem = small();
    let mut search = Search::new(&problem, Engine::Auto);
    search.run(&mut ());
    let words = refusal(|| search.as_in(Variant::of(Original::Dlx2)).counters().clone());
    assert_eq!(words, "a search remains that of the program that began it");
}

/// The numbers of mems are those of the C programs.
#[test]
fn a_memo_serves_the_searches_of_all_programs_apart() {
    let problem = problem(&dominoes(6, 6));
    let memo = Memo::new(&problem, 1 << 24, false);
    for _ in 0..2 {
        for (original, mems) in [(Original::Dlx3, 2026636), (Original::Dlx2, 1808841)] {
            let mut tuning = Tuning::default();
            assert!(tuning.set("recall", 1));
            let mut search = tuned(&problem, &tuning);
            search = search.as_in(Variant::of(original)).with_memo(&memo);
            search.run(&mut ());
            assert_eq!(search.counters().solutions, 6728);
            assert_eq!(search.counters().mems, mems);
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
            let mut search = tuned(&problem, &tuning).with_memo(&memo);
            search.run(&mut ());
            let (found, expected) = (search.counters(), whole.counters());
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
        for side in [Side::Before, Side::Inside, Side::After] {
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
            let words = refusal(|| links.end_after(&path(end)));
            assert!(
                words.starts_with("the walk from here has no end"),
                "{words}"
            );
        }
    }
    // Wherever a walk is split, its two parts make up the whole.
    let mut whole = Links::new(&problem);
    whole.run(&mut ());
    for end in [".", "1", "2", "3", "4", "4294967295"] {
        let mut links = Links::new(&problem);
        links.end_after(&path(end));
        links.run(&mut ());
        let before = links.counters().solutions.clone();
        assert_eq!(links.run(&mut ()), Outcome::Exhausted);
        let mut rest = Links::new(&problem);
        if rest.go_to(&at(end, Side::After)) {
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
    fn soft_alarm_at(&self) -> u64 {
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
    for engine in [Engine::Links, Engine::Auto] {
        let run = |end: &str| {
            let mut search = Search::new(&problem, engine);
            walk(&mut search, &mut Ending(Some(path(end))));
            search.counters().solutions.clone()
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
    let skipped = vec![0; problem.node_count()];
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
    let mut skipped = vec![0; problem.node_count()];
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
                ..Tuning::default()
            };
            let mut search = tuned(&problem, &tuning);
            search.run(&mut ());
            assert_eq!(search.counters().solutions, 40);
        }
    }
}

/// Counts the solutions that it is shown, up to some number.
struct Shown {
    solutions: u64,
    most: u64,
}

impl Observer for Shown {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.solutions += 1;
        assert_eq!(solution.number, self.solutions);
        match self.solutions == self.most {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn threads_give_the_same_counts_whatever_their_number() {
    let problem = problem(&queens(8));
    for threads in [0, 1, 2, 9, usize::MAX] {
        let mut search = Search::new(&problem, Engine::Auto);
        let mut shown = Shown {
            solutions: 0,
            most: u64::MAX,
        };
        let outcome = search.run_on_threads(threads, &mut shown);
        assert_eq!(outcome, Outcome::Exhausted);
        assert_eq!(
            (shown.solutions, search.run(&mut ())),
            (92, Outcome::Exhausted)
        );
        assert_eq!(search.counters().solutions, 92);
    }
}

/// Counts the solutions that it is shown.
struct Counting(u64);

impl Watch for Counting {
    fn solution(&mut self, _: &dyn State) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

impl ParallelWatch for Counting {
    fn limits(&self) -> BreakAt {
        BreakAt::default()
    }

    fn spacing(&self) -> u64 {
        1
    }

    fn renderer(&self) -> fn() -> Render {
        || Box::new(|_, text| text.push(b'.'))
    }

    fn show(&mut self, _: &Count, _: &[u8]) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn merged(&mut self, _: &Counters) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn threads_give_the_same_counts_whatever_their_batches_and_their_room() {
    let problem = problem(&queens(8));
    for threads in [0, 1, 2, 9] {
        for batch in [0, 1, 5000, u64::MAX] {
            for room in [0, 1, usize::MAX] {
                let parallel = Parallel {
                    threads: Some(threads),
                    batch,
                    room,
                    eager: batch != 0,
                    ..Parallel::default()
                };
                let mut search = Search::new(&problem, Engine::Auto);
                let mut counting = Counting(0);
                let outcome = parallel.run(&mut search, &mut counting);
                assert_eq!(
                    (outcome, counting.0),
                    (Outcome::Exhausted, 92),
                    "{parallel:?}"
                );
                assert_eq!(search.counters().solutions, 92, "{parallel:?}");
                assert_eq!(search.run(&mut ()), Outcome::Exhausted);
                assert_eq!(search.counters().solutions, 92);
            }
        }
    }
}

/// The search used to stand at the end of the last batch that was walked again, and then counted
/// wrongly.
#[test]
fn a_search_that_has_paused_on_several_threads_goes_on() {
    let problem = problem(&queens(12));
    for engine in [Engine::Links, Engine::Auto] {
        let mut whole = Search::new(&problem, engine);
        whole.run(&mut ());
        for threads in [1, 2, 3] {
            let mut search = Search::new(&problem, engine);
            let mut outcomes = Vec::new();
            // Solutions come from one, then from several threads; 14,200 in all.
            for (threads, more) in [(threads, 6000), (3, 1), (threads, 3000), (1, 100)] {
                let before = search.counters().solutions.to_u64().unwrap();
                let mut shown = Shown {
                    solutions: before,
                    most: before + more,
                };
                outcomes.push(search.run_on_threads(threads, &mut shown));
                assert_eq!(search.counters().solutions, before + more);
            }
            assert_eq!(outcomes, [Outcome::Paused; 4]);
            assert_eq!(search.run_on_threads(threads, &mut ()), Outcome::Exhausted);
            assert_eq!(search.counters(), whole.counters());
        }
    }
}

/// A watch whose output fails at once.
struct Failing;

impl Watch for Failing {}

impl ParallelWatch for Failing {
    fn limits(&self) -> BreakAt {
        BreakAt::default()
    }

    fn spacing(&self) -> u64 {
        0
    }

    fn renderer(&self) -> fn() -> Render {
        || Box::new(|_, _| {})
    }

    fn show(&mut self, _: &Count, _: &[u8]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn merged(&mut self, _: &Counters) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Panics at the solution of a number.
struct Panicking(u64);

impl Observer for Panicking {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        assert!(solution.number != self.0, "enough");
        ControlFlow::Continue(())
    }
}

/// The search used to continue from another place, and showed solutions again.
#[test]
fn a_search_whose_observer_has_panicked_does_not_go_on() {
    let (few, many) = (problem(&queens(6)), problem(&dominoes(8, 8)));
    for (problem, number) in [(&few, 1), (&few, 4), (&many, 100_000)] {
        for engine in [Engine::Auto, Engine::Links] {
            for threads in [1, 2] {
                let mut search = Search::new(problem, engine);
                let mut run = |observer: &mut Panicking| search.run_on_threads(threads, observer);
                assert_eq!(refusal(|| run(&mut Panicking(number))), "enough");
                let words = refusal(|| run(&mut Panicking(0)));
                assert!(words.ends_with("cannot continue"), "{words}");
                let words = refusal(|| search.run(&mut ()));
                assert!(words.ends_with("cannot continue"), "{words}");
            }
        }
    }
}

#[test]
fn cubes_that_are_walked_one_by_one_have_the_counters_of_the_whole_search() {
    let (problem, other) = (problem(&queens(7)), problem("A\nA\n"));
    let cubes = Cubes::new(&problem, Some(20));
    let mut whole = Search::new(&problem, Engine::Auto);
    whole.run(&mut ());
    for engine in [Engine::Auto, Engine::Links] {
        let mut search = Search::new(&problem, engine);
        let mut total = Counters::default();
        for number in 0..cubes.count() {
            let outcome = cubes.cube(number).run(&mut search, &mut ());
            assert_eq!(outcome, Some(Outcome::Exhausted));
            total.add(search.counters());
        }
        assert_eq!(&total, whole.counters());
    }
    let mut search = Search::new(&other, Engine::Auto);
    let last = cubes.cube(cubes.in_order().next().unwrap());
    assert_eq!(last.run(&mut search, &mut ()), None);
}

/// Such a search stands between two nodes.
#[test]
fn a_search_whose_output_has_failed_on_several_threads_does_not_go_on() {
    let problem = problem(&queens(10));
    let parallel = Parallel {
        threads: Some(2),
        batch: 1000,
        ..Parallel::default()
    };
    let mut search = Search::new(&problem, Engine::Auto);
    assert_eq!(parallel.run(&mut search, &mut Failing), Outcome::Paused);
    let words = refusal(|| search.run(&mut ()));
    assert!(words.ends_with("cannot continue"), "{words}");
    let words = refusal(|| parallel.run(&mut search, &mut Failing));
    assert!(words.ends_with("cannot continue"), "{words}");
}

#[test]
fn branches_are_numbered_from_one() {
    assert_eq!(Path::new(vec![1, 0]), None);
}
