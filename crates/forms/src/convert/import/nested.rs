//! Reads nested lists as programs write them: `int a[2][2] = {{1, 0}, {0, 1}};`, a Python list, a
//! MATLAB matrix, JSON, or one list a line.

use super::literal::{Node, Parser, Value, Wrong, is_closing};
use super::records::{Cell, yes_or_no};
use super::{Fault, Place, shown};
use dlx3_base::text::blank::is_blank;
use std::collections::HashMap;

/// A list and its name.
pub struct Statement<'t> {
    pub name: Option<&'t [u8]>,
    pub node: Node<'t>,
}

/// The places of offsets, which must not decrease.
pub struct Places<'t> {
    text: &'t [u8],
    at: usize,
    line: usize,
    start: usize,
}

impl<'t> Places<'t> {
    pub fn new(text: &'t [u8]) -> Self {
        Places {
            text,
            at: 0,
            line: 1,
            start: 0,
        }
    }

    pub fn of(&mut self, at: usize) -> Place {
        if at < self.at {
            *self = Places::new(self.text);
        }
        for end in memchr::memchr_iter(b'\n', &self.text[self.at..at]) {
            self.line += 1;
            self.start = self.at + end + 1;
        }
        self.at = at;
        Place {
            line: self.line,
            column: at - self.start + 1,
        }
    }
}

/// Whether a text consists of lists: it ends like a list, and begins like one, perhaps after a
/// name.
fn is_nested(text: &[u8]) -> bool {
    let is_end = |byte: u8| is_blank(byte) || matches!(byte, b';' | b',');
    let last = text.iter().rfind(|&&byte| !is_end(byte));
    if !last.is_some_and(|&byte| is_closing(byte)) {
        return false;
    }
    let mut parser = Parser::of_text(text, 0);
    parser.skip();
    parser.is_at_list() || name_before(text, parser.at).is_some()
}

/// The name before a list, and where the list begins: `int a[2][2] = {`, `A: [`, `A -> {`.
fn name_before(text: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let rest = &text[at..];
    let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    let line = &rest[..length];
    for sign in [&b"="[..], b"<-", b"->", b":"] {
        let Some(place) = memchr::memmem::find(line, sign) else {
            continue;
        };
        let mut after = Parser::of_text(text, at + place + sign.len());
        after.skip();
        if after.is_at_list() {
            let name = line[..place].trim_ascii().trim_ascii_end();
            let name = name.strip_suffix(b":").unwrap_or(name).trim_ascii();
            // The last word; words before it are a type.
            let word = name.rsplit(|&byte| is_blank(byte)).next().unwrap_or(name);
            return (!word.is_empty()).then_some((word, after.at));
        }
    }
    None
}

/// The lists of a text; `None` if it is a text of another kind.
///
/// # Errors
/// A list that cannot be read.
pub fn statements(text: &[u8]) -> Result<Option<Vec<Statement<'_>>>, Fault> {
    if !is_nested(text) {
        return Ok(None);
    }
    let fault = |wrong: Wrong| Fault::new(Places::new(text).of(wrong.at), wrong.told);
    let mut parser = Parser::of_text(text, 0);
    let mut all = Vec::new();
    loop {
        parser.skip();
        match parser.peek() {
            None => break,
            Some(b',' | b';') => {
                parser.at += 1;
                continue;
            }
            Some(_) => {}
        }
        let name = match parser.is_at_list() {
            true => None,
            false => {
                let Some((name, at)) = name_before(text, parser.at) else {
                    let rest = &text[parser.at..];
                    let length = rest.iter().position(|&byte| is_blank(byte));
                    let word = &rest[..length.unwrap_or(rest.len())];
                    let told = "a list in brackets, or a name before one";
                    return Err(Fault::unexpected(
                        Places::new(text).of(parser.at),
                        word,
                        told,
                    ));
                };
                parser.at = at;
                Some(name)
            }
        };
        let node = parser.value().map_err(fault)?;
        all.push(Statement { name, node });
    }
    Ok((!all.is_empty()).then_some(all))
}

/// The rows of a table, and whether the first one names the columns.
type Table = (Vec<Vec<Cell>>, bool);

/// The table of a text; `None` if the text has no lists.
pub fn table(text: &[u8]) -> Result<Option<Table>, Fault> {
    let Some(mut statements) = statements(text)? else {
        return Ok(None);
    };
    let mut places = Places::new(text);
    if let [only] = &mut statements[..] {
        // Unwraps a list of one list of lists.
        while let Value::List(list) = &mut only.node.value
            && let [inner] = &mut list.values[..]
            && inner
                .list()
                .is_some_and(|rows| !rows.is_empty() && rows.iter().all(|row| row.word().is_none()))
        {
            only.node = list.values.remove(0);
        }
        let is_records = |values: &[Node<'_>]| {
            let is_map = |node: &Node<'_>| matches!(node.value, Value::Map(_));
            !values.is_empty() && values.iter().all(is_map)
        };
        return match &only.node.value {
            Value::Map(_) => Ok(Some((records(&[&only.node], text)?, true))),
            Value::List(list) if is_records(&list.values) => {
                let all: Vec<&Node<'_>> = list.values.iter().collect();
                Ok(Some((records(&all, text)?, true)))
            }
            Value::List(list) if list.values.iter().all(|value| value.word().is_some()) => {
                Ok(Some((vec![row(&only.node, &mut places)?], false)))
            }
            Value::List(list) => {
                let rows = list.values.iter().map(|value| row(value, &mut places));
                Ok(Some((rows.collect::<Result<_, Fault>>()?, false)))
            }
            Value::Word { .. } => Ok(None),
        };
    }
    if statements
        .iter()
        .all(|one| matches!(one.node.value, Value::Map(_)))
    {
        let all: Vec<&Node<'_>> = statements.iter().map(|one| &one.node).collect();
        return Ok(Some((records(&all, text)?, true)));
    }
    if let Some(named) = statements.iter().find(|one| one.name.is_some()) {
        let told = format!("a name stands before this list; {}", super::sets::ADVICE);
        return Err(Fault::new(places.of(named.node.at), told));
    }
    let rows = statements.iter().map(|one| row(&one.node, &mut places));
    Ok(Some((rows.collect::<Result<_, Fault>>()?, false)))
}

/// A list of words as a row.
fn row(node: &Node<'_>, places: &mut Places<'_>) -> Result<Vec<Cell>, Fault> {
    let place = places.of(node.at);
    let Some(values) = node.list() else {
        let told = "this is no row of the table, as others are lists";
        return Err(Fault::new(place, told));
    };
    if values.is_empty() {
        let told = format!("this row has no cells; {}", super::sets::ADVICE);
        return Err(Fault::new(place, told));
    }
    let cells = values.iter().map(|value| {
        let place = places.of(value.at);
        match value.word() {
            Some(text) => Ok(Cell {
                text: text.to_vec(),
                place,
            }),
            None => Err(Fault::new(place, "a cell of a table is a word or a number")),
        }
    });
    cells.collect()
}

/// Objects as rows; the first row has all keys.
fn records(objects: &[&Node<'_>], text: &[u8]) -> Result<Vec<Vec<Cell>>, Fault> {
    let mut places = Places::new(text);
    let mut numbers: HashMap<&[u8], usize, foldhash::fast::RandomState> = HashMap::default();
    let mut heads = Vec::new();
    let mut rows = Vec::new();
    for object in objects {
        let Value::Map(map) = &object.value else {
            continue;
        };
        let place = places.of(object.at);
        let mut cells: Vec<(usize, Cell)> = Vec::new();
        for (key, value) in map {
            let name = key.word().unwrap_or_default();
            let number = *numbers.entry(name).or_insert(heads.len());
            if number == heads.len() {
                heads.push(Cell {
                    text: name.to_vec(),
                    place: places.of(key.at),
                });
            }
            // A list in a cell is read like one in a cell of any table.
            let text = match &value.value {
                Value::Word { text, is_quoted } if !is_quoted && &text[..] == b"null" => Vec::new(),
                Value::Word { text, .. } => text.to_vec(),
                _ => text[value.at..value.end].to_vec(),
            };
            let place = places.of(value.at);
            cells.push((number, Cell { text, place }));
        }
        cells.sort_by_key(|(number, _)| *number);
        if let Some(two) = cells.windows(2).find(|two| two[0].0 == two[1].0) {
            let name = shown(&heads[two[0].0].text);
            let told = format!("the object has `{name}' twice");
            return Err(Fault::new(two[1].1.place, told));
        }
        rows.push((place, cells));
    }
    // Objects whose values are lists, of one or several values for each key, are sets or columns.
    let has_list = |(_, cells): &(Place, Vec<(usize, Cell)>)| {
        let mut cells = cells.iter();
        cells.all(|(_, cell)| matches!(cell.text.first(), Some(b'[' | b'{' | b'(')))
    };
    if let [only] = &rows[..]
        && has_list(only)
    {
        let told = "this object has no rows: write a list of objects, one for each option";
        let told = format!("{told}; {}", super::sets::ADVICE);
        return Err(Fault::new(only.0, told));
    }
    // Memory must stay linear in the length of the text, so the table may not have many more cells
    // than bytes.
    let width = heads.len();
    if rows.len().saturating_mul(width) > text.len() + (1 << 16) {
        let told = "these objects have too different keys for rows of one table";
        return Err(Fault::new(rows[0].0, told));
    }
    let mut all = vec![heads];
    for (place, cells) in rows {
        let empty = Cell {
            text: Vec::new(),
            place,
        };
        let mut row = vec![empty; width];
        for (number, cell) in cells {
            row[number] = cell;
        }
        all.push(row);
    }
    Ok(all)
}

/// Whether rows form a matrix: equally long, of zeros and ones.
pub fn are_matrix(rows: &[Vec<Cell>]) -> bool {
    let width = rows.first().map_or(0, Vec::len);
    let is_row = |row: &Vec<Cell>| {
        row.len() == width && row.iter().all(|cell| yes_or_no(&cell.text).is_some())
    };
    width > 1 && rows.iter().all(is_row)
}
