//! Runs random problems and command lines through `dlx3` (or `dlx1`, `dlx2`) and its C program,
//! keeps every difference as a small case, and measures where ours takes longest beside C.
//!
//!     REFERENCE_DLX3=/path/to/dlx3 cargo run --release --example differential-fuzz -- \
//!         [--like dlx2 [--sharp]] [--cases N] [--seed S] [--only SHAPE] [--shuffled] [--times] [--keep FOLDER] \
//!         [-- MORE WORDS FOR OURS]
//!
//! Half of the cases are small problems of no shape, some of them with words of extreme values; the
//! others have one of the shapes of `scripts/problems/shapes`. The engine, tuning, memo and threads
//! of `dlx3` are drawn as well. Cases that C cannot hold are skipped: more than 499 levels, and
//! inputs for which it divides by zero.
//!
//! With `--like dlx2` the variable is REFERENCE_DLX2, with `--sharp` REFERENCE_DLX2_SHARP, and so
//! on. Without the variable there is nothing to compare with, and the program says so.

mod differential_fuzz {
    pub mod case;
    pub mod programs;
    pub mod shrink;
    pub mod times;
}
#[allow(dead_code, reason = "benchmarks and tests have other problems")]
mod problems;
#[allow(dead_code, reason = "shared with compare.rs")]
mod process;

use clap::Parser;
use differential_fuzz::case::{Case, Kind};
use differential_fuzz::programs::{Programs, Verdict};
use differential_fuzz::times::Times;
use dlx3::Original;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Compares dlx3 with the C program on random cases
#[derive(Parser)]
struct Arguments {
    /// Which program to compare
    #[arg(long, default_value = "dlx3", value_parser = original)]
    like: Original,
    /// With `#` preferred, as with Knuth's change files
    #[arg(long)]
    sharp: bool,
    /// How many cases to run
    #[arg(long, default_value_t = 20_000)]
    cases: u64,
    /// The seed of the first case; cases are numbered from 0 for each seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only cases of shapes whose name contains this; `random` and `extreme` are the
    /// small ones
    #[arg(long, default_value = "")]
    only: String,
    /// Let all cases make random choices, by the word `s` and their number
    #[arg(long)]
    shuffled: bool,
    /// Give some cases limits of 50 to 600 million mems, and afterwards measure all that
    /// take more than 20 ms
    #[arg(long)]
    times: bool,
    /// How many cases run at the same time
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Where to keep differences, and in a folder `times` what is slower than C
    #[arg(long, default_value = "target/differences")]
    keep: PathBuf,
    /// The program to test [default: the one built beside this script]
    #[arg(long)]
    program: Option<PathBuf>,
    /// More arguments for the program to test
    #[arg(last = true)]
    extra: Vec<String>,
}

fn original(name: &str) -> Result<Original, String> {
    let found = Original::ALL
        .into_iter()
        .find(|original| original.name() == name);
    found.ok_or_else(|| "dlx1, dlx2 or dlx3".to_owned())
}

impl Arguments {
    fn kind(&self) -> Kind {
        Kind {
            original: self.like,
            is_sharp: self.sharp,
        }
    }

    fn case(&self, number: u64) -> Case {
        let mut case = Case::new(self.seed, number, self.times, self.kind());
        if self.shuffled {
            // Of two words with the same letter, the first one counts.
            case.words.insert(0, format!("s{number}"));
        }
        case
    }
}

/// The results of the cases so far.
#[derive(Default)]
struct Tally {
    run: AtomicU64,
    different: AtomicU64,
    beyond_c: AtomicU64,
    /// Cases with a run that took long.
    long: Mutex<Vec<u64>>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let name = arguments.like.name();
    let sharp = if arguments.sharp { "_SHARP" } else { "" };
    let variable = format!("REFERENCE_{}{sharp}", name.to_uppercase());
    let Some(reference) = std::env::var_os(&variable) else {
        eprintln!("{variable} is not set: there is no program to compare with.");
        return ExitCode::SUCCESS;
    };
    let beside = std::env::current_exe().expect("this program has a path");
    let beside = beside.ancestors().nth(2).map(|folder| folder.join(name));
    let ours = arguments
        .program
        .clone()
        .or(beside)
        .expect("a folder above");
    if !ours.exists() {
        eprintln!(
            "{} does not exist: run `cargo build --release` first.",
            ours.display()
        );
        return ExitCode::FAILURE;
    }
    let mut extra = arguments.extra.clone();
    if arguments.sharp {
        extra.push("--sharp".to_owned());
    }
    let programs = Programs::new(
        arguments.like,
        ours,
        reference.into(),
        extra,
        arguments.threads,
    );
    let tally = compare(&arguments, &programs);
    let mut long = std::mem::take(&mut *tally.long.lock().expect("no thread panicked"));
    if arguments.times {
        long.sort_unstable();
        let mut times = Times::new(&programs, arguments.keep.join("times"));
        for (done, &number) in long.iter().enumerate() {
            if done % 100 == 0 {
                eprintln!("measuring {done} of {}", long.len());
            }
            let case = arguments.case(number);
            let same = times.measure(&case, arguments.seed, number);
            tally
                .different
                .fetch_add(u64::from(!same), Ordering::Relaxed);
        }
        println!("{times}");
    }
    let different = tally.different.into_inner();
    println!(
        "{} cases, {different} differences, {} beyond what C can hold",
        tally.run.into_inner(),
        tally.beyond_c.into_inner()
    );
    ExitCode::from(u8::from(different > 0))
}

/// Runs all cases, several at a time, and keeps those that differ.
fn compare(arguments: &Arguments, programs: &Programs) -> Tally {
    let (next, tally, done) = (AtomicU64::new(0), Tally::default(), AtomicBool::new(false));
    let work = |thread: usize| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= arguments.cases {
                return;
            }
            if number % 10_000 == 0 {
                eprintln!("case {number}");
            }
            let case = arguments.case(number);
            if case.shape.contains(&arguments.only) {
                one(case, number, thread, arguments, programs, &tally);
            }
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = (0..arguments.threads)
            .map(|thread| scope.spawn(move || work(thread)))
            .collect();
        scope.spawn(|| programs.watch(&done));
        let all = workers.into_iter().map(|worker| worker.join());
        let all: Result<Vec<()>, _> = all.collect();
        done.store(true, Ordering::Relaxed);
        all.expect("no case panics");
    });
    tally
}

fn one(
    mut case: Case,
    number: u64,
    thread: usize,
    arguments: &Arguments,
    programs: &Programs,
    tally: &Tally,
) {
    tally.run.fetch_add(1, Ordering::Relaxed);
    let (verdict, took_long) = programs.compare(&case, thread);
    if took_long {
        tally.long.lock().expect("no thread panicked").push(number);
    }
    match verdict {
        Verdict::Same => {}
        Verdict::BeyondC => {
            tally.beyond_c.fetch_add(1, Ordering::Relaxed);
        }
        Verdict::Different => {
            tally.different.fetch_add(1, Ordering::Relaxed);
            let name = format!("{}-{number}", arguments.seed);
            case.keep(&arguments.keep, &format!("{name}-whole"));
            eprintln!("case {number}, {}, differs", case.shape);
            differential_fuzz::shrink::shrink(&mut case, programs, thread);
            let kept = case.keep(&arguments.keep, &name);
            eprintln!("case {number}, {}: {}", case.shape, kept.display());
        }
    }
}
