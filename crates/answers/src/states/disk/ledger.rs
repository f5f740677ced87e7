//! What is known of whole parts: the numbers of those that are done, whichever way had them, and
//! which ones a reduction has replaced by others.
//!
//! It is written before any other note, or when it is due at the end of a part; so parts that take
//! no time write nothing.

use super::cabinet::{damaged, note_failed, sealed, unsealed};
use super::run::sum_of;
use super::store::{Fault, Store};
use super::timer::Timer;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The first lines.
const HEAD: &str = "dlx count --disk 2\nparts\n";

/// The ledger of a count.
pub struct Ledger {
    store: Box<dyn Store>,
    pages: Mutex<Pages>,
}

struct Pages {
    numbers: BTreeMap<String, BigUint>,
    reduced: BTreeSet<String>,
    /// Whether there is more than what is written.
    is_new: bool,
    timer: Timer,
}

impl Ledger {
    /// The name of its store: no part has it.
    pub fn name() -> String {
        format!("{:016x}", sum_of(HEAD))
    }

    /// What is in a store.
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

    /// The number of a part that is done.
    pub fn number(&self, part: &str) -> Option<BigUint> {
        self.pages().numbers.get(part).cloned()
    }

    /// Whether a part was reduced, and what was left is counted instead.
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

    /// Writes what is new.
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

    /// When it was written last, or when the count began: from then on, nothing is noted.
    pub fn timer(&self) -> Timer {
        self.pages().timer
    }

    /// Tells who keeps the files that something is not noted.
    pub fn forgo(&self, fault: &Fault) {
        self.store.forgo(fault);
    }
}
