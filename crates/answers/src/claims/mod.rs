//! What an answer claims, as a [proof](super::proof) that another program checks.
//!
//! * [`none`]: that a problem has no solution, from the clauses that a search
//!   [learns](super::learning), from a [sum of equations](super::problem::parity) where nothing
//!   else is needed, or depth first ([`tree`]), with a line for each node.
//! * [`cheapest`]: that no solution is cheaper, from linear programs and branches.

pub mod cheapest;
pub mod none;
pub mod tree;
