//! The operand FILE.dlx: programs read a problem from a file, from `-` or from stdin, with the same
//! result.

use crate::common::filter::{
    Run, TemporaryFile, command, dlx_check, dlx3, path, run, with_redirection,
};

/// Colors, bounds and costs.
const PROBLEM: &str = "\
A B 1:2|C | X
A B X:1 |4
A X:2 |1
B C |2
C X:2 |1 |1
C X:1 |6
";

fn dlx(words: &[&str], input: &str) -> Run {
    run(&mut command(path("dlx"), words), input.as_bytes())
}

/// The output of `dlx3`, which knows no costs.
fn solutions() -> String {
    let lines = PROBLEM.lines();
    let text: Vec<&str> = lines.map(|line| line.split(" |").next().unwrap()).collect();
    let text = text.join("\n").replace("1:2|C", "1:2|C | X");
    let ended = run(&mut dlx3(&["m1"]), text.as_bytes());
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    assert!(ended.stdout.starts_with("1:\n"), "{}", ended.stdout);
    ended.stdout
}

#[test]
fn every_verb_that_reads_a_problem_takes_it_from_a_file_too() {
    let file = TemporaryFile::with(PROBLEM);
    for verb in [
        &["count"][..],
        &["count", "--options"],
        &["count", "--order", "input", "--layers"],
        &["sample", "-n", "3"],
        &["nth", "2"],
        &["find"],
        &["zdd"],
        &["best", "-k", "2"],
        &["reduce"],
        &["to", "opb"],
    ] {
        let by_stdin = dlx(verb, PROBLEM);
        assert_eq!(by_stdin.status, Some(0), "{verb:?}: {}", by_stdin.stderr);
        assert_ne!(by_stdin.stdout, "");
        let by_name = dlx(&[verb, &[file.name()]].concat(), "this is no problem:\n");
        assert_eq!(by_name, by_stdin, "{verb:?}");
        let by_dash = dlx(&[verb, &["-"]].concat(), PROBLEM);
        assert_eq!(by_dash, by_stdin, "{verb:?}");
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    for verb in [&["count"][..], &["nth", "1"], &["to", "cnf"], &["best"]] {
        let wrong = dlx(&[verb, &["nowhere.dlx"]].concat(), PROBLEM);
        assert_eq!((wrong.status, &wrong.stdout[..]), (Some(1), ""));
        let begin = "dlx: cannot read nowhere.dlx: ";
        assert!(wrong.stderr.starts_with(begin), "{}", wrong.stderr);
    }
    let wrong = dlx(&["nth", "nowhere.dlx"], PROBLEM);
    assert_eq!(wrong.status, Some(2), "{}", wrong.stderr);
}

#[test]
fn a_byte_order_mark_before_a_text_is_left_out() {
    let mark = "\u{feff}";
    for verb in [&["count"][..], &["best"], &["to", "lp"]] {
        let marked = dlx(verb, &format!("{mark}{PROBLEM}"));
        assert_eq!(marked, dlx(verb, PROBLEM), "{verb:?}");
    }
    let covers = "p ec 2\ns 1\ns 2\n";
    let marked = dlx(&["import", "ec"], &format!("{mark}{covers}"));
    assert_eq!(marked, dlx(&["import", "ec"], covers));
    assert_eq!(marked.status, Some(0), "{}", marked.stderr);
    // Texts that are shorter than the mark.
    for short in ["A", "A\n"] {
        assert_eq!(dlx(&["count"], short).stdout, "0\n", "{short}");
    }
}

#[test]
fn what_is_read_is_not_written_over() {
    let file = TemporaryFile::with(PROBLEM);
    for words in [
        &["best", "--proof", file.name(), file.name()][..],
        &["find", "--proof", file.name(), file.name()],
        &["count", "--certificate", file.name(), file.name()],
    ] {
        let refused = dlx(words, "");
        let message = format!(
            "dlx: cannot write {}: it is an input of this command\n",
            file.name()
        );
        assert_eq!(
            (refused.status, refused.stderr),
            (Some(1), message),
            "{words:?}"
        );
        assert_eq!(std::fs::read_to_string(file.name()).unwrap(), PROBLEM);
    }
    // Under another name, and on stdin.
    let link = TemporaryFile::new();
    std::fs::hard_link(file.path(), link.path()).unwrap();
    let from_stdin = format!("< {}", file.name());
    for (program, words) in [
        ("dlx", &["to", "cnf", "--map", link.name(), file.name()][..]),
        ("dlx", &["to", "cnf", "--map", link.name()]),
        ("dlx", &["shorten", "--map", file.name()]),
        ("dlx", &["count", "--certificate", file.name()]),
        ("dlx", &["find", "--proof", file.name()]),
        ("dlx3", &["v0", &format!("S{}", file.name())]),
    ] {
        let refused = with_redirection(&from_stdin, &command(path(program), words));
        let refused = { refused }.output().unwrap();
        let said = String::from_utf8(refused.stderr).unwrap();
        let message = match program {
            "dlx3" => "Sorry, I can't open file `",
            _ => "it is an input of this command\n",
        };
        assert!(said.contains(message), "{words:?}: {said}");
        assert_eq!(
            std::fs::read_to_string(file.name()).unwrap(),
            PROBLEM,
            "{words:?}"
        );
    }
}

#[test]
fn models_and_solutions_come_from_files_too() {
    let (problem, found) = (
        TemporaryFile::with(PROBLEM),
        "s SATISFIABLE\nv -1 2 3 -4 -5 0\n",
    );
    let models = TemporaryFile::with(found);
    let expected = dlx(&["from", "cnf", problem.name()], found);
    assert_eq!(expected.status, Some(0), "{}", expected.stderr);
    for (words, input) in [
        ([problem.name(), models.name()], ""),
        ([problem.name(), "-"], found),
        (["-", models.name()], PROBLEM),
    ] {
        let ended = dlx(&[&["from", "cnf"][..], &words].concat(), input);
        assert_eq!(ended, expected, "{words:?}");
    }
    let stream = solutions();
    let solutions = TemporaryFile::with(&stream);
    let expected = run(&mut dlx_check(&[problem.name()]), stream.as_bytes());
    assert_eq!(expected.status, Some(0), "{}", expected.stderr);
    for (words, input) in [
        ([problem.name(), solutions.name()], ""),
        ([problem.name(), "-"], &stream),
        (["-", solutions.name()], PROBLEM),
    ] {
        let ended = run(&mut dlx_check(&words), input.as_bytes());
        assert_eq!(ended, expected, "{words:?}");
    }
}

#[test]
fn stdin_is_read_once() {
    for words in [
        &["dlx-check", "-"][..],
        &["dlx-check", "-", "-"],
        &["dlx", "from", "cnf", "-"],
        &["dlx", "from", "cnf", "-", "-"],
    ] {
        let wrong = run(
            &mut command(path(words[0]), &words[1..]),
            PROBLEM.as_bytes(),
        );
        assert_eq!(
            (wrong.status, &wrong.stdout[..]),
            (Some(2), ""),
            "{words:?}"
        );
        let end = " cannot both be standard input\n";
        assert!(wrong.stderr.ends_with(end), "{}", wrong.stderr);
    }
}

/// The option for a number has the same letter everywhere.
#[test]
fn the_letter_n_says_how_many() {
    let stream = solutions();
    let file = TemporaryFile::with(PROBLEM);
    let check = |words: &[&str], input: &str| {
        let words = [&[file.name()], words].concat();
        let ended = run(&mut dlx_check(&words), input.as_bytes());
        assert_eq!(ended.status, Some(0), "{words:?}: {}", ended.stderr);
    };
    let all = stream.lines().filter(|line| line.ends_with(':')).count();
    check(&["-n", &all.to_string()], &stream);
    let drawn = dlx(&["sample", "-n", "7"], PROBLEM);
    check(&["-n", "7", "--sample"], &drawn.stdout);
    assert_eq!(dlx(&["sample", "--sample", "7"], PROBLEM), drawn);
    let best = dlx(&["best", "-n", "2"], PROBLEM);
    check(&["-n", "2"], &best.stdout);
    assert_eq!(dlx(&["best", "-k", "2"], PROBLEM), best);
    let plain = "A B\nA\nA\nB\n";
    let drawn = run(&mut dlx3(&["-n", "5", "v0"]), plain.as_bytes());
    assert_eq!(drawn.stdout.matches(":\n").count(), 5);
    let long = run(&mut dlx3(&["--sample", "5", "v0"]), plain.as_bytes());
    assert_eq!(drawn, long);
}
