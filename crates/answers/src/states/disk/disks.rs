//! The stores for the states of each part of a problem.

use super::ledger::Ledger;
use super::team::Team;
use super::{Fault, Faults, Offer, Others, Store, sum_of};
use crate::problem::model::Part;
use num_bigint::BigUint;
use std::sync::Arc;
use std::time::Duration;

/// Opens the store of a part by name. A part has the same name in every run.
pub type Stores<'s> = dyn Fn(&str) -> Box<dyn Store> + 's;

/// Opens what the other jobs have of a part, by its name.
pub type OfOthers<'s> = dyn Fn(&str) -> Box<dyn Others> + 's;

/// The stores of a problem, and the first fault of any of them.
pub struct Disks<'s> {
    stores: &'s Stores<'s>,
    /// The first fault.
    pub faults: Faults,
    ledger: Option<Arc<Ledger>>,
}

impl<'s> Disks<'s> {
    /// Uses no store yet, and keeps no notes of states in memory.
    pub fn new(stores: &'s Stores<'s>) -> Self {
        Disks {
            stores,
            faults: Faults::default(),
            ledger: None,
        }
    }

    /// Makes ways write notes at this interval, and keeps the numbers of finished parts.
    pub fn noting_after(self, after: Duration) -> Self {
        let ledger = Ledger::new((self.stores)(&Ledger::name()), after);
        let ledger = ledger.map_err(|fault| self.faults.put(fault));
        Disks {
            ledger: ledger.ok().map(Arc::new),
            ..self
        }
    }

    /// The store of a part, offered to its ways.
    pub fn offer(&self, part: &Part) -> Offer {
        let name = name_of(part);
        let store = (self.stores)(&name);
        Offer::new(store, self.faults.clone(), &name, self.ledger.clone())
    }

    /// The store of a part that several jobs share. This one is `job` of `jobs`, counted from 0.
    pub fn shared_offer(
        &self,
        part: &Part,
        (job, jobs): (usize, usize),
        others: &OfOthers<'_>,
    ) -> Offer {
        let team = Team::new(job, jobs, others(&name_of(part)));
        self.offer(part).with(team)
    }

    /// The number of solutions of the part with this offer, if it is finished.
    pub fn number(&self, offer: &Offer) -> Option<BigUint> {
        self.ledger.as_ref()?.number(offer.name())
    }

    /// Whether the part with this offer was reduced, so that the rest is counted instead.
    pub fn is_reduced(&self, offer: &Offer) -> bool {
        let ledger = self.ledger.as_ref();
        ledger.is_some_and(|ledger| ledger.is_reduced(offer.name()))
    }

    /// Records the number of a finished part, and deletes the notes of the part, if any.
    pub fn finish(&self, offer: &Offer, number: &BigUint) {
        if let Some(ledger) = &self.ledger {
            ledger.finish(offer.name(), number);
            let has_notes = offer.notes() > 0;
            let is_written = (has_notes || ledger.timer().is_due()) && self.write(ledger);
            if has_notes && is_written {
                self.clear(offer);
            }
        }
    }

    /// Records that a part was reduced, and deletes its files: the rest is counted instead.
    pub fn reduce(&self, offer: &Offer) {
        if let Some(ledger) = &self.ledger {
            ledger.reduce(offer.name());
            if offer.notes() > 0 && !self.write(ledger) {
                return;
            }
        }
        self.clear(offer);
    }

    /// Writes the ledger. Returns false if that fails; the count continues.
    fn write(&self, ledger: &Ledger) -> bool {
        let written = ledger.write();
        written.inspect_err(|fault| ledger.forgo(fault)).is_ok()
    }

    /// Deletes the files of a part that is no longer counted.
    fn clear(&self, offer: &Offer) {
        if let Err(error) = offer.cabinet().store().clear() {
            self.faults
                .put(Fault::Store(offer.name().to_owned(), error));
        }
    }
}

/// The name of a part. Different parts have different names.
fn name_of(part: &Part) -> String {
    format!("{:016x}", sum_of(&part.to_problem().to_string()))
}
