//! Counts solutions with states on a disk, if they do not fit into memory.

use super::Limits;
use super::count::{Counted, count_model};
use super::problem::model::Model;
use super::states::disk::{Disks, Fault};
use crate::Unfinished;
use dlx3_format::Problem;
use std::time::Duration;

pub use super::states::disk::Stores;

/// Counts the solutions as [`count`](super::count::count) does. States of layers that do not fit
/// into memory go to the store of their part. Copies of other states go there every ten seconds: if
/// a count is stopped, the next one continues from there.
///
/// # Errors
/// If a store fails, if its content is damaged or of another problem, or if the limits end the
/// count. The error has a lower bound.
pub fn count_with_stores(
    problem: &Problem,
    stores: &Stores<'_>,
    limits: &mut Limits<'_>,
) -> Result<Counted, (Fault, Unfinished)> {
    let model = Model::new(problem).with(&limits.tuning);
    let after = Duration::from_millis(limits.tuning.note_after);
    let disks = Disks::new(stores).noting_after(after);
    let faults = disks.faults.clone();
    let counted = limits.until(
        || faults.are_there(),
        |limits| count_model(model, true, limits, Some(&disks)),
    );
    counted.map_err(|unfinished| {
        let fault = disks.faults.take();
        (fault.unwrap_or(Fault::Stopped(unfinished.why)), unfinished)
    })
}
