//! The steps of a count, with buckets of states in memory and runs of them in a store.

use super::OnDisk;
use super::run::{BUFFER, Fault, Reading, Run, RunEntry, Store, Writing, sum_of};
use crate::answers::states::foresight::{Foresight, Looks};
use crate::answers::states::schedule::Schedule;
use crate::answers::states::table::hash;
use crate::answers::{Effort, Front, Limits, Sight, Stopped};
use num_bigint::BigUint;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// States that are expanded between two looks at the limits.
const BREATH: u64 = 1 << 12;

/// Entries that a bucket has room for when it begins.
const FEWEST: usize = 16;

pub(super) struct Steps<'s, const K: usize, const V: usize> {
    schedule: Schedule<K>,
    foresight: Foresight<K>,
    looks: Looks,
    name: String,
    store: &'s mut dyn Store,
    /// The next step.
    step: usize,
    buckets: BTreeMap<usize, Vec<RunEntry<K, V>>>,
    /// What the buckets take.
    bytes: usize,
    /// Runs by steps.
    runs: BTreeMap<usize, Vec<Run>>,
    /// Runs that were merged into others since the last note, which names them.
    merged: Vec<Run>,
    /// The number of the next run.
    number: u64,
    effort: Effort,
}

impl<'s, const K: usize, const V: usize> Steps<'s, K, V> {
    /// Begins, or continues where the store has a note.
    pub fn new(
        schedule: Schedule<K>,
        foresight: Foresight<K>,
        name: &str,
        store: &'s mut dyn Store,
    ) -> Result<Self, Fault> {
        let noted = store.noted();
        let noted = noted.map_err(|error| Fault::Store("the note".to_owned(), error))?;
        let mut steps = Steps {
            looks: Looks::default(),
            name: name.to_owned(),
            store,
            step: 0,
            buckets: BTreeMap::new(),
            bytes: 0,
            runs: BTreeMap::new(),
            merged: Vec::new(),
            number: 0,
            effort: Effort::default(),
            schedule,
            foresight,
        };
        match noted {
            Some(text) => steps.continue_from(&text)?,
            None => {
                let mut one = [0; V];
                one[0] = 1;
                if let Some((step, key)) = steps.schedule.start() {
                    steps.buckets.insert(step, vec![(key, one)]);
                }
            }
        }
        Ok(steps)
    }

    /// All steps.
    pub fn run(mut self, limits: &mut Limits<'_>) -> Result<OnDisk, Fault> {
        // Half for what is expanded, and half for what comes of it.
        let room = limits.memory / 2;
        while self.step < self.schedule.length() {
            self.expand(room, limits)?;
            self.foresight.judge(self.looks);
            let done = self.runs.remove(&self.step).unwrap_or_default();
            self.step += 1;
            if !self.runs.is_empty() || !done.is_empty() {
                self.spill()?;
                self.note()?;
            }
            for run in done {
                self.remove(&run)?;
            }
        }
        let mut number = BigUint::ZERO;
        let mut all = self.merge(self.schedule.length(), room)?;
        while let Some((_, count)) = all.next()? {
            let halves = count
                .iter()
                .flat_map(|&word| [word as u32, (word >> 32) as u32]);
            number += BigUint::new(halves.collect());
        }
        Ok(OnDisk {
            effort: self.effort,
            number,
        })
    }

    /// Expands the states of a step.
    fn expand(&mut self, room: usize, limits: &mut Limits<'_>) -> Result<(), Fault> {
        let mut now = self.merge(self.step, room)?;
        let mut states = 0u64;
        while let Some((key, count)) = now.next()? {
            states += 1;
            if states.is_multiple_of(BREATH) || states == 1 {
                self.look(limits)?;
            }
            let (step, mut bytes) = (self.step, self.bytes);
            let Steps {
                schedule,
                foresight,
                looks,
                buckets,
                ..
            } = self;
            self.effort.moves += schedule.expand(step, &key, |to, next, _| {
                if foresight.looks_at(hash(&next)) {
                    looks.all += 1;
                    if foresight.is_dead(to, &next) {
                        looks.dead += 1;
                        return;
                    }
                }
                let bucket = buckets.entry(to).or_default();
                if bucket.len() == bucket.capacity() {
                    let more = (bucket.len() / 4).max(FEWEST);
                    bucket.reserve_exact(more);
                    bytes += more * size_of::<RunEntry<K, V>>();
                }
                bucket.push((next, count));
            }) as u64;
            self.bytes = bytes;
            self.effort.bytes = self.effort.bytes.max(bytes);
            if self.bytes > room {
                self.combine()?;
                // What would soon be full again is written.
                if self.bytes > room / 2 {
                    self.spill()?;
                }
            }
        }
        self.effort.states += states;
        self.effort.dead = self.looks.dead;
        Ok(())
    }

    fn look(&mut self, limits: &mut Limits<'_>) -> Result<(), Fault> {
        let waiting = self.buckets.values().map(|bucket| bucket.len() as u64);
        let written = self.runs.values().flatten().map(|run| run.states);
        limits.show(|| Sight {
            states: self.effort.states,
            bytes: self.bytes,
            front: Some(Front {
                layer: self.step,
                layers: self.schedule.length(),
                states: waiting.sum::<u64>() + written.sum::<u64>(),
            }),
            walked: None,
        });
        match limits.must_end() {
            true => Err(Fault::Stopped(Stopped::Limit)),
            false => Ok(()),
        }
    }

    /// Adds up equal states of all buckets.
    fn combine(&mut self) -> Result<(), Fault> {
        let mut bytes = 0;
        for bucket in self.buckets.values_mut() {
            combine(bucket)?;
            bytes += bucket.capacity() * size_of::<RunEntry<K, V>>();
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Writes all buckets as runs.
    fn spill(&mut self) -> Result<(), Fault> {
        for (step, mut bucket) in std::mem::take(&mut self.buckets) {
            combine(&mut bucket)?;
            let mut writing = Writing::<K>::new(self.store, step, self.number)?;
            for entry in &bucket {
                writing.put(entry)?;
            }
            let run = writing.end()?;
            self.number += 1;
            self.runs.entry(step).or_default().push(run);
        }
        self.bytes = 0;
        Ok(())
    }

    /// The states of a step, in order. So many runs are merged into one before that there is room
    /// for a buffer of each.
    fn merge(&mut self, step: usize, room: usize) -> Result<Merging<K, V>, Fault> {
        let most = (room / BUFFER).max(2);
        while self.runs.get(&step).is_some_and(|runs| runs.len() > most) {
            let runs = self.runs.get_mut(&step).expect("it is there");
            let some: Vec<Run> = runs.drain(..most).collect();
            let mut merging = Merging::<K, V>::new(&some, Vec::new(), self.store)?;
            let mut writing = Writing::<K>::new(self.store, step, self.number)?;
            while let Some(entry) = merging.next()? {
                writing.put(&entry)?;
            }
            let run = writing.end()?;
            self.number += 1;
            self.merged.extend(some);
            self.effort.bytes = self.effort.bytes.max(most * BUFFER);
            self.runs.entry(step).or_default().push(run);
        }
        let mut bucket = self.buckets.remove(&step).unwrap_or_default();
        self.bytes = self
            .bytes
            .saturating_sub(bucket.capacity() * size_of::<RunEntry<K, V>>());
        combine(&mut bucket)?;
        let runs = self.runs.get(&step).cloned().unwrap_or_default();
        Merging::new(&runs, bucket, self.store)
    }

    fn remove(&mut self, run: &Run) -> Result<(), Fault> {
        let removed = self.store.remove(&run.name());
        removed.map_err(|error| Fault::Store(run.name(), error))
    }
}

/// The first line of a note.
const HEAD: &str = "dlx count --disk 1";

impl<const K: usize, const V: usize> Steps<'_, K, V> {
    /// Notes which runs there are. Everything that waits is in them.
    fn note(&mut self) -> Result<(), Fault> {
        let Effort { states, moves, .. } = self.effort;
        let (step, number) = (self.step, self.number);
        let mut text = format!(
            "{HEAD}\n{}\nat {step} {number} {states} {moves}\n",
            self.name
        );
        for run in self.runs.values().flatten() {
            let Run {
                step,
                number,
                states,
                sum,
            } = run;
            text += &format!("run {step} {number} {states} {sum}\n");
        }
        text += &format!("sum {}\n", sum_of(&text));
        let noted = self.store.note(&text);
        noted.map_err(|error| Fault::Store("the note".to_owned(), error))?;
        for run in std::mem::take(&mut self.merged) {
            self.remove(&run)?;
        }
        Ok(())
    }

    /// Continues from a note.
    fn continue_from(&mut self, text: &str) -> Result<(), Fault> {
        let damaged = || Fault::Damaged("the note".to_owned());
        let at = text.rfind("sum ").ok_or_else(damaged)?;
        if text[at..] != format!("sum {}\n", sum_of(&text[..at])) {
            return Err(damaged());
        }
        let mut lines = text[..at].lines();
        if lines.next() != Some(HEAD) || lines.next() != Some(&self.name) {
            return Err(Fault::Foreign);
        }
        for line in lines {
            let mut words = line.split(' ');
            let kind = words.next();
            let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
            match (kind, numbers.as_deref()) {
                (Some("at"), Some(&[step, number, states, moves])) => {
                    (self.step, self.number) = (step as usize, number);
                    (self.effort.states, self.effort.moves) = (states, moves);
                }
                (Some("run"), Some(&[step, number, states, sum])) => {
                    let step = step as usize;
                    let run = Run {
                        step,
                        number,
                        states,
                        sum,
                    };
                    self.runs.entry(step).or_default().push(run);
                }
                _ => return Err(damaged()),
            }
        }
        Ok(())
    }
}

/// Adds a count to another.
fn add<const V: usize>(sum: &mut [u64; V], more: &[u64; V]) -> Result<(), Fault> {
    let mut carry = false;
    for (word, more) in sum.iter_mut().zip(more) {
        let (partial, over) = word.overflowing_add(*more);
        let (total, again) = partial.overflowing_add(u64::from(carry));
        *word = total;
        carry = over | again;
    }
    match carry {
        true => Err(Fault::TooWide),
        false => Ok(()),
    }
}

/// Sorts a bucket, and adds up equal states.
fn combine<const K: usize, const V: usize>(bucket: &mut Vec<RunEntry<K, V>>) -> Result<(), Fault> {
    bucket.sort_unstable_by_key(|entry| entry.0);
    let mut kept = 0;
    for place in 1..bucket.len() {
        let (key, count) = bucket[place];
        if bucket[kept].0 == key {
            add(&mut bucket[kept].1, &count)?;
        } else {
            kept += 1;
            bucket[kept] = (key, count);
        }
    }
    bucket.truncate(kept + 1);
    Ok(())
}

/// The states of several runs and of a bucket, in order; those that are equal are added up.
struct Merging<const K: usize, const V: usize> {
    readings: Vec<Reading<K>>,
    bucket: std::vec::IntoIter<RunEntry<K, V>>,
    /// The next state of each, and which it is; the bucket comes after the runs.
    heap: BinaryHeap<Reverse<(RunEntry<K, V>, usize)>>,
}

impl<const K: usize, const V: usize> Merging<K, V> {
    fn new(runs: &[Run], bucket: Vec<RunEntry<K, V>>, store: &dyn Store) -> Result<Self, Fault> {
        let readings = runs.iter().map(|run| Reading::new(store, run));
        let readings: Result<Vec<_>, _> = readings.collect();
        let mut merging = Merging {
            readings: readings?,
            bucket: bucket.into_iter(),
            heap: BinaryHeap::new(),
        };
        for place in 0..=merging.readings.len() {
            merging.fill(place)?;
        }
        Ok(merging)
    }

    fn fill(&mut self, place: usize) -> Result<(), Fault> {
        let next = match self.readings.get_mut(place) {
            Some(reading) => reading.next()?,
            None => self.bucket.next(),
        };
        self.heap.extend(next.map(|entry| Reverse((entry, place))));
        Ok(())
    }

    fn next(&mut self) -> Result<Option<RunEntry<K, V>>, Fault> {
        let Some(Reverse((mut first, place))) = self.heap.pop() else {
            return Ok(None);
        };
        self.fill(place)?;
        while let Some(Reverse((next, place))) = self.heap.peek().copied()
            && next.0 == first.0
        {
            add(&mut first.1, &next.1)?;
            self.heap.pop();
            self.fill(place)?;
        }
        Ok(Some(first))
    }
}
