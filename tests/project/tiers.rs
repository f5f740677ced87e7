//! Each test stands in a tier: `make test` runs it, or `make test-all`, which runs them all.

use super::documents::{read, root, sources};

/// Why a test may be ignored: it is long, and left to `make test-all`; or it cannot run here.
const REASONS: [&str; 3] = ["long", "without optimization", "it needs "];

#[test]
fn a_test_that_is_ignored_says_why_and_is_run_by_test_all() {
    let mut files = Vec::new();
    for folder in ["crates", "scripts", "src", "tests"] {
        sources(&root().join(folder), &mut files);
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    assert!(files.len() > 500);
    let mut seen = 0;
    for file in files {
        let text = read(file.to_str().unwrap());
        for (start, _) in text.match_indices("ignore") {
            let before = text[..start].trim_end();
            let rest = &text[start + "ignore".len()..];
            let is_attribute = before.ends_with("#[") || before.ends_with(',');
            if !is_attribute || !rest.trim_start().starts_with(['=', ']', ')']) {
                continue;
            }
            let reason = rest.split('"').nth(1).unwrap_or_default();
            let is_known = REASONS.iter().any(|known| reason.starts_with(known));
            let name = file.strip_prefix(root()).unwrap().display();
            assert!(is_known, "{name} ignores a test: {reason:?}");
            seen += 1;
        }
    }
    assert!(seen > 5);
}

/// The lines that `make` runs for a target.
fn recipe(target: &str) -> Vec<String> {
    let text = read("Makefile");
    let rule = text.split(&format!("\n{target}: lint\n")).nth(1);
    let rule = rule.unwrap_or_else(|| panic!("no target {target}"));
    let lines = rule.lines().take_while(|line| line.starts_with('\t'));
    lines.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn test_all_runs_what_test_runs_with_long_tests_and_whole_samples() {
    let makefile = read("Makefile");
    assert!(makefile.contains("\ntest-all: export ALL_TESTS = 1\n"));
    let all = recipe("test-all");
    let short = recipe("test");
    assert_eq!(short.len(), 3);
    for line in short {
        let long = format!("{line} -- --include-ignored");
        assert!(all.contains(&line) || all.contains(&long), "{line}");
    }
}

#[test]
fn every_test_program_is_run() {
    let makefile = read("Makefile");
    let tests = makefile
        .lines()
        .find_map(|line| line.strip_prefix("TESTS = "));
    let tests = tests.expect("the programs of tests");
    // All folders of tests.
    assert!(tests.contains("--test '*'"));
    let manifest = read("Cargo.toml");
    let sections: Vec<&str> = manifest.split("\n[[").collect();
    for section in sections {
        let is_tested = section.starts_with("example]]") && section.contains("\ntest = true");
        let name = section.split("name = \"").nth(1).unwrap_or_default();
        let name = name.split('"').next().unwrap();
        assert!(
            !is_tested || tests.contains(&format!("--example {name}")),
            "make test does not run the tests of {name}"
        );
    }
}
