//! `dlx count --disk --part`: a count by several jobs that share a folder.
//!
//! Each job writes only to a folder of its own, and reads those of the others. They need no other
//! way to talk: each waits for the notes of the others. The notes and the number stay when the
//! count is done.

use super::disk::{
    DiskArgument, Folder, HEAD, NAMES, NEXT_PROBLEM, Opened, PROBLEM, lock, must_be_free, put_file,
    read_note,
};
use super::limits::Clock;
use crate::answers::Stopped;
use crate::answers::count::Counted;
use crate::answers::in_parts::{Job, count_in_parts};
use crate::answers::states::disk::{Fault, Others, Source, Store, sum_of};
use crate::cli::Failure;
use crate::cli::arguments::time::parse_time;
use crate::format::Problem;
use crate::parts::Part;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// One job of several.
#[derive(clap::Args, Debug)]
pub struct PartsArgument {
    /// With --disk: be job I of M that make this count together in one folder, DIR, on one machine
    /// or on several. Each has a share of the states, and waits for the others after each layer; all
    /// print the number. The same command continues what was stopped or killed. Small files stay in
    /// DIR
    #[arg(long, value_name = "I/M", requires = "disk", value_parser = part)]
    pub part: Option<Part>,

    /// With --part: wait only so long for the others, and then end with exit status 4; 0 to do
    /// what can be done and not wait
    #[arg(long, value_name = "LIMIT", requires = "part", value_parser = parse_time)]
    wait: Option<Duration>,
}

/// The most jobs: each reads the notes of all others at each layer.
const MOST: usize = 256;

/// A component with no more bytes of states than this, such as one of a single option, is not worth
/// a folder.
const ALONE: usize = 1 << 12;

fn part(text: &str) -> Result<Part, String> {
    let part: Part = text.parse().map_err(|error| format!("{error}"))?;
    match part.of() <= MOST {
        true => Ok(part),
        false => Err(format!("there are at most {MOST} parts here")),
    }
}

/// The beginning of the file that describes the whole folder: it ends with the number of jobs.
fn head(jobs: usize) -> String {
    format!("{HEAD}, parts {jobs}")
}

/// The number of jobs that count in a folder, if there are several.
pub(super) fn jobs_of(name: &str) -> Option<usize> {
    let first = name.lines().next()?;
    let jobs = first.strip_prefix(HEAD)?.strip_prefix(", parts ")?;
    jobs.parse().ok()
}

/// The folder of a job, counted from 0.
fn folder_of(folder: &Path, job: usize, jobs: usize) -> PathBuf {
    folder.join(format!("part-{}-of-{jobs}", job + 1))
}

impl PartsArgument {
    /// Counts together with the other jobs.
    ///
    /// # Errors
    /// If this job is at work already, if the folder has another count, if the disk is full or a
    /// file damaged, if a limit ends it, or if it does not wait for the others any longer.
    pub fn count(
        &self,
        part: Part,
        disk: &DiskArgument,
        folder: &Path,
        clock: &Clock,
        problem: &Problem,
    ) -> Result<Counted, Failure> {
        let (job, jobs) = (part.number() - 1, part.of());
        // With another order of the items, jobs could not use each other's states.
        let sum = sum_of(&format!("{problem}{:?}", clock.tuning()));
        let name = format!("{}\n{sum:016x}\n", head(jobs));
        let own = folder_of(folder, job, jobs);
        let failed = |error| Failure::writing(own.display(), &error);
        fs::create_dir_all(folder).map_err(failed)?;
        must_be_free(folder, &[PROBLEM])?;
        look(folder, &name)?;
        fs::create_dir_all(&own).map_err(failed)?;
        must_be_free(&own, &NAMES)?;
        let _lock = lock(&own)?;
        let next = own.join(NEXT_PROBLEM);
        put_file(&folder.join(PROBLEM), &next, &name).map_err(failed)?;
        let shared = disk.shared(&own, name, jobs, clock);
        let counted = clock.deeply_with(disk.every(), |limits| {
            let stores = |part: &str| Box::new(Folder::new(part, &shared)) as Box<dyn Store>;
            let others = |component: &str| {
                Box::new(Peers {
                    folder: folder.to_owned(),
                    component: component.to_owned(),
                    jobs,
                    patience: self.wait,
                    is_over: Box::new(clock.watch()),
                    pause: Mutex::default(),
                }) as Box<dyn Others>
            };
            let job = Job {
                job,
                jobs,
                stores: &stores,
                others: &others,
                alone: ALONE,
            };
            count_in_parts(problem, &job, limits)
        });
        counted.map_err(|fault| disk.failure(fault, &shared, clock, ""))
    }
}

/// Refuses a folder with files of another count.
fn look(folder: &Path, name: &str) -> Result<(), Failure> {
    let place = folder.display();
    let there = match fs::read_to_string(folder.join(PROBLEM)) {
        Ok(there) => there,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::reading(folder.join(PROBLEM).display(), &error)),
    };
    let (found, wanted) = (jobs_of(&there), jobs_of(name));
    if there == name {
        return Ok(());
    }
    let what = match found {
        None => "has a count that is not in parts".to_owned(),
        Some(jobs) if found != wanted => format!("has a count in {jobs} parts"),
        Some(_) => "has a count of another problem, or with other --tuning".to_owned(),
    };
    Err(Failure::new(format_args!(
        "{place} {what}: take another folder, or remove this one"
    )))
}

/// The states of a component that other jobs have.
struct Peers {
    folder: PathBuf,
    component: String,
    jobs: usize,
    /// How long to wait for others; forever if none.
    patience: Option<Duration>,
    is_over: Box<dyn Fn() -> bool + Send + Sync>,
    pause: Mutex<Option<Pause>>,
}

/// A layer at which this job waits.
struct Pause {
    layer: usize,
    begun: Instant,
    /// When to say next that this job waits.
    tells: Instant,
    /// Until the next look.
    next: Duration,
}

/// The first look comes soon, and then one a second: a folder may be on another machine.
const SOON: Duration = Duration::from_millis(1);
const LATER: Duration = Duration::from_secs(1);

/// A job that waits says so after this long, and then again after each `TOLD_AGAIN`.
const TOLD: Duration = Duration::from_secs(5);
const TOLD_AGAIN: Duration = Duration::from_secs(600);

impl Peers {
    fn place(&self, job: usize) -> PathBuf {
        folder_of(&self.folder, job, self.jobs).join(&self.component)
    }
}

impl Others for Peers {
    fn noted(&self, job: usize) -> io::Result<Option<String>> {
        read_note(&self.place(job))
    }

    fn open(&self, job: usize, name: &str) -> io::Result<Box<dyn Source>> {
        let file = File::open(self.place(job).join(name))?;
        Ok(Box::new(Opened::new(file)))
    }

    fn wait(&self, layer: usize, layers: usize, jobs: &[usize]) -> Result<(), Fault> {
        if (self.is_over)() {
            return Err(Fault::Stopped(Stopped::Limit));
        }
        let waits = Fault::Waits {
            layer,
            layers,
            parts: jobs.to_vec(),
        };
        let mut pause = self.pause.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let begin = || Pause {
            layer,
            begun: now,
            tells: now + TOLD,
            next: SOON,
        };
        let pause = match &mut *pause {
            Some(pause) if pause.layer == layer => pause,
            other => other.insert(begin()),
        };
        let left = self
            .patience
            .map(|patience| (pause.begun + patience).saturating_duration_since(now));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(waits);
        }
        if now >= pause.tells {
            pause.tells = now + TOLD_AGAIN;
            // If this fails, nothing else is lost.
            _ = writeln!(io::stderr(), "dlx: {waits}");
        }
        std::thread::sleep(pause.next.min(left.unwrap_or(LATER)));
        pause.next = (pause.next * 2).min(LATER);
        Ok(())
    }
}
