//! Levels: how many moves each separation takes.

use super::Separation;
use std::cmp::Ordering;
use std::fmt;

/// The numbers of moves of all separations.
///
/// As text, the moves until the first part leaves, then the level of what stays, then that of what
/// left, with dots between them. A part that needs one move for each of its separations, or none,
/// is not shown: `5.2`. Levels are ordered by their numbers, the first one before the others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    /// The tree of separations in preorder, 0 for a part that is not separated.
    tree: Vec<u32>,
}

impl Level {
    pub(super) fn new(separation: &Separation) -> Self {
        let mut level = Level { tree: Vec::new() };
        level.add(Some(separation));
        level
    }

    fn add(&mut self, part: Option<&Separation>) {
        self.tree
            .push(part.map_or(0, |part| part.moves.len() as u32));
        if let Some(part) = part {
            self.add(part.left.as_deref());
            self.add(part.removed.as_deref());
        }
    }

    /// The moves until the first part leaves.
    pub fn first(&self) -> u32 {
        self.tree[0]
    }

    /// The moves of each separation: the first one, those of what stays, those of what left.
    pub fn moves(&self) -> impl Iterator<Item = u32> + '_ {
        self.tree.iter().copied().filter(|&moves| moves > 0)
    }

    /// The place after a part of the tree, and whether some separation in it takes several moves.
    fn skip(&self, start: usize) -> (usize, bool) {
        match self.tree[start] {
            0 => (start + 1, false),
            moves => {
                let (left, deep) = self.skip(start + 1);
                let (end, deeper) = self.skip(left);
                (end, moves > 1 || deep || deeper)
            }
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, start: usize) -> fmt::Result {
        write!(f, "{}", self.tree[start])?;
        if self.tree[start] == 0 {
            return Ok(());
        }
        let (removed, is_deep) = self.skip(start + 1);
        if is_deep {
            f.write_str(".")?;
            self.write(f, start + 1)?;
        }
        if self.skip(removed).1 {
            f.write_str(".")?;
            self.write(f, removed)?;
        }
        Ok(())
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl Ord for Level {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_moves = self.moves().cmp(other.moves());
        by_moves.then_with(|| self.tree.cmp(&other.tree))
    }
}

impl PartialOrd for Level {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(tree: &[u32]) -> Level {
        Level {
            tree: tree.to_vec(),
        }
    }

    #[test]
    fn parts_that_fall_apart_one_by_one_are_not_shown() {
        for (tree, text) in [
            (&[0][..], "0"),
            (&[1, 0, 0], "1"),
            (&[5, 2, 1, 0, 0, 0, 0], "5.2"),
            (&[5, 1, 2, 0, 0, 0, 0], "5.1.2"),
            (&[3, 1, 0, 0, 2, 0, 0], "3.2"),
            (&[3, 4, 0, 0, 2, 0, 0], "3.4.2"),
            (&[1, 1, 0, 0, 1, 0, 0], "1"),
        ] {
            assert_eq!(level(tree).to_string(), text, "{tree:?}");
        }
    }

    #[test]
    fn levels_are_ordered_by_their_first_numbers() {
        let (low, high) = (level(&[5, 1, 0, 0, 0]), level(&[5, 2, 0, 0, 0]));
        assert!(low < high && high < level(&[6, 0, 0]));
        assert!(level(&[5, 0, 0]) < low);
    }
}
