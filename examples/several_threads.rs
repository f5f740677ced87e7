//! DLX3's search on all processors: the same counters as on one.

use dlx3::search::{Engine, Search};
use std::thread::available_parallelism;

pub fn main() -> Result<(), dlx3::Fault> {
    let problem: dlx3::Problem = "A B C\nA B\nC\nB C\nA\n".parse()?;
    let threads = available_parallelism().map_or(1, |threads| threads.get());
    let mut search = Search::new(&problem, Engine::Auto);
    search.run_on_threads(threads, &mut ());
    println!(
        "{} solutions, {} mems",
        search.counters().solutions,
        search.counters().mems
    );
    Ok(())
}
