//! `dlx-check`: a problem in a file, solutions on stdin, a verdict.

use super::size::parse_size;
use super::{Failure, exit};
use crate::check::{CheckError, Settings, check};
use crate::format::solution::StreamError;
use crate::format::{Problem, ReadError, Reader};
use crate::text::standard;
use crate::text::streams::Streams;
use clap::Parser;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Says whether the solutions on stdin are solutions of FILE.
///
/// Reads a problem from FILE, and from stdin what `dlx3 m1` prints. Prints
/// `N solutions hold`; or, on stderr, the first solution that does not hold, with
/// its number, its line and the reason.
#[derive(Parser)]
#[command(name = "dlx-check", version, after_long_help = MORE, after_help = MORE)]
#[command(verbatim_doc_comment)]
struct Arguments {
    /// The problem, in .dlx format
    #[arg(value_name = "FILE.dlx")]
    file: PathBuf,

    /// The numbers must be M, 2M, 3M, ... [default: the first one is M]
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u64).range(1..))]
    step: Option<u64>,

    /// The solutions are from `dlx3 --sample`: their numbers only rise, and a solution
    /// may come again with its number
    #[arg(long, conflicts_with = "step")]
    sample: bool,

    /// Memory for what is known of solutions: bytes, or with K, M or G
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = parse_size)]
    memory: usize,
}

const MORE: &str = "\
A solution holds if
  * each of its lines is an option of FILE, whatever item it starts with, and no
    option is taken more often than FILE has it; or the line is `null NAME', and
    NAME is a primary item of FILE
  * every primary item occurs as often as its bounds say
  * every secondary item has one color only, or occurs once without a color
  * its number is the next one (in a sample: not smaller than the last one; and two
    solutions that have the same number have the same options)
  * no solution with another number has the same options (but equal options in FILE allow
    as many equal solutions as there are ways to choose among them)

Repeated solutions: each solution leaves 40 bytes, among them a fingerprint of 128
bits (SipHash, with a key drawn at random for each run) of its set of options.
When they fill SIZE bytes, they are sorted and written to temporary files without
names in the directory TMPDIR (or /tmp), which are merged in the end; so the stream
may be larger than memory. No repeat is overlooked. The chance that a repeat is
reported in error is below N * N / 2^129 for any N solutions: less than 2^-69 for a
thousand million. Another run draws another key, and so confirms a report.

Exit status: 0 all solutions hold; 1 one does not hold, or something could not be
read or written; 2 bad usage; 102 FILE is not good .dlx text; 141 no reader
is left at the pipe under stdout.

Example:
  dlx3 m1 < queens.dlx | dlx-check queens.dlx";

/// Runs the filter on the process's own streams.
///
/// # Errors
/// A solution that does not hold, and files that cannot be read or written.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<u8, Failure> {
    let mut streams = Streams::standard();
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(page) => {
            let text = page.render().to_string();
            return match page.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                    streams.out().put(text.as_bytes());
                    finish(&mut streams, exit::DONE)
                }
                _ => {
                    streams.err().put(text.as_bytes());
                    finish(&mut streams, BAD_USAGE)
                }
            };
        }
    };
    let problem = match read(&arguments.file)? {
        Ok(problem) => problem,
        Err(fault) => {
            streams.err().put(&fault);
            return finish(&mut streams, exit::BAD_INPUT);
        }
    };
    let settings = Settings {
        step: arguments.step,
        sample: arguments.sample,
        memory: arguments.memory,
    };
    let count = check(&problem, settings, standard::stdin()).map_err(|error| match error {
        CheckError::Stream(fault @ StreamError::Fault { .. }) => {
            Failure::new(format_args!("in the solutions: {fault}"))
        }
        error => Failure::new(error),
    })?;
    let hold = if count == 1 {
        "solution holds"
    } else {
        "solutions hold"
    };
    streams.out().put(format!("{count} {hold}\n").as_bytes());
    finish(&mut streams, exit::DONE)
}

/// What clap leaves.
const BAD_USAGE: u8 = 2;

/// Reads the problem; the inner error is what to print of a fault.
fn read(file: &Path) -> Result<Result<Problem, Vec<u8>>, Failure> {
    let failure =
        |error: &io::Error| Failure::new(format_args!("cannot read {}: {error}", file.display()));
    let input = File::open(file).map_err(|error| failure(&error))?;
    match Reader::new().read(input) {
        Ok(text) => Ok(Ok(text.problem)),
        Err(ReadError::Fault(fault)) => Ok(Err(fault.to_bytes())),
        Err(ReadError::Io(error)) => Err(failure(&error)),
    }
}

fn finish(streams: &mut Streams<'_>, status: u8) -> Result<u8, Failure> {
    let (out, err) = streams.finish();
    out.map_err(|error| Failure::writing("the verdict", &error))?;
    err.map_err(|error| Failure::writing("messages", &error))?;
    Ok(status)
}
