//! Finds the names of items in the cells of a column, by one rule for all tables: those of `dlx
//! import csv` and of Python's `from_frame`.
//!
//! ```text
//! all cells are lists, as Python and JSON write them:   the values of the lists
//! commas, `|', or signs with blanks around them:        the words between these
//! otherwise:                                            the words between blanks and `;'
//! ```
//!
//! All cells of a column are read in the same way. If two ways are likely, the result is a
//! [`Doubt`]: a question, and the separators that answer it. `docs/convert.md` describes the rule
//! for users.
//!
//! Cost: linear in the length of the cells.

use super::literal::{Parser, Value, is_closing, is_opening};
use super::shown;
use dlx3_base::text::blank::is_blank;
use dlx3_base::text::list::list;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

type Set<'t> = HashSet<&'t [u8], foldhash::fast::RandomState>;

/// Signs that separate names, with or without a blank after them.
const COMMAS: [&[u8]; 5] = [
    b",",
    b"|",
    "\u{ff0c}".as_bytes(),
    "\u{3001}".as_bytes(),
    "\u{ff1b}".as_bytes(),
];

/// Signs that occur in names, but that people also write between names.
const SLASHES: [&[u8]; 3] = [b"/", b"&", b"+"];

/// Signs that often occur in names.
const HYPHENS: [&[u8]; 24] = [
    b"->",
    b"=>",
    b"..",
    b"-",
    b"_",
    b".",
    b"~",
    b"*",
    b"@",
    b"\\n",
    b"\\",
    b"!",
    b"=",
    b">",
    b"<",
    b"^",
    b"%",
    b"$",
    b"#",
    b":",
    "\u{2192}".as_bytes(),
    "\u{2013}".as_bytes(),
    "\u{b7}".as_bytes(),
    "\u{2022}".as_bytes(),
];

/// Words before the last of several names.
const ANDS: [&[u8]; 10] = [
    b"and", b"or", b"und", b"et", b"oder", b"to", b"plus", b"then", b"with", b"nach",
];

/// How the cells of a column hold names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Lists as in Python, JSON or NumPy.
    Lists,
    /// Names are separated by blanks or semicolons.
    Words,
    /// Names are separated by each of these.
    Separated(Vec<Vec<u8>>),
    /// Each cell is one name.
    Whole,
}

/// A column whose cells can be read in two ways.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Doubt {
    /// A cell that can be read in two ways; cells count from 0.
    pub cell: usize,
    /// The question.
    pub told: String,
    /// The lists of separators that would answer it.
    pub answers: Vec<Vec<String>>,
}

impl Doubt {
    fn new(cell: usize, told: String, answers: &[&[&[u8]]]) -> Self {
        let text = |separator: &&[u8]| {
            let text = String::from_utf8_lossy(separator);
            text.replace('\n', "\\n").replace('\t', "\\t")
        };
        let answers = answers
            .iter()
            .map(|answer| answer.iter().map(text).collect());
        let answers = answers.collect();
        Doubt {
            cell,
            told,
            answers,
        }
    }

    /// The question, with its answers as formatted by `form`.
    pub fn question(&self, form: impl Fn(&[String]) -> String) -> String {
        match &self.answers[..] {
            [] => self.told.clone(),
            answers => {
                let answers = answers.iter().map(|answer| form(answer));
                format!("{}? say {}", self.told, list(answers, "or"))
            }
        }
    }
}

impl Rule {
    /// The rule of a column with given separators: a blank one stands for any blanks, and an empty
    /// one says that each cell is one name.
    fn given(separators: &[String], cells: &[&[u8]]) -> Rule {
        let mut all: Vec<Vec<u8>> = Vec::new();
        for separator in separators {
            let text = separator.replace("\\t", "\t").replace("\\n", "\n");
            let separator = match text.trim().is_empty() {
                true if text.is_empty() => continue,
                // Tabs and line breaks may be meant alone.
                true if !text.contains(' ') => text.into_bytes(),
                true => b" ".to_vec(),
                // A sign with blanks around it, as in `a-1 - b-2'.
                false if text.starts_with(' ') && text.ends_with(' ') => {
                    spaced(text.trim().as_bytes())
                }
                false => text.trim().as_bytes().to_vec(),
            };
            all.push(separator);
        }
        let is_by_blanks = all.iter().any(|separator| separator == b" ");
        let mut filled = cells.iter().filter(|cell| !cell.is_empty()).peekable();
        let is_list = |cell: &&&[u8]| match listed(cell) {
            // If blanks separate names, `(1,2)' is a name.
            Some(listed) => !is_by_blanks || listed.is_strong && !listed.has_commas,
            None => false,
        };
        if filled.peek().is_some() && !all.is_empty() && filled.all(|cell| is_list(&cell)) {
            return Rule::Lists;
        }
        match all.is_empty() {
            true => Rule::Whole,
            false => Rule::Separated(all),
        }
    }

    /// The names in a cell of the column.
    pub fn split<'t>(&self, cell: &'t [u8]) -> Vec<Cow<'t, [u8]>> {
        match self {
            Rule::Lists => match listed(cell) {
                Some(listed) => listed.names,
                None => named(trimmed(cell)),
            },
            Rule::Words => pieces(cell, is_end_of_word).map(without_blanks).collect(),
            Rule::Separated(separators) => {
                let mut parts = vec![cell];
                for separator in separators {
                    parts = match &separator[..] {
                        b" " => flat(&parts, |part| pieces(part, is_blank).collect()),
                        _ => flat(&parts, |part| between(part, separator)),
                    };
                }
                parts.into_iter().map(without_blanks).collect()
            }
            Rule::Whole => named(trimmed(cell)),
        }
    }

    /// A description of the rule, for a message.
    pub fn told(&self) -> String {
        match self {
            Rule::Lists => "in lists".to_owned(),
            Rule::Words => String::new(),
            Rule::Separated(separators) => {
                let shown = separators.iter().map(|separator| match &separator[..] {
                    b" " => "blanks".to_owned(),
                    b"\t" => "tabs".to_owned(),
                    b"\n" => "line breaks".to_owned(),
                    other => format!("`{}'", shown(trimmed(other))),
                });
                format!("with {} between names", list(shown, "or"))
            }
            Rule::Whole => "one a cell".to_owned(),
        }
    }
}

/// How the cells of a column hold names, according to `separators`, if there are any. If other
/// columns of a row hold names, too (`is_one_of_several`), a cell is more likely to be one name.
///
/// # Errors
/// The cells can be read in two ways.
pub fn rule(
    cells: &[&[u8]],
    separators: &[String],
    is_one_of_several: bool,
) -> Result<Rule, Doubt> {
    match separators.is_empty() {
        true => Column::new(cells, is_one_of_several).rule(),
        false => Ok(Rule::given(separators, cells)),
    }
}

/// A cell in the form that [`rule`] and [`Rule::split`] read: with plain spaces, and without blanks
/// around it.
pub fn plain(cell: &[u8]) -> Cow<'_, [u8]> {
    const SPACES: [&str; 4] = ["\u{a0}", "\u{2009}", "\u{202f}", "\u{3000}"];
    let text = match std::str::from_utf8(cell) {
        Ok(text) if !text.is_ascii() => text,
        _ => return Cow::Borrowed(trimmed(cell)),
    };
    let plain = SPACES.iter().fold(Cow::Borrowed(text), |text, space| {
        match text.contains(space) {
            true => Cow::Owned(text.replace(space, " ")),
            false => text,
        }
    });
    match plain {
        Cow::Borrowed(text) => Cow::Borrowed(trimmed(text.as_bytes())),
        Cow::Owned(text) => Cow::Owned(trimmed(text.as_bytes()).to_vec()),
    }
}

fn trimmed(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_blank(*first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && is_blank(*last)
    {
        text = rest;
    }
    text
}

fn named(name: &[u8]) -> Vec<Cow<'_, [u8]>> {
    match name.is_empty() {
        true => Vec::new(),
        false => vec![Cow::Borrowed(name)],
    }
}

fn flat<'t>(parts: &[&'t [u8]], split: impl Fn(&'t [u8]) -> Vec<&'t [u8]>) -> Vec<&'t [u8]> {
    parts.iter().flat_map(|part| split(part)).collect()
}

/// Removes blanks after commas in brackets, as in `(1, 2)`.
fn without_blanks(name: &[u8]) -> Cow<'_, [u8]> {
    let has_any = name.first().is_some_and(|&first| is_opening(first))
        && name.contains(&b',')
        && name.iter().any(|&byte| is_blank(byte));
    match has_any {
        false => Cow::Borrowed(name),
        true => Cow::Owned(
            name.iter()
                .copied()
                .filter(|&byte| !is_blank(byte))
                .collect(),
        ),
    }
}

/// Whether all brackets of a cell are closed within it.
fn is_balanced(cell: &[u8]) -> bool {
    let mut depth = 0usize;
    for &byte in cell {
        if is_opening(byte) {
            depth += 1;
        } else if is_closing(byte) {
            match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            }
        }
    }
    depth == 0
}

fn is_end_of_word(byte: u8) -> bool {
    is_blank(byte) || byte == b';'
}

/// Splits a cell at bytes outside brackets.
fn pieces(cell: &[u8], is_end: impl Fn(u8) -> bool) -> impl Iterator<Item = &[u8]> {
    let knows_brackets = cell.iter().any(|&byte| is_opening(byte)) && is_balanced(cell);
    let mut depth = 0usize;
    let pieces = cell.split(move |&byte| {
        if knows_brackets && is_opening(byte) {
            depth += 1;
        } else if knows_brackets && is_closing(byte) {
            depth -= 1;
        }
        depth == 0 && is_end(byte)
    });
    pieces.filter(|piece| !piece.is_empty())
}

/// A separator that is a word of its own.
fn spaced(sign: &[u8]) -> Vec<u8> {
    [b" ", sign, b" "].concat()
}

/// Splits a cell at separators outside brackets, and trims blanks. A separator of letters, or with
/// blanks around it, is a word of its own.
fn between<'t>(cell: &'t [u8], separator: &[u8]) -> Vec<&'t [u8]> {
    let sign = match trimmed(separator) {
        b"" => separator,
        sign => sign,
    };
    let is_word = sign.len() < separator.len() || sign.iter().all(u8::is_ascii_alphanumeric);
    let mut parts = Vec::new();
    let knows_brackets = cell.iter().any(|&byte| is_opening(byte)) && is_balanced(cell);
    let (mut depth, mut start, mut looked) = (0usize, 0, 0);
    for at in memchr::memmem::find_iter(cell, sign) {
        if knows_brackets {
            for &byte in &cell[looked..at] {
                depth += usize::from(is_opening(byte));
                depth -= usize::from(is_closing(byte));
            }
            looked = at;
        }
        let end = at + sign.len();
        let is_blank_at = |at: Option<usize>| match at.and_then(|at| cell.get(at)) {
            None => true,
            Some(&byte) => is_blank(byte),
        };
        if depth == 0 && (!is_word || is_blank_at(at.checked_sub(1)) && is_blank_at(Some(end))) {
            parts.push(trimmed(&cell[start..at]));
            start = end;
        }
    }
    parts.push(trimmed(&cell[start..]));
    parts.retain(|part| !part.is_empty());
    parts
}

/// A cell that is a list.
struct Listed<'t> {
    names: Vec<Cow<'t, [u8]>>,
    /// It has brackets or quotes, which no name has. Parentheses alone may belong to a name:
    /// `(1,2)`.
    is_strong: bool,
    /// All values are numbers or words without quotes.
    is_bare: bool,
    has_commas: bool,
}

/// Reads a cell as a list: in brackets, or quoted texts with commas between them.
fn listed(cell: &[u8]) -> Option<Listed<'_>> {
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
    let first = cell.first()?;
    let ends_as_list = cell
        .last()
        .is_some_and(|last| is_closing(*last) || is_quote(last));
    if !ends_as_list {
        return None;
    }
    let mut parser = Parser::of_cell(cell);
    let mut values = Vec::new();
    let (mut is_strong, mut has_commas) = (!matches!(first, b'('), false);
    if is_quote(first) {
        loop {
            values.push(parser.value().ok()?);
            parser.skip();
            match parser.peek() {
                None => break,
                Some(b',' | b';') => parser.at += 1,
                Some(_) => {}
            }
            has_commas = true;
            parser.skip();
            if parser.peek().is_none() {
                break;
            }
        }
    } else {
        let node = parser.value().ok()?;
        parser.skip();
        let Value::List(list) = node.value else {
            return None;
        };
        if parser.peek().is_some() {
            return None;
        }
        has_commas = list.has_commas;
        values = match list.by_rows {
            false => list.values,
            true => {
                let rows = list.values.into_iter().flat_map(|row| match row.value {
                    Value::List(row) => row.values,
                    _ => Vec::new(),
                });
                rows.collect()
            }
        };
    }
    let is_word = |value: &Value<'_>| matches!(value, Value::Word { is_quoted, .. } if !is_quoted);
    let is_bare = values.iter().all(|value| is_word(&value.value));
    is_strong |= values.iter().any(|value| {
        matches!(
            &value.value,
            Value::Word {
                is_quoted: true,
                ..
            }
        )
    });
    let is_name = |name: &[u8]| !name.is_empty() && !is_missing(name) && name != b"...";
    let names = values.into_iter().map(|node| match node.value {
        Value::Word { text, is_quoted } => {
            // A text may be blank, but a name may not.
            let is_good = is_name(&text) || is_quoted && !text.is_empty();
            is_good.then_some(text)
        }
        _ => node.name().map(|name| Cow::Owned(name.into_owned())),
    });
    let names: Option<Vec<Cow<'_, [u8]>>> = names.collect();
    let names = names?;
    Some(Listed {
        names,
        is_strong,
        is_bare,
        has_commas,
    })
}

/// Whether a program wrote this for a missing value.
fn is_missing(word: &[u8]) -> bool {
    [&b"nan"[..], b"none", b"null", b"<na>"]
        .iter()
        .any(|missing| word.eq_ignore_ascii_case(missing))
}

fn is_number(text: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.".contains(byte);
    text.iter().any(u8::is_ascii_digit) && text.iter().all(is_part)
}

/// Whether a word consists of signs only, such as `/` or `->`.
fn is_sign(word: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(word) else {
        return false;
    };
    let is_sign = |c: char| match c.is_ascii() {
        true => c.is_ascii_punctuation(),
        // Arrows, bullets, dashes.
        false => {
            matches!(c, '\u{b7}' | '\u{2010}'..='\u{206f}' | '\u{2190}'..='\u{21ff}' | '\u{2219}' | '\u{22c5}' | '\u{25a0}'..='\u{25ff}' | '\u{27f0}'..='\u{27ff}' | '\u{30fb}')
        }
    };
    text.chars().count() <= 3 && text.chars().all(is_sign)
}

/// A column of cells.
struct Column<'t> {
    /// The cells that are not empty, with their numbers.
    cells: Vec<(usize, &'t [u8])>,
    is_one_of_several: bool,
}

impl<'t> Column<'t> {
    fn new(cells: &[&'t [u8]], is_one_of_several: bool) -> Self {
        let cells = cells.iter().copied().enumerate();
        Column {
            cells: cells.filter(|(_, cell)| !cell.is_empty()).collect(),
            is_one_of_several,
        }
    }

    fn rule(&self) -> Result<Rule, Doubt> {
        if let Some(rule) = self.as_lists()? {
            return Ok(rule);
        }
        let words: Vec<Vec<&'t [u8]>> = self
            .cells
            .iter()
            .map(|(_, cell)| pieces(cell, is_end_of_word).collect())
            .collect();
        if let Some(separator) = self.between_words(&words)? {
            self.mixed(&separator)?;
            return Ok(Rule::Separated(vec![separator]));
        }
        if let Some(separator) = self.within_words(&words)? {
            return Ok(Rule::Separated(vec![separator.to_vec()]));
        }
        self.old_separators()?;
        self.joined(&words)?;
        if self.is_one_of_several {
            let first = self.cells.iter().zip(&words);
            let mut first = first.filter(|(_, words)| words.len() > 1);
            if let Some((&(cell, text), _)) = first.next() {
                return Err(one_or_several(
                    cell,
                    text,
                    "do blanks stand",
                    &[&[b" "], &[b""]],
                ));
            }
        }
        Ok(Rule::Words)
    }

    /// The rule for lists, if all cells are lists.
    fn as_lists(&self) -> Result<Option<Rule>, Doubt> {
        let read: Vec<Option<Listed<'_>>> =
            self.cells.iter().map(|(_, cell)| listed(cell)).collect();
        let mut lists = read.iter().zip(&self.cells);
        let strong = lists.find(|(list, _)| list.as_ref().is_some_and(|list| list.is_strong));
        let Some((_, &(_, example))) = strong else {
            if read.is_empty() || read.iter().any(Option::is_none) {
                let cut = self.cells.iter().find(|(_, cell)| is_cut_list(cell));
                return match cut {
                    Some(&(cell, text)) => Err(no_list(cell, text)),
                    None => Ok(None),
                };
            }
            // All have only parentheses.
            let first = read[0].as_ref().map_or(0, |list| list.names.len());
            let is_tuple = |list: &Listed<'_>| list.is_bare && list.names.len() == first;
            if first > 1 && read.iter().flatten().all(is_tuple) {
                let (cell, text) = self.cells[0];
                return Err(one_or_several(
                    cell,
                    text,
                    "do commas stand",
                    &[&[b","], &[b" "]],
                ));
            }
            return Ok(Some(Rule::Lists));
        };
        let others = || {
            self.cells
                .iter()
                .zip(&read)
                .filter(|(_, list)| list.is_none())
        };
        // `{1,2} {1,3}' has two names with brackets.
        let is_names = |cell: &[u8]| {
            pieces(cell, is_blank).all(|word| is_opening(word[0]) && is_balanced(word))
        };
        let are_names = read.iter().flatten().all(|list| list.is_bare);
        if are_names && others().next().is_some() && others().all(|((_, cell), _)| is_names(cell)) {
            return Ok(None);
        }
        for (&(cell, text), _) in others() {
            let signs = b",;|\"'[]{}()";
            let is_name = !text
                .iter()
                .any(|byte| is_blank(*byte) || signs.contains(byte));
            if is_cut_list(text) || text.contains(&b'{') || is_opening(text[0]) {
                return Err(no_list(cell, text));
            }
            if !is_name || is_missing(text) {
                let told = format!(
                    "`{}' stands in a column of lists such as `{}': write it as a list, too",
                    shown(text),
                    shown(example)
                );
                return Err(Doubt::new(cell, told, &[]));
            }
        }
        Ok(Some(Rule::Lists))
    }

    /// A separator that follows names directly or stands between blanks.
    fn between_words(&self, words: &[Vec<&'t [u8]>]) -> Result<Option<Vec<u8>>, Doubt> {
        // The separators, and the first cell of each.
        let mut found: Vec<(Vec<u8>, usize)> = Vec::new();
        for comma in COMMAS {
            // `X:,' has a color.
            let is_color = |word: &[u8]| matches!(word, [name @ .., b':', _] if !name.is_empty());
            let at_edge =
                |word: &&[u8]| word.starts_with(comma) || word.ends_with(comma) && !is_color(word);
            let place = words.iter().position(|words| words.iter().any(at_edge));
            found.extend(place.map(|place| (comma.to_vec(), place)));
        }
        // Words of signs, and whether each has names on both sides.
        let mut signs: HashMap<&[u8], (usize, bool), foldhash::fast::RandomState> =
            HashMap::default();
        for (place, words) in words.iter().enumerate() {
            for (at, word) in words.iter().enumerate() {
                let is_comma = |comma: &&[u8]| word.ends_with(comma) || word.starts_with(comma);
                if !is_sign(word) || COMMAS.iter().any(is_comma) {
                    continue;
                }
                let is_name = |place: Option<usize>| {
                    let word = place.and_then(|place| words.get(place));
                    word.is_some_and(|word| !is_sign(word))
                };
                let is_between = is_name(at.checked_sub(1)) && is_name(Some(at + 1));
                let (_, always) = signs.entry(word).or_insert((place, true));
                *always &= is_between;
            }
        }
        let mut signs: Vec<(usize, &[u8])> = signs
            .into_iter()
            .filter(|(_, (_, is_between))| *is_between)
            .map(|(sign, (place, _))| (place, sign))
            .collect();
        signs.sort_unstable();
        found.extend(signs.into_iter().map(|(place, sign)| (spaced(sign), place)));
        let mut found = found.into_iter();
        let Some((separator, _)) = found.next() else {
            return Ok(None);
        };
        // A semicolon may occur beside other separators.
        let semicolon = || {
            let has = |(_, cell): &(usize, &[u8])| between(cell, b";").len() > 1;
            let place = self.cells.iter().position(has);
            place.map(|place| (b";".to_vec(), place))
        };
        if let Some((other, place)) = found.next().or_else(semicolon) {
            let (cell, text) = self.cells[place];
            let told = format!(
                "`{}': does `{}' or `{}' stand between names",
                shown(text),
                shown(trimmed(&separator)),
                shown(trimmed(&other))
            );
            return Err(Doubt::new(cell, told, &[&[&separator], &[&other]]));
        }
        Ok(Some(separator))
    }

    /// Checks that blanks do not also separate names when `separator` does, nor the separator
    /// without blanks.
    fn mixed(&self, separator: &[u8]) -> Result<(), Doubt> {
        let parts: Vec<Vec<&[u8]>> = self
            .cells
            .iter()
            .map(|(_, cell)| between(cell, separator))
            .collect();
        let whole: Set<'_> = parts.iter().flatten().copied().collect();
        let sign = trimmed(separator);
        for (&(cell, _), parts) in self.cells.iter().zip(&parts) {
            for part in parts {
                let inner = between(part, sign);
                let is_inner_known = inner.iter().any(|piece| whole.contains(piece));
                if inner.len() > 1 && (SLASHES.contains(&sign) || is_inner_known) {
                    let sign_shown = format!("does `{}' stand", shown(sign));
                    return Err(one_or_several(
                        cell,
                        part,
                        &sign_shown,
                        &[&[separator], &[sign]],
                    ));
                }
                let words: Vec<&[u8]> = pieces(part, is_blank).collect();
                if words.len() < 2 {
                    continue;
                }
                let is_known = words.iter().any(|word| whole.contains(word));
                let is_and = |word: &&[u8]| ANDS.iter().any(|and| word.eq_ignore_ascii_case(and));
                let has_and = words[..words.len() - 1].iter().any(is_and);
                let has_break = part.iter().any(|byte| b"\n\t".contains(byte));
                if is_known || has_and || has_break {
                    let told = format!("is `{}' one name, or are there several", shown(part));
                    return Err(Doubt::new(cell, told, &[&[separator], &[separator, b" "]]));
                }
            }
        }
        Ok(())
    }

    /// A separator without blanks around it: `Rome,Oslo`.
    fn within_words(&self, words: &[Vec<&'t [u8]>]) -> Result<Option<&'static [u8]>, Doubt> {
        let are_single = words.iter().all(|words| words.len() == 1);
        let known: Set<'_> = words.iter().flatten().copied().collect();
        for separator in COMMAS.into_iter().chain(SLASHES).chain(HYPHENS) {
            let is_comma = COMMAS.contains(&separator);
            let is_slash = SLASHES.contains(&separator);
            let finder = memchr::memmem::Finder::new(separator);
            let has =
                |word: &[u8]| finder.find(word).is_some() && between(word, separator).len() > 1;
            let with: Vec<usize> = (0..words.len())
                .filter(|&place| words[place].iter().any(|word| has(word)))
                .collect();
            let Some(&first) = with.first() else { continue };
            let (cell, text) = self.cells[first];
            let doubt = |between: &str| {
                let other: &[u8] = if are_single { b"" } else { b" " };
                let word = words[first].iter().find(|word| has(word)).unwrap_or(&text);
                Err(one_or_several(
                    cell,
                    word,
                    between,
                    &[&[separator], &[other]],
                ))
            };
            let sign = format!("does `{}' stand", shown(separator));
            let is_most = 2 * with.len() >= words.len();
            if are_single {
                let parts = |place: &usize| between(words[*place][0], separator);
                let pieces_known = |all: bool| {
                    let mut cells = with.iter().map(|place| {
                        let parts = parts(place);
                        match all {
                            true => parts.iter().all(|part| known.contains(part)),
                            false => parts.iter().any(|part| known.contains(part)),
                        }
                    });
                    match all {
                        true => cells.all(|is_known| is_known),
                        false => cells.any(|is_known| is_known),
                    }
                };
                // If parts occur only together, both ways give the same problem.
                if !self.is_one_of_several
                    && !pieces_known(false)
                    && self.are_apart(separator, words)
                    && (!is_comma || !is_most || are_coordinates(words, separator))
                {
                    continue;
                }
                if is_comma {
                    let counts: HashSet<usize> = words
                        .iter()
                        .map(|words| between(words[0], separator).len())
                        .collect();
                    let are_numbers = with
                        .iter()
                        .all(|place| parts(place).iter().all(|part| is_number(part)));
                    let twice = with.iter().any(|place| {
                        let parts = parts(place);
                        let distinct: Set<'_> = parts.iter().copied().collect();
                        distinct.len() < parts.len()
                    });
                    let is_sure = match counts.len() {
                        1 => !are_numbers && !are_coordinates(words, separator),
                        _ => is_most || pieces_known(false),
                    };
                    return match is_sure && !twice && !self.is_one_of_several {
                        true => Ok(Some(separator)),
                        false => doubt(&sign),
                    };
                }
                let is_likely = match is_slash && !self.is_one_of_several {
                    true => is_most && !are_dates(words, separator) || pieces_known(false),
                    // `NAME:c' has a color.
                    false if separator == b":" => {
                        pieces_known(true)
                            && with
                                .iter()
                                .all(|place| parts(place).iter().skip(1).all(|part| part.len() > 1))
                    }
                    false => pieces_known(true) || self.are_ranges(separator, words),
                };
                if is_likely {
                    return doubt(&sign);
                }
                continue;
            }
            // `NAME:c' has a color.
            let is_colored = |word: &&[u8]| matches!(word, [.., b':', _]);
            if separator == b":" && words.iter().flatten().any(is_colored) {
                continue;
            }
            // Blanks separate words, too. `1,2 1,3': all names of a cell have equally many parts.
            let mut counts = with
                .iter()
                .flat_map(|&place| &words[place])
                .map(|word| between(word, separator).len());
            let first_count = counts.next();
            let have_as_many = first_count > Some(1)
                && counts.all(|count| Some(count) == first_count)
                && with.iter().any(|&place| words[place].len() > 1);
            let mut is_apart = true;
            let (mut some, mut every) = (false, true);
            for &place in &with {
                let own: Set<'_> = words[place].iter().copied().collect();
                for word in words[place].iter().filter(|word| has(word)) {
                    let parts = between(word, separator);
                    is_apart &= !parts.iter().any(|part| own.contains(part));
                    some |= parts.iter().any(|part| known.contains(part));
                    every &= parts.iter().all(|part| known.contains(part));
                }
            }
            let is_likely = is_apart && if is_comma { some } else { every };
            let is_close = || self.parts_come_back_as_often(separator, words);
            if is_likely || is_comma && is_most && !have_as_many && is_close() {
                return doubt(&sign);
            }
        }
        Ok(None)
    }

    /// Whether no part occurs in two different words, where each word is a whole cell.
    fn are_apart(&self, separator: &[u8], words: &[Vec<&'t [u8]>]) -> bool {
        let mut owner: HashMap<&[u8], &[u8], foldhash::fast::RandomState> = HashMap::default();
        words.iter().flatten().all(|word| {
            let parts = between(word, separator);
            let mut parts = parts.into_iter();
            parts.all(|part| {
                owner
                    .insert(part, word)
                    .is_none_or(|before| before == *word)
            })
        })
    }

    /// Whether numbers may be ranges, as `1-3` beside `1`; or all parts occur again, some of them
    /// alone, as in `a-b-c`, `a` and `b-c`.
    fn are_ranges(&self, separator: &[u8], words: &[Vec<&'t [u8]>]) -> bool {
        if !matches!(
            separator,
            b"-" | b".." | b"_" | b"\xe2\x80\x93" | b"~" | b"->" | b">"
        ) {
            return false;
        }
        let is_whole = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
        let all = || words.iter().map(|words| between(words[0], separator));
        let (mut times, mut alone): (HashMap<&[u8], usize, foldhash::fast::RandomState>, Set<'_>) =
            (HashMap::default(), Set::default());
        for parts in all() {
            if let [part] = parts[..] {
                alone.insert(part);
            }
            for part in parts {
                *times.entry(part).or_default() += 1;
            }
        }
        if alone.is_empty() {
            return false;
        }
        let mut many = all().filter(|parts| parts.len() > 1).flatten();
        let are_numbers =
            separator != b"_" && all().all(|parts| parts.iter().all(|part| is_whole(part)));
        match are_numbers {
            true => many.any(|part| alone.contains(part)),
            false => {
                let parts: Vec<&[u8]> = many.collect();
                parts.iter().any(|part| alone.contains(part))
                    && parts.iter().all(|part| times[part] > 1)
            }
        }
    }

    /// Whether parts occur again at least as often as words do.
    fn parts_come_back_as_often(&self, separator: &[u8], words: &[Vec<&'t [u8]>]) -> bool {
        let parts: Vec<&[u8]> = self
            .cells
            .iter()
            .flat_map(|(_, cell)| between(cell, separator))
            .collect();
        let words: Vec<&[u8]> = words.iter().flatten().copied().collect();
        let distinct = |all: &[&[u8]]| all.iter().copied().collect::<HashSet<_>>().len();
        if distinct(&parts) * words.len() > distinct(&words) * parts.len() {
            return false;
        }
        // Words that occur again with other parts are more likely names, as in `p1,2 r1d2' and
        // `p1,3 r1d2'.
        let long: HashSet<&[u8]> = parts
            .into_iter()
            .filter(|part| part.iter().any(|&byte| is_blank(byte)))
            .collect();
        let mut times: HashMap<&[u8], usize, foldhash::fast::RandomState> = HashMap::default();
        let all = || long.iter().flat_map(|part| pieces(part, is_blank));
        all().for_each(|word| *times.entry(word).or_default() += 1);
        let shared = all().filter(|word| times[word] > 1).count();
        2 * shared <= all().count()
    }

    /// Checks words between semicolons and blanks. Names with blanks are likely if words occur
    /// together again, and never apart.
    fn old_separators(&self) -> Result<(), Doubt> {
        for separator in [b";", b"\n", b"\t"] {
            let has = |(_, cell): &(usize, &[u8])| cell.contains(&separator[0]);
            if !self.cells.iter().any(has) {
                continue;
            }
            let mut times: HashMap<&[u8], usize, foldhash::fast::RandomState> = HashMap::default();
            let mut count_words: HashMap<&[u8], usize, foldhash::fast::RandomState> =
                HashMap::default();
            for (_, cell) in &self.cells {
                for part in between(cell, separator) {
                    *times.entry(part).or_default() += 1;
                    for word in pieces(part, is_blank) {
                        *count_words.entry(word).or_default() += 1;
                    }
                }
            }
            let is_long = |part: &[u8]| part.iter().any(|&byte| is_blank(byte));
            let is_closed =
                |part: &[u8]| pieces(part, is_blank).all(|word| count_words[word] == times[part]);
            let mut long = times.keys().filter(|part| is_long(part)).peekable();
            let has_long = long.peek().is_some();
            if !has_long || !long.all(|part| is_closed(part)) {
                continue;
            }
            for (cell, text) in &self.cells {
                let parts = between(text, separator);
                if let Some(part) = parts.iter().find(|part| is_long(part) && times[*part] > 1) {
                    let told = format!("is `{}' one name, or are there several", shown(part));
                    return Err(Doubt::new(*cell, told, &[&[separator], &[separator, b" "]]));
                }
            }
        }
        Ok(())
    }

    /// Checks for words such as `and` between names, and for names that differ from others only by
    /// a sign at their end.
    fn joined(&self, words: &[Vec<&'t [u8]>]) -> Result<(), Doubt> {
        let known: Set<'_> = words.iter().flatten().copied().collect();
        for and in ANDS {
            let mut first = None;
            let is_between = self.cells.iter().zip(words).all(|(cell, words)| {
                let mut places =
                    (0..words.len()).filter(|&place| words[place].eq_ignore_ascii_case(and));
                places.all(|place| {
                    first.get_or_insert(cell);
                    place > 0 && place + 1 < words.len()
                })
            });
            if let (true, Some(&(cell, text))) = (is_between, first) {
                let told = format!(
                    "`{}': is `{}' a name, or does it stand between names",
                    shown(text),
                    shown(and)
                );
                return Err(Doubt::new(cell, told, &[&[b" "], &[and]]));
            }
        }
        for ((cell, _), words) in self.cells.iter().zip(words) {
            for word in words {
                let [core @ .., b':' | b'.' | b'/' | b'&'] = word else {
                    continue;
                };
                if known.contains(core) {
                    let told = format!("are `{}' and `{}' two names", shown(core), shown(word));
                    return Err(Doubt::new(*cell, told, &[&[b" "]]));
                }
            }
        }
        Ok(())
    }
}

/// Whether all cells have equally many parts, of which some are always numbers and others never, as
/// in `p1,2` and `r3,1`.
fn are_coordinates(words: &[Vec<&[u8]>], separator: &[u8]) -> bool {
    let mut kinds: Option<Vec<bool>> = None;
    let are_alike = words.iter().all(|words| {
        let kind: Vec<bool> = between(words[0], separator)
            .into_iter()
            .map(is_number)
            .collect();
        *kinds.get_or_insert_with(|| kind.clone()) == kind
    });
    are_alike && kinds.is_some_and(|kinds| kinds.contains(&true) && kinds.contains(&false))
}

/// Whether all cells with slashes are dates, as in `28/11/2026`.
fn are_dates(words: &[Vec<&[u8]>], separator: &[u8]) -> bool {
    let mut all = words.iter().map(|words| between(words[0], separator));
    all.all(|parts| match parts[..] {
        [_] => true,
        [one, other, last] => {
            let all = [one, other, last];
            let is_year = |part: &[u8]| part.len() == 4;
            all.iter()
                .all(|part| part.iter().all(u8::is_ascii_digit) && part.len() != 3)
                && (is_year(one) || is_year(last) || last.len() == 2)
        }
        _ => false,
    })
}

fn one_or_several(cell: usize, text: &[u8], sign: &str, answers: &[&[&[u8]]]) -> Doubt {
    let told = format!("is `{}' one name, or {sign} between names", shown(text));
    Doubt::new(cell, told, answers)
}

/// Whether a cell is a list that does not end, or an object.
fn is_cut_list(cell: &[u8]) -> bool {
    let rest = match cell {
        [b'[' | b'{' | b'(', rest @ ..] => rest,
        _ => return false,
    };
    matches!(rest.first(), Some(b'"' | b'\''))
}

fn no_list(cell: usize, text: &[u8]) -> Doubt {
    let told = match text.contains(&b'{') && text.contains(&b':') {
        true => format!("`{}' is no list of names", shown(text)),
        false => format!("the list `{}' cannot be read", shown(text)),
    };
    Doubt::new(cell, told, &[])
}
