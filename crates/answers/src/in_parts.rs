//! Counts solutions with several jobs that share stores, on one machine or on many.
//!
//! Each component of the problem is counted layer by layer, in the same order by all jobs. Each job
//! has a share of a layer's states, and waits for the others between layers. All of them get the
//! number. A component that needs very little memory is counted by each job alone.

use super::Limits;
use super::count::{Counted, PartReport};
use super::problem::model::{Model, Part};
use super::race::Race;
use super::race::contest::Contest;
use super::race::ways::ByLayers;
use super::states::disk::{Disks, Fault, OfOthers, Stores};
use super::{Effort, Stopped};
use dlx3_format::Problem;
use num_bigint::BigUint;

/// One job of several.
pub struct Job<'s> {
    /// Its number, from 0.
    pub job: usize,
    /// The number of jobs.
    pub jobs: usize,
    /// The stores for its states, by component.
    pub stores: &'s Stores<'s>,
    /// The stores of the other jobs.
    pub others: &'s OfOthers<'s>,
    /// A component whose states need at most this many bytes is counted by each job alone. All jobs
    /// must have the same value.
    pub alone: usize,
}

/// Counts the solutions of a problem together with other jobs, which must have the same problem and
/// the same tuning. It continues where it was stopped.
///
/// # Errors
/// If a store fails, if its content is damaged or of another problem, if the wait for another job
/// is given up, or if the limits end the count.
pub fn count_in_parts(
    problem: &Problem,
    job: &Job<'_>,
    limits: &mut Limits<'_>,
) -> Result<Counted, Fault> {
    let model = Model::new(problem).with(&limits.tuning);
    let disks = Disks::new(job.stores);
    let mut number = BigUint::from(u32::from(!model.is_impossible));
    let mut told = Vec::new();
    // The smallest one first: if it has no solutions, the others do not matter.
    let mut parts: Vec<&Part> = model.parts.iter().collect();
    parts.sort_by_key(|part| part.choices.len());
    for part in parts {
        if number == BigUint::ZERO {
            break;
        }
        match ByLayers::at_once(part, limits.tuning, job.alone) {
            Some(alone) => {
                number *= alone;
                told.push(PartReport::new(part, ALONE.to_owned(), Effort::default()));
            }
            None => {
                let (together, way) = count_part(part, job, &disks, limits)?;
                number *= together;
                told.push(way);
            }
        }
    }
    Ok(Counted {
        number: (number << model.free.len()).into(),
        parts: told,
        free: model.free.len(),
    })
}

/// The report for a component that needs very little memory.
const ALONE: &str = "by layers, alone";

fn count_part(
    part: &Part,
    job: &Job<'_>,
    disks: &Disks<'_>,
    limits: &mut Limits<'_>,
) -> Result<(BigUint, PartReport), Fault> {
    let offer = disks.shared_offer(part, (job.job, job.jobs), job.others);
    let way = ByLayers::in_parts(part, limits.threads, limits.tuning, &offer);
    let Some(way) = way else {
        return Err(disks.faults.take().unwrap_or(Fault::NoOrder));
    };
    let mut race = Race::new(Contest::default()).and_later(std::iter::once(Box::new(way) as _));
    let won = race.run(limits, &mut |_, _| false);
    let failed = |why: Stopped| disks.faults.take().unwrap_or(Fault::Stopped(why));
    let (number, way) = won.map_err(failed)?.expect("nothing else ends it");
    Ok((number, PartReport::of(part, &*way)))
}
