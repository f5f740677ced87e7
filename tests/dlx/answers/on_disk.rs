//! `dlx count --disk`: the number is the same with states in files, stopped and continued; what is
//! damaged, foreign or in use is refused.

use crate::common::filter::{Run, command, path, run};
use crate::common::problems::covers::queens;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// How often Knuth's DLX3 fills 6x6 by tetrominoes.
const NUMBER: &str = "178939\n";

fn board() -> String {
    let words = ["gen", "polyominoes", "6x6", "4"];
    run(&mut command(path("dlx"), &words), b"").stdout
}

fn count(problem: &str, folder: &Path, words: &str) -> Run {
    let mut all = vec!["count", "--disk", folder.to_str().unwrap()];
    all.extend(words.split_whitespace());
    run(&mut command(path("dlx"), &all), problem.as_bytes())
}

/// A folder with a count that had no more room on the disk.
fn stopped() -> (TempDir, PathBuf) {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("states");
    let ended = count(&board(), &folder, "--memory 4K --disk-limit 1K");
    assert_eq!(ended.status, Some(3), "{ended:?}");
    assert!(ended.stderr.contains("--disk-limit"), "{ended:?}");
    assert!(ended.stderr.contains("--resume"), "{ended:?}");
    assert!(folder.join("part-0/note").exists());
    (parent, folder)
}

/// The names of all files of a part.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("part-0")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_count_with_states_in_files_is_the_same_and_leaves_no_files() {
    let parent = tempfile::tempdir().unwrap();
    for memory in ["4K", "64K", "1M"] {
        let folder = parent.path().join(memory);
        let counted = count(&board(), &folder, &format!("--memory {memory}"));
        assert_eq!((counted.status, &*counted.stdout), (Some(0), NUMBER));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}

#[test]
fn a_count_without_room_continues_where_it_was_with_other_memory() {
    for memory in ["3K", "16K", "1M"] {
        let (_parent, folder) = stopped();
        let counted = count(&board(), &folder, &format!("--memory {memory} --resume"));
        assert_eq!((counted.status, &*counted.stdout), (Some(0), NUMBER));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}

#[test]
#[cfg(unix)]
fn a_count_that_is_killed_again_and_again_comes_to_the_same_number() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("states");
    let problem = parent.path().join("board.dlx");
    fs::write(&problem, board()).unwrap();
    let words = ["count", problem.to_str().unwrap(), "--memory", "4K"];
    for round in 1..=40 {
        let mut going = command(path("dlx"), &words);
        going.args(["--resume", "--disk", folder.to_str().unwrap()]);
        let mut child = going.spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(round));
        child.kill().unwrap();
        let ended = child.wait_with_output().unwrap();
        if ended.status.success() {
            assert_eq!(ended.stdout, NUMBER.as_bytes());
        }
    }
    let counted = count(&board(), &folder, "--memory 4K --resume");
    assert_eq!((counted.status, &*counted.stdout), (Some(0), NUMBER));
}

#[test]
fn what_belongs_to_another_count_is_refused_and_stays() {
    let (_parent, folder) = stopped();
    let before = files(&folder).len();
    let again = count(&board(), &folder, "--memory 4K");
    assert_eq!(again.status, Some(1));
    assert!(
        again.stderr.contains("continue it with --resume"),
        "{again:?}"
    );
    let other = count(&queens(6), &folder, "--resume");
    assert_eq!(other.status, Some(1));
    assert!(other.stderr.contains("another problem"), "{other:?}");
    assert!(files(&folder).len() <= before && folder.join("part-0/note").exists());
    let counted = count(&board(), &folder, "--resume");
    assert_eq!((counted.status, &*counted.stdout), (Some(0), NUMBER));
}

#[test]
fn a_file_with_one_byte_changed_is_refused_by_name() {
    let (_parent, folder) = stopped();
    // Runs that no note names go when the count continues; those that are left belong to it.
    count(&queens(6), &folder, "--resume");
    let whole: Vec<(PathBuf, Vec<u8>)> = (files(&folder).into_iter())
        .map(|file| (file.clone(), fs::read(&file).unwrap()))
        .collect();
    assert!(whole.len() > 2, "{whole:?}");
    for (damaged, bytes) in &whole {
        // A count comes to a damaged run when it is at its step; until then, others have gone.
        files(&folder)
            .iter()
            .for_each(|file| fs::remove_file(file).unwrap());
        for (file, bytes) in &whole {
            fs::write(file, bytes).unwrap();
        }
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        fs::write(damaged, changed).unwrap();
        let refused = count(&board(), &folder, "--memory 4K --resume");
        assert_eq!(refused.status, Some(1), "{damaged:?}: {refused:?}");
        let name = damaged.file_name().unwrap().to_str().unwrap();
        let said = format!("{name} is damaged\n");
        assert!(refused.stderr.ends_with(&said), "{damaged:?}: {refused:?}");
        assert_eq!(refused.stdout, "");
    }
}
