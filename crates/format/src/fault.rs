//! Faults of `.dlx` text, and the only place that words them.

use dlx3_base::text::foreign;
use std::error::Error;
use std::fmt;
use std::io;

/// The kind of a fault. The messages are those of the C program, if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The text has no item line.
    NoItems,
    /// A `:` that does not end a lower bound.
    IllegalColon,
    /// A `|` that neither ends an upper bound nor stands alone.
    IllegalBar,
    /// A `:` or `|` in a name, for a program that knows no bounds.
    IllegalByte,
    /// A bound is not a number.
    IllegalDigit,
    /// An upper bound is 0.
    UpperBoundZero,
    /// A lower bound is larger than the upper one.
    LowerExceedsUpper,
    /// A lower bound has no upper one after it.
    LowerWithoutUpper,
    /// A word of the item line has no name.
    ItemNameEmpty,
    /// A name or a bound is longer than 8 bytes.
    ItemNameTooLong,
    /// A name is longer than 255 bytes, in the extended syntax.
    LongName,
    /// The item line names an item twice.
    DuplicateItem,
    /// The item line has a second `|` that stands alone.
    SecondBar,
    /// Items and nodes no longer fit in 31 bits.
    TooManyItems,
    /// A word of an option has no name.
    EmptyItemName,
    /// An option names an item that the item line does not name.
    UnknownItem,
    /// An option names an item twice.
    DuplicateInOption,
    /// A color is not one byte.
    BadColor,
    /// An option gives a primary item a color.
    ColoredPrimary,
    /// Items and nodes no longer fit in 31 bits.
    TooManyNodes,
    /// A cost is not a number. Only where costs are accepted, as in DLX5.
    CostNotNumber,
    /// The costs add up to 2^127 or more, in units of their last decimal.
    CostTooLarge,
    /// A NUL byte. (Not one of C's faults: it ends a C string.)
    NulByte,
}

dlx3_base::messages! {
    FaultKind {
        Self::NoItems => "No items",
        Self::IllegalColon => "Illegal `:' in item name",
        Self::IllegalBar => "Illegal `|' in item name",
        Self::IllegalByte => "Illegal character in item name",
        Self::IllegalDigit => "Illegal digit in bound spec",
        Self::UpperBoundZero => "Upper bound is zero",
        Self::LowerExceedsUpper => "Lower bound exceeds upper bound",
        Self::LowerWithoutUpper => "Lower bound without upper bound",
        Self::ItemNameEmpty => "Item name empty",
        Self::ItemNameTooLong | Self::LongName => "Item name too long",
        Self::DuplicateItem => "Duplicate item name",
        Self::SecondBar => "Item name line contains | twice",
        Self::TooManyItems => "Too many items",
        Self::EmptyItemName => "Empty item name",
        Self::UnknownItem => "Unknown item name",
        Self::DuplicateInOption => "Duplicate item name in this option",
        Self::BadColor => "Color must be a single character",
        Self::ColoredPrimary => "Primary item must be uncolored",
        Self::TooManyNodes => "Too many nodes",
        Self::CostNotNumber => "Option cost should be a decimal number",
        Self::CostTooLarge => "Option cost too large",
        Self::NulByte => "NUL byte in the input",
    }
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
            Self::IllegalByte => {
                "a name has no `:'; a `|' stands alone before the secondary items. Only dlx3 has \
                 bounds, as in 1:2|NAME"
            }
            Self::IllegalDigit => {
                "a number of at most 7 digits stands before a `:' or `|': bounds, as in 1:2|NAME"
            }
            Self::UpperBoundZero => "the upper bound must be at least 1; a missing one counts as 0",
            Self::LowerExceedsUpper => "bounds are written LOWER:UPPER|NAME",
            Self::LowerWithoutUpper => "bounds are written UPPER|NAME or LOWER:UPPER|NAME",
            Self::ItemNameEmpty | Self::EmptyItemName => "a name is missing here",
            Self::ItemNameTooLong => "names have at most 8 bytes; a bound prefix at most 7 digits",
            Self::LongName => "names have at most 255 bytes",
            Self::DuplicateItem => "this item was named before",
            Self::SecondBar => "one `|' separates primary from secondary items",
            Self::TooManyItems | Self::TooManyNodes => "items and nodes are numbered in 31 bits",
            Self::UnknownItem => "the item line does not name this item",
            Self::DuplicateInOption => "an option is a set: each item at most once",
            Self::BadColor => "write NAME:c with one byte c that is not white space",
            Self::ColoredPrimary => "only secondary items have colors",
            Self::CostNotNumber => {
                "a cost is a number after a `|', as in |7, |-0.5 or |1e3, and stands after an item"
            }
            Self::CostTooLarge => {
                "costs have at most 38 decimals, and in units of the last one all together are less \
                 than 2^127"
            }
            Self::NulByte => "is this a text file?",
        }
    }
}

/// A fault in `.dlx` text, with its place.
///
/// `Display` shows what the filter prints: the two lines of the C program (message, position, line,
/// and a newline), and a line with a caret, the line number and a hint.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The number of the line, from 1; 0 if the fault is in no line.
    pub line: u64,
    /// Where the scan stopped in that line, in bytes from 0.
    pub position: usize,
    /// The start of the line, at most 99 bytes, with its newline if it fits.
    pub excerpt: Vec<u8>,
}

impl Fault {
    const EXCERPT: usize = 99;

    pub(super) fn new(kind: FaultKind, line: u64, position: usize, text: &[u8]) -> Self {
        let length = text.len().min(Self::EXCERPT);
        // As in C, whose printf stops at a NUL byte.
        let length = memchr::memchr(0, &text[..length]).unwrap_or(length);
        Fault {
            kind,
            line,
            position,
            excerpt: text[..length].to_vec(),
        }
    }

    /// The bytes to print. The excerpt is not escaped, as in the C program, and need not be UTF-8.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.told(&self.excerpt, self.position)
    }

    /// The message for people: nothing in the excerpt can control a terminal.
    fn for_people(&self) -> String {
        // Only a newline can end it.
        let end = self.excerpt.strip_suffix(b"\n").unwrap_or(&self.excerpt);
        let (before, after) = end.split_at(self.position.min(end.len()));
        let before = foreign::shown_lines(before);
        let mut excerpt = before.clone() + &foreign::shown_lines(after);
        if end.len() < self.excerpt.len() {
            excerpt.push('\n');
        }
        let position = match self.position <= end.len() {
            true => before.len(),
            false => excerpt.len(),
        };
        String::from_utf8_lossy(&self.told(excerpt.as_bytes(), position)).into_owned()
    }

    /// The message with this excerpt, and a caret below byte `caret` of it.
    fn told(&self, excerpt: &[u8], caret: usize) -> Vec<u8> {
        let mut bytes = format!("{}!\n{}: ", self.kind, self.position).into_bytes();
        let margin = bytes.len() - self.kind.to_string().len() - 2;
        bytes.extend_from_slice(excerpt);
        bytes.push(b'\n');
        if self.line > 0 && caret < excerpt.len() {
            bytes.extend(std::iter::repeat_n(b' ', margin));
            // Tabs are kept, so that the caret is below its word.
            bytes.extend(
                excerpt[..caret]
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
        f.write_str(self.for_people().trim_end())
    }
}

/// `Display` on separate lines, for `unwrap`, or a `main` that returns it.
impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}

impl Error for Fault {}

/// Why a problem could not be read.
pub enum ReadError {
    /// The text is not a problem.
    Fault(Fault),
    /// The input cannot be read.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(error) => error.fmt(f),
            Self::Io(error) => write!(f, "cannot read the input: {error}"),
        }
    }
}

/// `Display`.
impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fmt::Debug::fmt(fault, f),
            Self::Io(_) => fmt::Display::fmt(self, f),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Fault(error) => error.source(),
            Self::Io(error) => Some(error),
        }
    }
}

impl From<Fault> for ReadError {
    fn from(error: Fault) -> Self {
        Self::Fault(error)
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

#[cfg(test)]
mod tests {
    use super::ReadError;
    use crate::Problem;

    #[test]
    fn a_fault_that_is_unwrapped_says_what_stands_where() {
        let fault = "A B\nA C\n".parse::<Problem>().unwrap_err();
        let shown = format!("{fault:?}");
        assert!(shown.contains("Unknown item name!\n2: A C"), "{shown}");
        assert!(shown.contains("line 2, column 3"), "{shown}");
        assert_eq!(format!("{:?}", ReadError::from(fault)), shown);
    }
}
