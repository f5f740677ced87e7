//! Writes the licences of all packages that the programs contain, as the licences demand:
//!
//!     notices TARGET > THIRD-PARTY.txt
//!
//! A text that several packages share is written once.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let [target] = &words[..] else {
        eprintln!("Usage: notices TARGET");
        return ExitCode::from(2);
    };
    match notices(target) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("notices: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs cargo; returns its stdout.
fn cargo(words: &[&str]) -> Result<String, Box<dyn Error>> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo).args(words).output()?;
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout)?),
        false => Err(String::from_utf8_lossy(&output.stderr).into()),
    }
}

/// The packages that programs for the target are linked with, each as `NAME vVERSION`.
fn linked(target: &str) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let tree = cargo(&[
        "tree",
        "--locked",
        "--prefix",
        "none",
        "--edges",
        "normal,no-proc-macro",
        "--target",
        target,
        "--format",
        "{p}",
    ])?;
    let name = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    Ok(tree
        .lines()
        .filter(|line| !line.is_empty())
        .map(name)
        .collect())
}

fn notices(target: &str) -> Result<String, Box<dyn Error>> {
    let linked = linked(target)?;
    let metadata = cargo(&["metadata", "--locked", "--format-version", "1"])?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().ok_or("no packages")?;
    let mut text =
        "The programs contain these packages, whose licences ask for a notice.\n".to_owned();
    // Each text, and the packages that have it.
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages {
        let field = |name: &str| package[name].as_str().unwrap_or_default();
        let name = format!("{} v{}", field("name"), field("version"));
        if field("name") == "dlx3" || !linked.contains(&name) {
            continue;
        }
        writeln!(text, "\n{name}: {}", field("license"))?;
        let folder = Path::new(field("manifest_path"))
            .parent()
            .ok_or("no folder")?;
        let files = licence_files(folder)?;
        if files.is_empty() {
            writeln!(text, "    by {}; it comes without a text", authors(package))?;
        }
        for file in files {
            let licence = fs::read_to_string(file)?;
            texts.entry(licence).or_default().insert(name.clone());
        }
    }
    for (licence, names) in &texts {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        write!(
            text,
            "\n{}\n{}\n\n{}",
            "-".repeat(79),
            names.join(", "),
            licence
        )?;
        if !licence.ends_with('\n') {
            text.push('\n');
        }
    }
    Ok(text)
}

fn authors(package: &Value) -> String {
    let authors = package["authors"].as_array().into_iter().flatten();
    let authors: Vec<&str> = authors.filter_map(Value::as_str).collect();
    match authors.is_empty() {
        true => "its authors".to_owned(),
        false => authors.join(", "),
    }
}

fn licence_files(folder: &Path) -> Result<Vec<std::path::PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        let is_one = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];
        if path.is_file() && is_one.iter().any(|one| name.starts_with(one)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
