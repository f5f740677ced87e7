//! `dlx to` and `dlx from`, run as a user runs them.

use super::random::cases;
use crate::common::filter::{self, Run, TemporaryFile, dlx_check, full, run, with_redirection};
use dlx3::convert::Format;
use insta::assert_snapshot;
use std::process::Stdio;

fn dlx(words: &[&str], input: &[u8]) -> Run {
    run(&mut filter::command(filter::path("dlx"), words), input)
}

/// Bounds, colors, costs, and a name that few formats can hold.
const PROBLEM: &str = "A 1:2|B 0:1|1,\\ | X x1
A B X:1 |4
A X:2 |1
B 1,\\
B X:2 x1 |1 |1
B X:1 |6
1,\\ x1:] X:\u{7f}
";

#[test]
fn the_help_pages_say_what_there_is() {
    for verb in ["to", "from"] {
        let page = dlx(&[verb, "--help"], b"").stdout;
        assert_snapshot!(format!("dlx_{verb}_help"), page);
    }
}

#[test]
fn every_format_is_as_it_was() {
    for format in Format::ALL.iter().map(|format| format.name()) {
        let run = dlx(&["to", format], PROBLEM.as_bytes());
        assert_eq!(run.status, Some(0));
        assert_snapshot!(format!("as_{format}"), run.stdout + &run.stderr);
    }
    let words = ["to", "cnf", "--encoding", "ladder"];
    assert_snapshot!("as_cnf_by_ladders", dlx(&words, PROBLEM.as_bytes()).stdout);
    let words = ["to", "opb", "--most"];
    let most = dlx(&words, PROBLEM.as_bytes()).stdout;
    assert!(
        most.contains("\nmin: -4 x1 -1 x2 -2 x4 -6 x5 ;\n"),
        "{most}"
    );
}

#[test]
fn with_a_map_there_are_no_comments() {
    let map = TemporaryFile::new();
    let words = ["to", "cnf", "--encoding", "ladder", "--map", map.name()];
    let run = dlx(&words, PROBLEM.as_bytes());
    assert!(run.stdout.starts_with("p cnf "), "{}", run.stdout);
    assert_snapshot!("map", std::fs::read_to_string(map.path()).unwrap());
    let run = dlx(&["to", "mzn", "--map", "/dev/full"], PROBLEM.as_bytes());
    assert_eq!((run.status, &*run.stdout), (Some(1), ""));
    assert!(
        run.stderr.starts_with("dlx: cannot write /dev/full: "),
        "{}",
        run.stderr
    );
}

#[test]
fn bad_words_and_bad_input_have_their_messages() {
    let file = TemporaryFile::with(PROBLEM);
    let bad = TemporaryFile::with("A B\nA C\n");
    let mut text = String::new();
    for (words, input) in [
        ("to", ""),
        ("to sat", ""),
        ("to cnf --encoding binary", ""),
        ("to opb --encoding ladder", ""),
        ("to cnf --most", ""),
        ("to cnf", "A B\nA C\n"),
        ("to wcnf", "A B\nA |9223372036854775807\nB |1\n"),
        ("to mzn", "A B\nA |1e30\nB |1\n"),
        ("from", ""),
        ("from cnf", ""),
        ("from cnf /no/such/file", ""),
        ("from cnf BAD", ""),
        ("from cnf FILE", ""),
        ("from cnf FILE", "s UNSATISFIABLE\n"),
        ("from cnf FILE", "s UNKNOWN\n"),
        ("from cnf FILE", "s SATISFIABLE\nv 1 -2 3 4 0\n"),
        ("from cnf FILE", "s SATISFIABLE\nv 2 0\n"),
        ("from cnf FILE", "s SATISFIABLE\nv 1 2 3\n"),
        ("from opb FILE", "s SATISFIABLE\nv x1 -2\n"),
        ("from lp FILE", "Optimal - objective value 5\n 0 x1 0.3 0\n"),
        ("from mzn FILE", "options 1 7\n----------\n"),
        // These used to have status 0, as if nothing were better.
        ("from wcnf FILE", "s SATISFIABLE\nv -1 2 3 0\n"),
        ("from opb FILE --last", "s SATISFIABLE\nv x2 x3\n"),
        ("from mzn FILE", "options 2 3\n----------\n"),
        (
            "from lp FILE",
            "Stopped on time - objective value 4\n 0 x1 1 0\n",
        ),
        (
            "from opb FILE",
            "c Answer: 1\nv x1\nc Answer: 2\nv x2 x3\ns OPTIMUM FOUND\n",
        ),
        (
            "from opb FILE --last",
            "c Answer: 1\nv x1\nc Answer: 2\nv x2 x3\ns OPTIMUM FOUND\n",
        ),
    ] {
        let named = words.split(' ').map(|word| match word {
            "FILE" => file.name(),
            "BAD" => bad.name(),
            word => word,
        });
        let named: Vec<&str> = named.collect();
        let run = dlx(&named, input.as_bytes());
        let status = run.status.unwrap();
        let told = match status {
            2 => run.stderr.lines().next().unwrap_or_default().to_owned() + "\n",
            _ => run.stdout + &run.stderr,
        };
        text += &format!("dlx {words} < {input:?} [{status}]\n{told}\n");
    }
    assert_snapshot!("convert_messages", text);
}

#[test]
fn what_no_solver_could_read_is_refused_at_once() {
    let text = "A\n".to_owned() + &"A\n".repeat(70_000);
    let pairs = dlx(&["to", "cnf", "--encoding", "pairwise"], text.as_bytes());
    assert_eq!((pairs.status, &*pairs.stdout), (Some(1), ""));
    assert_eq!(
        pairs.stderr,
        "dlx: item A needs 2449965001 clauses and 0 variables more, but solvers number them up to \
         2147483647: try another encoding\n"
    );
    let auto = dlx(&["to", "cnf", "--map", "/dev/null"], text.as_bytes());
    let header = auto.stdout.lines().next();
    assert_eq!(header, Some("p cnf 139999 279996"));
}

#[test]
fn models_of_all_solutions_become_solutions_that_hold() {
    let mut compared = 0;
    for case in cases(0, 60).filter(|case| !case.solutions.is_empty()) {
        let file = TemporaryFile::with(&case.text);
        let options = case.problem.option_count() as u32;
        let mut outputs = [String::new(), String::new(), String::new()];
        for solution in &case.solutions {
            let [cnf, opb, mzn] = &mut outputs;
            for option in 1..=options {
                let sign = if solution.contains(&option) { "" } else { "-" };
                *cnf += &format!("v {sign}{option}\n");
                *opb += &format!("v {sign}x{option}\n");
            }
            *cnf += "v 0\n";
            *opb += "v\nc\n";
            let chosen: String = solution.iter().map(|option| format!(" {option}")).collect();
            *mzn += &format!("options{chosen}\n----------\n");
        }
        for (format, output) in ["cnf", "opb", "mzn"].iter().zip(outputs) {
            let run = dlx(&["from", format, file.name()], output.as_bytes());
            // Nothing says that one of them is a best one.
            let wants_best = *format != "cnf" && case.problem.costs().is_some();
            let expected = if wants_best { 3 } else { 0 };
            assert_eq!(run.status, Some(expected), "{run:?}");
            let mut check = dlx_check(&[file.name()]);
            let checked = filter::run(&mut check, run.stdout.as_bytes());
            let expected = match case.solutions.len() {
                1 => "1 solution holds\n".to_owned(),
                number => format!("{number} solutions hold\n"),
            };
            assert_eq!(
                checked.stdout, expected,
                "{}\n{}",
                checked.stderr, case.text
            );
            compared += 1;
        }
    }
    assert!(compared > 90, "{compared}");
}

#[test]
fn writes_that_fail_are_told_and_closed_pipes_are_quiet() {
    let file = TemporaryFile::with("A\nA\n");
    let large = "A\n".to_owned() + &"A\n".repeat(20_000);
    for (words, input) in [
        (&["to", "cnf"][..], large.as_bytes()),
        (&["to", "opb"], large.as_bytes()),
        (&["to", "lp"], large.as_bytes()),
        (&["to", "mzn"], large.as_bytes()),
        (&["from", "cnf", file.name()], b"v 1 0\n"),
    ] {
        let mut command = filter::command(filter::path("dlx"), words);
        let failed = filter::output(command.stdout(Stdio::from(full())), input);
        let told = String::from_utf8(failed.stderr).unwrap();
        assert_eq!(failed.status.code(), Some(1), "{words:?}");
        assert!(told.starts_with("dlx: cannot write the output: "), "{told}");
    }
    let command = filter::command(filter::path("dlx"), &["to", "cnf"]);
    let closed = run(
        &mut with_redirection("| head -1", &command),
        large.as_bytes(),
    );
    assert_eq!((&*closed.stdout, &*closed.stderr), ("c option 1 = A\n", ""));
}
