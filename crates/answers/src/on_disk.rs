//! How many solutions there are, with states on a disk if they do not fit into memory.

use super::Limits;
use super::count::{Counted, count_model};
use super::problem::model::Model;
use super::states::disk::{Disks, Fault};
use crate::Unfinished;
use dlx3_format::Problem;
use std::time::Duration;

pub use super::states::disk::Stores;

/// Counts the solutions as [`count`](super::count::count) does. States of layers that do not fit
/// into memory go to the store of their part, and so do copies of the others every ten seconds: if
/// a count was stopped, the next one continues from there.
///
/// # Errors
/// If a store fails, if what it has is damaged or of another problem, or if the limits ask for an
/// end, with what is known of the number then.
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
