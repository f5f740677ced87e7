//! What is computed over states: a sum over all paths, each of which is a product, in some
//! algebra (numbers to count, diagrams to keep all solutions).

use crate::states::diagram::{Diagram, Edge};

/// An algebra whose values are computed from the goal upward. Each way to a solution is
/// counted once, so that sums need not forget equal terms.
pub trait Algebra {
    /// What is computed for each state.
    type Value: Clone;

    /// The value where there are no solutions.
    fn zero(&self) -> Self::Value;

    /// The value of the goal, where the solution is complete.
    fn one(&self) -> Self::Value;

    /// The value of a state from those of the states that it leads to, each with the
    /// option that is taken.
    fn sum(&mut self, moves: &[(Option<u32>, Self::Value)]) -> Self::Value;

    /// Whether no sum will ever differ from zero because of this value.
    fn is_zero(&self, value: &Self::Value) -> bool;

    /// What values take of memory that lies elsewhere, together.
    fn bytes(&self) -> usize {
        0
    }

    /// The bytes that one value has allocated for itself.
    fn held(&self, _: &Self::Value) -> usize {
        0
    }

    /// The bytes of all values that have allocated them and are held anywhere, each counted once;
    /// 0 where that is little.
    fn all_held(&self) -> usize {
        0
    }

    /// What sums have taken since this was last asked, in about nanoseconds, if their values are of
    /// any length.
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
