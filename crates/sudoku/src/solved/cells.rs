//! Sets of cells as bits: cell `c` is bit `c % 64` of word `c / 64`.
//!
//! `W` words hold `64 * W` cells: 2 are enough up to order 11, 4 up to 16, 16 up
//! to 32.

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells<const W: usize>(pub [u64; W]);

impl<const W: usize> Cells<W> {
    /// No cell.
    pub const EMPTY: Self = Cells([0; W]);

    /// The cells below `count`.
    pub fn below(count: usize) -> Self {
        (0..count).collect()
    }

    /// A set of one cell.
    #[inline(always)]
    pub fn single(cell: usize) -> Self {
        let mut cells = Self::EMPTY;
        cells.insert(cell);
        cells
    }

    /// Adds a cell, below `64 * W`.
    #[inline(always)]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out.
    #[inline(always)]
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Whether a cell is in the set.
    #[inline(always)]
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline(always)]
    fn zip(mut self, other: &Self, op: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = op(*word, other);
        }
        self
    }

    /// The intersection.
    #[inline(always)]
    pub fn and(self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// The union.
    #[inline(always)]
    pub fn or(self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The difference: the cells of this set that are not in `other`.
    #[inline(always)]
    pub fn minus(self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether there are no cells.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether `other` has all of this one's cells.
    #[inline(always)]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.minus(other).is_empty()
    }

    /// The number of cells.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest cell.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The cells in increasing order.
    #[inline(always)]
    pub fn iter(self) -> Iter<W> {
        Iter {
            rest: self,
            word: 0,
        }
    }
}

impl<const W: usize> FromIterator<usize> for Cells<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl<const W: usize> IntoIterator for Cells<W> {
    type Item = usize;
    type IntoIter = Iter<W>;

    #[inline(always)]
    fn into_iter(self) -> Iter<W> {
        self.iter()
    }
}

/// The cells of a set in increasing order.
pub struct Iter<const W: usize> {
    rest: Cells<W>,
    /// The words below this one are empty.
    word: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let bits = &mut self.rest.0[self.word];
            if *bits != 0 {
                let cell = 64 * self.word + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(cell);
            }
            self.word += 1;
        }
        None
    }
}

impl Cells<2> {
    /// The cells as one number: cell `c` is bit `c`.
    #[inline(always)]
    pub fn bits(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }

    /// The cells whose bits are set.
    #[inline(always)]
    pub fn from_bits(bits: u128) -> Self {
        Cells([bits as u64, (bits >> 64) as u64])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_in_order_from_any_word() {
        let list = [0, 63, 64, 80, 127, 128, 255];
        let set: Cells<4> = list.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), list);
        assert_eq!((set.count(), set.first()), (7, Some(0)));
        let mut rest = set.minus(&Cells::single(0));
        rest.remove(63);
        assert_eq!(rest.first(), Some(64));
        assert!(rest.is_subset(&set) && !set.is_subset(&rest));
        assert!(Cells::<4>::EMPTY.is_empty() && Cells::<4>::EMPTY.first().is_none());
        let nine = Cells::<2>::below(81);
        assert_eq!(nine.bits(), (1 << 81) - 1);
        assert_eq!(Cells::from_bits(nine.bits()), nine);
    }
}
