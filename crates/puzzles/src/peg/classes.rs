//! Positions up to symmetry, as numbers (*keys*), and the jumps between them.
//!
//! In a class over GF(2) the pivot holes determine all others (see [`Span`]), so a position is
//! identified by its pivot bits: 29 bits on the English board. Symmetries and jumps act linearly on
//! these numbers. The smallest number among the images of a position represents its orbit.
//!
//! Invariant: a key is the smallest number of its orbit, and every position passed in is in the
//! class of the start.

use super::{Board, Position, Span, Symmetries};
use std::hash::Hash;
use std::ops::BitXor;

/// The number of bits that index a table.
const CHUNK: usize = 11;
const ROW: usize = 1 << CHUNK;
/// Keys that agree in this many high bits form a group.
const GROUP_BITS: u32 = 11;
/// Fewer keys than this are not worth grouping.
const WORTH_GROUPING: usize = 50_000;

/// An unsigned integer for the pivot bits: `u32` if they fit, as a vector register holds twice as
/// many of them.
pub trait Key:
    Copy + Ord + Hash + Default + Send + Sync + BitXor<Output = Self> + std::fmt::Debug
{
    /// The number of bits.
    const BITS: u32;
    /// The low bits of a number.
    fn new(value: u64) -> Self;
    /// The number as 64 bits.
    fn get(self) -> u64;
}

impl Key for u32 {
    const BITS: u32 = u32::BITS;
    #[inline(always)]
    fn new(value: u64) -> Self {
        value as u32
    }
    #[inline(always)]
    fn get(self) -> u64 {
        u64::from(self)
    }
}

impl Key for u64 {
    const BITS: u32 = u64::BITS;
    #[inline(always)]
    fn new(value: u64) -> Self {
        value
    }
    #[inline(always)]
    fn get(self) -> u64 {
        self
    }
}

/// The images of a key under up to `IMAGES` symmetries. If there are fewer
/// symmetries, some images are repeated, which does not change the smallest.
const IMAGES: usize = 8;
type Images<K> = [K; IMAGES];

/// The direction of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Jumps: one peg fewer.
    Forward,
    /// Jumps taken back: one peg more.
    Backward,
}

/// The classes of a board under some symmetries that fix the start.
pub struct Classes<K> {
    /// `images[chunk * ROW + bits]`: the images of these bits of a position.
    images: Vec<Images<K>>,
    /// `positions[chunk * ROW + bits]`: what these bits of a key add to `base`.
    positions: Vec<u64>,
    /// The position of the class without pivot bits.
    base: u64,
    rank: u32,
    holes: usize,
    full: Position,
    jumps: Vec<Step<K>>,
    /// `legal[way][(chunk * ROW + bits) * words + w]`: the jumps that these bits of a position do
    /// not forbid.
    legal: [Vec<u64>; 2],
    words: usize,
    symmetries: usize,
}

/// A jump, by its action on positions and on the images of keys.
struct Step<K> {
    holes: u64,
    images: Images<K>,
}

impl<K: Key> Classes<K> {
    /// The classes of positions in the GF(2) class of `start`. More than eight symmetries are not
    /// used. `None` if `K` is too small.
    pub fn new(board: &Board, start: Position, symmetries: &Symmetries) -> Option<Self> {
        let span = Span::of(board);
        if span.rank() > K::BITS {
            return None;
        }
        let order = bit_order(board, &span, symmetries);
        let gather_bits = |position: u64| {
            let bits = order.iter().enumerate();
            K::new(bits.fold(0, |key, (bit, &hole)| key | (position >> hole & 1) << bit))
        };
        let vector_of = |key: u64| {
            let bits = order.iter().enumerate();
            let on = bits.filter(|(bit, _)| key >> bit & 1 == 1);
            on.fold(0, |vector, (_, &hole)| vector ^ span.vector(hole))
        };
        // More than eight images do not fit; the trivial group is always valid.
        let usable = symmetries.len() <= IMAGES;
        let images_of = |position: u64| {
            let mut images = [gather_bits(position); IMAGES];
            if usable {
                let moved = symmetries.of_position(Position(position));
                for (image, moved) in images.iter_mut().zip(moved) {
                    *image = gather_bits(moved.0);
                }
            }
            images
        };
        let holes = board.len();
        let chunks = holes.div_ceil(CHUNK);
        let words = board.jumps().len().div_ceil(64);
        let mut images = Vec::with_capacity(chunks * ROW);
        for chunk in 0..chunks {
            for bits in 0..ROW as u64 {
                images.push(images_of(bits << (chunk * CHUNK) & board.full().0));
            }
        }
        let mut legal = [Vec::new(), Vec::new()];
        for (way, table) in legal.iter_mut().enumerate() {
            table.reserve(chunks * ROW * words);
            for chunk in 0..chunks {
                let here = (ROW as u64 - 1) << (chunk * CHUNK);
                for bits in 0..ROW as u64 {
                    let mut row = vec![0; words];
                    for (index, jump) in board.jumps().iter().enumerate() {
                        let wanted = if way == 0 { jump.pegs() } else { jump.to.bit() };
                        let seen = bits << (chunk * CHUNK) & jump.holes();
                        row[index / 64] |= u64::from(seen == wanted & here) << (index % 64);
                    }
                    table.extend(row);
                }
            }
        }
        let positions = (0..(span.rank() as usize).div_ceil(CHUNK))
            .flat_map(|chunk| (0..ROW as u64).map(move |bits| bits << (chunk * CHUNK)))
            .map(vector_of)
            .collect();
        let jumps = board.jumps().iter().map(|jump| Step {
            holes: jump.holes(),
            images: images_of(jump.holes()),
        });
        Some(Classes {
            images,
            positions,
            base: span.reduce(start.0),
            rank: span.rank(),
            holes,
            full: board.full(),
            jumps: jumps.collect(),
            legal,
            words,
            symmetries: if usable { symmetries.len() } else { 1 },
        })
    }

    /// The position that a key represents.
    #[inline(always)]
    pub fn position(&self, key: K) -> Position {
        let mut rest = key.get();
        let mut position = self.base;
        for table in self.positions.chunks_exact(ROW) {
            position ^= table[rest as usize % ROW];
            rest >>= CHUNK;
        }
        Position(position)
    }

    /// The key of a position's orbit.
    #[inline(always)]
    pub fn key(&self, position: Position) -> K {
        smallest(&self.images_of(position))
    }

    /// The number of positions in a key's orbit.
    pub fn orbit(&self, key: K) -> usize {
        let images = self.images_of(self.position(key));
        let fixing = images[..self.symmetries]
            .iter()
            .filter(|&&image| image == key);
        self.symmetries / fixing.count()
    }

    /// The key of the complementary position, with pegs exactly where this one has none.
    pub fn complement(&self, key: K) -> K {
        self.key(Position(self.full.0 ^ self.position(key).0))
    }

    /// Groups keys that agree in their high bits, which makes stepping from them faster (see
    /// [`bit_order`]).
    pub fn group(&self, keys: Vec<K>) -> Vec<K> {
        if keys.len() < WORTH_GROUPING {
            return keys;
        }
        let group = |key: K| (key.get() >> self.rank.saturating_sub(GROUP_BITS)) as usize;
        // For each group, the index of its next key.
        let mut places = vec![0; (1 << GROUP_BITS) + 1];
        for &key in &keys {
            places[group(key) + 1] += 1;
        }
        for group in 1..places.len() {
            places[group] += places[group - 1];
        }
        let mut grouped = vec![K::default(); keys.len()];
        for key in keys {
            let place = &mut places[group(key)];
            grouped[*place] = key;
            *place += 1;
        }
        grouped
    }

    #[inline(always)]
    fn images_of(&self, position: Position) -> Images<K> {
        let mut rest = position.0;
        let mut images = [K::default(); IMAGES];
        for table in self.images.chunks_exact(ROW) {
            let row = &table[rest as usize % ROW];
            for (image, &part) in images.iter_mut().zip(row) {
                *image = *image ^ part;
            }
            rest >>= CHUNK;
        }
        images
    }

    /// Calls `visit` with the key after each possible jump (or jump taken back) from each of
    /// `keys`, and with the index of the key it came from.
    #[inline]
    pub fn step(&self, keys: &[K], way: Way, visit: impl FnMut(usize, K)) {
        self.step_to(keys, way, [K::default(); IMAGES], visit);
    }

    /// [`Classes::step`] forward, but with the key of the complement of each result.
    #[inline]
    pub fn step_and_complement(&self, keys: &[K], visit: impl FnMut(usize, K)) {
        self.step_to(keys, Way::Forward, self.images_of(self.full), visit);
    }

    /// Steps, and adds `twist` to the images.
    #[inline]
    fn step_to(&self, keys: &[K], way: Way, twist: Images<K>, visit: impl FnMut(usize, K)) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
            // SAFETY: the processor has the instructions that the function is compiled for. On the
            // central game this saves a sixth of the time.
            return unsafe { self.step_avx2(keys, way, twist, visit) };
        }
        self.step_anywhere(keys, way, twist, visit);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn step_avx2(&self, keys: &[K], way: Way, twist: Images<K>, visit: impl FnMut(usize, K)) {
        self.step_anywhere(keys, way, twist, visit);
    }

    #[inline(always)]
    fn step_anywhere(
        &self,
        keys: &[K],
        way: Way,
        twist: Images<K>,
        mut visit: impl FnMut(usize, K),
    ) {
        let legal = &self.legal[way as usize];
        for (index, &key) in keys.iter().enumerate() {
            let position = self.position(key);
            let mut images = self.images_of(position);
            for (image, &part) in images.iter_mut().zip(&twist) {
                *image = *image ^ part;
            }
            for word in 0..self.words {
                let mut jumps = u64::MAX;
                let mut rest = position.0;
                for chunk in 0..self.holes.div_ceil(CHUNK) {
                    jumps &= legal[(chunk * ROW + rest as usize % ROW) * self.words + word];
                    rest >>= CHUNK;
                }
                while jumps != 0 {
                    let step = &self.jumps[64 * word + jumps.trailing_zeros() as usize];
                    let mut moved = images;
                    for (image, &part) in moved.iter_mut().zip(&step.images) {
                        *image = *image ^ part;
                    }
                    visit(index, smallest(&moved));
                    jumps &= jumps - 1;
                }
            }
        }
    }

    /// The first of the board's jumps, by index, from a position to one whose key passes a test;
    /// and the position that it leads to.
    pub fn first_step(
        &self,
        position: Position,
        way: Way,
        mut test: impl FnMut(K) -> bool,
    ) -> Option<(usize, Position)> {
        let legal = &self.legal[way as usize];
        (0..self.jumps.len()).find_map(|index| {
            let allowed = (0..self.holes.div_ceil(CHUNK)).all(|chunk| {
                let bits = (position.0 >> (chunk * CHUNK)) as usize % ROW;
                legal[(chunk * ROW + bits) * self.words + index / 64] >> (index % 64) & 1 == 1
            });
            let after = Position(position.0 ^ self.jumps[index].holes);
            (allowed && test(self.key(after))).then_some((index, after))
        })
    }
}

#[inline(always)]
fn smallest<K: Key>(images: &Images<K>) -> K {
    // Halving keeps everything in vector registers.
    let mut half = [images[0]; 4];
    for index in 0..4 {
        half[index] = images[index].min(images[index + 4]);
    }
    half[0].min(half[2]).min(half[1].min(half[3]))
}

/// The pivot holes in the order of their bits in a key, the lowest first.
///
/// The highest bits belong to whole orbits of holes, first of all the middle of the board. Then
/// keys that agree in many high bits have images that agree in them under every symmetry, and so do
/// the keys after the same jump. Handling keys in about this order touches few parts of a set at a
/// time, which suits the caches.
fn bit_order(board: &Board, span: &Span, symmetries: &Symmetries) -> Vec<usize> {
    let pivots = span.pivots();
    let distances = board.distances();
    let place = |hole: usize| {
        let images = symmetries.of_position(Position(1 << hole));
        let orbit = images.fold(0, |orbit, image| orbit | image.0);
        let whole = orbit & !pivots.0 == 0;
        (whole, -distances[hole], orbit, hole)
    };
    let mut order: Vec<usize> = (0..board.len()).collect();
    order.retain(|&hole| pivots.0 >> hole & 1 == 1);
    order.sort_by_cached_key(|&hole| place(hole));
    order
}

/// The bits of `position` at the places of `pivots`, compressed (PEXT).
pub(super) fn gather_bits(position: u64, pivots: u64) -> u64 {
    let mut rest = pivots;
    let mut key = 0;
    let mut place = 0;
    while rest != 0 {
        key |= (position >> rest.trailing_zeros() & 1) << place;
        place += 1;
        rest &= rest - 1;
    }
    key
}

/// The vector of the span with these pivot bits.
pub(super) fn vector_of(key: u64, span: &Span) -> u64 {
    let mut rest = span.pivots().0;
    let mut key = key;
    let mut vector = 0;
    while rest != 0 && key != 0 {
        if key & 1 == 1 {
            vector ^= span.vector(rest.trailing_zeros() as usize);
        }
        key >>= 1;
        rest &= rest - 1;
    }
    vector
}
