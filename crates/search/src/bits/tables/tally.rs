//! Counts in plain numbers, so that the counts of a subtree can be taken and added again.
//!
//! The counters of the search are brought up to date ([`Tally::sync`]) only when somebody looks.
//! Counts added at once are *passed*, as the watch asks for the mems that were really walked.
//!
//! ```text
//! record a subtree:   keep a copy of the numbers (`begin`)
//! at its end:         the difference is a Record (`end`)
//! for its equals:     add the record (`pass`)
//! ```
//!
//! The memo may know numbers of more than 64 bits. Then, and before a number overflows, the tally
//! starts from 0 in a new *epoch*. A copy of an earlier epoch gives no difference; so those that
//! the memo needs are kept as counters from then on ([`Tally::renew`]).

use crate::counters::{COUNTERS, Counters};
use crate::memo::Known;
use dlx3_base::count::Count;

/// How many numbers there are, without the nodes of each level.
const NUMBERS: usize = COUNTERS + 1;

/// The largest sum allowed, far from overflow.
const MOST: u64 = 1 << 61;

/// The numbers in the order of the counters, then the mems for lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    pub solutions: u64,
    pub mems: u64,
    pub choice_mems: u64,
    pub updates: u64,
    pub cleansings: u64,
    pub nodes: u64,
    pub lengths: u64,
}

impl Numbers {
    #[inline(always)]
    fn array(&self) -> [u64; NUMBERS] {
        [
            self.solutions,
            self.mems,
            self.choice_mems,
            self.updates,
            self.cleansings,
            self.nodes,
            self.lengths,
        ]
    }

    #[inline(always)]
    fn of(numbers: [u64; NUMBERS]) -> Self {
        let [
            solutions,
            mems,
            choice_mems,
            updates,
            cleansings,
            nodes,
            lengths,
        ] = numbers;
        Numbers {
            solutions,
            mems,
            choice_mems,
            updates,
            cleansings,
            nodes,
            lengths,
        }
    }

    /// These numbers as known counters, with the nodes of each level.
    fn known(&self, levels: Vec<Count>) -> Counters {
        let [counts @ .., lengths] = self.array().map(Count::known);
        Counters {
            length_mems: lengths,
            ..Counters::from_counts(counts, levels)
        }
    }

    /// The numbers of counters, if they are small enough.
    fn of_counters(counters: &Counters) -> Option<Self> {
        let mut numbers = [0; NUMBERS];
        let counts = counters.counts().into_iter().chain([&counters.length_mems]);
        for (number, count) in numbers.iter_mut().zip(counts) {
            *number = count.to_u64().filter(|&count| count < MOST)?;
        }
        Some(Numbers::of(numbers))
    }

    #[inline(always)]
    fn less(&self, other: &Numbers) -> Numbers {
        let (mut numbers, other) = (self.array(), other.array());
        for place in 0..NUMBERS {
            numbers[place] -= other[place];
        }
        Numbers::of(numbers)
    }

    #[inline(always)]
    pub fn add(&mut self, other: &Numbers) {
        let (mut numbers, other) = (self.array(), other.array());
        for place in 0..NUMBERS {
            numbers[place] += other[place];
        }
        *self = Numbers::of(numbers);
    }
}

/// The counts of a subtree, and where its nodes by level begin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Record {
    pub numbers: Numbers,
    pub height: u32,
    levels: u32,
}

/// The numbers at the beginning of a subtree.
#[derive(Clone, Debug, Default)]
pub struct Begun {
    numbers: Numbers,
    epoch: u64,
    /// The deepest level at that time; and the range of the nodes by level, if they are kept.
    reach: u32,
    levels: Option<(u32, u32)>,
    /// If the tally has been renewed since: the counters at the beginning.
    before: Option<Box<Counters>>,
}

/// The counts since the last reset.
#[derive(Debug, Default)]
pub struct Tally {
    pub now: Numbers,
    /// The part that was added at once.
    pub passed: Numbers,
    /// The nodes of each level.
    pub levels: Vec<u64>,
    /// The deepest level since the innermost recorded subtree began, and the deepest one before.
    reach: usize,
    deepest: usize,
    epoch: u64,
    synced: Numbers,
    synced_passed: Numbers,
    synced_levels: Vec<u64>,
    /// Nodes by level: of subtrees that have begun, and of records.
    copies: Vec<u64>,
    records: Vec<u64>,
}

impl Tally {
    /// Resets all counts, for a tree of up to `levels` levels.
    pub fn reset(&mut self, levels: usize) {
        (self.now, self.passed) = Default::default();
        (self.synced, self.synced_passed) = Default::default();
        for list in [&mut self.levels, &mut self.synced_levels] {
            list.clear();
            list.resize(levels + 1, 0);
        }
        self.copies.clear();
        self.records.clear();
        (self.reach, self.deepest) = (0, 0);
        self.epoch += 1;
    }

    /// Counts a node.
    #[inline(always)]
    pub fn node(&mut self, level: usize) {
        self.nodes(level, 1);
    }

    #[inline(always)]
    pub fn nodes(&mut self, level: usize, count: u64) {
        self.now.nodes += count;
        self.levels[level] += count;
        self.reach = self.reach.max(level);
    }

    /// The nodes that were really walked.
    #[inline(always)]
    pub fn walked_nodes(&self) -> u64 {
        self.now.nodes - self.passed.nodes
    }

    /// Brings the counters up to date.
    pub fn sync(&mut self, counters: &mut Counters) {
        let passed = self.passed.less(&self.synced_passed);
        let walked = self.now.less(&self.synced).less(&passed);
        let walk = |count: &mut Count, walked: u64, passed: u64| {
            count.walk(walked);
            if passed > 0 {
                *count += &Count::known(passed);
            }
        };
        walk(&mut counters.solutions, walked.solutions, passed.solutions);
        walk(&mut counters.mems, walked.mems, passed.mems);
        walk(
            &mut counters.choice_mems,
            walked.choice_mems,
            passed.choice_mems,
        );
        walk(&mut counters.updates, walked.updates, passed.updates);
        walk(
            &mut counters.cleansings,
            walked.cleansings,
            passed.cleansings,
        );
        walk(&mut counters.nodes, walked.nodes, passed.nodes);
        walk(&mut counters.length_mems, walked.lengths, passed.lengths);
        // A memo may know a subtree's number of levels, but not the nodes on each.
        self.deepest = self.deepest.max(self.reach);
        if counters.profile.len() <= self.deepest {
            counters.profile.resize(self.deepest + 1, Count::ZERO);
        }
        for (level, nodes) in self.levels.iter().enumerate() {
            let more = nodes - self.synced_levels[level];
            if more == 0 {
                continue;
            }
            match passed.nodes {
                0 => counters.profile[level].walk(more),
                _ => counters.profile[level] += &Count::known(more),
            }
        }
        (self.synced, self.synced_passed) = (self.now, self.passed);
        self.synced_levels.copy_from_slice(&self.levels);
    }

    /// Begins to record the subtree below a node on `level`; if `by_level`, with its nodes by
    /// level.
    #[inline(always)]
    pub fn begin(&mut self, level: usize, by_level: bool) -> Begun {
        let start = self.copies.len();
        self.deepest = self.deepest.max(self.reach);
        let levels = by_level.then(|| {
            let used = self.deepest.saturating_sub(level);
            self.copies
                .extend_from_slice(&self.levels[level + 1..][..used]);
            (start as u32, used as u32)
        });
        Begun {
            numbers: self.now,
            epoch: self.epoch,
            reach: std::mem::replace(&mut self.reach, level) as u32,
            levels,
            before: None,
        }
    }

    /// Ends a recording: the number of levels, and the record, unless the tally has been renewed.
    #[inline(always)]
    pub fn end(&mut self, level: usize, begun: &Begun) -> (usize, Option<Record>) {
        let height = self.reach - level;
        self.reach = self.reach.max(begun.reach as usize);
        let start = self.records.len();
        if let Some((copy, used)) = begun.levels {
            let copy = copy as usize;
            if self.epoch == begun.epoch {
                for place in 0..height {
                    let before = match place < used as usize {
                        true => self.copies[copy + place],
                        false => 0,
                    };
                    self.records.push(self.levels[level + 1 + place] - before);
                }
            }
            self.copies.truncate(copy);
        }
        let record = (self.epoch == begun.epoch).then(|| Record {
            numbers: self.now.less(&begun.numbers),
            height: height as u32,
            levels: start as u32,
        });
        (height, record)
    }

    /// Where the next record will begin; [`forget_records`](Self::forget_records) forgets all from
    /// there on.
    pub fn next_record(&self) -> usize {
        self.records.len()
    }

    pub fn forget_records(&mut self, from: usize) {
        self.records.truncate(from);
    }

    /// Whether a record can be added without an overflow.
    #[inline(always)]
    pub fn fits(&self, record: &Record) -> bool {
        self.now.mems + record.numbers.mems < MOST
    }

    /// Adds the record of a subtree for an equal one below a node on `level`; it must
    /// [fit](Self::fits).
    #[inline(always)]
    pub fn pass(&mut self, level: usize, record: &Record) {
        self.now.add(&record.numbers);
        self.passed.add(&record.numbers);
        let height = record.height as usize;
        for place in 0..height {
            self.levels[level + 1 + place] += self.records[record.levels as usize + place];
        }
        self.reach = self.reach.max(level + height);
    }

    /// Adds the known counts of a node on `level`; false if the numbers are too large.
    pub fn pass_known(&mut self, level: usize, known: &Known) -> bool {
        let Some(numbers) = Numbers::of_counters(&known.counted) else {
            return false;
        };
        if self.now.mems + numbers.mems >= MOST {
            return false;
        }
        self.now.add(&numbers);
        self.passed.add(&numbers);
        for (nodes, more) in self.levels[level + 1..]
            .iter_mut()
            .zip(&known.counted.profile)
        {
            // A level has at most as many nodes as the tree, so all fit.
            *nodes += more.to_u64().unwrap_or(0);
        }
        self.reach = self.reach.max(level + known.height);
        true
    }

    /// Starts a new epoch, from 0. Adds the known counts of a node, however large, to the counters.
    /// Subtrees that have begun keep the counters of their beginning.
    pub fn renew<'b>(
        &mut self,
        counters: &mut Counters,
        known: Option<(usize, &Known)>,
        begun: impl Iterator<Item = (usize, &'b mut Begun)>,
    ) {
        self.sync(counters);
        for (level, begun) in begun {
            if begun.epoch == self.epoch {
                begun.before = Some(Box::new(self.counters_at(counters, level, begun)));
            }
        }
        self.epoch += 1;
        (self.now, self.passed) = Default::default();
        (self.synced, self.synced_passed) = Default::default();
        self.levels.fill(0);
        self.synced_levels.fill(0);
        if let Some((level, known)) = known {
            counters.pass_by(&known.counted, level, known.height);
            self.reach = self.reach.max(level + known.height);
        }
    }

    /// The counters at the beginning of a subtree that began in this epoch.
    fn counters_at(&self, counters: &Counters, level: usize, begun: &Begun) -> Counters {
        let since = self.now.less(&begun.numbers);
        let mut levels = vec![Count::ZERO; counters.profile.len()];
        if let Some((copy, used)) = begun.levels {
            for (place, count) in levels.iter_mut().skip(level + 1).enumerate() {
                let nodes = self.levels.get(level + 1 + place).copied().unwrap_or(0);
                let copy = self.copies[copy as usize..][..used as usize].get(place);
                *count = Count::known(nodes - copy.copied().unwrap_or(0));
            }
        }
        counters.since(&since.known(levels))
    }

    /// What the memo should know of a subtree that has ended, from its record or from the counters
    /// of its beginning.
    pub fn known(
        &mut self,
        counters: &mut Counters,
        level: usize,
        begun: &Begun,
        (height, record): (usize, Option<Record>),
    ) -> Option<Known> {
        let by_level = begun.levels.is_some();
        let counted = match (record, &begun.before) {
            (Some(record), _) => {
                let levels = match by_level {
                    true => &self.records[record.levels as usize..][..height],
                    false => &[],
                };
                let levels = levels.iter().map(|&nodes| Count::known(nodes)).collect();
                record.numbers.known(levels)
            }
            (None, Some(before)) => {
                self.sync(counters);
                counters.known_since(before, level, by_level)
            }
            (None, None) => return None,
        };
        Some(Known { counted, height })
    }
}
