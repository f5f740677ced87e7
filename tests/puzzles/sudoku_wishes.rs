//! `sudoku make` with wishes: ratings, techniques, patterns.
//!
//! The puzzles are judged by `sudoku check`, and by `sudoku rate` and `sudoku solve --path`, whose
//! ratings are compared with the reference elsewhere.

use crate::sudoku_filters::run::{Folder, output_of, run};
use dlx3::sudoku::logic::Technique;

fn lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8(text.to_vec()).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The ER of each puzzle of a board.
fn rating(board: &str, puzzles: &[u8]) -> Vec<f64> {
    let rated = output_of(&format!("sudoku rate --sukaku {board}"), puzzles);
    let rated = lines(&rated);
    let column = |line: &String| line.rsplit('\t').nth(2).unwrap().parse().unwrap();
    rated.iter().skip(1).map(column).collect()
}

#[test]
fn ratings_lie_in_the_range_asked_for() {
    for (wish, low, high) in [
        ("--rating 1.2:1.2", 1.2, 1.2),
        ("--rating 2.0:2.6", 2.0, 2.6),
        ("--rating 6.6:7.2", 6.6, 7.2),
        ("--rating 7:8.5", 7.0, 8.5),
        ("--difficulty easy", 1.0, 1.5),
        ("--difficulty medium", 1.7, 2.8),
        ("--difficulty hard", 3.0, 5.4),
        ("--difficulty evil", 6.5, 11.9),
    ] {
        let made = output_of(&format!("sudoku make --seed 4 -n 3 {wish}"), b"");
        for er in rating("", &made) {
            assert!((low..=high).contains(&er), "{wish}: {er}");
        }
        assert_eq!(run("sudoku check --count-only", &made).status, 0);
        assert_eq!(lines(&made).len(), 3);
    }
}

#[test]
fn puzzles_with_diagonals_or_windows_are_hard_or_minimal_if_that_is_asked_for() {
    let options = "--seed 4 --rating";
    for (range, board) in [("2.3:4.2", "--hyper"), ("6.6:7.2", "--hyper")] {
        let make = format!("sudoku make {options} {range} --minimal {board}");
        let made = output_of(&make, b"");
        let checked = run(&format!("sudoku check {board}"), &made);
        assert_eq!(checked.out(), "1 solution, minimal\n", "{make}");
        let er = rating(board, &made)[0];
        let (low, high) = range.split_once(':').unwrap();
        let range = low.parse().unwrap()..=high.parse().unwrap();
        assert!(range.contains(&er), "{make}: {er}");
    }
    // Without needless clues, hardly any puzzle of this board is as easy.
    let board = "--diagonal --hyper";
    let made = output_of(&format!("sudoku make {options} 1.2:1.2 {board}"), b"");
    assert_eq!(rating(board, &made), [1.2]);
    let checked = run(&format!("sudoku check {board}"), &made);
    assert_eq!(checked.out(), "1 solution, not minimal\n");
}

/// Boards with houses beside boxes, rows and columns.
const BOARDS: [&str; 3] = ["--diagonal", "--hyper", "--diagonal --hyper"];

#[test]
fn ratings_lie_in_the_range_on_boards_with_diagonals_and_windows() {
    for board in BOARDS {
        for (wish, low, high) in [
            ("--rating 1.2:1.5", 1.2, 1.5),
            ("--rating 3.0:4.0", 3.0, 4.0),
            ("--rating 1.7:4.2 --symmetry rotate180", 1.7, 4.2),
            ("--difficulty easy --by rating", 1.0, 1.5),
            ("--difficulty medium --by rating", 1.7, 2.9),
            ("--difficulty hard --by rating", 3.0, 5.4),
        ] {
            let make = format!("sudoku make --seed 4 -n 2 {wish} {board}");
            let made = output_of(&make, b"");
            assert_eq!(lines(&made).len(), 2);
            for er in rating(board, &made) {
                assert!((low..=high).contains(&er), "{make}: {er}");
            }
            let check = format!("sudoku check --count-only {board}");
            assert_eq!(run(&check, &made).status, 0, "{make}");
        }
        // Without the houses that the board adds there are several solutions.
        let made = output_of(
            &format!("sudoku make --seed 4 --rating 3.0:4.0 {board}"),
            b"",
        );
        assert_eq!(run("sudoku check", &made).status, 1);
    }
}

#[test]
fn techniques_are_needed_on_boards_with_diagonals_and_windows() {
    for board in BOARDS {
        for name in ["naked-single", "generalized-intersection"] {
            needs(name, board);
        }
    }
    needs("naked-pair", "--hyper");
}

#[test]
fn the_technique_is_needed_and_none_is_harder() {
    for name in [
        "naked-single",
        "pointing",
        "naked-pair",
        "xy-wing",
        "forcing-chain",
    ] {
        needs(name, "");
    }
}

/// Makes a puzzle for a technique, which must be the last one of its path.
fn needs(name: &str, board: &str) {
    let make = format!("sudoku make --seed 9 --technique {name} {board}");
    let made = output_of(&make, b"");
    let path = lines(&output_of(&format!("sudoku solve --path {board}"), &made));
    let of = |line: &String| {
        let column = line.split('\t').nth(1).filter(|name| !name.is_empty())?;
        let mut all = Technique::ALL.into_iter();
        all.position(|known| known.name() == column)
    };
    let hardest = path.iter().filter_map(of).max().unwrap();
    assert_eq!(Technique::ALL[hardest].name(), name, "{path:?}");
}

#[test]
fn clues_stand_in_the_pattern() {
    let folder = Folder::new();
    // A frame, a cross and four corners of the middle box: 37 cells.
    let pattern = "\
x.xx.xx.x
.x..x..x.
x.x...x.x
x..x.x..x
.x..x..x.
x..x.x..x
x.x...x.x
.x..x..x.
x.xx.xx.x
";
    let file = folder.file("pattern", pattern.as_bytes());
    let made = output_of(&format!("sudoku make --seed 1 -n 3 --pattern {file}"), b"");
    let flat: Vec<u8> = pattern.bytes().filter(|byte| *byte != b'\n').collect();
    for line in lines(&made) {
        let same = line.bytes().zip(&flat);
        assert!(
            same.clone()
                .all(|(sign, cell)| (sign == b'.') == (*cell == b'.')),
            "{line}"
        );
    }
    assert_eq!(run("sudoku check --count-only", &made).status, 0);
    let wish = format!("sudoku make --seed 1 --rating 2.0:9.0 --pattern {file}");
    let er = rating("", &output_of(&wish, b""))[0];
    assert!((2.0..=9.0).contains(&er), "{er}");
    let wish = format!("sudoku make --seed 1 --hyper --rating 1.2:9.0 --pattern {file}");
    let made = output_of(&wish, b"");
    let er = rating("--hyper", &made)[0];
    assert!((1.2..=9.0).contains(&er), "{er}");
    let mut same = made.iter().zip(&flat);
    assert!(same.all(|(sign, cell)| (*sign == b'.') == (*cell == b'.')));
    // Other boards also have patterns.
    let file = folder.file("small", b"1.1.\n.1.1\n1.1.\n.1.1\n");
    let made = output_of(
        &format!("sudoku make --order 4 --seed 1 --pattern {file}"),
        b"",
    );
    assert_eq!(run("sudoku check --order 4 --count-only", &made).status, 0);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for wish in ["--rating 6.0:7.2", "--technique naked-pair"] {
        let make = |threads| format!("sudoku make --seed 3 -n 4 --threads {threads} {wish}");
        assert_eq!(output_of(&make(1), b""), output_of(&make(3), b""), "{wish}");
    }
}

#[test]
fn wishes_that_make_no_sense_are_refused() {
    let folder = Folder::new();
    let short = folder.file("short", b"x.x\n");
    let cages = folder.file("cages", b"7 r1c1 r2c1\n");
    let cages = format!("--difficulty easy --by rating --killer {cages}");
    let jigsaw = folder.file("boxes", "ABCDEFGHI\n".repeat(9).as_bytes());
    let jigsaw = format!("--technique naked-pair --diagonal --jigsaw {jigsaw}");
    for (wish, message) in [
        ("--rating 7.2:6.0", "write LOW:HIGH"),
        ("--rating 6.05:7", "write LOW:HIGH"),
        ("--rating 99:100", "write LOW:HIGH"),
        (
            "--technique hope",
            "the techniques are last-value, hidden-single",
        ),
        ("--rating 2:3 --order 6", "made by ratings"),
        ("--rating 2:3 --order 16 --diagonal", "made by ratings"),
        (&cages, "made by ratings"),
        (&jigsaw, "made by ratings"),
        ("--technique generalized-intersection", "stand for"),
        ("--technique pointing --hyper", "stands for"),
        ("--technique claiming --diagonal", "stands for"),
        ("--by wnef", "--difficulty"),
    ] {
        let refused = run(&format!("sudoku make {wish}"), b"");
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status, 2, "{wish}: {told}");
        assert!(told.contains(message), "{wish}: {told}");
    }
    let refused = run(&format!("sudoku make --pattern {short}"), b"");
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("3 cells where 81 are expected"), "{told}");
    let ended = run("sudoku make --seed 1 --technique jellyfish --time 0", b"");
    assert_eq!(ended.status, 3);
}
