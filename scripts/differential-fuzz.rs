//! Runs random problems and command lines through `dlx3` and the C program, and
//! keeps every difference as a small case.
//!
//!     REFERENCE_DLX3=/path/to/dlx3 cargo run --release --example differential-fuzz -- \
//!         [--cases N] [--seed S] [--threads N] [--keep FOLDER] [-- MORE WORDS FOR OURS]
//!
//! Without REFERENCE_DLX3 there is nothing to compare with, and it says so.

#[path = "../tests/common/random.rs"]
mod random;

use clap::Parser;
use random::{Dice, RandomProblem, mutate, respace, words};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicU64, Ordering};

/// Compares dlx3 with the C program on random cases
#[derive(Parser)]
struct Arguments {
    /// How many cases to run
    #[arg(long, default_value_t = 100_000)]
    cases: u64,
    /// The seed of the first case; cases are numbered from 0 for each seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Where to keep differences
    #[arg(long, default_value = "target/differences")]
    keep: PathBuf,
    /// The program to test [default: the one built beside this script]
    #[arg(long)]
    program: Option<PathBuf>,
    /// More arguments for the program to test
    #[arg(last = true)]
    extra: Vec<String>,
}

struct Programs {
    ours: PathBuf,
    reference: PathBuf,
    extra: Vec<String>,
    /// For inputs and shape files.
    scratch: tempfile::TempDir,
}

/// What a run leaves.
#[derive(PartialEq, Eq)]
struct Run {
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    shape: Option<Vec<u8>>,
}

const BAD_INPUT: Option<i32> = Some(102);

impl Programs {
    fn run(&self, program: &Path, words: &[String], input: &Path, shape: &Path) -> Run {
        let words = words.iter().map(|word| match word.as_str() {
            "S@" => format!("S{}", shape.display()),
            word => word.to_owned(),
        });
        let mut command = Command::new(program);
        command.args(words);
        if program == self.ours {
            command.args(&self.extra);
        }
        let output = command
            .stdin(File::open(input).expect("the input was just written"))
            .output()
            .expect("the program runs");
        let written = fs::read(shape).ok();
        let _ = fs::remove_file(shape);
        let mut stderr = output.stderr;
        if output.status.code() == BAD_INPUT && program == self.ours {
            // The third line, which helps, is ours alone.
            let end = stderr.len() - usize::from(stderr.ends_with(b"\n"));
            let line = stderr[..end].iter().rposition(|&byte| byte == b'\n');
            stderr.truncate(line.map_or(0, |line| line + 1));
        }
        if output.status.code() == Some(255) && program == self.reference {
            // The C program shows the name it was called by.
            let name = program.display().to_string();
            let text = String::from_utf8_lossy(&stderr).replace(&name, "dlx3");
            stderr = text.into_bytes();
        }
        Run {
            status: output.status.code(),
            stdout: output.stdout,
            stderr,
            shape: written,
        }
    }

    /// Whether both do the same.
    fn agree(&self, words: &[String], input: &[u8], thread: usize) -> bool {
        let file = self.scratch.path().join(format!("{thread}.dlx"));
        let shape = self.scratch.path().join(format!("{thread}.shape"));
        fs::write(&file, input).expect("the scratch folder can be written");
        let run = |program| self.run(program, words, &file, &shape);
        run(&self.ours) == run(&self.reference)
    }

    /// Leaves out lines and words as long as a difference remains.
    fn shrink(&self, words: &mut Vec<String>, input: &mut Vec<u8>, thread: usize) {
        loop {
            let mut smaller = false;
            for index in (0..words.len()).rev() {
                let mut fewer = words.clone();
                fewer.remove(index);
                let limited = fewer.iter().any(|word| word.starts_with('T'));
                if limited && !self.agree(&fewer, input, thread) {
                    *words = fewer;
                    smaller = true;
                }
            }
            let count = input.split_inclusive(|&byte| byte == b'\n').count();
            for index in (0..count).rev() {
                let lines = input.split_inclusive(|&byte| byte == b'\n').enumerate();
                let fewer: Vec<u8> = lines
                    .filter(|&(other, _)| other != index)
                    .flat_map(|(_, line)| line.to_vec())
                    .collect();
                if has_items(&fewer) && !self.agree(words, &fewer, thread) {
                    *input = fewer;
                    smaller = true;
                }
            }
            if !smaller {
                return;
            }
        }
    }
}

/// Whether the C program finds an item line: without one it reads stray memory.
fn has_items(input: &[u8]) -> bool {
    input.split(|&byte| byte == b'\n').any(|line| {
        let line = line.trim_ascii_start();
        let line = line.trim_ascii_start();
        !line.is_empty() && line[0] != b'|' && line != b"\x0b"
    })
}

/// Case number `number` of a seed: words and input.
fn case(seed: u64, number: u64) -> (Vec<String>, Vec<u8>) {
    let mut dice = Dice::new(seed, number);
    let tiny = dice.chance(1, 4);
    let problem = RandomProblem::new(&mut dice, tiny);
    let mut input = problem.text().into_bytes();
    if dice.chance(1, 2) {
        input = respace(&problem.text(), &mut dice);
    }
    if dice.chance(1, 6) {
        input = mutate(input, &mut dice);
    }
    if !has_items(&input) {
        input = b"A\nA\n".to_vec();
    }
    (words(&mut dice), input)
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(reference) = std::env::var_os("REFERENCE_DLX3") else {
        eprintln!("REFERENCE_DLX3 is not set: there is no program to compare with.");
        return ExitCode::SUCCESS;
    };
    let beside = std::env::current_exe().expect("this program has a path");
    let beside = beside
        .parent()
        .and_then(Path::parent)
        .map(|folder| folder.join("dlx3"));
    let ours = arguments.program.or(beside).expect("a folder above");
    if !ours.exists() {
        eprintln!(
            "{} does not exist: run `cargo build --release` first.",
            ours.display()
        );
        return ExitCode::FAILURE;
    }
    let programs = Programs {
        ours,
        reference: reference.into(),
        extra: arguments.extra,
        scratch: tempfile::tempdir().expect("a scratch folder"),
    };
    let (next, differences) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for thread in 0..arguments.threads {
            let (programs, next, differences, keep) =
                (&programs, &next, &differences, &arguments.keep);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.cases {
                        return;
                    }
                    if number % 10_000 == 0 {
                        eprintln!("case {number}");
                    }
                    let (mut words, mut input) = case(arguments.seed, number);
                    if programs.agree(&words, &input, thread) {
                        continue;
                    }
                    differences.fetch_add(1, Ordering::Relaxed);
                    programs.shrink(&mut words, &mut input, thread);
                    fs::create_dir_all(keep).expect("the folder for differences can be made");
                    let name = keep.join(format!("{}-{number}", arguments.seed));
                    fs::write(name.with_extension("dlx"), &input).expect("a difference is kept");
                    fs::write(name.with_extension("words"), words.join(" "))
                        .expect("a difference is kept");
                    eprintln!("case {number} differs: {}.dlx, .words", name.display());
                }
            });
        }
    });
    let differences = differences.into_inner();
    println!("{} cases, {differences} differences", arguments.cases);
    ExitCode::from(u8::from(differences > 0))
}
