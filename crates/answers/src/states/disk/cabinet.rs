//! The store of a part, which all ways to count it share: each has runs and a note of its own.
//!
//! The store has one note, so this one is all notes of the ways, one after the other. Each ends
//! with its checksum.

use super::run::sum_of;
use super::store::{Fault, Store};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The line of a note which says that all states had room in memory, and what it names are copies.
pub const COPIES: &str = "copies";

/// Whether a note is of such copies.
pub fn are_copies(note: &str) -> bool {
    note.lines().any(|line| line == COPIES)
}

/// A store, and what is noted there.
pub struct Cabinet {
    store: Box<dyn Store>,
    /// By the names of the ways.
    notes: Mutex<BTreeMap<String, String>>,
    /// The number of the next run.
    number: AtomicU64,
}

impl Cabinet {
    /// Of a store that has what it has; without any notes and with a fault, if those cannot be
    /// read.
    pub fn new(store: Box<dyn Store>) -> (Self, Option<Fault>) {
        let text = store.noted().map_err(note_failed);
        let notes = match text {
            Ok(Some(text)) => split(&text),
            Ok(None) => Ok(BTreeMap::new()),
            Err(fault) => Err(fault),
        };
        let (notes, fault) = match notes {
            Ok(notes) => (notes, None),
            Err(fault) => (BTreeMap::new(), Some(fault)),
        };
        let lines = notes.values().flat_map(|note| note.lines());
        let numbers = lines.filter_map(|line| {
            let mut words = line.strip_prefix("at ")?.split(' ');
            words.nth(2)?.parse().ok()
        });
        let cabinet = Cabinet {
            number: AtomicU64::new(numbers.max().unwrap_or(0)),
            store,
            notes: Mutex::new(notes),
        };
        (cabinet, fault)
    }

    fn notes(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// A number for a run that no other one has.
    pub fn next_number(&self) -> u64 {
        self.number.fetch_add(1, Ordering::Relaxed)
    }

    /// The number of the next run.
    pub fn number(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// What a way has noted.
    pub fn noted(&self, way: &str) -> Option<String> {
        self.notes().get(way).cloned()
    }

    /// How many ways have notes.
    pub fn count(&self) -> usize {
        self.notes().len()
    }

    /// Whether a way has noted that some of its states have had no room in memory.
    pub fn is_needed(&self) -> bool {
        let notes = self.notes();
        notes.values().any(|note| !are_copies(note))
    }

    /// Takes a note of a way in the place of its last one.
    pub fn note(&self, way: &str, text: String) -> Result<(), Fault> {
        let mut notes = self.notes();
        let before = notes.insert(way.to_owned(), text);
        let written = self.store.note(&together(&notes));
        // It may be there all the same: who has written runs for it must leave them.
        if written.is_err() {
            match before {
                Some(before) => notes.insert(way.to_owned(), before),
                None => notes.remove(way),
            };
        }
        written.map_err(note_failed)
    }

    /// Drops the note of a way, if there are others. Whether there is none of it now.
    pub fn forget(&self, way: &str) -> Result<bool, Fault> {
        let mut notes = self.notes();
        if notes.len() < 2 || notes.remove(way).is_none() {
            return Ok(!notes.contains_key(way));
        }
        let written = self.store.note(&together(&notes));
        written.map(|()| true).map_err(note_failed)
    }
}

/// A note with its checksum.
pub fn sealed(mut text: String) -> String {
    text += &format!("sum {}\n", sum_of(&text));
    text
}

/// A note without its checksum, which must be right.
pub fn unsealed(text: &str) -> Result<&str, Fault> {
    let at = text.rfind("sum ").ok_or_else(damaged)?;
    match text[at..] == format!("sum {}\n", sum_of(&text[..at])) {
        true => Ok(&text[..at]),
        false => Err(damaged()),
    }
}

/// The fault of a note that is not what was written.
pub fn damaged() -> Fault {
    Fault::Damaged("the note".to_owned())
}

/// The fault of a note that cannot be written or read.
pub fn note_failed(error: std::io::Error) -> Fault {
    Fault::Store("the note".to_owned(), error)
}

fn together(notes: &BTreeMap<String, String>) -> String {
    notes.values().map(String::as_str).collect()
}

/// The notes of all ways. Their second lines are the names.
fn split(text: &str) -> Result<BTreeMap<String, String>, Fault> {
    let mut notes = BTreeMap::new();
    let (mut begin, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        if line.starts_with("sum ") {
            let note = &text[begin..at];
            let name = unsealed(note)?.lines().nth(1).ok_or_else(damaged)?;
            notes.insert(name.to_owned(), note.to_owned());
            begin = at;
        }
    }
    match begin == text.len() && !notes.is_empty() {
        true => Ok(notes),
        false => Err(damaged()),
    }
}
