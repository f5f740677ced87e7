//! Asks the library and the verbs of `dlx` for answers about random small problems and compares
//! them with brute force. Shrinks and keeps each case that fails.
//!
//!     cargo run --release --example answers-fuzz -- \
//!         [--cases N] [--seed S] [--only SHAPE] [--answer NAME] [--programs EACH] [--keep FOLDER]
//!
//! The problems have one of thirteen shapes. Memory and time are often too short: then an answer
//! may be missing, but an answer that comes must be right.

mod answers_fuzz;

use answers_fuzz::case::Case;
use answers_fuzz::checks::{Asked, Checked};
use answers_fuzz::{programs, shrink};
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

/// Compares answers with brute force on random cases
#[derive(Parser)]
struct Arguments {
    /// How many cases to run
    #[arg(long, default_value_t = 100_000)]
    cases: u64,
    /// The seed of the first case; cases are numbered from 0 for each seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first case
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Only cases of shapes whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Only answers whose name contains this, such as `in parts`
    #[arg(long, default_value = "")]
    answer: String,
    /// One case in N runs through the programs, too; 0 for none
    #[arg(long, default_value_t = 50)]
    programs: u64,
    /// How many cases run at the same time
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Where to keep cases that fail
    #[arg(long, default_value = "target/wrong-answers")]
    keep: PathBuf,
    /// The program to test [default: the one built beside this script]
    #[arg(long)]
    program: Option<PathBuf>,
}

/// The results of the cases so far.
#[derive(Default)]
struct Tally {
    run: AtomicU64,
    passed_over: AtomicU64,
    wrong: AtomicU64,
}

fn main() -> ExitCode {
    let mut arguments = Arguments::parse();
    let beside = std::env::current_exe().expect("this program has a path");
    let beside = beside.ancestors().nth(2).map(|folder| folder.join("dlx"));
    let program = arguments.program.take().or(beside).expect("a folder above");
    if arguments.programs > 0 && !program.exists() {
        eprintln!(
            "{} does not exist: build it first, or say --programs 0.",
            program.display()
        );
        return ExitCode::FAILURE;
    }
    // A panic is reported like any other wrong answer.
    std::panic::set_hook(Box::new(|_| {}));
    let (next, tally) = (AtomicU64::new(arguments.first), Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.first.saturating_add(arguments.cases) {
                        return;
                    }
                    let case = Case::new(arguments.seed, number);
                    if case.shape.contains(&arguments.only) {
                        one(case, number, &arguments, &program, &tally);
                    }
                }
            });
        }
    });
    let wrong = tally.wrong.into_inner();
    println!(
        "{} cases, {wrong} wrong, {} with too many solutions",
        tally.run.into_inner(),
        tally.passed_over.into_inner()
    );
    ExitCode::from(u8::from(wrong > 0))
}

fn one(mut case: Case, number: u64, arguments: &Arguments, program: &Path, tally: &Tally) {
    tally.run.fetch_add(1, Ordering::Relaxed);
    let with_programs = arguments.programs > 0 && number.is_multiple_of(arguments.programs);
    let look = |case: &Case| -> Option<Checked> {
        let asked = Asked::new(case)?;
        let checked = asked.check(&arguments.answer);
        Some(checked.and_then(|()| match with_programs {
            true => programs::check(program, &asked),
            false => Ok(()),
        }))
    };
    match look(&case) {
        None => _ = tally.passed_over.fetch_add(1, Ordering::Relaxed),
        Some(Ok(())) => {}
        Some(Err(wrong)) => {
            tally.wrong.fetch_add(1, Ordering::Relaxed);
            // The smaller case must fail in the same answer.
            let answer = |wrong: &str| wrong.split(':').next().map(str::to_owned);
            let same = answer(&wrong);
            shrink::shrink(
                &mut case,
                &mut |smaller| matches!(look(smaller), Some(Err(wrong)) if answer(&wrong) == same),
            );
            let name = format!("{}-{number}", arguments.seed);
            let kept = case.keep(&arguments.keep, &name, &wrong);
            eprintln!("case {number}, {}: {wrong}: {}", case.shape, kept.display());
        }
    }
}
