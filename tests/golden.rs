//! Every recorded run of the C program, against the filter itself.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A recorded run.
#[derive(Default)]
struct Case {
    name: String,
    words: Vec<String>,
    status: i32,
    input: Vec<u8>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    shape: Option<Vec<u8>>,
}

fn read_cases(path: &Path) -> Vec<Case> {
    let text = fs::read(path).unwrap();
    let mut cases: Vec<Case> = Vec::new();
    for line in text.split(|&byte| byte == b'\n') {
        let string = || String::from_utf8(line.to_vec()).unwrap();
        if line.starts_with(b"case ") {
            cases.push(Case {
                name: string()[5..].to_owned(),
                ..Case::default()
            });
            continue;
        }
        let Some((&tag, content)) = line.split_first() else {
            continue;
        };
        let case = cases.last_mut().expect("a case comes first");
        let part = match tag {
            b'<' => &mut case.input,
            b'1' => &mut case.stdout,
            b'2' => &mut case.stderr,
            b'@' => case.shape.as_mut().expect("`shape' comes first"),
            b'w' => {
                case.words.push(string()["word ".len()..].to_owned());
                continue;
            }
            b's' if line == b"shape" => {
                case.shape = Some(Vec::new());
                continue;
            }
            _ => {
                case.status = string()["status ".len()..].parse().unwrap();
                continue;
            }
        };
        part.extend_from_slice(content);
        part.push(b'\n');
    }
    cases
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
    let mut child = Command::new(env!("CARGO_BIN_EXE_dlx3"))
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
        Some(format!("status {}, not {}", output.status, case.status))
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
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cases");
    let mut files: Vec<PathBuf> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let cases: Vec<Case> = files.iter().flat_map(|file| read_cases(file)).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(difference) = difference(case, extra) {
                        panic!("case {} differs in {difference}", case.name);
                    }
                }
            });
        }
    });
    cases.len()
}

#[test]
fn all_recorded_runs_come_out_the_same_byte_for_byte() {
    assert_eq!(check_all(&[]), 2000);
}

#[test]
fn lists_alone_give_the_same_bytes() {
    assert_eq!(check_all(&["--engine", "links"]), 2000);
}

#[test]
fn bitmaps_give_the_same_bytes_however_small_the_sub_problems() {
    for tuning in ["options=5,shrink", "shrink,portable"] {
        assert_eq!(check_all(&["--engine", "bits", "--tuning", tuning]), 2000);
    }
}
