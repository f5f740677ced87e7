//! `sudoku solve` and `sudoku hint`, and the explanations behind them.
//!
//! Chains are checked link by link against the rules of Sudoku: a candidate that is right excludes
//! the others of its cell and of its digit in its houses, and a wrong one leaves the only other
//! one.

use crate::grids::{PUZZLE, SOLVED};
use crate::sudoku_filters::run::{Folder, run};
use dlx3::sudoku::hint_picture::svg;
use dlx3::sudoku::logic::{
    Advice, Candidate, Explanation, Ladder, Link, Marks, Position, Regions, Technique, advise,
};

const STEPS: &str = include_str!("../../testdata/sudoku/steps.txt");
const RATINGS: &str = include_str!("../../testdata/sudoku/ratings.txt");
const HYPER: &str = include_str!("../../testdata/sudoku/steps-hyper.txt");
const DIAGONAL: &str = include_str!("../../testdata/sudoku/steps-diagonal.txt");
const BOTH: &str = include_str!("../../testdata/sudoku/steps-both.txt");
/// Puzzles whose paths have a unique rectangle (in the last one, a bivalue universal grave) that
/// makes a set with other cells.
const SETS: [&str; 4] = [
    ".3...29..9....4..36...98.7.79...........8.6...561...2....6.3....1....4....8.4..3.",
    "....8....5.4.3....9....12.8...67...2.1.....6..3.....79...4....5.9.2.3....57.1....",
    "..1.....3.73.2..1...47.12.....564....65........8..23..1....68.2....1..3.8...7...4",
    "....31.4..5..8...2.4.75......56.....2....51..71.......8.74.26........4..1......39",
];

fn clues(line: &str) -> [u8; 81] {
    let digits = line.bytes().take(81).map(|byte| match byte {
        b'1'..=b'9' => byte - b'0',
        _ => 0,
    });
    digits.collect::<Vec<u8>>().try_into().unwrap()
}

fn sees(one: u8, other: u8) -> bool {
    let [(row, column), (its_row, its_column)] = [one, other].map(|cell| (cell / 9, cell % 9));
    let same_box = row / 3 == its_row / 3 && column / 3 == its_column / 3;
    one != other && (row == its_row || column == its_column || same_box)
}

/// Whether a link follows from the marks alone.
fn holds(link: &Link, marks: &Marks) -> bool {
    let (from, to) = (link.from, link.to);
    let has = |cell: u8, digit: u8| marks.has(cell.into(), usize::from(digit) - 1);
    let same_cell = from.cell == to.cell && from.digit != to.digit;
    let same_digit = from.digit == to.digit && sees(from.cell, to.cell);
    let weak = same_cell || same_digit;
    if from.on {
        return weak && !to.on;
    }
    let two_in_cell = same_cell && marks.size(from.cell.into()) == 2;
    let house = |inside: &dyn Fn(u8) -> bool| {
        let places = (0..81).filter(|&cell| inside(cell) && has(cell, from.digit));
        inside(from.cell) && inside(to.cell) && places.count() == 2
    };
    let (row, column) = (from.cell / 9, from.cell % 9);
    let in_box = |cell: u8| cell / 27 == row / 3 && cell % 9 / 3 == column / 3;
    let houses: [&dyn Fn(u8) -> bool; 3] =
        [&|cell| cell / 9 == row, &|cell| cell % 9 == column, &in_box];
    let two_in_house = same_digit && houses.into_iter().any(house);
    to.on && (two_in_cell || two_in_house)
}

/// Calls `look` with every step of some paths, and the marks before it.
fn each_step(lines: &str, mut look: impl FnMut(&Explanation, &Marks)) {
    let mut ladder = Ladder::new();
    for line in lines.lines() {
        let clues = clues(line);
        let mut marks = Marks::new(&clues);
        for step in ladder.path(&clues) {
            look(&Explanation::new(&step, &marks), &marks);
            step.apply(&mut marks);
        }
    }
}

#[test]
fn links_of_simple_chains_follow_from_the_marks() {
    let mut seen = 0;
    each_step(STEPS, |step, marks| {
        let simple = [
            Technique::Cycle,
            Technique::ForcingChain,
            Technique::MultipleChains,
        ];
        if !simple.contains(&step.technique) {
            return;
        }
        for link in step.chains.iter().flatten() {
            assert!(holds(link, marks), "{link:?} in {step:?}");
            seen += 1;
        }
    });
    assert!(seen > 500, "{seen}");
}

#[test]
fn a_link_begins_with_the_assumption_or_with_the_end_of_links_before() {
    each_step(STEPS, |step, _| {
        assert_eq!(step.chains.len(), step.starts.len());
        for (chain, &start) in step.chains.iter().zip(&step.starts) {
            let mut known = vec![start];
            for link in chain {
                assert!(known.contains(&link.from), "{link:?} in {step:?}");
                known.push(link.to);
            }
        }
    });
}

#[test]
fn an_explanation_speaks_of_candidates_that_are_there() {
    each_step(STEPS, |step, marks| {
        let all = step.removed.iter().chain(&step.candidates);
        for candidate in all.chain(&step.placed) {
            let &Candidate { cell, digit } = candidate;
            let there = marks.has(cell.into(), usize::from(digit) - 1);
            assert!(there, "{candidate:?} in {step:?}");
        }
        assert!(
            !step.candidates.is_empty() && !step.cells.is_empty(),
            "{step:?}"
        );
        assert!(step.placed.is_some() || !step.removed.is_empty());
        for text in [&step.place, &step.sentence] {
            assert!(text.ends_with('.') && !text.contains("  "), "{text}");
        }
    });
}

/// There are as many cells as digits, and all digits but at most one can be there only once. So
/// each removed digit is there, and the sentence names its places, which the removed candidate
/// sees.
#[test]
fn the_sentence_of_a_bent_wing_names_the_places_that_a_removed_candidate_sees() {
    let mut seen = [0, 0];
    each_step(STEPS, |step, marks| {
        let wings = [
            Technique::WxyzWing,
            Technique::VwxyzWing,
            Technique::UvwxyzWing,
            Technique::TuvwxyzWing,
        ];
        if !wings.contains(&step.technique) {
            return;
        }
        let places = |digit: u8| -> Vec<u8> {
            let has = |&cell: &u8| marks.has(cell.into(), usize::from(digit) - 1);
            step.cells.iter().copied().filter(has).collect()
        };
        let all: Vec<u8> = (1..=9).filter(|&digit| !places(digit).is_empty()).collect();
        assert_eq!(all.len(), step.cells.len(), "{step:?}");
        let is_once = |&digit: &u8| {
            let places = places(digit);
            let mut pairs =
                (places.iter()).flat_map(|&one| places.iter().map(move |&two| (one, two)));
            pairs.all(|(one, two)| one == two || sees(one, two))
        };
        let (once, often): (Vec<u8>, Vec<u8>) = all.iter().partition(|digit| is_once(digit));
        assert!(once.len() + 1 >= all.len(), "{step:?}");
        seen[usize::from(often.is_empty())] += 1;
        for gone in &step.removed {
            assert!(often.is_empty() || often == [gone.digit], "{step:?}");
            let places = places(gone.digit);
            assert!(
                places.iter().all(|&place| sees(place, gone.cell)),
                "{step:?}"
            );
            let names = places
                .iter()
                .map(|place| format!("r{}c{}", place / 9 + 1, place % 9 + 1));
            let names = names.collect::<Vec<_>>().join(", ");
            let said = step.sentence.replace(" or ", ", ");
            let expected = format!("{} is in {names}", gone.digit);
            assert!(said.contains(&expected), "{expected}: {}", step.sentence);
        }
    });
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// The digit is on at least one side of each house, and on at most one side of each joint.
#[test]
fn the_sides_of_strong_links_leave_no_place_that_sees_both_ends() {
    let (mut chains, mut rings) = (0, 0);
    let mut ladder = Ladder::new();
    for line in STEPS.lines() {
        let clues = clues(line);
        let mut marks = Marks::new(&clues);
        for step in ladder.path(&clues) {
            let sides = &step.reason.sides;
            if let ([first, ..], [.., last]) = (&sides[..], &sides[..]) {
                let digit = step.reason.digits.trailing_zeros() as usize;
                for (house, [one, other]) in step.reason.houses.iter().zip(sides) {
                    let inside = |cell: u8| match house {
                        0..9 => cell / 27 * 3 + cell % 9 / 3 == *house,
                        9..18 => cell / 9 == house - 9,
                        _ => cell % 9 == house - 18,
                    };
                    let places =
                        (0..81).filter(|&cell| inside(cell) && marks.has(cell.into(), digit));
                    assert!(
                        places
                            .into_iter()
                            .all(|cell| one.contains(&cell) || other.contains(&cell))
                    );
                }
                let apart = |one: &[u8], other: &[u8]| {
                    one.iter()
                        .all(|&one| other.iter().all(|&other| sees(one, other)))
                };
                let joints = sides.windows(2).map(|pair| [&pair[0][1], &pair[1][0]]);
                let mut joints: Vec<[&Vec<u8>; 2]> = joints.collect();
                assert!(
                    joints.iter().all(|[one, other]| apart(one, other)),
                    "{step:?}"
                );
                let ends = [&first[0], &last[1]];
                if apart(ends[0], ends[1]) {
                    joints.push(ends);
                    rings += 1;
                } else {
                    joints = vec![ends];
                    chains += 1;
                }
                for &(cell, _) in &step.removed {
                    let seen =
                        |joint: &[&Vec<u8>; 2]| joint.iter().all(|side| apart(side, &[cell]));
                    assert!(joints.iter().any(seen), "{step:?}");
                }
                let explanation = Explanation::new(&step, &marks);
                for &cell in sides.iter().flatten().flatten() {
                    let name = format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
                    assert!(explanation.sentence.contains(&name), "{explanation:?}");
                }
            }
            step.apply(&mut marks);
        }
    }
    assert!(chains > 20, "{chains} chains and {rings} rings");
}

/// A pattern of each simple kind, as its name defines it.
#[test]
fn patterns_are_what_their_names_say() {
    each_step(STEPS, |step, marks| {
        let sizes: Vec<u32> = (step.cells.iter())
            .map(|&cell| marks.size(cell.into()))
            .collect();
        match step.technique {
            Technique::NakedSingle => assert_eq!(sizes, [1]),
            Technique::NakedPair => assert_eq!(sizes, [2, 2]),
            Technique::XyWing => assert_eq!(sizes, [2, 2, 2]),
            Technique::XyzWing => {
                let mut sorted = sizes.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, [2, 2, 3]);
            }
            Technique::XWing => {
                assert_eq!((step.cells.len(), step.houses.len()), (4, 4));
                assert_eq!(step.candidates.len(), 4);
            }
            Technique::Pointing => assert!(step.houses[0] < 9 && step.houses[1] >= 9),
            Technique::Claiming => assert!(step.houses[0] >= 9 && step.houses[1] < 9),
            _ => {}
        }
    });
}

#[test]
fn advice_follows_the_digits_and_marks_of_the_player() {
    let (puzzle, solution) = (clues(PUZZLE), clues(SOLVED));
    let mut ladder = Ladder::new();
    let mut ask = |clues: &[u8; 81], digits: &[u8; 81], marks: Option<&[u16; 81]>| {
        let position = Position {
            regions: Regions::None,
            clues,
            digits,
            marks,
        };
        advise(&mut ladder, position, &|| false)
    };
    assert_eq!(ask(&puzzle, &solution, None), Advice::Solved);
    assert_eq!(ask(&[0; 81], &[0; 81], None), Advice::Several);
    let mut clash = [0; 81];
    (clash[0], clash[1]) = (5, 5);
    assert_eq!(ask(&clash, &[0; 81], None), Advice::NoSolution);
    // A wrong digit, and marks that lack the right one (which is 4).
    let (mut digits, mut marks) = ([0; 81], [0; 81]);
    (digits[80], digits[3], marks[2]) = (1, 6, 0b110);
    let wrong = Advice::Wrong {
        digits: vec![],
        marks: vec![Candidate { cell: 2, digit: 4 }],
    };
    digits[80] = 9;
    assert_eq!(ask(&puzzle, &digits, Some(&marks)), wrong);
    (digits[3], marks[2]) = (2, 0);
    let wrong = Advice::Wrong {
        digits: vec![3],
        marks: vec![],
    };
    assert_eq!(ask(&puzzle, &digits, Some(&marks)), wrong);
    // The last cell, with or without marks.
    let mut digits = solution;
    digits[40] = 0;
    let mut clues = digits;
    clues[0] = 0;
    for marks in [None, Some(&[0; 81])] {
        let Advice::Step(step) = ask(&clues, &digits, marks) else {
            panic!();
        };
        assert_eq!(step.placed, Some(Candidate { cell: 40, digit: 5 }));
        assert_eq!(step.technique, Technique::LastValue);
        assert_eq!(step.tenths, 10);
    }
    // A single remaining mark is a naked single.
    let mut marks = [0; 81];
    marks[2] = 1 << 3;
    let mut alone = Marks::with_sets(&puzzle, &marks);
    assert_eq!(alone.digits(2), 1 << 3);
    alone.place(2, 3);
    assert_eq!(alone.placed(2), 4);
}

#[test]
fn each_puzzle_has_its_solution_in_a_line() {
    let none = format!("55{}", ".".repeat(79));
    let many = ".".repeat(81);
    let input = format!("{PUZZLE}\n{none}\n{many}\noops\n{PUZZLE}\n");
    for threads in ["1", "3"] {
        let solved = run(
            &format!("sudoku solve --threads {threads}"),
            input.as_bytes(),
        );
        let expected = [
            SOLVED,
            "0 solutions: digit 5 appears twice in row 1",
            "1000 or more solutions, such as two that differ in",
            "bad puzzle",
            SOLVED,
        ];
        let out = solved.out();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), expected.len());
        for (line, expected) in lines.into_iter().zip(expected) {
            assert_eq!(line.get(..expected.len()), Some(expected));
        }
        assert_eq!(solved.status, 1);
    }
    assert_eq!(run("sudoku solve", PUZZLE.as_bytes()).status, 0);
}

#[test]
fn several_solutions_are_printed_if_they_are_asked_for() {
    // Two rectangles of 4x4 that can be exchanged: rows 1 and 2 of the grid 1234 3412 2143 4321.
    let puzzle = b"..34..122143432.";
    let solved = run("sudoku solve --order 4 --solutions 9", puzzle);
    let mut lines: Vec<String> = solved.out().lines().map(str::to_owned).collect();
    lines.sort_unstable();
    for line in &lines {
        let shown = run("sudoku check --count-only --order 4", line.as_bytes());
        assert_eq!(shown.out(), "1 solution\n");
    }
    assert!(lines.contains(&"1234341221434321".to_owned()), "{lines:?}");
    assert_eq!(solved.status, i32::from(lines.len() > 1));
}

#[test]
fn other_boards_are_solved_and_drawn() {
    let folder = Folder::new();
    let cages = folder.file("cages", b"7 r1c1 r2c1\n");
    // r1c1 is 3 or 4, and rows below leave it 3.
    let shown = run(
        &format!("sudoku solve --order 4 --pretty --killer {cages}"),
        b"...................".get(..16).unwrap(),
    );
    let out = shown.out();
    assert!(
        out.starts_with("48 solutions, such as two that differ in r3c2 "),
        "{out}"
    );
    let shown = run("sudoku solve --order 4 --pretty", b"1234341221434.2.");
    let expected = "\
+-------+-------+
| 1   2 | 3   4 |
| 3   4 | 1   2 |
+-------+-------+
| 2   1 | 4   3 |
| 4   3 | 2   1 |
+-------+-------+
";
    assert_eq!(shown.out(), expected);
}

/// The ratings of paths are those of the reference, and the last line is the solution.
#[test]
fn a_path_has_the_ratings_of_the_reference_and_ends_with_the_solution() {
    let lines: Vec<&str> = RATINGS.lines().step_by(8).take(40).collect();
    let input: String = lines
        .iter()
        .map(|line| format!("{}\n", &line[..81]))
        .collect();
    let solved = run("sudoku solve", input.as_bytes()).out();
    let path = run("sudoku solve --path", input.as_bytes()).out();
    let mut path = path.lines().filter(|line| !line.contains('\t'));
    for (line, solution) in lines.iter().zip(solved.lines()) {
        let ratings = line[82..].split(' ').zip(["ER", "EP", "ED"]);
        let ratings: Vec<String> = ratings
            .map(|(rating, name)| format!("{name} {rating}"))
            .collect();
        assert_eq!(path.next(), Some(&ratings.join(", ")[..]), "{line}");
        assert_eq!(path.next(), Some(solution));
    }
    assert_eq!(path.next(), None);
}

#[test]
fn a_hint_tells_more_at_each_level() {
    // In box 5, 5 can only go to the middle cell, the last one that is empty.
    let mut puzzle = SOLVED.to_owned();
    puzzle.replace_range(40..41, ".");
    puzzle.replace_range(0..1, ".");
    let hint = |level: u8| run(&format!("sudoku hint --level {level}"), puzzle.as_bytes()).out();
    assert_eq!(hint(1), "Look at box 1.\n");
    assert_eq!(hint(2), "Look at box 1.\nLast value (1.0)\n");
    let all = "Look at box 1.\nLast value (1.0)\nr1c1=5\n\
               r1c1 is the last empty cell of box 1, so it is 5.\n";
    assert_eq!(hint(3), all);
}

/// A position, and its only chain: see the example of forcing chains.
fn chain() -> String {
    run("sudoku techniques forcing-chain --example", b"").out()
}

#[test]
fn the_last_level_of_a_hint_has_a_reason_for_each_link_and_the_usual_names() {
    let told = run("sudoku hint --level 4", chain().as_bytes()).out();
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[1].starts_with("Forcing chain (7."), "{told}");
    assert!(
        lines[2].starts_with("Also called: ") && lines[2].contains("AIC"),
        "{told}"
    );
    let links: Vec<&&str> = lines.iter().filter(|line| line.starts_with("  ")).collect();
    assert!(links.len() > 2, "{told}");
    for link in links {
        let (_, reason) = link.split_once(": ").expect(link);
        let is_known = ["only place for ", "only digit left in "];
        let is_known = is_known.iter().any(|begin| reason.starts_with(begin));
        assert!(is_known || reason.contains(" has one "), "{link}");
    }
    // The same as a path.
    let path = run("sudoku solve --path --reasons", chain().as_bytes()).out();
    assert!(
        path.lines()
            .nth(1)
            .unwrap()
            .ends_with(lines[5].trim_start()),
        "{path}"
    );
}

#[test]
fn all_steps_begin_with_the_hint_and_json_has_the_same() {
    let puzzle = chain();
    let hint = run("sudoku hint --level 3", puzzle.as_bytes()).out();
    let effect = hint.lines().nth(2).unwrap();
    let all = run("sudoku hint --all", puzzle.as_bytes()).out();
    let steps: Vec<Vec<&str>> = (all.lines())
        .filter(|line| !line.starts_with('\t'))
        .map(|line| line.split('\t').collect())
        .collect();
    assert!(
        steps.len() > 1 && steps.iter().any(|step| step[2] == effect),
        "{all}"
    );
    let json = run("sudoku hint --all --json", puzzle.as_bytes()).out();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["advice"], "steps");
    let effects = value["steps"].as_array().unwrap().iter();
    let effects: Vec<&str> = effects
        .map(|step| step["effect"].as_str().unwrap())
        .collect();
    assert_eq!(
        effects,
        steps.iter().map(|step| step[2]).collect::<Vec<_>>()
    );
    let json = run("sudoku hint --json", puzzle.as_bytes()).out();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&value["advice"], &value["step"]["effect"]),
        (&"step".into(), &effect.into())
    );
    let json = run("sudoku hint --json", SOLVED.as_bytes()).out();
    assert_eq!(json, "{\"advice\":\"solved\"}\n");
}

#[test]
fn each_technique_has_a_page_whose_example_is_a_puzzle() {
    let names = run("sudoku techniques", b"").out();
    assert_eq!(names.lines().count(), Technique::ALL.len());
    for name in [
        "x-wing",
        "xy-wing",
        "naked-triplet",
        "multiple-forcing-chains",
    ] {
        let page = run(&format!("sudoku techniques {name}"), b"").out();
        let example = run(&format!("sudoku techniques {name} --example"), b"").out();
        assert!(page.contains(&example), "{page}");
        let hint = run("sudoku hint --level 2", example.as_bytes()).out();
        assert_eq!(
            hint.lines().nth(1).unwrap().split(" (").next(),
            page.lines().next()
        );
    }
    assert_eq!(run("sudoku techniques guess", b"").status, 2);
}

#[test]
fn a_puzzle_without_solutions_tells_what_cannot_be_had_together() {
    let mut puzzle = ".".repeat(81);
    for (cell, digit) in [(4, "1"), (16, "1"), (18, "2"), (19, "3"), (20, "4")] {
        puzzle.replace_range(cell..cell + 1, digit);
    }
    let told = run("sudoku solve --why", puzzle.as_bytes());
    let expected = "0 solutions: No place is left for 1 in row 3.\n";
    assert_eq!((told.status, &told.out()[..]), (1, expected));
    let mut entered = PUZZLE.to_owned();
    // r1c3 is 4.
    entered.replace_range(2..3, "2");
    let told = run("sudoku solve --why", entered.as_bytes()).out();
    assert!(told.starts_with("0 solutions: "), "{told}");
    let told = run("sudoku solve --why", PUZZLE.as_bytes()).out();
    assert_eq!(told, format!("{SOLVED}\n"));
}

#[test]
fn made_cages_are_read_again_and_have_one_solution() {
    let made = run("sudoku make --cages --seed 1 --order 6 --solution", b"").out();
    let (cages, solution) = made.trim_end().rsplit_once("\n# ").unwrap();
    assert!(
        cages.lines().all(|cage| cage.split(' ').count() > 1),
        "{cages}"
    );
    let folder = Folder::new();
    let file = folder.file("cages", cages.as_bytes());
    let empty = ".".repeat(36);
    let solved = run(
        &format!("sudoku solve --order 6 --killer {file}"),
        empty.as_bytes(),
    )
    .out();
    assert_eq!(solved.trim_end(), solution);
}

#[test]
fn hints_say_what_is_wrong() {
    let folder = Folder::new();
    let puzzle = folder.file("puzzle", PUZZLE.as_bytes());
    let mut entered = PUZZLE.to_owned();
    // r1c3 is 4.
    entered.replace_range(2..3, "2");
    let told = run(
        &format!("sudoku hint --puzzle {puzzle}"),
        entered.as_bytes(),
    );
    assert_eq!((told.status, &told.out()[..]), (1, "wrong: r1c3\n"));
    let told = run("sudoku hint", entered.as_bytes());
    assert_eq!((told.status, &told.out()[..]), (1, "0 solutions\n"));
    let told = run("sudoku hint", SOLVED.as_bytes());
    assert_eq!((told.status, &told.out()[..]), (0, "solved\n"));
    let other = SOLVED.replace('1', "x").replace('2', "1").replace('x', "2");
    let told = run(&format!("sudoku hint --puzzle {puzzle}"), other.as_bytes());
    assert_eq!(told.status, 1);
    let message = String::from_utf8(told.stderr).unwrap();
    assert!(message.contains("lacks or changes a clue"), "{message}");
}

#[test]
fn steps_are_told_of_boards_that_techniques_know() {
    let folder = Folder::new();
    let cages = folder.file("cages", b"7 r1c1 r2c1\n");
    let columns = folder.file("columns", "ABCDEFGHI\n".repeat(9).as_bytes());
    let jigsaw = format!("--jigsaw {columns}");
    for board in ["--order 6", &jigsaw, &format!("--killer {cages}")] {
        let told = run(&format!("sudoku solve --path {board}"), b"");
        assert_eq!(told.status, 2, "{board}");
    }
    for board in ["--order 6", &jigsaw] {
        let told = run(&format!("sudoku hint {board}"), b"");
        assert_eq!(told.status, 2, "{board}");
    }
}

/// A hyper Sudoku and one with diagonals, with steps that only the added houses make possible:
/// cells that see each other in no row, column or box.
#[test]
fn hints_and_paths_look_at_windows_and_diagonals() {
    for (option, lines) in [("--hyper", HYPER), ("--diagonal", DIAGONAL)] {
        let (mut by_window, mut by_diagonal) = (0, 0);
        for line in lines.lines() {
            let puzzle = &line[..81];
            let solved = run(&format!("sudoku solve {option}"), puzzle.as_bytes());
            let told = run(&format!("sudoku solve --path {option}"), puzzle.as_bytes());
            assert_eq!(told.status, 0, "{puzzle}");
            let path = String::from_utf8(told.stdout).unwrap();
            let solution = String::from_utf8(solved.stdout).unwrap();
            assert!(path.ends_with(&solution), "{path}");
            by_window +=
                path.matches("n window r").count() + path.matches("n hidden window").count();
            by_diagonal += path.matches("n the diagonal from top").count();
            // The first step is that of the hint.
            let hint = run(
                &format!("sudoku hint --level 3 {option}"),
                puzzle.as_bytes(),
            );
            let hint = String::from_utf8(hint.stdout).unwrap();
            let first: Vec<&str> = path.lines().next().unwrap().split('\t').collect();
            let told: Vec<&str> = hint.lines().collect();
            assert!(told[1].ends_with(&format!("({})", first[0])), "{hint}");
            assert_eq!(told[2..4], first[2..4], "{hint}");
        }
        let is_hyper = option == "--hyper";
        assert_eq!((by_window > 0, by_diagonal > 0), (is_hyper, !is_hyper));
    }
}

/// For each board, a technique whose first step uses a window or a diagonal.
#[test]
fn hints_are_drawn_on_boards_with_windows_and_diagonals() {
    for (regions, option, lines) in [
        (Regions::Diagonals, "--diagonal", DIAGONAL),
        (Regions::Windows, "--hyper", HYPER),
        (Regions::Both, "--diagonal --hyper", BOTH),
    ] {
        let puzzle = &lines[..81];
        let clues = clues(puzzle);
        let (mut marks, mut ladder) = (Marks::on(regions, &clues), Ladder::new());
        let (mut seen, mut drawn) = (Vec::new(), 0);
        while !marks.is_full() {
            let step = ladder.next(&marks).unwrap();
            let is_first = !seen.contains(&step.technique);
            seen.push(step.technique);
            if is_first && step.reason.houses.iter().any(|&house| house >= 27) {
                let name = step.technique.name();
                let command = format!("show-sudoku --hint --svg {option} --technique {name}");
                let picture = run(&command, puzzle.as_bytes());
                assert_eq!(picture.status, 0, "{command}");
                let expected = svg(&Explanation::new(&step, &marks), &marks, &clues);
                assert!(picture.out() == expected, "{command}");
                drawn += 1;
            }
            step.apply(&mut marks);
        }
        assert!(drawn > 0, "{option}");
        // Boxes, rows and columns alone leave several solutions.
        let plain = run("show-sudoku --hint --svg", puzzle.as_bytes());
        assert_eq!(plain.status, 1);
        let refused = run(&format!("show-sudoku {option}"), b"");
        assert_eq!(refused.status, 2);
    }
}

#[test]
fn a_set_that_cells_make_as_one_cell_names_the_others() {
    let (mut naked, mut hidden, mut graves) = (0, 0, 0);
    let mut ladder = Ladder::new();
    for line in SETS {
        let clues = clues(line);
        let mut marks = Marks::new(&clues);
        for step in ladder.path(&clues) {
            let told = Explanation::new(&step, &marks);
            if let Some(set) = &step.reason.others {
                // The cells that count as one, and their candidates beside the digits of a loop.
                let digits = |cell: u8| marks.digits(cell.into());
                let reason = &step.reason;
                let (mut rich, mut extra) = (reason.cells.clone(), reason.digits);
                if step.technique == Technique::UniqueLoop {
                    rich.retain(|&cell| digits(cell) & !reason.digits != 0);
                    extra = rich.iter().fold(0, |all, &cell| all | digits(cell)) & !reason.digits;
                }
                graves += usize::from(step.technique == Technique::Grave);
                assert_eq!(rich.len(), 2);
                assert_eq!(set.digits.count_ones() as usize, set.cells.len() + 1);
                let places: Vec<u8> = (0..81).filter(|&cell| in_house(set.house, cell)).collect();
                assert!(
                    set.cells
                        .iter()
                        .chain(&rich)
                        .all(|cell| places.contains(cell))
                );
                match set.is_hidden {
                    true => {
                        hidden += 1;
                        let inside = |cell: &u8| set.cells.contains(cell) || rich.contains(cell);
                        let others = places.iter().filter(|cell| !inside(cell));
                        assert!(others.copied().all(|cell| digits(cell) & set.digits == 0));
                    }
                    false => {
                        naked += 1;
                        let all = set
                            .cells
                            .iter()
                            .fold(extra, |all, &cell| all | digits(cell));
                        assert_eq!(all & !set.digits, 0);
                    }
                }
                for &cell in &set.cells {
                    let name = format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
                    assert!(
                        told.sentence.contains(&format!("they and {name}")),
                        "{}",
                        told.sentence
                    );
                }
            }
            step.apply(&mut marks);
        }
    }
    assert!(
        naked > graves && hidden > 0 && graves > 0,
        "{naked} {hidden} {graves}"
    );
}

/// Whether a cell lies in a box, row or column, by the number of the house.
fn in_house(house: u8, cell: u8) -> bool {
    let (row, column) = (cell / 9, cell % 9);
    let own = match house / 9 {
        0 => row / 3 * 3 + column / 3,
        1 => row,
        _ => column,
    };
    own == house % 9
}
