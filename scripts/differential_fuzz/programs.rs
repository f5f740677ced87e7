//! Runs both programs, and compares what they do.

use super::case::Case;
use crate::process::time_of_children;
use dlx3::Original;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A run that takes longer is killed: if ours hangs, that is a difference.
const MOST_TIME: Duration = Duration::from_secs(60);
/// A case is measured later if a run of either program takes longer than this, in processor time.
/// Runs of other threads may be counted in.
const LONG: Duration = Duration::from_millis(20);

const BAD_INPUT: Option<i32> = Some(102);
const BAD_USAGE: Option<i32> = Some(255);
/// The status that C's `exit(-4)` leaves.
const TOO_DEEP: Option<i32> = Some(252);

pub struct Programs {
    pub original: Original,
    pub ours: PathBuf,
    pub reference: PathBuf,
    /// More arguments for ours.
    pub extra: Vec<String>,
    /// For inputs and shape files.
    pub scratch: tempfile::TempDir,
    /// The process that each thread runs, and since when.
    running: Vec<Mutex<Option<(Pid, Instant)>>>,
}

/// The results of a run.
#[derive(PartialEq, Eq)]
struct Run {
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    shape: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Same,
    Different,
    /// The C program has no room for it, or crashed.
    BeyondC,
}

impl Run {
    /// Whether the C program gave up and ours continues.
    fn is_beyond_c(&self) -> bool {
        self.status.is_none() || self.status == TOO_DEEP && self.stderr.ends_with(b"levels!\n")
    }
}

/// Whether the C program ended with `exit`, judged by its last message.
fn gives_up(stderr: &[u8]) -> bool {
    let text = String::from_utf8_lossy(stderr);
    let is_place = |line: &str| {
        let digits = line.split(':').next().unwrap_or_default();
        line.contains(": ") && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let lines: Vec<&str> = text.split('\n').collect();
    let is_fault = |pair: &[&str]| pair[0].ends_with('!') && is_place(pair[1]);
    lines.windows(2).any(is_fault)
        || lines.iter().any(|line| line.starts_with("Usage: "))
        || text.ends_with("levels!\n")
}

impl Programs {
    pub fn new(
        original: Original,
        ours: PathBuf,
        reference: PathBuf,
        extra: Vec<String>,
        threads: usize,
    ) -> Self {
        Programs {
            original,
            ours,
            reference,
            extra,
            scratch: tempfile::tempdir().expect("a scratch folder"),
            running: (0..threads).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Kills runs that take too long, until all is done.
    pub fn watch(&self, done: &AtomicBool) {
        while !done.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(100));
            for running in &self.running {
                let running = running.lock().expect("no thread panicked");
                if let Some((id, _)) = running.filter(|(_, since)| since.elapsed() > MOST_TIME) {
                    // It may just have ended.
                    let _ = kill(id, Signal::SIGKILL);
                }
            }
        }
    }

    fn run(&self, program: &Path, words: &[String], files: &Files, thread: usize) -> Run {
        let child = Command::new(program)
            .args(words)
            .stdin(File::open(&files.input).expect("the input was just written"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let set = |running| *self.running[thread].lock().expect("no thread panicked") = running;
        set(Some((Pid::from_raw(child.id() as i32), Instant::now())));
        let output = child
            .wait_with_output()
            .expect("the program can be awaited");
        set(None);
        let written = fs::read(&files.shape).ok();
        let _ = fs::remove_file(&files.shape);
        let mut stderr = output.stderr;
        if output.status.code() == BAD_INPUT && program == self.ours {
            // Only our program prints the third line, a help.
            let end = stderr.len() - usize::from(stderr.ends_with(b"\n"));
            let line = stderr[..end].iter().rposition(|&byte| byte == b'\n');
            stderr.truncate(line.map_or(0, |line| line + 1));
        }
        if output.status.code() == BAD_USAGE && program == self.reference {
            // The C program shows the name it was called by.
            let name = program.display().to_string();
            let text = String::from_utf8_lossy(&stderr).replace(&name, self.original.name());
            stderr = text.into_bytes();
        }
        let mut status = output.status.code();
        if self.original != Original::Dlx3 && program == self.reference && !gives_up(&stderr) {
            // Their `main` ends without a value, so the exit status is random.
            status = status.map(|_| 0);
        }
        Run {
            status,
            stdout: output.stdout,
            stderr,
            shape: written,
        }
    }

    /// Whether both do the same, and whether either took long.
    pub fn compare(&self, case: &Case, thread: usize) -> (Verdict, bool) {
        let files = Files::new(self, thread);
        fs::write(&files.input, &case.input).expect("the scratch folder can be written");
        let words = case.words_with(&files.shape);
        let our_words = [&words[..], &case.means, &self.extra].concat();
        let mut took_long = false;
        let mut run = |program: &Path, words: &[String]| {
            let before = time_of_children();
            let run = self.run(program, words, &files, thread);
            took_long |= time_of_children() - before > LONG;
            run
        };
        let expected = run(&self.reference, &words);
        if expected.is_beyond_c() {
            return (Verdict::BeyondC, false);
        }
        let verdict = match run(&self.ours, &our_words) == expected {
            true => Verdict::Same,
            false => Verdict::Different,
        };
        (verdict, took_long)
    }
}

/// The files of a run.
struct Files {
    input: PathBuf,
    shape: PathBuf,
}

impl Files {
    fn new(programs: &Programs, thread: usize) -> Self {
        let path = |ending: &str| programs.scratch.path().join(format!("{thread}.{ending}"));
        Files {
            input: path("dlx"),
            shape: path("shape"),
        }
    }
}
