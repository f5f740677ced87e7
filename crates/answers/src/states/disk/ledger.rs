//! The ledger of whole parts: the numbers of finished parts, by whichever way, and the parts that
//! were replaced by their reductions.
//!
//! It is written before any other note, or when it is due at the end of a part. So parts that take
//! no time write nothing.

use super::cabinet::{damaged, note_failed, sealed, unsealed};
use super::run::sum_of;
use super::store::{Fault, Store};
use super::timer::Timer;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Its first lines.
const HEAD: &str = "dlx count --disk 2\nparts\n";

/// The ledger of a count.
pub struct Ledger {
    store: Box<dyn Store>,
    pages: Mutex<Pages>,
}

struct Pages {
    numbers: BTreeMap<String, BigUint>,
    reduced: BTreeSet<String>,
    /// Whether something is not written yet.
    is_new: bool,
    timer: Timer,
}

impl Ledger {
    /// The name of its store, different from that of any part.
    pub fn name() -> String {
        format!("{:016x}", sum_of(HEAD))
    }

    /// Reads the ledger from a store.
    pub fn new(store: Box<dyn Store>, after: Duration) -> Result<Self, Fault> {
        let mut pages = Pages {
            numbers: BTreeMap::new(),
            reduced: BTreeSet::new(),
            is_new: false,
            timer: Timer::new(after),
        };
        if let Some(text) = store.noted().map_err(note_failed)? {
            let lines = unsealed(&text)?.strip_prefix(HEAD).ok_or(Fault::Foreign)?;
            for line in lines.lines() {
                let words: Vec<&str> = line.split(' ').collect();
                match words[..] {
                    ["number", part, number] => {
                        let number = number.parse().map_err(|_| damaged())?;
                        pages.numbers.insert(part.to_owned(), number);
                    }
                    ["reduced", part] => _ = pages.reduced.insert(part.to_owned()),
                    _ => return Err(damaged()),
                }
            }
        }
        Ok(Ledger {
            store,
            pages: Mutex::new(pages),
        })
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a finished part.
    pub fn number(&self, part: &str) -> Option<BigUint> {
        self.pages().numbers.get(part).cloned()
    }

    /// Whether a part was reduced, and the rest is counted instead.
    pub fn is_reduced(&self, part: &str) -> bool {
        self.pages().reduced.contains(part)
    }

    /// Adds the number of a part.
    pub fn finish(&self, part: &str, number: &BigUint) {
        let mut pages = self.pages();
        pages.numbers.insert(part.to_owned(), number.clone());
        pages.is_new = true;
    }

    /// Adds that a part was reduced.
    pub fn reduce(&self, part: &str) {
        let mut pages = self.pages();
        pages.is_new |= pages.reduced.insert(part.to_owned());
    }

    /// Writes the ledger if something is new.
    pub fn write(&self) -> Result<(), Fault> {
        let mut pages = self.pages();
        if !pages.is_new {
            return Ok(());
        }
        let begun = Instant::now();
        let mut text = HEAD.to_owned();
        for (part, number) in &pages.numbers {
            text += &format!("number {part} {number}\n");
        }
        for part in &pages.reduced {
            text += &format!("reduced {part}\n");
        }
        let written = self.store.note(&sealed(text));
        pages.timer.restart(begun);
        pages.is_new = written.is_err();
        written.map_err(note_failed)
    }

    /// A timer that runs since the ledger was last written, or since the count began.
    pub fn timer(&self) -> Timer {
        self.pages().timer
    }

    /// Tells the store's owner that a note was not written.
    pub fn forgo(&self, fault: &Fault) {
        self.store.forgo(fault);
    }
}
