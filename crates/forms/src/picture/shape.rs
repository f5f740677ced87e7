//! Reads the shape of a search tree, line by line. It keeps the counts of each level, and the nodes
//! of a tree that is small enough to draw.

use dlx3_base::count::decimal;
use dlx3_base::text::blank::is_blank;
use dlx3_base::text::lines::Lines;
use num_bigint::BigUint;
use std::error::Error;
use std::fmt;
use std::io::{self, Read};

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The number of branches from the root to it.
    pub level: usize,
    /// Its kind.
    pub kind: Kind,
}

/// The kind of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A solution: no item is left.
    Solution,
    /// It branches on an item. With degree 0, the item cannot be covered.
    Item {
        /// The item's name.
        name: Vec<u8>,
        /// The number of branches.
        degree: u64,
    },
}

/// The kinds of a level's nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Solutions.
    pub solutions: u64,
    /// Nodes without branches that are no solutions.
    pub dead_ends: u64,
    /// The branches of all nodes.
    pub branches: u64,
}

/// A level of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// The number of its nodes.
    pub nodes: BigUint,
    /// Their kinds, if known.
    pub kinds: Option<Kinds>,
}

/// What a level counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// The nodes of a tree, by levels.
    #[default]
    Nodes,
    /// The states of a count, by layers.
    States,
}

/// What has been read of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The levels from the root down.
    pub levels: Vec<Level>,
    /// The nodes in preorder, if there are not too many.
    pub nodes: Option<Vec<Node>>,
    /// Whether nodes at its end are missing, as the search was stopped.
    pub is_cut: bool,
    /// What its levels count.
    pub unit: Unit,
}

/// Why a text is not the shape of a tree.
#[derive(Debug)]
#[non_exhaustive]
pub enum ShapeError {
    /// It cannot be read.
    Io(io::Error),
    /// Something else was expected.
    Expected {
        /// The line, from 1.
        line: u64,
        /// The byte of the line, from 1.
        column: usize,
        /// What was expected there.
        expected: String,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Expected {
                line,
                column,
                expected,
            } => write!(f, "line {line}, column {column}: expected {expected}"),
        }
    }
}

impl Error for ShapeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            _ => None,
        }
    }
}

impl From<io::Error> for ShapeError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The longest name of an item, in bytes.
const LONGEST_NAME: usize = dlx3_format::Name::MOST_OF_DLX3;

fn expected(line: u64, column: usize, what: impl Into<String>) -> ShapeError {
    let expected = what.into();
    ShapeError::Expected {
        line,
        column,
        expected,
    }
}

/// Reads the output of the word `S`, and keeps the nodes if there are at most `most_nodes`.
///
/// # Errors
/// If it cannot be read, or is not the shape of a tree.
pub fn read_shape(reader: impl Read, most_nodes: usize) -> Result<Shape, ShapeError> {
    let mut lines = Lines::new(reader);
    let mut levels: Vec<(u64, Kinds)> = Vec::new();
    let mut nodes = Some(Vec::new());
    // For each node with branches on the path from the root, how many branches are yet to come.
    let mut open: Vec<u64> = Vec::new();
    loop {
        let number = lines.number() + 1;
        let Some(line) = lines.next()? else {
            break;
        };
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let kind = node(number, line)?;
        while open.last() == Some(&0) {
            open.pop();
        }
        match open.last_mut() {
            Some(left) => *left -= 1,
            None if number > 1 => {
                let what = "no more nodes: all branches of the tree have come";
                return Err(expected(number, 1, what));
            }
            None => {}
        }
        let level = open.len();
        if level == levels.len() {
            levels.push((0, Kinds::default()));
        }
        let (count, kinds) = &mut levels[level];
        *count += 1;
        match &kind {
            Kind::Solution => kinds.solutions += 1,
            Kind::Item { degree: 0, .. } => kinds.dead_ends += 1,
            Kind::Item { degree, .. } => {
                kinds.branches = kinds.branches.saturating_add(*degree);
                open.push(*degree);
            }
        }
        nodes = nodes.filter(|nodes: &Vec<Node>| nodes.len() < most_nodes);
        if let Some(nodes) = &mut nodes {
            nodes.push(Node { level, kind });
        }
    }
    if levels.is_empty() {
        return Err(expected(1, 1, "the root of a tree, such as `2 A' or `sol'"));
    }
    let levels = levels.into_iter().map(|(count, kinds)| Level {
        nodes: count.into(),
        kinds: Some(kinds),
    });
    Ok(Shape {
        levels: levels.collect(),
        nodes,
        is_cut: open.iter().any(|&left| left > 0),
        unit: Unit::Nodes,
    })
}

/// The node in a line.
fn node(number: u64, line: &[u8]) -> Result<Kind, ShapeError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line == b"sol" {
        return Ok(Kind::Solution);
    }
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let text = str::from_utf8(&line[..digits]).unwrap_or_default();
    let Ok(degree) = text.parse::<u64>() else {
        let what = match digits {
            0 => "a degree and an item, such as `2 A', or `sol'",
            _ => "a degree below 2^64",
        };
        return Err(expected(number, 1, what));
    };
    let Some((b' ', name)) = line[digits..].split_first() else {
        return Err(expected(
            number,
            digits + 1,
            "a blank and the name of an item",
        ));
    };
    let length = name.iter().take_while(|&&byte| !is_blank(byte)).count();
    if length == 0 || length > LONGEST_NAME {
        let what = format!("the name of an item, of 1 to {LONGEST_NAME} bytes");
        return Err(expected(number, digits + 2, what));
    }
    if length < name.len() {
        return Err(expected(number, digits + 2 + length, "the end of the line"));
    }
    let name = name.to_vec();
    Ok(Kind::Item { name, degree })
}

/// Reads what `v128` wrote on stderr: the lines after `Profile:`. The rest is ignored.
///
/// # Errors
/// If it cannot be read, or has no profile.
pub fn read_profile(reader: impl Read) -> Result<Shape, ShapeError> {
    let mut lines = Lines::new(reader);
    loop {
        let number = lines.number() + 1;
        match lines.next()? {
            Some(b"Profile:\n") => break,
            Some(_) => {}
            None => return Err(expected(number, 1, "a line `Profile:', as v128 writes it")),
        }
    }
    let mut levels = Vec::new();
    while let Some(line) = lines.next()? {
        match level(line, levels.len()) {
            Some(nodes) => levels.push(Level { nodes, kinds: None }),
            None => break,
        }
    }
    if levels.is_empty() {
        return Err(expected(
            lines.number() + 1,
            1,
            "level 0 of the profile, `  0: 1'",
        ));
    }
    Ok(Shape {
        levels,
        ..Shape::default()
    })
}

/// Reads the number of states of each layer, from what `dlx count --layers` wrote on stderr.
///
/// # Errors
/// If it cannot be read, or has no layers.
pub fn read_layers(reader: impl Read) -> Result<Shape, ShapeError> {
    let mut lines = Lines::new(reader);
    let mut levels = Vec::new();
    while let Some(line) = lines.next()? {
        let layer = line.strip_prefix(b"layer ");
        match layer.and_then(|line| level(line, levels.len())) {
            Some(nodes) => levels.push(Level { nodes, kinds: None }),
            None if levels.is_empty() => {}
            None => break,
        }
    }
    if levels.is_empty() {
        let what = "a line `layer 0: 1', as `dlx count --layers' writes it";
        return Err(expected(lines.number() + 1, 1, what));
    }
    Ok(Shape {
        levels,
        unit: Unit::States,
        ..Shape::default()
    })
}

/// The nodes in a line such as `  3: 12`, if it is about this level.
fn level(line: &[u8], level: usize) -> Option<BigUint> {
    let line = str::from_utf8(line).ok()?;
    let (number, nodes) = line.trim().split_once(": ")?;
    let is_number = number == level.to_string();
    is_number.then(|| decimal(nodes))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        read_shape(text.as_bytes(), 10).unwrap_err().to_string()
    }

    #[test]
    fn nodes_have_levels_and_kinds() {
        let shape = read_shape(&b"2 A\n0 C\n1 B\nsol\n"[..], 4).unwrap();
        let kinds: Vec<Kinds> = shape.levels.iter().map(|l| l.kinds.unwrap()).collect();
        let of = |solutions, dead_ends, branches| Kinds {
            solutions,
            dead_ends,
            branches,
        };
        assert_eq!(kinds, [of(0, 0, 2), of(0, 1, 1), of(1, 0, 0)]);
        let levels: Vec<usize> = shape.nodes.unwrap().iter().map(|n| n.level).collect();
        assert_eq!(levels, [0, 1, 1, 2]);
        assert!(!shape.is_cut);
    }

    #[test]
    fn lines_may_end_with_a_return() {
        let text = "2 A\n0 C\n1 B\nsol\n";
        let [plain, returned] = [text.to_owned(), text.replace('\n', "\r\n")]
            .map(|text| read_shape(text.as_bytes(), 9).unwrap());
        assert_eq!(plain.levels, returned.levels);
        assert_eq!(plain.nodes, returned.nodes);
    }

    #[test]
    fn too_many_nodes_leave_the_levels_alone() {
        let shape = read_shape(&b"2 A\n0 C\n1 B\nsol\n"[..], 3).unwrap();
        assert_eq!((shape.nodes, shape.levels.len()), (None, 3));
    }

    #[test]
    fn a_search_that_was_stopped_leaves_a_tree_that_is_cut() {
        for text in ["2 A\n", "2 A\nsol\n", "2 A\nsol\n1 B\n"] {
            assert!(read_shape(text.as_bytes(), 9).unwrap().is_cut, "{text}");
        }
    }

    #[test]
    fn faults_have_their_places() {
        let degree = "a degree and an item, such as `2 A', or `sol'";
        let name = "the name of an item, of 1 to 8 bytes";
        let no_more = "no more nodes: all branches of the tree have come";
        for (text, line, column, expected) in [
            ("", 1, 1, "the root of a tree, such as `2 A' or `sol'"),
            ("A\n", 1, 1, degree),
            ("solution\n", 1, 1, degree),
            ("2 A\n\n", 2, 1, degree),
            ("2\n", 1, 2, "a blank and the name of an item"),
            ("2 \n", 1, 3, name),
            ("2 ninebytes\n", 1, 3, name),
            ("2 A b\n", 1, 4, "the end of the line"),
            ("1 A\nsol\n1 B\n", 3, 1, no_more),
            ("99999999999999999999 A\n", 1, 1, "a degree below 2^64"),
        ] {
            let told = format!("line {line}, column {column}: expected {expected}");
            assert_eq!(fault(text), told, "{text:?}");
        }
    }

    #[test]
    fn a_profile_stands_among_other_lines() {
        let text = b"(5 options)\nProfile:\n  0: 1\n  1: 26530238760980000000000\nAltogether 1\n";
        let shape = read_profile(&text[..]).unwrap();
        let nodes: Vec<String> = shape.levels.iter().map(|l| l.nodes.to_string()).collect();
        assert_eq!(nodes, ["1", "26530238760980000000000"]);
        for text in [
            "",
            "Profile\n",
            "Profile:\n",
            "Profile:\n  1: 1\n",
            "Profile:\n  0: x\n",
        ] {
            assert!(read_profile(text.as_bytes()).is_err(), "{text:?}");
        }
    }
}
