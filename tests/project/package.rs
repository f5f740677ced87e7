//! The package according to cargo: the dependencies of the library and of the programs, and the
//! published files. These tests download nothing.

use crate::common::filter::program;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Packages that only the programs and the puzzles need.
const FOR_PROGRAMS_AND_PUZZLES: [&str; 12] = [
    "clap",
    "flate2",
    "indicatif",
    "libc",
    "lz-str",
    "microlp",
    "roxmltree",
    "rustix",
    "ruzstd",
    "serde_json",
    "signal-hook",
    "tempfile",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs cargo; returns its stdout.
fn cargo(words: &[&str]) -> String {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = program(cargo)
        .args(words)
        .args(["--offline", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {}: {told}", words.join(" "));
    String::from_utf8(output.stdout).unwrap()
}

/// The lines of a tree of dependencies, each with a format of cargo's.
fn tree(format: &str, words: &[&str]) -> BTreeSet<String> {
    let all = ["tree", "--prefix", "none", "--format", format];
    let tree = cargo(&[&all[..], words].concat());
    let lines = tree.lines().filter(|line| !line.is_empty());
    lines
        .map(|line| line.trim_end_matches(" (*)").to_owned())
        .collect()
}

/// The packages that the library is built with.
fn dependencies(words: &[&str]) -> BTreeSet<String> {
    let lines = tree("{p}", &[&["--edges", "normal"], words].concat());
    let names = lines.iter().filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).collect()
}

/// Whether a package is one of `crates/`, or the root.
fn is_ours(name: &str) -> bool {
    name == "dlx3" || name.starts_with("dlx3-")
}

/// The packages of others that ours name themselves.
fn named_by_us(words: &[&str]) -> BTreeSet<String> {
    let tree = [
        "tree", "--prefix", "depth", "--format", " {p}", "--edges", "normal",
    ];
    let tree = cargo(&[&tree[..], words].concat());
    let mut named = BTreeSet::new();
    // The packages on the way to the one of this line.
    let mut path: Vec<&str> = Vec::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let mut line = line.split_whitespace();
        let depth: usize = line.next().unwrap().parse().unwrap();
        let name = line.next().unwrap();
        path.truncate(depth);
        if path.last().is_some_and(|above| is_ours(above)) && !is_ours(name) {
            named.insert(name.to_owned());
        }
        path.push(name);
    }
    named
}

#[test]
fn the_library_alone_is_built_without_what_only_programs_need() {
    let own = named_by_us(&["--no-default-features"]);
    let with_programs = named_by_us(&[]);
    assert!(own.contains("nom"), "{own:?}");
    let more: Vec<&String> = with_programs.difference(&own).collect();
    assert_eq!(more, FOR_PROGRAMS_AND_PUZZLES);
    let all = dependencies(&["--no-default-features"]);
    let all_with_programs = dependencies(&[]);
    for family in ["clap", "indicatif", "microlp", "ndarray", "signal"] {
        let is_of = |name: &&String| name.split(['-', '_']).next() == Some(family);
        assert_eq!(all.iter().find(is_of), None);
        assert!(all_with_programs.iter().any(|name| is_of(&name)));
    }
}

/// Everyone who adds the library to a program waits for these to build.
#[test]
fn the_library_alone_is_a_dozen_foreign_packages_without_procedural_macros() {
    let words = ["--no-default-features", "--edges", "normal,build"];
    let mut all = tree("{p}", &words);
    let macros = all.iter().filter(|line| line.contains("(proc-macro)"));
    assert_eq!(macros.count(), 0, "{all:?}");
    all.retain(|line| !is_ours(line.split(' ').next().unwrap()));
    assert!((2..=12).contains(&all.len()), "{all:?}");
}

/// `make demo` builds two programs in this way.
#[test]
fn without_the_puzzles_nothing_is_built_that_only_they_need() {
    let without = dependencies(&["--no-default-features", "--features", "cli"]);
    let with_puzzles = dependencies(&[]);
    for name in ["microlp", "ndarray", "roxmltree"] {
        assert!(!without.contains(name));
        assert!(with_puzzles.contains(name));
    }
}

/// Otherwise `make test`, `make compare` or `make pages` after `make build` would compile the
/// engines once more, with the same profile. (The command lines are compiled again: insta enables
/// more features of a package that `tempfile` needs.)
#[test]
fn programs_tests_and_scripts_share_one_build_of_the_engines() {
    let alone = tree("{p} {f}", &["--edges", "normal"]);
    let with_tests = tree("{p} {f}", &["--edges", "normal,dev"]);
    let names = |package| tree("{p}", &["--edges", "normal", "--package", package]);
    for package in ["dlx3-answers", "dlx3-puzzles", "dlx3-run", "dlx3-sudoku"] {
        for name in names(package) {
            let is_of = |line: &&String| line.starts_with(&name);
            let alone: Vec<&String> = alone.iter().filter(is_of).collect();
            let with_tests: Vec<&String> = with_tests.iter().filter(is_of).collect();
            assert!(!alone.is_empty(), "{name}");
            assert_eq!(alone, with_tests, "features differ with what tests need");
        }
    }
}

#[test]
fn every_program_requires_its_features() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let mut seen = 0;
    for entry in fs::read_dir(root().join("src/bin")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let features = match name {
            "dlx" => r#"["answers", "cli"]"#,
            "dlx1" | "dlx2" => r#"["cli", "dlx2"]"#,
            "dlx3" | "dlx-check" => r#"["cli"]"#,
            _ => r#"["cli", "puzzles"]"#,
        };
        let section = format!("[[bin]]\nname = \"{name}\"\nrequired-features = {features}\n");
        assert!(manifest.contains(&section), "Cargo.toml lacks\n{section}");
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn the_published_packages_have_no_test_data_and_at_most_a_megabyte_and_seven_eighths() {
    let list = cargo(&["package", "--list", "--allow-dirty"]);
    let files: Vec<&str> = list.lines().collect();
    for needed in [
        "src/lib.rs",
        "src/bin/dlx3.rs",
        "README.md",
        "docs/library.md",
    ] {
        assert!(files.contains(&needed), "{needed} is missing");
    }
    for folder in [
        "tests/",
        "testdata/",
        "benches/",
        "fuzz/",
        "scripts/",
        "crates/",
    ] {
        let found = files.iter().find(|file| file.starts_with(folder));
        assert_eq!(found, None);
    }
    let target = tempfile::tempdir().unwrap();
    let path = target.path().to_str().unwrap();
    cargo(&[
        "package",
        "--workspace",
        "--no-verify",
        "--allow-dirty",
        "--target-dir",
        path,
    ]);
    let version = env!("CARGO_PKG_VERSION");
    let size = |name: &str| {
        let package = format!("package/{name}-{version}.crate");
        fs::metadata(target.path().join(package)).unwrap().len()
    };
    let mut sizes = vec![size("dlx3")];
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        sizes.push(size(&format!("dlx3-{name}")));
    }
    assert!(
        sizes.iter().all(|&size| size > 0 && size <= 1 << 19),
        "{sizes:?}"
    );
    assert!(sizes.iter().sum::<u64>() <= 15 << 17, "{sizes:?}");
}
