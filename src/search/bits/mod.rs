//! Engine `bits`: the tree of `links`, found by bitmaps. The live options are
//! one bitmap; an item's list is what is live in its row; undoing is going back
//! to the parent's bitmap. Nothing is linked or unlinked, and what DLX3 would
//! have paid for it is computed (see [`cover`]).
//!
//! `links` walks the top of the tree. What is left below a node is encoded when
//! it is small enough ([`encode`]), and encoded anew when it has become much
//! smaller ([`shrink`]).
//!
//! Invariant: at every call of a watch, counters, path and active items are
//! those that `links` would show.

mod choose;
mod cover;
mod dance;
mod encode;
mod extract;
mod isa;
mod key;
mod option;
mod purify;
mod shrink;
mod sub;
mod tweak;
mod view;

use super::links::{Below, Links, Remains};
use super::{State, Watch};
use crate::format::Problem;
use dance::{Child, Dance};
use encode::Encoder;
pub use isa::Vectors;
use shrink::{Repaid, Shrinking};
use std::ops::ControlFlow;
use sub::Sub;

/// How the engine goes about; for tests.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Sub-problems of more live options than this are left to `links`.
    pub most_options: usize,
    /// Encodes anew as often as possible.
    pub always_shrink: bool,
    /// Uses no better vectors than these.
    pub vectors: Vectors,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            most_options: isa::MOST_WORDS * 64,
            always_shrink: false,
            vectors: Vectors::detect(),
        }
    }
}

/// What the recursion may take of the stack: half of what a thread has, if a
/// level takes 800 bytes and 128 for each word of a bitmap.
const MOST_STACK: usize = 1 << 20;
/// What the bitmaps of a sub-problem may take, in words: 64 MB.
const MOST_WORDS: usize = 1 << 23;

/// The engine, with what it keeps from one sub-problem to the next.
pub struct Bits<'p> {
    problem: &'p Problem,
    tuning: Tuning,
    encoder: Encoder,
    remains: Remains,
    /// Lists longer than this in total are not looked at.
    most_length: usize,
    /// What encodings have brought, by the total length of the lists.
    size: usize,
    repaid: [Repaid; usize::BITS as usize],
    children: Vec<Child>,
    pool: Vec<Box<Sub>>,
    shrinking: Shrinking,
}

/// The places of the bits that are set.
#[inline(always)]
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        let some = bits != 0;
        bits &= bits.wrapping_sub(1);
        some.then_some(place)
    })
}

impl<'p> Bits<'p> {
    pub fn new(problem: &'p Problem, tuning: Tuning) -> Self {
        Bits {
            problem,
            encoder: Encoder::new(problem),
            remains: Remains::default(),
            most_length: usize::MAX,
            size: 0,
            repaid: [Repaid::default(); usize::BITS as usize],
            children: Vec::new(),
            pool: Vec::new(),
            shrinking: Shrinking {
                always: tuning.always_shrink,
                ..Shrinking::default()
            },
            tuning,
        }
    }

    /// Whether what `links` has left can be encoded, and is worth it. To find out
    /// takes time: where it cannot, only much less is looked at again.
    fn fits(&mut self, links: &Links<'_>) -> bool {
        let length = links.total_length();
        if !links.is_orderly() || length >= self.most_length {
            return false;
        }
        self.size = length.max(1).ilog2() as usize;
        if !self.tuning.always_shrink && !self.repaid[self.size].is_worth_while() {
            return false;
        }
        let fits = self.can_encode(links);
        if !fits {
            self.most_length = length - length / 8;
        }
        fits
    }

    /// Takes down what `links` has left, and whether it can be encoded.
    fn can_encode(&mut self, links: &Links<'_>) -> bool {
        let most = self.tuning.most_options.min(isa::MOST_WORDS * 64);
        if !links.remains(&mut self.remains, most) {
            return false;
        }
        let (items, options) = (&self.remains.items, self.remains.options.len());
        if items.len() > key::MOST_ITEMS || items.iter().any(|item| item.bound > key::MOST_BOUND) {
            return false;
        }
        let choices: usize = items.iter().map(|item| item.bound as usize).sum();
        let depth = choices.min(options) + items.iter().filter(|item| item.slack > 0).count();
        let words = isa::words_for(options);
        let nodes = self.remains.options.iter();
        let nodes = nodes.map(|(option, _)| self.problem.nodes_of(*option).len());
        let rows = nodes.sum::<usize>().min(self.problem.items()) + options;
        depth * (800 + 128 * words) <= MOST_STACK
            && 4 * rows * words <= MOST_WORDS
            && options * items.len() / 32 <= MOST_WORDS
    }
}

impl Below for Bits<'_> {
    fn search<T: Watch>(
        &mut self,
        links: &mut Links<'_>,
        watch: &mut T,
    ) -> Option<ControlFlow<()>> {
        if !self.fits(links) {
            return None;
        }
        let mut sub = self.pool.pop().unwrap_or_default();
        self.encoder
            .encode_links(&mut sub, self.problem, &self.remains);
        let encoded = sub.nodes.len();
        let size = self.size;
        let mut counters = std::mem::take(&mut links.counters);
        let nodes = counters.nodes;
        let level = links.level();
        self.children.clear();
        let mut dance = Dance {
            path: view::Path::new(links, self.problem),
            counters: &mut counters,
            alarm_at: watch.alarm_at(),
            shows_nodes: watch.is_shown_nodes(),
            watch,
            children: &mut self.children,
            pool: &mut self.pool,
            encoder: &mut self.encoder,
            shrinking: &mut self.shrinking,
        };
        let flow = self.tuning.vectors.begin(&mut dance, &mut sub, level);
        let pause = flow.break_value().map(|stop| {
            let path = (level..stop.level).map(|level| dance.path.branch(level));
            (path.collect::<Vec<_>>(), stop.is_solution)
        });
        self.pool.push(sub);
        // Lists take as long for a node as encoding takes for some nodes.
        let gain = (counters.nodes - nodes) * 8 * 10;
        self.repaid[size].add(encoded as u64, gain);
        links.counters = counters;
        let Some((path, is_solution)) = pause else {
            return Some(ControlFlow::Continue(()));
        };
        links.descend(&path, is_solution);
        Some(ControlFlow::Break(()))
    }
}

#[cfg(test)]
mod tests;
