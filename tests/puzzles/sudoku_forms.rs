//! `sudoku convert`, `sudoku canon` and `sudoku check --redundant`. That forms are least is tested
//! by brute force beside the code (`src/sudoku/canon.rs`).

use crate::sudoku_filters::run::{Folder, output_of, run};

/// The first puzzle of 17 clues in the manual, and an equivalent form: turned, with 1 and 2
/// exchanged.
const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn reflected(puzzle: &str) -> String {
    let signs: Vec<char> = puzzle.chars().collect();
    let cell = |place: usize| match signs[place % 9 * 9 + place / 9] {
        '1' => '2',
        '2' => '1',
        sign => sign,
    };
    (0..81).map(cell).collect()
}

#[test]
fn equivalent_puzzles_of_a_list_are_found() {
    let other = "1".to_owned() + &".".repeat(80);
    let input = format!("{PUZZLE}\n{other}\n{}\nbad\n{PUZZLE}\n", reflected(PUZZLE));
    for threads in ["1", "3"] {
        let shown = run(
            &format!("sudoku canon --first --automorphisms --threads {threads}"),
            input.as_bytes(),
        );
        let out = shown.out();
        let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
        let column = |number: usize| rows.iter().map(|row| row[number]).collect::<Vec<_>>();
        assert_eq!(column(2), ["1", "2", "1", "1"]);
        assert_eq!(column(1), ["1", "41472", "1", "1"]);
        assert_eq!(rows[0][0], rows[2][0]);
        assert_eq!(rows[1][0], ".".repeat(80) + "1");
        assert_eq!(shown.status, 1);
    }
    let clash = run("sudoku canon", format!("44{}", ".".repeat(79)).as_bytes());
    let message = String::from_utf8(clash.stderr).unwrap();
    assert!(
        message.contains("digit 4 appears twice in row 1"),
        "{message}"
    );
    assert_eq!((clash.status, clash.stdout.len()), (1, 0));
    let distinct = run("sudoku canon --distinct", input.as_bytes()).out();
    assert_eq!(distinct, format!("{PUZZLE}\n{other}\n"));
}

#[test]
fn clues_that_can_go_are_those_without_which_one_solution_stays() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let told = run("sudoku check --redundant", puzzle.as_bytes()).out();
    let list = told
        .trim_end()
        .strip_prefix("1 solution, redundant: ")
        .unwrap();
    for cell in 0..81 {
        if &puzzle[cell..=cell] == "." {
            continue;
        }
        let mut less = puzzle.to_owned();
        less.replace_range(cell..=cell, ".");
        let name = format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
        let listed = list.split(' ').any(|one| one == name);
        let checked = run("sudoku check --count-only", less.as_bytes());
        assert_eq!(checked.status == 0, listed, "{name}");
    }
    let minimal = run("sudoku check --redundant", PUZZLE.as_bytes());
    assert_eq!(minimal.out(), "1 solution, nothing is redundant\n");
}

#[test]
fn cages_that_can_go_are_listed() {
    let folder = Folder::new();
    // The clues leave one solution; so no cage is needed, and with the cages not all clues are.
    let cages = folder.file("cages", b"3 r1c1 r1c2\n7 r1c3 r1c4\n");
    let told = run(
        &format!("sudoku check --order 4 --redundant --killer {cages}"),
        b"12343412........",
    );
    assert_eq!(told.out(), "2 or more solutions\n");
    let told = run(
        &format!("sudoku check --order 4 --redundant --killer {cages}"),
        b"1234341221434321",
    );
    let out = told.out();
    assert!(
        out.ends_with(", cage 3 r1c1 r1c2, cage 7 r1c3 r1c4\n"),
        "{out}"
    );
    assert!(
        out.starts_with("1 solution, redundant: r1c1 r1c2 "),
        "{out}"
    );
}

#[test]
fn a_grid_has_a_form_too() {
    let grid = b"978312645645978312312645978897231564564897231231564897789123456456789123123456789";
    let shown = output_of("sudoku canon --automorphisms", grid);
    assert!(String::from_utf8(shown).unwrap().ends_with("\t648\n"));
}

#[test]
fn every_form_can_be_read_again() {
    let line = format!("{PUZZLE}\n");
    for form in [
        "line",
        "grid",
        "sdk",
        "sdx",
        "marks",
        "candidates",
        "hodoku",
        "opensudoku",
    ] {
        let written = output_of(&format!("sudoku convert --to {form}"), line.as_bytes());
        let again = output_of("sudoku convert --to line", &written);
        assert_eq!(String::from_utf8(again).unwrap(), line, "{form}");
    }
}

#[test]
fn damaged_forms_are_refused_with_their_place() {
    let folder = Folder::new();
    let bad = folder.file("bad.xml", b"<opensudoku><game data=\"12\"/></opensudoku>");
    let told = run(&format!("sudoku convert --to line {bad}"), b"");
    let message = String::from_utf8(told.stderr).unwrap();
    assert!(
        message.contains("bad.xml: game 1: its data is not 81 digits"),
        "{message}"
    );
    assert_eq!((told.status, told.stdout.len()), (1, 0));
    let told = run("sudoku convert --to sdk", b"oops\n");
    let message = String::from_utf8(told.stderr).unwrap();
    assert!(
        message.contains("line 1: 4 characters where 81 are expected"),
        "{message}"
    );
    assert_eq!(told.status, 1);
}
