//! Suggests the known word that a misspelled one may mean.

/// The known word at the least edit distance: insertions, deletions, substitutions, and exchanges
/// of two neighbors count 1 each. None if each word takes more than two edits, or edits of more
/// than a third of the letters.
pub fn nearest(word: &str, known: impl IntoIterator<Item = String>) -> Option<String> {
    let most = (word.len() / 3).min(2);
    let known = known.into_iter();
    let near = known.filter(|other| other.len().abs_diff(word.len()) <= most);
    let near = near.map(|other| (changes(word.as_bytes(), other.as_bytes()), other));
    let best = near.min_by_key(|&(changes, _)| changes)?;
    (best.0 <= most).then_some(best.1)
}

/// The edit distance of two words (optimal string alignment).
fn changes(one: &[u8], other: &[u8]) -> usize {
    // The last two rows of the table: distances to the prefixes of `other`.
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, &a) in one.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, &b) in other.iter().enumerate() {
            let changed = last[column] + usize::from(a != b);
            let mut least = changed.min(last[column + 1] + 1).min(next[column] + 1);
            let is_exchange = row > 0 && column > 0 && a == other[column - 1] && one[row - 1] == b;
            if is_exchange {
                least = least.min(before[column - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut last, next);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_near_if_two_changes_make_it() {
        let known = || ["pentominoes", "hexominoes", "soma"].map(str::to_owned);
        for (word, expected) in [
            ("pentominos", Some("pentominoes")),
            ("pentomineos", Some("pentominoes")),
            ("pentonimoes", Some("pentominoes")),
            ("hexomino", Some("hexominoes")),
            ("somma", Some("soma")),
            ("sona", Some("soma")),
            ("nothing", None),
            ("so", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known()).as_deref(), expected, "{word}");
        }
        assert_eq!(changes(b"kitten", b"sitting"), 3);
        assert_eq!(changes(b"ab", b"ba"), 1);
    }
}
