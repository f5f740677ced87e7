//! Takes branches in a wide sub-problem, and chooses the item to branch on: see
//! [`sub::wide`](super::sub::wide).
//!
//! ```text
//! to choose an option:
//!     gone    = rows of the items that it covers
//!     live    = base & !gone
//!     for each option of base & gone, for each of its items:   length -= 1
//!     give up as soon as an item has no option left
//! to choose an item:   the first one with the shortest list
//! ```
//!
//! With many items and options, counting all rows takes longer than counting what is gone. Lists do
//! the same, but have to undo it; here a frame is dropped.

use super::bitmap::ones;
use super::branch::{Branching, Hidden};
use super::kernels::Kernels;
use super::key::{self, ModeType};
use super::number::{Bit, Rank};
use super::price::{self, Cost};
use super::sub::Sub;
use super::sub::wide::{
    AT_ONCE, Chunk, Hideable, INACTIVE, PER_CHUNK, PER_WORD, flat, flat_mut, place_of,
};
use crate::vector::Vector;

/// The source of a child.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// Whether to start from the node itself, whose item has one option, or from its base.
    pub is_node: bool,
    /// Whether to keep all shorts exact, even after some item is found without options.
    pub full: bool,
}

/// A child of a node.
pub struct IncludedWide {
    pub active: u32,
    pub cost: Cost,
    /// Whether some item is known to have no option left.
    pub has_failed: bool,
}

impl Sub {
    /// Appends the options in the list of an item to the branches; returns their number.
    #[inline(always)]
    pub fn list_branches(&mut self, depth: usize, rank: Rank) -> usize {
        let words = self.layout.words;
        let start = self.wide.branches.len();
        let row = &self.rows.items[rank.index() * words..][..words];
        let live = &self.wide.live[2 * depth * words..][..words];
        for word in 0..words {
            for bit in ones(live[word] & row[word]) {
                self.wide.branches.push((word * 64 + bit) as u32);
            }
        }
        self.wide.branches.len() - start
    }

    /// The data that the cost of hiding an option depends on.
    #[inline(always)]
    pub fn weight_of(&self, option: usize) -> Hidden {
        let option = &self.options[option];
        Hidden {
            primaries: 0,
            options: 1,
            pure: option.pure.into(),
            purified: option.purified.into(),
        }
    }

    /// Begins the base of a node as a copy of the node.
    #[inline(always)]
    pub fn open_base(&mut self, depth: usize) {
        self.copy_frame(2 * depth);
    }

    /// Copies a frame to the next one.
    #[inline(always)]
    fn copy_frame(&mut self, frame: usize) {
        let (words, chunks) = (self.layout.words, self.wide.chunks);
        let live = frame * words..(frame + 1) * words;
        self.wide.live.copy_within(live.clone(), live.end);
        let shorts = frame * chunks..(frame + 1) * chunks;
        self.wide.shorts.copy_within(shorts.clone(), shorts.end);
    }

    /// Removes the options of the item branched on, which are the last `count` branches, from the
    /// base.
    #[inline(always)]
    pub fn cover_base(&mut self, depth: usize, rank: Rank, count: usize) -> Hidden {
        self.deactivate_in(2 * depth + 1, rank);
        let mut hidden = Hidden::default();
        let start = self.wide.branches.len() - count;
        for branch in start..start + count {
            let option = Bit(self.wide.branches[branch] as usize);
            let one = self.remove_from_base(depth, option);
            hidden.options += 1;
            hidden.pure += one.pure;
            hidden.purified += one.purified;
        }
        hidden
    }

    /// Removes an option from the base; returns the data for the cost of hiding it.
    #[inline(always)]
    pub fn remove_from_base(&mut self, depth: usize, option: Bit) -> Hidden {
        let (words, chunks) = (self.layout.words, self.wide.chunks);
        let base = &mut self.wide.live[(2 * depth + 1) * words..][..words];
        base[option.word()] &= !option.mask();
        let shorts = &mut self.wide.shorts[(2 * depth + 1) * chunks..][..chunks];
        let shorts = flat_mut(shorts);
        for &place in &self.wide.places[self.options[option.index()].nodes()] {
            let short = &mut shorts[usize::from(place)];
            *short = short.wrapping_sub(2);
        }
        self.wide.work += 4;
        self.weight_of(option.index())
    }

    /// Marks an item as inactive in a frame.
    #[inline(always)]
    fn deactivate_in(&mut self, frame: usize, rank: Rank) {
        let (chunks, slot) = (self.wide.chunks, self.items[rank.index()].slot);
        let place = self.wide.place(slot, self.layout.changing * 8);
        let shorts = &mut self.wide.shorts[frame * chunks..][..chunks];
        let short = &mut flat_mut(shorts)[place];
        *short |= INACTIVE;
    }

    /// Takes the null move: the frame at `depth + 1` is the base, with the item inactive.
    #[inline(always)]
    pub fn forgo_wide<M: ModeType>(&mut self, depth: usize, rank: Rank) {
        self.forgo::<M>(depth, rank);
        self.copy_frame(2 * depth + 1);
        self.deactivate_in(2 * depth + 2, rank);
    }

    /// Covers the other items of an option, in the frame at `depth + 1`, starting from `from`.
    #[inline(always)]
    pub fn include_wide<M: ModeType>(
        &mut self,
        kernels: impl Kernels,
        depth: usize,
        active: u32,
        option: Bit,
        branching: Branching,
        from: Origin,
    ) -> IncludedWide {
        self.satisfy(depth, option);
        let words = self.layout.words;
        let data = self.options[option.index()];
        let mut cost = data.cost_beside::<M::Prices>(branching.changes);
        let mut active = active - data.satisfies;
        let mut gone = std::mem::take(&mut self.wide.gone);
        gone.fill(0);
        let mut rows = 0;
        for node in &self.nodes[data.nodes()] {
            let rank = node.item;
            let covers = rank.index() >= self.layout.primary
                || M::IS_PLAIN
                || !self.items[rank.index()].may_change();
            if covers && rank != branching.rank {
                let row = &self.rows.items[rank.index() * words..][..words];
                for (gone, row) in gone.iter_mut().zip(row) {
                    *gone |= row;
                }
                rows += 1;
            }
        }
        if !M::IS_PLAIN {
            active -= u32::from(branching.changes && branching.is_used_up());
            self.take_choices(kernels, depth, option, branching.rank, |all_rows, rank| {
                let row = &all_rows.items[rank.index() * words..][..words];
                for (gone, row) in gone.iter_mut().zip(row) {
                    *gone |= row;
                }
                rows += 1;
                active -= 1;
                cost.mems += price::COVER_OTHER;
                cost.updates += price::COVER_UPDATES;
            });
        }
        if from.is_node {
            gone[option.word()] |= option.mask();
        }
        let (mut hidden, has_failed) = self.hide_wide(depth, &gone, from);
        if from.is_node {
            // Covering the item has paid for the option itself.
            let own = self.weight_of(option.index());
            hidden.options -= 1;
            hidden.pure -= own.pure;
            hidden.purified -= own.purified;
        }
        self.wide.gone = gone;
        self.wide.work += (rows * words / 4) as u64;
        cost.mems += hidden.mems();
        cost.updates += hidden.pure;
        IncludedWide {
            active,
            cost,
            has_failed,
        }
    }

    /// Writes the frame at `depth + 1`: what is left without the options in `gone`.
    #[inline(always)]
    fn hide_wide(&mut self, depth: usize, gone: &[u64], from: Origin) -> (Hidden, bool) {
        let (full, start) = (from.full, 2 * depth + usize::from(!from.is_node));
        let (words, chunks) = (self.layout.words, self.wide.chunks);
        let width = self.layout.width;
        let changing = self.layout.changing * 8;
        let all = &mut self.wide.shorts[start * chunks..(2 * depth + 3) * chunks];
        let (above, to) = all.split_at_mut((2 * depth + 2 - start) * chunks);
        to.copy_from_slice(&above[..chunks]);
        let shorts = flat_mut(to);
        // Items that become inactive may lose all their options.
        for word in 0..width {
            let above = self.frames.active[depth * width + word];
            let below = self.frames.active[(depth + 1) * width + word];
            for bit in ones(above & !below) {
                shorts[place_of(word * 64 + bit, changing, self.wide.compared)] |= INACTIVE;
            }
        }
        let live = &mut self.wide.live[start * words..(2 * depth + 3) * words];
        let (base, live) = live.split_at_mut((2 * depth + 2 - start) * words);
        // First lists all that are hidden, almost without branches, as their number in a word is
        // hard to predict.
        let all_hidden = &mut self.wide.hidden[..];
        let mut count = 0;
        for word in 0..words {
            let (base, gone) = (base[word], gone[word]);
            live[word] = base & !gone;
            let mut bits = base & gone;
            let next = count + bits.count_ones() as usize;
            loop {
                let some = &mut all_hidden[count..count + AT_ONCE];
                for place in some {
                    *place = (word * 64) as u32 + bits.trailing_zeros();
                    bits &= bits.wrapping_sub(1);
                }
                if bits == 0 {
                    break;
                }
                count += AT_ONCE;
            }
            count = next;
        }
        let hiding = Hiding {
            hidden: &self.wide.hidden[..count],
            places: &self.wide.places,
            options: &self.wide.options,
            uniform: self.wide.uniform,
        };
        let (hidden, has_failed, done) = match full {
            true => hiding.shorten::<true>(shorts),
            false => hiding.shorten::<false>(shorts),
        };
        self.wide.work += 4 * done as u64 + 4 * hidden.options + PER_WORD * words as u64;
        (hidden, has_failed)
    }

    /// The key of the item to branch on in the frame at some depth.
    #[inline(always)]
    pub fn choose_wide<M: ModeType, K: Kernels>(&mut self, _: K, depth: usize) -> u64 {
        let chunks = self.wide.chunks;
        let shorts = &self.wide.shorts[2 * depth * chunks..][..self.wide.compared];
        let changing = self.layout.changing * 8;
        let mut best = key::NONE;
        // SAFETY: a value of `K` exists.
        let (least, place) = unsafe { least_of::<K::Lane>(shorts) };
        if least < INACTIVE {
            let slot = changing + place;
            best = match M::IS_PLAIN {
                true => M::key(0, least as u64 / 2, slot),
                false => {
                    let base = self.slots.keys[slot / 8].0[slot % 8];
                    let more = if key::spare(base) > 0 { 3 } else { 0 };
                    M::key(base, (least - more) as u64 / 2, slot)
                }
            };
        }
        if !M::IS_PLAIN {
            best = best.min(self.best_changing::<M>(depth));
        }
        self.wide.work += 40 + self.wide.rule.per_chunk * self.wide.compared as u64;
        best
    }

    /// The best key among active items whose bound may change.
    #[inline(always)]
    fn best_changing<M: ModeType>(&self, depth: usize) -> u64 {
        let (chunks, changing) = (self.wide.chunks, self.layout.changing);
        let start = 2 * depth * chunks + self.wide.compared;
        let shorts = flat(&self.wide.shorts[start..][..chunks - self.wide.compared]);
        let active = self.frames.active(&self.layout, depth);
        let keys = self.frames.keys(&self.layout, depth);
        let mut best = key::NONE;
        for group in 0..changing {
            for lane in ones(active[group / 8] >> (group % 8 * 8) & 0xff) {
                let length = shorts[group * 8 + lane] as u64 / 2;
                best = best.min(M::key(keys[group].0[lane], length, group * 8 + lane));
            }
        }
        best
    }
}

/// Options that are hidden, and the tables that say of which items.
struct Hiding<'s> {
    hidden: &'s [u32],
    places: &'s [u16],
    options: &'s [Hideable],
    uniform: Option<Hideable>,
}

impl Hiding<'_> {
    /// Takes the options off the shorts of their items. Unless `FULL`, it ends as soon as an item
    /// has lost its last option. Returns the data for the cost, whether that was so, and the number
    /// of items. One copy serves all modes and instruction sets.
    #[inline(never)]
    fn shorten<const FULL: bool>(&self, shorts: &mut [i16]) -> (Hidden, bool, usize) {
        let (places, mut done) = (self.places, 0);
        let mut has_failed = false;
        let mut take_off = |places: &[u16]| {
            done += places.len();
            for &place in places {
                debug_assert!(usize::from(place) < shorts.len());
                // SAFETY: places are indices of shorts, and all frames have equally many.
                let short = unsafe { shorts.get_unchecked_mut(usize::from(place)) };
                *short = short.wrapping_sub(2);
                if !FULL && *short == 0 {
                    return true;
                }
            }
            false
        };
        let mut sum = Hidden {
            options: self.hidden.len() as u64,
            ..Hidden::default()
        };
        if let Some(each) = self.uniform {
            let length = each.end as usize;
            let mut options = self.hidden.iter().map(|&option| option as usize);
            has_failed = options.any(|option| take_off(&places[option * length..][..length]));
            sum.pure = sum.options * u64::from(each.pure);
            sum.purified = sum.options * u64::from(each.purified);
        } else {
            for &option in self.hidden {
                let own = &self.options[option as usize];
                sum.pure += u64::from(own.pure);
                sum.purified += u64::from(own.purified);
                if !has_failed {
                    has_failed = take_off(&places[own.start as usize..own.end as usize]);
                }
            }
        }
        (sum, has_failed, done)
    }
}

/// The least short and its first place.
///
/// # Safety
/// The machine has the instructions of `V`, whose vectors have eight words.
#[inline(always)]
unsafe fn least_of<V: Vector>(chunks: &[Chunk]) -> (i16, usize) {
    const { assert!(V::WORDS == 8 && size_of::<Chunk>() == 64) };
    // SAFETY: the caller's contract; a chunk has eight words, at a multiple of 64 bytes.
    unsafe {
        let load = |chunk: &Chunk| V::load_aligned(chunk.0.as_ptr().cast());
        let mut all = V::splat_short(i16::MAX as u16);
        for chunk in chunks {
            all = all.min_shorts(load(chunk));
        }
        let least = all.least_short();
        let those = V::splat_short(least);
        let mut place = 0;
        for chunk in chunks {
            let bits = load(chunk).same_shorts(those).short_bits();
            if bits != 0 {
                place += bits.trailing_zeros() as usize;
                break;
            }
            place += PER_CHUNK;
        }
        (least as i16, place)
    }
}
