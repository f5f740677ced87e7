//! Expands layer after layer.
//!
//! While a layer is expanded, its tables do not change; new states go to the tables of later
//! layers. So several threads can expand a layer. Each takes some places of the tables at a time,
//! sorts the new states by share, and locks a share to add to it.

use super::cost::{LOOK, of_trials, work};
use super::share::{Parcel, SHARES, Share, TOGETHER, TableRoom, share_of};
use super::stored::{Disk, Stream};
use super::{Begun, OnDisk, Pass, WIDEST_ON_DISK};
use crate::states::disk::{Fault, HAS_DISKS, Offer, Timer};
use crate::states::foresight::{Foresight, Looks};
use crate::states::schedule::{Key, Schedule};
use crate::states::table::{Table, Value};
use crate::{Effort, Status};
use dlx3_base::threads::{LEAST_MEMORY, SMALL_STACK, start};
use num_bigint::BigUint;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A layer with fewer states is expanded by one thread.
pub(super) const MANY: usize = 1 << 12;

/// The number of places that a thread takes at a time, and of parcels sent to a share at a time.
const PLACES: usize = 256;
const BATCH: usize = 128;

/// States of `K` words with counts of `V` words.
pub(super) struct Forward<const K: usize, const V: usize> {
    pub(super) schedule: Schedule<K>,
    /// Recognizes dead states.
    pub(super) foresight: Foresight<K>,
    pub(super) threads: usize,
    pub(super) shares: Vec<Mutex<Share<K, V>>>,
    /// The step that is being expanded; its tables, by share; and its chunks of places, each with
    /// its share and first place.
    pub(super) step: usize,
    pub(super) now: Vec<Table<K, V>>,
    pub(super) chunks: Vec<(u32, u32)>,
    /// The number of chunks expanded. None if the layer has not begun.
    pub(super) done: Option<usize>,
    /// The states of the layer, if some of them are on a disk. Then there are no chunks.
    pub(super) stream: Option<Stream<K, V>>,
    pub(super) begun: Begun,
    /// The estimated work of the layer, from the last one.
    forecast: u64,
    /// A bound for all counts once this step is expanded, in units of the highest word of a count.
    pub(super) bound: f64,
    pub(super) profile: Vec<u64>,
    pub(super) effort: Effort,
    /// Trials of options, without looks for dead states.
    pub(super) tried: u64,
    /// The work reported so far. It never falls.
    pub(super) least: u64,
    /// The store for states that do not fit into memory; and the states or copies that are there.
    pub(super) offer: Option<Offer>,
    pub(super) disk: Option<Disk>,
    /// When to note finished layers, if notes depend on time; and the number of states expanded at
    /// the last such note.
    pub(super) timer: Option<Timer>,
    pub(super) noted_at: u64,
    /// Whether the states on the disk must first be read back into memory.
    pub(super) comes_back: bool,
}

impl<const K: usize, const V: usize> Forward<K, V> {
    pub fn new(schedule: Schedule<K>, foresight: Foresight<K>, threads: usize) -> Self {
        let mut forward = Self::empty(schedule, foresight, threads);
        if let Some((step, key)) = forward.schedule.start() {
            let mut one = [0; V];
            one[0] = 1;
            let parcel = Parcel::new(step, key, one);
            let share = share_of(parcel.hash);
            // One state always fits.
            let room = TableRoom::new(usize::MAX, 0);
            own(&mut forward.shares[share]).receive(&parcel, &forward.foresight, &room);
        }
        forward.begun.waiting = forward.waiting();
        forward
    }

    /// A count without any states.
    pub(super) fn empty(schedule: Schedule<K>, foresight: Foresight<K>, threads: usize) -> Self {
        let steps = schedule.length();
        Forward {
            shares: (0..SHARES).map(|_| Mutex::new(Share::new(steps))).collect(),
            now: Vec::new(),
            chunks: Vec::new(),
            done: None,
            stream: None,
            step: 0,
            begun: Begun::default(),
            forecast: 0,
            bound: 1.0,
            profile: Vec::with_capacity(steps),
            effort: Effort::default(),
            tried: 0,
            least: 0,
            offer: None,
            disk: None,
            timer: None,
            noted_at: 0,
            comes_back: false,
            schedule,
            foresight,
            threads,
        }
    }

    /// Offers a store for states that do not fit into memory. Finished work is noted there now and
    /// then; with other jobs, after each layer.
    pub fn offered(self, offer: &Offer) -> Self {
        let timer = offer.timer().filter(|_| HAS_DISKS && offer.job().is_none());
        Forward {
            offer: Some(offer.clone()),
            timer,
            noted_at: self.effort.states,
            ..self
        }
    }

    /// A count that shares its states with other jobs, through the store of an offer. The first job
    /// has the initial state.
    pub fn shared(
        schedule: Schedule<K>,
        foresight: Foresight<K>,
        threads: usize,
        offer: &Offer,
    ) -> Option<Self> {
        let forward = match offer.job() {
            Some(0) | None => Self::new(schedule, foresight, threads),
            _ => Self::empty(schedule, foresight, threads),
        };
        let disk = Disk::new(offer.take()?, offer);
        Some(Forward {
            disk: Some(disk),
            ..forward.offered(offer)
        })
    }

    /// Converts to longer counts, before a layer begins.
    fn wider<const W: usize>(self) -> Box<dyn Pass> {
        let shares = self.shares.into_iter().map(|share| {
            let share = share.into_inner().unwrap_or_else(PoisonError::into_inner);
            Mutex::new(share.widen())
        });
        Box::new(Forward::<K, W> {
            shares: shares.collect(),
            now: Vec::new(),
            chunks: self.chunks,
            done: self.done,
            stream: None,
            step: self.step,
            begun: self.begun,
            forecast: self.forecast,
            bound: self.bound * 2f64.powi(64 * (V as i32 - W as i32)),
            profile: self.profile,
            effort: self.effort,
            tried: self.tried,
            least: self.least,
            offer: self.offer,
            disk: self.disk,
            timer: self.timer,
            noted_at: self.noted_at,
            comes_back: self.comes_back,
            schedule: self.schedule,
            foresight: self.foresight,
            threads: self.threads,
        })
    }

    /// The next longer counts in memory; 0 if there are none: then a diagram counts larger numbers.
    /// Long states take much memory, so there is no code for long states with counts of two words.
    const LONGER: usize = match (K, V) {
        (..=2, 1) => 2,
        (_, ..=2) => 4,
        (_, 4) => 16,
        _ => 0,
    };

    /// The next longer counts. Without a disk, a diagram takes over earlier.
    fn next_limbs(&self) -> Option<usize> {
        match Self::LONGER {
            0 => (self.disk().is_some() && V < WIDEST_ON_DISK).then_some(WIDEST_ON_DISK),
            longer => Some(longer),
        }
    }

    /// Whether the counts of this step will fit into `V` words.
    fn fits(&mut self) -> bool {
        let most = 2f64.powi(62);
        let moves = self.schedule.most_moves() as f64;
        let more = self.sum(self.step) * moves;
        if self.bound + more > most {
            let of_others = self.disk().map_or(0, Disk::furthest);
            let furthest = self.furthest().max(self.step).max(of_others);
            let open = self.step..=furthest;
            self.bound = open.map(|step| self.sum(step)).fold(0.0, f64::max);
        }
        self.bound += more;
        self.bound <= most
    }

    /// The last step at which states have been seen.
    pub(super) fn furthest(&mut self) -> usize {
        let furthest = self.shares.iter_mut().map(|share| own(share).furthest);
        furthest.max().unwrap_or(0)
    }

    /// A bound for the sum of a step's counts, in units of the highest word, as in tables. In these
    /// units, numbers of any length are in the range of `f64`.
    fn sum(&mut self, step: usize) -> f64 {
        let of_others = self.disk().map_or(0.0, |disk| disk.sum(step, V));
        let sums = self.shares.iter_mut().map(|share| own(share).sums[step]);
        sums.sum::<u128>() as f64 + of_others
    }

    /// The number of states that wait at a step.
    pub(super) fn states(&mut self, step: usize) -> usize {
        let tables = self.shares.iter_mut().map(|share| &own(share).tables[step]);
        tables.map(Table::count).sum()
    }

    /// Begins the layer of this step.
    fn begin(&mut self, memory: usize) -> Result<(), Fault> {
        let step = self.step;
        self.prepare(memory)?;
        let on_disk = self.states_on_disk(step);
        let states = self.states(step) as u64 + on_disk;
        self.profile.push(states);
        let trials = states * self.schedule.trials(step) as u64;
        let before = self.begun.work as f64 / self.begun.states.max(1) as f64;
        self.forecast = of_trials(trials, K).max((before * states as f64) as u64);
        let tables = self.shares.iter_mut().map(|share| own(share).take(step));
        self.now = tables.collect();
        self.chunks.clear();
        self.done = Some(0);
        if on_disk > 0 {
            return self.open(states, memory);
        }
        for (share, table) in self.now.iter().enumerate() {
            let places = (0..table.places()).step_by(PLACES);
            self.chunks
                .extend(places.map(|place| (share as u32, place as u32)));
        }
        Ok(())
    }

    /// Ends the layer, once all its states are expanded. Only now is its work known, whatever the
    /// order of its states was.
    fn end(&mut self) {
        self.least = self.work();
        self.stream = None;
        self.now.clear();
        self.done = None;
        self.step += 1;
        let mut looks = Looks::default();
        for share in &mut self.shares {
            let share = own(share);
            looks.all += share.looks.all;
            looks.dead += share.looks.dead;
        }
        self.foresight.judge(looks);
        self.begin_again();
    }

    /// Records the state of the count before a layer.
    pub(super) fn begin_again(&mut self) {
        self.begun = Begun {
            step: self.step,
            waiting: self.waiting(),
            states: self.effort.states,
            work: work(&self.effort, K, V),
        };
    }

    /// The number of states that wait at this step and later.
    pub(super) fn waiting(&mut self) -> u64 {
        let on_disk = self.disk().map_or(0, Disk::states);
        let states = self.shares.iter_mut().map(|share| own(share).states as u64);
        states.sum::<u64>() + on_disk
    }

    /// How much of the layer has been expanded, and its size: in states if some of them are on a
    /// disk, otherwise in chunks.
    fn progress(&self) -> (usize, usize) {
        match &self.stream {
            Some(stream) if HAS_DISKS => stream.progress(),
            _ => (self.done.unwrap_or(0), self.chunks.len()),
        }
    }

    /// The progress up to which to continue for this much work, if the estimate is right.
    fn until(&self, end: u64) -> usize {
        let (done, all) = self.progress();
        let each = (self.forecast / all.max(1) as u64).max(1);
        let more = end.saturating_sub(self.work()) / each;
        done + usize::try_from(more + 1).map_or(all, |more| more.min(all - done))
    }

    /// Expands the states of this layer up to some progress. Returns whether the new states fitted
    /// into this many bytes.
    fn expand(&mut self, until: usize, memory: usize) -> Result<bool, Fault> {
        let before = self.bytes();
        let keeps = self.offer.is_some() || self.disk.is_some();
        if let Some(stream) = self.stream.take().filter(|_| HAS_DISKS) {
            // A part of the memory is for reading.
            let room = TableRoom::new(memory - memory / 4, before + stream.held()).keeping(true);
            let expanded = self.expand_stream(&stream, until, &room);
            let held = stream.held();
            self.stream = Some(stream);
            let (states, moves) = expanded?;
            self.account(states, moves);
            self.effort.bytes = self.effort.bytes.max(self.bytes() + held);
            return Ok(!room.is_short());
        }
        let from = self.done.unwrap_or(0);
        let states: usize = self.now.iter().map(Table::count).sum();
        let is_long = states * (until - from) >= MANY * self.chunks.len();
        let room = TableRoom::new(memory, before).keeping(keeps);
        let (states, moves, until) = match is_long && self.threads > 1 {
            true => self.expand_together(from..until, &room),
            false => self.expand_alone(from..until, &room),
        };
        self.done = Some(until);
        self.account(states, moves);
        let bytes = self.bytes();
        self.effort.bytes = self.effort.bytes.max(bytes);
        Ok(!room.is_short() && bytes <= memory)
    }

    /// Adds up the effort.
    fn account(&mut self, states: u64, moves: u64) {
        let effort = &mut self.effort;
        effort.states += states;
        effort.moves += moves;
        self.tried += states * self.schedule.trials(self.step) as u64;
        (effort.hits, effort.dead) = (0, 0);
        effort.trials = self.tried;
        for share in &mut self.shares {
            let share = own(share);
            effort.hits += share.hits;
            effort.dead += share.looks.dead;
            effort.trials += share.looks.all * LOOK;
        }
    }

    /// The memory of all tables.
    pub(super) fn bytes(&mut self) -> usize {
        let ahead = self.shares.iter_mut().map(|share| own(share).bytes);
        let now = self.now.iter().map(Table::bytes);
        now.sum::<usize>() + ahead.sum::<usize>()
    }

    /// Expands some chunks on this thread, while there is room. Returns the numbers of states and
    /// of moves, and the first chunk that is left.
    #[inline(never)]
    fn expand_alone(&mut self, chunks: Range<usize>, room: &TableRoom) -> (u64, u64, usize) {
        let (mut states, mut moves, mut left) = (0, 0, chunks.start);
        let (shares, foresight) = (&mut self.shares[..], &self.foresight);
        let mut parcels: Vec<Parcel<K, V>> = Vec::with_capacity(2 * TOGETHER);
        for &(share, first) in &self.chunks[chunks] {
            if room.is_short() {
                break;
            }
            left += 1;
            for (key, count) in chunk(&self.now[share as usize], first) {
                states += 1;
                moves += self.schedule.expand(self.step, key, |to, next, _| {
                    parcels.push(Parcel::new(to, next, *count));
                }) as u64;
                if parcels.len() >= TOGETHER {
                    deliver(&parcels, shares, foresight, room);
                    parcels.clear();
                }
            }
        }
        deliver(&parcels, shares, foresight, room);
        (states, moves, left)
    }

    /// Expands chunks on several threads, as many as the system allows.
    #[inline(never)]
    fn expand_together(&self, chunks: Range<usize>, room: &TableRoom) -> (u64, u64, usize) {
        let next = AtomicUsize::new(chunks.start);
        let total = Mutex::new((0, 0));
        let work = |_| {
            let mut sending = Sending::new(self, room);
            while !room.is_short() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= chunks.end {
                    break;
                }
                let (share, first) = self.chunks[number];
                for (key, count) in chunk(&self.now[share as usize], first) {
                    sending.expand(key, count);
                }
            }
            let (states, moves) = sending.end();
            let mut total = lock(&total);
            total.0 += states;
            total.1 += moves;
        };
        std::thread::scope(|scope| {
            start(scope, self.threads - 1, SMALL_STACK, LEAST_MEMORY, work);
            work(0);
        });
        let (states, moves) = total.into_inner().unwrap_or_else(PoisonError::into_inner);
        (states, moves, next.into_inner().min(chunks.end))
    }

    fn go(&mut self, end: u64, memory: usize) -> Result<Status<BigUint>, Fault> {
        if HAS_DISKS && self.comes_back && !self.load(memory)? {
            return Ok(Status::Full);
        }
        while self.step < self.schedule.length() {
            if self.done.is_none() {
                if !self.meet(memory)? || !self.fits() {
                    return self.end_to_widen(memory);
                }
                self.begin(memory)?;
            }
            let (done, all) = self.progress();
            if done < all && !self.expand(self.until(end), memory)? && !self.spill_or_end(memory)? {
                return Ok(Status::Full);
            }
            let (done, all) = self.progress();
            if done == all {
                self.end_on_disk()?;
                self.end();
                self.note_if_due(memory)?;
                self.note_if_late(memory);
            }
            if self.work() >= end {
                return Ok(Status::Paused);
            }
        }
        match self.meet(memory)? {
            true => self.number().map(Status::Done),
            false => self.end_to_widen(memory),
        }
    }

    /// Counts do not fit into `V` words: ends, to continue with longer ones.
    fn end_to_widen(&mut self, memory: usize) -> Result<Status<BigUint>, Fault> {
        if self.disk().is_some() && self.next_limbs().is_none() {
            return Err(Fault::TooWide);
        }
        self.make_room_to_widen(memory)?;
        Ok(Status::TooLarge)
    }

    /// Moves states that do not fit to the disk. Returns false if there is none; then the count
    /// ends.
    fn spill_or_end(&mut self, memory: usize) -> Result<bool, Fault> {
        if self.disk().is_none() {
            let may_spill = self.take_disk()?;
            if may_spill {
                self.spill_first(memory)?;
            }
            return Ok(may_spill);
        }
        self.spill(memory, memory / 8)?;
        Ok(true)
    }

    /// The number of solutions, once all layers are done.
    fn number(&mut self) -> Result<BigUint, Fault> {
        let step = self.step;
        let ends = self.shares.iter_mut().map(|share| &own(share).tables[step]);
        let found = ends.flat_map(|end| (0..end.places()).filter_map(|place| end.at(place)));
        let held = found.map(|(_, value)| number_of(value)).sum::<BigUint>();
        let on_disk = self.ends_on_disk()?;
        Ok(on_disk.iter().map(number_of).sum::<BigUint>() + held)
    }
}

/// Adds new states to their shares, which no other thread can use. Not inlined, as it is much code.
#[inline(never)]
fn deliver<const K: usize, const V: usize>(
    parcels: &[Parcel<K, V>],
    shares: &mut [Mutex<Share<K, V>>],
    foresight: &Foresight<K>,
    room: &TableRoom,
) {
    let near = parcels.iter().map(|parcel| {
        let share = own(&mut shares[share_of(parcel.hash)]);
        share.touch(parcel)
    });
    std::hint::black_box(near.fold(0, |all, one| all ^ one));
    for parcel in parcels {
        let share = own(&mut shares[share_of(parcel.hash)]);
        share.receive(parcel, foresight, room);
    }
}

fn number_of<const V: usize>(value: &Value<V>) -> BigUint {
    let halves = value
        .iter()
        .flat_map(|&word| [word as u32, (word >> 32) as u32]);
    BigUint::new(halves.collect())
}

/// A thread's part in expanding states: sends the new states to their shares.
pub(super) struct Sending<'f, const K: usize, const V: usize> {
    forward: &'f Forward<K, V>,
    room: &'f TableRoom,
    parcels: Vec<Vec<Parcel<K, V>>>,
    states: u64,
    moves: u64,
}

impl<'f, const K: usize, const V: usize> Sending<'f, K, V> {
    pub fn new(forward: &'f Forward<K, V>, room: &'f TableRoom) -> Self {
        let mut parcels: Vec<Vec<Parcel<K, V>>> = Vec::new();
        parcels.resize_with(SHARES, || Vec::with_capacity(BATCH));
        Sending {
            forward,
            room,
            parcels,
            states: 0,
            moves: 0,
        }
    }

    #[inline]
    pub fn expand(&mut self, key: &Key<K>, count: &Value<V>) {
        let Sending {
            forward,
            room,
            parcels,
            ..
        } = self;
        self.states += 1;
        self.moves += forward.schedule.expand(forward.step, key, |to, next, _| {
            let parcel = Parcel::new(to, next, *count);
            let share = share_of(parcel.hash);
            parcels[share].push(parcel);
            if parcels[share].len() == BATCH {
                lock(&forward.shares[share]).receive_all(&parcels[share], &forward.foresight, room);
                parcels[share].clear();
            }
        }) as u64;
    }

    /// Sends the remaining parcels. Returns the numbers of states and of moves.
    pub fn end(self) -> (u64, u64) {
        let Forward {
            shares, foresight, ..
        } = self.forward;
        for (share, parcels) in shares.iter().zip(&self.parcels) {
            lock(share).receive_all(parcels, foresight, self.room);
        }
        (self.states, self.moves)
    }
}

impl<const K: usize, const V: usize> Pass for Forward<K, V> {
    fn run(&mut self, end: u64, memory: usize) -> Status<BigUint> {
        self.go(end, memory).unwrap_or_else(|fault| {
            if let Some(offer) = &self.offer {
                offer.fail(fault);
            }
            Status::Full
        })
    }

    fn effort(&self) -> &Effort {
        &self.effort
    }

    fn work(&self) -> u64 {
        let forecast = match self.progress() {
            (0, _) => 0,
            (done, all) => {
                let part = u128::from(self.forecast) * done as u128;
                (part / all as u128) as u64
            }
        };
        self.least.max(self.begun.work + forecast)
    }

    fn begun(&self) -> &Begun {
        &self.begun
    }

    fn profile(&self) -> &[u64] {
        &self.profile
    }

    fn told_of_disk(&self) -> Option<OnDisk> {
        self.disk().map(Disk::told)
    }

    fn bytes_widened(&self) -> Option<usize> {
        let shares = self.shares.iter().map(lock);
        Some(match self.next_limbs()? {
            2 if Self::LONGER == 2 => shares.map(|share| share.bytes_widened::<2>()).sum(),
            4 if Self::LONGER == 4 => shares.map(|share| share.bytes_widened::<4>()).sum(),
            16 if Self::LONGER == 16 => shares.map(|share| share.bytes_widened::<16>()).sum(),
            _ => shares
                .map(|share| share.bytes_widened::<WIDEST_ON_DISK>())
                .sum(),
        })
    }

    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>> {
        Some(match self.next_limbs()? {
            2 if Self::LONGER == 2 => self.wider::<2>(),
            4 if Self::LONGER == 4 => self.wider::<4>(),
            16 if Self::LONGER == 16 => self.wider::<16>(),
            _ if HAS_DISKS && Self::LONGER == 0 => self.wider::<WIDEST_ON_DISK>(),
            _ => return None,
        })
    }
}

/// The states at the places of a chunk.
#[inline]
fn chunk<const K: usize, const V: usize>(
    table: &Table<K, V>,
    first: u32,
) -> impl Iterator<Item = (&Key<K>, &Value<V>)> {
    let first = first as usize;
    let places = first..(first + PLACES).min(table.places());
    places.filter_map(|place| table.at(place))
}

/// A share that no other thread can use at this time.
pub(super) fn own<T>(share: &mut Mutex<T>) -> &mut T {
    share.get_mut().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn lock<T>(share: &Mutex<T>) -> MutexGuard<'_, T> {
    share.lock().unwrap_or_else(PoisonError::into_inner)
}
