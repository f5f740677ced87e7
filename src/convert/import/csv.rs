//! Tables with commas between their cells, as RFC 4180 has them: quotes around a cell may hold
//! commas, line breaks, and quotes that are written twice. An option a line.

use super::draft::{Draft, Kind};
use super::words::Word;
use super::{Fault, Imported, Place, shown};
use crate::format::Bounds;
use crate::text::blank::is_blank;
use std::collections::HashSet;

/// What the columns of a table are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The column with what the options cost.
    pub cost: Option<String>,
    /// The column with all items of an option; without it, each column is an item.
    pub items: Option<String>,
    /// The column with the names of the options.
    pub id: Option<String>,
    /// Items that are secondary.
    pub secondary: Vec<String>,
    /// Items with bounds.
    pub bounds: Vec<Bound>,
}

/// The bounds of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The item.
    pub name: String,
    /// The lower bound.
    pub lower: u32,
    /// The upper bound; without it, there is none.
    pub upper: Option<u32>,
}

/// A cell, without the blanks around it.
struct Cell {
    text: Vec<u8>,
    place: Place,
}

impl Cell {
    fn word(&self) -> Word<'_> {
        Word {
            text: &self.text,
            place: self.place,
        }
    }
}

/// The records of a table.
struct Records<'t> {
    text: &'t [u8],
    at: usize,
    line: usize,
    /// Where the line begins.
    start: usize,
}

impl Records<'_> {
    fn place(&self) -> Place {
        Place {
            line: self.line,
            column: self.at - self.start + 1,
        }
    }

    /// The next record that is not blank, in the cells of the last one; false at the end.
    fn next(&mut self, cells: &mut Vec<Cell>) -> Result<bool, Fault> {
        cells.clear();
        loop {
            if self.at == self.text.len() {
                if is_blank_line(cells) {
                    cells.clear();
                }
                return Ok(!cells.is_empty());
            }
            let cell = self.cell()?;
            cells.push(cell);
            let Some(&end) = self.text.get(self.at) else {
                continue;
            };
            self.at += 1;
            if end == b',' {
                if self.at == self.text.len() {
                    let place = self.place();
                    cells.push(Cell {
                        text: Vec::new(),
                        place,
                    });
                }
                continue;
            }
            self.line += 1;
            self.start = self.at;
            match is_blank_line(cells) {
                true => cells.clear(),
                false => return Ok(true),
            }
        }
    }

    /// The next cell; a comma, a line break or nothing follows it.
    fn cell(&mut self) -> Result<Cell, Fault> {
        let rest = &self.text[self.at..];
        let blanks = rest
            .iter()
            .take_while(|&&byte| is_blank(byte) && byte != b'\n');
        self.at += blanks.count();
        let place = self.place();
        if self.text.get(self.at) != Some(&b'"') {
            let rest = &self.text[self.at..];
            let length = memchr::memchr2(b',', b'\n', rest).unwrap_or(rest.len());
            self.at += length;
            return Ok(Cell {
                text: trimmed(&rest[..length]).to_vec(),
                place,
            });
        }
        let mut text = Vec::new();
        self.at += 1;
        loop {
            let Some(&byte) = self.text.get(self.at) else {
                return Err(Fault::new(place, "this quote has no end"));
            };
            self.at += 1;
            match byte {
                b'"' if self.text.get(self.at) == Some(&b'"') => self.at += 1,
                b'"' => break,
                b'\n' => {
                    self.line += 1;
                    self.start = self.at;
                }
                _ => {}
            }
            text.push(byte);
        }
        let rest = &self.text[self.at..];
        let length = memchr::memchr2(b',', b'\n', rest).unwrap_or(rest.len());
        if let Some(more) = rest[..length].iter().position(|&byte| !is_blank(byte)) {
            self.at += more;
            let found = trimmed(&rest[more..length]);
            let expected = "a comma or the end of the line";
            return Err(Fault::unexpected(self.place(), found, expected));
        }
        self.at += length;
        Ok(Cell {
            text: trimmed(&text).to_vec(),
            place,
        })
    }
}

fn is_blank_line(cells: &[Cell]) -> bool {
    matches!(cells, [only] if only.text.is_empty())
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

/// A name, and a color if one byte stands after a colon.
fn item_of(word: &[u8]) -> (&[u8], Option<u8>) {
    match word {
        [name @ .., b':', color] if !name.is_empty() => (name, Some(*color)),
        _ => (word, None),
    }
}

/// What a column of the table is.
#[derive(Clone, Copy)]
enum Meaning {
    Cost,
    Items,
    Id,
    Item(u32, Option<u8>),
    Nothing,
}

pub fn read(text: &[u8], columns: &Columns) -> Result<Imported, Fault> {
    let mut records = Records {
        text: text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text),
        at: 0,
        line: 1,
        start: 0,
    };
    let mut cells = Vec::new();
    if !records.next(&mut cells)? {
        return Err(Fault::nowhere("there is no header: the text is empty"));
    }
    let mut table = Table {
        draft: Draft::new(),
        is_colored: Vec::new(),
        with_colons: Vec::new(),
    };
    let meanings = table.header(&cells, columns)?;
    while records.next(&mut cells)? {
        if cells.len() != meanings.len() {
            let place = match cells.get(meanings.len()) {
                Some(cell) => cell.place,
                None => cells[cells.len() - 1].place,
            };
            let cells = match cells.len() {
                1 => "is 1 cell".to_owned(),
                more => format!("are {more} cells"),
            };
            let told = format!("there {cells} here, but {} in the header", meanings.len());
            return Err(Fault::new(place, told));
        }
        table.option(&cells, &meanings)?;
    }
    table.check_colons()?;
    table.set_kinds(columns)?;
    table.draft.build()
}

struct Table {
    draft: Draft,
    /// The items that have colors.
    is_colored: Vec<u32>,
    /// Names in which a colon stands, but not before one byte, and where each stands first.
    with_colons: Vec<(Vec<u8>, Place)>,
}

impl Table {
    fn header(&mut self, cells: &[Cell], columns: &Columns) -> Result<Vec<Meaning>, Fault> {
        let named = [&columns.cost, &columns.items, &columns.id];
        for name in named.into_iter().flatten() {
            let mut found = cells.iter().filter(|cell| cell.text == name.as_bytes());
            if found.next().is_none() {
                let told = format!("the header has no column `{name}'");
                return Err(Fault::new(cells[0].place, told));
            }
            if let Some(second) = found.next() {
                let told = format!("two columns are called `{name}'");
                return Err(Fault::new(second.place, told));
            }
        }
        let is = |name: &Option<String>, cell: &Cell| {
            name.as_ref()
                .is_some_and(|name| name.as_bytes() == cell.text)
        };
        let mut meanings = Vec::new();
        let mut heads = HashSet::new();
        for cell in cells {
            meanings.push(if is(&columns.cost, cell) {
                Meaning::Cost
            } else if is(&columns.items, cell) {
                Meaning::Items
            } else if is(&columns.id, cell) {
                Meaning::Id
            } else if columns.items.is_some() {
                Meaning::Nothing
            } else {
                let (item, color) = self.item(&cell.text, cell.place)?;
                if !heads.insert((item, color)) {
                    let told = format!("two columns are called `{}'", shown(&cell.text));
                    return Err(Fault::new(cell.place, told));
                }
                self.color(item, color);
                Meaning::Item(item, color)
            });
        }
        Ok(meanings)
    }

    /// The item that a word names, and its color.
    fn item(&mut self, word: &[u8], place: Place) -> Result<(u32, Option<u8>), Fault> {
        let (name, color) = item_of(word);
        let (item, is_new) = self.draft.item(name, place)?;
        if is_new && name.contains(&b':') {
            self.with_colons.push((name.to_vec(), place));
        }
        Ok((item, color))
    }

    fn color(&mut self, item: u32, color: Option<u8>) {
        if color.is_some() && self.draft.kind(item) != Kind::Secondary {
            self.draft.set_kind(item, Kind::Secondary);
            self.is_colored.push(item);
        }
    }

    fn option(&mut self, cells: &[Cell], meanings: &[Meaning]) -> Result<(), Fault> {
        self.draft.begin(cells[0].place);
        let mut id = None;
        for (cell, meaning) in cells.iter().zip(meanings) {
            match *meaning {
                Meaning::Nothing => {}
                Meaning::Id => id = Some(cell),
                Meaning::Cost => {
                    let word = cell.word();
                    let cost = match cell.text.is_empty() {
                        false => word.decimal("what the option costs")?,
                        true => return Err(word.fault("there is no cost here")),
                    };
                    self.draft.cost(cost, cell.place)?;
                }
                Meaning::Item(item, color) => match &cell.text[..] {
                    b"" | b"0" => {}
                    b"1" => self.node(item, color, cell.word())?,
                    _ => return Err(cell.word().unexpected("0, 1 or nothing")),
                },
                Meaning::Items => {
                    let is_end = |byte: u8| is_blank(byte) || byte == b';';
                    let words = cell.text.split(|&byte| is_end(byte));
                    for text in words.filter(|word| !word.is_empty()) {
                        let place = cell.place;
                        let (item, color) = self.item(text, place)?;
                        self.color(item, color);
                        self.node(item, color, Word { text, place })?;
                    }
                }
            }
        }
        if let Some(cell) = id {
            if cell.text.is_empty() {
                return Err(cell.word().fault("there is no id here"));
            }
            let name = [b"#", &cell.text[..]].concat();
            let item = self.draft.new_item(&name, Kind::Secondary, cell.place)?;
            self.draft.node(item, None);
        }
        self.draft.end();
        Ok(())
    }

    fn node(&mut self, item: u32, color: Option<u8>, word: Word<'_>) -> Result<(), Fault> {
        match self.draft.node(item, color) {
            true => Ok(()),
            false => {
                let name = self.draft.name(item);
                let told = format!("the option has `{}' twice", shown(name));
                Err(word.fault(told))
            }
        }
    }

    /// A colon may stand in a name, but not where the name before it has colors.
    fn check_colons(&mut self) -> Result<(), Fault> {
        for (name, place) in &self.with_colons {
            let colon = memchr::memrchr(b':', name).unwrap_or(0);
            let before = self.draft.find(&name[..colon]);
            if before.is_some_and(|before| self.is_colored.contains(&before)) {
                let told = format!("the color of `{}' is not one byte", shown(name));
                return Err(Fault::new(*place, told));
            }
        }
        if let [(name, place), rest @ ..] = &self.with_colons[..] {
            let (name, line) = (shown(name), place.line);
            self.draft.notes.push(match rest.len() {
                0 => format!("line {line}: `{name}' is a name: a color has one byte"),
                more => format!(
                    "line {line}: `{name}' is a name, and {more} more have a colon: a color has one byte"
                ),
            });
        }
        Ok(())
    }

    fn set_kinds(&mut self, columns: &Columns) -> Result<(), Fault> {
        let item = |draft: &Draft, name: &str| {
            let item = draft.find(name.as_bytes());
            item.ok_or_else(|| Fault::nowhere(format!("no item is called `{name}'")))
        };
        for name in &columns.secondary {
            let item = item(&self.draft, name)?;
            self.draft.set_kind(item, Kind::Secondary);
        }
        let mut bounded = HashSet::new();
        for Bound { name, lower, upper } in &columns.bounds {
            let item = item(&self.draft, name)?;
            if !bounded.insert(item) {
                let told = format!("item `{name}' is given bounds twice");
                return Err(Fault::nowhere(told));
            }
            if self.draft.kind(item) == Kind::Secondary {
                let why = match self.is_colored.contains(&item) {
                    true => "has colors, so it is secondary",
                    false => "is secondary",
                };
                return Err(Fault::nowhere(format!(
                    "item `{name}' {why}, and has no bounds"
                )));
            }
            let kind = match *upper {
                None => Kind::AtLeast(*lower),
                Some(upper) => Kind::Primary(Bounds {
                    lower: *lower,
                    upper,
                }),
            };
            self.draft.set_kind(item, kind);
        }
        Ok(())
    }
}
