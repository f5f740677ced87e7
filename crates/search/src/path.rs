//! Places in the search tree, which can be stored, sent, and gone to.
//!
//! A node is named by its [`Path`]: the numbers of the branches from the root. The input determines
//! the tree, so a path means the same node in every run, on every machine. The search walks the
//! tree in preorder, from [`Position`] to [`Position`]; the part of the walk between two positions
//! can be searched separately.

use super::state::State;
use std::cmp::Ordering;
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
    /// The path of these branches; `None` if one is numbered 0.
    pub fn new(branches: Vec<u32>) -> Option<Self> {
        (!branches.contains(&0)).then_some(Path(branches))
    }

    /// The path to the node where a search stands.
    pub fn of(state: &dyn State) -> Self {
        let numbers = (0..state.level()).map(|level| state.branch(level).number);
        Path::new(numbers.collect()).expect("branches are numbered from 1")
    }

    /// Becomes another path, reusing its memory: `fill` appends the branches, none of which may be
    /// 0.
    pub(crate) fn refill(&mut self, fill: impl FnOnce(&mut Vec<u32>)) {
        self.0.clear();
        fill(&mut self.0);
        debug_assert!(!self.0.contains(&0), "branches are numbered from 1");
    }

    /// The numbers of the branches, from the root on.
    pub fn branches(&self) -> &[u32] {
        &self.0
    }

    /// The level of the node: the number of branches.
    pub fn level(&self) -> usize {
        self.0.len()
    }

    /// Checks that a walk which stands at some node will come to the end of this node's subtree:
    /// its parent is on the path to that node, and the branch to it is the one taken there or a
    /// later one. (If the tree has no such branch, the walk ends with the parent's subtree.)
    ///
    /// # Panics
    /// If that is not so: the walk would not end where it should.
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
        assert!(is_ahead, "the walk from here has no end after {self}");
    }

    /// Compares the times at which a walk comes to the ends of both nodes' subtrees.
    pub fn cmp_ends(&self, other: &Path) -> Ordering {
        let mut pairs = self.0.iter().zip(&other.0);
        match pairs.find(|(a, b)| a != b) {
            Some((a, b)) => a.cmp(b),
            // The subtree of a node ends with those of its branches, or after them.
            None => other.level().cmp(&self.level()),
        }
    }

    /// The path that follows this one down to a level and then takes branch `number`.
    pub fn leaving(&self, level: usize, number: u32) -> Self {
        let mut branches = self.0[..level].to_vec();
        branches.push(number);
        Path(branches)
    }
}

impl Path {
    /// This path, continued by `levels` first branches.
    pub fn by_first_branches(&self, levels: usize) -> Self {
        let mut branches = Vec::with_capacity(self.0.len() + levels);
        branches.extend_from_slice(&self.0);
        branches.resize(self.0.len() + levels, 1);
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

/// The error of a text that is not a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadPath;

dlx3_base::messages! {
    BadPath {
        _ => "a path is a `.', or branch numbers from 1 with dots between them, such as 1.3.2",
    }
}

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

/// Where a walk ends: when it has left the subtree of this branch of a level, of a later branch, or
/// of the node above. A walk of the whole tree ends at level 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WalkEnd {
    pub level: usize,
    pub branch: u32,
}

impl WalkEnd {
    /// After the subtree of a node.
    pub fn after(path: &Path) -> Self {
        WalkEnd {
            level: path.level(),
            branch: path.branches().last().copied().unwrap_or(0),
        }
    }
}

/// How far the visit of a node has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The node has not been counted yet.
    Before,
    /// The node has been counted, and has not chosen an item yet.
    Inside,
    /// The whole subtree of the node has been walked.
    After,
}

/// A moment of the walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The node.
    pub path: Path,
    /// How far its visit has come.
    pub side: Side,
}

impl Position {
    /// The start of the whole walk.
    pub fn start() -> Self {
        Position {
            path: Path::default(),
            side: Side::Before,
        }
    }

    /// At a node that has just been counted, as when `Watch::alarm` is called.
    pub fn inside(state: &dyn State) -> Self {
        Self::inside_of(Path::of(state))
    }

    /// At this node, once it is counted.
    pub fn inside_of(path: Path) -> Self {
        Position {
            path,
            side: Side::Inside,
        }
    }

    /// After the subtree of a node.
    pub fn after(path: Path) -> Self {
        Position {
            path,
            side: Side::After,
        }
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
