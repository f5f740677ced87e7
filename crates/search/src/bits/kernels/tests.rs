//! Each instruction set of the machine gives the same results as the portable kernels.

use super::choose::Candidates;
use super::draw::{Dice, draw};
use super::steps::{MANY, Steps};
use super::{EightsRule, Kernels, Mask};
use crate::bits::bitmap::{NameLanes, bits_of, count, ones};
use crate::bits::key::{self, BoundsMode, ColorsMode, ModeType, PlainMode};
use crate::bits::number::{Bit, Rank};
use crate::bits::sub::arrays::{Planes, SubNode};
use crate::bits::sweep::eights::{lengths, lengths_apart};
use crate::gb_flip::GbFlip;
use crate::prices::Dlx3;
use crate::vector::portable::{Plain, Portable};
use crate::vector::{Lane, Vector};
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
            use crate::vector::{avx2::Avx2, avx512::Avx512};
            Avx2::detect().into_iter().for_each($test);
            Avx512::detect().into_iter().for_each($test);
        }
    };
}

fn below(random: &mut Pcg64Mcg, end: usize) -> usize {
    (random.next_u64() % end as u64) as usize
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
        let are_alike = random.next_u64().is_multiple_of(2); // so that there are many ties
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

/// Draws as DLX3 does: the key without its rank, the slot, and how many numbers.
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

fn take_as<const W: usize, const K: usize>(kernels: impl Kernels, random: &mut Pcg64Mcg) {
    const ITEMS: usize = 6;
    let words = |count: usize, random: &mut Pcg64Mcg| -> Vec<u64> {
        (0..count).map(|_| random.next_u64()).collect()
    };
    let rows = words(ITEMS * W, random);
    // An option that wants a color does not want another one.
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
            primaries: &Planes::default(),
            lengths: 0,
        };
        match is_other {
            // SAFETY: single words need no instructions.
            true => unsafe { steps.take::<Dlx3, Plain<1>, W, K, false>(live) },
            false if kernels.are_many(steps.steps.len()) => {
                kernels.take::<Dlx3, W, MANY>(&mut steps, live)
            }
            false => kernels.take::<Dlx3, W, K>(&mut steps, live),
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

/// Counts a row's options for several nodes, whether or not they are at different places.
fn count_rows<V: Vector>() {
    let mut random = Pcg64Mcg::new(25);
    let words = |vector: V| {
        let mut lane = Lane::default();
        vector.to_lane(&mut lane);
        lane.0
    };
    for _ in 0..500 {
        let [a, b]: [[u64; 16]; 2] =
            std::array::from_fn(|_| std::array::from_fn(|_| random.next_u64()));
        let apart = [b[8], b[9] & !b[8]];
        // SAFETY: the machine has these instructions; there are eight words, and two in a row.
        let (all, same, other) = unsafe {
            let live = [V::load(a.as_ptr()), V::load(b.as_ptr())];
            (
                lengths(&live, &raw const b[8]),
                lengths(&live, apart.as_ptr()),
                lengths_apart(&live, apart.as_ptr()),
            )
        };
        let count = |node: usize| (a[node] & b[8]).count_ones() + (b[node] & b[9]).count_ones();
        assert_eq!(
            words(all),
            std::array::from_fn(|node| u64::from(count(node)))
        );
        assert_eq!(words(same), words(other));
    }
}

#[test]
fn eight_nodes_count_what_each_of_them_does() {
    fn count<K: Kernels>(_: K) {
        count_rows::<K::Lane>();
    }
    with_each!(count);
}
