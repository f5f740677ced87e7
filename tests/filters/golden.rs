//! Every recorded run of the C program, against the filter itself.

use crate::common::cases::{self, Case};
use dlx3::search::testing::Tuning;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The filter `dlx3`, on an emulated processor if `EMULATOR` names one: a program and its words, such
/// as `qemu-x86_64 -cpu core2duo`.
fn dlx3() -> Command {
    let program = env!("CARGO_BIN_EXE_dlx3");
    let Ok(emulator) = std::env::var("EMULATOR") else {
        return Command::new(program);
    };
    let mut words = emulator.split_whitespace();
    let mut command = Command::new(words.next().expect("EMULATOR names a program"));
    command.args(words).arg(program);
    command
}

/// What differs, if anything does.
fn difference(case: &Case, extra: &[&str]) -> Option<String> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let shape = directory.join(format!("{}-{number}.shape", std::process::id()));
    let words = case.words.iter().map(|word| match word.as_str() {
        "S@" => format!("S{}", shape.display()),
        word => word.to_owned(),
    });
    let mut child = dlx3()
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
        // The two lines of the C program, then one more that helps.
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

/// Runs all cases with more words, on two threads; returns how many there were.
fn check_all(extra: &[&str]) -> usize {
    check_each(|_| extra.iter().copied().map(str::to_owned).collect())
}

/// The same with other words for each case, by its number.
fn check_each(extra: impl Fn(usize) -> Vec<String> + Sync) -> usize {
    let cases = cases::all();
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
                    if let Some(difference) = difference(case, &extra) {
                        panic!("case {} with {extra:?} differs in {difference}", case.name);
                    }
                }
            });
        }
    });
    cases.len()
}

#[test]
fn all_recorded_runs_come_out_the_same_byte_for_byte() {
    assert_eq!(check_all(&[]), 2027);
}

/// Small pieces make small problems split.
#[test]
fn threads_do_not_show() {
    for words in [
        "--threads 1 --piece 1",
        "--threads 2 --piece 1",
        "--threads 7 --piece 40",
        "--threads 2 --piece 1000",
        "--threads 2 --piece 1 --engine links",
        "--threads 3 --piece 100 --tuning options=5,shrink",
    ] {
        let extra: Vec<&str> = words.split(' ').collect();
        assert_eq!(check_all(&extra), 2027);
    }
}

/// Every state is looked up, wherever what a run tells allows it.
#[test]
fn what_is_remembered_does_not_show() {
    for words in [
        "--threads 1 --memo 0",
        "--threads 1 --tuning recall",
        "--threads 1 --tuning recall,options=12,shrink --memo 8K",
        "--threads 2 --piece 1 --tuning recall",
        "--threads 7 --piece 40 --tuning recall,portable,shrink",
    ] {
        let extra: Vec<&str> = words.split(' ').collect();
        assert_eq!(check_all(&extra), 2027);
    }
}

#[test]
fn lists_alone_give_the_same_bytes() {
    assert_eq!(check_all(&["--engine", "links"]), 2027);
}

#[test]
fn bitmaps_give_the_same_bytes_however_small_the_sub_problems() {
    for tuning in ["options=5,shrink", "shrink,portable", "avx2", "shrink,avx2"] {
        assert_eq!(check_all(&["--engine", "bits", "--tuning", tuning]), 2027);
    }
}

/// In each case another technique is off: alone, and where small problems use as many techniques
/// as they can.
#[test]
fn a_technique_that_is_off_does_not_show() {
    let names: Vec<&str> = Tuning::switches().map(|switch| switch.name).collect();
    for more in [
        "--threads 1 --tuning ",
        "--threads 1 --tuning shrink,recall,",
        "--threads 3 --piece 40 --tuning shrink,ahead,",
    ] {
        let extra = |number: usize| {
            let off = format!("{more}{}=0", names[number % names.len()]);
            off.split(' ').map(str::to_owned).collect()
        };
        assert_eq!(check_each(extra), 2027);
    }
}
