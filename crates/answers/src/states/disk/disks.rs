//! Where the states of each part of a problem may go.

use super::ledger::Ledger;
use super::team::Team;
use super::{Fault, Faults, Offer, Others, Store, sum_of};
use crate::problem::model::Part;
use num_bigint::BigUint;
use std::sync::Arc;
use std::time::Duration;

/// The stores of parts, by the names of these: a part has the same name whenever it is counted.
pub type Stores<'s> = dyn Fn(&str) -> Box<dyn Store> + 's;

/// What the other jobs have of a part, by its name.
pub type OfOthers<'s> = dyn Fn(&str) -> Box<dyn Others> + 's;

/// The stores of a problem, and the first fault of any of them.
pub struct Disks<'s> {
    stores: &'s Stores<'s>,
    /// What went wrong first.
    pub faults: Faults,
    ledger: Option<Arc<Ledger>>,
}

impl<'s> Disks<'s> {
    /// Nothing is asked of a store yet, and what is in memory will not be noted.
    pub fn new(stores: &'s Stores<'s>) -> Self {
        Disks {
            stores,
            faults: Faults::default(),
            ledger: None,
        }
    }

    /// Has ways note what they have done whenever this time has passed, and keeps the numbers of
    /// parts that are done.
    pub fn noting_after(self, after: Duration) -> Self {
        let ledger = Ledger::new((self.stores)(&Ledger::name()), after);
        let ledger = ledger.map_err(|fault| self.faults.put(fault));
        Disks {
            ledger: ledger.ok().map(Arc::new),
            ..self
        }
    }

    /// The store of a part, to be taken by a way.
    pub fn offer(&self, part: &Part) -> Offer {
        let name = name_of(part);
        let store = (self.stores)(&name);
        Offer::new(store, self.faults.clone(), &name, self.ledger.clone())
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

    /// The number of the part with this offer, if it is done.
    pub fn number(&self, offer: &Offer) -> Option<BigUint> {
        self.ledger.as_ref()?.number(offer.name())
    }

    /// Whether the part with this offer was reduced, so that what is left is counted instead.
    pub fn is_reduced(&self, offer: &Offer) -> bool {
        let ledger = self.ledger.as_ref();
        ledger.is_some_and(|ledger| ledger.is_reduced(offer.name()))
    }

    /// Keeps the number of a part that is done. If something is noted of the part, that goes.
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

    /// What a reduction has left of a part is counted instead. What is there of the part goes.
    pub fn reduce(&self, offer: &Offer) {
        if let Some(ledger) = &self.ledger {
            ledger.reduce(offer.name());
            if offer.notes() > 0 && !self.write(ledger) {
                return;
            }
        }
        self.clear(offer);
    }

    /// Whether what is known of parts could be written. If not, the count continues without.
    fn write(&self, ledger: &Ledger) -> bool {
        let written = ledger.write();
        written.inspect_err(|fault| ledger.forgo(fault)).is_ok()
    }

    /// Drops what is there of a part that nobody counts any more.
    fn clear(&self, offer: &Offer) {
        if let Err(error) = offer.cabinet().store().clear() {
            self.faults
                .put(Fault::Store(offer.name().to_owned(), error));
        }
    }
}

/// Two parts that differ have different names.
fn name_of(part: &Part) -> String {
    format!("{:016x}", sum_of(&part.to_problem().to_string()))
}
