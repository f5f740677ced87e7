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
    /// What it reads.
    pub name: &'static str,
    /// What stands before the fragments, and after them.
    pub around: (&'static str, &'static str),
    /// Parts of a text, good and bad ones.
    pub fragments: &'static [&'static str],
    /// Recipes of long texts that it reads to their end, or that were hard once.
    pub recipes: &'static [&'static str],
    /// Reads a text: true if it is right.
    pub read: fn(&[u8]) -> bool,
}

impl Reader {
    /// Its recipe of that number: its own, then those of its fragments.
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

/// What reading ends with.
trait Read {
    /// Whether it is right. What is wrong is told, as users see it.
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

/// A text that has to be one of UTF-8.
fn letters(text: &[u8], read: impl FnOnce(&str) -> bool) -> bool {
    read(&String::from_utf8_lossy(text))
}
