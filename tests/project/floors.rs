//! The compiler keeps the floors: a package uses only those that its manifest names, and the table
//! of `docs/architecture.md` must list them. Within a package, a table of its rooms says which room
//! uses which, and each path that begins with `crate` or `super` is checked against it. Tests
//! within the library may use anything.

use super::documents::{read, root, sources};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// A path that a file names: the line, and its segments from the root of the crate.
type Import = (usize, Vec<String>);

/// Numbers of rows by the rooms that stand in them, such as `race` or `claims`.
type Rows = HashMap<String, u32>;

/// A package's floor, and the packages that it uses.
type Package = (u32, BTreeSet<String>);

#[test]
fn packages_stand_on_what_the_documents_say() {
    let told = packages();
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        let dependencies = manifest.split("\n[dependencies]\n").nth(1).unwrap_or("");
        let dependencies = dependencies
            .lines()
            .take_while(|line| !line.starts_with('['));
        let ours = dependencies.filter_map(|line| line.strip_prefix("dlx3-"));
        let ours = ours.map(|line| line.split(['.', ' ']).next().unwrap().to_owned());
        found.insert(name, ours.collect::<BTreeSet<String>>());
    }
    assert!(found.len() >= 10, "{found:?}");
    let below: BTreeMap<String, BTreeSet<String>> = told
        .iter()
        .map(|(name, (_, below))| (name.clone(), below.clone()))
        .collect();
    assert_eq!(below, found);
    for (name, (floor, below)) in &told {
        for other in below {
            assert!(told[other].0 < *floor, "`{name}' stands on `{other}'");
        }
    }
}

/// The packages by name, from the table in `docs/architecture.md`, without the root package, which
/// uses all.
fn packages() -> BTreeMap<String, Package> {
    let mut packages = BTreeMap::new();
    for cells in table("## The packages") {
        let names = |cell: &str| -> BTreeSet<String> {
            let names = cell.split('`').skip(1).step_by(2);
            names.map(str::to_owned).collect()
        };
        let floor = cells[1].parse().unwrap();
        let name = names(&cells[2]).pop_first().unwrap();
        if name != "dlx3" {
            packages.insert(name, (floor, names(&cells[5])));
        }
    }
    packages
}

#[test]
fn a_room_of_a_package_imports_only_from_rooms_before_it() {
    for folder in ["crates/answers", "crates/sudoku", "src/cli"] {
        let rows = rooms(folder);
        assert!(rows.len() >= 10, "{folder}: {rows:?}");
        assert_eq!(climbs(folder, &rows), [""; 0], "{folder}");
    }
}

/// The imports, in all files of a package or module that belong to a room, that lead to a room not
/// before theirs.
fn climbs(folder: &str, rows: &Rows) -> Vec<String> {
    let source = source(folder);
    let shown = shown(folder, rows);
    let mut files = Vec::new();
    sources(&source, &mut files);
    let (mut seen, mut faults) = (0, Vec::new());
    for file in &files {
        let path = file.strip_prefix(&source).unwrap();
        let Some((own, &row)) = rows.iter().find(|(room, _)| is_in(path, room)) else {
            continue;
        };
        if path.with_extension("").ends_with("tests") {
            continue;
        }
        for (line, segments) in imports_within(folder, file, path) {
            let Some(first) = segments.first() else {
                continue;
            };
            // Items defined in the file above all rooms have no row: all rooms may use them. Items
            // that this file only re-exports belong to their room.
            let room = shown.get(first).unwrap_or(first);
            let Some((to, &below)) = rows.get_key_value(room) else {
                continue;
            };
            seen += 1;
            if to != own && below >= row {
                faults.push(format!(
                    "{}:{line}: `{own}' ({row}) imports `{to}' ({below})",
                    path.display()
                ));
            }
        }
    }
    assert!(seen > 100, "{folder}: {seen}");
    faults
}

/// Where a package, or a module such as `src/cli`, has its rooms.
fn source(folder: &str) -> PathBuf {
    match folder.starts_with("crates/") {
        true => root().join(folder).join("src"),
        false => root().join(folder),
    }
}

/// The path of a package's or module's root from its crate's: nothing, or such as `cli`.
fn base(folder: &str) -> Vec<String> {
    let below = folder.strip_prefix("src/").unwrap_or_default();
    let names = below.split('/').filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// The paths that a file names, as segments from the root of its package or module. Paths to
/// elsewhere are left out.
fn imports_within(folder: &str, file: &Path, path: &Path) -> Vec<Import> {
    let base = base(folder);
    let own = [base.clone(), module(path)].concat();
    let within = |(line, segments): Import| {
        let rest = segments.strip_prefix(&base[..])?;
        Some((line, rest.to_vec()))
    };
    let found = imports(&read(file.to_str().unwrap()), &own).into_iter();
    found.filter_map(within).collect()
}

/// The room of each name that the file above all rooms re-exports, as with `pub use race::Race`.
fn shown(folder: &str, rows: &Rows) -> HashMap<String, String> {
    let source = source(folder);
    let file = ["lib.rs", "mod.rs"].map(|name| source.join(name));
    let file = file.iter().find(|file| file.exists()).unwrap();
    let text = without_tests(&without_comments(&read(file.to_str().unwrap())));
    let mut shown = HashMap::new();
    for (start, word) in text
        .match_indices("\nuse ")
        .chain(text.match_indices("\npub use "))
    {
        let mut found = Vec::new();
        let mut path = text[start + word.len()..].chars().peekable();
        expand(&mut path, Vec::new(), &mut found);
        for path in found {
            if let [room, .., name] = &path[..]
                && rows.contains_key(room)
            {
                shown.insert(name.clone(), room.clone());
            }
        }
    }
    shown
}

/// Whether a file, by its path below `src`, is that of a room or in its folder.
fn is_in(path: &Path, room: &str) -> bool {
    path.starts_with(room) || path == Path::new(&format!("{room}.rs"))
}

/// The rows of the table below a heading that begin with a number, cell by cell.
fn table(heading: &str) -> Vec<Vec<String>> {
    let text = read("docs/architecture.md");
    let section = text.split(&format!("\n{heading}\n")).nth(1);
    let section = section.unwrap_or_else(|| panic!("no heading {heading:?}"));
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().map(|line| -> Vec<String> {
        let cells = line.split('|').map(str::trim);
        cells.map(str::to_owned).collect()
    });
    let is_row = |cells: &Vec<String>| {
        let first = cells.get(1).and_then(|cell| cell.chars().next());
        first.is_some_and(|c| c.is_ascii_digit())
    };
    rows.filter(is_row).collect()
}

/// The rooms of a package or a module, which stand beside their number.
fn rooms(folder: &str) -> Rows {
    let mut rows = Rows::new();
    for cells in table(&format!("## The rooms of `{folder}`")) {
        let row = cells[1].split(' ').next().unwrap().parse().unwrap();
        for name in cells[1].split('`').skip(1).step_by(2) {
            let name = name.trim_end_matches('/').trim_end_matches(".rs");
            let before = rows.insert(name.to_owned(), row);
            assert_eq!(before, None, "{name} stands twice");
            let room = source(folder).join(name);
            let is_there = room.is_dir() || room.with_extension("rs").exists();
            assert!(is_there, "docs/architecture.md names {name}");
        }
    }
    let mut files = Vec::new();
    sources(&source(folder), &mut files);
    let without = files.iter().find(|file| {
        let path = file.strip_prefix(source(folder)).unwrap();
        let is_above = [Path::new("lib.rs"), Path::new("mod.rs")].contains(&path);
        !is_above && !rows.keys().any(|room| is_in(path, room))
    });
    assert_eq!(without, None, "docs/architecture.md does not name it");
    rows
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

/// Replaces code that is compiled only for tests by empty lines.
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
fn what_the_file_above_all_rooms_shows_belongs_to_its_room() {
    let shown = shown("crates/sudoku", &rooms("crates/sudoku"));
    let room = |name: &str| shown.get(name).map(String::as_str);
    assert_eq!(room("Grid"), Some("boards"));
    assert_eq!(room("nine"), Some("solve"));
    assert_eq!(room("Stop"), None);
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
