//! Running a filter of this package, and files for it to read.

use crate::common::filter;
use std::path::PathBuf;

/// The results of a run.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Run {
    pub fn out(&self) -> String {
        String::from_utf8(self.stdout.clone()).unwrap()
    }

    /// Everything, for a snapshot.
    pub fn all(&self) -> String {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut all = format!("status {}\n", self.status);
        for (name, bytes) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !bytes.is_empty() {
                all += &format!("--- {name}\n{}", text(bytes));
            }
        }
        all
    }
}

/// Runs `PROGRAM ARGUMENT...`, words between spaces, on an input.
pub fn run(command: &str, input: &[u8]) -> Run {
    let mut words = command.split_whitespace();
    let program = filter::path(words.next().unwrap());
    let words: Vec<&str> = words.collect();
    let output = filter::output(&mut filter::command(program, &words), input);
    Run {
        status: output.status.code().unwrap(),
        stdout: output.stdout,
        stderr: output.stderr,
    }
}

/// Runs a command that must succeed, and returns its stdout.
pub fn output_of(command: &str, input: &[u8]) -> Vec<u8> {
    let run = run(command, input);
    assert_eq!(
        run.status,
        0,
        "{command}: {}",
        String::from_utf8_lossy(&run.stderr)
    );
    run.stdout
}

/// A folder for files, gone at the end of the test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(tempfile::tempdir_in(filter::plain_place()).unwrap())
    }

    /// Writes a file. Its path has no spaces, so it can be a word of a command.
    pub fn file(&self, name: &str, text: &[u8]) -> String {
        let path: PathBuf = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    }
}
