//! A step of a solution: what is done, how difficult it is, and why it is right.
//!
//! A step is data: cells, houses, candidates and links. Texts and pictures are made from it.

use super::marks::{Marks, bits};
use std::fmt;
use std::ops::ControlFlow;

/// The technique of a step. The file that searches for it defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs)] // the names say it
pub enum Technique {
    LastValue,
    HiddenSingle,
    DirectPointing,
    DirectClaiming,
    DirectHiddenPair,
    NakedSingle,
    DirectHiddenTriplet,
    Pointing,
    Claiming,
    Intersection,
    NakedPair,
    XWing,
    HiddenPair,
    NakedTriplet,
    Swordfish,
    HiddenTriplet,
    TwoStrongLinks,
    XyWing,
    XyzWing,
    UniqueLoop,
    NakedQuad,
    Jellyfish,
    HiddenQuad,
    ThreeStrongLinks,
    WxyzWing,
    Grave,
    FourStrongLinks,
    VwxyzWing,
    AlignedPair,
    UvwxyzWing,
    Cycle,
    ForcingChain,
    TuvwxyzWing,
    AlignedTriplet,
    Nishio,
    MultipleChains,
    DynamicChains,
    DynamicChainsPlus,
    NestedChains,
}

impl Technique {
    /// The usual name, in small letters.
    pub fn name(self) -> &'static str {
        match self {
            Technique::LastValue => "last-value",
            Technique::HiddenSingle => "hidden-single",
            Technique::DirectPointing => "direct-pointing",
            Technique::DirectClaiming => "direct-claiming",
            Technique::DirectHiddenPair => "direct-hidden-pair",
            Technique::NakedSingle => "naked-single",
            Technique::DirectHiddenTriplet => "direct-hidden-triplet",
            Technique::Pointing => "pointing",
            Technique::Claiming => "claiming",
            Technique::Intersection => "generalized-intersection",
            Technique::NakedPair => "naked-pair",
            Technique::XWing => "x-wing",
            Technique::HiddenPair => "hidden-pair",
            Technique::NakedTriplet => "naked-triplet",
            Technique::Swordfish => "swordfish",
            Technique::HiddenTriplet => "hidden-triplet",
            Technique::TwoStrongLinks => "two-strong-links",
            Technique::XyWing => "xy-wing",
            Technique::XyzWing => "xyz-wing",
            Technique::UniqueLoop => "unique-loop",
            Technique::NakedQuad => "naked-quad",
            Technique::Jellyfish => "jellyfish",
            Technique::HiddenQuad => "hidden-quad",
            Technique::ThreeStrongLinks => "three-strong-links",
            Technique::WxyzWing => "wxyz-wing",
            Technique::Grave => "bivalue-universal-grave",
            Technique::FourStrongLinks => "four-strong-links",
            Technique::VwxyzWing => "vwxyz-wing",
            Technique::AlignedPair => "aligned-pair-exclusion",
            Technique::UvwxyzWing => "uvwxyz-wing",
            Technique::Cycle => "bidirectional-cycle",
            Technique::ForcingChain => "forcing-chain",
            Technique::TuvwxyzWing => "tuvwxyz-wing",
            Technique::AlignedTriplet => "aligned-triplet-exclusion",
            Technique::Nishio => "nishio-forcing-chains",
            Technique::MultipleChains => "multiple-forcing-chains",
            Technique::DynamicChains => "dynamic-forcing-chains",
            Technique::DynamicChainsPlus => "dynamic-forcing-chains-plus",
            Technique::NestedChains => "nested-forcing-chains",
        }
    }

    /// The name in words, for people.
    pub fn title(self) -> &'static str {
        match self {
            Technique::LastValue => "Last value",
            Technique::HiddenSingle => "Hidden single",
            Technique::DirectPointing => "Direct pointing",
            Technique::DirectClaiming => "Direct claiming",
            Technique::DirectHiddenPair => "Direct hidden pair",
            Technique::NakedSingle => "Naked single",
            Technique::DirectHiddenTriplet => "Direct hidden triplet",
            Technique::Pointing => "Pointing",
            Technique::Claiming => "Claiming",
            Technique::Intersection => "Generalized intersection",
            Technique::NakedPair => "Naked pair",
            Technique::XWing => "X-wing",
            Technique::HiddenPair => "Hidden pair",
            Technique::NakedTriplet => "Naked triplet",
            Technique::Swordfish => "Swordfish",
            Technique::HiddenTriplet => "Hidden triplet",
            Technique::TwoStrongLinks => "Two strong links",
            Technique::XyWing => "XY-wing",
            Technique::XyzWing => "XYZ-wing",
            Technique::UniqueLoop => "Unique rectangle or loop",
            Technique::NakedQuad => "Naked quad",
            Technique::Jellyfish => "Jellyfish",
            Technique::HiddenQuad => "Hidden quad",
            Technique::ThreeStrongLinks => "Three strong links",
            Technique::WxyzWing => "WXYZ-wing",
            Technique::Grave => "Bivalue universal grave",
            Technique::FourStrongLinks => "Four strong links",
            Technique::VwxyzWing => "VWXYZ-wing",
            Technique::AlignedPair => "Aligned pair exclusion",
            Technique::UvwxyzWing => "UVWXYZ-wing",
            Technique::Cycle => "Bidirectional cycle",
            Technique::ForcingChain => "Forcing chain",
            Technique::TuvwxyzWing => "TUVWXYZ-wing",
            Technique::AlignedTriplet => "Aligned triplet exclusion",
            Technique::Nishio => "Nishio forcing chains",
            Technique::MultipleChains => "Multiple forcing chains",
            Technique::DynamicChains => "Dynamic forcing chains",
            Technique::DynamicChainsPlus => "Dynamic forcing chains plus",
            Technique::NestedChains => "Nested forcing chains",
        }
    }

    /// All techniques, in the order in which they are looked for.
    pub const ALL: [Technique; 39] = [
        Technique::LastValue,
        Technique::HiddenSingle,
        Technique::DirectPointing,
        Technique::DirectClaiming,
        Technique::DirectHiddenPair,
        Technique::NakedSingle,
        Technique::DirectHiddenTriplet,
        Technique::Pointing,
        Technique::Claiming,
        Technique::Intersection,
        Technique::NakedPair,
        Technique::XWing,
        Technique::HiddenPair,
        Technique::NakedTriplet,
        Technique::Swordfish,
        Technique::HiddenTriplet,
        Technique::TwoStrongLinks,
        Technique::XyWing,
        Technique::XyzWing,
        Technique::UniqueLoop,
        Technique::NakedQuad,
        Technique::Jellyfish,
        Technique::HiddenQuad,
        Technique::ThreeStrongLinks,
        Technique::WxyzWing,
        Technique::Grave,
        Technique::FourStrongLinks,
        Technique::VwxyzWing,
        Technique::AlignedPair,
        Technique::UvwxyzWing,
        Technique::Cycle,
        Technique::ForcingChain,
        Technique::TuvwxyzWing,
        Technique::AlignedTriplet,
        Technique::Nishio,
        Technique::MultipleChains,
        Technique::DynamicChains,
        Technique::DynamicChainsPlus,
        Technique::NestedChains,
    ];
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A candidate, assumed or found to be right (on) or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The cell, row by row from 0.
    pub cell: u8,
    /// The digit, from 1.
    pub digit: u8,
    /// Whether the cell has this digit.
    pub on: bool,
}

/// One implication of a chain: its beginning implies its end, perhaps together with other links of
/// the same end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The assumption.
    pub from: Mark,
    /// The consequence.
    pub to: Mark,
}

/// Why a step is right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// The cells of the pattern.
    pub cells: Vec<u8>,
    /// Its houses: 0 to 8 for boxes, 9 to 17 for rows, 18 to 26 for columns, 27 to 35 for windows,
    /// 36 and 37 for the diagonals.
    pub houses: Vec<u8>,
    /// Its digits: bit `d` for digit `d + 1`.
    pub digits: u16,
    /// Chains, each from its end back to its beginning.
    pub chains: Vec<Vec<Link>>,
    /// The assumption of each chain. A chain without links ends where it begins.
    pub starts: Vec<Mark>,
    /// For strong links of one digit, the two sides of each house: if the digit is not on one side,
    /// it is on the other. The second side of a house shares a house with the first side of the
    /// next.
    pub sides: Vec<[Vec<u8>; 2]>,
    /// Other cells that make a set with those of the pattern.
    pub others: Option<OtherCells>,
}

/// Cells that, with some of a pattern that count as one cell, make a naked or a hidden set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherCells {
    /// The house of all of them.
    pub house: u8,
    /// The cells.
    pub cells: Vec<u8>,
    /// The digits of the set: bit `d` for digit `d + 1`.
    pub digits: u16,
    /// Whether the digits have no other places; else the cells have no other candidates.
    pub is_hidden: bool,
}

/// Takes the steps of a technique as they are found; it breaks with one to end the search.
pub(super) type Visit<'v> = dyn FnMut(Step) -> ControlFlow<Step> + 'v;

/// The first step that a search finds.
pub(super) fn first(search: impl FnOnce(&mut Visit<'_>) -> ControlFlow<Step>) -> Option<Step> {
    search(&mut ControlFlow::Break).break_value()
}

/// The hints that a search keeps: the best one, or all.
pub(super) struct Kept<T> {
    all: bool,
    pub found: Vec<T>,
}

impl<T> Kept<T> {
    /// Keeps all hints if `all`, else the best one.
    pub fn new(all: bool) -> Self {
        let found = Vec::new();
        Kept { all, found }
    }

    /// Whether a hint is kept; `is_better` compares it with the best one so far.
    pub fn wants(&self, is_better: impl FnOnce(&T) -> bool) -> bool {
        self.all || self.found.first().is_none_or(is_better)
    }

    /// Keeps a hint that is wanted.
    pub fn keep(&mut self, hint: T) {
        if !self.all {
            self.found.clear();
        }
        self.found.push(hint);
    }
}

/// A rating in tenths.
pub fn tenths(rating: f64) -> u32 {
    ((rating + 0.05) * 10.0) as u32
}

/// One step of a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// How difficult it is, in Sudoku Explainer's scale.
    pub rating: f64,
    /// The digit that it places, if it does.
    pub placed: Option<(u8, u8)>,
    /// The candidates that it removes: cells, and sets with bit `d` for digit `d + 1`.
    pub removed: Vec<(u8, u16)>,
    /// Why it is right.
    pub reason: Reason,
}

impl Step {
    /// A step that places a digit, from 0.
    pub(super) fn place(technique: Technique, rating: f64, cell: usize, digit: usize) -> Self {
        let placed = Some((cell as u8, digit as u8 + 1));
        Step {
            technique,
            rating,
            placed,
            removed: Vec::new(),
            reason: Reason::default(),
        }
    }

    /// A step that removes candidates.
    pub(super) fn remove(technique: Technique, rating: f64, removed: Vec<(u8, u16)>) -> Self {
        Step {
            technique,
            rating,
            placed: None,
            removed,
            reason: Reason::default(),
        }
    }

    /// The step with its reason.
    pub(super) fn because(
        mut self,
        cells: impl IntoIterator<Item = usize>,
        houses: impl IntoIterator<Item = usize>,
        digits: u16,
    ) -> Self {
        self.reason = Reason {
            cells: cells.into_iter().map(|cell| cell as u8).collect(),
            houses: houses.into_iter().map(|house| house as u8).collect(),
            digits,
            ..Reason::default()
        };
        self
    }

    /// Its rating in tenths.
    pub fn tenths(&self) -> u32 {
        tenths(self.rating)
    }

    /// Applies the step to the marks.
    pub fn apply(&self, marks: &mut Marks) {
        for &(cell, set) in &self.removed {
            marks.take_all(cell.into(), set);
        }
        if let Some((cell, digit)) = self.placed {
            marks.place(cell.into(), usize::from(digit) - 1);
        }
    }

    /// Whether it does anything.
    pub(super) fn changes(&self, marks: &Marks) -> bool {
        let mut removed = self.removed.iter();
        let taken = removed.any(|&(cell, set)| marks.digits(cell.into()) & set != 0);
        self.placed.is_some() || taken
    }

    /// Whether it removes no digit of a solution, and places only its digits.
    pub fn agrees_with(&self, solution: &[u8; 81]) -> bool {
        let kept = |&(cell, set): &(u8, u16)| {
            bits(set).all(|digit| digit + 1 != usize::from(solution[usize::from(cell)]))
        };
        let right = |(cell, digit): (u8, u8)| solution[usize::from(cell)] == digit;
        self.removed.iter().all(kept) && self.placed.is_none_or(right)
    }
}
