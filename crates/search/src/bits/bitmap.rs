//! Bitmaps of `W` words, and of any number of words.

use super::number::Bit;
use crate::vector::Lane;

/// The places of the bits that are set.
#[inline(always)]
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        let some = bits != 0;
        bits &= bits.wrapping_sub(1);
        some.then_some(place)
    })
}

/// The numbers of the bits that are set in a bitmap of any number of words.
#[inline(always)]
pub(super) fn bits_of(words: &[u64]) -> impl Iterator<Item = Bit> {
    let (mut word, mut bits) = (0, words.first().copied().unwrap_or(0));
    std::iter::from_fn(move || {
        while bits == 0 {
            word += 1;
            bits = *words.get(word)?;
        }
        let bit = Bit::new(word, bits.trailing_zeros() as usize);
        bits &= bits - 1;
        Some(bit)
    })
}

/// How many bits are set in a bitmap of any number of words.
#[inline(always)]
pub(super) fn count_all(words: &[u64]) -> usize {
    let mut count = 0;
    for word in words {
        count += word.count_ones() as usize;
    }
    count
}

/// The number of words, `W`. A large one is hidden from the compiler, which would unroll
/// every loop over words: that would be half of all code.
#[inline(always)]
pub(super) fn words<const W: usize>() -> usize {
    match W {
        0..=8 => W,
        _ => std::hint::black_box(W).min(W),
    }
}

/// Runs `$body` for each of `W` words. Loops over up to `$most` words are unrolled, longer ones
/// eight words at a time, which is one vector or two. The black box keeps the compiler from
/// gathering every eighth word into a vector.
macro_rules! each_word {
    ($W:ident <= $most:literal, |$word:ident| $body:block) => {
        if const { $W <= $most } {
            for $word in 0..$W $body
        } else {
            debug_assert!($W % 8 == 0);
            for chunk in 0..crate::bits::bitmap::words::<$W>() / 8 {
                for $word in 8 * chunk..8 * chunk + 8 $body
                std::hint::black_box(());
            }
        }
    };
}
pub(super) use each_word;

/// How many bits are set.
#[inline(always)]
pub(super) fn count<const W: usize>(bits: &[u64; W]) -> u64 {
    let mut count = 0;
    each_word!(W <= 16, |word| {
        count += u64::from(bits[word].count_ones());
    });
    count
}

#[inline(always)]
pub(super) fn and<const W: usize>(a: &[u64; W], b: &[u64]) -> [u64; W] {
    let (mut both, b) = (*a, &b[..W]);
    each_word!(W <= 16, |word| {
        both[word] &= b[word];
    });
    both
}

#[inline(always)]
pub(super) fn and_not<const W: usize>(a: &[u64; W], b: &[u64]) -> [u64; W] {
    let (mut rest, b) = (*a, &b[..W]);
    each_word!(W <= 16, |word| {
        rest[word] &= !b[word];
    });
    rest
}

/// The first `count` bits.
pub(super) fn first<const W: usize>(count: usize) -> [u64; W] {
    std::array::from_fn(|word| first_of_word(count.saturating_sub(64 * word)))
}

/// The first `count` bits of a word, at most 64.
#[inline(always)]
pub(super) fn first_of_word(count: usize) -> u64 {
    match count {
        0..64 => (1 << count) - 1,
        _ => u64::MAX,
    }
}

/// Compresses the bits of a word at fixed places, as PEXT does (Hacker's Delight, 7-4): the places
/// (`mask`), and for each step which bits move, by 1, 2, 4, ... places.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    pub mask: u64,
    moves: [u64; 6],
}

impl Moves {
    #[inline(always)]
    pub fn new(mask: u64) -> Self {
        let mut moves = [0; 6];
        // Bits with an odd number of zeros below them move by one place; then those for which half
        // that number is odd move by two; and so on.
        let (mut left, mut zeros) = (mask, !mask << 1);
        for step in 0..6 {
            let mut odd = zeros;
            for shift in 0..6 {
                odd ^= odd << (1 << shift);
            }
            moves[step] = odd & left;
            left = left ^ moves[step] | moves[step] >> (1 << step);
            zeros &= !odd;
        }
        Moves { mask, moves }
    }

    /// The bits of a word at these places, moved together (PEXT).
    #[inline(always)]
    pub fn extract(&self, word: u64) -> u64 {
        let mut bits = word & self.mask;
        if bits == 0 {
            return 0;
        }
        for step in 0..6 {
            let moved = bits & self.moves[step];
            bits = bits ^ moved | moved >> (1 << step);
        }
        bits
    }
}

/// The widths of bitmaps, in words, for which there is code, without colors and with them. Each
/// width takes a seventh of a mode's code and build time; a bitmap is rounded up to the next width,
/// which slows its nodes. With colors, 3 words would seldom be walked, as [`small`](super::small)
/// subtrees are searched elsewhere; without 64, word squares 4x4 take 1.16 times as long. Without
/// colors, 64 gained nothing.
#[cfg(not(target_family = "wasm"))]
pub(super) const WORDS: [[usize; 7]; 2] = [[1, 2, 3, 4, 8, 16, 32], [1, 2, 4, 8, 16, 32, 64]];
/// Fewer in a browser, which has to load all code: large bitmaps are soon compacted to small ones.
#[cfg(target_family = "wasm")]
pub(super) const WORDS: [[usize; 5]; 2] = [[1, 2, 4, 16, 32], [1, 2, 4, 16, 64]];

/// The most options of a sub-problem that is not [wide](super::sub::wide).
pub(super) const MOST_OPTIONS: usize = 64 * WORDS[1][WORDS[1].len() - 1];

/// The most options of a wide sub-problem.
pub(super) const MOST_WIDE_OPTIONS: usize = 1 << 16;

/// Larger sub-problems are searched as if they had colors, unless they are wide.
pub(super) const MOST_WITHOUT_COLORS: usize = 64 * WORDS[0][WORDS[0].len() - 1];

/// Whether a sub-problem with this many options is searched by code for colors.
#[inline(always)]
pub(super) fn needs_colors(has_colors: bool, options: usize) -> bool {
    has_colors || options > MOST_WITHOUT_COLORS
}

/// How many words a bitmap of `options` bits has. More than [`MOST_WITHOUT_COLORS`] bits need code
/// for colors.
#[inline(always)]
pub(super) fn words_for(options: usize, with_colors: bool) -> usize {
    let needed = options.div_ceil(64);
    let mut all = WORDS[usize::from(with_colors)].iter();
    *all.find(|&&words| words >= needed)
        .expect("no more options than fit")
}

/// The names of eight options in the memo: the first words of all eight, then the second words.
pub(super) type NameLanes = [Lane; 2];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bits_are_set_and_no_others() {
        assert_eq!(first::<3>(0), [0; 3]);
        assert_eq!(first::<3>(65), [u64::MAX, 1, 0]);
        assert_eq!(first::<3>(192), [u64::MAX; 3]);
    }

    #[test]
    fn a_bitmap_has_the_fewest_words_for_which_there_is_code() {
        let plain = [1, 64, 65, 129, 257, 2048].map(|options| words_for(options, false));
        assert_eq!(plain, [1, 1, 2, 3, 8, 32]);
        let colored = [1, 64, 65, 129, 257, 4096].map(|options| words_for(options, true));
        assert_eq!(colored, [1, 1, 2, 4, 8, 64]);
        assert!(!needs_colors(false, 2048) && needs_colors(false, 2049) && needs_colors(true, 1));
    }
}
