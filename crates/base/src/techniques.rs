//! Tables of techniques. Each technique has a name, a default, a range, and a line that says what
//! it does.
//!
//! [`techniques!`] turns a table into a struct with a field for each value, its defaults, and the
//! words that set it (`NAME=VALUE`). A technique of the range [`Range::Switch`] can be turned off,
//! and a run without it shows what it saves.
//!
//! No value changes an answer of the DLX3 search, only the time that it takes.

use std::fmt;

/// The values of a technique. Each stands for a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// 0 is off, 1 is on.
    Switch,
    /// All numbers from the first to the second.
    Numbers(u64, u64),
    /// One of these words. Its number is its index.
    Words(&'static [&'static str]),
}

impl Range {
    /// The number that a word stands for, if it is in the range.
    pub fn read(self, word: &str) -> Option<u64> {
        let number = match self {
            Range::Words(words) => {
                let place = words.iter().position(|own| *own == word)?;
                return Some(place as u64);
            }
            _ if word.bytes().all(|byte| byte.is_ascii_digit()) => word.parse().ok()?,
            _ => return None,
        };
        let (least, most) = match self {
            Range::Numbers(least, most) => (least, most),
            _ => (0, 1),
        };
        (least..=most).contains(&number).then_some(number)
    }

    /// The word that stands for a number.
    pub fn word(self, number: u64) -> String {
        match self {
            Range::Words(words) => words[number as usize].to_owned(),
            _ => number.to_string(),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Switch => f.write_str("0 or 1"),
            Range::Numbers(least, most) => write!(f, "a number from {least} to {most}"),
            Range::Words(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

/// A row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Technique {
    /// The name on the command line.
    pub name: &'static str,
    /// Its values.
    pub range: Range,
    /// What it does.
    pub text: &'static str,
}

impl Technique {
    /// Reads `NAME=VALUE`. `NAME` alone means `NAME=1`; a word of a range needs no name.
    ///
    /// # Errors
    /// A sentence for the user: the techniques of `table` if the name is unknown, the range if the
    /// value is outside it.
    pub fn read<'t>(
        table: impl Iterator<Item = &'t Technique> + Clone,
        setting: &str,
    ) -> Result<(&'t Technique, u64), String> {
        let (name, value) = setting.split_once('=').unwrap_or((setting, "1"));
        if let Some(technique) = table.clone().find(|technique| technique.name == name) {
            let number = technique.range.read(value);
            return match number {
                Some(number) => Ok((technique, number)),
                None => Err(format!("{name} is {}", technique.range)),
            };
        }
        let by_word = table.clone().find_map(|technique| match technique.range {
            Range::Words(_) => Some((technique, technique.range.read(setting)?)),
            _ => None,
        });
        by_word.ok_or_else(|| {
            let names: Vec<&str> = table.map(|technique| technique.name).collect();
            format!("there are the techniques {}", names.join(", "))
        })
    }
}

/// A type whose values stand for numbers.
pub trait Value {
    /// The value for a number of its range.
    fn of_number(number: u64) -> Self;
    /// The number of this value.
    fn number(&self) -> u64;
}

impl Value for bool {
    fn of_number(number: u64) -> Self {
        number != 0
    }

    fn number(&self) -> u64 {
        u64::from(*self)
    }
}

impl Value for u64 {
    fn of_number(number: u64) -> Self {
        number
    }

    fn number(&self) -> u64 {
        *self
    }
}

impl Value for usize {
    fn of_number(number: u64) -> Self {
        usize::try_from(number).unwrap_or(usize::MAX)
    }

    fn number(&self) -> u64 {
        *self as u64
    }
}

/// Turns a table of techniques into a struct. A row is
///
/// ```text
/// name on the command line, field: type = default in range, "what it does";
/// ```
#[macro_export]
macro_rules! techniques {
    ($(#[$attribute:meta])* $struct:ident:
        $($name:literal, $field:ident: $type:ty = $default:expr, in $range:expr, $text:literal;)*
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $struct {
            $(#[doc = $text] pub $field: $type,)*
        }

        impl Default for $struct {
            fn default() -> Self {
                $struct { $($field: $default,)* }
            }
        }

        impl $struct {
            /// The table.
            pub const TECHNIQUES: &'static [$crate::techniques::Technique] = &[
                $($crate::techniques::Technique { name: $name, range: $range, text: $text },)*
            ];

            /// Sets a technique to the value for this number. Returns whether it is in the table.
            pub fn set(&mut self, name: &str, number: u64) -> bool {
                match name {
                    $($name => {
                        self.$field = $crate::techniques::Value::of_number(number);
                        true
                    })*
                    _ => false,
                }
            }

            /// The number of a technique's value, or `None` if it is not in the table.
            pub fn get(&self, name: &str) -> Option<u64> {
                match name {
                    $($name => Some($crate::techniques::Value::number(&self.$field)),)*
                    _ => None,
                }
            }

            /// The techniques that are on by default and can be turned off.
            pub fn switches() -> impl Iterator<Item = &'static $crate::techniques::Technique> {
                let default = Self::default();
                Self::TECHNIQUES.iter().filter(move |technique| {
                    technique.range == $crate::techniques::Range::Switch
                        && default.get(technique.name) == Some(1)
                })
            }
        }
    };
}
pub use techniques;

#[cfg(test)]
mod tests {
    use super::*;

    techniques! {
        /// A small table.
        Small:
        "deep", is_deep: bool = true, in Range::Switch, "Goes deep.";
        "width", width: usize = 7, in Range::Numbers(2, 9), "How wide.";
        "kind", kind: u64 = 0, in Range::Words(&["none", "all"]), "What kind.";
    }

    fn read(setting: &str) -> Result<(&'static str, u64), String> {
        let read = Technique::read(Small::TECHNIQUES.iter(), setting);
        read.map(|(technique, number)| (technique.name, number))
    }

    #[test]
    fn a_setting_is_a_name_and_a_value_of_its_range() {
        assert_eq!(read("deep=0"), Ok(("deep", 0)));
        assert_eq!(read("deep"), Ok(("deep", 1)));
        assert_eq!(read("width=9"), Ok(("width", 9)));
        assert_eq!(read("kind=all"), Ok(("kind", 1)));
        assert_eq!(read("all"), Ok(("kind", 1)));
        let mut small = Small::default();
        assert_eq!((small.is_deep, small.width, small.kind), (true, 7, 0));
        assert!(small.set("deep", 0) && small.set("width", 3) && !small.set("depth", 1));
        assert_eq!((small.is_deep, small.width), (false, 3));
        assert_eq!((small.get("width"), small.get("depth")), (Some(3), None));
        let switches: Vec<&str> = Small::switches().map(|switch| switch.name).collect();
        assert_eq!(switches, ["deep"]);
    }

    #[test]
    fn a_wrong_setting_says_what_there_is() {
        let refused = |setting: &str| read(setting).unwrap_err();
        assert_eq!(refused("deep=2"), "deep is 0 or 1");
        assert_eq!(refused("deep="), "deep is 0 or 1");
        assert_eq!(refused("width=1"), "width is a number from 2 to 9");
        assert_eq!(refused("width=+3"), "width is a number from 2 to 9");
        assert_eq!(
            refused("width=99999999999999999999"),
            "width is a number from 2 to 9"
        );
        assert_eq!(refused("kind=some"), "kind is one of none, all");
        assert_eq!(
            refused("shallow"),
            "there are the techniques deep, width, kind"
        );
    }
}
