//! A sweep: which nodes are expanded next, until none is left or it is given up.

use super::expand::{BATCH, expand, lanes};
use super::level::SweepLevel;
use super::sums::{Limits, Sums};
use crate::search::Counters;
use crate::search::bits::bitmap::{count, ones};
use crate::search::bits::decide::sweep::{SweepRule, Swept};
use crate::search::bits::kernels::lengths;
use crate::search::bits::kernels::vector::Kernels;
use crate::search::bits::lane::Lane;
use crate::search::bits::mode::{BoundsMode, Mode, ModeType, PlainMode};
use crate::search::bits::number::Bit;
use crate::search::bits::place::Place;
use crate::search::bits::sub::Sub;

/// A sweep whose nodes take more bytes is given up. They may be the children of one
/// batch, so that there are up to twice as many then.
const MOST_BYTES: usize = 1 << 25;

/// What sweeps keep from one to the next.
#[derive(Debug, Default)]
pub struct Sweeping {
    pub rule: SweepRule,
    levels: Vec<SweepLevel>,
    /// The bytes that all levels take: they keep their place from sweep to sweep.
    bytes: usize,
    /// A child's keys.
    scratch: Vec<Lane>,
    /// The slots of each option that is live at the root, in bytes.
    slots: Vec<Lane>,
    sums: Sums,
}

impl Sweeping {
    /// Whether what the last sweep found is beyond limits.
    pub fn exceeds(&self, limits: Limits) -> bool {
        self.sums.exceed(limits)
    }

    /// Adds what was found below a node on `level`; how many levels there are.
    pub fn count(&self, counters: &mut Counters, level: usize) -> usize {
        let sums = &self.sums;
        counters.mems.walk(sums.total_mems());
        counters.choice_mems.walk(sums.choice_mems());
        counters.updates.walk(sums.updates + sums.pure);
        counters.solutions.walk(sums.solutions);
        let mut height = 0;
        for below in &self.levels[1..] {
            if below.visited == 0 {
                break;
            }
            height += 1;
            counters.nodes_at(level + height, below.visited);
        }
        height
    }
}

/// Up to this many words, there is special code for bitmaps of slots of one word. With more
/// words, a loop over slots costs little in comparison.
const NARROW: usize = 4;

/// Searches all that is below a node; false if it was given up.
#[inline(always)]
pub fn sweep<I: Kernels, const W: usize>(
    kernels: I,
    sweeping: &mut Sweeping,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
    limits: Limits,
) -> bool {
    if W <= lengths::KEPT_WORDS
        && sweeping.rule.should_keep_lengths(kernels, sub)
        && count(live) <= lengths::LONGEST
    {
        macro_rules! keep {
            ($($words:literal $width:literal,)*) => {
                // Where it is never worth it, there is no code.
                $(if ($width > 1 || I::KEEPS_FEW) && W == $words && sub.layout.width == $width {
                    let live: &[u64; $words] = live[..].try_into().expect("W words");
                    return sweep_as::<I, PlainMode, $words, $width, true>(
                        kernels, sweeping, sub, live, place, key, limits,
                    );
                })*
            };
        }
        keep!(1 1, 1 2, 2 1, 2 2, 2 3, 2 4,);
    }
    macro_rules! sweep {
        ($mode:ty, $width:literal) => {
            sweep_as::<I, $mode, W, $width, false>(kernels, sweeping, sub, live, place, key, limits)
        };
    }
    match (sub.mode, sub.layout.width) {
        (Mode::Plain, 1) if W <= NARROW => sweep!(PlainMode, 1),
        (Mode::Plain, _) => sweep!(PlainMode, 0),
        (_, 1) if W <= NARROW => sweep!(BoundsMode, 1),
        _ => sweep!(BoundsMode, 0),
    }
}

/// The same with code for the mode, and for the words of a bitmap of slots: see
/// [`expand`].
#[inline(always)]
fn sweep_as<I: Kernels, M: ModeType, const W: usize, const A: usize, const KEEPS: bool>(
    kernels: I,
    sweeping: &mut Sweeping,
    sub: &Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
    limits: Limits,
) -> bool {
    let width = if A == 0 { sub.layout.width } else { A };
    let levels = &mut sweeping.levels;
    // Else it might be given up for what others have left.
    if sweeping.bytes > MOST_BYTES / 2 {
        levels.clear();
        sweeping.bytes = 0;
    }
    if levels.is_empty() {
        levels.resize_with(2, SweepLevel::default);
    }
    for level in levels.iter_mut() {
        (level.count, level.visited) = (0, 0);
    }
    let lanes = lanes::<M, KEEPS>(sub, width);
    let scratch = &mut sweeping.scratch;
    scratch.resize(lanes.max(scratch.len()), Lane::default());
    let root = &mut levels[0];
    root.reserve(1, W + width + 1, lanes);
    sweeping.bytes += std::mem::take(&mut root.grown);
    root.nodes[..W].copy_from_slice(live);
    root.nodes[W..W + width].copy_from_slice(sub.frames.active(&sub.layout, place.depth));
    root.nodes[W + width] = key;
    if KEEPS {
        let active = &root.nodes[W..W + width];
        let keys = &mut root.keys[..lanes];
        kernels.begin_lengths::<W>(&sub.slots.columns, live, active, keys);
        if I::SPREADS {
            spread_slots::<I, W, A>(kernels, &mut sweeping.slots, sub, live);
        }
    } else if !M::IS_PLAIN {
        root.keys[..lanes].copy_from_slice(sub.frames.keys(&sub.layout, place.depth));
    }
    root.count = 1;
    let most_nodes = sweeping.rule.most_nodes();
    let mut sums = Sums::default();
    let mut swept = Swept::All;
    // Nodes of a full batch are expanded as deep down as possible, so that few
    // have to be kept; others as high up, so that batches become full.
    let (mut top, mut level) = (0, 0);
    loop {
        if level + 1 == levels.len() {
            levels.push(SweepLevel::default());
        }
        let (above, below) = levels.split_at_mut(level + 1);
        let (from, to) = (&mut above[level], &mut below[0]);
        expand::<I, M, W, A, KEEPS>(kernels, sub, from, to, &mut sums, scratch, &sweeping.slots);
        sweeping.bytes += std::mem::take(&mut to.grown);
        if sums.nodes > most_nodes || sweeping.bytes > MOST_BYTES {
            swept = Swept::TooLarge;
            break;
        }
        if sums.exceed(limits) {
            swept = Swept::UpToLimit;
            break;
        }
        level += 1;
        while level > top && levels[level].count < BATCH {
            level -= 1;
        }
        while levels[level].count == 0 && level + 1 < levels.len() {
            level += 1;
        }
        if levels[level].count == 0 {
            break;
        }
        if levels[level].count < BATCH {
            top = level;
        }
    }
    sweeping.sums = sums;
    let rule = &mut sweeping.rule;
    rule.learn(place.active, swept, sums.nodes, sums.options);
    swept == Swept::All
}

/// Writes the slots of each live option in bytes, `A` lanes each, and after the last one of
/// all those of none. What is there for other options is not looked at.
#[inline(always)]
fn spread_slots<I: Kernels, const W: usize, const A: usize>(
    kernels: I,
    slots: &mut Vec<Lane>,
    sub: &Sub,
    live: &[u64; W],
) {
    let nothing = 64 * W * A;
    slots.resize(slots.len().max(nothing + A), Lane::default());
    slots[nothing..][..A].fill(Lane::default());
    for (word, &options) in live.iter().enumerate() {
        for bit in ones(options) {
            let start = Bit::new(word, bit).index() * A;
            for word in 0..A {
                slots[start + word] = kernels.spread(sub.masks.satisfied[start + word]);
            }
        }
    }
}
