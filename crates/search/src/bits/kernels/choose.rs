//! Chooses the item to branch on: the active one with the smallest key.
//!
//! ```text
//! for each group of eight slots with an active item:
//!     length = for each slot, the number of ones in its column & live, over all words
//!     key    = score | spare | ~length | rank       (plain problems: length | rank)
//!     if the key of an active slot has no branch: return FAILED
//!     best   = min(best, key) for active slots
//! return the least of best
//! ```
//!
//! Invariant: keys lack the highest bit, so signed and unsigned comparisons agree.
//!
//! Cost: AVX-512 takes 4 instructions for eight items and a word, AVX2 about 20. If a vector counts
//! too few bits at once, items are counted one by one (`counts_one_by_one`). A misprediction costs
//! as much as several groups. So groups without active items are skipped only if they have several
//! words, and failures are looked for only in large sub-problems.

use super::Kernels;
use crate::bits::bitmap::{count_all, each_word, ones};
use crate::bits::key::{self, ModeType};
use crate::bits::sub::Sub;
use crate::vector::Lane;
use crate::vector::Vector;

/// The items to choose from.
pub struct Candidates<'s> {
    /// The active slots.
    pub active: &'s [u64],
    /// The base keys of the slots whose bound may change; and those of all slots, which hold for
    /// the others.
    pub changing: &'s [Lane],
    pub keys: &'s [Lane],
    pub columns: &'s [Lane],
    /// Whether the very best item is needed, even if another one already shows that there is no
    /// branch.
    pub full: bool,
}

impl<'s> Candidates<'s> {
    /// The candidates of a sub-problem with these active slots and changing keys.
    #[inline(always)]
    pub fn new(sub: &'s Sub, active: &'s [u64], changing: &'s [Lane], full: bool) -> Self {
        Candidates {
            active,
            changing,
            keys: &sub.slots.keys,
            columns: &sub.slots.columns,
            full,
        }
    }

    #[inline(always)]
    pub fn base_keys(&self, group: usize) -> &Lane {
        match self.changing.get(group) {
            Some(keys) => keys,
            None => &self.keys[group],
        }
    }

    /// The number of active items.
    #[inline(always)]
    pub fn number(&self) -> usize {
        count_all(self.active)
    }
}

/// See [`Kernels::choose`](super::Kernels::choose): counts the list of each active item.
#[inline(always)]
pub fn one_by_one<K: Kernels, M: ModeType, const W: usize>(
    _kernels: K,
    candidates: &Candidates<'_>,
    live: &[u64; W],
) -> u64 {
    let mut best = key::NONE;
    for block in 0..candidates.active.len() {
        for slot in ones(candidates.active[block]) {
            let (group, lane) = (block * 8 + slot / 8, slot % 8);
            let columns = &candidates.columns[group * W..][..W];
            let mut length = 0;
            if const { K::COUNTS_WORD || W == 1 } {
                each_word!(W <= 16, |word| {
                    length += u64::from((columns[word].0[lane] & live[word]).count_ones());
                });
            } else {
                // SAFETY: a value of `K` exists.
                length = unsafe { count_row::<K::Words, W>(columns, lane, live) };
            }
            let base = match M::IS_PLAIN {
                true => 0,
                false => candidates.base_keys(group).0[lane],
            };
            let key = M::key(base, length, group * 8 + lane);
            if !candidates.full && M::score(key) <= 0 {
                return key::FAILED;
            }
            best = best.min(key);
        }
    }
    best
}

/// Counts the bits of `W` words, a vector at a time; words beyond the last are empty.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn count_by<V: Vector, const W: usize>(words: impl Fn(usize) -> V) -> u64 {
    /// Few enough that counts do not overflow and the loop is unrolled.
    const AT_ONCE: usize = 16;
    const { assert!(AT_ONCE / V::WORDS <= V::MOST_COUNTS) };
    // SAFETY: the caller's contract.
    let mut all = unsafe { V::splat(0) };
    for chunk in 0..W.div_ceil(AT_ONCE) {
        // SAFETY: the caller's contract.
        let mut counts = unsafe { V::splat(0) };
        for part in 0..AT_ONCE / V::WORDS {
            let start = chunk * AT_ONCE + part * V::WORDS;
            if start < W {
                counts = counts.add_counts(words(start).count());
            }
        }
        all = all.add(counts.sum_counts());
    }
    all.sum()
}

/// A vector of the words from `start` on. It is built from single words, as loading words that were
/// just stored one by one would stall.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn put_together<V: Vector, const W: usize>(start: usize, word: impl Fn(usize) -> u64) -> V {
    let mut words = Lane::default();
    for place in 0..V::WORDS.min(W - start) {
        words.0[place] = word(start + place);
    }
    // SAFETY: the caller's contract; a vector has no more words than a lane.
    unsafe { V::load(words.0.as_ptr()) }
}

/// See [`Kernels::count`](super::Kernels::count).
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
pub unsafe fn count<V: Vector, const W: usize>(words: &[u64; W]) -> u64 {
    // SAFETY: the caller's contract.
    unsafe { count_by::<V, W>(|start| put_together::<V, W>(start, |word| words[word])) }
}

/// How many live options an item has.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn count_row<V: Vector, const W: usize>(
    columns: &[Lane],
    lane: usize,
    live: &[u64; W],
) -> u64 {
    // SAFETY: the caller's contract.
    unsafe {
        count_by::<V, W>(|start| {
            if const { W <= FULL_WORDS } {
                return put_together::<V, W>(start, |word| columns[word].0[lane] & live[word]);
            }
            // Built once, for all items.
            let live = put_together::<V, W>(start, |word| live[word]);
            put_together::<V, W>(start, |word| columns[word].0[lane]).and(live)
        })
    }
}

/// Sub-problems with more columns end the choice early at an item without a branch.
const MANY_COLUMNS: usize = 48;

/// Bitmaps with more words soon have many empty ones, which are skipped.
const FULL_WORDS: usize = 8;

/// See [`Kernels::choose`](super::Kernels::choose): counts the lists of eight slots at a time.
///
/// # Safety
/// See [`Vector`]; there are `W` lanes of columns for each group.
// Not inlined in debug builds, where frames of the walk would be several times as large.
#[cfg_attr(not(debug_assertions), inline(always))]
pub unsafe fn by_groups<K: Kernels<Lane = V>, V: Vector, M: ModeType, const W: usize>(
    candidates: &Candidates<'_>,
    live: &[u64; W],
) -> u64 {
    static NUMBERS: Lane = Lane([0, 1, 2, 3, 4, 5, 6, 7]);
    // Lists the words that are not empty: testing each word for every group would take longer.
    let (mut some, mut count) = ([0; W], W);
    if W > FULL_WORDS {
        count = 0;
        each_word!(W <= 8, |word| {
            some[count] = word;
            count += usize::from(live[word] != 0);
        });
    }
    let words = SomeWords {
        some: (W > FULL_WORDS).then_some(&some),
        count,
    };
    let may_fail = !candidates.full && candidates.columns.len() > MANY_COLUMNS;
    // There are keys for all groups, and columns.
    let groups = candidates.keys.len();
    debug_assert_eq!(candidates.columns.len(), groups * W);
    // SAFETY: the caller's contract.
    unsafe {
        let mut best = V::splat(key::NONE);
        let (mut numbers, eight) = (V::of_lane(&NUMBERS), V::splat(8));
        let positive = V::splat(key::POSITIVE);
        for block in 0..candidates.active.len() {
            let slots = candidates.active[block];
            for part in 0..8.min(groups - block * 8) {
                let slots = (slots >> (8 * part)) as u8;
                if W > K::WORDS_AT_ONCE && slots == 0 {
                    numbers = numbers.add(eight);
                    continue;
                }
                let group = block * 8 + part;
                let columns = candidates.columns.as_ptr().add(group * W);
                let lengths = lengths::<V>(columns, live, &words);
                let keys = if M::IS_PLAIN {
                    lengths.shift_left(key::PLAIN_SCORE).or(numbers)
                } else {
                    let base = V::of_lane(candidates.base_keys(group));
                    let gain = lengths.shift_left(key::PER_OPTION.0);
                    base.add(gain).sub(lengths.shift_left(key::PER_OPTION.1))
                };
                let active = V::of_bits(slots, 0);
                if may_fail {
                    let failed = match M::IS_PLAIN {
                        true => lengths.same(V::splat(0)),
                        false => keys.is_less(positive),
                    };
                    if V::any(V::both(failed, active)) {
                        return key::FAILED;
                    }
                }
                best = match M::IS_PLAIN {
                    true => best.min_halves_where(keys, active),
                    false => best.min_where(keys, active),
                };
                numbers = numbers.add(eight);
            }
        }
        best.least()
    }
}

/// The words of bitmaps to look at: all, or the first `count` of a list.
pub struct SomeWords<'s> {
    pub some: Option<&'s [usize]>,
    pub count: usize,
}

impl SomeWords<'_> {
    #[inline(always)]
    pub fn get(&self, number: usize) -> usize {
        self.some.map_or(number, |some| some[number])
    }
}

/// The lengths of a group's lists.
///
/// # Safety
/// See [`Vector`]; there is a lane of columns for each word of `live`.
#[inline(always)]
pub unsafe fn lengths<V: Vector>(columns: *const Lane, live: &[u64], words: &SomeWords<'_>) -> V {
    // SAFETY: the caller's contract.
    unsafe {
        let (mut lengths, mut start) = (V::splat(0), 0);
        while start < words.count {
            let next = words.count.min(start.saturating_add(V::MOST_COUNTS));
            let mut counts = V::splat(0);
            for number in start..next {
                let word = words.get(number);
                debug_assert!(word < live.len());
                let live = V::splat(*live.get_unchecked(word));
                let row = V::of_lane(&*columns.add(word)).and(live);
                counts = counts.add_counts(row.count());
            }
            lengths = lengths.add(counts.sum_counts());
            start = next;
        }
        lengths
    }
}

/// See [`Kernels::chosen_lanes`](super::Kernels::chosen_lanes). A choice reduces what the lower
/// bound lacks by one or, if it lacks nothing, the spare.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
pub unsafe fn chosen_lanes<V: Vector>(base: &Lane, choices: u8) -> (Lane, u8) {
    // SAFETY: the caller's contract.
    unsafe {
        let (base, chosen) = (V::of_lane(base), V::of_bits(choices, 0));
        let spares_less = key::SPARES_LESS.wrapping_neg();
        let lacks = base.is_less(V::splat(key::POSITIVE));
        let other = V::splat(key::LACKS_LESS ^ spares_less).keep(lacks);
        let change = V::splat(spares_less).xor(other);
        let next = base.add(change.keep(chosen));
        let nothing = V::splat(key::POSITIVE >> key::SPARE);
        let used_up = V::both(next.shift_right(key::SPARE).same(nothing), chosen);
        let mut keys = Lane::default();
        // Stored as a whole, so that it can be loaded as a whole without a stall.
        next.to_lane(&mut keys);
        (keys, V::bits(used_up))
    }
}
