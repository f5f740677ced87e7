//! Expanding layer after layer.
//!
//! While a layer is expanded, its tables do not change; new states go to the tables of later
//! layers. So several threads can expand a layer: each takes some places of the tables at a time,
//! sorts the new states by shares, and locks a share to add to it.

use super::cost::{LOOK, of_trials, work};
use super::share::{Parcel, Room, SHARES, Share, TOGETHER, share_of};
use super::{Begun, LIMBS, Pass};
use crate::answers::states::foresight::{Foresight, Looks};
use crate::answers::states::schedule::{Key, Schedule};
use crate::answers::states::table::{Table, Value};
use crate::answers::{Effort, Status};
use crate::threads::{LEAST_MEMORY, SMALL_STACK, start};
use num_bigint::BigUint;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// With fewer states in a layer, one thread is enough.
const MANY: usize = 1 << 12;

/// How many places a thread takes at a time, and how many parcels for a share.
const PLACES: usize = 256;
const BATCH: usize = 128;

/// States of `K` words with counts of `V` words.
pub(super) struct Forward<const K: usize, const V: usize> {
    schedule: Schedule<K>,
    /// Sees which states are dead.
    foresight: Foresight<K>,
    threads: usize,
    shares: Vec<Mutex<Share<K, V>>>,
    /// The step that is being expanded, and the states that stood there, by shares, in
    /// chunks of places: the share and the first place of each.
    step: usize,
    now: Vec<Table<K, V>>,
    chunks: Vec<(u32, u32)>,
    /// How many chunks have been expanded; none if the layer has not begun.
    done: Option<usize>,
    begun: Begun,
    /// What the layer may take, as the last one did.
    forecast: u64,
    /// No count is larger once this step is expanded.
    bound: f64,
    profile: Vec<u64>,
    effort: Effort,
    /// Trials of options, without looks.
    tried: u64,
    /// The work that has been told, which is never less from then on.
    least: u64,
}

impl<const K: usize, const V: usize> Forward<K, V> {
    pub fn new(schedule: Schedule<K>, foresight: Foresight<K>, threads: usize) -> Self {
        let steps = schedule.length();
        let mut forward = Forward {
            shares: (0..SHARES).map(|_| Mutex::new(Share::new(steps))).collect(),
            now: Vec::new(),
            chunks: Vec::new(),
            done: None,
            step: 0,
            begun: Begun::default(),
            forecast: 0,
            bound: 1.0,
            profile: Vec::with_capacity(steps),
            effort: Effort::default(),
            tried: 0,
            least: 0,
            schedule,
            foresight,
            threads,
        };
        if let Some((step, key)) = forward.schedule.start() {
            let mut one = [0; V];
            one[0] = 1;
            let parcel = Parcel::new(step, key, one);
            let share = share_of(parcel.hash);
            // One state is no matter.
            let room = Room::new(usize::MAX, 0);
            own(&mut forward.shares[share]).receive(&parcel, &forward.foresight, &room);
        }
        forward.begun.waiting = forward.waiting();
        forward
    }

    /// This layer with longer counts, before it begins.
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
            step: self.step,
            begun: self.begun,
            forecast: self.forecast,
            bound: self.bound,
            profile: self.profile,
            effort: self.effort,
            tried: self.tried,
            least: self.least,
            schedule: self.schedule,
            foresight: self.foresight,
            threads: self.threads,
        })
    }

    /// How long counts can be that are longer than these.
    fn next_limbs() -> Option<usize> {
        // Long states take so much that there is no code for them with two limbs.
        let mut longer = LIMBS.into_iter().filter(|&limbs| limbs > V);
        longer.find(|&limbs| K <= 2 || limbs != 2)
    }

    /// Whether the counts to come in this step fit in `V` words.
    fn fits(&mut self) -> bool {
        let most = 2f64.powi(64 * V as i32 - 2);
        let moves = self.schedule.most_moves() as f64;
        let more = self.sum(self.step) * moves;
        if self.bound + more > most {
            let furthest = self.furthest().max(self.step);
            let open = self.step..=furthest;
            self.bound = open.map(|step| self.sum(step)).fold(0.0, f64::max);
        }
        self.bound += more;
        self.bound <= most
    }

    /// The last step that any state has been seen at.
    fn furthest(&mut self) -> usize {
        let furthest = self.shares.iter_mut().map(|share| own(share).furthest);
        furthest.max().unwrap_or(0)
    }

    /// A bound for the sum of a step's counts.
    fn sum(&mut self, step: usize) -> f64 {
        let sums = self.shares.iter_mut().map(|share| own(share).sums[step]);
        sums.sum::<u128>() as f64 * 2f64.powi(64 * (V as i32 - 1))
    }

    /// How many states wait at a step.
    fn states(&mut self, step: usize) -> usize {
        let tables = self.shares.iter_mut().map(|share| &own(share).tables[step]);
        tables.map(Table::count).sum()
    }

    /// Begins with the layer of this step.
    fn begin(&mut self) {
        let step = self.step;
        let states = self.states(step) as u64;
        self.profile.push(states);
        let trials = states * self.schedule.trials(step) as u64;
        let before = self.begun.work as f64 / self.begun.states.max(1) as f64;
        self.forecast = of_trials(trials, K).max((before * states as f64) as u64);
        let tables = self.shares.iter_mut().map(|share| own(share).take(step));
        self.now = tables.collect();
        self.chunks.clear();
        for (share, table) in self.now.iter().enumerate() {
            let places = (0..table.places()).step_by(PLACES);
            self.chunks
                .extend(places.map(|place| (share as u32, place as u32)));
        }
        self.done = Some(0);
    }

    /// Ends the layer, all states of which have been expanded. Only now it is known what it
    /// has taken, whatever the order of its states was.
    fn end(&mut self) {
        self.least = self.work();
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
        self.begun = Begun {
            step: self.step,
            waiting: self.waiting(),
            states: self.effort.states,
            work: work(&self.effort, K, V),
        };
    }

    /// The states that wait at this step and further on.
    fn waiting(&mut self) -> u64 {
        let states = self.shares.iter_mut().map(|share| own(share).states as u64);
        states.sum()
    }

    /// Up to which chunk to continue until this much work has been done, if all goes as before.
    fn until(&self, end: u64) -> usize {
        let (done, all) = (self.done.unwrap_or(0), self.chunks.len());
        let each = (self.forecast / all as u64).max(1);
        let more = end.saturating_sub(self.work()) / each;
        done + usize::try_from(more + 1).map_or(all, |more| more.min(all - done))
    }

    /// Expands the states of this layer up to some chunk. Whether there was room for what comes
    /// of them within this many bytes.
    fn expand(&mut self, until: usize, memory: usize) -> bool {
        let from = self.done.unwrap_or(0);
        let before = self.bytes();
        let states: usize = self.now.iter().map(Table::count).sum();
        let is_long = states * (until - from) >= MANY * self.chunks.len();
        let room = Room::new(memory, before);
        let (states, moves) = match is_long && self.threads > 1 {
            true => self.expand_together(from..until, &room),
            false => self.expand_alone(from..until, &room),
        };
        self.done = Some(until);
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
        let bytes = self.bytes();
        self.effort.bytes = self.effort.bytes.max(bytes);
        !room.is_short() && bytes <= memory
    }

    /// What all tables take.
    fn bytes(&mut self) -> usize {
        let ahead = self.shares.iter_mut().map(|share| own(share).bytes);
        let now = self.now.iter().map(Table::bytes);
        now.sum::<usize>() + ahead.sum::<usize>()
    }

    /// Expands some chunks on this thread, while there is room. Returns how many states there
    /// were, and how many moves from them.
    fn expand_alone(&mut self, chunks: Range<usize>, room: &Room) -> (u64, u64) {
        let (mut states, mut moves) = (0, 0);
        let (shares, foresight) = (&mut self.shares, &self.foresight);
        let mut parcels: Vec<Parcel<K, V>> = Vec::with_capacity(2 * TOGETHER);
        let mut deliver = |parcels: &mut Vec<Parcel<K, V>>| {
            let near = parcels.iter().map(|parcel| {
                let share = own(&mut shares[share_of(parcel.hash)]);
                share.touch(parcel)
            });
            std::hint::black_box(near.fold(0, |all, one| all ^ one));
            for parcel in parcels.drain(..) {
                let share = own(&mut shares[share_of(parcel.hash)]);
                share.receive(&parcel, foresight, room);
            }
            !room.is_short()
        };
        for &(share, first) in &self.chunks[chunks] {
            for (key, count) in chunk(&self.now[share as usize], first) {
                states += 1;
                moves += self.schedule.expand(self.step, key, |to, next, _| {
                    parcels.push(Parcel::new(to, next, *count));
                }) as u64;
                if parcels.len() >= TOGETHER && !deliver(&mut parcels) {
                    return (states, moves);
                }
            }
        }
        deliver(&mut parcels);
        (states, moves)
    }

    /// Expands chunks on several threads, as far as the system has them.
    fn expand_together(&self, chunks: Range<usize>, room: &Room) -> (u64, u64) {
        let next = AtomicUsize::new(chunks.start);
        let total = Mutex::new((0, 0));
        let work = |_| {
            let (mut states, mut moves) = (0, 0);
            let mut parcels: Vec<Vec<Parcel<K, V>>> = Vec::new();
            parcels.resize_with(SHARES, || Vec::with_capacity(BATCH));
            let deliver = |share: usize, parcels: &mut Vec<Parcel<K, V>>| {
                lock(&self.shares[share]).receive_all(parcels, &self.foresight, room);
                parcels.clear();
            };
            while !room.is_short() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= chunks.end {
                    break;
                }
                let (share, first) = self.chunks[number];
                for (key, count) in chunk(&self.now[share as usize], first) {
                    states += 1;
                    moves += self.schedule.expand(self.step, key, |to, next, _| {
                        let parcel = Parcel::new(to, next, *count);
                        let share = share_of(parcel.hash);
                        parcels[share].push(parcel);
                        if parcels[share].len() == BATCH {
                            deliver(share, &mut parcels[share]);
                        }
                    }) as u64;
                }
            }
            for (share, parcels) in parcels.iter_mut().enumerate() {
                deliver(share, parcels);
            }
            let mut total = lock(&total);
            total.0 += states;
            total.1 += moves;
        };
        std::thread::scope(|scope| {
            start(scope, self.threads - 1, SMALL_STACK, LEAST_MEMORY, work);
            work(0);
        });
        total.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<const K: usize, const V: usize> Pass for Forward<K, V> {
    fn run(&mut self, end: u64, memory: usize) -> Status<BigUint> {
        while self.step < self.schedule.length() {
            if self.done.is_none() {
                if !self.fits() {
                    return Status::TooLarge;
                }
                self.begin();
            }
            if !self.chunks.is_empty() && !self.expand(self.until(end), memory) {
                return Status::Full;
            }
            if self.done == Some(self.chunks.len()) {
                self.end();
            }
            if self.work() >= end {
                return Status::Paused;
            }
        }
        let ends = self
            .shares
            .iter_mut()
            .map(|share| &own(share).tables[self.step]);
        let mut found = ends.flat_map(|end| (0..end.places()).filter_map(|place| end.at(place)));
        Status::Done(match found.next() {
            None => BigUint::ZERO,
            Some((_, value)) => {
                let halves = value
                    .iter()
                    .flat_map(|&word| [word as u32, (word >> 32) as u32]);
                BigUint::new(halves.collect())
            }
        })
    }

    fn effort(&self) -> &Effort {
        &self.effort
    }

    fn work(&self) -> u64 {
        let forecast = match self.done {
            None | Some(0) => 0,
            Some(done) => {
                let part = u128::from(self.forecast) * done as u128;
                (part / self.chunks.len() as u128) as u64
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

    fn bytes_widened(&self) -> Option<usize> {
        let shares = self.shares.iter().map(lock);
        Some(match Self::next_limbs()? {
            2 => shares.map(|share| share.bytes_widened::<2>()).sum(),
            4 => shares.map(|share| share.bytes_widened::<4>()).sum(),
            _ => shares.map(|share| share.bytes_widened::<16>()).sum(),
        })
    }

    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>> {
        Some(match Self::next_limbs()? {
            2 if K <= 2 => self.wider::<2>(),
            4 => self.wider::<4>(),
            _ => self.wider::<16>(),
        })
    }
}

/// The states at some places of a table.
#[inline]
fn chunk<const K: usize, const V: usize>(
    table: &Table<K, V>,
    first: u32,
) -> impl Iterator<Item = (&Key<K>, &Value<V>)> {
    let first = first as usize;
    let places = first..(first + PLACES).min(table.places());
    places.filter_map(|place| table.at(place))
}

/// A share that no other thread can have.
fn own<T>(share: &mut Mutex<T>) -> &mut T {
    share.get_mut().unwrap_or_else(PoisonError::into_inner)
}

fn lock<T>(share: &Mutex<T>) -> MutexGuard<'_, T> {
    share.lock().unwrap_or_else(PoisonError::into_inner)
}
