//! Reads sets of items: one a line, with or without a name before it, or in brackets as programs
//! write them; and pairs of a set and an item, one a line.
//!
//! ```text
//! sets:   1 4 7      A: 1 4 7      S1 = {1, 4, 7}      [[0, 3], [1]]      {'A': [1, 4], 'B': [4]}
//! pairs:  1 4        (0, 3) 1      %%MatrixMarket matrix coordinate ...
//! ```
//!
//! A first line of counts gives the number of items, which are then numbers from 0 or from 1.

use super::cells::{self, Rule};
use super::draft::{Draft, Kind};
use super::fields::answer;
use super::literal::{Node, Value, is_closing, is_opening};
use super::nested::{Places, Statement, statements};
use super::words::{Word, lines, words};
use super::{Choices, FEW, Fault, ImportRow, Imported, Place, shown};
use dlx3_base::text::blank::is_blank;
use dlx3_base::text::foreign::beginning;
use dlx3_format::Bounds;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

pub const SETS: ImportRow = ImportRow {
    name: "sets",
    about: "Sets of items, one a line or in brackets",
    read: "one set a line, such as `1 4 7', `Rome, Oslo', `A: 1 4 7' or `A = {1, 4, 7}', or all of\n\
           them in the brackets of Python, C or JSON; before them the numbers of items and sets, if\n\
           --header says so or nothing else can be meant",
    options: &["--cover", "--separator", "--header", "--no-header"],
    reader: read_sets,
};

pub const PAIRS: ImportRow = ImportRow {
    name: "pairs",
    about: "Pairs of a set and an item: the ones of a sparse matrix",
    read: "lines `SET ITEM', also `(0, 3) 1' as SciPy prints them, or a Matrix Market file",
    options: &["--cover"],
    reader: read_pairs,
};

/// Advice for a text that is not a table.
pub const ADVICE: &str = "if they are sets of items, `dlx import sets' reads them, and `dlx import \
                          pairs' reads lines with a set and one item";

/// Names of the set of all items.
const UNIVERSES: [&[u8]; 8] = [
    b"U",
    b"X",
    b"E",
    b"universe",
    b"Universe",
    b"items",
    b"elements",
    b"universal",
];

/// A set as it was read.
struct Set<'t> {
    name: Option<Cow<'t, [u8]>>,
    items: Vec<Cow<'t, [u8]>>,
    place: Place,
}

/// The numbers in a line of one to three whole numbers; `None` for other lines.
pub fn numbers(line: &[u8]) -> Option<Vec<usize>> {
    let is_end = |byte: &u8| is_blank(*byte) || matches!(byte, b',' | b';');
    let words = line.split(is_end).filter(|word| !word.is_empty());
    let mut numbers = Vec::new();
    for word in words {
        if numbers.len() == 3 || !word.iter().all(u8::is_ascii_digit) {
            return None;
        }
        numbers.push(std::str::from_utf8(word).ok()?.parse().ok()?);
    }
    (!numbers.is_empty()).then_some(numbers)
}

/// Whether a text is probably one of sets: several lines of distinct numbers that are not all zeros
/// and ones.
pub fn are_likely(text: &[u8]) -> bool {
    let is_end = |byte: &u8| is_blank(*byte) || matches!(byte, b',' | b';');
    let (mut count, mut has_more) = (0, false);
    let mut seen: HashSet<&[u8], foldhash::fast::RandomState> = HashSet::default();
    for (_, line) in lines(text) {
        seen.clear();
        for word in line.split(is_end).filter(|word| !word.is_empty()) {
            if !word.iter().all(u8::is_ascii_digit) || !seen.insert(word) {
                return false;
            }
            has_more |= !matches!(word, b"0" | b"1");
        }
        count += usize::from(!seen.is_empty());
    }
    count > 1 && has_more
}

fn read_sets(text: &[u8], choices: &Choices) -> Result<Imported, Fault> {
    let mut told = Vec::new();
    let text = &*without_bullets(text);
    let mut universe: Option<Vec<Cow<'_, [u8]>>> = None;
    let mut sets = match statements(text)? {
        Some(statements) => {
            let sets = in_brackets(text, parts_of_maps(statements), &mut universe)?;
            refuse_matrix(&sets)?;
            sets
        }
        None => {
            let mut sets = in_lines(text, choices, &mut told)?;
            refuse_matrix(&sets)?;
            take_first_words(&mut sets, &mut told);
            // Below a line of counts.
            refuse_matrix(
                sets.get(1..)
                    .filter(|rest| rest.len() > 1)
                    .unwrap_or_default(),
            )?;
            let (all, note) = counts(text, &mut sets, choices)?;
            universe = all.map(|all| all.into_iter().map(Cow::Owned).collect());
            told.extend(note);
            sets
        }
    };
    if universe.is_none()
        && let Some(place) = universe_among(&sets)
    {
        universe = Some(sets.remove(place).items);
    }
    refuse_what_is_no_item(&sets)?;
    if sets.is_empty() {
        return Err(Fault::nowhere("there is no set"));
    }
    let mut draft = Draft::new();
    let mut ids = Vec::new();
    let first = Place { line: 1, column: 1 };
    for item in universe.iter().flatten() {
        draft.item(item, first)?;
    }
    for set in &sets {
        draft.begin(set.place);
        for name in &set.items {
            let (item, is_new) = draft.item(name, set.place)?;
            if is_new && universe.is_some() {
                let told = format!("`{}' is none of the items that come first", shown(name));
                return Err(Fault::new(set.place, told));
            }
            if !draft.node(item, None) {
                let told = format!("the set has `{}' twice", shown(name));
                return Err(Fault::new(set.place, told));
            }
        }
        if let Some(name) = &set.name {
            let name = [b"#", &name[..]].concat();
            let item = draft.new_item(&name, Kind::Secondary, set.place)?;
            ids.push(item);
            draft.node(item, None);
        }
        draft.end();
    }
    finish(draft, &ids, choices, told)
}

/// The problem, with notes and a summary.
fn finish(
    mut draft: Draft,
    ids: &[u32],
    choices: &Choices,
    told: Vec<String>,
) -> Result<Imported, Fault> {
    if choices.cover {
        for item in 0..draft.items() as u32 {
            if draft.kind(item) != Kind::Secondary {
                draft.set_kind(item, Kind::AtLeast(1));
            }
        }
    }
    let summary = Some(draft.summary(ids, &told.join(", ")));
    let imported = draft.build()?;
    Ok(Imported {
        summary,
        ..imported
    })
}

/// Refuses equally long rows of zeros and ones: they are a matrix, not sets.
fn refuse_matrix(sets: &[Set<'_>]) -> Result<(), Fault> {
    let Some(width) = sets.first().map(|set| set.items.len()) else {
        return Ok(());
    };
    let is_row = |set: &Set<'_>| {
        set.items.len() == width
            && set
                .items
                .iter()
                .all(|item| matches!(&item[..], b"0" | b"1"))
    };
    let are_bits = |set: &Set<'_>| {
        let digits =
            |item: &Cow<'_, [u8]>| item.len() > 1 && item.iter().all(|byte| b"01".contains(byte));
        set.items.len() == 1
            && digits(&set.items[0])
            && set.items[0].len() == sets[0].items[0].len()
    };
    let is_matrix = width > 1 && sets.iter().all(is_row)
        || width == 1 && sets.len() > 1 && sets.iter().all(are_bits);
    match is_matrix {
        true => {
            let told =
                "these are rows of zeros and ones: `dlx import csv --no-header' reads a matrix";
            Err(Fault::new(sets[0].place, told))
        }
        false => Ok(()),
    }
}

/// Replaces bullets, or the numbers 1., 2., 3., at the beginning of lines by blanks or names; all
/// other bytes keep their places.
fn without_bullets(text: &[u8]) -> Cow<'_, [u8]> {
    let (mut bullets, mut numbers) = (Vec::new(), Vec::new());
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let start = at + dlx3_base::text::blank::leading_blanks(line);
        at += line.len();
        let body = text[start.min(at)..at].trim_ascii_end();
        if body.is_empty() || is_comment(body) {
            continue;
        }
        if matches!(body, [b'-' | b'*', b' ', _, ..]) {
            bullets.push(start);
        } else if let Some(end) = body.iter().position(|byte| !byte.is_ascii_digit())
            && matches!(body[end..], [b'.' | b')', b' ', _, ..])
            && let Some(number) = numbers_of_line(&body[..end])
            && (numbers.is_empty() && number < 2
                || numbers.last().is_some_and(|&(last, _)| last + 1 == number))
        {
            numbers.push((number, start + end));
        } else {
            return Cow::Borrowed(text);
        }
        if !bullets.is_empty() && !numbers.is_empty() {
            return Cow::Borrowed(text);
        }
    }
    if bullets.len() + numbers.len() < 2 {
        return Cow::Borrowed(text);
    }
    let mut plain = text.to_vec();
    bullets.iter().for_each(|&at| plain[at] = b' ');
    numbers.iter().for_each(|&(_, at)| plain[at] = b':');
    Cow::Owned(plain)
}

fn numbers_of_line(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

fn is_comment(body: &[u8]) -> bool {
    matches!(body, [b'#' | b'%', ..] | [b'/', b'/', ..])
}

/// The entries of an object that has a list of all sets: `{"universe": [1, 2], "sets": [[1],
/// [2]]}`.
fn parts_of_maps(statements: Vec<Statement<'_>>) -> Vec<Statement<'_>> {
    const FAMILIES: [&[u8]; 8] = [
        b"s",
        b"f",
        b"sets",
        b"subsets",
        b"options",
        b"rows",
        b"family",
        b"collection",
    ];
    let has_lists = |node: &Node<'_>| {
        node.list()
            .is_some_and(|values| values.iter().any(|value| value.list().is_some()))
    };
    let mut parts = Vec::new();
    for statement in statements {
        let is_family = |key: &Node<'_>| {
            let key = key.word().unwrap_or_default().to_ascii_lowercase();
            FAMILIES.contains(&&key[..])
        };
        match statement.node.value {
            Value::Map(map)
                if map.iter().filter(|(_, value)| has_lists(value)).count() == 1
                    && map
                        .iter()
                        .any(|(key, value)| has_lists(value) && is_family(key)) =>
            {
                // Other values say how many sets there are, or name the problem.
                let lists = map.into_iter().filter(|(_, value)| value.list().is_some());
                parts.extend(lists.map(|(_, node)| Statement { name: None, node }));
            }
            value => parts.push(Statement {
                name: statement.name,
                node: Node {
                    value,
                    ..statement.node
                },
            }),
        }
    }
    parts
}

/// Finds the set of all items among the sets: it has such a name, and all items of the others.
fn universe_among(sets: &[Set<'_>]) -> Option<usize> {
    if sets.len() < 2 {
        return None;
    }
    let name = |set: &Set<'_>| set.name.as_deref().unwrap_or_default().to_vec();
    let names: HashSet<Vec<u8>> = sets.iter().map(name).collect();
    // After A, B, C and D, `E' is an ordinary set.
    let is_next = |name: &[u8]| matches!(name, [letter] if names.contains(&[letter - 1][..]));
    let is_called = |name: &[u8]| {
        let mut universes = UNIVERSES.iter();
        universes.any(|known| known.eq_ignore_ascii_case(name)) && !is_next(name)
    };
    let place = sets.iter().position(|set| is_called(&name(set)))?;
    let all: HashSet<&[u8], foldhash::fast::RandomState> =
        sets[place].items.iter().map(|item| &item[..]).collect();
    let mut items = sets.iter().flat_map(|set| &set.items);
    items.all(|item| all.contains(&item[..])).then_some(place)
}

/// Refuses lists that were not read as lists, and `...`, as items.
fn refuse_what_is_no_item(sets: &[Set<'_>]) -> Result<(), Fault> {
    for set in sets {
        for item in &set.items {
            if matches!(&item[..], b"..." | b".." | b"\xe2\x80\xa6") {
                let told = format!("write all items: `{}' is none", shown(item));
                return Err(Fault::new(set.place, told));
            }
            let mut depth = 0usize;
            let mut is_nested = false;
            for &byte in item.iter() {
                depth += usize::from(is_opening(byte));
                is_nested |= depth > 1 && byte == b',';
                depth = depth.saturating_sub(usize::from(is_closing(byte)));
            }
            if is_nested {
                let told = format!(
                    "`{}' is no item: write sets as [[1, 2], [3]], or one a line",
                    beginning(item, 60)
                );
                return Err(Fault::new(set.place, told));
            }
        }
    }
    Ok(())
}

/// Removes words at the beginning of each set that are not items: names, and numbers of items.
fn take_first_words(sets: &mut [Set<'_>], told: &mut Vec<String>) {
    let number = |item: &Cow<'_, [u8]>| numbers_of_line(item);
    let is_counts =
        |set: &Set<'_>| set.items.len() <= 3 && set.items.iter().all(|item| number(item).is_some());
    let has_header = sets.first().is_some_and(is_counts);
    let is_named = |set: &Set<'_>| {
        let mut items = set.items.iter();
        set.name.is_none()
            && set.items.len() > 1
            && items
                .next()
                .is_some_and(|first| first.first().is_some_and(u8::is_ascii_alphabetic))
            && items.all(|item| number(item).is_some())
    };
    let is_counted =
        |set: &Set<'_>| set.items.first().and_then(number) == Some(set.items.len().wrapping_sub(1));
    let has_twice = |set: &Set<'_>| set.items.iter().skip(1).any(|item| *item == set.items[0]);
    for below in [0, usize::from(has_header)] {
        let Some(rest) = sets.get_mut(below..).filter(|rest| rest.len() > 1) else {
            continue;
        };
        if rest.iter().all(is_named) {
            let names: HashSet<&[u8], foldhash::fast::RandomState> =
                rest.iter().map(|set| &set.items[0][..]).collect();
            if names.len() == rest.len() {
                rest.iter_mut()
                    .for_each(|set| set.name = Some(set.items.remove(0)));
                told.push("after their names".into());
                return;
            }
        }
        if rest.iter().all(is_counted) && (rest.len() > 3 || rest.iter().any(has_twice)) {
            for set in rest.iter_mut() {
                set.items.remove(0);
            }
            told.push("after their number in each line".into());
            return;
        }
    }
}

/// The names in a list.
fn items_of<'t>(node: &Node<'t>, place: Place) -> Result<Vec<Cow<'t, [u8]>>, Fault> {
    let Value::List(list) = &node.value else {
        return Err(Fault::new(
            place,
            "a set is a list of items, but this is none",
        ));
    };
    let names = list.values.iter().map(|value| match value.name() {
        Some(name) if !name.is_empty() => Ok(Cow::Owned(name.into_owned())),
        _ => Err(Fault::new(place, "this set has something that is no item")),
    });
    names.collect()
}

/// The sets of a text with lists.
fn in_brackets<'t>(
    text: &'t [u8],
    statements: Vec<Statement<'t>>,
    universe: &mut Option<Vec<Cow<'t, [u8]>>>,
) -> Result<Vec<Set<'t>>, Fault> {
    let mut places = Places::new(text);
    let is_flat = |node: &Node<'_>| {
        let lists = |values: &[Node<'_>]| values.iter().any(|value| value.word().is_none());
        node.list().is_some_and(|values| !lists(values))
    };
    let flat: Vec<bool> = statements.iter().map(|one| is_flat(&one.node)).collect();
    let has_one_flat = flat.len() > 1 && flat.iter().filter(|&&is_flat| is_flat).count() == 1;
    let mut sets: Vec<Set<'t>> = Vec::new();
    let count = statements.len();
    for (number, (statement, is_flat)) in statements.into_iter().zip(&flat).enumerate() {
        let place = places.of(statement.node.at);
        if *is_flat {
            let items = items_of(&statement.node, place)?;
            let is_named_so = statement.name.is_some_and(|name| UNIVERSES.contains(&name));
            if has_one_flat || is_named_so && number == 0 && count > 1 {
                *universe = Some(items);
                continue;
            }
            let name = statement.name.map(Cow::Borrowed);
            sets.push(Set { name, items, place });
            continue;
        }
        match statement.node.value {
            Value::List(list) => {
                let is_pair = |value: &Node<'_>| matches!(value.list(), Some([name, set]) if name.word().is_some() && set.list().is_some());
                let are_pairs = list.values.iter().all(is_pair);
                for value in &list.values {
                    let place = places.of(value.at);
                    if let Some([name, set]) = value.list().filter(|_| are_pairs) {
                        let name = name.word().unwrap_or_default().to_vec();
                        sets.push(Set {
                            name: Some(Cow::Owned(name)),
                            items: items_of(set, place)?,
                            place,
                        });
                        continue;
                    }
                    if matches!(value.value, Value::Map(_)) {
                        let told = "objects are rows of a table: `dlx import csv' reads them";
                        return Err(Fault::new(place, told));
                    }
                    let items = items_of(value, place)?;
                    sets.push(Set {
                        name: None,
                        items,
                        place,
                    });
                }
            }
            Value::Map(map) => {
                for (key, value) in &map {
                    let place = places.of(key.at);
                    let items = items_of(value, place)?;
                    let name = Some(Cow::Owned(key.word().unwrap_or_default().to_vec()));
                    sets.push(Set { name, items, place });
                }
            }
            Value::Word { .. } => return Err(Fault::new(place, "this is no set")),
        }
    }
    Ok(sets)
}

/// The label before a set in its line, and where the set begins.
fn label(line: &[u8]) -> Option<(&[u8], usize)> {
    for sign in [&b":="[..], b"->", b"<-", b"=", b":"] {
        let Some(at) = memchr::memmem::find(line, sign) else {
            continue;
        };
        let name = line[..at].trim_ascii();
        let after = at + sign.len();
        // A colon before a single byte introduces a color.
        let is_free = line.get(after).is_none_or(|&byte| is_blank(byte));
        let has_signs = name.iter().any(|byte| b",;[{(".contains(byte));
        if !name.is_empty() && !has_signs && (is_free || sign != b":") {
            return Some((name, after));
        }
    }
    None
}

/// The sets of a text with one set a line.
fn in_lines<'t>(
    text: &'t [u8],
    choices: &Choices,
    told: &mut Vec<String>,
) -> Result<Vec<Set<'t>>, Fault> {
    let mut places = Vec::new();
    let mut bodies: Vec<&[u8]> = Vec::new();
    let mut names: Vec<Option<&[u8]>> = Vec::new();
    for (number, line) in lines(text) {
        let indent = dlx3_base::text::blank::leading_blanks(line);
        let body = line.trim_ascii();
        if body.is_empty() || is_comment(body) {
            continue;
        }
        // Removes a remark after a set.
        let body = match memchr::memmem::find(body, b" # ") {
            Some(at) => body[..at].trim_ascii_end(),
            None => body,
        };
        let labelled = label(body);
        let at = labelled.map_or(0, |(_, at)| at);
        places.push(Place {
            line: number,
            column: indent + 1,
        });
        names.push(labelled.map(|(name, _)| name));
        bodies.push(&body[at..]);
    }
    let some = names.iter().filter(|name| name.is_some()).count();
    // A first line of counts has no name.
    let first = names.iter().position(Option::is_none);
    if some > 0 && some + usize::from(first == Some(0)) < names.len() {
        let place = names.iter().skip(1).position(Option::is_none);
        let place = places[place.map_or(0, |place| place + 1)];
        let told = "no name stands before this set, but before others";
        return Err(Fault::new(place, told));
    }
    let plain: Vec<Cow<'t, [u8]>> = bodies.iter().map(|body| cells::plain(body)).collect();
    let texts: Vec<&[u8]> = plain.iter().map(|text| &text[..]).collect();
    let separator = &choices.columns.separator;
    let are_numbers = |text: &&[u8]| {
        let is_part = |byte: &u8| byte.is_ascii_digit() || is_blank(*byte) || b",;".contains(byte);
        text.iter().all(is_part)
    };
    // Numbers raise no doubt: they do not contain commas.
    let rule = match separator.is_empty() && texts.iter().all(are_numbers) {
        true => {
            let has_commas = texts.iter().any(|text| text.contains(&b','));
            match has_commas {
                true => Rule::Separated(vec![b",".to_vec(), b";".to_vec(), b" ".to_vec()]),
                false => Rule::Words,
            }
        }
        false => {
            let rule = cells::rule(&texts, separator, false);
            rule.map_err(|doubt| Fault::new(places[doubt.cell], doubt.question(answer)))?
        }
    };
    if !matches!(&rule, Rule::Separated(all) if all.len() == 3) {
        told.extend(Some(rule.told()).filter(|told| !told.is_empty()));
    }
    let sets = plain
        .iter()
        .zip(names)
        .zip(places)
        .map(|((text, name), place)| Set {
            name: name.map(Cow::Borrowed),
            items: rule
                .split(text)
                .into_iter()
                .map(|name| Cow::Owned(name.into_owned()))
                .collect(),
            place,
        });
    Ok(sets.collect())
}

/// All items, if the first line gives their number; that line is removed from the sets.
type All = Option<Vec<Vec<u8>>>;

fn counts(
    text: &[u8],
    sets: &mut Vec<Set<'_>>,
    choices: &Choices,
) -> Result<(All, Option<String>), Fault> {
    let header = choices.columns.header;
    let Some((first, rest)) = sets.split_first() else {
        return Ok((None, None));
    };
    let number = |item: &Cow<'_, [u8]>| std::str::from_utf8(item).ok()?.parse::<usize>().ok();
    let counts: Option<Vec<usize>> = first.items.iter().map(number).collect();
    let elements: Option<Vec<usize>> = rest.iter().flat_map(|set| &set.items).map(number).collect();
    let place = first.place;
    let (counts, elements) = match (counts, elements) {
        (Some(counts), Some(elements))
            if (1..=3).contains(&counts.len()) && !rest.is_empty() && first.name.is_none() =>
        {
            (counts, elements)
        }
        _ if header == Some(true) => {
            let told = "the first line has no numbers that count the items or sets";
            return Err(Fault::new(place, told));
        }
        _ => return Ok((None, None)),
    };
    if header == Some(false) {
        return Ok((None, None));
    }
    let (rows, entries) = (rest.len(), elements.len());
    let most = elements.iter().copied().max().unwrap_or(0);
    let least = elements.iter().copied().min().unwrap_or(0);
    let is_named = rest.iter().all(|set| set.name.is_some());
    // Whether this is the number of items: the greatest number, or one more if they begin at 0.
    let is_items = |count: usize| {
        if least == 0 {
            count == most + 1
        } else {
            count == most
        }
    };
    let may_be_items = |count: usize| count >= most && count > 0;
    let (are_counts, items) = match counts[..] {
        [count] => {
            let is_sure = least == 0 && is_items(count) || is_named;
            let may_be = count == rows || may_be_items(count);
            (
                (is_sure || may_be).then_some(is_sure),
                Some(count).filter(|&count| may_be_items(count)),
            )
        }
        [one, other] => {
            let items = match (one == rows, other == rows) {
                (true, _) if may_be_items(other) => Some(other),
                (_, true) if may_be_items(one) => Some(one),
                _ => None,
            };
            let is_sure = items.is_some_and(is_items) || is_named;
            (items.map(|_| is_sure), items)
        }
        [one, other, last] => {
            let is_sure = last == entries && (one == rows || other == rows);
            let items = if one == rows { other } else { one };
            (
                is_sure.then_some(true),
                Some(items).filter(|&count| may_be_items(count)),
            )
        }
        _ => (None, None),
    };
    let is_sure = match (are_counts, header) {
        (_, Some(true)) => true,
        (None, _) => return Ok((None, None)),
        (Some(is_sure), _) => is_sure,
    };
    if !is_sure {
        let told = "does this line count the items or the sets (--header), or is it a set \
                    (--no-header)?";
        return Err(Fault::new(place, told));
    }
    let line: Vec<String> = counts.iter().map(usize::to_string).collect();
    let mut note = format!(
        "without line {}, `{}', which counts",
        place.line,
        line.join(" ")
    );
    let mut all = None;
    if let Some(items) = items {
        if items > text.len().max(FEW) {
            let told = format!("the text is too short for {items} items");
            return Err(Fault::new(place, told));
        }
        if least == 0 && most == items {
            let told = format!("there are {items} items, but numbers from 0 to {most}");
            return Err(Fault::new(place, told));
        }
        let first = usize::from(least > 0);
        note += &format!(" the items from {first} to {}", items + first - 1);
        all = Some(
            (first..items + first)
                .map(|number| number.to_string().into_bytes())
                .collect(),
        );
    }
    sets.remove(0);
    Ok((all, Some(note)))
}

/// A set of pairs: its name, where that occurs first, and its items.
type PairedSet = (Vec<u8>, Place, Vec<(Vec<u8>, Place)>);

fn is_heading(word: &[u8]) -> bool {
    word.first().is_some_and(u8::is_ascii_alphabetic)
}

/// Whether the first pair is a header: both words occur only there, and all others in one of the
/// columns are numbers; or the words are usual headers.
fn has_header(sets: &[PairedSet]) -> bool {
    const HEADS: [&[u8]; 20] = [
        b"set", b"item", b"row", b"col", b"column", b"i", b"j", b"subset", b"element", b"option",
        b"source", b"target", b"from", b"to", b"u", b"v", b"id", b"s", b"e", b"name",
    ];
    let Some(((name, _, items), rest)) = sets.split_first() else {
        return false;
    };
    let [(item, _)] = &items[..] else {
        return false;
    };
    if !is_heading(name) || !is_heading(item) || rest.is_empty() {
        return false;
    }
    let mut others = rest.iter().flat_map(|(_, _, items)| items);
    if others.any(|(other, _)| other == item) {
        return false;
    }
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    let is_head = |word: &[u8]| HEADS.iter().any(|head| word.eq_ignore_ascii_case(head));
    rest.iter().all(|(name, _, _)| is_number(name))
        || rest
            .iter()
            .flat_map(|(_, _, items)| items)
            .all(|(item, _)| is_number(item))
        || is_head(name) && is_head(item)
}

fn read_pairs(text: &[u8], choices: &Choices) -> Result<Imported, Fault> {
    let is_market = text.starts_with(b"%%MatrixMarket");
    let mut size: Option<[usize; 3]> = None;
    let mut numbers_of: HashMap<Vec<u8>, usize, foldhash::fast::RandomState> = HashMap::default();
    let mut sets: Vec<PairedSet> = Vec::new();
    let mut is_first = true;
    let mut is_symmetric = false;
    if is_market {
        let head = text.split(|&byte| byte == b'\n').next().unwrap_or(text);
        let head = head.to_ascii_lowercase();
        let is = |word: &[u8]| head.split(|&byte| is_blank(byte)).any(|own| own == word);
        is_symmetric = is(b"symmetric") || is(b"skew-symmetric") || is(b"hermitian");
        if is(b"array") {
            let place = Place { line: 1, column: 1 };
            let told = "an array has all entries, column by column: write it as `coordinate', or as \
                        a matrix for `dlx import csv --no-header'";
            return Err(Fault::new(place, told));
        }
    }
    let mut told = vec!["in pairs".to_owned()];
    for (number, line) in lines(text) {
        if line.trim_ascii().is_empty()
            || matches!(line.trim_ascii_start().first(), Some(b'%' | b'#'))
        {
            continue;
        }
        let clean: Vec<u8> = line
            .iter()
            .map(|&byte| {
                if b",;()[]".contains(&byte) {
                    b' '
                } else {
                    byte
                }
            })
            .collect();
        let all: Vec<_> = words(number, &clean).collect();
        if is_first {
            is_first = false;
            let is_number = |word: &Word<'_>| word.text.iter().all(u8::is_ascii_digit);
            if is_market || all.len() == 3 && all.iter().all(is_number) && all[2].text != b"1" {
                let Some([rows, columns, count]) =
                    numbers(&clean).and_then(|all| <[usize; 3]>::try_from(all).ok())
                else {
                    let place = Place {
                        line: number,
                        column: 1,
                    };
                    return Err(Fault::new(
                        place,
                        "a line `ROWS COLUMNS ENTRIES' is expected here",
                    ));
                };
                size = Some([rows, columns, count]);
                continue;
            }
        }
        let (set, item) = match all[..] {
            [set, item] => (set, item),
            // The names of three columns.
            [_, _, value] if sets.is_empty() && is_heading(value.text) => continue,
            [set, item, value] => match super::records::yes_or_no(value.text) {
                Some(true) => (set, item),
                Some(false) => continue,
                None => return Err(value.unexpected("0, 1 or nothing")),
            },
            _ => {
                let place = Place {
                    line: number,
                    column: 1,
                };
                return Err(Fault::new(place, "a line has a set and an item of it"));
            }
        };
        let mut put = |set: Word<'_>, item: Word<'_>| {
            let next = sets.len();
            let name = match set.text {
                [name @ .., b':'] if !name.is_empty() => name,
                name => name,
            };
            let number = *numbers_of.entry(name.to_vec()).or_insert(next);
            if number == next {
                sets.push((name.to_vec(), set.place, Vec::new()));
            }
            sets[number].2.push((item.text.to_vec(), item.place));
        };
        put(set, item);
        if is_symmetric && set.text != item.text {
            put(item, set);
        }
    }
    if has_header(&sets) {
        let (name, _, items) = sets.remove(0);
        told.push(format!("below `{} {}'", shown(&name), shown(&items[0].0)));
    }
    if sets.is_empty() {
        return Err(Fault::nowhere("there is no pair of a set and an item"));
    }
    let mut draft = Draft::new();
    if let Some([_, columns, _]) = size {
        if columns > text.len().max(FEW) {
            let told = format!("the text is too short for {columns} items");
            return Err(Fault::nowhere(told));
        }
        let has_zero = sets
            .iter()
            .any(|(_, _, items)| items.iter().any(|(item, _)| item == b"0"));
        let first = usize::from(!has_zero);
        for number in first..columns + first {
            let place = Place { line: 1, column: 1 };
            draft.new_item(
                number.to_string().as_bytes(),
                Kind::Primary(Bounds::ONE),
                place,
            )?;
        }
        told.push(format!(
            "all from {first} to {}",
            (columns + first).saturating_sub(1)
        ));
    }
    let known = draft.items();
    let mut ids = Vec::new();
    for (name, place, items) in &sets {
        draft.begin(*place);
        for (item, place) in items {
            let (number, is_new) = draft.item(item, *place)?;
            if is_new && size.is_some() {
                let told = format!("`{}' is none of {known} items", shown(item));
                return Err(Fault::new(*place, told));
            }
            if !draft.node(number, None) {
                let told = format!("set `{}' has `{}' twice", shown(name), shown(item));
                return Err(Fault::new(*place, told));
            }
        }
        let id = draft.new_item(&[b"#", &name[..]].concat(), Kind::Secondary, *place)?;
        ids.push(id);
        draft.node(id, None);
        draft.end();
    }
    finish(draft, &ids, choices, told)
}
