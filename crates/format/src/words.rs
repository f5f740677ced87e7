//! The grammar of words, in nom: an item with its bounds, an item with its color, a cost.
//!
//! The C program's scan reads up to eight bytes of a name and stops at the first fault. These
//! parsers do the same, so faults are found at the same place. Our own syntax allows 255 bytes. The
//! text given to a parser must end in a newline.

use super::costs::{Decimal, TooLarge};
use super::{Bounds, FaultKind, Name, Original};
use dlx3_base::text::blank::is_blank;
use nom::bytes::complete::{tag, take, take_till, take_while_m_n};
use nom::combinator::{cond, opt, verify};
use nom::error::{ErrorKind, ParseError};
use nom::sequence::{preceded, terminated};
use nom::{Err, IResult, Parser};

/// A fault, and the text from its place on.
pub struct WordFault<'a> {
    pub kind: FaultKind,
    pub rest: &'a [u8],
}

impl<'a> ParseError<&'a [u8]> for WordFault<'a> {
    /// A parser below that fails for a reason of nom's own is tried only, or its fault is replaced.
    fn from_error_kind(rest: &'a [u8], _: ErrorKind) -> Self {
        let kind = FaultKind::EmptyItemName;
        WordFault { kind, rest }
    }

    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

type Parsed<'a, T> = IResult<&'a [u8], T, WordFault<'a>>;

fn fault<T>(kind: FaultKind, rest: &[u8]) -> Parsed<'_, T> {
    Err(Err::Failure(WordFault { kind, rest }))
}

/// A word of the item line.
pub struct ItemWord {
    pub name: Name,
    /// `None` if no bounds were written.
    pub bounds: Option<Bounds>,
    /// There is no upper bound; `bounds` has a placeholder for it.
    pub is_open: bool,
    /// The lengths of the scanned prefixes and of the name.
    pub scanned: [Option<usize>; 3],
}

/// The syntax that is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// What one of Knuth's programs accepts.
    Of(Original),
    /// What DLX3 accepts, with costs, longer names, and `*` for no upper bound.
    Ours,
}

impl Default for Syntax {
    fn default() -> Self {
        Syntax::Of(Original::default())
    }
}

impl Syntax {
    /// The most bytes of a name.
    fn most(self) -> usize {
        match self {
            Syntax::Of(_) => Name::MOST_OF_DLX3,
            Syntax::Ours => Name::MAX,
        }
    }

    /// The one of Knuth's programs that reads it, or whose mems are charged.
    pub fn original(self) -> Original {
        match self {
            Syntax::Of(original) => original,
            Syntax::Ours => Original::Dlx3,
        }
    }

    fn too_long(self) -> FaultKind {
        match self {
            Syntax::Of(_) => FaultKind::ItemNameTooLong,
            Syntax::Ours => FaultKind::LongName,
        }
    }
}

/// Bytes up to one at which `stop` holds, but no more than `most`.
fn up_to<'a>(
    most: usize,
    stop: impl Fn(u8) -> bool,
) -> impl Parser<&'a [u8], Output = &'a [u8], Error = WordFault<'a>> {
    take_while_m_n(0, most, move |byte| !stop(byte))
}

/// A piece of a word of the item line, and the byte after it: a blank, `:` or `|`. It is None after
/// a piece of `most` bytes, whatever follows.
fn piece(text: &[u8], most: usize) -> Parsed<'_, (&[u8], Option<u8>)> {
    let stops = |byte| is_blank(byte) || matches!(byte, b':' | b'|');
    let (after, piece) = up_to(most, stops).parse(text)?;
    let end = after.first().filter(|_| piece.len() < most);
    Ok((after, (piece, end.copied())))
}

/// A piece that ends in `:` or in `|`, whichever is `end`, and that byte.
fn prefix<'a>(
    most: usize,
    end: u8,
) -> impl Parser<&'a [u8], Output = &'a [u8], Error = WordFault<'a>> {
    let piece = move |text| piece(text, most);
    let prefix = verify(piece, move |found: &(_, _)| found.1 == Some(end));
    terminated(prefix.map(|found| found.0), take(1usize))
}

/// A number of at most seven digits; without any, it is 0.
fn number(digits: &[u8]) -> Option<u32> {
    if digits.len() >= Name::MOST_OF_DLX3 {
        return None;
    }
    digits.iter().try_fold(0, |value, &byte| {
        byte.is_ascii_digit()
            .then(|| 10 * value + u32::from(byte - b'0'))
    })
}

/// `NAME`, `u|NAME` or `a:u|NAME`. In our own syntax, `a:*|NAME` has no upper bound. Secondary items
/// have no prefix, nor has any item of a program without bounds.
pub fn item_word(text: &[u8], primary: bool, syntax: Syntax) -> Parsed<'_, ItemWord> {
    let most = syntax.most();
    let may_be_bounded = primary && syntax.original().has_bounds();
    let mut lower = None;
    let mut bounds = None;
    let mut is_open = false;
    let (after_lower, low) = opt(cond(may_be_bounded, prefix(most, b':'))).parse(text)?;
    let low = low.flatten();
    if let Some(digits) = low {
        let Some(value) = number(digits) else {
            return fault(FaultKind::IllegalDigit, text);
        };
        lower = Some(value);
    }
    let (rest, high) = opt(cond(may_be_bounded, prefix(most, b'|'))).parse(after_lower)?;
    let high = high.flatten();
    if let Some(digits) = high {
        is_open = syntax == Syntax::Ours && digits == b"*" && lower.is_some();
        let upper = if is_open {
            Some(Bounds::MAX)
        } else {
            number(digits)
        };
        let Some(upper) = upper else {
            return fault(FaultKind::IllegalDigit, after_lower);
        };
        let lower = lower.unwrap_or(upper);
        if upper == 0 {
            return fault(FaultKind::UpperBoundZero, rest);
        }
        if lower > upper {
            return fault(FaultKind::LowerExceedsUpper, rest);
        }
        bounds = Some(Bounds { lower, upper });
    }
    let (after, (name, end)) = piece(rest, most)?;
    let kind = match end {
        Some(b':' | b'|') if !syntax.original().has_bounds() => FaultKind::IllegalByte,
        Some(b':') => FaultKind::IllegalColon,
        Some(b'|') => FaultKind::IllegalBar,
        _ if lower.is_some() && bounds.is_none() => FaultKind::LowerWithoutUpper,
        _ if name.is_empty() => FaultKind::ItemNameEmpty,
        _ if !after.first().is_some_and(|&byte| is_blank(byte)) => syntax.too_long(),
        _ => {
            let word = ItemWord {
                name: Name::pack(name),
                bounds,
                is_open,
                scanned: [low, high, Some(name)].map(|piece| piece.map(<[u8]>::len)),
            };
            return Ok((after, word));
        }
    };
    fault(kind, rest)
}

/// The name at the start of an option's word. A blank follows it or, if items may have colors, `:`.
#[inline]
pub fn option_name(text: &[u8], syntax: Syntax) -> Parsed<'_, &[u8]> {
    let has_colors = syntax.original().has_colors();
    let stops = |byte| is_blank(byte) || (byte == b':' && has_colors);
    let (after, name) = up_to(syntax.most(), stops).parse(text)?;
    if name.is_empty() {
        return fault(FaultKind::EmptyItemName, text);
    }
    if !after.first().is_some_and(|&byte| stops(byte)) {
        return fault(syntax.too_long(), text);
    }
    Ok((after, name))
}

/// `:c`, where `c` is a byte other than white space, followed by a blank, which is not consumed.
/// (A pattern: as combinators, it takes 65 instructions more for each colored item.)
#[inline]
pub fn color(text: &[u8]) -> Parsed<'_, u8> {
    match text {
        [b':', color, after, ..] if !is_blank(*color) && is_blank(*after) => {
            Ok((&text[2..], *color))
        }
        _ => fault(FaultKind::BadColor, text),
    }
}

/// `|7` or `|-1.5e3`, the cost of an option, followed by a blank, which is not consumed.
pub fn cost(text: &[u8]) -> Parsed<'_, Decimal> {
    let (after, word) = preceded(tag("|"), take_till(is_blank)).parse(text)?;
    match Decimal::parse(word) {
        Ok(cost) => Ok((after, cost)),
        Err(None) => fault(FaultKind::CostNotNumber, text),
        Err(Some(TooLarge)) => fault(FaultKind::CostTooLarge, text),
    }
}
