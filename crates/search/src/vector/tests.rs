//! Each operation on vectors agrees with the same operation on words.

use super::portable::{Lanes, Plain, Words};
use super::{AlignedWords, BEYOND, Lane, Records, Vector, Vectors};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

/// The largest word without the highest bit.
const MOST: u64 = u64::MAX >> 1;

fn below(random: &mut Pcg64Mcg, end: usize) -> usize {
    (random.next_u64() % end as u64) as usize
}

/// Words of which some have few bits, some are small, and some are equal.
fn some_words(random: &mut Pcg64Mcg) -> [u64; 16] {
    let mut word = || match random.next_u64() % 4 {
        0 => random.next_u64() % 80,
        1 => 0x0101_0101_0101_0101 * (random.next_u64() % 3),
        2 => random.next_u64() & random.next_u64() & random.next_u64() & random.next_u64(),
        _ => random.next_u64(),
    };
    // The highest bits are 0.
    std::array::from_fn(|_| word() & u64::MAX >> 1)
}

/// A word whose bytes are computed from the bytes of both.
fn bytes(a: u64, b: u64, of: impl Fn(u8, u8) -> u8) -> u64 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    u64::from_le_bytes(std::array::from_fn(|place| of(a[place], b[place])))
}

/// A word whose 16-bit fields are computed from those of both.
fn shorts(a: u64, b: u64, of: impl Fn(u16, u16) -> u16) -> u64 {
    let short = |word: u64, part: u32| (word >> (16 * part)) as u16;
    let part = |part| u64::from(of(short(a, part), short(b, part))) << (16 * part);
    (0..4).map(part).sum()
}

fn copy_records<V: Vector>() {
    const PLACE: usize = 11;
    let mut random = Pcg64Mcg::new(24);
    for length in 1..=13 {
        let words: Vec<u64> = (0..20 * length + BEYOND)
            .map(|_| random.next_u64())
            .collect();
        let numbers: [u64; 8] = std::array::from_fn(|_| below(&mut random, 20) as u64);
        let word = |index: usize, place: usize| words[numbers[index] as usize * length + place];
        let mut to = vec![u64::MAX; length * PLACE];
        let mut first = [0; 8];
        // SAFETY: the tests below ask first whether the machine has these instructions; there are
        // enough words.
        unsafe {
            let copied = V::copy_records(Records {
                words: words.as_ptr(),
                length,
                numbers: numbers.as_ptr(),
                to: to.as_mut_ptr(),
                place: PLACE,
            });
            copied.store(first.as_mut_ptr());
        }
        for (index, &first) in first[..V::WORDS].iter().enumerate() {
            assert_eq!(first, word(index, 0));
        }
        for (column, to) in to.chunks(PLACE).enumerate() {
            for (index, &to) in to.iter().enumerate() {
                let wanted = match index < V::WORDS && column + 1 < length {
                    true => word(index, column + 1),
                    false => u64::MAX,
                };
                assert_eq!(to, wanted, "{length} {column} {index}");
            }
        }
    }
}

/// The words of a vector.
fn words<V: Vector>(vector: V) -> Vec<u64> {
    let mut words = [0; 8];
    // SAFETY: no vector has more than eight words.
    unsafe { vector.store(words.as_mut_ptr()) };
    words[..V::WORDS].to_vec()
}

fn vectors_are_the_same<V: Vector>() {
    copy_records::<V>();
    let mut random = Pcg64Mcg::new(23);
    // SAFETY: the tests below ask first whether the machine has these instructions; there are
    // enough words here and below.
    let splat = |word: u64| unsafe { V::splat(word) };
    // SAFETY: as above.
    let load = |words: &[u64; 16]| unsafe { V::load(words.as_ptr()) };
    // The words of a mask.
    let bits_of = |mask: V::Mask| {
        let kept = words(splat(1).keep(mask)).into_iter().rev();
        kept.fold(0, |bits, word| bits << 1 | word as u8)
    };
    for _ in 0..2000 {
        let (a, b) = (some_words(&mut random), some_words(&mut random));
        let (v, w) = (load(&a), load(&b));
        let by = (random.next_u64() % 64) as u32;
        let count = below(&mut random, 9);
        let some_bits = random.next_u64() as u8;
        let own = &a[..V::WORDS];
        // Compares a vector, and a mask, with what is computed from the words of both.
        let is = |made: V, of: &dyn Fn(u64, u64) -> u64| {
            let wanted: Vec<u64> = own.iter().zip(&b).map(|(&a, &b)| of(a, b)).collect();
            assert_eq!(words(made), wanted);
        };
        let at = |made: V, of: &dyn Fn(usize) -> u64| {
            let wanted: Vec<u64> = (0..V::WORDS).map(of).collect();
            assert_eq!(words(made), wanted);
        };
        let has = |mask: V::Mask, of: &dyn Fn(usize) -> bool| {
            let wanted = (0..V::WORDS).map(|index| u8::from(of(index)) << index);
            assert_eq!(bits_of(mask), wanted.sum::<u8>());
        };

        // SAFETY: as above.
        let (byte, short) = unsafe { (V::splat_byte(some_bits), V::splat_short(a[0] as u16)) };
        is(byte, &|_, _| u64::from_ne_bytes([some_bits; 8]));
        is(short, &|_, _| (a[0] & 0xffff) * 0x1_0001_0001_0001);
        // SAFETY: as above.
        let again = unsafe { V::of_byte_bits(v.byte_bits()) };
        assert_eq!(again.byte_bits(), v.byte_bits());
        // SAFETY: as above.
        let spread = unsafe { V::of_byte_bits(a[0] << 1) };
        let eight = |place: usize| a[0] << 1 >> (8 * place) & 0xff;
        let byte = |place: usize, at: usize| (eight(place) >> at & 1) * (0xff << (8 * at));
        at(spread, &|place| (0..8).map(|at| byte(place, at)).sum());

        is(v.and(w), &|a, b| a & b);
        is(v.or(w), &|a, b| a | b);
        is(v.xor(w), &|a, b| a ^ b);
        is(v.and_not(w), &|a, b| a & !b);
        is(v.add(w), &u64::wrapping_add);
        is(v.sub(w), &u64::wrapping_sub);
        is(v.shift_left(by), &|a, _| a << by);
        is(v.shift_right(by), &|a, _| a >> by);
        let product = v.shift_right(32).multiply(w.shift_right(32));
        is(product, &|a, b| (a >> 32) * (b >> 32));
        is(v.bit_at(), &|a, _| u64::from(a < 64) << (a % 64));

        let ones = |a: u64| u64::from(a.count_ones());
        is(v.count().sum_counts(), &|a, _| ones(a));
        let both = v.count().add_counts(w.count()).sum_counts();
        is(both, &|a, b| ones(a) + ones(b));
        let times = V::MOST_COUNTS.min(100);
        let most = (0..times).fold(splat(0), |most, _| most.add_counts(V::count(v.or(w))));
        is(most.sum_counts(), &|a, b| times as u64 * ones(a | b));

        is(v.sub_bytes(w), &|a, b| bytes(a, b, u8::wrapping_sub));
        is(v.min_bytes(w), &|a, b| bytes(a, b, u8::min));
        let same = |a, b| bytes(a, b, |a, b| u8::from(a == b).wrapping_neg());
        is(v.same_bytes(w), &same);
        let all_bytes: Vec<u8> = own.iter().flat_map(|a| a.to_le_bytes()).collect();
        assert_eq!(v.least_byte(), u32::from(*all_bytes.iter().min().unwrap()));
        let highest = all_bytes.iter().rev();
        let highest = highest.fold(0_u64, |bits, &a| bits << 1 | u64::from(a >> 7));
        assert_eq!(v.byte_bits(), highest);

        is(v.add_shorts(w), &|a, b| shorts(a, b, u16::wrapping_add));
        is(v.sub_shorts(w), &|a, b| shorts(a, b, u16::wrapping_sub));
        let less = |a, b| (a as i16).min(b as i16) as u16;
        is(v.min_shorts(w), &|a, b| shorts(a, b, less));
        let same = |a, b| shorts(a, b, |a, b| u16::from(a == b).wrapping_neg());
        is(v.same_shorts(w), &same);
        let all_shorts = own
            .iter()
            .flat_map(|a| (0..4).map(move |part| a >> (16 * part)));
        let least = all_shorts.map(|short| short as i16).min().unwrap();
        assert_eq!(v.least_short() as i16, least);
        let bits = |a: &[u64], b: &[u64]| {
            let shorts = (0..4 * V::WORDS).rev();
            shorts.fold(0, |bits, place| {
                let (word, part) = (place / 4, 16 * (place % 4));
                bits << 1 | u64::from((a[word] ^ b[word]) >> part & 0xffff == 0)
            })
        };
        let same = v.same_shorts(w);
        assert_eq!(u64::from(same.short_bits()), bits(&a, &b));
        let mut reversed = b;
        reversed.reverse();
        let other = v.same_shorts(load(&reversed));
        let both = bits(&a, &b) | bits(&a, &reversed) << (4 * V::WORDS);
        assert_eq!(same.short_bits_of_two(other), both);

        let sum = own
            .iter()
            .fold(0, |all, &word| u64::wrapping_add(all, word));
        assert_eq!(v.sum(), sum);
        assert_eq!(v.union(), own.iter().fold(0, |all, word| all | word));
        assert_eq!(v.least(), *own.iter().min().unwrap());

        // SAFETY: as above.
        let (first, of_bits) = unsafe { (V::first(count, 0), V::of_bits(some_bits, 0)) };
        has(first, &|index| index < count);
        has(of_bits, &|index| some_bits >> index & 1 == 1);
        let (some, others) = (v.nonzero(), v.same(w));
        has(some, &|index| a[index] != 0);
        has(others, &|index| a[index] == b[index]);
        has(v.has(splat(1 << by)), &|index| a[index] >> by & 1 == 1);
        has(v.is_less(w), &|index| a[index] < b[index]);
        has(V::both(some, others), &|index| {
            a[index] != 0 && a[index] == b[index]
        });
        has(V::either(some, others), &|index| {
            a[index] != 0 || a[index] == b[index]
        });
        let bits = bits_of(some);
        assert_eq!(V::bits(some), bits);
        assert_eq!(V::number(some), bits.count_ones() as usize);
        assert_eq!(V::any(some), bits != 0);
        assert!(!V::any(splat(0).nonzero()));

        let few = v.and(splat(7)).same(w.and(splat(7)));
        let is_one = |a: u64, b: u64| (a ^ b) & 7 == 0;
        is(v.min_where(w, few), &|a, b| {
            if is_one(a, b) { a.min(b) } else { a }
        });
        // Numbers below 2^32, or the key of no item.
        let small = |word: u64| match word.is_multiple_of(5) {
            true => MOST,
            false => word & 0xffff_ffff,
        };
        let (x, y) = (a.map(small), b.map(small));
        let (x8, y8) = (load(&x), load(&y));
        at(x8.min_halves(y8), &|index| x[index].min(y[index]));
        at(
            x8.min_halves_where(y8, few),
            &|index| match is_one(a[index], b[index]) {
                true => x[index].min(y[index]),
                false => x[index],
            },
        );

        let kept: Vec<u64> = own.iter().copied().filter(|&a| a != 0).collect();
        let mut to = [0; 16];
        // SAFETY: as above.
        unsafe { v.compress(V::places(some), to.as_mut_ptr()) };
        assert_eq!(to[..kept.len()], kept);
        for count in 1..=V::WORDS {
            let mut to = [7; 8];
            // SAFETY: as above.
            let part = unsafe {
                v.store_first(to.as_mut_ptr(), count);
                V::load_first(a.as_ptr(), count)
            };
            let (stored, rest) = to.split_at(count);
            assert_eq!(stored, &a[..count]);
            assert!(rest.iter().all(|&word| word == 7));
            at(part, &|index| if index < count { a[index] } else { 0 });
        }
        let (mut lane, from) = (Lane::default(), Lane(std::array::from_fn(|index| a[index])));
        // SAFETY: as above; a lane begins at a multiple of any vector's size.
        unsafe { V::load_aligned(from.0.as_ptr()).store_aligned(lane.0.as_mut_ptr()) };
        assert_eq!(lane.0[..V::WORDS], *own);
    }
}

#[test]
fn each_operation_on_vectors_is_that_on_their_words() {
    vectors_are_the_same::<Words>();
    vectors_are_the_same::<Lanes>();
    // Vectors of other machines.
    vectors_are_the_same::<Plain<2>>();
    vectors_are_the_same::<Plain<8>>();
    #[cfg(target_arch = "x86_64")]
    {
        use super::Pair;
        use super::{avx2::V256, avx512::V512};
        if Vectors::detect() >= Vectors::Avx2 {
            vectors_are_the_same::<V256>();
            vectors_are_the_same::<Pair<V256>>();
        }
        if Vectors::detect() >= Vectors::Avx512 {
            vectors_are_the_same::<V512>();
        }
    }
}

#[test]
fn words_are_zeros_where_a_lane_begins() {
    let mut words = AlignedWords::default();
    for count in [0, 1, 8, 9, 100, 3] {
        words.zero(count);
        assert_eq!(*words, vec![0; count]);
        assert!(words.as_ptr().addr().is_multiple_of(64));
        words.fill(u64::MAX);
    }
    words.lengthen(20);
    assert_eq!(words.len(), 20);
    assert_eq!(words[..3], [u64::MAX; 3]);
}
