//! Asks another program how many solutions a problem has.

use crate::parts::Cube;
use dlx3_format::{BuildError, Problem};
use dlx3_search::{Count, Links};
use std::collections::VecDeque;
use std::error::Error;
use std::fmt;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;

/// Only this many last bytes of its output are kept: it may print all solutions first.
const LAST: usize = 1 << 16;

/// Why a program has not given a number of solutions.
#[derive(Debug)]
pub enum ReferenceError {
    /// The problem below the branches of a cube cannot be written.
    Rest(BuildError),
    /// The program could not be run, or communication with it failed.
    Io {
        /// Its command line.
        program: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The program has failed.
    Failed {
        /// Its command line.
        program: String,
        /// Its exit status.
        status: std::process::ExitStatus,
        /// Its last line on stderr.
        said: String,
    },
    /// The program has printed no number.
    NoNumber {
        /// Its command line.
        program: String,
    },
}

impl fmt::Display for ReferenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rest(it) => write!(f, "what is left in this cube cannot be written: {it}"),
            Self::Io { program, error } => write!(f, "cannot run {program}: {error}"),
            Self::Failed {
                program,
                status,
                said,
            } => write!(f, "{program} has failed ({status}): {said}"),
            Self::NoNumber { program } => write!(
                f,
                "{program} has said neither `Altogether N solutions' nor a number alone"
            ),
        }
    }
}

impl Error for ReferenceError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Rest(error) => Some(error),
            _ => None,
        }
    }
}

impl From<BuildError> for ReferenceError {
    fn from(error: BuildError) -> Self {
        Self::Rest(error)
    }
}

/// Asks a program for the number of solutions in a cube. The cube is a list of groups of branches,
/// each of which leaves a problem of its own.
///
/// # Errors
/// Those of [`ask`], or if one more item is too many.
pub fn count(program: &str, problem: &Problem, cube: &Cube) -> Result<Count, ReferenceError> {
    let mut links = Links::new(problem);
    let mut count = Count::ZERO;
    for branches in cube.branches(&mut links) {
        let rest = branches.rest(&mut links)?;
        if rest.option_count() > 0 {
            count += &ask(program, &rest)?;
        } else {
            // Some programs need options. Choosing none is one solution, if bounds allow it.
            let mut bounds = rest.item_ids().filter_map(|item| rest.bounds(item));
            count += u64::from(bounds.all(|bounds| bounds.lower == 0));
        }
    }
    Ok(count)
}

/// Asks a program, a command line for `sh`, for the number of solutions of a problem. It reads the
/// problem as `.dlx` on stdin. Its last `Altogether N solutions` counts, which Knuth's programs
/// print; or else its last line on stdout, which must be a number.
///
/// # Errors
/// If it prints neither, or cannot be run, or fails.
pub fn ask(program: &str, problem: &Problem) -> Result<Count, ReferenceError> {
    let cannot = |error| ReferenceError::Io {
        program: program.to_owned(),
        error,
    };
    let mut child = Command::new("sh")
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(cannot)?;
    let (out, err) = talk(&mut child, problem).map_err(cannot)?;
    let status = child.wait().map_err(cannot)?;
    if let Some(number) = altogether(&err).or_else(|| altogether(&out)) {
        return Ok(number);
    }
    let program = program.to_owned();
    if !status.success() {
        let said = err.lines().last().unwrap_or_default().to_owned();
        return Err(ReferenceError::Failed {
            program,
            status,
            said,
        });
    }
    let last = out.lines().rev().find(|line| !line.trim().is_empty());
    let number = last.and_then(|line| line.trim().parse().ok());
    number.ok_or(ReferenceError::NoNumber { program })
}

/// Sends it the problem. Returns the ends of its stdout and stderr.
fn talk(child: &mut Child, problem: &Problem) -> io::Result<(String, String)> {
    let mut text = Vec::new();
    problem.write(&mut text)?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // It need not read all of the problem.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(&text)));
        let out = scope.spawn(move || stdout.map_or(Ok(String::new()), last));
        let err = stderr.map_or(Ok(String::new()), last);
        let out = out
            .join()
            .map_err(|_| io::Error::other("a thread has failed"))?;
        Ok((out?, err?))
    })
}

/// The last bytes of a stream, as text.
fn last(mut stream: impl Read) -> io::Result<String> {
    let mut kept = VecDeque::new();
    let mut buffer = [0; 1 << 13];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => kept.extend(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        kept.drain(..kept.len().saturating_sub(LAST));
    }
    Ok(String::from_utf8_lossy(kept.make_contiguous()).into_owned())
}

/// The number in the last `Altogether N solution` of a text.
fn altogether(text: &str) -> Option<Count> {
    let (_, after) = text.rsplit_once("Altogether ")?;
    let (number, rest) = after.split_once(' ')?;
    rest.starts_with("solution").then(|| number.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(program: &str) -> Result<Count, String> {
        let problem = "A B\nA\nB\n".parse().unwrap();
        ask(program, &problem).map_err(|error| error.to_string())
    }

    #[test]
    fn a_program_says_how_many_solutions_there_are_in_one_of_two_ways() {
        assert_eq!(answer("grep -c A"), Ok(2.into()));
        let knuth = "echo Altogether 3 sheep, 1: 7; echo Altogether 12 solutions, 1+2 mems >&2";
        assert_eq!(answer(knuth), Ok(12.into()));
        assert_eq!(
            answer("yes 1: | head -100000; echo; echo 5; echo"),
            Ok(5.into())
        );
        let knuth = "echo 'Altogether 1 solution, 1+2 mems'; exit 3";
        assert_eq!(answer(knuth), Ok(1.into()));
    }

    #[test]
    fn what_is_no_answer_is_told() {
        let program = "echo 5; echo it is hot >&2; exit 3";
        let said = format!("{program} has failed (exit status: 3): it is hot");
        assert_eq!(answer(program), Err(said));
        assert!(answer("cat").unwrap_err().ends_with("nor a number alone"));
    }
}
