//! Sudokus with rules as other programs write them, in texts and in links.
//!
//! | file | what it reads and writes |
//! |---|---|
//! | `fault.rs` | what is refused |
//! | `iss.rs` | texts of Interactive Sudoku Solver, and `?q=` of its links |
//! | `fpuzzles.rs` | the JSON of f-puzzles; `?load=` of its links, `fpuz` of SudokuPad's |
//! | `killer.rs` | killer Sudokus as numbers |
//! | `codes.rs` | what such texts have in letters: tables, machines |

mod codes;
mod fault;
pub mod fpuzzles;
pub mod iss;
mod killer;

pub use fault::LinkFault;

use crate::rules::Variant;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form<'t> {
    /// Rules of Interactive Sudoku Solver.
    Rules(&'t str),
    /// A link with such rules.
    RulesLink(&'t str),
    /// JSON of f-puzzles.
    Json(&'t str),
    /// A link with such JSON, packed.
    Packed(&'t str),
    Killer(&'t str),
    ShortKiller(&'t str),
}

fn form(text: &str) -> Option<Form<'_>> {
    let text = text.trim();
    let after = |mark: &str| text.split_once(mark).map(|(_, rest)| rest);
    if let Some(rest) = after("?load=").or_else(|| after("&load=")) {
        return Some(Form::Packed(rest));
    }
    if text.contains("://") || text.starts_with("fpuz") {
        if let Some(rest) = after("fpuzzles").or_else(|| after("fpuz")) {
            return Some(Form::Packed(rest));
        }
        if let Some(rest) = after("?q=").or_else(|| after("&q=")) {
            return Some(Form::RulesLink(rest));
        }
    }
    if killer::is_begun(text) {
        return Some(Form::Killer(text));
    }
    if killer::is_short(text) {
        return Some(Form::ShortKiller(text));
    }
    if text.starts_with('{') && has_objects(text) {
        return Some(Form::Json(text));
    }
    // Comments may stand before rules. A plain grid begins with a dot, too, but has no names.
    let first = text
        .lines()
        .find(|line| !line.starts_with('#') && !line.trim().is_empty())?;
    let is_name = |two: &[u8]| two[0].is_ascii_uppercase() && two[1].is_ascii_lowercase();
    let is_rules = first.trim_start().starts_with('.')
        && (first.contains('~') || first.as_bytes().windows(2).any(is_name));
    is_rules.then_some(Form::Rules(text))
}

/// Whether the grid of JSON has an object for each cell. Others write numbers, which are plain
/// Sudokus.
fn has_objects(text: &str) -> bool {
    let Some((_, after)) = text.split_once("\"grid\"") else {
        return false;
    };
    let mut signs = after.chars().filter(|sign| !sign.is_whitespace());
    [':', '[', '[', '{']
        .iter()
        .all(|&sign| signs.next() == Some(sign))
}

/// Whether a text looks like a Sudoku with rules: a link, or the text of a link.
pub fn is_one(text: &str) -> bool {
    form(text).is_some()
}

/// Whether a text has Sudokus with rules: it is one, or its first line is one that is no comment.
pub fn has_rules(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.find(|line| !line.starts_with('#'));
    first.is_some_and(is_one) || is_one(text)
}

/// Each Sudoku of a text, with the number of its first line, from 1. A link is one line. A text of
/// rules, or JSON, goes on to the next blank line.
pub fn texts(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // A text of several lines, and its first line.
    let mut open = (0, String::new());
    let close = |open: &mut (usize, String), found: &mut Vec<(usize, String)>| {
        let (line, text) = std::mem::take(open);
        if !text.trim().is_empty() {
            found.push((line, text));
        }
    };
    for (number, line) in (1..).zip(text.lines()) {
        let is_line = open.1.trim().is_empty() && is_one(line) && !is_of_lines(line);
        if is_line {
            found.push((number, line.to_owned()));
        } else if line.trim().is_empty() {
            close(&mut open, &mut found);
        } else if !line.starts_with('#') {
            if open.1.is_empty() {
                open.0 = number;
            }
            open.1.push_str(line);
            open.1.push('\n');
        }
    }
    close(&mut open, &mut found);
    found
}

/// Whether a text that begins so may go on in the next line.
fn is_of_lines(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('.') || (line.starts_with('{') && !line.trim_end().ends_with('}'))
}

/// Reads one of these forms.
///
/// # Errors
/// What is wrong, with the name and the cells of a rule.
pub fn read(text: &str) -> Result<Variant, LinkFault> {
    let fault = |why: &str| LinkFault::Text(why.to_owned());
    match form(text) {
        Some(Form::Rules(text)) => iss::read(text),
        Some(Form::RulesLink(query)) => {
            let query = query.split(['&', '#']).next().unwrap_or("");
            let bytes = iss::percent_decoded(&query.replace('+', " "));
            let text = String::from_utf8(bytes).map_err(|_| fault("the link is no UTF-8"))?;
            match form(&text) {
                Some(Form::RulesLink(_) | Form::Packed(_)) | None => Err(fault(
                    "the link has no rules; its text may be a plain Sudoku",
                )),
                Some(_) => read(&text),
            }
        }
        Some(Form::Json(text)) => fpuzzles::read(text),
        Some(Form::Packed(packed)) => {
            let packed = packed.split(['&', '#', '?']).next().unwrap_or("");
            let bytes = iss::percent_decoded(packed.trim().trim_end_matches('/'));
            let text = String::from_utf8(bytes).map_err(|_| fault("the link is no UTF-8"))?;
            let letters: String = text
                .chars()
                .map(|sign| match sign {
                    ' ' | '-' => '+',
                    '_' => '/',
                    other => other,
                })
                .collect();
            let units = lz_str::decompress_from_base64(&letters);
            let units = units.filter(|units| !units.is_empty());
            let units = units.ok_or_else(|| fault("the link is damaged, or cut off"))?;
            let text = String::from_utf16(&units).map_err(|_| fault("the link is damaged"))?;
            fpuzzles::read(&text)
        }
        Some(Form::Killer(text)) => killer::read(text),
        Some(Form::ShortKiller(text)) => killer::read_short(text),
        None => Err(fault("this is no Sudoku with rules")),
    }
}

/// A link of f-puzzles or, if that lacks a rule, of Interactive Sudoku Solver.
///
/// # Errors
/// If both lack a rule.
pub fn link(variant: &Variant) -> Result<String, LinkFault> {
    fpuzzles_link(variant).or_else(|_| iss_link(variant))
}

/// A link of f-puzzles.
///
/// # Errors
/// If it has a rule that f-puzzles does not have.
pub fn fpuzzles_link(variant: &Variant) -> Result<String, LinkFault> {
    let text = fpuzzles::write(variant)?;
    let units: Vec<u16> = text.encode_utf16().collect();
    let packed = lz_str::compress_to_base64(&units[..]);
    Ok(format!("https://www.f-puzzles.com/?load={packed}"))
}

/// A link of Interactive Sudoku Solver.
///
/// # Errors
/// If it has a rule that the program does not have.
pub fn iss_link(variant: &Variant) -> Result<String, LinkFault> {
    let text = iss::write(variant)?;
    let mut link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=".to_owned();
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'.' | b'~' | b'_' | b'-' => {
                link.push(char::from(byte));
            }
            other => link.push_str(&format!("%{other:02X}")),
        }
    }
    Ok(link)
}
