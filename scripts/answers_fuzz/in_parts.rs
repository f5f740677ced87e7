//! Counts by several jobs that share a store. Each works as far as it can without waiting; some are
//! killed on the way.

use super::checks::{Asked, Checked, is};
use super::on_disk::{KILLED, Room, Shelf};
use dlx3::answers::Limits;
use dlx3::answers::in_parts::{Job, count_in_parts};
use dlx3::answers::states::disk::{Fault, Others, Source, Store};
use dlx3::answers::tuning::Tuning;
use std::io;
use std::sync::atomic::Ordering;

/// The states of other jobs, in a shelf.
struct Peers {
    shelf: Shelf,
    component: String,
}

impl Peers {
    fn room(&self, job: usize) -> Room {
        Room::new(&self.shelf, &format!("{job} {}", self.component))
    }
}

impl Others for Peers {
    fn noted(&self, job: usize) -> io::Result<Option<String>> {
        self.shelf.step()?;
        Ok(self.room(job).note_there())
    }

    fn open(&self, job: usize, name: &str) -> io::Result<Box<dyn Source>> {
        self.room(job).open(name)
    }

    fn wait(&self, layer: usize, layers: usize, jobs: &[usize]) -> Result<(), Fault> {
        Err(Fault::Waits {
            layer,
            layers,
            parts: jobs.to_vec(),
        })
    }
}

/// Runs a job that is killed after `left` steps of the store.
fn job(
    asked: &Asked<'_>,
    shelf: &Shelf,
    (job, jobs): (usize, usize),
    left: u32,
) -> Result<String, Fault> {
    shelf.left.store(left, Ordering::Relaxed);
    let stores = |component: &str| {
        let name = format!("{job} {component}");
        Box::new(Room::new(shelf, &name)) as Box<dyn Store>
    };
    let others = |component: &str| {
        Box::new(Peers {
            shelf: shelf.clone(),
            component: component.to_owned(),
        }) as Box<dyn Others>
    };
    let seed = asked.case.seed;
    let mut limits = Limits {
        threads: 1 + job % 2,
        tuning: Tuning {
            layers_narrow: true,
            ..asked.case.tuning
        },
        // Each job has a memory of its own.
        ..Limits::new(1 << (6 + (seed + job as u64) % 8))
    };
    let job = Job {
        job,
        jobs,
        stores: &stores,
        others: &others,
        alone: if seed.is_multiple_of(3) { 1 << 12 } else { 0 },
    };
    let counted = count_in_parts(&asked.problem, &job, &mut limits)?;
    Ok(counted.number.to_string())
}

/// Runs all jobs in turn until each has the number. A flipped byte in their files must be noticed.
pub fn counts(asked: &Asked<'_>) -> Checked {
    let (number, seed) = (asked.solutions.len().to_string(), asked.case.seed as u32);
    let jobs = 1 + seed as usize % 4;
    let shelf = Shelf::default();
    // Most are not killed.
    let mut left = match seed.is_multiple_of(4) {
        true => 5 + seed % 11,
        false => u32::MAX,
    };
    let flips = seed.is_multiple_of(5);
    let mut done = vec![false; jobs];
    for round in 0u32.. {
        for (place, done) in done.iter_mut().enumerate() {
            // Another job begins each round.
            let number_of = (place + round as usize) % jobs;
            match job(asked, &shelf, (number_of, jobs), left) {
                Ok(found) => {
                    is(found == number, || format!("{found} and not {number}"))?;
                    *done = true;
                }
                Err(Fault::Waits { .. }) => *done = false,
                Err(Fault::Store(_, error)) if error.to_string() == KILLED => *done = false,
                // As without parts: states or numbers are too long.
                Err(Fault::NoOrder | Fault::TooWide) => return Ok(()),
                Err(fault) => return Err(fault.to_string()),
            }
        }
        if done.iter().all(|&done| done) {
            return Ok(());
        }
        if flips && round == 3 {
            damage(asked, &shelf, &number, jobs)?;
        }
        is(round < 10_000, || "they do not come to an end".to_owned())?;
        // Each time, a job is killed later.
        left = left.saturating_add(left / 2);
    }
    Ok(())
}

/// Flips a byte in a copy: some job must end with a message, unless no job reads it.
fn damage(asked: &Asked<'_>, shelf: &Shelf, number: &str, jobs: usize) -> Checked {
    let copy = shelf.copied();
    let Some(place) = copy.flip(asked.case.seed as u32) else {
        return Ok(());
    };
    for _ in 0..10_000 {
        let mut is_over = true;
        for number_of in 0..jobs {
            match job(asked, &copy, (number_of, jobs), u32::MAX) {
                Ok(found) => is(found == number, || {
                    format!("with a flipped byte of {place}, {found} and not {number}")
                })?,
                Err(Fault::Damaged(_)) => return Ok(()),
                Err(Fault::Waits { .. }) => is_over = false,
                Err(fault) => return Err(fault.to_string()),
            }
        }
        if is_over {
            return Ok(());
        }
    }
    Err(format!(
        "with a flipped byte of {place}, they do not come to an end"
    ))
}
