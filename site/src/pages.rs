//! Finds the documents, and writes their pages.

use crate::document::{Document, escaped, page_of};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The menu: what stands under which word. What is not here comes last.
const MENU: &[(&str, &[&str])] = &[
    (
        "Start",
        &[
            "README.md",
            "docs/finding.md",
            "docs/web.md",
            "docs/python.md",
            "docs/javascript.md",
            "docs/library.md",
        ],
    ),
    (
        "Searching",
        &[
            "docs/dlx3.md",
            "docs/dlx2.md",
            "docs/format.md",
            "docs/common.md",
            "docs/dlx-check.md",
        ],
    ),
    (
        "Answers",
        &[
            "docs/dlx.md",
            "docs/cheapest.md",
            "docs/convert.md",
            "docs/families.md",
            "docs/draw.md",
            "docs/certificates.md",
            "docs/proofs.md",
            "docs/long-searches.md",
        ],
    ),
    (
        "Puzzles",
        &[
            "docs/sudoku.md",
            "docs/sudoku-rules.md",
            "docs/pack.md",
            "docs/peg.md",
            "docs/sieve.md",
            "docs/taocp.md",
        ],
    ),
    (
        "How fast",
        &[
            "docs/performance.md",
            "docs/results.md",
            "docs/techniques.md",
        ],
    ),
    (
        "Inside",
        &[
            "docs/architecture.md",
            "docs/life-of-a-search.md",
            "docs/recipes.md",
            "docs/glossary.md",
            "CONTRIBUTING.md",
            "tests/README.md",
        ],
    ),
];

/// The part of the page in the browser that a document speaks of; of others, it opens problems with
/// examples.
const PARTS: &[(&str, &str)] = &[
    ("docs/sudoku.md", "sudoku"),
    ("docs/pack.md", "pack"),
    ("docs/peg.md", "peg"),
    ("docs/sieve.md", "sieve"),
];

/// What was written.
pub struct Written {
    /// How many documents.
    pub documents: usize,
    /// Whether the page in the browser is among it.
    pub has_page: bool,
}

/// Writes the site of a repository.
pub fn write(root: &Path, out: &Path) -> Result<Written, String> {
    let mut documents = Vec::new();
    for path in paths(root)? {
        let text = fs::read_to_string(root.join(&path));
        let text = text.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        documents.push(Document::read(&path, &text));
    }
    if out.exists() {
        let old = fs::remove_dir_all(out);
        old.map_err(|error| format!("cannot remove {}: {error}", out.display()))?;
    }
    let dist = root.join("web/dist");
    let has_page = dist.join("index.html").is_file();
    for document in &documents {
        let page = page(document, &documents, has_page);
        put(&out.join(page_of(&document.path)), page.as_bytes())?;
    }
    put(&out.join("site.css"), include_bytes!("site.css"))?;
    put(&out.join("site.js"), include_bytes!("site.js"))?;
    let files: BTreeSet<&PathBuf> = documents
        .iter()
        .flat_map(|document| &document.files)
        .collect();
    for file in files {
        copy(&root.join(file), &out.join(file))?;
    }
    if has_page {
        copy(&dist, &out.join("page"))?;
    }
    Ok(Written {
        documents: documents.len(),
        has_page,
    })
}

/// The documents: those beside the README, below `docs`, that on tests, and that of the package for
/// JavaScript.
fn paths(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    for folder in ["", "docs", "docs/design", "tests", "web/npm"] {
        if !root.join(folder).is_dir() {
            continue;
        }
        let fault = |error| format!("cannot read {}: {error}", root.join(folder).display());
        for entry in fs::read_dir(root.join(folder)).map_err(fault)? {
            let path = Path::new(folder).join(entry.map_err(fault)?.file_name());
            if path.extension().is_some_and(|name| name == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    Ok(paths)
}

fn put(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let fault = |error| format!("cannot write {}: {error}", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(fault)?;
    }
    fs::write(file, bytes).map_err(fault)
}

/// Copies a file, or a folder with all that is in it. What is not there is left out: the links to
/// it are told later.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let fault = |error| format!("cannot read {}: {error}", from.display());
    if from.is_dir() {
        let mut list = String::new();
        for entry in fs::read_dir(from).map_err(fault)? {
            let name = entry.map_err(fault)?.file_name();
            copy(&from.join(&name), &to.join(&name))?;
            let name = name.to_string_lossy();
            let _ = writeln!(list, "<li><a href=\"{0}\">{0}</a></li>", escaped(&name));
        }
        // A folder that has no page gets one, so that a link to it leads somewhere without a server.
        if !to.join("index.html").exists() {
            let page = format!(
                "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Files</title>\n\
                 <ul>\n{list}</ul>\n</html>\n"
            );
            put(&to.join("index.html"), page.as_bytes())?;
        }
        Ok(())
    } else if from.is_file() {
        put(to, &fs::read(from).map_err(fault)?)
    } else {
        Ok(())
    }
}

/// The page of a document.
fn page(document: &Document, all: &[Document], has_page: bool) -> String {
    let depth = document.path.components().count() - 1;
    let up = "../".repeat(depth);
    let mut menu = String::new();
    let find = |path: &str| all.iter().find(|other| other.path == Path::new(path));
    let listed = |other: &Document| {
        MENU.iter()
            .any(|(_, paths)| paths.iter().any(|path| other.path == Path::new(path)))
    };
    let mut groups: Vec<(&str, Vec<&Document>)> = MENU
        .iter()
        .map(|(name, paths)| (*name, paths.iter().filter_map(|path| find(path)).collect()))
        .collect();
    groups.push(("More", all.iter().filter(|other| !listed(other)).collect()));
    for (name, documents) in groups
        .into_iter()
        .filter(|(_, documents)| !documents.is_empty())
    {
        let _ = writeln!(menu, "<h2>{name}</h2>\n<ul>");
        for other in documents {
            let (current, parts) = match other.path == document.path {
                true => (" aria-current=\"page\"", parts(document)),
                false => ("", String::new()),
            };
            let _ = writeln!(
                menu,
                "<li><a href=\"{up}{}\"{current}>{}</a>{parts}</li>",
                page_of(&other.path).display(),
                escaped(&other.title)
            );
        }
        menu.push_str("</ul>\n");
    }
    let part = PARTS
        .iter()
        .find(|(path, _)| document.path == Path::new(path));
    let part = part.map_or("problem", |(_, part)| part);
    let try_it = match has_page {
        true => format!(
            "<a class=\"try\" href=\"{up}page/index.html#/{part}\">Try it in the browser</a>"
        ),
        false => String::new(),
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<link rel=\"stylesheet\" href=\"{up}site.css\">\n\
         <script src=\"{up}site.js\" defer></script>\n\
         <a class=\"skip\" href=\"#text\">To the text</a>\n\
         <header><a href=\"{up}index.html\">dlx3</a>{try_it}</header>\n\
         <div class=\"sides\">\n<details id=\"menu\" open><summary>All documents</summary>\n\
         <nav aria-label=\"Documents\">\n{menu}</nav></details>\n\
         <main id=\"text\">\n{}</main>\n</div>\n</html>\n",
        document.html,
        title = escaped(&document.title),
    )
}

/// The parts of a document, as a list within the menu.
fn parts(document: &Document) -> String {
    let mut text = String::new();
    for (anchor, words) in &document.parts {
        let _ = write!(
            text,
            "<li><a href=\"#{anchor}\">{}</a></li>",
            escaped(words)
        );
    }
    match text.is_empty() {
        true => text,
        false => format!("<ul>{text}</ul>"),
    }
}
