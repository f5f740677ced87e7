//! The archive that `make dist` writes. Parts that take long to build are replaced here.

use super::common::filter::{program, write_program};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A `cargo build` of empty programs.
const CARGO: &str = r#"#!/bin/sh
built=$CARGO_TARGET_DIR/release
mkdir -p "$built/examples"
for source in src/bin/*.rs; do echo > "$built/$(basename "$source" .rs)"; done
printf '#!/bin/sh\nmkdir -p "$1/share/man/man1" && echo > "$1/share/man/man1/dlx3.1"\n' > "$built/examples/pages"
printf '#!/bin/sh\necho notices\n' > "$built/examples/notices"
chmod 755 "$built/examples/"*
"#;

fn packed(folder: &Path, stub: &Path) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = program("bash")
        .arg(root.join("scripts/dist.sh"))
        .env("CARGO", stub)
        .env("CARGO_TARGET_DIR", folder)
        .env("DIST_TARGET", host())
        .env("SOURCE_DATE_EPOCH", "1767225600")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{told}");
    let files = fs::read_dir(folder.join("dist")).unwrap();
    let mut files = files.map(|entry| entry.unwrap().path());
    let is_archive = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "gz");
    files.find(is_archive).unwrap()
}

fn host() -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let told = program(rustc).arg("-vV").output().unwrap().stdout;
    let told = String::from_utf8(told).unwrap();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.unwrap().to_owned()
}

/// Documents in a folder of their own used to make it fail.
#[test]
fn the_archive_has_all_documents_and_is_the_same_in_any_folder() {
    let stubs = tempfile::tempdir().unwrap();
    let stub = &stubs.path().join("cargo");
    write_program(stub, CARGO);
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let archives = folders.each_ref().map(|folder| packed(folder.path(), stub));
    let bytes = archives
        .each_ref()
        .map(|archive| fs::read(archive).unwrap());
    assert!(bytes[0] == bytes[1], "two builds differ");
    let list = program("tar").arg("-tzf").arg(&archives[0]).output();
    let list = String::from_utf8(list.unwrap().stdout).unwrap();
    let names = list.lines().filter_map(|line| line.split_once('/'));
    let names: BTreeSet<&str> = names.map(|(_, name)| name).collect();
    let mut expected = vec![
        "bin/dlx3",
        "share/man/man1/dlx3.1",
        "LICENSE-MIT",
        "SHA256SUMS",
        "docs/dlx3.md",
        "docs/design/engine.md",
    ];
    expected.retain(|name| !names.contains(name));
    assert!(expected.is_empty(), "{expected:?} of {names:?}");
}
