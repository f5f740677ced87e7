//! Which states are looked up in the memo. To name a state takes as long as visiting some
//! nodes. So states are only named where that has been found to repay, by how many items
//! are active: a class of states that does not repay sleeps, and when it has slept for
//! long enough, is tried again, for longer. All trials together take a few percent of the
//! time.
//!
//! The constants were measured by halving and doubling them: instructions (without AVX-512) on
//! dominoes 12x12, and on the first 0.4 to 2 Gmems of tetrominoes 8x10, bricks, grid domination
//! 6x7 and Langford 12. Runs differ by 0.5%, as names are random.

/// What naming a state, looking for it and remembering it takes, in nodes (of which
/// sweeps visit many in that time), beside one for each word of the live options. Half of it:
/// grid domination takes 3% less processor time, but bricks take 17% more (3 Gmems each, with
/// AVX-512). Twice as much: 7% and 5% more.
const NAMING: i64 = 12;
/// The same in sub-problems whose sweeps take eight nodes at a time, which makes nodes cheap. With
/// 12 (24; 96), bricks take 1.4 (1.2; 0.93) times as long, Langford with gaps 1.4 (1.2; 1.0) times,
/// Sudoku 1.3 (1.0; 0.92) times, and dominoes 12x12 1.0 (1.0; 1.9) times. (AVX-512, processor
/// time, with a third of `FIRST_LOSSES`.)
const NAMING_EIGHTS: i64 = 48;
/// With more words than this, nodes are so cheap only where sweeps were large lately: else these
/// take one node at a time. So tetrominoes 8x10 take 0.90 of the time. If it were so for all words,
/// Langford 15 would take 1.13 times as long, bricks 1.18 times. (AVX-512, processor time.)
const CHEAP_WORDS: usize = 4;
/// A class goes to sleep for the first time when it has lost its share of this many nodes. With
/// a third (two thirds; four thirds; twice), dominoes 16x16 take 1.28 (1.26; 0.97; 0.97) times as
/// long, bricks 1.02 (0.90; 1.10; 1.12) times, and Sudoku 0.97 (1.18; 0.92; 0.92) times: much
/// hangs on when a class wakes. (AVX-512, processor time; 4 Gmems of bricks and of Sudoku.)
const FIRST_LOSSES: usize = 3 << 20;
/// It sleeps until this many nodes have been walked for each node that it has lost: there may
/// be many classes. Half or twice as many: no difference.
const SLEEP: u64 = 1000;
/// No class may live on an earlier gain for long. Half or twice as much: no difference.
const MOST_GAIN: i64 = 1 << 16;
/// More than this counts as this.
const MOST_SAVED: u64 = 1 << 60;
/// The fewest classes, and the most: states with more active items are one class. As classes
/// share `FIRST_LOSSES`, half the fewest does what twice the losses do.
const CLASSES: std::ops::Range<usize> = 1 << 8..1 << 14;
/// Subtrees of fewer nodes are not remembered. With 2 nothing changes; with 8, dominoes take 1%
/// more.
pub const LEAST_NODES: u64 = 4;

/// States that have the same number of active items.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// The number of walked nodes until which it sleeps.
    sleeps_until: u64,
    /// Nodes saved, less nodes lost; and what may be lost before it sleeps.
    balance: i64,
    most_loss: i64,
}

impl Class {
    fn gain(&mut self, nodes: i64) {
        self.balance = (self.balance + nodes).min(MOST_GAIN);
    }

    /// `more` is this class's part of all that has been saved: it may be lost, too,
    /// for larger states come back late.
    fn lose(&mut self, nodes: i64, more: i64, walked: u64) {
        self.balance = self.balance.saturating_sub(nodes);
        if self.balance < -self.most_loss.saturating_add(more) {
            self.sleeps_until = walked + self.most_loss as u64 * SLEEP;
            self.most_loss *= 2;
            self.balance = 0;
        }
    }
}

/// All classes.
pub struct Classes {
    classes: Box<[Class]>,
    /// The nodes that all classes have saved.
    saved: i64,
}

impl Classes {
    /// For a problem with `primary` primary items. With `always`, no class ever sleeps.
    pub fn new(primary: usize, always: bool) -> Self {
        let classes = primary.clamp(CLASSES.start, CLASSES.end);
        let class = Class {
            sleeps_until: 0,
            balance: 0,
            most_loss: match always {
                true => i64::MAX,
                false => (FIRST_LOSSES / classes) as i64,
            },
        };
        Classes {
            classes: vec![class; classes].into(),
            saved: 0,
        }
    }

    #[inline(always)]
    fn index(&self, active: u32) -> usize {
        (active as usize).min(self.classes.len() - 1)
    }

    /// Whether states with `active` active items are named now, when `walked` nodes have
    /// been walked.
    #[inline(always)]
    pub fn is_awake(&self, active: u32, walked: u64) -> bool {
        self.classes[self.index(active)].sleeps_until <= walked
    }

    /// A state has come back, and saves `nodes` nodes. To name it took `naming`.
    pub fn gain(&mut self, active: u32, naming: i64, nodes: u64) {
        let nodes = nodes.min(MOST_SAVED) as i64;
        self.saved = self.saved.saturating_add(nodes);
        let class = self.index(active);
        self.classes[class].gain(nodes - naming);
    }

    /// A state has not come back, when `walked` nodes have been walked.
    pub fn lose(&mut self, active: u32, naming: i64, walked: u64) {
        let more = self.saved / self.classes.len() as i64;
        let class = self.index(active);
        self.classes[class].lose(naming, more, walked);
    }
}

/// The nodes that naming a state takes, where a bitmap has so many words; whether sweeps may take
/// eight nodes at a time there, and whether they were large lately.
#[inline(always)]
pub fn naming(words: usize, may_take_eights: bool, are_large: bool) -> i64 {
    let nodes_are_cheap = may_take_eights && (words <= CHEAP_WORDS || are_large);
    let naming = if nodes_are_cheap {
        NAMING_EIGHTS
    } else {
        NAMING
    };
    naming + words as i64
}
