//! Which cubes belong to a part.

use std::fmt;
use std::str::FromStr;

/// One of several parts of the work: part I of M has the cubes I, I + M, I + 2M, ..., where the
/// first cube is number 1. Cubes are numbered by their estimated mems (see
/// [`Cubes`](super::Cubes)), so all parts should take about as long.
///
/// ```
/// use dlx3::parts::Part;
///
/// let part: Part = "2/5".parse()?;
/// assert_eq!(part.numbers(12).collect::<Vec<_>>(), [1, 6, 11]); // counted from 0
/// # Ok::<(), dlx3::parts::BadPart>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    number: usize,
    of: usize,
}

impl Part {
    /// All of the work.
    pub const WHOLE: Part = Part { number: 1, of: 1 };

    /// The part, of `of`, that has this cube, counted from 0.
    ///
    /// # Panics
    /// If there are no parts.
    pub fn with(cube: usize, of: usize) -> Self {
        Part {
            number: cube % of + 1,
            of,
        }
    }

    /// Its cubes, counted from 0, if there are `cubes` in all.
    pub fn numbers(self, cubes: usize) -> impl Iterator<Item = usize> + Clone {
        (self.number - 1..cubes).step_by(self.of)
    }

    /// Whether it has this cube, counted from 0.
    pub fn has(self, cube: usize) -> bool {
        Part::with(cube, self.of) == self
    }

    /// Its number, counted from 1.
    pub fn number(self) -> usize {
        self.number
    }

    /// The number of parts.
    pub fn of(self) -> usize {
        self.of
    }
}

/// The error of a text that is not a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadPart;

dlx3_base::messages! {
    BadPart {
        _ => "a part is I/M with I from 1 to M, such as 2/5",
    }
}

impl FromStr for Part {
    type Err = BadPart;

    fn from_str(text: &str) -> Result<Self, BadPart> {
        let number = |digits: &str| {
            let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
            all_digits.then(|| digits.parse().ok()).flatten()
        };
        let numbers = text
            .split_once('/')
            .and_then(|(first, second)| Some((number(first)?, number(second)?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Part { number, of }),
            _ => Err(BadPart),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_part_is_the_union_of_the_parts_that_it_is_divided_into() {
        for cubes in [0, 1, 5, 12, 97, 1000] {
            for of in 1..=13 {
                let parts = (1..=of).map(|number| Part { number, of });
                let all: Vec<usize> = parts.flat_map(|part| part.numbers(cubes)).collect();
                assert_eq!(all.len(), cubes, "disjoint");
                assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), cubes, "complete");
                for k in 1..=5 {
                    for number in 1..=of {
                        let whole: BTreeSet<usize> = Part { number, of }.numbers(cubes).collect();
                        let divided = (0..k).flat_map(|j| {
                            let number = number + j * of;
                            Part { number, of: k * of }.numbers(cubes)
                        });
                        assert_eq!(divided.collect::<BTreeSet<_>>(), whole);
                        assert!(whole.iter().all(|&cube| Part { number, of }.has(cube)));
                    }
                }
            }
        }
    }

    #[test]
    fn parts_are_read_as_they_are_written() {
        for text in ["1/1", "2/5", "1000/1000"] {
            assert_eq!(text.parse::<Part>().unwrap().to_string(), text);
        }
        for wrong in ["", "1", "0/3", "4/3", "1/0", "1/2/3", "+1/2", "a/b", "-1/2"] {
            assert_eq!(wrong.parse::<Part>(), Err(BadPart), "{wrong}");
        }
    }
}
