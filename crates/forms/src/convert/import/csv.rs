//! Tables: one option a line, with or without a header. The separator of cells is found from the
//! text.

use super::advice::{advice, header_faults};
use super::draft::{Draft, Kind};
use super::fields::{Fields, column_called};
use super::records::{Cell, is_number, yes_or_no};
use super::source::{Rows, Source};
use super::words::Word;
use super::{Choices, Fault, ImportRow, Imported, Place, cells, shown};
use dlx3_format::{Bounds, Decimal};
use std::collections::HashSet;

pub const CSV: ImportRow = ImportRow {
    name: "csv",
    about: "A table",
    read: "a header, then an option a line, with a column for each item (0, 1, True, False or\n\
           empty), or with the columns that --items names: items with blanks, commas or `;' between\n\
           them, or lists such as ['A', 'B'], with colors as in NAME:c. Between cells stand commas,\n\
           semicolons or tabs, in matrices also blanks. Matrices in the brackets of Python, C, JSON\n\
           or MATLAB, and JSON objects, are tables, too",
    options: &[
        "--cover",
        "--cost",
        "--items",
        "--separator",
        "--prefix",
        "--no-prefix",
        "--id",
        "--secondary",
        "--bounds",
        "--header",
        "--no-header",
    ],
    reader: read,
};

/// The columns of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The column of costs.
    pub cost: Option<String>,
    /// The column with all items of an option, or several columns with commas between their names;
    /// `None` if each column is an item.
    pub items: Option<String>,
    /// The separators of items in a cell; empty to find them from the cells. An empty text says
    /// that a cell is one item.
    pub separator: Vec<String>,
    /// Whether items in several columns are prefixed with their column, as in `row.1`; `None` to
    /// decide by the cells.
    pub prefix: Option<bool>,
    /// The column with the names of the options.
    pub id: Option<String>,
    /// Items that are secondary: names, or patterns with `*` and `?`.
    pub secondary: Vec<String>,
    /// Items with bounds. A name beats a pattern, and a later pattern beats an earlier one.
    pub bounds: Vec<Bound>,
    /// Whether the first line names the columns; if not, they are called 1, 2 and so on. `None`: it
    /// does, unless it has only numbers, which is a fault.
    pub header: Option<bool>,
}

/// The bounds of an item, or of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The item, or a pattern for primary items: `*` stands for any bytes, `?` for one character.
    pub name: String,
    /// The lower bound.
    pub lower: u32,
    /// The upper bound; `None` for no bound.
    pub upper: Option<u32>,
}

/// The item of a word, and a color if one byte follows a colon.
fn item_of(word: &[u8]) -> (&[u8], Option<u8>) {
    match word {
        [name @ .., b':', color] if !name.is_empty() => (name, Some(*color)),
        _ => (word, None),
    }
}

/// The command-line option for a column with this name, if it is more likely not an item.
fn use_of(name: &[u8]) -> Option<&'static str> {
    const COSTS: [&[u8]; 4] = [b"cost", b"costs", b"price", b"weight"];
    const IDS: [&[u8]; 4] = [b"id", b"name", b"index", b"unnamed: 0"];
    let is = |names: &[&[u8]]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    match (is(&COSTS), is(&IDS)) {
        (true, _) => Some("--cost"),
        (_, true) => Some("--id"),
        _ => None,
    }
}

/// The meaning of a column.
#[derive(Clone, Copy)]
enum Meaning {
    Cost,
    /// Items, by the rule with this index.
    Items(usize),
    Id,
    Item(u32, Option<u8>),
    Nothing,
}

fn read(text: &[u8], choices: &Choices) -> Result<Imported, Fault> {
    let columns = &choices.columns;
    header_faults(text)?;
    let table = Source::of(text, columns)?;
    // A table without names of columns may be something else.
    let may_be_sets =
        |fault: Fault| match columns.header != Some(true) && table.may_be_sets(columns) {
            true => {
                let told = fault.told.split("; ").next().unwrap_or_default();
                let told = format!("{told}; {}", super::sets::ADVICE);
                Fault { told, ..fault }
            }
            false => fault,
        };
    read_rows(&table, choices).map_err(may_be_sets)
}

fn read_rows(table: &Source<'_>, choices: &Choices) -> Result<Imported, Fault> {
    let columns = &choices.columns;
    let separator = table.separator();
    let mut rows = table.rows();
    let mut cells = Vec::new();
    if !rows.next(&mut cells)? {
        return Err(Fault::nowhere("there is no header: the text is empty"));
    }
    let is_numeric = cells.iter().all(|cell| is_number(&cell.text));
    if is_numeric && columns.header.is_none() && !table.tells_header() {
        let told = "the first line has numbers only: does it name the columns (--header), or is it \
                    an option (--no-header)?";
        return Err(Fault::new(cells[0].place, told));
    }
    let has_header = table.has_header(columns);
    let heads = match has_header {
        true => std::mem::take(&mut cells),
        false => numbered(&cells),
    };
    check_columns(&heads, columns)?;
    let options = Options {
        table,
        width: heads.len(),
        has_header,
        has_more: [&columns.id, &columns.cost, &columns.items]
            .iter()
            .any(|name| name.is_some()),
    };
    let fields = Fields::read(&options, &heads, columns)?;
    let note = table.note();
    let mut table = Table {
        draft: Draft::new(),
        is_colored: HashSet::new(),
        with_colons: Vec::new(),
        is_matrix: true,
        ids: Vec::new(),
        fields,
        costs: CostForm::new(separator),
    };
    table.draft.notes.extend(note);
    let meanings = table.header(&heads, columns)?;
    let mut rows = options.rows();
    while options.next(&mut rows, &mut cells)? {
        table
            .option(&cells, &meanings)
            .map_err(|fault| match table.is_matrix {
                true => fault,
                false => advice(fault, options.rows(), &heads, columns),
            })?;
    }
    if table.draft.options() == 0 {
        let told = "there is no option after the header";
        if table.draft.items() == 0 {
            return Err(Fault::nowhere(told));
        }
        table.draft.notes.push(told.to_owned());
    }
    if has_header {
        let head = heads.iter().zip(&meanings).find(|(head, meaning)| {
            matches!(meaning, Meaning::Item(..)) && use_of(&head.text).is_some()
        });
        if let Some((head, _)) = head {
            let (name, option) = (shown(&head.text), use_of(&head.text).unwrap_or_default());
            table.draft.notes.push(format!(
                "column `{name}' is an item, as all of its cells are 0 and 1: else say {option} {name}"
            ));
        }
    }
    table.check_colons()?;
    table.set_kinds(choices)?;
    table.costs.finish(&mut table.draft)?;
    let summary = table.summary();
    let imported = table.draft.build()?;
    Ok(Imported {
        summary,
        ..imported
    })
}

/// The options of a table, which can be read repeatedly.
pub(super) struct Options<'t> {
    table: &'t Source<'t>,
    width: usize,
    has_header: bool,
    /// Whether some column has other cells than those of a matrix.
    has_more: bool,
}

impl Options<'_> {
    /// All rows after the header.
    pub fn rows(&self) -> Rows<'_> {
        let mut rows = self.table.rows();
        if self.has_header {
            // The header has been read before.
            let _ = rows.next(&mut Vec::new());
        }
        rows
    }

    /// The next row that is not empty.
    pub fn next(&self, rows: &mut Rows<'_>, cells: &mut Vec<Cell>) -> Result<bool, Fault> {
        while rows.next(cells)? {
            // Spreadsheets write empty rows as long as others or longer.
            if self.has_more && cells.iter().all(|cell| cell.text.is_empty()) {
                continue;
            }
            return match cells.len() == self.width {
                true => Ok(true),
                false => Err(wrong_length(cells, self.width, self.has_header)),
            };
        }
        Ok(false)
    }
}

/// The names of columns without a header: 1, 2 and so on.
fn numbered(cells: &[Cell]) -> Vec<Cell> {
    let place = cells[0].place;
    let names = (1..=cells.len()).map(|number| Cell {
        text: number.to_string().into_bytes(),
        place,
    });
    names.collect()
}

/// A line with more or fewer cells than the first one.
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

/// How costs are written in a table. If commas separate cells, costs have a decimal point;
/// otherwise they may have a decimal comma. A sign that might separate thousands is a fault.
struct CostForm {
    may_have_commas: bool,
    /// The places of the first comma and of the first point.
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

    /// Notes how costs were read. Points beside commas would separate thousands, which is a fault.
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
    is_colored: HashSet<u32>,
    /// Names with a colon that is not before a single byte, and where each occurs first.
    with_colons: Vec<(Vec<u8>, Place)>,
    /// Whether all cells of items' columns say yes or no.
    is_matrix: bool,
    /// The items that name options, in their order.
    ids: Vec<u32>,
    fields: Fields,
    costs: CostForm,
}

/// Checks that each column that is named exists once.
fn check_columns(heads: &[Cell], columns: &Columns) -> Result<(), Fault> {
    for name in [&columns.cost, &columns.id].into_iter().flatten() {
        let found = column_called(heads, name.as_bytes())?;
        found.ok_or_else(|| missing_column(heads, name))?;
    }
    Ok(())
}

impl Table {
    fn header(&mut self, cells: &[Cell], columns: &Columns) -> Result<Vec<Meaning>, Fault> {
        let is = |name: &Option<String>, cell: &Cell| {
            name.as_ref()
                .is_some_and(|name| name.as_bytes() == cell.text)
        };
        let mut meanings = Vec::new();
        let mut heads = HashSet::new();
        for (number, cell) in cells.iter().enumerate() {
            let (field, is_matrix) = self.fields.of(number);
            meanings.push(if is(&columns.cost, cell) {
                Meaning::Cost
            } else if is(&columns.id, cell) {
                Meaning::Id
            } else if let Some(field) = field {
                Meaning::Items(field)
            } else if columns.items.is_some() && !is_matrix {
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
            self.is_colored.insert(item);
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
                Meaning::Items(field) => {
                    let place = cell.place;
                    let plain = cells::plain(&cell.text);
                    let names = self.fields.names(field, &plain);
                    for text in &names {
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
            self.ids.push(item);
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

    /// Checks that no name with a colon begins with a name that has colors.
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

    fn set_kinds(&mut self, choices: &Choices) -> Result<(), Fault> {
        let columns = &choices.columns;
        for name in &columns.secondary {
            for item in self.called(name)? {
                self.draft.set_kind(item, Kind::Secondary);
            }
        }
        if choices.cover {
            for item in 0..self.draft.items() as u32 {
                if self.draft.kind(item) != Kind::Secondary {
                    self.draft.set_kind(item, Kind::AtLeast(1));
                }
            }
        }
        let is_pattern = |bound: &&Bound| self.draft.find(bound.name.as_bytes()).is_none();
        let (patterns, names): (Vec<&Bound>, Vec<&Bound>) =
            columns.bounds.iter().partition(is_pattern);
        let mut bounded = HashSet::new();
        for bound in patterns {
            let mut some = false;
            for item in self.called(&bound.name)? {
                if self.draft.kind(item) != Kind::Secondary {
                    self.draft.set_kind(item, kind_of(bound));
                    some = true;
                }
            }
            if !some {
                let name = &bound.name;
                let told = format!("no primary item is like `{name}', and others have no bounds");
                return Err(Fault::nowhere(told));
            }
        }
        for bound in names {
            let name = &bound.name;
            let [item] = self.called(name)?[..] else {
                continue;
            };
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
            self.draft.set_kind(item, kind_of(bound));
        }
        Ok(())
    }

    /// The items with this name in the table or in the problem, or that match this pattern.
    fn called(&self, name: &str) -> Result<Vec<u32>, Fault> {
        if let Some(item) = self.draft.find(name.as_bytes()) {
            return Ok(vec![item]);
        }
        let is_pattern = name.contains(['*', '?']);
        let is_called = |item: &u32| {
            let names = [self.draft.raw(*item), self.draft.name(*item)];
            // As in the table, or as in the problem.
            match is_pattern {
                true => names.iter().any(|own| is_like(own, name.as_bytes())),
                false => names[1] == name.as_bytes(),
            }
        };
        let all = 0..self.draft.items() as u32;
        let found: Vec<u32> = all
            .filter(|item| self.ids.binary_search(item).is_err() && is_called(item))
            .collect();
        match found.is_empty() {
            false => Ok(found),
            true => {
                let like = if is_pattern { "like" } else { "called" };
                Err(Fault::nowhere(format!("no item is {like} `{name}'")))
            }
        }
    }

    /// A summary of what was read, if names were found in cells.
    fn summary(&self) -> Option<String> {
        let told = self.fields.told()?;
        Some(self.draft.summary(&self.ids, &told))
    }
}

fn kind_of(bound: &Bound) -> Kind {
    match bound.upper {
        None => Kind::AtLeast(bound.lower),
        Some(upper) => Kind::Primary(Bounds {
            lower: bound.lower,
            upper,
        }),
    }
}

/// Whether a name matches a pattern: `*` stands for any bytes, `?` for one character.
fn is_like(name: &[u8], pattern: &[u8]) -> bool {
    let is_inner = |byte: u8| byte & 0xc0 == 0x80;
    let (mut at, mut place) = (0, 0);
    // The last star, and how far it reaches.
    let mut star: Option<(usize, usize)> = None;
    while at < name.len() {
        match pattern.get(place) {
            Some(b'*') => {
                star = Some((place, at));
                place += 1;
            }
            Some(b'?') => {
                at += 1;
                while name.get(at).copied().is_some_and(is_inner) {
                    at += 1;
                }
                place += 1;
            }
            Some(&byte) if byte == name[at] => {
                at += 1;
                place += 1;
            }
            _ => {
                let Some((last, reaches)) = star else {
                    return false;
                };
                star = Some((last, reaches + 1));
                (at, place) = (reaches + 1, last + 1);
            }
        }
    }
    pattern[place..].iter().all(|&byte| byte == b'*')
}

/// A fault that lists the columns when one of them is missing.
pub(super) fn missing_column(cells: &[Cell], name: &str) -> Fault {
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
