//! `dlx count --disk` before any state is on the disk. Finished layers are noted, and a killed
//! count continues after the last one. If there is no room for a note, the count continues without.
//! Here every finished layer is noted, not only one every ten seconds.

use super::on_disk::colored_dominoes;
use crate::answers_fuzz::on_disk::{Room, Shelf};
use crate::common::filter::{Run, command, path, run};
use dlx3::answers::Limits;
use dlx3::answers::on_disk::count_with_stores;
use dlx3::answers::states::disk::{Fault, Store};
use dlx3::answers::tuning::Tuning;
use num_bigint::BigUint;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;
use tempfile::TempDir;

/// The number of ways to fill 6x6 by tetrominoes, counted by Knuth's DLX3.
const NUMBER: u32 = 178_939;

/// All ways; each finished layer is noted.
fn all() -> Tuning {
    Tuning {
        note_after: 0,
        ..Tuning::default()
    }
}

/// Both orders, and nothing else.
fn layers() -> Tuning {
    Tuning {
        dlx3: false,
        reduce: false,
        ..all()
    }
}

/// With this much memory, all states here fit, and none go to the disk.
const LARGE: usize = 1 << 24;

fn board() -> String {
    let words = ["gen", "polyominoes", "6x6", "4"];
    run(&mut command(path("dlx"), &words), b"").stdout
}

/// A disk, and the parts that have been there.
#[derive(Default)]
struct Site {
    shelf: Shelf,
    parts: RefCell<BTreeSet<String>>,
}

impl Site {
    /// Counts until the disk has done this many steps, as if killed then. Returns the number, and
    /// how many layers of the last part were not made.
    fn count(
        &self,
        problem: &str,
        steps: u32,
        (memory, threads, tuning): (usize, usize, Tuning),
    ) -> (Result<BigUint, Fault>, usize) {
        self.shelf.left.store(steps, Ordering::Relaxed);
        let stores = |part: &str| {
            self.parts.borrow_mut().insert(part.to_owned());
            Box::new(Room::new(&self.shelf, part)) as Box<dyn Store>
        };
        let mut stop = || self.shelf.left.load(Ordering::Relaxed) == 0;
        let mut limits = Limits {
            threads,
            tuning,
            stop: &mut stop,
            ..Limits::new(memory)
        };
        let counted = count_with_stores(&problem.parse().unwrap(), &stores, &mut limits);
        match counted {
            Err((fault, _)) => (Err(fault), 0),
            Ok(counted) => {
                let profile = &counted.parts.last().unwrap().profile;
                let others = profile.iter().take_while(|&&states| states == 0);
                (Ok(counted.number.to_big()), others.count())
            }
        }
    }

    /// Counts until the disk has done this many steps. Everything but the disk is lost with the
    /// process.
    fn killed(&self, problem: &str, steps: u32, setting: (usize, usize, Tuning)) {
        _ = self.count(problem, steps, setting);
        assert_eq!(self.shelf.left.load(Ordering::Relaxed), 0, "{steps}");
    }

    /// The next steps of all ways that have notes.
    fn noted(&self) -> Vec<usize> {
        let parts = self.parts.borrow();
        let notes = parts.iter();
        let notes = notes.filter_map(|part| Room::new(&self.shelf, part).note_there());
        let steps = |text: String| -> Vec<usize> {
            let lines = text.lines().filter_map(|line| line.strip_prefix("at "));
            let steps = lines.map(|line| line.split(' ').next().unwrap().parse().unwrap());
            steps.collect()
        };
        notes.flat_map(steps).collect()
    }
}

#[test]
fn a_count_in_memory_that_is_killed_continues_after_the_last_finished_layer() {
    let board = board();
    let one_order = Tuning {
        layers_input: false,
        ..layers()
    };
    let mut farthest = 0;
    for steps in [200, 1000, 1800, 2600] {
        let site = Site::default();
        site.killed(&board, steps, (LARGE, 1, one_order));
        let noted = site.noted();
        assert_eq!(noted.len(), 1, "{steps}");
        farthest = farthest.max(noted[0]);
        // In other memory, on other threads; with less memory than states take, on the disk.
        for (memory, threads) in [(LARGE, 1), (1 << 20, 2), (LARGE, 3), (1 << 12, 1)] {
            let site = Site {
                shelf: site.shelf.copied(),
                parts: site.parts.clone(),
            };
            let (number, saved) = site.count(&board, u32::MAX, (memory, threads, one_order));
            assert_eq!(number.unwrap(), NUMBER.into());
            assert_eq!(saved, noted[0], "{memory} {threads}");
        }
    }
    assert!(farthest > 15, "{farthest}");
}

/// 6x8 by tetrominoes; the number is from Knuth's DLX3.
#[test]
fn both_orders_are_noted_and_both_continue() {
    let words = ["gen", "polyominoes", "6x8", "4"];
    let board = run(&mut command(path("dlx"), &words), b"").stdout;
    let site = Site::default();
    let mut least = 0;
    for steps in [4000, 500, 500] {
        site.killed(&board, steps, (LARGE, 2, layers()));
        let noted = site.noted();
        assert_eq!(noted.len(), 2, "{noted:?}");
        assert!(noted.iter().min() >= Some(&least), "{noted:?} {least}");
        least = *noted.iter().min().unwrap();
    }
    assert!(least > 5, "{least}");
    let (number, saved) = site.count(&board, u32::MAX, (LARGE, 2, layers()));
    assert_eq!(number.unwrap(), 22_483_347u32.into());
    assert!(saved >= least, "{saved} {least}");
}

/// The noted way may be the longer one, so the others take part again.
#[test]
fn a_count_that_continues_in_memory_has_all_other_ways_again() {
    let board = board();
    for steps in [100, 400, 900] {
        let site = Site::default();
        site.killed(&board, steps, (LARGE, 1, layers()));
        for tuning in [all(), layers()] {
            let site = Site {
                shelf: site.shelf.copied(),
                parts: site.parts.clone(),
            };
            let (number, _) = site.count(&board, u32::MAX, (LARGE, 2, tuning));
            assert_eq!(number.unwrap(), NUMBER.into());
        }
    }
    // DLX3's tree of this is small, and layers are many: a note does not bind to them.
    let queens = crate::common::problems::covers::queens(10);
    let site = Site::default();
    site.killed(&queens, 60, (LARGE, 1, layers()));
    assert!(!site.noted().is_empty());
    let before = site.noted();
    let (number, _) = site.count(&queens, u32::MAX, (LARGE, 1, all()));
    assert_eq!(number.unwrap(), 724u32.into());
    assert!(before.iter().max() < Some(&8), "{before:?}");
}

/// Two boards without a common item. The number of the first is noted with the second.
#[test]
fn a_component_that_is_done_is_not_counted_again() {
    let named = |text: &str, mark: &str| -> String {
        let word = |word: &str| format!("{mark}{word}");
        let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ");
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    };
    let board = board();
    let (items, options) = board
        .split_once('\n')
        .filter(|(items, _)| !items.starts_with('|'))
        .unwrap();
    let two = |text: &str, between: &str| named(text, "a") + between + &named(text, "b");
    let problem = format!("{}\n{}\n", two(items, " "), two(options, "\n"));
    let number = BigUint::from(NUMBER) * NUMBER;
    for tuning in [layers(), all()] {
        let site = Site::default();
        let mut steps = 200;
        loop {
            let (counted, _) = site.count(&problem, steps, (LARGE, 1, tuning));
            if let Ok(counted) = counted {
                assert_eq!(counted, number);
                break;
            }
            steps += 200;
        }
        assert!(steps < 20_000, "it does not continue");
    }
}

/// Tables in memory hold at most 1,024 bits: beyond that, a diagram takes over, as without a disk.
#[test]
fn numbers_of_any_length_are_exact_after_a_stop_in_memory() {
    let (problem, number) = colored_dominoes(190);
    assert!(number.bits() > 1024);
    let site = Site::default();
    for steps in [400, 400, 2000, u32::MAX] {
        let (counted, _) = site.count(&problem, steps, (LARGE, 1, layers()));
        match counted {
            Ok(counted) => assert_eq!(counted, number),
            Err(Fault::Stopped(_)) => assert!(steps < u32::MAX),
            Err(fault) => panic!("{fault}"),
        }
    }
}

#[test]
fn a_byte_that_has_changed_is_seen_when_a_count_continues_in_memory() {
    let board = board();
    let site = Site::default();
    site.killed(&board, 1500, (LARGE, 1, layers()));
    let mut refused = BTreeSet::new();
    for dice in 0..60 {
        let site = Site {
            shelf: site.shelf.copied(),
            parts: site.parts.clone(),
        };
        let place = site.shelf.flip(dice).unwrap();
        match site.count(&board, u32::MAX, (LARGE, 1, layers())).0 {
            Ok(number) => assert_eq!(number, NUMBER.into(), "{place}"),
            Err(Fault::Damaged(name)) => {
                assert!(
                    place.ends_with(&name) || name == "the note",
                    "{name} {place}"
                );
                refused.insert(place);
            }
            Err(fault) => panic!("{place}: {fault}"),
        }
    }
    assert!(
        refused.iter().any(|place| place.ends_with("/note")),
        "{refused:?}"
    );
    assert!(refused.len() > 5, "{refused:?}");
}

/// `dlx count` in a folder, with the words of a setting.
fn words(folder: &Path, words: &str) -> Vec<String> {
    let all = ["count", "--disk", folder.to_str().unwrap()];
    let all = all.into_iter().chain(words.split(' '));
    all.map(str::to_owned).collect()
}

fn count(problem: &str, folder: &Path, setting: &str) -> Run {
    let mut counting = command(path("dlx"), &[]);
    counting.args(words(folder, setting));
    run(&mut counting, problem.as_bytes())
}

#[test]
fn where_there_is_no_room_for_a_note_a_count_in_memory_continues_and_says_so_once() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("states");
    for limit in ["0", "5K"] {
        let setting = format!("--disk-limit {limit} --tuning note-after=0,dlx3=0,reduce=0");
        let counted = count(&board(), &folder, &setting);
        assert_eq!((counted.status, &*counted.stdout), (Some(0), "178939\n"));
        let said = counted
            .stderr
            .matches("the count continues without")
            .count();
        assert_eq!(said, 1, "{counted:?}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}

#[test]
fn a_count_of_less_than_ten_seconds_writes_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let told = count(&board(), parent.path(), "--disk-limit 0");
    assert_eq!((told.status, &*told.stdout), (Some(0), "178939\n"));
    assert!(!told.stderr.contains("without"), "{told:?}");
}

/// A count at work, and its folder.
fn at_work(problem: &str, setting: &str) -> (TempDir, PathBuf, Child) {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("states");
    let file = parent.path().join("problem.dlx");
    fs::write(&file, problem).unwrap();
    let mut going = command(path("dlx"), &[]);
    going.args(words(&folder, setting)).arg(&file);
    let child = going.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    (parent, folder, child.unwrap())
}

/// The notes of all ways in a folder.
fn notes_in(folder: &Path) -> Vec<PathBuf> {
    let parts = fs::read_dir(folder).into_iter().flatten();
    let notes = parts.map(|part| part.unwrap().path().join("note"));
    notes.filter(|note| note.exists()).collect()
}

/// A count that was killed after its first notes: its problem, the right number, and its folder. A
/// fast machine gets a longer count.
fn killed_after_a_note(setting: &str) -> (String, String, TempDir, PathBuf) {
    let mut length = 100;
    loop {
        let (problem, number) = colored_dominoes(length);
        let (parent, folder, mut child) = at_work(&problem, setting);
        let mut has_ended = false;
        while !has_ended && (notes_in(&folder).is_empty() || !folder.join("problem").exists()) {
            has_ended = child.try_wait().unwrap().is_some();
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        if child.wait().unwrap().code().is_none() {
            return (problem, format!("{number}\n"), parent, folder);
        }
        length *= 2;
    }
}

#[test]
fn a_process_that_is_killed_before_it_needs_the_disk_continues_or_is_refused_by_name() {
    let setting = "--memory 64M --tuning note-after=0,dlx3=0,reduce=0";
    let (problem, number, _parent, folder) = killed_after_a_note(setting);
    let again = count(&problem, &folder, setting);
    assert_eq!(again.status, Some(1), "{again:?}");
    assert!(
        again.stderr.contains("continue it with --resume"),
        "{again:?}"
    );
    let note = &notes_in(&folder)[0];
    let whole = fs::read(note).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(note, damaged).unwrap();
    let resume = format!("{setting} --resume");
    let refused = count(&problem, &folder, &resume);
    assert_eq!((refused.status, &*refused.stdout), (Some(1), ""));
    assert!(refused.stderr.ends_with("note is damaged\n"), "{refused:?}");
    fs::write(note, whole).unwrap();
    let other = "--memory 32M --threads 3 --resume";
    let counted = count(&problem, &folder, other);
    assert_eq!((counted.status, &*counted.stdout), (Some(0), &*number));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// Tables of longer counts take more memory. If there is not enough, states go to the disk, as for
/// a new state. With some of these limits, tables of short counts fit and those of longer ones do
/// not.
#[test]
fn where_longer_counts_find_no_room_in_memory_states_go_to_the_disk() {
    let (problem, number) = colored_dominoes(100);
    let parent = tempfile::tempdir().unwrap();
    for memory in (300..3000).step_by(600) {
        let setting = format!("--memory {memory} --tuning dlx3=0,reduce=0");
        let counted = count(&problem, parent.path(), &setting);
        assert_eq!(
            counted.stdout,
            format!("{number}\n"),
            "{memory} {counted:?}"
        );
    }
}

/// Cells that may be covered together with an item that another one needs: reduction removes all
/// these options, and the rest has another name. After a kill, the same rest is found again.
#[test]
fn what_a_reduction_has_left_of_a_problem_continues_after_a_kill() {
    let board = board();
    let (items, options) = board.split_once('\n').unwrap();
    let dead: String = items.split(' ').map(|cell| format!("x {cell}\n")).collect();
    let problem = format!("{items} x y\n{options}x y\n{dead}");
    let site = Site::default();
    let setting = Tuning {
        dlx3: false,
        layers_input: false,
        ..all()
    };
    site.killed(&problem, 1000, (LARGE, 1, setting));
    let noted = site.noted();
    assert_eq!(noted.len(), 1, "{noted:?}");
    let parts = site.parts.borrow().clone();
    let mut notes = parts
        .iter()
        .filter_map(|part| Room::new(&site.shelf, part).note_there());
    assert!(notes.any(|note| note.contains("\nreduced ")));
    let (number, saved) = site.count(&problem, u32::MAX, (LARGE, 2, setting));
    assert_eq!(number.unwrap(), NUMBER.into());
    assert_eq!(saved, noted[0]);
}
