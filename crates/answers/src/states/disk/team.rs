//! Several jobs that count together, on one machine or on many that share a folder.
//!
//! Each state belongs to one job, by its hash. A job writes what comes of its states as runs of
//! its own, in which each job has sections, and reads its sections of the runs of all:
//!
//! ```text
//! before a layer: note that it begins, and the runs so far; wait until all others have noted so
//! no job reads runs of the layers before any more: remove one's own
//! the layer: merge one's sections of all runs that stand there; expand; write runs
//! ```
//!
//! So no job is ahead of another by more than a layer, each writes and removes files of its own
//! only, and one that was killed continues from its note, whatever the others do meanwhile.

use super::run::Run;
use super::shelf::Note;
use super::store::{Fault, Source};
use std::io;
use std::sync::Arc;

/// What the other jobs have, of one part of the problem. Jobs are numbered from 0.
pub trait Others: Send + Sync {
    /// The last note of a job, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    fn noted(&self, job: usize) -> io::Result<Option<String>>;
    /// A run of a job.
    ///
    /// # Errors
    /// If it is not there, or cannot be read.
    fn open(&self, job: usize, name: &str) -> io::Result<Box<dyn Source>>;
    /// These jobs have not come to a layer yet. Returns when it is time for another look.
    ///
    /// # Errors
    /// If nobody waits any longer.
    fn wait(&self, layer: usize, layers: usize, jobs: &[usize]) -> Result<(), Fault>;
}

/// A job among several.
pub struct Team {
    /// Its number, and how many there are.
    pub job: usize,
    pub jobs: usize,
    others: Box<dyn Others>,
    /// What they had noted when all were at a step.
    met: Met,
}

/// What other jobs had noted when all were at a step.
#[derive(Default)]
struct Met {
    /// None before they have ever met.
    step: Option<usize>,
    /// The most words that a count has anywhere.
    limbs: usize,
    /// Bounds for the sums of the counts of each step, and how many words those counts have.
    sums: Vec<(usize, usize, u128)>,
    /// The runs that stand at the step, with their jobs.
    runs: Vec<(usize, Run)>,
}

/// A run that is to be read.
#[derive(Clone)]
pub struct Input {
    /// The job that has written it; none for this one.
    pub job: Option<usize>,
    /// The run.
    pub run: Run,
}

impl Input {
    /// A run of this job.
    pub fn own(run: Run) -> Self {
        Input { job: None, run }
    }

    /// What faults call it.
    pub fn name(&self) -> String {
        match self.job {
            Some(job) => format!("part {}: {}", job + 1, self.run.name()),
            None => self.run.name(),
        }
    }
}

impl Team {
    /// One job of several, and where the others are.
    pub fn new(job: usize, jobs: usize, others: Box<dyn Others>) -> Self {
        Team {
            job,
            jobs,
            others,
            met: Met::default(),
        }
    }

    /// Whether all were at this step when they met last.
    pub fn has_met(&self, step: usize) -> bool {
        self.met.step == Some(step)
    }

    /// Waits until all others are at a step, of a number of steps. `name` is what is counted and how, without
    /// the job.
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
                    // It has read what this job had there, and removed what was for this job.
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

    /// The note of another job.
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

    /// The most words that a count of the others has.
    pub fn limbs(&self) -> usize {
        self.met.limbs
    }

    /// The last step that the others have sent states to.
    pub fn furthest(&self) -> usize {
        let steps = self.met.sums.iter().map(|&(step, ..)| step);
        steps.max().unwrap_or(0)
    }

    /// A bound for the sum of the counts that the others have sent to a step: in multiples of what
    /// the highest word of a count of `limbs` words stands for.
    pub fn sum(&self, step: usize, limbs: usize) -> f64 {
        let sums = self.met.sums.iter().filter(|&&(at, ..)| at == step);
        let scaled = sums.map(|&(_, words, sum)| {
            let shorter = 64 * (words as i32 - limbs as i32);
            sum as f64 * 2f64.powi(shorter)
        });
        scaled.sum()
    }

    /// The runs of the others that stand at the step where all have met.
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

/// What the note of a job says that it is of.
pub fn name_of(name: &str, job: usize, jobs: usize) -> String {
    format!("{name}, part {} of {jobs}", job + 1)
}

/// The job that has a state with this hash. Shares have its four highest bits.
#[inline]
pub fn job_of(hash: u64, jobs: usize) -> usize {
    ((u128::from(hash << 4) * jobs as u128) >> 64) as usize
}
