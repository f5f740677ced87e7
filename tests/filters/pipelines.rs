//! Ctrl-C in a pipeline goes to all of its programs. The reader may end first; the report of `dlx3`
//! on stderr is not lost with it.

use crate::common::filter::{dlx3, program};
use crate::common::problems::covers::queens;
use crate::common::time::endless;
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Stdio};
use std::time::Duration;

/// A search that prints more than a pipe holds, and a reader that reads nothing after the first
/// line.
struct Pipeline {
    search: Child,
    reader: Child,
}

impl Pipeline {
    fn new(words: &[&str]) -> Self {
        let mut search = dlx3(words).process_group(0).spawn().unwrap();
        let mut stdin = search.stdin.take().unwrap();
        stdin.write_all(queens(12).as_bytes()).unwrap();
        drop(stdin);
        let output = search.stdout.take().unwrap();
        let mut reader = program("sh")
            .args(["-c", "read first; echo $first; exec sleep 3600"])
            .stdin(Stdio::from(output))
            .stdout(Stdio::piped())
            .process_group(search.id() as i32)
            .spawn()
            .unwrap();
        let mut first = [0];
        let read = reader.stdout.as_mut().unwrap().read_exact(&mut first);
        let pipeline = Pipeline { search, reader };
        read.expect("there is a first line");
        pipeline
    }

    fn group(&self) -> Pid {
        Pid::from_raw(self.search.id() as i32)
    }

    /// The exit status, and the text on stderr.
    fn ended(mut self) -> (Option<i32>, String) {
        self.reader.wait().unwrap();
        let mut told = String::new();
        let stderr = self.search.stderr.as_mut().unwrap();
        stderr.read_to_string(&mut told).unwrap();
        (self.search.wait().unwrap().code(), told)
    }
}

impl Drop for Pipeline {
    /// Kills both programs, however the test ends.
    fn drop(&mut self) {
        for child in [&mut self.search, &mut self.reader] {
            drop(child.kill());
            drop(child.wait());
        }
    }
}

fn has_statistics(words: &[&str], (status, told): (Option<i32>, String)) {
    assert_eq!(status, Some(130), "{words:?}: {told}");
    assert!(told.contains("INTERRUPTED!\n"), "{words:?}: {told}");
    let statistics = match words.contains(&"--json") {
        true => "{\"statistics\":{\"ended\":\"signal\",",
        false => "Altogether ",
    };
    assert_eq!(told.matches(statistics).count(), 1, "{words:?}: {told}");
}

/// With and without threads, as JSON, and in cubes.
const WAYS: [&[&str]; 4] = [
    &["m1", "--threads", "1"],
    &["m1", "--threads", "2"],
    &["m1", "--json"],
    &["m1", "--grain", "20", "--threads", "2"],
];

#[test]
fn the_statistics_come_when_ctrl_c_ends_a_whole_pipeline() {
    for words in WAYS {
        let pipeline = Pipeline::new(words);
        killpg(pipeline.group(), Signal::SIGINT).unwrap();
        has_statistics(words, pipeline.ended());
    }
}

#[test]
fn they_come_if_the_reader_ends_a_moment_before_the_signal_is_there() {
    for words in WAYS {
        let ended = |_| {
            let mut pipeline = Pipeline::new(words);
            let reader = Pid::from_raw(pipeline.reader.id() as i32);
            kill(reader, Signal::SIGINT).unwrap();
            pipeline.reader.wait().unwrap();
            std::thread::sleep(Duration::from_millis(10));
            kill(pipeline.group(), Signal::SIGINT).unwrap();
            pipeline.ended()
        };
        // On a busy machine, it may take longer than a moment.
        let mut tries = (0..100).map(ended);
        let found = tries.find(|(status, _)| *status == Some(130));
        has_statistics(words, found.expect("a signal that comes soon is seen"));
    }
}

#[test]
fn a_reader_that_has_enough_ends_the_search_quietly() {
    for words in WAYS {
        let mut pipeline = Pipeline::new(words);
        pipeline.reader.kill().unwrap();
        let (status, told) = pipeline.ended();
        assert_eq!(status, Some(141), "{words:?}: {told}");
        assert!(!told.contains("INTERRUPTED!"), "{words:?}: {told}");
        assert!(!told.contains("Altogether "), "{words:?}: {told}");
    }
}

/// With few solutions, some may still be in the buffer, and the loss of the reader may not have
/// been noticed.
#[test]
fn the_statistics_come_as_json_if_the_reader_has_ended_while_nothing_was_written() {
    let input = endless();
    let ended = |wait| {
        let mut search = dlx3(&["m1000000", "--json", "--threads", "1", "d0"])
            .spawn()
            .unwrap();
        let mut stdin = search.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        drop(stdin);
        std::thread::sleep(Duration::from_millis(wait));
        drop(search.stdout.take());
        kill(Pid::from_raw(search.id() as i32), Signal::SIGINT).unwrap();
        let mut told = String::new();
        let stderr = search.stderr.as_mut().unwrap();
        stderr.read_to_string(&mut told).unwrap();
        (search.wait().unwrap().code(), told)
    };
    // The search may not catch signals yet; and a program that another test is just starting holds
    // all pipes for a moment.
    let mut tries = (1..50).map(|tried| ended(100 * tried));
    let found = tries.find(|(_, told)| told.contains("statistics"));
    has_statistics(&["--json"], found.expect("a pipe without a reader"));
}
