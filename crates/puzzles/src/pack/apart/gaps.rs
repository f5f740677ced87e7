//! How far a piece can shift before it meets another one.
//!
//! Let D be the set of differences b - a, for the cubes a of one piece and b of the other. If the
//! other piece is displaced by d, then the first one meets it after k free steps along x exactly if
//! D has (k + 1, 0, 0) - d. So a row of D along x, as bits, answers both directions of x with two
//! counts of zeros. Each pair of pieces has D three times: in rows along x, along y and along z.
//!
//! A row of D is computed when it is asked for the first time, from the rows of both pieces: it is
//! the union of rows of the second piece, shifted by each cube of the first one. Most assemblies
//! are decided after a few states, and need few rows. All rows are kept for the next assemblies, in
//! which the same shapes meet again. Those of a burr of six pieces take about ten kilobytes.

use super::super::grid::{Cell, add, difference};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A gap without an end.
pub const FREE: u16 = u16::MAX;

/// The most words of rows that are kept from one assembly to the next: 32 megabytes.
const MOST_WORDS: usize = 1 << 22;

/// The differences of all pairs of shapes that have met.
#[derive(Debug, Default)]
pub struct Gaps {
    /// The shapes by the hashes of their cubes; the cubes are relative to the first one.
    known: Known<Vec<u32>>,
    cubes: Vec<Vec<Cell>>,
    shapes: Vec<Rows>,
    pairs: Vec<Pair>,
    numbers: Known<u32>,
    /// The shape of each piece, and the number of each pair of pieces.
    own: Vec<u32>,
    met: Vec<u32>,
    /// The rows of all shapes.
    filled: Vec<u64>,
    /// The rows of all pairs. The highest bit of a row says that it is known.
    differences: Vec<u64>,
}

/// A map whose keys are hashes already.
type Known<T> = HashMap<u64, T, BuildHasherDefault<AsItIs>>;

/// Takes numbers for their hashes.
#[derive(Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// Mixes a number into a hash.
fn mixed(hash: u64, number: u64) -> u64 {
    let mixed = (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

/// Where rows of bits are, for each axis. The rows of an axis are ordered by the next two axes,
/// cyclically.
#[derive(Debug)]
struct Rows {
    /// The least coordinates, and how many there are from them on.
    least: Cell,
    sizes: Cell,
    starts: [usize; 3],
    /// How many words a row has.
    strides: [usize; 3],
}

/// The differences of a pair of shapes.
#[derive(Debug)]
struct Pair {
    first: u32,
    second: u32,
    rows: Rows,
}

/// The bit of the last word of a row that says whether the row is known.
const KNOWN: u64 = 1 << 63;

/// The number of a pair of pieces, the first of which has the smaller number.
#[inline]
pub fn pair(first: usize, second: usize) -> usize {
    second * (second - 1) / 2 + first
}

impl Rows {
    /// Rows for a box, of zeros; `spare` bits in each are for something else.
    fn new(least: Cell, sizes: Cell, spare: usize, words: &mut Vec<u64>) -> Self {
        let mut rows = Rows {
            least,
            sizes,
            starts: [0; 3],
            strides: sizes.map(|size| (size as usize + spare).div_ceil(64)),
        };
        for axis in 0..3 {
            rows.starts[axis] = words.len();
            let count = sizes[(axis + 1) % 3] * sizes[(axis + 2) % 3];
            words.resize(words.len() + count as usize * rows.strides[axis], 0);
        }
        rows
    }

    /// Where the row of an axis begins, by its places on the next axis and on the last one.
    #[inline]
    fn row(&self, axis: usize, beside: i32, above: i32) -> usize {
        let row = above * self.sizes[(axis + 1) % 3] + beside;
        self.starts[axis] + row as usize * self.strides[axis]
    }
}

impl Gaps {
    /// Begins again with other pieces. Shapes that were there before are known.
    pub fn fill<'c>(&mut self, pieces: impl Iterator<Item = &'c [Cell]>) {
        if self.differences.len() > MOST_WORDS {
            *self = Gaps::default();
        }
        self.own.clear();
        self.met.clear();
        for cells in pieces {
            let own = self.shape(cells);
            for number in 0..self.own.len() {
                let met = self.pair(self.own[number], own);
                self.met.push(met);
            }
            self.own.push(own);
        }
    }

    /// The number of a shape.
    fn shape(&mut self, cells: &[Cell]) -> u32 {
        let first = cells[0];
        let hash = cells.iter().fold(0, |hash, &cell| {
            let [x, y, z] = difference(cell, first).map(|at| at as u64);
            mixed(hash, x ^ y << 20 ^ z << 40)
        });
        let alike = self.known.entry(hash).or_default();
        let is_same = |&&number: &&u32| {
            let known = &self.cubes[number as usize];
            let mut both = known.iter().zip(cells);
            known.len() == cells.len()
                && both.all(|(&known, &cell)| known == difference(cell, first))
        };
        if let Some(&number) = alike.iter().find(is_same) {
            return number;
        }
        let number = self.shapes.len() as u32;
        alike.push(number);
        let cells: Vec<Cell> = cells.iter().map(|&cell| difference(cell, first)).collect();
        self.add(&cells);
        self.cubes.push(cells);
        number
    }

    /// The number of a pair of shapes.
    fn pair(&mut self, first: u32, second: u32) -> u32 {
        let key = mixed(u64::from(first), u64::from(second) << 32);
        let next = self.pairs.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        let known = self.pairs.get(number as usize);
        if known.is_some_and(|known| (known.first, known.second) == (first, second)) {
            return number;
        }
        // The pair is new, or has the hash of another one, whose place it takes.
        self.numbers.insert(key, next);
        let (own, other) = (&self.shapes[second as usize], &self.shapes[first as usize]);
        let most = add(other.least, other.sizes).map(|end| end - 1);
        let least = difference(own.least, most);
        let sizes = add(own.sizes, other.sizes).map(|size| size - 1);
        self.pairs.push(Pair {
            first,
            second,
            rows: Rows::new(least, sizes, 1, &mut self.differences),
        });
        next
    }

    /// Adds a shape.
    fn add(&mut self, cells: &[Cell]) {
        let (mut least, mut most) = (cells[0], cells[0]);
        for cell in cells {
            for axis in 0..3 {
                least[axis] = least[axis].min(cell[axis]);
                most[axis] = most[axis].max(cell[axis]);
            }
        }
        let sizes = difference(most, least).map(|size| size + 1);
        let rows = Rows::new(least, sizes, 0, &mut self.filled);
        for &cell in cells {
            let at = difference(cell, least);
            for axis in 0..3 {
                let row = rows.row(axis, at[(axis + 1) % 3], at[(axis + 2) % 3]);
                self.filled[row + at[axis] as usize / 64] |= 1 << (at[axis] % 64);
            }
        }
        self.shapes.push(rows);
    }

    /// How far the first piece of a pair can shift along an axis, forward and backward, if the first
    /// cube of the second one is displaced against its own by `by`.
    #[inline]
    pub fn get(&mut self, pair: usize, axis: usize, by: [i16; 3]) -> (u16, u16) {
        let pair = self.met[pair] as usize;
        let rows = &self.pairs[pair].rows;
        let at = |axis: usize| -i32::from(by[axis]) - rows.least[axis];
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let (along, beside, above) = (at(axis), at(next), at(last));
        let is_outside = |at: i32, size: i32| at as u32 >= size as u32;
        if is_outside(beside, rows.sizes[next]) || is_outside(above, rows.sizes[last]) {
            return (FREE, FREE);
        }
        let start = rows.row(axis, beside, above);
        let stride = rows.strides[axis];
        if self.differences[start + stride - 1] & KNOWN == 0 {
            self.compute(pair, axis, [beside, above], start);
        }
        match &self.differences[start..start + stride] {
            &[word] => in_word(word & !KNOWN, along),
            words => in_words(words, along),
        }
    }

    /// Computes a row of differences.
    #[inline(never)]
    fn compute(&mut self, pair: usize, axis: usize, row: [i32; 2], start: usize) {
        let Pair {
            first,
            second,
            rows,
        } = &self.pairs[pair];
        let (first, second) = (
            &self.shapes[*first as usize],
            &self.shapes[*second as usize],
        );
        let stride = rows.strides[axis];
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        // Which row of the second piece lies at which row of the first one.
        let across = [
            row[0] - first.sizes[next] + 1,
            row[1] - first.sizes[last] + 1,
        ];
        let range = |axis: usize, across: i32| {
            let end = first.sizes[axis].min(second.sizes[axis] - across);
            0.max(-across)..end
        };
        let longest = first.sizes[axis] - 1;
        let mut word = 0;
        for above in range(last, across[1]) {
            for beside in range(next, across[0]) {
                let one = first.row(axis, beside, above);
                let other = second.row(axis, beside + across[0], above + across[1]);
                if stride == 1 {
                    let (mut one, other) = (self.filled[one], self.filled[other]);
                    while one != 0 {
                        word |= other << (longest - one.trailing_zeros() as i32);
                        one &= one - 1;
                    }
                    continue;
                }
                let one = &self.filled[one..one + first.strides[axis]];
                let other = &self.filled[other..other + second.strides[axis]];
                for from in places(one) {
                    for to in places(other) {
                        let bit = to + longest as usize - from;
                        self.differences[start + bit / 64] |= 1 << (bit % 64);
                    }
                }
            }
        }
        self.differences[start] |= word;
        self.differences[start + stride - 1] |= KNOWN;
    }
}

/// The places of bits in a row.
fn places(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let is_set = |&place: &usize| words[place / 64] >> (place % 64) & 1 == 1;
    (0..words.len() * 64).filter(is_set)
}

/// The distances from a place to the next bit above it and below it, less one.
#[inline]
fn in_word(word: u64, place: i32) -> (u16, u16) {
    let above = match place {
        ..0 => word,
        0..63 => word & (!0 << (place + 1)),
        _ => 0,
    };
    let below = match place {
        ..1 => 0,
        1..64 => word & ((1 << place) - 1),
        _ => word,
    };
    let forward = match above {
        0 => FREE,
        _ => (above.trailing_zeros() as i32 - place - 1) as u16,
    };
    let backward = match below {
        0 => FREE,
        _ => (place - 1 - below.ilog2() as i32) as u16,
    };
    (forward, backward)
}

/// The same in a row of several words, the last bit of which says that it is known.
#[cold]
fn in_words(words: &[u64], place: i32) -> (u16, u16) {
    let (mut forward, mut backward) = (FREE, FREE);
    for (number, &word) in words.iter().enumerate() {
        let word = match number + 1 == words.len() {
            true => word & !KNOWN,
            false => word,
        };
        let (above, below) = in_word(word, place - number as i32 * 64);
        forward = forward.min(above);
        backward = backward.min(below);
    }
    (forward, backward)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Shifts the first piece step by step.
    fn walked(first: &[Cell], second: &HashSet<Cell>, axis: usize, sign: i32) -> u16 {
        let hits = |distance: i32| {
            first.iter().any(|&cell| {
                let mut at = cell;
                at[axis] += sign * distance;
                second.contains(&at)
            })
        };
        (1..200)
            .find(|&distance| hits(distance))
            .map_or(FREE, |distance| distance as u16 - 1)
    }

    #[test]
    fn gaps_are_those_of_shifts_step_by_step() {
        let mut random = 1_u64;
        let mut draw = |below: i32| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((random >> 33) % below as u64) as i32
        };
        let mut gaps = Gaps::default();
        for round in 0..40 {
            let longest = if round % 4 == 0 { 150 } else { 6 };
            let mut piece = |cubes: usize| -> Vec<Cell> {
                let cell = |_| [draw(longest), draw(4), draw(4)];
                (0..cubes).map(cell).collect()
            };
            let (first, second) = (piece(9), piece(7));
            gaps.fill([&first[..], &second[..]].into_iter());
            for _ in 0..20 {
                let by = [draw(20) - 10, draw(9) - 4, draw(9) - 4];
                let moved = second
                    .iter()
                    .map(|&cell| [0, 1, 2].map(|a| cell[a] + by[a]));
                let moved: HashSet<Cell> = moved.collect();
                for axis in 0..3 {
                    // From first cube to first cube.
                    let by = [0, 1, 2].map(|a| by[a] + second[0][a] - first[0][a]);
                    let found = gaps.get(pair(0, 1), axis, by.map(|by| by as i16));
                    let wanted = (
                        walked(&first, &moved, axis, 1),
                        walked(&first, &moved, axis, -1),
                    );
                    assert_eq!(found, wanted, "{first:?} {second:?} by {by:?} axis {axis}");
                }
            }
        }
    }
}
