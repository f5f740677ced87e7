//! Floor 0: bytes, lines, white space, output, signals. Nothing here knows
//! what a line means.

pub mod blank;
pub mod json;
pub mod lines;
pub mod output;
pub mod signals;
#[cfg(feature = "cli")]
pub mod standard;
pub mod streams;
pub mod system;
pub mod svg;

/// At most 20 bytes of a word of the input, as they can be shown in a message.
pub fn excerpt(word: &[u8]) -> String {
    let mut text = word[..word.len().min(20)].escape_ascii().to_string();
    if word.len() > 20 {
        text.push_str("...");
    }
    text
}
