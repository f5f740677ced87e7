//! Tables: an option a line, with a header or without. What stands between cells is seen from the
//! text.

use super::advice::{advice, header_faults};
use super::draft::{Draft, Kind};
use super::records::{Cell, Records, is_number, separator, yes_or_no};
use super::words::Word;
use super::{Fault, ImportRow, Imported, Place, shown};
use crate::format::{Bounds, Decimal};
use crate::text::blank::is_blank;
use std::collections::HashSet;

pub const CSV: ImportRow = ImportRow {
    name: "csv",
    about: "A table",
    read: "a header, then an option a line, with a column for each item (0, 1, True, False or\n\
           empty), or with the column that --items names: items with blanks or `;' between them,\n\
           with colors as in NAME:c. Between cells stand commas, semicolons or tabs, in matrices\n\
           also blanks",
    options: &[
        "--cost",
        "--items",
        "--id",
        "--secondary",
        "--bounds",
        "--header",
        "--no-header",
    ],
    reader: |text, choices| read(text, &choices.columns),
};

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
    /// Whether the first line names the columns; if not, they are called 1, 2 and so on. Without it
    /// the first line does, unless it has numbers only: then somebody must say so.
    pub header: Option<bool>,
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

fn read(text: &[u8], columns: &Columns) -> Result<Imported, Fault> {
    header_faults(text)?;
    let separator = separator(text);
    let mut records = Records::new(text, separator);
    let mut cells = Vec::new();
    if !records.next(&mut cells)? {
        return Err(Fault::nowhere("there is no header: the text is empty"));
    }
    let is_numeric = cells.iter().all(|cell| is_number(&cell.text));
    if is_numeric && columns.header.is_none() {
        let told = "the first line has numbers only: does it name the columns (--header), or is it \
                    an option (--no-header)?";
        return Err(Fault::new(cells[0].place, told));
    }
    let mut table = Table {
        draft: Draft::new(),
        is_colored: Vec::new(),
        with_colons: Vec::new(),
        is_matrix: true,
        costs: CostForm::new(separator),
    };
    let has_header = columns.header != Some(false);
    let heads = match has_header {
        true => std::mem::take(&mut cells),
        false => numbered(&cells),
    };
    let meanings = table.header(&heads, columns)?;
    // A spreadsheet writes its empty rows, too, as long as any other or longer.
    let has_more = [&columns.id, &columns.cost, &columns.items]
        .iter()
        .any(|name| name.is_some());
    while !cells.is_empty() || records.next(&mut cells)? {
        if has_more && cells.iter().all(|cell| cell.text.is_empty()) {
            cells.clear();
            continue;
        }
        if cells.len() != meanings.len() {
            return Err(wrong_length(&cells, meanings.len(), has_header));
        }
        table
            .option(&cells, &meanings)
            .map_err(|fault| match table.is_matrix {
                true => fault,
                false => advice(fault, text, separator, &heads, columns),
            })?;
        cells.clear();
    }
    if table.draft.options() == 0 {
        let told = "there is no option after the header";
        if table.draft.items() == 0 {
            return Err(Fault::nowhere(told));
        }
        table.draft.notes.push(told.to_owned());
    }
    table.check_colons()?;
    table.set_kinds(columns)?;
    table.costs.finish(&mut table.draft)?;
    table.draft.build()
}

/// The columns 1, 2 and so on.
fn numbered(cells: &[Cell]) -> Vec<Cell> {
    let place = cells[0].place;
    let names = (1..=cells.len()).map(|number| Cell {
        text: number.to_string().into_bytes(),
        place,
    });
    names.collect()
}

/// A line has more or fewer cells than the first one.
fn wrong_length(cells: &[Cell], expected: usize, has_header: bool) -> Fault {
    let place = match cells.get(expected) {
        Some(cell) => cell.place,
        None => cells[cells.len() - 1].place,
    };
    let number = match cells.len() {
        1 => "is 1 cell".to_owned(),
        more => format!("are {more} cells"),
    };
    let first = if has_header { "header" } else { "first line" };
    let told = format!("there {number} here, but {expected} in the {first}");
    Fault::new(place, told)
}

/// How the costs of a table are written. Where commas stand between cells, a decimal point does in
/// costs; elsewhere a decimal comma may. What could also separate thousands is a fault.
struct CostForm {
    may_have_commas: bool,
    /// Where the first comma is, and the first point.
    comma: Option<(Place, String)>,
    point: Option<(Place, String)>,
}

impl CostForm {
    fn new(separator: u8) -> Self {
        CostForm {
            may_have_commas: separator != b',',
            comma: None,
            point: None,
        }
    }

    /// The cost in a cell.
    fn read(&mut self, word: Word<'_>) -> Result<Decimal, Fault> {
        let Some(comma) = memchr::memchr(b',', word.text) else {
            if self.point.is_none() && word.text.contains(&b'.') {
                self.point = Some((word.place, shown(word.text)));
            }
            return word.decimal("what the option costs");
        };
        let (whole, decimals) = (&word.text[..comma], &word.text[comma + 1..]);
        let text = [whole, b".", decimals].concat();
        let cost = Decimal::parse(&text).ok();
        let Some(cost) = cost.filter(|_| self.may_have_commas && decimals.len() != 3) else {
            let told = format!(
                "write `{}' without a comma: it may be a decimal one, or separate thousands",
                shown(word.text)
            );
            return Err(match word.text.iter().any(u8::is_ascii_digit) {
                true => word.fault(told),
                false => word.unexpected("what the option costs"),
            });
        };
        let place = word.place;
        self.comma.get_or_insert_with(|| (place, shown(word.text)));
        Ok(cost)
    }

    /// Tells what was read. Points beside commas would separate thousands.
    fn finish(&self, draft: &mut Draft) -> Result<(), Fault> {
        let Some((place, comma)) = &self.comma else {
            return Ok(());
        };
        if let Some((other, point)) = &self.point {
            let told = format!(
                "`{point}' has a point, but `{comma}' in line {} a comma: which are the decimals?",
                place.line
            );
            return Err(Fault::new(*other, told));
        }
        let line = place.line;
        draft.notes.push(format!(
            "line {line}: the comma in `{comma}' stands before its decimals"
        ));
        Ok(())
    }
}

struct Table {
    draft: Draft,
    /// The items that have colors.
    is_colored: Vec<u32>,
    /// Names in which a colon stands, but not before one byte, and where each stands first.
    with_colons: Vec<(Vec<u8>, Place)>,
    /// No cell of an item's column has said anything but yes or no.
    is_matrix: bool,
    costs: CostForm,
}

impl Table {
    fn header(&mut self, cells: &[Cell], columns: &Columns) -> Result<Vec<Meaning>, Fault> {
        let named = [&columns.cost, &columns.items, &columns.id];
        for name in named.into_iter().flatten() {
            let mut found = cells.iter().filter(|cell| cell.text == name.as_bytes());
            if found.next().is_none() {
                return Err(missing_column(cells, name));
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
            } else if cell.text.is_empty() {
                let told = "this column has no name: if it has the options' names, say --id ''";
                return Err(Fault::new(cell.place, told));
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
                        false => self.costs.read(word)?,
                        true => return Err(word.fault("there is no cost here")),
                    };
                    self.draft.cost(cost, cell.place)?;
                }
                Meaning::Item(item, color) => match yes_or_no(&cell.text) {
                    Some(false) => {}
                    Some(true) => self.node(item, color, cell.word())?,
                    None => {
                        self.is_matrix = false;
                        return Err(cell.word().unexpected("0, 1 or nothing"));
                    }
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

/// The columns that there are, where one of them is missing.
fn missing_column(cells: &[Cell], name: &str) -> Fault {
    const MOST: usize = 12;
    let mut names: Vec<String> = cells
        .iter()
        .take(MOST)
        .map(|cell| format!("`{}'", shown(&cell.text)))
        .collect();
    if cells.len() > MOST {
        names.push(format!("{} more", cells.len() - MOST));
    }
    let there = match &names[..] {
        [only] => format!("only {only}, as no comma, semicolon or tab stands between cells"),
        names => names.join(", "),
    };
    let told = format!(
        "the header has no column `{}': it has {there}",
        shown(name.as_bytes())
    );
    Fault::new(cells[0].place, told)
}
