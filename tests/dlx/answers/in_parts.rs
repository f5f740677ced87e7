//! `dlx count --disk --part`: several jobs make one count in one folder, side by side or in turn,
//! killed and continued. Damaged, foreign or locked files are refused.

use super::on_disk::colored_dominoes;
use crate::common::filter::{Run, command, path, run, write_program};
use crate::common::tools::has;
use num_bigint::BigUint;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The number of ways to fill 6x6 by tetrominoes, counted by Knuth's DLX3.
const NUMBER: &str = "178939\n";

/// A problem, and a folder for its states.
struct Site {
    parent: TempDir,
    jobs: usize,
}

impl Site {
    fn new(problem: &str, jobs: usize) -> Self {
        let parent = tempfile::tempdir().unwrap();
        fs::write(parent.path().join("problem.dlx"), problem).unwrap();
        Site { parent, jobs }
    }

    fn folder(&self) -> PathBuf {
        self.parent.path().join("states")
    }

    /// The command of a job, counted from 1.
    fn job(&self, job: usize, words: &str) -> Command {
        let part = format!("{job}/{}", self.jobs);
        let folder = self.folder();
        let mut all = vec!["count", "--disk", folder.to_str().unwrap()];
        all.extend(["--part", &part, "--threads", "1"]);
        all.extend(words.split_whitespace());
        let mut job = command(path("dlx"), &all);
        job.arg(self.parent.path().join("problem.dlx"));
        job
    }

    fn run(&self, job: usize, words: &str) -> Run {
        run(&mut self.job(job, words), b"")
    }

    fn spawn(&self, job: usize, words: &str) -> Child {
        let mut job = self.job(job, words);
        job.stdout(Stdio::piped()).stderr(Stdio::piped());
        job.spawn().unwrap()
    }

    /// Runs jobs in turn, each as far as it gets without waiting, until all have the number.
    fn one_after_the_other(&self, words: &str) -> String {
        let words = format!("{words} --wait 0");
        for _ in 0..1000 {
            let ended: Vec<Run> = (1..=self.jobs).map(|job| self.run(job, &words)).collect();
            for run in &ended {
                let is_known = matches!(run.status, Some(0 | 4));
                assert!(is_known, "{run:?}");
            }
            if ended.iter().all(|run| run.status == Some(0)) {
                assert!(ended.iter().all(|run| run.stdout == ended[0].stdout));
                return ended[0].stdout.clone();
            }
        }
        panic!("they do not come to an end");
    }

    /// The files of a job's only component whose names end with `end`.
    fn files(&self, job: usize, end: &str) -> Vec<PathBuf> {
        let own = self.folder().join(format!("part-{job}-of-{}", self.jobs));
        let mut inside = fs::read_dir(own)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let component = inside.find(|path| path.is_dir()).unwrap();
        let files = fs::read_dir(component).unwrap();
        let files = files.map(|entry| entry.unwrap().path());
        files
            .filter(|file| file.to_str().unwrap().ends_with(end))
            .collect()
    }
}

fn board() -> String {
    let words = ["gen", "polyominoes", "6x6", "4"];
    run(&mut command(path("dlx"), &words), b"").stdout
}

#[test]
fn jobs_side_by_side_all_print_the_number_and_print_it_again_when_asked_again() {
    for (jobs, memory) in [(1, "16K"), (2, "1M"), (3, "8K")] {
        let site = Site::new(&board(), jobs);
        let words = format!("--memory {memory}");
        let all: Vec<Child> = (1..=jobs).map(|job| site.spawn(job, &words)).collect();
        for child in all {
            let ended = child.wait_with_output().unwrap();
            assert!(ended.status.success(), "{ended:?}");
            assert_eq!(ended.stdout, NUMBER.as_bytes());
        }
        let again = site.run(1, "--wait 0");
        assert_eq!((again.status, &*again.stdout), (Some(0), NUMBER));
        // The remaining files are small: notes, and the number.
        let left: u64 = (1..=jobs)
            .flat_map(|job| site.files(job, ""))
            .map(|file| fs::metadata(file).unwrap().len())
            .sum();
        assert!(left < 50_000, "{left}");
    }
}

#[test]
fn jobs_one_after_the_other_come_to_the_number_without_waiting() {
    let site = Site::new(&board(), 3);
    let first = site.run(2, "--wait 0");
    assert_eq!(first.status, Some(4), "{first:?}");
    let said = "layer 0 of 36 waits for parts 1, 3; the same command continues\n";
    assert!(first.stderr.ends_with(said), "{first:?}");
    assert_eq!(site.one_after_the_other("--memory 64K"), NUMBER);
}

#[test]
fn a_job_waits_as_long_as_it_is_told_and_says_for_whom() {
    let site = Site::new(&board(), 2);
    let begun = std::time::Instant::now();
    let ended = site.run(1, "--wait 300ms");
    assert!(begun.elapsed().as_millis() >= 300);
    assert_eq!(ended.status, Some(4), "{ended:?}");
    assert!(ended.stderr.contains("waits for part 2;"), "{ended:?}");
    let ended = site.run(1, "--time 300ms");
    assert_eq!(ended.status, Some(3), "{ended:?}");
    let said = "time is up; the same command continues\n";
    assert!(ended.stderr.ends_with(said), "{ended:?}");
}

/// Two boards, an item with one option, and an option that may hold or not: four components.
#[test]
fn components_are_counted_one_after_the_other_and_their_numbers_multiplied() {
    let board = board();
    let (items, options) = board
        .split_once('\n')
        .filter(|(items, _)| !items.starts_with('|'))
        .unwrap();
    let named = |text: &str, mark: &str| -> String {
        let word = |word: &str| format!("{mark}{word}");
        let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ");
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    };
    let (one, other) = (named(items, "x"), named(items, "y"));
    let mut problem = format!("{one} {other} z 0:1|w\n");
    problem += &format!("{}\n{}\nz\nw\n", named(options, "x"), named(options, "y"));
    let site = Site::new(&problem, 2);
    let number = BigUint::from(178_939u32).pow(2) * 2u32;
    assert_eq!(
        site.one_after_the_other("--memory 64K"),
        format!("{number}\n")
    );
}

#[test]
fn a_count_of_nothing_is_nothing() {
    // Three cells cannot be filled by dominoes, and an item without options not at all.
    let site = Site::new("a b c\na b\nb c\n", 2);
    assert_eq!(site.one_after_the_other(""), "0\n");
    assert_eq!(Site::new("a b\na\n", 2).one_after_the_other(""), "0\n");
}

/// Jobs switch to longer numbers at different layers.
#[test]
fn numbers_of_many_words_are_exact_in_parts() {
    let (problem, number) = colored_dominoes(34);
    assert!(number.bits() > 128);
    let tuning = "--memory 100 --tuning layers-narrow=0";
    let site = Site::new(&problem, 2);
    let all = [site.spawn(1, tuning), site.spawn(2, tuning)];
    for child in all {
        let ended = child.wait_with_output().unwrap();
        let printed = String::from_utf8(ended.stdout).unwrap();
        assert_eq!(printed, format!("{number}\n"));
    }
}

#[test]
#[cfg(unix)]
fn jobs_that_are_killed_again_and_again_come_to_the_same_number() {
    let site = Site::new(&board(), 3);
    let words = "--memory 16K";
    let mut others = [None, None, None];
    for round in 0..20 {
        // Each job in turn is killed while the others work or wait.
        for job in 1..=3 {
            others[job - 1].get_or_insert_with(|| site.spawn(job, words));
        }
        let pause = 5 + 13 * round % 50;
        std::thread::sleep(std::time::Duration::from_millis(pause));
        let mut child = others[round as usize % 3].take().unwrap();
        child.kill().unwrap();
        let ended = child.wait_with_output().unwrap();
        if ended.status.success() {
            assert_eq!(ended.stdout, NUMBER.as_bytes());
        }
    }
    for job in 1..=3 {
        others[job - 1].get_or_insert_with(|| site.spawn(job, words));
    }
    for child in others.into_iter().flatten() {
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success(), "{ended:?}");
        assert_eq!(ended.stdout, NUMBER.as_bytes());
    }
}

#[test]
fn a_part_that_is_at_work_is_not_begun_a_second_time() {
    let site = Site::new(&board(), 2);
    let mut waits = site.spawn(1, "");
    let note = || site.folder().join("part-1-of-2").join("problem").exists();
    while !note() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let second = site.run(1, "");
    waits.kill().unwrap();
    waits.wait().unwrap();
    assert_eq!(second.status, Some(1), "{second:?}");
    assert!(second.stderr.contains("another count is at work here"));
    assert!(second.stderr.contains("part-1-of-2"), "{second:?}");
}

#[test]
fn what_belongs_to_another_count_is_refused() {
    let site = Site::new(&board(), 2);
    assert_eq!(site.run(1, "--wait 0").status, Some(4));
    let refused = |site: &Site, words: &str, why: &str| {
        let ended = site.run(1, words);
        assert_eq!(ended.status, Some(1), "{ended:?}");
        assert!(ended.stderr.contains(why), "{why}: {ended:?}");
    };
    refused(&site, "--tuning layers-narrow=0", "with other --tuning");
    let mut site = site;
    site.jobs = 3;
    refused(&site, "", "has a count in 2 parts");
    site.jobs = 2;
    let folder = site.folder();
    let words = ["count", "--disk", folder.to_str().unwrap(), "--resume"];
    let alone = run(&mut command(path("dlx"), &words), board().as_bytes());
    assert_eq!(alone.status, Some(1), "{alone:?}");
    assert!(alone.stderr.contains("has a count in 2 parts: see --part"));
    let problem = site.parent.path().join("problem.dlx");
    fs::write(&problem, "a b\na\nb\na b\n").unwrap();
    refused(&site, "", "of another problem");
    // Everything is as it was.
    fs::write(&problem, board()).unwrap();
    assert_eq!(site.one_after_the_other(""), NUMBER);
    // A count that is not in parts.
    fs::write(folder.join("problem"), "dlx count --disk 2\n0\n").unwrap();
    refused(&site, "", "that is not in parts");
    for wrong in ["0/2", "3/2", "1/1000", "x"] {
        let mut words = vec!["count", "--disk", "nowhere", "--part", wrong];
        let bad = run(&mut command(path("dlx"), &words), b"");
        assert_eq!(bad.status, Some(2), "{bad:?}");
        words.drain(1..3);
        let bad = run(&mut command(path("dlx"), &words), b"");
        assert_eq!(bad.status, Some(2), "{bad:?}");
    }
}

/// The file used to be emptied.
#[test]
fn a_file_of_the_user_in_the_folder_of_a_part_is_refused_and_stays() {
    let site = Site::new(&board(), 2);
    let own = site.folder().join("part-1-of-2");
    for name in ["part-1-of-2/lock", "part-1-of-2/problem.next", "problem"] {
        fs::create_dir_all(&own).unwrap();
        let file = site.folder().join(name);
        fs::write(&file, "precious\n").unwrap();
        let refused = site.run(1, "--wait 0");
        assert_eq!(refused.status, Some(1), "{name}: {refused:?}");
        let said = format!("{name}: a count needs this name");
        assert!(refused.stderr.contains(&said), "{refused:?}");
        assert_eq!(fs::read(&file).unwrap(), b"precious\n", "{name}");
        fs::remove_file(&file).unwrap();
    }
    assert_eq!(site.one_after_the_other(""), NUMBER);
}

/// The other jobs have read its files and continued. A job that began again without them would miss
/// states.
#[test]
fn a_part_whose_folder_was_removed_is_not_begun_again_from_the_beginning() {
    let site = Site::new(&board(), 2);
    stopped(&site);
    let own = site.folder().join("part-2-of-2");
    let whole = site.parent.path().join("whole");
    fs::rename(&own, &whole).unwrap();
    let refused = site.run(2, "--wait 0");
    assert_eq!(refused.status, Some(1), "{refused:?}");
    let said = "what this part had done by then is gone";
    assert!(refused.stderr.contains(said), "{refused:?}");
    assert!(
        refused.stderr.contains("part 1 is at layer "),
        "{refused:?}"
    );
    assert_eq!(site.run(1, "--wait 0").status, Some(4));
    // With its files, it continues.
    fs::remove_dir_all(&own).unwrap();
    fs::rename(&whole, &own).unwrap();
    assert_eq!(site.one_after_the_other(""), NUMBER);
}

/// Some layers on, each job in turn.
fn stopped(site: &Site) {
    for _ in 0..6 {
        for job in 1..=site.jobs {
            assert_eq!(site.run(job, "--memory 8K --wait 0").status, Some(4));
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let there = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &there),
            false => _ = fs::copy(entry.path(), there).unwrap(),
        }
    }
}

#[test]
fn a_file_with_one_byte_changed_is_refused_with_the_name_of_its_part() {
    let site = Site::new(&board(), 2);
    stopped(&site);
    let whole = site.parent.path().join("whole");
    copy(&site.folder(), &whole);
    let mut refusals = 0;
    let mut files = site.files(2, ".run");
    files.sort();
    files.extend(site.files(2, "note"));
    assert!(files.len() > 3, "{files:?}");
    let some = files.len().div_ceil(6);
    for damaged in files.iter().rev().step_by(some) {
        fs::remove_dir_all(site.folder()).unwrap();
        copy(&whole, &site.folder());
        let mut bytes = fs::read(damaged).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(damaged, bytes).unwrap();
        // Part 1 reads the runs of part 2, and part 2 its own. A run that both have passed no
        // longer matters.
        let mut refused = Vec::new();
        for _ in 0..60 {
            for job in [1, 2] {
                let ended = site.run(job, "--memory 8K --wait 0");
                match ended.status {
                    Some(1) => refused.push((job, ended)),
                    Some(0) => assert_eq!(ended.stdout, NUMBER),
                    status => assert_eq!(status, Some(4), "{ended:?}"),
                }
            }
            if !refused.is_empty() {
                break;
            }
        }
        let name = damaged.file_name().unwrap().to_str().unwrap();
        for (job, ended) in refused {
            refusals += 1;
            let name = if name == "note" { "the note" } else { name };
            let said = match job {
                1 => format!("part 2: {name} is damaged\n"),
                _ => format!(": {name} is damaged\n"),
            };
            assert!(ended.stderr.ends_with(&said), "{said}: {ended:?}");
            assert_eq!(ended.stdout, "");
        }
    }
    assert!(refusals > 3, "{refusals}");
}

/// Writes a program that scripts find before all others.
#[cfg(unix)]
fn program(site: &Site, name: &str, script: &str) {
    let programs = site.parent.path().join("programs");
    fs::create_dir_all(&programs).unwrap();
    write_program(&programs.join(name), &format!("#!/bin/sh\n{script}"));
}

/// A `dlx` whose first run of part 2 is killed before it can have come to the end.
#[cfg(unix)]
fn killed_once(site: &Site) {
    let real = path("dlx");
    let script = format!(
        "case \"$*\" in\n\
         *'--part 2/3'* | *'--part '2/3*)\n\
         if mkdir killed 2>/dev/null; then\n\
         '{real}' \"$@\" --wait 0; kill -KILL $$; fi ;;\n\
         esac\n\
         exec '{real}' \"$@\"\n"
    );
    program(site, "dlx", &script);
}

/// Runs a script for three jobs.
#[cfg(unix)]
fn script(site: &Site, name: &str, means: &[(&str, &str)]) -> Run {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let words = ["3", "problem.dlx", "states", "--memory", "64K"];
    let mut command = command(scripts.join(name).to_str().unwrap(), &words);
    let others = std::env::var("PATH").unwrap();
    let programs = site.parent.path().join("programs");
    command
        .current_dir(site.parent.path())
        .env("HOME", site.parent.path())
        .env("PATH", format!("{}:{others}", programs.display()))
        .envs(means.iter().copied());
    run(&mut command, b"")
}

#[test]
#[cfg(unix)]
fn gnu_parallel_makes_a_count_in_parts_and_continues_one_whose_job_was_killed() {
    if !has("parallel") {
        return;
    }
    let site = Site::new(&board(), 3);
    killed_once(&site);
    let means = [("PARALLEL_OPTIONS", "--jobs 3"), ("WAIT", "0")];
    let first = script(&site, "count-parallel.sh", &means);
    assert_eq!((first.status, &*first.stdout), (Some(1), ""), "{first:?}");
    let said = "part 2 has ended; the same command continues";
    assert!(first.stderr.contains(said), "{first:?}");
    let means = [("PARALLEL_OPTIONS", "--jobs 3"), ("WAIT", "1h")];
    let second = script(&site, "count-parallel.sh", &means);
    assert_eq!(
        (second.status, &*second.stdout),
        (Some(0), NUMBER),
        "{second:?}"
    );
}

#[cfg(unix)]
fn plain_dlx(site: &Site) {
    let real = path("dlx");
    program(site, "dlx", &format!("exec '{real}' \"$@\"\n"));
}

/// A stand-in for Slurm: tasks are processes, and a task that asks to be queued again is started
/// again.
#[test]
#[cfg(unix)]
fn a_job_array_of_slurm_makes_a_count_in_parts_and_queues_tasks_again_that_wait() {
    let site = Site::new(&board(), 3);
    plain_dlx(&site);
    program(
        &site,
        "sbatch",
        "array= script=\n\
         for word; do case $word in\n\
         --array=1-*) array=${word#*1-} ;; --*) ;; *) script=$word ;;\n\
         esac; done\n\
         echo 7\n\
         if [ -n \"$array\" ]; then\n\
         export SLURM_ARRAY_JOB_ID=7 SLURM_CPUS_PER_TASK=1\n\
         for task in $(seq $array); do (\n\
         export SLURM_ARRAY_TASK_ID=$task\n\
         while sh \"$script\"; rmdir \"again-7_$task\"; do :; done\n\
         mkdir \"ended-$task\"\n\
         ) > /dev/null 2>&1 & done; exit; fi\n\
         until [ -d ended-1 ] && [ -d ended-2 ] && [ -d ended-3 ]; do sleep 0.1; done\n\
         exec sh \"$script\"\n",
    );
    program(
        &site,
        "scontrol",
        "mkdir \"again-$2\"; echo \"$*\" >> requeued\n",
    );
    let counted = script(&site, "count-slurm.sh", &[("WAIT", "0")]);
    assert_eq!(
        (counted.status, &*counted.stdout),
        (Some(0), NUMBER),
        "{counted:?}"
    );
    let requeued = fs::read_to_string(site.parent.path().join("requeued")).unwrap();
    assert!(requeued.lines().all(|line| line.starts_with("requeue 7_")));
}
