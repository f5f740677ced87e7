//! Which states are looked up in the memo. To name a state takes as long as visiting some
//! nodes. So states are only named where that has been found to repay, by how many items
//! are active: a class of states that does not repay sleeps, and when it has slept for
//! long enough, is tried again, for longer. All trials together take a few percent of the
//! time.

/// What naming a state, looking for it and remembering it takes, in nodes (of which
/// sweeps visit many in that time), beside one for each word of the live options.
const NAMING: i64 = 12;
/// A class goes to sleep when it has lost its part of so many nodes, at first; and then
/// until so many have been walked for each node lost: there may be many classes.
const FIRST_LOSSES: usize = 1 << 20;
const SLEEP: u64 = 1000;
/// No class may live on an earlier gain for long.
const MOST_GAIN: i64 = 1 << 16;
/// What cannot be told from more.
const MOST_SAVED: u64 = 1 << 60;
/// The fewest classes, and the most: states with more active items are one class.
const CLASSES: std::ops::Range<usize> = 1 << 8..1 << 14;
/// Subtrees of fewer nodes are not remembered.
pub const LEAST_NODES: u64 = 4;

/// States that have the same number of active items.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// It sleeps until so many nodes have been walked.
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
    /// For a problem of so many primary items. With `always`, no class ever sleeps.
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

    /// Whether states with so many active items are named now, when so many nodes
    /// have been walked.
    #[inline(always)]
    pub fn is_awake(&self, active: u32, walked: u64) -> bool {
        self.classes[self.index(active)].sleeps_until <= walked
    }

    /// A state has come back, and saves so many nodes.
    pub fn gain(&mut self, active: u32, words: usize, nodes: u64) {
        let nodes = nodes.min(MOST_SAVED) as i64;
        self.saved = self.saved.saturating_add(nodes);
        let class = self.index(active);
        self.classes[class].gain(nodes - loss(words));
    }

    /// A state has not come back, when so many nodes have been walked.
    pub fn lose(&mut self, active: u32, words: usize, walked: u64) {
        let more = self.saved / self.classes.len() as i64;
        let class = self.index(active);
        self.classes[class].lose(loss(words), more, walked);
    }
}

/// The nodes that naming takes.
fn loss(words: usize) -> i64 {
    NAMING + words as i64
}
