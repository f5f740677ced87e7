//! `sudoku convert`, `sudoku canon` and `sudoku check --redundant`. Unit tests in
//! `crates/sudoku/src/canon.rs` show by brute force that forms are least.

use crate::grids::{self, NINE};
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
    let puzzle = grids::PUZZLE;
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
    let out = told.out();
    assert!(
        out.contains(" solutions, such as two that differ in r3c"),
        "{out}"
    );
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
        message.contains("bad.xml: line 1: game 1: its data is not 81 digits"),
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

/// The puzzle in each form that has candidates, with one digit entered, r1c2=1, and one candidate
/// gone, 1 from r4c5.
fn in_play() -> Vec<(&'static str, String)> {
    let mut entered = PUZZLE.to_owned();
    entered.replace_range(1..2, "+1");
    let library = format!(":0000:x:{entered}:145:::\n");
    let form = |form: &str| {
        let written = output_of(&format!("sudoku convert --to {form}"), library.as_bytes());
        String::from_utf8(written).unwrap()
    };
    let cells: String = (PUZZLE.bytes().enumerate())
        .map(|(cell, sign)| match (cell, sign) {
            (1, _) => "1|0|1|".to_owned(),
            (31, _) => "0|454|1|".to_owned(),
            (_, b'.') => "0|0|1|".to_owned(),
            (_, digit) => format!("{}|0|0|", digit as char),
        })
        .collect();
    let game = format!("<opensudoku><game data=\"version: 3\n{cells}\"/></opensudoku>\n");
    vec![
        ("marks", form("marks")),
        ("candidates", form("candidates")),
        ("sdx", form("sdx")),
        ("hodoku", library.clone()),
        ("opensudoku", game),
    ]
}

#[test]
fn all_verbs_read_all_forms() {
    assert_eq!(
        (&NINE[1..2], &NINE[31..32]),
        ("1", "3"),
        "what was done is right"
    );
    for (name, text) in in_play() {
        let text = text.as_bytes();
        // These forms distinguish clues from entered digits.
        let has_clues = !matches!(name, "marks" | "candidates");
        let clues = match has_clues {
            true => PUZZLE.to_owned(),
            false => PUZZLE.replacen("4.", "41", 1),
        };
        let told = |words: &str| run(words, text).out();
        assert_eq!(told("sudoku solve"), format!("{NINE}\n"), "{name}");
        let minimal = if has_clues { "" } else { "not " };
        assert_eq!(
            told("sudoku check"),
            format!("1 solution, {minimal}minimal\n"),
            "{name}"
        );
        let canon = run("sudoku canon", clues.as_bytes()).out();
        assert_eq!(told("sudoku canon"), canon, "{name}");
        let dlx = run("gen-sudoku -", clues.as_bytes()).out();
        assert_eq!(told("gen-sudoku -"), dlx, "{name}");
        // The hint knows the player's entries: no step places 1 in r1c2 or removes it from r4c5.
        let hint = told("sudoku hint --level 3");
        assert!(hint.starts_with("Look at "), "{name}: {hint}");
        let path = told("sudoku solve --path");
        assert!(
            !path.contains("r1c2=1") && !path.contains("\tr4c5<>1\t"),
            "{name}"
        );
        assert!(path.ends_with(&format!("{NINE}\n")), "{name}");
        let rated = told("sudoku rate --only sukaku");
        let rated: Vec<&str> = rated.lines().nth(1).unwrap().split('\t').collect();
        let ending = format!(
            "ER {}, EP {}, ED {}\n{NINE}\n",
            rated[0], rated[1], rated[2]
        );
        assert!(path.ends_with(&ending), "{name}: {path}");
        assert_eq!(
            told("sudoku convert --to line"),
            PUZZLE.replacen("4.", "41", 1)
                + "
"
        );
    }
}

#[test]
fn a_solved_grid_may_come_as_a_library_string() {
    let grid = format!(":0000:x:{}:::", NINE.replace('3', "+3"));
    let sets = output_of("sudoku ua --max-size 6 -", grid.as_bytes());
    assert_eq!(
        sets,
        output_of(&format!("sudoku ua --max-size 6 {NINE}"), b"")
    );
    assert!(!sets.is_empty());
}

#[test]
fn what_was_done_wrongly_is_named() {
    // 2 is entered in r1c2, which is 1; 3 has gone from r4c5, which has it.
    let text = format!(":0000:x:4+2{}:345:::\n", &PUZZLE[2..]);
    let hint = run("sudoku hint", text.as_bytes());
    assert_eq!(
        (hint.status, hint.out()),
        (1, "wrong: r1c2 r4c5\n".to_owned())
    );
    let solved = run("sudoku solve", text.as_bytes());
    assert_eq!(
        (solved.status, solved.out()),
        (1, "0 solutions: wrong: r1c2 r4c5\n".to_owned())
    );
    let rated = run("sudoku rate --only sukaku", text.as_bytes()).out();
    assert_eq!(rated, "ER\tEP\tED\n-\t-\t-\n");
    // The puzzle itself is unchanged.
    let checked = run("sudoku check", text.as_bytes()).out();
    assert_eq!(checked, "1 solution, minimal\n");
}

/// A puzzle without clues: each cell may have its digit or the next one, r1c1 only its own. A
/// search over cells finds one solution. Another 4 in the first column keeps r1c1 from being a
/// clue.
#[test]
fn candidates_may_be_the_puzzle() {
    let sets = NINE.bytes().enumerate().flat_map(|(cell, sign)| {
        let digit = sign - b'1';
        (0..9).map(move |other| match other {
            other if other == digit => sign,
            other if cell > 0 && other == (digit + 1) % 9 => b'1' + other,
            _ => b'.',
        })
    });
    let line: Vec<u8> = sets.collect();
    let solved = run("sudoku solve", &line);
    assert_eq!((solved.status, solved.out()), (0, format!("{NINE}\n")));
    let hint = run("sudoku hint --level 3", &line);
    assert_eq!(hint.status, 0);
    // In box 1, 5 may stand where the solution has it and where it has 4: but r1c1 is 4 alone.
    assert!(hint.out().contains("r3c2=5"), "{}", hint.out());
    let rated = run("sudoku rate --only sukaku", &line).out();
    assert!(!rated.contains('-'), "{rated}");
    for words in ["sudoku check", "sudoku canon", "gen-sudoku -"] {
        let told = run(words, &line);
        let message = String::from_utf8(told.stderr).unwrap();
        assert!(
            message.contains("line 1: its candidates are part of the puzzle"),
            "{words}: {message}"
        );
        assert_eq!(told.status, 1, "{words}");
    }
}
