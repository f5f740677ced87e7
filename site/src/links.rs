//! Follows the links of pages.

use crate::document::{is_inner, target};
use std::fs;
use std::path::{Path, PathBuf};

/// What the links of a site are like.
#[derive(Default)]
pub struct Checked {
    /// How many lead to a file of the site.
    pub followed: usize,
    /// Those that do not, each with its page.
    pub broken: Vec<String>,
}

/// Follows all links of the pages in a folder, but not those of `page/`, which has tests of its
/// own.
pub fn check(site: &Path) -> Result<Checked, String> {
    let mut checked = Checked::default();
    let mut pages = Vec::new();
    collect(site, Path::new(""), &mut pages)?;
    for page in pages {
        let text = read(site, &page)?;
        for link in attributes(&text, "href").chain(attributes(&text, "src")) {
            let link = link.replace("&amp;", "&");
            if !is_inner(&link) {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let file = match path {
                "" => Some(page.clone()),
                path => target(&page, path),
            };
            let file = file.filter(|file| site.join(file).exists());
            let fault = match &file {
                None => Some("no such file"),
                Some(file) if !anchor.is_empty() && !file.starts_with("page") => {
                    let text = read(site, file)?;
                    let is_there = attributes(&text, "id").any(|id| id == anchor);
                    (!is_there).then_some("no such heading")
                }
                Some(_) => None,
            };
            match fault {
                Some(fault) => checked
                    .broken
                    .push(format!("{}: {link}: {fault}", page.display())),
                None => checked.followed += 1,
            }
        }
    }
    Ok(checked)
}

fn read(site: &Path, page: &Path) -> Result<String, String> {
    let text = fs::read_to_string(site.join(page));
    text.map_err(|error| format!("cannot read {}: {error}", page.display()))
}

/// The values of an attribute.
fn attributes<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let begin = format!(" {name}=\"");
    let starts: Vec<usize> = text
        .match_indices(&begin)
        .map(|(at, _)| at + begin.len())
        .collect();
    starts
        .into_iter()
        .filter_map(|start| text[start..].split('"').next())
}

/// The pages below a folder.
fn collect(site: &Path, folder: &Path, pages: &mut Vec<PathBuf>) -> Result<(), String> {
    let fault = |error| format!("cannot read {}: {error}", site.join(folder).display());
    for entry in fs::read_dir(site.join(folder)).map_err(fault)? {
        let path = folder.join(entry.map_err(fault)?.file_name());
        if site.join(&path).is_dir() {
            if path != Path::new("page") {
                collect(site, &path, pages)?;
            }
        } else if path.extension().is_some_and(|name| name == "html") {
            pages.push(path);
        }
    }
    pages.sort();
    Ok(())
}
