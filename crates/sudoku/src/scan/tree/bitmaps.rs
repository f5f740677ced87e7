//! The lower part of the search: the unhit sets are one bitmap.
//!
//! Set `k` of [`Bitmaps`] is bit `k`; the sets are ordered by size when they are
//! encoded, so that the lowest bits are the best to branch on. Placing a clue clears
//! the bits of the sets that it hits. The search has an explicit stack, so that one
//! function body can be compiled for several instruction sets.

use super::node::Node;
use crate::instructions::{Instructions, Work, run_with};
use crate::scan::uniqueness::{Sink, UniquenessTest};
use crate::solved::cells::Cells;
use std::ops::ControlFlow;

/// The most sets in bitmaps; further ones are tried at the end.
const SETS: usize = 256;

/// The sets are encoded when at most this many clues are left.
pub const MOST_LEFT: usize = 9;

/// How many unhit sets are looked at for the smallest one.
const LOOK: usize = 16;

/// With at least this many clues left, disjoint sets are chosen again by their live
/// cells.
const REPACK: u32 = 4;

type Sets = Cells<4>;

/// Unavoidable sets as bitmaps.
pub struct Bitmaps {
    cells: Vec<u128>,
    /// The sets that a clue in each cell hits.
    hit: Vec<Sets>,
    /// The sets that have no cell in common with each set.
    disjoint: Vec<Sets>,
    instructions: Instructions,
}

/// A level of the search.
#[derive(Clone, Copy)]
struct Level {
    unhit: Sets,
    live: u128,
    placed: u128,
    /// Cells of the set branched on that have not been tried.
    untried: u128,
}

/// The search of a node's subtree.
struct Below<'a> {
    bitmaps: &'a Bitmaps,
    node: &'a Node,
    uniqueness: &'a mut UniquenessTest,
    sink: Sink<'a>,
}

impl Work for Below<'_> {
    type Result = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> Self::Result {
        let Below {
            bitmaps,
            node,
            uniqueness,
            sink,
        } = self;
        bitmaps.search_body(node, uniqueness, sink)
    }
}

impl Bitmaps {
    pub fn new(cells: usize) -> Self {
        Bitmaps {
            cells: Vec::with_capacity(SETS),
            hit: vec![Sets::EMPTY; cells],
            disjoint: Vec::with_capacity(SETS),
            instructions: Instructions::detect(),
        }
    }

    /// Uses no other instructions than these.
    pub fn limit_to(&mut self, instructions: Instructions) {
        self.instructions = instructions;
    }

    /// Encodes the sets of a reduced node; those that do not fit go to `uniqueness`.
    pub fn encode(&mut self, node: &Node, uniqueness: &mut UniquenessTest) {
        let (sets, rest) = node.sets.split_at(node.sets.len().min(SETS));
        uniqueness.rest.clear();
        uniqueness.rest.extend_from_slice(rest);
        self.cells.clear();
        self.cells.extend_from_slice(sets);
        self.hit.fill(Sets::EMPTY);
        for (number, &set) in sets.iter().enumerate() {
            for cell in bits(set) {
                self.hit[cell].insert(number);
            }
        }
        let all = self.all();
        self.disjoint.clear();
        for &set in sets {
            let meeting = bits(set).fold(Sets::EMPTY, |meeting, cell| meeting.or(&self.hit[cell]));
            self.disjoint.push(all.minus(&meeting));
        }
    }

    fn all(&self) -> Sets {
        Sets::below(self.cells.len())
    }

    /// Passes all puzzles of the encoded node's subtree to `sink`.
    pub fn search(
        &self,
        node: &Node,
        uniqueness: &mut UniquenessTest,
        sink: Sink<'_>,
    ) -> ControlFlow<()> {
        // The search takes about half the time with AVX2.
        let below = Below {
            bitmaps: self,
            node,
            uniqueness,
            sink,
        };
        run_with(self.instructions, below)
    }

    #[inline(always)]
    fn search_body(
        &self,
        node: &Node,
        uniqueness: &mut UniquenessTest,
        sink: Sink<'_>,
    ) -> ControlFlow<()> {
        let root = node.left as usize;
        debug_assert!(root <= MOST_LEFT);
        let mut levels = [Level {
            unhit: self.all(),
            live: node.live,
            placed: node.placed,
            untried: 0,
        }; MOST_LEFT + 1];
        let mut left = root;
        self.open(&mut levels[left], left as u32, uniqueness, &mut *sink)?;
        loop {
            let level = &mut levels[left];
            if level.untried == 0 {
                if left == root {
                    return ControlFlow::Continue(());
                }
                left += 1;
                continue;
            }
            let cell = level.untried.trailing_zeros() as usize;
            level.untried &= level.untried - 1;
            level.live &= !(1 << cell);
            let child = Level {
                unhit: level.unhit.minus(&self.hit[cell]),
                live: level.live,
                placed: level.placed | 1 << cell,
                untried: 0,
            };
            left -= 1;
            levels[left] = child;
            self.open(&mut levels[left], left as u32, uniqueness, &mut *sink)?;
        }
    }

    /// Visits a node: ends it, or chooses the cells to try.
    #[inline(always)]
    fn open(
        &self,
        level: &mut Level,
        left: u32,
        uniqueness: &mut UniquenessTest,
        sink: Sink<'_>,
    ) -> ControlFlow<()> {
        let Some(first) = level.unhit.first() else {
            return uniqueness.finish(left, level.live, level.placed, sink);
        };
        if left <= 1 {
            return match left {
                0 => ControlFlow::Continue(()),
                _ => self.last_clue(&level.unhit, level.live, level.placed, uniqueness, sink),
            };
        }
        let Some(least) = self.least(level, first, left) else {
            return ControlFlow::Continue(());
        };
        if left > 2 {
            level.untried = least;
            return ControlFlow::Continue(());
        }
        let mut live = level.live;
        for cell in bits(least) {
            live &= !(1 << cell);
            let unhit = level.unhit.minus(&self.hit[cell]);
            self.last_clue(
                &unhit,
                live,
                level.placed | 1 << cell,
                uniqueness,
                &mut *sink,
            )?;
        }
        ControlFlow::Continue(())
    }

    /// The live cells of a smallest unhit set, after ruling out cells by disjoint
    /// sets; `None` if there are more of those than clues left, or a set has no
    /// live cell.
    #[inline(always)]
    fn least(&self, level: &mut Level, first: usize, left: u32) -> Option<u128> {
        let mut disjoint = 0;
        let mut union = 0;
        let mut rest = level.unhit;
        let mut next = Some(first);
        while let Some(set) = next {
            disjoint += 1;
            if disjoint > left {
                return None;
            }
            union |= self.cells[set];
            rest = rest.and(&self.disjoint[set]);
            next = rest.first();
        }
        if disjoint == left {
            level.live &= union;
        }
        if left >= REPACK && disjoint + 1 >= left {
            self.repack(level, left)?;
        }
        let mut least = 0;
        let mut size = u32::MAX;
        for set in level.unhit.iter().take(LOOK) {
            let cells = self.cells[set] & level.live;
            if cells.count_ones() < size {
                size = cells.count_ones();
                least = cells;
                if size <= 1 {
                    break;
                }
            }
        }
        (size > 0).then_some(least)
    }

    /// Chooses disjoint sets by their live cells, as long as that rules out cells.
    #[inline(always)]
    fn repack(&self, level: &mut Level, left: u32) -> Option<()> {
        loop {
            let mut disjoint = 0;
            let mut union = 0;
            let mut rest = level.unhit;
            while let Some(set) = rest.first() {
                let cells = self.cells[set] & level.live;
                disjoint += 1;
                if cells == 0 || disjoint > left {
                    return None;
                }
                union |= cells;
                for cell in bits(cells) {
                    rest = rest.minus(&self.hit[cell]);
                }
            }
            if disjoint < left || level.live & !union == 0 {
                return Some(());
            }
            level.live &= union;
        }
    }

    /// The last clue must hit all unhit sets.
    #[inline(always)]
    fn last_clue(
        &self,
        unhit: &Sets,
        mut live: u128,
        placed: u128,
        uniqueness: &mut UniquenessTest,
        sink: Sink<'_>,
    ) -> ControlFlow<()> {
        for set in unhit.iter() {
            live &= self.cells[set];
            if live == 0 {
                return ControlFlow::Continue(());
            }
        }
        uniqueness.finish(1, live, placed, sink)
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
fn bits(set: u128) -> impl Iterator<Item = usize> {
    Cells::from_bits(set).iter()
}
