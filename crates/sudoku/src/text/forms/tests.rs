use super::*;
use crate::boards::Geometry;
use crate::text::{Given, Puzzles};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A puzzle of 17 clues. No cell of it has one candidate.
const FEW: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn puzzle(line: &str) -> Played {
    let digits: Vec<u8> = line.bytes().map(|sign| sign.saturating_sub(b'0')).collect();
    Played::new(digits.try_into().unwrap())
}

/// All puzzles of a text, or what is wrong with them.
fn read(text: &str) -> Vec<Result<Played, String>> {
    let board = Geometry::of_order(9).unwrap();
    let mut puzzles = Puzzles::new(&board, text.as_bytes());
    let each = std::iter::from_fn(|| puzzles.next_given());
    each.map(|read| match read {
        Ok((_, Given::Played(played))) => Ok(*played),
        Ok((_, Given::Plain(grid))) => Ok(Played::new(grid.cells().try_into().unwrap())),
        Err(error) => Err(error.to_string()),
    })
    .collect()
}

fn read_one(text: &str) -> Played {
    match &read(text)[..] {
        [Ok(played)] => played.clone(),
        other => panic!("{other:?} from {text}"),
    }
}

/// r1c3 is 1, 2 or 4, as row, column and box say; r1c4 is 2 or 6.
#[test]
fn candidates_are_those_that_digits_leave() {
    let candidates = puzzle(LINE).candidates();
    assert_eq!(candidates[2], 0b1011);
    assert_eq!(candidates[3], 0b10_0010);
    assert_eq!(candidates[0], 0b1_0000);
    assert!(!puzzle(LINE).excludes() && !puzzle(LINE).is_of_candidates());
}

#[test]
fn what_is_written_can_be_read() {
    let mut played = puzzle(FEW);
    // r1c2 is entered, and r4c4 loses its least candidate.
    played.digits[1] = 1;
    let set = played.candidates()[30];
    played.marks[30] = set & (set - 1);
    assert!(played.excludes());
    for form in [
        PuzzleForm::Sdx,
        PuzzleForm::Hodoku,
        PuzzleForm::Marks,
        PuzzleForm::Candidates,
    ] {
        let text = played.write(form);
        // Twice, as in a list of puzzles.
        for again in read(&format!("{text}\n{text}")) {
            let again = again.unwrap();
            assert_eq!(again.candidates(), played.candidates(), "{text}");
            if matches!(form, PuzzleForm::Sdx | PuzzleForm::Hodoku) {
                assert_eq!(again.clues, played.clues, "{text}");
                assert_eq!(again.digits, played.digits, "{text}");
            }
        }
        assert_eq!(read(&format!("{text}\n{text}")).len(), 2, "{form:?}");
    }
    let text = XML_HEAD.to_owned() + &puzzle(LINE).write(PuzzleForm::OpenSudoku) + XML_END;
    assert_eq!(read_one(&text), puzzle(LINE));
    for form in [PuzzleForm::Line, PuzzleForm::Grid, PuzzleForm::Sdk] {
        assert_eq!(read_one(&puzzle(LINE).write(form)), puzzle(LINE));
    }
}

/// A string as HoDoKu writes it: 4 is entered in r1c3, and 2 has gone from r1c4. A technique and
/// its candidates may stand before the grid, and the candidates that the step removes after it.
#[test]
fn a_library_string_tells_what_was_entered_and_deleted() {
    for (before, after) in [
        (":0000:x:", ":214:::"),
        (":0300:4:", ":214:488:c28 r68:"),
        (":0702-1:26:", ":214:"),
        ("", ":214"),
    ] {
        let text = format!("{before}53+4.{}{after}", &LINE[4..]);
        let played = read_one(&text);
        assert_eq!((played.clues[2], played.digits[2]), (0, 4), "{text}");
        assert_eq!(played.candidates()[3], 0b10_0000, "{text}");
    }
    let zeros = format!(":0000:x:{}:::", LINE.replace('.', "0"));
    assert_eq!(read_one(&zeros), puzzle(LINE));
    // Among other puzzles, a line each.
    let mixed = format!("{LINE}\n{zeros}\n{FEW}\n");
    let clues = read(&mixed).into_iter().map(|read| read.unwrap().clues);
    let expected = [LINE, LINE, FEW].map(|line| puzzle(line).clues);
    assert_eq!(clues.collect::<Vec<_>>(), expected);
}

/// Candidate grids as programs draw them: framed, marked for a step, or bare.
#[test]
fn candidate_grids_come_in_many_frames() {
    let mut played = puzzle(FEW);
    let set = played.candidates()[30];
    played.marks[30] = set & (set - 1);
    let text = played.write(PuzzleForm::Candidates);
    let corners = |top: &str, middle: &str, bottom: &str| {
        let mut number = 0;
        let lines = text.lines().map(|line| match line.starts_with('+') {
            true => {
                number += 1;
                let corner = [top, middle, middle, bottom][number - 1];
                line.replace('+', corner)
            }
            false => line.to_owned(),
        });
        lines.collect::<Vec<_>>().join("\r\n")
    };
    let bare: Vec<String> = text
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| line.replace('|', " "))
        .collect();
    let one_line = bare.join(" ");
    let marked = text.replacen(" 1269", " *126-9", 1);
    assert_ne!(marked, text);
    for text in [
        corners(".", ":", "'"),
        corners("*", "|", "*"),
        format!("After some steps:\n{text}"),
        format!("# a remark\n{}", bare.join("\n")),
        one_line,
        marked,
    ] {
        let again = read_one(&text);
        assert_eq!(again.candidates(), played.candidates(), "{text}");
        assert_eq!(again.clues, played.clues, "{text}");
    }
}

/// The `u` of a `.sdx` file says that a digit is no clue; an empty cell with one candidate looks
/// like a clue, but its peers still have the digit.
#[test]
fn a_cell_with_one_candidate_is_no_clue_if_its_peers_have_it_too() {
    let single = LINE.replace('.', "0");
    let played = puzzle(LINE);
    let sets = played.candidates();
    // r5c5 of this puzzle has one candidate, 5, which others of its row have, too.
    assert_eq!((&single[40..41], sets[40]), ("0", 0b1_0000));
    let again = read_one(&played.write(PuzzleForm::Sdx));
    assert_eq!((again.clues, again.digits), (played.clues, played.digits));
    assert_eq!(again.candidates(), sets);
    let entered = played.write(PuzzleForm::Sdx).replacen("5 ", "u5 ", 1);
    assert_eq!(read_one(&entered).clues[0], 0);
    assert_eq!(read_one(&entered).digits[0], 5);
}

/// Games in play, in all versions of OpenSudoku's data: 4 is entered in r1c3; r1c4 has the note 6.
#[test]
fn games_of_opensudoku_tell_what_was_done() {
    let cells = |version: u32| {
        let mut text = format!("version: {version}&#10;");
        for (cell, digit) in puzzle(LINE).digits.into_iter().enumerate() {
            let value = if cell == 2 { 4 } else { digit };
            let notes = match (version, cell) {
                (1, 3) => "6,",
                (1, _) => "-",
                (_, 3) => "32",
                _ => "0",
            };
            let more = ["", "", "", "", "0|", "0|0|"][version as usize];
            let bar = if version == 2 { "|" } else { "" };
            text += &format!("{value}|{notes}|{more}{bar}{}|", u8::from(digit == 0));
        }
        text
    };
    for version in 1..=5 {
        let name = if version == 5 { "cells_data" } else { "data" };
        let text = format!(
            "<?xml version='1.0'?>\n<opensudoku version=\"2\">\n<folder name=\"a > b\">\n<game \
             created=\"1\"\n state=\"0\" {name}=\"{}\" note=\"\"/>\n</folder></opensudoku>\n{FEW}\n",
            cells(version)
        );
        let [Ok(played), Ok(next)] = &read(&text)[..] else {
            panic!("{text}");
        };
        assert_eq!(played.clues, puzzle(LINE).clues);
        assert_eq!((played.digits[2], played.candidates()[3]), (4, 0b10_0000));
        assert_eq!(next, &puzzle(FEW), "what follows the games is read");
    }
    // Any number of them, one after the other in a line.
    let game = puzzle(LINE).write(PuzzleForm::OpenSudoku);
    let many = format!("<opensudoku>{}</opensudoku>", game.trim().repeat(300));
    assert_eq!(read(&many).len(), 300);
}

/// A puzzle without clues, whose candidates alone narrow its solutions.
#[test]
fn candidates_that_are_part_of_a_puzzle_are_no_clues() {
    let solution = puzzle(LINE).solutions(1).remove(0);
    let mut played = Played::new([0; 81]);
    // Two candidates a cell: the digit of the solution, and the next one.
    for (cell, digit) in solution.into_iter().enumerate() {
        played.marks[cell] = 1 << (digit - 1) | 1 << (digit % 9);
    }
    let count = played.solutions(2).len();
    assert!(played.excludes() && played.is_of_candidates());
    assert!(count >= 1 && played.solutions(9).contains(&solution));
    let board = Geometry::of_order(9).unwrap();
    let text = played.write(PuzzleForm::Marks);
    let told = Puzzles::new(&board, text.as_bytes()).next().unwrap();
    let told = told.unwrap_err().to_string();
    assert!(
        told.starts_with("line 1: its candidates are part of the puzzle"),
        "{told}"
    );
    let other = Geometry::of_order(9).unwrap().and_diagonals().unwrap();
    let told = Puzzles::new(&other, text.as_bytes()).next().unwrap();
    let told = told.unwrap_err().to_string();
    assert!(
        told.starts_with("line 1: candidates are known on 9x9 boards"),
        "{told}"
    );
}

#[test]
fn damaged_forms_are_refused_with_their_place_and_the_next_puzzle_is_read() {
    let framed = puzzle(FEW).write(PuzzleForm::Candidates);
    let rows: Vec<&str> = framed.lines().collect();
    let short = framed.replacen(rows[2], &rows[2].replacen(" 3 ", " ", 1), 1);
    let twice = framed.replacen(rows[2], &rows[2].replacen(" 3 ", " 33 ", 1), 1);
    let bare: Vec<String> = (1..4)
        .chain(5..8)
        .map(|row| rows[row].replace('|', " "))
        .collect();
    for (text, fault) in [
        (
            "<opensudoku></opensudoku>",
            "line 1: there is no <game data=\"...\">",
        ),
        (
            "<opensudoku>\n<game data=\"12\"/>\n</opensudoku>",
            "line 2: game 1: its data is not 81 digits",
        ),
        (
            "<game data=\"version: 9&#10;1|2|3|\"/></opensudoku>",
            "line 1: game 1: its data is not 81 digits",
        ),
        (
            ":0000:x",
            "line 1: a library string has at least four colons",
        ),
        (
            ":0000:x:12:",
            "line 1: the grid of the library string has 2 cells where 81 are expected",
        ),
        (
            &format!(":0:x:{LINE}:99:"),
            "line 1: column 88: a deleted candidate is a digit, a row and a column",
        ),
        (
            &format!(":0:x:x{}:99:", &LINE[1..]),
            "line 1: column 6: `x' is neither a digit",
        ),
        (
            &format!(":0:x:{LINE}:214 614:"),
            "line 1: r1c4 has no candidate",
        ),
        (
            &"9".repeat(729),
            "line 1: column 1: `9' does not stand there",
        ),
        (&".".repeat(729), "line 1: r1c1 has no candidate"),
        (&short, "line 3: these are not nine cells"),
        (&twice, "line 3: these are not nine cells"),
        (
            &bare.join("\n"),
            "line 1: 54 characters where 81 are expected",
        ),
    ] {
        let [Err(told), Ok(next)] = &read(&format!("{text}\n\n{FEW}\n"))[..] else {
            panic!("{:?} of {text}", read(&format!("{text}\n\n{FEW}\n")));
        };
        assert!(told.starts_with(fault), "{told} of {text}");
        assert_eq!(next, &puzzle(FEW));
    }
}

/// A line in none of these forms is read as an ordinary line.
#[test]
fn other_lines_are_in_no_form() {
    for line in [
        LINE,
        "5 3 . | . 7 . | . . .",
        "53. .7. ...",
        "+---+---+",
        ":-------+-------+-------:",
        "<title>",
        "| 5 3 . | . 7 . | . . |",
        "Grid 12 of 45",
        "17,23,45",
        "",
    ] {
        assert_eq!(kind(line.as_bytes()), None, "{line}");
    }
    let full = ["123456789"; 9].join(" ");
    assert_eq!(kind(full.as_bytes()), Some(FormLine::Row));
    let grid = ["123456789", "456789123", "789123456"].join(" ");
    assert_eq!(kind(grid.as_bytes()), None);
}

#[test]
fn marks_of_another_length_are_refused() {
    for length in [0, 1, 81, 728, 730, 900] {
        let told = marks(&vec![b'.'; length]).unwrap_err().to_string();
        assert_eq!(told, format!("{length} characters where 729 are expected"));
    }
}
