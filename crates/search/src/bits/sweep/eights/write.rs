//! Writes the children of a batch: first their data from parents, eight parents at a time, then
//! what their options change.

use super::{
    BATCH, Eights, EightsBatch, HAS_SLACK, Kinds, MAY_CHANGE, PARENTS, RANKS, SCORE, SHORT, SLOTS,
    count_words, place,
};
use crate::bits::key::ModeType;
use crate::bits::sub::Sub;
use crate::bits::sub::shorts::OPTION;
use crate::bits::sweep::level::SweepLevel;
use crate::bits::sweep::single::CHILDREN;
use crate::vector::{Records, Vector};

/// Writes all children of the last nodes of a level, and removes these nodes.
///
/// # Safety
/// See [`expand_eights`](super::expand_eights).
#[inline(always)]
pub unsafe fn write<V: Vector, M: ModeType, const W: usize, const A: usize>(
    sub: &Sub,
    from: &mut SweepLevel,
    eights: &mut Eights,
) -> EightsBatch<V> {
    let shorts = if M::IS_PLAIN { 0 } else { eights.shorts };
    let (fields, place) = (W + A + 1 + shorts, place(W));
    // A child has its option where a node has its key.
    let key_field = W + A;
    let form = eights.form.expect("they have begun");
    // SAFETY: vectors are loaded from fields and columns that have place for eight more words
    // than they count; ranks and options are those of the sub-problem, as keys and rows have no
    // others.
    unsafe {
        let columns = eights.columns.as_mut_ptr();
        let own = columns.add(fields * place);
        let parent_rows = own.add(fields * place);
        let none = V::splat(0);
        // The rows and the entries of the parents' items.
        let (rows, items) = (eights.rows(sub).as_ptr(), eights.items.as_ptr());
        let most = from.count.min(BATCH);
        let last = from.count;
        from.count -= most;
        let keys = from.field(key_field);
        for parent in 0..most {
            let rank = (*keys.add(parent) & RANKS) as usize;
            for word in 0..W {
                *parent_rows.add(word * PARENTS + parent) = *rows.add(rank * W + word);
            }
            if !M::IS_PLAIN {
                *parent_rows.add(W * PARENTS + parent) = *items.add(rank);
            }
        }
        // All children.
        from.count = last;
        let (mut parents, mut count) = (0, 0);
        let (mut parents_of, mut nulls) = ([0; 3], [0; 2]);
        let mut kinds = Kinds {
            simple: none,
            used_up: none,
            changing: none,
            changed: none,
        };
        while parents < most && count < CHILDREN {
            let taken = (most - parents).min(8);
            parents += taken;
            from.count -= taken;
            let at = from.count - (last - most);
            let mask = V::first(taken, 0);
            let (mut lists, mut left) = ([none; W], [none; W]);
            let mut number = none;
            for word in 0..W {
                let row = V::load(parent_rows.add(word * PARENTS + at));
                left[word] = V::load(from.field(word)).keep(mask);
                lists[word] = left[word].and(row);
                number = number.add(count_words(lists[word]));
            }
            let mut active = [none; A];
            for word in 0..A {
                active[word] = V::load(from.field(W + word));
            }
            let (mut item, mut used_up, mut forgoes) = (none, mask, V::first(0, 0));
            if M::IS_PLAIN {
                parents_of[0] += taken;
                for word in 0..W {
                    left[word] = left[word].and_not(lists[word]);
                }
            } else {
                item = V::load(parent_rows.add(W * PARENTS + at)).keep(mask);
                let key = V::load(from.field(key_field)).keep(mask);
                let score = key
                    .shift_right(SCORE)
                    .sub(V::splat(form.most_lack.into()))
                    .keep(mask);
                let below = key.shift_right(SHORT).and(V::splat(u64::from(OPTION - 1)));
                let [lacks_one, spares_one] = form.of_bound_one();
                let one = V::either(
                    below.same(V::splat(lacks_one)),
                    below.same(V::splat(spares_one)),
                );
                used_up = V::both(mask, one);
                let has_slack = item.has(V::splat(HAS_SLACK));
                let changes = V::both(mask, item.has(V::splat(MAY_CHANGE)));
                for word in 0..W {
                    left[word] = left[word].and_not(lists[word].keep(used_up));
                }
                // The number of branches that choose an option; and whether there is a null move,
                // too.
                let options = number.min_halves(score);
                forgoes = V::both(mask, number.is_less(score));
                let lax = V::both(used_up, has_slack);
                let [all, lax_number] = [V::number(used_up), V::number(lax)];
                parents_of[0] += all - lax_number;
                parents_of[1] += lax_number;
                parents_of[2] += taken - all;
                let forgone = V::number(V::both(forgoes, used_up));
                nulls[0] += forgone;
                nulls[1] += V::number(forgoes) - forgone;
                let of_used_up = options.keep(used_up);
                let of_lax = options.keep(lax);
                kinds.simple = kinds.simple.add(of_used_up.sub(of_lax));
                kinds.used_up = kinds.used_up.add(of_lax);
                kinds.changing = kinds.changing.add(options.keep(changes));
                kinds.changed = kinds.changed.add(of_used_up.keep(changes));
                number = options;
            }
            macro_rules! write {
                ($mask:expr, $option:expr) => {
                    let places = V::places($mask);
                    for word in 0..W {
                        left[word].compress(places, columns.add(word * place + count));
                    }
                    for word in 0..A {
                        active[word].compress(places, columns.add((W + word) * place + count));
                    }
                    $option.compress(places, columns.add(key_field * place + count));
                    for short in 0..shorts {
                        let column = columns.add((key_field + 1 + short) * place + count);
                        V::load(from.field(key_field + 1 + short)).compress(places, column);
                    }
                    count += V::number($mask);
                };
            }
            for word in 0..W {
                // In each round, one option of each list.
                loop {
                    let mut mask = lists[word].nonzero();
                    if !M::IS_PLAIN {
                        mask = V::both(mask, number.nonzero());
                    }
                    if V::bits(mask) == 0 {
                        break;
                    }
                    let others = lists[word].add(V::splat(u64::MAX));
                    let below = others.and_not(lists[word]);
                    if !M::IS_PLAIN {
                        // An item that is not used up loses its options one by one.
                        let tried = lists[word].and_not(others).keep(mask);
                        left[word] = left[word].and_not(tried.and_not(tried.keep(used_up)));
                        number = number.sub(V::splat(1).keep(mask));
                    }
                    lists[word] = lists[word].and(others);
                    write!(mask, count_words(below).add(V::splat(64 * word as u64)));
                }
            }
            if !M::IS_PLAIN && V::bits(forgoes) != 0 {
                let slot = item.and(V::splat(SLOTS));
                for word in 0..A {
                    let bit = slot.sub(V::splat(64 * word as u64)).bit_at();
                    active[word] = active[word].and_not(bit);
                }
                write!(forgoes, V::splat(64 * W as u64));
            }
        }
        debug_assert!(count + 8 <= place);
        // What their options change.
        let options = columns.add(key_field * place);
        let nothing = V::splat(64 * W as u64);
        nothing.store(options.add(count));
        let records = Records {
            words: eights.options.as_ptr(),
            length: fields,
            numbers: options,
            to: own,
            place,
        };
        let (mut mems, mut updates) = (none, none);
        let half = V::splat(u32::MAX.into());
        for child in (0..count).step_by(8) {
            let prices = V::copy_records(records.after(child));
            mems = mems.add(prices.and(half));
            updates = updates.add(prices.shift_right(32));
        }
        EightsBatch {
            count,
            mems: mems.sum(),
            updates: updates.sum(),
            parents: parents_of,
            nulls,
            kinds,
        }
    }
}
