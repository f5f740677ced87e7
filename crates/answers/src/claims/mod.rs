//! Claims of an answer, as a [proof](super::proof) that another program checks.
//!
//! * [`none`]: a problem has no solution. Proved by clauses that a search
//!   [learns](super::learning), by a [sum of equations](super::problem::parity) if that suffices,
//!   or depth first ([`tree`]) with a line for each node.
//! * [`cheapest`]: no solution is cheaper. Proved by linear programs and branches.

pub mod cheapest;
pub mod none;
pub mod tree;
