//! The clues of the third band, when those of the others are known.
//!
//! All unhit sets are restricted to the third band. Disjoint ones need a clue each: if
//! these are more than the clues of the band, there is no puzzle; if they are as many, only
//! their cells stay live, so that sets shrink and more may be disjoint. Else the cells of a
//! smallest set are tried one by one, each with the earlier ones ruled out.

use super::bound::Bound;
use super::{BAND, part};
use crate::scan::uniqueness::{Sink, UniquenessTest};
use std::ops::ControlFlow;

/// The most unavoidable sets that are looked at; the others are found by the solver.
const MOST_SETS: usize = 8192;
/// At first, about as many unhit sets are packed.
const FIRST: usize = 64;
/// Supersets are only looked for among the sets after the first ones.
const SUBSETS: usize = 40;

/// The sets with cells in a band.
pub struct Third {
    pub bound: Bound,
    /// The part of each set, smallest first.
    parts: Vec<u32>,
    /// For each band and cell the sets that it hits: `words` words.
    hit: [Vec<u64>; 3],
    words: usize,
}

impl Third {
    /// With sets ordered by size.
    pub fn new(sets: &[u128], third: usize) -> Self {
        let mut sets: Vec<u128> = sets.to_vec();
        sets.retain(|&set| part(set, third) != 0);
        sets.sort_by_key(|&set| (part(set, third).count_ones(), part(set, third)));
        let bound = Bound::new(&sets, third);
        sets.truncate(MOST_SETS);
        let words = sets.len().div_ceil(64);
        let mut hit = [(); 3].map(|()| vec![0; 27 * words]);
        for (number, &set) in sets.iter().enumerate() {
            for (band, hit) in hit.iter_mut().enumerate() {
                for cell in (0..27).filter(|cell| part(set, band) >> cell & 1 == 1) {
                    hit[cell * words + number / 64] |= 1 << (number % 64);
                }
            }
        }
        Third {
            bound,
            parts: sets.iter().map(|&set| part(set, third)).collect(),
            hit,
            words,
        }
    }
}

/// The bands of a split, and the clues of the third.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    pub first: usize,
    pub second: usize,
    pub third: usize,
    pub clues: u32,
}

/// A node of the search.
#[derive(Default)]
struct Level {
    placed: u32,
    live: u32,
    /// Cells of the set branched on that have not been tried.
    untried: u32,
    /// The unhit sets.
    sets: Vec<u32>,
}

/// Room for the search.
pub struct Search {
    levels: Vec<Level>,
    sorted: Vec<u32>,
    /// The sets that the clues of the first band leave unhit.
    unhit: Vec<u64>,
    first: Option<u32>,
}

impl Search {
    pub fn new() -> Self {
        Search {
            levels: Vec::new(),
            sorted: Vec::with_capacity(MOST_SETS),
            unhit: Vec::new(),
            first: None,
        }
    }

    /// Forgets the first band's clues.
    pub fn forget(&mut self) {
        self.first = None;
    }

    /// Finds the puzzles with these clues of the first and second band, whose open sockets are known.
    #[inline(always)]
    pub fn go(
        &mut self,
        third: &Third,
        roles: Roles,
        [first, second]: [u32; 2],
        open: u32,
        uniqueness: &mut UniquenessTest,
        sink: Sink<'_>,
    ) -> ControlFlow<()> {
        let left = roles.clues as usize;
        while self.levels.len() <= left {
            self.levels.push(Level::default());
        }
        self.leave_unhit(third, roles.first, first);
        if !self.pack(third, roles, second, open) {
            return ControlFlow::Continue(());
        }
        let placed =
            u128::from(first) << (27 * roles.first) | u128::from(second) << (27 * roles.second);
        let mut end = |left: usize, live: u32, clues: u32| {
            let shift = 27 * roles.third;
            let (live, clues) = (u128::from(live) << shift, u128::from(clues) << shift);
            uniqueness.finish(left as u32, live, placed | clues, &mut *sink)
        };
        let mut depth = 0;
        self.open(depth, left, &mut end)?;
        loop {
            if self.levels[depth].untried == 0 {
                if depth == 0 {
                    return ControlFlow::Continue(());
                }
                depth -= 1;
                continue;
            }
            let (upper, lower) = self.levels.split_at_mut(depth + 1);
            let (level, child) = (&mut upper[depth], &mut lower[0]);
            let cell = level.untried & level.untried.wrapping_neg();
            level.untried &= !cell;
            level.live &= !cell;
            child.placed = level.placed | cell;
            child.live = level.live;
            child.sets.clear();
            child
                .sets
                .extend(level.sets.iter().filter(|&set| set & cell == 0));
            depth += 1;
            self.open(depth, left - depth, &mut end)?;
        }
    }

    /// Computes the sets that the first band's clues leave unhit.
    #[inline(always)]
    fn leave_unhit(&mut self, third: &Third, band: usize, first: u32) {
        if self.first == Some(first) {
            return;
        }
        self.first = Some(first);
        let words = third.words;
        self.unhit.clear();
        self.unhit.resize(words, u64::MAX);
        if !third.parts.len().is_multiple_of(64) {
            self.unhit[words - 1] = (1 << (third.parts.len() % 64)) - 1;
        }
        let mut cells = first;
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let hit = &third.hit[band][cell * words..][..words];
            for (word, hit) in self.unhit.iter_mut().zip(hit) {
                *word &= !hit;
            }
        }
    }

    /// Makes the root: all unhit sets, none of which contains another. Returns `false` if they
    /// need too many clues.
    #[inline(always)]
    fn pack(&mut self, third: &Third, roles: Roles, second: u32, open: u32) -> bool {
        let words = third.words;
        let hit = &third.hit[roles.second];
        let root = &mut self.levels[0];
        root.sets.clear();
        root.placed = 0;
        root.untried = 0;
        root.live = BAND;
        let mut union = Bound::used(open);
        let mut needed = Bound::needed(open);
        let mut is_first = true;
        for word in 0..words {
            let mut unhit = self.unhit[word];
            let mut cells = second;
            while cells != 0 {
                unhit &= !hit[cells.trailing_zeros() as usize * words + word];
                cells &= cells - 1;
            }
            while unhit != 0 {
                let set = third.parts[64 * word + unhit.trailing_zeros() as usize];
                unhit &= unhit - 1;
                if root.sets.last() == Some(&set) {
                    continue;
                }
                root.sets.push(set);
                if set & union == 0 {
                    union |= set;
                    needed += 1;
                    if needed > roles.clues {
                        return false;
                    }
                }
            }
            // Most ends come soon.
            if is_first && root.sets.len() >= FIRST {
                is_first = false;
                if needed == roles.clues {
                    root.live = union;
                    if !reduce(root, &mut self.sorted, roles.clues as usize) {
                        return false;
                    }
                }
            }
        }
        if needed == roles.clues {
            root.live &= union;
            if !reduce(root, &mut self.sorted, roles.clues as usize) {
                return false;
            }
        }
        let mut kept = 0;
        for place in 0..root.sets.len() {
            let set = root.sets[place];
            let subsets = &root.sets[..kept.min(SUBSETS)];
            if subsets.iter().all(|subset| subset & !set != 0) {
                root.sets[kept] = set;
                kept += 1;
            }
        }
        root.sets.truncate(kept);
        true
    }

    /// Visits a node: ends it, or chooses the cells to try.
    #[inline(always)]
    fn open(
        &mut self,
        depth: usize,
        left: usize,
        end: &mut impl FnMut(usize, u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let level = &mut self.levels[depth];
        level.untried = 0;
        if level.sets.is_empty() {
            return end(left, level.live, level.placed);
        }
        match left {
            0 => ControlFlow::Continue(()),
            1 => match level.sets.iter().fold(level.live, |all, set| all & set) {
                0 => ControlFlow::Continue(()),
                live => end(1, live, level.placed),
            },
            _ => {
                if reduce(level, &mut self.sorted, left) {
                    level.untried = level.sets[0];
                }
                ControlFlow::Continue(())
            }
        }
    }
}

/// Restricts the sets to live cells, orders them by size, and rules out cells while disjoint sets
/// need all clues. Returns `false` if they need more, or a set has no live cell.
#[inline(always)]
fn reduce(level: &mut Level, sorted: &mut Vec<u32>, left: usize) -> bool {
    loop {
        // The sets of each size begin here.
        let mut starts = [0usize; 29];
        for set in &mut level.sets {
            *set &= level.live;
            if *set == 0 {
                return false;
            }
            starts[set.count_ones() as usize + 1] += 1;
        }
        for size in 1..29 {
            starts[size] += starts[size - 1];
        }
        sorted.clear();
        sorted.resize(level.sets.len(), 0);
        for &set in &level.sets {
            let place = &mut starts[set.count_ones() as usize];
            sorted[*place] = set;
            *place += 1;
        }
        std::mem::swap(&mut level.sets, sorted);
        let (mut union, mut disjoint) = (0, 0);
        for &set in &level.sets {
            if set & union == 0 {
                union |= set;
                disjoint += 1;
                if disjoint > left {
                    return false;
                }
            }
        }
        if disjoint < left || level.live & !union == 0 {
            return true;
        }
        level.live &= union;
    }
}
