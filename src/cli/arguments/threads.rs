//! The number of threads: one option and one default for all programs.

use std::num::NonZero;
use std::thread::available_parallelism;

/// The most threads that are ever started.
const MOST: usize = 1024;

/// The option `--threads`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Threads {
    /// How many threads may work [default: as many as the machine runs at once]; the output
    /// is the same
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl Threads {
    /// Their number, from 1 to 1024.
    pub fn number(self) -> usize {
        let number = self.threads.or_else(|| available_parallelism().ok());
        number.map_or(1, NonZero::get).min(MOST)
    }
}
