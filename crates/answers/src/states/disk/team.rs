//! Several jobs that count together, on one machine or on many with a common folder.
//!
//! Each state belongs to one job, by its hash. A job writes the successors of its states as its own
//! runs, with a section for each job, and reads its sections of all jobs' runs:
//! ```text
//! before a layer: note that it begins, and the runs so far; wait for the notes of all others
//! now no job reads runs of earlier layers: remove the own ones
//! the layer: merge the own sections of all runs at its step; expand; write runs
//! ```
//!
//! So no job is more than one layer ahead of another. Each job writes and removes only its own
//! files. A job that was killed continues from its note, whatever the others do in the meantime.

use super::run::Run;
use super::shelf::Note;
use super::store::{Fault, Source};
use std::io;
use std::sync::Arc;

/// The files of the other jobs for one part of the problem. Jobs are numbered from 0.
pub trait Others: Send + Sync {
    /// The last note of a job, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    fn noted(&self, job: usize) -> io::Result<Option<String>>;
    /// Opens a run of a job.
    ///
    /// # Errors
    /// If it is missing, or cannot be read.
    fn open(&self, job: usize, name: &str) -> io::Result<Box<dyn Source>>;
    /// Waits for these jobs, which have not reached a layer yet. Returns when it is time to look
    /// again.
    ///
    /// # Errors
    /// If the wait is given up.
    fn wait(&self, layer: usize, layers: usize, jobs: &[usize]) -> Result<(), Fault>;
}

/// A job among several.
pub struct Team {
    /// Its number, and the number of jobs.
    pub job: usize,
    pub jobs: usize,
    others: Box<dyn Others>,
    /// The notes of the others when all had reached a step.
    met: Met,
}

/// The notes of the other jobs when all had reached a step.
#[derive(Default)]
struct Met {
    /// The step. None before the first meeting.
    step: Option<usize>,
    /// The largest number of words of a count.
    limbs: usize,
    /// For each step, the number of words of its counts, and a bound for their sum.
    sums: Vec<(usize, usize, u128)>,
    /// The runs of the step, with their jobs.
    runs: Vec<(usize, Run)>,
}

/// A run to read.
#[derive(Clone)]
pub struct Input {
    /// The job that has written it. None for this job.
    pub job: Option<usize>,
    /// The run.
    pub run: Run,
}

impl Input {
    /// A run of this job.
    pub fn own(run: Run) -> Self {
        Input { job: None, run }
    }

    /// Its name in faults.
    pub fn name(&self) -> String {
        match self.job {
            Some(job) => format!("part {}: {}", job + 1, self.run.name()),
            None => self.run.name(),
        }
    }
}

impl Team {
    /// One of several jobs, with access to the others.
    pub fn new(job: usize, jobs: usize, others: Box<dyn Others>) -> Self {
        Team {
            job,
            jobs,
            others,
            met: Met::default(),
        }
    }

    /// Whether the last meeting was at this step.
    pub fn has_met(&self, step: usize) -> bool {
        self.met.step == Some(step)
    }

    /// Waits until all others have reached a step. `name` is the name of the count, without the
    /// job.
    pub fn meet(&mut self, step: usize, layers: usize, name: &str) -> Result<(), Fault> {
        let mut missing: Vec<usize> = (0..self.jobs).filter(|&job| job != self.job).collect();
        let mut met = Met {
            step: Some(step),
            ..Met::default()
        };
        loop {
            let mut late = Vec::new();
            for job in missing {
                match self.noted(job, name)? {
                    // That job has read this job's states there, and removed those for this job.
                    Some(note) if note.noted.step > step + 1 => {
                        return Err(Fault::Lost(job, note.noted.step));
                    }
                    Some(note) if note.noted.step >= step => met.add(job, step, note),
                    _ => late.push(job),
                }
            }
            if late.is_empty() {
                break;
            }
            self.others.wait(step, layers, &late)?;
            missing = late;
        }
        self.met = met;
        Ok(())
    }

    /// Reads the note of another job.
    fn noted(&self, job: usize, name: &str) -> Result<Option<Note>, Fault> {
        let place = || format!("part {}: the note", job + 1);
        let text = self.others.noted(job);
        let Some(text) = text.map_err(|error| Fault::Store(place(), error))? else {
            return Ok(None);
        };
        match Note::read(&text, &name_of(name, job, self.jobs), self.jobs) {
            Ok(note) => Ok(Some(note)),
            Err(Fault::Foreign) => Err(Fault::ForeignPart(job)),
            Err(_) => Err(Fault::Damaged(place())),
        }
    }

    /// The largest number of words of the others' counts.
    pub fn limbs(&self) -> usize {
        self.met.limbs
    }

    /// The last step to which the others have sent states.
    pub fn furthest(&self) -> usize {
        let steps = self.met.sums.iter().map(|&(step, ..)| step);
        steps.max().unwrap_or(0)
    }

    /// A bound for the sum of the counts that the others have sent to a step, in units of the
    /// highest word of a count of `limbs` words.
    pub fn sum(&self, step: usize, limbs: usize) -> f64 {
        let sums = self.met.sums.iter().filter(|&&(at, ..)| at == step);
        let scaled = sums.map(|&(_, words, sum)| {
            let shorter = 64 * (words as i32 - limbs as i32);
            sum as f64 * 2f64.powi(shorter)
        });
        scaled.sum()
    }

    /// The others' runs at the step of the last meeting.
    pub fn inputs(&self, step: usize) -> impl Iterator<Item = Input> {
        let runs = self.met.runs.iter().filter(move |_| self.has_met(step));
        runs.map(|(job, run)| Input {
            job: Some(*job),
            run: run.clone(),
        })
    }

    /// Opens a run of another job.
    pub fn open(&self, job: usize, run: &Run) -> io::Result<Arc<dyn Source>> {
        self.others.open(job, &run.name()).map(Arc::from)
    }
}

impl Met {
    fn add(&mut self, job: usize, step: usize, note: Note) {
        let limbs = note.noted.limbs;
        self.limbs = self.limbs.max(limbs);
        let sums = note.noted.sums.into_iter();
        self.sums.extend(
            sums.filter(|&(at, _)| at >= step)
                .map(|(at, sum)| (at, limbs, sum)),
        );
        let runs = note.runs.into_iter().filter(|run| run.step == step);
        self.runs.extend(runs.map(|run| (job, run)));
    }
}

/// The name of a job's count in its notes.
pub fn name_of(name: &str, job: usize, jobs: usize) -> String {
    format!("{name}, part {} of {jobs}", job + 1)
}

/// The job to which a state with this hash belongs. Shares use the four highest bits.
#[inline]
pub fn job_of(hash: u64, jobs: usize) -> usize {
    ((u128::from(hash << 4) * jobs as u128) >> 64) as usize
}
