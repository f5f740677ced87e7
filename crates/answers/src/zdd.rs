//! All solutions as a ZDD: a decision diagram that asks at each node whether an option holds.
//!
//! It is written as DLX6 writes it for Knuth's ZDDREAD programs: `NUMBER: (~OPTION?LOW:HIGH)`,
//! where numbers of nodes are hexadecimal, 0 and 1 are the sinks, and options are counted from 1.
//! The last line has option 0, and leads to the root. The diagram is not ordered: two paths may
//! meet options in different orders. But no path meets an option twice.

use super::family::Family;
use super::states::diagram::Diagram;
use super::{Limits, Stopped};
use dlx3_base::text::output::Put;
use dlx3_format::OptionId;
use std::collections::HashMap;

/// Nodes between two checks of the limits.
const BREATH: u32 = 1 << 14;

/// The memory of a decision, in the list and in the hash table.
const EACH: usize = 60;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// The option.
    pub option: OptionId,
    /// The next node if it does not hold.
    pub low: u64,
    /// The next node if it holds.
    pub high: u64,
}

/// The decisions about a family of solutions. Node 0 means no solution, node 1 a solution, and
/// decision `d` is node `d + 2`. It leads to nodes with smaller numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zdd {
    /// The decisions in order.
    pub decisions: Vec<Decision>,
    /// The first node of all paths.
    pub root: u64,
}

impl Zdd {
    /// The diagram of all solutions. No two decisions are equal, and no high branch leads to 0. It
    /// takes about 60 bytes for each decision.
    ///
    /// # Errors
    /// If the limits end it, or if it needs too much memory.
    pub fn new(family: &Family, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let mut zdd = Zdd::default();
        let mut known = HashMap::new();
        if family.number() == 0 {
            return Ok(zdd);
        }
        zdd.root = 1;
        for &option in family.free.iter().rev() {
            let rest = zdd.root;
            zdd.root = zdd.decide(&mut known, option, rest, rest);
        }
        // The goal of a part is the root of the parts after it.
        for member in family.parts.iter().rev() {
            let diagram = &member.diagram;
            let mut nodes = Vec::with_capacity(diagram.nodes());
            nodes.push(zdd.root);
            for node in 1..diagram.nodes() as u32 {
                let edges = diagram.edges(node);
                let skips = edges.iter().find(|edge| edge.choice().is_none());
                let mut below = skips.map_or(0, |edge| nodes[edge.to as usize]);
                for edge in edges.iter().rev() {
                    if let Some(choice) = edge.choice() {
                        let option = member.options[choice as usize];
                        let high = nodes[edge.to as usize];
                        below = zdd.decide(&mut known, option, below, high);
                    }
                }
                nodes.push(below);
                if node.is_multiple_of(BREATH) {
                    zdd.look(family, nodes.capacity(), limits)?;
                }
            }
            let root = diagram.root().unwrap_or(Diagram::GOAL);
            zdd.root = nodes[root as usize];
            zdd.look(family, nodes.capacity(), limits)?;
        }
        Ok(zdd)
    }

    /// Checks the limits, when a part has this many nodes.
    fn look(&self, family: &Family, nodes: usize, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let bytes = family.bytes() + nodes * size_of::<u64>() + self.decisions.len() * EACH;
        match limits.is_over() {
            true => Err(Stopped::Limit),
            false if bytes > limits.memory => Err(Stopped::Memory),
            false => Ok(()),
        }
    }

    fn decide(
        &mut self,
        known: &mut HashMap<Decision, u64>,
        option: OptionId,
        low: u64,
        high: u64,
    ) -> u64 {
        let decision = Decision { option, low, high };
        *known.entry(decision).or_insert_with(|| {
            self.decisions.push(decision);
            self.decisions.len() as u64 + 1
        })
    }

    /// Writes the diagram as DLX6 does.
    pub fn write(&self, out: &mut impl Put) {
        for line in 0..self.lines() {
            self.put_line(line, out);
        }
    }

    /// The number of its lines in the form of DLX6.
    pub fn lines(&self) -> usize {
        self.decisions.len() + 1
    }

    /// Writes one of these lines, counted from 0.
    ///
    /// # Panics
    /// If there are fewer lines.
    pub fn put_line(&self, line: usize, out: &mut impl Put) {
        let number = line + 2;
        if line == self.decisions.len() {
            out.put(format!("{number:x}: (~0?0:{:x})\n", self.root).as_bytes());
            return;
        }
        let Decision { option, low, high } = self.decisions[line];
        let line = format!("{number:x}: (~{}?{low:x}:{high:x})\n", option.0 + 1);
        out.put(line.as_bytes());
    }

    /// Writes the beginning of a file for Graphviz. Then call [`Self::put_dot`] for each decision,
    /// and [`Self::end_dot`]. A dotted line leads to the next node if an option does not hold.
    pub fn begin_dot(&self, out: &mut impl Put) {
        out.put(b"digraph solutions {\n  0 [shape=box]\n  1 [shape=box]\n");
    }

    /// Writes a decision, counted from 0, for Graphviz: a node with a label.
    ///
    /// # Panics
    /// If there are fewer decisions.
    pub fn put_dot(&self, place: usize, label: &[u8], out: &mut impl Put) {
        let Decision { low, high, .. } = self.decisions[place];
        let number = place + 2;
        out.put(format!("  {number} [label=\"").as_bytes());
        for &byte in label {
            match byte {
                b'"' | b'\\' => out.put(&[b'\\', byte]),
                _ => out.put(&[byte]),
            }
        }
        out.put(b"\"]\n");
        out.put(format!("  {number} -> {low} [style=dotted]\n").as_bytes());
        out.put(format!("  {number} -> {high}\n").as_bytes());
    }

    /// Writes the end of a file for Graphviz.
    pub fn end_dot(&self, out: &mut impl Put) {
        out.put(b"  root [shape=none]\n");
        out.put(format!("  root -> {}\n}}\n", self.root).as_bytes());
    }
}
