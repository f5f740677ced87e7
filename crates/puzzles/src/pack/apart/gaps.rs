//! How far a piece can shift before it meets another one.
//!
//! Let D be the set of differences b - a, for the cubes a of one piece and b of the other. If the
//! other piece is displaced by d, then the first one meets it after k free steps along x exactly if
//! D has (k + 1, 0, 0) - d. So one row of D along x, as bits, answers both directions of x with two
//! counts of zeros. It is the union of rows of the second piece, shifted by each cube of the first
//! one; likewise along y and z.
//!
//! The six gaps of two shapes at a displacement are kept, for the states to come and for the next
//! assemblies, in which the same shapes meet again.

use super::super::grid::{Cell, difference};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A gap without an end.
pub const FREE: u16 = u16::MAX;

/// For each direction, how far the first one of two pieces can shift before it meets the second.
pub type SixGaps = [u16; 6];

/// The most gaps that are kept from one assembly to the next: 24 megabytes and as much again.
const MOST_KEPT: usize = 1 << 20;

/// The most shapes: their numbers have 16 bits.
const MOST_SHAPES: usize = 1 << 16;

/// The gaps between all shapes that have met.
#[derive(Debug)]
pub struct Gaps {
    /// The shapes by the hashes of their cubes.
    known: HashMap<u64, Vec<u16>, BuildHasherDefault<AsItIs>>,
    shapes: Vec<Rows>,
    /// The shape of each piece.
    own: Vec<u16>,
    /// The rows of all shapes.
    filled: Vec<u64>,
    /// The gaps that are kept, by hashes with open addressing; their number is a power of two.
    kept: Vec<Kept>,
    count: usize,
}

/// The gaps of two shapes at a displacement.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// The displacement, and a bit that is always set; 0 if nothing is kept here.
    by: u64,
    /// The numbers of both shapes.
    pair: u32,
    gaps: SixGaps,
}

/// The rows of a shape along each axis, as bits, the first one of them in the lowest word. They are
/// ordered by the next two axes, cyclically.
#[derive(Debug)]
struct Rows {
    /// The cubes, relative to the first one.
    cubes: Vec<Cell>,
    /// The least coordinates, and how many there are from them on.
    least: Cell,
    sizes: Cell,
    starts: [usize; 3],
    /// How many words a row has.
    strides: [usize; 3],
}

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
#[inline]
fn mixed(hash: u64, number: u64) -> u64 {
    let mixed = (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

impl Rows {
    /// Where the row of an axis begins, by its places on the next axis and on the last one.
    #[inline]
    fn row(&self, axis: usize, beside: i32, above: i32) -> usize {
        let row = above * self.sizes[(axis + 1) % 3] + beside;
        self.starts[axis] + row as usize * self.strides[axis]
    }
}

impl Gaps {
    /// No shapes.
    pub fn new() -> Self {
        /// Enough for most puzzles; there is room for more.
        const FIRST: usize = 1 << 10;
        let nothing = Kept {
            by: 0,
            pair: 0,
            gaps: [0; 6],
        };
        Gaps {
            known: HashMap::default(),
            shapes: Vec::new(),
            own: Vec::new(),
            filled: Vec::new(),
            kept: vec![nothing; FIRST],
            count: 0,
        }
    }

    /// Begins with other pieces; `None` if one is longer than `longest`. Returns the least and the
    /// greatest coordinates of all of them.
    pub fn fill<'c>(
        &mut self,
        pieces: impl Iterator<Item = &'c [Cell]>,
        longest: i64,
    ) -> Option<([i64; 3], [i64; 3])> {
        if self.count > MOST_KEPT || self.shapes.len() + super::MOST_PIECES > MOST_SHAPES {
            *self = Gaps::new();
        }
        self.own.clear();
        let (mut least, mut most) = ([i64::MAX; 3], [i64::MIN; 3]);
        for cells in pieces {
            let own = self.shape(cells, longest)?;
            let rows = &self.shapes[usize::from(own)];
            for axis in 0..3 {
                let at = i64::from(cells[0][axis]) + i64::from(rows.least[axis]);
                least[axis] = least[axis].min(at);
                most[axis] = most[axis].max(at + i64::from(rows.sizes[axis]) - 1);
            }
            self.own.push(own);
        }
        Some((least, most))
    }

    /// The number of a shape; `None` if it is too long.
    fn shape(&mut self, cells: &[Cell], longest: i64) -> Option<u16> {
        let first = cells[0];
        let hash = cells.iter().fold(cells.len() as u64, |hash, &cell| {
            let [x, y, z] = relative(cell, first).map(|at| at as u64);
            hash.rotate_left(9) ^ x ^ y << 20 ^ z << 40
        });
        let alike = self.known.entry(mixed(hash, 0)).or_default();
        let is_same = |&&number: &&u16| {
            let known = &self.shapes[usize::from(number)].cubes;
            let mut both = known.iter().zip(cells);
            known.len() == cells.len() && both.all(|(&known, &cell)| known == relative(cell, first))
        };
        if let Some(&number) = alike.iter().find(is_same) {
            return Some(number);
        }
        let number = self.shapes.len() as u16;
        let (mut least, mut most) = (first, first);
        for cell in cells {
            for axis in 0..3 {
                least[axis] = least[axis].min(cell[axis]);
                most[axis] = most[axis].max(cell[axis]);
            }
        }
        let is_short = |axis: usize| i64::from(most[axis]) - i64::from(least[axis]) < longest;
        if !(0..3).all(is_short) {
            return None;
        }
        alike.push(number);
        let sizes = difference(most, least).map(|size| size + 1);
        let cubes = cells.iter().map(|&cell| relative(cell, first)).collect();
        self.add(cubes, difference(least, first), sizes);
        Some(number)
    }

    /// Adds a shape.
    fn add(&mut self, cubes: Vec<Cell>, least: Cell, sizes: Cell) {
        let mut rows = Rows {
            cubes,
            least,
            sizes,
            starts: [0; 3],
            strides: sizes.map(|size| (size as usize).div_ceil(64)),
        };
        for axis in 0..3 {
            rows.starts[axis] = self.filled.len();
            let count = (sizes[(axis + 1) % 3] * sizes[(axis + 2) % 3]) as usize;
            let end = self.filled.len() + count * rows.strides[axis];
            self.filled.resize(end, 0);
        }
        for &cell in &rows.cubes {
            let at = difference(cell, least);
            for axis in 0..3 {
                let row = rows.row(axis, at[(axis + 1) % 3], at[(axis + 2) % 3]);
                self.filled[row + at[axis] as usize / 64] |= 1 << (at[axis] % 64);
            }
        }
        self.shapes.push(rows);
    }

    /// The gaps of two pieces, if the first cube of the second one is displaced against that of the
    /// first one by `by`.
    #[inline]
    pub fn get(&mut self, first: usize, second: usize, by: [i16; 3]) -> SixGaps {
        let (first, second) = (self.own[first], self.own[second]);
        let pair = u32::from(first) << 16 | u32::from(second);
        let [x, y, z] = by.map(|by| u64::from(by as u16));
        let by_bits = 1 << 63 | z << 32 | y << 16 | x;
        let mask = self.kept.len() - 1;
        let hash = mixed(by_bits, u64::from(pair) << 20);
        let mut slot = (hash >> 20) as usize & mask;
        loop {
            let kept = &self.kept[slot];
            if (kept.by, kept.pair) == (by_bits, pair) {
                return kept.gaps;
            }
            if kept.by == 0 {
                let kept = Kept {
                    by: by_bits,
                    pair,
                    gaps: self.compute(first, second, by),
                };
                self.keep(kept);
                return kept.gaps;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Keeps gaps that are not kept yet.
    #[inline(never)]
    fn keep(&mut self, new: Kept) {
        if (self.count + 1) * 2 > self.kept.len() {
            let nothing = Kept { by: 0, ..new };
            let size = self.kept.len() * 4;
            let old = std::mem::replace(&mut self.kept, vec![nothing; size]);
            for kept in old.into_iter().filter(|kept| kept.by != 0) {
                self.enter(kept);
            }
        }
        self.count += 1;
        self.enter(new);
    }

    fn enter(&mut self, new: Kept) {
        let mask = self.kept.len() - 1;
        let hash = mixed(new.by, u64::from(new.pair) << 20);
        let mut slot = (hash >> 20) as usize & mask;
        while self.kept[slot].by != 0 {
            slot = (slot + 1) & mask;
        }
        self.kept[slot] = new;
    }

    /// Computes the gaps of two shapes.
    #[inline(never)]
    fn compute(&self, first: u16, second: u16, by: [i16; 3]) -> SixGaps {
        let first = &self.shapes[usize::from(first)];
        let second = &self.shapes[usize::from(second)];
        // Where the second box lies against the first one.
        let across = difference(second.least, first.least);
        let across = [0, 1, 2].map(|axis| across[axis] + i32::from(by[axis]));
        // Which places of the first box the second one has, too.
        let range = |axis: usize| {
            let end = first.sizes[axis].min(second.sizes[axis] + across[axis]);
            0.max(across[axis])..end
        };
        let mut gaps = [FREE; 6];
        for axis in 0..3 {
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            let longest = first.sizes[axis] - 1;
            let is_short = longest + second.sizes[axis] <= 64;
            // The place of the difference that would be a collision.
            let place = longest - across[axis];
            let mut row = 0;
            for above in range(last) {
                for beside in range(next) {
                    let one = first.row(axis, beside, above);
                    let other = second.row(axis, beside - across[next], above - across[last]);
                    if is_short {
                        let (mut one, other) = (self.filled[one], self.filled[other]);
                        while one != 0 {
                            row |= other << (longest - one.trailing_zeros() as i32);
                            one &= one - 1;
                        }
                        continue;
                    }
                    let one = &self.filled[one..one + first.strides[axis]];
                    let other = &self.filled[other..other + second.strides[axis]];
                    for from in places(one) {
                        for to in places(other) {
                            let free = to + across[axis] - from;
                            let (direction, free) = match free > 0 {
                                true => (2 * axis, free - 1),
                                false => (2 * axis + 1, -free - 1),
                            };
                            gaps[direction] = gaps[direction].min(free as u16);
                        }
                    }
                }
            }
            if is_short {
                (gaps[2 * axis], gaps[2 * axis + 1]) = beside(row, place);
            }
        }
        gaps
    }
}

/// A cube against another one, which may be too far away for a difference.
#[inline]
fn relative(cell: Cell, first: Cell) -> Cell {
    [0, 1, 2].map(|axis| cell[axis].wrapping_sub(first[axis]))
}

/// The places of bits in a row.
fn places(words: &[u64]) -> impl Iterator<Item = i32> + '_ {
    let is_set = move |&place: &usize| words[place / 64] >> (place % 64) & 1 == 1;
    let all = (0..words.len() * 64).filter(is_set);
    all.map(|place| place as i32)
}

/// The distances from a place to the next bit above it and below it, less one.
#[inline]
fn beside(word: u64, place: i32) -> (u16, u16) {
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
        let mut gaps = Gaps::new();
        for round in 0..40 {
            let longest = if round % 4 == 0 { 150 } else { 6 };
            let mut piece = |cubes: usize| -> Vec<Cell> {
                let cell = |_| [draw(longest), draw(4), draw(4)];
                (0..cubes).map(cell).collect()
            };
            let (first, second) = (piece(9), piece(7));
            gaps.fill([&first[..], &second[..]].into_iter(), 200)
                .unwrap();
            for _ in 0..20 {
                let by = [draw(20) - 10, draw(9) - 4, draw(9) - 4];
                let moved = second
                    .iter()
                    .map(|&cell| [0, 1, 2].map(|a| cell[a] + by[a]));
                let moved: HashSet<Cell> = moved.collect();
                // From first cube to first cube.
                let by = [0, 1, 2].map(|a| by[a] + second[0][a] - first[0][a]);
                let found = gaps.get(0, 1, by.map(|by| by as i16));
                for (direction, found) in found.into_iter().enumerate() {
                    let wanted = match direction % 2 {
                        0 => walked(&first, &moved, direction / 2, 1),
                        _ => walked(&first, &moved, direction / 2, -1),
                    };
                    assert_eq!(found, wanted, "{first:?} {second:?} {by:?} {direction}");
                }
            }
        }
    }
}
