//! Texts that people copy: messages of refusals, cages as arrows, and numbers of solutions.
//! `sudoku_texts.rs` has random puzzles in many forms.

use crate::grids::{PUZZLE, SOLVED};
use crate::sudoku_filters::run::{Folder, run};

const FULL: &str =
    "534678921671295348298341567859762413416853792723914856962537184187429635345186279";

fn solve(text: &str) -> (String, String) {
    let solved = run("sudoku solve", text.as_bytes());
    let told = String::from_utf8_lossy(&solved.stderr).into_owned();
    (solved.out(), told)
}

fn rows(of: &str) -> Vec<&str> {
    (0..9).map(|row| &of[9 * row..9 * row + 9]).collect()
}

#[test]
fn a_refusal_says_what_the_text_looks_like_and_what_is_read() {
    let spaced = |row: &str| row.split("").collect::<Vec<_>>().join(" ");
    let beside: String = (rows(PUZZLE).iter().zip(rows(SOLVED)))
        .map(|(puzzle, solved)| format!("{}    {}\n", spaced(puzzle), spaced(solved)))
        .collect();
    let table = "1,2,3,4,5,6,7,8,9,1,2\n".repeat(9);
    for (text, told) in [
        (&beside[..], "two grids side by side (9 rows, 18 columns)"),
        (&table, "a table of 9 rows and 11 columns"),
        (
            "https://swaroopg92.github.io/penpa-edit/#m=solve&p=7VZ\n",
            "a link of Penpa",
        ),
        (
            "https://sudokupad.app/N38fjQ4Tj\n",
            "this link only names a puzzle on a server, and dlx3 asks no network: write a link \
            that has the puzzle in it, with `fpuz...', `fpuzzles...' or `?load=...'; or write the \
            digits as 81 signs",
        ),
        (
            "https://tinyurl.com/2p8abcde\n",
            "this link only names a puzzle on a server",
        ),
        (
            "https://sudokupad.app/scl5EAhAPgn7KwC\n",
            "in SudokuPad's form `scl...', which is not read",
        ),
        (
            "<svg><path d=\"M 1 2\"/></svg>\n",
            "XML or HTML without cells",
        ),
        (
            &"1.2..6.5.3..4.21\n".repeat(16),
            "a puzzle of order 16 (see --order 16)",
        ),
        (
            &"AAABBBCCC\n".repeat(9),
            "the boxes of a jigsaw (see --jigsaw)",
        ),
    ] {
        let (out, message) = solve(text);
        assert_eq!(out, "bad puzzle\n", "{text}");
        assert!(message.contains(told), "{told}: {message}");
        assert!(
            message.contains("as 81 signs, all in a line or a line for each row"),
            "{message}"
        );
    }
    let (_, message) = solve("hello\n");
    assert!(
        message.contains("puzzles are read as all their signs in a line"),
        "{message}"
    );
    // Whoever has one good puzzle knows the form.
    let (_, message) = solve(&format!("{PUZZLE}\nhello\n"));
    assert!(!message.contains("are read as"), "{message}");
}

#[test]
fn tables_may_follow_one_another_without_a_line_between() {
    let spaced = |row: &str| {
        row.split("")
            .collect::<Vec<_>>()
            .join(" ")
            .trim()
            .to_owned()
            + "\n"
    };
    let table = spaced("123456789") + &rows(PUZZLE).into_iter().map(spaced).collect::<String>();
    for count in [1, 2, 10] {
        let (out, told) = solve(&table.repeat(count));
        assert_eq!(out, format!("{SOLVED}\n").repeat(count), "{told}");
    }
}

#[test]
fn two_puzzles_side_by_side_are_refused() {
    let pairs = |right: &str| -> String {
        let rows = rows(PUZZLE).into_iter().zip(rows(right));
        rows.map(|(left, right)| format!("{left}   {right}\n"))
            .collect()
    };
    let turned: String = PUZZLE.chars().rev().collect();
    let (out, told) = solve(&pairs(&turned));
    assert_eq!(out, "bad puzzle\n");
    assert!(told.starts_with("sudoku: line 1: "), "{told}");
    // A solution beside a puzzle is no puzzle.
    assert_eq!(solve(&pairs(SOLVED)).0, format!("{SOLVED}\n"));
}

#[test]
fn a_solution_below_a_puzzle_is_no_puzzle() {
    let (puzzle, solution) = (rows(PUZZLE).join("\n"), rows(SOLVED).join("\n"));
    let listed = |of: &str| {
        let row = |row: &str| format!("[{}]", row.split("").collect::<Vec<_>>()[1..10].join(","));
        let all: Vec<String> = rows(&of.replace('.', "0")).into_iter().map(row).collect();
        format!("[{}]", all.join(","))
    };
    for text in [
        format!("Puzzle:\n{puzzle}\nSolution:\n{solution}\n"),
        format!("Input\n{puzzle}\n\nOutput\n{solution}\nSolved in 3 ms\n"),
        format!(
            "Input: board = {}\nOutput: {}\n",
            listed(PUZZLE),
            listed(SOLVED)
        ),
    ] {
        let (out, told) = solve(&text);
        assert_eq!(out, format!("{SOLVED}\n"), "{text}{told}");
    }
    // Without words, and after another puzzle, a grid is one to check.
    let other = FULL;
    for text in [
        format!("{puzzle}\n\n{solution}\n"),
        format!("{PUZZLE}\n{SOLVED}\n"),
        format!("Puzzle:\n{puzzle}\nAnother grid:\n{other}\n"),
    ] {
        assert_eq!(solve(&text).0.lines().count(), 2, "{text}");
    }
}

#[test]
fn a_solution_beside_a_puzzle_is_no_puzzle() {
    let query = PUZZLE.replace('.', "?");
    for text in [
        format!("{query},{SOLVED}\n"),
        format!("{SOLVED},{query}\n"),
        format!("https://example.org/?puzzle={PUZZLE}&solution={SOLVED}\n"),
        format!("{{\n\"solution\": \"{SOLVED}\",\n\"puzzle\": \"{query}\"\n}}\n"),
        format!(
            "[Puzzle]\n{}\n[State]\n{}\n",
            rows(&query).join("\n"),
            rows(SOLVED).join("\n")
        ),
    ] {
        assert_eq!(solve(&text).0, format!("{SOLVED}\n"), "{text}");
    }
    // Two puzzles in one address: nobody knows which is meant.
    let other = PUZZLE.replace('5', ".");
    let (out, _) = solve(&format!("https://example.org/?a={PUZZLE}&b={other}\n"));
    assert_eq!(out, "bad puzzle\n");
}

/// A slip among dots is no blank, nor is a digit in a remark a clue.
#[test]
fn a_sign_that_is_wrong_is_named() {
    for (wrong, told) in [('x', "column 3: `x'"), ('?', "column 3: `?'")] {
        let text = PUZZLE.replacen('.', &wrong.to_string(), 1);
        let (out, message) = solve(&text);
        assert_eq!(out, "bad puzzle\n");
        assert!(message.contains(told), "{message}");
    }
}

#[test]
fn entered_digits_of_xml_are_no_clues() {
    let cell = |cell: usize| {
        let (given, solved) = (&PUZZLE[cell..=cell], &SOLVED[cell..=cell]);
        let origin = if given == "." { "Calculated" } else { "User" };
        format!(
            "<Cell>\n<x>{}</x>\n<y>{}</y>\n<value>{solved}</value>\n<origin>{origin}</origin>\n</Cell>\n",
            cell % 9,
            cell / 9
        )
    };
    let cells: String = (0..81).map(cell).collect();
    let text = format!("<?xml version=\"1.0\"?>\n<Sudoku>\n{cells}</Sudoku>\n");
    let told = run("sudoku convert --to hodoku", text.as_bytes()).out();
    let clues = told.split(':').nth(3).unwrap();
    assert_eq!(clues.replace('+', "").len(), 81);
    assert_eq!(clues.matches('+').count(), PUZZLE.matches('.').count());
    assert_eq!(
        run("sudoku check", text.as_bytes()).out(),
        "1 solution, not minimal\n"
    );
}

/// Each two neighbors of a solved grid make a cage.
#[test]
fn a_text_of_cages_alone_is_a_puzzle_without_clues() {
    let digit = |row: usize, column: usize| -> u32 {
        SOLVED[9 * row + column..=9 * row + column].parse().unwrap()
    };
    let (mut arrows, mut list) = (String::new(), String::new());
    for row in 0..9 {
        for pair in 0..4 {
            let sum = digit(row, 2 * pair) + digit(row, 2 * pair + 1);
            arrows += &format!("{sum:<3}<  ");
            let (row, column) = (row + 1, 2 * pair + 1);
            list += &format!("{sum} r{row}c{column} r{row}c{}\n", column + 1);
        }
        arrows += &format!("{}\n\n", digit(row, 8));
        list += &format!("{} r{}c9\n", digit(row, 8), row + 1);
    }
    let folder = Folder::new();
    let file = folder.file("arrows", arrows.as_bytes());
    let blank = ".".repeat(81);
    let by_file = run(
        &format!("sudoku solve --solutions 9 --killer {file}"),
        blank.as_bytes(),
    );
    let with_clues = run(&format!("sudoku solve --killer {file}"), PUZZLE.as_bytes());
    assert_eq!(with_clues.out(), format!("{SOLVED}\n"));
    for text in [&arrows, &list] {
        let alone = run("sudoku solve --solutions 9", text.as_bytes());
        assert_eq!(alone.out(), by_file.out());
    }
    let (out, message) = solve(&arrows.replacen('<', "^", 1));
    assert_eq!(out, "");
    assert!(
        message.contains("line 1: the arrow of r1c2 leads off the board"),
        "{message}"
    );
}

#[test]
fn how_many_solutions_there_are_is_counted() {
    let folder = Folder::new();
    let cages = folder.file("cages", b"5 r1c1 r1c2\n");
    let jigsaw = folder.file("jigsaw", b"AABB\nACBB\nACDD\nCCDD\n");
    for (options, puzzle, count) in [
        ("--order 4".to_owned(), "................", 288),
        ("--order 4 --diagonal".to_owned(), "................", 48),
        (
            format!("--order 4 --killer {cages}"),
            "................",
            96,
        ),
        (format!("--jigsaw {jigsaw}"), "1...............", 0),
        (
            "--order 6".to_owned(),
            "12345645612323456156123434561.......",
            0,
        ),
    ] {
        for verb in ["check", "solve"] {
            let told = run(&format!("sudoku {verb} {options}"), puzzle.as_bytes());
            let all = run(
                &format!("sudoku solve --solutions 2000 {options}"),
                puzzle.as_bytes(),
            );
            let all: Vec<String> = all.out().lines().map(str::to_owned).collect();
            assert!(count == 0 || all.len() == count, "{options}: {}", all.len());
            let line = told.out();
            if all.len() < 2 {
                assert!(
                    line.starts_with("1 solution") || line.trim() == all[0],
                    "{line}"
                );
                continue;
            }
            let (words, grids) = line.trim_end().split_once(": ").unwrap();
            let (number, cells) = words
                .split_once(" solutions, such as two that differ in ")
                .unwrap();
            assert_eq!(number, all.len().to_string(), "{options}");
            let (first, second) = grids.split_once(' ').unwrap();
            assert!(all.iter().any(|grid| grid == first) && all.iter().any(|grid| grid == second));
            let order = first.len().isqrt();
            let differing = (0..first.len()).filter(|&at| first[at..=at] != second[at..=at]);
            let names = differing.map(|at| format!("r{}c{}", at / order + 1, at % order + 1));
            assert_eq!(cells, names.collect::<Vec<_>>().join(" "));
            assert_eq!(told.status, 1);
        }
    }
    let told = |words: &str| run(words, ".".repeat(16).as_bytes()).out();
    assert!(told("sudoku check --order 4 --most 288").starts_with("288 or more solutions, "));
    assert!(told("sudoku check --order 4 --most 289").starts_with("288 solutions, "));
    assert_eq!(
        told("sudoku check --order 4 --count-only"),
        "2 or more solutions\n"
    );
    let drawn = told("sudoku solve --order 4 --pretty");
    assert_eq!(drawn.lines().count(), 1 + 2 * 7);
}

/// Damaged, long or unfinished texts take time in proportion to their length.
#[test]
fn texts_of_some_megabytes_are_read_to_their_end() {
    let tags = format!("<opensudoku>{}</opensudoku>\n", "<a>".repeat(300_000));
    let open = format!("<opensudoku>\n<game data=\"\n{}", "x\n".repeat(150_000));
    let sums: String = (0..200_000).map(|cage| format!("a{cage}=5 ")).collect();
    let folder = Folder::new();
    let sums = folder.file("sums", sums.as_bytes());
    for (text, told) in [(tags, "there is no <game"), (open, "there is no <game")] {
        let read = run("sudoku convert --to line", text.as_bytes());
        assert!(read.all().contains(told), "{}", read.all());
    }
    let read = run(&format!("sudoku check --killer {sums}"), b"");
    assert!(
        read.all().contains("the drawing has 0 rows"),
        "{}",
        read.all()
    );
    for line in [
        "? x 1\n",
        "1,2,3\n",
        "[[1,\n",
        "| 1 |\n",
        "<a b='1'>\n",
        "1 2 3 4 5 6 7 8 9 1\n",
    ] {
        let read = run("sudoku check --count-only", line.repeat(60_000).as_bytes());
        assert_eq!(read.status, 1, "{line}");
    }
}

#[test]
fn a_message_counts_what_was_read() {
    for (text, words, told) in [
        (
            ",".repeat(100_000) + "\n",
            "sudoku check",
            "100001 characters where 81 are expected",
        ),
        (
            "1 ".repeat(100_000) + "\n",
            "sudoku check --order 25",
            "100000 characters where 625 are expected",
        ),
    ] {
        let read = run(words, text.as_bytes());
        assert!(read.all().contains(told), "{}", read.all());
    }
}
