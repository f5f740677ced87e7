//! Indices of items and options within a sub-problem, and the places of nodes.

/// An item's number: the active primary items come first, in input order; then the
/// secondary items that are not purified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rank(pub u32);

impl Rank {
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A primary item's place in the arrays of the choice, which handles groups of eight slots. Items
/// whose bound may change come first, in groups of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slot(pub u32);

impl Slot {
    #[inline(always)]
    pub fn new(group: usize, lane: usize) -> Self {
        Slot((group * 8 + lane) as u32)
    }

    #[inline(always)]
    pub fn group(self) -> usize {
        self.0 as usize / 8
    }

    /// Its place in the group.
    #[inline(always)]
    pub fn lane(self) -> usize {
        self.0 as usize % 8
    }

    /// Its word in a bitmap of slots, and its bit there.
    #[inline(always)]
    pub fn word(self) -> usize {
        self.0 as usize / 64
    }

    #[inline(always)]
    pub fn mask(self) -> u64 {
        1 << (self.0 % 64)
    }
}

/// Records per word of options: one for each of the 64 bits, and an empty one. `trailing_zeros` of
/// an empty word is 64 and leads there, so that loops need no branch.
pub(super) const RECORDS: usize = 65;

/// An option's index, which is that of its bit: options are in input order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bit(pub usize);

impl Bit {
    #[inline(always)]
    pub fn new(word: usize, place: usize) -> Self {
        Bit(word * 64 + place)
    }

    #[inline(always)]
    pub fn index(self) -> usize {
        self.0
    }

    #[inline(always)]
    pub fn word(self) -> usize {
        self.0 / 64
    }

    /// The index of its record; each word has [`RECORDS`] of them.
    #[inline(always)]
    pub fn record(self) -> usize {
        self.0 + self.word()
    }

    #[inline(always)]
    pub fn mask(self) -> u64 {
        1 << (self.0 % 64)
    }
}

/// A node's place in its sub-problem and in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Its frame: how far it is below the sub-problem's root.
    pub depth: usize,
    pub level: usize,
    /// How many items are active.
    pub active: u32,
}

impl Place {
    #[inline(always)]
    pub fn below(self, active: u32) -> Self {
        Place {
            depth: self.depth + 1,
            level: self.level + 1,
            active,
        }
    }
}
