//! A set of keys: a bitmap if keys are short, a hash table otherwise.
//!
//! Invariant: a bitmap has a bit for every key. Threads share it only through [`Shared`], so a
//! single thread needs no atomic operations.

use super::classes::Key;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bitmaps have at most 2^32 bits, that is 512 megabytes.
const MOST_BITS: u32 = 32;

/// A set of keys.
pub enum Seen<K> {
    Bitmap(Vec<AtomicU64>),
    Table(HashSet<K>),
}

/// The operation on keys, and which of them are returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Add them; return those that are new.
    Insert,
    /// Remove them; return those that were there.
    Remove,
}

impl<K: Key> Seen<K> {
    /// An empty set for keys of this many bits.
    pub fn new(bits: u32) -> Self {
        if bits > MOST_BITS {
            Seen::Table(HashSet::new())
        } else {
            // With optimization this becomes a request for zeroed pages.
            let words = 0..1_usize << bits.saturating_sub(6);
            Seen::Bitmap(words.map(|_| AtomicU64::new(0)).collect())
        }
    }

    /// Adds a key; returns whether it is new.
    #[inline]
    pub fn insert(&mut self, key: K) -> bool {
        match self {
            Seen::Bitmap(words) => {
                let (word, bit) = place(key);
                let word = words[word].get_mut();
                let new = *word & bit == 0;
                *word |= bit;
                new
            }
            Seen::Table(table) => table.insert(key),
        }
    }

    /// Whether a key is there.
    #[inline]
    pub fn contains(&self, key: K) -> bool {
        match self {
            Seen::Bitmap(words) => {
                let (word, bit) = place(key);
                words[word].load(Ordering::Relaxed) & bit != 0
            }
            Seen::Table(table) => table.contains(&key),
        }
    }

    /// Sets the mark of `from[i]` for each `keys[i]` that is in the set.
    #[inline]
    pub fn mark(&self, keys: &[K], from: &[usize], marks: &mut [bool]) {
        for (&key, &from) in keys.iter().zip(from) {
            marks[from] |= self.contains(key);
        }
    }

    /// Performs `action` for each key, and appends the keys that it returns to `out`.
    #[inline]
    pub fn apply(&mut self, action: Action, keys: &[K], out: &mut Vec<K>) {
        match self {
            Seen::Bitmap(words) => {
                let new = out.len();
                append(keys, out, |key| Shared { words }.differs(action, key));
                filter(out, new, |key| {
                    let (word, bit) = place(key);
                    let word = words[word].get_mut();
                    let old = *word;
                    *word = match action {
                        Action::Insert => old | bit,
                        Action::Remove => old & !bit,
                    };
                    old != *word
                });
            }
            Seen::Table(table) => append(keys, out, |key| match action {
                Action::Insert => table.insert(key),
                Action::Remove => table.remove(&key),
            }),
        }
    }

    /// The set as a bitmap for several threads; `None` if it is a hash table.
    pub fn shared(&mut self) -> Option<Shared<'_>> {
        match self {
            Seen::Bitmap(words) => Some(Shared { words }),
            Seen::Table(_) => None,
        }
    }
}

/// A bitmap that threads share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    words: &'a [AtomicU64],
}

impl Shared<'_> {
    /// [`Seen::apply`] for several threads. Each key is returned to one thread only. Relaxed memory
    /// order is enough, as threads are joined before the set is read again.
    #[inline]
    pub fn apply<K: Key>(self, action: Action, keys: &[K], out: &mut Vec<K>) {
        let new = out.len();
        append(keys, out, |key| self.differs(action, key));
        filter(out, new, |key| {
            let (word, bit) = place(key);
            let word = &self.words[word];
            match action {
                Action::Insert => word.fetch_or(bit, Ordering::Relaxed) & bit == 0,
                Action::Remove => word.fetch_and(!bit, Ordering::Relaxed) & bit != 0,
            }
        });
    }

    /// Whether the action would change something. Most keys change nothing, and reading keeps cache
    /// lines clean, so a block is read first.
    #[inline(always)]
    fn differs<K: Key>(self, action: Action, key: K) -> bool {
        let (word, bit) = place(key);
        let there = self.words[word].load(Ordering::Relaxed) & bit != 0;
        there == (action == Action::Remove)
    }
}

#[inline(always)]
fn place<K: Key>(key: K) -> (usize, u64) {
    let key = key.get();
    ((key / 64) as usize, 1 << (key % 64))
}

/// Appends the keys that pass.
#[inline(always)]
fn append<K: Key>(keys: &[K], out: &mut Vec<K>, pass: impl FnMut(K) -> bool) {
    let new = out.len();
    out.extend_from_slice(keys);
    filter(out, new, pass);
}

/// Removes the keys from `new` on that do not pass, without branches: whether a key passes is hard
/// to predict.
#[inline(always)]
pub fn filter<K: Key>(keys: &mut Vec<K>, new: usize, mut pass: impl FnMut(K) -> bool) {
    let mut end = new;
    for index in new..keys.len() {
        let key = keys[index];
        keys[end] = key;
        end += usize::from(pass(key));
    }
    keys.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitmaps_tables_and_shared_bitmaps_agree() {
        let steps = [
            (Action::Insert, vec![3_u64, 70, 3, 511], vec![3, 70, 511]),
            (Action::Remove, vec![70, 5, 70], vec![70]),
            (Action::Insert, vec![70, 3, 0], vec![70, 0]),
        ];
        let mut table: Seen<u64> = Seen::new(40);
        let mut bitmap: Seen<u64> = Seen::new(9);
        let mut shared: Seen<u64> = Seen::new(9);
        assert!(table.shared().is_none());
        for (action, keys, expected) in steps {
            let mut out = [Vec::new(), Vec::new(), Vec::new()];
            table.apply(action, &keys, &mut out[0]);
            bitmap.apply(action, &keys, &mut out[1]);
            shared.shared().unwrap().apply(action, &keys, &mut out[2]);
            assert_eq!(out, [expected.clone(), expected.clone(), expected]);
        }
        for key in 0..512 {
            assert_eq!(table.contains(key), bitmap.contains(key));
            assert_eq!(table.contains(key), shared.contains(key));
        }
    }
}
