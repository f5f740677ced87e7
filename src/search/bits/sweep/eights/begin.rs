//! The beginning of a sweep: what is known of items and options is written down for it.

use super::{Eights, HAS_SLACK, MAY_CHANGE, MOST_SHORTS, PARENTS, SCORE, SHORT, SPREAD, place};
use crate::search::bits::bitmap::ones;
use crate::search::bits::decide::subtrees::SWEPT_WIDTH;
use crate::search::bits::kernels::vector::BEYOND;
use crate::search::bits::mode::{Mode, ModeType};
use crate::search::bits::number::Bit;
use crate::search::bits::short::{Form, OPTION};
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::arrays::Opt;
use crate::search::bits::sub::arrays::{Layout, lengthen};
use crate::search::bits::sweep::level::SweepLevel;

impl Eights {
    /// Prepares for a sweep below the node at `depth`, with bitmaps of `W` words; and writes that node
    /// as the only one of a level. False if its keys do not fit.
    #[inline(always)]
    pub fn begin<M: ModeType, const W: usize, const A: usize>(
        &mut self,
        sub: &Sub,
        live: &[u64],
        depth: usize,
        key: u64,
        root: &mut SweepLevel,
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
        self.write_options::<W>(sub, live);
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
                record[1 + word] = sub.rows.items[rank.index() * W + word] & live[word];
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

    /// Writes [`Self::options`].
    #[inline(always)]
    fn write_options<const W: usize>(&mut self, sub: &Sub, live: &[u64]) {
        let Layout {
            width,
            changing_width,
            ..
        } = sub.layout;
        let record = self.fields(W, width);
        lengthen(&mut self.options, (64 * W + 1) * record + BEYOND);
        for word in 0..W {
            for bit in ones(live[word]) {
                let option = Bit::new(word, bit).index();
                let satisfied = &sub.masks.satisfied[option * width..][..width];
                let conflicts = &sub.masks.conflicts[option * W..][..W];
                let to = &mut self.options[option * record..][..record];
                to[0] = Opt::price(&sub.options[option]);
                for word in 0..W {
                    to[1 + word] = conflicts[word];
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
