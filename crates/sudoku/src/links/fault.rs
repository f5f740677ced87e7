//! What is refused in the text of another program.

use crate::rules::compile::RuleFault;

/// Why a text is no Sudoku that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum LinkFault {
    Unknown {
        name: String,
        cells: String,
    },
    Rule {
        name: String,
        cells: String,
        why: String,
    },
    Built(RuleFault),
    Text(String),
}

dlx3_base::messages! {
    LinkFault {
        Self::Unknown { name, cells } => "the rule {name}{cells} is not known",
        Self::Rule { name, cells, why } => "{name}{cells}: {why}",
        Self::Built(it) => "{it}",
        Self::Text(why) => "{why}",
    }
    through { RuleFault => Built }
}

impl LinkFault {
    /// A fault of a rule, with its cells as the text has them.
    pub(super) fn of(name: &str, cells: &[&str], why: impl Into<String>) -> Self {
        LinkFault::Rule {
            name: name.to_owned(),
            cells: spaced(cells),
            why: why.into(),
        }
    }

    /// A rule that is not known.
    pub(super) fn unknown(name: &str, cells: &[&str]) -> Self {
        LinkFault::Unknown {
            name: name.to_owned(),
            cells: spaced(cells),
        }
    }
}

/// Words, each with a blank before it; many of them are cut.
fn spaced(words: &[&str]) -> String {
    const MOST: usize = 12;
    let mut text: String = words
        .iter()
        .take(MOST)
        .map(|word| format!(" {word}"))
        .collect();
    if words.len() > MOST {
        text.push_str(" ...");
    }
    text
}
