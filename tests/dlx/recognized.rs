//! Texts of other kinds that are given to `dlx` are recognized, and the command in the message
//! reads them.

use crate::common::filter::{self, Run, TemporaryFile, run};
use std::path::Path;

fn dlx(words: &[&str], input: &str) -> Run {
    let mut command = filter::command(filter::path("dlx"), words);
    run(&mut command, input.as_bytes())
}

const LINE: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

/// Texts, the names of their kinds, and the output of the command in the message.
fn texts() -> Vec<(String, &'static str, &'static str)> {
    let rows: Vec<&str> = (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect();
    let solution =
        "483921657967345821251876493548132976729564138136798245372689514814253769695417382\n";
    let spaced = rows.iter().map(|row| {
        let cells: Vec<String> = row.chars().map(|sign| sign.to_string()).collect();
        cells.join(" ").replace('.', "0") + "\n"
    });
    let spaced: String = spaced.collect();
    let lp = "\\ two\nMinimize\n c: x + y\nSubject To\n a: x + y >= 1\nBinary\n x y\nEnd\n";
    let mps = "NAME two\nROWS\n N c\n G a\nCOLUMNS\n x a 1\n y a 1\nRHS\n B a 1\nBOUNDS\n BV B x\n BV B y\n\
               ENDATA\n";
    let xml = "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"0\"/>\n<shapes>\n\
               <voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>\n<voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">#</voxel>\n\
               <voxel x=\"3\" y=\"1\" z=\"1\" type=\"0\">###</voxel>\n</shapes>\n<problems>\n\
               <problem state=\"0\">\n<shapes>\n<shape id=\"0\" count=\"1\"/>\n<shape id=\"1\" count=\"1\"/>\n</shapes>\n\
               <result id=\"2\"/>\n</problem>\n</problems>\n</puzzle>\n";
    vec![
        (LINE.to_owned() + "\n", "a Sudoku", solution),
        (LINE.to_owned(), "a Sudoku", solution),
        (rows.join("\n"), "a Sudoku", solution),
        (spaced, "a Sudoku", solution),
        (
            lp.to_owned(),
            "an integer program in CPLEX's LP format",
            "3\n",
        ),
        (mps.to_owned(), "an integer program in MPS", "3\n"),
        (
            "* #variable= 3 #constraint= 1\n+1 x1 +1 x2 +1 x3 = 1 ;\n".to_owned(),
            "pseudo-Boolean constraints",
            "3\n",
        ),
        (
            "p cnf 3 2\n1 2 3 0\n-1 -2 0\n".to_owned(),
            "clauses in DIMACS",
            "5\n",
        ),
        ("A,B\n1,0\n0,1\n1,1\n".to_owned(), "a table", "2\n"),
        ("A\tB\r\n1\t0\r\n0\t1\r\n".to_owned(), "a table", "1\n"),
        ("1 0 1\n0 1 0\n".to_owned(), "a matrix", "1\n"),
        ("p ec 2\ns 1\ns 2\n".to_owned(), "a list of sets", "1\n"),
        (xml.to_owned(), "a puzzle of BurrTools", "2\n"),
    ]
}

/// The first command in a message.
fn named(message: &str) -> &str {
    let (_, rest) = message.split_once('`').unwrap();
    rest.split('\'').next().unwrap()
}

#[test]
fn a_text_of_another_kind_is_recognized_and_the_command_that_is_named_reads_it() {
    let programs = Path::new(filter::path("dlx")).parent().unwrap();
    for (text, kind, printed) in texts() {
        let file = TemporaryFile::with(&text);
        for verb in ["count", "best", "sample", "reduce", "shorten"] {
            let ended = dlx(&[verb, file.name()], "");
            let told = ended
                .stderr
                .lines()
                .find(|line| line.contains("this looks like"));
            let told = told.unwrap_or_else(|| panic!("{verb} {text}: {ended:?}"));
            assert!(told.contains(kind), "{told}");
            assert!(told.starts_with("dlx: "), "{told}");
            if verb != "count" {
                continue;
            }
            let mut command = filter::command("/bin/sh", &["-c", named(told)]);
            command.env("PATH", programs);
            let read = run(&mut command, b"");
            assert_eq!(
                (read.status, &read.stdout[..]),
                (Some(0), printed),
                "{told}: {read:?}"
            );
        }
        // Input from a pipe has no name.
        let ended = dlx(&["count"], &text);
        assert!(
            ended.stderr.contains("this looks like") && ended.stderr.contains(" FILE"),
            "{ended:?}"
        );
    }
}

/// `dlx` used to print 0 without a word.
#[test]
fn a_problem_without_options_says_so() {
    for (text, printed) in [
        ("A\n", "0\n"),
        ("A B | X\n| none\n", "0\n"),
        ("0:1|A\n", "1\n"),
    ] {
        let ended = dlx(&["count"], text);
        assert_eq!((ended.status, &ended.stdout[..]), (Some(0), printed));
        let first = ended.stderr.lines().next().unwrap();
        assert_eq!(first, "dlx: the problem has no options", "{text}");
    }
    let ended = dlx(&["count"], "A\nA\n");
    assert!(!ended.stderr.contains("no options"), "{ended:?}");
}

/// The message about a fault of a problem is unchanged.
#[test]
fn a_fault_of_a_problem_names_no_other_kind() {
    for text in [
        "A B\nA C\n",
        "0,0 0,1 1,0\n0,0 0,1\n1,1\n",
        "min max st\nmin st\nrows\n",
        "1:2|A B\nA\nB C\n",
        "",
    ] {
        let ended = dlx(&["count"], text);
        assert_eq!(ended.status, Some(102));
        assert!(!ended.stderr.contains("looks like"), "{ended:?}");
    }
}
