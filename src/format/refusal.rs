//! Why a call of a [`Builder`](super::Builder) is refused.

use super::{Bounds, FaultKind, Name};

/// Why a [`Builder`](super::Builder) refuses a call, or bytes are no [`Name`]. What was
/// refused leaves no trace in the builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A name has no bytes.
    #[error("an item's name must not be empty")]
    EmptyName,
    /// A name is longer than [`Name::MAX`] bytes.
    #[error("an item's name has at most {max} bytes", max = Name::MAX)]
    LongName,
    /// A name contains white space or NUL.
    #[error("an item's name must not contain white space or NUL")]
    BlankInName,
    /// A name contains `:` or `|`, and could not be read back from text.
    #[error("an item's name must not contain `:' or `|'")]
    DelimiterInName,
    /// There is an item of that name already.
    #[error("there is an item of this name already")]
    DuplicateName,
    /// An upper bound is 0.
    #[error("an item's upper bound must be at least 1")]
    ZeroUpperBound,
    /// A lower bound is larger than the upper one.
    #[error("an item's lower bound must not exceed its upper bound")]
    LowerExceedsUpper,
    /// An upper bound is larger than [`Bounds::MAX`].
    #[error("an item's upper bound is at most {max}", max = Bounds::MAX)]
    LargeBound,
    /// A primary item is added after a secondary one.
    #[error("primary items must be added before secondary ones")]
    PrimaryAfterSecondary,
    /// A secondary item is added, or the problem is built, without a primary item.
    #[error("a problem needs a primary item")]
    NoItems,
    /// An item does not fit: items and nodes are numbered in 31 bits.
    #[error("the problem has too many items")]
    TooManyItems,
    /// An option does not fit: items and nodes are numbered in 31 bits.
    #[error("the problem has too many nodes")]
    TooManyNodes,
    /// An option names an item that is not one of this builder's.
    #[error("an option's items must be items of its problem")]
    ForeignItem,
    /// An option names an item twice.
    #[error("an option must not name an item twice")]
    RepeatedItem,
    /// An option gives a primary item a color.
    #[error("only secondary items have colors")]
    ColoredPrimary,
    /// A color is white space or NUL.
    #[error("a color is a byte that is neither white space nor NUL")]
    BadColor,
    /// An option has no primary item.
    #[error("an option needs a primary item")]
    NoPrimaryItem,
}

impl BuildError {
    /// The same as a fault of a text. (What is wrong with a word or a bound, or which items
    /// there are not, the reader of text finds by itself.)
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
