//! The progress line of `dlx3`: where it is asked for, and on a terminal.

use crate::common::filter::{Run, all_shown, command, dlx3, run};
use crate::common::problems::covers::queens;
use crate::common::time::{endless, given_time};
use nix::pty::{OpenptyResult, openpty};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Words for a search that goes on as long as it may.
const LONG: [&str; 4] = ["d0", "--threads", "1", "--memo=0"];

/// Those, with so much time and more words.
fn long<'w>(time: &'w str, more: &[&'w str]) -> Vec<&'w str> {
    [&LONG[..], &["--time", time], more].concat()
}

/// Takes the progress lines out of what was printed; returns them, and the rest.
fn divided(stderr: &str) -> (Vec<&str>, String) {
    let (lines, rest): (Vec<&str>, Vec<&str>) =
        stderr.lines().partition(|line| line.contains("% done"));
    (lines, rest.join("\n"))
}

/// What else a line has depends on how long its numbers are.
fn is_progress(line: &str) -> bool {
    line.starts_with("dlx3: about ") && line.chars().count() <= 80
}

#[test]
fn a_line_comes_each_so_many_seconds_if_it_is_asked_for() {
    let ended = given_time(
        2.0,
        |time| {
            let words = long(time, &["--progress", "1"]);
            run(&mut dlx3(&words), endless().as_bytes())
        },
        |ended| ended.stderr.contains("% done"),
    );
    assert_eq!(ended.status, Some(3), "{}", ended.stderr);
    let (lines, rest) = divided(&ended.stderr);
    assert!(lines.iter().all(|line| is_progress(line)), "{lines:?}");
    assert!(rest.starts_with("(576 options, "), "{rest}");
    assert!(rest.contains("\nTIMEOUT!\nAltogether "), "{rest}");
    // What it says last: which share was done.
    let others = |line: &&str| !line.contains(" of the search was done ");
    assert_eq!(rest.lines().filter(others).count(), 3, "{rest}");
}

#[test]
fn a_search_in_cubes_says_how_far_it_has_come_and_begins_where_the_last_one_ended() {
    let folder = TempDir::new().unwrap();
    let resume = folder.path().to_str().unwrap();
    let words = [
        "--engine",
        "links",
        "--progress",
        "1",
        "--grain",
        "2000",
        "--resume",
        resume,
    ];
    // Lists take an hour for this. With more, there would be no share to be seen.
    let problem = queens(18);
    let share = || -> (f64, f64) {
        let ended = given_time(
            2.0,
            |time| run(&mut dlx3(&long(time, &words)), problem.as_bytes()),
            |ended| ended.stderr.contains("% done"),
        );
        assert_eq!(ended.status, Some(3), "{}", ended.stderr);
        let (lines, _) = divided(&ended.stderr);
        assert!(lines.iter().all(|line| is_progress(line)), "{lines:?}");
        let share = |line: &str| {
            let said = line.strip_prefix("dlx3: about ").unwrap();
            said.split('%').next().unwrap().parse().unwrap()
        };
        (share(lines[0]), share(lines[lines.len() - 1]))
    };
    let (_, first) = share();
    let (second, _) = share();
    assert!(second >= first, "{first}% {second}%");
    // On a very slow machine there may be too few to be seen.
    let journal = std::fs::read_to_string(folder.path().join("journal")).unwrap();
    let done = journal.lines().filter(|line| line.starts_with("cube "));
    let (_, third) = share();
    assert!(done.count() < 20 || third > 0.0, "{third}%");
}

/// What comes to a terminal that is stderr; stdout is a pipe.
pub fn on_a_terminal(words: &[&str], input: &str) -> (Run, String) {
    shown_by(dlx3(words), input)
}

fn shown_by(command: Command, input: &str) -> (Run, String) {
    shown_on(command, openpty(None, None).unwrap(), input)
}

fn shown_on(mut command: Command, terminal: OpenptyResult, input: &str) -> (Run, String) {
    command.stderr(Stdio::from(terminal.slave));
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    let mut child = command.spawn().unwrap();
    // The terminal is closed when the child ends, as nobody else has it.
    drop(command);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    let shown = all_shown(terminal.master);
    let ended = child.wait_with_output().unwrap().into();
    (ended, String::from_utf8(shown.join().unwrap()).unwrap())
}

/// Whether each line of progress fits into 80 columns.
fn fits(shown: &str) -> bool {
    let lines = shown.split(['\r', '\n', '\x1b']);
    let lines = lines.map(|line| line.strip_prefix("[2K").unwrap_or(line));
    let mut lines = lines.filter(|line| line.contains("% done")).peekable();
    lines.peek().is_some() && lines.all(|line| line.chars().count() <= 80)
}

#[test]
fn on_a_terminal_it_comes_by_itself_and_goes_before_the_statistics() {
    let (ended, shown) = given_time(
        2.0,
        |time| on_a_terminal(&long(time, &[]), &endless()),
        |(_, shown)| shown.contains("% done"),
    );
    assert_eq!(ended.status, Some(3), "{shown}");
    assert!(fits(&shown), "{shown:?}");
    // It is erased before anything else is written.
    let last = shown.rsplit("% done").next().unwrap();
    let erased = last.find("\x1b[2K").expect("the line is erased");
    assert!(erased < last.find("TIMEOUT!").unwrap(), "{shown:?}");
    assert!(last.contains("Altogether "), "{shown:?}");
}

#[test]
fn it_does_not_come_among_solutions_nor_where_it_is_not_wanted() {
    for more in [&["--progress", "0"][..], &["m1000000"], &["v3"]] {
        let words = ["d0", "--threads", "1", "--time", "1300ms", "--engine=links"];
        let words = match more {
            // It prints far too much.
            ["v3"] => [&words[..], more, &["c1"]].concat(),
            more => [&words[..], more].concat(),
        };
        let (ended, shown) = on_a_terminal(&words, &endless());
        assert_eq!(ended.status, Some(3), "{shown}");
        assert!(!shown.contains("% done"), "{more:?}: {shown}");
        assert!(shown.contains("Altogether "), "{shown}");
    }
}

/// What is shown between two times that a line of the terminal is erased.
fn pieces(shown: &str) -> Vec<&str> {
    shown.split("\x1b[2K").collect()
}

/// A search that prints a solution now and then.
fn printing(time: &str) -> [&str; 7] {
    let [many, no_reports, engine] = ["m10000", "d0", "--engine=links"];
    let [threads, progress] = ["--threads=1", "--progress=1"];
    [many, no_reports, engine, threads, progress, "--time", time]
}

#[test]
fn solutions_that_go_elsewhere_do_not_erase_the_line() {
    let lines = |shown: &str| {
        let pieces = pieces(shown).into_iter();
        pieces.filter(|piece| piece.contains("% done")).count()
    };
    let (ended, shown) = given_time(
        3.3,
        |time| on_a_terminal(&printing(time), &endless()),
        |(ended, shown)| ended.stdout.contains("\n r") && lines(shown) >= 2,
    );
    assert_eq!(ended.status, Some(3), "{shown}");
    // Where it is erased, it is drawn again, until the end.
    let (lines, pieces) = (lines(&shown), pieces(&shown));
    let is_line = |piece: &&str| piece.contains("% done");
    let first = pieces.iter().position(is_line).unwrap();
    for piece in &pieces[first..first + lines] {
        assert!(is_line(piece), "{piece:?} in {shown:?}");
    }
}

#[test]
fn solutions_on_the_same_terminal_stand_above_the_line() {
    // Solutions come after the first line, and it is there again after them.
    let between = |shown: &str| -> String {
        let [first, last] = [shown.find("% done"), shown.rfind("% done")];
        let between = first.zip(last).map(|(first, last)| &shown[first..last]);
        between.unwrap_or_default().to_owned()
    };
    let (ended, shown) = given_time(
        3.3,
        |time| {
            let terminal = openpty(None, None).unwrap();
            let mut command = dlx3(&printing(time));
            let stdout = terminal.slave.try_clone().unwrap();
            command.stdout(Stdio::from(stdout));
            shown_on(command, terminal, &endless())
        },
        |(_, shown)| between(shown).contains(" of 24)"),
    );
    assert_eq!(ended.status, Some(3), "{shown}");
    let plain = shown.replace("\x1b[2K", "").replace('\r', "\n");
    let is_whole = |line: &&str| line.starts_with("dlx3: about ");
    let mut lines = plain.lines().filter(|line| line.contains("% done"));
    assert!(lines.all(|line| is_whole(&line)), "{plain}");
}

/// A cube that takes minutes shows what has been walked in it.
#[test]
fn the_line_moves_within_a_cube() {
    let folder = TempDir::new().unwrap();
    let resume = folder.path().to_str().unwrap();
    let words = [
        "--engine",
        "links",
        "--progress",
        "1",
        "--grain",
        "1",
        "--resume",
        resume,
    ];
    let moves = |ended: &Run| {
        let (lines, _) = divided(&ended.stderr);
        let last = lines.last().copied().unwrap_or(" 0.0e0 mems/s");
        !last.contains(" 0.0e0 mems/s") && !last.contains(", 0 solutions")
    };
    let ended = given_time(
        3.5,
        |time| {
            // Each time it goes on within the cube; the line has what was found before, too.
            let _ = std::fs::remove_dir_all(folder.path());
            run(&mut dlx3(&long(time, &words)), endless().as_bytes())
        },
        moves,
    );
    assert_eq!(ended.status, Some(3), "{}", ended.stderr);
}

/// Cutting a large tree may take minutes. It said nothing, and did not see the first signal.
#[test]
fn while_the_tree_is_cut_the_line_moves_and_a_signal_ends_it_at_once() {
    use nix::sys::signal::{Signal, kill};
    let folder = TempDir::new().unwrap();
    let journal = folder.path().join("journal");
    let resume = folder.path().to_str().unwrap();
    let words = ["--progress", "1", "--grain", "10000000"];
    let words = [&words[..], &["--resume", resume]].concat();
    // For each piece, ways through thousands of options are looked at: hours for all.
    let problem = queens(100);
    let late = [&words[..], &["--time", "1500ms"]].concat();
    let late = run(&mut dlx3(&late), problem.as_bytes());
    assert_eq!(late.status, Some(3), "{}", late.stderr);
    let said: Vec<&str> = late.stderr.lines().collect();
    assert!(
        said[0].starts_with("dlx3: cutting the tree, ") && said[0].ends_with(" gone"),
        "{}",
        late.stderr
    );
    let end = "dlx3: the tree was not yet cut into cubes, so nothing was searched";
    assert_eq!(said[said.len() - 2..], ["TIMEOUT!", end]);
    assert!(!journal.exists());

    let mut child = dlx3(&words).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(problem.as_bytes()).unwrap();
    drop(stdin);
    // The first line of progress is there once signals are caught.
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines();
    while !stderr.next().unwrap().unwrap().contains("cutting") {}
    let id = nix::unistd::Pid::from_raw(child.id() as i32);
    kill(id, Signal::SIGINT).unwrap();
    let told: Vec<String> = stderr.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(told[told.len() - 2..], ["INTERRUPTED!", end]);
    assert!(!journal.exists());
}

/// All verbs have the same line: how far layers have come, or the search depth first.
#[test]
fn the_verbs_of_dlx_tell_a_terminal_how_far_they_have_come_and_nobody_else() {
    let program = env!("CARGO_BIN_EXE_dlx");
    let dlx = |verb: &str, time: &str| command(program, &[verb, "--time", time]);
    for verb in ["count", "sample"] {
        let (ended, shown) = given_time(
            2.0,
            |time| shown_by(dlx(verb, time), &endless()),
            |(_, shown)| shown.contains("% done"),
        );
        assert_eq!(ended.status, Some(3), "{shown}");
        assert!(shown.contains(" s gone; "), "{verb}: {shown:?}");
        assert!(fits(&shown), "{verb}: {shown:?}");
        let last = shown.rsplit("% done").next().unwrap();
        let erased = last.find("\x1b[2K").expect("the line is erased");
        // A fast machine has filled the memory with states before.
        let told = last.find("time is up").or(last.find("this takes more"));
        assert!(erased < told.unwrap(), "{shown:?}");
        let ended = run(&mut dlx(verb, "2s"), endless().as_bytes());
        assert!(!ended.stderr.contains("gone"), "{}", ended.stderr);
    }
}
