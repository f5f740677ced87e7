//! How many solutions there are, by several jobs that share a store: on one machine or on many.
//!
//! Each component of the problem is counted layer by layer, in one order that all jobs find. Each
//! job has a share of the states of a layer, and waits for the others between layers. All of them
//! come to the number. A component that takes next to no memory is counted by each job alone.

use super::Limits;
use super::count::{Counted, Told};
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
    /// How many there are.
    pub jobs: usize,
    /// Where it keeps its states, by components.
    pub stores: &'s Stores<'s>,
    /// Where the others do.
    pub others: &'s OfOthers<'s>,
    /// What takes no more bytes of states is counted by each job alone. All jobs must agree.
    pub alone: usize,
}

/// Counts the solutions of a problem together with other jobs, which must have the same problem and
/// the same tuning. It continues where it was stopped.
///
/// # Errors
/// If a store fails, if what it has is damaged or of another problem, if nobody waits any longer
/// for another job, or if the limits ask for an end.
pub fn count_in_parts(
    problem: &Problem,
    job: &Job<'_>,
    limits: &mut Limits<'_>,
) -> Result<Counted, Fault> {
    let model = Model::new(problem).with(&limits.tuning);
    let disks = Disks::new(job.stores);
    let mut number = BigUint::from(u32::from(!model.is_impossible));
    let mut told = Vec::new();
    // The smallest one first: if it has no solutions, the others need not be looked at.
    let mut parts: Vec<&Part> = model.parts.iter().collect();
    parts.sort_by_key(|part| part.choices.len());
    for part in parts {
        if number == BigUint::ZERO {
            break;
        }
        match ByLayers::at_once(part, limits.tuning, job.alone) {
            Some(alone) => {
                number *= alone;
                told.push(Told::new(part, ALONE.to_owned(), Effort::default()));
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

/// What is said of a component that takes next to no memory.
const ALONE: &str = "by layers, alone";

fn count_part(
    part: &Part,
    job: &Job<'_>,
    disks: &Disks<'_>,
    limits: &mut Limits<'_>,
) -> Result<(BigUint, Told), Fault> {
    let offer = disks.shared_offer(part, (job.job, job.jobs), job.others);
    let way = ByLayers::in_parts(part, limits.threads, limits.tuning, &offer);
    let Some(way) = way else {
        return Err(disks.faults.take().unwrap_or(Fault::NoOrder));
    };
    let mut race = Race::new(Contest::default()).and_later(std::iter::once(Box::new(way) as _));
    let won = race.run(limits, &mut |_, _| false);
    let failed = |why: Stopped| disks.faults.take().unwrap_or(Fault::Stopped(why));
    let (number, way) = won.map_err(failed)?.expect("nothing else ends it");
    Ok((number, Told::of(part, &*way)))
}
