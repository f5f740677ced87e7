//! Foreign programs that tests use if they are installed. This is the only way to look for one.
//!
//! A test without its program says `skipped: no PROGRAM` on stderr and passes. It fails if
//! `REQUIRE_TOOLS` asks for the program: `1` asks for all of them, and a list such as
//! `cadical,parallel` for those that it names. `.ci/tools` installs them and sets it.

use super::filter::program;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;

/// All tools, with the words that each must answer without a fault. Without words, it is enough
/// that the program is found.
pub const TOOLS: &[(&str, &[&str])] = &[
    ("cadical", &[]),
    ("cbc", &[]),
    // For the tests of the page: `web/test.sh` looks for it, and for `node`, `npm` and `wasm-ld`.
    ("chromium", &[]),
    ("clasp", &[]),
    ("glpsol", &[]),
    ("minisat", &[]),
    ("minisat+", &[]),
    ("minizinc", &[]),
    ("node", &[]),
    ("npm", &[]),
    // The moreutils have another program of this name, which does not know the option.
    ("parallel", &["--version"]),
    // For the tests of the Python package: `python/test.sh` looks for it.
    ("python3", &[]),
    ("qemu-x86_64", &[]),
    // Slurm's programs are useless without a cluster. This one lists it.
    ("sinfo", &["--noheader"]),
    ("veripb", &[]),
    ("wasm-ld", &[]),
];

/// Whether a test can use a program.
///
/// # Panics
/// If the program is required and missing, or if `REQUIRE_TOOLS` names one that no test knows.
pub fn has(program: &str) -> bool {
    let required = std::env::var("REQUIRE_TOOLS").unwrap_or_default();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = look(program, &required, &paths);
    let Some(words) = found.unwrap_or_else(|fault| panic!("{fault}")) else {
        return true;
    };
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let is_new = TOLD.lock().is_ok_and(|mut told| told.insert(words.clone()));
    if is_new {
        // Not by `eprintln`, whose output is shown only for failing tests.
        let _ = writeln!(std::io::stderr(), "{words}");
    }
    false
}

/// Looks for a program in the folders of `paths`. Returns the message if it is missing.
///
/// # Errors
/// If the program is required and missing, or if `required` names one that no test knows.
pub fn look(program: &str, required: &str, paths: &OsStr) -> Result<Option<String>, String> {
    let names = required.split(',').filter(|name| !name.is_empty());
    let mut is_required = false;
    for name in names {
        if name != "1" && words(name).is_none() {
            return Err(format!("REQUIRE_TOOLS: no test knows a tool {name}"));
        }
        is_required |= name == "1" || name == program;
    }
    let words = words(program).ok_or_else(|| format!("{program} is not among the tools"))?;
    let mut files = std::env::split_paths(paths).map(|folder| folder.join(program));
    let file = files.find(|file| file.is_file());
    if file.is_some_and(|file| words.is_empty() || answers(&file, words)) {
        return Ok(None);
    }
    match is_required {
        true => Err(format!("no {program}, which REQUIRE_TOOLS asks for")),
        false => Ok(Some(format!("skipped: no {program}"))),
    }
}

fn words(program: &str) -> Option<&'static [&'static str]> {
    let tool = TOOLS.iter().find(|(name, _)| *name == program);
    tool.map(|(_, words)| *words)
}

fn answers(file: &Path, words: &[&str]) -> bool {
    let output = program(file).args(words).stdin(Stdio::null()).output();
    output.is_ok_and(|output| output.status.success() && !output.stdout.is_empty())
}
