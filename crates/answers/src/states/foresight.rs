//! Sees dead states early. In a dead state, some item that still needs an option has none left.
//! It leads to no solution, so it need not be kept.
//!
//! Only items on the front that come next are looked at. In tilings by tetrominoes two of three
//! states are dead, and this sees nearly all of them. If few states are dead, as with dominoes or
//! trominoes, only a sample is looked at.

use crate::problem::model::{Demand, Part};
use crate::states::schedule::{Key, Layout, meet};

/// How many items are looked at, and the most options that one may have then.
const ITEMS: usize = 12;
const OPTIONS: usize = 128;

/// How many steps ahead they may stand, and how many options may be gone through to list
/// those of all: some milliseconds of work.
const STEPS_AHEAD: usize = 64;
const WORK: usize = 1 << 19;

/// After a layer with this many looks or more, it is judged whether they are worth while: whether
/// one in `DEAD_SHARE` has seen a dead state. If not, one state in this many is looked at from then
/// on, chosen by its hash. A look takes about as long as a state that is kept needlessly.
const REVIEW: u64 = 1 << 9;
const DEAD_SHARE: u64 = 2;
const SAMPLE: u64 = 64;

/// What can be seen from the states that stand at each step.
#[derive(Clone, Debug)]
pub struct Foresight<const K: usize> {
    /// The items to be looked at, by steps: those of step `s` are
    /// `items[ends[s]..ends[s + 1]]`.
    ends: Vec<u32>,
    items: Vec<FrontItem<K>>,
    conflicts: Vec<Key<K>>,
    /// Whether all states are looked at.
    is_awake: bool,
    /// The looks up to which it has been judged, and how many of them saw a dead state.
    judged: Looks,
}

/// How often it has been looked whether a state is dead, and how often it was.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looks {
    /// All looks.
    pub all: u64,
    /// Those that saw a dead state.
    pub dead: u64,
}

/// An item on the front.
#[derive(Clone, Debug)]
struct FrontItem<const K: usize> {
    /// The bit that says that it is covered.
    covered: Key<K>,
    /// Its options that are yet to be decided: each clashes with any of these bits.
    options: std::ops::Range<u32>,
}

impl<const K: usize> Foresight<K> {
    /// Of a part in an order.
    pub fn new(part: &Part, layout: &Layout) -> Self {
        let mut foresight = Foresight {
            ends: vec![0],
            items: Vec::new(),
            conflicts: Vec::new(),
            is_awake: layout.has_foresight,
            judged: Looks::default(),
        };
        if !layout.has_foresight {
            return foresight;
        }
        // The step that decides each option, and the options of each item.
        let mut decided = vec![0; part.choices.len()];
        for step in 0..layout.length() {
            for &choice in layout.decides(step) {
                decided[choice as usize] = step;
            }
        }
        let mut choices_of = vec![Vec::new(); part.demands.len()];
        for (number, choice) in part.choices.iter().enumerate() {
            for &(item, _) in &choice.nodes {
                choices_of[item as usize].push(number);
            }
        }
        let mut work = 0;
        for step in 0..layout.length() {
            let next = step..(step + STEPS_AHEAD).min(layout.length());
            // What has not been touched before has no bit that says so.
            let items = next.map(|next| layout.item(next)).filter(|&item| {
                part.demands[item as usize] == Demand::Once && layout.is_open(item, step)
            });
            for item in items.take(ITEMS) {
                work += choices_of[item as usize].len();
                if work > WORK {
                    break;
                }
                let left = choices_of[item as usize].iter().copied();
                let left = left.filter(|&choice| decided[choice] >= step);
                foresight.add(
                    left.map(|choice| layout.conflict(part, choice, item, step)),
                    || layout.covered(item),
                );
            }
            foresight.ends.push(foresight.items.len() as u32);
        }
        foresight
    }

    /// Adds an item, with what forbids each of its options.
    fn add(&mut self, options: impl Iterator<Item = Key<K>>, covered: impl FnOnce() -> Key<K>) {
        let begin = self.conflicts.len();
        for conflict in options {
            // What can always be chosen is never dead.
            if conflict == [0; K] || self.conflicts.len() == begin + OPTIONS {
                self.conflicts.truncate(begin);
                return;
            }
            self.conflicts.push(conflict);
        }
        self.items.push(FrontItem {
            covered: covered(),
            options: begin as u32..self.conflicts.len() as u32,
        });
    }

    /// Whether it looks at a state with this hash.
    #[inline]
    pub fn looks_at(&self, hash: u64) -> bool {
        self.is_awake || (hash >> 32).is_multiple_of(SAMPLE)
    }

    /// Whether a state that stands at a step is seen to be dead.
    #[inline]
    pub fn is_dead(&self, step: usize, key: &Key<K>) -> bool {
        let Some(&end) = self.ends.get(step + 1) else {
            return false;
        };
        let items = &self.items[self.ends[step] as usize..end as usize];
        items.iter().any(|item| {
            let options = &self.conflicts[item.options.start as usize..item.options.end as usize];
            !meet(&item.covered, key) && options.iter().all(|conflict| meet(conflict, key))
        })
    }

    /// Judges after a layer whether to look at all states of the next one; `looks` are all
    /// since the beginning. As it is asked between layers only, and a state is looked at
    /// each time it is come to while it is not kept, nothing depends on the order of the states.
    pub fn judge(&mut self, looks: Looks) {
        let all = looks.all - self.judged.all;
        if all >= REVIEW {
            self.is_awake = (looks.dead - self.judged.dead) * DEAD_SHARE >= all;
            self.judged = looks;
        }
    }
}
