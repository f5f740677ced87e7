//! Notes of finished layers while states fit into memory: copies of all tables, from which a killed
//! count can continue. The count does not depend on whether they are written.

use super::Begun;
use super::forward::{Forward, MANY, lock, own};
use super::share::{SHARES, Share, TableRoom};
use super::stored::Disk;
use crate::states::disk::shelf::on_threads;
use crate::states::disk::{Fault, HAS_DISKS};
use std::time::Instant;

/// The fewest bytes of a state in a run.
const LEAST_STATE: u64 = 2;

impl<const K: usize, const V: usize> Forward<K, V> {
    /// Writes a note at the end of a layer, if it is due by the clock. If the disk is full, the
    /// count continues.
    pub(super) fn note_if_late(&mut self, memory: usize) {
        if !HAS_DISKS || !self.timer.is_some_and(|timer| timer.is_due()) {
            return;
        }
        // At the end, only the number matters.
        let is_over = self.step >= self.schedule.length();
        if is_over || self.effort.states == self.noted_at {
            return;
        }
        let begun = Instant::now();
        match self.note_copies(memory) {
            Ok(()) => self.noted_at = self.effort.states,
            Err(fault) => self.offer.iter().for_each(|offer| offer.forgo(&fault)),
        }
        self.timer.iter_mut().for_each(|timer| timer.restart(begun));
    }

    fn note_copies(&mut self, memory: usize) -> Result<(), Fault> {
        let Some(offer) = &self.offer else {
            return Ok(());
        };
        offer.write_ledger()?;
        let disk = self.disk.get_or_insert_with(|| Disk::of_copies(offer));
        let states = self.shares.iter_mut().map(|share| own(share).states as u64);
        disk.look_for_copies(states.sum(), &self.begun, self.schedule.length())?;
        let length = self.schedule.length();
        let steps: Vec<usize> = (self.step..=length)
            .filter(|&step| self.states(step) > 0)
            .collect();
        let copies = self.write_steps(&steps, memory, Share::copy)?;
        let noted = self.noted(&copies);
        match &mut self.disk {
            Some(disk) => disk.shelf.note(&noted, copies),
            None => Ok(()),
        }
    }

    /// Reads the noted states back into memory, if all fit; otherwise they stay on the disk.
    /// Returns false if they may not: only one way may keep states there.
    pub(super) fn load(&mut self, memory: usize) -> Result<bool, Fault> {
        self.comes_back = false;
        let Some(disk) = &self.disk else {
            return Ok(true);
        };
        let (shelf, room) = (&disk.shelf, TableRoom::new(memory, 0));
        // A few states do not pay for another thread.
        let threads = match shelf.states() < MANY as u64 {
            true => 1,
            false => self.threads,
        };
        for step in shelf.steps() {
            let open = shelf.open_own(step)?;
            on_threads(threads, SHARES, &|number| {
                let mut share = lock(&self.shares[number]);
                for mut reading in open.share::<K>(number) {
                    while let Some(entry) = reading.next()? {
                        if !share.put_back(step, &entry, &room) {
                            return Ok(());
                        }
                    }
                }
                Ok(())
            })?;
            if room.is_short() {
                break;
            }
        }
        let is_short = room.is_short();
        if is_short {
            self.shares.iter_mut().for_each(|share| own(share).clear());
            return self.take_disk();
        }
        if let Some(disk) = &mut self.disk {
            disk.shelf.returned();
            disk.has_states = false;
        }
        self.effort.bytes = self.bytes();
        Ok(true)
    }

    /// Another way keeps states on the disk, and this one has run out of memory: it ends, and its
    /// files are removed.
    pub(super) fn leave(&mut self) -> Result<(), Fault> {
        match &mut self.disk {
            Some(disk) => disk.shelf.leave(),
            None => Ok(()),
        }
    }
}

impl Disk {
    /// Checks that the disk has room for copies of this many states, as far as can be told.
    fn look_for_copies(&self, states: u64, begun: &Begun, layers: usize) -> Result<(), Fault> {
        let (bytes, before) = self.shelf.copied();
        // Half the size of the last copies: surely needed.
        let each = (bytes / before.max(1) / 2).max(LEAST_STATE);
        let wanted = states.saturating_mul(each);
        match self.shelf.store().room() {
            Some(room) if room < wanted => Err(Fault::NoRoom {
                layer: begun.step,
                layers,
                wanted,
                room,
            }),
            _ => Ok(()),
        }
    }
}
