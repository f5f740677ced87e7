//! Layers beyond memory: states that do not fit go to runs on a disk, and are merged when they are
//! read.
//!
//! The present layer has its states in memory or, if some of them are in runs, as a
//! [stream](Stream) for each share.

use super::Pass;
use super::forward::{Forward, Sending, lock, own};
use super::share::{SHARES, Share, TableRoom, states_of};
use super::stored::{Disk, SOME, Stream};
use crate::states::disk::run::{Run, RunEntry};
use crate::states::disk::shelf::{Noted, on_threads};
use crate::states::disk::team::Team;
use crate::states::disk::{Fault, HAS_DISKS};
use crate::states::foresight::{Foresight, Looks};
use crate::states::schedule::Schedule;
use crate::states::table::{Table, Value, hash};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// With less memory, one thread writes.
const LITTLE: usize = 1 << 16;

impl<const K: usize, const V: usize> Forward<K, V> {
    /// Continues from a note.
    pub fn resumed(
        schedule: Schedule<K>,
        foresight: Foresight<K>,
        threads: usize,
        (disk, noted): (Disk, &Noted),
    ) -> Self {
        let mut forward = Self::empty(schedule, foresight, threads);
        let Noted {
            step, effort, sums, ..
        } = noted;
        let share = own(&mut forward.shares[0]);
        for &(step, sum) in sums {
            if let Some(bound) = share.sums.get_mut(step) {
                *bound = sum;
            }
        }
        (share.furthest, share.hits) = (sums.iter().map(|&(step, _)| step).max().unwrap_or(0), 0);
        share.hits = effort.hits;
        share.looks = Looks {
            all: effort.dead,
            dead: effort.dead,
        };
        forward.step = (*step).min(forward.schedule.length());
        forward.effort = effort.clone();
        forward.tried = effort.trials;
        // It is computed again before the next layer.
        forward.bound = f64::INFINITY;
        forward.profile = vec![0; forward.step];
        forward.disk = Some(disk);
        forward.comes_back = noted.are_copies;
        forward.begin_again();
        forward
    }

    /// The states on a disk, if there are any.
    #[inline(always)]
    pub(super) fn disk(&self) -> Option<&Disk> {
        let disk = self.disk.as_ref().filter(|_| HAS_DISKS);
        disk.filter(|disk| disk.has_states)
    }

    /// The number of this job's states of a step on the disk.
    pub(super) fn states_on_disk(&self, step: usize) -> u64 {
        self.disk().map_or(0, |disk| disk.shelf.states_at(step))
    }

    /// With other jobs: notes how far this job is, and waits until all have reached its step.
    /// Returns whether their counts fit into `V` words.
    pub(super) fn meet(&mut self, memory: usize) -> Result<bool, Fault> {
        let Some(disk) = self.disk().filter(|disk| disk.is_shared()) else {
            return Ok(true);
        };
        if !disk.shelf.has_note() {
            self.note(memory)?;
        }
        let (step, layers) = (self.step, self.schedule.length());
        let disk = self.disk.as_mut().expect("it is shared");
        disk.shelf.meet(step, layers)?;
        // The others have written notes since.
        self.bound = f64::INFINITY;
        let limbs = disk.shelf.team().map_or(0, Team::limbs);
        Ok(limbs <= V)
    }

    /// Before a layer: checks that the disk has room for it, and frees memory for reading.
    pub(super) fn prepare(&mut self, memory: usize) -> Result<(), Fault> {
        let step = self.step;
        let Some(disk) = self.disk() else {
            return Ok(());
        };
        let steps = self.schedule.steps.iter();
        let widths: Vec<u32> = steps.map(|step| step.width).collect();
        disk.look(&self.begun, &widths)?;
        if disk.shelf.at(step).is_empty() || self.bytes_at(step) <= memory / 2 {
            return Ok(());
        }
        self.spill_steps(&[step], memory)
    }

    /// Opens the layer, some of whose states are on the disk. `left` states have not been expanded.
    pub(super) fn open(&mut self, left: u64, memory: usize) -> Result<(), Fault> {
        let disk = self.disk.as_mut().expect("it has states");
        let open = disk.shelf.open::<K, V>(self.step, memory, self.threads)?;
        let mut tables = std::mem::take(&mut self.now);
        tables.resize_with(SHARES, Table::default);
        let before = (self.profile.last().copied().unwrap_or(0)).saturating_sub(left) as usize;
        self.stream = Some(Stream::new(open, tables, before));
        Ok(())
    }

    /// Expands the states of a stream up to some progress, while there is room. Returns the numbers
    /// of states and of moves.
    pub(super) fn expand_stream(
        &self,
        stream: &Stream<K, V>,
        until: usize,
        room: &TableRoom,
    ) -> Result<(u64, u64), Fault> {
        let (done, _) = stream.progress();
        let left = AtomicUsize::new(until.saturating_sub(done).max(SOME));
        // A few states do not pay for another thread.
        let threads = match left.load(Ordering::Relaxed) < 16 * SOME {
            true => 1,
            false => self.threads,
        };
        let totals = on_threads(threads, threads, &|_| {
            let mut sending = Sending::new(self, room);
            stream.take(&left, room, |key, count| sending.expand(key, count))?;
            Ok(sending.end())
        })?;
        let sum = |one: (u64, u64), other: (u64, u64)| (one.0 + other.0, one.1 + other.1);
        Ok(totals.into_iter().fold((0, 0), sum))
    }

    /// The memory of the tables of a step.
    fn bytes_at(&mut self, step: usize) -> usize {
        let shares = self.shares.iter_mut();
        shares.map(|share| own(share).tables[step].bytes()).sum()
    }

    /// When states do not fit for the first time: moves all states to the disk, including the
    /// unexpanded ones of the present layer, and writes a note. So no work done before that can be
    /// lost.
    pub(super) fn spill_first(&mut self, memory: usize) -> Result<(), Fault> {
        let left = self.write_now(memory)?;
        self.note(memory)?;
        self.open(left, memory)
    }

    /// Writes the largest tables until `rest` bytes are left in memory, and the waiting states that
    /// still do not fit. If `rest` is 0, all states are on the disk afterwards.
    pub(super) fn spill(&mut self, memory: usize, rest: usize) -> Result<(), Fault> {
        let now: usize = self.now.iter().map(Table::bytes).sum();
        if now > memory / 2 {
            let left = self.write_now(memory)?;
            self.open(left, memory)?;
        }
        let mut steps: Vec<(usize, usize)> = (self.step..=self.schedule.length())
            .map(|step| (self.bytes_at(step), step))
            .filter(|&(bytes, _)| bytes > 0)
            .collect();
        steps.sort_unstable_by(|one, other| other.cmp(one));
        let mut left: usize = steps.iter().map(|&(bytes, _)| bytes).sum();
        let steps = steps.into_iter().take_while(|&(bytes, _)| {
            let is_enough = left <= rest;
            left -= bytes;
            !is_enough
        });
        let steps: Vec<usize> = steps.map(|(_, step)| step).collect();
        self.spill_steps(&steps, memory)?;
        if rest > 0 {
            let room = TableRoom::new(memory, self.bytes()).keeping(true);
            for share in &mut self.shares {
                let share = own(share);
                for parcel in std::mem::take(&mut share.late) {
                    share.receive(&parcel, &self.foresight, &room);
                }
            }
        }
        let shares = self.shares.iter_mut();
        let late = shares.flat_map(|share| own(share).late.iter().map(|parcel| parcel.to as usize));
        let mut late: Vec<usize> = late.collect();
        late.sort_unstable();
        late.dedup();
        self.spill_steps(&late, memory)
    }

    /// Writes the tables of some steps, each as a run.
    fn spill_steps(&mut self, steps: &[usize], memory: usize) -> Result<(), Fault> {
        let runs = self.write_steps(steps, memory, Share::drain)?;
        if let Some(disk) = &mut self.disk {
            runs.into_iter().for_each(|run| disk.shelf.add(run));
        }
        Ok(())
    }

    /// Writes the states that `take` returns for some steps, each step as a run.
    pub(super) fn write_steps(
        &self,
        steps: &[usize],
        memory: usize,
        take: impl Fn(&mut Share<K, V>, usize) -> Vec<RunEntry<K, V>> + Sync,
    ) -> Result<Vec<Run>, Fault> {
        let Some(disk) = &self.disk else {
            return Ok(Vec::new());
        };
        let (shelf, shares) = (&disk.shelf, &self.shares);
        // Starting a thread takes as long as writing some thousand states.
        let threads = match memory < LITTLE {
            true => 1,
            false => self.threads,
        };
        let begun = Mutex::new(Vec::new());
        let runs = on_threads(threads, steps.len(), &|number| {
            let mut writing = shelf.begin::<K>(steps[number], memory)?;
            lock(&begun).push(writing.name());
            for (place, share) in shares.iter().enumerate() {
                let states = take(&mut lock(share), steps[number]);
                shelf.put(&mut writing, place, states)?;
            }
            writing.end()
        });
        // After a fault, unfinished runs are removed.
        if runs.is_err() {
            for name in lock(&begun).iter() {
                _ = shelf.store().remove(name);
            }
        }
        runs
    }

    /// Writes the unexpanded states of the layer, to be opened as a stream. Returns their number.
    fn write_now(&mut self, memory: usize) -> Result<u64, Fault> {
        let done = self.done.unwrap_or(0);
        let mut firsts = [usize::MAX; SHARES];
        for &(share, first) in self.chunks[done..].iter().rev() {
            firsts[share as usize] = first as usize;
        }
        let disk = self.disk.as_mut().expect("somebody spills");
        let (shelf, step) = (&disk.shelf, self.step);
        let tables = std::mem::take(&mut self.now).into_iter();
        let tables: Vec<Mutex<Table<K, V>>> = tables.map(Mutex::new).collect();
        let runs = on_threads(self.threads, tables.len(), &|share| {
            let table = std::mem::take(&mut *lock(&tables[share]));
            let states = states_of(&table, firsts[share].min(table.places()));
            drop(table);
            let mut writing = shelf.begin::<K>(step, memory)?;
            shelf.put(&mut writing, share, states)?;
            writing.end()
        })?;
        let left = runs.iter().map(Run::states).sum();
        runs.into_iter().for_each(|run| disk.shelf.add(run));
        self.chunks.clear();
        Ok(left)
    }

    /// Before a layer: makes room for longer counts.
    pub(super) fn make_room_to_widen(&mut self, memory: usize) -> Result<(), Fault> {
        if self.disk().is_some() {
            return self.spill(memory, 0);
        }
        let is_short = self.bytes_widened().is_some_and(|bytes| bytes > memory);
        match is_short && self.take_disk()? {
            true => self.note(memory),
            false => Ok(()),
        }
    }

    /// Takes the right to keep states on the disk. If another way has it, this one ends.
    pub(super) fn take_disk(&mut self) -> Result<bool, Fault> {
        let Some(offer) = self.offer.as_ref().filter(|_| HAS_DISKS) else {
            return Ok(false);
        };
        let Some(right) = offer.take() else {
            return self.leave().map(|()| false);
        };
        match &mut self.disk {
            Some(disk) => disk.has_states = true,
            None => self.disk = Some(Disk::new(right, offer)),
        }
        Ok(true)
    }

    /// At the end of a layer, drops its runs.
    pub(super) fn end_on_disk(&mut self) -> Result<(), Fault> {
        let Some(disk) = self
            .disk
            .as_mut()
            .filter(|disk| HAS_DISKS && disk.has_states)
        else {
            return Ok(());
        };
        if self.stream.is_some() {
            let states = self.effort.states - self.begun.states;
            self.profile.pop();
            self.profile.push(states);
        }
        let waiting = self.begun.waiting.max(1) as f64;
        disk.each = disk.shelf.bytes() as f64 / waiting;
        disk.shelf.drop_step(self.step)
    }

    /// Writes a note once as many states have been expanded as fit into memory; with other jobs,
    /// after each layer.
    pub(super) fn note_if_due(&mut self, memory: usize) -> Result<(), Fault> {
        let many = memory / (4 * size_of::<RunEntry<K, V>>());
        match self.disk() {
            Some(disk) if disk.is_shared() => self.note(memory),
            Some(disk) if self.effort.states - disk.since >= many as u64 => self.note(memory),
            _ => Ok(()),
        }
    }

    fn note(&mut self, memory: usize) -> Result<(), Fault> {
        if let Some(offer) = &self.offer {
            offer.write_ledger()?;
        }
        let begun = self.timer.map(|_| Instant::now());
        self.spill(memory, 0)?;
        let noted = self.noted(&[]);
        let disk = self.disk.as_mut().expect("somebody notes");
        disk.since = self.effort.states;
        disk.shelf.note(&noted, Vec::new())?;
        if let (Some(timer), Some(begun)) = (&mut self.timer, begun) {
            timer.restart(begun);
        }
        Ok(())
    }

    /// The content of a note beside runs. `copies` are the runs that are copies.
    pub(super) fn noted(&mut self, copies: &[Run]) -> Noted {
        let mut sums = Vec::new();
        // Other jobs may still be at the step before.
        for step in self.step.saturating_sub(1)..=self.schedule.length() {
            let is_sent = (self.disk.as_ref()).is_some_and(|disk| disk.shelf.has_sent(step));
            if is_sent || copies.iter().any(|run| run.step == step) {
                let shares = self.shares.iter_mut();
                sums.push((step, shares.map(|share| own(share).sums[step]).sum()));
            }
        }
        Noted {
            step: self.step,
            limbs: V,
            effort: self.effort.clone(),
            sums,
            are_copies: self.disk().is_none(),
        }
    }

    /// The counts of the final state that are on the disk, of all jobs.
    pub(super) fn ends_on_disk(&self) -> Result<Vec<Value<V>>, Fault> {
        let Some(disk) = self.disk() else {
            return Ok(Vec::new());
        };
        // At the end, no bit of a state is in use.
        let open = disk.shelf.open_end(self.step, hash(&[0; K]))?;
        let mut counts = Vec::new();
        for share in 0..SHARES {
            for mut reading in open.share::<K>(share) {
                while let Some((_, count)) = reading.next()? {
                    counts.push(count);
                }
            }
        }
        Ok(counts)
    }
}
