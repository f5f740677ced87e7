//! Each instruction set that the machine has gives what the portable kernels give.

use super::choose::Candidates;
use super::draw::{Dice, draw};
use super::portable::{Plain, Portable};
use super::shorten::{
    Gone, LONGEST, count_lengths, mark_inactive, shorten_keys, shorten_lengths, spread,
    take_choices,
};
use super::steps::{MANY, Steps};
use super::{EightsRule, Kernels, Mask};
use crate::search::bits::bitmap::{Lane, NameLanes, bits_of, count, ones};
use crate::search::bits::key::{self, BoundsMode, ColorsMode, ModeType, PlainMode};
use crate::search::bits::number::{Bit, RECORDS, Rank};
use crate::search::bits::sub::arrays::{Planes, SubNode};
use crate::search::bits::sub::shorts::{self, Form, PER_LANE, SHORT_LANES, Short};
use crate::search::gb_flip::GbFlip;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use std::ops::RangeInclusive;

/// The vectors of other machines.
#[derive(Clone, Copy)]
struct Loops;

// SAFETY: it relies on nothing.
unsafe impl Kernels for Loops {
    type Words = Plain<2>;
    type Lane = Plain<8>;
    type Mask = u64;
    const SKIPS_STEPS: bool = true;
    const JOINS_ALL: bool = true;
    const EIGHTS: EightsRule = <Portable as Kernels>::EIGHTS;

    fn small_words(self) -> RangeInclusive<usize> {
        0..=0
    }

    fn extract(self, word: u64, &mask: &u64) -> u64 {
        let bits = ones(mask).map(|place| word >> place & 1);
        bits.enumerate().map(|(place, bit)| bit << place).sum()
    }
}

/// Runs a test with the kernels of each instruction set that the machine has.
macro_rules! with_each {
    ($test:ident) => {
        $test(Portable);
        $test(Loops);
        #[cfg(target_arch = "x86_64")]
        {
            use crate::search::bits::kernels::{avx2::Avx2, avx512::Avx512};
            Avx2::detect().into_iter().for_each($test);
            Avx512::detect().into_iter().for_each($test);
        }
    };
}

mod vectors;

fn below(random: &mut Pcg64Mcg, end: usize) -> usize {
    (random.next_u64() % end as u64) as usize
}

/// Items and options as a sub-problem of two words has them.
struct Lists {
    columns: Vec<Lane>,
    satisfied: Vec<u64>,
}

impl Lists {
    /// Options of few slots; if `is_long`, many of them have the first one.
    fn random(random: &mut Pcg64Mcg, is_long: bool) -> Self {
        let mut lists = Lists {
            columns: vec![Lane::default(); 16 * 2],
            satisfied: vec![0; 129 * 2],
        };
        for option in 0..128 {
            for number in 0..4 {
                let slot = match is_long && number == 0 && option % 16 != 0 {
                    true => 0,
                    false => below(random, 128),
                };
                lists.satisfied[option * 2 + slot / 64] |= 1 << (slot % 64);
                lists.columns[slot / 8 * 2 + option / 64].0[slot % 8] |= 1 << (option % 64);
            }
        }
        lists
    }

    fn length(&self, slot: usize, live: &[u64; 2]) -> u64 {
        let words = (0..2).map(|word| self.columns[slot / 8 * 2 + word].0[slot % 8] & live[word]);
        words.map(|word| u64::from(word.count_ones())).sum()
    }

    fn best(&self, live: &[u64; 2], active: &[u64; 2]) -> Option<(u64, usize)> {
        let slots = bits_of(active).map(Bit::index);
        slots.map(|slot| (self.length(slot, live), slot)).min()
    }

    fn slots(&self, option: Bit) -> [u64; 2] {
        std::array::from_fn(|word| self.satisfied[option.index() * 2 + word])
    }

    /// The options that have any of these slots.
    fn options_of(&self, slots: &[u64; 2]) -> [u64; 2] {
        let mut all = [0; 2];
        for option in 0..128 {
            let own = self.slots(Bit(option));
            if own[0] & slots[0] | own[1] & slots[1] != 0 {
                all[option / 64] |= 1 << (option % 64);
            }
        }
        all
    }
}

/// One of the options that are live.
fn any_of(live: &[u64; 2], random: &mut Pcg64Mcg) -> Option<Bit> {
    let all: Vec<Bit> = bits_of(live).collect();
    (!all.is_empty()).then(|| all[below(random, all.len())])
}

/// A weight for each option, and none for none.
fn random_weights(random: &mut Pcg64Mcg) -> Vec<u64> {
    let weights = (0..2 * RECORDS).map(|number| match number % RECORDS {
        64 => 0,
        _ => random.next_u64() >> 16,
    });
    weights.collect()
}

fn weight_of(options: &[u64; 2], weights: &[u64]) -> u64 {
    bits_of(options)
        .map(|option| weights[option.record()])
        .sum()
}

/// Goes down from a node, with all lengths kept, and compares each choice with one that counts.
fn keep_lengths<K: Kernels>(_: K) {
    let mut random = Pcg64Mcg::new(16);
    for round in 0..1000 {
        let lists = Lists::random(&mut random, round % 3 == 0);
        let weights = random_weights(&mut random);
        let mut slots = vec![Lane::default(); 2 * RECORDS * 2];
        for option in (0..128).map(Bit) {
            let lanes = lists.slots(option).map(|slots| {
                let mut lane = Lane::default();
                // SAFETY: the machine has these instructions.
                unsafe { spread::<K::Lane>(slots, &mut lane) };
                lane
            });
            slots[2 * option.record()..][..2].copy_from_slice(&lanes);
        }
        // What is not active has no live options.
        let mut active = [random.next_u64() | random.next_u64() | 1, u64::MAX];
        let hidden = lists.options_of(&active.map(|word| !word));
        let mut live: [u64; 2] = match round % 2 {
            0 => [u64::MAX, u64::MAX >> 1],
            _ => [random.next_u64(), random.next_u64() >> 1],
        };
        for word in 0..2 {
            live[word] &= !hidden[word];
        }
        assert!((0..128).all(|slot| lists.length(slot, &live) <= LONGEST));
        let mut from = [Lane::default(); 2];
        let row = |slot: usize| [0, 1].map(|word| lists.columns[slot / 8 * 2 + word].0[slot % 8]);
        let rows: Vec<_> = (0..lists.columns.len() * 4).map(row).collect();
        count_lengths(&rows, &live, &mut from);
        // SAFETY: the machine has these instructions.
        unsafe { mark_inactive::<K::Lane>(&active, &mut from) };
        while let Some(chosen) = any_of(&live, &mut random) {
            let mut gone = lists.options_of(&lists.slots(chosen));
            if random.next_u64().is_multiple_of(2) {
                gone[below(&mut random, 2)] |= random.next_u64() & random.next_u64();
            }
            for word in 0..2 {
                gone[word] &= live[word];
                live[word] &= !gone[word];
                active[word] &= !lists.slots(chosen)[word];
            }
            let mut to = [Lane::default(); 2];
            let given = Gone {
                options: gone,
                slots: &slots,
                weights: &weights,
            };
            // SAFETY: all have two lanes, and each record has a weight.
            let choice = unsafe {
                shorten_lengths::<K::Lane, 2, 2>(&from, &mut to, &given, chosen.record())
            };
            assert_eq!(choice.weight, weight_of(&gone, &weights));
            let length = u64::from(choice.length);
            match lists.best(&live, &active) {
                None => assert!(length > LONGEST),
                Some(best) => assert_eq!((length, choice.slot as usize), best),
            }
            for slot in bits_of(&active).map(Bit::index) {
                let byte = to[slot / 64].0[slot % 64 / 8] >> (slot % 8 * 8) & 0xff;
                assert_eq!(byte, lists.length(slot, &live));
            }
            from = to;
        }
    }
}

#[test]
fn lengths_that_are_kept_are_those_that_are_counted() {
    with_each!(keep_lengths);
}

/// Items with bounds, as lists, as keys and as short keys.
struct Bounded {
    form: Form,
    /// For each item what its lower bound lacks, its spare, and its options; none if it is not
    /// active.
    items: Vec<Option<(u32, u32, [u64; 2])>>,
}

impl Bounded {
    fn key(&self, item: usize) -> Option<u64> {
        let (lack, spare, options) = self.items[item]?;
        let length = options.iter().map(|word| word.count_ones()).sum::<u32>();
        let base = key::new(lack + spare, spare, Rank(item as u32));
        Some(key::with_length(base, length.into()))
    }

    fn short(&self, item: usize) -> u16 {
        let Some((lack, spare, options)) = self.items[item] else {
            return shorts::INACTIVE;
        };
        let length = options.iter().map(|word| word.count_ones()).sum();
        self.form.key(lack, spare, length).expect("it fits")
    }
}

/// Goes down from a node, with short keys kept, and compares each choice with that of the
/// smallest key.
fn keep_keys<K: Kernels>(_: K) {
    const ITEMS: usize = 40;
    let mut random = Pcg64Mcg::new(20);
    for round in 0..1000 {
        let (most_lack, most_spare) = [(3, 2), (0, 5), (16, 2), (12, 11), (1, 0)][round % 5];
        let form = Form::new(most_lack, most_spare).expect("it fits");
        let weights = random_weights(&mut random);
        let mut slots = vec![Lane::default(); 2 * RECORDS * 2];
        let mut items = Vec::new();
        for item in 0..ITEMS {
            let mut options = [0; 2];
            for _ in 0..below(&mut random, 12) {
                let option = below(&mut random, 128);
                options[option / 64] |= 1 << (option % 64);
                shorts::set(
                    &mut slots[2 * Bit(option).record()..][..2],
                    item,
                    shorts::OPTION,
                );
            }
            let lack = below(&mut random, most_lack as usize + 1) as u32;
            let spare = below(&mut random, most_spare as usize + 1) as u32;
            items.push(Some(match lack + spare {
                0 if most_spare > 0 => (0, 1, options),
                0 => (1, 0, options),
                _ => (lack, spare, options),
            }));
        }
        let mut all = Bounded { form, items };
        let mut keys = [Lane::default(); SHORT_LANES];
        for rank in 0..2 * PER_LANE {
            let key = match rank < ITEMS {
                true => all.short(rank),
                false => shorts::INACTIVE,
            };
            shorts::set(&mut keys, rank, key);
        }
        let mut live = [u64::MAX; 2];
        while let Some(Bit(chosen)) = any_of(&live, &mut random) {
            let mut gone = [0; 2];
            gone[chosen / 64] |= 1 << (chosen % 64);
            let mut used_up = [0; 2];
            for (number, item) in all.items.iter_mut().enumerate() {
                let Some((lack, spare, options)) = item else {
                    continue;
                };
                if options[chosen / 64] >> (chosen % 64) & 1 == 0 {
                    continue;
                }
                match *lack {
                    0 => *spare -= 1,
                    _ => *lack -= 1,
                }
                if *lack + *spare == 0 {
                    used_up[number / PER_LANE] |= 1 << (number % PER_LANE);
                    gone = [gone[0] | options[0], gone[1] | options[1]];
                    *item = None;
                }
            }
            if random.next_u64().is_multiple_of(4) {
                gone[below(&mut random, 2)] |= random.next_u64() & random.next_u64();
            }
            let mut next = [Lane::default(); SHORT_LANES];
            for lane in 0..2 {
                let own = &slots[2 * Bit(chosen).record() + lane];
                // SAFETY: the machine has these instructions.
                let (keys, used) = unsafe { take_choices::<K::Lane>(&keys[lane], own, form) };
                assert_eq!(used, used_up[lane]);
                next[lane] = keys;
            }
            for word in 0..2 {
                gone[word] &= live[word];
                live[word] &= !gone[word];
                for (_, _, options) in all.items.iter_mut().flatten() {
                    options[word] &= live[word];
                }
            }
            // What has no options may be forgone.
            let empty = (0..ITEMS).find(|&item| matches!(all.items[item], Some((0, _, [0, 0]))));
            if let Some(item) = empty {
                all.items[item] = None;
                shorts::forgo(&mut next, item);
            }
            let given = Gone {
                options: gone,
                slots: &slots,
                weights: &weights,
            };
            // SAFETY: there are two lanes, and each record has a weight.
            let (least, rank, weight) =
                unsafe { shorten_keys::<K::Lane, 2, 2>(&next, &mut keys[..2], &given) };
            assert_eq!(weight, weight_of(&gone, &weights));
            let best = (0..ITEMS)
                .filter_map(|item| Some((all.key(item)?, item)))
                .min();
            assert_eq!(least < shorts::ACTIVE, best.is_none());
            if let Some((key, item)) = best {
                assert_eq!(rank as usize, item);
                assert_eq!(least >= form.first_positive(), key >= key::POSITIVE);
                let (lack, spare, _) = all.items[item].expect("it is active");
                let score = key::score(key);
                assert_eq!(form.short(least), Short { score, spare, lack });
            }
            for item in 0..ITEMS {
                match (shorts::get(&keys, item), all.short(item)) {
                    // Those of its own options are taken off, too.
                    (key, shorts::INACTIVE) => assert!(key < shorts::ACTIVE),
                    (key, other) => assert_eq!(key, other),
                }
            }
        }
    }
}

#[test]
fn short_keys_that_are_kept_choose_what_keys_do() {
    with_each!(keep_keys);
}

/// Items to choose from, with `W` words of options.
struct Choice<const W: usize> {
    active: Vec<u64>,
    changing: Vec<Lane>,
    keys: Vec<Lane>,
    columns: Vec<Lane>,
    live: [u64; W],
}

impl<const W: usize> Choice<W> {
    fn random(random: &mut Pcg64Mcg) -> Self {
        let groups = 1 + below(random, 20);
        let width = groups.div_ceil(8);
        let density = below(random, 3);
        let bits = |random: &mut Pcg64Mcg| match density {
            0 => random.next_u64(),
            1 => random.next_u64() & random.next_u64() & random.next_u64(),
            _ => u64::MAX,
        };
        let lane = |random: &mut Pcg64Mcg| Lane(std::array::from_fn(|_| bits(random)));
        let columns: Vec<Lane> = (0..groups * W).map(|_| lane(random)).collect();
        let mut active: Vec<u64> = (0..width).map(|_| random.next_u64()).collect();
        active[width - 1] &= u64::MAX >> (64 * width - 8 * groups);
        if random.next_u64().is_multiple_of(8) {
            active.fill(0);
        }
        let are_alike = random.next_u64().is_multiple_of(2); // then there are many ties
        let mut number = 0;
        let keys = |count: usize, random: &mut Pcg64Mcg, number: &mut u32| -> Vec<Lane> {
            let key = |random: &mut Pcg64Mcg, number: &mut u32| {
                *number += 1;
                let bound = match are_alike {
                    true => 1,
                    false => 1 + below(random, 3) as u64 * below(random, 5) as u64,
                };
                let spare = below(random, bound as usize + 1) as u64;
                let base = key::of_score(1 - (bound - spare) as i64) | spare << key::SPARE;
                base | 0x1fff << 19 | u64::from(*number)
            };
            let lane = |_| Lane(std::array::from_fn(|_| key(random, number)));
            (0..count).map(lane).collect()
        };
        let changing = keys(below(random, groups + 1), random, &mut number);
        let keys = keys(groups, random, &mut number);
        let live: [u64; W] = std::array::from_fn(|_| random.next_u64());
        Choice {
            active,
            changing,
            keys,
            columns,
            live,
        }
    }

    fn candidates(&self, full: bool) -> Candidates<'_> {
        Candidates {
            active: &self.active,
            changing: &self.changing,
            keys: &self.keys,
            columns: &self.columns,
            full,
        }
    }
}

/// The least key of an active item.
fn least_key<M: ModeType, const W: usize>(candidates: &Candidates<'_>, live: &[u64; W]) -> u64 {
    let keys = bits_of(candidates.active).map(Bit::index).map(|slot| {
        let (group, lane) = (slot / 8, slot % 8);
        let columns = candidates.columns[group * W..].iter().zip(live);
        let length = columns.map(|(column, live)| u64::from((column.0[lane] & live).count_ones()));
        M::key(candidates.base_keys(group).0[lane], length.sum(), slot)
    });
    keys.min().unwrap_or(key::NONE)
}

fn choose_as<M: ModeType, const W: usize>(kernels: impl Kernels, random: &mut Pcg64Mcg) {
    let choice = Choice::<W>::random(random);
    let live = choice.live;
    assert_eq!(kernels.count(&live), count(&live));
    for full in [false, true] {
        let candidates = choice.candidates(full);
        let other = least_key::<M, W>(&candidates, &live);
        // SAFETY: there are `W` lanes of columns for each group.
        let key = unsafe { kernels.choose::<M, W>(&candidates, &live) };
        match !full && other != key::NONE && M::score(other) <= 0 {
            true => assert!(M::score(key) <= 0),
            false => assert_eq!(key, other),
        }
    }
}

/// Calls a test with the kernels and the random numbers, for each of these modes and widths.
macro_rules! for_each_width {
    ($test:ident $arguments:tt: $([$($generic:tt)*])*) => {
        $($test::<$($generic)*> $arguments;)*
    };
}

fn choose(kernels: impl Kernels) {
    let mut random = Pcg64Mcg::new(17);
    for _ in 0..300 {
        for_each_width!(choose_as(kernels, &mut random):
            [PlainMode, 1] [PlainMode, 2] [PlainMode, 6] [PlainMode, 64] [BoundsMode, 1]
            [BoundsMode, 3] [BoundsMode, 16] [BoundsMode, 32] [ColorsMode, 4]);
    }
}

#[test]
fn all_choose_the_same_item() {
    with_each!(choose);
}

/// Draws the numbers as DLX3 does: the key without its rank, the slot, and how many numbers.
fn draw_one_by_one<const W: usize>(
    candidates: &Candidates<'_>,
    live: &[u64; W],
    flip: &mut GbFlip,
) -> Option<(u64, usize, u64)> {
    let (mut best, mut ties, mut draws) = (None, 0, 0);
    for slot in bits_of(candidates.active).map(Bit::index) {
        let columns = &candidates.columns[slot / 8 * W..][..W];
        let list = columns.iter().zip(live);
        let length = list.map(|(column, live)| (column.0[slot % 8] & live).count_ones());
        let base = candidates.base_keys(slot / 8).0[slot % 8];
        let key = key::without_rank(key::with_length(base, length.sum::<u32>().into()));
        match best {
            Some((other, _)) if key > other => {}
            Some((other, _)) if key == other => {
                (ties, draws) = (ties + 1, draws + 1);
                if flip.uniform(ties) == 0 {
                    best = Some((key, slot));
                }
            }
            _ => (best, ties) = (Some((key, slot)), 1),
        }
    }
    best.map(|(key, slot)| (key, slot, draws))
}

fn draw_as<const W: usize>(
    kernels: impl Kernels,
    random: &mut Pcg64Mcg,
    flip: &mut GbFlip,
    draws: &mut u64,
) {
    let choice = Choice::<W>::random(random);
    let (candidates, mut other) = (choice.candidates(true), flip.clone());
    let expected = draw_one_by_one(&candidates, &choice.live, &mut other);
    let mut dice = Dice::new(flip);
    // SAFETY: there are `W` lanes of columns for each group.
    let drawn = unsafe { draw(kernels, &candidates, &choice.live, &mut dice) };
    match expected {
        None => assert_eq!((drawn.key, drawn.draws), (key::NONE, 0)),
        Some((key, slot, draws)) => {
            assert_eq!(key::without_rank(drawn.key), key);
            assert_eq!(key::rank(drawn.key).index(), slot);
            assert_eq!(drawn.draws, draws);
        }
    }
    assert_eq!(flip.next(), other.next());
    *draws += drawn.draws;
}

#[test]
fn all_draw_the_same_item() {
    fn draw_all(kernels: impl Kernels) {
        let (mut random, mut flip) = (Pcg64Mcg::new(19), GbFlip::new(19));
        let mut draws = 0;
        for _ in 0..300 {
            for_each_width!(draw_as(kernels, &mut random, &mut flip, &mut draws): [1] [2] [3] [4] [6] [64]);
        }
        assert!(draws > 3000, "{draws}");
    }
    with_each!(draw_all);
}

#[test]
fn all_take_the_same_choices() {
    fn take_choices(kernels: impl Kernels) {
        let mut random = Pcg64Mcg::new(18);
        for _ in 0..1000 {
            let base = Lane(std::array::from_fn(|_| {
                let lack = below(&mut random, 3) as i64;
                let spare = below(&mut random, 3) as u64;
                key::of_score(1 - lack) | spare << key::SPARE | random.next_u64() >> 32
            }));
            // Who has nothing left is chosen by none.
            let mut choices = random.next_u64() as u8;
            for lane in 0..8 {
                choices &= !(u8::from(key::is_used_up(base.0[lane])) << lane);
            }
            let (keys, gone) = kernels.chosen_lanes(&base, choices);
            for lane in 0..8 {
                let is_chosen = choices >> lane & 1 == 1;
                let next = key::chosen(base.0[lane]);
                assert_eq!(keys.0[lane], if is_chosen { next } else { base.0[lane] });
                let is_gone = is_chosen && key::is_used_up(next);
                assert_eq!(gone >> lane & 1 == 1, is_gone);
            }
        }
    }
    with_each!(take_choices);
}

fn take_as<const W: usize, const K: usize>(kernels: impl Kernels, random: &mut Pcg64Mcg) {
    const ITEMS: usize = 6;
    let words = |count: usize, random: &mut Pcg64Mcg| -> Vec<u64> {
        (0..count).map(|_| random.next_u64()).collect()
    };
    let rows = words(ITEMS * W, random);
    // Who wants a color does not want another.
    let mut hue_rows = words((ITEMS + 1) * 2 * W, random);
    for pair in hue_rows.chunks_exact_mut(2 * W) {
        let (same, other) = pair.split_at_mut(W);
        other
            .iter_mut()
            .zip(same)
            .for_each(|(other, same)| *other &= !*same);
    }
    // Steps cover the first three items and purify the others, each once.
    let mut steps = Vec::new();
    for item in 0..ITEMS {
        let hue = if item < ITEMS / 2 { 0 } else { 1 + item as u32 };
        let hue = hue.min(ITEMS as u32);
        if !random.next_u64().is_multiple_of(3) {
            let item = Rank(item as u32);
            steps.push(SubNode { item, hue });
        }
    }
    if random.next_u64().is_multiple_of(16) {
        let step = SubNode {
            item: Rank(ITEMS as u32 - 1),
            hue: 1,
        };
        steps.resize(40, step);
    }
    let above = vec![u64::MAX; K * W];
    let mut others = Planes {
        base: below(random, 3) as u64,
        count: 2,
        ..Planes::default()
    };
    others.words.zero(2 * W);
    others.words.copy_from_slice(&words(2 * W, random));
    let mut live: [u64; W] = std::array::from_fn(|_| match random.next_u64() % 4 {
        0 => 0,
        _ => random.next_u64(),
    });
    let mut also_live = live;
    let (mut below, mut also_below) = (vec![0; K * W], vec![0; K * W]);
    let take = |below, live: &mut [u64; W], is_other: bool| {
        let mut steps = Steps {
            steps: &steps,
            primary: ITEMS / 2,
            purified: &[0],
            rows: &rows,
            hue_rows: &hue_rows,
            above: &above,
            below,
            others: &others,
        };
        match is_other {
            // SAFETY: single words need no instructions.
            true => unsafe { steps.take::<Plain<1>, W, K, false>(live) },
            false if kernels.are_many(steps.steps.len()) => {
                kernels.take::<W, MANY>(&mut steps, live)
            }
            false => kernels.take::<W, K>(&mut steps, live),
        }
    };
    let cost = take(&mut below, &mut live, false);
    let other = take(&mut also_below, &mut also_live, true);
    assert_eq!(live, also_live);
    assert_eq!(
        (cost.mems, cost.updates, cost.cleansings),
        (other.mems, other.updates, other.cleansings)
    );
    // Words without live options need no planes.
    for (place, (one, other)) in below.iter().zip(&also_below).enumerate() {
        assert!(live[place % W] == 0 || one == other);
    }
}

#[test]
fn all_take_the_same_steps() {
    fn take(kernels: impl Kernels) {
        let mut random = Pcg64Mcg::new(19);
        for _ in 0..500 {
            for_each_width!(take_as(kernels, &mut random): [1, 2] [2, 3] [3, 4] [4, 3] [8, 3] [32, 4]);
        }
    }
    with_each!(take);
}

#[test]
fn all_move_the_same_bits_together() {
    fn extract<K: Kernels>(kernels: K) {
        let mut random = Pcg64Mcg::new(21);
        for round in 0..1000 {
            let mask = match round % 3 {
                0 => random.next_u64() & random.next_u64() & random.next_u64(),
                1 => random.next_u64(),
                _ => random.next_u64() | random.next_u64(),
            };
            let word = random.next_u64();
            let mut expected = 0;
            for (to, from) in ones(mask).enumerate() {
                expected |= (word >> from & 1) << to;
            }
            let (masks, mut storage) = ([mask], Vec::new());
            let mask = K::Mask::all(&masks, &mut storage)[0];
            assert_eq!(kernels.extract(word, &mask), expected);
        }
    }
    with_each!(extract);
}

fn join_names(kernels: impl Kernels) {
    let mut random = Pcg64Mcg::new(14);
    for options in [0, 1, 7, 8, 9, 63, 64, 65, 128, 200] {
        let mut names = vec![NameLanes::default(); usize::div_ceil(options, 8)];
        for lane in names.iter_mut().flatten() {
            lane.0 = std::array::from_fn(|_| random.next_u64());
        }
        let mut live: Vec<u64> = (0..options.div_ceil(64))
            .map(|_| random.next_u64())
            .collect();
        if let Some(last) = live.last_mut().filter(|_| options % 64 > 0) {
            *last &= (1 << (options % 64)) - 1;
        }
        let mut joined = [0; 2];
        for option in bits_of(&live).map(Bit::index) {
            joined[0] ^= names[option / 8][0].0[option % 8];
            joined[1] ^= names[option / 8][1].0[option % 8];
        }
        assert_eq!(kernels.join_names(&names, &live), joined, "{options}");
    }
}

#[test]
fn a_state_has_the_same_name_on_each_instruction_set() {
    with_each!(join_names);
}
