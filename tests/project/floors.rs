//! Imports go down the floors only: the tables of `docs/architecture.md` say which folder stands
//! where, and each path in the library that begins with `crate` or `super` is held against them.
//! Tests within the library may look anywhere.

use super::documents::{read, root, sources};
use std::collections::HashMap;
use std::path::Path;

/// A path that a file names: the line, and its segments from the root of the crate.
type Import = (usize, Vec<String>);

/// Numbers of rows by the paths that stand in them, such as `text` or `answers/race`.
type Rows = HashMap<String, u32>;

#[test]
fn a_folder_imports_only_from_lower_floors() {
    let rows = rows("## The floors", "src/");
    assert!(rows.len() > 20, "{rows:?}");
    let exported = exported();
    climbs(&rows, |path| {
        let first = path.first()?;
        let folder = exported.get(first).unwrap_or(first);
        Some(folder.clone())
    });
}

#[test]
fn a_room_of_answers_imports_only_from_rooms_before_it() {
    let rows = rows("## The rooms of `src/answers`", "");
    let rows: Rows = rows
        .into_iter()
        .map(|(room, row)| (format!("answers/{room}"), row))
        .collect();
    assert!(rows.len() > 10, "{rows:?}");
    climbs(&rows, |path| match path {
        [answers, room, ..] if answers == "answers" => Some(format!("answers/{room}")),
        _ => None,
    });
}

/// Looks at all files that have a row. `place` tells the folder or room that a path leads to, if it
/// is one that the table is about.
fn climbs(rows: &Rows, place: impl Fn(&[String]) -> Option<String>) {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let (mut seen, mut faults) = (0, Vec::new());
    for file in &files {
        let path = file.strip_prefix(root().join("src")).unwrap();
        let Some((own, &row)) = rows.iter().find(|(folder, _)| is_in(path, folder)) else {
            continue;
        };
        for (line, segments) in imports(&read(file.to_str().unwrap()), &module(path)) {
            let Some(to) = place(&segments) else {
                continue;
            };
            // What is in `mod.rs` itself, which all of its rooms may use.
            let Some(&below) = rows.get(&to) else {
                continue;
            };
            seen += 1;
            if to != *own && below >= row {
                faults.push(format!(
                    "src/{}:{line}: `{own}' ({row}) imports `{to}' ({below})",
                    path.display()
                ));
            }
        }
    }
    assert!(seen > 100, "{seen}");
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// Whether a file, by its path below `src`, is that of a row or in its folder.
fn is_in(path: &Path, row: &str) -> bool {
    path.starts_with(row) || path == Path::new(&format!("{row}.rs"))
}

/// The rows of the table below a heading.
fn rows(heading: &str, prefix: &str) -> Rows {
    let text = read("docs/architecture.md");
    let section = text.split(&format!("\n{heading}\n")).nth(1);
    let section = section.unwrap_or_else(|| panic!("no heading {heading:?}"));
    let section = section.split("\n## ").next().unwrap();
    let mut rows = Rows::new();
    for line in section.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let digits = cells
            .get(1)
            .map_or("", |cell| cell.split(' ').next().unwrap());
        let Ok(row) = digits.parse() else {
            continue;
        };
        // Rooms stand beside their number, folders in the next column.
        let names = if prefix.is_empty() {
            cells[1]
        } else {
            cells[2]
        };
        for name in names.split('`').skip(1).step_by(2) {
            let name = name.strip_prefix(prefix).expect(prefix);
            let name = name.trim_end_matches('/').trim_end_matches(".rs");
            let before = rows.insert(name.to_owned(), row);
            assert_eq!(before, None, "{name} stands twice");
            let source = root()
                .join("src")
                .join(if prefix.is_empty() { "answers" } else { "" });
            let is_there = source.join(name).is_dir() || source.join(format!("{name}.rs")).exists();
            assert!(is_there, "docs/architecture.md names {name}");
        }
    }
    rows
}

/// What `src/lib.rs` exports from its folders, by name.
fn exported() -> HashMap<String, String> {
    let text = without_comments(&read("src/lib.rs"));
    let mut exported = HashMap::new();
    for statement in text.split("pub use ").skip(1) {
        let mut paths = Vec::new();
        expand(&mut statement.chars().peekable(), Vec::new(), &mut paths);
        for path in paths {
            exported.insert(path.last().unwrap().clone(), path[0].clone());
        }
    }
    assert!(exported.contains_key("Problem"));
    exported
}

/// The module of a file, as segments from the root of the crate.
fn module(path: &Path) -> Vec<String> {
    let path = path.with_extension("");
    let segments = path.iter().map(|part| part.to_str().unwrap().to_owned());
    let mut segments: Vec<String> = segments.collect();
    if ["mod", "lib"].contains(&segments.last().unwrap().as_str()) {
        segments.pop();
    }
    segments
}

/// The paths that a file names from `crate` or `super` on, outside of its tests.
fn imports(text: &str, module: &[String]) -> Vec<Import> {
    let text = without_tests(&without_comments(text));
    let mut found = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for (start, word) in text
        .match_indices("crate::")
        .chain(text.match_indices("super::"))
    {
        let before = text[..start].chars().next_back();
        if before.is_some_and(|c| is_word(c) || c == ':' || c == '$') {
            continue;
        }
        let mut rest = &text[start + word.len()..];
        let mut base = Vec::new();
        if word == "super::" {
            let mut above = 1;
            while let Some(after) = rest.strip_prefix("super::") {
                (above, rest) = (above + 1, after);
            }
            base.extend_from_slice(&module[..module.len().saturating_sub(above)]);
        }
        let line = text[..start].lines().count().max(1);
        let mut paths = Vec::new();
        expand(&mut rest.chars().peekable(), base, &mut paths);
        found.extend(paths.into_iter().map(|path| (line, path)));
    }
    found
}

/// Reads a path, such as `a::{b, c::d}`, as all paths that it stands for.
fn expand(
    text: &mut std::iter::Peekable<impl Iterator<Item = char>>,
    mut path: Vec<String>,
    found: &mut Vec<Vec<String>>,
) {
    loop {
        while text.next_if(|c| c.is_whitespace()).is_some() {}
        if text.next_if_eq(&'{').is_some() {
            loop {
                expand(text, path.clone(), found);
                while text.next_if(|c| c.is_whitespace()).is_some() {}
                match text.next() {
                    Some(',') => {}
                    _ => return,
                }
            }
        }
        let mut name = String::new();
        while let Some(c) = text.next_if(|&c| c.is_alphanumeric() || c == '_' || c == '*') {
            name.push(c);
        }
        if name.is_empty() {
            return;
        }
        path.push(name);
        if text.next_if_eq(&':').is_none() || text.next_if_eq(&':').is_none() {
            // Another name, as in `a as b`.
            while text
                .next_if(|&c| c.is_alphanumeric() || c == '_' || c == ' ')
                .is_some()
            {}
            found.push(path);
            return;
        }
    }
}

/// Lines of comments become empty, so that numbers of lines stay.
fn without_comments(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| match line.trim_start().starts_with("//") {
            true => "",
            false => line,
        });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// What is compiled for tests only becomes empty lines.
fn without_tests(text: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let (mut kept, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(MARK) {
        kept += &rest[..start];
        let item = &rest[start..];
        let mut depth = 0;
        let end = item[MARK.len()..].char_indices().find(|&(_, c)| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0 && (c == ';' || c == '}')
        });
        let end = end.map_or(item.len(), |(end, _)| MARK.len() + end + 1);
        kept.extend(item[..end].chars().filter(|&c| c == '\n'));
        rest = &item[end..];
    }
    kept + rest
}

#[test]
fn an_import_is_found_in_every_form_and_not_in_comments_or_tests() {
    let text = "\
use crate::{a::B, c::{D, e::F as G}};
// use crate::no;
use super::super::{h, x};
fn f() -> crate::i::J { super::k::l() }
#[cfg(test)]
mod tests {
    use crate::no;
    fn g() {}
}
use super::m;
";
    let module = ["p", "q", "r"].map(str::to_owned);
    let found = imports(text, &module);
    let mut found: Vec<String> = found
        .into_iter()
        .map(|(line, path)| format!("{line} {}", path.join("::")))
        .collect();
    found.sort();
    let expected = [
        "1 a::B",
        "1 c::D",
        "1 c::e::F",
        "10 p::q::m",
        "3 p::h",
        "3 p::x",
        "4 i::J",
        "4 p::q::k::l",
    ];
    assert_eq!(found, expected);
}
