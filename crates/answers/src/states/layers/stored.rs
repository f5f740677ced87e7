//! The part of a count on a disk: its states in runs, and those of the present layer, merged with
//! the ones in memory.

use super::share::{TableRoom, states_of};
use super::{Begun, OnDisk};
use crate::states::disk::merge::Merging;
use crate::states::disk::shelf::{Noted, Open, Shelf};
use crate::states::disk::team::Team;
use crate::states::disk::{Fault, Offer, Right, are_copies};
use crate::states::schedule::Key;
use crate::states::table::{Table, Value};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, TryLockError};

/// The number of states that a thread takes at a time.
pub(super) const SOME: usize = 256;

/// States in runs, and facts about them.
pub(super) struct Disk {
    pub(super) shelf: Shelf,
    /// Whether states are there, not only copies of those in memory.
    pub(super) has_states: bool,
    /// The number of states expanded when all states were last written.
    pub(super) since: u64,
    /// The bytes on the disk at the end of the last layer, divided by the states that waited at its
    /// beginning.
    pub(super) each: f64,
}

impl Disk {
    /// In the store of an offer, for states.
    pub fn new(right: Right, offer: &Offer) -> Self {
        Disk {
            shelf: Shelf::new(offer.cabinet(), offer.name(), right.team),
            has_states: true,
            since: 0,
            each: 0.0,
        }
    }

    /// In the store of an offer, for copies only.
    pub fn of_copies(offer: &Offer) -> Self {
        Disk {
            has_states: false,
            ..Disk::new(Right { team: None }, offer)
        }
    }

    /// Opens the note of this way in an offer's store. None if there is no note.
    pub fn noted(offer: &Offer) -> Result<Option<(Self, Noted)>, Fault> {
        let Some(text) = offer.noted() else {
            // All jobs must use the same order.
            return match offer.job().is_some() && offer.notes() > 0 {
                true => Err(Fault::Foreign),
                false => Ok(None),
            };
        };
        // Copies go back to memory, so several ways may have some.
        let right = match are_copies(&text) {
            true => Some(Right { team: None }),
            false => offer.take(),
        };
        let Some(right) = right else {
            return Ok(None);
        };
        let mut disk = Disk::new(right, offer);
        let noted = disk.shelf.continue_from(&text)?;
        disk.since = noted.effort.states;
        Ok(Some((disk, noted)))
    }

    /// The number of states in runs.
    pub fn states(&self) -> u64 {
        self.shelf.states()
    }

    /// Whether other jobs share the states.
    pub fn is_shared(&self) -> bool {
        self.shelf.team().is_some()
    }

    /// The last step to which other jobs have sent states.
    pub fn furthest(&self) -> usize {
        self.shelf.team().map_or(0, Team::furthest)
    }

    /// A bound for the sum of the counts that other jobs have sent to a step, for counts of this
    /// many words.
    pub fn sum(&self, step: usize, limbs: usize) -> f64 {
        let team = self.shelf.team();
        team.map_or(0.0, |team| team.sum(step, limbs))
    }

    /// The disk space, for progress reports.
    pub fn told(&self) -> OnDisk {
        OnDisk {
            bytes: self.shelf.bytes() + self.shelf.copied().0,
            written: self.shelf.written(),
        }
    }

    /// Checks that there is room for a layer, and tells the store how much more space will be
    /// needed.
    pub fn look(&self, begun: &Begun, widths: &[u32]) -> Result<(), Fault> {
        let (bytes, store) = (self.shelf.bytes() as f64, self.shelf.store());
        let largest = self.each * begun.largest(widths);
        store.foresee((largest - bytes).max(0.0) as u64);
        // Half the size that the last layer suggests: surely needed.
        let wanted = ((self.each * begun.waiting as f64 - bytes).max(0.0) / 2.0) as u64;
        match store.room() {
            Some(room) if room < wanted => Err(Fault::NoRoom {
                layer: begun.step,
                layers: widths.len(),
                wanted,
                room,
            }),
            _ => Ok(()),
        }
    }
}

/// The states of a share, in order.
enum InOrder<const K: usize, const V: usize> {
    /// Not begun. These states are in memory.
    Waits(Table<K, V>),
    Goes(Merging<K, V>),
    Done,
}

/// The states of a layer, if some are on a disk. Only one thread at a time takes states of a share,
/// so no two threads expand equal states.
pub(super) struct Stream<const K: usize, const V: usize> {
    open: Open,
    slots: Vec<Mutex<InOrder<K, V>>>,
    /// The number of states, counting equal ones in several runs separately; and how many have been
    /// read.
    all: usize,
    done: AtomicUsize,
    /// The memory of the states in memory.
    held: usize,
}

impl<const K: usize, const V: usize> Stream<K, V> {
    /// The stream of these runs on the disk and these tables in memory, a table for each share.
    /// `before` states of the layer have been expanded.
    pub fn new(open: Open, tables: Vec<Table<K, V>>, before: usize) -> Self {
        let in_memory: usize = tables.iter().map(Table::count).sum();
        // Merged runs have fewer states than before.
        let states = open.states() as usize + in_memory;
        Stream {
            open,
            held: tables.iter().map(Table::bytes).sum(),
            slots: (tables.into_iter().map(InOrder::Waits).map(Mutex::new)).collect(),
            all: before + states,
            done: AtomicUsize::new(before),
        }
    }

    /// The number of states that have been read, and of all states.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.all)
    }

    /// The memory of its states in memory.
    pub fn held(&self) -> usize {
        self.held
    }

    /// Begins a share, if it has not begun.
    fn begin<'s>(
        &self,
        share: usize,
        slot: &'s mut InOrder<K, V>,
    ) -> Result<Option<&'s mut Merging<K, V>>, Fault> {
        if let InOrder::Waits(table) = slot {
            let held = states_of(&std::mem::take(table), 0);
            *slot = InOrder::Goes(Merging::new(self.open.share(share), held)?);
        }
        match slot {
            InOrder::Goes(merging) => Ok(Some(merging)),
            _ => Ok(None),
        }
    }

    /// Takes states of shares that no other thread uses, as long as `left` allows more and there is
    /// room for their successors.
    pub fn take(
        &self,
        left: &AtomicUsize,
        room: &TableRoom,
        mut expand: impl FnMut(&Key<K>, &Value<V>),
    ) -> Result<(), Fault> {
        let take = |left: usize| left.checked_sub(SOME);
        for (share, slot) in self.slots.iter().enumerate() {
            let mut slot = match slot.try_lock() {
                Ok(slot) => slot,
                Err(TryLockError::WouldBlock) => continue,
                Err(TryLockError::Poisoned(error)) => error.into_inner(),
            };
            let Some(merging) = self.begin(share, &mut slot)? else {
                continue;
            };
            loop {
                let may = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
                if room.is_short() || may.is_err() {
                    return Ok(());
                }
                let before = merging.taken();
                let mut is_done = false;
                for _ in 0..SOME {
                    let Some((key, count)) = merging.next()? else {
                        is_done = true;
                        break;
                    };
                    expand(&key, &count);
                }
                let taken = merging.taken() - before;
                self.done.fetch_add(taken as usize, Ordering::Relaxed);
                if is_done {
                    *slot = InOrder::Done;
                    break;
                }
            }
        }
        Ok(())
    }
}
