//! A search in parts under GNU parallel and under Slurm, by the manual's scripts. Some jobs are
//! killed, and the same command continues.

use crate::common::filter::{Run, command, dlx3, path, run, write_program};
use crate::common::problems::covers::queens;
use crate::common::tools::has;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A search in parts, in a folder.
struct Site {
    folder: TempDir,
    input: Vec<u8>,
}

impl Site {
    /// The folder has the problem, and programs whose first runs of parts 2 and 4 are killed in the
    /// middle of a write, by the signal for a file that may not grow further. So the speed of the
    /// machine and its disk does not matter.
    fn new() -> Self {
        // All nodes of a cluster see the folder of the package, but not /tmp.
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let site = Site {
            folder,
            input: queens(10).into_bytes(),
        };
        fs::create_dir(site.path("programs")).unwrap();
        let real = path("dlx3");
        site.program(
            "dlx3",
            &format!(
                "case \"$*\" in\n\
                 *'--part 2/4'* | *'--part 4/4'*)\n\
                 for word; do last=$word; done\n\
                 if mkdir \"$last.killed\" 2>/dev/null; then\n\
                 ulimit -f 16; '{real}' \"$@\"; kill -KILL $$; fi ;;\n\
                 esac\n\
                 exec '{real}' \"$@\"\n"
            ),
        );
        symlink(path("dlx"), site.path("programs/dlx")).unwrap();
        fs::write(site.path("queens.dlx"), &site.input).unwrap();
        site
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn program(&self, name: &str, script: &str) {
        let path = self.path("programs").join(name);
        write_program(&path, &format!("#!/bin/sh\n{script}"));
    }

    /// Runs a script on four parts.
    fn run(&self, script: &str, means: &[(&str, &str)]) -> Run {
        let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
        let others = std::env::var("PATH").unwrap();
        let words = ["4", "queens.dlx", "parts", "m1", "--grain", "2000"];
        let words = [&words[..], &["--engine", "links", "--memo", "0"]].concat();
        let mut command = command(scripts.join(script).to_str().unwrap(), &words);
        command
            .current_dir(self.folder.path())
            .env("HOME", self.folder.path())
            .env(
                "PATH",
                format!("{}:{others}", self.path("programs").display()),
            )
            .envs(means.iter().copied());
        run(&mut command, b"")
    }

    /// Two jobs were killed: the script says what is missing, and prints nothing.
    fn must_have_been_killed(&self, first: &Run) {
        assert_eq!(first.status, Some(1), "{}", first.stderr);
        assert_eq!(first.stdout, "");
        for missing in ["--part 2/4 --resume", "--part 4/4 --resume"] {
            assert!(first.stderr.contains(missing), "{}", first.stderr);
        }
    }

    /// The script has continued, and printed what one run prints.
    fn must_be_whole(&self, second: &Run) {
        assert_eq!(second.status, Some(0), "{}", second.stderr);
        let alone = run(&mut dlx3(&["m1"]), &self.input);
        assert!(second.stdout == alone.stdout);
        assert!(second.stderr.ends_with(&alone.stderr), "{}", second.stderr);
    }
}

/// Jobs of GNU parallel's log that have ended, each with its exit value and signal.
fn log(site: &Site) -> Vec<String> {
    let jobs = fs::read_to_string(site.path("parts/jobs")).unwrap();
    let jobs = jobs.lines().skip(1).map(|line| {
        let words: Vec<&str> = line.split('\t').collect();
        format!("{} {} {} {}", words[0], words[1], words[6], words[7])
    });
    let mut jobs: Vec<String> = jobs.collect();
    jobs.sort();
    jobs
}

#[test]
fn gnu_parallel_does_the_parts_and_goes_on_with_those_that_were_killed() {
    if !has("parallel") {
        return;
    }
    let site = Site::new();
    let means = [("PARALLEL_OPTIONS", "--jobs 2")];
    let first = site.run("parts-parallel.sh", &means);
    site.must_have_been_killed(&first);
    let jobs = log(&site);
    assert_eq!(jobs.len(), 4, "{jobs:?}");
    assert_eq!((&jobs[0][..], &jobs[2][..]), ("1 : 0 0", "3 : 0 0"));
    // The log line if parallel itself sees the signal: it would take this for done.
    let log_file = site.path("parts/jobs");
    let killed = fs::read_to_string(&log_file).unwrap();
    let killed = killed.replace("\t137\t0\t", "\t0\t9\t");
    fs::write(&log_file, killed).unwrap();
    assert_eq!(log(&site)[1], "2 : 0 9");
    let done = fs::metadata(site.path("parts/part-1.err")).unwrap();
    let second = site.run("parts-parallel.sh", &means);
    site.must_be_whole(&second);
    // Finished parts were not started again.
    let after = fs::metadata(site.path("parts/part-1.err")).unwrap();
    assert_eq!(done.modified().unwrap(), after.modified().unwrap());
    assert_eq!(log(&site), ["1 : 0 0", "2 : 0 0", "3 : 0 0", "4 : 0 0"]);
    // The folder belongs to this search.
    let command = site.path("parts/command");
    fs::write(command, "4 queens.dlx parts m2\n").unwrap();
    let other = site.run("parts-parallel.sh", &means);
    assert_eq!(other.status, Some(1));
    assert!(
        other
            .stderr
            .ends_with(" is the folder of: 4 queens.dlx parts m2\n")
    );
}

/// Hosts are reached by a program that takes a host and a command, as `ssh` does. As `sshd` does,
/// it names a shell: without one, parallel runs nothing there and finds no fault.
#[test]
fn gnu_parallel_gives_parts_to_several_hosts() {
    if !has("parallel") {
        return;
    }
    let site = Site::new();
    site.program(
        "to",
        "SHELL=/bin/sh; export SHELL\n\
         while :; do case $1 in -*) shift ;; *) break ;; esac; done\n\
         echo \"$1\" >> \"$HOME/hosts\"; shift; [ \"$1\" = -- ] && shift; exec sh -c \"$*\"\n",
    );
    let to = site.path("programs/to");
    let means = [
        ("PARALLEL_OPTIONS", "--sshlogin 1/one,1/two --workdir ."),
        ("PARALLEL_SSH", to.to_str().unwrap()),
    ];
    let first = site.run("parts-parallel.sh", &means);
    site.must_have_been_killed(&first);
    site.must_be_whole(&site.run("parts-parallel.sh", &means));
    let hosts = fs::read_to_string(site.path("hosts")).unwrap();
    for host in ["one", "two"] {
        assert!(hosts.lines().any(|line| line == host), "{hosts}");
    }
}

#[test]
fn a_job_array_of_slurm_does_the_parts_and_goes_on_with_those_that_were_killed() {
    if !has("sinfo") {
        return;
    }
    let site = Site::new();
    let means = [("SBATCH_OPTIONS", "--time=10")];
    site.must_have_been_killed(&site.run("parts-slurm.sh", &means));
    site.must_be_whole(&site.run("parts-slurm.sh", &means));
}

/// Runs the script that says how many parts to make, with this program for `dlx`.
fn parts_count(dlx: &str, words: &[&str], seconds: &str) -> Run {
    let site = Site::new();
    fs::remove_file(site.path("programs/dlx")).unwrap();
    site.program("dlx", dlx);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/parts-count.sh");
    let mut command = command(script.to_str().unwrap(), &[&["queens.dlx"], words].concat());
    let others = std::env::var("PATH").unwrap();
    let programs = format!("{}:{others}", site.path("programs").display());
    command
        .current_dir(site.folder.path())
        .env("PATH", programs);
    run(command.env("PART_SECONDS", seconds), b"")
}

#[test]
fn how_many_parts_to_make_follows_from_the_estimate_or_is_a_hundred_without_one() {
    let told = |text: &str| format!("echo '{text}'\n");
    let estimate = r#"{"exact":false,"samples":16,"nodes":{"estimate":9e9,"low":1,"high":9e12,"error":2},"seconds":{"estimate":1.2e4,"low":1e4,"high":9.01e4,"error":2e1},"mems_per_second":1e9}"#;
    let exact =
        r#"{"exact":true,"seconds":{"estimate":1e-3,"low":1e-3,"high":1.2e-3,"error":0e0}}"#;
    for (dlx, seconds, parts) in [
        (told(estimate), "600", "151\n"),
        (told(estimate), "60", "1502\n"),
        (told(estimate), "1", "10000\n"),
        (told(exact), "600", "10\n"),
        (told("what?"), "600", "100\n"),
        (
            "echo 'dlx: no such verb' >&2; exit 2\n".to_owned(),
            "600",
            "100\n",
        ),
    ] {
        let run = parts_count(&dlx, &["m1"], seconds);
        assert_eq!(
            (run.status, &run.stdout[..]),
            (Some(0), parts),
            "{dlx}{}",
            run.stderr
        );
    }
    // With `--sharp` the tree is another one.
    let asked = "case $* in *--sharp*) echo '{\"seconds\":{\"high\":1e9}}' ;; esac\n";
    assert_eq!(parts_count(asked, &["--sharp"], "600").stdout, "10000\n");
    assert_eq!(parts_count(asked, &[], "600").stdout, "100\n");
    let real = format!("exec '{}' \"$@\"\n", path("dlx"));
    let run = parts_count(&real, &[], "600");
    assert_eq!(
        (run.status, &run.stdout[..]),
        (Some(0), "10\n"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains(" s on one thread: 10 parts"),
        "{}",
        run.stderr
    );
}
