//! Decides how a subtree is searched: by lists or bitmaps, in a smaller encoding, as a whole, or
//! not at all because the memo knows it.
//!
//! A decision changes the time of a search and nothing else. No rule looks at a clock: each one
//! estimates from counters, so that a run can be repeated. `docs/design/tried.md` lists the other
//! values that were tried for the constants.
//!
//! Each kind of trial has a [`Rule`] that learns ([`TrialRule`](subtrees::TrialRule) has a balance
//! of its own):
//!
//! ```text
//! if rule.has_rested(now):
//!     try it
//!     rule.add(cost, gain)
//!     if rule.is_overdrawn(allowance, share):    cost > allowance + gain / share
//!         rule.rest(now, length)                 or try it on smaller subtrees only
//! ```
//!
//! | trial | by | its cost | its gain | if it is overdrawn |
//! |---|---|---|---|---|
//! | leave lists | [`lists`] | work of bitmaps | work of lists | lists of this length stay |
//! | compact | [`compact`] | encoding | steps saved | this kind is not tried again |
//! | search a small subtree | [`subtrees`] | nodes of failed trials | nodes counted | it rests |
//! | sweep | [`subtrees`] | nodes of failed trials | nodes counted | only smaller sweeps |
//! | look up a state | [`Classes`] | naming it, in nodes | nodes saved | its class rests |
//!
//! The first two are not tried again if they cost more than they gained in [`TRIALS`] trials
//! ([`Rule::repays`]).

pub mod compact;
pub mod lists;
pub mod subtrees;

/// A rule is judged only after this many trials.
const TRIALS: u64 = 32;
/// Fewer trials are enough once they have cost this much.
const MOST_TRIED: u64 = 1 << 25;

/// What a kind of trial has cost and gained, and how long it rests.
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

    /// Whether cost > allowance + gain / share.
    #[inline]
    pub fn is_overdrawn(&self, allowance: u64, share: u64) -> bool {
        self.cost > allowance.saturating_add(self.gain / share)
    }

    /// Begins a rest when `now` nodes have been walked.
    fn rest(&mut self, now: u64, length: u64) {
        (self.since, self.rest) = (now, length);
    }

    /// Whether the last rest is over, or the counters have started from 0 since it began.
    #[inline(always)]
    pub fn has_rested(&self, now: u64) -> bool {
        // With restarted counters, the difference wraps around and is large.
        now.wrapping_sub(self.since) >= self.rest
    }
}

/// The cost of naming, looking up and remembering a state, in nodes: `NAMING` plus one for each word
/// of the live options.
const NAMING: u64 = 12;
/// [`NAMING`] if half of the nodes are swept eight at a time, which makes them cheap.
const NAMING_EIGHTS: u64 = 48;
/// Above this many words, [`NAMING_EIGHTS`] holds only if sweeps were large lately: small ones take
/// one node at a time.
const CHEAP_WORDS: usize = 4;
/// All classes together may lose this many nodes before their first rests; each class has an equal
/// share.
const FIRST_LOSSES: usize = 3 << 20;
/// A class rests for this many walked nodes for each node that it lost. It is large, as there may
/// be many classes.
const SLEEP: u64 = 1000;
/// The most by which a class's gain may exceed its cost: an old gain must not last long.
const MOST_GAIN: u64 = 1 << 16;
/// Larger savings count as this.
const MOST_SAVED: u64 = 1 << 60;
/// The number of classes lies in this range; states with more active items share the last class.
/// Classes share `FIRST_LOSSES`, so halving the lower end has the effect of doubling the losses.
const CLASSES: std::ops::Range<usize> = 1 << 8..1 << 14;
/// Smaller subtrees, in nodes, are not remembered.
pub const LEAST_NODES: u64 = 4;

/// Decides which states are looked up in the memo, by classes: states with the same number of
/// active items.
///
/// Naming a state takes as long as visiting some nodes. So a class that loses too much rests, and
/// is tried again after ever longer rests. All trials together take a few percent of the time.
pub struct Classes {
    /// The cost is that of naming, the gain is the nodes saved; both in nodes.
    rules: Box<[Rule]>,
    /// The nodes that a class may lose before its first rest; the limit doubles after each rest.
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

    /// Whether states with `active` active items are named, after `walked` walked nodes. In a part
    /// whose counters start from 0, a class continues its rest.
    #[inline(always)]
    pub fn is_awake(&self, active: u32, walked: u64) -> bool {
        let rule = &self.rules[self.index(active)];
        rule.since <= walked && rule.has_rested(walked)
    }

    /// Learns from a state that was known and saves `nodes` nodes. Naming it cost `naming`.
    pub fn gain(&mut self, active: u32, naming: u64, nodes: u64) {
        let nodes = nodes.min(MOST_SAVED);
        self.saved = self.saved.saturating_add(nodes);
        let rule = &mut self.rules[self.index(active)];
        rule.add(naming, nodes);
        rule.gain = rule.gain.min(rule.cost + MOST_GAIN);
    }

    /// Learns from a state that was new, after `walked` walked nodes.
    ///
    /// A class may also lose its share of the nodes that all classes saved, as larger states come
    /// back late.
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

/// The cost of naming a state whose bitmap has `words` words, in nodes. `are_swept`: half of the
/// nodes are swept eight at a time. `are_large`: such sweeps were large lately.
#[inline(always)]
pub fn naming(words: usize, are_swept: bool, are_large: bool) -> u64 {
    let naming = if are_swept && (words <= CHEAP_WORDS || are_large) {
        NAMING_EIGHTS
    } else {
        NAMING
    };
    naming + words as u64
}
