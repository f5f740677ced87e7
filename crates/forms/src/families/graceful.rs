//! Graceful labelings of a graph with m edges: distinct labels from 0 to m, so that the
//! differences at the edges are 1 to m.
//!
//! A. Rosa (1967) and S. W. Golomb (1972). Knuth's program GRACEFUL-DLX has the same items and
//! options in the same order, if the graph's vertices and edges were made in this order. Of a
//! labeling and its complement, which has m minus each label, only one is a solution.

use super::{DIGITS, Family, FamilyError, digit, within};
use std::io::{self, Write};
use std::str::FromStr;

/// The problem of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graceful {
    /// The names of the vertices.
    names: Vec<String>,
    /// The edges, from the earlier vertex to the later one, in the order of the Stanford GraphBase:
    /// vertex by vertex, and the last edge of a vertex first.
    edges: Vec<(usize, usize)>,
}

/// A sequence of vertices, each joined to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain(Vec<String>);

impl FromStr for Chain {
    type Err = FamilyError;

    /// Reads `a-b-c`: an edge from a to b, and one from b to c.
    fn from_str(text: &str) -> Result<Self, FamilyError> {
        let names: Vec<String> = text.split('-').map(str::to_owned).collect();
        let is_name = |name: &String| {
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            (1..=MOST_NAME).contains(&name.len()) && name.bytes().all(is_letter)
        };
        match names.len() > 1 && names.iter().all(is_name) {
            true => Ok(Chain(names)),
            false => Err(FamilyError::Unfit(format!(
                "`{text}' is no chain of edges, such as a-b or a-b-c, with names of letters and \
                 digits, {MOST_NAME} at most"
            ))),
        }
    }
}

/// The longest name of a vertex: two names and a hyphen must fit into the 8 bytes of Knuth's
/// programs.
const MOST_NAME: usize = 3;

impl Graceful {
    /// The problem of the graph with these edges; vertices come in the order in which they are
    /// named.
    ///
    /// # Errors
    /// If there are more than 61 edges, or more vertices than labels, or an edge occurs twice or is
    /// a loop.
    pub fn new(chains: impl IntoIterator<Item = Chain>) -> Result<Self, FamilyError> {
        let (mut names, mut edges) = (Vec::<String>::new(), Vec::new());
        for Chain(chain) in chains {
            let mut before = None;
            for name in chain {
                let known = names.iter().position(|known| *known == name);
                let vertex = known.unwrap_or(names.len());
                if known.is_none() {
                    names.push(name);
                }
                if let Some(before) = before.replace(vertex) {
                    let edge = (vertex.min(before), vertex.max(before));
                    let (from, to) = (&names[edge.0], &names[edge.1]);
                    if edge.0 == edge.1 {
                        let message = format!("the edge {from}-{to} joins a vertex with itself");
                        return Err(FamilyError::Unfit(message));
                    }
                    if edges.contains(&edge) {
                        let message = format!("the edge {from}-{to} is there twice");
                        return Err(FamilyError::Unfit(message));
                    }
                    edges.push(edge);
                    within("the number of edges", edges.len(), 1..=DIGITS - 1)?;
                }
            }
        }
        within("the number of edges", edges.len(), 1..=DIGITS - 1)?;
        within("the number of vertices", names.len(), 2..=edges.len() + 1)?;
        edges.reverse();
        edges.sort_by_key(|edge| edge.0);
        Ok(Graceful { names, edges })
    }

    /// The name of an edge.
    fn name(&self, (from, to): (usize, usize)) -> String {
        format!("{}-{}", self.names[from], self.names[to])
    }

    /// Writes an option that gives an edge its difference, and labels to its ends.
    fn write_option(
        &self,
        out: &mut dyn Write,
        edge: (usize, usize),
        labels: (usize, usize),
    ) -> io::Result<()> {
        let difference = digit(labels.0.abs_diff(labels.1));
        let (from, to) = (&self.names[edge.0], &self.names[edge.1]);
        let (one, two) = (digit(labels.0), digit(labels.1));
        let (first, second) = (digit(edge.0), digit(edge.1));
        let name = self.name(edge);
        writeln!(
            out,
            "{difference} {name} .{from}:{one} .{to}:{two} +{one}:{first} +{two}:{second}"
        )
    }
}

impl Family for Graceful {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let most = self.edges.len();
        for difference in 1..=most {
            write!(out, "{} ", digit(difference))?;
        }
        for &edge in &self.edges {
            write!(out, "{} ", self.name(edge))?;
        }
        write!(out, "|")?;
        for name in &self.names {
            write!(out, " .{name}")?;
        }
        for label in 0..=most {
            write!(out, " +{}", digit(label))?;
        }
        writeln!(out)?;
        for difference in 1..=most {
            for low in 0..=most - difference {
                let high = low + difference;
                for &edge in &self.edges {
                    self.write_option(out, edge, (low, high))?;
                    // The labels 0 and m are allowed in this order only, which excludes the
                    // complement.
                    if difference < most {
                        self.write_option(out, edge, (high, low))?;
                    }
                }
            }
        }
        Ok(())
    }
}
