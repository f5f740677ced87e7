//! Equal siblings: branches of a node whose subtrees count the same.
//!
//! Options of one item that give the same colors to all items which another active item still has
//! leave the same state, and cost the same. The first one is walked; what it has counted is added
//! for the others.
//!
//! Cost: a key for each branch. It is not worth it if all keys differ, and that is known beforehand
//! if some active item has each of an option's colors; else a rule for each level measures it.

use super::tally::Record;

/// A branch.
#[derive(Clone, Copy, Debug)]
pub struct Twin {
    /// The place of the first branch of the same key.
    pub first: u32,
    /// How many of that key there are; for the first one only.
    pub count: u32,
    /// What it has counted; for the first one only.
    pub record: Option<Record>,
}

/// About how many keys are compared in the time of a node.
const KEYS: u64 = 16;
/// A level rests once it has compared this number of keys in vain.
const MOST_LOST: u64 = 1 << 12;
/// How many nodes it rests for the first time, and at most.
const REST: u64 = 1 << 8;
const MOST_REST: u64 = 1 << 20;

/// Learns whether keys repay.
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
    /// The places of keys, and 1; 0 for nothing.
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

    /// Whether to look for some at a node.
    #[inline(always)]
    pub fn are_due(&mut self, level: usize) -> bool {
        let rule = &mut self.rules[level];
        let rests = rule.rest > 0;
        rule.rest = rule.rest.saturating_sub(1);
        !rests
    }

    /// Appends the branches of these keys; whether some are equal. If not, none is appended.
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
            // The high bits of a product depend on all bits of the key.
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

    /// Learns that nodes have been saved.
    #[inline(always)]
    pub fn gain(&mut self, level: usize, nodes: u64) {
        let rule = &mut self.rules[level];
        let keys = KEYS.saturating_mul(nodes);
        // No level lives on an earlier gain for long.
        rule.gain = rule
            .gain
            .saturating_add(keys)
            .min(rule.cost + 8 * MOST_LOST);
    }
}
