//! `sudoku make` with wishes: ratings, techniques, patterns.
//!
//! What is made is judged by `sudoku rate` and `sudoku solve --path`, whose ratings are compared
//! with the reference elsewhere, and by `sudoku check`.

use crate::sudoku_filters::run::{Folder, output_of, run};
use dlx3::sudoku::logic::Technique;

fn lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8(text.to_vec()).unwrap();
    text.lines().map(str::to_owned).collect()
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
        let rated = output_of("sudoku rate --only sukaku", &made);
        for line in lines(&rated).iter().skip(1) {
            let er: f64 = line.split('\t').next().unwrap().parse().unwrap();
            assert!((low..=high).contains(&er), "{wish}: {line}");
        }
        assert_eq!(run("sudoku check --count-only", &made).status, 0);
        assert_eq!(lines(&made).len(), 3);
    }
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
        let made = output_of(&format!("sudoku make --seed 9 --technique {name}"), b"");
        let path = lines(&output_of("sudoku solve --path", &made));
        let of = |line: &String| {
            let column = line.split('\t').nth(1).filter(|name| !name.is_empty())?;
            Technique::ALL
                .into_iter()
                .position(|known| known.name() == column)
        };
        let hardest = path.iter().filter_map(of).max().unwrap();
        assert_eq!(Technique::ALL[hardest].name(), name, "{path:?}");
    }
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
    let rated = output_of("sudoku rate --only sukaku", &output_of(&wish, b""));
    let er: f64 = lines(&rated)[1]
        .split('\t')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!((2.0..=9.0).contains(&er), "{er}");
    // Other boards have patterns, too.
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
    for (wish, message) in [
        ("--rating 7.2:6.0", "write LOW:HIGH"),
        ("--rating 6.05:7", "write LOW:HIGH"),
        ("--rating 99:100", "write LOW:HIGH"),
        (
            "--technique hope",
            "the techniques are last-value, hidden-single",
        ),
        ("--rating 2:3 --diagonal", "made by ratings"),
        ("--difficulty easy --by rating --hyper", "made by ratings"),
        ("--technique generalized-intersection", "stand for"),
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
