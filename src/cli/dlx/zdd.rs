//! `dlx zdd`: the decision diagram of all solutions.

use super::limits::{Cost, NOT_ALL, tell};
use crate::answers::Stopped;
use crate::answers::family::Family;
use crate::answers::zdd::Zdd;
use crate::cli::files::input::ProblemFile;
use crate::cli::{Failure, Process, exit};

/// Prints the decision diagram of all solutions
///
/// A line `NODE: (~OPTION?LOW:HIGH)' for each decision, as DLX6 writes it for Knuth's
/// ZDDREAD programs: nodes in hexadecimal, 0 and 1 being the sinks, options counted from 1
/// without those that have no primary item. The last line has option 0, and leads to the
/// root. Paths may meet options in different orders.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  printf 'A B C\\nA B\\nC\\nB C\\nA\\n' | dlx zdd

Exit status: 0 printed; 1 failing output; 2 bad usage; 3 stopped before; 102 bad input.")]
pub struct Arguments {
    /// Print it for Graphviz's dot; nodes have options as labels
    #[arg(long)]
    dot: bool,

    #[command(flatten)]
    input: ProblemFile,

    #[command(flatten)]
    cost: Cost,
}

/// Lines between two checks of the clock and the output.
const BREATH: usize = 1 << 10;

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let (clock, problem) = arguments.cost.clock(|| arguments.input.read())?;
    let family = clock.within(|limits| Family::new(&problem, limits));
    let family = family.map_err(|why| clock.stopped(why, ""))?;
    let zdd = clock.within(|limits| Zdd::new(&family, limits));
    let zdd = zdd.map_err(|why| clock.stopped(why, ""))?;
    let mut label = Vec::new();
    if arguments.dot {
        zdd.begin_dot(process.out());
    }
    // The last line of the other form is no decision.
    let lines = zdd.lines() - usize::from(arguments.dot);
    for line in 0..lines {
        match arguments.dot {
            false => zdd.put_line(line, process.out()),
            true => {
                label.clear();
                problem.put_option(zdd.decisions[line].option, &mut label);
                zdd.put_dot(line, &label, process.out());
            }
        }
        if line % BREATH == 0 {
            process.check()?;
            if clock.is_over() {
                return Err(clock.stopped(Stopped::Limit, NOT_ALL));
            }
        }
    }
    if arguments.dot {
        zdd.end_dot(process.out());
    }
    tell(process, &family.told, family.free.len());
    Ok(exit::DONE)
}
