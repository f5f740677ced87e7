//! Lines of progress that fit a terminal of 80 columns.

/// One column is left free, so that the cursor stays on the line.
const WIDTH: usize = 79;

/// Joins parts as far as they fit. The most important ones come first; a long one that does not fit
/// is left out.
pub fn fit<'p>(first: &str, more: impl IntoIterator<Item = &'p str>) -> String {
    let mut line: String = first.chars().take(WIDTH).collect();
    let mut width = line.chars().count();
    for part in more {
        let longer = width + part.chars().count();
        if longer <= WIDTH {
            line += part;
            width = longer;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_left_out() {
        let long = "x".repeat(70);
        assert_eq!(
            fit("dlx: 5 s", [&long[..], ", a", ", b"]),
            format!("dlx: 5 s{long}")
        );
        assert_eq!(fit("dlx: 5 s", [&"y".repeat(72)[..], ", a"]), "dlx: 5 s, a");
        assert_eq!(fit(&"é".repeat(100), [""]).chars().count(), WIDTH);
    }
}
