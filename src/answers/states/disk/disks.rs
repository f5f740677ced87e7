//! Where the states of each part of a problem may go.

use super::team::Team;
use super::{Fault, Faults, Offer, Others, Store, sum_of};
use crate::answers::problem::model::Part;

/// The stores of parts, by the names of these: a part has the same name whenever it is counted.
pub type Stores<'s> = dyn Fn(&str) -> Box<dyn Store> + 's;

/// What the other jobs have of a part, by its name.
pub type OfOthers<'s> = dyn Fn(&str) -> Box<dyn Others> + 's;

/// The stores of a problem, and the first fault of any of them.
pub struct Disks<'s> {
    stores: &'s Stores<'s>,
    /// What went wrong first.
    pub faults: Faults,
}

impl<'s> Disks<'s> {
    /// Nothing is asked of a store yet.
    pub fn new(stores: &'s Stores<'s>) -> Self {
        Disks {
            stores,
            faults: Faults::default(),
        }
    }

    /// The store of a part, to be taken by a way.
    pub fn offer(&self, part: &Part) -> Offer {
        let name = name_of(part);
        Offer::new((self.stores)(&name), self.faults.clone(), &name)
    }

    /// The store of a part, and the other jobs that have shares of its states; this one is `job` of
    /// `jobs`, counted from 0.
    pub fn shared_offer(
        &self,
        part: &Part,
        (job, jobs): (usize, usize),
        others: &OfOthers<'_>,
    ) -> Offer {
        let team = Team::new(job, jobs, others(&name_of(part)));
        self.offer(part).with(team)
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
