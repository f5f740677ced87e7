//! Lists of names in a sentence.

use std::fmt::Display;

/// Joins names: "a, b and c", with `word` before the last one.
pub fn list<T: Display>(names: impl IntoIterator<Item = T>, word: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match &names[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {word} {end}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_name_has_a_word_before_it() {
        assert_eq!(list([1; 0], "and"), "");
        assert_eq!(list(["a"], "and"), "a");
        assert_eq!(list(["a", "b"], "or"), "a or b");
        assert_eq!(list([1, 2, 3], "and"), "1, 2 and 3");
    }
}
