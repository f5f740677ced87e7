//! The values that are computed over states: a sum over all paths of products along them, in some
//! algebra (numbers to count, diagrams to keep all solutions).

use crate::states::diagram::{Diagram, Edge};

/// An algebra whose values are computed from the goal upwards. Each path to a solution is counted
/// once, so sums need not be idempotent.
pub trait Algebra {
    /// The value of a state.
    type Value: Clone;

    /// The value if there are no solutions.
    fn zero(&self) -> Self::Value;

    /// The value of the goal, where the solution is complete.
    fn one(&self) -> Self::Value;

    /// The value of a state from those of its successors, each with the option that leads there.
    fn sum(&mut self, moves: &[(Option<u32>, Self::Value)]) -> Self::Value;

    /// Whether this value never changes a sum.
    fn is_zero(&self, value: &Self::Value) -> bool;

    /// The memory of all values that is held outside of them, in bytes.
    fn bytes(&self) -> usize {
        0
    }

    /// The memory that one value has allocated for itself, in bytes.
    fn held(&self, _: &Self::Value) -> usize {
        0
    }

    /// The memory that all values anywhere have allocated, each counted once; 0 if it is
    /// negligible.
    fn all_held(&self) -> usize {
        0
    }

    /// The work of sums since the last call, in nanoseconds, about, if values have any length.
    fn take_work(&mut self) -> u64 {
        0
    }
}

/// The diagram of all solutions: values are nodes.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The nodes so far.
    pub diagram: Diagram,
    /// Whether there were more nodes than a diagram can have.
    pub is_over: bool,
}

impl Algebra for Drawing {
    type Value = Option<u32>;

    fn zero(&self) -> Option<u32> {
        None
    }

    fn one(&self) -> Option<u32> {
        Some(Diagram::GOAL)
    }

    fn sum(&mut self, moves: &[(Option<u32>, Option<u32>)]) -> Option<u32> {
        let edges = moves
            .iter()
            .filter_map(|&(choice, to)| Some(Edge::new(choice, to?)));
        let has_edges = moves.iter().any(|(_, to)| to.is_some());
        let node = self.diagram.add(edges);
        self.is_over |= has_edges && node.is_none();
        node
    }

    fn is_zero(&self, value: &Option<u32>) -> bool {
        value.is_none()
    }

    fn bytes(&self) -> usize {
        self.diagram.bytes()
    }
}
