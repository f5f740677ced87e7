//! The JSON of f-puzzles, as `f-puzzles.com/?load=` and `sudokupad.app/fpuz` links have it.
//!
//! A field of the text is a kind of rules, with a list of objects: their cells, lines, values. What
//! is only drawn (lines, circles, text) is told in the remarks. A field that is not known is
//! refused with its name.

use super::LinkFault;
use crate::rules::kinds::{Kind, arrows, cages, custom, dots, edges, lines, pointers, whole};
use crate::rules::{Cell, Custom, Digits, Rule, Shape, Variant};
use serde_json::{Map, Value, json};

/// Fields that are only drawn.
const DRAWN: &[&str] = &["line", "rectangle", "circle", "text", "cage"];

/// Fields that say something about the puzzle, but nothing about its solution.
const ABOUT: &[&str] = &[
    "size",
    "title",
    "author",
    "ruleset",
    "solution",
    "grid",
    "disabledlogic",
    "truecandidatesoptions",
    "successMessage",
];

/// How the entries of a field name their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `lines`: a rule for each.
    Lines,
    /// `cells`: one rule; with two cells, a sign.
    Cells,
    /// `cell`: all entries make one rule.
    Cell,
    /// `cell`, outside of the grid, and `value`.
    Edge,
}

/// Fields with a kind of rules.
const FIELDS: &[(&str, &Kind, Form)] = &[
    ("thermometer", &lines::THERMOMETER, Form::Lines),
    ("slowthermometer", &lines::SLOW_THERMOMETER, Form::Lines),
    ("palindrome", &lines::PALINDROME, Form::Lines),
    ("renban", &lines::RENBAN, Form::Lines),
    ("whispers", &lines::WHISPER, Form::Lines),
    ("regionsumline", &lines::REGION_SUM, Form::Lines),
    ("betweenline", &lines::BETWEEN, Form::Lines),
    ("lockout", &lines::LOCKOUT, Form::Lines),
    ("entropicline", &lines::ENTROPIC, Form::Lines),
    ("modularline", &lines::MODULAR, Form::Lines),
    ("zipperline", &lines::ZIPPER, Form::Lines),
    ("doublearrow", &arrows::DOUBLE_ARROW, Form::Lines),
    ("difference", &dots::WHITE_DOT, Form::Cells),
    ("ratio", &dots::BLACK_DOT, Form::Cells),
    ("killercage", &cages::CAGE, Form::Cells),
    ("extraregion", &cages::DIFFERENT, Form::Cells),
    ("odd", &cages::ODD, Form::Cell),
    ("even", &cages::EVEN, Form::Cell),
    ("minimum", &cages::MINIMUM, Form::Cell),
    ("maximum", &cages::MAXIMUM, Form::Cell),
    ("rowindexer", &pointers::ROW_INDEX, Form::Cells),
    ("columnindexer", &pointers::COLUMN_INDEX, Form::Cells),
    ("boxindexer", &pointers::BOX_INDEX, Form::Cells),
    ("sandwichsum", &edges::SANDWICH, Form::Edge),
    ("xsum", &edges::X_SUM, Form::Edge),
    ("skyscraper", &edges::SKYSCRAPER, Form::Edge),
    ("numberedroom", &edges::NUMBERED_ROOM, Form::Edge),
];

/// Fields that are true or false.
const SWITCHES: &[(&str, &Kind)] = &[
    ("diagonal+", &whole::DIAGONAL_UP),
    ("diagonal-", &whole::DIAGONAL_DOWN),
    ("antiknight", &whole::KNIGHT),
    ("antiking", &whole::KING),
    ("disjointgroups", &whole::DISJOINT_GROUPS),
];

/// Reads the JSON of a puzzle.
///
/// # Errors
/// What is wrong, with the name and the cells of a rule.
pub fn read(text: &str) -> Result<Variant, LinkFault> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| LinkFault::Text(format!("this is no JSON: {error}")))?;
    let Some(fields) = value.as_object() else {
        return Err(LinkFault::Text("the JSON has no puzzle".to_owned()));
    };
    let mut variant = grid(fields)?;
    for (name, value) in fields {
        field(name, value, fields, &mut variant)?;
    }
    Ok(variant)
}

/// The digits and regions.
fn grid(fields: &Map<String, Value>) -> Result<Variant, LinkFault> {
    let fault = |why: &str| LinkFault::Text(why.to_owned());
    let rows = fields.get("grid").and_then(Value::as_array);
    let rows = rows.ok_or_else(|| fault("the JSON has no grid"))?;
    let order = rows.len();
    if !(1..=Shape::MOST).contains(&order) {
        return Err(fault("the grid has not 1 to 16 rows"));
    }
    let shape = Shape::square(order);
    let mut variant = Variant::new(shape).with_boxes();
    let mut region = vec![None; shape.cells()];
    // Where there are no boxes, cells without a region belong to that of their row.
    let usual = usual_regions(shape);
    for (number, cells) in (0..).zip(&usual) {
        cells
            .iter()
            .for_each(|&cell| region[usize::from(cell)] = Some(number));
    }
    let mut has_regions = false;
    let mut entered = Vec::new();
    let mut has_given = false;
    for (row, entries) in rows.iter().enumerate() {
        let entries = entries.as_array().filter(|entries| entries.len() == order);
        let entries = entries.ok_or_else(|| fault("the grid is no square"))?;
        for (column, entry) in entries.iter().enumerate() {
            if !entry.is_object() {
                return Err(fault("a cell of the grid is no object"));
            }
            let cell = shape.cell(row, column);
            let set = &mut variant.sets[usize::from(cell)];
            if let Some(own) = entry.get("region") {
                has_regions = true;
                region[usize::from(cell)] = own.as_u64();
            }
            match entry.get("value").and_then(number) {
                Some(digit @ 1..) if digit <= order as i32 => {
                    let is_given = entry.get("given").and_then(Value::as_bool).unwrap_or(false);
                    has_given |= is_given;
                    match is_given {
                        true => *set = 1 << digit,
                        false => entered.push((cell, digit)),
                    }
                }
                Some(digit @ 1..) => {
                    let place = format!("r{}c{}", row + 1, column + 1);
                    return Err(LinkFault::Text(format!(
                        "{place}: {digit} is no digit here"
                    )));
                }
                _ => {}
            }
            let marks = entry.get("givenPencilMarks").and_then(Value::as_array);
            if let Some(marks) = marks.filter(|marks| !marks.is_empty()) {
                let digits = marks.iter().filter_map(number);
                *set &= digits.fold(0, |set: Digits, digit| set | 1 << digit.clamp(0, 31));
            }
        }
    }
    // Some programs do not tell given digits from others.
    if !has_given && !entered.is_empty() {
        for (cell, digit) in entered {
            variant.sets[usize::from(cell)] = 1 << digit;
        }
    } else if !entered.is_empty() {
        let count = entered.len();
        variant
            .remarks
            .push(format!("{count} entered digits are not used"));
    }
    if !has_regions {
        return Ok(variant);
    }
    let mut regions: Vec<(u64, Vec<Cell>)> = Vec::new();
    for (cell, region) in (0..).zip(region) {
        let Some(region) = region else { continue };
        match regions.iter_mut().find(|own| own.0 == region) {
            Some(own) => own.1.push(cell),
            None => regions.push((region, vec![cell])),
        }
    }
    if let Some((region, cells)) = regions.iter().find(|own| own.1.len() > order) {
        let count = cells.len();
        return Err(LinkFault::Text(format!(
            "region {region} has {count} cells"
        )));
    }
    variant.regions = regions.into_iter().map(|own| own.1).collect();
    Ok(variant)
}

/// The regions that cells have if nothing is said: boxes, or rows.
fn usual_regions(shape: Shape) -> Vec<Vec<Cell>> {
    let boxes = shape.boxes(shape.rows);
    match boxes.is_empty() {
        true => (0..shape.rows).map(|row| shape.row_cells(row)).collect(),
        false => boxes,
    }
}

fn number(value: &Value) -> Option<i32> {
    match value {
        Value::Number(number) => number.as_i64().and_then(|number| number.try_into().ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Whether a value says nothing.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(all) => all.is_empty(),
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    }
}

fn field(
    name: &str,
    value: &Value,
    fields: &Map<String, Value>,
    variant: &mut Variant,
) -> Result<(), LinkFault> {
    if ABOUT.contains(&name) || is_empty(value) {
        return Ok(());
    }
    if DRAWN.contains(&name) {
        let count = value.as_array().map_or(1, Vec::len);
        let cells = value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.get("value"));
        if name == "cage" && cells.filter(|value| !is_empty(value)).count() > 0 {
            return Err(LinkFault::of(
                name,
                &[],
                "a drawn cage with a value has no known meaning",
            ));
        }
        variant
            .remarks
            .push(format!("{count} of {name}: drawn only, no rule"));
        return Ok(());
    }
    if let Some((_, kind)) = SWITCHES.iter().find(|own| own.0 == name) {
        variant.rules.push(Rule::whole(kind));
        return Ok(());
    }
    if name == "nonconsecutive" {
        let has_dots = ["difference", "ratio"]
            .iter()
            .any(|dots| fields.get(*dots).is_some_and(|value| !is_empty(value)));
        variant.rules.push(match has_dots {
            true => Rule::whole(&dots::NO_OTHER_WHITE_DOTS).with([1]),
            false => Rule::whole(&whole::NON_CONSECUTIVE),
        });
        return Ok(());
    }
    if name == "negative" {
        for own in value.as_array().into_iter().flatten() {
            let rule = match own.as_str().unwrap_or("") {
                "xv" => Rule::whole(&dots::NO_OTHER_XV),
                "ratio" => {
                    let ratios = entries(fields.get("ratio").unwrap_or(&Value::Null));
                    let mut ratios: Vec<i32> =
                        ratios.map(|entry| value_of(entry).unwrap_or(2)).collect();
                    if ratios.is_empty() {
                        ratios.push(2);
                    }
                    ratios.sort_unstable();
                    ratios.dedup();
                    Rule::whole(&dots::NO_OTHER_BLACK_DOTS).with(ratios)
                }
                other => return Err(LinkFault::unknown(&format!("negative {other}"), &[])),
            };
            variant.rules.push(rule);
        }
        return Ok(());
    }
    for entry in entries(value) {
        let rules = of_entry(name, entry, variant.shape).map_err(|why| {
            let cells: Vec<&str> = words(entry.get("cells").unwrap_or(&Value::Null)).collect();
            match why {
                Some(why) => LinkFault::of(name, &cells, why),
                None => LinkFault::unknown(name, &cells),
            }
        })?;
        for rule in rules {
            let last = variant.rules.last_mut();
            let is_cell = FIELDS
                .iter()
                .any(|own| own.0 == name && own.2 == Form::Cell);
            match last.filter(|last| is_cell && std::ptr::eq(last.kind, rule.kind)) {
                Some(last) => last.parts[0].extend(&rule.parts[0]),
                None => variant.rules.push(rule),
            }
        }
    }
    Ok(())
}

fn entries(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn words(value: &Value) -> impl Iterator<Item = &str> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

fn value_of(entry: &Value) -> Option<i32> {
    entry.get("value").and_then(number)
}

/// The row and column of `R1C2`; those outside of the grid are 0, or greater than its order.
fn place(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

fn cell(name: &str, shape: Shape) -> Result<Cell, Option<String>> {
    let inside = |(row, column): &(usize, usize)| {
        (1..=shape.rows).contains(row) && (1..=shape.columns).contains(column)
    };
    match place(name).filter(inside) {
        Some((row, column)) => Ok(shape.cell(row - 1, column - 1)),
        None => Err(Some(format!("there is no cell {name:?}"))),
    }
}

fn cells(value: Option<&Value>, shape: Shape) -> Result<Vec<Cell>, Option<String>> {
    let cells = words(value.unwrap_or(&Value::Null)).map(|name| cell(name, shape));
    let cells: Vec<Cell> = cells.collect::<Result<_, _>>()?;
    match cells.is_empty() {
        true => Err(Some("it has no cells".to_owned())),
        false => Ok(cells),
    }
}

/// The row or column that begins beside a cell outside of the grid.
fn edge(name: &str, shape: Shape) -> Result<Vec<Cell>, Option<String>> {
    let backwards = |mut cells: Vec<Cell>| {
        cells.reverse();
        cells
    };
    let (rows, columns) = (shape.rows, shape.columns);
    match place(name) {
        Some((0, column)) if (1..=columns).contains(&column) => Ok(shape.column_cells(column - 1)),
        Some((row, 0)) if (1..=rows).contains(&row) => Ok(shape.row_cells(row - 1)),
        Some((row, column)) if row == rows + 1 && (1..=columns).contains(&column) => {
            Ok(backwards(shape.column_cells(column - 1)))
        }
        Some((row, column)) if column == columns + 1 && (1..=rows).contains(&row) => {
            Ok(backwards(shape.row_cells(row - 1)))
        }
        _ => Err(Some(format!("{name:?} is not beside the grid"))),
    }
}

/// The cells of a diagonal from a cell at the edge, or outside of it.
fn diagonal(name: &str, direction: &str, shape: Shape) -> Result<Vec<Cell>, Option<String>> {
    let (down, right) = match direction {
        "DR" => (1, 1),
        "DL" => (1, -1),
        "UR" => (-1, 1),
        "UL" => (-1, -1),
        other => return Err(Some(format!("{other:?} is no direction"))),
    };
    let (row, column) = place(name).ok_or_else(|| Some(format!("there is no cell {name:?}")))?;
    let (mut row, mut column) = (row as isize - 1, column as isize - 1);
    let inside = |row: isize, column: isize| {
        (0..shape.rows as isize).contains(&row) && (0..shape.columns as isize).contains(&column)
    };
    if !inside(row, column) {
        (row, column) = (row + down, column + right);
    }
    let mut cells = Vec::new();
    while inside(row, column) {
        cells.push(shape.cell(row as usize, column as usize));
        (row, column) = (row + down, column + right);
    }
    match cells.is_empty() {
        true => Err(Some("its diagonal has no cells".to_owned())),
        false => Ok(cells),
    }
}

/// The rules of an entry; an error without words if its field is not known.
fn of_entry(name: &str, entry: &Value, shape: Shape) -> Result<Vec<Rule>, Option<String>> {
    let numbers = value_of(entry).map_or(Vec::new(), |number| vec![number]);
    let text = entry
        .get("value")
        .and_then(Value::as_str)
        .unwrap_or("")
        .trim();
    if numbers.is_empty()
        && !text.is_empty()
        && name != "xv"
        && FIELDS.iter().any(|own| own.0 == name)
    {
        return Err(Some(format!("its value {text:?} is no number")));
    }
    let all_lines = || -> Result<Vec<Vec<Cell>>, Option<String>> {
        let lines = entry.get("lines").and_then(Value::as_array);
        lines
            .into_iter()
            .flatten()
            .map(|line| cells(Some(line), shape))
            .collect()
    };
    if let Some(&(_, kind, form)) = FIELDS.iter().find(|own| own.0 == name) {
        return match form {
            Form::Lines => {
                let rule = |cells| Rule::new(kind, cells).with(numbers.clone());
                Ok(all_lines()?.into_iter().map(rule).collect())
            }
            Form::Cells => Ok(vec![
                Rule::new(kind, cells(entry.get("cells"), shape)?).with(numbers),
            ]),
            Form::Cell => {
                let own = entry.get("cell").and_then(Value::as_str).unwrap_or("");
                Ok(vec![Rule::new(kind, [cell(own, shape)?])])
            }
            Form::Edge => {
                let own = entry.get("cell").and_then(Value::as_str).unwrap_or("");
                let line = edge(own, shape)?;
                // An empty clue is no clue.
                Ok(match numbers.is_empty() {
                    true => Vec::new(),
                    false => vec![Rule::new(kind, line).with(numbers)],
                })
            }
        };
    }
    match name {
        "arrow" => {
            let mut circle = cells(entry.get("cells"), shape)?;
            circle.sort_unstable();
            let mut rules = Vec::new();
            for line in all_lines()? {
                // The first cell of a line is that of the circle where it begins.
                let shaft = line.get(1..).unwrap_or(&[]).to_vec();
                if !shaft.is_empty() {
                    rules.push(Rule::of_parts(&arrows::ARROW, vec![circle.clone(), shaft]));
                }
            }
            Ok(rules)
        }
        "xv" => {
            let kind = match text {
                "" => return Ok(Vec::new()),
                "x" | "X" => &dots::X,
                "v" | "V" => &dots::V,
                other => return Err(Some(format!("{other:?} is neither X nor V"))),
            };
            Ok(vec![Rule::new(kind, cells(entry.get("cells"), shape)?)])
        }
        "nabner" => {
            let digits = shape.digits();
            let far = |digit: u32| digits & !(0b111 << digit >> 1);
            let table: Vec<Digits> = (0..=u32::from(shape.last)).map(far).collect();
            let rule =
                |cells| Rule::new(&custom::ALL_PAIRS, cells).saying(Custom::Pairs(table.clone()));
            Ok(all_lines()?.into_iter().map(rule).collect())
        }
        "clone" => {
            let parts = vec![
                cells(entry.get("cells"), shape)?,
                cells(entry.get("cloneCells"), shape)?,
            ];
            Ok(vec![Rule::of_parts(&cages::CLONES, parts)])
        }
        "quadruple" => {
            let digits = entry.get("values").and_then(Value::as_array);
            let digits: Vec<i32> = digits.into_iter().flatten().filter_map(number).collect();
            match digits.is_empty() {
                true => Ok(Vec::new()),
                false => {
                    let cells = cells(entry.get("cells"), shape)?;
                    Ok(vec![Rule::new(&cages::QUADRUPLE, cells).with(digits)])
                }
            }
        }
        "littlekillersum" => {
            let Some(sum) = value_of(entry) else {
                return Ok(Vec::new());
            };
            let own = entry.get("cell").and_then(Value::as_str).unwrap_or("");
            let direction = entry.get("direction").and_then(Value::as_str).unwrap_or("");
            let cells = diagonal(own, direction, shape)?;
            Ok(vec![Rule::new(&edges::LITTLE_KILLER, cells).with([sum])])
        }
        _ => Err(None),
    }
}

/// Writes a puzzle as JSON.
///
/// # Errors
/// If it has a rule, or a grid, that the form does not have.
pub fn write(variant: &Variant) -> Result<String, LinkFault> {
    let shape = variant.shape;
    if shape != Shape::square(shape.rows) || !variant.has_lines || !variant.extra.is_empty() {
        return Err(LinkFault::Text(
            "the form has only squares with digits from 1".to_owned(),
        ));
    }
    let region = |cell: Cell| variant.regions.iter().position(|own| own.contains(&cell));
    let usual = shape.boxes(shape.rows);
    let row = |row: usize| -> Value {
        let entry = |cell: Cell| {
            let mut entry = Map::new();
            let set = variant.sets[usize::from(cell)];
            if set.is_power_of_two() {
                entry.insert("value".to_owned(), json!(set.trailing_zeros()));
                entry.insert("given".to_owned(), json!(true));
            } else if set != shape.digits() {
                let digits: Vec<u8> = crate::rules::automaton::digits(set).collect();
                entry.insert("givenPencilMarks".to_owned(), json!(digits));
            }
            if variant.regions != usual {
                entry.insert("region".to_owned(), json!(region(cell)));
            }
            Value::Object(entry)
        };
        shape.row_cells(row).into_iter().map(entry).collect()
    };
    let mut fields = Map::new();
    fields.insert("size".to_owned(), json!(shape.rows));
    fields.insert("grid".to_owned(), (0..shape.rows).map(row).collect());
    for rule in &variant.rules {
        put(rule, variant, &mut fields)?;
    }
    Ok(Value::Object(fields).to_string())
}

fn names(cells: &[Cell], shape: Shape) -> Vec<String> {
    let name = |&cell: &Cell| format!("R{}C{}", shape.row(cell) + 1, shape.column(cell) + 1);
    cells.iter().map(name).collect()
}

/// Appends to the list of a field.
fn push(fields: &mut Map<String, Value>, name: &str, entry: Value) {
    let list = fields.entry(name.to_owned()).or_insert_with(|| json!([]));
    if let Some(list) = list.as_array_mut() {
        list.push(entry);
    }
}

/// The cell outside of the grid where a row or column begins.
fn beside(line: &[Cell], shape: Shape) -> Option<String> {
    let [first, second, ..] = *line else {
        return None;
    };
    let step = |a: usize, b: usize| b as isize - a as isize;
    let row = shape.row(first) as isize + 1 - step(shape.row(first), shape.row(second));
    let column = shape.column(first) as isize + 1 - step(shape.column(first), shape.column(second));
    Some(format!("R{row}C{column}"))
}

fn put(rule: &Rule, variant: &Variant, fields: &mut Map<String, Value>) -> Result<(), LinkFault> {
    let shape = variant.shape;
    let unknown = || LinkFault::Rule {
        name: rule.kind.name.to_owned(),
        cells: format!(" {}", variant.names(&rule.cells())),
        why: "f-puzzles has no such rule".to_owned(),
    };
    let is = |kind: &'static Kind| std::ptr::eq(rule.kind, kind);
    let value = rule.numbers.first().map(i32::to_string);
    let first = rule.parts.first().map_or(&[][..], |part| part);
    let with_value = |mut entry: Value| {
        if let (Some(value), Some(entry)) = (&value, entry.as_object_mut()) {
            entry.insert("value".to_owned(), json!(value));
        }
        entry
    };
    if let Some((name, _)) = SWITCHES.iter().find(|own| is(own.1)) {
        fields.insert((*name).to_owned(), json!(true));
        return Ok(());
    }
    if let Some(&(name, _, form)) = FIELDS.iter().find(|own| is(own.1)) {
        if rule.numbers.len() > 1 {
            return Err(unknown());
        }
        match form {
            Form::Lines => push(
                fields,
                name,
                with_value(json!({"lines": [names(first, shape)]})),
            ),
            Form::Cells => push(
                fields,
                name,
                with_value(json!({"cells": names(first, shape)})),
            ),
            Form::Cell => {
                for name_of in names(first, shape) {
                    push(fields, name, json!({"cell": name_of}));
                }
            }
            Form::Edge => {
                let cell = beside(first, shape).ok_or_else(unknown)?;
                push(fields, name, with_value(json!({"cell": cell})));
            }
        }
        return Ok(());
    }
    match () {
        () if is(&dots::X) => push(
            fields,
            "xv",
            json!({"cells": names(first, shape), "value": "x"}),
        ),
        () if is(&dots::V) => push(
            fields,
            "xv",
            json!({"cells": names(first, shape), "value": "v"}),
        ),
        () if is(&dots::NO_OTHER_XV) => push(fields, "negative", json!("xv")),
        () if is(&dots::NO_OTHER_BLACK_DOTS) => push(fields, "negative", json!("ratio")),
        () if is(&dots::NO_OTHER_WHITE_DOTS) || is(&whole::NON_CONSECUTIVE) => {
            fields.insert("nonconsecutive".to_owned(), json!(true));
        }
        () if is(&dots::NO_OTHER_DOTS) => {
            fields.insert("nonconsecutive".to_owned(), json!(true));
            push(fields, "negative", json!("ratio"));
        }
        () if is(&arrows::ARROW) => {
            let [circle, shaft] = &rule.parts[..] else {
                return Err(unknown());
            };
            let last = circle.last().copied().into_iter();
            let line: Vec<Cell> = last.chain(shaft.iter().copied()).collect();
            let entry = json!({"cells": names(circle, shape), "lines": [names(&line, shape)]});
            push(fields, "arrow", entry);
        }
        () if is(&cages::CLONES) && rule.parts.len() == 2 => {
            let copies = names(&rule.parts[1], shape);
            push(
                fields,
                "clone",
                json!({"cells": names(first, shape), "cloneCells": copies}),
            );
        }
        () if is(&cages::QUADRUPLE) => {
            let entry = json!({"cells": names(first, shape), "values": rule.numbers});
            push(fields, "quadruple", entry);
        }
        () if is(&edges::LITTLE_KILLER) => {
            let cell = beside(first, shape).ok_or_else(unknown)?;
            let down = shape.row(first[1]) > shape.row(first[0]);
            let right = shape.column(first[1]) > shape.column(first[0]);
            let direction = match (down, right) {
                (true, true) => "DR",
                (true, false) => "DL",
                (false, true) => "UR",
                (false, false) => "UL",
            };
            let entry = json!({
                "cell": cell,
                "direction": direction,
                "cells": names(first, shape),
                "value": value.unwrap_or_default(),
            });
            push(fields, "littlekillersum", entry);
        }
        () => return Err(unknown()),
    }
    Ok(())
}
