//! `dlx shorten`: names that dlx3 reads.

use crate::cli::files::input::ProblemFile;
use crate::cli::{Failure, Process, exit};
use crate::convert::short::shortened;
use crate::format::Problem;
use crate::text::output::create;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Prints the problem with names that dlx3 reads
///
/// Names of more than 8 bytes become short ones, such as _1 and _2; the others stay. Costs are
/// left out, as dlx3 refuses them. `dlx from short' gives solutions their long names again, and
/// what they cost.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  dlx shorten crews.dlx > short.dlx
  dlx3 m1 < short.dlx | dlx from short crews.dlx

Exit status: 0 printed; 1 failing output; 2 bad usage; 102 bad input.")]
pub struct Arguments {
    #[command(flatten)]
    input: ProblemFile,

    /// Write a line `SHORT LONG' to FILE for each name that was shortened
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let problem = arguments.input.read()?;
    let short = shortened(&problem);
    if let Some(path) = &arguments.map {
        write_map(&problem, &short, path)
            .map_err(|error| Failure::writing(path.display(), &error))?;
    }
    process.write_with(|out| short.write(out))?;
    if problem.costs().is_some() {
        process.say("dlx3 has no costs, they are left out: `dlx from short' tells them");
    }
    Ok(exit::DONE)
}

fn write_map(problem: &Problem, short: &Problem, path: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(create(path)?);
    for item in problem.item_ids() {
        let (short, long) = (short.name(item), problem.name(item));
        if short != long {
            out.write_all(&[short, b" ", long, b"\n"].concat())?;
        }
    }
    out.flush()
}
