//! Why a [`Builder`](super::Builder) refuses a call.

use super::{Bounds, FaultKind, Name};

/// Why a [`Builder`](super::Builder) refuses a call, or bytes are not a [`Name`]. A refused call
/// leaves the builder unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// A name has no bytes.
    EmptyName,
    /// A name is longer than [`Name::MAX`] bytes.
    LongName,
    /// A name contains white space or NUL.
    BlankInName,
    /// A name contains `:` or `|`, and could not be read back from text.
    DelimiterInName,
    /// There is an item of that name already.
    DuplicateName,
    /// An upper bound is 0.
    ZeroUpperBound,
    /// A lower bound is larger than the upper one.
    LowerExceedsUpper,
    /// An upper bound is larger than [`Bounds::MAX`].
    LargeBound,
    /// A primary item is added after a secondary one.
    PrimaryAfterSecondary,
    /// A secondary item is added, or the problem is built, without a primary item.
    NoItems,
    /// An item does not fit: items and nodes are numbered in 31 bits.
    TooManyItems,
    /// An option does not fit: items and nodes are numbered in 31 bits.
    TooManyNodes,
    /// An option names an item that is not one of this builder's.
    ForeignItem,
    /// An option names an item twice.
    RepeatedItem,
    /// An option gives a primary item a color.
    ColoredPrimary,
    /// A color is white space or NUL.
    BadColor,
    /// An option has no primary item.
    NoPrimaryItem,
}

dlx3_base::messages! {
    BuildError {
        Self::EmptyName => "an item's name must not be empty",
        Self::LongName => ("an item's name has at most {max} bytes", max = Name::MAX),
        Self::BlankInName => "an item's name must not contain white space or NUL",
        Self::DelimiterInName => "an item's name must not contain `:' or `|'",
        Self::DuplicateName => "there is an item of this name already",
        Self::ZeroUpperBound => "an item's upper bound must be at least 1",
        Self::LowerExceedsUpper => "an item's lower bound must not exceed its upper bound",
        Self::LargeBound => ("an item's upper bound is at most {max}", max = Bounds::MAX),
        Self::PrimaryAfterSecondary => "primary items must be added before secondary ones",
        Self::NoItems => "a problem needs a primary item",
        Self::TooManyItems => "the problem has too many items",
        Self::TooManyNodes => "the problem has too many nodes",
        Self::ForeignItem => "an option's items must be items of its problem",
        Self::RepeatedItem => "an option must not name an item twice",
        Self::ColoredPrimary => "only secondary items have colors",
        Self::BadColor => "a color is a byte that is neither white space nor NUL",
        Self::NoPrimaryItem => "an option needs a primary item",
    }
}

impl BuildError {
    /// This refusal as a fault of a text. (The reader finds wrong words and bounds, and missing
    /// items, by itself.)
    pub(super) fn in_text(self) -> FaultKind {
        match self {
            Self::DuplicateName => FaultKind::DuplicateItem,
            Self::NoItems => FaultKind::NoItems,
            Self::TooManyItems => FaultKind::TooManyItems,
            Self::TooManyNodes => FaultKind::TooManyNodes,
            Self::RepeatedItem => FaultKind::DuplicateInOption,
            Self::BadColor => FaultKind::BadColor,
            Self::EmptyName
            | Self::LongName
            | Self::BlankInName
            | Self::DelimiterInName
            | Self::ZeroUpperBound
            | Self::LowerExceedsUpper
            | Self::LargeBound
            | Self::PrimaryAfterSecondary
            | Self::ForeignItem
            | Self::ColoredPrimary
            | Self::NoPrimaryItem => unreachable!("the reader sees to it before: {self}"),
        }
    }
}
