//! Twins: equal siblings, whose subtrees have equal counters (interchangeable values).
//!
//! Two options of an item are twins if they give the same colors to all items that options of
//! another active item have: they leave the same state, and cost the same. The first one is walked;
//! its counts are added for the others.
//!
//! Cost: a key for each branch, which is wasted if all keys differ. They certainly differ if every
//! secondary item of the options belongs to another active item; otherwise a rule for each level
//! measures what twins save.

use super::tally::Record;

/// A branch.
#[derive(Clone, Copy, Debug)]
pub struct Twin {
    /// The place of the first branch with the same key.
    pub first: u32,
    /// How many branches with this key are yet to come; for the first one only.
    pub count: u32,
    /// Its counts; for the first one only.
    pub record: Option<Record>,
}

/// About this many keys are compared in the time of a node.
const KEYS: u64 = 16;
/// A level rests once its cost exceeds its gain by this many keys.
const MOST_LOST: u64 = 1 << 12;
/// The length of the first rest, in nodes, and of the longest.
const REST: u64 = 1 << 8;
const MOST_REST: u64 = 1 << 20;

/// Learns whether comparing keys repays.
#[derive(Clone, Copy, Debug, Default)]
struct Rule {
    cost: u64,
    gain: u64,
    rest: u64,
    doublings: u32,
}

/// Looks for equal siblings.
#[derive(Debug, Default)]
pub struct Twins {
    /// A rule for each level.
    rules: Vec<Rule>,
    /// A hash table: the places of keys + 1, or 0 if empty.
    table: Vec<u32>,
    keys: Vec<u64>,
}

impl Twins {
    pub fn new(levels: usize) -> Self {
        Twins {
            rules: vec![Rule::default(); levels + 1],
            ..Twins::default()
        }
    }

    /// Whether to look for twins at a node.
    #[inline(always)]
    pub fn are_due(&mut self, level: usize) -> bool {
        let rule = &mut self.rules[level];
        let rests = rule.rest > 0;
        rule.rest = rule.rest.saturating_sub(1);
        !rests
    }

    /// Appends the branches with these keys and returns true, if some keys are equal.
    #[inline(always)]
    pub fn find(
        &mut self,
        level: usize,
        keys: impl ExactSizeIterator<Item = u64>,
        twins: &mut Vec<Twin>,
    ) -> bool {
        let (start, count) = (twins.len(), keys.len());
        let size = (2 * count).next_power_of_two();
        self.table.clear();
        self.table.resize(size, 0);
        self.keys.clear();
        let mut different = 0;
        for (key, place) in keys.zip(0..) {
            self.keys.push(key);
            // The high bits of the product depend on all bits of the key.
            let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            let mut slot = hash as usize & (size - 1);
            let first = loop {
                match self.table[slot] {
                    0 => {
                        self.table[slot] = place + 1;
                        different += 1;
                        break place;
                    }
                    other if self.keys[other as usize - 1] == key => break other - 1,
                    _ => slot = (slot + 1) & (size - 1),
                }
            };
            twins.push(Twin {
                first,
                count: 0,
                record: None,
            });
            twins[start + first as usize].count += 1;
        }
        let rule = &mut self.rules[level];
        rule.cost += count as u64;
        if rule.cost > MOST_LOST + rule.gain {
            rule.rest = (REST << rule.doublings).min(MOST_REST);
            rule.doublings = (rule.doublings + 1).min(16);
            (rule.cost, rule.gain) = (0, 0);
        }
        if different == count {
            twins.truncate(start);
        }
        different < count
    }

    /// Learns that `nodes` nodes have been saved.
    #[inline(always)]
    pub fn gain(&mut self, level: usize, nodes: u64) {
        let rule = &mut self.rules[level];
        let keys = KEYS.saturating_mul(nodes);
        // An old gain must not last long.
        rule.gain = rule
            .gain
            .saturating_add(keys)
            .min(rule.cost + 8 * MOST_LOST);
    }
}
