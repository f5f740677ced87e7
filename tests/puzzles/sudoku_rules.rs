//! Sudokus with rules, from links and texts of other programs to solutions.
//!
//! The puzzles are made by `sudoku make --rules`, and solved again in each form.

use crate::sudoku_filters::run::{Folder, output_of, run};

/// A line of each of some kinds.
const RULES: &str = ".Thermo~R1C1~R2C2~R3C3~R4C4.Arrow~R9C1~R8C2~R7C3.Whisper~5~R1C9~R2C8~R3C7\
    .Renban~R5C1~R5C2~R5C3.Cage~13~R9C7~R9C8~R9C9.WhiteDot~R6C5~R6C6.Sandwich~11~C5\n";

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Puzzles with these rules, and their solutions.
fn made(count: u32) -> (String, Vec<String>) {
    let folder = Folder::new();
    let rules = folder.file("rules", RULES.as_bytes());
    let command = format!("sudoku make --rules {rules} --seed 11 -n {count} --solution");
    let made = text(output_of(&command, b""));
    let solutions = made.lines().filter_map(|line| line.strip_prefix("# "));
    let solutions = solutions.map(str::to_owned).collect();
    (made, solutions)
}

#[test]
fn made_puzzles_are_solved_in_each_form() {
    let (puzzles, solutions) = made(3);
    let expected = solutions.join("\n") + "\n";
    assert_eq!(solutions.len(), 3);
    assert_eq!(
        text(output_of("sudoku solve", puzzles.as_bytes())),
        expected
    );
    assert_eq!(
        text(output_of("sudoku solve --threads 2", puzzles.as_bytes())),
        expected
    );
    for form in ["iss", "link", "fpuzzles"] {
        let written = output_of(&format!("sudoku convert --to {form}"), puzzles.as_bytes());
        assert_eq!(
            text(output_of("sudoku solve", &written)),
            expected,
            "{form}"
        );
    }
    let checked = text(output_of("sudoku check --count-only", puzzles.as_bytes()));
    assert_eq!(checked, "1 solution\n".repeat(3));
}

#[test]
fn the_exact_cover_has_the_same_one_solution() {
    let (puzzle, solutions) = made(1);
    let problem = output_of("gen-sudoku -", puzzle.as_bytes());
    assert_eq!(text(output_of("dlx count", &problem)), "1\n");
    let folder = Folder::new();
    let file = folder.file("problem", &problem);
    let found = output_of("dlx find", &problem);
    for command in [format!("show-sudoku {file}"), "show-sudoku".to_owned()] {
        assert_eq!(
            text(output_of(&command, &found)).trim_end(),
            solutions[0],
            "{command}"
        );
    }
    let picture = text(output_of(&format!("show-sudoku --svg {file}"), &found));
    assert!(
        picture.starts_with("<svg") && picture.contains("thermometer"),
        "{picture}"
    );
    // A digit that breaks the puzzle is found.
    let other = text(found)
        .replace("x00:", "x00:~")
        .replace(":~1", ":2")
        .replace(":~", ":1");
    assert_eq!(
        run(&format!("show-sudoku {file}"), other.as_bytes()).status,
        1
    );
}

#[test]
fn rules_and_clues_that_can_go_are_listed() {
    let puzzle = ".Shape~4x4.~R1C1_1~R1C2_2~R1C3_3~R2C1_3~R4C4_1~R3C1_2.Thermo~R1C1~R1C2.WhiteDot~R1C1~R1C2\n";
    let told = run("sudoku check --redundant", puzzle.as_bytes());
    let line = told.out();
    assert!(line.starts_with("1 solution, redundant: "), "{line}");
    assert!(line.contains("thermometer r1c1 r1c2"), "{line}");
}

#[test]
fn rules_that_contradict_each_other_are_told_and_idle_ones_are_not() {
    let puzzle = ".Shape~6x6.~R1C1_6~R6C6_1.Thermo~R2C2~R1C1~R3C3.Palindrome~R4C1~R5C5\n";
    let told = run("sudoku solve --why", puzzle.as_bytes());
    assert_eq!(told.status, 1);
    let conflict = "r1c1=6 and thermometer r2c2 r1c1 r3c3";
    let line = told.out();
    assert_eq!(
        line,
        format!("0 solutions: these contradict each other: {conflict}\n")
    );
    for less in [
        ".Shape~6x6.~R6C6_1.Thermo~R2C2~R1C1~R3C3.Palindrome~R4C1~R5C5\n",
        ".Shape~6x6.~R1C1_6~R6C6_1.Palindrome~R4C1~R5C5\n",
    ] {
        let told = run("sudoku solve --why", less.as_bytes()).out();
        assert!(!told.starts_with("0 solutions"), "{told}");
    }
}

#[test]
fn true_candidates_are_told_of_puzzles_with_rules_and_without() {
    let ruled = ".Shape~4x4.~R1C1_1.~R2C4_3.Palindrome~R1C3~R2C2~R3C1\n";
    insta::assert_snapshot!(
        "candidates",
        run("sudoku candidates", ruled.as_bytes()).out()
    );
    let counted = run("sudoku candidates --at-least 3", ruled.as_bytes());
    insta::assert_snapshot!("candidates_counted", counted.out());
    let plain = run("sudoku candidates --order 4", b"1...\n...3\n....\n.2..\n");
    insta::assert_snapshot!("candidates_plain", plain.out());
}

#[test]
fn what_is_not_known_is_refused_by_its_name_and_nothing_else_is_lost() {
    let texts = ".Foo~R1C1~R2C2\n\n.Shape~4x4.~R1C1_1~R1C2_2~R1C3_3~R2C1_3~R4C4_1~R3C1_2\n\n.Cage~99~R1C1~R1C2\n";
    let told = run("sudoku solve", texts.as_bytes());
    assert_eq!(told.status, 102);
    insta::assert_snapshot!("refused", told.all());
    for (command, status) in [
        ("sudoku canon", 2),
        ("sudoku solve --path", 2),
        ("sudoku convert --to grid", 2),
        ("gen-sudoku -", 102),
        ("sudoku check", 102),
        ("sudoku candidates", 102),
    ] {
        let told = run(command, b".Foo~R1C1~R2C2\n");
        assert_eq!(told.status, status, "{command}: {}", told.all());
        assert!(!told.stderr.is_empty(), "{command}");
    }
}

#[test]
fn a_puzzle_with_rules_is_drawn() {
    let (puzzle, _) = made(1);
    let drawn = run("sudoku solve --pretty", puzzle.as_bytes());
    insta::assert_snapshot!("drawn", drawn.out());
    let picture = text(output_of("sudoku convert --to svg", puzzle.as_bytes()));
    assert!(picture.contains("</svg>"));
}

#[test]
fn plain_puzzles_have_links_too() {
    let puzzle =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let solution = output_of("sudoku solve", puzzle);
    for form in ["iss", "link", "fpuzzles"] {
        let written = output_of(&format!("sudoku convert --to {form}"), puzzle);
        assert_eq!(output_of("sudoku solve", &written), solution, "{form}");
    }
}

#[test]
fn a_link_that_is_cut_off_is_refused_and_other_verbs_say_what_it_is() {
    let link = b"https://f-puzzles.com/?load=N4IgzglgXgpi\n";
    let told = run("sudoku solve", link);
    assert_eq!(told.status, 102);
    assert!(
        told.all()
            .contains("sudoku: the link is damaged, or cut off"),
        "{}",
        told.all()
    );
    let told = run("sudoku rate", link);
    assert_eq!(told.status, 1);
    assert!(told.all().contains("a link of f-puzzles"), "{}", told.all());
}

#[test]
fn plain_puzzles_that_look_like_texts_of_rules_stay_plain() {
    let rows = "[[5,3,0,0,7,0,0,0,0],[6,0,0,1,9,5,0,0,0],[0,9,8,0,0,0,0,6,0],[8,0,0,0,6,0,0,0,3],\
        [4,0,0,8,0,3,0,0,1],[7,0,0,0,2,0,0,0,6],[0,6,0,0,0,0,2,8,0],[0,0,0,4,1,9,0,0,5],\
        [0,0,0,0,8,0,0,7,9]]";
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
    let json = format!("{{\"grid\": {rows}}}\n");
    assert_eq!(text(output_of("sudoku solve", json.as_bytes())), solution);
    // It begins with a dot, as texts of rules do.
    let turned: String = solution
        .trim()
        .chars()
        .enumerate()
        .map(|(place, sign)| match place % 5 {
            0 => '.',
            _ => sign,
        })
        .collect();
    assert_eq!(text(output_of("sudoku solve", turned.as_bytes())), solution);
}
