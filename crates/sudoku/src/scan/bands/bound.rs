//! How many clues the third band needs at least, when the clues of the others are known.
//!
//! A *socket* is two cells of a minirow (three cells of a row in a box): there are 27. An
//! unavoidable set whose part in the third band is a socket opens it, if the clues of the
//! other bands leave it unhit. An open socket needs a clue in one of its two cells. So a
//! minirow with open sockets needs a clue, and two if all three are open. Minirows are
//! disjoint, so these add up.
//!
//! Then other small parts, which share no cell with a minirow's open sockets, nor with each
//! other, need a clue each.

use super::lanes::{Bits, Lanes, NO_ROWS, Rows};
use super::part;

/// Sets of a lane and table.
const DEEP: usize = 16;
/// The sockets of a band.
const SOCKETS: usize = 27;
/// The most small parts.
const PARTS: usize = 64;

/// The cells of a minirow in which open sockets need their clues. Bits of the index: the sockets of
/// the first and second, first and third, second and third cell.
pub const USED: [u32; 8] = [0, 0b011, 0b101, 0b011, 0b110, 0b011, 0b101, 0b111];

/// The clues that the open sockets of three minirows need.
const NEEDED: [u8; 512] = {
    let mut needed = [0; 512];
    let mut open = 0;
    while open < 512 {
        let mut minirow = 0;
        while minirow < 3 {
            needed[open] += match open >> (3 * minirow) & 7 {
                0 => 0,
                7 => 2,
                _ => 1,
            };
            minirow += 1;
        }
        open += 1;
    }
    needed
};

/// The number of a socket, if the part is one.
fn socket(part: u32) -> Option<usize> {
    let (low, high) = (
        part.trailing_zeros() as usize,
        part.checked_ilog2()? as usize,
    );
    let is_socket = part.count_ones() == 2 && low / 3 == high / 3;
    is_socket.then(|| low / 3 * 3 + low % 3 + high % 3 - 1)
}

/// In each lane up to 16 unavoidable sets with the same part in the third band.
struct Table {
    is_empty: bool,
    all: Lanes,
    /// Those that the cells of each band hit.
    hit: [Rows; 3],
}

impl Table {
    const EMPTY: Self = Table {
        is_empty: true,
        all: Lanes::EMPTY,
        hit: [NO_ROWS; 3],
    };

    fn insert(&mut self, set: u128, lane: usize, bit: usize) {
        self.is_empty = false;
        self.all.insert(lane, bit);
        for (band, rows) in self.hit.iter_mut().enumerate() {
            let cells = part(set, band);
            for (cell, row) in rows.iter_mut().enumerate() {
                if cells >> cell & 1 == 1 {
                    row.insert(lane, bit);
                }
            }
        }
    }

    /// Those of `unhit` that clues of a band leave unhit.
    #[inline(always)]
    fn left(&self, unhit: &Lanes, band: usize, clues: u32) -> Lanes {
        // Few parts have more sets than the first table.
        match self.is_empty {
            true => Lanes::EMPTY,
            false => unhit.minus(&Lanes::of_cells(clues, &self.hit[band])),
        }
    }

    #[inline(always)]
    fn unhit(&self, band: usize, clues: u32) -> Lanes {
        self.left(&self.all, band, clues)
    }
}

/// The tables of a third band.
pub struct Bound {
    bits: Bits,
    /// Lanes are sockets.
    sockets: Box<[Table; 2]>,
    /// Lanes are small parts: the first 32 in two tables, the others in two more.
    parts: Box<[Table; 4]>,
    /// For each part, those that have no cell in common with it.
    apart: [u64; PARTS],
    /// For each minirow and its open sockets, the parts that have no used cell.
    beside: [[u64; 8]; 9],
}

/// What is unhit when the clues of the first band are known.
#[derive(Clone, Copy)]
pub struct Unhit {
    sockets: [Lanes; 2],
    parts: [Lanes; 4],
}

impl Unhit {
    pub const NONE: Self = Unhit {
        sockets: [Lanes::EMPTY; 2],
        parts: [Lanes::EMPTY; 4],
    };
}

impl Bound {
    /// With sets that are ordered by their part in the third band, smallest first, and equal parts
    /// side by side.
    pub fn new(sets: &[u128], third: usize) -> Self {
        let mut sockets = Box::new([Table::EMPTY; 2]);
        let mut parts = Box::new([Table::EMPTY; 4]);
        let mut depth = [0; SOCKETS];
        let mut others: Vec<&[u128]> = Vec::new();
        for same in sets.chunk_by(|&a, &b| part(a, third) == part(b, third)) {
            let Some(number) = socket(part(same[0], third)) else {
                others.push(same);
                continue;
            };
            for &set in same {
                if depth[number] < 2 * DEEP {
                    sockets[depth[number] / DEEP].insert(set, number, depth[number] % DEEP);
                    depth[number] += 1;
                }
            }
        }
        // Of equal size, those of most sets.
        others.sort_by_key(|same| (part(same[0], third).count_ones(), usize::MAX - same.len()));
        others.truncate(PARTS);
        for (number, same) in others.iter().enumerate() {
            for (depth, &set) in same.iter().take(2 * DEEP).enumerate() {
                let table = &mut parts[number / 32 * 2 + depth / DEEP];
                table.insert(set, number % 32, depth % DEEP);
            }
        }
        let apart_from = |cells: u32| {
            let apart = others.iter().map(|same| part(same[0], third) & cells == 0);
            apart.zip(0..).fold(0, |all, (is_apart, place)| {
                all | u64::from(is_apart) << place
            })
        };
        let mut apart = [0; PARTS];
        for (apart, same) in apart.iter_mut().zip(&others) {
            *apart = apart_from(part(same[0], third));
        }
        let mut beside = [[0; 8]; 9];
        for (minirow, row) in beside.iter_mut().enumerate() {
            *row = USED.map(|used| apart_from(used << (3 * minirow)));
        }
        Bound {
            bits: Bits::new(),
            sockets,
            parts,
            apart,
            beside,
        }
    }

    /// What clues of a band leave unhit.
    #[inline(always)]
    pub fn unhit(&self, band: usize, clues: u32) -> Unhit {
        let [s0, s1] = &*self.sockets;
        let [p0, p1, p2, p3] = &*self.parts;
        Unhit {
            sockets: [s0.unhit(band, clues), s1.unhit(band, clues)],
            parts: [
                p0.unhit(band, clues),
                p1.unhit(band, clues),
                p2.unhit(band, clues),
                p3.unhit(band, clues),
            ],
        }
    }

    /// The sockets that are open with the clues of another band, too, as bits.
    #[inline(always)]
    pub fn open_sockets(&self, unhit: &Unhit, band: usize, clues: u32) -> u32 {
        let [s0, s1] = &*self.sockets;
        s0.left(&unhit.sockets[0], band, clues)
            .or(&s1.left(&unhit.sockets[1], band, clues))
            .nonempty(&self.bits)
    }

    /// The clues that open sockets need.
    #[inline(always)]
    pub fn needed(open: u32) -> u32 {
        let three = [open & 511, open >> 9 & 511, open >> 18 & 511];
        three
            .iter()
            .map(|&open| u32::from(NEEDED[open as usize]))
            .sum()
    }

    /// The cells in which open sockets need their clues.
    #[inline(always)]
    pub fn used(open: u32) -> u32 {
        let used = |minirow: u32| USED[(open >> (3 * minirow) & 7) as usize] << (3 * minirow);
        (0..9).fold(0, |all, minirow| all | used(minirow))
    }

    /// Whether `needed` clues for the sockets and those for other parts are more than `most`.
    #[inline(always)]
    pub fn needs_more(
        &self,
        unhit: &Unhit,
        band: usize,
        clues: u32,
        open: u32,
        needed: u32,
        most: u32,
    ) -> bool {
        let [p0, p1, p2, p3] = &*self.parts;
        let low = p0
            .left(&unhit.parts[0], band, clues)
            .or(&p1.left(&unhit.parts[1], band, clues))
            .nonempty(&self.bits);
        let high = p2
            .left(&unhit.parts[2], band, clues)
            .or(&p3.left(&unhit.parts[3], band, clues))
            .nonempty(&self.bits);
        let mut parts = u64::from(low) | u64::from(high) << 32;
        for (minirow, beside) in self.beside.iter().enumerate() {
            parts &= beside[(open >> (3 * minirow) & 7) as usize];
        }
        let mut needed = needed;
        while parts != 0 && needed <= most {
            needed += 1;
            parts &= self.apart[parts.trailing_zeros() as usize];
        }
        needed > most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The least number of cells that hit all parts.
    fn least(parts: &[u32]) -> u32 {
        let Some(&part) = parts.iter().min_by_key(|part| part.count_ones()) else {
            return 0;
        };
        let cells = (0..27).filter(|cell| part >> cell & 1 == 1);
        let rest = |cell: u32| -> Vec<u32> {
            parts
                .iter()
                .copied()
                .filter(|part| part >> cell & 1 == 0)
                .collect()
        };
        cells.map(|cell| 1 + least(&rest(cell))).min().unwrap_or(0)
    }

    #[test]
    fn sockets_are_the_27_pairs_of_cells_in_minirows() {
        let mut numbers = Vec::new();
        for low in 0..27 {
            for high in low + 1..27 {
                if let Some(number) = socket(1 << low | 1 << high) {
                    assert_eq!(number / 3, low / 3);
                    let used = USED[1 << (number % 3)] << (low / 3 * 3);
                    assert_eq!(used, 1 << low | 1 << high);
                    numbers.push(number);
                }
            }
        }
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..SOCKETS));
        assert_eq!((socket(0), socket(1), socket(0b111)), (None, None, None));
    }

    #[test]
    fn the_clues_of_open_sockets_are_those_that_hit_them() {
        for open in 0..512u32 {
            let parts: Vec<u32> = (0..9)
                .filter(|number| open >> number & 1 == 1)
                .map(|number| USED[1 << (number % 3)] << (number / 3 * 3))
                .collect();
            assert_eq!(Bound::needed(open), least(&parts));
            // The cells used cannot be hit by fewer.
            let used = Bound::used(open);
            let inside: Vec<u32> = parts.into_iter().filter(|part| part & !used == 0).collect();
            assert_eq!(Bound::needed(open), least(&inside));
        }
    }

    #[test]
    fn the_third_band_needs_at_least_the_clues_of_the_bound() {
        let random = &mut Random::new(8, 0);
        let mut reached = 0;
        for _ in 0..100 {
            let mut cells =
                |number: u32| (0..number).fold(0u128, |all, _| all | 1 << random.below(27));
            let mut sets: Vec<u128> = (0..60)
                .map(|number| {
                    let third = match number % 3 {
                        0 => {
                            let low = cells(1).trailing_zeros() / 3 * 3;
                            0b11 << low
                        }
                        _ => cells(2 + number % 3),
                    };
                    third << 27 | cells(2) | cells(2) << 54
                })
                .collect();
            sets.sort_by_key(|&set| (part(set, 1).count_ones(), part(set, 1)));
            let bound = Bound::new(&sets, 1);
            let (first, second) = (cells(5), cells(5));
            let clues = first | second << 54;
            let unhit = sets.iter().filter(|&&set| set & clues == 0);
            let parts: Vec<u32> = unhit.map(|&set| part(set, 1)).collect();
            let least = least(&parts);
            let (first, second) = (first as u32, second as u32);
            let after = bound.unhit(0, first);
            let open = bound.open_sockets(&after, 2, second);
            let needed = Bound::needed(open);
            assert!(needed <= least);
            assert!(!bound.needs_more(&after, 2, second, open, needed, least));
            reached += u32::from(
                least > 0 && bound.needs_more(&after, 2, second, open, needed, least - 1),
            );
        }
        assert!(reached > 30, "{reached}");
    }
}
