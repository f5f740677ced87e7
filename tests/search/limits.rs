//! Problems that are large in one way only: deep, with large bounds, with many items, or wide at
//! every level. The memo still works, and memory stays bounded.

use crate::common::filter::{dlx3, output};
use crate::common::problems::dice::Dice;
use crate::common::problems::packings::dominoes;
use dlx3::Problem;
use dlx3::search::testing::{Tuning, Watch, tuned, walk};
use dlx3::search::{Count, Counters, Engine, Memo, Outcome, Search, State};
use nix::sys::resource::{UsageWho, getrusage};
use std::fmt::Write as _;
use std::ops::ControlFlow;

/// Ends a search after a number of walked mems: mems that the memo adds do not count.
struct Walked(u64);

impl Watch for Walked {
    fn soft_alarm_at(&self) -> u64 {
        self.0
    }

    fn solution_at(&self, _: &Count) -> Option<Count> {
        None
    }

    fn alarm(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Counts with a memo, on a thread of its own; none if that takes too long.
fn count(text: &str, stack: usize) -> Option<Counters> {
    std::thread::scope(|scope| {
        let count = || {
            let problem: Problem = text.parse().unwrap();
            let memo = Memo::new(&problem, 1 << 26, false);
            let search = Search::new(&problem, Engine::Auto).with_memo(&memo);
            let mut search = search.with_stack(stack);
            let outcome = walk(&mut search, &mut Walked(200_000_000));
            (outcome == Outcome::Exhausted).then(|| search.counters().clone())
        };
        let thread = std::thread::Builder::new().stack_size(stack + (1 << 20));
        thread.spawn_scoped(scope, count).unwrap().join().unwrap()
    })
}

/// The number of domino tilings of a board of height 2: Fibonacci's numbers.
fn fibonacci(width: usize) -> Count {
    let (mut this, mut next) = (Count::from(1), Count::from(1));
    for _ in 0..width {
        (this, next) = (next.clone(), this.plus(&next));
    }
    this
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "without optimization, nodes take too much stack"
)]
fn the_memo_serves_trees_of_any_depth_for_which_there_is_a_stack() {
    for (width, stack) in [(184, 1 << 20), (200, 1 << 20), (1000, 9_000_000)] {
        let counters = count(&dominoes(2, width), stack).expect("most of it is known");
        assert_eq!(counters.solutions, fibonacci(width), "{width}");
    }
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "without optimization, nodes take too much stack"
)]
fn the_filter_has_a_stack_for_the_deepest_trees() {
    for threads in ["1", "2"] {
        let words = ["d0", "v1", "--threads", threads];
        let run = output(&mut dlx3(&words), dominoes(2, 1300).as_bytes());
        let expected = format!("Altogether {} solutions", fibonacci(1300));
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert!(stderr.contains(&expected), "{stderr}");
    }
}

/// A board of dominoes where an item counts those that lie across, up to a bound.
fn counted_dominoes(size: usize, bound: u32) -> String {
    let plain = dominoes(size, size);
    let (items, options) = plain.split_once('\n').unwrap();
    let mut text = format!("{items} 0:{bound}|H\n");
    for option in options.lines() {
        let mut rows = option.split(' ').map(|cell| cell.split('.').next());
        let across = rows.next() == rows.next();
        writeln!(text, "{option}{}", if across { " H" } else { "" }).unwrap();
    }
    text
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "without optimization, nodes take too much stack"
)]
fn the_memo_serves_bounds_of_any_size() {
    for bound in [16_001, 20_000, 9_999_999] {
        let counters = count(&counted_dominoes(8, bound), 1 << 20).expect("most of it is known");
        assert_eq!(counters.solutions, 12_988_816, "{bound}");
    }
}

/// A problem whose bounds are near each other, and small or far beyond the number of options.
fn random_bounds(dice: &mut Dice) -> String {
    let count = 2 + dice.below(6);
    let mut text = String::new();
    for item in 0..count {
        let upper = match dice.below(4) {
            0 => 1 + dice.below(3),
            1 => 15_995 + dice.below(10),
            2 => 20_000 + dice.below(4) * dice.below(5),
            _ => 9_999_999 - dice.below(3),
        };
        let lower = match dice.below(3) {
            0 => 0,
            1 => dice.below(4).min(upper),
            // Such a bound cannot be satisfied, and changes the choice of items.
            _ if dice.chance(1, 8) => upper - dice.below(upper.min(5)),
            _ => 1,
        };
        write!(text, "{lower}:{upper}|{item} ").unwrap();
    }
    text += "| x y";
    for _ in 0..3 + dice.below(12) {
        text.push('\n');
        for item in 0..count {
            if dice.chance(1, 3) {
                write!(text, "{item} ").unwrap();
            }
        }
        text += *dice.pick(&["", "", "x", "y", "x:a", "x:b", "y:a"]);
    }
    text + "\n"
}

#[test]
fn clipped_bounds_make_the_same_tree_and_are_shown_as_they_are() {
    for number in 0..1500 {
        let mut dice = Dice::new(13, number);
        let text = random_bounds(&mut dice);
        let Ok(problem) = text.parse::<Problem>() else {
            continue; // no option has a primary item
        };
        let mut expected = Seen::default();
        walk(&mut Search::new(&problem, Engine::Links), &mut expected);
        for always in [false, true] {
            let tuning = Tuning {
                always_shrink: always,
                most_options: *dice.pick(&[3, 6, 4096]),
                ..Tuning::default()
            };
            let mut seen = Seen::default();
            walk(&mut tuned(&problem, &tuning), &mut seen);
            assert_eq!(seen, expected, "{text}");
        }
    }
}

/// Records everything visible at every node and branch, up to some length.
#[derive(Debug, Default, PartialEq)]
struct Seen(String);

impl Seen {
    fn take_down(&mut self, state: &dyn State) {
        write!(self.0, "{} ", state.counters().mems).unwrap();
        state.for_each_active(&mut |active| {
            write!(self.0, "{} {} {active:?} ", active.score(), active.spare()).unwrap();
        });
    }
}

impl Watch for Seen {
    fn wants_choices(&self) -> bool {
        true
    }

    fn wants_branches(&self) -> bool {
        true
    }

    fn chosen(&mut self, state: &dyn State, best: Option<(dlx3::ItemId, i64)>) {
        writeln!(self.0, "{best:?}").unwrap();
        self.take_down(state);
    }

    fn branched(&mut self, state: &dyn State) {
        self.take_down(state);
    }

    fn alarm_at(&self) -> Option<Count> {
        Some(20_000.into())
    }

    fn alarm(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// 60 groups of 70 items, each covered in one of two ways.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "without optimization, nodes take too much stack"
)]
fn the_memo_serves_thousands_of_items() {
    let groups: Vec<String> = (0..60)
        .map(|group| (0..70).map(|item| format!("{group}.{item} ")).collect())
        .collect();
    let mut text = groups.concat();
    for group in &groups {
        write!(text, "\n{group}\n{group}").unwrap();
    }
    let counters = count(&(text + "\n"), 1 << 20).expect("most of it is known");
    assert_eq!(counters.solutions, 1 << 60);
}

/// The limit of memory that the manual states.
const MOST_KB: i64 = 192 << 10;

/// Subtrees with wide levels. The option of P decides how many levels lower a subtree begins.
fn wide_levels() -> String {
    let (delays, wide, ways) = (40, 428, 44);
    let names = |letter: char, count: usize| {
        let names = (0..count).map(|number| format!("{letter}{number} "));
        names.collect::<String>()
    };
    let (chain, colors) = (names('c', delays), names('z', wide));
    let doubled = names('d', 57);
    let bounds: String = doubled
        .split_whitespace()
        .map(|d| format!("2|{d} "))
        .collect();
    let mut text = format!("P A B C {chain}{bounds}| h {colors}\nP h A B {chain}\n");
    for delay in 0..delays {
        writeln!(text, "P h {}", names('c', delay)).unwrap();
    }
    for delay in 0..delays {
        writeln!(text, "c{delay}").unwrap();
    }
    for _ in 0..46 {
        writeln!(text, "h {chain}").unwrap();
    }
    for _ in 0..ways {
        writeln!(text, "A {doubled}").unwrap();
    }
    for one in 0..wide - 8 {
        let others = (0..wide).filter(|&other| other != one);
        let others: String = others.map(|other| format!("z{other} ")).collect();
        writeln!(text, "B {others}").unwrap();
    }
    for one in 0..wide {
        writeln!(text, "C z{one} {doubled}").unwrap();
    }
    text
}

#[test]
fn sweeps_of_wide_levels_take_no_more_memory_than_the_manual_says() {
    let run = output(
        &mut dlx3(&["--memo", "0", "--threads", "1", "v1", "d0"]),
        wide_levels().as_bytes(),
    );
    let stderr = String::from_utf8(run.stderr).unwrap();
    assert!(stderr.contains("Altogether 739200 solutions"), "{stderr}");
    let most = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    assert!(most < MOST_KB, "{most} KB");
}
