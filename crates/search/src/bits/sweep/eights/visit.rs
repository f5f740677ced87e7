//! Visits the children of a batch, eight at a time.

use super::{Eights, EightsBatch, RANKS, SCORE, SHORT, count_words, lengths, lengths_apart, place};
use crate::bits::bitmap::first_of_word;
use crate::bits::bitmap::ones;
use crate::bits::kernels::Kernels;
use crate::bits::kernels::shorten::ShortChoices;
use crate::bits::key::{self, ModeType};
use crate::bits::price::{self, Round};
use crate::bits::sub::Sub;
use crate::bits::sub::shorts::{OPTION, ShortForm};
use crate::bits::sweep::chains::{Chains, Moves};
use crate::bits::sweep::level::{Sums, SweepLevel};
use crate::prices::Prices;
use crate::vector::Lane;
use crate::vector::Vector;
use std::hint::select_unpredictable;

/// The most words of options and of slots that a node with bounds has.
const MOST_WORDS: usize = 10;

/// No instruction set looks at more slots at once.
const MOST_AT_ONCE: usize = 2;

/// A word for each of its bits: loading one is cheaper than making it in a vector.
static BITS: [u64; 64] = {
    let mut bits = [0; 64];
    let mut place = 0;
    while place < 64 {
        bits[place] = 1 << place;
        place += 1;
    }
    bits
};

/// Visits all children of a batch; those that have branches are appended to the next level.
///
/// # Safety
/// See [`expand_eights`](super::expand_eights); the batch has just been written.
#[inline(always)]
pub unsafe fn visit<
    K: Kernels<Lane = V>,
    V: Vector,
    M: ModeType,
    const W: usize,
    const A: usize,
>(
    sub: &Sub,
    batch: &EightsBatch<V>,
    below: &mut [SweepLevel],
    sums: &mut Sums,
    eights: &mut Eights,
    chains: &mut Chains,
) {
    let (to, deeper) = below.split_first_mut().expect("there is a next level");
    let shorts = if M::IS_PLAIN { 0 } else { eights.shorts };
    let (fields, place, count) = (W + A + 1 + shorts, place(W), batch.count);
    let key_field = W + A;
    let form = eights.form.expect("they have begun");
    to.reserve_fields(count, fields);
    // SAFETY: vectors are loaded from columns, and written to fields, that have place for eight
    // more words than they count; slots are those of active items.
    unsafe {
        let columns = eights.columns.as_mut_ptr();
        let own = columns.add(fields * place);
        let none = V::splat(0);
        let choices = ShortChoices::<V>::new(form);
        let slots = eights.slots.as_ptr();
        let (pure, others) = eights.planes(sub, W);
        let (mut all_options, mut all_active) = (none, none);
        let (mut all_pure, mut all_others) = (none, none);
        let (mut solutions, mut dead, mut covered) = (0, 0, 0);
        let too_few = V::splat(((u64::from(form.most_lack) + 1) << SCORE) - 1);
        let follows = !M::IS_PLAIN && chains.is_on;
        let mut moves = ChainSums::<V>::new();
        for start in (0..count).step_by(8) {
            let visited = (count - start).min(8);
            let mask = V::first(visited, 0);
            let (mut live, mut left) = ([none; W], [none; W]);
            for word in 0..W {
                left[word] = V::load(columns.add(word * place + start)).keep(mask);
                live[word] = left[word].and_not(V::load(own.add(word * place + start)));
            }
            let mut active = [none; A];
            for word in 0..A {
                let above = V::load(columns.add((W + word) * place + start)).keep(mask);
                active[word] = above.and_not(V::load(own.add((W + word) * place + start)));
            }
            if !M::IS_PLAIN {
                let last = key_field + 1 + shorts;
                for (short, field) in (key_field + 1..last).enumerate() {
                    let above = V::load(columns.add(field * place + start));
                    let kept = own.add((W + A + short) * place + start);
                    let chosen = V::load(kept).keep(mask);
                    let (keys, used_up) = choices.take(above, chosen);
                    keys.store(kept);
                    let mut items = used_up.union();
                    while items != 0 {
                        let part = items.trailing_zeros() / 16;
                        let bits = 0xffff << (16 * part);
                        items &= !bits;
                        let slot = 4 * short + part as usize;
                        let these = used_up.has(V::splat(bits));
                        covered += V::number(these);
                        let bit = V::splat(1 << (slot % 64)).keep(these);
                        active[slot / 64] = active[slot / 64].and_not(bit);
                        for word in 0..W {
                            let row = V::splat(*slots.add(slot * (W + 1) + 1 + word));
                            live[word] = live[word].and_not(row.keep(these));
                        }
                    }
                }
            }
            let mut hidden = [none; W];
            for word in 0..W {
                hidden[word] = left[word].and_not(live[word]);
                all_options = all_options.add(count_words(hidden[word]));
            }
            macro_rules! add_planes {
                ($sum:ident, $planes:ident) => {
                    for (plane, words) in $planes.chunks_exact(W).enumerate() {
                        let sum = lengths(&hidden, words.as_ptr());
                        $sum = $sum.add(sum.shift_left(plane as u32));
                    }
                };
            }
            add_planes!(all_pure, pure);
            add_planes!(all_others, others);
            let mut some = none;
            for word in 0..A {
                if !M::Prices::ENDS_AT_EMPTY {
                    all_active = all_active.add(count_words(active[word]));
                }
                some = some.or(active[word]);
            }
            let mut bests = [V::splat(key::NONE); MOST_AT_ONCE];
            for word in 0..A {
                macro_rules! choose {
                    ($slots:expr, $lengths:ident, |$slot:ident| $short:expr) => {
                        // Some at a time; the last bits of a round may be equal, which does no
                        // harm.
                        let (mut slots_left, mut bits) = ($slots, [0; MOST_AT_ONCE]);
                        while slots_left != 0 {
                            for next in 0..K::SLOTS_AT_ONCE {
                                let bit = slots_left.trailing_zeros() as usize;
                                let last = bits[next.saturating_sub(1)];
                                bits[next] = select_unpredictable(slots_left == 0, last, bit);
                                slots_left &= slots_left.wrapping_sub(1);
                            }
                            for next in 0..K::SLOTS_AT_ONCE {
                                let $slot = 64 * word + bits[next];
                                let record = slots.add($slot * (W + 1));
                                let length = $lengths(&live, record.add(1));
                                let key = length.shift_left(SCORE).add(V::splat(*record));
                                let is_active = active[word].has(V::splat(BITS[bits[next]]));
                                let key = key.add($short);
                                bests[next] = bests[next].min_halves_where(key, is_active);
                            }
                        }
                    };
                }
                let mut left = active[word].union();
                if !M::IS_PLAIN {
                    let changing = first_of_word(eights.changing.saturating_sub(64 * word));
                    choose!(left & changing, lengths, |slot| {
                        let keys = own.add((W + A + slot / 4) * place + start);
                        let short = V::load(keys).shift_right(slot as u32 % 4 * 16);
                        short.and(V::splat(0xffff)).shift_left(SHORT)
                    });
                    left &= !changing;
                }
                if W > 1 {
                    let apart = eights.apart[word];
                    choose!(left & apart, lengths_apart, |_slot| none);
                    left &= !apart;
                }
                choose!(left, lengths, |_slot| none);
            }
            let [one, other] = bests;
            let best = one.min_halves(other);
            let is_active = some.nonzero();
            let number = V::number(is_active);
            solutions += visited - number;
            let mut goes_on = V::both(is_active, too_few.is_less(best));
            if M::Prices::ENDS_AT_EMPTY {
                debug_assert!(M::IS_PLAIN, "slots are ranks");
                dead += number - V::number(goes_on);
                let looked_at = looked_at(&active, best, goes_on);
                all_active = all_active.add(looked_at);
            }
            if follows {
                let length = length(form, best);
                let chained = V::both(goes_on, length.same(none));
                if V::any(chained) {
                    let children = Children {
                        own: own.add(start),
                        live,
                        active,
                        chained,
                    };
                    let solved = children.follow(eights, form, deeper, chains, &mut moves);
                    solutions += solved;
                    goes_on = V::both(goes_on, length.nonzero());
                }
            }
            let places = V::places(goes_on);
            for word in 0..W {
                live[word].compress(places, to.field(word));
            }
            for word in 0..A {
                active[word].compress(places, to.field(W + word));
            }
            best.compress(places, to.field(key_field));
            for short in 0..shorts {
                let keys = V::load(own.add((W + A + short) * place + start));
                keys.compress(places, to.field(key_field + 1 + short));
            }
            to.count += V::number(goes_on);
        }
        let children = count as u64;
        to.visited += children;
        sums.nodes += children;
        sums.active += all_active.sum();
        if follows {
            sums.add_chains(moves.sum());
            chains.count(below);
        }
        let options = all_options.sum();
        sums.options += options;
        sums.pure += sub.other_nodes.pure.base * options + all_pure.sum();
        sums.purified += sub.other_nodes.others.base * options + all_others.sum();
        pay::<V, M>(batch, covered as u64, sums);
        sums.end_nodes::<M::Prices>(solutions as u64, dead as u64);
    }
}

/// For each node, how many active items the choice looks at if it ends at the first one without
/// options: all if the node `goes_on`, else those up to the best one. Slots are ranks.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn looked_at<V: Vector, const A: usize>(active: &[V; A], best: V, goes_on: V::Mask) -> V {
    // SAFETY: the caller's contract.
    unsafe {
        let (mut number, one) = (V::splat(0), V::splat(1));
        let slot = best.and(V::splat(RANKS));
        for word in 0..A {
            let first = V::splat(64 * word as u64);
            let bit = slot.sub(first).bit_at();
            // In earlier words than the slot's, no bit is set, and all bits count as before it.
            let mut before = bit.add(bit).sub(one);
            if word > 0 {
                before = before.and_not(before.keep(slot.is_less(first)));
            }
            let all = active[word];
            let beyond = all.and_not(before);
            let beyond = beyond.and_not(beyond.keep(goes_on));
            number = number.add(count_words(all.and_not(beyond)));
        }
        number
    }
}

/// How many options the list of an item has, by its key.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn length<V: Vector>(form: ShortForm, key: V) -> V {
    // SAFETY: the caller's contract.
    let (most_lack, one) = unsafe { (V::splat(form.most_lack.into()), V::splat(1)) };
    let rest = key.shift_right(SHORT).and(most_lack);
    key.shift_right(SCORE).sub(rest).sub(one)
}

/// Sums over [chains](super::super::chains).
struct ChainSums<V> {
    moves: V,
    of_one: V,
    /// Twice the number of active items.
    active: V,
}

impl<V: Vector> ChainSums<V> {
    /// # Safety
    /// See [`Vector`].
    #[inline(always)]
    unsafe fn new() -> Self {
        // SAFETY: the caller's contract.
        let none = unsafe { V::splat(0) };
        ChainSums {
            moves: none,
            of_one: none,
            active: none,
        }
    }

    fn sum(&self) -> Moves {
        Moves {
            moves: self.moves.sum(),
            of_one: self.of_one.sum(),
            active: self.active.sum() / 2,
        }
    }
}

/// Eight children, some of which begin chains of null moves.
struct Children<V: Vector, const W: usize, const A: usize> {
    /// The column of the first child in what options change; the children's short keys are there.
    own: *const u64,
    live: [V; W],
    active: [V; A],
    chained: V::Mask,
}

impl<V: Vector, const W: usize, const A: usize> Children<V, W, A> {
    /// Follows the chains: writes the nodes at their ends on their levels, and returns the number
    /// of solutions.
    ///
    /// # Safety
    /// See [`expand_eights`](super::expand_eights); `deeper` has a level for each active
    /// item.
    #[inline(always)]
    unsafe fn follow(
        mut self,
        eights: &Eights,
        form: ShortForm,
        deeper: &mut [SweepLevel],
        chains: &mut Chains,
        sums: &mut ChainSums<V>,
    ) -> usize {
        // SAFETY: the caller's contract.
        unsafe {
            let none = V::splat(0);
            let (mut options, mut before) = (self.live[0], none);
            for word in 1..W {
                options = options.or(self.live[word]);
            }
            for word in 0..A {
                before = before.add(count_words(self.active[word]));
            }
            before = before.keep(self.chained);
            // If no option is live, all items are forgone.
            let solved = V::both(self.chained, options.same(none));
            let goes_on = V::both(self.chained, options.nonzero());
            let mut moves = before.keep(solved);
            let mut of_one = self.of_bound_one(solved, eights, form);
            let next = self.next(goes_on, eights);
            if V::any(goes_on) {
                self.forgo(goes_on, next, [&mut moves, &mut of_one], eights, form);
            }
            let of_levels = before.add(before).sub(moves).sub(V::splat(1));
            sums.moves = sums.moves.add(moves);
            sums.of_one = sums.of_one.add(of_one);
            sums.active = sums
                .active
                .add(moves.multiply(of_levels.keep(self.chained)));
            let mut lengths = Lane::default();
            moves.store(lengths.0.as_mut_ptr());
            for child in ones(V::bits(self.chained).into()) {
                chains.add(lengths.0[child] as usize);
            }
            if V::any(goes_on) {
                self.write(goes_on, next, &lengths, eights.shorts, deeper);
            }
            V::number(solved)
        }
    }

    /// How many active items of some children could be chosen just once more.
    ///
    /// # Safety
    /// See [`Self::follow`].
    #[inline(always)]
    unsafe fn of_bound_one(&self, children: V::Mask, eights: &Eights, form: ShortForm) -> V {
        // SAFETY: the caller's contract.
        unsafe {
            let (mut number, one) = (V::splat(0), V::splat(1));
            for word in 0..A {
                let items = self.active[word].and(V::splat(eights.of_bound_one[word]));
                number = number.add(count_words(items.keep(children)));
                let changing = first_of_word(eights.changing.saturating_sub(64 * word));
                let changing = self.active[word].keep(children).union() & changing;
                for bit in ones(changing) {
                    let is_active = self.active[word].has(V::splat(BITS[bit]));
                    let is_one = is_of_bound_one(self.key(64 * word + bit, eights), form);
                    number = number.add(one.keep(V::both(V::both(is_active, children), is_one)));
                }
            }
            number
        }
    }

    /// The key of an item, without its length.
    ///
    /// # Safety
    /// See [`Self::follow`].
    #[inline(always)]
    unsafe fn key(&self, slot: usize, eights: &Eights) -> V {
        // SAFETY: the caller's contract.
        unsafe {
            let key = V::splat(*eights.slots.as_ptr().add(slot * (W + 1)));
            if slot >= eights.changing {
                return key;
            }
            let keys = self.own.add((W + A + slot / 4) * place(W));
            let short = V::load(keys).shift_right(slot as u32 % 4 * 16);
            key.add(short.and(V::splat(0xffff)).shift_left(SHORT))
        }
    }

    /// The least key of an item with options, for some children.
    ///
    /// # Safety
    /// See [`Self::follow`].
    #[inline(always)]
    unsafe fn next(&self, children: V::Mask, eights: &Eights) -> V {
        // SAFETY: the caller's contract.
        unsafe {
            let mut next = V::splat(key::NONE);
            for word in 0..A {
                for bit in ones(self.active[word].keep(children).union()) {
                    let slot = 64 * word + bit;
                    let row = eights.slots.as_ptr().add(slot * (W + 1) + 1);
                    let length = lengths(&self.live, row);
                    let key = length.shift_left(SCORE).add(self.key(slot, eights));
                    let is_active = self.active[word].has(V::splat(BITS[bit]));
                    let has_options = V::both(is_active, length.nonzero());
                    next = next.min_halves_where(key, has_options);
                }
            }
            next
        }
    }

    /// Forgoes the items of some children that have no options and keys less than `next`. Counts
    /// them, and those of them that could be chosen just once more.
    ///
    /// # Safety
    /// See [`Self::follow`].
    #[inline(always)]
    unsafe fn forgo(
        &mut self,
        children: V::Mask,
        next: V,
        [moves, of_one]: [&mut V; 2],
        eights: &Eights,
        form: ShortForm,
    ) {
        // SAFETY: the caller's contract.
        unsafe {
            let (none, one) = (V::splat(0), V::splat(1));
            for word in 0..A {
                for bit in ones(self.active[word].keep(children).union()) {
                    let slot = 64 * word + bit;
                    let row = eights.slots.as_ptr().add(slot * (W + 1) + 1);
                    let mut list = V::splat(*row).and(self.live[0]);
                    for word in 1..W {
                        list = list.or(V::splat(*row.add(word)).and(self.live[word]));
                    }
                    let bit = V::splat(BITS[bit]);
                    let is_left = V::both(children, self.active[word].has(bit));
                    let is_empty = V::both(is_left, list.same(none));
                    if !V::any(is_empty) {
                        continue;
                    }
                    let key = self.key(slot, eights);
                    let goes = V::both(is_empty, key.is_less(next));
                    *moves = moves.add(one.keep(goes));
                    *of_one = of_one.add(one.keep(V::both(goes, is_of_bound_one(key, form))));
                    self.active[word] = self.active[word].and_not(bit.keep(goes));
                }
            }
        }
    }

    /// Writes some children, at the ends of chains of these lengths, on their levels.
    ///
    /// # Safety
    /// See [`Self::follow`].
    #[inline(always)]
    unsafe fn write(
        &self,
        children: V::Mask,
        next: V,
        lengths: &Lane,
        shorts: usize,
        deeper: &mut [SweepLevel],
    ) {
        let (fields, key_field) = (W + A + 1 + shorts, W + A);
        let mut parts = [[0; 8]; 2 + MOST_WORDS];
        // SAFETY: the caller's contract.
        unsafe {
            for word in 0..W {
                self.live[word].store(parts[word].as_mut_ptr());
            }
            for word in 0..A {
                self.active[word].store(parts[W + word].as_mut_ptr());
            }
            next.store(parts[key_field].as_mut_ptr());
            for child in ones(V::bits(children).into()) {
                let to = &mut deeper[lengths.0[child] as usize - 1];
                to.reserve_fields(1, fields);
                for field in 0..=key_field {
                    *to.field(field) = parts[field][child];
                }
                for short in 0..shorts {
                    let key = *self.own.add((W + A + short) * place(W) + child);
                    *to.field(key_field + 1 + short) = key;
                }
                to.count += 1;
            }
        }
    }
}

/// Whether items with these keys could be chosen just once more.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn is_of_bound_one<V: Vector>(key: V, form: ShortForm) -> V::Mask {
    let [_, spares_one] = form.of_bound_one();
    // SAFETY: the caller's contract.
    unsafe {
        let below_score = key.shift_right(SHORT).and(V::splat((OPTION - 1).into()));
        below_score.same(V::splat(spares_one))
    }
}

/// Pays for branching; `covered` items were used up.
#[inline(always)]
fn pay<V: Vector, M: ModeType>(batch: &EightsBatch<V>, covered: u64, sums: &mut Sums) {
    let EightsBatch {
        parents,
        nulls,
        kinds,
        ..
    } = batch;
    let (mut mems, mut updates) = (2 * batch.mems, batch.updates);
    let mut add = |round: Round, parents: usize, nulls: usize, options: u64| {
        mems += round.node * parents as u64 + round.null * nulls as u64 + round.each * options;
        updates += round.updates * parents as u64 + round.updates_each * options;
    };
    let options = (batch.count - nulls[0] - nulls[1]) as u64;
    let mut changing = 0;
    if M::IS_PLAIN {
        add(price::simple::<M::Prices>(), parents[0], 0, options);
    } else {
        let (simple, used_up) = (kinds.simple.sum(), kinds.used_up.sum());
        let changed = kinds.changed.sum();
        changing = kinds.changing.sum();
        add(price::SIMPLE, parents[0], 0, simple);
        add(price::USED_UP, parents[1], nulls[0], used_up);
        add(
            price::TWEAKED,
            parents[2],
            nulls[1],
            options - simple - used_up,
        );
        // The item branched on has been covered already.
        mems += 2 * price::COVER_OTHER * (covered - changed);
        updates += price::COVER_UPDATES * (covered - changed);
    }
    // An option's cost includes the item branched on.
    let covering = options - changing;
    let of_branched = price::of_branched_by::<M::Prices>;
    mems -= 2 * (of_branched(true) * changing + of_branched(false) * covering);
    updates -= price::COVER_UPDATES * covering;
    sums.mems += mems;
    sums.updates += updates;
}
