//! A test that needs a foreign program does not pass in silence without it.

use crate::common::tools::{TOOLS, look};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::TempDir;

/// A folder that has a program of the system under another name. (A newly written script may be
/// "busy" when it is run, because another thread may be starting a program.)
fn folder_with(name: &str, program: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = ["/bin", "/usr/bin"]
        .iter()
        .map(|bin| Path::new(bin).join(program));
    let path = paths.find(|path| path.is_file()).unwrap();
    symlink(path, folder.path().join(name)).unwrap();
    folder
}

#[test]
fn a_missing_tool_is_skipped_by_name_unless_it_is_required() {
    let empty = tempfile::tempdir().unwrap();
    let cadical = |required: &str| look("cadical", required, empty.path().as_os_str());
    for not_required in ["", "clasp", "minisat+,clasp"] {
        let said = Some("skipped: no cadical".to_owned());
        assert_eq!(cadical(not_required), Ok(said));
    }
    for required in ["1", "cadical", "clasp,cadical", "1,clasp"] {
        let fault = "no cadical, which REQUIRE_TOOLS asks for".to_owned();
        assert_eq!(cadical(required), Err(fault));
    }
}

#[test]
fn a_required_tool_that_no_test_knows_is_a_fault() {
    let folder = folder_with("cadical", "true");
    let found = look("cadical", "clasp,cadicall", folder.path().as_os_str());
    let fault = "REQUIRE_TOOLS: no test knows a tool cadicall".to_owned();
    assert_eq!(found, Err(fault));
}

#[test]
fn a_tool_that_must_answer_is_missing_if_it_does_not() {
    for (program, is_there) in [("echo", true), ("false", false), ("true", false)] {
        let folder = folder_with("sinfo", program);
        let found = look("sinfo", "1", folder.path().as_os_str());
        assert_eq!(found == Ok(None), is_there, "{program}");
    }
}

/// Otherwise, a test would be skipped for good.
#[test]
fn every_tool_is_one_that_continuous_integration_requires() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/tools");
    let script = fs::read_to_string(path).unwrap();
    let list = script.lines().find_map(|line| {
        let list = line.strip_prefix("tools='")?;
        list.strip_suffix('\'')
    });
    let mut required: Vec<&str> = list.unwrap().split(' ').collect();
    for alone in [
        "chromium", "node", "npm", "python3", "sinfo", "veripb", "wasm-ld",
    ] {
        assert!(script.contains(&format!("REQUIRE_TOOLS=$REQUIRE_TOOLS,{alone}\n")));
        required.push(alone);
    }
    required.sort_unstable();
    let known: Vec<&str> = TOOLS.iter().map(|(name, _)| *name).collect();
    assert_eq!(required, known);
}

/// A program that is started in another way has the signals, words and colors of whoever runs the
/// tests.
#[test]
fn tests_start_programs_in_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut folders = vec![root.clone()];
    let mut others = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs")
                && fs::read_to_string(&path)
                    .unwrap()
                    .contains(concat!("Command", "::new("))
            {
                others.push(path.strip_prefix(&root).unwrap().to_owned());
            }
        }
    }
    assert_eq!(others, [Path::new("common/filter.rs")]);
}
