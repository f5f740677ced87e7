//! `dlx count --disk`: the number is the same with states in files, stopped and continued. Damaged,
//! foreign or locked files are refused.

use crate::common::filter::{Run, command, path, run};
use crate::common::problems::covers::queens;
use dlx3::answers::Limits;
use dlx3::answers::on_disk::count_with_stores;
use dlx3::answers::states::disk::{Source, Store};
use dlx3::answers::tuning::Tuning;
use num_bigint::BigUint;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// The number of ways to fill 6x6 by tetrominoes, counted by Knuth's DLX3.
const NUMBER: &str = "178939\n";

fn board() -> String {
    let words = ["gen", "polyominoes", "6x6", "4"];
    run(&mut command(path("dlx"), &words), b"").stdout
}

/// Layers alone, so that a walk in little memory does not finish first.
const LAYERS: &str = "dlx3=0,reduce=0";

fn count(problem: &str, folder: &Path, words: &str) -> Run {
    let mut all = vec!["count", "--disk", folder.to_str().unwrap()];
    all.extend(words.split_whitespace());
    all.extend(["--tuning", LAYERS]);
    run(&mut command(path("dlx"), &all), problem.as_bytes())
}

/// A folder with a count that had no more room on the disk.
fn stopped() -> (TempDir, PathBuf) {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("states");
    let ended = count(&board(), &folder, "--memory 4K --disk-limit 8K");
    assert_eq!(ended.status, Some(3), "{ended:?}");
    assert!(ended.stderr.contains("--disk-limit"), "{ended:?}");
    assert!(ended.stderr.contains("--resume"), "{ended:?}");
    assert!(files(&folder).iter().any(|file| file.ends_with("note")));
    (parent, folder)
}

/// The names of all files of the one part.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut parts = entries.map(|entry| entry.unwrap().path());
    let part = parts.find(|path| path.is_dir()).unwrap();
    let entries = fs::read_dir(part).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_count_with_states_in_files_is_the_same_and_leaves_no_files() {
    let parent = tempfile::tempdir().unwrap();
    for (memory, threads) in [("100", 1), ("4K", 1), ("4K", 3), ("64K", 2), ("1M", 2)] {
        let folder = parent.path().join(memory);
        let words = format!("--memory {memory} --threads {threads}");
        let counted = count(&board(), &folder, &words);
        assert_eq!((counted.status, &*counted.stdout), (Some(0), NUMBER));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}

/// The walk works as without a disk, and with enough memory nothing need be written.
#[test]
fn where_states_fit_into_memory_or_another_way_is_sooner_nothing_is_written() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("states");
    let words = ["count", "--disk", folder.to_str().unwrap()];
    for tuning in [
        "--disk-limit 0 --memory 64M",
        "--disk-limit 0 --tuning layers-narrow=0,layers-input=0",
        "--disk-limit 0 --tuning dlx3=0,reduce=0",
    ] {
        let mut counting = command(path("dlx"), &words);
        counting.args(tuning.split(' '));
        let counted = run(&mut counting, board().as_bytes());
        assert_eq!(
            (counted.status, &*counted.stdout),
            (Some(0), NUMBER),
            "{counted:?}"
        );
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}

/// Files of another version are not read.
#[test]
fn a_folder_of_an_older_version_is_refused_by_name() {
    let parent = tempfile::tempdir().unwrap();
    let part = parent.path().join("part-0");
    fs::create_dir(&part).unwrap();
    fs::write(part.join("note"), "dlx count --disk 1\n").unwrap();
    let refused = count(&board(), parent.path(), "--resume");
    assert_eq!(refused.status, Some(1));
    assert!(refused.stderr.contains("part-0/note: "), "{refused:?}");
    assert!(refused.stderr.contains("older version"), "{refused:?}");
    assert!(part.join("note").exists());
}

/// 2 x `length` by dominoes, each in 32 colors, and the number of tilings, which follows from the
/// two shorter lengths.
pub fn colored_dominoes(length: usize) -> (String, BigUint) {
    let mut problem = String::new();
    for column in 0..length {
        problem += &format!("a{column} b{column} ");
    }
    problem.push('\n');
    for column in 0..length {
        problem += &format!("a{column} b{column}\n").repeat(32);
        if column + 1 < length {
            for row in ["a", "b"] {
                problem += &format!("{row}{column} {row}{}\n", column + 1).repeat(32);
            }
        }
    }
    let (mut before, mut number) = (BigUint::from(1u32), BigUint::from(32u32));
    for _ in 1..length {
        (before, number) = (number.clone(), before * 1024u32 + number * 32u32);
    }
    (problem, number)
}

/// The numbers take more and more words on the way.
#[test]
fn numbers_of_many_words_are_exact_on_a_disk() {
    let (problem, number) = colored_dominoes(190);
    assert!(number.bits() > 1024);
    let parent = tempfile::tempdir().unwrap();
    let counted = count(&problem, parent.path(), "--memory 100");
    assert_eq!(counted.stdout, format!("{number}\n"), "{counted:?}");
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
    let words = [&words[..], &["--tuning", LAYERS, "--threads", "2"]].concat();
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
    assert!(files(&folder).len() == before);
    let counted = count(&board(), &folder, "--resume");
    assert_eq!((counted.status, &*counted.stdout), (Some(0), NUMBER));
}

/// The file, or the target of a link, used to be emptied, and the file removed at the end.
#[test]
fn a_file_of_the_user_with_the_name_of_a_count_s_file_is_refused_and_stays() {
    for name in ["lock", "problem", "problem.next"] {
        for is_link in [false, true] {
            let parent = tempfile::tempdir().unwrap();
            let folder = parent.path().join("states");
            fs::create_dir(&folder).unwrap();
            let there = match is_link {
                true => parent.path().join("there"),
                false => folder.join(name),
            };
            fs::write(&there, "precious\n").unwrap();
            #[cfg(unix)]
            if is_link {
                std::os::unix::fs::symlink(&there, folder.join(name)).unwrap();
            }
            for words in ["", "--resume", "--memory 4K"] {
                let refused = count(&board(), &folder, words);
                assert_eq!(refused.status, Some(1), "{name}: {refused:?}");
                let said = format!("states/{name}: a count needs this name");
                assert!(refused.stderr.contains(&said), "{refused:?}");
            }
            assert_eq!(fs::read(&there).unwrap(), b"precious\n", "{name}");
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_lock_that_leads_nowhere_makes_no_file_elsewhere() {
    let parent = tempfile::tempdir().unwrap();
    let (folder, nowhere) = (parent.path().join("states"), parent.path().join("nowhere"));
    fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink(&nowhere, folder.join("lock")).unwrap();
    assert_eq!(count(&board(), &folder, "").status, Some(1));
    assert!(!nowhere.exists());
}

/// Other programs also make folders with names of sixteen digits.
#[test]
fn what_else_is_in_the_folder_stays_when_a_count_is_done_or_begins_again() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("states");
    let own = ["0123456789abcdef", "fedcba9876543210"].map(|name| folder.join(name));
    for own in &own {
        fs::create_dir_all(own).unwrap();
    }
    let precious = [
        own[0].join("note"),
        own[0].join("1-2.run"),
        own[1].join("marathon.run"),
        own[1].join("3-4.run"),
        folder.join("note"),
        folder.join("7-1.run"),
    ];
    for file in &precious {
        fs::write(file, "precious\n").unwrap();
    }
    // An empty file of that name has nothing to lose, but nobody knows whose it is.
    for has_lock in [false, true] {
        if has_lock {
            fs::write(folder.join("lock"), "").unwrap();
        }
        for memory in ["64M", "4K"] {
            let counted = count(&board(), &folder, &format!("--memory {memory}"));
            assert_eq!((counted.status, &*counted.stdout), (Some(0), NUMBER));
            for file in &precious {
                assert_eq!(fs::read(file).unwrap(), b"precious\n", "{file:?}");
            }
            assert_eq!(folder.join("lock").exists(), has_lock);
            assert_eq!(
                fs::read_dir(&folder).unwrap().count(),
                4 + usize::from(has_lock)
            );
        }
    }
}

/// The lock holds a mark, so that a count that was killed before its first note is recognized.
#[test]
fn what_a_count_left_that_was_killed_before_its_first_note_goes() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("states");
    let part = folder.join("0123456789abcdef");
    for lock in ["dlx count --disk 2", ""] {
        fs::create_dir_all(&part).unwrap();
        fs::write(part.join("1-2.run"), "states").unwrap();
        fs::write(folder.join("lock"), lock).unwrap();
        let counted = count(&board(), &folder, "--memory 64M");
        assert_eq!((counted.status, &*counted.stdout), (Some(0), NUMBER));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{lock}");
    }
}

#[test]
fn a_file_with_one_byte_changed_is_refused_by_name() {
    let (_parent, folder) = stopped();
    // Runs that no note names are removed when the count continues; the others belong to it.
    let note = files(&folder)
        .into_iter()
        .find(|file| file.ends_with("note"));
    let note = fs::read_to_string(note.unwrap()).unwrap();
    let is_its = |file: &PathBuf| {
        let name = file.file_stem().unwrap().to_str().unwrap();
        name == "note" || note.contains(&format!("run {} ", name.replace('-', " ")))
    };
    let whole: Vec<(PathBuf, Vec<u8>)> = (files(&folder).into_iter())
        .filter(is_its)
        .map(|file| (file.clone(), fs::read(&file).unwrap()))
        .collect();
    assert!(whole.len() > 2, "{whole:?}");
    let some = whole.len().div_ceil(8);
    let is_note = |(path, _): &&(PathBuf, Vec<u8>)| path.ends_with("note");
    for (damaged, bytes) in whole.iter().step_by(some).chain(whole.iter().find(is_note)) {
        // A count reads a damaged run only at its step. Until then, other runs are removed.
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

/// A disk that records its operations. While `ends` is set, nothing works after the first note.
#[derive(Clone, Default)]
struct Told {
    lines: Arc<Mutex<Vec<String>>>,
    files: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    ends: Arc<AtomicBool>,
}

impl Told {
    fn tell(&self, what: String) -> io::Result<()> {
        let mut lines = self.lines.lock().unwrap();
        let has_note = lines.iter().any(|line| line.starts_with("note "));
        if has_note && self.ends.load(Ordering::Relaxed) {
            return Err(io::Error::other("the end of the test"));
        }
        lines.push(what);
        Ok(())
    }

    fn file(&self, name: &str) -> Option<Vec<u8>> {
        self.files.lock().unwrap().get(name).cloned()
    }
}

/// A file of it that is written, or read.
struct Open(Told, String);

impl Write for Open {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut files = self.0.files.lock().unwrap();
        files.entry(self.1.clone()).or_default().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Source for Open {
    fn read_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        let file = self.0.file(&self.1).ok_or(io::ErrorKind::NotFound)?;
        let at = at as usize;
        let read = file.get(at..at + bytes.len());
        bytes.copy_from_slice(read.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

impl Store for Told {
    fn create(&self, name: &str) -> io::Result<Box<dyn Write + Send>> {
        self.tell(format!("create {name}"))?;
        self.files
            .lock()
            .unwrap()
            .insert(name.to_owned(), Vec::new());
        Ok(Box::new(Open(self.clone(), name.to_owned())))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Source>> {
        self.tell(format!("open {name}"))?;
        Ok(Box::new(Open(self.clone(), name.to_owned())))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.tell(format!("remove {name}"))
    }

    fn note(&self, text: &str) -> io::Result<()> {
        self.tell(format!("note {text}"))?;
        self.files
            .lock()
            .unwrap()
            .insert("note".to_owned(), text.into());
        Ok(())
    }

    fn noted(&self) -> io::Result<Option<String>> {
        let note = self.file("note");
        Ok(note.map(|text| String::from_utf8(text).unwrap()))
    }

    fn clear(&self) -> io::Result<()> {
        Ok(())
    }
}

/// The work in memory is not lost once the first states are on the disk. That includes states that
/// had not been expanded in the layer that found no room.
#[test]
fn the_first_time_that_states_find_no_room_all_of_them_are_noted_before_anything_is_read() {
    let problem = board().parse().unwrap();
    for (memory, threads) in (1..=16).map(|size| (250 * size, 1 + size % 2)) {
        let (told, others) = (Told::default(), Told::default());
        told.ends.store(true, Ordering::Relaxed);
        // The first store is that of all parts.
        let first = RefCell::new(None);
        let stores = |name: &str| {
            let mut first = first.borrow_mut();
            let store = match first.get_or_insert_with(|| name.to_owned()) == name {
                true => &others,
                false => &told,
            };
            Box::new(store.clone()) as Box<dyn Store>
        };
        let count = || {
            let mut limits = Limits {
                threads,
                tuning: Tuning {
                    dlx3: false,
                    reduce: false,
                    layers_input: false,
                    ..Tuning::default()
                },
                ..Limits::new(memory)
            };
            count_with_stores(&problem, &stores, &mut limits)
        };
        assert!(count().is_err());
        {
            let lines = told.lines.lock().unwrap();
            let is_created = |line: &String| line.starts_with("create ");
            let (note, before) = lines.split_last().unwrap();
            assert!(note.starts_with("note "), "{lines:?}");
            assert!(before.iter().all(is_created), "{lines:?}");
            for line in before {
                let (_, name) = line.split_once(' ').unwrap();
                let run = name.trim_end_matches(".run").replace('-', " ");
                assert!(note.contains(&format!("\nrun {run} ")), "{line}");
            }
        }
        // It continues from there.
        told.ends.store(false, Ordering::Relaxed);
        let counted = count().unwrap();
        assert_eq!(format!("{}\n", counted.number), NUMBER, "{memory}");
    }
}
