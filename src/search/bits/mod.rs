//! Engine `bits`: the tree of `links`, found by bitmaps. The live options are
//! one bitmap; an item's list is what is live in its row; undoing is going back
//! to the parent's bitmap. Nothing is linked or unlinked, and what DLX3 would
//! have paid for it is computed (see [`cover`]).
//!
//! `links` walks the top of the tree. What is left below a node is encoded when
//! it is small enough ([`encode`]), and encoded anew when it has become much
//! smaller ([`shrink`]). Where lists would be faster, they go on ([`worth`]).
//!
//! Small subtrees that nobody looks into are swept, many nodes at a time
//! ([`sweep`]), and where a state comes back, what is known of it is added
//! ([`recall`]). Where a part of the walk begins, the way there is gone first
//! ([`resume`]).
//!
//! Invariant: at every call of a watch, counters, path and active items are
//! those that `links` would show.

mod choose;
mod clip;
mod cover;
mod dance;
mod encode;
mod extract;
mod isa;
mod key;
mod lengths;
mod option;
mod price;
mod purify;
mod recall;
mod resume;
mod shrink;
mod sub;
mod sweep;
mod tweak;
mod view;
mod worth;

use super::links::{Below, Links, Remains, Taken};
use super::memo::Store;
use super::{Side, State, Watch};
use crate::format::{NodeId, Problem};
use dance::{Cause, Dance};
use encode::Encoder;
pub use isa::Vectors;
use recall::Recall;
use resume::Resume;
use shrink::Shrinking;
use std::sync::Arc;
use sub::{BOUNDS, Sub};
use sweep::Sweeping;
use worth::{Ledger, Repaid};

/// How the engine goes about; for tests.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Sub-problems of more live options than this are left to `links`.
    pub most_options: usize,
    /// Encodes anew as often as possible.
    pub always_shrink: bool,
    /// Looks up every state that has more than one branch.
    pub always_recall: bool,
    /// After so many mems in a sub-problem it is asked whether lists would be
    /// faster; if it shrinks always, the answer is yes.
    pub review: u64,
    /// Uses no better vectors than these.
    pub vectors: Vectors,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            most_options: isa::MOST_WORDS * 64,
            always_shrink: false,
            always_recall: false,
            review: 4_000_000,
            vectors: Vectors::detect(),
        }
    }
}

/// What a level takes of it at most, beside a hundred and some bytes for each word of
/// a bitmap.
const LEVEL: usize = 800;
const LEVEL_PER_WORD: usize = 128;
/// What the bitmaps of a sub-problem may take, in words: 64 MB.
const MOST_WORDS: usize = 1 << 23;

/// The most planes of a number that stands for each option, about.
const PLANES: usize = 16;

/// How many nodes are not looked at when one does not repay it: at first, and when that
/// goes on.
const REST: u32 = 7;
const MOST_REST: u32 = 255;

/// The sub-problem at the root, where parts may begin.
enum Whole {
    Untried,
    /// It is kept, with its size.
    Kept(Box<Sub>, usize),
    /// It is too large, or a smaller one does better.
    NotKept,
}

/// The engine, with what it keeps from one sub-problem to the next.
pub struct Bits<'p> {
    problem: &'p Problem,
    tuning: Tuning,
    encoder: Encoder,
    remains: Remains,
    clips: Vec<u32>,
    /// What the recursion may take of the stack, in bytes.
    stack: usize,
    /// Lists longer than this in total are too large, as far as is known; and from this
    /// length on, lists have been found to be faster.
    most_length: usize,
    lost_length: usize,
    /// So many nodes are not looked at, as it has just been found not to repay; and the
    /// next time, so many.
    rest: u32,
    next_rest: u32,
    /// What encodings have brought, by the total length of the lists.
    size: usize,
    repaid: [Repaid; usize::BITS as usize],
    #[allow(clippy::vec_box)] // it is large to move
    pool: Vec<Box<Sub>>,
    shrinking: Shrinking,
    sweeping: Sweeping,
    recall: Option<Recall>,
    whole: Whole,
    /// Where to go on in the next sub-problem, which is known to fit.
    resume: Option<Resume>,
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
            clips: Vec::new(),
            stack: super::STACK,
            most_length: usize::MAX,
            lost_length: usize::MAX,
            rest: 0,
            next_rest: REST,
            size: 0,
            repaid: [Repaid::default(); usize::BITS as usize],
            pool: Vec::new(),
            shrinking: Shrinking {
                always: tuning.always_shrink,
                ..Shrinking::default()
            },
            sweeping: Sweeping::default(),
            recall: None,
            whole: Whole::Untried,
            resume: None,
            tuning,
        }
    }

    /// The stack that the recursion may take.
    pub(super) fn use_stack(&mut self, bytes: usize) {
        self.stack = bytes;
    }

    /// Uses and fills a memo.
    pub(super) fn use_memo(&mut self, memo: Arc<Store>) {
        if let Whole::Kept(sub, _) = &mut self.whole {
            sub.names.clear(); // they were another memo's
        }
        let primary = self.problem.primary();
        self.recall = Some(Recall::new(memo, primary, self.tuning.always_recall));
    }

    /// Whether what `links` has left can be encoded, and is worth it. To find out
    /// takes time: where it cannot, only much less is looked at again.
    fn fits(&mut self, links: &Links<'_>) -> bool {
        if self.rest > 0 {
            self.rest -= 1;
            return false;
        }
        let length = links.total_length();
        if !links.is_orderly() || length >= self.most_length {
            return false;
        }
        self.size = length.max(1).ilog2() as usize;
        let repays = self.tuning.always_shrink || self.repaid[self.size].is_worth_while();
        if length >= self.lost_length || !repays {
            self.rest = self.next_rest;
            self.next_rest = (2 * self.rest).min(MOST_REST);
            return false;
        }
        self.next_rest = REST;
        let fits = self.can_encode(links);
        if !fits {
            self.most_length = length - length / 8;
        }
        fits
    }

    /// Whether parts should begin at the root, as far as is known.
    pub(super) fn begins_at_root(&self) -> bool {
        !matches!(self.whole, Whole::NotKept)
    }

    /// Prepares to go on below the node where `links` is; false if bitmaps cannot
    /// begin there.
    pub(super) fn begin_above(&mut self, links: &Links<'_>, path: &[u32], side: Side) -> bool {
        self.rest = 0;
        let is_kept = links.level() == 0 && matches!(self.whole, Whole::Kept(..));
        let begins = is_kept || self.fits(links);
        if links.level() == 0 && !begins {
            self.whole = Whole::NotKept;
        }
        self.resume = begins.then(|| Resume::new(path, side));
        begins
    }

    /// Takes down what `links` has left, and whether it can be encoded.
    fn can_encode(&mut self, links: &Links<'_>) -> bool {
        let most = self.tuning.most_options.min(isa::MOST_WORDS * 64);
        if !links.remains(&mut self.remains, most) {
            return false;
        }
        let (items, options) = (&self.remains.items, self.remains.options.len());
        if items.len() > key::MOST_ITEMS || !clip::clip(items, &mut self.clips) {
            return false;
        }
        let words = isa::words_for(options);
        let most_depth = self.stack / (LEVEL + LEVEL_PER_WORD * words);
        let depth = self.most_depth(most_depth);
        if depth > most_depth {
            return false;
        }
        let nodes = self.remains.options.iter();
        let nodes = nodes.map(|(option, _)| self.problem.nodes_of(*option).len());
        let nodes = nodes.sum::<usize>();
        let all_items = nodes.min(self.problem.items());
        let hues = nodes.min(self.encoder.most_hues());
        // Rows and columns, hues both ways, conflicts, and planes of numbers; then what
        // each option and each frame has for items.
        let bitmaps = 2 * all_items + 2 * hues + options + (depth + 2) * PLANES;
        let changing = items.iter().filter(|item| item.bound > 1).count();
        let for_items = (2 * options + 2 * depth) * all_items.div_ceil(64)
            + depth * changing.next_multiple_of(8);
        words * bitmaps + for_items + 4 * nodes <= MOST_WORDS
    }

    /// How deep the tree can be below: no deeper than the number of options and null
    /// moves. Where that may be more than `enough`, it is found what options cover.
    fn most_depth(&self, enough: usize) -> usize {
        let (items, options) = (&self.remains.items, &self.remains.options);
        let nulls = items.iter().filter(|item| item.slack > 0).count();
        // No item is chosen for more often than its list is long.
        let choices = items
            .iter()
            .map(|item| item.bound.min(item.length) as usize);
        let choices = choices.sum::<usize>();
        let depth = choices.min(options.len()) + nulls;
        if depth <= enough {
            return depth;
        }
        let primary = |option| {
            let nodes = self
                .problem
                .nodes_of(option)
                .map(|node| NodeId(node as u32));
            nodes.filter(|&node| self.problem.node_item(node).index() < self.problem.primary())
        };
        let covered = options.iter().map(|&(option, _)| primary(option).count());
        choices / covered.min().unwrap_or(1).max(1) + nulls
    }

    /// What `links` has left, encoded, with its size, and whether it is new.
    fn take_sub(&mut self, level: usize) -> (Box<Sub>, usize, bool) {
        if matches!(self.whole, Whole::Kept(..))
            && let Whole::Kept(whole, size) = std::mem::replace(&mut self.whole, Whole::Untried)
        {
            if level == 0 {
                return (whole, size, false);
            }
            // Else it would take memory beside the new one.
            self.pool.push(whole);
        }
        let mut sub = self.pool.pop().unwrap_or_default();
        self.encoder
            .encode_links(&mut sub, self.problem, &self.remains, &self.clips);
        (sub, self.size, true)
    }

    /// Takes back a sub-problem that has been searched, which may be of use again.
    fn give_back(&mut self, sub: Box<Sub>, size: usize, level: usize, is_of_use: bool) {
        // Where bounds have been used up, a new one is smaller.
        if level == 0 && is_of_use && sub.mode != BOUNDS {
            self.whole = Whole::Kept(sub, size);
            return;
        }
        if level == 0 {
            self.whole = Whole::NotKept;
        }
        self.pool.push(sub);
    }
}

impl Below for Bits<'_> {
    fn search<T: Watch>(&mut self, links: &mut Links<'_>, watch: &mut T) -> Taken {
        let resume = match self.resume.take() {
            Some(resume) => resume,
            None if self.fits(links) => Resume::default(),
            None => return Taken::Nothing,
        };
        let level = links.level();
        let (mut sub, size, is_new) = self.take_sub(level);
        let mut counters = std::mem::take(&mut links.counters);
        let mut ledger = Ledger::new(&counters, self.tuning.review);
        if is_new {
            ledger.add_encoding(&sub);
        }
        ledger.is_hasty = self.tuning.always_shrink;
        let mut dance = Dance {
            path: view::Path::new(links, self.problem),
            counters: &mut counters,
            alarm_at: 0,
            mark_at: 0,
            solution_at: 0,
            most_active: u32::MAX,
            shows_nodes: watch.is_shown_nodes(),
            shows_moves: watch.is_shown_moves(),
            urgent: watch.urgent(),
            pool: &mut self.pool,
            encoder: &mut self.encoder,
            shrinking: &mut self.shrinking,
            sweeping: &mut self.sweeping,
            ledger,
            // Who wants to see every node, or every branch, sees them walked.
            recall: match watch.is_shown_nodes() || watch.is_shown_moves() {
                true => None,
                false => self.recall.as_mut(),
            },
            reach: level,
            resume,
            end: links.end,
            watch,
        };
        dance.set_alarm();
        let flow = self.tuning.vectors.begin(&mut dance, &mut sub, level);
        let stop = flow.break_value().map(|stop| {
            let path = (level..stop.level).map(|level| dance.path.branch(level));
            (path.collect::<Vec<_>>(), stop.cause)
        });
        let end = dance.end;
        dance.ledger.add_nodes(dance.counters, &sub);
        let (cost, gain) = dance.ledger.balance(dance.counters);
        self.repaid[size].add(cost, gain);
        let loses = matches!(stop, Some((_, Cause::Loss)));
        self.give_back(sub, size, level, !loses);
        links.counters = counters;
        links.end = end;
        let (path, cause) = match stop {
            None => return Taken::All,
            Some((_, Cause::End)) => return Taken::UpToEnd,
            Some(stop) => stop,
        };
        links.descend(&path, cause == Cause::Solution);
        if cause == Cause::Loss {
            // Only much less is tried again.
            self.lost_length = 1 << size;
            return Taken::Part;
        }
        Taken::UpToPause
    }
}

#[cfg(test)]
mod tests;
