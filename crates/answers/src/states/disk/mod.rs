//! Keeps states that do not fit into memory as sorted runs on a disk.
//!
//! ```text
//! while a layer is expanded: its states come from tables in memory, or
//!     merged from the runs of the step and from memory; equal states are added up
//! new states go to the tables of their steps; if memory is full, write the largest tables as runs
//! after a layer: drop its runs; after as many states as fit into memory, write all tables as runs,
//!     and a note that lists the runs
//!     some seconds after the last note, note copies of the tables, too
//! ```
//!
//! So runs are written and read sequentially, and a note suffices to continue after the last noted
//! step. As long as all states fit into memory, there are only copies, and the count does not
//! depend on whether they are written.
//!
//! [`run`]: states as bytes. [`merge`]: merges runs. [`shelf`]: the runs of a way. [`cabinet`]: the
//! store of a part, with the notes of all ways. [`ledger`]: the numbers of finished parts.
//! [`timer`]: when to write a note. [`team`]: other jobs that have shares of the states. [`disks`]:
//! the store of each part. Knows nothing of files: a [`Store`] keeps runs by name.
//! [`layers`](super::layers) expands the layers.

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

/// Whether disks are supported. A browser has none, and this removes all code for them.
pub const HAS_DISKS: bool = !cfg!(target_family = "wasm");

/// A store for the states of a part. All ways to count it may write notes there, and one of them
/// may keep states there that do not fit into memory.
#[derive(Clone)]
pub struct Offer {
    cabinet: Arc<Cabinet>,
    /// Taken by the one way that keeps states there.
    right: Arc<Mutex<Option<Right>>>,
    /// The number of this job and the number of jobs, if there are others.
    job: Option<(usize, usize)>,
    fault: Faults,
    ledger: Option<Arc<Ledger>>,
    /// The name of the part; for a way, also the name of its order.
    name: String,
}

/// The right to keep states in a store, and the other jobs that share them.
pub(super) struct Right {
    pub team: Option<Team>,
}

/// The first fault of any way.
#[derive(Clone, Default)]
pub struct Faults(Arc<Mutex<Option<Fault>>>);

impl Faults {
    /// Records a fault, if it is the first one.
    pub fn put(&self, fault: Fault) {
        lock(&self.0).get_or_insert(fault);
    }

    /// Whether there is a fault.
    pub fn are_there(&self) -> bool {
        lock(&self.0).is_some()
    }

    /// Returns the first fault.
    pub fn take(&self) -> Option<Fault> {
        lock(&self.0).take()
    }
}

impl Offer {
    /// Offers the store of a part. Faults go to `fault`.
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

    /// Shares the states with other jobs.
    fn with(self, team: Team) -> Self {
        let job = Some((team.job, team.jobs));
        *lock(&self.right) = Some(Right { team: Some(team) });
        Offer { job, ..self }
    }

    /// The number of this job, if there are others.
    pub(super) fn job(&self) -> Option<usize> {
        self.job.map(|(job, _)| job)
    }

    /// The offer for a way. Notes of another part or another way are refused.
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

    /// The number of ways with notes.
    pub fn notes(&self) -> usize {
        self.cabinet.count()
    }

    /// Whether a note says that some states did not fit into memory.
    pub fn is_needed(&self) -> bool {
        self.cabinet.is_needed()
    }

    /// Takes the right to keep states in the store, unless another way has it.
    pub(super) fn take(&self) -> Option<Right> {
        lock(&self.right).take()
    }

    pub(super) fn cabinet(&self) -> &Arc<Cabinet> {
        &self.cabinet
    }

    /// The note of this way.
    pub(super) fn noted(&self) -> Option<String> {
        match self.job {
            Some((job, jobs)) => self.cabinet.noted(&name_of(&self.name, job, jobs)),
            None => self.cabinet.noted(&self.name),
        }
    }

    /// The name of the part and the way.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// When this way must write its next note, if notes depend on time.
    pub(super) fn timer(&self) -> Option<Timer> {
        self.ledger.as_ref().map(|ledger| ledger.timer())
    }

    /// Writes the ledger, which must come before a note of this way.
    pub(super) fn write_ledger(&self) -> Result<(), Fault> {
        match &self.ledger {
            Some(ledger) => ledger.write(),
            None => Ok(()),
        }
    }

    /// A note cannot be written; the count continues.
    pub(super) fn forgo(&self, fault: &Fault) {
        self.cabinet.store().forgo(fault);
    }

    /// Records a fault.
    pub fn fail(&self, fault: Fault) {
        self.fault.put(fault);
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
