//! Runs `dlx3` and the C program side by side on the yardsticks, checks that
//! their output is the same, and prints how many times faster `dlx3` is.
//!
//!     REFERENCE_DLX3=/path/to/dlx3 cargo run --release --example compare -- \
//!         [--runs N] [--only TEXT] [--write FOLDER] [-- MORE WORDS FOR OURS]
//!
//! `dlx3` gets one thread, unless the words for ours say otherwise. Times are user
//! plus system time of the processes, the best of the runs, which alternate.
//! Without REFERENCE_DLX3 only our own times are printed.

#[path = "../benches/inputs/mod.rs"]
mod inputs;

use clap::Parser;
use inputs::{YARDSTICKS, Yardstick};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Compares the speed of dlx3 and the C program
#[derive(Parser)]
struct Arguments {
    /// How many times to run each program on each problem
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Only yardsticks whose name or class contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Write the problems to this folder and do nothing else
    #[arg(long)]
    write: Option<PathBuf>,
    /// The program to measure [default: the one built beside this script]
    #[arg(long)]
    program: Option<PathBuf>,
    /// More arguments for the program to measure
    #[arg(last = true)]
    extra: Vec<String>,
}

/// The processor time that ended children have used.
fn time_of_children() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system keeps count");
    let microseconds =
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(microseconds as u64)
}

/// A run's time and output.
fn run(program: &Path, words: &[&str], extra: &[String], input: &Path) -> (Duration, Vec<Vec<u8>>) {
    let before = time_of_children();
    let output = Command::new(program)
        .args(words)
        .args(extra)
        .stdin(File::open(input).expect("the problem was just written"))
        .output()
        .expect("the program runs");
    let time = time_of_children() - before;
    (time, vec![output.stdout, output.stderr])
}

fn write(yardstick: &Yardstick, folder: &Path) -> PathBuf {
    let name = yardstick.name.replace([' ', ','], "-");
    let path = folder.join(name).with_extension("dlx");
    fs::write(&path, (yardstick.text)()).expect("the problem can be written");
    path
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let chosen = YARDSTICKS.iter().filter(|yardstick| {
        yardstick.name.contains(&arguments.only) || yardstick.class.contains(&arguments.only)
    });
    if let Some(folder) = &arguments.write {
        fs::create_dir_all(folder).expect("the folder can be made");
        chosen.for_each(|yardstick| println!("{}", write(yardstick, folder).display()));
        return ExitCode::SUCCESS;
    }
    let mut extra = arguments.extra;
    if !extra.iter().any(|word| word.starts_with("--threads")) {
        extra.extend(["--threads".to_owned(), "1".to_owned()]);
    }
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let reference: Option<OsString> = std::env::var_os("REFERENCE_DLX3");
    let beside = std::env::current_exe().expect("this program has a path");
    let beside = beside
        .parent()
        .and_then(Path::parent)
        .map(|folder| folder.join("dlx3"));
    let ours = arguments.program.or(beside).expect("a folder above");
    if reference.is_none() {
        println!("REFERENCE_DLX3 is not set: our own times only.");
    }
    println!("{:32} {:>9} {:>9} {:>7}", "", "C/s", "ours/s", "ratio");
    let mut classes: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut same = true;
    for yardstick in chosen {
        let input = write(yardstick, scratch.path());
        let (mut best, mut best_reference) = (Duration::MAX, Duration::MAX);
        for _ in 0..arguments.runs {
            let (time, output) = run(&ours, yardstick.words, &extra, &input);
            best = best.min(time);
            if let Some(reference) = &reference {
                let (time, expected) = run(reference.as_ref(), yardstick.words, &[], &input);
                best_reference = best_reference.min(time);
                if output != expected {
                    println!("{}: the output differs", yardstick.name);
                    same = false;
                }
            }
        }
        print!("{:32} ", yardstick.name);
        if reference.is_some() {
            let ratio = best_reference.as_secs_f64() / best.as_secs_f64();
            classes.entry(yardstick.class).or_default().push(ratio);
            let (theirs, ours) = (best_reference.as_secs_f64(), best.as_secs_f64());
            println!("{theirs:9.3} {ours:9.3} {ratio:7.2}");
        } else {
            println!("{:>9} {:9.3}", "-", best.as_secs_f64());
        }
    }
    if !classes.is_empty() {
        println!("\n{:32} geometric mean", "class");
        let mut means = Vec::new();
        for (class, ratios) in &classes {
            let mean = geometric_mean(ratios);
            println!("{class:32} {mean:7.2}");
            means.push(mean);
        }
        println!("{:32} {:7.2}", "all classes", geometric_mean(&means));
    }
    ExitCode::from(u8::from(!same))
}

fn geometric_mean(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|number| number.ln()).sum::<f64>() / numbers.len() as f64).exp()
}
