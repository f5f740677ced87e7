//! A place in the search tree, as something that can be kept, sent and walked to.
//!
//! A node is named by its [`Path`]: the numbers of the branches that lead to it
//! from the root. The input determines the tree, so that a path means the same
//! node in every run, on every machine. The walk through the tree goes through
//! [`Position`]s in preorder, and what lies between two of them is a part that
//! can be searched by itself.

use super::State;
use std::fmt;
use std::str::FromStr;

/// The branches from the root to a node, numbered from 1; null moves count.
/// Its text is `1.3.2`, or `.` for the root.
///
/// ```
/// use dlx3::search::Path;
///
/// let path: Path = "1.3.2".parse()?;
/// assert_eq!(path.branches(), [1, 3, 2]);
/// assert_eq!(path.to_string(), "1.3.2");
/// assert_eq!(Path::default().to_string(), ".");
/// # Ok::<(), dlx3::search::BadPath>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path(Vec<u32>);

impl Path {
    /// A path of these branches; none if one is numbered 0.
    pub fn new(branches: Vec<u32>) -> Option<Self> {
        (!branches.contains(&0)).then_some(Path(branches))
    }

    /// The path to the node at which a search stands.
    ///
    /// # Panics
    /// If one of the state's branches is numbered 0.
    pub fn of(state: &dyn State) -> Self {
        let numbers = (0..state.level()).map(|level| state.branch(level).number);
        Path::new(numbers.collect()).expect("branches are numbered from 1")
    }

    /// The numbers of the branches, from the root on.
    pub fn branches(&self) -> &[u32] {
        &self.0
    }

    /// The level of the node.
    pub fn level(&self) -> usize {
        self.0.len()
    }

    /// Makes sure that a walk which stands at some node comes to leave this one: its
    /// parent is on the way to that node, and the branch to it is the one taken there or
    /// a later one. (If the tree has no such branch, the walk leaves its parent instead.)
    ///
    /// # Panics
    /// If it is not so: the walk would not end, or anywhere.
    pub(super) fn must_be_ahead_of(&self, state: &dyn State) {
        let Some((&last, above)) = self.0.split_last() else {
            return;
        };
        let level = state.level();
        let is_ahead = above.len() <= level
            && (0..)
                .zip(above)
                .all(|(at, &number)| state.branch(at).number == number)
            && (above.len() == level || state.branch(above.len()).number <= last);
        assert!(is_ahead, "the walk from here has no end behind {self}");
    }

    /// The path that leaves this one on `level`, with branch `number`.
    pub(super) fn leaving(&self, level: usize, number: u32) -> Self {
        let mut branches = self.0[..level].to_vec();
        branches.push(number);
        Path(branches)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut dot = "";
        for number in &self.0 {
            write!(f, "{dot}{number}")?;
            dot = ".";
        }
        f.write_str(if self.0.is_empty() { "." } else { "" })
    }
}

/// A text that is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a path is a `.', or branch numbers from 1 with dots between them, such as 1.3.2")]
pub struct BadPath;

impl FromStr for Path {
    type Err = BadPath;

    fn from_str(text: &str) -> Result<Self, BadPath> {
        if text == "." {
            return Ok(Path::default());
        }
        let number = |digits: &str| {
            let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
            all_digits.then(|| digits.parse().ok()).flatten()
        };
        let branches: Option<Vec<u32>> = text.split('.').map(number).collect();
        branches.and_then(Path::new).ok_or(BadPath)
    }
}

/// Where a walk ends: when it has left this branch to a level, or a later one, or the
/// node above it. A walk of the whole tree ends at level 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct End {
    pub level: usize,
    pub branch: u32,
}

impl End {
    /// When the walk has left a node for good.
    pub fn behind(path: &Path) -> Self {
        End {
            level: path.level(),
            branch: path.branches().last().copied().unwrap_or(0),
        }
    }
}

/// Where a walk stands with respect to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The node is not counted yet.
    Before,
    /// The node is counted, and has not chosen an item yet.
    Inside,
    /// The node, and all that is below it, has been walked.
    Behind,
}

/// A moment of the walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub path: Path,
    pub side: Side,
}

impl Position {
    /// The begin of the whole walk.
    pub fn start() -> Self {
        Position {
            path: Path::default(),
            side: Side::Before,
        }
    }

    /// At a node that has just been counted: where [`Watch::alarm`](super::Watch::alarm)
    /// is called.
    pub(super) fn inside(state: &dyn State) -> Self {
        Position {
            path: Path::of(state),
            side: Side::Inside,
        }
    }

    /// When the walk has left a node for good.
    pub(super) fn behind(path: Path) -> Self {
        Position {
            path,
            side: Side::Behind,
        }
    }

    /// How many levels of the tree have been counted there, at the least.
    pub(super) fn levels_counted(&self) -> usize {
        self.path.level() + usize::from(self.side != Side::Before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_they_are_written() {
        for text in [".", "1", "1.3.2", "4294967295.1"] {
            assert_eq!(text.parse::<Path>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "0",
            "1.",
            ".1",
            "1..2",
            "+1",
            " 1",
            "1.0",
            "x",
            "4294967296",
        ] {
            assert_eq!(text.parse::<Path>(), Err(BadPath), "{text:?}");
        }
    }
}
