//! Deliberate departures from the C program, and the handling of failed writes and signals.

use super::progress::on_a_terminal;
use crate::common::filter::{Run, TemporaryFile, dlx_check, dlx3, full, run, with_redirection};
use crate::common::problems::covers::queens;
use crate::common::problems::packings::dominoes;
use crate::common::time::endless;

/// Runs `dlx3` on a text.
fn solve(words: &[&str], text: impl AsRef<[u8]>) -> Run {
    run(&mut dlx3(words), text.as_ref())
}

/// The line that begins with `Altogether`.
fn statistics(run: &Run) -> &str {
    let mut lines = run.stderr.lines();
    lines
        .find(|line| line.starts_with("Altogether"))
        .unwrap_or_else(|| panic!("no statistics in {}", run.stderr))
}

/// Many items, one option each.
fn singletons(count: usize) -> String {
    let names: Vec<String> = (1..=count).map(|number| format!("i{number}")).collect();
    names.join(" ") + "\n" + &names.join("\n") + "\n"
}

#[test]
fn a_last_line_without_its_newline_is_accepted() {
    for text in ["A B\nA B", "A B | x\nA x:1\nB x:1"] {
        let run = solve(&["m1"], text);
        assert_eq!(run.status, Some(0), "{text:?}");
        assert_eq!(run, solve(&["m1"], text.to_owned() + "\n"), "{text:?}");
        assert!(statistics(&run).starts_with("Altogether 1 solution,"));
    }
    assert_eq!(solve(&[], "A").status, Some(0));
    assert_eq!(solve(&[], "A\n| comment").status, Some(0));
}

/// The status used to be 0, as if a solution had been printed.
#[test]
fn a_wanted_solution_that_a_limit_has_cut_off_is_told_by_the_status() {
    let problem = queens(8);
    for wanted in [["--solution", "92"], ["--sample", "3"]] {
        let cut = solve(&[&wanted[..], &["T100"]].concat(), &problem);
        assert_eq!((cut.status, &cut.stdout[..]), (Some(3), ""), "{wanted:?}");
        let whole = solve(&wanted, &problem);
        assert_eq!(whole.status, Some(0));
        assert_ne!(whole.stdout, "");
    }
    let near = solve(&["--solution", "1", "T100000"], &problem);
    assert_eq!(near.status, Some(0), "{}", near.stderr);
}

#[test]
fn lines_may_be_longer_than_ninety_thousand_bytes() {
    let names: Vec<String> = (0..15_000).map(|number| format!("n{number}")).collect();
    let line = names.join(" ");
    let comment = format!("|{}\n", "-".repeat(200_000));
    let blanks = " ".repeat(150_000);
    let text = format!("{comment}{line}{blanks}\n{comment}{blanks}{line}\n");
    assert!(line.len() > 90_002);
    let run = solve(&["m1"], text);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout, format!("1:\n {line} (1 of 1)\n"));
}

#[test]
fn there_may_be_more_than_499_levels() {
    let run = solve(&["m1", "v129"], singletons(800));
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 1 + 800);
    assert!(run.stderr.contains("\n800: 1\n"), "{}", run.stderr);
}

#[test]
fn there_may_be_more_than_ten_thousand_items() {
    let names: Vec<String> = (0..25_000).map(|number| format!("s{number}")).collect();
    let run = solve(&["v1"], format!("A | {}\nA s24999:x\n", names.join(" ")));
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(
        run.stderr
            .starts_with("(1 options, 1+25000 items, 3 entries successfully read)\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn names_are_paid_for_as_if_they_were_compared_one_by_one() {
    // Names of five bytes: a look at each and at the blank, a store of each.
    let names: Vec<String> = (10_000..22_000u64)
        .map(|number| number.to_string())
        .collect();
    let count = names.len() as u64;
    let options: Vec<u64> = vec![count, 1, count / 2];
    let mut text = names.join(" ") + "\n";
    for option in &options {
        text += &(names[*option as usize - 1].clone() + "\n");
    }
    let line = 1 + 1;
    let items: u64 = (1..=count).map(|k| 1 + 6 + 5 + k + 4 + 1).sum();
    let item_line = line + items + 1 + 2;
    let option_lines: u64 = options
        .iter()
        .map(|k| line + 6 + 5 + 1 + (k + 1) + 3 + 5 + 1 + 1 + 3)
        .sum();
    let run = solve(&["v1"], text);
    let expected = format!("Altogether 0 solutions, {}+", item_line + option_lines);
    assert!(statistics(&run).starts_with(&expected), "{}", run.stderr);
}

#[test]
fn a_nul_byte_is_a_fault_with_its_place() {
    for (text, place) in [
        (&b"A\0B\nA\n"[..], "line 1, column 2"),
        (b"A\n\nA\n\0\n", "line 4, column 1"),
        (b"A\n| comm\0nt\nA\n", "line 2, column 7"),
        (b"A | x\nA x:\0\n", "line 2, column 5"),
    ] {
        let run = solve(&[], text);
        assert_eq!(run.status, Some(102));
        assert!(
            run.stderr.starts_with("NUL byte in the input!\n"),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains(place), "{}", run.stderr);
    }
}

#[test]
fn an_input_without_items_is_a_fault() {
    for text in ["", "\n", "| only a comment\n\n  \n"] {
        let run = solve(&[], text);
        assert_eq!((run.status, &run.stdout[..]), (Some(102), ""));
        assert!(run.stderr.starts_with("No items!\n0: "), "{}", run.stderr);
    }
}

#[test]
fn a_timeout_of_no_mems_prints_statistics() {
    let run = solve(&["T0"], "A\nA\n");
    assert_eq!(run.status, Some(0));
    assert!(
        run.stderr
            .contains("\nTIMEOUT!\nAltogether 0 solutions, 36+0 mems, ")
    );
    assert!(
        run.stderr.ends_with(" 1 nodes, ccost 0%.\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn reports_grow_rare_so_that_a_run_ends_however_many_mems_it_has() {
    // The memo soon knows that there are 10^24 mems, 10^14 times the distance of the first reports.
    let problem = dominoes(13, 14);
    let told = |words: &[&str]| {
        let run = solve(words, &problem);
        assert_eq!(run.status, Some(0), "{}", run.stderr);
        run.stderr
    };
    let stderr = told(&["v1"]);
    let is_report = |line: &&str| line.starts_with(" after ");
    let reports: Vec<u128> = stderr
        .lines()
        .filter(is_report)
        .map(|line| line.split(' ').nth(2).unwrap().parse().unwrap())
        .collect();
    // The search is within a node of where a report is due.
    let near = |report: usize, due: u128| {
        let mems = reports[report - 1];
        assert!((due..due + 1_000_000).contains(&mems), "{report}: {mems}");
    };
    near(1, 10_000_000_000);
    near(2, 20_000_000_000);
    near(1000, 10_000_000_000_000);
    near(1001, 10_100_000_000_000);
    near(2000, 110_000_000_000_000);
    near(2001, 111_000_000_000_000);
    let others: Vec<&str> = stderr.lines().filter(|line| !is_report(line)).collect();
    assert_eq!(others.join("\n") + "\n", told(&["v1", "d0"]));
    assert_eq!(stderr, told(&["v1", "--threads", "1"]));
}

#[test]
fn reports_at_a_distance_that_was_asked_for_stay_there() {
    // The default distance, given explicitly: more than 1,000 reports, all alike.
    let problem = dominoes(10, 12);
    let run = solve(&["v1", "d10000000000", "T10200000000000"], &problem);
    let last = run.stderr.lines().rfind(|line| line.starts_with(" after "));
    let count = run.stderr.matches(" after ").count();
    assert_eq!((run.status, count), (Some(0), 1020), "{last:?}");
}

#[test]
fn two_dashes_are_a_wrong_word_as_in_the_c_program() {
    let shape = TemporaryFile::new();
    let word = format!("S{}", shape.name());
    for words in [
        &["--", "m1"][..],
        &["m1", "--"],
        &["--"],
        &["m1", "--", "--help"],
        &["--threads", "1", "--", "--"],
        &["--", &word],
    ] {
        let run = solve(words, "A\nA\n");
        assert_eq!((run.status, &run.stdout[..]), (Some(255), ""), "{words:?}");
        assert!(run.stderr.starts_with("Usage: dlx3 [v<n>] "), "{words:?}");
    }
    assert!(shape.path().exists(), "shape files are made all the same");
}

#[test]
fn a_third_line_helps_the_reader_of_an_error() {
    let run = solve(&[], "A B\n\tA  C B\n");
    assert_eq!(run.status, Some(102));
    assert_eq!(
        run.stderr,
        "Unknown item name!\n4: \tA  C B\n\n   \t   ^ line 2, column 5: \
         the item line does not name this item\n"
    );
}

#[cfg(unix)]
mod writes_and_signals {
    use super::*;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::fs::{self, File};
    use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::process::{Child, ChildStderr, ChildStdout, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "it needs /dev/full")]
    fn a_full_disk_under_stdout_is_an_error() {
        let full = full();
        let run = run(dlx3(&["m1"]).stdout(full), queens(8).as_bytes());
        assert_eq!(run.status, Some(1));
        let last = run.stderr.lines().last().unwrap();
        assert!(last.starts_with("dlx3: cannot write solutions: "), "{last}");
    }

    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "it needs /dev/full")]
    fn a_full_disk_under_the_shape_file_is_an_error() {
        let run = solve(&["m1", "S/dev/full"], queens(8));
        assert_eq!(run.status, Some(1));
        let last = run.stderr.lines().last().unwrap();
        assert!(
            last.starts_with("dlx3: cannot write the shape file: "),
            "{last}"
        );
    }

    /// C says so and continues, and its status is 0.
    #[test]
    fn a_shape_file_that_cannot_be_opened_shows_in_the_status() {
        let run = solve(&["m1", "v0", "S/no/such/file"], queens(8));
        let expected = solve(&["m1", "v0"], queens(8));
        assert_eq!((run.status, run.stdout), (Some(1), expected.stdout));
        let told = "Sorry, I can't open file `/no/such/file' for writing!\n";
        assert_eq!(run.stderr, told);
    }

    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "it needs /dev/full")]
    fn a_full_disk_under_stderr_is_an_error() {
        let full = full();
        let run = run(dlx3(&["m1"]).stderr(full), queens(8).as_bytes());
        assert_eq!(run.status, Some(1));
    }

    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "it needs /dev/full")]
    fn a_full_disk_ends_a_long_run_early() {
        let full = full();
        // All solutions would take a very long time.
        let run = run(dlx3(&["m1"]).stdout(full), endless().as_bytes());
        assert_eq!(run.status, Some(1));
        assert!(
            run.stderr.contains("dlx3: cannot write solutions: "),
            "{}",
            run.stderr
        );
    }

    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "it needs /dev/full")]
    fn a_full_disk_under_the_verdict_is_an_error() {
        let full = full();
        let file = TemporaryFile::with("A\nA\n");
        let run = run(dlx_check(&[file.name()]).stdout(full), b"1:\n A (1 of 1)\n");
        assert_eq!(run.status, Some(1));
        assert!(
            run.stderr
                .starts_with("dlx-check: cannot write the verdict: ")
        );
    }

    /// Reads the first solution's first line, then closes the pipe.
    fn close_after_a_line(child: &mut Running) {
        let mut stdout = BufReader::new(child.0.stdout.take().unwrap());
        assert_eq!(next_line(&mut stdout), "1:\n");
    }

    #[test]
    fn a_closed_pipe_ends_the_run_quietly_and_without_statistics() {
        // More solutions than could be printed before the pipe is full.
        let mut child = Running::start(&["m1", "v1"], &endless());
        let mut stderr = child.started();
        close_after_a_line(&mut child);
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
        assert_eq!(child.0.wait().unwrap().code(), Some(141));
    }

    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "it needs /dev/full")]
    fn a_closed_pipe_does_not_hide_that_the_shape_file_failed() {
        let mut child = Running::start(&["m1", "v0", "S/dev/full"], &endless());
        close_after_a_line(&mut child);
        let mut rest = String::new();
        child.stderr().read_to_string(&mut rest).unwrap();
        assert!(
            rest.starts_with("dlx3: cannot write the shape file: "),
            "{rest}"
        );
        assert_eq!(child.0.wait().unwrap().code(), Some(1));
    }

    /// A run that is killed at the end of the test.
    struct Running(Child);

    impl Running {
        fn start(words: &[&str], text: &str) -> Self {
            let mut child = dlx3(words).spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(text.as_bytes()).unwrap();
            Running(child)
        }

        /// Waits for the first line on stderr: then the search runs, and signals
        /// are caught.
        fn started(&mut self) -> BufReader<ChildStderr> {
            let mut stderr = self.stderr();
            assert!(next_line(&mut stderr).ends_with(" successfully read)\n"));
            stderr
        }

        fn stderr(&mut self) -> BufReader<ChildStderr> {
            BufReader::new(self.0.stderr.take().unwrap())
        }

        fn signal(&self, signal: Signal) {
            kill(Pid::from_raw(self.0.id() as i32), signal).unwrap();
        }
    }

    impl Drop for Running {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    fn next_line(reader: &mut impl BufRead) -> String {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        line
    }

    /// Writes to a socket until no byte fits.
    fn fill(mut socket: UnixStream) {
        socket.set_nonblocking(true).unwrap();
        for bytes in [&[b'#'; 4096][..], b"#"] {
            let refusal = std::iter::repeat_with(|| socket.write(bytes)).find_map(Result::err);
            assert_eq!(refusal.unwrap().kind(), ErrorKind::WouldBlock);
        }
        socket.set_nonblocking(false).unwrap();
    }

    /// A run that cannot check signals, because it waits for a reader of its stderr. Returned with
    /// it: stdout from its second line on, and the reading end of stderr.
    fn stuck() -> (Running, BufReader<ChildStdout>, UnixStream) {
        let (into, from) = UnixStream::pair().unwrap();
        let mut command = dlx3(&["m1", "v1"]);
        let stderr = into.try_clone().unwrap();
        command.stderr(Stdio::from(OwnedFd::from(stderr)));
        let mut child = Running(command.spawn().unwrap());
        drop(command);
        let mut stdin = child.0.stdin.take().unwrap();
        stdin.write_all(endless().as_bytes()).unwrap();
        drop(stdin);
        let mut stdout = BufReader::new(child.0.stdout.take().unwrap());
        assert_eq!(next_line(&mut stdout), "1:\n");
        fill(into);
        // For this signal it prints a line before it checks whether to end.
        child.signal(Signal::SIGUSR1);
        (child, stdout, from)
    }

    #[test]
    fn the_second_of_two_signals_at_once_loses_no_statistics() {
        let ended = |_| {
            let (mut child, mut stdout, mut stderr) = stuck();
            for signal in [Signal::SIGTERM, Signal::SIGTERM, Signal::SIGINT] {
                child.signal(signal);
                sleep(Duration::from_millis(50));
            }
            let solutions = std::thread::spawn(move || {
                let mut text = String::new();
                stdout.read_to_string(&mut text).map(|_| text)
            });
            let mut told = String::new();
            stderr.read_to_string(&mut told).unwrap();
            let solutions = solutions.join().unwrap().unwrap();
            (child.0.wait().unwrap().code(), told, solutions)
        };
        // On a busy machine, a second may have passed between them.
        let mut tries = (0..20).map(ended);
        let (_, told, solutions) = tries
            .find(|(status, ..)| *status == Some(143))
            .expect("signals that come at once are one");
        let count = 1 + solutions.matches(":\n").count();
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(lines[1].trim_start_matches('#').starts_with(" after "));
        assert_eq!(lines[2], "INTERRUPTED!");
        let plural = if count == 1 { "" } else { "s" };
        let statistics = format!("Altogether {count} solution{plural}, ");
        assert!(lines[3].starts_with(&statistics), "{lines:?}");
        assert!(told.ends_with("%.\n"), "{lines:?}");
    }

    #[test]
    fn a_signal_a_second_later_ends_a_run_that_is_stuck() {
        let (mut child, _stdout, _stderr) = stuck();
        child.signal(Signal::SIGTERM);
        // Once, or again on a machine so slow that the first signal has only just been seen.
        let mut tries = (0..100).map(|_| {
            sleep(Duration::from_millis(1100));
            let ended = child.0.try_wait().unwrap();
            if ended.is_none() {
                child.signal(Signal::SIGINT);
            }
            ended
        });
        assert_eq!(tries.next(), Some(None), "it is stuck");
        let ended = tries.find_map(|ended| ended).expect("it is ended");
        assert_eq!(ended.code(), Some(130));
    }

    #[test]
    fn a_closed_stdout_is_an_error_of_what_is_written_to_it() {
        let solve = |words: &[&str]| {
            let mut command = with_redirection(">&-", &dlx3(words));
            run(&mut command, b"A\nA\n")
        };
        let lost = solve(&["m1"]);
        assert_eq!(lost.status, Some(1), "{}", lost.stderr);
        let last = lost.stderr.lines().last().unwrap();
        assert!(last.starts_with("dlx3: cannot write solutions: "), "{last}");
        assert_eq!(solve(&["--help"]).status, Some(1));
        let nothing = solve(&["m0"]);
        assert_eq!(nothing.status, Some(0), "{}", nothing.stderr);
        assert!(statistics(&nothing).starts_with("Altogether 1 solution,"));
    }

    #[test]
    fn a_null_device_under_stdout_is_none() {
        // Rust's runtime opens it for reading and writing in place of a closed stream, and so does
        // Python for DEVNULL.
        for redirection in [">/dev/null", "1<>/dev/null"] {
            let mut command = with_redirection(redirection, &dlx3(&["m1"]));
            let run = run(&mut command, b"A\nA\n");
            assert_eq!(run.status, Some(0), "{}", run.stderr);
        }
    }

    #[test]
    fn a_closed_stderr_asks_for_no_reports() {
        let run = run(&mut with_redirection("2>&-", &dlx3(&["m1"])), b"A\nA\n");
        assert_eq!(
            (run.status, &run.stdout[..]),
            (Some(0), "1:\n A (1 of 1)\n")
        );
    }

    #[test]
    fn a_closed_stdin_holds_no_items_as_in_the_c_program() {
        let run = run(&mut with_redirection("<&-", &dlx3(&["m1"])), b"");
        assert_eq!(run.status, Some(102));
        assert!(run.stderr.starts_with("No items!\n"), "{}", run.stderr);
    }

    #[test]
    fn an_interrupt_ends_the_search_with_statistics_and_whole_files() {
        for (signal, status) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)] {
            let shape = TemporaryFile::new();
            let problem = endless();
            let solutions = TemporaryFile::new();
            let shape_word = format!("S{}", shape.name());
            let mut command = dlx3(&["m1", "v1", &shape_word]);
            command.stdout(Stdio::from(File::create(solutions.path()).unwrap()));
            let mut child = Running(command.spawn().unwrap());
            let mut stdin = child.0.stdin.take().unwrap();
            stdin.write_all(problem.as_bytes()).unwrap();
            drop(stdin);
            let mut stderr = child.started();
            child.signal(signal);
            assert_eq!(next_line(&mut stderr), "INTERRUPTED!\n");
            let statistics = next_line(&mut stderr);
            assert!(statistics.starts_with("Altogether "), "{statistics}");
            assert_eq!(next_line(&mut stderr), "");
            assert_eq!(child.0.wait().unwrap().code(), Some(status));

            let nodes = statistics.split(' ').rev().nth(3).unwrap();
            let nodes: usize = nodes.parse().unwrap();
            let shape = fs::read_to_string(shape.path()).unwrap();
            // The node at which the search ended had not chosen its item.
            assert_eq!(shape.lines().count(), nodes - 1);
            assert!(shape.is_empty() || shape.ends_with('\n'));
            let file = TemporaryFile::with(&problem);
            let stream = fs::read(solutions.path()).unwrap();
            let count = statistics.split(' ').nth(1).unwrap();
            let check = run(&mut dlx_check(&["--step=1", file.name()]), &stream);
            assert!(
                check.stdout.starts_with(&format!("{count} ")),
                "{}",
                check.stderr
            );
        }
    }

    #[test]
    fn sigusr1_prints_a_progress_line_and_the_search_goes_on() {
        let mut child = Running::start(&["v1", "d0"], &endless());
        let mut stderr = child.started();
        for _ in 0..3 {
            child.signal(Signal::SIGUSR1);
            let line = next_line(&mut stderr);
            assert!(
                line.starts_with(" after ") && line.contains(" sols,"),
                "{line}"
            );
        }
        child.signal(Signal::SIGINT);
        assert_eq!(next_line(&mut stderr), "INTERRUPTED!\n");
        assert_eq!(child.0.wait().unwrap().code(), Some(130));
    }

    #[test]
    fn what_was_found_is_seen_before_the_search_ends() {
        let mut child = Running::start(&["m1", "v0"], &endless());
        let mut stdout = BufReader::new(child.0.stdout.take().unwrap());
        let first: Vec<String> = (0..25).map(|_| next_line(&mut stdout)).collect();
        assert_eq!(first[0], "1:\n");
        child.signal(Signal::SIGTERM);
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        let problem = endless();
        let file = TemporaryFile::with(&problem);
        let stream = first.concat() + &rest;
        let check = run(&mut dlx_check(&[file.name()]), stream.as_bytes());
        assert_eq!(check.status, Some(0), "{}", check.stderr);
        assert_eq!(child.0.wait().unwrap().code(), Some(143));
    }
}

/// C reports every 10^10 mems. With a progress line on a terminal, these reports do not come by
/// default; elsewhere they do. The word `d` asks for them anywhere.
#[test]
fn reports_give_way_to_the_progress_line_on_a_terminal() {
    let problem = dominoes(8, 10);
    let reports = |stderr: &str| {
        stderr
            .lines()
            .filter(|line| line.contains(" after "))
            .count()
    };
    let words = ["--threads", "1"];
    let elsewhere = run(&mut dlx3(&words), problem.as_bytes());
    assert!(reports(&elsewhere.stderr) > 0, "{}", elsewhere.stderr);
    let (_, shown) = on_a_terminal(&words, &problem);
    assert_eq!(reports(&shown), 0, "{shown}");
    assert!(shown.contains("Altogether "), "{shown}");
    for more in [&["d10000000000"][..], &["--progress", "0"]] {
        let (_, shown) = on_a_terminal(&[&words, more].concat(), &problem);
        assert!(reports(&shown) > 0, "{more:?}: {shown}");
    }
}

/// A log used to have thousands of lines beside the few solutions.
#[test]
fn a_search_for_a_few_solutions_makes_no_reports_unless_they_are_asked_for() {
    // 8 * 10^13 mems, most of which the memo knows.
    let problem = dominoes(10, 10);
    for wanted in [["--sample", "2"], ["--solution", "258584046368"]] {
        let run = solve(&wanted, &problem);
        assert_eq!(run.status, Some(0), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 2, "{}", run.stderr);
        let mems = statistics(&run).split_once('+').unwrap().1;
        let mems: u64 = mems.split(' ').next().unwrap().parse().unwrap();
        assert!(mems > 10_000_000_000, "{mems}");
    }
    let run = solve(&["--sample", "1", "d10000000000000"], &problem);
    let reports = run
        .stderr
        .lines()
        .filter(|line| line.starts_with(" after "));
    assert!(reports.count() > 2, "{}", run.stderr);
}
