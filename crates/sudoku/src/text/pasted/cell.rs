//! Reads the word of a cell, and turns lines into ASCII.

use crate::boards::alphabet::BLANKS;
use crate::text::reading::{NUMBER, Sign};
use dlx3_base::text::blank::words;

/// A blank, as the rest of the program writes it.
pub const BLANK: Sign = b'.' as Sign;

/// How a cell says that it has no digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empty {
    /// It has one.
    No,
    /// `0`, which may be a digit.
    Zero,
    /// `. _ - *`
    Usual,
    /// `?`
    Query,
    /// `x` or `X`
    Cross,
    /// Nothing, or a word such as `NaN` or `None`.
    Nothing,
}

/// The sign of a cell and whether it is empty; none if a word stands for no cell.
pub fn read(order: usize, word: &[u8]) -> Option<(Sign, Empty)> {
    let word = unquoted(word.trim_ascii()).trim_ascii();
    // `5.0`: programs write numbers so in a column with missing values.
    let word = match word.iter().position(|&byte| byte == b'.') {
        Some(1..) => {
            let end = word.iter().rposition(|&byte| byte != b'0')?;
            let is_float = word[end] == b'.' && word[..end].iter().all(u8::is_ascii_digit);
            if is_float { &word[..end] } else { word }
        }
        _ => word,
    };
    match *word {
        [] => Some((BLANK, Empty::Nothing)),
        [b'0'] => Some((b'0'.into(), Empty::Zero)),
        [sign] if BLANKS.contains(&sign) => Some((sign.into(), Empty::Usual)),
        [b'?'] => Some((BLANK, Empty::Query)),
        [b'x' | b'X'] if order < 24 => Some((BLANK, Empty::Cross)),
        [sign] if is_digit(order, sign) => Some((sign.into(), Empty::No)),
        [ten @ b'0'..=b'9', one @ b'0'..=b'9'] if order > 9 => {
            let number = Sign::from(ten - b'0') * 10 + Sign::from(one - b'0');
            Some((NUMBER + number, Empty::No))
        }
        _ => is_nothing(word).then_some((BLANK, Empty::Nothing)),
    }
}

/// Whether a sign may be a digit of a board.
pub fn is_digit(order: usize, sign: u8) -> bool {
    match order {
        ..=9 => sign.is_ascii_digit() && usize::from(sign - b'0') <= order,
        10..=26 => {
            let letter = sign.to_ascii_uppercase();
            sign.is_ascii_digit() || (b'A'..b'A' + order as u8).contains(&letter)
        }
        _ => sign.is_ascii_alphanumeric(),
    }
}

/// Words that programs write for a value that is missing.
pub fn is_nothing(word: &[u8]) -> bool {
    const WORDS: [&[u8]; 8] = [
        b"nan", b"none", b"null", b"nil", b"na", b"<na>", b"n/a", b"&nbsp",
    ];
    let word = word.strip_suffix(b";").unwrap_or(word);
    WORDS
        .iter()
        .any(|nothing| word.eq_ignore_ascii_case(nothing))
}

fn unquoted(word: &[u8]) -> &[u8] {
    match word {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        [b'*', b'*', inner @ .., b'*', b'*'] => inner,
        word => word,
    }
}

/// The signs of a grid; none if its empty cells are written in ways that do not go together. One
/// `x` among dots is a slip rather than a blank.
pub fn signs(cells: &[(Sign, Empty)]) -> Option<Vec<Sign>> {
    let has = |empty| cells.iter().any(|&(_, other)| other == empty);
    let kinds = [
        Empty::Zero,
        Empty::Usual,
        Empty::Query,
        Empty::Cross,
        Empty::Nothing,
    ];
    let count = kinds.into_iter().filter(|&kind| has(kind)).count();
    let is_mixed = (has(Empty::Query) || has(Empty::Cross)) && count > 1;
    (!is_mixed).then(|| cells.iter().map(|&(sign, _)| sign).collect())
}

/// A line in ASCII, one byte for each character that has a width. Unicode lines, bars and corners
/// become `-`, `|` and `+`; other characters become `~`.
pub fn in_ascii(line: &[u8]) -> Vec<u8> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = String::from_utf8_lossy(line);
    let byte = |sign: char| -> Option<u8> {
        Some(match sign {
            '\u{200b}'..='\u{200d}' | '\u{fe0f}' | '\u{20e3}' | '\u{feff}' => return None,
            '\u{2500}' | '\u{2501}' | '\u{2504}' | '\u{2505}' | '\u{2508}' | '\u{2509}' => b'-',
            '\u{254c}' | '\u{254d}' | '\u{2550}' | '\u{2013}' | '\u{2014}' => b'-',
            '\u{2502}' | '\u{2503}' | '\u{2506}' | '\u{2507}' | '\u{250a}' | '\u{250b}' => b'|',
            '\u{254e}' | '\u{254f}' | '\u{2551}' | '\u{ff5c}' => b'|',
            '\u{2500}'..='\u{257f}' => b'+',
            '\u{b7}' | '\u{2022}' | '\u{2219}' | '\u{25a1}' | '\u{2b1c}' | '\u{ff0e}' => b'.',
            '\u{ff1f}' => b'?',
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => b' ',
            '\u{ff10}'..='\u{ff19}' => b'0' + (u32::from(sign) - 0xff10) as u8,
            '\u{2460}'..='\u{2468}' => b'1' + (u32::from(sign) - 0x2460) as u8,
            sign if sign.is_ascii() => sign as u8,
            _ => b'~',
        })
    };
    text.chars().filter_map(byte).collect()
}

/// Whether a line is a frame, with nothing but prose beside it.
pub fn is_frame(line: &[u8]) -> bool {
    let is_part = |byte: &u8| b"+-=|:_*. \t".contains(byte);
    let line = line.trim_ascii();
    let end = line
        .iter()
        .position(|byte| !is_part(byte))
        .unwrap_or(line.len());
    let (frame, rest) = line.split_at(end);
    let has_line = |frame: &[u8]| {
        let is_line = |pair: &[u8]| matches!(pair, b"--" | b"==" | b"__");
        frame.windows(2).any(is_line) || frame.contains(&b'+') || frame.contains(&b'=')
    };
    if !has_line(frame) {
        return matches!(line, b"\\hline" | b"\\hline\\hline" | b"```");
    }
    rest.is_empty() || frame.len() > 4 && is_text(9, rest)
}

/// Whether a line is prose. It may contain digits, but nothing like a row.
pub fn is_text(order: usize, line: &[u8]) -> bool {
    let line = line.trim_ascii();
    if line.starts_with(b"#") || line.starts_with(b"//") || line.starts_with(b"%") {
        return true;
    }
    let words = words(line, b"|,;&");
    let cells = words
        .clone()
        .filter(|word| read(order, word).is_some())
        .count();
    let like_row = order - 1..=order;
    let is_digit = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let is_run = |run: &[u8]| like_row.contains(&run.len());
    if cells + 2 > order || line.split(|byte| !is_digit(byte)).any(is_run) {
        return false;
    }
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'~';
    let letters = line.split(|byte| !is_letter(byte)).map(<[u8]>::len).max();
    let longest = letters.unwrap_or(0);
    match order {
        ..=9 => longest >= 2 || line.len() <= 4,
        // Letters are digits; a row is longer.
        _ => words.map(<[u8]>::len).sum::<usize>() < order * 3 / 4 || longest > order,
    }
}
