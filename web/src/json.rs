//! Values for the page as JSON. Whatever is displayed here is JSON already: a number, a truth value,
//! or what these functions return.

use std::fmt::{Display, Write};

/// Text as a string. What is not UTF-8 is replaced: it is only shown.
pub fn quoted(text: impl AsRef<[u8]>) -> String {
    let mut quoted = String::from("\"");
    for letter in String::from_utf8_lossy(text.as_ref()).chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\0'..='\x1f' => quoted += &format!("\\u{:04x}", letter as u32),
            _ => quoted.push(letter),
        }
    }
    quoted + "\""
}

/// A value, or null.
pub fn optional(value: Option<impl Display>) -> String {
    value.map_or("null".to_owned(), |value| value.to_string())
}

/// A list of values.
pub fn list(values: impl IntoIterator<Item = impl Display>) -> String {
    let mut text = String::from("[");
    for value in values {
        comma(&mut text);
        write!(text, "{value}").expect("memory takes all");
    }
    text + "]"
}

/// An object of these members: names and values.
pub fn of_members(members: &[(&str, &dyn Display)]) -> String {
    let mut text = String::from("{");
    for (name, value) in members {
        comma(&mut text);
        write!(text, "\"{name}\":{value}").expect("memory takes all");
    }
    text + "}"
}

fn comma(text: &mut String) {
    if text.len() > 1 {
        text.push(',');
    }
}

/// An object, with names as in JavaScript: `object! { score: 12, moves: list(...) }`.
macro_rules! object {
    ($($name:ident: $value:expr),* $(,)?) => {
        $crate::json::of_members(&[$((stringify!($name), &$value)),*])
    };
}
pub(crate) use object;
