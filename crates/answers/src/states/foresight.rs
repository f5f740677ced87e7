//! Detects dead states early. In a dead state, some item that needs an option has none left. The
//! state leads to no solution, so it need not be kept.
//!
//! Only the next items of the front are examined. In tilings by tetrominoes, two of three states
//! are dead, and this finds nearly all of them. If few states are dead, as with dominoes or
//! trominoes, only a sample is examined.

use crate::problem::model::{Demand, Part};
use crate::states::schedule::{Key, Layout, meet};

/// The number of items that are examined, and the most options of such an item.
const ITEMS: usize = 12;
const OPTIONS: usize = 128;

/// How many steps ahead these items may be, and the most options that are listed for all of them:
/// some milliseconds of work.
const STEPS_AHEAD: usize = 64;
const WORK: usize = 1 << 19;

/// After a layer with at least `REVIEW` looks, they are judged: they pay if one in `DEAD_SHARE` has
/// found a dead state. If they do not pay, one state in `SAMPLE` is examined from then on, chosen
/// by its hash. A look takes about as long as keeping a state needlessly.
const REVIEW: u64 = 1 << 9;
const DEAD_SHARE: u64 = 2;
const SAMPLE: u64 = 64;

/// The items to examine in the states of each step.
#[derive(Clone, Debug)]
pub struct Foresight<const K: usize> {
    /// The items by step: those of step `s` are `items[ends[s]..ends[s + 1]]`.
    ends: Vec<u32>,
    items: Vec<FrontItem<K>>,
    conflicts: Vec<Key<K>>,
    /// Whether all states are examined, not only a sample.
    is_awake: bool,
    /// The looks that have been judged.
    judged: Looks,
}

/// The number of looks at states, and of dead states found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looks {
    /// All looks.
    pub all: u64,
    /// Looks that found a dead state.
    pub dead: u64,
}

/// An item on the front.
#[derive(Clone, Debug)]
struct FrontItem<const K: usize> {
    /// The bit that says that the item is covered.
    covered: Key<K>,
    /// Its undecided options. An option clashes with a state that has any bit of its mask.
    options: std::ops::Range<u32>,
}

impl<const K: usize> Foresight<K> {
    /// The foresight for a part in an order.
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
            // An item that was not touched before has no bit.
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

    /// Adds an item, with the bits that forbid each of its options.
    fn add(&mut self, options: impl Iterator<Item = Key<K>>, covered: impl FnOnce() -> Key<K>) {
        let begin = self.conflicts.len();
        for conflict in options {
            // An item with an option that is never forbidden is never dead.
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

    /// Whether a state with this hash is examined.
    #[inline]
    pub fn looks_at(&self, hash: u64) -> bool {
        self.is_awake || (hash >> 32).is_multiple_of(SAMPLE)
    }

    /// Whether a state of a step is found to be dead.
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

    /// After a layer, decides whether all states of the next one are examined; `looks` are all
    /// looks so far. It decides between layers only, and each move to a state that is not kept is a
    /// look, so the result does not depend on the order of the states.
    pub fn judge(&mut self, looks: Looks) {
        let all = looks.all - self.judged.all;
        if all >= REVIEW {
            self.is_awake = (looks.dead - self.judged.dead) * DEAD_SHARE >= all;
            self.judged = looks;
        }
    }
}
