//! Layer by layer: all states of a step at once, each with the sum over all ways to it.
//!
//! A step costs a test of two masks and a look-up. States wait in the table of the step
//! that they stand at; when a step has been expanded, its table goes.

use super::foresight::Foresight;
use super::model::Part;
use super::schedule::{Key, Layout, Schedule};
use super::table::{Table, Value, hash};
use super::{Effort, Front, Status};
use crate::threads::{LEAST_MEMORY, SMALL_STACK, start};
use num_bigint::BigUint;
use std::sync::Mutex;

/// A count of a part's solutions that can be paused.
pub struct Layers {
    pass: Box<dyn Pass>,
    /// Each step's front: bits of a state in use.
    widths: Vec<u32>,
    effort: Effort,
    /// The states of each step that has been expanded.
    profile: Vec<u64>,
}

/// The limbs that values may have. What is larger is counted on a diagram.
const LIMBS: [usize; 4] = [1, 2, 4, 16];

/// The most words of a state.
pub const MOST_WORDS: usize = 16;

/// Counts in tables of states of some size.
trait Pass: Send {
    /// Goes on until so much work has been done.
    fn run(&mut self, end: u64, memory: usize, effort: &mut Effort) -> Status<BigUint>;
    /// About the nanoseconds that an effort takes.
    fn work(&self, effort: &Effort) -> u64;
    /// The step that is being expanded, and the states that wait there.
    fn at(&self) -> (usize, u64);
    /// The states that have been expanded, by steps.
    fn profile(&self) -> &[u64];
    /// Goes on with longer values.
    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>>;
}

impl Layers {
    /// A count on so many threads; none if states would be too long.
    ///
    /// # Panics
    /// If there are no threads.
    pub fn new(part: &Part, layout: &Layout, threads: usize) -> Option<Self> {
        fn pass<const K: usize>(part: &Part, layout: &Layout, threads: usize) -> Box<dyn Pass> {
            let foresight = Foresight::new(part, layout);
            let schedule = Schedule::new(part, layout);
            Box::new(Forward::<K, 1>::new(schedule, foresight, threads))
        }
        assert!(threads > 0, "somebody must count");
        let pass = match layout.words {
            0..=1 => pass::<1>(part, layout, threads),
            2 => pass::<2>(part, layout, threads),
            3..=4 => pass::<4>(part, layout, threads),
            5..=MOST_WORDS => pass::<MOST_WORDS>(part, layout, threads),
            _ => return None,
        };
        Some(Layers {
            pass,
            widths: layout.widths().to_vec(),
            effort: Effort::default(),
            profile: Vec::new(),
        })
    }

    /// Goes on for so much work, in nanoseconds, within so many bytes.
    pub fn run(&mut self, work: u64, memory: usize) -> Status<BigUint> {
        let end = self.work().saturating_add(work);
        loop {
            match self.pass.run(end, memory, &mut self.effort) {
                Status::TooLarge => {}
                status => {
                    self.profile = self.pass.profile().to_vec();
                    return status;
                }
            }
            // A pass of another type takes its place.
            let idle: Box<dyn Pass> = Box::new(Idle);
            match std::mem::replace(&mut self.pass, idle).widen() {
                Some(pass) => self.pass = pass,
                None => return Status::TooLarge,
            }
        }
    }

    /// What it has cost so far.
    pub fn effort(&self) -> &Effort {
        &self.effort
    }

    /// The states of each step that has been expanded.
    pub fn profile(&self) -> &[u64] {
        &self.profile
    }

    /// The layer that is being expanded.
    pub fn front(&self) -> Front {
        let (layer, states) = self.pass.at();
        Front {
            layer,
            layers: self.widths.len(),
            states,
        }
    }

    /// About how many nanoseconds it has taken so far.
    pub fn work(&self) -> u64 {
        self.pass.work(&self.effort)
    }

    /// How much work there will be in all, as far as can be told: the number of states
    /// is taken to follow the width of the front.
    pub fn estimate(&self) -> f64 {
        let (at, waiting) = self.pass.at();
        let done = self.work() as f64;
        let Some(&width) = self.widths.get(at) else {
            return done;
        };
        if width == 0 || waiting == 0 {
            return done.max(1.0) * 2.0;
        }
        let growth = ((waiting as f64).ln() / f64::from(width)).clamp(0.0, std::f64::consts::LN_2);
        let each = (done / self.effort.states.max(1) as f64).max(1.0);
        let ahead = self.widths[at..].iter().map(|&other| {
            let more = f64::from(other) - f64::from(width);
            waiting as f64 * (growth * more).exp()
        });
        done + each * ahead.sum::<f64>()
    }
}

/// Holds the place while one pass is replaced by a wider one.
struct Idle;

impl Pass for Idle {
    fn run(&mut self, _: u64, _: usize, _: &mut Effort) -> Status<BigUint> {
        Status::TooLarge
    }

    fn work(&self, _: &Effort) -> u64 {
        0
    }

    fn at(&self) -> (usize, u64) {
        (0, 0)
    }

    fn profile(&self) -> &[u64] {
        &[]
    }

    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>> {
        None
    }
}

/// States of `K` words with counts of `V` words.
struct Forward<const K: usize, const V: usize> {
    schedule: Schedule<K>,
    /// One for each thread.
    shards: Vec<Shard<K, V>>,
    /// The step that is being expanded.
    step: usize,
    /// No count is larger once this step is expanded.
    bound: f64,
    profile: Vec<u64>,
}

/// A count to be added to a state: the state's step, its key, the count.
type Parcel<const K: usize, const V: usize> = (usize, Key<K>, Value<V>);

/// A shard: one share of all states, chosen by hash.
struct Shard<const K: usize, const V: usize> {
    /// The states that stand at each step; the last table has the one state of the end.
    tables: Vec<Table<K, V>>,
    /// About the sum of each table's counts, and never much less.
    sums: Vec<f64>,
    /// How far the step that is being expanded is.
    place: usize,
    /// The last step that any state has been seen at.
    furthest: usize,
    bytes: usize,
    /// Sees which states are dead.
    foresight: Foresight<K>,
    /// Counts on the way to each shard.
    out: Vec<Vec<Parcel<K, V>>>,
    effort: Effort,
}

/// So many moves are made before their counts are added: on one thread, so that what is
/// far away in memory comes at the same time; and on several, so that these need not meet
/// too often.
const TOGETHER: usize = 32;
const BATCH: usize = 1 << 15;

/// What it takes to try an option in a state, and to put a state that is new into a table
/// that grows, in nanoseconds for each word that is read or written: within a factor of 2
/// of what was measured on 40 problems, in front of and behind the caches.
const TRIAL: u64 = 4;
const WORD_OF_TRIAL: u64 = 5;
const WORD_OF_STATE: u64 = 50;

/// To look whether a state is dead takes as long as so many trials.
const LOOK: u64 = 4;

/// With fewer states at a step, one thread is enough.
const MANY: usize = 1 << 12;

impl<const K: usize, const V: usize> Shard<K, V> {
    fn new(steps: usize, shards: usize, foresight: Foresight<K>) -> Self {
        Shard {
            tables: vec![Table::default(); steps + 1],
            sums: vec![0.0; steps + 1],
            place: 0,
            furthest: 0,
            bytes: 0,
            foresight,
            out: vec![Vec::new(); shards],
            effort: Effort::default(),
        }
    }

    /// Expands states of a step until so many moves have been made.
    fn expand(&mut self, schedule: &Schedule<K>, step: usize, moves: usize) {
        let end = self.effort.moves + moves as u64;
        let table = &self.tables[step];
        let shards = self.out.len();
        let out = &mut self.out;
        let trials = schedule.trials(step) as u64;
        while self.place < table.places() && self.effort.moves < end {
            if let Some((key, value)) = table.at(self.place) {
                self.effort.moves += 1 + schedule.expand(step, key, |to, next, _| {
                    let shard = if shards == 1 {
                        0
                    } else {
                        shard_of(&next, shards)
                    };
                    out[shard].push((to, next, *value));
                }) as u64;
                self.effort.states += 1;
                self.effort.trials += trials;
            }
            self.place += 1;
        }
    }

    /// Adds counts to those of their states.
    fn receive(&mut self, parcels: &mut Vec<Parcel<K, V>>) {
        for some in parcels.chunks(TOGETHER) {
            // All states are looked at first.
            let near = some.iter().map(|(to, key, _)| self.tables[*to].touch(key));
            std::hint::black_box(near.fold(0, |all, one| all ^ one));
            for (to, key, value) in some {
                let table = &mut self.tables[*to];
                if self.foresight.is_awake() && !table.has(key) {
                    self.effort.trials += LOOK;
                    if self.foresight.is_dead(*to, key) {
                        self.effort.dead += 1;
                        continue;
                    }
                }
                let before = table.places();
                let (sum, is_known) = table.entry(key);
                add(sum, value);
                self.effort.hits += u64::from(is_known);
                if table.places() != before {
                    self.bytes += table.bytes() - table.bytes() / table.places() * before;
                }
                self.sums[*to] += approximate(value);
                self.furthest = self.furthest.max(*to);
            }
        }
        parcels.clear();
    }
}

/// Tables look at the low bits of the same hash.
fn shard_of<const K: usize>(key: &Key<K>, shards: usize) -> usize {
    (hash(key) >> 40) as usize % shards
}

impl<const K: usize, const V: usize> Forward<K, V> {
    fn new(schedule: Schedule<K>, foresight: Foresight<K>, threads: usize) -> Self {
        let steps = schedule.length();
        let shards = (0..threads).map(|_| Shard::new(steps, threads, foresight.clone()));
        let mut forward = Forward {
            shards: shards.collect(),
            step: 0,
            bound: 1.0,
            profile: Vec::with_capacity(steps),
            schedule,
        };
        if let Some((step, key)) = forward.schedule.start() {
            let mut one = [0; V];
            one[0] = 1;
            let shard = &mut forward.shards[shard_of(&key, threads)];
            shard.receive(&mut vec![(step, key, one)]);
        }
        forward
    }

    /// Whether the counts to come in this step fit in `V` words.
    fn fits(&mut self) -> bool {
        let most = 2f64.powi(64 * V as i32 - 2);
        let moves = self.schedule.most_moves() as f64;
        let more = self.sum(self.step) * moves;
        if self.bound + more > most {
            let furthest = self.shards.iter().map(|shard| shard.furthest).max();
            let open = self.step..=furthest.unwrap_or(self.step);
            self.bound = open.map(|step| self.sum(step)).fold(0.0, f64::max);
        }
        self.bound += more;
        self.bound <= most
    }

    /// About the sum of a step's counts.
    fn sum(&self, step: usize) -> f64 {
        self.shards.iter().map(|shard| shard.sums[step]).sum()
    }

    /// How many states wait at a step.
    fn states(&self, step: usize) -> usize {
        let tables = self.shards.iter().map(|shard| shard.tables[step].count());
        tables.sum()
    }

    /// Expands some states of this step, and adds the counts.
    fn expand(&mut self) {
        let (schedule, step) = (&self.schedule, self.step);
        if let [shard] = &mut self.shards[..] {
            shard.expand(schedule, step, TOGETHER);
            let mut parcels = std::mem::take(&mut shard.out[0]);
            shard.receive(&mut parcels);
            shard.out[0] = parcels;
            return;
        }
        let together = self.states(step) >= MANY;
        each(&mut self.shards, together, |_, shard| {
            shard.expand(schedule, step, BATCH)
        });
        let shards = self.shards.len();
        let mut incoming: Vec<Vec<Vec<Parcel<K, V>>>> = (0..shards)
            .map(|to| {
                let from = self.shards.iter_mut();
                from.map(|shard| std::mem::take(&mut shard.out[to]))
                    .collect()
            })
            .collect();
        each(
            self.shards.iter_mut().zip(&mut incoming),
            together,
            |_, (shard, parcels)| {
                parcels
                    .iter_mut()
                    .for_each(|parcels| shard.receive(parcels))
            },
        );
        for (to, all) in incoming.into_iter().enumerate() {
            for (shard, parcels) in self.shards.iter_mut().zip(all) {
                shard.out[to] = parcels;
            }
        }
    }

    /// Whether all states of this step have been expanded.
    fn is_expanded(&self) -> bool {
        let mut shards = self.shards.iter();
        shards.all(|shard| shard.place == shard.tables[self.step].places())
    }

    /// What all shards have cost so far.
    fn effort(&self) -> Effort {
        let mut effort = Effort::default();
        for shard in &self.shards {
            effort.states += shard.effort.states;
            effort.trials += shard.effort.trials;
            effort.moves += shard.effort.moves;
            effort.hits += shard.effort.hits;
            effort.dead += shard.effort.dead;
            effort.bytes += shard.bytes;
        }
        effort
    }
}

/// Does some work for each, on threads of their own if they are to work together, as far as
/// the system has threads.
fn each<T: Send>(all: impl IntoIterator<Item = T>, together: bool, work: impl Fn(usize, T) + Sync) {
    if !together {
        let all = all.into_iter().enumerate();
        all.for_each(|(number, one)| work(number, one));
        return;
    }
    let all: Vec<Mutex<Option<T>>> = all.into_iter().map(|one| Mutex::new(Some(one))).collect();
    let take = |number: usize| {
        let one = all[number].lock().ok().and_then(|mut one| one.take());
        work(number, one.expect("each is taken once"));
    };
    std::thread::scope(|scope| {
        let others = all.len().saturating_sub(1);
        let started = start(scope, others, SMALL_STACK, LEAST_MEMORY, take).len();
        (started..all.len()).for_each(take);
    });
}

#[inline]
fn approximate<const V: usize>(value: &Value<V>) -> f64 {
    let mut sum = 0.0;
    for word in (0..V).rev() {
        // The factor keeps roundings on the safe side.
        sum = sum * 18_446_744_073_709_551_616.0 + value[word] as f64 * (1.0 + 1e-9);
    }
    sum
}

/// Adds a count to another. That the sum fits has been seen to.
#[inline(always)]
fn add<const V: usize>(sum: &mut Value<V>, more: &Value<V>) {
    let mut carry = false;
    for word in 0..V {
        let (partial, over) = sum[word].overflowing_add(more[word]);
        let (total, again) = partial.overflowing_add(u64::from(carry));
        sum[word] = total;
        carry = over | again;
    }
    debug_assert!(!carry, "counts have room to grow");
}

impl<const K: usize, const V: usize> Pass for Forward<K, V> {
    fn run(&mut self, end: u64, memory: usize, effort: &mut Effort) -> Status<BigUint> {
        while self.step < self.schedule.length() {
            let is_new = self.shards.iter().all(|shard| shard.place == 0);
            if is_new && !self.fits() {
                return Status::TooLarge;
            }
            while !self.is_expanded() {
                self.expand();
                let most = effort.bytes;
                *effort = self.effort();
                let bytes = effort.bytes;
                effort.bytes = bytes.max(most);
                if bytes > memory {
                    return Status::Full;
                }
                if self.work(effort) >= end {
                    return Status::Paused;
                }
            }
            self.profile.push(self.states(self.step) as u64);
            for shard in &mut self.shards {
                shard.bytes -= shard.tables[self.step].bytes();
                shard.tables[self.step] = Table::default();
                shard.place = 0;
            }
            self.step += 1;
        }
        let ends = self.shards.iter().map(|shard| &shard.tables[self.step]);
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

    fn work(&self, effort: &Effort) -> u64 {
        let known = effort.hits + effort.dead;
        let found = (effort.moves - effort.states).saturating_sub(known);
        let words = K as u64;
        effort.trials * (TRIAL + WORD_OF_TRIAL * words) + found * WORD_OF_STATE * (words + V as u64)
    }

    fn at(&self) -> (usize, u64) {
        let furthest = self.shards.iter().map(|shard| shard.furthest).max();
        let open = self.step..=furthest.unwrap_or(0).max(self.step);
        (self.step, open.map(|step| self.states(step) as u64).sum())
    }

    fn profile(&self) -> &[u64] {
        &self.profile
    }

    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>> {
        fn wider<const K: usize, const V: usize, const W: usize>(
            old: Forward<K, V>,
        ) -> Box<dyn Pass> {
            let shards = old.shards.into_iter().map(|shard| {
                let tables: Vec<Table<K, W>> = shard.tables.into_iter().map(Table::widen).collect();
                Shard {
                    bytes: tables.iter().map(Table::bytes).sum(),
                    tables,
                    sums: shard.sums,
                    place: shard.place,
                    furthest: shard.furthest,
                    foresight: shard.foresight,
                    out: vec![Vec::new(); shard.out.len()],
                    effort: shard.effort,
                }
            });
            Box::new(Forward {
                shards: shards.collect(),
                schedule: old.schedule,
                step: old.step,
                bound: old.bound,
                profile: old.profile,
            })
        }
        let next = LIMBS.iter().find(|&&limbs| limbs > V)?;
        Some(match next {
            2 => wider::<K, V, 2>(*self),
            4 => wider::<K, V, 4>(*self),
            _ => wider::<K, V, 16>(*self),
        })
    }
}
