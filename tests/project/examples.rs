//! The examples for users of the library: each is built, runs to its end, and has the length of an
//! example.

use std::fs;
use std::path::Path;

#[path = "../../examples/cheapest_with_colors.rs"]
mod cheapest_with_colors;
#[path = "../../examples/count_and_sample.rs"]
mod count_and_sample;
#[path = "../../examples/first_cover.rs"]
mod first_cover;
#[path = "../../examples/from_data.rs"]
mod from_data;
#[path = "../../examples/several_threads.rs"]
mod several_threads;
#[path = "../../examples/watch_and_cancel.rs"]
mod watch_and_cancel;

#[test]
fn every_example_runs() {
    first_cover::main().unwrap();
    count_and_sample::main().unwrap();
    cheapest_with_colors::main().unwrap();
    watch_and_cancel::main().unwrap();
    several_threads::main().unwrap();
    from_data::main().unwrap();
}

#[test]
fn no_example_is_missing_here_or_longer_than_a_screen() {
    let here = fs::read_to_string(file!()).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        assert!(here.contains(&format!("{name}::main().unwrap()")), "{name}");
        let lines = fs::read_to_string(path).unwrap().lines().count();
        assert!(lines <= 40, "{name} has {lines} lines");
    }
}
