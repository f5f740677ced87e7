//! Tests on deep trees, and on large random problems: unit tests run with debug assertions, which
//! check the accesses that releases do not.

use super::sub::Sub;
use super::{Bits, Code, Tuning, Vectors};
use crate::Solve;
use crate::counters::Counters;
use crate::engine::{Engine, Search};
use crate::gb_flip::GbFlip;
use crate::memo::Memo;
use crate::path::{Path, Position};
use crate::state::State;
use crate::variant::Variant;
use crate::watch::{Pausing, Watch};
use dlx3_base::count::Count;
use dlx3_format::ItemId;
use dlx3_format::Original;
use dlx3_format::Problem;
use dlx3_format::Reader;
use problems::dice::Dice;
use problems::random::RandomProblem;
use problems::shapes::SHAPES;
use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::ControlFlow;

#[path = "../../../../scripts/problems/mod.rs"]
#[allow(dead_code)] // integration tests use more
mod problems;

#[test]
fn a_very_deep_tree_does_not_exhaust_the_stack() {
    let count = 3000;
    let mut text = String::new();
    for item in 0..count {
        text += &format!("0:1|{item} ");
    }
    for item in 0..count {
        text += &format!("\n{item}");
    }
    let problem: Problem = (text + "\n").parse().unwrap();
    let solutions: Vec<_> = problem.solutions().take(3).collect();
    let sizes: Vec<usize> = solutions.iter().map(|s| s.options.len()).collect();
    assert_eq!(sizes, [count, count - 1, count - 1]);
}

const LARGE_STACK: usize = 1 << 26;

const ALL_VECTORS: [Vectors; 3] = [Vectors::Portable, Vectors::Avx2, Vectors::Avx512];

/// Names of techniques.
type Names = HashSet<&'static str>;

thread_local! {
    /// The techniques that this thread has used.
    static USED: RefCell<Names> = RefCell::default();
}

/// Notes that a technique is used.
pub(super) fn note(name: &'static str) {
    USED.with_borrow_mut(|used| used.insert(name));
}

/// The counters after a number of mems, when nothing has to be shown.
fn count(mut search: Search<'_>, mems: u64) -> Counters {
    search.walk(&mut Pausing::at_mems(&mut (), Some(mems.into())));
    search.counters().clone()
}

/// Runs a closure on a thread whose stack suffices for code that is not optimized.
fn with_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(2 * LARGE_STACK);
        thread.spawn_scoped(scope, run).unwrap().join().unwrap()
    })
}

/// Compares all instruction sets with lists. Returns the techniques that were used.
fn compare(problem: &Problem, tuning: &Tuning, with_memo: bool, mems: u64) -> Names {
    with_large_stack(|| {
        compare_here(problem, tuning, with_memo, mems);
        USED.take()
    })
}

fn compare_here(problem: &Problem, tuning: &Tuning, with_memo: bool, mems: u64) {
    let expected = count(Search::new(problem, Engine::Links), mems);
    for vectors in ALL_VECTORS.map(Vectors::or_less) {
        let tuning = Tuning { vectors, ..*tuning };
        let mut search = Search::tuned(problem, tuning).with_stack(LARGE_STACK);
        if with_memo {
            search = search.with_memo(&Memo::new(problem, 1 << 20, true));
        }
        let found = count(search, mems);
        assert_eq!(found, expected, "{tuning:?}, memo: {with_memo}\n{problem}");
    }
}

#[test]
fn every_instruction_set_and_tuning_keeps_within_its_arrays() {
    for number in 0..300 {
        let mut dice = Dice::new(21, number);
        let tiny = dice.chance(1, 4);
        let problem = RandomProblem::new(&mut dice, tiny).text();
        let problem: Problem = problem.parse().unwrap();
        let always_recall = dice.chance(1, 3);
        let mut tuning = Tuning {
            most_options: *dice.pick(&[0, 3, 12, usize::MAX]),
            always_shrink: dice.chance(1, 2),
            always_recall,
            always_wide: dice.chance(1, 2),
            review: *dice.pick(&[0, 30, 1000, u64::MAX]),
            ..Tuning::default()
        };
        for switch in Tuning::switches().filter(|_| dice.chance(1, 10)) {
            tuning.set(switch.name, 0);
        }
        compare(&problem, &tuning, always_recall, 20_000);
    }
}

/// How a large problem is made.
#[derive(Clone, Copy, Debug)]
struct Shape {
    options: usize,
    has_bounds: bool,
    has_colors: bool,
}

/// Many intervals on a line, of one to four items each, so that coverings are easy to find. Some
/// items may have bounds, some options an item with a color.
fn large(dice: &mut Dice, shape: Shape) -> Problem {
    let items = 10 + dice.below(6) + 4 * shape.options.div_ceil(64).min(12);
    let secondary = 70;
    let mut text = String::new();
    for item in 0..items {
        match dice.below(if shape.has_bounds { 6 } else { 1 }) {
            1 => text += &format!("0:1|i{item} "),
            2 => text += &format!("1:3|i{item} "),
            _ => text += &format!("i{item} "),
        }
    }
    text += "|";
    (0..secondary).for_each(|item| text += &format!(" s{item}"));
    for _ in 0..shape.options {
        let length = 1 + dice.below(4);
        let start = dice.below(items - length + 1);
        text += "\n";
        (start..start + length).for_each(|item| text += &format!("i{item} "));
        if dice.chance(1, 2) {
            text += &format!("s{}", dice.below(secondary));
            if shape.has_colors && dice.chance(3, 4) {
                text += [":a", ":b"][dice.below(2)];
            }
        }
    }
    (text + "\n").parse().unwrap()
}

#[test]
fn bitmaps_of_every_number_of_words_keep_within_their_arrays() {
    let mut all = super::bitmap::WORDS.concat();
    all.sort_unstable();
    all.dedup();
    for (number, words) in all.into_iter().enumerate() {
        let mut used = Names::new();
        for kind in 0..4 {
            let mut dice = Dice::new(22, 4 * number as u64 + kind);
            let shape = Shape {
                options: 64 * words - dice.below(20),
                has_bounds: kind % 2 == 1,
                has_colors: kind / 2 == 1,
            };
            let problem = large(&mut dice, shape);
            let tuning = Tuning {
                always_shrink: kind == 0,
                wide: false,
                ..Tuning::default()
            };
            used.extend(compare(&problem, &tuning, false, 400_000));
            compare(&problem, &tuning, true, 400_000);
        }
        let can_sweep = words <= super::decide::subtrees::SWEPT_WORDS;
        assert!(!can_sweep || used.contains("sweep"), "{words} words");
    }
}

#[test]
fn wide_sub_problems_count_what_lists_count() {
    for number in 0..12 {
        let mut dice = Dice::new(23, number);
        let shape = Shape {
            options: *dice.pick(&[90, 700, 2100, 4100, 6000]),
            has_bounds: number % 2 == 1,
            has_colors: false,
        };
        let problem = large(&mut dice, shape);
        let tuning = Tuning {
            always_shrink: number % 3 == 0,
            always_wide: true,
            ..Tuning::default()
        };
        let used = compare(&problem, &tuning, false, 300_000);
        assert!(used.contains("narrow") || number % 3 != 0, "{number}");
        compare(&problem, &tuning, true, 300_000);
        // With the default, only those are wide for which it pays.
        compare(&problem, &Tuning::default(), true, 300_000);
    }
}

/// Dominoes on a board of 36 cells. Each option has 300 more items: too many nodes for weights, so
/// sweeps do without them.
#[test]
fn options_with_hundreds_of_items_are_swept_alike() {
    let places = (0..36).flat_map(|cell| {
        let right = (cell % 6 < 5).then_some(cell + 1);
        let below = (cell < 30).then_some(cell + 6);
        right.into_iter().chain(below).map(move |next| (cell, next))
    });
    let places: Vec<_> = places.collect();
    for bounds in ["", "0:2|k0 1:9|k1 "] {
        let mut text: String = (0..36).map(|cell| format!("c{cell} ")).collect();
        text += bounds;
        text += "|";
        (0..300 * places.len()).for_each(|item| text += &format!(" s{item}"));
        for (option, (cell, next)) in places.iter().enumerate() {
            text += &format!("\nc{cell} c{next}");
            if !bounds.is_empty() && option % 5 < 2 {
                text += &format!(" k{}", option % 5);
            }
            (300 * option..300 * (option + 1)).for_each(|item| text += &format!(" s{item}"));
        }
        let problem: Problem = (text + "\n").parse().unwrap();
        assert!(compare(&problem, &Tuning::default(), false, 20_000_000).contains("sweep"));
    }
}

/// Some limits of mems fall within sweeps: then the numbers drawn must be given back.
#[test]
fn subtrees_are_swept_alike_when_ties_are_broken_at_random() {
    with_large_stack(sweep_with_random_choices);
}

fn sweep_with_random_choices() {
    let texts = [
        problems::covers::langford(8),
        problems::covers::queens(9),
        problems::packings::pentominoes(4, 15, &[]),
        problems::covers::planted(400, 40),
    ];
    for (number, text) in texts.iter().enumerate() {
        let problem: Problem = text.parse().unwrap();
        let mut flip = GbFlip::new(5 + number as i32);
        let mut draw = |length| flip.uniform(length);
        let read = Reader::new().shuffle(&mut draw).read(text.as_bytes());
        let skipped = read.unwrap().skipped.unwrap();
        for mems in [70_007, 300_000, 4_000_000] {
            let search = |tuning| {
                let flip = flip.clone();
                Search::shuffled_by(tuning, &problem, &skipped, flip).with_stack(LARGE_STACK)
            };
            let expected = count(search(None), mems);
            for vectors in ALL_VECTORS.map(Vectors::or_less) {
                for sweep in [true, false] {
                    let tuning = Tuning {
                        vectors,
                        sweep,
                        ..Tuning::default()
                    };
                    let found = count(search(Some(tuning)), mems);
                    assert_eq!(found, expected, "{number}: {tuning:?}");
                    assert_eq!(USED.take().contains("drawn"), sweep, "{number}: {mems}");
                }
            }
        }
    }
}

/// Regression: the flag stayed set, and the walk used lists and shorts that had not been made.
#[test]
fn a_sub_problem_that_was_wide_is_not_when_it_serves_again() {
    let problem: Problem = problems::covers::queens(6).parse().unwrap();
    let mut bits = Bits::new(&problem, Tuning::default(), LARGE_STACK, Code::DLX3);
    let mut was_wide = Box::<Sub>::default();
    was_wide.wide.is_on = true;
    bits.compactor.pool.push(was_wide);
    assert!(!bits.compactor.take_sub().wide.is_on);
}

/// Adds an option of two primary items, so that the problem is not searched by tables.
fn without_tables(text: &str) -> String {
    format!("two items {text}two items\n")
}

/// Some limits of mems fall within small subtrees.
#[test]
fn small_subtrees_with_colors_are_searched_alike() {
    let problems = [
        problems::colors::macmahon_squares(4, 6),
        without_tables(&problems::colors::word_squares(4, 450)),
    ];
    for problem in problems {
        let problem: Problem = problem.parse().unwrap();
        let tuning = Tuning {
            always_shrink: true, // so that they are searched in any encoding
            ..Tuning::default()
        };
        for mems in [700_000, 1_400_007, 5_000_000] {
            compare(&problem, &Tuning::default(), false, mems);
            compare(&problem, &tuning, true, mems);
        }
        let used = compare(&problem, &tuning, false, 10_000_000);
        assert!(used.contains("small") && used.contains("middle"));
    }
}

/// Some limits of mems fall within nodes counted together. The second problem has options of two
/// and of three primary items, so its leaves are not counted by their parent.
#[test]
fn leaves_and_equal_siblings_are_counted_alike() {
    let dominoes = problems::sums::corner_dominoes(4, 6, 3);
    let uneven = format!("{dominoes}c0_0 c0_1 c0_2 k0_0:1\n");
    for (text, has_leaves) in [(dominoes, true), (uneven, false)] {
        let problem: Problem = text.parse().unwrap();
        let shrink = Tuning {
            always_shrink: true,
            ..Tuning::default()
        };
        for mems in [700_000, 1_400_007, 5_000_000] {
            compare(&problem, &shrink, true, mems);
            let used = compare(&problem, &Tuning::default(), false, mems);
            assert!(used.contains("siblings") && used.contains("leaves") == has_leaves);
        }
    }
}

/// The first two options leave the same live options with equally many unpurified nodes, but purify
/// different items.
#[test]
fn siblings_with_the_same_bitmaps_are_not_equal_if_other_items_are_purified() {
    let text = "p0 p1 p2 p3 p4 p5 p6 | k1 k2 k3 k4\np0 k1:c k2:c\np0 k3:c k4:c\n".to_owned()
        + &"p1 p5 k1:c k3:c\n".repeat(2)
        + &"p2 k2:c k3:c\n".repeat(3)
        + &"p3 k1:c k4:c\n".repeat(2)
        + &"p4 k2:c k4:c\n".repeat(2)
        + &"p5 p6\n".repeat(2);
    let tuning = Tuning {
        always_shrink: true,
        ..Tuning::default()
    };
    let used = compare(&text.parse().unwrap(), &tuning, false, u64::MAX);
    assert!(used.contains("small"));
}

/// Some limits of mems fall within nodes counted together; and the memo adds them again.
#[test]
fn sweeps_count_what_dlx2_pays_as_lists_do() {
    let problems = [
        (problems::covers::langford(9), &["sweep"][..]),
        (problems::covers::sudoku(), &["sweep", "compact"]),
        (problems::covers::queens(9), &["sweep", "compact"]),
        (
            problems::colors::macmahon_squares(4, 6),
            &["small", "middle"],
        ),
        // Two squares may share a box and a diagonal. In the second order, it depends on the
        // starting point which of these a queen covers first.
        (queens_in_boxes("RCBXY"), &["sweep", "compact"]),
        (queens_in_boxes("CXRBY"), &["small"]),
    ];
    for (text, names) in problems {
        let problem: Problem = text.parse().unwrap();
        let mut used = Names::new();
        for mems in [100_007, 1_000_000] {
            for always in [false, true] {
                used.extend(with_large_stack(|| {
                    compare_as_dlx2(&problem, always, mems);
                    USED.take()
                }));
            }
        }
        for name in names {
            assert!(used.contains(name), "{name}: {text}");
        }
    }
}

/// Nine queens, one in each box, too. Options name their items in this order: rows are `R`, columns
/// `C`, boxes `B`, and diagonals `X` and `Y`.
fn queens_in_boxes(order: &str) -> String {
    let numbers = |sign: char, count: usize| -> String {
        (0..count)
            .map(|number| format!("{sign}{number} "))
            .collect()
    };
    let primary: String = ['R', 'C', 'B'].map(|sign| numbers(sign, 9)).concat();
    let secondary: String = ['X', 'Y'].map(|sign| numbers(sign, 17)).concat();
    let mut text = format!("{primary}| {secondary}\n");
    for (row, column) in (0..81).map(|square| (square / 9, square % 9)) {
        for sign in order.chars() {
            let number = match sign {
                'R' => row,
                'C' => column,
                'B' => row / 3 * 3 + column / 3,
                'X' => row + column,
                _ => 8 + row - column,
            };
            text += &format!("{sign}{number} ");
        }
        text.push('\n');
    }
    text
}

/// Compares all instruction sets with lists, with a memo; `always` compacts whenever possible.
fn compare_as_dlx2(problem: &Problem, always: bool, mems: u64) {
    let dlx2 = Variant::of(Original::Dlx2);
    let expected = count(Search::new(problem, Engine::Links).as_in(dlx2), mems);
    for vectors in ALL_VECTORS.map(Vectors::or_less) {
        for switch in ["", "eights", "lengths", "single"] {
            let mut tuning = Tuning {
                vectors,
                always_shrink: always,
                always_wide: always && switch == "single",
                ..Tuning::default()
            };
            tuning.set(switch, 0);
            let search = Search::tuned(problem, tuning).with_stack(LARGE_STACK);
            let mut search = search.as_in(dlx2);
            if always {
                search = search.with_memo(&Memo::new(problem, 1 << 20, true));
            }
            assert_eq!(count(search, mems), expected, "{tuning:?}\n{problem}");
        }
    }
}

/// Eights are expected only if some vectors have them.
#[test]
fn a_technique_that_is_off_is_not_used_and_one_that_is_on_is() {
    // These problems show neither `keep` nor `wide`.
    let techniques = Tuning::switches().map(|switch| switch.name);
    let techniques = techniques.filter(|name| !["keep", "wide"].contains(name));
    let techniques: Vec<&str> = techniques.collect();
    let problems = [
        problems::packings::bricks(5, 5, 3),
        problems::packings::tetrominoes(8, 10, 4),
        problems::packings::pentominoes(4, 15, &[]),
        problems::covers::sudoku(),
        problems::covers::grid_domination(6, 7, 12),
        problems::covers::planted(4_000, 150),
        without_tables(&problems::colors::word_squares(4, 450)),
        path_colorings(6).to_string(),
        problems::sums::corner_dominoes(6, 6, 3),
    ];
    let problems = problems.map(|text| text.parse::<Problem>().unwrap());
    let mut on = Names::new();
    for problem in &problems {
        on.extend(compare(problem, &Tuning::default(), false, 2_000_000));
        on.extend(compare(problem, &Tuning::default(), true, 10_000));
        for name in &techniques {
            let mut tuning = Tuning::default();
            assert!(tuning.set(name, 0));
            let used = compare(problem, &tuning, *name == "memo", 300_000);
            assert!(!used.contains(name), "{name}");
        }
    }
    let has_eights = Vectors::detect() != Vectors::Portable;
    for name in techniques {
        let is_there = has_eights || !["eights", "pack"].contains(&name);
        assert!(on.contains(name) || !is_there, "{name}");
    }
}

/// Collects the paths of nodes.
struct Paths(Vec<Path>);

impl Watch for Paths {
    fn wants_choices(&self) -> bool {
        true
    }

    fn chosen(&mut self, state: &dyn State, _: Option<(ItemId, i64)>) {
        self.0.push(Path::of(state));
    }
}

/// The nodes of a problem's tree, in the order of the walk.
fn nodes_of(problem: &Problem) -> Vec<Path> {
    let mut paths = Paths(Vec::new());
    Search::new(problem, Engine::Links).walk(&mut paths);
    paths.0
}

/// The counters and solutions of a search from a position to the end of a node's subtree.
fn walk_part(search: &mut Search<'_>, at: &Position, end: &Path) -> (Counters, Vec<Path>) {
    assert!(search.go_to(at, end));
    let mut seen = Solutions(Vec::new());
    search.walk(&mut seen);
    (search.counters().clone(), seen.0)
}

/// Collects every solution.
struct Solutions(Vec<Path>);

impl Watch for Solutions {
    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.0.push(Path::of(state));
        ControlFlow::Continue(())
    }
}

/// Options of one or two of nine items, which have these bounds; with `colors`, also of colored
/// items.
pub(crate) fn pairs(bounds: &str, colors: bool) -> Problem {
    let mut text: String = (0..9).map(|item| format!("{bounds}p{item} ")).collect();
    text += "| s0 s1\n";
    for option in 0..45_usize {
        let (first, second) = (option % 9, (option / 9 + 3 * option) % 9);
        text += &format!("p{first}");
        if second != first {
            text += &format!(" p{second}");
        }
        match option % 4 {
            0 if colors => text += &format!(" s0:{}", option % 3),
            1 if colors => text += &format!(" s1:{}", option % 2),
            2 => text += " s1",
            _ => {}
        }
        text.push('\n');
    }
    text.parse().unwrap()
}

#[test]
fn a_walk_ends_with_any_subtree_even_if_its_root_is_an_only_child() {
    let (mut ends, mut only) = (0, 0);
    for (bounds, colors) in [("", true), ("", false), ("0:1|", true), ("1:2|", false)] {
        let problem = pairs(bounds, colors);
        let nodes = nodes_of(&problem);
        let all: HashSet<&Path> = nodes.iter().collect();
        let stride = (nodes.len() / 100).max(1);
        let small = [true, false].map(|small| Tuning {
            small,
            middle: small,
            ..Tuning::default()
        });
        let some = nodes.iter().step_by(stride);
        for path in some.filter(|path| path.level() > 0) {
            let walked = |mut search: Search<'_>, at: &Position| walk_part(&mut search, at, path);
            // A walk begins outside the subtree in which it ends, or at the latest inside the first
            // sibling.
            let (_, above) = path.branches().split_last().expect("it is not the root");
            let inside = Path::new([above, &[1]].concat()).expect("none is 0");
            let inside = Position::inside_of(inside);
            let last = path.branches()[above.len()];
            let after = (last > 1).then(|| {
                let before = Path::new([above, &[last - 1]].concat());
                Position::after(before.expect("none is 0"))
            });
            for at in [Some(inside), after].into_iter().flatten() {
                let expected = walked(Search::new(&problem, Engine::Links), &at);
                for tuning in small {
                    let found = walked(Search::tuned(&problem, tuning), &at);
                    assert!(found == expected, "{bounds}, {colors}: {at:?} to {path}");
                }
            }
            ends += 1;
            let next = Path::new([above, &[last + 1]].concat()).expect("none is 0");
            only += usize::from(last == 1 && !all.contains(&next));
        }
    }
    assert!(ends > 300 && only > 20, "{ends} {only}");
}

#[test]
fn parts_that_are_near_each_other_begin_in_one_sub_problem() {
    for (bounds, colors, always_wide) in [
        ("", false, false),
        ("", true, false),
        ("1:2|", false, false),
        ("1:2|", false, true),
    ] {
        let problem = pairs(bounds, colors);
        let nodes = nodes_of(&problem);
        let tuning = Tuning {
            always_wide,
            ..Tuning::default()
        };
        let mut search = Search::tuned(&problem, tuning);
        let mut lists = Search::new(&problem, Engine::Links);
        // Each part is the subtree of a node; some neighbors in this order are near each other.
        let nodes: Vec<&Path> = nodes.iter().filter(|path| path.level() > 2).collect();
        let parts = nodes.chunks(7).step_by(5).flatten();
        let (mut count, mut begun) = (0, 0);
        for path in parts.take(300) {
            let kept = &search.bits.as_ref().expect("bitmaps search").kept;
            begun += usize::from(kept.level(path.branches()).is_some());
            count += 1;
            let at = Position::inside_of((*path).clone());
            let walked = [&mut search, &mut lists].map(|search| walk_part(search, &at, path));
            assert!(walked[0] == walked[1], "{bounds}, {colors}: {path}");
        }
        // With bounds, a new sub-problem is better, unless it is wide.
        let are_kept = bounds.is_empty() || always_wide;
        assert!(
            count > 50 && (8 * begun > count) == are_kept,
            "{bounds}, {colors}: {begun} of {count}"
        );
    }
}

#[test]
fn tables_count_what_lists_count() {
    let mut used = Names::new();
    let is_for_tables = |shape: &&problems::shapes::Shape| {
        ["constraints", "homomorphism", "wang_tiles"].contains(&shape.name)
    };
    for shape in SHAPES.iter().filter(is_for_tables) {
        for number in 0..40 {
            let mut dice = Dice::new(34, number);
            let size = dice.of_any_size(4, 5000);
            let problem = shape.problem(&mut dice, size).text().parse().unwrap();
            let tuning = Tuning {
                twins: dice.chance(3, 4),
                ..Tuning::default()
            };
            used.extend(compare(&problem, &tuning, dice.chance(1, 2), 60_000));
        }
    }
    for name in ["tables", "twins", "memo"] {
        assert!(used.contains(name), "{name}");
    }
}

/// Levels are compared, too, as a node after a chain is several levels below the chain's first
/// node.
#[test]
fn chains_of_null_moves_count_what_lists_count() {
    let shape = SHAPES.iter().find(|shape| shape.name == "lax_cover");
    let shape = shape.expect("it is a shape");
    let mut used = Names::new();
    for number in 0..40 {
        let mut dice = Dice::new(56, number);
        let size = dice.of_any_size(4, 250);
        let problem = shape.problem(&mut dice, size).text().parse().unwrap();
        let tuning = Tuning {
            keys: dice.chance(1, 2),
            eights: dice.chance(2, 3),
            sweep: dice.chance(4, 5),
            ..Tuning::default()
        };
        for mems in [40_003, 300_000] {
            used.extend(compare(&problem, &tuning, dice.chance(1, 4), mems));
        }
    }
    for name in ["chains", "keys", "single"] {
        assert!(used.contains(name), "{name}");
    }
}

/// The proper colorings of a path's vertices with three colors: 3 * 2^(edges).
fn path_colorings(edges: usize) -> Problem {
    let mut text = (0..edges)
        .map(|edge| format!("e{edge} "))
        .collect::<String>()
        + "|";
    (0..=edges).for_each(|vertex| text += &format!(" v{vertex}"));
    for edge in 0..edges {
        for (here, there) in ["ab", "ac", "ba", "bc", "ca", "cb"].map(|pair| pair.split_at(1)) {
            text += &format!("\ne{edge} v{edge}:{here} v{}:{there}", edge + 1);
        }
    }
    (text + "\n").parse().unwrap()
}

#[test]
fn tables_count_beyond_64_bits() {
    for (edges, profiles) in [
        (10, true),
        (70, true),
        (70, false),
        (140, true),
        (140, false),
    ] {
        let problem = path_colorings(edges);
        let solutions = (0..edges).fold(3.into(), |count: Count, _| count.plus(&count));
        let counted = |tables| {
            let tuning = Tuning {
                tables,
                always_recall: true,
                ..Tuning::default()
            };
            let memo = Memo::new(&problem, 1 << 24, profiles);
            let search = Search::tuned(&problem, tuning).with_stack(LARGE_STACK);
            let mut search = search.with_memo(&memo);
            search.walk(&mut ());
            search.counters().clone()
        };
        let (found, expected) = with_large_stack(|| (counted(true), counted(false)));
        assert_eq!(found.solutions, solutions, "{edges} edges");
        assert_eq!(found.has_profile(), profiles, "{edges} edges");
        match profiles {
            true => assert_eq!(found, expected, "{edges} edges"),
            false => assert_eq!(found.without_profile(), expected.without_profile()),
        }
    }
}
