//! States that do not fit into memory, as sorted runs on a disk.
//!
//! ```text
//! while a layer is expanded, its states come from the tables of memory, or
//!     merged from the runs of the step and what is in memory; equal states are added up
//! new states go to the tables of their steps; memory is full? write the largest ones as runs
//! a layer is done? drop its runs; has as much been done as memory holds? write all tables as runs,
//!     and note which runs there are
//! ```
//!
//! So runs are written and read from their beginning to their end, and what is noted is enough to
//! continue after the last step that was noted.
//!
//! [`run`]: states as bytes. [`merge`]: runs that are read together. [`shelf`]: which runs there
//! are. [`team`]: other jobs that have shares of the states. [`disks`]: which store each part has.
//! Knows nothing of files: a [`Store`] keeps runs by name. How layers are expanded is in
//! [`layers`](super::layers).

mod disks;
pub(super) mod merge;
pub(super) mod run;
pub(super) mod shelf;
mod store;
pub(super) mod team;

pub use disks::{Disks, OfOthers, Stores};
pub use run::sum_of;
pub use store::{Fault, Source, Store};
pub use team::Others;
use team::Team;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Whether there may be disks. A browser has none, and this leaves out all code for them.
pub const HAS_DISKS: bool = !cfg!(target_family = "wasm");

/// A store for the states of a part, which one of the ways to count it may take.
#[derive(Clone)]
pub struct Offer {
    store: Arc<Mutex<Option<Taken>>>,
    /// The number of this job among several, if there are others.
    job: Option<usize>,
    fault: Faults,
    /// The problem, the part and the order.
    name: String,
}

/// A store, and the other jobs that have shares of the states.
pub(super) struct Taken {
    pub store: Box<dyn Store>,
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
    pub fn new(store: Box<dyn Store>, fault: Faults, part: &str) -> Self {
        let taken = Taken { store, team: None };
        Offer {
            store: Arc::new(Mutex::new(Some(taken))),
            job: None,
            fault,
            name: part.to_owned(),
        }
    }

    /// Has other jobs take shares of the states.
    fn with(self, team: Team) -> Self {
        let job = Some(team.job);
        if let Some(taken) = lock(&self.store).as_mut() {
            taken.team = Some(team);
        }
        Offer { job, ..self }
    }

    /// The number of this job among several, if there are others.
    pub(super) fn job(&self) -> Option<usize> {
        self.job
    }

    /// For a way. What was noted for another part or by another way is refused.
    pub fn named(&self, way: &str) -> Self {
        Offer {
            name: format!("{} {way}", self.name),
            ..self.clone()
        }
    }

    /// Whether this way has written a note.
    pub fn has_written(&self, note: &str) -> bool {
        note.lines().nth(1) == Some(&self.name)
    }

    /// Takes the store, unless another way has it.
    pub(super) fn take(&self) -> Option<Taken> {
        lock(&self.store).take()
    }

    /// What is noted; with nothing if it cannot be read.
    pub fn noted(&self) -> Option<String> {
        let noted = lock(&self.store).as_ref()?.store.noted();
        noted.unwrap_or_else(|error| {
            self.fail(Fault::Store("the note".to_owned(), error));
            None
        })
    }

    /// The name of the way.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Keeps a fault.
    pub(super) fn fail(&self, fault: Fault) {
        self.fault.put(fault);
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
