//! 32 lanes of 16 bits: one vector of AVX-512, two of AVX2, four of SSE2.
//!
//! The loops have fixed lengths and no branches, so that the compiler makes vector
//! instructions of them wherever they are inlined.

/// Sets of unavoidable sets: 512 of them, or up to 16 in each of 32 lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lanes([u16; 32]);

/// A row for each cell of a band; rows from 27 on are empty and make look-ups unchecked.
pub type Rows = [Lanes; 32];

/// The empty rows.
pub const NO_ROWS: Rows = [Lanes::EMPTY; 32];

impl Lanes {
    pub const EMPTY: Self = Lanes([0; 32]);

    /// Adds bit `bit` of a lane.
    pub fn insert(&mut self, lane: usize, bit: usize) {
        self.0[lane] |= 1 << bit;
    }

    #[inline(always)]
    pub fn or(mut self, other: &Self) -> Self {
        for (lane, other) in self.0.iter_mut().zip(other.0) {
            *lane |= other;
        }
        self
    }

    #[inline(always)]
    pub fn minus(mut self, other: &Self) -> Self {
        for (lane, other) in self.0.iter_mut().zip(other.0) {
            *lane &= !other;
        }
        self
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, lane| all | lane) == 0
    }

    /// Which lanes are not empty, as bits, with the help of [`Bits`].
    #[inline(always)]
    pub fn nonempty(&self, bits: &Bits) -> u32 {
        let mut lanes = self.0;
        for (lane, bit) in lanes.iter_mut().zip(bits.0) {
            // No branch.
            *lane = u16::from(*lane != 0).wrapping_neg() & bit;
        }
        let half = |lanes: &[u16]| lanes.iter().fold(0, |all, lane| all | lane);
        u32::from(half(&lanes[..16])) | u32::from(half(&lanes[16..])) << 16
    }

    /// The union of the rows of some cells.
    #[inline(always)]
    pub fn of_cells(mut cells: u32, rows: &Rows) -> Self {
        let mut union = Lanes::EMPTY;
        while cells != 0 {
            union = union.or(&rows[cells.trailing_zeros() as usize]);
            cells &= cells - 1;
        }
        union
    }
}

/// In each lane its own bit among 16. A constant would be taken apart by the compiler, and its lanes
/// be treated one by one.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Bits([u16; 32]);

impl Bits {
    pub fn new() -> Self {
        Bits(std::array::from_fn(|lane| 1 << (lane % 16)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_has_its_bit() {
        for lane in 0..32 {
            for bit in 0..16 {
                let mut lanes = Lanes::EMPTY;
                lanes.insert(lane, bit);
                assert_eq!(lanes.nonempty(&Bits::new()), 1 << lane);
                assert!(!lanes.is_empty() && lanes.minus(&lanes).is_empty());
            }
        }
        let mut rows = NO_ROWS;
        for (cell, row) in rows.iter_mut().enumerate().take(27) {
            row.insert(cell, cell % 16);
        }
        let cells = 0b100_0000_0000_1010_0000_0001;
        assert_eq!(Lanes::of_cells(cells, &rows).nonempty(&Bits::new()), cells);
    }
}
