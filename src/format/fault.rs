//! What can be wrong with `.dlx` text, and the one place that says it.

use std::fmt;
use std::io;

/// The reason of a fault. The texts are those of the C program, where it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// The text has no item line.
    #[error("No items")]
    NoItems,
    /// A `:` that does not end a lower bound.
    #[error("Illegal `:' in item name")]
    IllegalColon,
    /// A `|` that neither ends an upper bound nor stands alone.
    #[error("Illegal `|' in item name")]
    IllegalBar,
    /// A bound is not a number.
    #[error("Illegal digit in bound spec")]
    IllegalDigit,
    /// An upper bound is 0.
    #[error("Upper bound is zero")]
    UpperBoundZero,
    /// A lower bound is larger than the upper one.
    #[error("Lower bound exceeds upper bound")]
    LowerExceedsUpper,
    /// A lower bound has no upper one after it.
    #[error("Lower bound without upper bound")]
    LowerWithoutUpper,
    /// A word of the item line has no name.
    #[error("Item name empty")]
    ItemNameEmpty,
    /// A name or a bound is longer than 8 bytes.
    #[error("Item name too long")]
    ItemNameTooLong,
    /// The item line names an item twice.
    #[error("Duplicate item name")]
    DuplicateItem,
    /// The item line has a second `|` that stands alone.
    #[error("Item name line contains | twice")]
    SecondBar,
    /// Items and nodes no longer fit in 31 bits.
    #[error("Too many items")]
    TooManyItems,
    /// A word of an option has no name.
    #[error("Empty item name")]
    EmptyItemName,
    /// An option names an item that the item line does not name.
    #[error("Unknown item name")]
    UnknownItem,
    /// An option names an item twice.
    #[error("Duplicate item name in this option")]
    DuplicateInOption,
    /// A color is not one byte.
    #[error("Color must be a single character")]
    BadColor,
    /// An option gives a primary item a color.
    #[error("Primary item must be uncolored")]
    ColoredPrimary,
    /// Items and nodes no longer fit in 31 bits.
    #[error("Too many nodes")]
    TooManyNodes,
    /// A cost is not a number. Only where costs are accepted, as in DLX5.
    #[error("Option cost should be a decimal number")]
    CostNotNumber,
    /// A cost has something else than digits. Only where costs are accepted, as in DLX5.
    #[error("Illegal digit in option cost")]
    IllegalCostDigit,
    /// The costs of an option need more than 64 bits. (DLX5 would wrap around.)
    #[error("Option cost too large")]
    CostTooLarge,
    /// A NUL byte. (Not one of C's faults: it ends a C string.)
    #[error("NUL byte in the input")]
    NulByte,
}

impl FaultKind {
    /// A hint how to mend the text.
    fn hint(self) -> &'static str {
        match self {
            Self::NoItems => {
                "the first line that is neither blank nor a comment must name the items"
            }
            Self::IllegalColon => {
                "a `:' belongs to bounds, as in 1:2|NAME, and only primary items have them"
            }
            Self::IllegalBar => {
                "a `|' ends bounds, as in 2|NAME, or stands alone before the secondary items"
            }
            Self::IllegalDigit => {
                "only a number may stand before a `:' or `|': bounds, as in 2|NAME or 1:2|NAME"
            }
            Self::UpperBoundZero => "the upper bound must be at least 1; a missing one counts as 0",
            Self::LowerExceedsUpper => "bounds are written LOWER:UPPER|NAME",
            Self::LowerWithoutUpper => "bounds are written UPPER|NAME or LOWER:UPPER|NAME",
            Self::ItemNameEmpty | Self::EmptyItemName => "a name is missing here",
            Self::ItemNameTooLong => "names have at most 8 bytes; a bound prefix at most 7 digits",
            Self::DuplicateItem => "this item was named before",
            Self::SecondBar => "one `|' separates primary from secondary items",
            Self::TooManyItems | Self::TooManyNodes => "items and nodes are numbered in 31 bits",
            Self::UnknownItem => "the item line does not name this item",
            Self::DuplicateInOption => "an option is a set: each item at most once",
            Self::BadColor => "write NAME:c with one byte c that is not white space",
            Self::ColoredPrimary => "only secondary items have colors",
            Self::CostNotNumber | Self::IllegalCostDigit => {
                "a cost is digits after a `|', as in |7, and stands after an item"
            }
            Self::CostTooLarge => "costs have 64 bits",
            Self::NulByte => "is this a text file?",
        }
    }
}

/// A fault in `.dlx` text, with its place.
///
/// Its `Display` is what the filter prints: the two lines of the C program
/// (message, position, line, and a newline more), and one more line with a
/// caret, the line number and a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The number of the line, from 1; 0 if the fault is in none.
    pub line: u64,
    /// Where the scan stood in that line, in bytes from 0.
    pub position: usize,
    /// The start of the line, at most 99 bytes, with its newline if it fits.
    pub excerpt: Vec<u8>,
}

impl Fault {
    const EXCERPT: usize = 99;

    pub(super) fn new(kind: FaultKind, line: u64, position: usize, text: &[u8]) -> Self {
        let length = text.len().min(Self::EXCERPT);
        // C's printf stops at a NUL byte.
        let length = memchr::memchr(0, &text[..length]).unwrap_or(length);
        Fault {
            kind,
            line,
            position,
            excerpt: text[..length].to_vec(),
        }
    }

    /// The bytes to print: the excerpt need not be UTF-8.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{}!\n{}: ", self.kind, self.position).into_bytes();
        let margin = bytes.len() - self.kind.to_string().len() - 2;
        bytes.extend_from_slice(&self.excerpt);
        bytes.push(b'\n');
        if self.line > 0 && self.position < self.excerpt.len() {
            bytes.extend(std::iter::repeat_n(b' ', margin));
            // Tabs keep the caret below its word.
            bytes.extend(
                self.excerpt[..self.position]
                    .iter()
                    .filter(|&&byte| byte & 0xc0 != 0x80)
                    .map(|&byte| if byte == b'\t' { b'\t' } else { b' ' }),
            );
            bytes.extend_from_slice(b"^ ");
        }
        let hint = self.kind.hint();
        let place = match self.line {
            0 => String::new(),
            line => format!("line {line}, column {}: ", self.position + 1),
        };
        bytes.extend_from_slice(format!("{place}{hint}\n").as_bytes());
        bytes
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(String::from_utf8_lossy(&self.to_bytes()).trim_end())
    }
}

impl std::error::Error for Fault {}

/// Why a problem could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is not a problem.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The input cannot be read.
    #[error("cannot read the input: {0}")]
    Io(#[from] io::Error),
}
