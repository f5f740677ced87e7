//! The readers of text, each with fragments of what it reads.

mod convert;
mod dlx;
mod games;
mod journals;
mod packings;
mod programs;
mod sudoku;

pub use programs::are_built;

use super::recipe::{Recipe, of_fragments};
use std::fmt;

/// A reader of text.
pub struct Reader {
    /// The name of the texts that it reads.
    pub name: &'static str,
    /// The text before the fragments, and the text after them.
    pub around: (&'static str, &'static str),
    /// Parts of a text, good and bad ones.
    pub fragments: &'static [&'static str],
    /// Recipes of long texts that it reads to their end, or that were once slow.
    pub recipes: &'static [&'static str],
    /// Reads a text: true if it is right.
    pub read: fn(&[u8]) -> bool,
}

impl Reader {
    /// Its recipe with this number: first its own, then those of its fragments.
    pub fn recipe(&self, number: u64) -> Recipe {
        match self.recipes.get(number as usize) {
            Some(recipe) => Recipe::new(recipe),
            None => {
                let (head, tail) = self.around;
                let others = number - self.recipes.len() as u64;
                of_fragments(head, self.fragments, tail, others)
            }
        }
    }
}

/// The readers of the library.
pub fn of_the_library() -> impl Iterator<Item = &'static Reader> {
    let groups = [
        dlx::READERS,
        convert::READERS,
        sudoku::READERS,
        packings::READERS,
        games::READERS,
        journals::READERS,
    ];
    groups.into_iter().flatten()
}

/// All readers, those of programs last.
pub fn all() -> impl Iterator<Item = &'static Reader> {
    of_the_library().chain(programs::READERS)
}

/// The result of reading.
trait Read {
    /// Whether it is right. A fault is formatted, as for users.
    fn is_right(&self) -> bool;
}

impl<T, E: fmt::Display> Read for Result<T, E> {
    fn is_right(&self) -> bool {
        let Err(fault) = self else {
            return true;
        };
        std::hint::black_box(fault.to_string());
        false
    }
}

/// Reads a text as UTF-8.
fn letters(text: &[u8], read: impl FnOnce(&str) -> bool) -> bool {
    read(&String::from_utf8_lossy(text))
}
