//! The number of solutions below each node of a diagram, in little memory.
//!
//! Numbers of 128 bits are kept for all nodes. Longer ones are not: for a chain of 100,000 items
//! they would take gigabytes. Instead the nodes are cut into *blocks*. A block keeps the numbers of
//! earlier nodes to which an edge from it or from later blocks leads (its *front*). From these, the
//! numbers of one block are computed again when they are wanted.
//!
//! ```text
//! for each block, from the root's to the goal's:
//!     count its nodes from its front
//!     use the counts, from its last node to its first
//! ```
//!
//! A block ends once it has as many nodes as its front, and at least the square root of all nodes.
//! So the stored numbers take about the square root of the memory of all numbers, and counting
//! takes twice the time.

use crate::states::diagram::Diagram;
use crate::{Limits, Status, Stopped};
use num_bigint::BigUint;

/// The number of solutions below each node.
#[derive(Clone, Debug)]
pub enum Counts {
    /// All numbers fit into 128 bits.
    Words(Vec<u128>),
    /// Numbers of any length.
    Big(Blocks),
}

/// The fronts of all blocks, from the goal's block to the root's.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    blocks: Vec<Block>,
    root: BigUint,
}

#[derive(Clone, Debug)]
struct Block {
    /// Its first node.
    begin: u32,
    /// The earlier nodes to which edges from it or from later blocks lead, with their numbers.
    front: Vec<(u32, BigUint)>,
}

/// The work in limbs between two checks of the limits: some milliseconds.
const BREATH: u64 = 1 << 20;

impl Counts {
    /// Counts from the goal upwards.
    ///
    /// # Errors
    /// If the limits end it, or if the numbers need too much memory.
    pub fn of(diagram: &Diagram, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        if diagram.nodes().saturating_mul(size_of::<u128>()) > limits.memory {
            return Err(Stopped::Memory);
        }
        if let Some(words) = in_words(diagram, limits)? {
            return Ok(Counts::Words(words));
        }
        let mut rising = Rising::with_blocks(diagram);
        loop {
            match rising.run(diagram, BREATH, limits.memory) {
                Status::Done(root) => {
                    let blocks = rising.blocks.unwrap_or_default();
                    return Ok(Counts::Big(Blocks { blocks, root }));
                }
                Status::Paused if limits.is_over() => return Err(Stopped::Limit),
                Status::Paused => {}
                Status::Full | Status::TooLarge => return Err(Stopped::Memory),
            }
        }
    }

    /// The number of all solutions.
    pub fn root(&self) -> BigUint {
        match self {
            Counts::Words(words) => words.last().copied().unwrap_or(0).into(),
            Counts::Big(blocks) => blocks.root.clone(),
        }
    }

    /// Their memory in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Counts::Words(words) => words.capacity() * size_of::<u128>(),
            Counts::Big(blocks) => {
                let fronts = blocks.blocks.iter().flat_map(|block| &block.front);
                fronts.map(|(_, number)| 8 + bytes_of(number)).sum()
            }
        }
    }
}

/// The numbers of all nodes. None if they do not fit into 128 bits.
fn in_words(diagram: &Diagram, limits: &mut Limits<'_>) -> Result<Option<Vec<u128>>, Stopped> {
    let mut words: Vec<u128> = Vec::with_capacity(diagram.nodes());
    words.push(1);
    for node in 1..diagram.nodes() as u32 {
        let mut sum = 0u128;
        for edge in diagram.edges(node) {
            match sum.checked_add(words[edge.to as usize]) {
                Some(more) => sum = more,
                None => return Ok(None),
            }
        }
        words.push(sum);
        if u64::from(node).is_multiple_of(BREATH) && limits.is_over() {
            return Err(Stopped::Limit);
        }
    }
    Ok(Some(words))
}

/// The memory of a number in bytes.
pub fn bytes_of(number: &BigUint) -> usize {
    size_of::<BigUint>() + (number.bits() as usize).div_ceil(64) * 8
}

/// A count from the goal upwards that can be paused. A number is freed once no more edges lead to
/// its node.
#[derive(Clone, Debug)]
pub struct Rising {
    /// The numbers of the nodes so far.
    values: Vec<BigUint>,
    /// For each node, the number of edges to it from nodes that are still to come.
    uses: Vec<u32>,
    /// Nodes that may still be used. Others are dropped now and then.
    open: Vec<u32>,
    /// The memory of the numbers and of the blocks' fronts in bytes.
    bytes: usize,
    /// The blocks, if they are wanted; and the end of the newest one.
    blocks: Option<Vec<Block>>,
    end: u32,
}

impl Rising {
    /// A count whose only result is the number of the root.
    pub fn new(diagram: &Diagram) -> Self {
        let mut uses = vec![0u32; diagram.nodes()];
        for node in 1..diagram.nodes() as u32 {
            for edge in diagram.edges(node) {
                // A diagram has fewer than 2^32 nodes, but may have more edges.
                let count = &mut uses[edge.to as usize];
                *count = count.saturating_add(1);
            }
        }
        Rising {
            values: Vec::with_capacity(diagram.nodes()),
            bytes: diagram.nodes() * (size_of::<BigUint>() + 2 * size_of::<u32>()),
            open: Vec::new(),
            uses,
            blocks: None,
            end: 0,
        }
    }

    fn with_blocks(diagram: &Diagram) -> Self {
        Rising {
            blocks: Some(Vec::new()),
            ..Self::new(diagram)
        }
    }

    /// Continues for this much work, in limbs that are added. The result is the number of the root.
    pub fn run(&mut self, diagram: &Diagram, work: u64, memory: usize) -> Status<BigUint> {
        let mut left = work;
        while self.values.len() < diagram.nodes() {
            let node = self.values.len() as u32;
            if self.blocks.is_some() && node >= self.end {
                self.begin_block(node, diagram.nodes());
            }
            let edges = diagram.edges(node);
            let mut sum = BigUint::from(u32::from(node == Diagram::GOAL));
            let mut limbs = 1;
            for edge in edges {
                let value = &self.values[edge.to as usize];
                limbs += 1 + value.bits() / 64;
                sum += value;
            }
            for edge in edges {
                self.used(edge.to as usize);
            }
            self.bytes += sum.bits() as usize / 8;
            self.values.push(sum);
            self.open.push(node);
            if self.bytes > memory {
                return Status::Full;
            }
            match left.checked_sub(limbs) {
                Some(rest) => left = rest,
                None => return Status::Paused,
            }
        }
        Status::Done(self.values.last().cloned().unwrap_or_default())
    }

    fn used(&mut self, node: usize) {
        let uses = &mut self.uses[node];
        if *uses == u32::MAX {
            return; // It may have more edges than that.
        }
        *uses -= 1;
        if *uses == 0 {
            let value = std::mem::take(&mut self.values[node]);
            self.bytes -= value.bits() as usize / 8;
        }
    }

    fn begin_block(&mut self, begin: u32, nodes: usize) {
        self.open.retain(|&node| self.uses[node as usize] > 0);
        let front: Vec<_> = self
            .open
            .iter()
            .map(|&node| (node, self.values[node as usize].clone()))
            .collect();
        let taken = front.iter().map(|(_, number)| 8 + bytes_of(number));
        self.bytes += taken.sum::<usize>();
        let length = (nodes as u64).isqrt().max(front.len() as u64).max(1);
        self.end = u32::try_from(u64::from(begin) + length).unwrap_or(u32::MAX);
        if let Some(blocks) = &mut self.blocks {
            blocks.push(Block { begin, front });
        }
    }
}

impl Blocks {
    /// Shows the numbers of all blocks, from the root's block to the goal's: a window with the
    /// nodes of the block, their numbers, and those of the nodes to which their edges lead.
    ///
    /// # Errors
    /// If the limits end it, or if a block needs too much memory; and the error that `show`
    /// returns.
    pub fn descend(
        &self,
        diagram: &Diagram,
        limits: &mut Limits<'_>,
        mut show: impl FnMut(Window<'_>, &mut Limits<'_>) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let mut end = diagram.nodes() as u32;
        for block in self.blocks.iter().rev() {
            let values = block.values(diagram, end, limits)?;
            let window = Window {
                begin: block.begin,
                values: &values,
                front: &block.front,
            };
            show(window, limits)?;
            end = block.begin;
        }
        Ok(())
    }
}

impl Block {
    /// The numbers of its nodes.
    fn values(
        &self,
        diagram: &Diagram,
        end: u32,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<BigUint>, Stopped> {
        let mut values: Vec<BigUint> = Vec::with_capacity((end - self.begin) as usize);
        let (mut bytes, mut work) = (0, 0);
        for node in self.begin..end {
            let mut sum = BigUint::from(u32::from(node == Diagram::GOAL));
            let window = Window {
                begin: self.begin,
                values: &values,
                front: &self.front,
            };
            for edge in diagram.edges(node) {
                let value = window.at(edge.to);
                work += 1 + value.bits() / 64;
                sum += value;
            }
            bytes += bytes_of(&sum);
            values.push(sum);
            if bytes > limits.memory {
                return Err(Stopped::Memory);
            }
            if work >= BREATH {
                work = 0;
                if limits.is_over() {
                    return Err(Stopped::Limit);
                }
            }
        }
        Ok(values)
    }
}

/// The numbers of a block's nodes, and of the nodes to which their edges lead.
#[derive(Clone, Copy, Debug)]
pub struct Window<'b> {
    begin: u32,
    values: &'b [BigUint],
    front: &'b [(u32, BigUint)],
}

impl<'b> Window<'b> {
    /// The block's nodes.
    pub fn nodes(self) -> std::ops::Range<u32> {
        self.begin..self.begin + self.values.len() as u32
    }

    /// The number of a node.
    ///
    /// # Panics
    /// If the node is neither in the block nor the end of an edge from it.
    pub fn at(self, node: u32) -> &'b BigUint {
        match node.checked_sub(self.begin) {
            Some(place) => &self.values[place as usize],
            None => {
                let place = self.front.binary_search_by_key(&node, |&(node, _)| node);
                &self.front[place.expect("the front has what edges lead to")].1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::diagram::Edge;
    use super::*;

    /// Each node has two edges to the node before it, and one to a node far below.
    fn ladder(length: u32) -> Diagram {
        let mut diagram = Diagram::default();
        for node in 1..=length {
            let far = node.saturating_sub(17);
            let edges = [(None, node - 1), (Some(node), node - 1), (Some(0), far)];
            diagram.add(edges.map(|(choice, to)| Edge::new(choice, to)));
        }
        diagram.set_root(Some(length));
        diagram
    }

    fn unlimited(work: impl FnOnce(&mut Limits<'_>)) {
        work(&mut Limits::new(usize::MAX));
    }

    #[test]
    fn blocks_have_the_numbers_of_all_nodes() {
        let diagram = ladder(500);
        let mut numbers = vec![BigUint::from(1u32)];
        for node in 1..=500usize {
            let far = &numbers[node.saturating_sub(17)];
            let number = &numbers[node - 1] * 2u32 + far;
            numbers.push(number);
        }
        unlimited(|limits| {
            let Counts::Big(blocks) = Counts::of(&diagram, limits).unwrap() else {
                panic!("2^500 does not fit into 128 bits");
            };
            assert_eq!(blocks.root, numbers[500]);
            let mut seen = 0;
            let show = |window: Window<'_>, _: &mut Limits<'_>| {
                for node in window.nodes() {
                    assert_eq!(*window.at(node), numbers[node as usize]);
                    seen += 1;
                    for edge in diagram.edges(node) {
                        assert_eq!(*window.at(edge.to), numbers[edge.to as usize]);
                    }
                }
                Ok(())
            };
            blocks.descend(&diagram, limits, show).unwrap();
            assert_eq!(seen, 501);
        });
    }

    /// All numbers of 20,000 nodes would take 25 MB.
    #[test]
    fn long_numbers_take_little_memory_and_a_look_at_the_limits_ends_them() {
        let diagram = ladder(20_000);
        let count = |memory: usize, stop: &mut dyn FnMut() -> bool| {
            Counts::of(
                &diagram,
                &mut Limits {
                    stop,
                    ..Limits::new(memory)
                },
            )
        };
        let mut looks = 0;
        let mut look = || {
            looks += 1;
            false
        };
        let counts = count(5_000_000, &mut look).unwrap();
        assert!(counts.bytes() < 4_000_000, "{}", counts.bytes());
        assert!(looks > 5, "{looks}");
        let full = count(500_000, &mut || false).unwrap_err();
        assert_eq!(full, Stopped::Memory);
        let late = count(5_000_000, &mut || true).unwrap_err();
        assert_eq!(late, Stopped::Limit);
    }
}
