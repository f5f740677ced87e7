//! Damages journals of searches in parts, and checks that resuming, merging and audits give the
//! right result or a message; never a wrong count, a crash, or memory without limit.
//!
//!     cargo run --release --example journal-fuzz -- [--cases N] [--seed S] [--threads N] \
//!         [--keep FOLDER]
//!
//! Each case takes the folders of a small search in parts, some of whose cubes were stopped, and
//! damages a file: cut, flipped bits, lines doubled, lost or in another order, lines of another
//! journal, zeros. One case in four is forged instead: numbers and paths are replaced by extreme
//! ones, and all checksums are made to fit. A forged journal may be believed; but it must not
//! crash anything either.

mod journal_fuzz {
    pub mod case;
    pub mod damage;
    pub mod memory;
}
#[allow(dead_code, reason = "benchmarks and tests have other problems")]
mod problems;

use clap::Parser;
use journal_fuzz::case::Verdict;
use journal_fuzz::memory::Memory;
use std::path::PathBuf;
use std::process::ExitCode;

#[global_allocator]
static MEMORY: Memory = Memory::new();

/// Damages journals of searches in parts
#[derive(Parser)]
struct Arguments {
    /// How many cases to run
    #[arg(long, default_value_t = 20_000)]
    cases: u64,
    /// The seed; cases are numbered from 0 for each seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many cases run at the same time
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// Where to keep folders that fail
    #[arg(long, default_value = "target/journal-faults")]
    keep: PathBuf,
}

/// No allocation may be larger than this, however a journal is forged. (A thread is started only if
/// there are 128 MB for it.)
const MOST_BYTES: usize = (1 << 27) + (1 << 20);

fn main() -> ExitCode {
    let Arguments {
        cases,
        seed,
        threads,
        keep,
    } = Arguments::parse();
    let verdicts = journal_fuzz::case::run(seed, cases, threads.max(1), Some(&keep));
    let count = |verdict: Verdict| verdicts.iter().filter(|&&other| other == verdict).count();
    let (right, refused) = (count(Verdict::Right), count(Verdict::Refused));
    let (forged, wrong) = (count(Verdict::Forged), count(Verdict::Wrong));
    let most = MEMORY.largest();
    println!(
        "{} cases: {right} resumed or merged right, {refused} refused with a message, {forged} \
         forged; {wrong} wrong. The largest allocation had {most} bytes.",
        verdicts.len()
    );
    if most > MOST_BYTES {
        println!("An allocation of more than {MOST_BYTES} bytes is too large.");
    }
    match wrong == 0 && most <= MOST_BYTES {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
