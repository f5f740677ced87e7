//! Depth first, branching on the item with the fewest branches, as DLX3 does: for problems whose
//! states seldom come back in any order. The live options are one bitmap.
//!
//! The solutions below a node depend only on the live options and on the rest of the bounds. These
//! are the node's *name*; a memo keeps a keyed hash of 128 bits of it. When most of the options are
//! gone, the rest is re-encoded as a sub-problem with its own memo.

use crate::problem::model::{Demand, Part};
use crate::states::algebra::Algebra;
use crate::states::sets::Sets;
use crate::{Effort, Status};
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

/// A search through a part that can be paused.
pub struct Walk<A: Algebra> {
    /// The values that are computed.
    pub algebra: A,
    subs: Vec<Sub<A::Value>>,
    frames: Vec<WalkFrame>,
    /// The values of the moves of all frames.
    moves: Vec<(Option<u32>, A::Value)>,
    /// The live options and the active items of all frames.
    words: Vec<u64>,
    items: Vec<u32>,
    hasher: Multilinear,
    effort: Effort,
    work: u64,
    /// The allocated memory of all memos.
    bytes: usize,
    /// The limit of the memos' memory, whatever memory there is.
    memo: Option<usize>,
    /// A state is stored if the binary logarithm of the nodes below it is at least this.
    least: u8,
    /// The rest of the bounds at the present node; and the items that have one option left.
    rest: Vec<u64>,
    forced: Vec<u32>,
    state: WalkState<A::Value>,
}

enum WalkState<V> {
    Fresh,
    Running,
    Ended(V),
}

/// A node whose branches are being tried.
#[derive(Clone, Debug)]
struct WalkFrame {
    /// The start of its live options and of its active items.
    words: usize,
    items: usize,
    /// The number of its active items; 0 once its last branch has taken its place on the stacks.
    active: u32,
    /// The start of its moves.
    moves: usize,
    /// The item to branch on.
    item: u32,
    /// The number of branches left, and the number at first.
    left: u32,
    score: u32,
    /// Whether the null move is still to be tried.
    may_skip: bool,
    /// The present option, by its number in the sub-problem. None for the null move.
    taken: Option<u32>,
    name: Option<u128>,
    /// The number of states when it was entered.
    begun: u64,
}

/// A sub-problem: the rest of a part at some node, with new numbers for items and options.
struct Sub<V> {
    words: usize,
    /// The part's number of each option.
    choices: Vec<u32>,
    /// The options of each item.
    rows: Sets,
    /// The conflicts of each option: the options that it rules out.
    conflicts: Conflicts,
    /// How many more options each item may have, and how many it must have (0 or less: none).
    upper: Vec<u32>,
    lower: Vec<i32>,
    /// Whether an item needs exactly one option.
    is_once: Vec<bool>,
    /// The items with bounds of each option.
    bounded: Vec<Vec<u32>>,
    /// The part's number of each item.
    items: Vec<u32>,
    /// The number of frames when it began, and the number of items on the stack.
    base: usize,
    first_item: usize,
    entry: SubEntry,
    /// Values, each with the binary logarithm of its number of nodes.
    memo: HashMap<u128, (V, u8), BuildHasherDefault<Low>>,
    /// The memory of the memo's table, and of its values beyond it.
    memo_bytes: usize,
    held: usize,
    /// Look-ups and hits since the memo was last judged; and the number of nodes for which it is
    /// off.
    looks: u32,
    hits: u32,
    sleeps: u32,
}

/// The options that each option of a sub-problem rules out.
enum Conflicts {
    /// A bitmap for each option, which includes the option itself.
    Whole(Vec<u64>),
    /// For each option, rows to remove, each perhaps without another row.
    Thin(Sets, Vec<Vec<(u32, Option<u32>)>>),
}

impl Conflicts {
    /// Removes the options that an option rules out.
    fn remove(&self, option: u32, live: &mut [u64]) {
        match self {
            Self::Whole(all) => {
                let own = &all[option as usize * live.len()..][..live.len()];
                for (live, own) in live.iter_mut().zip(own) {
                    *live &= !own;
                }
            }
            Self::Thin(sets, of_options) => {
                for &(row, but) in &of_options[option as usize] {
                    match but {
                        None => sets.remove(row, live),
                        Some(but) => sets.remove_but(row, but, live),
                    }
                }
                live[option as usize / 64] &= !(1 << (option % 64));
            }
        }
    }
}

/// How to leave a sub-problem: the sizes to which the stacks are cut, and the name of its root in
/// the sub-problem above.
#[derive(Clone, Debug, Default)]
struct SubEntry {
    words: usize,
    items: usize,
    name: Option<u128>,
    begun: u64,
}

/// A hasher that returns the low bits of a name, which is random already.
#[derive(Default)]
struct Low(u64);

impl Hasher for Low {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("names are numbers")
    }

    fn write_u128(&mut self, name: u128) {
        self.0 = name as u64;
    }
}

/// Two multilinear hashes of 64 bits, with new random keys in each run. Two different strings of
/// the same length have the same hash with probability 2^-128 (Lemire and Kaser, Strongly universal
/// string hashing is fast, 2014).
struct Multilinear {
    keys: Vec<[u128; 2]>,
    state: RandomState,
}

impl Multilinear {
    fn new() -> Self {
        Multilinear {
            keys: Vec::new(),
            state: RandomState::new(),
        }
    }

    /// Makes keys for this many words.
    fn reserve(&mut self, words: usize) {
        while self.keys.len() < words {
            let draw = |which: u64| {
                let half = |part: u64| {
                    let mut hasher = self.state.build_hasher();
                    hasher.write_usize(self.keys.len());
                    hasher.write_u64(2 * which + part);
                    u128::from(hasher.finish())
                };
                half(0) << 64 | half(1)
            };
            let keys = [draw(0), draw(1)];
            self.keys.push(keys);
        }
    }

    #[inline]
    fn hash(&self, words: impl Iterator<Item = u64>) -> u128 {
        let mut sums = [0u128; 2];
        for (word, keys) in words.zip(&self.keys) {
            for (sum, key) in sums.iter_mut().zip(keys) {
                *sum = sum.wrapping_add(key.wrapping_mul(u128::from(word)));
            }
        }
        sums[0] >> 64 << 64 | sums[1] >> 64
    }
}

/// The most options of a walk: the bitmaps of more would take too much memory.
pub const MOST_CHOICES: usize = 1 << 14;

/// The sub-problem is re-encoded when at most one part in this of its words' bits is live.
const SHRINK: usize = 4;

/// A memo is judged after this many look-ups. If fewer than one in `HIT_SHARE` was a hit, it is not
/// used for `SLEEP` nodes.
const REVIEW: u32 = 1 << 12;
const HIT_SHARE: u32 = 32;
const SLEEP: u32 = 1 << 16;

/// The work of a node beside scanning its items' rows, and of re-encoding an option.
const NODE: u64 = 60;
const ENCODED: u64 = 8;

/// Re-encoding does not pay for fewer items.
const FEW_ITEMS: usize = 8;

/// If at least this many items have one option left, these options are chosen all at once. If there
/// are fewer, items are examined after each choice, which may leave one without options.
const MANY_FORCED: usize = 32;

impl<A: Algebra> Walk<A> {
    /// A walk through all solutions. None if the part has too many options.
    pub fn new(part: &Part, algebra: A) -> Option<Self> {
        if part.choices.len() > MOST_CHOICES {
            return None;
        }
        let all: Vec<u32> = (0..part.choices.len() as u32).collect();
        let bounds: Vec<(u32, i32, bool)> = part
            .demands
            .iter()
            .map(|demand| match *demand {
                Demand::Once => (1, 1, true),
                Demand::Bounded { lower, upper } => (upper, lower as i32, false),
                Demand::Agree { .. } => (0, 0, false),
            })
            .collect();
        let sub = Sub::new(part, all, |item| bounds[item as usize], 0);
        let mut walk = Walk {
            algebra,
            subs: Vec::new(),
            frames: Vec::new(),
            moves: Vec::new(),
            words: Vec::new(),
            items: Vec::new(),
            hasher: Multilinear::new(),
            effort: Effort::default(),
            work: 0,
            bytes: 0,
            memo: None,
            least: 1,
            state: WalkState::Fresh,
            rest: Vec::new(),
            forced: Vec::new(),
        };
        walk.begin(sub);
        Some(walk)
    }

    /// Limits its memos to this many bytes, so that what they forget does not depend on the limit
    /// of memory. If that limit is smaller, the walk is full.
    pub fn remembering(mut self, bytes: usize) -> Self {
        self.memo = Some(bytes);
        self
    }

    /// The present memory of memos and values.
    pub fn bytes(&self) -> usize {
        self.bytes + self.algebra.bytes()
    }

    /// The effort so far.
    pub fn effort(&self) -> &Effort {
        &self.effort
    }

    /// The work so far in nanoseconds, about.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The estimated total work, if all branches of a node are equally large.
    pub fn estimate(&self) -> f64 {
        if let WalkState::Ended(_) = self.state {
            return self.work as f64;
        }
        let mut done = 0.0;
        let mut share = 1.0;
        for frame in &self.frames {
            let all = f64::from(frame.score.max(1));
            let tried = all - f64::from(frame.left) - f64::from(u32::from(frame.may_skip));
            done += share * (tried - 1.0).max(0.0) / all;
            share /= all;
        }
        self.work as f64 / done.max(1e-12)
    }

    /// Makes a sub-problem the present one, with all its options live.
    fn begin(&mut self, sub: Sub<A::Value>) {
        let options = sub.choices.len();
        self.words.extend((0..sub.words).map(|word| {
            let left = options - (word * 64).min(options);
            match left {
                0..64 => (1 << left) - 1,
                _ => u64::MAX,
            }
        }));
        self.items.extend(0..sub.upper.len() as u32);
        self.hasher.reserve(sub.words + sub.upper.len());
        self.subs.push(sub);
    }

    /// Continues for this much work, within this many bytes.
    pub fn run(&mut self, part: &Part, work: u64, memory: usize) -> Status<A::Value> {
        let end = self.work.saturating_add(work);
        let mut value = match &self.state {
            WalkState::Ended(value) => return Status::Done(value.clone()),
            WalkState::Fresh => self.enter(part),
            WalkState::Running => None,
        };
        self.state = WalkState::Running;
        loop {
            if let Some(known) = value.take()
                && self.give_back(known, memory)
            {
                let WalkState::Ended(value) = &self.state else {
                    unreachable!("a walk that is over has a value")
                };
                return Status::Done(value.clone());
            }
            let memos = self.memo.map_or(0, |_| self.bytes);
            // The memos limit themselves to the memory. Values that are not in memos need more.
            let on_the_way = self.algebra.all_held().saturating_sub(self.bytes);
            if memos + self.algebra.bytes() + on_the_way > memory {
                return Status::Full;
            }
            if self.work >= end {
                return Status::Paused;
            }
            value = match self.branch() {
                true => self.enter(part),
                false => Some(self.leave(memory)),
            };
        }
    }

    /// Gives the value of a node to the frame above. Returns whether the node was the root.
    fn give_back(&mut self, value: A::Value, memory: usize) -> bool {
        while let Some(sub) = self.subs.pop_if(|sub| sub.base == self.frames.len()) {
            self.bytes -= sub.bytes();
            self.words.truncate(sub.entry.words);
            self.items.truncate(sub.entry.items);
            if self.subs.is_empty() {
                self.state = WalkState::Ended(value);
                return true;
            }
            self.remember(sub.entry.name, sub.entry.begun, &value, memory);
        }
        let frame = self.frames.last().expect("the root has no frame above");
        if !self.algebra.is_zero(&value) {
            let sub = self.subs.last().expect("frames are of a sub-problem");
            let choice = frame.taken.map(|option| sub.choices[option as usize]);
            self.moves.push((choice, value));
        }
        false
    }

    /// Puts a value into the memo, if its node has a name.
    fn remember(&mut self, name: Option<u128>, begun: u64, value: &A::Value, memory: usize) {
        let nodes = self.effort.states - begun;
        let log = nodes.checked_ilog2().unwrap_or(0) as u8;
        let Some(name) = name.filter(|_| log >= self.least) else {
            return;
        };
        let memory = match self.memo {
            Some(memo) => memo,
            None => memory.saturating_sub(self.algebra.bytes()),
        };
        let held = self.algebra.held(value);
        loop {
            let sub = self.subs.last_mut().expect("it is not over");
            let before = sub.memo_bytes;
            let after = sub.memo_bytes_with_one_more();
            // While a memo grows, the old table also needs memory.
            let growth = if after > before { after } else { 0 };
            if self.bytes + growth + held <= memory {
                if let Some((old, _)) = sub.memo.insert(name, (value.clone(), log)) {
                    let old = self.algebra.held(&old);
                    sub.held -= old;
                    self.bytes -= old;
                }
                sub.memo_bytes = after;
                sub.held += held;
                self.bytes += after - before + held;
                self.effort.bytes = self.effort.bytes.max(self.bytes);
                return;
            }
            // Values with the fewest nodes are forgotten first.
            self.least += 1;
            if log < self.least {
                return;
            }
            self.forget();
        }
    }

    /// Forgets the values with too few nodes, in all memos.
    fn forget(&mut self) {
        let least = self.least;
        for sub in &mut self.subs {
            self.bytes -= sub.bytes();
            sub.held = 0;
            sub.memo.retain(|_, (value, log)| {
                let stays = *log >= least;
                sub.held += if stays { self.algebra.held(value) } else { 0 };
                stays
            });
            // A table that is nearly empty is shrunk.
            if sub.memo.len() * 8 < Sub::<A::Value>::states_in(sub.memo_bytes) {
                sub.memo.shrink_to_fit();
                sub.memo_bytes = Sub::<A::Value>::bytes_for(sub.memo.len());
            }
            self.bytes += sub.bytes();
        }
    }

    /// Ends a frame whose branches have all been tried.
    fn leave(&mut self, memory: usize) -> A::Value {
        let frame = self.frames.pop().expect("there is one");
        let value = self.algebra.sum(&self.moves[frame.moves..]);
        self.work += self.algebra.take_work();
        self.moves.truncate(frame.moves);
        self.words.truncate(frame.words);
        self.items.truncate(frame.items);
        self.remember(frame.name, frame.begun, &value, memory);
        value
    }

    /// Takes the next branch of the topmost frame, and puts the child's live options and items on
    /// the stacks. False if no branch is left.
    fn branch(&mut self) -> bool {
        let frame = self.frames.last_mut().expect("there is one");
        let sub = self.subs.last_mut().expect("frames are of a sub-problem");
        let words = sub.words;
        if let Some(option) = frame.taken.take() {
            for &item in &sub.bounded[option as usize] {
                sub.upper[item as usize] += 1;
                sub.lower[item as usize] += 1;
            }
        }
        let own = frame.words;
        self.words.truncate(own + words);
        let end = frame.items + frame.active as usize;
        self.items.truncate(end);
        if frame.left == 0 {
            if !std::mem::replace(&mut frame.may_skip, false) {
                return false;
            }
            self.words.extend_from_within(own..own + words);
            sub.rows.remove(frame.item, &mut self.words[own + words..]);
            for place in frame.items..end {
                let item = self.items[place];
                if item != frame.item {
                    self.items.push(item);
                }
            }
            return true;
        }
        frame.left -= 1;
        let found = sub.rows.first(frame.item, &self.words[own..own + words]);
        let option = found.expect("as many options as branches are left");
        frame.taken = Some(option);
        // The last branch takes the place of its frame on the stacks. Otherwise thousands of items
        // with one option each would take quadratic memory.
        let is_last = frame.left == 0 && !frame.may_skip;
        let child = match is_last {
            true => own,
            false => {
                self.words.extend_from_within(own..own + words);
                self.words[own + option as usize / 64] &= !(1 << (option % 64));
                own + words
            }
        };
        sub.take(option, &mut self.words[child..]);
        let stays = |item: u32| !(sub.is_once[item as usize] && sub.rows.has(item, option));
        if is_last {
            let mut kept = frame.items;
            for place in frame.items..end {
                let item = self.items[place];
                self.items[kept] = item;
                kept += usize::from(stays(item));
            }
            self.items.truncate(kept);
            frame.active = 0;
            return true;
        }
        for place in frame.items..end {
            let item = self.items[place];
            if stays(item) {
                self.items.push(item);
            }
        }
        true
    }

    /// Enters the node whose live options and items are on top of the stacks. Returns its value if
    /// that is known; otherwise pushes a frame.
    fn enter(&mut self, part: &Part) -> Option<A::Value> {
        loop {
            self.effort.states += 1;
            let sub = self.subs.last_mut().expect("there is one");
            let words = sub.words;
            let own = self.words.len() - words;
            let begin = match self.frames.last() {
                Some(frame) if self.frames.len() > sub.base => frame.items + frame.active as usize,
                _ => sub.first_item,
            };
            self.work += NODE + ((self.items.len() - begin) * words) as u64;
            let live = &self.words[own..];
            let seen = (&mut self.rest, &mut self.forced);
            let Some(best) = sub.choose(live, &self.items[begin..], seen) else {
                return Some(self.algebra.zero());
            };
            let Some(best) = best else {
                return Some(self.algebra.one());
            };
            if self.items.len() - begin == 1 && sub.is_once[best.item as usize] {
                return Some(self.last_item(best.item));
            }
            let name = match sub.is_asleep() {
                true => None,
                false => {
                    let name = self.hasher.hash(live.iter().chain(&self.rest).copied());
                    let known = sub.memo.get(&name).map(|(value, _)| value.clone());
                    sub.judge(known.is_some());
                    if known.is_some() {
                        self.effort.hits += 1;
                        return known;
                    }
                    Some(name)
                }
            };
            if words > 1 && self.items.len() - begin >= FEW_ITEMS {
                let count: u32 = live.iter().map(|word| word.count_ones()).sum();
                if count as usize * SHRINK <= words * 64 {
                    let sub = self.encode(part, begin, name);
                    self.work += ENCODED * sub.choices.len() as u64 * (8 + sub.words as u64);
                    self.begin(sub);
                    continue;
                }
            }
            if self.forced.len() >= MANY_FORCED {
                match self.take_forced(begin, name) {
                    true => continue,
                    false => return Some(self.algebra.zero()),
                }
            }
            self.frames.push(WalkFrame {
                words: own,
                items: begin,
                active: (self.items.len() - begin) as u32,
                moves: self.moves.len(),
                item: best.item,
                left: best.options,
                score: best.options + u32::from(best.may_skip),
                may_skip: best.may_skip,
                taken: None,
                name,
                begun: self.effort.states,
            });
            return None;
        }
    }

    /// Chooses the options of all forced items of the node on top of the stacks, each in its own
    /// frame, before items are examined again: examining all items after each choice would take
    /// quadratic time. Returns whether each forced item got its option.
    fn take_forced(&mut self, begin: usize, mut name: Option<u128>) -> bool {
        let sub = self.subs.last_mut().expect("there is one");
        let own = self.words.len() - sub.words;
        let live = &mut self.words[own..];
        let mut taken = vec![0u64; sub.words];
        for &item in &self.forced {
            if sub.rows.count(item, &taken) > 0 {
                continue;
            }
            let Some(option) = sub.rows.first(item, live) else {
                return false;
            };
            self.effort.states += 1;
            self.work += NODE;
            self.frames.push(WalkFrame {
                words: own,
                items: begin,
                active: 0,
                moves: self.moves.len(),
                item,
                left: 0,
                score: 1,
                may_skip: false,
                taken: Some(option),
                name: name.take(),
                begun: self.effort.states,
            });
            taken[option as usize / 64] |= 1 << (option % 64);
            sub.take(option, live);
        }
        let mut kept = begin;
        for place in begin..self.items.len() {
            let item = self.items[place];
            self.items[kept] = item;
            let is_done = sub.is_once[item as usize] && sub.rows.count(item, &taken) > 0;
            kept += usize::from(!is_done);
        }
        self.items.truncate(kept);
        true
    }

    /// Makes the sub-problem of the node on top of the stacks.
    fn encode(&self, part: &Part, begin: usize, name: Option<u128>) -> Sub<A::Value> {
        let sub = self.subs.last().expect("there is one");
        let own = self.words.len() - sub.words;
        let mut choices = Vec::new();
        for (word, &live) in self.words[own..].iter().enumerate() {
            let mut live = live;
            while live != 0 {
                choices.push(sub.choices[word * 64 + live.trailing_zeros() as usize]);
                live &= live - 1;
            }
        }
        let mut local = vec![u32::MAX; part.demands.len()];
        for &item in &self.items[begin..] {
            local[sub.items[item as usize] as usize] = item;
        }
        let bounds = |item: u32| match local[item as usize] {
            u32::MAX => (0, 0, false),
            item => {
                let item = item as usize;
                (sub.upper[item], sub.lower[item], sub.is_once[item])
            }
        };
        let mut new = Sub::new(part, choices, bounds, self.frames.len());
        new.entry = SubEntry {
            words: own,
            items: begin,
            name,
            begun: self.effort.states,
        };
        new.first_item = self.items.len();
        new
    }

    /// The value of a node with one active item, which needs one option.
    fn last_item(&mut self, item: u32) -> A::Value {
        let sub = self.subs.last().expect("there is one");
        let own = self.words.len() - sub.words;
        let begin = self.moves.len();
        let one = self.algebra.one();
        let moves = &mut self.moves;
        sub.rows.each(item, &self.words[own..], |option| {
            moves.push((Some(sub.choices[option as usize]), one.clone()));
        });
        let value = self.algebra.sum(&self.moves[begin..]);
        self.moves.truncate(begin);
        value
    }
}

/// The item to branch on.
struct Best {
    item: u32,
    /// The number of its options to try, and whether it may do without them.
    options: u32,
    may_skip: bool,
}

impl<V> Sub<V> {
    /// The memory of an entry of a memo.
    const ENTRY: usize = size_of::<(u128, (V, u8))>() + 1;

    /// The memory of a memo with room for this many states: they fill up to seven eighths of a
    /// table whose size is a power of two.
    fn bytes_for(states: usize) -> usize {
        match states {
            0 => 0,
            1..=3 => 4 * Self::ENTRY,
            _ => (states * 8).div_ceil(7).next_power_of_two() * Self::ENTRY,
        }
    }

    /// The number of states that fit into this many bytes.
    fn states_in(bytes: usize) -> usize {
        match bytes / Self::ENTRY {
            4 => 3,
            entries => entries / 8 * 7,
        }
    }

    /// The memory of the memo with one more state. It grows if it is full. If it is less than half
    /// full, it is cleaned instead, which frees the places of deleted entries.
    fn memo_bytes_with_one_more(&self) -> usize {
        let all = Self::states_in(self.memo_bytes);
        let states = self.memo.len();
        match states < self.memo.capacity() || states < all / 2 {
            true => self.memo_bytes,
            false => Self::bytes_for(all + 1),
        }
    }

    /// The memory of its memo, values included.
    fn bytes(&self) -> usize {
        self.memo_bytes + self.held
    }

    /// Encodes some options of a part. `bounds` says how many more of them each item may have and
    /// must have, and whether it needs exactly one. An upper bound of 0 means that the item is not
    /// branched on.
    fn new(
        part: &Part,
        choices: Vec<u32>,
        bounds: impl Fn(u32) -> (u32, i32, bool),
        base: usize,
    ) -> Self {
        let words = choices.len().div_ceil(64).max(1);
        let nodes = (choices.iter()).map(|&choice| part.choices[choice as usize].nodes.len());
        let rows = Sets::new(words, part.demands.len(), nodes.sum());
        let mut sub = Sub {
            words,
            conflicts: match rows.are_thin() {
                true => Conflicts::Thin(rows.clone(), vec![Vec::new(); choices.len()]),
                false => Conflicts::Whole(vec![0; choices.len() * words]),
            },
            rows,
            upper: Vec::new(),
            lower: Vec::new(),
            is_once: Vec::new(),
            bounded: vec![Vec::new(); choices.len()],
            items: Vec::new(),
            base,
            first_item: 0,
            entry: SubEntry::default(),
            memo: HashMap::default(),
            memo_bytes: 0,
            held: 0,
            looks: 0,
            hits: 0,
            sleeps: 0,
            choices,
        };
        let mut places: Vec<Vec<(u32, u32)>> = vec![Vec::new(); part.demands.len()];
        for (option, &choice) in sub.choices.iter().enumerate() {
            if let Conflicts::Whole(conflicts) = &mut sub.conflicts {
                conflicts[option * words + option / 64] |= 1 << (option % 64);
            }
            for &(item, color) in &part.choices[choice as usize].nodes {
                places[item as usize].push((option as u32, color));
            }
        }
        for (item, places) in places.iter().enumerate() {
            sub.add_item(part.demands[item], item as u32, bounds(item as u32), places);
        }
        sub
    }

    fn add_item(
        &mut self,
        demand: Demand,
        item: u32,
        (upper, lower, is_once): (u32, i32, bool),
        places: &[(u32, u32)],
    ) {
        match demand {
            Demand::Bounded { .. } => {
                let number = self.upper.len() as u32;
                for &(option, _) in places {
                    self.bounded[option as usize].push(number);
                }
            }
            Demand::Once | Demand::Agree { .. } => match &mut self.conflicts {
                Conflicts::Whole(conflicts) => add_whole(conflicts, self.words, demand, places),
                Conflicts::Thin(sets, of_options) => add_thin(sets, of_options, demand, places),
            },
        }
        if let Demand::Agree { .. } = demand {
            return;
        }
        let is_open = upper > 0 && (is_once || !places.is_empty() || lower > 0);
        match is_open {
            true => {
                self.rows.add(places.iter().map(|&(option, _)| option));
                self.upper.push(upper);
                self.lower.push(lower);
                self.is_once.push(is_once);
                self.items.push(item);
            }
            // No options of the item are left.
            false => places.iter().for_each(|&(option, _)| {
                self.bounded[option as usize].pop();
            }),
        }
    }

    /// Chooses an option: removes the options that it rules out, and itself.
    fn take(&mut self, option: u32, live: &mut [u64]) {
        self.conflicts.remove(option, live);
        for &item in &self.bounded[option as usize] {
            let place = item as usize;
            self.upper[place] -= 1;
            self.lower[place] -= 1;
            if self.upper[place] == 0 {
                self.rows.remove(item, live);
            }
        }
    }

    /// The item to branch on: the first one with the fewest branches. Puts the rest of the bounds
    /// into `rest`, and items that need one option and have only one into `forced`. The outer
    /// result is `None` if some item has too few options; the inner one is `None` if no item is
    /// left.
    fn choose(
        &self,
        live: &[u64],
        items: &[u32],
        (rest, forced): (&mut Vec<u64>, &mut Vec<u32>),
    ) -> Option<Option<Best>> {
        rest.clear();
        forced.clear();
        let mut best: Option<Best> = None;
        let mut fewest = u32::MAX;
        for &number in items {
            let item = number as usize;
            let length = self.rows.count(number, live);
            let (options, may_skip) = if self.is_once[item] {
                match length {
                    0 => return None,
                    1 => forced.push(number),
                    _ => {}
                }
                (length, false)
            } else {
                let lower = self.lower[item].max(0) as u32;
                if length < lower {
                    return None;
                }
                if length == 0 {
                    continue;
                }
                let upper = self.upper[item].min(length);
                rest.push(u64::from(upper) << 32 | u64::from(lower));
                match lower {
                    0 => (length, true),
                    _ => (length - lower + 1, false),
                }
            };
            let score = options + u32::from(may_skip);
            if score < fewest {
                fewest = score;
                best = Some(Best {
                    item: number,
                    options,
                    may_skip,
                });
            }
        }
        Some(best)
    }

    /// Whether the memo is off for this node.
    fn is_asleep(&mut self) -> bool {
        let sleeps = self.sleeps > 0;
        self.sleeps -= u32::from(sleeps);
        sleeps
    }

    /// Records whether a look-up was a hit. If hits are few, switches the memo off for some nodes.
    fn judge(&mut self, is_hit: bool) {
        self.looks += 1;
        self.hits += u32::from(is_hit);
        if self.looks == REVIEW {
            if self.hits < REVIEW / HIT_SHARE {
                self.sleeps = SLEEP;
            }
            (self.looks, self.hits) = (0, 0);
        }
    }
}

/// Adds the conflicts of an item to bitmaps of `words` words.
fn add_whole(conflicts: &mut [u64], words: usize, demand: Demand, places: &[(u32, u32)]) {
    let mut row = vec![0u64; words];
    for &(option, _) in places {
        row[option as usize / 64] |= 1 << (option % 64);
    }
    let mut add = |row: &[u64], option: u32| {
        let own = &mut conflicts[option as usize * words..][..words];
        for (own, row) in own.iter_mut().zip(row) {
            *own |= row;
        }
    };
    let is_alone = |color: u32| demand == Demand::Once || color == 0;
    for &(option, _) in places.iter().filter(|(_, color)| is_alone(*color)) {
        add(&row, option);
    }
    if demand == Demand::Once {
        return;
    }
    for same in of_colors(places).into_values() {
        let mut others = row.clone();
        for &option in &same {
            others[option as usize / 64] &= !(1 << (option % 64));
        }
        same.into_iter().for_each(|option| add(&others, option));
    }
}

/// Adds the conflicts of an item as rows.
fn add_thin(
    sets: &mut Sets,
    of_options: &mut [Vec<(u32, Option<u32>)>],
    demand: Demand,
    places: &[(u32, u32)],
) {
    let row = sets.add(places.iter().map(|&(option, _)| option));
    let mut same = HashMap::new();
    if demand != Demand::Once {
        for (color, options) in of_colors(places) {
            same.insert(color, sets.add(options.into_iter()));
        }
    }
    for &(option, color) in places {
        of_options[option as usize].push((row, same.get(&color).copied()));
    }
}

/// The options of each color.
fn of_colors(places: &[(u32, u32)]) -> HashMap<u32, Vec<u32>> {
    let mut options: HashMap<u32, Vec<u32>> = HashMap::new();
    for &(option, color) in places.iter().filter(|(_, color)| *color != 0) {
        options.entry(color).or_default().push(option);
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::model::Model;
    use num_bigint::BigUint;

    /// Counts solutions. A number of one word has no memory of its own.
    struct Counting;

    fn bytes_of(number: &BigUint) -> usize {
        match number.bits().div_ceil(64) {
            0 | 1 => 0,
            digits => 8 * digits as usize,
        }
    }

    impl Algebra for Counting {
        type Value = BigUint;

        fn zero(&self) -> BigUint {
            BigUint::ZERO
        }

        fn one(&self) -> BigUint {
            BigUint::from(1u32)
        }

        fn sum(&mut self, moves: &[(Option<u32>, BigUint)]) -> BigUint {
            moves.iter().map(|(_, value)| value).sum()
        }

        fn is_zero(&self, value: &BigUint) -> bool {
            *value == BigUint::ZERO
        }

        fn held(&self, value: &BigUint) -> usize {
            bytes_of(value)
        }
    }

    /// A chain: each item alone in one of 40 ways, or together with the next one. There are more
    /// than 2^300 solutions.
    #[test]
    fn the_memo_counts_what_long_numbers_take() {
        let items: Vec<String> = (0..60).map(|number| format!("i{number}")).collect();
        let mut text = items.join(" ") + "\n";
        for (place, item) in items.iter().enumerate() {
            text += &format!("{item}\n").repeat(40);
            if let Some(next) = items.get(place + 1) {
                text += &format!("{item} {next}\n");
            }
        }
        let model = Model::new(&text.parse().unwrap());
        let part = &model.parts[0];
        let mut walk = Walk::new(part, Counting).unwrap();
        let mut most = 0;
        loop {
            let status = walk.run(part, 1000, 1 << 30);
            let (mut entries, mut held) = (0, 0);
            for sub in &walk.subs {
                entries += sub.memo.len() * Sub::<BigUint>::ENTRY;
                held += sub
                    .memo
                    .values()
                    .map(|(value, _)| bytes_of(value))
                    .sum::<usize>();
            }
            assert!(
                walk.bytes >= entries + held,
                "{} {entries} {held}",
                walk.bytes
            );
            most = most.max(held);
            if let Status::Done(value) = status {
                assert!(value.bits() > 300);
                break;
            }
        }
        assert!(most > 1000, "{most}");
    }
}
