//! `sudoku make --rules`.

use super::{Ruled, remarks};
use crate::cli::arguments::deadline::{Deadline, time_is_up};
use crate::cli::process::progress::tally;
use crate::cli::sudoku::{bulk, make};
use crate::cli::{Failure, Process, exit};
use crate::sudoku::links;
use crate::sudoku::rules::make::{NotMade, make as made};
use crate::sudoku::rules::words::line;
use crate::text::plural::counted;

/// What is ordered.
#[derive(Clone, Copy)]
pub struct Order {
    /// How many puzzles.
    pub count: u64,
    /// The seed of the random numbers, if it is given.
    pub seed: Option<u64>,
    /// Each solution follows its puzzle.
    pub has_solution: bool,
    /// The number of threads.
    pub threads: usize,
    /// When to stop.
    pub deadline: Deadline,
}

/// Makes puzzles with the rules of the one Sudoku.
///
/// # Errors
/// If there are several, or none; if time is up, or output fails.
pub fn run(all: Vec<Ruled>, order: Order, process: &mut Process) -> Result<u8, Failure> {
    let [ruled] = &all[..] else {
        return Err(Failure::new("the file must have one Sudoku with rules"));
    };
    let variant = match &ruled.variant {
        Ok(variant) => variant,
        Err(fault) => {
            let why = format!("{}{fault}", ruled.place);
            return Err(Failure::new(why).with_status(exit::BAD_INPUT));
        }
    };
    remarks(ruled)
        .into_iter()
        .for_each(|line| process.say(line));
    let seed = order.seed.unwrap_or_else(|| {
        let seed = make::any_seed();
        process.say(format_args!("seed {seed}"));
        seed
    });
    let progress = tally("puzzles", Some(order.count));
    let mut numbers = 0..order.count;
    let mut done = 0u64;
    bulk::in_order(
        order.threads,
        || Ok(numbers.next()),
        |number| made(variant, seed, number, &|| order.deadline.is_over()),
        |found| {
            let (puzzle, solution) = found.map_err(|why| match why {
                NotMade::Stopped(_) => {
                    time_is_up(format!(", with {} made", counted(done, "puzzle")))
                }
                other => Failure::new(format_args!("{}{other}", ruled.place)),
            })?;
            let mut text = links::iss::write(&puzzle).map_err(Failure::new)?;
            if order.has_solution {
                text += &format!("\n# {}", line(&puzzle, &solution));
            }
            // A text of rules goes on to the next blank line.
            if done > 0 {
                process.out().put(b"\n");
            }
            done += 1;
            progress.inc(1);
            process.out().put(text.as_bytes());
            process.out().put(b"\n");
            process.check()
        },
    )?;
    progress.finish_and_clear();
    Ok(exit::DONE)
}
