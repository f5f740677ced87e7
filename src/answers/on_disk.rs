//! How many solutions there are, with states on a disk if they do not fit into memory.

use super::Limits;
use super::count::{Counted, count_model};
use super::problem::model::{Model, Part};
use super::states::disk::{Fault, Faults, Offer, Store, sum_of};
use crate::answers::Unfinished;
use crate::format::Problem;

/// The stores of parts, by the names of these: a part has the same name whenever it is counted.
pub type Stores<'s> = dyn Fn(&str) -> Box<dyn Store> + 's;

/// Where the states of a count may go.
pub(super) struct Disks<'s> {
    stores: &'s Stores<'s>,
    faults: Faults,
}

impl Disks<'_> {
    /// The store of a part, to be taken by a way.
    pub fn offer(&self, part: &Part) -> Offer {
        let name = name_of(part);
        Offer::new((self.stores)(&name), self.faults.clone(), &name)
    }

    /// Drops what is there of a part that nobody counts any more.
    pub fn clear(&self, part: &Part) {
        let name = name_of(part);
        if let Err(error) = (self.stores)(&name).clear() {
            self.faults.put(Fault::Store(name, error));
        }
    }
}

/// Two parts that differ have different names.
fn name_of(part: &Part) -> String {
    format!("{:016x}", sum_of(&part.to_problem().to_string()))
}

/// Counts the solutions as [`count`](super::count::count) does. States of layers that do not fit
/// into memory go to the store of their part: if a count was stopped then, the next one continues
/// from there.
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
    let disks = Disks {
        stores,
        faults: Faults::default(),
    };
    let faults = disks.faults.clone();
    let stop = &mut *limits.stop;
    let mut stop = || stop() || faults.are_there();
    let counted = count_model(
        model,
        true,
        &mut Limits {
            memory: limits.memory,
            threads: limits.threads,
            stack: limits.stack,
            stop: &mut stop,
            view: match &mut limits.view {
                Some(view) => Some(&mut **view),
                None => None,
            },
            tuning: limits.tuning,
            bits: limits.bits,
        },
        Some(&disks),
    );
    counted.map_err(|unfinished| {
        let fault = disks.faults.take();
        (fault.unwrap_or(Fault::Stopped(unfinished.why)), unfinished)
    })
}
