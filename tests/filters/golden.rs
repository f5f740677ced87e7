//! Every recorded run of the C program, against the filter itself. With other words (engines,
//! threads, memos, tunings), `make test` checks a sample for each of them, and `make test-all`
//! checks all runs.

use crate::common::cases::{self, Case};
use crate::common::filter::{self, path};
use crate::common::tier::is_in_sample;
#[cfg(target_arch = "x86_64")]
use crate::common::tools::has;
use dlx3::search::testing::Tuning;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A filter, on an emulated processor if `emulator` has words: a program and its options,
/// such as `qemu-x86_64 -cpu core2duo`.
fn emulated(program: &str, emulator: &str) -> Command {
    let program = path(program);
    let mut words = emulator.split_whitespace();
    let Some(first) = words.next() else {
        return filter::program(program);
    };
    let mut command = filter::program(first);
    command.args(words).arg(program);
    command
}

/// The difference, if there is one.
fn difference(program: &str, case: &Case, emulator: &str, extra: &[&str]) -> Option<String> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let shape = directory.join(format!("{}-{number}.shape", std::process::id()));
    let words = case.words.iter().map(|word| match word.as_str() {
        "S@" => format!("S{}", shape.display()),
        word => word.to_owned(),
    });
    let mut child = emulated(program, emulator)
        .args(words)
        .args(extra)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that ends with a usage error does not read its input.
    let _ = child.stdin.take().unwrap().write_all(&case.input);
    let output = child.wait_with_output().unwrap();
    let written = fs::read(&shape).ok();
    let _ = fs::remove_file(&shape);
    let stderr_matches = if case.status == 102 {
        // The two lines of the C program, then one more line of help.
        output
            .stderr
            .strip_prefix(&case.stderr[..])
            .is_some_and(|more| {
                more.iter().filter(|&&byte| byte == b'\n').count() == 1 && more.ends_with(b"\n")
            })
    } else {
        output.stderr == case.stderr
    };
    let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.code() != Some(case.status) {
        let stderr = show(&output.stderr);
        Some(format!(
            "status {}, not {}:\n{stderr}",
            output.status, case.status
        ))
    } else if output.stdout != case.stdout {
        Some(format!("stdout:\n{}", show(&output.stdout)))
    } else if !stderr_matches {
        Some(format!("stderr:\n{}", show(&output.stderr)))
    } else if written != case.shape {
        Some(format!("shape:\n{}", show(&written.unwrap_or_default())))
    } else {
        None
    }
}

/// Runs cases with more words, which may depend on their numbers, on two threads.
fn check(
    program: &str,
    cases: &[Case],
    emulator: &str,
    extra: impl Fn(usize) -> Vec<String> + Sync,
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(number) else {
                        break;
                    };
                    let extra = extra(number);
                    let extra: Vec<&str> = extra.iter().map(String::as_str).collect();
                    if let Some(difference) = difference(program, case, emulator, &extra) {
                        let how = format!("{emulator} with {extra:?}");
                        panic!(
                            "{program}: case {} {how} differs in {difference}",
                            case.name
                        );
                    }
                }
            });
        }
    });
}

/// With more words, one run in this many is in the sample.
const SHARE: u64 = 12;

/// The sample of runs that is checked with these words. The samples of all words together have most
/// runs.
fn sample(cases: Vec<Case>, words: &str) -> Vec<Case> {
    let some = cases
        .into_iter()
        .filter(|case| is_in_sample(SHARE, &format!("{words} {}", case.name)));
    let some: Vec<Case> = some.collect();
    assert!(some.len() > 10, "{words}: {}", some.len());
    some
}

/// Runs cases with more words, on the processor that `EMULATOR` names.
fn check_with(words: &str) {
    check_each(words, |_| words.split(' ').map(str::to_owned).collect());
}

/// Runs cases with more words, which depend on the number of the case.
fn check_each(words: &str, extra: impl Fn(usize) -> Vec<String> + Sync) {
    let emulator = std::env::var("EMULATOR").unwrap_or_default();
    check("dlx3", &sample(cases::all(), words), &emulator, extra);
}

#[test]
fn all_recorded_runs_come_out_the_same_byte_for_byte() {
    let cases = cases::all();
    assert_eq!(cases.len(), 2027);
    let emulator = std::env::var("EMULATOR").unwrap_or_default();
    check("dlx3", &cases, &emulator, |_| Vec::new());
}

/// The other recorded runs: their folder, the program, and its extra words.
const OTHERS: [(&str, &str, &[&str]); 4] = [
    ("dlx1", "dlx1", &[]),
    ("dlx2", "dlx2", &[]),
    ("dlx2-sharp", "dlx2", &["--sharp"]),
    ("dlx3-sharp", "dlx3", &["--sharp"]),
];

#[test]
fn recorded_runs_of_the_other_programs_come_out_the_same_byte_for_byte() {
    let emulator = std::env::var("EMULATOR").unwrap_or_default();
    for (folder, program, words) in OTHERS {
        assert_eq!(cases::of(folder).len(), 500);
        for more in [
            "",
            "--engine links --threads 1",
            "--threads 2 --batch 1",
            "--threads 7 --batch 40 --tuning recall,shrink",
            "--threads 1 --tuning recall,options=12,shrink --memo 8K",
            "--threads 1 --memo 0 --tuning shrink,portable",
        ] {
            let cases = match more {
                "" => cases::of(folder),
                more => sample(cases::of(folder), more),
            };
            let more = more.split_whitespace().chain(words.iter().copied());
            let more: Vec<String> = more.map(str::to_owned).collect();
            check(program, &cases, &emulator, |_| more.clone());
        }
    }
}

/// Processors without AVX-512, and without AVX2 too. An emulated run takes long to begin, so this
/// is a sample; with `EMULATOR`, the test above runs them all.
#[cfg(target_arch = "x86_64")]
#[test]
fn emulated_processors_give_the_same_bytes() {
    if !has("qemu-x86_64") {
        return;
    }
    let sample: Vec<Case> = cases::all().into_iter().step_by(20).collect();
    assert_eq!(sample.len(), 102);
    for processor in ["max", "core2duo"] {
        let emulator = format!("qemu-x86_64 -cpu {processor}");
        check("dlx3", &sample, &emulator, |_| Vec::new());
    }
}

/// Small pieces make small problems split.
#[test]
fn threads_do_not_show() {
    for words in [
        "--threads 1 --batch 1",
        "--threads 2 --batch 1",
        "--threads 7 --batch 40",
        "--threads 2 --batch 1000",
        "--threads 2 --batch 1 --engine links",
        "--threads 3 --batch 100 --tuning options=5,shrink",
    ] {
        check_with(words);
    }
}

/// Every state is looked up, if the output of the run permits.
#[test]
fn what_is_remembered_does_not_show() {
    for words in [
        "--threads 1 --memo 0",
        "--threads 1 --tuning recall",
        "--threads 1 --tuning recall,options=12,shrink --memo 8K",
        "--threads 2 --batch 1 --tuning recall",
        "--threads 7 --batch 40 --tuning recall,portable,shrink",
    ] {
        check_with(words);
    }
}

#[test]
fn lists_alone_give_the_same_bytes() {
    check_with("--engine links");
}

#[test]
fn bitmaps_give_the_same_bytes_however_small_the_sub_problems() {
    for tuning in [
        "options=5,shrink",
        "shrink,portable",
        "avx2",
        "shrink,avx2",
        "always-wide",
        "shrink,always-wide,portable",
    ] {
        check_with(&format!("--tuning {tuning}"));
    }
}

/// Recorded runs with another technique off in each run, alone and with threads, while small
/// problems use as many techniques as possible.
#[test]
fn a_technique_that_is_off_does_not_show() {
    let names: Vec<&str> = Tuning::switches().map(|switch| switch.name).collect();
    for name in &names {
        let off = format!("shrink,recall,{name}=0");
        check_with(&format!("--threads 1 --tuning {off}"));
    }
    for more in [
        "--threads 1 --tuning ",
        "--threads 3 --batch 40 --tuning shrink,",
    ] {
        let extra = |number: usize| {
            let off = format!("{more}{}=0", names[number % names.len()]);
            off.split(' ').map(str::to_owned).collect()
        };
        check_each(more, extra);
    }
}
