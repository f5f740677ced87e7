//! Which of Knuth's searches is walked: the program whose prices are paid, and whether `#` is
//! preferred.

use dlx3_format::{Bounds, ItemId, Original, Problem};

/// One of Knuth's programs, with or without his change file for names that begin with `#`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Variant {
    /// The program whose mems are counted, and whose tree is walked.
    pub original: Original,
    /// Whether an item is preferred if its name begins with `#`.
    pub prefers_sharp: bool,
}

impl Variant {
    /// A program without the change file.
    pub const fn of(original: Original) -> Self {
        Variant {
            original,
            prefers_sharp: false,
        }
    }

    /// This program with the change file for `#`, or without it.
    pub const fn preferring_sharp(self, prefers_sharp: bool) -> Self {
        Variant {
            prefers_sharp,
            ..self
        }
    }

    /// Whether the program accepts problems of this kind: only DLX3 has bounds, and DLX1 has no
    /// colors.
    pub fn accepts(self, problem: &Problem) -> bool {
        let mut items = problem.item_ids();
        let has_bounds = items.any(|item| {
            let bounds = problem.bounds(item);
            bounds.is_some_and(|bounds| bounds != Bounds::ONE)
        });
        (self.original.has_bounds() || !has_bounds)
            && (self.original.has_colors() || !problem.has_colors())
    }

    /// The number added to the score of an item whose name does not begin with `#`, if such names
    /// are preferred: the index of the last spacer, which exceeds any score.
    pub fn bias(self, problem: &Problem, item: ItemId) -> i64 {
        match self.prefers_sharp && !is_sharp(problem, item) {
            true => last_spacer(problem) as i64,
            false => 0,
        }
    }
}

/// Whether an item's name begins with `#`.
pub(super) fn is_sharp(problem: &Problem, item: ItemId) -> bool {
    problem.name(item).first() == Some(&b'#')
}

/// The index of the last spacer, among headers, nodes and spacers.
pub(super) fn last_spacer(problem: &Problem) -> usize {
    problem.item_count() + 1 + problem.node_count() + problem.option_count()
}
