//! Pictures of a search. [`shape`] reads the output of `dlx3`'s word `S`, or the profile of `v128`;
//! [`tree`] draws a small search node by node, [`profile`] a large one level by level.

pub mod profile;
pub mod shape;
pub mod tree;

use dlx3_base::text::svg::{At, Escaped};
use std::fmt::Write;

/// The distance between two pictures side by side.
const GAP: usize = 24;
/// The height of the lines above a picture.
const HEAD: usize = 46;

/// A number with a comma before every third digit from the right; a very long one as its first
/// digits and its size.
fn grouped(number: &str) -> String {
    if number.len() > 15 {
        let (first, rest) = number.split_at(1);
        return format!("{first}.{}e{}", &rest[..3], rest.len());
    }
    let mut text = String::new();
    for (place, digit) in number.chars().enumerate() {
        if place > 0 && (number.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 node`, or `1,234 nodes`.
fn counted(number: impl ToString, what: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{} {what}{plural}", grouped(&number))
}

/// Writes the lines above a picture: its name, and totals.
fn put_head(text: &mut String, x: usize, name: &[u8], shown: &str) {
    let _ = writeln!(
        text,
        "<text class=\"name\" x=\"{x}\" y=\"18\">{}</text>\n<text x=\"{x}\" y=\"34\">{shown}</text>",
        Escaped(name)
    );
}

/// Writes a rectangle, unless it is too narrow to see.
fn put_bar(text: &mut String, class: &str, from: (f64, f64), size: (f64, f64)) {
    if size.0 >= 0.05 {
        let ((x, y), (width, height)) = (from, size);
        let _ = writeln!(
            text,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            At(x),
            At(y),
            At(width.max(0.1)),
            At(height)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn long_numbers_are_grouped_and_very_long_ones_shortened() {
        let shown = ["7", "999", "1000", "1234567", "123456789012345"].map(grouped);
        let expected = ["7", "999", "1,000", "1,234,567", "123,456,789,012,345"];
        assert_eq!(shown, expected);
        assert_eq!(grouped("2444888770250892795802079170816"), "2.444e30");
    }
}
