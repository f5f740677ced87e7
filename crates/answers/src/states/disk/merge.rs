//! Merges runs in the order of their states.

use super::run::{Reading, RunEntry};
use super::store::Fault;
use crate::states::schedule::Key;
use crate::states::table::Value;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

fn add<const V: usize>(sum: &mut Value<V>, more: &Value<V>) -> Result<(), Fault> {
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

/// Sorts states, grouped by job, and adds up equal ones.
pub fn combine<const K: usize, const V: usize>(
    states: &mut Vec<RunEntry<K, V>>,
    job_of: impl Fn(&Key<K>) -> usize,
) -> Result<(), Fault> {
    states.sort_unstable_by_key(|entry| (job_of(&entry.0), entry.0));
    let mut kept = 0;
    for place in 1..states.len() {
        let (key, count) = states[place];
        if states[kept].0 == key {
            add(&mut states[kept].1, &count)?;
        } else {
            kept += 1;
            states[kept] = (key, count);
        }
    }
    states.truncate(kept + 1);
    Ok(())
}

/// The states of a share in several runs and in memory, in order. Equal states are added up.
pub struct Merging<const K: usize, const V: usize> {
    readings: Vec<Reading<K>>,
    held: std::vec::IntoIter<RunEntry<K, V>>,
    /// The next state of each source. The states in memory are the last source.
    heap: BinaryHeap<Reverse<(Key<K>, usize)>>,
    /// The counts of these states.
    counts: Vec<Value<V>>,
    taken: u64,
}

impl<const K: usize, const V: usize> Merging<K, V> {
    /// Merges these runs and states in memory, which may be in any order.
    pub fn new(readings: Vec<Reading<K>>, mut held: Vec<RunEntry<K, V>>) -> Result<Self, Fault> {
        combine(&mut held, |_| 0)?;
        let mut merging = Merging {
            counts: vec![[0; V]; readings.len() + 1],
            readings,
            held: held.into_iter(),
            heap: BinaryHeap::new(),
            taken: 0,
        };
        for place in 0..=merging.readings.len() {
            if let Some((key, count)) = merging.read(place)? {
                merging.heap.push(Reverse((key, place)));
                merging.counts[place] = count;
            }
        }
        Ok(merging)
    }

    /// The number of states taken, counting equal ones separately.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    #[inline]
    fn read(&mut self, place: usize) -> Result<Option<RunEntry<K, V>>, Fault> {
        match self.readings.get_mut(place) {
            Some(reading) => reading.next(),
            None => Ok(self.held.next()),
        }
    }

    /// Removes the least state.
    #[inline]
    fn pop(&mut self) -> Result<Option<RunEntry<K, V>>, Fault> {
        let Some(&Reverse((key, place))) = self.heap.peek() else {
            return Ok(None);
        };
        let count = self.counts[place];
        self.taken += 1;
        let next = self.read(place)?;
        let mut top = self.heap.peek_mut().expect("it has been seen");
        match next {
            Some((key, count)) => {
                *top = Reverse((key, place));
                drop(top);
                self.counts[place] = count;
            }
            None => _ = PeekMut::pop(top),
        }
        Ok(Some((key, count)))
    }

    /// The next state.
    #[inline]
    pub fn next(&mut self) -> Result<Option<RunEntry<K, V>>, Fault> {
        let Some((key, mut count)) = self.pop()? else {
            return Ok(None);
        };
        while let Some(Reverse((next, _))) = self.heap.peek()
            && *next == key
        {
            let (_, more) = self.pop()?.expect("it has been seen");
            add(&mut count, &more)?;
        }
        Ok(Some((key, count)))
    }
}
