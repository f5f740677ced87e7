//! Puzzles as people and other programs write them.

use super::run::{Folder, output_of, run};
use crate::grids::{PUZZLE, SOLVED};

const HOUSE: &[u8] = b"123456789abcdefghijklmnopqrstuvw";

/// A line for each row, which a function writes.
fn rows(puzzle: &str, order: usize, write: impl Fn(&str) -> String) -> String {
    let row = |row: usize| write(&puzzle[order * row..order * (row + 1)]) + "\n";
    (0..order).map(row).collect()
}

fn spaced(row: &str) -> String {
    let cells: Vec<String> = row.chars().map(String::from).collect();
    cells.join(" ")
}

/// A puzzle whose digits are written with other names.
fn renamed(puzzle: &str, name: impl Fn(usize) -> String) -> Vec<String> {
    let digit = |byte| HOUSE.iter().position(|&own| own == byte);
    let cells = puzzle.bytes();
    cells
        .map(|byte| digit(byte).map_or(".".to_owned(), &name))
        .collect()
}

fn large(order: usize) -> String {
    let made = output_of(&format!("sudoku make --order {order} --seed 3"), b"");
    let puzzle = String::from_utf8(made).unwrap().trim().to_owned();
    let digits = HOUSE[..order].iter();
    assert!(digits.clone().all(|&digit| puzzle.contains(digit as char)));
    puzzle
}

fn sign(first: u8) -> impl Fn(usize) -> String {
    move |digit| {
        let sign = match (first, digit) {
            (b'0', 0..10) => b'0' + digit as u8,
            (b'0', _) => b'A' + (digit - 10) as u8,
            (b'1', 0..9) => b'1' + digit as u8,
            (b'1', _) => b'A' + (digit - 9) as u8,
            _ => b'A' + digit as u8,
        };
        char::from(sign).to_string()
    }
}

/// `0` used to be a blank beside `.`, so clues of hexadecimal puzzles were lost, and `sudoku check`
/// found several solutions.
#[test]
fn digits_of_large_boards_are_read_as_they_are_written() {
    for order in [16, 25] {
        let puzzle = large(order);
        let check = format!("sudoku check --count-only --order {order}");
        let expected = output_of(&check, puzzle.as_bytes());
        assert_eq!(expected, b"1 solution\n");
        let problem = output_of(&format!("gen-sudoku --order {order} -"), puzzle.as_bytes());
        let problem = String::from_utf8(problem).unwrap();
        for (first, name) in [(b'0', "0-9"), (b'1', "1-9"), (b'A', "A-")] {
            let text = renamed(&puzzle, sign(first)).concat();
            assert_eq!(output_of(&check, text.as_bytes()), expected, "{name}");
            let words = rows(&text, order, spaced);
            assert_eq!(output_of(&check, words.as_bytes()), expected, "{name}");
            let other = output_of(&format!("gen-sudoku --order {order} -"), text.as_bytes());
            let other = String::from_utf8(other).unwrap();
            let (digits, other) = other.split_once('\n').unwrap();
            assert!(
                digits.starts_with(&format!("|digits!{}", sign(first)(0))),
                "{digits}"
            );
            assert!(other == problem, "{name}");
        }
        for first in [0, 1] {
            let words = renamed(&puzzle, |digit| (digit + first).to_string()).join(" ");
            assert_eq!(output_of(&check, words.as_bytes()), expected, "{words}");
            let lines = words.split(' ').collect::<Vec<_>>();
            let lines: Vec<String> = lines.chunks(order).map(|row| row.join("\t")).collect();
            let lines = lines.join("\n");
            assert_eq!(output_of(&check, lines.as_bytes()), expected, "{lines}");
        }
    }
}

#[test]
fn what_was_read_with_some_digits_is_shown_with_them() {
    let puzzle = large(16);
    let solved = |puzzle: &str, options: &str| {
        let dlx = output_of(
            &format!("gen-sudoku --order 16 {options} -"),
            puzzle.as_bytes(),
        );
        let folder = Folder::new();
        let file = folder.file("p.dlx", &dlx);
        let solutions = output_of("dlx find", &dlx);
        let shown = |options: &str| {
            let shown = output_of(&format!("show-sudoku {file} {options}"), &solutions);
            String::from_utf8(shown).unwrap()
        };
        (shown(""), shown("--pretty"))
    };
    let (usual, pretty) = solved(&puzzle, "");
    let named = |name: &dyn Fn(usize) -> String| renamed(usual.trim(), name);
    let (hex, _) = solved(&renamed(&puzzle, sign(b'0')).concat(), "");
    assert_eq!(hex.trim(), named(&sign(b'0')).concat());
    let (letters, _) = solved(&renamed(&puzzle, sign(b'A')).concat(), "");
    assert_eq!(letters.trim(), named(&sign(b'A')).concat());
    let numbers = renamed(&puzzle, |digit| (digit + 1).to_string()).join(" ");
    let (shown, drawn) = solved(&numbers, "");
    assert_eq!(
        shown.trim(),
        named(&|digit| (digit + 1).to_string()).join(" ")
    );
    // Everything that is shown can be read again.
    for text in [&usual, &pretty, &hex, &letters, &shown, &drawn] {
        let checked = run("sudoku check --count-only --order 16", text.as_bytes());
        assert_eq!(
            checked.all(),
            "status 0\n--- stdout\n1 solution\n",
            "{text}"
        );
    }
    let cells: String = usual
        .trim()
        .chars()
        .map(|digit| format!(" {digit} "))
        .collect();
    let only_cells: String = pretty
        .chars()
        .filter(|sign| !"+-|\n".contains(*sign))
        .collect();
    assert_eq!(only_cells.replace(' ', ""), cells.replace(' ', ""));
}

#[test]
fn two_readings_that_fit_are_refused_unless_the_digits_are_named() {
    let puzzle = large(16);
    // The puzzle without one of its digits: 0 or g.
    let less = |digit: u8| {
        let text = renamed(&puzzle, sign(digit)).concat();
        text.replace(if digit == b'0' { '0' } else { 'G' }, ".")
    };
    for text in [less(b'0'), less(b'1')] {
        let refused = run("sudoku check --order 16", text.as_bytes());
        assert_eq!(refused.out(), "bad puzzle\n");
        let told = String::from_utf8(refused.stderr).unwrap();
        let both = "line 1: two readings fit, with the digits 1-9A-G and with 0-9A-F";
        assert!(told.contains(both), "{told}");
        let refused = run("gen-sudoku --order 16 -", text.as_bytes());
        assert!(
            refused.stdout.is_empty() && refused.all().contains(both),
            "{}",
            refused.all()
        );
        for digits in ["0123456789ABCDEF", "123456789ABCDEFG"] {
            let words = format!("gen-sudoku --order 16 --digits {digits} -");
            let made = run(&words, text.as_bytes());
            assert_eq!(made.status, 0, "{}", made.all());
            let clue = text.find(|sign: char| sign != '.').unwrap();
            let digit = digits.find(&text[clue..=clue]).unwrap();
            let start = format!("{}{}", ".".repeat(clue % 16), HOUSE[digit] as char);
            let problem = made.out();
            let row = problem.split('!').nth(2 + clue / 16).unwrap();
            assert!(row.starts_with(&start), "{row} {start}");
        }
    }
    let refused = run("sudoku check --order 16 --digits 123", b"");
    assert_eq!(refused.status, 2);
    assert!(
        refused
            .all()
            .contains("--digits: 3 digits where the board has 16")
    );
}

#[test]
fn every_program_that_reads_puzzles_takes_digits() {
    let letters = |text: &str| -> String {
        text.bytes()
            .map(|byte| match byte {
                b'1'..=b'9' => char::from(byte - b'1' + b'A'),
                byte => byte.into(),
            })
            .collect()
    };
    let digits = "--digits ABCDEFGHI";
    let (puzzle, solved) = (letters(PUZZLE), letters(SOLVED));
    let same = |command: &str, other: &str, input: &str| {
        let expected = run(command, input.as_bytes());
        let found = run(other, letters(input).as_bytes());
        assert_eq!(found.status, 0, "{}", found.all());
        assert_eq!(found.out(), expected.out(), "{other}");
    };
    same("sudoku check", &format!("sudoku check {digits}"), PUZZLE);
    same("sudoku rate", &format!("sudoku rate {digits}"), PUZZLE);
    let ua = format!("sudoku ua {solved} --max-size 6 {digits}");
    same(&format!("sudoku ua {SOLVED} --max-size 6"), &ua, "");
    let hit =
        format!("sudoku hit {solved} --clues 29 --max-size 6 --keep {puzzle} --free 1 {digits}");
    let usual = format!("sudoku hit {SOLVED} --clues 29 --max-size 6 --keep {PUZZLE} --free 1");
    same(&usual, &hit, "");
    let made = String::from_utf8(output_of("sudoku make -n 3 --seed 1 --solution", b"")).unwrap();
    let other = output_of(
        &format!("sudoku make -n 3 --seed 1 --solution {digits}"),
        b"",
    );
    assert_eq!(String::from_utf8(other).unwrap(), letters(&made));
    let (four, other) = ("1234341221434321", "ABCDCDABBADCDCBA");
    let digits = "--digits ABCD";
    let scan = String::from_utf8(output_of(&format!("sudoku scan {four} --clues 4"), b"")).unwrap();
    let found = output_of(&format!("sudoku scan {other} --clues 4 {digits}"), b"");
    assert!(!scan.is_empty());
    assert_eq!(String::from_utf8(found).unwrap(), letters(&scan));
    let hit = output_of(&format!("sudoku hit {four} --clues 4"), b"");
    let solutions = output_of("dlx3 m1 v0", &hit);
    let found = output_of(&format!("sudoku verify {other} {digits}"), &solutions);
    let mut found: Vec<String> = String::from_utf8(found)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    let letters = letters(&scan);
    let mut expected: Vec<&str> = letters.lines().collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    let shown = output_of(
        &format!("show-sudoku {digits}"),
        &output_of(
            "dlx3 m1 v0",
            &output_of("gen-sudoku --whole --order 4 -", b"1234341221434321"),
        ),
    );
    assert_eq!(String::from_utf8(shown).unwrap().trim(), other);
}

#[test]
fn gen_sudoku_reads_what_sudoku_check_reads() {
    let expected = output_of("gen-sudoku -", PUZZLE.as_bytes());
    let grouped = |row: &str| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]);
    for text in [
        rows(PUZZLE, 9, spaced),
        rows(PUZZLE, 9, grouped),
        rows(PUZZLE, 9, |row| {
            spaced(&row.replace('.', "0")).replace(' ', ",")
        }),
        format!("quizzes,solutions\n{},{SOLVED}\n", PUZZLE.replace('.', "0")),
        format!(
            "#Aauthor\n[Puzzle]\n{}[State]\n{}",
            rows(PUZZLE, 9, str::to_owned),
            rows(SOLVED, 9, str::to_owned)
        ),
        format!("Grid 01\n{}", rows(PUZZLE, 9, str::to_owned)),
        format!("00001f05a0b5 {PUZZLE}  1.2\n"),
    ] {
        let made = run("gen-sudoku -", text.as_bytes());
        assert!(made.stdout == expected, "{text}: {}", made.all());
        let checked = run("sudoku check --count-only", text.as_bytes());
        assert_eq!(
            checked.all(),
            "status 0\n--- stdout\n1 solution\n",
            "{text}"
        );
        let checked = run("sudoku rate", text.as_bytes());
        assert_eq!(checked.out().lines().count(), 2, "{text}");
    }
}

#[test]
fn what_show_sudoku_draws_is_read_again() {
    let dlx = output_of("gen-sudoku --whole -", PUZZLE.as_bytes());
    let drawn = output_of("show-sudoku --pretty", &output_of("dlx3 m1 v0", &dlx));
    let twice = [&drawn[..], b"\n", &drawn].concat();
    assert_eq!(
        output_of("sudoku check --count-only", &twice),
        b"1 solution\n".repeat(2)
    );
    let usual = output_of(&format!("sudoku ua {SOLVED} --max-size 6"), b"");
    assert_eq!(output_of("sudoku ua - --max-size 6", &drawn), usual);
    let spaced = rows(SOLVED, 9, spaced);
    assert_eq!(
        output_of("sudoku ua - --max-size 6", spaced.as_bytes()),
        usual
    );
}

/// A drawing with blanks used to be refused: "9 lines where 17 are expected".
#[test]
fn jigsaws_and_cages_may_be_drawn_with_blanks() {
    let folder = Folder::new();
    let boxes = "AAAABB\nAACBBB\nCCCCBD\nECDDDD\nEEEDFF\nEEFFFF\n";
    let plain = folder.file("plain", boxes.as_bytes());
    let blanks: String = boxes.lines().map(|row| spaced(row) + "\n").collect();
    let blanks = folder.file("blanks", blanks.as_bytes());
    let list = folder.file("list", b"7 r1c1 r2c1\n12 r3c1 r3c2 r3c3\n4 r6c6 r6c5\n");
    let drawn = b"a.....\na.....\nbbb...\n......\n......\n....cc\n\na=7 b=12\nc=4\n";
    let drawn = folder.file("drawn", drawn);
    let puzzle = ".........5.....6........3...........";
    let expected = output_of(
        &format!("gen-sudoku --jigsaw {plain} --killer {list} -"),
        puzzle.as_bytes(),
    );
    for puzzle in [puzzle.to_owned(), rows(puzzle, 6, spaced)] {
        let words = format!("gen-sudoku --jigsaw {blanks} --killer {drawn} -");
        assert!(output_of(&words, puzzle.as_bytes()) == expected);
        let words = format!("sudoku check --count-only --jigsaw {blanks} --killer {drawn}");
        assert_eq!(output_of(&words, puzzle.as_bytes()), b"1 solution\n");
    }
    // Sums of digits from 0 on could be meant in two ways.
    let zero = puzzle.replace('6', "0");
    let refused = run(
        &format!("sudoku check --jigsaw {blanks} --killer {drawn} --digits 012345"),
        zero.as_bytes(),
    );
    assert_eq!(refused.out(), "bad puzzle\n");
    assert!(
        refused
            .all()
            .contains("sums of cages count digits from 1 on"),
        "{}",
        refused.all()
    );
}

#[test]
fn a_damaged_puzzle_is_one_message() {
    let damaged = rows(PUZZLE, 9, |row| spaced(&row[..8]));
    let good = rows(PUZZLE, 9, spaced);
    let checked = run(
        "sudoku check --count-only",
        format!("{damaged}\n{good}").as_bytes(),
    );
    assert_eq!(
        checked.all(),
        "status 1\n--- stdout\nbad puzzle\n1 solution\n--- stderr\n\
         sudoku: line 1: 8 characters where 81 are expected\n"
    );
}

/// In a mask that is a puzzle, 0 used to be a blank even beside `.`.
#[test]
fn a_mask_may_have_0_as_a_clue() {
    let (four, puzzle) = ("0123230110323210", "0......3........");
    let mask = "1......1........";
    let words = format!("sudoku hit {four} --clues 2 --max-size 0 --pattern");
    let expected = output_of(&format!("{words} {mask}"), b"");
    assert_eq!(output_of(&format!("{words} {puzzle}"), b""), expected);
}
