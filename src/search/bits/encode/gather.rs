//! Compacts a sub-problem without colors. What is known of its options still holds, so bits need only
//! be moved together:
//!
//! ```text
//! for each active item:   row = extract(old row, live)
//! for each live option:   conflicts = extract(old conflicts, live)
//! for each plane:         extract(old plane, live)
//! ```
//!
//! `extract` takes the bits of one word at the places of another together: one instruction (PEXT) on most
//! processors with AVX2. Secondary items are left out, and so are lists of nodes: conflicts tell all.
//! If there were none, the rows of items tell what conflicts.

use crate::search::bits::bitmap::{ones, words_for};
use crate::search::bits::kernels::vector::{Kernels, Mask};
use crate::search::bits::key;
use crate::search::bits::mode::Mode;
use crate::search::bits::number::{Bit, Rank};
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::arrays::{Layout, Planes, new_key, zero};

/// Appends bits to a bitmap of zeros.
struct Appender<'a> {
    words: &'a mut [u64],
    length: u32,
}

impl Appender<'_> {
    #[inline(always)]
    fn append(&mut self, bits: u64, count: u32) {
        let (word, shift) = (self.length as usize / 64, self.length % 64);
        self.length += count;
        if bits == 0 {
            return;
        }
        self.words[word] |= bits << shift;
        if shift + count > 64 {
            self.words[word + 1] |= bits >> (64 - shift);
        }
    }
}

/// Moves the live bits of `from` together in `to`, from bit `start` on.
#[inline(always)]
pub fn gather<K: Kernels>(
    kernels: K,
    from: &[u64],
    live: &[K::Mask],
    to: &mut [u64],
    start: usize,
) {
    match to {
        [] => return,
        // Few words are the rule: they need not be looked at one by one.
        [word] => {
            let mut shift = start as u32;
            for (&from, live) in from.iter().zip(live) {
                if live.bits() != 0 {
                    *word |= kernels.extract(from, live) << shift;
                    shift += live.bits().count_ones();
                }
            }
            return;
        }
        [low, high] => {
            let (mut all, mut shift) = (0, start as u32);
            for (&from, live) in from.iter().zip(live) {
                if live.bits() != 0 {
                    all |= u128::from(kernels.extract(from, live)) << shift;
                    shift += live.bits().count_ones();
                }
            }
            *low |= all as u64;
            *high |= (all >> 64) as u64;
            return;
        }
        _ => {}
    }
    let mut appender = Appender {
        words: to,
        length: start as u32,
    };
    for (&from, live) in from.iter().zip(live) {
        if live.bits() != 0 {
            appender.append(kernels.extract(from, live), live.bits().count_ones());
        }
    }
}

/// Moves what planes have together: those of `from`, above `base`.
#[inline(always)]
pub fn gather_planes<K: Kernels>(
    kernels: K,
    base: u64,
    from: &[u64],
    live: &[K::Mask],
    to: &mut Planes,
    words: usize,
) {
    let planes = from.chunks_exact(live.len());
    (to.base, to.count) = (base, planes.len());
    to.words.zero(to.count * words);
    for (from, to) in planes.zip(to.words.chunks_exact_mut(words)) {
        gather(kernels, from, live, to, 0);
    }
}

impl Sub {
    /// Encodes what `from` has left in the frame at `depth`; false if it has colors.
    #[inline(always)]
    pub fn gather(
        &mut self,
        kernels: impl Kernels,
        from: &Sub,
        live: &[u64],
        depth: usize,
    ) -> bool {
        // Code of its own for few words: loops over them are short.
        match live {
            _ if from.mode == Mode::Colors => return false,
            [_, _] => self.gather_live(kernels, from, &live[..2], depth),
            [_, _, _] => self.gather_live(kernels, from, &live[..3], depth),
            _ => self.gather_live(kernels, from, live, depth),
        }
        true
    }

    #[inline(always)]
    fn gather_live<K: Kernels>(&mut self, kernels: K, from: &Sub, live: &[u64], depth: usize) {
        let mut storage = Vec::new();
        let masks = &K::Mask::all(live, &mut storage)[..live.len()];
        let count = live.iter().map(|word| word.count_ones() as usize).sum();
        let words = words_for(count, false);
        (self.mode, self.layout.words, self.hues) = (from.mode, words, 0);
        self.nodes.clear();
        self.names.clear();
        self.keep_active(from, depth);
        let kept = &self.scratch.kept;
        self.items.clear();
        self.items
            .extend(kept.iter().map(|old| from.items[old.index()]));
        let kept = std::mem::take(&mut self.scratch.kept);
        match from.mode {
            Mode::Plain => self.place(kept.len(), new_key),
            _ => self.place(kept.len(), |rank, _| {
                key::with_rank(from.key(depth, kept[rank.index()]), rank)
            }),
        }

        self.rows.items.zero(kept.len() * words);
        zero(&mut self.slots.columns, self.layout.groups * words);
        for (rank, &old) in kept.iter().enumerate() {
            let row = &mut self.rows.items[rank * words..][..words];
            let old_row = &from.rows.items[old.index() * live.len()..][..live.len()];
            gather(kernels, old_row, masks, row, 0);
            let slot = self.items[rank].slot;
            let columns = &mut self.slots.columns[slot.group() * words..][..words];
            for (column, &word) in columns.iter_mut().zip(&*row) {
                column.0[slot.lane()] = word;
            }
        }
        self.scratch.kept = kept;
        self.has_secondary = from.has_secondary;
        self.gather_options(kernels, from, masks, count);
        let (to, from) = (&mut self.weights, &from.weights);
        let pure = &from.pure;
        gather_planes(kernels, pure.base, &pure.words, masks, &mut to.pure, words);
        let others = &from.others;
        gather_planes(
            kernels,
            others.base,
            &others.words,
            masks,
            &mut to.others,
            words,
        );
        self.open_frames();
    }

    /// Copies the live options, and moves what their masks have together.
    #[inline(always)]
    fn gather_options<K: Kernels>(
        &mut self,
        kernels: K,
        from: &Sub,
        live: &[K::Mask],
        count: usize,
    ) {
        let new = self.layout;
        self.options.clear();
        self.masks.conflicts.zero(count * new.words);
        self.clear_masks(count);
        for (word, mask) in live.iter().enumerate() {
            for place in ones(mask.bits()) {
                let option = Bit::new(word, place).index();
                if from.has_secondary {
                    let number = self.options.len();
                    gather(
                        kernels,
                        &from.masks.conflicts[option * live.len()..][..live.len()],
                        live,
                        &mut self.masks.conflicts[number * new.words..][..new.words],
                        0,
                    );
                }
                self.options.push(from.options[option]);
            }
        }
        match new.words {
            1 => self.write_masks::<1>(),
            2 => self.write_masks::<2>(),
            3 => self.write_masks::<3>(),
            _ => self.write_masks::<0>(),
        }
    }

    /// Writes the masks of options by the rows of items, with `W` words, or any number if that is 0.
    #[inline(always)]
    fn write_masks<const W: usize>(&mut self) {
        let Layout {
            words,
            width,
            changing_width,
            ..
        } = self.layout;
        let words = if W == 0 { words } else { W };
        // Taken apart once, and not for each bit.
        let (all_satisfied, all_choices) =
            (&mut self.masks.satisfied[..], &mut self.masks.choices[..]);
        let all_conflicts = &mut self.masks.conflicts[..];
        let rows = self.rows.items.chunks_exact(words);
        for (row, item) in rows.zip(&self.items) {
            let (slot, mask) = (item.slot.word(), item.slot.mask());
            if item.may_change() {
                for (word, &bits) in row.iter().enumerate() {
                    for bit in ones(bits) {
                        let option = Bit::new(word, bit).index();
                        all_choices[option * changing_width + slot] |= mask;
                    }
                }
                continue;
            }
            for (word, &bits) in row.iter().enumerate() {
                for bit in ones(bits) {
                    let option = Bit::new(word, bit).index();
                    all_satisfied[option * width + slot] |= mask;
                    let conflicts = &mut all_conflicts[option * words..][..words];
                    for (conflicts, row) in conflicts.iter_mut().zip(row) {
                        *conflicts |= row;
                    }
                }
            }
        }
    }

    /// Lists the items of `from` that are active.
    #[inline(always)]
    fn keep_active(&mut self, from: &Sub, depth: usize) {
        let kept = &mut self.scratch.kept;
        kept.clear();
        if from.mode != Mode::Plain {
            kept.extend(from.primary().filter(|&old| from.is_active(depth, old)));
            return;
        }
        // Slots are ranks.
        let active = from.frames.active(&from.layout, depth);
        for (word, &slots) in active.iter().enumerate() {
            for slot in ones(slots) {
                kept.push(Rank((word * 64 + slot) as u32));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bits::bitmap::Moves;
    use crate::search::bits::kernels::portable::Portable;

    fn masks(words: &[u64]) -> Vec<Moves> {
        words.iter().copied().map(Moves::new).collect()
    }

    #[test]
    fn live_bits_are_moved_together_across_words() {
        let (mut words, from) = ([0; 2], [u64::MAX << 1, 0b101]);
        gather(Portable, &from, &masks(&[u64::MAX, 0b111]), &mut words, 0);
        assert_eq!(words, [u64::MAX << 1, 0b101]);
        let (mut words, from) = ([0; 3], [0b1011; 4]);
        gather(Portable, &from, &masks(&[0b1010; 4]), &mut words, 62);
        assert_eq!(words, [0b11 << 62, 0b111111, 0]);
    }
}
