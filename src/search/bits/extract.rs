//! Encoding a sub-problem without colors anew: whatever is known of its options
//! still holds, so that bits need only be moved together.
//!
//! Secondary items matter no more, nor do lists of nodes: conflicts tell all.

use super::isa::{Isa, words_for};
use super::sub::{Lane, PLAIN, Planes, Sub, zero};

/// The bits of `word` at the places where `mask` has ones, moved together.
#[inline(always)]
pub(super) fn extract(word: u64, mask: u64) -> u64 {
    let mut extracted = 0;
    for place in super::ones(word & mask) {
        let below = mask & ((1 << place) - 1);
        extracted |= 1 << below.count_ones();
    }
    extracted
}

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
fn gather<I: Isa>(from: &[u64], live: &[u64], to: &mut [u64], start: usize) {
    match to {
        [] => return,
        // Few words are the rule: they need not be looked at one by one.
        [word] => {
            let mut shift = start as u32;
            for (&from, &live) in from.iter().zip(live) {
                if live != 0 {
                    *word |= I::extract(from, live) << shift;
                    shift += live.count_ones();
                }
            }
            return;
        }
        [low, high] => {
            let (mut all, mut shift) = (0, start as u32);
            for (&from, &live) in from.iter().zip(live) {
                if live != 0 {
                    all |= u128::from(I::extract(from, live)) << shift;
                    shift += live.count_ones();
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
    for (&from, &live) in from.iter().zip(live) {
        if live != 0 {
            appender.append(I::extract(from, live), live.count_ones());
        }
    }
}

impl Planes {
    #[inline(always)]
    fn gather<I: Isa>(&mut self, from: &Planes, live: &[u64], words: usize) {
        (self.base, self.count) = (from.base, from.count);
        zero(&mut self.words, from.count * words);
        let planes = from.words.chunks_exact(live.len());
        for (from, to) in planes.zip(self.words.chunks_exact_mut(words)) {
            gather::<I>(from, live, to, 0);
        }
    }
}

impl Sub {
    /// Encodes what `from`, which has no colors, has left in the frame at
    /// `depth`.
    #[inline(always)]
    pub fn extract_from<I: Isa>(&mut self, from: &Sub, live: &[u64], depth: usize) {
        // Code of its own where a bitmap has few words: loops over them are short.
        match live {
            [_, _] => self.extract_live::<I>(from, &live[..2], depth),
            [_, _, _] => self.extract_live::<I>(from, &live[..3], depth),
            _ => self.extract_live::<I>(from, live, depth),
        }
    }

    #[inline(always)]
    fn extract_live<I: Isa>(&mut self, from: &Sub, live: &[u64], depth: usize) {
        let count = live.iter().map(|word| word.count_ones() as usize).sum();
        let words = words_for(count);
        (self.mode, self.words, self.hues) = (from.mode, words, 0);
        self.nodes.clear();
        self.names.clear();
        self.place_active(from, depth);
        self.primary = self.items.len();

        zero(&mut self.rows, self.primary * words);
        zero(&mut self.columns, self.groups * words);
        for (rank, &old) in self.kept.iter().enumerate() {
            let row = &mut self.rows[rank * words..][..words];
            let old_row = &from.rows[old as usize * live.len()..][..live.len()];
            gather::<I>(old_row, live, row, 0);
            let slot = self.items[rank].slot as usize;
            let columns = &mut self.columns[slot / 8 * words..][..words];
            for (column, &word) in columns.iter_mut().zip(&*row) {
                column.0[slot % 8] = word;
            }
        }

        self.options.clear();
        zero(&mut self.conflicts, count * words);
        zero(&mut self.satisfied, (count + 1) * self.width);
        zero(&mut self.choices, count * self.changing_width);
        let active = &from.frames.active[depth * from.width..][..from.width];
        self.slots.iter_mut().for_each(Vec::clear);
        for (word, &active) in active.iter().enumerate() {
            let bits = (from.changing * 8).saturating_sub(word * 64);
            let mask = if bits < 64 { (1 << bits) - 1 } else { u64::MAX };
            self.slots[0].push(active & mask);
            self.slots[1].push(active & !mask);
        }
        let [changing, certain] = &self.slots;
        let (width, changing_width) = (self.width, self.changing_width);
        let mut number = 0;
        for (word, &bits) in live.iter().enumerate() {
            for bit in super::ones(bits) {
                let old = word * 64 + bit;
                self.options.push(from.options[old]);
                let conflicts = &from.conflicts[old * live.len()..][..live.len()];
                gather::<I>(
                    conflicts,
                    live,
                    &mut self.conflicts[number * words..][..words],
                    0,
                );
                gather::<I>(
                    &from.satisfied[old * from.width..][..from.width],
                    certain,
                    &mut self.satisfied[number * width..][..width],
                    self.changing * 8,
                );
                if self.mode != PLAIN {
                    gather::<I>(
                        &from.choices[old * from.changing_width..][..from.changing_width],
                        changing,
                        &mut self.choices[number * changing_width..][..changing_width],
                        0,
                    );
                }
                number += 1;
            }
        }
        self.pure.gather::<I>(&from.pure, live, words);
        self.others.gather::<I>(&from.others, live, words);
        self.open_frames();
    }

    /// Numbers the active items anew, and gives them slots: those whose bound
    /// could change come first, as before.
    #[inline(always)]
    fn place_active(&mut self, from: &Sub, depth: usize) {
        self.keep_active(from, depth);
        let items = self.kept.iter().map(|&old| from.items[old as usize]);
        self.items.clear();
        self.items.extend(items);
        let changing = self.items.iter().filter(|item| item.bound > 1).count();
        self.changing = changing.div_ceil(8);
        let mut next = [0, self.changing as u32 * 8];
        for item in &mut self.items {
            let next = &mut next[usize::from(item.bound == 1)];
            item.slot = *next;
            *next += 1;
        }
        self.groups = next[1].div_ceil(8) as usize;
        self.set_widths();
        zero(&mut self.ranks, self.groups * 8);
        zero(&mut self.keys, self.groups);
        for (rank, &old) in self.kept.iter().enumerate() {
            let slot = self.items[rank].slot as usize;
            let base = super::key::with_rank(from.key(depth, old as usize), rank);
            self.ranks[slot] = rank as u32;
            let keys: &mut Lane = &mut self.keys[slot / 8];
            keys.0[slot % 8] = base;
        }
    }

    /// Takes down which items of `from` are active.
    #[inline(always)]
    fn keep_active(&mut self, from: &Sub, depth: usize) {
        self.kept.clear();
        if from.mode != PLAIN {
            let ranks = 0..from.primary;
            let active = ranks.filter(|&old| from.is_active(depth, old));
            self.kept.extend(active.map(|old| old as u32));
            return;
        }
        // Slots are ranks.
        let active = &from.frames.active[depth * from.width..][..from.width];
        for (word, &slots) in active.iter().enumerate() {
            for slot in super::ones(slots) {
                self.kept.push((word * 64 + slot) as u32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_moved_together_in_order() {
        assert_eq!(extract(0b1010_1100, 0b1110_0101), 0b1_0110);
        assert_eq!(extract(u64::MAX, u64::MAX), u64::MAX);
        assert_eq!(extract(1 << 63, 1 << 63 | 1), 2);
        let (mut words, from) = ([0; 2], [u64::MAX << 1, 0b101]);
        gather::<super::super::isa::Portable>(&from, &[u64::MAX, 0b111], &mut words, 0);
        assert_eq!(words, [u64::MAX << 1, 0b101]);
    }
}
