//! States with a value each, found by their keys, which are compared exactly.
//!
//! Open addressing in one array; an entry whose value is 0 is free.

use super::schedule::Key;

/// A value of `V` words, the lowest first. 0 stands for none.
pub type Value<const V: usize> = [u64; V];

/// States of one step.
#[derive(Clone, Debug, Default)]
pub struct Table<const K: usize, const V: usize> {
    entries: Vec<Entry<K, V>>,
    states: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry<const K: usize, const V: usize> {
    key: Key<K>,
    value: Value<V>,
}

/// The entries of a table that has any.
const FEWEST: usize = 8;

/// A hash of a key, the same in each run.
#[inline(always)]
pub fn hash<const K: usize>(key: &Key<K>) -> u64 {
    let mut hash = 0u64;
    for &word in key {
        let product = u128::from(word ^ hash) * 0x9e37_79b9_7f4a_7c15;
        hash = (product >> 64) as u64 ^ product as u64;
    }
    hash ^ hash >> 32
}

impl<const K: usize, const V: usize> Table<K, V> {
    /// The number of states.
    pub fn count(&self) -> usize {
        self.states
    }

    /// The number of places, of which [`Self::at`] shows those that are taken.
    pub fn places(&self) -> usize {
        self.entries.len()
    }

    /// What it takes of memory.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry<K, V>>()
    }

    /// The state at a place.
    #[inline]
    pub fn at(&self, place: usize) -> Option<(&Key<K>, &Value<V>)> {
        let entry = &self.entries[place];
        (entry.value != [0; V]).then_some((&entry.key, &entry.value))
    }

    /// Looks at the place where a state may be, and returns what is there.
    #[inline]
    pub fn touch(&self, key: &Key<K>) -> u64 {
        let mask = self.entries.len().wrapping_sub(1);
        let entry = self.entries.get(hash(key) as usize & mask);
        entry.map_or(0, |entry| entry.value[0])
    }

    /// Whether a state is there.
    #[inline]
    pub fn has(&self, key: &Key<K>) -> bool {
        if self.entries.is_empty() {
            return false;
        }
        let mask = self.entries.len() - 1;
        let mut place = hash(key) as usize & mask;
        loop {
            let entry = &self.entries[place];
            if entry.value == [0; V] {
                return false;
            }
            if entry.key == *key {
                return true;
            }
            place = (place + 1) & mask;
        }
    }

    /// The value of a state, which the caller must make other than 0, and whether it was
    /// there before.
    #[inline]
    pub fn entry(&mut self, key: &Key<K>) -> (&mut Value<V>, bool) {
        if self.states * 8 >= self.entries.len() * 5 {
            self.grow();
        }
        let mask = self.entries.len() - 1;
        let mut place = hash(key) as usize & mask;
        loop {
            let entry = &self.entries[place];
            if entry.value == [0; V] {
                self.states += 1;
                let entry = &mut self.entries[place];
                entry.key = *key;
                return (&mut entry.value, false);
            }
            if entry.key == *key {
                return (&mut self.entries[place].value, true);
            }
            place = (place + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.entries.len() * 2).max(FEWEST);
        let free = Entry {
            key: [0; K],
            value: [0; V],
        };
        let old = std::mem::replace(&mut self.entries, vec![free; size]);
        for entry in old.into_iter().filter(|entry| entry.value != [0; V]) {
            let mut place = hash(&entry.key) as usize & (size - 1);
            while self.entries[place].value != [0; V] {
                place = (place + 1) & (size - 1);
            }
            self.entries[place] = entry;
        }
    }

    /// The same states with longer values.
    pub fn widen<const W: usize>(self) -> Table<K, W> {
        let longer = |entry: &Entry<K, V>| {
            let mut value = [0; W];
            value[..V].copy_from_slice(&entry.value);
            Entry {
                key: entry.key,
                value,
            }
        };
        Table {
            entries: self.entries.iter().map(longer).collect(),
            states: self.states,
        }
    }
}
