//! The output of Knuth's converters, byte for byte.

use super::run::run;
use std::fs;
use std::path::Path;

fn compare(form: &str, command: &str, expected_cases: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata/sudoku")
        .join(form);
    let mut cases = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let case = entry.unwrap().path();
        let read = |name: &str| fs::read(case.join(name)).unwrap();
        let status = String::from_utf8(read("status")).unwrap();
        let found = run(command, &read("puzzle.txt"));
        let name = case.display();
        assert_eq!(
            found.status,
            status.trim().parse::<i32>().unwrap(),
            "{name}"
        );
        assert!(found.stderr == read("stderr"), "stderr of {name}");
        assert!(found.stdout == read("stdout"), "stdout of {name}");
        cases += 1;
    }
    assert_eq!(cases, expected_cases);
}

#[test]
fn every_plain_puzzle_gives_the_bytes_of_the_c_program() {
    compare("plain", "gen-sudoku -", 30);
}

#[test]
fn every_general_puzzle_gives_the_bytes_of_the_c_program() {
    compare("general", "gen-sudoku --general -", 21);
}

#[test]
fn a_puzzle_in_one_line_gives_the_same_bytes_as_in_nine() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/sudoku/plain");
    for number in 0..25 {
        let case = folder.join(format!("puzzle-{number}"));
        let mut text = fs::read(case.join("puzzle.txt")).unwrap();
        text.retain(|&byte| byte != b'\n');
        let found = run("gen-sudoku -", &text);
        assert!(
            found.stdout == fs::read(case.join("stdout")).unwrap(),
            "{number}"
        );
    }
}

#[test]
fn presets_give_the_bytes_of_the_same_boxes_drawn() {
    // The boxes that these cases draw are those of the presets.
    for (case, options) in [
        ("2x2-keep-0.3", "--order 4"),
        ("2x3-keep-0.5", "--order 6"),
        ("3x3-keep-0.3", "--order 9"),
        ("4x4-keep-0.5", "--order 16"),
        ("diagonal", "--diagonal"),
    ] {
        let case = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("testdata/sudoku/general")
            .join(case);
        let text = fs::read_to_string(case.join("puzzle.txt")).unwrap();
        let order = text.lines().next().unwrap().len();
        let clues: Vec<&str> = text.lines().take(order).collect();
        let found = run(
            &format!("gen-sudoku {options} -"),
            clues.join("\n").as_bytes(),
        );
        assert!(
            found.stdout == fs::read(case.join("stdout")).unwrap(),
            "{options}"
        );
        assert!(
            found.stderr == fs::read(case.join("stderr")).unwrap(),
            "{options}"
        );
    }
}
