//! A search in parts: the merged output equals that of one run, whatever the parts are, and
//! whenever one was killed.

use crate::common::cases::{self, Case};
use crate::common::filter::{Run, TemporaryFile, command, dlx3, limited, output, path, run};
use crate::common::problems::colors;
use crate::common::problems::covers::{grid_domination, langford_with_gaps, queens};
use crate::common::problems::dice::Dice;
use crate::common::problems::packings::dominoes;
use crate::common::problems::random::RandomProblem;
use crate::common::tier;
use crate::common::time::endless;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder in memory, if the system has such: journals are synced, and disks are slow.
fn folder() -> TempDir {
    TempDir::new_in("/dev/shm").unwrap_or_else(|_| TempDir::new().unwrap())
}

/// The parts of a whole, in some ways; the last ones are of different M.
const WAYS: [&[&str]; 5] = [
    &["1/1"],
    &["1/2", "2/2"],
    &["1/7", "2/7", "3/7", "4/7", "5/7", "6/7", "7/7"],
    &["1/2", "2/4", "4/8", "8/8"],
    &["3/3", "1/6", "4/6", "2/9", "5/9", "8/9"],
];

fn whole(of: usize) -> Vec<String> {
    (1..=of).map(|number| format!("{number}/{of}")).collect()
}

/// The output of a run: stdout, stderr, the shape.
#[derive(Debug, PartialEq, Eq)]
struct Printed {
    stdout: String,
    stderr: String,
    shape: Option<String>,
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn printed(output: &Output, shape: &Path) -> Printed {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    Printed {
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
        shape: fs::read(shape).ok().map(|bytes| text(&bytes)),
    }
}

/// Words, with `S@` for a shape file in a folder.
fn with_shape(words: &[String], shape: &Path) -> Vec<String> {
    let word = |word: &String| match word.as_str() {
        "S@" => format!("S{}", shape.display()),
        word => word.to_owned(),
    };
    words.iter().map(word).collect()
}

fn strs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// The output of one run.
fn alone(words: &[String], input: &[u8]) -> Printed {
    let folder = folder();
    let shape = folder.path().join("shape");
    let words = with_shape(words, &shape);
    let output = output(&mut dlx3(&strs(&words)), input);
    printed(&output, &shape)
}

/// The merged output of parts.
fn merged(words: &[String], more: &[&str], parts: &[&str], input: &[u8]) -> Printed {
    let folder = folder();
    let mut folders = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let shape = folder.path().join(format!("shape-{number}"));
        let resume = folder.path().join(number.to_string());
        let resume = resume.to_str().unwrap().to_owned();
        let words = with_shape(words, &shape);
        let words = [
            &strs(&words)[..],
            more,
            &["--part", part, "--resume", &resume],
        ]
        .concat();
        let output = output(&mut dlx3(&words), input);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        folders.push(resume);
    }
    let shape = folder.path().join("shape");
    let mut all = vec!["merge"];
    all.extend(strs(&folders));
    if words.iter().any(|word| word == "S@") {
        all.extend(["--shape", shape.to_str().unwrap()]);
    }
    printed(&output(&mut command(path("dlx"), &all), b""), &shape)
}

/// Whether a recorded run can be cut.
fn can_be_cut(case: &Case) -> bool {
    let is_cut = |word: &String| match word.as_bytes().first() {
        Some(b's' | b't' | b'T') => false,
        Some(b'd') => word == "d0",
        _ => true,
    };
    case.status == 0 && case.words.iter().all(is_cut)
}

/// Does something with each number below a count, on two threads.
fn on_two_threads(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    match next.fetch_add(1, Ordering::Relaxed) {
                        number if number < count => work(number),
                        _ => break,
                    }
                }
            });
        }
    });
}

const THREADS: [&[&str]; 4] = [
    &["--threads", "1"],
    &["--threads", "2"],
    &["--threads", "3", "--engine", "links"],
    &["--threads", "1", "--tuning", "recall"],
];

#[test]
fn every_recorded_run_is_merged_from_parts_byte_for_byte() {
    let cases: Vec<Case> = cases::all().into_iter().filter(can_be_cut).collect();
    assert!(cases.len() > 600, "{}", cases.len());
    let in_sample = |case: &Case| tier::is_in_sample(5, &case.name);
    let cases: Vec<Case> = cases.into_iter().filter(in_sample).collect();
    assert!(cases.len() > 100, "{}", cases.len());
    on_two_threads(cases.len(), |number| {
        let case = &cases[number];
        let expected = Printed {
            stdout: text(&case.stdout),
            stderr: text(&case.stderr),
            shape: case.shape.as_deref().map(text),
        };
        let grain = ["3", "64", "1000"][number % 3];
        let more = [&["--grain", grain], THREADS[number % THREADS.len()]].concat();
        let many = whole(64);
        let parts = match number % 97 {
            0 => strs(&many),
            _ => WAYS[number % WAYS.len()].to_vec(),
        };
        let got = merged(&case.words, &more, &parts, &case.input);
        assert_eq!(got, expected, "{}: {more:?} {parts:?}", case.name);
    });
}

fn random(seed: u64) -> String {
    let mut dice = Dice::new(seed, 15);
    RandomProblem::new(&mut dice, false).text()
}

#[test]
fn random_problems_are_merged_from_parts_byte_for_byte() {
    let words: [&[&str]; 7] = [
        &["m101", "v135"],
        &["m1", "v129"],
        &["m3", "v641"],
        &["m101", "v129"],
        &["m1", "v7", "c5"],
        &["v135", "S@", "l2"],
        &["m0", "v129"],
    ];
    let problems = tier::problems("PARTS_PROBLEMS", 50) as usize;
    on_two_threads(problems, |number| {
        let input = random(number as u64 + 1).into_bytes();
        let words: Vec<String> = words[number % words.len()]
            .iter()
            .map(|&word| word.to_owned())
            .collect();
        let more = [&["--grain", "200"], THREADS[number % THREADS.len()]].concat();
        let parts = WAYS[number % WAYS.len()];
        let expected = alone(&words, &input);
        let got = merged(&words, &more, parts, &input);
        assert_eq!(got, expected, "{number}: {words:?} {more:?} {parts:?}");
    });
}

/// The cubes in the journals of parts, without the places of their records.
fn cubes(parts: &[String], input: &[u8]) -> BTreeMap<usize, String> {
    let mut cubes = BTreeMap::new();
    for part in parts {
        let folder = folder();
        let resume = folder.path().to_str().unwrap();
        let words = ["m1", "--grain", "300", "--part", part, "--resume", resume];
        let done = run(&mut dlx3(&words), input);
        assert_eq!(done.status, Some(0), "{}", done.stderr);
        let journal = fs::read_to_string(folder.path().join("journal")).unwrap();
        for line in journal.lines().skip(5) {
            let words: Vec<&str> = line.split(' ').collect();
            if words[0] == "cube" {
                let number = words[1].parse().unwrap();
                let before = cubes.insert(number, words[2..11].join(" "));
                assert_eq!(before, None, "cube {number} is there twice");
            }
        }
    }
    cubes
}

#[test]
fn a_part_is_the_union_of_the_parts_that_it_is_divided_into() {
    let input = queens(8).into_bytes();
    let all = cubes(&["1/1".to_owned()], &input);
    assert!(all.len() > 100, "{}", all.len());
    let mut dice = Dice::new(5, 0);
    for _ in 0..12 {
        let (of, k) = (1 + dice.below(9), 1 + dice.below(4));
        let number = 1 + dice.below(of);
        let one = cubes(&[format!("{number}/{of}")], &input);
        let divided: Vec<String> = (0..k)
            .map(|j| format!("{}/{}", number + j * of, k * of))
            .collect();
        assert_eq!(cubes(&divided, &input), one, "{number}/{of} by {k}");
        for (number, cube) in &one {
            assert_eq!(all[number], *cube);
        }
    }
}

/// The parts print their own solutions, with numbers of their own.
#[test]
fn parts_are_disjoint_and_together_have_all_solutions() {
    let input = queens(7).into_bytes();
    let solutions = |more: &[&str]| {
        let words = [&["m1", "v0"], more].concat();
        let printed = run(&mut dlx3(&words), &input).stdout;
        let mut solutions: Vec<String> = Vec::new();
        for line in printed.lines() {
            match line.strip_suffix(':') {
                Some(number) => {
                    solutions.push(String::new());
                    assert_eq!(number.parse(), Ok(solutions.len()));
                }
                None => *solutions.last_mut().unwrap() += line,
            }
        }
        solutions.sort();
        solutions
    };
    let all = solutions(&[]);
    assert_eq!(all.len(), 40);
    for of in [1, 2, 7, 64] {
        let parts = whole(of);
        let parts = parts
            .iter()
            .flat_map(|part| solutions(&["--grain", "50", "--part", part]));
        let mut parts: Vec<String> = parts.collect();
        parts.sort();
        assert_eq!(parts, all);
    }
}

/// A folder, and the words of the search that is resumed in it.
struct Resumed {
    folder: TempDir,
    words: Vec<String>,
    input: Vec<u8>,
}

impl Resumed {
    fn new(words: &[&str], input: impl Into<Vec<u8>>) -> Self {
        let folder = folder();
        let resume = folder.path().join("here");
        let mut words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        words.extend(["--resume".to_owned(), resume.to_str().unwrap().to_owned()]);
        Resumed {
            folder,
            words,
            input: input.into(),
        }
    }

    fn run(&self) -> Run {
        run(&mut dlx3(&strs(&self.words)), &self.input)
    }

    fn with(&self, more: &[&str], input: &[u8]) -> Run {
        run(&mut dlx3(&[more, &strs(&self.words)].concat()), input)
    }

    fn journal(&self) -> PathBuf {
        self.folder.path().join("here/journal")
    }
}

/// Runs and kills (`kill -9`) at random moments, until `kills` kills have come in time. A search
/// that ends meanwhile begins again; returns how often that happened.
fn killed(resumed: &Resumed, kills: usize, dice: &mut Dice, expected: &Printed) -> usize {
    // However fast the machine is, some kills come in time.
    let begun = Instant::now();
    assert_eq!(resumed.run().status, Some(0));
    let mut time = begun.elapsed();
    let here = resumed.folder.path().join("here");
    fs::remove_dir_all(&here).unwrap();
    let (mut seen, mut ends) = (0, 0);
    while seen < kills {
        let words = strs(&resumed.words);
        let mut child = dlx3(&words)
            .stdout(File::create(resumed.folder.path().join("out")).unwrap())
            .stderr(File::create(resumed.folder.path().join("err")).unwrap())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // The search may be killed before it has read its input.
        let _ = stdin.write_all(&resumed.input);
        drop(stdin);
        thread::sleep(time.mul_f64((dice.below(1000) as f64 / 1000.0).powi(2)));
        let _ = child.kill();
        if child.wait().unwrap().code().is_none() {
            seen += 1;
            continue;
        }
        let file = |name| fs::read_to_string(resumed.folder.path().join(name)).unwrap();
        assert!(file("out") == expected.stdout && file("err") == expected.stderr);
        fs::remove_dir_all(&here).unwrap();
        ends += 1;
        // The run may have been slow when it was timed.
        time = time.mul_f64(0.9);
        assert!(ends < 50 * kills, "no kill comes in time");
    }
    ends
}

#[test]
fn whenever_it_is_killed_it_goes_on_and_prints_the_same_bytes() {
    let ways: [&[&str]; 5] = [
        &["m1", "v129", "--threads=1", "--grain=2000"],
        &["m1", "v129", "--threads=2", "--grain=2000"],
        &["m7", "v1", "--threads=3", "--grain=500", "--memo=0"],
        &[
            "m0",
            "v129",
            "--threads=2",
            "--grain=3000",
            "--engine=links",
        ],
        &["m1", "v5", "--threads=2", "--grain=100"],
    ];
    let input = queens(9).into_bytes();
    on_two_threads(ways.len(), |round| {
        let words = ways[round];
        let mut dice = Dice::new(9, round as u64);
        let own: Vec<String> = words[..2].iter().map(|&word| word.to_owned()).collect();
        let expected = alone(&own, &input);
        let resumed = Resumed::new(words, input.clone());
        killed(&resumed, 10, &mut dice, &expected);
        for _ in 0..2 {
            let last = resumed.run();
            assert_eq!(last.status, Some(0), "{}", last.stderr);
            assert!(last.stdout == expected.stdout, "round {round}: stdout");
            assert!(last.stderr == expected.stderr, "round {round}: stderr");
        }
    });
}

#[test]
fn a_finished_search_prints_at_once_what_it_has_found() {
    let resumed = Resumed::new(&["m1", "v129", "--grain", "50"], queens(6));
    let first = resumed.run();
    let before = fs::read(resumed.journal()).unwrap();
    assert_eq!(resumed.run(), first);
    assert_eq!(fs::read(resumed.journal()).unwrap(), before);
    assert_eq!(
        first
            .stdout
            .lines()
            .filter(|line| line.ends_with(':'))
            .count(),
        4
    );
}

#[test]
fn a_journal_of_something_else_is_refused() {
    let resumed = Resumed::new(&["--grain", "50"], queens(6));
    assert_eq!(resumed.run().status, Some(0));
    let before = fs::read(resumed.journal()).unwrap();
    let fails = |more: &[&str], input: &[u8], what: &str| {
        let run = resumed.with(more, input);
        assert_eq!(run.status, Some(1), "{}", run.stderr);
        let message = format!("here/journal: this journal is of {what}\n");
        assert!(run.stderr.ends_with(&message), "{}", run.stderr);
    };
    fails(&[], queens(5).as_bytes(), "another problem");
    fails(&["m1"], &resumed.input, "other words: none, not `m1'");
    let told = "other words: none, not `v129 m7'";
    fails(&["m7", "v129"], &resumed.input, told);
    assert_eq!(fs::read(resumed.journal()).unwrap(), before);
    let other = text(&before).replacen("journal 4 of version", "journal 4 of another", 1);
    fs::write(resumed.journal(), other).unwrap();
    // The line has a checksum.
    let run = resumed.run();
    assert!(
        run.stderr.ends_with("line 1: it has been changed\n"),
        "{}",
        run.stderr
    );
}

/// Such files used to be overwritten silently.
#[test]
fn files_that_are_no_journal_s_are_not_written_over() {
    for (name, there) in [
        ("problem.dlx", "A B\nA\nB\n"),
        ("found.1", "a note\n"),
        ("journal.new", "Dear diary\n"),
    ] {
        let resumed = Resumed::new(&["m1", "--grain", "50"], queens(6));
        let folder = resumed.folder.path().join("here");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(name), there).unwrap();
        let run = resumed.run();
        assert_eq!(run.status, Some(1), "{name}");
        let message = format!(
            "here/{name}: this file would be written over, and no journal is beside it; use another \
             folder, or remove the file\n"
        );
        assert!(run.stderr.ends_with(&message), "{}", run.stderr);
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), there);
    }
    // The files of a run that was killed as it began.
    let resumed = Resumed::new(&["m1", "--grain", "50"], queens(6));
    let folder = resumed.folder.path().join("here");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("problem.dlx"), &resumed.input[..20]).unwrap();
    assert_eq!(resumed.run().status, Some(0));
    fs::write(folder.join("file"), "").unwrap();
    let file = folder.join("file");
    let words = ["--resume", file.to_str().unwrap()];
    let run = run(&mut dlx3(&words), &resumed.input);
    let message = format!("dlx3: cannot make the folder {}: ", file.display());
    assert!(
        run.stderr.ends_with("\n") && run.stderr.contains(&message),
        "{}",
        run.stderr
    );
}

/// The target of a link used to be overwritten or created.
#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link_with_the_name_of_a_journal_s_file() {
    use std::os::unix::fs::symlink;
    for name in ["problem.dlx", "found.1", "journal.new", "journal"] {
        for there in [None, Some("")] {
            let resumed = Resumed::new(&["m1", "--grain", "50"], queens(6));
            let folder = resumed.folder.path().join("here");
            let elsewhere = resumed.folder.path().join("elsewhere");
            fs::create_dir(&folder).unwrap();
            if let Some(there) = there {
                fs::write(&elsewhere, there).unwrap();
            }
            symlink(&elsewhere, folder.join(name)).unwrap();
            let run = resumed.run();
            assert_eq!(run.status, Some(1), "{name}: {}", run.stderr);
            let now = fs::read_to_string(&elsewhere).ok();
            assert_eq!(now.as_deref(), there, "{name}");
        }
    }
    // A file of the user's that already has the input is not changed.
    let resumed = Resumed::new(&["m1", "--grain", "50"], queens(6));
    let folder = resumed.folder.path().join("here");
    let own = resumed.folder.path().join("own.dlx");
    fs::create_dir(&folder).unwrap();
    fs::write(&own, &resumed.input).unwrap();
    symlink(&own, folder.join("problem.dlx")).unwrap();
    for _ in 0..2 {
        assert_eq!(resumed.run().status, Some(0));
        assert!(folder.join("problem.dlx").is_symlink());
    }
    // No claim names the file, so it may be the user's.
    let resumed = Resumed::new(&["m1", "--grain", "50"], queens(6));
    assert_eq!(resumed.run().status, Some(0));
    let folder = resumed.folder.path().join("here");
    let elsewhere = resumed.folder.path().join("elsewhere");
    fs::write(&elsewhere, "precious").unwrap();
    fs::remove_file(folder.join("found.1")).unwrap();
    symlink(&elsewhere, folder.join("found.1")).unwrap();
    let journal = fs::read_to_string(resumed.journal()).unwrap();
    let begun: Vec<&str> = journal.split_inclusive('\n').take(6).collect();
    fs::write(resumed.journal(), begun.concat()).unwrap();
    let run = resumed.with(&["--threads", "1"], &resumed.input);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "precious");
}

/// Only merging used to notice this, after the whole search.
#[test]
fn a_resumed_search_notices_that_its_problem_is_gone_or_changed() {
    let resumed = Resumed::new(&["m1", "--grain", "50"], queens(6));
    let whole = resumed.run();
    assert_eq!(whole.status, Some(0), "{}", whole.stderr);
    let file = resumed.folder.path().join("here").join("problem.dlx");
    let merged = || {
        let folder = file.parent().unwrap().to_str().unwrap();
        run(&mut command(path("dlx"), &["merge", folder]), b"")
    };
    // The file is gone: the text is known, and is written again.
    fs::remove_file(&file).unwrap();
    let again = resumed.run();
    assert_eq!((again.status, &again.stdout), (Some(0), &whole.stdout));
    assert!(fs::read(&file).unwrap() == resumed.input);
    assert_eq!(merged().stdout, whole.stdout);
    // The file is changed: that is refused.
    let mut changed = resumed.input.clone();
    changed.push(b'\n');
    for changed in [&changed[..], &resumed.input[1..], b""] {
        fs::write(&file, changed).unwrap();
        let refused = resumed.run();
        assert_eq!((refused.status, &*refused.stdout), (Some(1), ""));
        let message = "here/problem.dlx has been changed; put it back, or remove it to have it \
            written again\n";
        assert!(refused.stderr.ends_with(message), "{}", refused.stderr);
        assert!(fs::read(&file).unwrap() == changed);
    }
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(resumed.run().status, Some(1));
}

#[test]
fn merging_writes_no_shape_over_a_journal() {
    let shape = TemporaryFile::new();
    let word = format!("S{}", shape.name());
    let resumed = Resumed::new(&["m1", "--grain", "50", &word], queens(6));
    assert_eq!(resumed.run().status, Some(0));
    let folder = resumed.folder.path().join("here");
    for name in ["journal", "problem.dlx", "found.1"] {
        let file = folder.join(name);
        let before = fs::read(&file).unwrap();
        let merge = [
            "merge",
            folder.to_str().unwrap(),
            "--shape",
            file.to_str().unwrap(),
        ];
        let said = run(&mut command(path("dlx"), &merge), b"");
        assert_eq!(said.status, Some(1), "{name}");
        assert!(
            said.stderr.ends_with(": it is an input of this command\n"),
            "{}",
            said.stderr
        );
        assert!(fs::read(&file).unwrap() == before, "{name}");
    }
}

/// The shape used to empty the journal, or to leave one that could not be merged.
#[test]
fn a_search_writes_no_shape_over_its_journal() {
    for name in [
        "journal",
        "journal.new",
        "problem.dlx",
        "found.1",
        "found.7",
        "other",
    ] {
        for is_done in [false, true] {
            let resumed = Resumed::new(&["m1", "--grain", "50"], queens(6));
            let folder = resumed.folder.path().join("here");
            match is_done {
                true => assert_eq!(resumed.run().status, Some(0)),
                false => fs::create_dir(&folder).unwrap(),
            }
            // Another name of the same file.
            let link = folder.join("other");
            if is_done {
                fs::hard_link(folder.join("problem.dlx"), &link).unwrap();
            }
            let is_refused = is_done || name != "other";
            let file = folder.join(name);
            let before = fs::read(&file).ok();
            let run = resumed.with(&[&format!("S{}", file.display())], &resumed.input);
            let expected = if is_refused { Some(1) } else { Some(0) };
            assert_eq!(run.status, expected, "{name}: {}", run.stderr);
            if is_refused {
                assert!(run.stderr.contains("\ndlx3: cannot write the shape file: "));
                assert!(fs::read(&file).ok() == before, "{name}");
            }
        }
    }
}

/// A folder may also have files of the user's.
#[test]
fn a_shape_of_another_name_may_lie_beside_a_journal() {
    let resumed = Resumed::new(&["--grain", "50"], queens(6));
    let folder = resumed.folder.path().join("here");
    fs::create_dir(&folder).unwrap();
    let word = format!("S{}", folder.join("shape").display());
    for _ in 0..2 {
        let run = resumed.with(&[&word], &resumed.input);
        assert_eq!(run.status, Some(0), "{}", run.stderr);
        assert!(!fs::read(folder.join("shape")).unwrap().is_empty());
    }
}

/// The shape file used to be emptied before the journal was checked, even while another process
/// wrote it.
#[test]
fn a_run_that_a_journal_refuses_leaves_the_shape_as_it_is() {
    let shape = TemporaryFile::new();
    let word = format!("S{}", shape.name());
    let resumed = Resumed::new(&["--grain", "50", &word], queens(6));
    assert_eq!(resumed.run().status, Some(0));
    let before = fs::read(shape.path()).unwrap();
    assert!(!before.is_empty());
    assert_eq!(resumed.with(&["m2"], &resumed.input).status, Some(1));
    assert!(fs::read(shape.path()).unwrap() == before);
    // Nothing of a longer old file remains after the end.
    fs::write(shape.path(), [&before[..], b"more\n"].concat()).unwrap();
    assert_eq!(resumed.run().status, Some(0));
    assert!(fs::read(shape.path()).unwrap() == before);
}

#[test]
fn two_processes_do_not_work_in_one_folder() {
    let resumed = Resumed::new(&["--grain", "50"], queens(6));
    assert_eq!(resumed.run().status, Some(0));
    let folder = fs::File::open(resumed.folder.path().join("here")).unwrap();
    folder.lock().unwrap();
    let run = resumed.run();
    assert_eq!(run.status, Some(1));
    let message = "here: another process works in this folder\n";
    assert!(run.stderr.ends_with(message), "{}", run.stderr);
    folder.unlock().unwrap();
    assert_eq!(resumed.run().status, Some(0));
}

#[test]
fn a_torn_last_line_is_dropped_and_other_damage_is_named() {
    let resumed = Resumed::new(&["m1", "--grain", "50", "--threads", "1"], queens(6));
    let expected = resumed.run();
    let whole = fs::read(resumed.journal()).unwrap();
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let heading: usize = lines[..5].iter().map(|line| line.len()).sum();
    for length in (heading..whole.len()).step_by(97) {
        fs::write(resumed.journal(), &whole[..length]).unwrap();
        let run = resumed.run();
        assert_eq!(run, expected, "{length} bytes");
    }
    for (number, line) in lines.iter().enumerate() {
        let mut damaged = whole.clone();
        let start: usize = lines[..number].iter().map(|line| line.len()).sum();
        let place = start + line.len() / 2;
        damaged[place] ^= 1;
        fs::write(resumed.journal(), &damaged).unwrap();
        let run = resumed.run();
        let more = match number < 5 {
            true => "",
            false => "; without this line, what it says will be done again",
        };
        let message = format!("line {}: it has been changed{more}\n", number + 1);
        assert!(run.stderr.ends_with(&message), "{}", run.stderr);
        assert_eq!(run.status, Some(1));
    }
    let twice = [&whole[..], lines.last().unwrap()].concat();
    fs::write(resumed.journal(), twice).unwrap();
    let run = resumed.run();
    assert!(
        run.stderr.ends_with("this cube is here twice\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn records_that_have_been_changed_are_never_printed() {
    let resumed = Resumed::new(&["m1", "v0", "--grain", "50", "--threads", "1"], queens(6));
    assert_eq!(resumed.run().status, Some(0));
    let found = resumed.folder.path().join("here/found.1");
    let whole = fs::read(&found).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(&found, &damaged).unwrap();
    let run = resumed.run();
    assert_eq!(run.status, Some(1));
    assert!(
        run.stderr.contains("not what was written"),
        "{}",
        run.stderr
    );
    // A cut or lost file used to be reported as a failed write, and an empty one was made.
    let expected = whole.len();
    let refused = |length: usize| {
        let run = resumed.run();
        assert_eq!(run.status, Some(1), "{}", run.stderr);
        let message = format!(
            "here/found.1: the journal names {expected} bytes of it, but {length} are there; put \
             the file back, or begin again in another folder\n"
        );
        assert!(run.stderr.ends_with(&message), "{}", run.stderr);
    };
    fs::write(&found, &whole[..expected - 1]).unwrap();
    refused(expected - 1);
    fs::remove_file(&found).unwrap();
    refused(0);
    assert!(!found.exists());
}

#[test]
fn words_that_have_no_meaning_for_a_part_are_refused() {
    for word in ["s1", "t5", "T1000", "d100"] {
        let run = run(&mut dlx3(&[word, "--part", "1/2"]), queens(4).as_bytes());
        assert_eq!(run.status, Some(255), "{word}");
        let message = format!("dlx3: the word {} does not go with --part", &word[..1]);
        assert!(run.stderr.starts_with(&message), "{}", run.stderr);
    }
    for words in [["--part", "3/2"], ["--part", "0/2"], ["--grain", "0"]] {
        assert_eq!(run(&mut dlx3(&words), b"A\nA\n").status, Some(255));
    }
    let both = run(&mut dlx3(&["--part", "1/2", "--solution", "1"]), b"A\nA\n");
    assert_eq!(both.status, Some(255));
    assert_eq!(
        run(&mut dlx3(&["d0", "--part", "1/2"]), b"A\nA\n").status,
        Some(0)
    );
}

/// The messages of `dlx merge` about folders that do not make a whole.
#[test]
fn what_is_missing_double_or_foreign_is_told_with_the_commands_that_supply_it() {
    let folder = folder();
    let input = queens(6).into_bytes();
    let other = queens(5).into_bytes();
    let part = |name: &str, part: &str, input: &[u8]| {
        let resume = folder.path().join(name);
        let words = [
            "m1",
            "--grain",
            "40",
            "--part",
            part,
            "--threads",
            "1",
            "--resume",
        ];
        let done = run(
            &mut dlx3(&[&words[..], &[resume.to_str().unwrap()]].concat()),
            input,
        );
        assert_eq!(done.status, Some(0), "{}", done.stderr);
    };
    part("one", "1/3", &input);
    part("two", "2/3", &input);
    part("four", "4/6", &input);
    part("foreign", "3/3", &other);
    let merge = |names: &[&str]| {
        let mut command = command(path("dlx"), &[&["merge"], names].concat());
        let run = run(command.current_dir(folder.path()), b"");
        assert_eq!(run.stdout, "");
        format!("{names:?}: {:?}\n{}", run.status.unwrap(), run.stderr)
    };
    let mut said = merge(&["one", "two"]);
    said += &merge(&["one", "two", "four"]);
    said += &merge(&["one", "foreign"]);
    said += &merge(&["one", "nowhere"]);
    said += &merge(&["one", "two", "--shape", "shape"]);
    // A part that was stopped after two cubes.
    let journal = folder.path().join("two/journal");
    let lines = fs::read_to_string(&journal).unwrap();
    let lines: String = lines.split_inclusive('\n').take(8).collect();
    fs::write(&journal, lines).unwrap();
    part("three", "3/3", &input);
    said += &merge(&["one", "two", "three"]);
    insta::assert_snapshot!(said);
}

/// A line of a journal with a checksum that fits.
fn sealed(text: &str) -> String {
    use std::hash::Hasher;
    let mut hash = siphasher::sip::SipHasher13::new();
    hash.write(text.as_bytes());
    format!("{text} *{:016x}\n", hash.finish())
}

fn audit(resumed: &Resumed, size: &str) -> Run {
    let folder = resumed.folder.path().join("here");
    let words = ["audit", folder.to_str().unwrap(), "-n", size, "--seed", "3"];
    run(&mut command(path("dlx"), &words), b"")
}

/// Such a folder used to be refused as one that has all cubes of another.
#[test]
fn a_folder_that_is_named_twice_counts_once() {
    let resumed = Resumed::new(&["m1", "--grain", "20"], queens(6));
    assert_eq!(resumed.run().status, Some(0));
    let folder = resumed.folder.path().join("here");
    let name = folder.to_str().unwrap();
    for verb in ["audit", "merge"] {
        let dlx =
            |folders: &[&str]| run(&mut command(path("dlx"), &[&[verb], folders].concat()), b"");
        let once = dlx(&[name]);
        assert_eq!(once.status, Some(0), "{}", once.stderr);
        assert_eq!(dlx(&[name, name]), once);
        assert_eq!(dlx(&[name, &format!("{name}/."), name]), once);
    }
}

#[test]
fn an_audit_finds_a_claim_that_is_wrong_whatever_is_wrong_in_it() {
    for words in [&["m1", "v129"][..], &["m0"], &["m1", "v5"]] {
        let words = [words, &["--grain", "20", "--threads", "1"]].concat();
        let resumed = Resumed::new(&words, queens(6));
        assert_eq!(resumed.run().status, Some(0));
        let good = audit(&resumed, "1000");
        assert_eq!((good.status, &good.stderr[..]), (Some(0), ""));
        let last = good.stdout.lines().last().unwrap();
        assert!(last.contains(" hold ("), "{last}");
        assert_eq!(audit(&resumed, "4").stdout.lines().count(), 5);
        let whole = fs::read_to_string(resumed.journal()).unwrap();
        let lines: Vec<&str> = whole.lines().collect();
        // The first cube: solutions, mems, ..., nodes, levels.
        for place in 4..=10 {
            let (text, _) = lines[6].rsplit_once(" *").unwrap();
            let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
            fields[place] = match fields[place].split_once(':') {
                None => (fields[place].parse::<u64>().unwrap() + 1).to_string(),
                Some((levels, nodes)) => format!("{levels}:9{nodes}"),
            };
            let mut changed: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
            changed[6] = sealed(&fields.join(" "));
            fs::write(resumed.journal(), changed.concat()).unwrap();
            let bad = audit(&resumed, "1000");
            assert_eq!(bad.status, Some(1), "{place}: {}", bad.stdout);
            assert_eq!(bad.stdout.matches("IS WRONG").count(), 1, "{}", bad.stdout);
        }
    }
}

/// The rests of problems with bounds and colors are problems that another program can count.
#[test]
fn an_audit_asks_a_reference_program_and_believes_neither() {
    let gaps = langford_with_gaps(5, 2);
    let words = colors::word_squares(2, 120);
    let domination = grid_domination(3, 4, 4);
    // A command for the shell.
    let reference = format!("'{}'", path("dlx3"));
    for input in [queens(6), gaps, words, domination] {
        let resumed = Resumed::new(&["--grain", "40", "--threads", "1"], input);
        assert_eq!(resumed.run().status, Some(0));
        let folder = resumed.folder.path().join("here");
        let words = ["audit", folder.to_str().unwrap(), "-n", "12", "--reference"];
        let ask = |program: &str| {
            let words = [&words[..], &[program]].concat();
            run(&mut command(path("dlx"), &words), b"")
        };
        let good = ask(&reference);
        assert_eq!(
            (good.status, &good.stderr[..]),
            (Some(0), ""),
            "{}",
            good.stdout
        );
        let agreed = good
            .stdout
            .matches(", as the reference program says, ")
            .count();
        assert_eq!(agreed, good.stdout.lines().count() - 1, "{}", good.stdout);
        // A reference program that counts one too many.
        let wrong = format!("{reference} 2>&1 | sed 's/Altogether /&1/'");
        let bad = ask(&wrong);
        assert_eq!(bad.status, Some(1), "{}", bad.stdout);
        assert!(bad.stdout.contains("IS WRONG"), "{}", bad.stdout);
        let none = ask("cat");
        assert_eq!(none.status, Some(1));
        assert!(
            none.stderr.ends_with("nor a number alone\n"),
            "{}",
            none.stderr
        );
    }
}

/// Parts cannot share their memos.
#[test]
fn a_part_warns_where_states_that_came_back_saved_most_of_the_work() {
    let warning =
        "% of the mems; processes cannot share them: one part may be better than several\n";
    let part = |input: &str, more: &[&str]| {
        let words = [&["--threads", "1", "--grain", "4"], more].concat();
        let run = run(&mut dlx3(&words), input.as_bytes());
        assert_eq!(run.status, Some(0), "{}", run.stderr);
        run.stderr
    };
    let said = part(&dominoes(8, 8), &["--part", "1/2"]);
    let last = said.lines().last().unwrap();
    assert!(
        last.starts_with("dlx3: states that came back saved 9"),
        "{last}"
    );
    assert!(said.ends_with(warning), "{last}");
    // With one part, without a memo, or if states do not repeat, nothing is said.
    for (input, more) in [
        (dominoes(8, 8), &[][..]),
        (dominoes(6, 6), &["--part", "1/2", "--memo", "0"]),
        (queens(8), &["--part", "1/2"]),
    ] {
        let said = part(&input, more);
        assert!(!said.contains("came back"), "{said}");
    }
}

#[test]
fn time_that_is_over_ends_a_search_as_a_signal_does() {
    let plain = run(&mut dlx3(&["d0", "--time", "100ms"]), endless().as_bytes());
    assert_eq!(plain.status, Some(3), "{}", plain.stderr);
    assert!(
        plain.stderr.contains("\nTIMEOUT!\nAltogether "),
        "{}",
        plain.stderr
    );
    let in_time = run(&mut dlx3(&["d0", "--time", "1d"]), queens(4).as_bytes());
    assert_eq!(in_time, run(&mut dlx3(&["d0"]), queens(4).as_bytes()));

    let words = [
        "m100",
        "--threads",
        "1",
        "--engine",
        "links",
        "--grain",
        "300",
    ];
    // Long enough that the end of time is noticed: it is checked every 50 ms.
    let resumed = Resumed::new(&words, queens(14));
    let expected = alone(&["m100".to_owned()], &resumed.input);
    let mut stops = 0;
    let last = loop {
        // The first time limit ends before anything is searched.
        let time = format!("{}ms", (1 << stops) / 2);
        let run = resumed.with(&["--time", &time], &resumed.input);
        match run.status {
            Some(3) => stops += 1,
            _ => break run,
        }
        assert!(
            run.stderr.contains("\nTIMEOUT!\nAltogether "),
            "{}",
            run.stderr
        );
        let end = " done; the same command continues from there\n";
        assert!(run.stderr.ends_with(end), "{}", run.stderr);
        assert!(expected.stdout.starts_with(&run.stdout));
    };
    assert!(stops > 0);
    assert_eq!(last.status, Some(0), "{}", last.stderr);
    assert!(last.stdout == expected.stdout && last.stderr == expected.stderr);
}

/// Beyond `m100`, solutions are searched for again, and that search checks the time as well.
#[test]
fn a_search_for_solutions_to_print_that_is_late_is_told_once() {
    let resumed = Resumed::new(&["m101"], queens(12));
    assert_eq!(resumed.run().status, Some(0));
    let late = resumed.with(&["--time", "0"], &resumed.input);
    assert_eq!(late.status, Some(3), "{}", late.stderr);
    assert_eq!(
        late.stderr.matches("TIMEOUT!").count(),
        1,
        "{}",
        late.stderr
    );
    assert!(
        late.stderr.contains("\nTIMEOUT!\nAltogether "),
        "{}",
        late.stderr
    );
}

#[test]
fn sigterm_loses_no_cube_that_is_done_and_says_how_to_go_on() {
    use nix::sys::signal::{Signal, kill};
    let words = ["--threads", "2", "--engine", "links", "--grain", "100000"];
    // Lists take an hour for this, and a moment for a cube.
    let resumed = Resumed::new(&words, queens(18));
    let done = || {
        let journal = fs::read_to_string(resumed.journal()).unwrap_or_default();
        let is_whole = |line: &&str| {
            let words: Vec<&str> = line.split(' ').collect();
            words[0] == "cube" && !words[3].starts_with('@')
        };
        journal.lines().filter(is_whole).count()
    };
    let mut child = dlx3(&strs(&resumed.words)).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&resumed.input).unwrap();
    drop(stdin);
    while done() < 3 {
        assert_eq!(child.try_wait().unwrap(), None);
        thread::sleep(Duration::from_millis(10));
    }
    let id = nix::unistd::Pid::from_raw(child.id() as i32);
    kill(id, Signal::SIGTERM).unwrap();
    let ended: Run = child.wait_with_output().unwrap().into();
    assert_eq!(ended.status, Some(143), "{}", ended.stderr);
    assert!(
        ended.stderr.contains("\nINTERRUPTED!\nAltogether "),
        "{}",
        ended.stderr
    );
    let last = ended.stderr.lines().last().unwrap();
    let told = last
        .strip_prefix("dlx3: ")
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert_eq!(told.parse(), Ok(done()), "{last}");
}

/// The number of lines of a journal for stretches of stopped cubes.
fn stretches(journal: &Path) -> usize {
    let journal = fs::read_to_string(journal).unwrap();
    let stops =
        |line: &&str| line.starts_with("cube ") && line.split(' ').nth(3).unwrap().starts_with('@');
    journal.lines().filter(stops).count()
}

#[test]
fn what_was_done_within_a_cube_is_kept_and_is_not_done_again() {
    for words in [
        &["m100", "v129", "--engine=links"][..],
        &["m1000", "--threads=2", "--memo=0"],
        &["m7", "v3", "c2", "--engine=links"],
    ] {
        // One cube has all of the tree.
        let resumed = Resumed::new(&[words, &["--grain", "1"]].concat(), queens(11));
        let own: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let expected = alone(&own, &resumed.input);
        let (mut stops, mut has_walked) = (0, false);
        let last = loop {
            let time = format!("{}ms", 100 << stops);
            let run = resumed.with(&["--time", &time], &resumed.input);
            if run.status != Some(3) {
                break run;
            }
            stops += 1;
            assert!(stops < 20, "it never ends");
            has_walked |= !run.stderr.contains("+0 mems, ");
            let told = " of 1 cube is done; the same command continues from there\n";
            assert!(run.stderr.ends_with(told), "{}", run.stderr);
            assert!(expected.stdout.starts_with(&run.stdout));
        };
        assert_eq!(last.status, Some(0), "{}", last.stderr);
        assert!(last.stdout == expected.stdout, "{words:?}");
        assert_eq!(last.stderr, expected.stderr, "{words:?}");
        // A fast machine may finish at once; on a slow one, short runs may achieve nothing.
        assert!(stretches(&resumed.journal()) <= stops);
        assert!(
            stretches(&resumed.journal()) > 0 || !has_walked,
            "{words:?}"
        );
        let folder = resumed.folder.path().join("here");
        let merge = ["merge", folder.to_str().unwrap()];
        let merged = run(&mut command(path("dlx"), &merge), b"");
        assert!(
            merged.stdout == expected.stdout,
            "{words:?}: {}",
            merged.stderr
        );
        assert_eq!(merged.stderr, expected.stderr);
        let audited = audit(&resumed, "100");
        assert_eq!(
            audited.status,
            Some(0),
            "{}{}",
            audited.stdout,
            audited.stderr
        );
    }
}

/// A journal in the format of an older version, and so with another name of the search.
fn as_in_format_3(journal: &str) -> String {
    let texts = journal
        .lines()
        .map(|line| line.rsplit_once(" *").unwrap().0);
    let mut lines: Vec<String> = texts.map(str::to_owned).collect();
    lines[0] = "dlx3 journal 3 of version 0.0.9".to_owned();
    let job = sealed(&lines[..5].join("\n"));
    let job = job.trim_end().rsplit_once(" *").unwrap().1;
    for line in &mut lines[5..] {
        *line = format!("{} {job}", line.rsplit_once(' ').unwrap().0);
    }
    lines.iter().map(|line| sealed(line)).collect()
}

#[test]
fn a_journal_of_the_version_before_is_resumed_merged_and_audited() {
    let resumed = Resumed::new(
        &["m1", "v129", "--grain", "50", "--threads", "1"],
        queens(6),
    );
    let expected = resumed.run();
    let new = fs::read_to_string(resumed.journal()).unwrap();
    let old = as_in_format_3(&new);
    let folder = resumed.folder.path().join("here");
    let merge = ["merge", folder.to_str().unwrap()];
    for left in [0, 1, 10] {
        let lines: Vec<&str> = old.split_inclusive('\n').collect();
        fs::write(resumed.journal(), lines[..lines.len() - left].concat()).unwrap();
        assert_eq!(resumed.run(), expected);
        let journal = fs::read_to_string(resumed.journal()).unwrap();
        assert!(journal.starts_with(lines[0]), "{journal}");
        let merged = run(&mut command(path("dlx"), &merge), b"");
        assert_eq!(merged, expected);
        assert_eq!(audit(&resumed, "1000").status, Some(0));
    }
    let other = old.replacen("journal 3 of", "journal 5 of", 1);
    let text = other.lines().next().unwrap().rsplit_once(" *").unwrap().0;
    let other = sealed(text) + other.split_once('\n').unwrap().1;
    fs::write(resumed.journal(), other).unwrap();
    let refused = resumed.run();
    assert_eq!(refused.status, Some(1));
    let message = "here/journal: this journal is of another version\n";
    assert!(refused.stderr.ends_with(message), "{}", refused.stderr);
}

/// Numbers in a journal are only claims: no allocation and no loop may depend on them alone.
#[test]
fn a_forged_journal_of_many_cubes_or_levels_takes_no_memory() {
    let resumed = Resumed::new(&["--grain", "50", "--threads", "1"], queens(6));
    assert_eq!(resumed.run().status, Some(0));
    let folder = resumed.folder.path().join("here");
    let within = |verb: &str| {
        // 1 GB of address space.
        let command = command(path("dlx"), &[verb, folder.to_str().unwrap()]);
        let output = output(&mut limited(1_000_000, &command), b"");
        (output.status.code(), text(&output.stderr))
    };
    let whole = fs::read_to_string(resumed.journal()).unwrap();
    let texts = whole.lines().map(|line| line.rsplit_once(" *").unwrap().0);
    let texts: Vec<String> = texts.map(str::to_owned).collect();
    let forged = |line: usize, word: usize, number: &str| {
        let mut texts = texts.clone();
        let mut words: Vec<&str> = texts[line].split(' ').collect();
        words[word] = number;
        texts[line] = words.join(" ");
        let job = sealed(&texts[..5].join("\n"));
        let job = job.trim_end().rsplit_once(" *").unwrap().1;
        for text in &mut texts[5..] {
            *text = format!("{} {job}", text.rsplit_once(' ').unwrap().0);
        }
        let lines: String = texts.iter().map(|text| sealed(text)).collect();
        fs::write(resumed.journal(), lines).unwrap();
    };
    for cubes in ["4000000000", "18446744073709551615", "0"] {
        forged(4, 1, cubes);
        for verb in ["merge", "audit"] {
            let (status, said) = within(verb);
            let is_audit_of_cubes = verb == "audit" && cubes == "4000000000";
            let expected = if is_audit_of_cubes { 0 } else { 1 };
            assert_eq!(status, Some(expected), "{verb} {cubes}: {said}");
            assert!(said.lines().count() <= 30, "{said}");
        }
    }
    for levels in ["4000000000", "18446744073709551615"] {
        forged(7, 10, levels);
        for verb in ["merge", "audit"] {
            let (status, said) = within(verb);
            assert_eq!(status, Some(1), "{verb} {levels}: {said}");
            assert!(said.ends_with("line 8: this is no cube\n"), "{said}");
        }
    }
    // Paths that the problem does not have.
    for (word, place) in [(2, "7.7.7"), (2, "@1"), (3, "1.4000000000"), (3, "@9.9.9")] {
        forged(7, word, place);
        for verb in ["merge", "audit"] {
            let (status, said) = within(verb);
            // A cube that is not done counts as missing, and the audit does not draw it.
            let is_begun = word == 3 && place.starts_with('@');
            let expected = if verb == "audit" && is_begun { 0 } else { 1 };
            assert_eq!(status, Some(expected), "{verb} {place}: {said}");
            assert!(!said.contains("panicked"), "{said}");
        }
        let run = resumed.run();
        assert_eq!(run.status, Some(1), "{place}: {}", run.stderr);
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    }
}

/// Without a journal, the results of a part wait in files without names.
#[test]
fn nothing_stays_of_a_part_without_a_journal_however_it_ends() {
    let folder = folder();
    let mut command = dlx3(&[
        "m1000",
        "--part",
        "1/2",
        "--threads",
        "2",
        "--engine",
        "links",
    ]);
    command.env("TMPDIR", folder.path());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(queens(14).as_bytes()).unwrap();
    drop(stdin);
    thread::sleep(Duration::from_millis(500));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// A hundred missing parts have ten lines.
#[test]
fn merge_shows_some_of_many_parts_and_how_many_more_there_are() {
    let resumed = Resumed::new(&["--grain", "200", "--part", "1/100"], queens(8));
    assert_eq!(resumed.run().status, Some(0));
    let folder = resumed.folder.path().join("here");
    let merge = ["merge", folder.to_str().unwrap()];
    let said = run(&mut command(path("dlx"), &merge), b"");
    assert_eq!(said.status, Some(1));
    let lines: Vec<&str> = said.stderr.lines().collect();
    assert_eq!(lines.len(), 12, "{}", said.stderr);
    assert_eq!(lines[11], "  and 89 more parts that were not begun");
}

#[test]
fn on_a_full_disk_the_search_ends_and_goes_on_when_there_is_room() {
    let resumed = Resumed::new(&["m1", "--grain", "50", "--threads", "1"], queens(6));
    let here = resumed.folder.path().join("here");
    fs::create_dir(&here).unwrap();
    std::os::unix::fs::symlink("/dev/full", here.join("found.1")).unwrap();
    let full = resumed.run();
    assert_eq!(full.status, Some(1), "{}", full.stderr);
    let last = full.stderr.lines().last().unwrap();
    assert!(last.contains("found.1: No space left on device"), "{last}");
    assert!(
        last.ends_with("the same command continues from there"),
        "{last}"
    );
    fs::remove_file(here.join("found.1")).unwrap();
    let expected = alone(&["m1".to_owned()], &resumed.input);
    let last = resumed.run();
    assert_eq!(
        (last.stdout, last.stderr),
        (expected.stdout, expected.stderr)
    );
}
