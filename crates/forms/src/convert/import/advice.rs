//! Advice for texts that are no table, or another kind of table than assumed.

use super::csv::Columns;
use super::records::{Cell, yes_or_no};
use super::source::Rows;
use super::{Fault, Place, shown};
use dlx3_base::text::blank::is_blank;
use dlx3_format::Decimal;
use std::collections::HashSet;

/// Refuses texts of other kinds, naming the kind.
pub fn header_faults(text: &[u8]) -> Result<(), Fault> {
    let told = if text.starts_with(b"PK\x03\x04") || text.starts_with(b"\xd0\xcf\x11\xe0") {
        "this is the file of a spreadsheet: save the table as CSV"
    } else if text.starts_with(b"PAR1") {
        "this is a Parquet file: write the table as CSV"
    } else {
        return Ok(());
    };
    Err(Fault::new(Place { line: 1, column: 1 }, told))
}

/// Properties shared by the cells of a column.
struct Traits {
    /// All are numbers.
    is_number: bool,
    /// All say yes or no.
    is_matrix: bool,
    /// They number the rows, from 0 or from 1.
    is_count: bool,
    /// The number of rows so far.
    rows: usize,
    first: usize,
    /// The number of cells with several words.
    with_words: usize,
    /// No two are equal.
    is_distinct: bool,
    seen: HashSet<Vec<u8>>,
}

impl Traits {
    fn of(rows: &mut Rows<'_>, columns: usize) -> Vec<Traits> {
        let mut traits: Vec<Traits> = (0..columns)
            .map(|_| Traits {
                is_number: true,
                is_matrix: true,
                is_count: true,
                rows: 0,
                first: 0,
                with_words: 0,
                is_distinct: true,
                seen: HashSet::new(),
            })
            .collect();
        let mut cells = Vec::new();
        // Faults are reported later, when the text is read as what it should be.
        while let Ok(true) = rows.next(&mut cells) {
            for (column, cell) in traits.iter_mut().zip(&mut cells) {
                let text = std::mem::take(&mut cell.text);
                column.is_number &= is_cost(&text);
                column.is_matrix &= yes_or_no(&text).is_some();
                let number = std::str::from_utf8(&text).ok();
                let number = number.and_then(|text| text.parse::<usize>().ok());
                if column.rows == 0 {
                    column.first = number.unwrap_or(0);
                }
                let is_next = number == Some(column.first + column.rows) && column.first < 2;
                column.is_count &= is_next;
                column.rows += 1;
                let is_end = |&byte: &u8| is_blank(byte) || b";,|/&+[{".contains(&byte);
                column.with_words += usize::from(text.iter().any(is_end));
                column.is_distinct = column.is_distinct && column.seen.insert(text);
            }
        }
        traits
    }
}

fn is_cost(text: &[u8]) -> bool {
    let point: Vec<u8> = text
        .iter()
        .map(|&byte| if byte == b',' { b'.' } else { byte })
        .collect();
    Decimal::parse(&point).is_ok()
}

/// Adds advice to the fault of a table that was taken for a matrix: options that may read it.
pub fn advice(fault: Fault, mut rows: Rows<'_>, heads: &[Cell], columns: &Columns) -> Fault {
    if let [head] = heads
        && (head.text.contains(&b'|') || columns.header == Some(false))
    {
        let told = "no comma, semicolon or tab stands between cells";
        let told = format!("{}; {told}", fault.told);
        return Fault { told, ..fault };
    }
    let traits = Traits::of(&mut rows, heads.len());
    let is_named = |head: &Cell| {
        let named = [&columns.cost, &columns.items, &columns.id];
        let mut named = named.into_iter().flatten();
        named.any(|name| name.as_bytes() == head.text)
    };
    let find = |wanted: &dyn Fn(&Traits) -> bool| {
        let mut found = heads.iter().zip(&traits);
        let found = found.find(|(head, column)| !is_named(head) && wanted(column));
        found.map(|(head, _)| head)
    };
    let is_text = |column: &Traits| !column.is_number && !column.is_matrix;
    // The column in which most cells have several words; the last one if none has.
    let columns_of_text = heads.iter().zip(&traits);
    let columns_of_text =
        columns_of_text.filter(|(head, column)| is_text(column) && !is_named(head));
    let items = columns_of_text.max_by_key(|(_, column)| column.with_words);
    let items = items.map(|(head, _)| head);
    let is_items = |head: &Cell| items.is_some_and(|items| std::ptr::eq(items, head));
    let mut rest = heads.iter().zip(&traits);
    let id = rest.find(|(head, column)| {
        is_text(column) && column.is_distinct && !is_items(head) && !is_named(head)
    });
    let mut id = id.map(|(head, _)| head);
    // Row numbers, as in a data frame.
    let is_index = |column: &Traits| column.is_count && column.rows > 2 && !column.is_matrix;
    id = id.or_else(|| {
        let (head, column) = heads.iter().zip(&traits).next()?;
        (is_index(column) && !is_named(head)).then_some(head)
    });
    // A matrix with names of options beside it.
    let mut items = items;
    if traits.iter().any(|column| column.is_matrix) {
        id = id.or(items.take());
    }
    let is_id = |column: &Traits| {
        id.is_some_and(|id| {
            let mut all = heads.iter().zip(&traits);
            all.any(|(head, own)| std::ptr::eq(head, id) && std::ptr::eq(own, column))
        })
    };
    let cost = find(&|column| column.is_number && !column.is_matrix && !is_id(column));
    let options = [
        ("--items", items, &columns.items),
        ("--cost", cost, &columns.cost),
        ("--id", id, &columns.id),
    ];
    let options: Vec<String> = options
        .into_iter()
        .filter(|(_, _, given)| given.is_none())
        .filter_map(|(name, head, _)| Some(format!("{name} {}", argument(head?))))
        .collect();
    if options.is_empty() {
        return fault;
    }
    let why = match items {
        Some(_) => "without --items, each column is an item: ",
        None => "",
    };
    let told = format!("{}; {why}try {}", fault.told, options.join(" "));
    Fault { told, ..fault }
}

/// The name of a column as a shell reads it.
fn argument(head: &Cell) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./%+@".contains(byte);
    let name = shown(&head.text);
    match !head.text.is_empty() && head.text.iter().all(is_plain) {
        true => name,
        false => format!("'{}'", name.replace('\'', r"'\''")),
    }
}
