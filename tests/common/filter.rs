//! Running a filter as a user would.

use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::openpty;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, PipeWriter, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// The output of a run, as text.
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

/// Signals that a test sends, or that the parent of the tests may ignore, such as `nohup` or a
/// shell that runs them in the background. (Rust gives each program an empty mask, and does not
/// change SIGPIPE.)
const SIGNALS: [libc::c_int; 6] = [
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGTERM,
    libc::SIGUSR1,
    libc::SIGXFSZ,
];

/// The signals that this process ignores.
static IGNORED: LazyLock<Vec<libc::c_int>> = LazyLock::new(|| {
    let is_ignored = |&signal: &libc::c_int| {
        let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: without a new action, it only writes the present one.
        let action = unsafe {
            libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
            action.assume_init()
        };
        action.sa_sigaction == libc::SIG_IGN
    };
    SIGNALS.into_iter().filter(is_ignored).collect()
});

/// Variables that change the words, colors or widths of programs, or the order of a sort.
const VARIABLES: [&str; 14] = [
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "LANG",
    "LANGUAGE",
    "LINES",
    "MAKEFLAGS",
    "MFLAGS",
    "NO_COLOR",
    "POSIXLY_CORRECT",
    "RUST_BACKTRACE",
    "RUST_LIB_BACKTRACE",
    "TERM",
    "TZ",
];

/// A program that starts as if typed into a new shell, whoever runs the tests: no signal is
/// ignored, and no variable changes its output. Tests start programs only in this way.
pub fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    command.env("LC_ALL", "C");
    if !IGNORED.is_empty() {
        let reset = || {
            for &signal in IGNORED.iter() {
                // SAFETY: `signal` is allowed between fork and exec.
                if unsafe { libc::signal(signal, libc::SIG_DFL) } == libc::SIG_ERR {
                    return Err(io::Error::last_os_error());
                }
            }
            Ok(())
        };
        // SAFETY: `reset` allocates nothing and takes no lock.
        unsafe { command.pre_exec(reset) };
    }
    command
}

/// A filter with its words.
pub fn command(program: &str, words: &[&str]) -> Command {
    let mut command = self::program(program);
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

/// Runs a filter on an input; returns the bytes that it printed.
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

/// The streams that are connected to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Stderr alone: stdin and stdout are pipes.
    Stderr,
    /// Stdin and stderr: somebody types.
    StdinAndStderr,
}

/// Runs a filter at a terminal. Returns its output elsewhere, and the text on the terminal, typed
/// input included.
pub fn at_a_terminal(mut command: Command, ends: Ends, input: &str) -> (Run, String) {
    let terminal = openpty(None, None).unwrap();
    let mut typed = File::from(terminal.master.try_clone().unwrap());
    if ends == Ends::StdinAndStderr {
        command.stdin(Stdio::from(terminal.slave.try_clone().unwrap()));
    }
    command.stderr(Stdio::from(terminal.slave));
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    let mut child = command.spawn().unwrap();
    // Drop our copy, so that the terminal closes when the child ends.
    drop(command);
    match child.stdin.take() {
        // A filter need not read its input.
        Some(mut stdin) => drop(stdin.write_all(input.as_bytes())),
        None => typed.write_all(input.as_bytes()).unwrap(),
    }
    let shown = all_shown(terminal.master);
    let ended = child.wait_with_output().unwrap().into();
    let shown = shown.join().unwrap();
    (ended, String::from_utf8_lossy(&shown).replace("\r\n", "\n"))
}

/// Reads a terminal until it is closed, on a thread of its own: a program that fills the pipe at
/// its stdout waits until that is read as well.
pub fn all_shown(terminal: OwnedFd) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut shown = Vec::new();
        // On Linux, reading a closed terminal is an error.
        let _ = File::from(terminal).read_to_end(&mut shown);
        shown
    })
}

/// A filter limited to `kib` KiB of address space.
pub fn limited(kib: usize, command: &Command) -> Command {
    let mut shell = program("sh");
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
    let mut shell = program("sh");
    shell
        .args(["-c", &format!("exec \"$0\" \"$@\" {redirection}")])
        .arg(command.get_program())
        .args(command.get_args())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    shell
}

/// A pipe that nobody reads any more.
///
/// A program that another test is just starting holds all pipes for a moment.
pub fn without_a_reader() -> PipeWriter {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let is_closed = || {
        let mut ends = [PollFd::new(writer.as_fd(), PollFlags::empty())];
        poll(&mut ends, PollTimeout::ZERO).unwrap();
        ends[0]
            .revents()
            .is_some_and(|events| events.contains(PollFlags::POLLERR))
    };
    while !is_closed() {
        std::thread::sleep(Duration::from_millis(1));
    }
    writer
}

/// Writes a program's text into a file that can be run.
///
/// A shell writes it: a file that is open for writing cannot be run, and a program that another
/// test is just starting holds all files of this process for a moment.
pub fn write_program(path: &Path, text: &str) {
    let mut shell = command("sh", &["-c", "cat > \"$0\" && chmod 755 \"$0\""]);
    let ended = run(shell.arg(path), text.as_bytes());
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
}

/// A device on which every write fails.
///
/// # Panics
/// If the system has none: a test must not pass because it did nothing.
pub fn full() -> File {
    let full = File::options().write(true).open("/dev/full");
    full.expect("this test needs /dev/full")
}

/// A folder whose path has no blank, so that files in it can be words of a command line, wherever
/// the package or the system's temporary folder is.
pub fn plain_place() -> PathBuf {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let mut places = [
        target,
        std::env::temp_dir(),
        "/tmp".into(),
        "/var/tmp".into(),
    ]
    .into_iter();
    let is_plain = |place: &PathBuf| !place.to_string_lossy().contains(char::is_whitespace);
    places.find(is_plain).unwrap()
}

/// A file that is removed when it is dropped.
pub struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// A name for a file that does not exist yet. It has no blank.
    pub fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("dlx3-{}-{number}.tmp", std::process::id());
        TemporaryFile(plain_place().join(name))
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
