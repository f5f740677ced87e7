//! States that do not fit into memory, as sorted runs on a disk.
//!
//! ```text
//! while a layer is expanded, its states come from the tables of memory, or
//!     merged from the runs of the step and what is in memory; equal states are added up
//! new states go to the tables of their steps; memory is full? write the largest ones as runs
//! a layer is done? drop its runs; has as much been done as memory holds? write all tables as runs,
//!     and note which runs there are
//!     have some seconds passed since the last note? note copies of the tables, too
//! ```
//!
//! So runs are written and read from their beginning to their end, and what is noted is enough to
//! continue after the last step that was noted. As long as all states have room in memory, there
//! are only copies, and the count goes its way whether they are written or not.
//!
//! [`run`]: states as bytes. [`merge`]: runs that are read together. [`shelf`]: which runs a way
//! has. [`cabinet`]: the store of a part, with the notes of all ways. [`ledger`]: the numbers of
//! parts that are done. [`timer`]: when to note. [`team`]: other jobs that have shares of the
//! states. [`disks`]: which store each part has. Knows nothing of files: a [`Store`] keeps runs by
//! name. How layers are expanded is in [`layers`](super::layers).

mod cabinet;
mod disks;
mod ledger;
pub(super) mod merge;
pub(super) mod run;
pub(super) mod shelf;
mod store;
pub(super) mod team;
mod timer;

use cabinet::Cabinet;
pub(super) use cabinet::are_copies;
pub use disks::{Disks, OfOthers, Stores};
use ledger::Ledger;
pub use run::sum_of;
pub use store::{Fault, Source, Store};
pub use team::Others;
use team::{Team, name_of};
pub(super) use timer::Timer;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Whether there may be disks. A browser has none, and this leaves out all code for them.
pub const HAS_DISKS: bool = !cfg!(target_family = "wasm");

/// A store for the states of a part: all ways to count it may note there what they have done, and
/// one of them may have states there that find no room in memory.
#[derive(Clone)]
pub struct Offer {
    cabinet: Arc<Cabinet>,
    /// For the one way that has states there.
    right: Arc<Mutex<Option<Right>>>,
    /// The number of this job among several, and how many there are, if there are others.
    job: Option<(usize, usize)>,
    fault: Faults,
    ledger: Option<Arc<Ledger>>,
    /// The problem, the part and the order.
    name: String,
}

/// The right to have states in a store, and the other jobs that have shares of them.
pub(super) struct Right {
    pub team: Option<Team>,
}

/// The first fault of any way, for who asks for the count.
#[derive(Clone, Default)]
pub struct Faults(Arc<Mutex<Option<Fault>>>);

impl Faults {
    /// Keeps a fault, if it is the first one.
    pub fn put(&self, fault: Fault) {
        lock(&self.0).get_or_insert(fault);
    }

    /// Whether there is any.
    pub fn are_there(&self) -> bool {
        lock(&self.0).is_some()
    }

    /// The first one.
    pub fn take(&self) -> Option<Fault> {
        lock(&self.0).take()
    }
}

impl Offer {
    /// Of the store of a part. Faults are put where all of them are.
    pub(super) fn new(
        store: Box<dyn Store>,
        fault: Faults,
        part: &str,
        ledger: Option<Arc<Ledger>>,
    ) -> Self {
        let (cabinet, why) = Cabinet::new(store);
        why.into_iter().for_each(|why| fault.put(why));
        Offer {
            cabinet: Arc::new(cabinet),
            right: Arc::new(Mutex::new(Some(Right { team: None }))),
            job: None,
            fault,
            ledger,
            name: part.to_owned(),
        }
    }

    /// Has other jobs take shares of the states.
    fn with(self, team: Team) -> Self {
        let job = Some((team.job, team.jobs));
        *lock(&self.right) = Some(Right { team: Some(team) });
        Offer { job, ..self }
    }

    /// The number of this job among several, if there are others.
    pub(super) fn job(&self) -> Option<usize> {
        self.job.map(|(job, _)| job)
    }

    /// For a way. What was noted for another part or by another way is refused.
    pub fn named(&self, way: &str) -> Self {
        Offer {
            name: format!("{} {way}", self.name),
            ..self.clone()
        }
    }

    /// Whether this way has a note.
    pub fn has_note(&self) -> bool {
        self.noted().is_some()
    }

    /// How many ways have notes.
    pub fn notes(&self) -> usize {
        self.cabinet.count()
    }

    /// Whether some states had no room in memory when that was noted.
    pub fn is_needed(&self) -> bool {
        self.cabinet.is_needed()
    }

    /// Takes the right to have states in the store, unless another way has it.
    pub(super) fn take(&self) -> Option<Right> {
        lock(&self.right).take()
    }

    /// The store.
    pub(super) fn cabinet(&self) -> &Arc<Cabinet> {
        &self.cabinet
    }

    /// What this way has noted.
    pub(super) fn noted(&self) -> Option<String> {
        match self.job {
            Some((job, jobs)) => self.cabinet.noted(&name_of(&self.name, job, jobs)),
            None => self.cabinet.noted(&self.name),
        }
    }

    /// The name of the way.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// When to note what this way has done, if that is a matter of time.
    pub(super) fn timer(&self) -> Option<Timer> {
        self.ledger.as_ref().map(|ledger| ledger.timer())
    }

    /// What must be written before a note of this way.
    pub(super) fn write_ledger(&self) -> Result<(), Fault> {
        match &self.ledger {
            Some(ledger) => ledger.write(),
            None => Ok(()),
        }
    }

    /// A note cannot be written, and the count continues without.
    pub(super) fn forgo(&self, fault: &Fault) {
        self.cabinet.store().forgo(fault);
    }

    /// Keeps a fault.
    pub fn fail(&self, fault: Fault) {
        self.fault.put(fault);
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
