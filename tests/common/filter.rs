//! Running a filter as a user would.

use nix::pty::openpty;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run printed, as text.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    /// The exit status; none if a signal ended the run.
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Run {
            status: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}

/// A filter with its words.
pub fn command(program: &str, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a filter on an input.
pub fn run(command: &mut Command, input: &[u8]) -> Run {
    output(command, input).into()
}

/// The same with the bytes that were printed.
pub fn output(command: &mut Command, mut input: &[u8]) -> Output {
    feed(command, &mut input)
}

/// Runs a filter on an input that is made as it is read.
pub fn feed(command: &mut Command, input: &mut (dyn Read + Send)) -> Output {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A filter need not read all of its input.
            let _ = io::copy(input, &mut stdin).and_then(|_| stdin.flush());
        });
        child.wait_with_output().unwrap()
    })
}

/// The path of a filter of this package.
pub fn path(program: &str) -> &'static str {
    macro_rules! filters {
        ($($name:literal)*) => {
            match program {
                $($name => env!(concat!("CARGO_BIN_EXE_", $name)),)*
                _ => panic!("no filter is called {program}"),
            }
        };
    }
    filters! {
        "dlx3" "dlx1" "dlx2" "dlx" "dlx-check"
        "gen-sudoku" "show-sudoku" "sudoku"
        "gen-pack" "show-pack"
        "gen-peg" "show-peg" "peg"
        "gen-sieve" "show-sieve" "sieve"
    }
}

/// The filter `dlx3` with words.
pub fn dlx3(words: &[&str]) -> Command {
    command(env!("CARGO_BIN_EXE_dlx3"), words)
}

/// The filter `dlx-check` with words.
pub fn dlx_check(words: &[&str]) -> Command {
    command(env!("CARGO_BIN_EXE_dlx-check"), words)
}

/// What a terminal is connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Stderr alone: stdin and stdout are pipes.
    Stderr,
    /// Stdin and stderr: somebody types.
    StdinAndStderr,
}

/// Runs a filter at a terminal; returns what it printed elsewhere, and what came to the terminal,
/// with what was typed there.
pub fn at_a_terminal(mut command: Command, ends: Ends, input: &str) -> (Run, String) {
    let terminal = openpty(None, None).unwrap();
    let mut typed = File::from(terminal.master.try_clone().unwrap());
    if ends == Ends::StdinAndStderr {
        command.stdin(Stdio::from(terminal.slave.try_clone().unwrap()));
    }
    command.stderr(Stdio::from(terminal.slave));
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    let mut child = command.spawn().unwrap();
    // The terminal is closed when the child ends, as nobody else has it.
    drop(command);
    match child.stdin.take() {
        // A filter need not read its input.
        Some(mut stdin) => drop(stdin.write_all(input.as_bytes())),
        None => typed.write_all(input.as_bytes()).unwrap(),
    }
    let mut shown = Vec::new();
    // A terminal that is closed is an error on Linux.
    let _ = File::from(terminal.master).read_to_end(&mut shown);
    let ended = child.wait_with_output().unwrap().into();
    (ended, String::from_utf8_lossy(&shown).replace("\r\n", "\n"))
}

/// A filter that may take so many KiB of address space.
pub fn limited(kib: usize, command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("ulimit -v {kib} && exec \"$0\" \"$@\"")])
        .arg(command.get_program())
        .args(command.get_args())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    shell
}

/// A filter with a redirection of the shell, such as `>&-`.
pub fn with_redirection(redirection: &str, command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("exec \"$0\" \"$@\" {redirection}")])
        .arg(command.get_program())
        .args(command.get_args())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    shell
}

/// A device on which every write fails.
///
/// # Panics
/// Where there is none: a test must not pass because it did nothing.
pub fn full() -> File {
    let full = File::options().write(true).open("/dev/full");
    full.expect("this test needs /dev/full")
}

/// A file that is removed when it is dropped.
pub struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// A name for a file that does not exist yet.
    pub fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        TemporaryFile(directory.join(format!("{}-{number}.tmp", std::process::id())))
    }

    /// A file with some contents.
    pub fn with(contents: impl AsRef<[u8]>) -> Self {
        let file = Self::new();
        std::fs::write(&file.0, contents).unwrap();
        file
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
