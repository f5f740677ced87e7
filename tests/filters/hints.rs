//! Messages for terminals only: hints after messages that say little, and notes that a program
//! waits for typed input. Elsewhere everything is as in the C program.

use crate::common::filter::{
    Ends, TemporaryFile, at_a_terminal, command, dlx_check, dlx3, path, run,
};

const USAGE: &str = "Usage: dlx3 [v<n>] [m<n>] [s<n>] [d<n>] [c<n>] [C<n>] [l<n>] [t<n>] [T<n>] \
    [S<bar>] < foo.dlx\n";

/// The exit status of `dlx3`, its message on a terminal, and its message elsewhere.
fn told(words: &[&str], input: &str) -> (Option<i32>, String, String) {
    let (ended, shown) = at_a_terminal(dlx3(words), Ends::Stderr, input);
    assert_eq!(ended.stdout, "");
    let elsewhere = run(&mut dlx3(words), input.as_bytes());
    assert_eq!(
        (ended.status, ""),
        (elsewhere.status, &elsewhere.stdout[..])
    );
    (ended.status, shown, elsewhere.stderr)
}

#[test]
fn after_the_usage_a_terminal_is_told_which_word_is_wrong() {
    let file = TemporaryFile::with("A\nA\n");
    let name = file.name();
    let is_file = |words| format!("`{name}' is a file, not a word: try `dlx3 {words}< {name}'");
    for (words, hint) in [
        (&[name][..], is_file("")),
        (&["m1", name, "v1"], is_file("... ")),
        (
            &["--thread", "4"],
            "`--thread' is no option, but `--threads' is; try --help".to_owned(),
        ),
        (
            &["--wrong"],
            "`--wrong' is no option; try --help".to_owned(),
        ),
        (
            &["m1", "-v"],
            "`-v' is no option: words have no dash, as in v1; try --help".to_owned(),
        ),
        (
            &["m1", "v", "x"],
            "`v' is no word: v wants a number, as in v1; try --help".to_owned(),
        ),
        (&["x", "v"], "`x' is no word; try --help".to_owned()),
        (&["m1", "--"], "`--' is no word; try --help".to_owned()),
    ] {
        let (status, shown, elsewhere) = told(words, "");
        assert_eq!((status, &elsewhere[..]), (Some(255), USAGE), "{words:?}");
        assert_eq!(shown, format!("{USAGE}dlx3: {hint}\n"));
    }
}

/// The C program takes the mark for a part of the first name. Elsewhere than on a terminal, its
/// message stays.
#[test]
fn a_byte_order_mark_is_told_to_a_terminal_after_the_message_of_the_c_program() {
    let (status, shown, elsewhere) = told(&["m1"], "\u{feff}A B\nA B\n");
    assert_eq!(status, Some(102));
    assert!(elsewhere.starts_with("Unknown item name!\n"), "{elsewhere}");
    let hint = "dlx3: the text begins with a byte order mark, which is part of its first name: \
                `tail -c +4 FILE | dlx3 ...' leaves it out\n";
    assert_eq!(shown, format!("{elsewhere}{hint}"));
    let (status, shown, _) = told(&[], "A B\nA B\n");
    assert_eq!(status, Some(0));
    assert!(!shown.contains("byte order mark"), "{shown}");
}

#[test]
fn a_cost_is_called_one_after_the_message_of_the_c_program() {
    let (status, shown, elsewhere) = told(&["m1"], "A B\nA B |4\n");
    assert_eq!(status, Some(102));
    let page = "Unknown item name!\n4: A B |4\n\n       ^ line 2, column 5: the item line does not \
        name this item\n";
    assert_eq!(elsewhere, page);
    let hint = "dlx3: `|4' is the cost of an option, which dlx3 does not have: see `dlx best'\n";
    assert_eq!(shown, format!("{page}{hint}"));
    let (_, shown, elsewhere) = told(&["m1"], "A B\nA C\n");
    assert_eq!(shown, elsewhere);
}

/// The C program reports the fault of the first lines as a problem. Elsewhere than on a terminal,
/// that is all.
#[test]
fn a_text_of_another_kind_is_recognized_after_the_message_of_the_c_program() {
    for (text, kind, command) in [
        (
            "p cnf 2 1\n1 2 0\n",
            "clauses in DIMACS",
            "dlx import cnf FILE",
        ),
        ("A,B\n1,0\n", "a table", "dlx import csv FILE"),
        (
            "[[1,0],\n[0,1]]\n",
            "a matrix",
            "dlx import csv --no-header FILE",
        ),
        (
            "min x\nst\n c: x = 1\nbin x\nend\n",
            "an integer program",
            "dlx import lp FILE",
        ),
    ] {
        let (status, shown, elsewhere) = told(&["m1"], text);
        assert_eq!(status, Some(102), "{text}");
        let hint = shown.strip_prefix(&elsewhere).unwrap();
        assert!(
            hint.starts_with(&format!("dlx3: this looks like {kind}")),
            "{hint}"
        );
        assert!(hint.contains(&format!("`{command} | dlx count'")), "{hint}");
        assert_eq!(hint.lines().count(), 1);
    }
}

#[test]
fn a_terminal_is_told_that_a_problem_has_no_options() {
    let line =
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n";
    let (_, shown, elsewhere) = told(&["v0"], &line[73..]);
    assert_eq!(
        shown,
        format!("dlx3: the problem has no options\n{elsewhere}")
    );
    let grid = "+-----+\n| 5 3 . | . 7 . | . . . |\n| 6 . . | 1 9 5 | . . . |\n| . 9 8 | . . . | . 6 . |\n";
    let (status, shown, _) = told(&["v0"], grid);
    assert_eq!(status, Some(0));
    assert!(
        shown.starts_with("dlx3: the problem has no options: this looks like a Sudoku"),
        "{shown}"
    );
}

#[test]
fn a_program_that_waits_for_a_terminal_says_so() {
    let file = TemporaryFile::with("A\nA\n");
    let typed = "A\nA\n\x04";
    for (words, what) in [
        (&["dlx3", "m1"][..], "a problem"),
        (&["dlx", "find"], "a problem"),
        (&["dlx", "best", "-"], "a problem"),
        (&["dlx", "to", "cnf"], "a problem"),
        (&["dlx", "from", "cnf", file.name()], "models"),
        (&["dlx-check", file.name()], "solutions"),
    ] {
        let typed = match what {
            "a problem" => typed,
            "models" => "s SATISFIABLE\nv 1 0\n\x04",
            _ => "1:\n A (1 of 1)\n\x04",
        };
        let waits = format!("reading {what} from the terminal; end with Ctrl-D\n");
        let program = command(path(words[0]), &words[1..]);
        let (ended, shown) = at_a_terminal(program, Ends::StdinAndStderr, typed);
        assert_eq!(ended.status, Some(0), "{words:?}: {shown}");
        assert_eq!(shown.matches(&waits).count(), 1, "{words:?}: {shown}");
        // With input from a pipe, no hint is given.
        let program = command(path(words[0]), &words[1..]);
        let (ended, shown) = at_a_terminal(program, Ends::Stderr, &typed[..typed.len() - 1]);
        assert_eq!(ended.status, Some(0), "{words:?}: {shown}");
        assert!(!shown.contains("terminal"), "{words:?}: {shown}");
    }
}

/// A problem may have no solution, so this is no failure, unless a number was asked for.
#[test]
fn a_stream_without_solutions_may_be_for_want_of_m1() {
    let file = TemporaryFile::with("A\nA\n");
    let told = "dlx-check: no solutions came; was m1 forgotten?\n";
    let empty = run(&mut dlx_check(&[file.name()]), b"");
    assert_eq!(empty.status, Some(0));
    assert_eq!(
        (&empty.stdout[..], &empty.stderr[..]),
        ("0 solutions hold\n", told)
    );
    let none = run(&mut dlx_check(&[file.name(), "-n", "0"]), b"");
    assert_eq!((none.status, &none.stderr[..]), (Some(0), ""));
    for (wanted, were) in [("1", "was"), ("3", "were")] {
        let wrong = run(&mut dlx_check(&[file.name(), "-n", wanted]), b"");
        assert_eq!(wrong.status, Some(1));
        let fewer = format!("{told}dlx-check: {wanted} {were} to come, not 0\n");
        assert_eq!(wrong.stderr, fewer);
    }
    let one = b"1:\n A (1 of 1)\n";
    let right = run(&mut dlx_check(&[file.name(), "-n1"]), one);
    assert_eq!((right.status, &right.stderr[..]), (Some(0), ""));
    let wrong = run(&mut dlx_check(&[file.name(), "-n2"]), one);
    assert_eq!(wrong.status, Some(1));
    assert_eq!(wrong.stderr, "dlx-check: 2 were to come, not 1\n");
}

/// `bits` used to mean the same as `auto`.
#[test]
fn who_asks_for_the_engine_bits_is_told_of_auto() {
    for program in ["dlx3", "dlx1", "dlx2"] {
        let refused = run(
            &mut command(path(program), &["--engine", "bits"]),
            b"A\nA\n",
        );
        assert_ne!(refused.status, Some(0));
        assert!(
            refused.stderr.contains("say --engine auto, or nothing"),
            "{refused:?}"
        );
        let other = run(
            &mut command(path(program), &["--engine", "lists"]),
            b"A\nA\n",
        );
        assert!(other.stderr.contains("auto, links"), "{other:?}");
        let auto = run(
            &mut command(path(program), &["--engine", "auto"]),
            b"A\nA\n",
        );
        assert_eq!(auto.status, Some(0));
    }
}
