//! The grammar of words, in nom: an item with its bounds, an item with its color.
//!
//! The C program's scan reads up to eight bytes of a name and stops at the first fault. These
//! parsers do the same, so faults are found at the same place. Our own syntax allows 255 bytes. The
//! text given to a parser must end in a newline.

use super::costs::{Decimal, TooLarge};
use super::{Bounds, FaultKind, Name, Original};
use dlx3_base::text::blank::is_blank;
use nom::bytes::complete::take_while_m_n;
use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

/// A fault, and the text from its place on.
pub struct WordFault<'a> {
    pub kind: FaultKind,
    pub rest: &'a [u8],
}

impl<'a> ParseError<&'a [u8]> for WordFault<'a> {
    /// Unreachable: no parser below fails for a reason of nom's own.
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

fn up_to<'a>(
    most: usize,
    stop: impl Fn(u8) -> bool,
) -> impl Parser<&'a [u8], Output = &'a [u8], Error = WordFault<'a>> {
    take_while_m_n(0, most, move |byte| !stop(byte))
}

/// A number of at most seven digits.
fn number(digits: &[u8]) -> Option<u32> {
    if digits.len() >= Name::MOST_OF_DLX3 {
        return None;
    }
    digits.iter().try_fold(0, |value, &byte| {
        byte.is_ascii_digit()
            .then(|| 10 * value + u32::from(byte - b'0'))
    })
}

/// `NAME`, `u|NAME` or `a:u|NAME`; a missing number is 0. In our own syntax, `a:*|NAME` has no
/// upper bound. Secondary items have no prefix.
pub fn item_word(text: &[u8], primary: bool, syntax: Syntax) -> Parsed<'_, ItemWord> {
    if !syntax.original().has_bounds() {
        return plain_item_word(text, syntax);
    }
    let most = syntax.most();
    let mut rest = text;
    let mut scanned = [None; 3];
    let mut lower = None;
    let mut bounds = None;
    let mut is_open = false;
    for scan in &mut scanned {
        let (after, piece) =
            up_to(most, |byte| is_blank(byte) || matches!(byte, b':' | b'|')).parse(rest)?;
        *scan = Some(piece.len());
        let delimiter = match piece.len() {
            length if length == most => None,
            _ => after.first().copied(),
        };
        match delimiter {
            Some(b':') => {
                if !primary || lower.is_some() || bounds.is_some() {
                    return fault(FaultKind::IllegalColon, rest);
                }
                let Some(value) = number(piece) else {
                    return fault(FaultKind::IllegalDigit, rest);
                };
                lower = Some(value);
                rest = &after[1..];
            }
            Some(b'|') => {
                if !primary || bounds.is_some() {
                    return fault(FaultKind::IllegalBar, rest);
                }
                is_open = syntax == Syntax::Ours && piece == b"*" && lower.is_some();
                let upper = if is_open {
                    Some(Bounds::MAX)
                } else {
                    number(piece)
                };
                let Some(upper) = upper else {
                    return fault(FaultKind::IllegalDigit, rest);
                };
                rest = &after[1..];
                let lower = lower.unwrap_or(upper);
                if upper == 0 {
                    return fault(FaultKind::UpperBoundZero, rest);
                }
                if lower > upper {
                    return fault(FaultKind::LowerExceedsUpper, rest);
                }
                bounds = Some(Bounds { lower, upper });
            }
            _ => {
                if lower.is_some() && bounds.is_none() {
                    return fault(FaultKind::LowerWithoutUpper, rest);
                }
                if piece.is_empty() {
                    return fault(FaultKind::ItemNameEmpty, rest);
                }
                if !after.first().is_some_and(|&byte| is_blank(byte)) {
                    return fault(syntax.too_long(), rest);
                }
                let name = Name::pack(piece);
                return Ok((
                    after,
                    ItemWord {
                        name,
                        bounds,
                        is_open,
                        scanned,
                    },
                ));
            }
        }
    }
    unreachable!("a third prefix is a fault")
}

/// `NAME`, for programs without bounds.
fn plain_item_word(text: &[u8], syntax: Syntax) -> Parsed<'_, ItemWord> {
    let stops = |byte| is_blank(byte) || matches!(byte, b':' | b'|');
    let (after, piece) = up_to(syntax.most(), stops).parse(text)?;
    match after.first() {
        Some(b':' | b'|') if piece.len() < syntax.most() => fault(FaultKind::IllegalByte, text),
        Some(&byte) if is_blank(byte) => Ok((
            after,
            ItemWord {
                name: Name::pack(piece),
                bounds: None,
                is_open: false,
                scanned: [Some(piece.len()), None, None],
            },
        )),
        _ => fault(syntax.too_long(), text),
    }
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
    let end = text.iter().position(|&byte| is_blank(byte));
    let end = end.expect("a line ends with a blank");
    match Decimal::parse(&text[1..end]) {
        Ok(cost) => Ok((&text[end..], cost)),
        Err(None) => fault(FaultKind::CostNotNumber, text),
        Err(Some(TooLarge)) => fault(FaultKind::CostTooLarge, text),
    }
}
