//! Arguments and help texts from the lists of formats.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Reads one of some words, and returns its value. Each word has a line in the help page.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    rows: impl IntoIterator<Item = (T, &'static str, &'static str)>,
) -> impl TypedValueParser<Value = T> {
    let (values, words): (Vec<_>, Vec<_>) = rows
        .into_iter()
        .map(|(value, name, about)| ((name, value), PossibleValue::new(name).help(about)))
        .unzip();
    PossibleValuesParser::new(words).map(move |word| {
        let mut values = values.iter().cloned();
        let found = values.find(|(name, _)| *name == word);
        found.expect("no other word comes here").1
    })
}

/// The part `What is read' of a help page: formats, and what is read of each. Neighbours with the
/// same text share a line. The second column begins after `width` bytes and two blanks.
pub fn what_is_read(
    rows: impl IntoIterator<Item = (&'static str, &'static str)>,
    width: usize,
) -> String {
    let mut groups: Vec<(String, &str)> = Vec::new();
    for (name, text) in rows {
        match groups.last_mut() {
            Some((names, last)) if *last == text => {
                names.push_str(", ");
                names.push_str(name);
            }
            _ => groups.push((name.to_owned(), text)),
        }
    }
    let margin = format!("\n{:1$}", "", 2 + width + 2);
    let mut page = "What is read:\n".to_owned();
    for (names, text) in groups {
        let text = text.replace('\n', &margin);
        page += &format!("  {names:width$}  {text}\n");
    }
    page
}
