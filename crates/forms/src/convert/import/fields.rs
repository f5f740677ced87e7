//! Finds the columns of a table whose cells hold names of items, how each column holds them, and
//! whether a name in two columns is one item.

use super::cells::{self, Rule};
use super::csv::{Columns, Options, missing_column};
use super::records::{Cell, yes_or_no};
use super::{Fault, shown};
use std::borrow::Cow;
use std::collections::HashMap;

/// Columns with names of items.
#[derive(Default)]
pub struct Fields {
    /// For each such column: its number, its rule, and the prefix of its names.
    fields: Vec<(usize, Rule, Option<Vec<u8>>)>,
    /// Columns of zeros and ones that were asked for by name.
    of_matrix: Vec<usize>,
}

/// The column with this name, if there is one.
pub fn column_called(heads: &[Cell], name: &[u8]) -> Result<Option<usize>, Fault> {
    let mut found = (0..heads.len()).filter(|&number| heads[number].text == name);
    let first = found.next();
    match found.next() {
        None => Ok(first),
        Some(second) => {
            let told = format!("two columns are called `{}'", shown(name));
            Err(Fault::new(heads[second].place, told))
        }
    }
}

/// The columns with these names, one or several with commas between them.
fn columns_called(heads: &[Cell], names: &str) -> Result<Vec<usize>, Fault> {
    if let Some(only) = column_called(heads, names.as_bytes())? {
        return Ok(vec![only]);
    }
    if !names.contains(',') {
        return Err(missing_column(heads, names));
    }
    let mut all = Vec::new();
    for name in names.split(',') {
        let name = name.trim();
        let column = column_called(heads, name.as_bytes())?;
        let column = column.ok_or_else(|| missing_column(heads, name))?;
        if all.contains(&column) {
            return Err(Fault::nowhere(format!("--items names `{name}' twice")));
        }
        all.push(column);
    }
    Ok(all)
}

impl Fields {
    /// Looks at all cells with names.
    pub fn read(options: &Options<'_>, heads: &[Cell], columns: &Columns) -> Result<Self, Fault> {
        let Some(names) = &columns.items else {
            return Ok(Fields::default());
        };
        let numbers = columns_called(heads, names)?;
        for name in [&columns.cost, &columns.id].into_iter().flatten() {
            let column = column_called(heads, name.as_bytes())?;
            if column.is_some_and(|column| numbers.contains(&column)) {
                let told = format!("column `{name}' has one use: items, costs or names");
                return Err(Fault::nowhere(told));
            }
        }
        let mut places = Vec::new();
        let mut texts: Vec<Vec<Vec<u8>>> = vec![Vec::new(); numbers.len()];
        let (mut rows, mut cells) = (options.rows(), Vec::new());
        while options.next(&mut rows, &mut cells)? {
            for (texts, &number) in texts.iter_mut().zip(&numbers) {
                texts.push(cells::plain(&cells[number].text).into_owned());
                places.push(cells[number].place);
            }
        }
        let is_several = numbers.len() > 1;
        if is_several && columns.prefix.is_none() {
            let is_matrix =
                |texts: &Vec<Vec<u8>>| texts.iter().all(|text| yes_or_no(text).is_some());
            let of_matrix: Vec<bool> = texts.iter().map(is_matrix).collect();
            if of_matrix.iter().all(|&is_one| is_one) && !texts[0].is_empty() {
                let of_matrix = numbers;
                return Ok(Fields {
                    of_matrix,
                    ..Fields::default()
                });
            }
            let some = of_matrix.iter().position(|&is_one| is_one);
            if let Some(place) = some.filter(|_| !texts[0].is_empty()) {
                let head = &heads[numbers[place]];
                let told = format!(
                    "column `{}' has only zeros and ones, but other columns have names: are these \
                     names, too? say --prefix for names such as `{}.1', or --no-prefix",
                    shown(&head.text),
                    shown(&head.text)
                );
                return Err(Fault::new(head.place, told));
            }
        }
        let mut fields = Vec::new();
        for (place, (&number, texts)) in numbers.iter().zip(&texts).enumerate() {
            let texts: Vec<&[u8]> = texts.iter().map(|text| &text[..]).collect();
            let rule = cells::rule(&texts, &columns.separator, is_several);
            let rule = rule.map_err(|doubt| {
                let place = places[doubt.cell * numbers.len() + place];
                Fault::new(place, doubt.question(answer))
            })?;
            fields.push((number, rule, None));
        }
        let mut fields = Fields {
            fields,
            of_matrix: Vec::new(),
        };
        if is_several && fields.need_prefixes(&texts, heads, columns)? {
            for (number, _, prefix) in &mut fields.fields {
                *prefix = Some([&heads[*number].text, &b"."[..]].concat());
            }
        }
        Ok(fields)
    }

    /// Whether names need the prefixes of their columns, because a name in two columns is not one
    /// item.
    fn need_prefixes(
        &self,
        texts: &[Vec<Vec<u8>>],
        heads: &[Cell],
        columns: &Columns,
    ) -> Result<bool, Fault> {
        if let Some(prefix) = columns.prefix {
            return Ok(prefix);
        }
        // For each name, the last row with it, and the column.
        let mut seen: HashMap<Cow<'_, [u8]>, (usize, usize), foldhash::fast::RandomState> =
            HashMap::default();
        let mut shared = None;
        for row in 0..texts[0].len() {
            for (field, texts) in texts.iter().enumerate() {
                for name in self.fields[field].1.split(&texts[row]) {
                    let before = seen.insert(name.clone(), (row, field));
                    let Some((last, other)) = before else {
                        continue;
                    };
                    if last == row && other != field {
                        return Ok(true);
                    }
                    if other != field && shared.is_none() {
                        shared = Some((name, other, field));
                    }
                }
            }
        }
        let Some((name, one, other)) = shared else {
            return Ok(false);
        };
        let head = |field: usize| &heads[self.fields[field].0].text;
        // The common stem of heads such as `leg1' and `leg2'.
        let stem = |field: usize| {
            let letters = head(field).iter().filter(|byte| !byte.is_ascii_digit());
            letters.copied().collect::<Vec<u8>>()
        };
        if (1..self.fields.len()).all(|field| stem(field) == stem(0) && !stem(0).is_empty()) {
            return Ok(false);
        }
        let (name, one, other) = (shown(&name), shown(head(one)), shown(head(other)));
        Err(Fault::nowhere(format!(
            "`{name}' stands in the columns `{one}' and `{other}': is that one item (--no-prefix), or \
             are there two, `{one}.{name}' and `{other}.{name}' (--prefix)?"
        )))
    }

    /// The field of a column, and whether the column belongs to a matrix.
    pub fn of(&self, column: usize) -> (Option<usize>, bool) {
        let field = self
            .fields
            .iter()
            .position(|(number, _, _)| *number == column);
        (field, self.of_matrix.contains(&column))
    }

    /// The names in a cell of a column.
    pub fn names<'t>(&self, field: usize, cell: &'t [u8]) -> Vec<Cow<'t, [u8]>> {
        let (_, rule, prefix) = &self.fields[field];
        let mut names = rule.split(cell);
        if let Some(prefix) = prefix {
            for name in &mut names {
                *name = Cow::Owned([prefix, &name[..]].concat());
            }
        }
        names
    }

    /// A description of how names were read, for a message; `None` if there are none.
    pub fn told(&self) -> Option<String> {
        let mut told: Vec<String> = Vec::new();
        for (_, rule, _) in &self.fields {
            let one = rule.told();
            if !one.is_empty() && !told.contains(&one) {
                told.push(one);
            }
        }
        (!self.fields.is_empty()).then(|| told.join(", "))
    }
}

/// Separators as written on a command line.
pub fn answer(separators: &[String]) -> String {
    let quoted = separators
        .iter()
        .map(|separator| match separator.contains('\'') {
            true => format!("--separator \"{separator}\""),
            false => format!("--separator '{separator}'"),
        });
    quoted.collect::<Vec<String>>().join(" ")
}
