//! Sweeps: a small subtree of which nothing need be shown is searched in batches of nodes of one
//! level (breadth-first batches). The nodes of a level are independent, so the processor need not
//! wait for one choice before it begins the next.
//!
//! The result is sums, which do not depend on the order of nodes. If a limit is reached, the sweep
//! is given up, and the subtree is walked like any other.
//!
//! This module decides which nodes are expanded next, until none is left or the sweep is given up.
//! With random choices, nodes do depend on each other: [`drawn`] takes them depth first.

pub mod chains;
pub mod drawn;
pub mod eights;
pub mod lengths;
pub mod level;
pub mod single;

use super::bitmap::count_all;
use super::decide::subtrees::{
    EIGHTS_AGAIN, LEAST_EIGHTS, LEAST_PACKED, MOST_NUMBERED, SWEPT_CHANGING, SweepRule, Swept,
    WANTED, WANTED_EIGHTS,
};
use super::kernels::Kernels;
use super::kernels::shorten::{self, KEPT_WORDS, LONGEST};
use super::key::{BoundsMode, ModeType, PlainMode};
use super::number::Place;
use super::sub::Sub;
use super::sub::arrays::Layout;
use super::sub::shorts::{SHORT_WORDS, ShortForm};
#[cfg(test)]
use super::tests::note;
use crate::counters::Counters;
use crate::prices::Prices;
use crate::vector::Lane;
use chains::Chains;
use drawn::Drawing;
use eights::{Eights, expand_eights};
use lengths::{KeptLengths, expand_kept};
use level::{Limits, Sums, SweepLevel};
use single::{BATCH, expand, expand_short, lanes};

/// A sweep whose nodes take more bytes is given up. This is tested after each batch, whose children
/// may take as many bytes again.
const MOST_BYTES: usize = 1 << 25;

/// If more than one node in `SWEPT_SHARE` was swept eight at a time, look-ups in the memo are
/// priced for eights.
const SWEPT_SHARE: u64 = 2;

/// The root of a subtree to sweep.
#[derive(Clone, Copy)]
pub struct Root<'s> {
    pub sub: &'s Sub,
    /// Its live options.
    pub live: &'s [u64],
    pub place: Place,
    /// The key of its item.
    pub key: u64,
    pub limits: Limits,
}

/// Data and rules that are kept from one sweep to the next.
#[derive(Debug, Default)]
pub struct Sweeping {
    /// For sweeps that take one node at a time, and for those that take eight: see [`Self::rule`].
    rules: [SweepRule; 2],
    takes_eights: bool,
    /// The nodes counted by sweeps of eights.
    in_eights: u64,
    levels: Vec<SweepLevel>,
    /// The bytes of all levels, which keep their memory from sweep to sweep.
    bytes: usize,
    /// The keys of the child being made.
    scratch: Vec<Lane>,
    kept: KeptLengths,
    eights: Eights,
    chains: Chains,
    pub drawing: Drawing,
    /// The sums of the last sweep.
    pub sums: Sums,
}

impl Sweeping {
    /// The rule for a sub-problem. If the memo is used (`recalls`), it may know all larger
    /// subtrees; then sweeps of few nodes take one at a time.
    #[inline(always)]
    pub fn rule(&mut self, sub: &Sub, recalls: bool) -> &mut SweepRule {
        self.takes_eights = sub.sweeps.eights && (!recalls || self.are_large());
        &mut self.rules[usize::from(self.takes_eights)]
    }

    /// Whether the sub-problem of the last call of [`rule`](Self::rule) is swept eight nodes at a
    /// time.
    #[inline(always)]
    pub fn takes_eights(&self) -> bool {
        self.takes_eights
    }

    /// Whether many of the `walked` nodes were swept eight at a time.
    #[inline(always)]
    pub fn takes_many_of(&self, walked: u64) -> bool {
        self.in_eights > walked / SWEPT_SHARE
    }

    /// Whether recent sweeps had enough nodes to take eight at a time.
    #[inline(always)]
    pub fn are_large(&self) -> bool {
        let least = if self.takes_eights {
            LEAST_EIGHTS
        } else {
            EIGHTS_AGAIN
        };
        self.rules[usize::from(self.takes_eights)].average >= least
    }

    /// The words of options that a sweep of eights needs.
    #[inline(always)]
    pub fn words_of_eights(&self, sub: &Sub, live: &[u64]) -> usize {
        match sub.sweeps.pack && self.rules[1].average >= LEAST_PACKED {
            true => count_all(live).div_ceil(64),
            false => live.len(),
        }
    }

    /// Whether lengths should be kept, but too many options are live yet.
    #[inline(always)]
    pub fn should_wait<I: Kernels>(&self, kernels: I, sub: &Sub, live: &[u64]) -> bool {
        let layout = Layout {
            words: KEPT_WORDS,
            ..sub.layout
        };
        I::KEEPS_LENGTHS
            && !self.takes_eights
            && can_number(sub)
            && count_all(live) as u64 > LONGEST
            && self.rules[0].should_keep_lengths(kernels, &layout)
    }

    /// Whether to look for short keys.
    #[inline(always)]
    pub fn should_keep_keys(&self, kernels: impl Kernels, sub: &Sub) -> bool {
        sub.sweeps.keys && !self.takes_eights && self.rules[0].should_keep_keys(kernels, sub)
    }

    /// Adds the subtree of a node on `level` to the counters; returns how many levels it has.
    pub fn count(&mut self, counters: &mut Counters, level: usize) -> usize {
        let sums = &self.sums;
        if self.takes_eights {
            self.in_eights += sums.nodes;
        }
        sums.count(counters);
        counters.nodes_below(level, self.levels[1..].iter().map(|below| below.visited))
    }

    /// Makes room for a root with these words and lanes; the caller writes it.
    #[inline(always)]
    fn begin(&mut self, stride: usize, lanes: usize) -> &mut SweepLevel {
        let root = self.begin_levels();
        root.reserve(1, stride, lanes);
        root.count = 1;
        let grown = std::mem::take(&mut root.grown);
        self.bytes += grown;
        &mut self.levels[0]
    }

    /// Empties all levels; returns the first one.
    #[inline(always)]
    fn begin_levels(&mut self) -> &mut SweepLevel {
        let levels = &mut self.levels;
        // Otherwise this sweep might be given up for memory that others hold.
        if self.bytes > MOST_BYTES / 2 {
            levels.clear();
            self.bytes = 0;
        }
        if levels.is_empty() {
            levels.resize_with(2, SweepLevel::default);
        }
        for level in levels.iter_mut() {
            (level.count, level.visited) = (0, 0);
        }
        &mut levels[0]
    }
}

/// Whether a sweep that keeps lengths may renumber the options of a plain sub-problem. It needs the
/// rows of all items, and secondary items have none.
#[inline(always)]
fn can_number(sub: &Sub) -> bool {
    sub.sweeps.renumber_lengths && !sub.has_secondary && sub.layout.words <= MOST_NUMBERED
}

/// Expands all nodes below `$root` until none is left or the sweep is given up. `$expand` gets the
/// level to expand, the next level and those that chains may reach, and the sums.
macro_rules! go_through {
    ($sweeping:ident, $root:ident, |$from:ident, $below:ident, $sums:ident, $chains:ident| $expand:expr) => {{
        let (batch, wanted) = match $sweeping.takes_eights {
            true => (eights::BATCH, WANTED_EIGHTS),
            false => (BATCH, WANTED),
        };
        let rule = &mut $sweeping.rules[usize::from($sweeping.takes_eights)];
        let most_nodes = rule.most_nodes();
        let levels = &mut $sweeping.levels;
        let $chains = &mut $sweeping.chains;
        let longest = match $chains.is_on {
            true => $root.place.active as usize,
            false => 0,
        };
        let mut sums = Sums::default();
        let mut swept = Swept::All;
        // Expands full batches as deep down as possible, so that few nodes are kept, and other ones
        // as high up as possible, so that batches become full.
        let (mut top, mut level) = (0, 0);
        loop {
            let most = level + 2 + longest;
            if levels.len() < most {
                levels.resize_with(most, SweepLevel::default);
            }
            let (above, below) = levels.split_at_mut(level + 1);
            let below = &mut below[..=longest];
            let ($from, $below, $sums) = (&mut above[level], &mut *below, &mut sums);
            $expand;
            for level in below {
                $sweeping.bytes += std::mem::take(&mut level.grown);
            }
            if sums.nodes - sums.chained > most_nodes || $sweeping.bytes > MOST_BYTES {
                swept = Swept::TooLarge;
                break;
            }
            if sums.exceed($root.limits) {
                swept = Swept::UpToLimit;
                break;
            }
            level += 1;
            while level > top && levels[level].count < batch {
                level -= 1;
            }
            while levels[level].count == 0 && level + 1 < levels.len() {
                level += 1;
            }
            if levels[level].count == 0 {
                break;
            }
            if levels[level].count < batch {
                top = level;
            }
        }
        $sweeping.sums = sums;
        let visited = sums.nodes - sums.chained;
        rule.learn($root.place.active, swept, wanted, visited, sums.options);
        swept == Swept::All
    }};
}

/// Whether there is code for sweeps of eights with this many words of options and of slots.
pub const fn has_eights<I: Kernels, M: ModeType>(words: usize, width: usize) -> bool {
    I::EIGHTS.has(words, width, M::IS_PLAIN)
        && matches!(
            (M::IS_PLAIN, words, width),
            (true, 1 | 2, _) | (true, 3 | 4, 1 | 2) | (false, 1 | 2, _) | (false, 3 | 4 | 6 | 8, 1)
        )
}

/// Searches all below a node, eight children at a time; false if it was given up, `None` if keys do
/// not fit.
#[inline(always)]
pub fn sweep_eights<I: Kernels, M: ModeType, const W: usize, const A: usize>(
    kernels: I,
    sweeping: &mut Sweeping,
    node: Root<'_>,
) -> Option<bool> {
    let (sub, live, depth) = (node.sub, node.live, node.place.depth);
    sweeping.begin_levels();
    let (root, eights) = (&mut sweeping.levels[0], &mut sweeping.eights);
    if !eights.begin::<I, M, W, A>(kernels, sub, live, depth, node.key, root) {
        return None;
    }
    sweeping.bytes += std::mem::take(&mut root.grown);
    #[cfg(test)]
    note(if live.len() == W { "eights" } else { "pack" });
    let may_be = !M::IS_PLAIN && sub.sweeps.chains;
    sweeping.chains.begin_eights(may_be, node.place.active);
    let is_done = go_through!(sweeping, node, |from, below, sums, chains| {
        // SAFETY: see `Kernels`; the sub-problem has this mode, and this is its key.
        unsafe { expand_eights::<I, M, W, A>(sub, from, below, sums, eights, chains) }
    });
    sweeping.chains.end_eights(&sweeping.sums);
    Some(is_done)
}

/// Searches all below a node with kept lengths; false if it was given up, `None` if counting is
/// faster, weights do not fit, or there is no code for it.
#[inline(always)]
pub fn sweep_kept<I: Kernels, P: Prices>(
    kernels: I,
    sweeping: &mut Sweeping,
    node: Root<'_>,
) -> Option<bool> {
    let Root { sub, live, .. } = node;
    let options = count_all(live) as u64;
    let words = match can_number(sub) {
        true => options.div_ceil(64).max(1) as usize,
        false => live.len(),
    };
    let layout = Layout {
        words,
        ..sub.layout
    };
    if options > LONGEST || !sweeping.rules[0].should_keep_lengths(kernels, &layout) {
        return None;
    }
    macro_rules! by_words {
        ($($words:literal $width:literal,)*) => {
            // There is no code for sizes that eights always take. (AVX2 takes two words by eights
            // only if there are few items.)
            $(if const { I::KEEPS_LENGTHS && ($words > 1 || !I::EIGHTS.has($words, $width, true)) }
                && words == $words
                && sub.layout.width == $width
            {
                return sweep_kept_as::<I, P, $words, $width>(
                    sweeping, node,
                );
            })*
        };
    }
    by_words!(1 1, 1 2, 1 3, 2 1, 2 2, 2 3, 2 4,);
    None
}

/// Up to this many words, there is special code for bitmaps of slots of one word. With more words,
/// a loop over slots adds little.
const fn narrow<M: ModeType>() -> usize {
    if M::IS_PLAIN { 4 } else { 1 }
}

/// Searches all that is below a node; false if it was given up.
///
/// Conditions in `const` blocks avoid compiling code that never runs.
#[inline(always)]
pub fn sweep<I: Kernels, M: ModeType, const W: usize>(
    kernels: I,
    sweeping: &mut Sweeping,
    node: Root<'_>,
) -> bool {
    let sub = node.sub;
    if const { !M::IS_PLAIN && W <= SHORT_WORDS }
        && let Some(form) = sub.shorts.form
        && sweeping.rules[0].should_keep_keys(kernels, sub)
    {
        return sweep_short::<I, W>(sweeping, node, form);
    }
    if sub.layout.changing > SWEPT_CHANGING || !sub.sweeps.single {
        sweeping.sums = Sums::default();
        return false;
    }
    // The most frequent case has its own code.
    if const { W <= narrow::<M>() && !I::EIGHTS.has(W, 1, M::IS_PLAIN) } && sub.layout.width == 1 {
        return sweep_as::<I, M, W, 1>(kernels, sweeping, node);
    }
    sweep_as::<I, M, W, 0>(kernels, sweeping, node)
}

/// Sweeps with short keys of this form, which the sub-problem must have.
#[inline(always)]
fn sweep_short<I: Kernels, const W: usize>(
    sweeping: &mut Sweeping,
    node: Root<'_>,
    form: ShortForm,
) -> bool {
    let (sub, depth) = (node.sub, node.place.depth);
    let live: &[u64; W] = node.live.try_into().expect("W words");
    #[cfg(test)]
    note("keys");
    let (stride, lanes) = (level::stride(W), sub.shorts.lanes);
    let root = sweeping.begin(stride, lanes);
    root.nodes[..W].copy_from_slice(live);
    root.nodes[W] = single::item_and_active(BoundsMode::rank(node.key), node.place.active.into());
    sub.write_shorts::<W>(form, live, depth, &mut root.keys[..lanes]);
    sweeping.chains.begin(sub.sweeps.chains, node.place.active);
    go_through!(sweeping, node, |from, below, sums, chains| {
        // SAFETY: all levels are of this sub-problem, from its root on.
        unsafe { expand_short::<I, W>(sub, form, from, below, sums, chains) }
    })
}

/// Sweeps with kept lengths; `None` if weights do not fit.
#[inline(always)]
fn sweep_kept_as<I: Kernels, P: Prices, const W: usize, const A: usize>(
    sweeping: &mut Sweeping,
    node: Root<'_>,
) -> Option<bool> {
    let (sub, live, depth) = (node.sub, node.live, node.place.depth);
    if !sweeping.kept.begin::<I, W, A>(sub, live) {
        return None;
    }
    #[cfg(test)]
    note(if live.len() == W {
        "lengths"
    } else {
        "renumber-lengths"
    });
    sweeping.begin(level::stride(W), A);
    let (root, kept) = (&mut sweeping.levels[0], &mut sweeping.kept);
    root.nodes[..W].copy_from_slice(kept.live::<W>());
    let (slot, length) = (PlainMode::rank(node.key), PlainMode::score(node.key));
    root.nodes[W] = lengths::last_word(slot.0.into(), length as u32, node.place.active.into());
    let keys = &mut root.keys[..A];
    kept.count::<W>(keys);
    // SAFETY: these are the kernels of this machine.
    unsafe { shorten::mark_inactive::<I::Lane>(sub.frames.active(&sub.layout, depth), keys) };
    sweeping.chains.begin(false, 0);
    Some(go_through!(sweeping, node, |from, below, sums, chains| {
        // SAFETY: all levels are of this sub-problem, from its root on.
        unsafe { expand_kept::<I, P, W, A>(from, &mut below[0], sums, kept) }
    }))
}

/// Sweeps with code for the mode, and for the words of a bitmap of slots: see [`expand`].
#[inline(always)]
fn sweep_as<I: Kernels, M: ModeType, const W: usize, const A: usize>(
    kernels: I,
    sweeping: &mut Sweeping,
    node: Root<'_>,
) -> bool {
    let (sub, live, depth) = (node.sub, node.live, node.place.depth);
    let width = if A == 0 { sub.layout.width } else { A };
    #[cfg(test)]
    note("single");
    let lanes = lanes::<M>(sub);
    let root = sweeping.begin(W + width + 1, lanes);
    root.nodes[..W].copy_from_slice(live);
    root.nodes[W..W + width].copy_from_slice(sub.frames.active(&sub.layout, depth));
    root.nodes[W + width] = node.key;
    if !M::IS_PLAIN {
        root.keys[..lanes].copy_from_slice(sub.frames.keys(&sub.layout, depth));
    }
    let scratch = &mut sweeping.scratch;
    scratch.resize(lanes.max(scratch.len()), Lane::default());
    let is_on = !M::IS_PLAIN && sub.sweeps.chains;
    sweeping.chains.begin(is_on, node.place.active);
    go_through!(sweeping, node, |from, below, sums, chains| {
        // SAFETY: all levels are of this sub-problem, from its root on.
        unsafe { expand::<I, M, W, A>(kernels, sub, from, below, sums, scratch, chains) }
    })
}
