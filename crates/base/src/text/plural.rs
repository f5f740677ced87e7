//! Numbers of things in messages: 1 option, 2 options.

use std::fmt::Display;

/// A number and a noun, with an `s` for the plural.
pub fn counted(number: impl Display, what: &str) -> String {
    let number = number.to_string();
    let s = if number == "1" { "" } else { "s" };
    format!("{number} {what}{s}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_singular() {
        let said = [0, 1, 2, 11].map(|number| counted(number, "option"));
        assert_eq!(said, ["0 options", "1 option", "2 options", "11 options"]);
    }
}
