//! The beginning of a sweep: what is known of items and options is written down for it.

use super::numbers::are_apart;
use super::{Eights, HAS_SLACK, MAY_CHANGE, MOST_SHORTS, PARENTS, SCORE, SHORT, SPREAD, place};
use crate::search::bits::bitmap::ones;
use crate::search::bits::decide::subtrees::SWEPT_WIDTH;
use crate::search::bits::kernels::eight::BEYOND;
use crate::search::bits::mode::{Mode, ModeType};
use crate::search::bits::number::Bit;
use crate::search::bits::short::{Form, OPTION};
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::arrays::{Layout, Opt, lengthen};
use crate::search::bits::sweep::level::SweepLevel;

impl Eights {
    /// Prepares for a sweep below the node at `depth`, with bitmaps of `W` words, which have place for
    /// the live options; and writes that node as the only one of a level. False if its keys do not
    /// fit.
    #[inline(always)]
    pub fn begin<M: ModeType, const W: usize, const A: usize>(
        &mut self,
        sub: &Sub,
        live: &[u64],
        depth: usize,
        key: u64,
        root: &mut SweepLevel,
        may_renumber: bool,
    ) -> bool {
        let (layout, width) = (&sub.layout, sub.layout.width);
        self.changing = layout.changing * 8;
        self.shorts = layout.changing * 2;
        self.form = match sub.mode {
            Mode::Plain => Form::new(0, 0),
            _ => self.find_form(sub, depth),
        };
        let Some(form) = self.form else {
            return false;
        };
        let fields = self.fields(W, width);
        lengthen(&mut self.columns, 2 * fields * place(W) + (W + 1) * PARENTS);
        lengthen(&mut self.items, layout.primary);
        lengthen(&mut self.slots, layout.groups * 8 * (W + 1));
        lengthen(&mut self.rows, layout.primary * W);
        self.numbers.are_new =
            live.len() != W || W > 1 && may_renumber && !are_apart::<W>(sub, live);
        if self.numbers.are_new {
            self.write_rows::<W, A>(sub, live);
            self.write_options::<W, true>(sub, live);
        } else {
            self.write_options::<W, false>(sub, live);
        }
        self.write_planes::<W>(sub, live);
        self.apart = [0; SWEPT_WIDTH];
        let mut shorts = [0; MOST_SHORTS];
        for rank in sub.primary() {
            if !sub.is_active(depth, rank) {
                continue;
            }
            let item = &sub.items[rank.index()];
            let slot = item.slot.0 as usize;
            let record = &mut self.slots[slot * (W + 1)..][..W + 1];
            record[0] = rank.0.into();
            let (mut all, mut twice) = (0, 0);
            for word in 0..W {
                if !self.numbers.are_new {
                    record[1 + word] = sub.rows.items[rank.index() * W + word] & live[word];
                }
                self.rows[rank.index() * W + word] = record[1 + word];
                twice |= all & record[1 + word];
                all |= record[1 + word];
            }
            self.apart[slot / 64] |= u64::from(twice == 0) << (slot % 64);
            self.items[rank.index()] = slot as u64;
            if M::IS_PLAIN {
                continue;
            }
            let (lack, spare) = sub.lack_and_spare(depth, rank);
            let short = form.base(lack, spare);
            if slot < self.changing {
                shorts[slot / 4] |= u64::from(short) << (slot % 4 * 16);
            } else {
                record[0] |= u64::from(short) << SHORT;
            }
            let slack = if item.slack > 0 { HAS_SLACK } else { 0 };
            let changes = if item.may_change() { MAY_CHANGE } else { 0 };
            self.items[rank.index()] |= slack | changes;
        }
        let (rank, score) = (M::rank(key), M::score(key));
        let mut key = u64::from(rank.0);
        if !M::IS_PLAIN {
            let (lack, spare) = sub.lack_and_spare(depth, rank);
            let score = score + i64::from(form.most_lack);
            let below = u64::from(form.base(lack, spare) & (OPTION - 1));
            key |= (score as u64) << SCORE | below << SHORT;
        }
        root.reserve_fields(1, fields);
        let live = self.numbers.of_all::<W>(live, live);
        let words = live
            .iter()
            .chain(sub.frames.active(layout, depth))
            .chain([&key]);
        for (field, &word) in words.chain(&shorts[..self.shorts]).enumerate() {
            // SAFETY: there is place for a node.
            unsafe { *root.field(field) = word };
        }
        root.count = 1;
        true
    }

    /// Numbers the options anew, and writes the rows of slots.
    #[inline(always)]
    fn write_rows<const W: usize, const A: usize>(&mut self, sub: &Sub, live: &[u64]) {
        for slot in self
            .slots
            .chunks_exact_mut(W + 1)
            .take(sub.layout.groups * 8)
        {
            for word in 0..W {
                slot[1 + word] = 0;
            }
        }
        let rows = &mut self.slots[1..];
        self.numbers.give::<W, A>(sub, live, |number, slots| {
            for word in 0..A {
                for slot in ones(slots[word]) {
                    let row = &mut rows[(64 * word + slot) * (W + 1)..];
                    row[number.word()] |= number.mask();
                }
            }
        });
    }

    /// Writes [`Self::options`]. If numbers are new, the rows of slots are there.
    #[inline(always)]
    fn write_options<const W: usize, const NEW: bool>(&mut self, sub: &Sub, live: &[u64]) {
        let Layout {
            width,
            changing_width,
            ..
        } = sub.layout;
        let record = self.fields(W, width);
        lengthen(&mut self.options, (64 * W + 1) * record + BEYOND);
        for word in 0..live.len() {
            for bit in ones(live[word]) {
                let option = Bit::new(word, bit).index();
                let satisfied = &sub.masks.satisfied[option * width..][..width];
                let conflicts = &sub.masks.conflicts[option * live.len()..][..live.len()];
                let (number, hidden) = match NEW {
                    true => (
                        self.numbers.of(option),
                        self.hidden_by::<W>(live, satisfied, conflicts),
                    ),
                    false => (option, conflicts.try_into().expect("W words")),
                };
                let to = &mut self.options[number * record..][..record];
                to[0] = Opt::price(&sub.options[option]);
                for word in 0..W {
                    to[1 + word] = hidden[word];
                }
                for word in 0..width {
                    to[1 + W + word] = satisfied[word];
                }
                for short in 0..self.shorts {
                    let choices = sub.masks.choices[option * changing_width + short / 16];
                    let four = choices >> (short % 16 * 4) & 15;
                    to[1 + W + width + short] = SPREAD[four as usize];
                }
            }
        }
        self.options[64 * W * record..][..record].fill(0);
    }

    /// What an option hides, by new numbers: the rows of slots that it satisfies; and others, of secondary
    /// items, which have no slots.
    #[inline(always)]
    fn hidden_by<const W: usize>(
        &self,
        live: &[u64],
        satisfied: &[u64],
        conflicts: &[u64],
    ) -> [u64; W] {
        let (mut hidden, mut found, mut all) = ([0; W], 0, 0);
        for word in 0..satisfied.len() {
            for slot in ones(satisfied[word]) {
                let row = &self.slots[(64 * word + slot) * (W + 1) + 1..][..W];
                for word in 0..W {
                    hidden[word] |= row[word];
                }
            }
        }
        for word in 0..W {
            found += hidden[word].count_ones();
        }
        for word in 0..live.len() {
            all += (conflicts[word] & live[word]).count_ones();
        }
        if found < all {
            let others = self.numbers.of_all::<W>(conflicts, live);
            for word in 0..W {
                hidden[word] |= others[word];
            }
        }
        hidden
    }

    /// Writes [`Self::planes`].
    #[inline(always)]
    fn write_planes<const W: usize>(&mut self, sub: &Sub, live: &[u64]) {
        self.planes.clear();
        for planes in [&sub.weights.pure, &sub.weights.others] {
            for plane in 0..planes.count {
                let plane = &planes.words[plane * live.len()..][..live.len()];
                let moved = self.numbers.of_all::<W>(plane, live);
                self.planes.extend_from_slice(&moved);
            }
        }
    }

    #[inline(never)]
    fn find_form(&self, sub: &Sub, depth: usize) -> Option<Form> {
        if self.shorts > MOST_SHORTS {
            return None;
        }
        let active = sub.primary().filter(|&rank| sub.is_active(depth, rank));
        let (most_lack, most_spare) = sub.most_lack_and_spare(depth, active);
        Form::new(most_lack, most_spare).filter(Form::has_bases)
    }
}
