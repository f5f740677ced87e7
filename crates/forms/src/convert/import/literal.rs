//! Reads lists, sets and objects as Python, JSON, C, MATLAB and NumPy write them.
//!
//! ```text
//! value  = "text" | 'text' | word | ( list ) | [ list ] | { list } | { key: value, ... }
//! list   = values with commas, semicolons or blanks between them
//! ```
//!
//! Semicolons separate the rows of a list, as in MATLAB. A call such as `np.array([...])` stands
//! for its argument.
//!
//! Invariant: the depth is bounded, and so is the stack. Memory is linear in the length of the
//! text.

use dlx3_base::text::blank::is_blank;
use std::borrow::Cow;

/// The deepest nesting of lists; no real problem is deeper.
const DEEPEST: usize = 12;

/// Functions that only convert the type of their argument.
const CALLS: [&[u8]; 26] = [
    b"frozenset",
    b"set",
    b"list",
    b"tuple",
    b"array",
    b"np.array",
    b"numpy.array",
    b"matrix",
    b"Matrix",
    b"np.matrix",
    b"np.str_",
    b"np.int32",
    b"np.int64",
    b"np.float64",
    b"np.bool_",
    b"new Set",
    b"Set",
    b"List",
    b"Array",
    b"Seq",
    b"Vector",
    b"Index",
    b"pd.Index",
    b"pd.Series",
    b"Series",
    b"c",
];

/// A value and its place.
#[derive(Debug)]
pub struct Node<'t> {
    /// The offset of its first byte.
    pub at: usize,
    /// The offset after its last byte.
    pub end: usize,
    pub value: Value<'t>,
}

#[derive(Debug)]
pub enum Value<'t> {
    /// A number, a name or a text.
    Word {
        text: Cow<'t, [u8]>,
        is_quoted: bool,
    },
    List(List<'t>),
    /// Keys with their values.
    Map(Vec<(Node<'t>, Node<'t>)>),
}

#[derive(Debug)]
pub struct List<'t> {
    /// Its opening bracket.
    pub open: u8,
    pub values: Vec<Node<'t>>,
    /// Whether its values are rows separated by semicolons.
    pub by_rows: bool,
    /// Whether commas separate its values.
    pub has_commas: bool,
}

/// A fault, and the offset of its byte.
#[derive(Debug)]
pub struct Wrong {
    pub at: usize,
    pub told: &'static str,
}

impl<'t> Node<'t> {
    /// The values of a list.
    pub fn list(&self) -> Option<&[Node<'t>]> {
        match &self.value {
            Value::List(list) => Some(&list.values),
            _ => None,
        }
    }

    /// The text of a word.
    pub fn word(&self) -> Option<&[u8]> {
        match &self.value {
            Value::Word { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The value as a name: a text without its quotes, a list as `(1,2)`; `None` for an object.
    pub fn name(&self) -> Option<Cow<'_, [u8]>> {
        match &self.value {
            Value::Word { text, .. } => Some(Cow::Borrowed(text)),
            Value::Map(_) => None,
            Value::List(list) => {
                let close = closing(list.open);
                let mut name = vec![list.open];
                for (place, value) in list.values.iter().enumerate() {
                    if place > 0 {
                        name.push(b',');
                    }
                    name.extend_from_slice(&value.name()?);
                }
                name.push(close);
                Some(Cow::Owned(name))
            }
        }
    }
}

fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

pub fn is_opening(byte: u8) -> bool {
    matches!(byte, b'(' | b'[' | b'{')
}

pub fn is_closing(byte: u8) -> bool {
    matches!(byte, b')' | b']' | b'}')
}

/// Reads values from a text.
pub struct Parser<'t> {
    text: &'t [u8],
    pub at: usize,
    /// Whether comments, as in Python, C and MATLAB, count as blanks.
    has_comments: bool,
}

impl<'t> Parser<'t> {
    /// A parser for a cell of a table.
    pub fn of_cell(text: &'t [u8]) -> Self {
        Parser {
            text,
            at: 0,
            has_comments: false,
        }
    }

    /// A parser for a whole text, from the offset `at` on.
    pub fn of_text(text: &'t [u8], at: usize) -> Self {
        Parser {
            text,
            at,
            has_comments: true,
        }
    }

    pub fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Skips blanks and comments; returns whether there were any.
    pub fn skip(&mut self) -> bool {
        let start = self.at;
        loop {
            self.at += dlx3_base::text::blank::leading_blanks(&self.text[self.at..]);
            let rest = &self.text[self.at..];
            let length = match rest {
                _ if !self.has_comments => break,
                [b'#' | b'%', ..] | [b'/', b'/', ..] => memchr::memchr(b'\n', rest),
                [b'/', b'*', ..] => memchr::memmem::find(rest, b"*/").map(|length| length + 2),
                _ => break,
            };
            self.at += length.unwrap_or(rest.len());
        }
        self.at > start
    }

    fn wrong(&self, told: &'static str) -> Wrong {
        Wrong { at: self.at, told }
    }

    /// Whether a value of several begins here: a bracket, or a call that converts one.
    pub fn is_at_list(&self) -> bool {
        let rest = &self.text[self.at..];
        let is_call = |name: &[u8]| rest.starts_with(name) && rest.get(name.len()) == Some(&b'(');
        self.peek().is_some_and(is_opening) || CALLS.into_iter().any(is_call)
    }

    /// The value that begins here.
    pub fn value(&mut self) -> Result<Node<'t>, Wrong> {
        self.value_at(0)
    }

    fn value_at(&mut self, depth: usize) -> Result<Node<'t>, Wrong> {
        if depth > DEEPEST {
            return Err(self.wrong("lists stand in lists too often here"));
        }
        self.skip();
        let at = self.at;
        let value = match self.peek() {
            None => return Err(self.wrong("a value is expected here")),
            Some(open) if is_opening(open) => {
                self.at += 1;
                self.list(open, at, depth)?
            }
            Some(quote @ (b'"' | b'\'')) => self.quoted(quote, at)?,
            Some(_) => match self.call(depth)? {
                Some(node) => {
                    let end = self.at;
                    return Ok(Node { at, end, ..node });
                }
                None => self.bare()?,
            },
        };
        let end = self.at;
        Ok(Node { at, end, value })
    }

    /// Reads from after an opening bracket to its end.
    fn list(&mut self, open: u8, start: usize, depth: usize) -> Result<Value<'t>, Wrong> {
        let close = closing(open);
        let mut list = List {
            open,
            values: Vec::new(),
            by_rows: false,
            has_commas: false,
        };
        let mut map = Vec::new();
        // Where the current row begins, if there are rows; and whether a separator precedes the
        // next value.
        let mut row = 0;
        let mut is_separated = true;
        // Values preceded only by blanks.
        let mut by_blanks = Vec::new();
        loop {
            self.skip();
            match self.peek() {
                None => {
                    let told = "this list has no end";
                    return Err(Wrong { at: start, told });
                }
                Some(byte) if byte == close => {
                    self.at += 1;
                    break;
                }
                Some(byte) if is_closing(byte) => {
                    return Err(self.wrong("this bracket closes another one than was opened"));
                }
                Some(b',') => {
                    self.at += 1;
                    list.has_commas = true;
                    is_separated = true;
                }
                Some(b';') => {
                    self.at += 1;
                    list.by_rows = true;
                    end_row(&mut list.values, &mut row);
                    is_separated = true;
                }
                Some(_) => {
                    let node = self.value_at(depth + 1)?;
                    if open == b'{' && self.is_key(&node) {
                        self.at += 1;
                        let value = self.value_at(depth + 1)?;
                        map.push((node, value));
                    } else {
                        if !is_separated {
                            by_blanks.push(list.values.len());
                        }
                        list.values.push(node);
                    }
                    is_separated = false;
                }
            }
        }
        if !map.is_empty() {
            if !list.values.is_empty() {
                let told = "this object has values without keys";
                return Err(Wrong { at: start, told });
            }
            return Ok(Value::Map(map));
        }
        if list.has_commas && !list.by_rows {
            join_words(&mut list.values, &by_blanks, self.text)?;
        }
        if list.by_rows {
            end_row(&mut list.values, &mut row);
        }
        Ok(Value::List(list))
    }

    /// Whether a colon makes the last value a key.
    fn is_key(&mut self, node: &Node<'t>) -> bool {
        let after = self.at;
        self.skip();
        if self.peek() == Some(b':') && node.word().is_some() {
            return true;
        }
        self.at = after;
        false
    }

    /// Reads a text in quotes, and undoes its escapes.
    fn quoted(&mut self, quote: u8, start: usize) -> Result<Value<'t>, Wrong> {
        self.at += 1;
        let first = self.at;
        let mut undone: Option<Vec<u8>> = None;
        loop {
            match self.peek() {
                None => {
                    let told = "this quote has no end";
                    return Err(Wrong { at: start, told });
                }
                Some(byte) if byte == quote => break,
                Some(b'\\') => {
                    let text = undone.get_or_insert_with(|| self.text[first..self.at].to_vec());
                    self.at += 1;
                    escape(self.text, &mut self.at, text);
                }
                Some(byte) => {
                    if let Some(text) = &mut undone {
                        text.push(byte);
                    }
                    self.at += 1;
                }
            }
        }
        let text = match undone {
            Some(text) => Cow::Owned(text),
            None => Cow::Borrowed(&self.text[first..self.at]),
        };
        self.at += 1;
        let is_quoted = true;
        Ok(Value::Word { text, is_quoted })
    }

    /// Reads the argument of a call that only converts a type, or a quoted text after a letter that
    /// does.
    fn call(&mut self, depth: usize) -> Result<Option<Node<'t>>, Wrong> {
        let rest = &self.text[self.at..];
        if let [
            b'u' | b'b' | b'r' | b'U' | b'B' | b'R',
            quote @ (b'"' | b'\''),
            ..,
        ] = *rest
        {
            let at = self.at;
            self.at += 1;
            let value = self.quoted(quote, at)?;
            let end = self.at;
            return Ok(Some(Node { at, end, value }));
        }
        let is_call = |name: &&[u8]| rest.starts_with(name) && rest.get(name.len()) == Some(&b'(');
        let Some(name) = CALLS.into_iter().find(is_call) else {
            return Ok(None);
        };
        let at = self.at;
        self.at += name.len() + 1;
        self.skip();
        if self.peek() == Some(b')') {
            self.at += 1;
            let list = List {
                open: b'(',
                values: Vec::new(),
                by_rows: false,
                has_commas: false,
            };
            let value = Value::List(list);
            let end = self.at;
            return Ok(Some(Node { at, end, value }));
        }
        let node = self.value_at(depth + 1)?;
        // Further arguments have names, as in `dtype=object`; those of R's `c` are values.
        let mut values = vec![node];
        loop {
            self.skip();
            match self.peek() {
                Some(b')') => {
                    self.at += 1;
                    break;
                }
                Some(b',') => {
                    self.at += 1;
                    self.skip();
                    if self.peek() == Some(b')') {
                        continue;
                    }
                    let value = self.value_at(depth + 1)?;
                    if !value.word().is_some_and(|word| word.contains(&b'=')) {
                        values.push(value);
                    }
                }
                _ => return Err(self.wrong("a comma or `)' is expected here")),
            }
        }
        if name == b"c" || values.len() > 1 {
            let list = List {
                open: b'(',
                values,
                by_rows: false,
                has_commas: true,
            };
            let value = Value::List(list);
            let end = self.at;
            return Ok(Some(Node { at, end, value }));
        }
        Ok(values.pop())
    }

    /// Reads a word without quotes. Brackets that it opens, as in `x[1,2]`, belong to it.
    fn bare(&mut self) -> Result<Value<'t>, Wrong> {
        let start = self.at;
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            let ends = match byte {
                _ if is_opening(byte) => {
                    depth += 1;
                    false
                }
                _ if is_closing(byte) => match depth {
                    0 => true,
                    _ => {
                        depth -= 1;
                        false
                    }
                },
                b',' | b';' => depth == 0,
                // A colon before a single byte introduces a color.
                b':' => {
                    let next = self.text.get(self.at + 1).copied().unwrap_or(b' ');
                    is_blank(next) || is_opening(next) || matches!(next, b'"' | b'\'')
                }
                _ => is_blank(byte),
            };
            if ends {
                break;
            }
            self.at += 1;
        }
        if self.at == start {
            return Err(self.wrong("a value is expected here"));
        }
        let text = Cow::Borrowed(&self.text[start..self.at]);
        let is_quoted = false;
        Ok(Value::Word { text, is_quoted })
    }
}

/// Ends a row of a list with semicolons: the values from `row` on become one.
fn end_row(values: &mut Vec<Node<'_>>, row: &mut usize) {
    let own: Vec<Node<'_>> = values.drain(*row..).collect();
    let ends = own
        .first()
        .map(|first| first.at)
        .zip(own.last().map(|last| last.end));
    let Some((at, end)) = ends else {
        return;
    };
    let value = Value::List(List {
        open: b'[',
        values: own,
        by_rows: false,
        has_commas: false,
    });
    values.push(Node { at, end, value });
    *row += 1;
}

/// If commas separate values, words separated only by blanks form one name: `New York`.
fn join_words<'t>(
    values: &mut Vec<Node<'t>>,
    by_blanks: &[usize],
    text: &'t [u8],
) -> Result<(), Wrong> {
    if by_blanks.is_empty() {
        return Ok(());
    }
    let mut blanks = by_blanks.iter().copied().peekable();
    let mut joined: Vec<Node<'t>> = Vec::with_capacity(values.len());
    for (place, node) in std::mem::take(values).into_iter().enumerate() {
        if blanks.next_if_eq(&place).is_none() {
            joined.push(node);
            continue;
        }
        let at = node.at;
        let wrong = Wrong {
            at,
            told: "there is no comma before this value, but before others",
        };
        let before = joined.last_mut();
        match (
            before.map(|before| (before.at, &mut before.value)),
            node.value,
        ) {
            (
                Some((
                    first,
                    Value::Word {
                        text: name,
                        is_quoted: false,
                    },
                )),
                Value::Word {
                    text: word,
                    is_quoted: false,
                },
            ) if name.len() + word.len() <= 255 => {
                *name = Cow::Borrowed(&text[first..at + word.len()]);
            }
            _ => return Err(wrong),
        }
    }
    *values = joined;
    Ok(())
}

/// Undoes the escape after a backslash.
fn escape(text: &[u8], at: &mut usize, undone: &mut Vec<u8>) {
    let Some(&byte) = text.get(*at) else { return };
    *at += 1;
    let digits = match byte {
        b'x' => 2,
        b'u' => 4,
        b'U' => 8,
        _ => 0,
    };
    if digits > 0
        && let Some(mut code) = hexadecimal(text, *at, digits)
    {
        *at += digits;
        // JSON writes a character beyond 16 bits as two surrogates.
        if (0xd800..0xdc00).contains(&code)
            && text[*at..].starts_with(b"\\u")
            && let Some(low @ 0xdc00..0xe000) = hexadecimal(text, *at + 2, 4)
        {
            *at += 6;
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        }
        let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        undone.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        return;
    }
    undone.push(match byte {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'b' | b'f' => b' ',
        _ => byte,
    });
}

fn hexadecimal(text: &[u8], at: usize, digits: usize) -> Option<u32> {
    let text = std::str::from_utf8(text.get(at..at + digits)?).ok()?;
    u32::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of a list.
    fn names(text: &str) -> Result<Vec<String>, &'static str> {
        let mut parser = Parser::of_cell(text.as_bytes());
        let node = parser.value().map_err(|wrong| wrong.told)?;
        let values = node.list().ok_or("no list")?;
        let names = values.iter().map(|value| {
            let name = value.name().ok_or("an object")?;
            Ok(String::from_utf8_lossy(&name).into_owned())
        });
        names.collect()
    }

    #[test]
    fn lists_of_several_languages_have_the_same_names() {
        for text in [
            "['Rome', 'Oslo']",
            "[\"Rome\",\"Oslo\"]",
            "('Rome', 'Oslo')",
            "{'Rome', 'Oslo'}",
            "frozenset({'Rome', 'Oslo'})",
            "set(['Rome', 'Oslo'])",
            "['Rome' 'Oslo']",
            "array(['Rome', 'Oslo'], dtype=object)",
            "[np.str_('Rome'), np.str_('Oslo')]",
            "[u'Rome', b'Oslo',]",
            "c('Rome', 'Oslo')",
            "[Rome, Oslo]",
            "{Rome;Oslo}",
        ] {
            let expected = match text {
                "{Rome;Oslo}" => vec!["[Rome]", "[Oslo]"],
                _ => vec!["Rome", "Oslo"],
            };
            assert_eq!(names(text).unwrap(), expected, "{text}");
        }
        assert_eq!(names("[]").unwrap().len(), 0);
        assert_eq!(names("set()").unwrap().len(), 0);
        assert_eq!(names("[New York, Oslo]").unwrap(), ["New York", "Oslo"]);
        assert_eq!(
            names(r"['O\'Neill', 'a\u00e9\\']").unwrap(),
            ["O'Neill", "aé\\"]
        );
        assert_eq!(
            names("[(0, 'a'), x[1,2], X:1]").unwrap(),
            ["(0,a)", "x[1,2]", "X:1"]
        );
        assert_eq!(names("[1 0 1; 0 1 0]").unwrap(), ["[1,0,1]", "[0,1,0]"]);
        assert_eq!(names(r#"["\ud83d\ude00"]"#).unwrap(), ["\u{1f600}"]);
    }

    #[test]
    fn what_is_no_list_is_told() {
        assert_eq!(names("['a'").unwrap_err(), "this list has no end");
        assert_eq!(names("['a").unwrap_err(), "this quote has no end");
        assert_eq!(
            names("['a' 'b', 'c']").unwrap_err(),
            "there is no comma before this value, but before others"
        );
        assert_eq!(names("[{'a': 1}]").unwrap_err(), "an object");
        assert!(names("[1)").is_err());
        assert!(names(&"[".repeat(100_000)).is_err());
    }
}
