//! A share of all states: those whose hashes have the same high bits. Moves arrive as parcels.

use crate::states::disk::run::RunEntry;
use crate::states::foresight::{Foresight, Looks};
use crate::states::schedule::Key;
use crate::states::table::{Slot, Table, Value, hash};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of shares. It does not depend on the number of threads, as the reported work depends
/// on it.
pub(super) use crate::states::disk::run::SHARES;

/// The share of a state with this hash. Tables use the low bits, samples the middle ones.
#[inline]
pub(super) fn share_of(hash: u64) -> usize {
    (hash >> 60) as usize
}

/// The memory of a step without states, in all shares.
pub(super) const PER_STEP: usize = SHARES * (size_of::<Table<1, 1>>() + size_of::<u128>());

/// Parcels are processed in groups, so that their cache misses overlap.
pub(super) const TOGETHER: usize = 32;

/// A count to add to a state.
#[derive(Clone)]
pub(super) struct Parcel<const K: usize, const V: usize> {
    /// The step of the state.
    pub to: u32,
    pub hash: u64,
    pub key: Key<K>,
    pub count: Value<V>,
}

impl<const K: usize, const V: usize> Parcel<K, V> {
    #[inline]
    pub fn new(to: usize, key: Key<K>, count: Value<V>) -> Self {
        Parcel {
            to: to as u32,
            hash: hash(&key),
            key,
            count,
        }
    }
}

/// The memory that tables may still use. They grow one at a time, so there is at most one copy, for
/// which a part of the memory is reserved: all shares have about the same number of states.
///
/// Whether all states fit does not depend on the order in which they arrive.
pub(super) struct TableRoom {
    left: AtomicUsize,
    is_short: AtomicBool,
    growing: Mutex<()>,
    /// Whether a state that does not fit waits instead of being lost.
    keeps: bool,
}

impl TableRoom {
    /// The rest of the memory after `taken` bytes.
    pub fn new(memory: usize, taken: usize) -> Self {
        let for_all = memory - memory / (SHARES + 1);
        TableRoom {
            left: AtomicUsize::new(for_all.saturating_sub(taken)),
            is_short: AtomicBool::new(false),
            growing: Mutex::new(()),
            keeps: false,
        }
    }

    /// Sets whether states that do not fit wait.
    pub fn keeping(self, keeps: bool) -> Self {
        TableRoom { keeps, ..self }
    }

    /// Whether more was wanted than was left.
    #[inline]
    pub fn is_short(&self) -> bool {
        self.is_short.load(Ordering::Relaxed)
    }

    /// Grows a table by this many bytes, if there is room.
    fn grow(&self, more: usize, grow: impl FnOnce()) {
        let take = |left: usize| left.checked_sub(more);
        let taken = (self.left).fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        if taken.is_err() {
            self.is_short.store(true, Ordering::Relaxed);
            return;
        }
        let _alone = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
        grow();
    }
}

/// The waiting states of a share.
pub(super) struct Share<const K: usize, const V: usize> {
    /// The states of each step. The last table has the one state at the end.
    pub tables: Vec<Table<K, V>>,
    /// A bound for the sum of each table's counts, in units of 2^(64 (V - 1)).
    pub sums: Vec<u128>,
    /// The last step at which a state has been seen.
    pub furthest: usize,
    /// The memory of the tables, and the number of their states.
    pub bytes: usize,
    pub states: usize,
    /// Moves to a state that was known.
    pub hits: u64,
    pub looks: Looks,
    /// Parcels whose states did not fit and wait.
    pub late: Vec<Parcel<K, V>>,
}

impl<const K: usize, const V: usize> Share<K, V> {
    /// A share for this many steps.
    pub fn new(steps: usize) -> Self {
        Share {
            tables: vec![Table::default(); steps + 1],
            sums: vec![0; steps + 1],
            furthest: 0,
            bytes: 0,
            states: 0,
            hits: 0,
            looks: Looks::default(),
            late: Vec::new(),
        }
    }

    /// Touches the place in memory of a parcel's state (a prefetch).
    #[inline]
    pub fn touch(&self, parcel: &Parcel<K, V>) -> u64 {
        self.tables[parcel.to as usize].touch(parcel.hash)
    }

    /// Adds a count to that of its state, unless the state is dead. The sum fits, as the caller has
    /// checked. A state that does not fit into memory is lost, or waits.
    #[inline]
    pub fn receive(&mut self, parcel: &Parcel<K, V>, foresight: &Foresight<K>, room: &TableRoom) {
        let Parcel {
            to,
            hash,
            key,
            count,
        } = parcel;
        let to = *to as usize;
        let table = &mut self.tables[to];
        match table.slot(*hash, key) {
            Slot::Taken(place) => {
                add(table.value(place), count);
                self.hits += 1;
            }
            Slot::Free(place) => {
                if foresight.looks_at(*hash) {
                    self.looks.all += 1;
                    if foresight.is_dead(to, key) {
                        self.looks.dead += 1;
                        return;
                    }
                }
                match table.growth() {
                    0 => table.put(place, *hash, key, *count),
                    size => {
                        let before = table.bytes();
                        room.grow(size - before, || table.put(place, *hash, key, *count));
                        if table.bytes() == before && room.keeps {
                            self.late.push(parcel.clone());
                            return;
                        }
                        self.bytes += table.bytes() - before;
                    }
                }
                self.states += 1;
                self.furthest = self.furthest.max(to);
            }
        }
        self.sums[to] += u128::from(count[V - 1]) + 1;
    }

    /// Adds the counts of many parcels.
    pub fn receive_all(
        &mut self,
        parcels: &[Parcel<K, V>],
        foresight: &Foresight<K>,
        room: &TableRoom,
    ) {
        for some in parcels.chunks(TOGETHER) {
            let near = some.iter().map(|parcel| self.touch(parcel));
            std::hint::black_box(near.fold(0, |all, one| all ^ one));
            for parcel in some {
                self.receive(parcel, foresight, room);
            }
        }
    }

    /// The memory of all tables with longer counts.
    pub fn bytes_widened<const W: usize>(&self) -> usize {
        self.tables.iter().map(Table::bytes_widened::<W>).sum()
    }

    /// Takes out the states of a step.
    pub fn take(&mut self, step: usize) -> Table<K, V> {
        let table = std::mem::take(&mut self.tables[step]);
        self.bytes -= table.bytes();
        self.states -= table.count();
        table
    }

    /// Takes out the states of a step and those waiting for room, in no order.
    pub fn drain(&mut self, step: usize) -> Vec<RunEntry<K, V>> {
        let mut states = states_of(&self.take(step), 0);
        let is_here = |parcel: &mut Parcel<K, V>| parcel.to as usize == step;
        for parcel in self.late.extract_if(.., is_here) {
            self.sums[step] += u128::from(parcel.count[V - 1]) + 1;
            self.furthest = self.furthest.max(step);
            states.push((parcel.key, parcel.count));
        }
        states
    }

    /// Copies the states of a step, in no order.
    pub fn copy(&mut self, step: usize) -> Vec<RunEntry<K, V>> {
        states_of(&self.tables[step], 0)
    }

    /// Puts back a state that was written. Returns whether there was room. The bounds for sums
    /// already include it.
    pub fn put_back(
        &mut self,
        step: usize,
        (key, count): &RunEntry<K, V>,
        room: &TableRoom,
    ) -> bool {
        let (hash, table) = (hash(key), &mut self.tables[step]);
        match table.slot(hash, key) {
            Slot::Taken(place) => add(table.value(place), count),
            Slot::Free(place) => {
                let (before, size) = (table.bytes(), table.growth());
                match size {
                    0 => table.put(place, hash, key, *count),
                    _ => room.grow(size - before, || table.put(place, hash, key, *count)),
                }
                if size > 0 && table.bytes() == before {
                    return false;
                }
                self.bytes += table.bytes() - before;
                self.states += 1;
            }
        }
        true
    }

    /// Drops all states, but keeps their statistics.
    pub fn clear(&mut self) {
        self.tables.fill(Table::default());
        (self.bytes, self.states) = (0, 0);
    }

    /// Converts to longer counts.
    pub fn widen<const W: usize>(self) -> Share<K, W> {
        let tables: Vec<Table<K, W>> = self.tables.into_iter().map(Table::widen).collect();
        let shorter = 64 * (W - V);
        let sums = self.sums.into_iter().map(|sum| match sum {
            0 => 0,
            _ if shorter < 128 => (sum >> shorter) + 1,
            _ => 1,
        });
        Share {
            bytes: tables.iter().map(Table::bytes).sum(),
            states: self.states,
            tables,
            sums: sums.collect(),
            furthest: self.furthest,
            hits: self.hits,
            looks: self.looks,
            late: Vec::new(),
        }
    }
}

/// The states of a table from a place on.
pub(super) fn states_of<const K: usize, const V: usize>(
    table: &Table<K, V>,
    from: usize,
) -> Vec<RunEntry<K, V>> {
    let mut states = Vec::with_capacity(table.count());
    let places = (from..table.places()).filter_map(|place| table.at(place));
    states.extend(places.map(|(key, count)| (*key, *count)));
    states
}

/// Adds a count to another. The sum fits, as the caller has checked.
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
