//! Several threads: signals, closed pipes, memory. (That they print what one
//! thread prints is what `tests/golden.rs` tests.)

use nix::sys::resource::{UsageWho, getrusage};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Pairings of `2 * pairs` points: (2 * pairs - 1)!! solutions.
fn pairings(pairs: usize) -> String {
    let mut text = String::new();
    for point in 0..2 * pairs {
        write!(text, "{point} ").unwrap();
    }
    text.push('\n');
    for low in 0..2 * pairs {
        for high in low + 1..2 * pairs {
            writeln!(text, "{low} {high}").unwrap();
        }
    }
    text
}

fn start(words: &[&str], input: &str) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dlx3"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    child
}

/// What is printed, on both streams.
fn run(words: &[&str], input: &str) -> (Vec<u8>, Vec<u8>) {
    let output = start(words, input).wait_with_output().unwrap();
    (output.stdout, output.stderr)
}

#[test]
fn a_search_that_is_cut_by_itself_prints_what_one_thread_prints() {
    let input = pairings(6);
    for words in [
        &["m1", "v129"][..],
        &["m7", "v641", "t9999"],
        &["m500", "v129", "d3000000"],
        &["m101", "v641", "T2000000", "d0"],
    ] {
        let with = |more: &[&'static str]| run(&[words, more].concat(), &input);
        let expected = with(&["--threads", "1"]);
        for threads in ["2", "3", "7"] {
            let got = with(&["--threads", threads, "--piece", "20000"]);
            assert!(got == expected, "{words:?} with {threads} threads");
        }
    }
}

#[test]
fn an_interrupted_search_has_printed_a_prefix() {
    let input = pairings(6);
    let (whole, _) = run(&["m1", "v0", "--threads", "1"], &input);
    let mut child = start(
        &["m1", "v1", "--threads", "3", "--piece", "500"],
        &pairings(6),
    );
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut lines = Vec::new();
    for _ in 0..100 {
        out.read_until(b'\n', &mut lines).unwrap();
    }
    let id = nix_id(&child);
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGINT).unwrap();
    out.read_to_end(&mut lines).unwrap();
    assert!(whole.starts_with(&lines));
    let mut reports = String::new();
    let mut err = child.stderr.take().unwrap();
    err.read_to_string(&mut reports).unwrap();
    // The machine may have been so quick that nothing was left to interrupt.
    if child.wait().unwrap().code() == Some(130) {
        assert!(reports.contains("INTERRUPTED!\nAltogether"), "{reports}");
        let numbers = lines
            .split(|&byte| byte == b'\n')
            .filter(|line| line.ends_with(b":"));
        let found = format!("Altogether {} solution", numbers.count());
        assert!(reports.contains(&found), "{reports} but {found}");
    }
}

fn nix_id(child: &Child) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(child.id() as i32)
}

/// The consumer stands still while the threads could fill gigabytes; then it
/// goes away, which ends them all.
#[test]
fn a_flood_of_solutions_waits_in_bounded_memory_and_ends_with_its_reader() {
    for piece in [None, Some("100000")] {
        let mut words = vec!["m1", "--threads", "3"];
        words.extend(piece.iter().flat_map(|piece| ["--piece", piece]));
        let mut child = start(&words, &pairings(10));
        let mut first = [0; 2];
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"1:");
        std::thread::sleep(Duration::from_secs(2));
        drop(out);
        assert_eq!(child.wait().unwrap().code(), Some(141));
    }
    let most = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    assert!(most < 140 << 10, "{most} KB");
}
