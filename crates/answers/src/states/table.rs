//! A hash table of states, each with a value. Keys are compared exactly.
//!
//! Open addressing in one array; an entry whose value is 0 is free. The size of the array depends
//! only on the number of states, and the set of places in use only on the states, not on the order
//! in which they came.

use crate::states::schedule::Key;

/// A value of `V` words, lowest first. 0 means no value.
pub type Value<const V: usize> = [u64; V];

/// The states of one step.
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

/// The place of a state.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    /// The state is at this place.
    Taken(usize),
    /// The state is missing, and this place is free. None if the table has no places.
    Free(Option<usize>),
}

/// The number of places of the smallest table.
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
    const FREE: Entry<K, V> = Entry {
        key: [0; K],
        value: [0; V],
    };

    /// The number of states.
    pub fn count(&self) -> usize {
        self.states
    }

    /// The number of places. [`Self::at`] says which of them are taken.
    pub fn places(&self) -> usize {
        self.entries.len()
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry<K, V>>()
    }

    /// The state at a place.
    #[inline]
    pub fn at(&self, place: usize) -> Option<(&Key<K>, &Value<V>)> {
        let entry = &self.entries[place];
        (entry.value != [0; V]).then_some((&entry.key, &entry.value))
    }

    /// Reads the place where a state with this hash may be (a prefetch), and returns its value.
    #[inline]
    pub fn touch(&self, hash: u64) -> u64 {
        let mask = self.entries.len().wrapping_sub(1);
        let entry = self.entries.get(hash as usize & mask);
        entry.map_or(0, |entry| entry.value[0])
    }

    /// The place of a state. `hash` is that of its key.
    #[inline]
    pub fn slot(&self, hash: u64, key: &Key<K>) -> Slot {
        if self.entries.is_empty() {
            return Slot::Free(None);
        }
        let mask = self.entries.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let entry = &self.entries[place];
            if entry.value == [0; V] {
                return Slot::Free(Some(place));
            }
            if entry.key == *key {
                return Slot::Taken(place);
            }
            place = (place + 1) & mask;
        }
    }

    /// The value of the state at a place that is taken.
    #[inline]
    pub fn value(&mut self, place: usize) -> &mut Value<V> {
        &mut self.entries[place].value
    }

    /// Puts a new state at the place that [`Self::slot`] has returned for it. The value must not be
    /// 0.
    #[inline]
    pub fn put(&mut self, place: Option<usize>, hash: u64, key: &Key<K>, value: Value<V>) {
        let place = match place.filter(|_| self.growth() == 0) {
            Some(place) => place,
            None => {
                self.grow();
                self.free_place(hash)
            }
        };
        self.states += 1;
        self.entries[place] = Entry { key: *key, value };
    }

    fn free_place(&self, hash: u64) -> usize {
        let mask = self.entries.len() - 1;
        let mut place = hash as usize & mask;
        while self.entries[place].value != [0; V] {
            place = (place + 1) & mask;
        }
        place
    }

    /// The size in bytes of the array to which the next new state makes the table grow, while the
    /// present array still exists; 0 if there is room.
    #[inline]
    pub fn growth(&self) -> usize {
        match self.states * 8 < self.entries.len() * 5 {
            true => 0,
            false => self.next_size() * size_of::<Entry<K, V>>(),
        }
    }

    fn next_size(&self) -> usize {
        (self.entries.len() * 2).max(FEWEST)
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.next_size();
        let old = std::mem::replace(&mut self.entries, vec![Self::FREE; size]);
        for entry in old.into_iter().filter(|entry| entry.value != [0; V]) {
            let place = self.free_place(hash(&entry.key));
            self.entries[place] = entry;
        }
    }

    /// The memory of the result of [`Self::widen`].
    pub fn bytes_widened<const W: usize>(&self) -> usize {
        self.entries.len() * size_of::<Entry<K, W>>()
    }

    /// These states with longer values.
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
