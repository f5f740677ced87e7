//! Common parts of all SVG pictures: beginning, end, colors, texts, coordinates.

use std::fmt::{self, Write};

/// A blue for things that are present, such as pegs and branches.
pub const BLUE: &str = "#26547c";
/// A red for events and failures.
pub const RED: &str = "#ef476f";
/// A green for success.
pub const GREEN: &str = "#06a77d";

/// The beginning of a picture: `width` x `height` in its own units, shown `scale` times as large.
pub fn open(width: usize, height: usize, scale: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{}\" height=\"{}\">\n",
        scale * width,
        scale * height
    )
}

/// A white background.
pub const GROUND: &str = "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";

/// The end of a picture.
pub const CLOSE: &str = "</svg>\n";

/// Text escaped for XML. What XML cannot hold (bytes that are not UTF-8, control characters)
/// becomes the replacement character.
pub struct Escaped<'t>(pub &'t [u8]);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in String::from_utf8_lossy(self.0).chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c if c.is_control() => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A coordinate, rounded to tenths.
pub struct At(pub f64);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() / 10.0;
        // Adding zero turns -0 into 0.
        write!(f, "{}", tenths + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_hold_what_xml_can_hold() {
        let text = Escaped(b"a<b>&\"c\"\x01\xff\xc3\xa9").to_string();
        assert_eq!(text, "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}\u{fffd}\u{e9}");
    }

    #[test]
    fn coordinates_have_at_most_a_digit_after_the_point() {
        let shown = [1.0, 2.25, 1.0 / 3.0, -0.01].map(|at| At(at).to_string());
        assert_eq!(shown, ["1", "2.3", "0.3", "0"]);
    }
}
