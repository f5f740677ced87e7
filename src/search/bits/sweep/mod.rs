//! Sweeping: a small subtree of which nothing need be shown is searched level by level,
//! many nodes at a time. Nodes of a level do not depend on each other, so that
//! the processor need not wait for one choice before it begins with the next.
//!
//! The result is sums, which are the same in whatever order nodes are visited.
//! If a limit is reached, the sweep is given up, and the subtree is walked as any other.
//!
//! With random choices, nodes do depend on each other: [`drawn`] takes them in their order.

pub mod drawn;
pub mod eights;
pub mod keys;
pub mod lengths;
pub mod level;
pub mod single;
pub mod sweeping;
