//! The store of a part, shared by all ways to count it. Each way has its own runs and its own note.
//!
//! A store has one note, so it holds the notes of all ways, one after another, each with its
//! checksum.

use super::run::sum_of;
use super::store::{Fault, Store};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The line of a note that says that all states fitted into memory, so its runs are copies.
pub const COPIES: &str = "copies";

/// Whether a note is of such copies.
pub fn are_copies(note: &str) -> bool {
    note.lines().any(|line| line == COPIES)
}

/// A store and its notes.
pub struct Cabinet {
    store: Box<dyn Store>,
    /// The notes by the names of the ways.
    notes: Mutex<BTreeMap<String, String>>,
    /// The number of the next run.
    number: AtomicU64,
}

impl Cabinet {
    /// Opens a store. If its notes cannot be read, there are none, and a fault.
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

    /// A number for a new run.
    pub fn next_number(&self) -> u64 {
        self.number.fetch_add(1, Ordering::Relaxed)
    }

    /// The number of the next run.
    pub fn number(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// The note of a way.
    pub fn noted(&self, way: &str) -> Option<String> {
        self.notes().get(way).cloned()
    }

    /// The number of ways with notes.
    pub fn count(&self) -> usize {
        self.notes().len()
    }

    /// Whether a way has noted that some of its states did not fit into memory.
    pub fn is_needed(&self) -> bool {
        let notes = self.notes();
        notes.values().any(|note| !are_copies(note))
    }

    /// Replaces the note of a way.
    pub fn note(&self, way: &str, text: String) -> Result<(), Fault> {
        let mut notes = self.notes();
        let before = notes.insert(way.to_owned(), text);
        let written = self.store.note(&together(&notes));
        // The new note may have been written all the same, so its runs must stay.
        if written.is_err() {
            match before {
                Some(before) => notes.insert(way.to_owned(), before),
                None => notes.remove(way),
            };
        }
        written.map_err(note_failed)
    }

    /// Drops the note of a way, if there are others. Returns whether the way has no note now.
    pub fn forget(&self, way: &str) -> Result<bool, Fault> {
        let mut notes = self.notes();
        if notes.len() < 2 || notes.remove(way).is_none() {
            return Ok(!notes.contains_key(way));
        }
        let written = self.store.note(&together(&notes));
        written.map(|()| true).map_err(note_failed)
    }
}

/// Adds the checksum to a note.
pub fn sealed(mut text: String) -> String {
    text += &format!("sum {}\n", sum_of(&text));
    text
}

/// Removes the checksum from a note, and checks it.
pub fn unsealed(text: &str) -> Result<&str, Fault> {
    let at = text.rfind("sum ").ok_or_else(damaged)?;
    match text[at..] == format!("sum {}\n", sum_of(&text[..at])) {
        true => Ok(&text[..at]),
        false => Err(damaged()),
    }
}

/// The fault of a note that has changed since it was written.
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

/// Splits the text into the notes of all ways. The second line of each is the way's name.
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
