//! Runs processes: their times and their output.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A program with its words.
#[derive(Clone, Debug)]
pub struct Contender {
    pub program: OsString,
    pub words: Vec<String>,
    /// How many copies run at the same time.
    pub copies: usize,
}

impl Contender {
    /// One process of a program.
    pub fn new(program: &OsString, words: &[&str]) -> Self {
        Contender {
            program: program.clone(),
            words: words.iter().map(|&word| word.to_owned()).collect(),
            copies: 1,
        }
    }
}

/// The times of a run.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// In user mode and in the system, on all processors.
    pub processor: Duration,
    pub wall: Duration,
}

impl Times {
    /// The lesser of each time.
    pub fn min(self, other: Times) -> Times {
        Times {
            processor: self.processor.min(other.processor),
            wall: self.wall.min(other.wall),
        }
    }
}

/// The results of a run.
#[derive(Debug, PartialEq, Eq)]
pub struct Printed {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// The least times of each contender, the median processor time of each of ours, and whether all
/// printed the same each time.
pub struct Measured {
    pub theirs: Option<Times>,
    pub ours: Vec<Times>,
    pub medians: Vec<Duration>,
    pub printed: Printed,
    pub is_same: bool,
}

/// Runs the C program, if it takes part, and ours in turn, `runs` times.
///
/// # Errors
/// If a program cannot be run.
pub fn measure(
    theirs: Option<&Contender>,
    ours: &[Contender],
    input: &Path,
    runs: usize,
) -> io::Result<Measured> {
    let mut times: Vec<Times> = Vec::new();
    let mut all = vec![Vec::new(); ours.len() + usize::from(theirs.is_some())];
    let mut first: Option<Printed> = None;
    let mut is_same = true;
    for _ in 0..runs.max(1) {
        for (index, contender) in theirs.into_iter().chain(ours).enumerate() {
            let (taken, printed) = run(contender, input)?;
            all[index].push(taken.processor);
            match times.get_mut(index) {
                None => times.push(taken),
                Some(least) => *least = least.min(taken),
            }
            match &first {
                None => first = Some(printed),
                Some(first) => is_same &= *first == printed,
            }
        }
    }
    Ok(Measured {
        theirs: theirs.map(|_| times.remove(0)),
        ours: times,
        medians: all
            .iter()
            .skip(usize::from(theirs.is_some()))
            .map(|all| median(all))
            .collect(),
        printed: first.expect("there is a contender"),
        is_same,
    })
}

/// The one in the middle, or halfway between the two in the middle.
///
/// # Panics
/// If there is none.
pub fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    let (low, high) = (times[(times.len() - 1) / 2], times[times.len() / 2]);
    (low + high) / 2
}

fn run(contender: &Contender, input: &Path) -> io::Result<(Times, Printed)> {
    let command = || -> io::Result<Command> {
        let mut command = Command::new(&contender.program);
        command.args(&contender.words).stdin(File::open(input)?);
        Ok(command)
    };
    let named = |error: io::Error| {
        let program = contender.program.display();
        io::Error::new(error.kind(), format!("{program}: {error}"))
    };
    let (before, began) = (time_of_children(), Instant::now());
    let mut others = Vec::new();
    for _ in 1..contender.copies {
        let mut other = command()?;
        other.stdout(Stdio::null()).stderr(Stdio::null());
        others.push(other.spawn().map_err(named)?);
    }
    let output = command()?.output().map_err(named)?;
    for mut other in others {
        other.wait()?;
    }
    let times = Times {
        wall: began.elapsed(),
        processor: time_of_children() - before,
    };
    let printed = Printed {
        status: output.status,
        stdout: output.stdout,
        stderr: output.stderr,
    };
    Ok((times, printed))
}

/// Runs a program whose output goes to a file (that of copies to nowhere).
///
/// # Errors
/// If it cannot be run, or fails.
pub fn run_into(contender: &Contender, input: &Path, output: &Path) -> io::Result<Times> {
    let command = |stdout: Stdio| -> io::Result<Command> {
        let mut command = Command::new(&contender.program);
        command.args(&contender.words).stdin(File::open(input)?);
        command.stdout(stdout).stderr(Stdio::null());
        Ok(command)
    };
    let file = File::create(output)?;
    let (before, began) = (time_of_children(), Instant::now());
    let mut children = vec![command(file.into())?.spawn()?];
    for _ in 1..contender.copies {
        children.push(command(Stdio::null())?.spawn()?);
    }
    let mut has_failed = false;
    for mut child in children {
        has_failed |= !child.wait()?.success();
    }
    if has_failed {
        let message = format!("{} has failed", contender.program.display());
        return Err(io::Error::other(message));
    }
    Ok(Times {
        wall: began.elapsed(),
        processor: time_of_children() - before,
    })
}

/// The most seconds on the clock for each second of the processor limit.
const IDLE: u32 = 4;

/// Runs a program within a limit of processor time and of resident memory (in bytes, where the
/// system reports it). Returns the times and the output; or the times at which it failed or reached
/// a limit.
///
/// # Errors
/// If it cannot be run.
pub fn run_within(
    contender: &Contender,
    input: &Path,
    limit: Duration,
    memory: u64,
) -> io::Result<Result<(Times, Printed), Times>> {
    run_within_to(contender, input, limit, memory, &[0])
}

/// [`run_within`], for a program whose answers have these exit statuses.
///
/// # Errors
/// If it cannot be run.
pub fn run_within_to(
    contender: &Contender,
    input: &Path,
    limit: Duration,
    memory: u64,
    statuses: &[i32],
) -> io::Result<Result<(Times, Printed), Times>> {
    // Files, not pipes: nobody reads while it runs, and DLX6 prints a line for each number that
    // overflows.
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -t $0; exec \"$@\""])
        .arg(limit.as_secs().to_string())
        .arg(&contender.program)
        .args(&contender.words)
        .stdin(File::open(input)?)
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?);
    let (before, began) = (time_of_children(), Instant::now());
    let mut child = command.spawn()?;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        let is_large = resident(child.id()).is_some_and(|bytes| bytes > memory);
        if began.elapsed() > limit * IDLE || is_large {
            child.kill()?;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let times = Times {
        wall: began.elapsed(),
        processor: time_of_children() - before,
    };
    let mut printed = Printed {
        status,
        stdout: Vec::new(),
        stderr: Vec::new(),
    };
    for (file, text) in [
        (&mut stdout, &mut printed.stdout),
        (&mut stderr, &mut printed.stderr),
    ] {
        file.rewind()?;
        file.read_to_end(text)?;
    }
    let status = printed.status.code();
    Ok(
        match status.is_some_and(|status| statuses.contains(&status)) {
            true => Ok((times, printed)),
            false => Err(times),
        },
    )
}

/// The resident memory of a process, in bytes. (DLX6 reserves 16 GB of address space, but touches
/// only what it needs.)
fn resident(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// The processor time that ended children have used.
pub fn time_of_children() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system keeps count");
    let microseconds =
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(microseconds as u64)
}
