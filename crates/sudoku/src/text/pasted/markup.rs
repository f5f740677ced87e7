//! XML and HTML with an element for each cell.
//!
//! ```text
//! <cell row="1" col="2" value="3"/>                             in attributes
//! <Cell><x>1</x><y>0</y><value>3</value></Cell>                 in elements
//! <tr><td>5</td><td></td> ...    <row>53..7....</row>           in their order
//! ```

use super::cell::{self, Empty};
use super::{Asked, Found, FoundGrid};
use crate::text::reading::Sign;

/// A tag, and the text after it.
struct Tag {
    line: usize,
    name: Vec<u8>,
    is_end: bool,
    attributes: Vec<(Vec<u8>, Vec<u8>)>,
    text: Vec<u8>,
}

/// The one grid of a text.
pub fn find(asked: Asked, lines: &[Vec<u8>]) -> Option<Found> {
    let first = lines.iter().find(|line| !line.trim_ascii().is_empty())?;
    if !first.trim_ascii_start().starts_with(b"<") || !asked.is_whole {
        return None;
    }
    let tags = tags(lines)?;
    let grid = placed(asked, &tags).or_else(|| ordered(asked, &tags))?;
    let used = lines.len();
    let grids = vec![grid];
    Some(Found { grids, used })
}

/// The tags of a text, each with the text after it. None if one has no end.
fn tags(lines: &[Vec<u8>]) -> Option<Vec<Tag>> {
    let text = lines.join(&b'\n');
    let mut tags: Vec<Tag> = Vec::new();
    let (mut place, mut line) = (0, 0);
    while place < text.len() {
        if text[place] != b'<' {
            let end = memchr::memchr(b'<', &text[place..]).map_or(text.len(), |end| place + end);
            if let Some(tag) = tags.last_mut() {
                tag.text.extend_from_slice(&text[place..end]);
            }
            line += memchr::memchr_iter(b'\n', &text[place..end]).count();
            place = end;
            continue;
        }
        let inner = &text[place + 1..];
        let length = match inner.strip_prefix(b"!--") {
            Some(remark) => memchr::memmem::find(remark, b"-->")? + 5,
            None => end_of_tag(inner)?,
        };
        if !inner.starts_with(b"!") && !inner.starts_with(b"?") {
            tags.push(tag(line, &inner[..length]));
        }
        line += memchr::memchr_iter(b'\n', &inner[..length]).count();
        place += length + 2;
    }
    Some(tags)
}

/// Where a tag ends: at the first `>` outside quotes.
fn end_of_tag(text: &[u8]) -> Option<usize> {
    let mut quote = None;
    text.iter().position(|&byte| {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(mark), byte) if mark == byte => quote = None,
            _ => {}
        }
        byte == b'>' && quote.is_none()
    })
}

fn tag(line: usize, text: &[u8]) -> Tag {
    let is_end = text.starts_with(b"/");
    let text = text.strip_prefix(b"/").unwrap_or(text);
    let text = text.strip_suffix(b"/").unwrap_or(text);
    let end = text.iter().position(u8::is_ascii_whitespace);
    let (name, mut rest) = text.split_at(end.unwrap_or(text.len()));
    let mut attributes = Vec::new();
    while let Some(equals) = memchr::memchr(b'=', rest) {
        let name = rest[..equals].trim_ascii();
        let start = name.iter().rposition(u8::is_ascii_whitespace);
        let name = name[start.map_or(0, |start| start + 1)..].to_ascii_lowercase();
        rest = rest[equals + 1..].trim_ascii_start();
        let (value, length) = match rest.split_first() {
            Some((&quote @ (b'"' | b'\''), value)) => {
                let end = memchr::memchr(quote, value).unwrap_or(value.len());
                (&value[..end], end + 2)
            }
            _ => {
                let end = rest.iter().position(u8::is_ascii_whitespace);
                let end = end.unwrap_or(rest.len());
                (&rest[..end], end)
            }
        };
        attributes.push((name, value.trim_ascii().to_vec()));
        rest = rest.get(length..).unwrap_or(b"");
    }
    Tag {
        line,
        name: name.to_ascii_lowercase(),
        is_end,
        attributes,
        text: Vec::new(),
    }
}

/// The facts about a cell so far.
#[derive(Default)]
struct Known {
    line: usize,
    row: Option<usize>,
    column: Option<usize>,
    value: Option<Vec<u8>>,
    is_entered: bool,
}

impl Known {
    fn take(&mut self, name: &[u8], value: &[u8]) {
        let value = value.trim_ascii();
        let number = || std::str::from_utf8(value).ok()?.parse().ok();
        match name {
            b"y" | b"row" | b"r" | b"line" => self.row = number(),
            b"x" | b"col" | b"column" | b"c" => self.column = number(),
            b"value" | b"val" | b"v" | b"digit" | b"number" | b"given" | b"n"
                if cell::read(36, value).is_some() =>
            {
                self.value = Some(value.to_vec());
            }
            b"given" | b"fixed" | b"clue" | b"readonly" | b"locked" => {
                let no: [&[u8]; 3] = [b"false", b"0", b"no"];
                self.is_entered = no.iter().any(|no| value.eq_ignore_ascii_case(no));
            }
            b"origin" | b"type" | b"kind" | b"source" => {
                let others: [&[u8]; 4] = [b"calculated", b"computed", b"solved", b"solver"];
                self.is_entered = others.iter().any(|word| value.eq_ignore_ascii_case(word));
            }
            _ => {}
        }
    }
}

/// Cells that say where they are.
fn placed(asked: Asked, tags: &[Tag]) -> Option<FoundGrid> {
    let is_cell = |name: &[u8]| matches!(name, b"cell" | b"field" | b"square" | b"item" | b"c");
    let mut cells: Vec<Known> = Vec::new();
    for tag in tags {
        if is_cell(&tag.name) && !tag.is_end && (tag.name != b"c" || !tag.attributes.is_empty()) {
            let line = tag.line;
            let mut known = Known {
                line,
                ..Known::default()
            };
            for (name, value) in &tag.attributes {
                known.take(name, value);
            }
            if known.value.is_none() && !tag.text.trim_ascii().is_empty() {
                known.value = Some(tag.text.trim_ascii().to_vec());
            }
            cells.push(known);
        } else if let (Some(known), false) = (cells.last_mut(), tag.is_end) {
            known.take(&tag.name, &tag.text);
        }
    }
    let order = asked.order;
    let places: Option<Vec<_>> = cells
        .iter()
        .map(|cell| Some((cell.row?, cell.column?)))
        .collect();
    let places = places.filter(|places| !places.is_empty())?;
    let all = || places.iter().flat_map(|&(row, column)| [row, column]);
    // Numbers begin with 0 or 1, and it must be clear which.
    let base = match (all().min()?, all().max()?) {
        (0, most) if most < order => 0,
        (1.., most) if most == order => 1,
        _ => return None,
    };
    let mut signs = vec![(cell::BLANK, Empty::Nothing); asked.cells()];
    let mut entered = vec![false; asked.cells()];
    let mut seen = vec![false; asked.cells()];
    for ((row, column), known) in places.into_iter().zip(&cells) {
        let place = (row - base) * order + column - base;
        if std::mem::replace(&mut seen[place], true) {
            return None;
        }
        if let Some(value) = &known.value {
            signs[place] = cell::read(order, value)?;
            entered[place] = known.is_entered;
        }
    }
    // Cells without digits may be left out, or not.
    Some(FoundGrid {
        line: cells[0].line,
        signs: cell::signs(&signs)?,
        entered,
    })
}

/// Cells, or rows, in their order.
fn ordered(asked: Asked, tags: &[Tag]) -> Option<FoundGrid> {
    let order = asked.order;
    let read = |name: &[u8], count: usize| -> Option<(usize, Vec<(Sign, Empty)>)> {
        let is_own = |tag: &&Tag| tag.name == name && !tag.is_end;
        let own: Vec<usize> = (0..tags.len()).filter(|&at| is_own(&&tags[at])).collect();
        if own.len() != count {
            return None;
        }
        let mut cells = Vec::new();
        for &at in &own {
            // The text of the element, or the value of an input in it.
            let inner = tags[at..]
                .iter()
                .take_while(|tag| !(tag.is_end && tag.name == name));
            let inner = inner
                .enumerate()
                .take_while(|(place, tag)| *place == 0 || tag.name != name);
            let mut text = Vec::new();
            for (_, tag) in inner {
                let value = tag.attributes.iter().find(|(name, _)| name == b"value");
                text.extend_from_slice(value.map_or(&b""[..], |(_, value)| value));
                text.extend_from_slice(tag.text.trim_ascii());
            }
            if count == order {
                let signs = text.chunks(1).map(|sign| cell::read(order, sign));
                cells.extend(signs.collect::<Option<Vec<_>>>()?);
            } else {
                cells.push(cell::read(order, &text)?);
            }
        }
        (cells.len() == asked.cells()).then(|| (tags[own[0]].line, cells))
    };
    let cells: [&[u8]; 6] = [b"td", b"cell", b"c", b"field", b"square", b"div"];
    let rows: [&[u8]; 3] = [b"row", b"r", b"line"];
    let found = cells.iter().find_map(|name| read(name, asked.cells()));
    let found = found.or_else(|| rows.iter().find_map(|name| read(name, order)));
    let (line, cells) = found?;
    Some(FoundGrid {
        line,
        signs: cell::signs(&cells)?,
        entered: Vec::new(),
    })
}
