//! Packed inputs, and input bytes that would control a terminal: all programs treat them alike.

use crate::common::filter::{
    Ends, Run, TemporaryFile, at_a_terminal, command, dlx3, output, path, run,
};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

/// A run with a file, whose name stands for `FILE` in the words, and with a text on stdin.
fn with_file(program: &str, words: &[&str], file: &[u8], input: &[u8]) -> Run {
    let temporary = TemporaryFile::new();
    std::fs::write(temporary.path(), file).unwrap();
    let words: Vec<&str> = words
        .iter()
        .map(|&word| {
            if word == "FILE" {
                temporary.name()
            } else {
                word
            }
        })
        .collect();
    let mut ended = run(&mut command(path(program), &words), input);
    ended.stdout = ended.stdout.replace(temporary.name(), "FILE");
    ended.stderr = ended.stderr.replace(temporary.name(), "FILE");
    ended
}

const PROBLEM: &str = "A B C | X\nA B X:1\nC X:1\nA X:2\nB C\n";
const SUDOKU: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";
const PEG: &str = "english:d4:d4";

/// Programs that read a file, and what they read.
fn readers() -> Vec<(&'static str, Vec<&'static str>, String, String)> {
    let text = |program: &str, words: &[&str], input: &str| {
        run(&mut command(path(program), words), input.as_bytes()).stdout
    };
    let solutions = text("dlx3", &["m1"], PROBLEM);
    let cnf = "s SATISFIABLE\nv 1 2 -3 -4 0\n".to_owned();
    let named = |text: &str| text.to_owned();
    let sieve = text("gen-sieve", &["9"], "");
    let sieve_solutions = text("dlx3", &["m1"], &sieve);
    let pack = text("gen-pack", &["pentominoes", "3x20"], "");
    let pack_solutions = text("dlx3", &["m1"], &pack);
    vec![
        ("dlx", vec!["count", "FILE"], named(PROBLEM), String::new()),
        (
            "dlx",
            vec!["to", "cnf", "FILE"],
            named(PROBLEM),
            String::new(),
        ),
        (
            "dlx",
            vec!["import", "csv", "FILE"],
            named("A,B\n1,0\n0,1\n"),
            String::new(),
        ),
        (
            "dlx",
            vec!["import", "ec", "FILE"],
            named("p ec 2\ns 1 2\n"),
            String::new(),
        ),
        (
            "dlx",
            vec!["from", "cnf", "FILE"],
            named("A B C | X\nA B X:1\nC X:1\nA X:2\nB C\n"),
            cnf,
        ),
        ("dlx-check", vec!["FILE"], named(PROBLEM), solutions),
        (
            "show-sieve",
            vec!["9", "FILE"],
            sieve_solutions,
            String::new(),
        ),
        (
            "show-pack",
            vec!["pentominoes", "3x20", "FILE"],
            pack_solutions,
            String::new(),
        ),
        (
            "sudoku",
            vec!["check", "FILE"],
            named(SUDOKU),
            String::new(),
        ),
        ("gen-sudoku", vec!["FILE"], named(SUDOKU), String::new()),
        (
            "dlx",
            vec!["gen", "words", "FILE"],
            named("ab\nba\n"),
            String::new(),
        ),
        (
            "peg",
            vec!["bounds", "FILE"],
            named("xx.\n\n..x\n"),
            String::new(),
        ),
        (
            "gen-pack",
            vec!["FILE", "3x3"],
            named("aaa\n\nbbb\n\nccc\n"),
            String::new(),
        ),
    ]
}

#[test]
fn every_program_reads_files_that_are_packed_with_gzip_or_zstd() {
    for (program, words, file, input) in readers() {
        let plain = with_file(program, &words, file.as_bytes(), input.as_bytes());
        assert_eq!(plain.status, Some(0), "{program} {words:?}: {plain:?}");
        assert_ne!(plain.stdout, "", "{program} {words:?}");
        for packed in [gzip(file.as_bytes()), zstd(file.as_bytes())] {
            let run = with_file(program, &words, &packed, input.as_bytes());
            // Some print their time on stderr.
            assert_eq!(
                (run.status, &run.stdout),
                (plain.status, &plain.stdout),
                "{program} {words:?}: {run:?}"
            );
        }
    }
}

#[test]
fn what_comes_from_stdin_may_be_packed() {
    let sudoku = run(&mut command(path("gen-sudoku"), &["-"]), SUDOKU.as_bytes()).stdout;
    let solutions = run(&mut dlx3(&["m1"]), sudoku.as_bytes()).stdout;
    for (program, words, input) in [
        ("dlx3", &["m1"][..], PROBLEM),
        (
            "dlx3",
            &["m1", "--part", "1/1", "--resume", "JOURNAL"],
            PROBLEM,
        ),
        ("dlx", &["find"], PROBLEM),
        ("gen-sudoku", &["-"], SUDOKU),
        ("sudoku", &["check"], SUDOKU),
        ("show-sudoku", &[], &solutions),
    ] {
        let texts = [
            input.as_bytes().to_vec(),
            gzip(input.as_bytes()),
            zstd(input.as_bytes()),
        ];
        let runs = texts.map(|text| {
            let folder = TemporaryFile::new();
            let journal = format!("{}.journal", folder.name());
            let words: Vec<&str> = words
                .iter()
                .map(|&word| if word == "JOURNAL" { &journal } else { word })
                .collect();
            let ended = run(&mut command(path(program), &words), &text);
            let _ = std::fs::remove_dir_all(&journal);
            (ended.status, ended.stdout)
        });
        assert_eq!(runs[0].0, Some(0), "{program} {words:?}");
        assert!(
            !runs[0].1.is_empty() && runs[0] == runs[1] && runs[0] == runs[2],
            "{runs:?}"
        );
    }
}

#[test]
fn half_of_a_packed_text_is_told() {
    for packed in [gzip(PROBLEM.as_bytes()), zstd(PROBLEM.as_bytes())] {
        let half = &packed[..packed.len() - 6];
        for (program, words) in [("dlx3", &["m1"][..]), ("dlx", &["count"])] {
            let ended = run(&mut command(path(program), words), half);
            assert_eq!(ended.status, Some(1), "{ended:?}");
            let told = "its compressed text is damaged, or the end is missing\n";
            assert!(ended.stderr.ends_with(told), "{ended:?}");
        }
    }
}

/// Two bytes of gzip alone are the beginning of a name.
#[test]
fn names_that_begin_as_packed_files_do_are_names() {
    for name in [&b"\x1f\x8b"[..], b"\x28\xb5\x2f", b"\x1f"] {
        let text = [name, b"\n", name, b"\n"].concat();
        let ended = output(&mut dlx3(&["m1"]), &text);
        let expected = [b"1:\n ", name, b" (1 of 1)\n"].concat();
        assert_eq!(ended.stdout, expected, "{ended:?}");
    }
}

/// Escape, a carriage return, a bell, delete, and a control character of two bytes.
const CONTROLS: &str = "x\x1b[2Jy\rz\x07\x7f\u{9b}31m";

fn has_control(text: &str) -> bool {
    text.chars()
        .any(|c| c.is_control() && !matches!(c, '\n' | '\t'))
}

#[test]
fn no_message_has_bytes_that_control_a_terminal() {
    let bad = CONTROLS.replace('\r', "");
    let problem = format!("A {bad} B\nA {bad}\nB\n");
    for (program, words, file) in [
        ("dlx", &["count", "FILE"][..], format!("A B\nA {bad}\n")),
        (
            "dlx",
            &["count", "FILE"],
            format!("A {bad}\nA {bad} {bad}\n"),
        ),
        (
            "dlx",
            &["import", "csv", "FILE"],
            format!("A,B\n{CONTROLS},1\n"),
        ),
        (
            "dlx",
            &["import", "csv", "FILE"],
            format!("A,{CONTROLS}\nx,1\n"),
        ),
        (
            "dlx",
            &["import", "csv", "--cost", CONTROLS, "FILE"],
            "A,B\n1,1\n".to_owned(),
        ),
        (
            "dlx",
            &["import", "lp", "FILE"],
            format!("min {bad}\nst\n {bad} = <\nend\n"),
        ),
        (
            "dlx",
            &["import", "lp", "FILE"],
            format!("min {bad}\nst\n 2 b + 3 {bad} = 1\nend\n"),
        ),
        (
            "dlx",
            &["import", "mps", "FILE"],
            format!("ROWS\n {bad} {bad}\n"),
        ),
        ("dlx", &["import", "ec", "FILE"], format!("p {bad}\n")),
        ("dlx", &["import", "orlib", "FILE"], bad.clone()),
        ("dlx", &["from", "cnf", "FILE"], problem.clone()),
        ("dlx", &["from", "lp", "FILE"], problem.clone()),
        ("dlx", &["from", "short", "FILE"], problem.clone()),
        ("dlx", &["draw", "FILE"], bad.clone()),
        ("dlx-check", &["FILE"], problem.clone()),
        ("sudoku", &["check", "FILE"], format!("{CONTROLS}\n")),
        ("gen-sudoku", &["FILE"], format!("{CONTROLS}\n")),
        ("show-sudoku", &["FILE"], format!("1:\n {bad} (1 of 1)\n")),
        (
            "show-pack",
            &["soma", "3x3x3", "FILE"],
            format!("1:\n {bad} (1 of 1)\n"),
        ),
        (
            "show-sieve",
            &["9", "FILE"],
            format!("1:\n {bad} (1 of 1)\n"),
        ),
        ("show-peg", &[PEG, "FILE"], format!("1:\n {bad} (1 of 1)\n")),
        ("peg", &["solve", "FILE"], format!("x{CONTROLS}\n\n..x\n")),
        ("gen-pack", &["FILE", "3x3"], CONTROLS.to_owned()),
        ("gen-pack", &[CONTROLS, "3x3"], String::new()),
        ("sieve", &["check", "9", "FILE"], format!("{bad}\n")),
        ("sieve", &[CONTROLS], String::new()),
        ("dlx", &["count", CONTROLS], String::new()),
    ] {
        let input = match words {
            ["from", "cnf", ..] => "s SATISFIABLE\nv 1 x\x1b[2J 0\n".to_owned(),
            ["from", "lp", ..] => "Status: OPTIMAL\nx1 \x1b[2J\n".to_owned(),
            ["from", ..] => format!("1:\n {bad} (1 of 1)\n"),
            _ if program == "dlx-check" => format!("1:\n {bad} (1 of 1)\n"),
            _ => String::new(),
        };
        let run = with_file(program, words, file.as_bytes(), input.as_bytes());
        assert!(
            run.status != Some(0) && !run.stderr.is_empty(),
            "{program} {words:?}: {run:?}"
        );
        assert!(!has_control(&run.stderr), "{program} {words:?}: {run:?}");
    }
}

/// Elsewhere, `dlx3` prints what the C program prints.
#[test]
fn a_terminal_of_dlx3_is_not_controlled_by_a_problem() {
    let problem = "A B | X\x1b[2J\nX\x1b[2J\nA \x1b[2J\n";
    let elsewhere = run(&mut dlx3(&["m1", "v256"]), problem.as_bytes());
    assert!(elsewhere.stderr.contains('\x1b'), "{elsewhere:?}");
    let (_, shown) = at_a_terminal(dlx3(&["m1", "v256"]), Ends::Stderr, problem);
    assert!(shown.contains(r"A \x1b[2J"), "{shown:?}");
    assert!(!has_control(&shown), "{shown:?}");
    let caret = shown.lines().find(|line| line.contains("^ line 3"));
    let at = shown.lines().find_map(|line| line.find(r"\x1b[2J"));
    assert_eq!(caret.and_then(|line| line.find('^')), at, "{shown}");
}

const PEG_FILE: &str = "xx.  ..x\n";
const JIGSAW: &str = "1 1 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 4\n";

/// Programs that read puzzles and tables, and their inputs. These have remarks, so that nothing
/// would be read if the whole text were one line.
fn untidy_readers() -> Vec<(&'static str, Vec<&'static str>, &'static str, &'static str)> {
    let small = "12..............\n";
    vec![
        (
            "sudoku",
            vec!["check", "--order", "4", "FILE"],
            "# one\n1...\n..3.\n.4..\n...2\n",
            "",
        ),
        ("sudoku", vec!["check", "--jigsaw", "FILE"], JIGSAW, small),
        (
            "sudoku",
            vec!["check", "--order", "4", "--killer", "FILE"],
            "# a\n3 r1c1 r1c2\n7 r1c3 r1c4\n",
            small,
        ),
        ("gen-sudoku", vec!["FILE"], SUDOKU, ""),
        (
            "gen-sudoku",
            vec!["--general", "FILE"],
            "1...\n..3.\n.4..\n...2\n1122\n1122\n3344\n3344\n",
            "",
        ),
        ("peg", vec!["bounds", "FILE"], PEG_FILE, ""),
        ("gen-peg", vec!["FILE"], "xx.\n\n..x\n", ""),
        (
            "gen-pack",
            vec!["FILE", "3x3"],
            "| a remark\naaa\n\nbbb\n\nccc\n",
            "",
        ),
        ("sieve", vec!["check", "9", "FILE"], "7 1\n9 3\n8 4\n", ""),
        ("dlx", vec!["gen", "words", "FILE"], "ab\nba\n", ""),
        ("dlx", vec!["gen", "slitherlink", "FILE"], "2.\n.2\n", ""),
        ("dlx", vec!["import", "csv", "FILE"], "A,B\n1,0\n0,1\n", ""),
        (
            "dlx",
            vec!["import", "lp", "FILE"],
            "\\ a remark\nMin\n obj: x\nst\n c: x + y = 1\nbin\n x y\nend\n",
            "",
        ),
    ]
}

/// A file of Sudokus whose first line is a remark used to be read as nothing but that remark.
#[test]
fn lines_may_end_with_returns_alone_after_a_byte_order_mark() {
    for (program, words, file, input) in untidy_readers() {
        let plain = with_file(program, &words, file.as_bytes(), input.as_bytes());
        assert_ne!(plain.stdout, "", "{program} {words:?}: {plain:?}");
        let other_file = format!("\u{feff}{}", file.replace('\n', "\r"));
        let other = with_file(program, &words, other_file.as_bytes(), input.as_bytes());
        assert_eq!(other.status, plain.status, "{program} {words:?}: {other:?}");
        assert_eq!(other.stdout, plain.stdout, "{program} {words:?}");
    }
}

/// Text copied from web pages has such spaces.
#[test]
fn spaces_may_be_those_that_do_not_break() {
    for (program, words, file, input) in [
        (
            "sudoku",
            vec!["check", "--jigsaw", "FILE"],
            JIGSAW,
            "12..............\n",
        ),
        (
            "sudoku",
            vec!["check", "--order", "4", "FILE"],
            "1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n",
            "",
        ),
        (
            "sudoku",
            vec!["check", "--order", "4", "--killer", "FILE"],
            "3 r1c1 r1c2\n7 r1c3 r1c4\n",
            "12..............\n",
        ),
        ("peg", vec!["bounds", "FILE"], PEG_FILE, ""),
        (
            "gen-pack",
            vec!["FILE", "3x3"],
            " a\naa\n\nbbb\n\ncc\n c\n",
            "",
        ),
        ("sieve", vec!["check", "9", "FILE"], "7 1\n9 3\n8 4\n", ""),
    ] {
        let plain = with_file(program, &words, file.as_bytes(), input.as_bytes());
        assert_ne!(plain.stdout, "", "{program} {words:?}: {plain:?}");
        let other_file = file.replace(' ', "\u{a0}");
        let other = with_file(program, &words, other_file.as_bytes(), input.as_bytes());
        assert_eq!(other.status, plain.status, "{program} {words:?}: {other:?}");
        assert_eq!(other.stdout, plain.stdout, "{program} {words:?}");
    }
}
