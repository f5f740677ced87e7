//! The memo: the counts of subtrees that have been walked. The subtree of a node depends only on
//! the state there. So if a state comes back, its counts are added, and its subtree is not walked
//! again.
//!
//! A state is named by a hash of 128 bits, of which 112 are compared: the exclusive or of the
//! hashes of its parts (SipHash-1-3, with a random key for each memo). An input cannot know the
//! key. So two given states are mistaken for each other with probability 2^-112 for *every*
//! problem, even a malicious one. Among n states, some pair is mistaken with probability of about
//! n^2 / 2^113: 2^-33 for 2^40 states, which take a thread a day to name. Run again, such a search
//! would give another count.
//!
//! Threads share a memo. It grows up to its limit; then states that save more work replace those
//! that save less.

use super::counters::{COUNTERS, Counters};
use dlx3_base::count::Count;
use dlx3_format::Problem;
use siphasher::sip128::SipHasher13;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

/// The name of a state, or the hash of one of its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hash(pub [u64; 2]);

/// A part of a state. Two states with the same parts are equal.
#[derive(Clone, Copy, Debug)]
pub(super) enum StatePart {
    /// An option that may still be chosen.
    Option(u32),
    /// Such an option has a node whose item is purified: the option, the item.
    Purified(u32, u32),
    /// An item, and how many choices it has left, if more than one.
    Bound(u32, u32),
    /// An active item, and a secondary item's color. If each option has one primary item, these
    /// determine the live options.
    Active(u32),
    Colored(u32, u32),
}

impl std::ops::BitXorAssign for Hash {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Hash) {
        self.0[0] ^= other.0[0];
        self.0[1] ^= other.0[1];
    }
}

/// The counts of a subtree, without its root, and its height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub counted: Counters,
    pub height: usize,
}

/// The entry of a state: two words for hash and height, then the counts, that of nodes last. If a
/// count needs more than 64 bits, or profiles are kept, the entry has the index of a *long record*
/// instead.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Entry([u64; FIRST_COUNT + COUNTERS]);

const FIRST_COUNT: usize = 2;
const NODES: usize = FIRST_COUNT + COUNTERS - 1;

const HEIGHT_BITS: u32 = 16;
/// In place of the height: the first count is the index of a long record.
const LONG: u64 = (1 << HEIGHT_BITS) - 1;
/// The associativity: entries of a set, in any of which a state can be.
const WAYS: usize = 4;
const SHARDS: usize = 64;
const FEWEST_SETS: usize = 4;

impl Entry {
    fn tag(hash: Hash) -> [u64; 2] {
        [hash.0[0], hash.0[1] & !LONG]
    }

    #[inline]
    fn is(&self, tag: [u64; 2]) -> bool {
        self.0[0] == tag[0] && self.0[1] & !LONG == tag[1] && self.nodes() > 0
    }

    fn height(&self) -> u64 {
        self.0[1] & LONG
    }

    /// How many nodes are below, or the largest number that fits: the work it saves. 0 if the entry
    /// is empty.
    fn nodes(&self) -> u64 {
        self.0[NODES]
    }
}

/// The bytes of a long record in the two lists.
const PLACE: usize = size_of::<Option<Box<[u64]>>>() + size_of::<usize>();

/// A part of the memo, with a lock of its own.
#[derive(Debug, Default)]
struct Shard {
    entries: Vec<Entry>,
    used: usize,
    /// The long records; the indices of free ones; and the bytes of all records, without the two
    /// lists.
    long: Vec<Option<Box<[u64]>>>,
    free: Vec<usize>,
    bytes: usize,
    /// The number of look-ups.
    looked_up: u64,
}

/// A memo for searches of one problem: see [`Search::with_memo`](super::Search::with_memo).
///
/// ```
/// use dlx3::Problem;
/// use dlx3::search::{Engine, Memo, Search};
///
/// let problem: Problem = "A B\nA\nB\nA B\n".parse()?;
/// let memo = Memo::new(&problem, 1 << 20, false);
/// let mut search = Search::new(&problem, Engine::Auto).with_memo(&memo);
/// search.run(&mut ());
/// assert_eq!(search.counters().solutions, 2);
/// # Ok::<(), dlx3::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Memo<'p> {
    problem: &'p Problem,
    pub(super) store: Arc<Store>,
}

impl<'p> Memo<'p> {
    /// An empty memo that takes up to `bytes` bytes of memory; with too few, it never knows
    /// anything. Without `profiles`, the profile of a search with this memo is incomplete: see
    /// [`Counters::has_profile`].
    pub fn new(problem: &'p Problem, bytes: usize, profiles: bool) -> Self {
        Memo {
            problem,
            store: Arc::new(Store::new(bytes, profiles)),
        }
    }

    /// How many states have been looked up in it.
    pub fn looked_up(&self) -> u64 {
        let of_each = |shard: &Mutex<Shard>| {
            let shard = shard.lock();
            shard.unwrap_or_else(PoisonError::into_inner).looked_up
        };
        self.store.shards.iter().map(of_each).sum()
    }

    /// Whether it is a memo of this problem, or of one that differs only in costs.
    pub fn is_of(&self, problem: &Problem) -> bool {
        std::ptr::eq(self.problem, problem) || self.problem.has_tree_of(problem)
    }
}

/// The table of known states.
#[derive(Debug)]
pub(super) struct Store {
    /// Hashes parts, with a key of its own that makes names unpredictable.
    hasher: SipHasher13,
    shards: Box<[Mutex<Shard>]>,
    /// The most bytes that a shard may take.
    most: usize,
    /// Whether it keeps profiles: then every state has a long record.
    pub(super) profiles: bool,
}

impl Store {
    fn new(bytes: usize, profiles: bool) -> Self {
        let random = || RandomState::new().build_hasher().finish();
        Store {
            hasher: SipHasher13::new_with_keys(random(), random()),
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            most: bytes / SHARDS,
            profiles,
        }
    }

    /// The hash of a part, which is in the names of states.
    #[inline]
    pub(super) fn name(&self, part: StatePart) -> Hash {
        let (kind, a, b) = match part {
            StatePart::Option(option) => (1, option, 0),
            StatePart::Purified(option, item) => (2, option, item),
            StatePart::Bound(item, bound) => (3, item, bound),
            StatePart::Active(item) => (4, item, 0),
            StatePart::Colored(item, color) => (5, item, color),
        };
        let numbers = u128::from(a) | u128::from(b) << 32 | kind << 64;
        let hash = self.hasher.hash(&numbers.to_le_bytes()[..12]);
        Hash([hash.h1, hash.h2])
    }

    fn shard(&self, hash: Hash) -> std::sync::MutexGuard<'_, Shard> {
        let shard = (hash.0[1] >> HEIGHT_BITS) as usize % SHARDS;
        let shard = self.shards[shard].lock();
        shard.unwrap_or_else(PoisonError::into_inner)
    }

    /// The known counts of a state.
    pub(super) fn find(&self, hash: Hash) -> Option<Known> {
        let mut shard = self.shard(hash);
        shard.looked_up += 1;
        let tag = Entry::tag(hash);
        let entry = shard.set(hash).iter().find(|entry| entry.is(tag))?;
        if entry.height() == LONG {
            return shard.long[entry.0[2] as usize]
                .as_deref()
                .map(Known::from_words);
        }
        let counts = std::array::from_fn(|place| Count::known(entry.0[FIRST_COUNT + place]));
        Some(Known {
            height: entry.height() as usize,
            counted: Counters::from_counts(counts, Vec::new()),
        })
    }

    /// Remembers a state.
    pub(super) fn insert(&self, hash: Hash, known: &Known) {
        let mut shard = self.shard(hash);
        shard.make_room(self.most);
        shard.insert(hash, known, self.profiles, self.most);
    }
}

impl Shard {
    fn place(hash: Hash, entries: usize) -> usize {
        hash.0[0] as usize % (entries / WAYS) * WAYS
    }

    #[inline]
    fn set(&self, hash: Hash) -> &[Entry] {
        match self.entries.len() {
            0 => &[],
            length => &self.entries[Self::place(hash, length)..][..WAYS],
        }
    }

    /// The bytes that it takes.
    fn size(&self) -> usize {
        self.entries.len() * size_of::<Entry>() + self.long_size()
    }

    /// The bytes of long records and of their lists, which double as they grow. The list of free
    /// records is never the longer one.
    fn long_size(&self) -> usize {
        self.bytes + self.long.capacity() * PLACE
    }

    /// By how many bytes the list of long records grows with one more record.
    fn next_place(&self) -> usize {
        match self.free.is_empty() && self.long.len() == self.long.capacity() {
            true => self.long.len().max(4) * PLACE,
            false => 0,
        }
    }

    /// Doubles the table when it is half full (few sets are full then), if there is memory for it
    /// and for twice as many long records.
    fn make_room(&mut self, most: usize) {
        let old = self.entries.len();
        if 2 * self.used < old {
            return;
        }
        let new = (2 * old).max(FEWEST_SETS * WAYS);
        if new * size_of::<Entry>() + 2 * self.long_size() > most {
            return;
        }
        let entries = std::mem::replace(&mut self.entries, vec![Entry::default(); new]);
        self.used = 0;
        for entry in entries.iter().filter(|entry| entry.nodes() > 0) {
            let place = Self::place(Hash([entry.0[0], 0]), new);
            match self.entries[place..][..WAYS]
                .iter_mut()
                .find(|entry| entry.nodes() == 0)
            {
                Some(free) => {
                    *free = *entry;
                    self.used += 1;
                }
                None => self.forget(*entry),
            }
        }
    }

    /// Frees the long record of an entry that is dropped.
    fn forget(&mut self, entry: Entry) {
        if entry.nodes() > 0 && entry.height() == LONG {
            let place = entry.0[2] as usize;
            if let Some(words) = self.long[place].take() {
                self.bytes -= bytes(&words);
                self.free.push(place);
            }
        }
    }

    fn insert(&mut self, hash: Hash, known: &Known, profiles: bool, most: usize) {
        let tag = Entry::tag(hash);
        if self.entries.is_empty() {
            return;
        }
        let place = Self::place(hash, self.entries.len());
        let set = &self.entries[place..][..WAYS];
        // Another thread may have been faster.
        if set.iter().any(|entry| entry.is(tag)) {
            return;
        }
        let nodes = known.counted.nodes.saturated();
        let way = (0..WAYS).min_by_key(|&way| set[way].nodes());
        let place = place + way.expect("a set has entries");
        let old = self.entries[place];
        if old.nodes() > nodes {
            return;
        }
        let entry = match known.short().filter(|_| !profiles) {
            Some(counts) => {
                let mut entry = Entry::default();
                entry.0[..FIRST_COUNT].copy_from_slice(&[tag[0], tag[1] | known.height as u64]);
                entry.0[FIRST_COUNT..].copy_from_slice(&counts);
                entry
            }
            None => {
                let words = known.to_words();
                if self.size() + bytes(&words) + self.next_place() > most {
                    return;
                }
                self.bytes += bytes(&words);
                let at = self.free.pop().unwrap_or_else(|| {
                    self.long.push(None);
                    self.long.len() - 1
                });
                self.long[at] = Some(words);
                let mut entry = Entry::default();
                entry.0[..=FIRST_COUNT].copy_from_slice(&[tag[0], tag[1] | LONG, at as u64]);
                entry.0[NODES] = nodes;
                entry
            }
        };
        self.used += usize::from(old.nodes() == 0);
        self.forget(old);
        self.entries[place] = entry;
    }
}

impl Known {
    /// The counts, if each fits in a word and the height in its bits beside the hash.
    fn short(&self) -> Option<[u64; COUNTERS]> {
        let counted = &self.counted;
        if self.height as u64 >= LONG || counted.length_mems != 0 {
            return None;
        }
        let mut words = [0; COUNTERS];
        for (word, count) in words.iter_mut().zip(counted.counts()) {
            *word = count.to_u64()?;
        }
        Some(words)
    }

    /// As a long record: the height, then each count's length and digits. After the counters come
    /// the mems for lengths, which short records lack.
    fn to_words(&self) -> Box<[u64]> {
        let mut words = vec![self.height as u64];
        let counted = &self.counted;
        let counts = counted.counts().into_iter().chain([&counted.length_mems]);
        for count in counts.chain(&counted.profile) {
            count.write_digits(&mut words);
        }
        words.into()
    }

    fn from_words(words: &[u64]) -> Self {
        let mut rest = &words[1..];
        let mut counts = std::iter::from_fn(|| {
            let (&length, after) = rest.split_first()?;
            let (digits, after) = after.split_at(length as usize);
            rest = after;
            Some(Count::from_digits(digits))
        });
        let mut next = || counts.next().expect("all counts were written");
        let (all, length_mems) = (std::array::from_fn(|_| next()), next());
        Known {
            height: words[0] as usize,
            counted: Counters {
                length_mems,
                ..Counters::from_counts(all, counts.collect())
            },
        }
    }
}

/// The approximate bytes of a long record.
fn bytes(words: &[u64]) -> usize {
    // The words, and the overhead of their allocation.
    size_of_val(words) + 16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(nodes: &str, levels: usize) -> Known {
        let count = |text: &str| text.parse::<Count>().unwrap();
        Known {
            height: levels,
            counted: Counters {
                solutions: count("7"),
                mems: count(&format!("{nodes}00")),
                choice_mems: count(nodes),
                updates: count("0"),
                cleansings: count("18446744073709551615"),
                nodes: count(nodes),
                // Only long records have some, and the highest subtrees have those.
                length_mems: count(if levels > 10 { nodes } else { "0" }),
                profile: vec![count(nodes); levels],
            },
        }
    }

    fn without_profile(mut known: Known) -> Known {
        known.counted.profile.clear();
        known
    }

    #[test]
    fn what_is_remembered_is_found_as_it_was_whatever_its_size() {
        for profiles in [false, true] {
            let memo = Store::new(1 << 24, profiles);
            let of = |number: u32| {
                let known = match number % 3 {
                    0 => known("5", 2),
                    1 => known("18446744073709551616", 3),
                    _ => known("2444888770250892795802079170816", 70_000),
                };
                match profiles && known.height < 10 {
                    true => known,
                    false => without_profile(known),
                }
            };
            for number in 0..5000 {
                let hash = memo.name(StatePart::Option(number));
                assert_eq!(memo.find(hash), None);
                memo.insert(hash, &of(number));
            }
            // A state is dropped early if many share its set.
            let found = (0..5000).filter(|&number| {
                let found = memo.find(memo.name(StatePart::Option(number)));
                found.is_some_and(|known| known == of(number))
            });
            let known = (0..5000)
                .filter(|&number| memo.find(memo.name(StatePart::Option(number))).is_some());
            let (found, known) = (found.count(), known.count());
            assert_eq!(found, known);
            assert!(known > 4500, "{known}");
        }
    }

    #[test]
    fn a_full_memo_keeps_within_its_limit_and_what_saves_most() {
        let limit = 1 << 20;
        let memo = Store::new(limit, false);
        let name = |number| memo.name(StatePart::Option(number));
        for number in 0..200_000 {
            let nodes = if number % 100 == 0 {
                "99999999999999999999"
            } else {
                "9"
            };
            memo.insert(name(number), &without_profile(known(nodes, 1)));
        }
        let size = |shard: &Mutex<Shard>| shard.lock().unwrap().size();
        assert!(memo.shards.iter().map(size).sum::<usize>() <= limit);
        let found = |step| {
            (0..200_000)
                .step_by(step)
                .filter(|&n| memo.find(name(n)).is_some())
        };
        // If states were dropped regardless of what they save, some 80 would be left.
        assert!(found(100).count() > 600, "{}", found(100).count());
        assert!(found(1).count() > 4000, "{}", found(1).count());
    }

    #[test]
    fn a_memo_without_room_knows_nothing() {
        let memo = Store::new(0, false);
        memo.insert(
            memo.name(StatePart::Option(1)),
            &without_profile(known("5", 1)),
        );
        assert_eq!(memo.find(memo.name(StatePart::Option(1))), None);
    }
}
