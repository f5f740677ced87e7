//! The choice of the item to branch on: the smallest key of an active item. A
//! list's length is a population count.

use super::key;
use super::sub::{BOUNDS, COLORS, Lane, PLAIN, Sub};

/// The items to choose from: those active in a frame, less those that an option
/// satisfies.
pub(super) struct Candidates<'s> {
    pub active: &'s [u64],
    pub satisfied: Option<&'s [u64]>,
    /// Base keys: first those that may change, then the others.
    pub changing: &'s [Lane],
    pub keys: &'s [Lane],
    pub columns: &'s [Lane],
    /// Whether the very best item is asked for, even if some other one has
    /// shown that there is no branch.
    pub full: bool,
}

impl<'s> Candidates<'s> {
    #[inline(always)]
    pub fn new(sub: &'s Sub, depth: usize, satisfied_by: Option<usize>, full: bool) -> Self {
        let width = sub.width;
        Candidates {
            active: &sub.frames.active[depth * width..][..width],
            satisfied: satisfied_by.map(|option| &sub.satisfied[option * width..][..width]),
            changing: &sub.frames.keys[depth * sub.changing..][..sub.changing],
            keys: &sub.keys,
            columns: &sub.columns,
            full,
        }
    }

    /// Those with these active slots and changing keys.
    #[inline(always)]
    pub fn of(sub: &'s Sub, active: &'s [u64], changing: &'s [Lane]) -> Self {
        Candidates {
            active,
            satisfied: None,
            changing,
            keys: &sub.keys,
            columns: &sub.columns,
            full: false,
        }
    }

    /// The candidates' slots, 64 in a word.
    #[inline(always)]
    pub fn slots(&self, word: usize) -> u64 {
        match self.satisfied {
            Some(satisfied) => self.active[word] & !satisfied[word],
            None => self.active[word],
        }
    }

    #[inline(always)]
    pub fn base_keys(&self, group: usize) -> &Lane {
        match self.changing.get(group) {
            Some(keys) => keys,
            None => &self.keys[group],
        }
    }
}

/// In plain problems, all spares are 0 and scores are lengths; and slots are
/// ranks. Then keys are simpler.
pub(super) const PLAIN_SCORE: u32 = 32;

/// A key that has only a score and a rank.
pub(super) fn key_of<const MODE: u8>(score: i64, rank: usize) -> u64 {
    match MODE {
        BOUNDS | COLORS => key::of_score(score) | rank as u64,
        _ => (score as u64) << PLAIN_SCORE | rank as u64,
    }
}

#[inline(always)]
pub(super) fn score<const MODE: u8>(key: u64) -> i64 {
    match MODE {
        BOUNDS | COLORS => key::score(key),
        _ => (key >> PLAIN_SCORE) as i64,
    }
}

#[inline(always)]
pub(super) fn rank<const MODE: u8>(key: u64) -> usize {
    match MODE {
        BOUNDS | COLORS => key::rank(key),
        _ => key as u32 as usize,
    }
}

/// The smallest key, `NONE` without candidates; `FAILED` may stand for any key
/// whose score is not positive, unless `full`.
#[inline(always)]
pub(super) fn choose<const W: usize, const MODE: u8>(
    candidates: &Candidates<'_>,
    live: &[u64; W],
) -> u64 {
    let mut best = key::NONE;
    for block in 0..candidates.active.len() {
        for slot in super::ones(candidates.slots(block)) {
            let (group, lane) = (block * 8 + slot / 8, slot % 8);
            let columns = &candidates.columns[group * W..][..W];
            let mut length = 0;
            for word in 0..super::cover::words::<W>() {
                length += u64::from((columns[word].0[lane] & live[word]).count_ones());
            }
            let key = match MODE {
                PLAIN => length << PLAIN_SCORE | (group * 8 + lane) as u64,
                _ => key::with_length(candidates.base_keys(group).0[lane], length),
            };
            if !candidates.full && score::<MODE>(key) <= 0 {
                return key::FAILED;
            }
            best = best.min(key);
        }
    }
    best
}
