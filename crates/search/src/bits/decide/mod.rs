//! Decides how a subtree is searched: by lists or bitmaps, in a smaller encoding, as a whole, or
//! not at all because the memo knows it.
//!
//! A decision changes the time that a search takes, and nothing else. No rule looks at a clock:
//! each estimates from what is counted, so that a run can be repeated. A rule whose constants come
//! from a measurement says which.
//!
//! What is learned is kept in a [`Rule`] for each kind of thing that is tried
//! ([`TrialRule`](subtrees::TrialRule) has a balance of its own):
//!
//! ```text
//! if rule.has_rested(now):
//!     try it
//!     rule.add(cost, gain)
//!     if rule.is_overdrawn(allowance, share):    cost > allowance + gain / share
//!         rule.rest(now, length)                 or try it on smaller subtrees only
//! ```
//!
//! | what is tried | by | its cost | its gain | if it is overdrawn |
//! |---|---|---|---|---|
//! | to leave lists | [`lists`] | work of bitmaps | work of lists | lists as long stay |
//! | to compact | [`compact`] | encoding | steps saved | not its kind again |
//! | to search a small subtree | [`subtrees`] | nodes visited in vain | nodes counted | it rests |
//! | to sweep | [`subtrees`] | nodes visited in vain | nodes counted | smaller ones only |
//! | to look up a state | [`Classes`] | naming it, in nodes | nodes saved | its class rests |
//!
//! Of the first two, what has cost more than it gained in [`TRIALS`] trials is not tried again
//! ([`Rule::repays`]).

pub mod compact;
pub mod lists;
pub mod subtrees;

/// A rule is judged only after this many trials. Instructions, with 4 trials
/// and with 256: the central peg game in 14 layers (0.3 Gmems, where lists are best) takes 5%
/// less and 13% more; planted cover, Langford with gaps and MacMahon squares differ by less than
/// 0.5%; and so do word squares, bricks and Sudoku with 16 and with 64.
const TRIALS: u64 = 32;
/// Fewer trials are enough once they have cost this much. With 2^20, the peg game takes 9% less;
/// with 2^30 it takes as long, and the others take as long with either.
const MOST_TRIED: u64 = 1 << 25;

/// What something that is tried has cost and gained, and how long it rests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule {
    trials: u64,
    cost: u64,
    gain: u64,
    /// It rests for `rest` nodes from the node of number `since` on.
    since: u64,
    rest: u64,
    /// How often the rest has been doubled.
    doublings: u32,
}

impl Rule {
    /// Adds a trial.
    #[inline]
    pub fn add(&mut self, cost: u64, gain: u64) {
        self.trials += 1;
        self.cost = self.cost.saturating_add(cost);
        self.gain = self.gain.saturating_add(gain);
    }

    /// Whether the trials have gained more than they have cost, or are too few to tell.
    #[inline(always)]
    pub fn repays(&self) -> bool {
        self.gain > self.cost || self.trials < TRIALS && self.cost < MOST_TRIED
    }

    /// Whether the trials have cost more than is allowed in any case and a share of the gain.
    #[inline]
    pub fn is_overdrawn(&self, allowance: u64, share: u64) -> bool {
        self.cost > allowance.saturating_add(self.gain / share)
    }

    /// Begins a rest when `now` nodes have been walked.
    fn rest(&mut self, now: u64, length: u64) {
        (self.since, self.rest) = (now, length);
    }

    /// Whether the last rest is over. It is, too, if the counters have begun at 0 since.
    #[inline(always)]
    pub fn has_rested(&self, now: u64) -> bool {
        // With other counters, this is a large number.
        now.wrapping_sub(self.since) >= self.rest
    }
}

/// What naming a state, looking for it and remembering it takes, in nodes (of which
/// sweeps visit many in that time), beside one for each word of the live options. Half of it:
/// grid domination takes 3% less processor time, but bricks take 17% more (3 Gmems each, with
/// AVX-512). Twice as much: 7% and 5% more.
const NAMING: u64 = 12;
/// The same if half of the nodes are swept eight at a time, which makes them cheap. With
/// 12 (24; 96), bricks take 1.4 (1.2; 0.93) times as long, Langford with gaps 1.4 (1.2; 1.0) times,
/// Sudoku 1.3 (1.0; 0.92) times, and dominoes 12x12 1.0 (1.0; 1.9) times. (AVX-512, processor
/// time, with a third of `FIRST_LOSSES`.)
const NAMING_EIGHTS: u64 = 48;
/// With more words than this, nodes are so cheap only if sweeps were large lately: else these
/// take one node at a time. So tetrominoes 8x10 take 0.90 of the time. If it were so for all words,
/// Langford 15 would take 1.13 times as long, bricks 1.18 times. (AVX-512, processor time.)
const CHEAP_WORDS: usize = 4;
/// A class rests for the first time when it has lost its share of this many nodes. With
/// a third (two thirds; four thirds; twice), dominoes 16x16 take 1.28 (1.26; 0.97; 0.97) times as
/// long, bricks 1.02 (0.90; 1.10; 1.12) times, and Sudoku 0.97 (1.18; 0.92; 0.92) times: much
/// hangs on when a class wakes. (AVX-512, processor time; 4 Gmems of bricks and of Sudoku.)
const FIRST_LOSSES: usize = 3 << 20;
/// It rests until this many nodes have been walked for each node that it has lost: there may
/// be many classes. Half or twice as many: no difference.
const SLEEP: u64 = 1000;
/// No class may live on an earlier gain for long. Half or twice as much: no difference.
const MOST_GAIN: u64 = 1 << 16;
/// More than this counts as this.
const MOST_SAVED: u64 = 1 << 60;
/// The fewest classes, and the most: states with more active items are one class. As classes
/// share `FIRST_LOSSES`, half the fewest does what twice the losses do.
const CLASSES: std::ops::Range<usize> = 1 << 8..1 << 14;
/// Subtrees of fewer nodes are not remembered. With 2 nothing changes; with 8, dominoes take 1%
/// more.
pub const LEAST_NODES: u64 = 4;

/// Decides which states are looked up in the memo, by classes: states with the same number of
/// active items.
///
/// To name a state takes as long as visiting some nodes. So a class of states that loses too much
/// rests, and is tried again later, for longer. All trials together take a few percent of the time.
///
/// The constants were measured by halving and doubling them: instructions (without AVX-512) on
/// dominoes 12x12, and on the first 0.4 to 2 Gmems of tetrominoes 8x10, bricks, grid domination
/// 6x7 and Langford 12. Runs differ by 0.5%, as names are random.
pub struct Classes {
    /// The cost is that of naming, the gain is what was saved, both in nodes.
    rules: Box<[Rule]>,
    /// The nodes that a class may lose before it rests for the first time; twice as many the next
    /// time, and so on.
    first_loss: u64,
    /// The nodes that all classes have saved.
    saved: u64,
}

impl Classes {
    /// For a problem with `primary` primary items. With `always`, no class ever rests.
    pub fn new(primary: usize, always: bool) -> Self {
        let classes = primary.clamp(CLASSES.start, CLASSES.end);
        Classes {
            rules: vec![Rule::default(); classes].into(),
            first_loss: match always {
                true => u64::MAX,
                false => (FIRST_LOSSES / classes) as u64,
            },
            saved: 0,
        }
    }

    #[inline(always)]
    fn index(&self, active: u32) -> usize {
        (active as usize).min(self.rules.len() - 1)
    }

    /// Whether states with `active` active items are named now, when `walked` nodes have
    /// been walked. A class continues its rest in a part of the walk whose counters begin at 0.
    #[inline(always)]
    pub fn is_awake(&self, active: u32, walked: u64) -> bool {
        let rule = &self.rules[self.index(active)];
        rule.since <= walked && rule.has_rested(walked)
    }

    /// Learns from a state that has come back and saves `nodes` nodes. To name it took `naming`.
    pub fn gain(&mut self, active: u32, naming: u64, nodes: u64) {
        let nodes = nodes.min(MOST_SAVED);
        self.saved = self.saved.saturating_add(nodes);
        let rule = &mut self.rules[self.index(active)];
        rule.add(naming, nodes);
        rule.gain = rule.gain.min(rule.cost + MOST_GAIN);
    }

    /// Learns from a state that has not come back, when `walked` nodes have been walked.
    ///
    /// A class may lose its share of all that has been saved, too: larger states come back late.
    pub fn lose(&mut self, active: u32, naming: u64, walked: u64) {
        let share = self.saved / self.rules.len() as u64;
        let rule = &mut self.rules[self.index(active)];
        rule.add(naming, 0);
        let most = self.first_loss << rule.doublings;
        if rule.is_overdrawn(most.saturating_add(share), 1) {
            rule.rest(walked, most * SLEEP);
            rule.doublings += 1;
            (rule.cost, rule.gain) = (0, 0);
        }
    }
}

/// The nodes that naming a state takes if a bitmap has `words` words. The other arguments say if
/// half of the nodes are swept eight at a time, and whether such sweeps were large lately.
#[inline(always)]
pub fn naming(words: usize, are_swept: bool, are_large: bool) -> u64 {
    let naming = if are_swept && (words <= CHEAP_WORDS || are_large) {
        NAMING_EIGHTS
    } else {
        NAMING
    };
    naming + words as u64
}
